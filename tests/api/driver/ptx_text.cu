// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules written in PTX: parameters of all kinds, shared memory of both, constants, addresses in initial values, calls with
// results in memory, calls through pointers, jumps by tables, printf, launch bounds, addresses of parameters.
//
// LINK: -lcuda
// RUNS: ANYWARP_STRATEGY=simd,fiber
// EXPECT: thread 5 of block 1 says 37
#include <cuda.h>

#include <cstdio>

static int failures;
#define CHECK(...) ((__VA_ARGS__) ? (void)0 : (void)(printf("line %d failed\n", __LINE__), failures++))

#define HEAD "\t.version 7.8\n\t.target sm_70 // and above\n.address_size 64\n"

static const char module_text[] = HEAD R"(
.global .align 4 .u32 counter = 7;
.global .align 4 .f32 numbers[2][2] = {{1.5, 0f40000000}, {-3.0, 4e0}};
.const .align 4 .b32 table[4] = {10, 20, 30};
.func (.param .b32 result) twice(.param .b32 x);
.global .align 8 .u64 places[3] = {generic(numbers), generic(numbers)+8, twice};
.global .align 1 .b8 $text[32] = {116, 104, 114, 101, 97, 100, 32, 37, 100, 32, 111, 102, 32, 98, 108, 111, 99, 107, 32, 37, 100,
	32, 115, 97, 121, 115, 32, 37, 117, 10, 0};
.extern .shared .align 16 .b8 dynamic[];
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 values);

