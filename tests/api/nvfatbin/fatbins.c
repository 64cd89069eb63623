// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fat binaries made of what NVRTC makes, PTX with and without its module, code for link-time optimisation, linked code: they are loaded
// by each function that takes an image, and linked; what is written in them; options and statuses of failures.
// LINK: cudart -lnvfatbin -lnvrtc -lnvJitLink -lcuda
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvFatbin.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const char whole[] = "extern \"C\" __global__ void run(int *out) { out[threadIdx.x] = threadIdx.x * 7 + 1000; }\n";
static const char caller[] =
	"extern __device__ int weigh(int); extern __device__ int base;\n"
	"extern \"C\" __global__ void run(int *out) { out[threadIdx.x] = weigh(threadIdx.x) + base; }\n";
static const char callee[] = "__device__ int base = 1000; __device__ int weigh(int x) { return x * 7; }\n";

struct bytes {
	char *data;
	size_t size;
};

static struct bytes compile(const char *source, int count, const char **options)
{
	nvrtcProgram program;
	struct bytes made;
	int lto = strcmp(options[0], "-dlto") == 0;
	CHECK_EQUAL(nvrtcCreateProgram(&program, source, "part.cu", 0, NULL, NULL), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, count, options), NVRTC_SUCCESS);
	CHECK_EQUAL(lto ? nvrtcGetLTOIRSize(program, &made.size) : nvrtcGetPTXSize(program, &made.size), NVRTC_SUCCESS);
	made.data = malloc(made.size);
	CHECK_EQUAL(lto ? nvrtcGetLTOIR(program, made.data) : nvrtcGetPTX(program, made.data), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
	return made;
}

static nvFatbinHandle begin(const char *option)
{
	nvFatbinHandle handle = NULL;
	CHECK_EQUAL(nvFatbinCreate(&handle, &option, option != NULL), NVFATBIN_SUCCESS);
	return handle;
}

static struct bytes finish(nvFatbinHandle handle)
{
	struct bytes made = { 0 };
	CHECK_EQUAL(nvFatbinSize(handle, &made.size), NVFATBIN_SUCCESS);
	made.data = malloc(made.size);
	CHECK_EQUAL(nvFatbinGet(handle, made.data), NVFATBIN_SUCCESS);
	CHECK_EQUAL(nvFatbinDestroy(&handle), NVFATBIN_SUCCESS);
	CHECK(!handle);
	return made;
}

static void launch(CUfunction function)
{
	CUdeviceptr memory;
	int out[8] = { 0 };
	void *parameters[] = { &memory };
	CHECK_EQUAL(cuMemAlloc(&memory, sizeof(out)), CUDA_SUCCESS);
	CHECK_EQUAL(cuLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, NULL, parameters, NULL), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(out, memory, sizeof(out)), CUDA_SUCCESS);
	for (int i = 0; i < 8; i++)
		CHECK_EQUAL(out[i], 7 * i + 1000);
	cuMemFree(memory);
}

static void run_module(CUmodule module)
{
	CUfunction function;
	CHECK_EQUAL(cuModuleGetFunction(&function, module, "run"), CUDA_SUCCESS);
	launch(function);
	CHECK_EQUAL(cuModuleUnload(module), CUDA_SUCCESS);
}

static void run(struct bytes image)
{
	CUmodule module;
	CHECK_EQUAL(cuModuleLoadData(&module, image.data), CUDA_SUCCESS);
	run_module(module);
}

static void run_everywhere(struct bytes image)
{
	CUmodule module;
	CUlibrary library;
	CUkernel kernel;
	CUfunction function;
	cudaLibrary_t runtime_library;
	run(image);
	CHECK_EQUAL(cuModuleLoadFatBinary(&module, image.data), CUDA_SUCCESS);
	run_module(module);
	CHECK_EQUAL(cuModuleLoadDataEx(&module, image.data, 0, NULL, NULL), CUDA_SUCCESS);
	run_module(module);
	CHECK_EQUAL(cuLibraryLoadData(&library, image.data, NULL, NULL, 0, NULL, NULL, 0), CUDA_SUCCESS);
	CHECK_EQUAL(cuLibraryGetKernel(&kernel, library, "run"), CUDA_SUCCESS);
	CHECK_EQUAL(cuKernelGetFunction(&function, kernel), CUDA_SUCCESS);
	launch(function);
	CHECK_EQUAL(cuLibraryUnload(library), CUDA_SUCCESS);
	CHECK_EQUAL(cudaLibraryLoadData(&runtime_library, image.data, NULL, NULL, 0, NULL, NULL, 0), cudaSuccess);
	CHECK_EQUAL(cudaLibraryUnload(runtime_library), cudaSuccess);
}

