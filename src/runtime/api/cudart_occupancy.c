// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Occupancy".
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

// The cluster that CONFIGURATION asks for, or one block.
static unsigned cluster_of(const cudaLaunchConfig_t *configuration)
{
	for (unsigned i = 0; i < configuration->numAttrs; i++) {
		const cudaLaunchAttribute *attribute = &configuration->attrs[i];
		if (attribute->id == cudaLaunchAttributeClusterDimension)
			return attribute->val.clusterDim.x * attribute->val.clusterDim.y *
			       attribute->val.clusterDim.z;
	}
	return 1;
}

// Blocks of CONFIGURATION that are resident on the whole device.
static aw_status resident_blocks(int *blocks, const void *function, const cudaLaunchConfig_t *configuration)
{
	struct CUfunc_st *kernel;
	if (!configuration || (configuration->numAttrs && !configuration->attrs))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_module_kernel(function, &kernel);
	if (status != AW_OK)
		return status;
	dim3 block = configuration->blockDim;
	status = aw_core_function_occupancy(kernel, (int)(block.x * block.y * block.z),
	                                    configuration->dynamicSmemBytes, blocks);
	if (status == AW_OK)
		*blocks *= kernel->context->properties.multiProcessorCount;
	return status;
}

static aw_status active_clusters(int *clusters, const void *function, const cudaLaunchConfig_t *configuration)
{
	int blocks;
	if (!clusters)
		return AW_INVALID_VALUE;
	aw_status status = resident_blocks(&blocks, function, configuration);
	if (status != AW_OK)
		return status;
	unsigned cluster = cluster_of(configuration);
	if (!cluster || cluster > AW_CLUSTER_MAX)
		return AW_INVALID_CLUSTER_SIZE;
	*clusters = blocks / (int)cluster;
	return AW_OK;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                           const cudaLaunchConfig_t *launchConfig)
{
	return AW_CALL(active_clusters(numClusters, func, launchConfig));
}

static aw_status largest_cluster(int *size, const void *function, const cudaLaunchConfig_t *configuration)
{
	int blocks;
	if (!size)
		return AW_INVALID_VALUE;
	aw_status status = resident_blocks(&blocks, function, configuration);
	if (status == AW_OK)
		*size = blocks < AW_CLUSTER_MAX ? blocks : AW_CLUSTER_MAX;
	return status;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const cudaLaunchConfig_t *launchConfig)
{
	return AW_CALL(largest_cluster(clusterSize, func, launchConfig));
}
