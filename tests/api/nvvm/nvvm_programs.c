// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of NVVM IR: pointers of both kinds, intrinsics with modes, variables, kernels that launch kernels, libraries of
// which only what is needed is taken; results are loaded and run; options, statuses and messages of failures.
// LINK: cudart -lnvvm -lcuda
#include <cuda.h>
#include <nvvm.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

#define HEAD \
	"target datalayout = \"e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-" \
	"v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64\"\n" \
	"target triple = \"nvptx64-nvidia-cuda\"\n"
#define TAIL(type) \
	"declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() nounwind readnone\n" \
	"!nvvm.annotations = !{!0}\n" \
	"!0 = !{" type " @run, !\"kernel\", i32 1}\n" \
	"!nvvmir.version = !{!1}\n" \
	"!1 = !{i32 2, i32 0}\n"

// Typed pointers in every place: structures, arrays of functions, attributes that take a type from them, constants.
static const char typed[] =
	"; a comment with a star: i32*\n" HEAD
	"%pair = type { i32, [2 x i32]* }\n"
	"%\"odd * name\" = type { i32 }\n"
	"@\"a * b\" = internal addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16\n"
	"@table = internal addrspace(4) constant [2 x i32 (i32)*] [i32 (i32)* @double, i32 (i32)* @square]\n"
	"define internal i32 @double(i32 %x) {\n  %r = mul i32 %x, 2\n  ret i32 %r\n}\n"
	"define internal i32 @square(i32 %x) {\n  %r = mul i32 %x, %x\n  ret i32 %r\n}\n"
	"define internal i32 @first(%pair* byval align 8 %p) {\n"
	"  %a = getelementptr inbounds %pair, %pair* %p, i64 0, i32 0\n"
	"  %v = load i32, i32* %a\n  store i32 -1, i32* %a\n  ret i32 %v\n}\n"
	"define void @run(i32* %out) {\n"
	"  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
	"  %t64 = zext i32 %t to i64\n"
	"  %p = alloca %pair, align 8\n"
	"  %b = bitcast %pair* %p to i32*\n"
	"  store i32 %t, i32* %b\n"
	"  %f0 = call i32 @first(%pair* byval align 8 %p)\n"
	"  %f1 = call i32 @first(%pair* byval align 8 %p)\n"
	"  %g = getelementptr inbounds [4 x i32], [4 x i32] addrspace(1)* @\"a * b\", i64 0, i64 %t64\n"
	"  %c = load i32, i32 addrspace(1)* %g\n"
	"  %bit = and i64 %t64, 1\n"
	"  %s = getelementptr [2 x i32 (i32)*], [2 x i32 (i32)*] addrspace(4)* @table, i64 0, i64 %bit\n"
	"  %fn = load i32 (i32)*, i32 (i32)* addrspace(4)* %s\n"
	"  %d = call i32 %fn(i32 %c)\n"
	"  %sum = add i32 %f0, %f1\n"
	"  %sum2 = add i32 %sum, %d\n"
	"  %o = getelementptr i32, i32* %out, i64 %t64\n"
	"  store i32 %sum2, i32* %o\n"
	"  ret void\n}\n" TAIL("void (i32*)*");

// Warps: a shuffle by index, a ballot, a barrier by its first name.
static const char warps[] = HEAD
	"define void @run(ptr %out) {\n"
	"  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
	"  call void @llvm.cuda.syncthreads()\n"
	"  %n = sub i32 31, %t\n"
	"  %s = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 0, i32 %t, i32 %n, i32 31)\n"
	"  %v = extractvalue {i32, i1} %s, 0\n"
	"  %x = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 3, i32 %v, i32 1, i32 31)\n"
	"  %w = extractvalue {i32, i1} %x, 0\n"
	"  %small = icmp ult i32 %t, 5\n"
	"  %b = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %small)\n"
	"  %m = extractvalue {i32, i1} %b, 0\n"
	"  %a = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 1, i1 %small)\n"
	"  %any = extractvalue {i32, i1} %a, 1\n"
	"  %add = select i1 %any, i32 1000, i32 0\n"
	"  %r = add i32 %w, %m\n"
	"  %r2 = add i32 %r, %add\n"
	"  %t64 = zext i32 %t to i64\n"
	"  %o = getelementptr i32, ptr %out, i64 %t64\n"
	"  store i32 %r2, ptr %o\n"
	"  ret void\n}\n"
	"declare void @llvm.cuda.syncthreads() nounwind\n"
	"declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)\n"
	"declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)\n" TAIL("ptr");