.func (.param .b32 result) twice(.param .b32 x)
{
	.reg .b32 %r<2>;
	ld.param.u32 %r0, [x];
	shl.b32 %r1, %r0, 1;
	st.param.b32 [result+0], %r1;
	ret;
}
.func (.param .align 8 .b8 result[16]) turned(.param .align 8 .b8 pair[16])
{
	.reg .b64 %rd<2>;
	ld.param.v2.u64 {%rd0, %rd1}, [pair];
	st.param.v2.b64 [result], {%rd1, %rd0};
	ret;
}
)" R"(
// out[i] = s.a * i + s.b + (int)scale, reversed in each block
.visible .entry reverse(.param .u64 .ptr .global .align 4 out, .param .align 8 .b8 s[16], .param .f32 scale, .param .u8 half)
.maxntid 64, 1, 1
.minnctapersm 1
{
	.reg .pred %p;
	.reg .b16 %h;
	.reg .b32 %r<20>;
	.reg .f32 %f;
	.reg .b64 %rd<8>;
	.shared .align 4 .b32 tile[64];
	.loc 1 2 3
	mov.u32 %r0, %tid.x;
	mov.u32 %r1, %ctaid.x;
	mad.lo.u32 %r2, %r1, 64, %r0;
	ld.param.u32 %r3, [s];
	ld.param.s64 %rd0, [s+8];
	cvt.u32.u64 %r4, %rd0;
	mad.lo.u32 %r5, %r3, %r2, %r4;
	ld.param.f32 %f, [scale];
	cvt.rzi.s32.f32 %r6, %f;
	add.u32 %r5, %r5, %r6;
	ld.param.u8 %h, [half];
	cvt.u32.u16 %r7, %h;
	add.u32 %r5, %r5, %r7;
	mov.u32 %r8, tile;
	shl.b32 %r9, %r0, 2;
	add.u32 %r10, %r8, %r9;
	st.shared.u32 [%r10], %r5;
	bar.sync 0;
	sub.u32 %r11, 252, %r9;
	add.u32 %r12, %r8, %r11;
	ld.shared.u32 %r13, [%r12];
	ld.param.u64 %rd1, [out];
	cvta.to.global.u64 %rd2, %rd1;
	mul.wide.u32 %rd3, %r2, 4;
	add.u64 %rd4, %rd2, %rd3;
	setp.lt.u32 %p, %r2, 120;
	@%p st.global.u32 [%rd4], %r13;
	@!%p ret;
	atom.global.add.u32 %r14, [counter], 1;
	ret;
}
)" R"(
.visible .entry paths(.param .u64 out)
{
	.local .align 8 .b8 depot[16];
	.reg .pred %p<3>;
	.reg .b32 %r<20>;
	.reg .f32 %f<4>;
	.reg .b64 %SP, %SPL, %rd<12>;
	mov.u64 %SPL, depot;
	cvta.local.u64 %SP, %SPL;
	mov.u32 %r0, %tid.x;
	mov.u32 %r1, %ctaid.x;
	rem.u32 %r2, %r0, 4;
cases: .branchtargets zero, one, two, three;
	brx.idx %r2, cases;
zero:
	mul.wide.u32 %rd0, %r2, 4;
	mov.u64 %rd1, table;
	add.u64 %rd1, %rd1, %rd0;
	ld.const.u32 %r3, [%rd1];
	bra.uni end;
one:
	ld.global.u64 %rd2, [places+8];
	ld.f32 %f0, [%rd2+4];
	cvt.rni.u32.f32 %r3, %f0;
	{
		.param .b32 argument;
		st.param.b32 [argument], %r3;
		.param .b32 answer;
		ld.global.u64 %rd3, [places+16];
	prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
		call (answer), %rd3, (argument), prototype;
		ld.param.b32 %r3, [answer];
	}
	bra.uni end;
two:
	{
		.param .align 8 .b8 pair[16];
		.param .align 8 .b8 answer[16];
		mov.u64 %rd4, 5;
		cvt.u64.u32 %rd5, %r0;
		st.param.b64 [pair], %rd4;
		st.param.b64 [pair+8], %rd5;
		call.uni (answer), turned, (pair);
		ld.param.u64 %rd6, [answer];
		cvt.u32.u64 %r3, %rd6;
	}
	bra.uni end;
three:
	mov.u32 %r3, 0;
	mov.u32 %r4, 0;
again:
	add.u32 %r3, %r3, %r4;
	add.u32 %r4, %r4, 1;
	setp.le.u32 %p0, %r4, %r0;
	@%p0 bra again;
end:
	mul.wide.u32 %rd7, %r0, 4;
	mov.u64 %rd8, dynamic;
	add.u64 %rd8, %rd8, %rd7;
	st.shared.u32 [%rd8], %r3;
	ld.shared.u32 %r5, [%rd8];
	ld.param.u64 %rd9, [out];
	mad.lo.u32 %r6, %r1, 32, %r0;
	mul.wide.u32 %rd10, %r6, 4;
	add.u64 %rd9, %rd9, %rd10;
	st.global.u32 [%rd9], %r5;
	setp.ne.u32 %p1, %r6, 37;
	@%p1 bra done;
	st.local.v2.u32 [%SPL], {%r0, %r1};
	st.local.u32 [%SPL+8], %r6;
	{
		.param .b64 a;
		mov.u64 %rd11, $text;
		cvta.global.u64 %rd11, %rd11;
		st.param.b64 [a], %rd11;
		.param .b64 b;
		st.param.b64 [b], %SP;
		.param .b32 c;
		call.uni (c), vprintf, (a, b);
	}
done:
	ret;
}
)" R"(
// bits of what the memory of s, of a variable and of out's target is: of the kernel's parameters, global, local
.visible .entry spaces(.param .u64 out, .param .align 64 .b8 s[192])
{
	.local .align 8 .b8 depot[16];
	.reg .pred %p<3>;
	.reg .b32 %r<4>;
	.reg .b64 %rd<8>;
	ld.param.u64 %rd0, [out];
	mov.b64 %rd1, s;
	cvta.param.u64 %rd1, %rd1;
	add.u64 %rd1, %rd1, 64;
	mov.u64 %rd2, depot;
	cvta.local.u64 %rd2, %rd2;
	mov.b64 %rd3, %rd1;
	mov.u32 %r0, 0;
	mov.b64 %rd4, %rd0;
next:
	isspacep.param %p0, %rd3;
	isspacep.global %p1, %rd3;
	isspacep.local %p2, %rd3;
	selp.u32 %r1, 1, 0, %p0;
	selp.u32 %r2, 2, 0, %p1;
	selp.u32 %r3, 4, 0, %p2;
	add.u32 %r1, %r1, %r2;
	add.u32 %r1, %r1, %r3;
	st.global.u32 [%rd4], %r1;
	add.u64 %rd4, %rd4, 4;
	add.u32 %r0, %r0, 1;
	setp.eq.u32 %p0, %r0, 1;
	selp.b64 %rd3, %rd2, %rd0, %p0;
	setp.lt.u32 %p1, %r0, 3;
	@%p1 bra next;
	cvta.to.param.u64 %rd5, %rd1;
	ld.param.u32 %r1, [%rd5];
	st.global.u32 [%rd4], %r1;
	ret;
}
)";

