// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Occupancy".
#include "../core/cluster.h"
#include "../core/launch.h"
#include "api.h"

static aw_status active_blocks(int *blocks, const void *function, int block_size, size_t dynamic_shared,
                               unsigned flags)
{
	struct CUfunc_st *kernel;
	if (flags & ~(unsigned)cudaOccupancyDisableCachingOverride)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_module_kernel(function, &kernel);
	if (status != AW_OK)
		return status;
	return aw_core_function_occupancy(kernel, block_size, dynamic_shared, blocks);
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
	struct CUfunc_st *kernel;
	aw_status status = aw_core_module_kernel(function, &kernel);
	if (status != AW_OK)
		return status;
	return aw_core_function_available_shared(kernel, blocks, block_size, bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func, int numBlocks,
                                                      int blockSize)
{
	return AW_CALL(available_shared(dynamicSmemSize, func, numBlocks, blockSize));
}

static aw_status clusters(int *active, int *largest, const void *function, const cudaLaunchConfig_t *configuration)
{
	struct CUfunc_st *kernel;
	if (!configuration || !(active || largest))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_module_kernel(function, &kernel);
	if (status != AW_OK)
		return status;
	struct aw_shape shape = aw_core_launch_shape(configuration);
	return aw_core_cluster_occupancy(kernel, &shape, configuration->attrs, configuration->numAttrs, active, largest);
}

cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                           const cudaLaunchConfig_t *launchConfig)
{
	return AW_CALL(clusters(numClusters, NULL, func, launchConfig));
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const cudaLaunchConfig_t *launchConfig)
{
	return AW_CALL(clusters(NULL, clusterSize, func, launchConfig));
}