// What another module has, and a library that holds more than is needed.
static const char calls[] = HEAD
	"define void @run(i32* %out) {\n"
	"  %v = call i32 @other(i32 20)\n"
	"  store i32 %v, i32* %out\n"
	"  ret void\n}\n"
	"declare i32 @other(i32)\n" TAIL("void (i32*)*");
static const char other[] = HEAD
	"define i32 @other(i32 %x) {\n  %r = call i32 @helper(i32 %x)\n  %s = add i32 %r, 1\n  ret i32 %s\n}\n"
	"declare i32 @helper(i32)\n";
static const char library[] = HEAD
	"define i32 @helper(i32 %x) {\n  %r = mul i32 %x, 3\n  ret i32 %r\n}\n"
	"define i32 @unused(i32 %x) {\n  %r = call i32 @nowhere(i32 %x)\n  ret i32 %r\n}\n"
	"declare i32 @nowhere(i32)\n";

// A kernel that launches itself: dim3 is a structure by value.
static const char launches[] = HEAD
	"%dim3 = type { i32, i32, i32 }\n%stream = type opaque\n"
	"@sum = internal addrspace(1) global i32 0\n"
	"define void @run(i32* %out) {\n"
	"  %old = atomicrmw add i32 addrspace(1)* @sum, i32 1 seq_cst\n"
	"  store i32 %old, i32* %out\n"
	"  %last = icmp sge i32 %old, 3\n"
	"  br i1 %last, label %done, label %more\n"
	"more:\n"
	"  %b = call i8* @cudaGetParameterBufferV2(i8* bitcast (void (i32*)* @run to i8*), %dim3 { i32 1, i32 1, i32 1 }, "
	"%dim3 { i32 1, i32 1, i32 1 }, i32 0)\n"
	"  %p = bitcast i8* %b to i32**\n"
	"  %next = getelementptr i32, i32* %out, i64 1\n"
	"  store i32* %next, i32** %p\n"
	"  %e = call i32 @cudaLaunchDeviceV2(i8* %b, %stream* null)\n"
	"  br label %done\n"
	"done:\n"
	"  ret void\n}\n"
	"declare i8* @cudaGetParameterBufferV2(i8*, %dim3, %dim3, i32)\n"
	"declare i32 @cudaLaunchDeviceV2(i8*, %stream*)\n" TAIL("void (i32*)*");

// Variables without an address space, found by name; a function for other modules; one that another module has.
static const char parts[] = HEAD
	"@count = global i32 7\n"
	"@seen = internal global [2 x i32] zeroinitializer\n"
	"define void @run(ptr %out) {\n"
	"  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
	"  %old = atomicrmw add ptr @count, i32 1 seq_cst\n"
	"  %sum = call i32 @more(i32 %old)\n"
	"  %second = getelementptr [2 x i32], ptr @seen, i64 0, i64 1\n"
	"  store i32 %sum, ptr %second\n"
	"  store i32 %sum, ptr %out\n"
	"  ret void\n}\n"
	"define i32 @more(i32 %x) {\n  %r = add i32 %x, 100\n  ret i32 %r\n}\n" TAIL("ptr");

static char *log_of(nvvmProgram program)
{
	size_t size = 0;
	CHECK_EQUAL(nvvmGetProgramLogSize(program, &size), NVVM_SUCCESS);
	char *log = malloc(size);
	CHECK_EQUAL(nvvmGetProgramLog(program, log), NVVM_SUCCESS);
	CHECK_EQUAL(strlen(log) + 1, size);
	return log;
}

// The result of compiling PROGRAM, which is destroyed.
static char *result_of(nvvmProgram program, int count, const char **options)
{
	size_t size;
	nvvmResult result = nvvmCompileProgram(program, count, options);
	char *log = log_of(program);
	if (result != NVVM_SUCCESS)
		fprintf(stderr, "%s\n", log);
	free(log);
	CHECK_EQUAL(result, NVVM_SUCCESS);
	CHECK_EQUAL(nvvmGetCompiledResultSize(program, &size), NVVM_SUCCESS);
	char *text = malloc(size);
	CHECK_EQUAL(nvvmGetCompiledResult(program, text), NVVM_SUCCESS);
	CHECK_EQUAL(nvvmDestroyProgram(&program), NVVM_SUCCESS);
	CHECK(program == NULL);
	return text;
}

