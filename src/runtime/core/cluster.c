// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters (CUDA C++ Programming Guide, "Thread Block Clusters").
#include "cluster.h"

#include "launch.h"

static aw_status check(const struct CUfunc_st *kernel, const struct aw_shape *shape, const struct aw_launch *work)
{
	const struct aw_function_attributes *known = &kernel->attributes;
	uint64_t blocks = 1, most = kernel->large_clusters ? AW_CLUSTER_MOST : AW_CLUSTER_PORTABLE;
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

aw_status aw_core_cluster_settle(const struct CUfunc_st *kernel, const struct aw_shape *shape, struct aw_launch *work)
{
	const unsigned *asked = kernel->attributes.cluster;
	bool told = work->cluster[0];
	if (!told && !asked[0])
		return AW_OK;
	for (int i = 0; i < 3 && !told; i++)
		work->cluster[i] = asked[i] ? asked[i] : 1;
	return check(kernel, shape, work);
}

aw_status aw_core_cluster_set(struct CUfunc_st *kernel, enum cudaFuncAttribute attribute, int value)
{
	const struct aw_module_ops *ops = kernel->context->driver->module;
	switch (attribute) {
	case cudaFuncAttributeRequiredClusterWidth:
	case cudaFuncAttributeRequiredClusterHeight:
	case cudaFuncAttributeRequiredClusterDepth:
		if (value < 0 || value > AW_CLUSTER_MOST)
			return AW_INVALID_VALUE;
		kernel->attributes.cluster[attribute - cudaFuncAttributeRequiredClusterWidth] = (unsigned)value;
		return AW_OK;
	case cudaFuncAttributeNonPortableClusterSizeAllowed:
		if (value != 0 && value != 1)
			return AW_INVALID_VALUE;
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
	if (status == AW_OK && active)
		status = aw_core_cluster_settle(kernel, shape, &work);
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
		*active = (int)clusters;
	if (largest)
		*largest = kernel->large_clusters || blocks < AW_CLUSTER_PORTABLE ? (int)blocks : AW_CLUSTER_PORTABLE;
	return AW_OK;
}