static struct bytes link_of(struct bytes first, nvJitLinkInputType type, struct bytes second)
{
	const char *options[] = { "-arch=sm_80", "-lto" };
	nvJitLinkHandle handle;
	struct bytes made = { 0 };
	CHECK_EQUAL(nvJitLinkCreate(&handle, 2, options), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkAddData(handle, type, first.data, first.size, "first"), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkAddData(handle, type, second.data, second.size, "second"), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkComplete(handle), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkGetLinkedCubinSize(handle, &made.size), NVJITLINK_SUCCESS);
	made.data = malloc(made.size);
	CHECK_EQUAL(nvJitLinkGetLinkedCubin(handle, made.data), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkDestroy(&handle), NVJITLINK_SUCCESS);
	return made;
}

// Without what awcc puts behind it.
static struct bytes bare_text(struct bytes text)
{
	char *copy = strndup(text.data, text.size), *mark = strstr(copy, "\n//@anywarp");
	CHECK(mark != NULL);
	if (mark)
		mark[1] = '\0';
	return (struct bytes){ copy, strlen(copy) };
}

static void check_ptx(struct bytes text)
{
	struct bytes bare = bare_text(text);
	nvFatbinHandle handle = begin(NULL);
	CHECK_EQUAL(nvFatbinAddPTX(handle, text.data, text.size, "80", "part.cu", "-O3"), NVFATBIN_SUCCESS);
	struct bytes made = finish(handle);
	run_everywhere(made);
	free(made.data);
	handle = begin("-compress=false");
	CHECK_EQUAL(nvFatbinAddPTX(handle, bare.data, bare.size, "80", NULL, NULL), NVFATBIN_SUCCESS); // without its zero
	made = finish(handle);
	run(made);
	free(made.data);
	free(bare.data);
}

static void check_linked(struct bytes first, struct bytes second)
{
	struct bytes cubin = link_of(first, NVJITLINK_INPUT_LTOIR, second);
	nvFatbinHandle handle = begin("-compress-all"), parts[2] = { begin(NULL), begin("-g") };
	CHECK_EQUAL(nvFatbinAddCubin(handle, cubin.data, cubin.size, "80", "linked"), NVFATBIN_SUCCESS);
	struct bytes made = finish(handle);
	run_everywhere(made);
	free(made.data);
	CHECK_EQUAL(nvFatbinAddLTOIR(parts[0], first.data, first.size, "80", "first", "-O3"), NVFATBIN_SUCCESS);
	CHECK_EQUAL(nvFatbinAddLTOIR(parts[1], second.data, second.size, "80", "second", NULL), NVFATBIN_SUCCESS);
	struct bytes fatbins[2] = { finish(parts[0]), finish(parts[1]) };
	made = link_of(fatbins[0], NVJITLINK_INPUT_FATBIN, fatbins[1]);
	run(made);
	for (int i = 0; i < 2; i++)
		free(fatbins[i].data);
	free(made.data);
	free(cubin.data);
}

// The numbers of CUDA's format.
static void check_format(struct bytes text)
{
	nvFatbinHandle handle = begin("-host=windows");
	CHECK_EQUAL(nvFatbinAddPTX(handle, text.data, text.size, "90a", "part.cu", "-v"), NVFATBIN_SUCCESS);
	struct bytes made = finish(handle);
	uint32_t head[4], words[10], place[2];
	uint64_t flags;
	memcpy(head, made.data, sizeof(head));
	memcpy(words, made.data + 16, sizeof(words));
	memcpy(&flags, made.data + 16 + 40, sizeof(flags));
	CHECK_EQUAL(head[0], 0xba55ed50);
	CHECK_EQUAL(head[1], 16 << 16 | 1);
	CHECK_EQUAL(head[2], made.size - 16);
	CHECK_EQUAL(words[0], 0x01010001); // PTX
	CHECK_EQUAL(words[7], 90);
	CHECK_EQUAL(words[9], strlen("part.cu"));
	CHECK(!memcmp(made.data + 16 + words[8], "part.cu", 8));
	memcpy(place, made.data + 16 + words[5], sizeof(place));
	CHECK(place[1] == 2 && !memcmp(made.data + 16 + place[0], "-v", 3));
	CHECK_EQUAL(flags, 0x100041); // of 64 bits, for Windows, sm_90a
	CHECK(!strncmp(made.data + 16 + words[1], text.data, strlen(text.data)));
	free(made.data);
}