static nvvmProgram program_of(const char *text)
{
	nvvmProgram program;
	CHECK_EQUAL(nvvmCreateProgram(&program), NVVM_SUCCESS);
	CHECK_EQUAL(nvvmAddModuleToProgram(program, text, strlen(text), "given.ll"), NVVM_SUCCESS);
	return program;
}

// Runs @run of PTX by THREADS threads.
static void run(char *ptx, unsigned threads, int *out)
{
	CUmodule module;
	CUfunction function;
	CUdeviceptr memory;
	void *parameters[] = { &memory };
	CHECK_EQUAL(cuModuleLoadData(&module, ptx), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleGetFunction(&function, module, "run"), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemAlloc(&memory, 32 * sizeof(int)), CUDA_SUCCESS);
	CHECK_EQUAL(cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, parameters, NULL), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(out, memory, 32 * sizeof(int)), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemFree(memory), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleUnload(module), CUDA_SUCCESS);
	free(ptx);
}

static void results(void)
{
	const char *options[] = { "-arch=compute_80", "-ftz=1", "-prec-div=0", "-prec-sqrt=1", "-fma=1", "-opt=3", "-generate-line-info" };
	int out[32];
	run(result_of(program_of(typed), 0, NULL), 4, out);
	CHECK_EQUAL(out[0], 0 + 0 + 2 * 1);
	CHECK_EQUAL(out[1], 1 + 1 + 2 * 2);
	CHECK_EQUAL(out[2], 2 + 2 + 2 * 3);
	CHECK_EQUAL(out[3], 3 + 3 + 4 * 4);
	run(result_of(program_of(warps), 7, options), 32, out);
	for (int i = 0; i < 32; i++)
		CHECK_EQUAL(out[i], (31 - (i ^ 1)) + 0x1f + 1000);
	run(result_of(program_of(launches), 1, options), 1, out);
	for (int i = 0; i < 4; i++)
		CHECK_EQUAL(out[i], i);
	nvvmProgram program = program_of(calls);
	CHECK_EQUAL(nvvmLazyAddModuleToProgram(program, library, sizeof(library), NULL), NVVM_SUCCESS);
	CHECK_EQUAL(nvvmAddModuleToProgram(program, other, sizeof(other), NULL), NVVM_SUCCESS);
	char *text = result_of(program, 0, NULL);
	CHECK(strstr(text, ".entry run") != NULL);
	run(text, 1, out);
	CHECK_EQUAL(out[0], 61);
}

static void parts_of_a_module(void)
{
	CUmodule module;
	CUfunction function;
	CUdeviceptr memory, count, seen;
	size_t size;
	void *parameters[] = { &memory };
	int out = 0, counted = 0, last[2] = { 0 };
	char *text = result_of(program_of(parts), 0, NULL);
	CHECK(strstr(text, ".visible .func  (.param .b32 func_retval0) more(") != NULL);
	CHECK_EQUAL(cuModuleLoadData(&module, text), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleGetFunction(&function, module, "run"), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleGetGlobal(&count, &size, module, "count"), CUDA_SUCCESS);
	CHECK_EQUAL(size, 4);
	CHECK_EQUAL(cuModuleGetGlobal(&seen, &size, module, "seen"), CUDA_SUCCESS);
	CHECK_EQUAL(size, 8);
	CHECK_EQUAL(cuMemAlloc(&memory, sizeof(out)), CUDA_SUCCESS);
	CHECK_EQUAL(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(&out, memory, sizeof(out)), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(&counted, count, sizeof(counted)), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(last, seen, sizeof(last)), CUDA_SUCCESS);
	CHECK_EQUAL(out, 107);
	CHECK_EQUAL(counted, 8);
	CHECK_EQUAL(last[1], 107);
	CHECK_EQUAL(cuMemFree(memory), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleUnload(module), CUDA_SUCCESS);
	free(text);
	text = result_of(program_of(calls), 0, NULL); // what another module has
	CHECK(strstr(text, ".extern .func  (.param .b32 func_retval0) other") != NULL);
	CHECK(cuModuleLoadData(&module, text) != CUDA_SUCCESS);
	free(text);
}

// -ftz=1: the PTX flushes; the CPU keeps denormals (docs/compat.md).
static void small_numbers(void)
{
	const char *program = HEAD "define float @half(float %x) {\n  %y = fmul float %x, 5.000000e-01\n  ret float %y\n}\n"
	                           "!nvvmir.version = !{!1}\n!1 = !{i32 2, i32 0}\n";
	const char *kept[] = { "-ftz=0" }, *flushed[] = { "-ftz=1" };
	char *text = result_of(program_of(program), 1, kept);
	CHECK(strstr(text, "mul.rn.f32") || strstr(text, "mul.f32"));
	free(text);
	text = result_of(program_of(program), 1, flushed);
	CHECK(strstr(text, "mul.rn.ftz.f32") || strstr(text, "mul.ftz.f32"));
	free(text);
}

