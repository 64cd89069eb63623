// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads, barriers, warps and blocks of the cpu device, with hand-written kernels.
// LINK: runtime
// FLAGS: -Wno-missing-field-initializers
// RUNS: ANYWARP_WORKERS=1,2,4
#include "unit/cpu/device.h"

static void plain_threads(void)
{
	int *out = memory(1000 * 100 * sizeof(int));
	CHECK_EQUAL(run("index_kernel", (struct shape){ 1000, 100 }, out, 0), AW_OK);
	int wrong = 0;
	for (int i = 0; i < 100000; i++)
		wrong += out[i] != i;
	CHECK_EQUAL(wrong, 0);
	driver->memory->release(device, AW_MEMORY_DEVICE, out);
}

static void barriers(void)
{
	int *out = memory(50 * 1024 * sizeof(int));
	const int sizes[] = { 1, 5, 32, 33, 256, 1000, 1024 };
	for (int s = 0; s < 7; s++) {
		int n = sizes[s], wrong = 0;
		CHECK_EQUAL(run("reverse", (struct shape){ 50, n, n * sizeof(int) }, out, 0), AW_OK);
		for (int i = 0; i < 50 * n; i++)
			wrong += out[i] != n - 1 - i % n;
		CHECK_EQUAL(wrong, 0);
		CHECK_EQUAL(run("count_even", (struct shape){ 1, n }, out, 0), AW_OK);
		CHECK_EQUAL(out[n - 1], (n + 1) / 2);
	}
	CHECK_EQUAL(run("early", (struct shape){ 1, 300 }, out, 0), AW_OK);
	CHECK_EQUAL(out[9], 10);
	driver->memory->release(device, AW_MEMORY_DEVICE, out);
}

static void warps(void)
{
	int *out = memory(1024 * sizeof(int));
	CHECK_EQUAL(run("sum_warp", (struct shape){ 1, 64 }, out, 0), AW_OK);
	CHECK_EQUAL(out[0], 496);
	CHECK_EQUAL(out[1], 496 + 32 * 32);
	CHECK_EQUAL(run("volatile_sum", (struct shape){ 1, 32, 256 }, out, 0), AW_OK);
	CHECK_EQUAL(out[0], 528);
	CHECK_EQUAL(run("votes", (struct shape){ 1, 32 }, out, 0), AW_OK);
	CHECK_EQUAL((unsigned)out[5], 0x49249249u);
	CHECK_EQUAL((unsigned)out[32], 0x55555555u);
	CHECK_EQUAL((unsigned)out[33], 0xaaaaaaaau);
	CHECK_EQUAL((unsigned)out[64 + 31], 0xf0000000u);
	CHECK_EQUAL(out[96 + 7], 496);
	driver->memory->release(device, AW_MEMORY_DEVICE, out);
}

static void blocks_that_wait(void)
{
	int *out = memory(64 * 1024 * sizeof(int));
	CHECK_EQUAL(run("lock_kernel", (struct shape){ 64, 256 }, out, 0), AW_OK);
	CHECK_EQUAL(out[1], 64 * 256);
	out[0] = out[1] = 0;
	CHECK_EQUAL(run("grid_barrier", (struct shape){ 24, 128 }, out, 0), AW_OK);
	CHECK_EQUAL(out[1], 24 * 128);
	CHECK_EQUAL(run("cooperative", (struct shape){ 4, 256, .cooperative = true }, out, 0), AW_OK);
	int wrong = 0;
	for (int i = 0; i < 1024; i++)
		wrong += out[1024 + i] != 1023 - i + 2;
	CHECK_EQUAL(wrong, 0);
	driver->memory->release(device, AW_MEMORY_DEVICE, out);
}

static void gangs(void)
{
	int *out = memory(5000 * 64 * sizeof(int)), wrong = 0;
	CHECK_EQUAL(run("gang_index", (struct shape){ 5000, 64 }, out, 0), AW_OK);
	for (int i = 0; i < 5000 * 64; i++)
		wrong += out[i] != i % 64;
	memset(out, 0, 70000 * sizeof(int));
	CHECK_EQUAL(run("gang_span", (struct shape){ 70000, 100 }, out, 0), AW_OK);
	for (int i = 0; i < 70000; i++)
		wrong += out[i] != i;
	CHECK_EQUAL(run("gang_stack", (struct shape){ 3, 100 }, out, 6), AW_OK);
	CHECK_EQUAL(out[2], 1);
	CHECK_EQUAL(run("reverse", (struct shape){ 50, 1024, 4096 }, out, 0), AW_OK); // fibers after gangs
	for (int i = 0; i < 50 * 1024; i++)
		wrong += out[i] != 1023 - i % 1024;
	out[0] = 0;
	CHECK_EQUAL(run("gang_speak", (struct shape){ 3, 4 }, out, 0), AW_OK);
	CHECK_EQUAL(out[0], 3 * 4 * 2);
	CHECK_EQUAL(wrong, 0);
	driver->memory->release(device, AW_MEMORY_DEVICE, out);
}

static void output(void)
{
	int *out = memory(12 * sizeof(int));
	CHECK_EQUAL(run("speak", (struct shape){ 3, 4 }, out, 0), AW_OK);
	CHECK_EQUAL(out[11], 4);
	CHECK_EQUAL(run("heap_kernel", (struct shape){ 3, 4 }, out, 0), AW_OK);
	CHECK_EQUAL(out[11], 3);
	driver->memory->release(device, AW_MEMORY_DEVICE, out);
}

static void variables(void)
{
	struct aw_variable variable;
	CHECK_EQUAL(driver->module->variable(module, "table", &variable), AW_OK);
	CHECK_EQUAL(variable.size, 16);
	CHECK_EQUAL(((int *)variable.address)[3], 4);
	CHECK_EQUAL(driver->module->variable(module, "none", &variable), AW_SYMBOL_NOT_FOUND);
}

int main(void)
{
	open_device(0);
	plain_threads();
	barriers();
	warps();
	blocks_that_wait();
	gangs();
	output();
	variables();
	close_device();
	aw_str_finish(&fatbin);
	return unit_finish();
}