static void check_statuses(struct bytes text)
{
	static const char *const wrong[] = { "-bogus", "-compress=1", "-host=bsd", "64" };
	nvFatbinHandle handle = NULL, none = NULL;
	char buffer[16];
	size_t size;
	unsigned major = 0, minor;
	for (int i = 0; i < 4; i++) {
		const char *option = wrong[i];
		CHECK_EQUAL(nvFatbinCreate(&none, &option, 1), NVFATBIN_ERROR_UNRECOGNIZED_OPTION);
	}
	CHECK_EQUAL(nvFatbinCreate(NULL, NULL, 0), NVFATBIN_ERROR_NULL_POINTER);
	CHECK_EQUAL(nvFatbinDestroy(&none), NVFATBIN_ERROR_NULL_POINTER);
	handle = begin(NULL);
	CHECK_EQUAL(nvFatbinAddPTX(none, text.data, text.size, "80", "x", ""), NVFATBIN_ERROR_NULL_POINTER);
	CHECK_EQUAL(nvFatbinAddPTX(handle, NULL, 4, "80", "x", ""), NVFATBIN_ERROR_NULL_POINTER);
	CHECK_EQUAL(nvFatbinAddPTX(handle, text.data, text.size, NULL, "x", ""), NVFATBIN_ERROR_NULL_POINTER);
	CHECK_EQUAL(nvFatbinAddPTX(handle, text.data, text.size, "sm_80", "x", ""), NVFATBIN_ERROR_INVALID_ARCH);
	CHECK_EQUAL(nvFatbinAddPTX(handle, text.data, 0, "80", "x", ""), NVFATBIN_ERROR_EMPTY_INPUT);
	CHECK_EQUAL(nvFatbinAddPTX(handle, "no text", 8, "80", "x", ""), NVFATBIN_ERROR_MISSING_PTX_VERSION);
	CHECK_EQUAL(nvFatbinAddCubin(handle, "no file", 8, "80", "x"), NVFATBIN_ERROR_ELF_SIZE_MISMATCH);
	CHECK_EQUAL(nvFatbinAddLTOIR(handle, "no code", 8, "80", "x", ""), NVFATBIN_ERROR_INVALID_NVVM);
	CHECK_EQUAL(nvFatbinAddIndex(handle, "no index", 8, "x"), NVFATBIN_ERROR_INVALID_INDEX);
	CHECK_EQUAL(nvFatbinAddReloc(handle, "no object", 0), NVFATBIN_ERROR_EMPTY_INPUT);
	CHECK_EQUAL(nvFatbinGet(handle, buffer), NVFATBIN_ERROR_INTERNAL); // before its size was asked for
	CHECK_EQUAL(nvFatbinSize(handle, &size), NVFATBIN_SUCCESS);
	CHECK_EQUAL(size, 16); // nothing of what was refused
	CHECK_EQUAL(nvFatbinDestroy(&handle), NVFATBIN_SUCCESS);
	CHECK(!nvFatbinGetErrorString(NVFATBIN_SUCCESS));
	CHECK(!strcmp(nvFatbinGetErrorString(NVFATBIN_ERROR_EMPTY_INPUT), "empty input"));
	CHECK(!strcmp(nvFatbinGetErrorString((nvFatbinResult)99), "unknown error"));
	CHECK_EQUAL(nvFatbinVersion(NULL, &minor), NVFATBIN_ERROR_NULL_POINTER);
	CHECK_EQUAL(nvFatbinVersion(&major, &minor), NVFATBIN_SUCCESS);
	CHECK_EQUAL(major, 12);
}

// A fat binary without anything for the device.
static void check_empty(void)
{
	CUmodule module;
	struct bytes made = finish(begin(NULL));
	CHECK_EQUAL(cuModuleLoadData(&module, made.data), CUDA_ERROR_NO_BINARY_FOR_GPU);
	free(made.data);
}

int main(void)
{
	const char *text_options[] = { "-arch=compute_80" }, *lto_options[] = { "-dlto", "-arch=compute_80", "-rdc=true" };
	CUdevice device;
	CUcontext context;
	CHECK_EQUAL(cuInit(0), CUDA_SUCCESS);
	CHECK_EQUAL(cuDeviceGet(&device, 0), CUDA_SUCCESS);
	CHECK_EQUAL(cuCtxCreate(&context, 0, device), CUDA_SUCCESS);
	struct bytes text = compile(whole, 1, text_options);
	struct bytes first = compile(caller, 3, lto_options), second = compile(callee, 3, lto_options);
	check_ptx(text);
	check_linked(first, second);
	check_format(text);
	check_statuses(text);
	check_empty();
	free(text.data);
	free(first.data);
	free(second.data);
	return unit_finish();
}
