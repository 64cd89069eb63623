// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Execution Control" and "Occupancy".
#include "../core/cluster.h"
#include "../core/launch.h"
#include "../core/program.h"
#include "../core/stream.h"
#include "api.h"
#include "cu_result.h"

// Finds the packed buffer in EXTRA: pairs of a name and a value.
static aw_status read_extra(void **extra, struct aw_launch *work)
{
	for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
		if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
			work->packed = extra[1];
		else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
			work->packed_size = *(size_t *)extra[1];
		else
			return AW_INVALID_VALUE;
	}
	return work->packed ? AW_OK : AW_INVALID_VALUE;
}

// HANDLE as a function: a kernel of a library stands for its function where one is launched or its occupancy asked for.
static CUfunction function_of(CUfunction handle)
{
	CUfunction of_library = aw_core_program_kernel_function(handle);
	return of_library ? of_library : handle;
}

static aw_status launch_with(CUfunction function, const struct aw_shape *shape, void **arguments, void **extra,
                             const cudaLaunchAttribute *attributes, unsigned count)
{
	struct aw_launch work = { .arguments = arguments };
	if (!function)
		return AW_INVALID_HANDLE;
	if (arguments && extra)
		return AW_INVALID_VALUE;
	aw_status status = extra ? read_extra(extra, &work) : AW_OK;
	return status == AW_OK ? aw_core_launch_attributed(function_of(function), shape, attributes, count, &work) : status;
}

static aw_status launch(CUfunction function, const struct aw_shape *shape, void **arguments, void **extra,
                        bool cooperative)
{
	cudaLaunchAttribute attribute = { .id = cudaLaunchAttributeCooperative, .val.cooperative = cooperative };
	return launch_with(function, shape, arguments, extra, &attribute, cooperative);
}

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                        unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                        unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra)
{
	struct aw_shape shape = { { gridDimX, gridDimY, gridDimZ },
		                  { blockDimX, blockDimY, blockDimZ },
		                  sharedMemBytes,
		                  hStream };
	return AW_CU_CONTEXT_CALL(launch(f, &shape, kernelParams, extra, false));
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                   unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                                   unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream,
                                   void **kernelParams)
{
	struct aw_shape shape = { { gridDimX, gridDimY, gridDimZ },
		                  { blockDimX, blockDimY, blockDimZ },
		                  sharedMemBytes,
		                  hStream };
	return AW_CU_CONTEXT_CALL(launch(f, &shape, kernelParams, NULL, true));
}

// The attributes of both interfaces have the same layout.
_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute), "cuLaunchKernelEx");
static const cudaLaunchAttribute *attributes_of(const CUlaunchConfig *config)
{
	return (const cudaLaunchAttribute *)config->attrs;
}

static struct aw_shape shape_of(const CUlaunchConfig *config)
{
	return (struct aw_shape){ { config->gridDimX, config->gridDimY, config->gridDimZ },
		                  { config->blockDimX, config->blockDimY, config->blockDimZ },
		                  config->sharedMemBytes,
		                  config->hStream };
}

static aw_status launch_extended(const CUlaunchConfig *config, CUfunction function, void **arguments, void **extra)
{
	if (!config)
		return AW_INVALID_VALUE;
	struct aw_shape shape = shape_of(config);
	return launch_with(function, &shape, arguments, extra, attributes_of(config), config->numAttrs);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra)
{
	return AW_CU_CONTEXT_CALL(launch_extended(config, f, kernelParams, extra));
}