static CUmodule module;

static CUfunction find(const char *name)
{
	CUfunction function = NULL;
	CHECK(cuModuleGetFunction(&function, module, name) == CUDA_SUCCESS);
	return function;
}

static void check_reverse(void)
{
	struct {
		int a;
		long long b;
	} s = { 3, 100 };
	float scale = 9.75f;
	unsigned char half = 200;
	CUdeviceptr out, counter;
	int host[128], bound = 0, count = 0;
	size_t size = 0;
	CHECK(cuMemAlloc(&out, sizeof(host)) == CUDA_SUCCESS && cuMemsetD32(out, 1, 128) == CUDA_SUCCESS);
	void *arguments[] = { &out, &s, &scale, &half };
	CHECK(cuLaunchKernel(find("reverse"), 2, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL) == CUDA_SUCCESS);
	CHECK(cuMemcpyDtoH(host, out, sizeof(host)) == CUDA_SUCCESS);
	for (int i = 0; i < 128; i++)
		CHECK(host[i] == (i < 120 ? 3 * (i / 64 * 64 + 63 - i % 64) + 100 + 9 + 200 : 1));
	CHECK(cuFuncGetAttribute(&bound, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, find("reverse")) == CUDA_SUCCESS && bound == 64);
	CHECK(cuModuleGetGlobal(&counter, &size, module, "counter") == CUDA_SUCCESS && size == 4);
	CHECK(cuMemcpyDtoH(&count, counter, 4) == CUDA_SUCCESS && count == 7 + 120);
	cuMemFree(out);
}

static void check_paths(void)
{
	CUdeviceptr out;
	unsigned host[64];
	CHECK(cuMemAlloc(&out, sizeof(host)) == CUDA_SUCCESS);
	void *arguments[] = { &out };
	CHECK(cuLaunchKernel(find("paths"), 2, 1, 1, 32, 1, 1, 128, NULL, arguments, NULL) == CUDA_SUCCESS);
	CHECK(cuMemcpyDtoH(host, out, sizeof(host)) == CUDA_SUCCESS);
	for (unsigned i = 0; i < 64; i++) {
		unsigned t = i % 32, sum = t * (t + 1) / 2;
		CHECK(host[i] == (t % 4 == 0 ? 10 : t % 4 == 1 ? 8 : t % 4 == 2 ? t : sum));
	}
	cuMemFree(out);
}

static void check_spaces(void)
{
	CUdeviceptr out;
	int s[48], host[4] = { 0 };
	for (int i = 0; i < 48; i++)
		s[i] = 100 + i;
	CHECK(cuMemAlloc(&out, sizeof(host)) == CUDA_SUCCESS);
	void *arguments[] = { &out, s };
	CHECK(cuLaunchKernel(find("spaces"), 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL) == CUDA_SUCCESS);
	CHECK(cuMemcpyDtoH(host, out, sizeof(host)) == CUDA_SUCCESS);
	CHECK(host[0] == 1 + 2 && host[1] == 4 && host[2] == 2 && host[3] == 116);
	cuMemFree(out);
}

int main()
{
	CUdevice device;
	CUcontext context;
	CHECK(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
	CHECK(cuCtxCreate(&context, 0, device) == CUDA_SUCCESS);
	CHECK(cuModuleLoadData(&module, module_text) == CUDA_SUCCESS);
	check_reverse();
	check_paths();
	check_spaces();
	return failures != 0;
}
