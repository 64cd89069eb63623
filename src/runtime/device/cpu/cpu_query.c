// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels ask of the device that runs them (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism", API reference).
// Of other devices a kernel learns nothing.
#include "cpu_device.h"
#include "cpu_queue.h"

static bool property(const struct cudaDeviceProp *properties, enum cudaDeviceAttr attribute, int *value)
{
	switch ((int)attribute) {
#define AW_ATTRIBUTE(name, field) \
	case cudaDevAttr##name: *value = (int)properties->field; return true;
#include "../attributes.def"
#undef AW_ATTRIBUTE
	default: return false;
	}
}

static aw_status attribute(struct aw_device *device, enum cudaDeviceAttr attribute, int *value)
{
	if ((int)attribute <= 0 || attribute >= cudaDevAttrMax)
		return AW_INVALID_VALUE;
	return property(device->properties, attribute, value) ? AW_OK : device->driver->device->attribute(device, attribute, value);
}

// The function of the kernel that QUERY names, in the module of the kernel that asks.
static aw_status find_function(const struct cpu_resident *block, const struct aw_cpu_function_query *query, struct aw_function **found)
{
	const struct aw_driver *driver = block->sm->device->base.driver;
	if (!query->result)
		return AW_INVALID_VALUE;
	aw_status status = query->kernel ? driver->module->function(block->task->launch.function->base.module, query->kernel, found) : AW_OK;
	return query->kernel && status == AW_OK ? AW_OK : AW_INVALID_DEVICE_FUNCTION;
}

// What the host may have set since the module was loaded counts, but for preferences, which the core keeps.
static aw_status function_attributes(const struct cpu_resident *block, const struct aw_cpu_function_query *query)
{
	const struct aw_device *device = &block->sm->device->base;
	struct aw_function_attributes known;
	struct aw_function *function;
	aw_status status = find_function(block, query, &function);
	if (status == AW_OK)
		status = device->driver->module->function_attributes(function, &known);
	if (status != AW_OK)
		return status;
	*(struct cudaFuncAttributes *)query->result = (struct cudaFuncAttributes){
		.sharedSizeBytes = known.static_shared_size,
		.constSizeBytes = known.constant_size,
		.localSizeBytes = known.local_size,
		.maxThreadsPerBlock = (int)known.max_threads,
		.numRegs = (int)known.registers,
		.binaryVersion = device->properties->major * 10 + device->properties->minor,
		.maxDynamicSharedSizeBytes = (int)known.max_dynamic_shared_size,
		.preferredShmemCarveout = cudaSharedmemCarveoutDefault,
		.clusterDimMustBeSet = known.cluster_in_source,
		.requiredClusterWidth = (int)known.cluster[0],
		.requiredClusterHeight = (int)known.cluster[1],
		.requiredClusterDepth = (int)known.cluster[2],
	};
	return AW_OK;
}

static aw_status occupancy(const struct cpu_resident *block, const struct aw_cpu_function_query *query)
{
	struct aw_function *function;
	unsigned blocks = 0;
	if (query->block_size <= 0 || (query->flags & ~(unsigned)cudaOccupancyDisableCachingOverride))
		return AW_INVALID_VALUE;
	aw_status status = find_function(block, query, &function);
	if (status == AW_OK)
		status = block->sm->device->base.driver->module->occupancy(function, (unsigned)query->block_size, query->dynamic_shared, &blocks);
	if (status == AW_OK)
		*(int *)query->result = (int)blocks;
	return status;
}

static aw_status launch_graph(const struct cpu_resident *block, void *graph, int number)
{
	struct aw_graph_run *run = block->task->launch.graph;
	return run ? run->launch(run, graph, number) : AW_INVALID_VALUE;
}

static aw_status update_nodes(const struct aw_device *device, const struct cudaGraphKernelNodeUpdate *updates, int32_t count)
{
	aw_status status = AW_OK;
	for (int32_t i = 0; i < count && status == AW_OK; i++)
		status = device->update_node(&updates[i]);
	return status;
}

static bool find_allocation(const char *address, struct cpu_allocation *found)
{
	return aw_cpu_memory_nearest(address, found) && address >= found->address && address < found->address + found->size;
}

static aw_status tell_apart(struct aw_cpu_later *later)
{
	struct cpu_allocation first, second;
	later->apart = find_allocation(later->asked[0], &first) && find_allocation(later->asked[1], &second) &&
	               first.address != second.address;
	return AW_OK;
}

int32_t aw_cpu_query(struct aw_cpu_thread *thread, uint32_t what, int32_t number, void *result)
{
	const struct cpu_resident *block = aw_cpu_block_of(aw_cpu_fiber_of(thread));
	struct aw_device *device = &block->sm->device->base;
	if (!result)
		return cudaErrorInvalidValue;
	switch ((enum aw_cpu_query)what) {
	case AW_CPU_QUERY_DEVICE: *(int *)result = (int)device->ordinal; return cudaSuccess;
	case AW_CPU_QUERY_COUNT: *(int *)result = (int)device->count; return cudaSuccess;
	case AW_CPU_QUERY_ATTRIBUTE: return (int32_t)attribute(device, (enum cudaDeviceAttr)number, result);
	case AW_CPU_QUERY_LIMIT: return (int32_t)device->driver->device->get_limit(device, (enum cudaLimit)number, result);
	case AW_CPU_QUERY_FUNCTION: return (int32_t)function_attributes(block, result);
	case AW_CPU_QUERY_OCCUPANCY: return (int32_t)occupancy(block, result);
	case AW_CPU_QUERY_GRAPH_LAUNCH: return (int32_t)launch_graph(block, *(void **)result, number);
	case AW_CPU_QUERY_GRAPH:
		*(void **)result = block->task->launch.graph ? block->task->launch.graph->graph : NULL;
		return cudaSuccess;
	case AW_CPU_QUERY_GRAPH_UPDATES: return (int32_t)update_nodes(device, result, number);
	case AW_CPU_QUERY_APART: return (int32_t)tell_apart(result);
	}
	return cudaErrorInvalidValue;
}
