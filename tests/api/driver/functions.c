// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Functions of modules and kernels of libraries: their parameters, attributes and settings, launches of today and of before CUDA 4,
// and how many blocks fit.
#include "api/support/driver_test.h"

// put: out[block * threads + thread] = value + dynamic shared bytes; wide: parameters of several sizes.
static const char text[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".visible .entry put(.param .u64 out, .param .u32 value)\n{\n"
	"\t.reg .b32 %r<8>;\n\t.reg .b64 %rd<4>;\n"
	"\tld.param.u64 %rd0, [out];\n\tcvta.to.global.u64 %rd0, %rd0;\n\tld.param.u32 %r0, [value];\n"
	"\tmov.u32 %r1, %dynamic_smem_size;\n\tadd.u32 %r0, %r0, %r1;\n"
	"\tmov.u32 %r2, %ctaid.x;\n\tmov.u32 %r3, %ntid.x;\n\tmov.u32 %r4, %tid.x;\n\tmad.lo.u32 %r5, %r2, %r3, %r4;\n"
	"\tmul.wide.u32 %rd1, %r5, 4;\n\tadd.u64 %rd0, %rd0, %rd1;\n\tst.global.u32 [%rd0], %r0;\n\tret;\n}\n"
	".visible .entry wide(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12], .param .u16 d)\n{\n\tret;\n}\n";

enum { COUNT = 64 };

static CUmodule module;
static CUfunction put, wide;
static CUdeviceptr memory;
static unsigned seen[COUNT];

static void clear(void)
{
	GOOD(cuMemsetD32(memory, 0, COUNT));
}

static void look(void)
{
	GOOD(cuCtxSynchronize());
	GOOD(cuMemcpyDtoH(seen, memory, sizeof(seen)));
}

static void parameters(void)
{
	static const size_t offsets[] = { 0, 8, 16, 28 }, sizes[] = { 1, 8, 12, 2 };
	size_t offset, size;
	CUmodule owner = NULL;
	for (size_t i = 0; i < 4; i++) {
		GOOD(cuFuncGetParamInfo(wide, i, &offset, &size));
		CHECK(offset == offsets[i] && size == sizes[i]);
	}
	GOOD(cuFuncGetParamInfo(wide, 1, &offset, NULL));
	BAD(cuFuncGetParamInfo(wide, 4, &offset, &size));
	BAD(cuFuncGetParamInfo(wide, 0, NULL, &size));
	GOOD(cuFuncGetModule(&owner, put));
	CHECK(owner == module);
	BAD(cuFuncGetModule(&owner, NULL));
}

static void settings(void)
{
	int value = -1, most = 0;
	CUdevice device;
	GOOD(cuCtxGetDevice(&device));
	GOOD(cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device));
	GOOD(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 8192));
	GOOD(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, put));
	CHECK_EQUAL(value, 8192);
	GOOD(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 50));
	GOOD(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, put));
	CHECK_EQUAL(value, 50);
	BAD(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most + 1));
	BAD(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 32)); // that is the compiler's
	BAD(cuFuncSetAttribute(put, (CUfunction_attribute)99, 1));
	BAD(cuFuncSetAttribute(put, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101));
	IS(CUDA_ERROR_INVALID_HANDLE, cuFuncSetAttribute(NULL, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1));
	GOOD(cuFuncSetCacheConfig(put, CU_FUNC_CACHE_PREFER_SHARED));
	BAD(cuFuncSetCacheConfig(put, (CUfunc_cache)9));
	IS(CUDA_ERROR_INVALID_HANDLE, cuFuncSetCacheConfig(NULL, CU_FUNC_CACHE_PREFER_L1));
	GOOD(cuFuncSetSharedMemConfig(put, CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE));
	BAD(cuFuncSetSharedMemConfig(put, (CUsharedconfig)9));
	IS(CUDA_ERROR_INVALID_HANDLE, cuFuncSetSharedMemConfig(NULL, CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
}

static void cooperative(void)
{
	unsigned value = 70;
	void *arguments[] = { &memory, &value };
	clear();
	GOOD(cuLaunchCooperativeKernel(put, 2, 1, 1, 16, 1, 1, 128, NULL, arguments));
	look();
	CHECK(seen[0] == 198 && seen[31] == 198 && seen[32] == 0);
	BAD(cuLaunchCooperativeKernel(put, 0, 1, 1, 16, 1, 1, 0, NULL, arguments));
	IS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, cuLaunchCooperativeKernel(put, 1000000, 1, 1, 1024, 1, 1, 0, NULL, arguments));
	IS(CUDA_ERROR_INVALID_HANDLE, cuLaunchCooperativeKernel(NULL, 1, 1, 1, 16, 1, 1, 0, NULL, arguments));
}

