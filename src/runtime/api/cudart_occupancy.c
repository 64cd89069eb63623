// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Occupancy".
#include "../core/launch.h"
#include "api.h"

static aw_status active_blocks(int *blocks, const void *function, int block_size, size_t dynamic_shared,
                               unsigned flags)
{
	struct aw_context *context;
	struct aw_instance *instance;
	if (flags & ~(unsigned)cudaOccupancyDisableCachingOverride)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_module_kernel(function, &context, &instance);
	if (status != AW_OK)
		return status;
	return aw_core_function_occupancy(context, instance, block_size, dynamic_shared, blocks);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func, int blockSize,
                                                          size_t dynamicSMemSize)
{
	return AW_CALL(active_blocks(numBlocks, func, blockSize, dynamicSMemSize, cudaOccupancyDefault));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                   int blockSize, size_t dynamicSMemSize,
                                                                   unsigned int flags)
{
	return AW_CALL(active_blocks(numBlocks, func, blockSize, dynamicSMemSize, flags));
}

static aw_status available_shared(size_t *bytes, const void *function, int blocks, int block_size)
{
	struct aw_context *context;
	struct aw_instance *instance;
	aw_status status = aw_core_module_kernel(function, &context, &instance);
	if (status != AW_OK)
		return status;
	return aw_core_function_available_shared(context, instance, blocks, block_size, bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func, int numBlocks,
                                                      int blockSize)
{
	return AW_CALL(available_shared(dynamicSmemSize, func, numBlocks, blockSize));
}
