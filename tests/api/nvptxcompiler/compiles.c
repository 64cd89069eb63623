// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX compiled at run time: what is made is loaded and run; logs, versions, the callback, statuses of failures.
// LINK: cudart -lnvptxcompiler -lcuda
#include <cuda.h>
#include <nvPTXCompiler.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const char text[] =
	".version 8.0\n.target sm_70\n.address_size 64\n"
	".visible .entry run(.param .u64 out)\n"
	"{\n"
	"\t.reg .b32 %r<3>;\n\t.reg .b64 %rd<4>;\n"
	"\tld.param.u64 %rd1, [out];\n"
	"\tmov.u32 %r1, %tid.x;\n"
	"\tmul.lo.u32 %r2, %r1, 3;\n"
	"\tmul.wide.u32 %rd2, %r1, 4;\n"
	"\tadd.u64 %rd3, %rd1, %rd2;\n"
	"\tst.global.u32 [%rd3], %r2;\n"
	"\tret;\n"
	"}\n";

static nvPTXCompilerHandle create(const char *code)
{
	nvPTXCompilerHandle handle = NULL;
	CHECK_EQUAL(nvPTXCompilerCreate(&handle, strlen(code), code), NVPTXCOMPILE_SUCCESS);
	return handle;
}

static void run(const void *image)
{
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUfunction function;
	CUdeviceptr memory;
	int out[8];
	void *parameters[] = { &memory };
	CHECK_EQUAL(cuInit(0), CUDA_SUCCESS);
	CHECK_EQUAL(cuDeviceGet(&device, 0), CUDA_SUCCESS);
	CHECK_EQUAL(cuCtxCreate(&context, 0, device), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleLoadData(&module, image), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleGetFunction(&function, module, "run"), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemAlloc(&memory, sizeof(out)), CUDA_SUCCESS);
	CHECK_EQUAL(cuLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, NULL, parameters, NULL), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(out, memory, sizeof(out)), CUDA_SUCCESS);
	for (int i = 0; i < 8; i++)
		CHECK_EQUAL(out[i], 3 * i);
	CHECK_EQUAL(cuModuleUnload(module), CUDA_SUCCESS);
}

static void check_program(void)
{
	const char *options[] = { "--gpu-name=sm_80", "--verbose", "-O3" };
	nvPTXCompilerHandle handle = create(text);
	size_t size = 0;
	CHECK_EQUAL(nvPTXCompilerGetCompiledProgramSize(handle, &size), NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE);
	CHECK_EQUAL(nvPTXCompilerCompile(handle, 3, options), NVPTXCOMPILE_SUCCESS);
	CHECK_EQUAL(nvPTXCompilerGetErrorLogSize(handle, &size), NVPTXCOMPILE_SUCCESS);
	CHECK_EQUAL(size, 0);
	CHECK_EQUAL(nvPTXCompilerGetInfoLogSize(handle, &size), NVPTXCOMPILE_SUCCESS);
	char *log = calloc(1, size + 1);
	CHECK_EQUAL(nvPTXCompilerGetInfoLog(handle, log), NVPTXCOMPILE_SUCCESS);
	CHECK(strlen(log) + 1 == size && strstr(log, "ptxas info    : Compiling entry function 'run'"));
	CHECK_EQUAL(nvPTXCompilerGetCompiledProgramSize(handle, &size), NVPTXCOMPILE_SUCCESS);
	char *image = malloc(size + 1);
	CHECK_EQUAL(nvPTXCompilerGetCompiledProgram(handle, image), NVPTXCOMPILE_SUCCESS);
	CHECK_EQUAL(nvPTXCompilerDestroy(&handle), NVPTXCOMPILE_SUCCESS);
	CHECK(!handle);
	run(image);
	free(image);
	free(log);
}

