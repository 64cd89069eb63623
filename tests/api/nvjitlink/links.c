// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules that NVRTC made for link-time optimisation, and PTX, linked at run time: to what stands for a cubin and to PTX, which
// are loaded and run; options, statuses and messages of failures.
// LINK: cudart -lnvJitLink -lnvrtc -lcuda
#include <cuda.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const char caller[] =
	"extern __device__ int weigh(int); extern __device__ int base;\n"
	"extern \"C\" __global__ void run(int *out) { out[threadIdx.x] = weigh(threadIdx.x) + base; }\n";
static const char callee[] = "__device__ int base = 1000; __device__ int weigh(int x) { return x * 7; }\n";

struct module {
	char *bytes;
	size_t size;
};

static struct module compile(const char *source, const char *first)
{
	const char *options[] = { first, "--relocatable-device-code=true" };
	bool lto = strcmp(first, "-dlto") == 0;
	nvrtcProgram program;
	struct module made;
	CHECK_EQUAL(nvrtcCreateProgram(&program, source, "part.cu", 0, NULL, NULL), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, 2, options), NVRTC_SUCCESS);
	CHECK_EQUAL(lto ? nvrtcGetLTOIRSize(program, &made.size) : nvrtcGetPTXSize(program, &made.size), NVRTC_SUCCESS);
	made.bytes = malloc(made.size);
	CHECK_EQUAL(lto ? nvrtcGetLTOIR(program, made.bytes) : nvrtcGetPTX(program, made.bytes), NVRTC_SUCCESS);
	size_t other;
	if (!lto)
		CHECK_EQUAL(nvrtcGetLTOIRSize(program, &other), NVRTC_ERROR_INVALID_PROGRAM);
	CHECK_EQUAL(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
	return made;
}

// Runs @run of an image.
static void run(const void *image)
{
	CUmodule module;
	CUfunction function;
	CUdeviceptr memory;
	int out[8];
	void *parameters[] = { &memory };
	CHECK_EQUAL(cuModuleLoadData(&module, image), CUDA_SUCCESS);
	CHECK_EQUAL(cuModuleGetFunction(&function, module, "run"), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemAlloc(&memory, sizeof(out)), CUDA_SUCCESS);
	CHECK_EQUAL(cuLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, NULL, parameters, NULL), CUDA_SUCCESS);
	CHECK_EQUAL(cuMemcpyDtoH(out, memory, sizeof(out)), CUDA_SUCCESS);
	for (int i = 0; i < 8; i++)
		CHECK_EQUAL(out[i], 7 * i + 1000);
	cuMemFree(memory);
	CHECK_EQUAL(cuModuleUnload(module), CUDA_SUCCESS);
}

static nvJitLinkHandle link_of(int count, const char **options, struct module first, nvJitLinkInputType type, struct module second)
{
	nvJitLinkHandle handle;
	CHECK_EQUAL(nvJitLinkCreate(&handle, (unsigned)count, options), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkAddData(handle, NVJITLINK_INPUT_LTOIR, first.bytes, first.size, "first"), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkAddData(handle, type, second.bytes, second.size, "second"), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkAddData(handle, NVJITLINK_INPUT_LIBRARY, "!<arch>\n", 8, "libcudadevrt.a"), NVJITLINK_SUCCESS);
	return handle;
}

static void cubin_of(nvJitLinkHandle handle)
{
	size_t size = 0;
	CHECK_EQUAL(nvJitLinkComplete(handle), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkGetLinkedPtxSize(handle, &size), NVJITLINK_ERROR_INTERNAL);
	CHECK_EQUAL(nvJitLinkGetLinkedCubinSize(handle, &size), NVJITLINK_SUCCESS);
	char *image = malloc(size);
	CHECK_EQUAL(nvJitLinkGetLinkedCubin(handle, image), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkDestroy(&handle), NVJITLINK_SUCCESS);
	run(image);
	free(image);
}

static void ptx_of(nvJitLinkHandle handle)
{
	size_t size = 0;
	CHECK_EQUAL(nvJitLinkComplete(handle), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkGetLinkedPtxSize(handle, &size), NVJITLINK_SUCCESS);
	char *text = malloc(size);
	CHECK_EQUAL(nvJitLinkGetLinkedPtx(handle, text), NVJITLINK_SUCCESS);
	CHECK_EQUAL(strlen(text) + 1, size);
	CHECK(strstr(text, ".entry run") != NULL);
	CHECK_EQUAL(nvJitLinkDestroy(&handle), NVJITLINK_SUCCESS);
	run(text);
	free(text);
}