static aw_status get_attribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
	struct cudaFuncAttributes known;
	if (!value || !function)
		return value ? AW_INVALID_HANDLE : AW_INVALID_VALUE;
	aw_status status = aw_core_function_attributes(function, &known);
	if (status != AW_OK)
		return status;
	switch (attribute) {
	case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = known.maxThreadsPerBlock; return AW_OK;
	case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)known.sharedSizeBytes; return AW_OK;
	case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)known.constSizeBytes; return AW_OK;
	case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)known.localSizeBytes; return AW_OK;
	case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = known.numRegs; return AW_OK;
	case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = known.ptxVersion; return AW_OK;
	case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = known.binaryVersion; return AW_OK;
	case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = known.cacheModeCA; return AW_OK;
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = known.maxDynamicSharedSizeBytes; return AW_OK;
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = known.preferredShmemCarveout; return AW_OK;
	case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET: *value = known.clusterDimMustBeSet; return AW_OK;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH: *value = known.requiredClusterWidth; return AW_OK;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT: *value = known.requiredClusterHeight; return AW_OK;
	case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH: *value = known.requiredClusterDepth; return AW_OK;
	case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED: *value = known.nonPortableClusterSizeAllowed; return AW_OK;
	case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE: *value = known.clusterSchedulingPolicyPreference; return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc)
{
	return AW_CU_CALL(get_attribute(pi, attrib, hfunc));
}

CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value)
{
	return AW_CU_CALL(hfunc ? aw_core_function_set(hfunc, (enum cudaFuncAttribute)attrib, value)
	                        : AW_INVALID_HANDLE);
}

CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config)
{
	bool known = (unsigned)config <= CU_FUNC_CACHE_PREFER_EQUAL;
	return AW_CU_CALL(!hfunc ? AW_INVALID_HANDLE : known ? AW_OK : AW_INVALID_VALUE);
}

CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config)
{
	bool known = (unsigned)config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE;
	return AW_CU_CALL(!hfunc ? AW_INVALID_HANDLE : known ? AW_OK : AW_INVALID_VALUE);
}

static aw_status get_module(CUmodule *module, CUfunction function)
{
	if (!module || !function)
		return AW_INVALID_VALUE;
	struct CUmod_st *found = aw_core_program_of(function);
	if (!found)
		return AW_INVALID_HANDLE;
	*module = found;
	return AW_OK;
}

CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc)
{
	return AW_CU_CALL(get_module(hmod, hfunc));
}

static aw_status get_name(const char **name, CUfunction function)
{
	if (!name || !function)
		return name ? AW_INVALID_HANDLE : AW_INVALID_VALUE;
	*name = function->name;
	return AW_OK;
}

CUresult cuFuncGetName(const char **name, CUfunction hfunc)
{
	return AW_CU_CALL(get_name(name, hfunc));
}

static aw_status get_parameter(CUfunction function, size_t index, size_t *offset, size_t *size)
{
	size_t found_offset, found_size;
	if (!function)
		return AW_INVALID_HANDLE;
	if (!offset || index > UINT32_MAX)
		return AW_INVALID_VALUE;
	aw_status status = function->context->driver->module->parameter(function->function, (unsigned)index,
	                                                                &found_offset, &found_size);
	if (status != AW_OK)
		return status;
	*offset = found_offset;
	if (size)
		*size = found_size;
	return AW_OK;
}

CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize)
{
	return AW_CU_CALL(get_parameter(func, paramIndex, paramOffset, paramSize));
}

// --- kernels of the executable as functions of the driver ---

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, const void *symbolPtr)
{
	return AW_CALL(functionPtr ? aw_core_module_kernel(symbolPtr, functionPtr) : AW_INVALID_VALUE);
}

// A kernel handle is the registered symbol, which is the same for all devices.
static aw_status get_kernel(cudaKernel_t *kernel, const void *stub)
{
	struct aw_symbol *symbol = aw_core_module_symbol(stub);
	if (!kernel)
		return AW_INVALID_VALUE;
	if (!symbol || !symbol->is_kernel)
		return AW_INVALID_DEVICE_FUNCTION;
	*kernel = (cudaKernel_t)symbol;
	return AW_OK;
}

cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, const void *entryFuncAddr)
{
	return AW_CALL(get_kernel(kernelPtr, entryFuncAddr));
}

CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel)
{
	aw_status status = pFunc && kernel ? aw_core_module_kernel(kernel, pFunc) : AW_INVALID_VALUE;
	return AW_CU_CONTEXT_CALL(status == AW_INVALID_DEVICE_FUNCTION ? AW_INVALID_HANDLE : status);
}

CUresult cuKernelGetName(const char **name, CUkernel hfunc)
{
	const struct aw_symbol *symbol = aw_core_module_symbol(hfunc);
	CUfunction of_library = aw_core_program_kernel_function(hfunc);
	if (of_library && name) {
		*name = of_library->name;
		return AW_CU_CALL(AW_OK);
	}
	return AW_CU_CALL(name && symbol ? (*name = symbol->name, AW_OK) : AW_INVALID_VALUE);
}

// --- occupancy ---

static aw_status active_blocks(int *blocks, CUfunction function, int block_size, size_t shared, unsigned flags)
{
	if (!function)
		return AW_INVALID_HANDLE;
	if (flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)
		return AW_INVALID_VALUE;
	return aw_core_function_occupancy(function_of(function), block_size, shared, blocks);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize,
                                                     size_t dynamicSMemSize)
{
	return AW_CU_CALL(active_blocks(numBlocks, func, blockSize, dynamicSMemSize, 0));
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, CUfunction func, int blockSize,
                                                              size_t dynamicSMemSize, unsigned int flags)
{
	return AW_CU_CALL(active_blocks(numBlocks, func, blockSize, dynamicSMemSize, flags));
}

// The block size, in whole warps, with the most threads resident on a multiprocessor.
static aw_status best_block(int *grid, int *block, CUfunction function, CUoccupancyB2DSize shared_of,
                            size_t shared, int limit)
{
	if (!grid || !block)
		return AW_INVALID_VALUE;
	if (!function)
		return AW_INVALID_HANDLE;
	function = function_of(function);
	const struct cudaDeviceProp *properties = &function->context->properties;
	int most = (int)function->attributes.max_threads;
	if (limit > 0 && limit < most)
		most = limit;
	int best_threads = 0;
	for (int size = most; size > 0; size = (size - 1) / properties->warpSize * properties->warpSize) {
		int blocks;
		aw_status status = aw_core_function_occupancy(function, size, shared_of ? shared_of(size) : shared,
		                                              &blocks);
		if (status != AW_OK)
			return status;
		if (blocks * size <= best_threads)
			continue;
		best_threads = blocks * size;
		*block = size;
		*grid = blocks * properties->multiProcessorCount;
	}
	return best_threads ? AW_OK : AW_INVALID_VALUE;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize,
                                          int blockSizeLimit)
{
	return AW_CU_CALL(best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize,
	                             blockSizeLimit));
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, CUfunction func,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned int flags)
{
	bool known = !(flags & ~(unsigned)CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE);
	return AW_CU_CALL(known ? best_block(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
	                                     dynamicSMemSize, blockSizeLimit)
	                        : AW_INVALID_VALUE);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func, int numBlocks,
                                                 int blockSize)
{
	return AW_CU_CALL(func ? aw_core_function_available_shared(function_of(func), numBlocks, blockSize, dynamicSmemSize)
	                       : AW_INVALID_HANDLE);
}

static aw_status clusters(int *active, int *largest, CUfunction function, const CUlaunchConfig *config)
{
	if (!function)
		return AW_INVALID_HANDLE;
	if (!config || !(active || largest))
		return AW_INVALID_VALUE;
	struct aw_shape shape = shape_of(config);
	return aw_core_cluster_occupancy(function_of(function), &shape, attributes_of(config), config->numAttrs, active, largest);
}

CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func, const CUlaunchConfig *config)
{
	return AW_CU_CALL(clusters(numClusters, NULL, func, config));
}

CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func, const CUlaunchConfig *config)
{
	return AW_CU_CALL(clusters(NULL, clusterSize, func, config));
}
