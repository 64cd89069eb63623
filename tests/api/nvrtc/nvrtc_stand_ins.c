// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers in the place of standard ones, as texts or in a folder: the system's are taken; where the program's are empty, its namespace std
// is its own.
// LINK: cudart -lnvrtc -lcuda
#include <cuda.h>
#include <nvrtc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

static int run(const char *image)
{
	CUmodule module;
	CUfunction function;
	CUdeviceptr out;
	int got = -1;
	void *parameters[] = { &out };
	CHECK_EQUAL(cuMemAlloc(&out, sizeof(int)), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleLoadData(&module, image), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleGetFunction(&function, module, "run"), CUDA_SUCCESS);
	CHECK_EQUAL(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(&got, out, sizeof(got)), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleUnload(module), CUDA_SUCCESS);
	cuMemFree(out);
	return got;
}

// What the program writes, or -2 after its messages if it isn't compiled.
static int result_of(const char *source, int count, const char *const *texts, const char *const *names, const char *option)
{
	nvrtcProgram program;
	const char *options[] = { "-std=c++14", option };
	size_t size = 0;
	int got = -2;
	CHECK_EQUAL(nvrtcCreateProgram(&program, source, "own.cu", count, texts, names), NVRTC_SUCCESS);
	if (nvrtcCompileProgram(program, option ? 2 : 1, options) == NVRTC_SUCCESS) {
		CHECK_EQUAL(nvrtcGetPTXSize(program, &size), NVRTC_SUCCESS);
		char *ptx = malloc(size);
		CHECK_EQUAL(nvrtcGetPTX(program, ptx), NVRTC_SUCCESS);
		got = run(ptx);
		free(ptx);
	} else {
		CHECK_EQUAL(nvrtcGetProgramLogSize(program, &size), NVRTC_SUCCESS);
		char *log = malloc(size);
		CHECK_EQUAL(nvrtcGetProgramLog(program, log), NVRTC_SUCCESS);
		fputs(log, stderr);
		free(log);
	}
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
	return got;
}

// A std of its own, with names that the system's has, and the three that NVRTC gives.
static const char own[] =
	"#include <cstdint>\n#include <type_traits>\n#include <algorithm>\n#include <cuda_fp16.h>\n"
	"using int64_t = long; using uint64_t = unsigned long; using int8_t = char; using size_t = uint64_t;\n"
	"namespace std {\n"
	"using int64_t = ::int64_t; using int8_t = ::int8_t;\n"
	"template <typename T, typename U> struct is_same { static const int value = 10; };\n"
	"template <typename T> struct is_same<T, T> { static const int value = 20; };\n"
	"template <typename T> struct numeric_limits {};\n"
	"template <> struct numeric_limits<float> { static __device__ float own() { return 400; } };\n"
	"template <typename T> __device__ T min(T a, T b) { return ::min(a, b); }\n"
	"template <typename T> __device__ T floor(T a) { return ::floor(a); }\n"
	"template <typename T> __device__ T unused(T a) { return nowhere::unused(a); }\n"
	"}\n"
	"__device__ int sum(std::initializer_list<int> numbers) { int all = 0; for (int x : numbers) all += x; return all; }\n"
	"extern \"C\" __global__ void run(int *out) {\n"
	"	*out = (int)std::numeric_limits<float>::own() + std::is_same<std::int8_t, char>::value + std::is_same<int64_t, int>::value +\n"
	"		sum({ 1, 2, std::min(3, 7) }) + (int)std::floor(__half2float(__float2half(1.5f)));\n"
	"	*out = std::move(*out); }\n";

// One that has what the system's headers have.
static const char system_like[] =
	"#include <type_traits>\n#include <limits>\n#include \"part.h\"\n"
	"extern \"C\" __global__ void run(int *out) { *out = std::is_same<int, int>::value + std::numeric_limits<short>::max() + PART; }\n";
static const char traits[] =
	"#pragma once\nnamespace std { template <class A, class B> struct is_same { enum { value = 0 }; };\n"
	"template <class A> struct is_same<A, A> { enum { value = 1 }; }; }\n";

static void put(const char *folder, const char *name, const char *text)
{
	char path[256];
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	FILE *file = fopen(path, "w");
	CHECK(file);
	if (file) {
		fputs(text, file);
		fclose(file);
	}
}

static void remove_all(const char *folder, int count, const char *const *names)
{
	char path[256];
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		unlink(path);
	}
	CHECK_EQUAL(rmdir(folder), 0);
}

static void check_empty(void)
{
	static const char *const names[] = { "cstdint", "type_traits", "algorithm" }, *const texts[] = { "", "// none\n", "#pragma once\n" };
	char folder[] = "/tmp/aw_stand_ins_XXXXXX", option[64];
	const int wanted = 400 + 20 + 10 + 6 + 1;
	CHECK(mkdtemp(folder));
	snprintf(option, sizeof(option), "-I%s", folder);
	for (int i = 0; i < 3; i++)
		put(folder, names[i], texts[i]);
	CHECK_EQUAL(result_of(own, 3, texts, names, NULL), wanted);
	CHECK_EQUAL(result_of(own, 0, NULL, NULL, option), wanted);
	remove_all(folder, 3, names);
}

static void check_full(void)
{
	static const char *const names[] = { "type_traits", "limits", "part.h" }, *const texts[] = { traits, "#include <type_traits>\n",
		"#define PART 7\n" };
	char folder[] = "/tmp/aw_stand_ins_XXXXXX", option[64];
	const int wanted = 1 + 32767 + 7;
	CHECK(mkdtemp(folder));
	snprintf(option, sizeof(option), "--include-path=%s", folder);
	for (int i = 0; i < 3; i++)
		put(folder, names[i], texts[i]);
	CHECK_EQUAL(result_of(system_like, 3, texts, names, NULL), wanted);
	CHECK_EQUAL(result_of(system_like, 0, NULL, NULL, option), wanted);
	remove_all(folder, 3, names);
}

int main(void)
{
	CUdevice device;
	CUcontext context;
	CHECK_EQUAL(cuInit(0), CUDA_SUCCESS);
	CHECK_EQUAL(cuDeviceGet(&device, 0), CUDA_SUCCESS);
	CHECK_EQUAL(cuDevicePrimaryCtxRetain(&context, device), CUDA_SUCCESS);
	CHECK_EQUAL(cuCtxSetCurrent(context), CUDA_SUCCESS);
	check_empty();
	check_full();
	return unit_finish();
}