// What COMPILE gives for CODE, and a part of the log.
static void check_failure(const char *code, const char *option, nvPTXCompileResult expected, const char *part)
{
	nvPTXCompilerHandle handle = create(code);
	size_t size = 0;
	CHECK_EQUAL(nvPTXCompilerCompile(handle, 1, &option), expected);
	CHECK_EQUAL(nvPTXCompilerGetErrorLogSize(handle, &size), NVPTXCOMPILE_SUCCESS);
	char *log = calloc(1, size + 1);
	CHECK_EQUAL(nvPTXCompilerGetErrorLog(handle, log), NVPTXCOMPILE_SUCCESS);
	CHECK(strstr(log, part) != NULL);
	CHECK_EQUAL(nvPTXCompilerGetCompiledProgramSize(handle, &size), NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE);
	CHECK_EQUAL(nvPTXCompilerDestroy(&handle), NVPTXCOMPILE_SUCCESS);
	free(log);
}

static int ask(void *payload, void *unused)
{
	int *answers = payload;
	CHECK(!unused);
	return answers[0]-- == 1;
}

static void check_callback(void)
{
	const char *option = "-arch=sm_80";
	int first = 1, second = 2, never = 9;
	nvPTXCompilerHandle handle = create(text);
	CHECK_EQUAL(nvPTXCompilerSetFlowCallback(handle, NULL, NULL), NVPTXCOMPILE_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvPTXCompilerSetFlowCallback(handle, ask, &first), NVPTXCOMPILE_SUCCESS);
	CHECK_EQUAL(nvPTXCompilerCompile(handle, 1, &option), NVPTXCOMPILE_ERROR_CANCELLED);
	CHECK_EQUAL(nvPTXCompilerSetFlowCallback(handle, ask, &second), NVPTXCOMPILE_SUCCESS);
	CHECK_EQUAL(nvPTXCompilerCompile(handle, 1, &option), NVPTXCOMPILE_ERROR_CANCELLED);
	CHECK_EQUAL(nvPTXCompilerSetFlowCallback(handle, ask, &never), NVPTXCOMPILE_SUCCESS);
	CHECK_EQUAL(nvPTXCompilerCompile(handle, 1, &option), NVPTXCOMPILE_SUCCESS);
	CHECK_EQUAL(never, 7);
	CHECK_EQUAL(nvPTXCompilerDestroy(&handle), NVPTXCOMPILE_SUCCESS);
}

static void check_statuses(void)
{
	nvPTXCompilerHandle none = NULL;
	unsigned major = 0, minor;
	int count = 0, versions[99][2];
	CHECK_EQUAL(nvPTXCompilerCreate(&none, 0, NULL), NVPTXCOMPILE_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvPTXCompilerDestroy(&none), NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE);
	CHECK_EQUAL(nvPTXCompilerCompile(NULL, 0, NULL), NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE);
	CHECK_EQUAL(nvPTXCompilerGetErrorLogSize(NULL, NULL), NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE);
	CHECK_EQUAL(nvPTXCompilerGetVersion(NULL, NULL), NVPTXCOMPILE_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvPTXCompilerGetVersion(&major, &minor), NVPTXCOMPILE_SUCCESS);
	CHECK_EQUAL(major, 12);
	CHECK_EQUAL(nvPTXCompilerGetNumSupportedVersions(&count), NVPTXCOMPILE_SUCCESS);
	CHECK(count > 40 && count < 99);
	CHECK_EQUAL(nvPTXCompilerGetSupportedVersions(versions), NVPTXCOMPILE_SUCCESS);
	CHECK(versions[0][0] == 1 && versions[0][1] == 0 && versions[count - 1][0] == 9);
}

int main(void)
{
	check_program();
	check_failure(".version 99.0\n.target sm_70\n", "-arch=sm_80", NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION,
	              "ptxas application ptx input, line 1; fatal   : Unsupported .version 99.0");
	check_failure(text, "--bogus", NVPTXCOMPILE_ERROR_COMPILATION_FAILURE, "ptxas fatal   : Unknown option '-bogus'");
	check_failure(".version 8.0\n.target sm_70\n.address_size 64\n.entry k() {\n\t.reg .b32 %r<2>;\n\tmov.u32 %r1, %q;\n}\n", "-arch=sm_80",
	              NVPTXCOMPILE_ERROR_COMPILATION_FAILURE, "ptxas application ptx input, line 6; error   : Unknown symbol '%q'");
	check_callback();
	check_statuses();
	return unit_finish();
}
