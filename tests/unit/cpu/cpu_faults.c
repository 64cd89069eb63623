// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ends a launch on the cpu device: each error has its code, sticks, is told, and goes with the device.
// LINK: runtime
// FLAGS: -Wno-missing-field-initializers
// RUNS: ANYWARP_WORKERS=1,2
// EXPECT: kernel divergent, block \(.,0,0\)
// EXPECT: threads \(0\.\.63,0,0\) wait at a barrier of the block at lecture.cu:12 in divergent
// EXPECT: threads \(64\.\.127,0,0\) have left the kernel
// EXPECT: threads \(0\.\.31,0,0\) wait at a barrier
// EXPECT: 0 bytes past the end of an allocation of 4096 bytes
// EXPECT: 0x0, in no allocation
// EXPECT: stack overflow.*cudaDeviceSetLimit
// EXPECT: kernel gang_access, block \(3,0,0\), thread \(5,0,0\): illegal access to 0x[0-9a-f]*, 0 bytes past the end
// EXPECT: kernel gang_stack.*stack overflow
// EXPECT: image.cu:12: void check\(int\): block: \[.,0,0\], thread: \[3,0,0\] Assertion `x > 0` failed.
#include "unit/cpu/device.h"

static void expect(const char *name, struct shape shape, bool null, int number, aw_status expected)
{
	open_device(0);
	int *out = memory(4096);
	CHECK_EQUAL(run(name, shape, null ? NULL : out, number), expected);
	CHECK_EQUAL(run("index_kernel", (struct shape){ 1, 1 }, out, 0), expected);
	CHECK_EQUAL(driver->stream->query(stream), expected);
	close_device();
}

int main(void)
{
	for (int turn = 0; turn < 3; turn++) {
		expect("divergent", (struct shape){ 2, 128 }, false, 0, AW_LAUNCH_FAILURE);
		expect("stuck", (struct shape){ 2, 64 }, false, 0, AW_LAUNCH_FAILURE);
		expect("access_kernel", (struct shape){ 2, 64 }, false, 1024, AW_ILLEGAL_ADDRESS);
		expect("access_kernel", (struct shape){ 2, 64 }, true, 0, AW_ILLEGAL_ADDRESS);
		expect("recurse", (struct shape){ 1, 2 }, false, 1000000, AW_ILLEGAL_ADDRESS);
		expect("gang_access", (struct shape){ 9, 64 }, false, 1024, AW_ILLEGAL_ADDRESS);
		expect("gang_stack", (struct shape){ 1, 2 }, false, 9, AW_ILLEGAL_ADDRESS);
		expect("check_kernel", (struct shape){ 1, 32 }, false, 0, AW_ASSERT);
	}
	open_device(0);
	int *out = memory(4096);
	CHECK_EQUAL(run("index_kernel", (struct shape){ 1, 100 }, out, 0), AW_OK);
	CHECK_EQUAL(out[99], 99);
	CHECK_EQUAL(driver->device->set_limit(device, cudaLimitStackSize, 64 << 20), AW_OK);
	CHECK_EQUAL(run("recurse", (struct shape){ 1, 2 }, out, 100000), AW_OK);
	close_device();
	aw_str_finish(&fatbin);
	return unit_finish();
}