static void of_before(void)
{
	CUstream stream;
	CUtexref reference;
	GOOD(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
	clear();
	GOOD(cuFuncSetBlockShape(put, 8, 1, 1));
	GOOD(cuParamSetSize(put, 12));
	GOOD(cuParamSetv(put, 0, &memory, sizeof(memory)));
	GOOD(cuParamSeti(put, 8, 5));
	GOOD(cuLaunch(put)); // one block
	look();
	CHECK(seen[0] == 5 && seen[7] == 5 && seen[8] == 0);
	GOOD(cuFuncSetSharedSize(put, 256));
	GOOD(cuLaunchGridAsync(put, 2, 1, stream));
	GOOD(cuStreamSynchronize(stream));
	look();
	CHECK(seen[0] == 261 && seen[15] == 261 && seen[16] == 0);
	IS(CUDA_ERROR_INVALID_HANDLE, cuLaunch(NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, cuLaunchGridAsync(NULL, 1, 1, stream));
	BAD(cuLaunchGridAsync(put, 0, 1, stream));
	IS(CUDA_ERROR_INVALID_HANDLE, cuFuncSetSharedSize(NULL, 1));
	BAD(cuFuncSetSharedSize(put, 1 << 20));
	BAD(cuFuncSetBlockShape(put, 2048, 1, 1));
	BAD(cuFuncSetBlockShape(put, 0, 1, 1));
	GOOD(cuTexRefCreate(&reference));
	GOOD(cuParamSetTexRef(put, CU_PARAM_TR_DEFAULT, reference)); // modules say themselves which references a function has
	BAD(cuParamSetTexRef(put, 3, reference));
	GOOD(cuTexRefDestroy(reference));
	GOOD(cuStreamDestroy(stream));
}

// A module that is loaded later knows nothing of the one before, whatever its functions' addresses.
static void unloaded(void)
{
	for (int i = 0; i < 8; i++) {
		CUmodule other = NULL;
		CUfunction function = driver_function(&other, text, "put");
		clear();
		GOOD(cuParamSetSize(function, 12));
		GOOD(cuParamSetv(function, 0, &memory, sizeof(memory)));
		GOOD(cuParamSeti(function, 8, 3));
		GOOD(cuLaunch(function));
		look();
		CHECK(seen[0] == 3 && seen[1] == 0); // a block of one thread
		GOOD(cuFuncSetBlockShape(function, 4, 1, 1));
		GOOD(cuModuleUnload(other));
	}
}

static void libraries(void)
{
	CUlibrary library = NULL;
	CUkernel kernel = NULL;
	CUfunction function;
	CUdevice device;
	unsigned value = 9;
	int got = -1;
	GOOD(cuCtxGetDevice(&device));
	GOOD(cuLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
	GOOD(cuLibraryGetKernel(&kernel, library, "put"));
	GOOD(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 4096, kernel, device));
	GOOD(cuKernelGetAttribute(&got, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, device));
	CHECK_EQUAL(got, 4096);
	GOOD(cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, device));
	BAD(cuKernelSetCacheConfig(kernel, (CUfunc_cache)9, device));
	IS(CUDA_ERROR_INVALID_DEVICE, cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 99));
	IS(CUDA_ERROR_INVALID_HANDLE, cuKernelSetCacheConfig(NULL, CU_FUNC_CACHE_PREFER_L1, device));
	BAD(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_NUM_REGS, 1, kernel, device));
	IS(CUDA_ERROR_INVALID_DEVICE, cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1, kernel, 99));
	IS(CUDA_ERROR_INVALID_HANDLE, cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1, NULL, device));
	GOOD(cuKernelGetFunction(&function, kernel));
	void *arguments[] = { &memory, &value };
	clear();
	GOOD(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 4, 1, 1, 0, NULL, arguments, NULL));
	look();
	CHECK(seen[3] == 9 && seen[4] == 0);
	BAD(cuLibraryLoadData(NULL, text, NULL, NULL, 0, NULL, NULL, 0));
	BAD(cuLibraryLoadData(&library, NULL, NULL, NULL, 0, NULL, NULL, 0));
	GOOD(cuLibraryUnload(library));
}

static size_t shared_of(int threads)
{
	return (size_t)threads * 16;
}

static void occupancy(void)
{
	int blocks = -1, grid = -1, threads = -1, same_grid, same_threads, clusters = -1;
	size_t bytes = 0, fewer = 0;
	GOOD(cuOccupancyMaxActiveBlocksPerMultiprocessor(&grid, put, 128, 0));
	GOOD(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, put, 128, 0, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE));
	CHECK(blocks == grid && blocks > 0);
	BAD(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, put, 128, 0, 8));
	BAD(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(NULL, put, 128, 0, 0));
	GOOD(cuOccupancyMaxPotentialBlockSize(&same_grid, &same_threads, put, shared_of, 0, 256));
	GOOD(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &threads, put, shared_of, 0, 256, 0));
	CHECK(threads > 0 && threads <= 256 && threads == same_threads && grid == same_grid);
	BAD(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &threads, put, shared_of, 0, 256, 8));
	GOOD(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, put, 1, 128));
	GOOD(cuOccupancyAvailableDynamicSMemPerBlock(&fewer, put, 4, 128));
	CHECK(fewer > 0 && bytes >= fewer);
	BAD(cuOccupancyAvailableDynamicSMemPerBlock(NULL, put, 1, 128));
	BAD(cuOccupancyAvailableDynamicSMemPerBlock(&bytes, put, 0, 128));
	CUlaunchConfig config = { .gridDimX = 4, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 64, .blockDimY = 1, .blockDimZ = 1 };
	CUdevice device;
	int supported = 0;
	GOOD(cuCtxGetDevice(&device));
	GOOD(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, device));
	if (supported) {
		GOOD(cuOccupancyMaxPotentialClusterSize(&clusters, put, &config));
		CHECK_EQUAL(clusters, 8);
	}
	BAD(cuOccupancyMaxPotentialClusterSize(NULL, put, &config));
}

int main(void)
{
	CUmoduleLoadingMode mode = (CUmoduleLoadingMode)99;
	driver_begin();
	put = driver_function(&module, text, "put");
	wide = driver_function(&module, text, "wide");
	GOOD(cuMemAlloc(&memory, sizeof(seen)));
	GOOD(cuModuleGetLoadingMode(&mode));
	CHECK(mode == CU_MODULE_LAZY_LOADING || mode == CU_MODULE_EAGER_LOADING);
	BAD(cuModuleGetLoadingMode(NULL));
	parameters();
	settings();
	cooperative();
	of_before();
	unloaded();
	libraries();
	occupancy();
	GOOD(cuMemFree(memory));
	GOOD(cuModuleUnload(module));
	return unit_finish();
}