// -fma: whether a product and a sum may be one instruction, as they are without the option.
static void contraction(void)
{
	const char *program = HEAD "define float @sum(float %x, float %y) {\n  %p = fmul float %x, %y\n  %s = fadd float %p, %x\n"
	                           "  ret float %s\n}\n!nvvmir.version = !{!1}\n!1 = !{i32 2, i32 0}\n";
	const char *apart[] = { "-fma=0" };
	char *text = result_of(program_of(program), 0, NULL);
	CHECK(strstr(text, "fma.rn.f32"));
	free(text);
	text = result_of(program_of(program), 1, apart);
	CHECK(!strstr(text, "fma.rn.f32"));
	free(text);
}

static void failures(void)
{
	const char *options[] = { "-arch=compute_90", "--nonsense" };
	int numbers[4];
	size_t size;
	nvvmProgram program;
	CHECK_EQUAL(nvvmCreateProgram(NULL), NVVM_ERROR_INVALID_PROGRAM);
	CHECK_EQUAL(nvvmCreateProgram(&program), NVVM_SUCCESS);
	CHECK_EQUAL(nvvmCompileProgram(program, 0, NULL), NVVM_ERROR_NO_MODULE_IN_PROGRAM);
	CHECK_EQUAL(nvvmAddModuleToProgram(program, NULL, 3, "x"), NVVM_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvvmAddModuleToProgram(NULL, typed, 3, "x"), NVVM_ERROR_INVALID_PROGRAM);
	CHECK_EQUAL(nvvmAddModuleToProgram(program, HEAD "define void @f() {\n  %x = frobnicate i32 1\n}\n", 400, "wrong.ll"), NVVM_SUCCESS);
	CHECK_EQUAL(nvvmVerifyProgram(program, 0, NULL), NVVM_ERROR_INVALID_IR);
	char *log = log_of(program);
	CHECK(strstr(log, "wrong.ll:4:8: error: expected instruction opcode") != NULL);
	free(log);
	CHECK_EQUAL(nvvmCompileProgram(program, 0, NULL), NVVM_ERROR_COMPILATION);
	CHECK_EQUAL(nvvmGetCompiledResultSize(program, &size), NVVM_SUCCESS);
	CHECK_EQUAL(size, 1);
	CHECK_EQUAL(nvvmCompileProgram(program, 2, options), NVVM_ERROR_INVALID_OPTION);
	log = log_of(program);
	CHECK(strstr(log, "--nonsense") != NULL);
	free(log);
	CHECK_EQUAL(nvvmDestroyProgram(&program), NVVM_SUCCESS);
	CHECK_EQUAL(nvvmDestroyProgram(&program), NVVM_ERROR_INVALID_PROGRAM);
	program = program_of(HEAD "define i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 2, 1\n  ret i32 %a\n}\n");
	CHECK_EQUAL(nvvmVerifyProgram(program, 0, NULL), NVVM_ERROR_INVALID_IR); // which can be read
	log = log_of(program);
	CHECK(strstr(log, "does not dominate all uses") != NULL);
	free(log);
	CHECK_EQUAL(nvvmDestroyProgram(&program), NVVM_SUCCESS);
	CHECK_EQUAL(nvvmVersion(&numbers[0], &numbers[1]), NVVM_SUCCESS);
	CHECK_EQUAL(nvvmIRVersion(&numbers[0], &numbers[1], &numbers[2], &numbers[3]), NVVM_SUCCESS);
	CHECK_EQUAL(numbers[0], 2);
	CHECK_EQUAL(strcmp(nvvmGetErrorString(NVVM_ERROR_INVALID_IR), "NVVM_ERROR_INVALID_IR"), 0);
}

int main(void)
{
	CUdevice device;
	CUcontext context;
	CHECK_EQUAL(cuInit(0), CUDA_SUCCESS);
	CHECK_EQUAL(cuDeviceGet(&device, 0), CUDA_SUCCESS);
	CHECK_EQUAL(cuCtxCreate(&context, NULL, 0, device), CUDA_SUCCESS); // as CUDA 13 has it
	results();
	parts_of_a_module();
	small_numbers();
	contraction();
	failures();
	return unit_finish();
}