static void failures(struct module module)
{
	const char *wrong[] = { "-arch=sm_90", "-nonsense" }, *no_arch[] = { "-lto" }, *ptx[] = { "-arch=sm_90", "-ptx" };
	nvJitLinkHandle handle;
	size_t size = 0;
	unsigned major, minor;
	CHECK_EQUAL(nvJitLinkCreate(&handle, 2, wrong), NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
	CHECK_EQUAL(nvJitLinkCreate(&handle, 1, no_arch), NVJITLINK_ERROR_MISSING_ARCH);
	CHECK_EQUAL(nvJitLinkCreate(&handle, 2, ptx), NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS);
	CHECK_EQUAL(nvJitLinkCreate(NULL, 1, wrong), NVJITLINK_ERROR_NULL_INPUT);
	CHECK_EQUAL(nvJitLinkCreate(&handle, 1, wrong), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkComplete(handle), NVJITLINK_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvJitLinkAddData(handle, NVJITLINK_INPUT_LTOIR, NULL, 4, "x"), NVJITLINK_ERROR_NULL_INPUT);
	CHECK_EQUAL(nvJitLinkAddData(handle, NVJITLINK_INPUT_NONE, module.bytes, module.size, "x"), NVJITLINK_ERROR_INCORRECT_INPUT_TYPE);
	CHECK_EQUAL(nvJitLinkAddFile(handle, NVJITLINK_INPUT_LTOIR, "/nowhere"), NVJITLINK_ERROR_INVALID_INPUT);
	CHECK_EQUAL(nvJitLinkGetErrorLogSize(handle, &size), NVJITLINK_SUCCESS);
	CHECK_EQUAL(size, 0);
	// What it calls isn't there.
	CHECK_EQUAL(nvJitLinkAddData(handle, NVJITLINK_INPUT_LTOIR, module.bytes, module.size, "alone"), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkComplete(handle), NVJITLINK_ERROR_FINALIZE);
	CHECK_EQUAL(nvJitLinkGetErrorLogSize(handle, &size), NVJITLINK_SUCCESS);
	char *log = malloc(size);
	CHECK_EQUAL(nvJitLinkGetErrorLog(handle, log), NVJITLINK_SUCCESS);
	CHECK(strstr(log, "weigh") != NULL);
	free(log);
	CHECK_EQUAL(nvJitLinkGetLinkedCubinSize(handle, &size), NVJITLINK_ERROR_INTERNAL);
	CHECK_EQUAL(nvJitLinkDestroy(&handle), NVJITLINK_SUCCESS);
	CHECK_EQUAL(nvJitLinkVersion(&major, &minor), NVJITLINK_SUCCESS);
}

// What NVIDIA's headers call.
nvJitLinkResult __nvJitLinkCreate_13_0(nvJitLinkHandle *, uint32_t, const char **);
nvJitLinkResult __nvJitLinkAddData_12_4(nvJitLinkHandle, nvJitLinkInputType, const void *, size_t, const char *);
nvJitLinkResult __nvJitLinkDestroy_12_9(nvJitLinkHandle *);

static void check_versioned(void)
{
	const char *options[] = { "-arch=sm_80" };
	nvJitLinkHandle handle = NULL;
	CHECK_EQUAL(__nvJitLinkCreate_13_0(&handle, 1, options), NVJITLINK_SUCCESS);
	CHECK_EQUAL(__nvJitLinkAddData_12_4(handle, NVJITLINK_INPUT_PTX, NULL, 0, "none"), nvJitLinkAddData(handle, NVJITLINK_INPUT_PTX, NULL, 0, "none"));
	CHECK_EQUAL(__nvJitLinkDestroy_12_9(&handle), NVJITLINK_SUCCESS);
}

int main(void)
{
	const char *cubin[] = { "-lto", "-arch=sm_80", "-fma=0", "-O3" }, *ptx[] = { "-lto", "-ptx", "-arch=sm_80" };
	CUdevice device;
	CUcontext context;
	CHECK_EQUAL(cuInit(0), CUDA_SUCCESS);
	CHECK_EQUAL(cuDeviceGet(&device, 0), CUDA_SUCCESS);
	CHECK_EQUAL(cuCtxCreate(&context, 0, device), CUDA_SUCCESS);
	struct module first = compile(caller, "-dlto"), second = compile(callee, "-dlto"), text = compile(callee, "-fmad=true");
	cubin_of(link_of(4, cubin, first, NVJITLINK_INPUT_LTOIR, second));
	cubin_of(link_of(4, cubin, first, NVJITLINK_INPUT_PTX, text));
	ptx_of(link_of(3, ptx, first, NVJITLINK_INPUT_ANY, second));
	failures(first);
	free(first.bytes);
	free(second.bytes);
	free(text.bytes);
	check_versioned();
	return unit_finish();
}
