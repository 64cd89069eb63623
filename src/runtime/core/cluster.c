// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters (CUDA C++ Programming Guide, "Thread Block Clusters").
#include "cluster.h"

#include "launch.h"

// MOST: blocks of a cluster.
static aw_status check(const struct CUfunc_st *kernel, const struct aw_shape *shape, const struct aw_launch *work, uint64_t most)
{
	const struct aw_function_attributes *known = &kernel->attributes;
	uint64_t blocks = 1;
	for (int i = 0; i < 3; i++) {
		if (!work->cluster[i] || shape->grid[i] % work->cluster[i])
			return AW_INVALID_CLUSTER_SIZE;
		if (known->cluster[i] && known->cluster[i] != work->cluster[i])
			return AW_INVALID_CLUSTER_SIZE;
		blocks *= work->cluster[i];
	}
	if (known->max_cluster && known->max_cluster < most)
		most = known->max_cluster;
	return blocks > most ? AW_INVALID_CLUSTER_SIZE : AW_OK;
}

static aw_status settle(const struct CUfunc_st *kernel, const struct aw_shape *shape, struct aw_launch *work, uint64_t most)
{
	const unsigned *asked = kernel->attributes.cluster;
	bool told = work->cluster[0] || work->cluster[1] || work->cluster[2];
	if (!told && !asked[0])
		return AW_OK;
	for (int i = 0; i < 3 && !told; i++)
		work->cluster[i] = asked[i];
	return check(kernel, shape, work, most);
}

aw_status aw_core_cluster_settle(const struct CUfunc_st *kernel, const struct aw_shape *shape, struct aw_launch *work)
{
	return settle(kernel, shape, work, kernel->large_clusters ? AW_CLUSTER_MOST : AW_CLUSTER_PORTABLE);
}

// What an H100 says: a size in the source stays, any other is looked at when the kernel is launched.
static aw_status require(struct CUfunc_st *kernel, int dimension, int value)
{
	unsigned *size = &kernel->attributes.cluster[dimension];
	if (value < 0 || (kernel->attributes.cluster_in_source && *size != (unsigned)value))
		return AW_INVALID_VALUE;
	*size = (unsigned)value;
	return AW_OK;
}

aw_status aw_core_cluster_set(struct CUfunc_st *kernel, enum cudaFuncAttribute attribute, int value)
{
	const struct aw_module_ops *ops = kernel->context->driver->module;
	switch (attribute) {
	case cudaFuncAttributeRequiredClusterWidth:
	case cudaFuncAttributeRequiredClusterHeight:
	case cudaFuncAttributeRequiredClusterDepth:
		return require(kernel, (int)(attribute - cudaFuncAttributeRequiredClusterWidth), value);
	case cudaFuncAttributeNonPortableClusterSizeAllowed:
		kernel->large_clusters = value;
		return ops->set_function_attribute(kernel->function, attribute, value);
	default:
		if (value < cudaClusterSchedulingPolicyDefault || value > cudaClusterSchedulingPolicyLoadBalancing)
			return AW_INVALID_VALUE;
		kernel->cluster_policy = value;
		return ops->set_function_attribute(kernel->function, attribute, value);
	}
}

aw_status aw_core_cluster_occupancy(const struct CUfunc_st *kernel, const struct aw_shape *shape,
                                    const cudaLaunchAttribute *attributes, unsigned count, int *active, int *largest)
{
	unsigned clusters = 0, blocks = 0;
	struct aw_launch work = { .dynamic_shared = shape->dynamic_shared, .function = kernel->function };
	aw_status status = aw_core_launch_attributes(attributes, count, &work);
	// Sizes that no device has are no error where large ones are allowed: none is active.
	if (status == AW_OK)
		status = settle(kernel, shape, &work, kernel->large_clusters ? UINT64_MAX : AW_CLUSTER_PORTABLE);
	uint64_t size = (uint64_t)work.cluster[0] * work.cluster[1] * work.cluster[2];
	for (int i = 0; i < 3; i++) {
		work.grid[i] = shape->grid[i];
		work.block[i] = shape->block[i];
		work.cluster[i] = work.cluster[i] ? work.cluster[i] : 1;
	}
	if (status == AW_OK)
		status = kernel->context->driver->module->clusters(&work, active ? &clusters : NULL, largest ? &blocks : NULL);
	if (status != AW_OK)
		return status;
	if (active)
		*active = size > 0 && size <= AW_CLUSTER_MOST ? (int)clusters : 0;
	if (largest)
		*largest = kernel->large_clusters || blocks < AW_CLUSTER_PORTABLE ? (int)blocks : AW_CLUSTER_PORTABLE;
	return AW_OK;
}
