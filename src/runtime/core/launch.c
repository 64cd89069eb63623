// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error codes are those of CUDA 12: a shape that no kernel can have is
// cudaErrorInvalidConfiguration, too much shared memory cudaErrorInvalidValue.
#include "launch.h"

#include <assert.h>

#include "capture.h"
#include "cluster.h"
#include "event.h"
#include "green.h"
#include "stream.h"

// Whether a block of so many threads needs more registers than there are: it is the kernel's bounds otherwise.  Warps get them
// in units of 8 a thread.
static bool lacks_registers(const struct CUfunc_st *kernel, uint64_t threads)
{
	enum { WARP = 32, UNIT = 8 };
	uint64_t each = (kernel->attributes.registers + UNIT - 1) / UNIT * UNIT;
	return (threads + WARP - 1) / WARP * WARP * each > (unsigned)kernel->context->properties.regsPerBlock;
}

aw_status aw_core_launch_check(const struct CUfunc_st *kernel, const struct aw_shape *shape)
{
	const struct cudaDeviceProp *limits = &kernel->context->properties;
	uint64_t threads = 1;
	for (int i = 0; i < 3; i++) {
		if (shape->grid[i] - 1 >= (unsigned)limits->maxGridSize[i] || // 0 wraps around
		    shape->block[i] - 1 >= (unsigned)limits->maxThreadsDim[i])
			return AW_INVALID_CONFIGURATION;
		threads *= shape->block[i];
	}
	if (threads > (unsigned)limits->maxThreadsPerBlock)
		return AW_INVALID_CONFIGURATION;
	if (threads > kernel->attributes.max_threads)
		return lacks_registers(kernel, threads) ? AW_LAUNCH_OUT_OF_RESOURCES : AW_INVALID_CONFIGURATION;
	if (shape->dynamic_shared > kernel->attributes.max_dynamic_shared_size)
		return AW_INVALID_VALUE;
	return AW_OK;
}

// A cooperative launch needs all its blocks resident at the same time.
static aw_status check_resident(const struct CUfunc_st *kernel, const struct aw_shape *shape, const struct CUstream_st *stream)
{
	const struct aw_context *context = kernel->context;
	unsigned blocks;
	unsigned threads = shape->block[0] * shape->block[1] * shape->block[2];
	aw_status status = context->driver->module->occupancy(kernel->function, threads,
	                                                      shape->dynamic_shared, &blocks);
	if (status != AW_OK)
		return status;
	uint64_t room = (uint64_t)blocks * (stream->green ? stream->green->multiprocessors : (unsigned)context->properties.multiProcessorCount);
	uint64_t wanted = (uint64_t)shape->grid[0] * shape->grid[1];
	return wanted > room || wanted * shape->grid[2] > room ? AW_COOPERATIVE_TOO_LARGE : AW_OK;
}

// The launch as a node of what its stream captures.
static aw_status capture(const struct CUfunc_st *kernel, const struct aw_shape *shape, const struct aw_launch *work,
                         struct CUstream_st *stream)
{
	struct cudaGraphNodeParams params = { .type = cudaGraphNodeTypeKernel };
	size_t packed_size = work->packed_size;
	void *extra[] = { (void *)1, (void *)(uintptr_t)work->packed, (void *)2, &packed_size, NULL };
	cudaGraphNode_t node;
	params.kernel.gridDim = (dim3){ shape->grid[0], shape->grid[1], shape->grid[2] };
	params.kernel.blockDim = (dim3){ shape->block[0], shape->block[1], shape->block[2] };
	params.kernel.sharedMemBytes = (unsigned)shape->dynamic_shared;
	params.kernel.kernelParams = work->arguments;
	params.kernel.extra = work->packed ? extra : NULL;
	aw_status status = aw_core_capture_add(stream, &params, (struct CUfunc_st *)(uintptr_t)kernel, &node);
	if (status == AW_OK && work->cooperative) {
		cudaLaunchAttribute attribute = { .id = cudaLaunchAttributeCooperative };
		attribute.val.cooperative = 1;
		status = aw_core_work_set_attribute(&node->work, &attribute);
	}
	if (status == AW_OK && work->cluster[0]) {
		cudaLaunchAttribute attribute = { .id = cudaLaunchAttributeClusterDimension };
		attribute.val.clusterDim.x = work->cluster[0];
		attribute.val.clusterDim.y = work->cluster[1];
		attribute.val.clusterDim.z = work->cluster[2];
		status = aw_core_work_set_attribute(&node->work, &attribute);
	}
	return status;
}

aw_status aw_core_launch_kernel(const struct CUfunc_st *kernel, const struct aw_shape *shape,
                                struct aw_launch *work)
{
	struct CUstream_st *stream;
	bool capturing;
	aw_status status = aw_core_launch_check(kernel, shape);
	if (status != AW_OK)
		return aw_core_capture_spoil(shape->stream, status);
	status = aw_core_stream_find(shape->stream, &stream);
	if (status != AW_OK)
		return status;
	if (stream->context != kernel->context)
		return AW_INVALID_HANDLE;
	if (work->cooperative)
		status = check_resident(kernel, shape, stream);
	if (status == AW_OK)
		status = aw_core_cluster_settle(kernel, shape, work);
	if (status == AW_OK)
		status = aw_core_capture_enter(stream, &capturing);
	if (status != AW_OK)
		return status;
	if (capturing)
		return capture(kernel, shape, work, stream);
	if (kernel->attributes.launches_graphs && !work->graph)
		return AW_NOT_SUPPORTED; // only graphs' kernels do
	assert(kernel->function && (!work->arguments || !work->packed));
	work->function = kernel->function;
	for (int i = 0; i < 3; i++) {
		work->grid[i] = shape->grid[i];
		work->block[i] = shape->block[i];
	}
	work->dynamic_shared = shape->dynamic_shared;
	return kernel->context->driver->stream->launch(stream->stream, work);
}

aw_status aw_core_launch(const void *host, const struct aw_shape *shape, void **arguments, bool cooperative)
{
	struct CUfunc_st *kernel;
	aw_status status = aw_core_module_kernel(host, &kernel);
	if (status != AW_OK)
		return status;
	struct aw_launch work = { .arguments = arguments, .cooperative = cooperative };
	return aw_core_launch_kernel(kernel, shape, &work);
}

// What attributes ask for behind the launch: events to be recorded, and a node that device code may change, whose handle goes there.
struct after_launch {
	cudaEvent_t events[2];
	unsigned count;
	const cudaLaunchAttribute *updatable; // NULL: none
};

// Takes one attribute over into WORK.  Those that only steer a GPU's scheduling and caches are
// accepted: whatever order and place they ask for is allowed here too.
static aw_status take_attribute(const cudaLaunchAttribute *attribute, struct aw_launch *work,
                                struct after_launch *after)
{
	switch (attribute->id) {
	case cudaLaunchAttributeCooperative: work->cooperative = attribute->val.cooperative; return AW_OK;
	case cudaLaunchAttributeClusterDimension:
		work->cluster[0] = attribute->val.clusterDim.x;
		work->cluster[1] = attribute->val.clusterDim.y;
		work->cluster[2] = attribute->val.clusterDim.z;
		return AW_OK; // all 0: none
	case cudaLaunchAttributeProgrammaticEvent:
		after->events[after->count++ & 1] = attribute->val.programmaticEvent.event;
		return AW_OK;
	case cudaLaunchAttributeLaunchCompletionEvent:
		after->events[after->count++ & 1] = attribute->val.launchCompletionEvent.event;
		return AW_OK;
	case cudaLaunchAttributeIgnore:
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributeSynchronizationPolicy:
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
	case cudaLaunchAttributeProgrammaticStreamSerialization:
	case cudaLaunchAttributePriority:
	case cudaLaunchAttributeMemSyncDomainMap:
	case cudaLaunchAttributeMemSyncDomain:
	case cudaLaunchAttributePreferredClusterDimension:
	case cudaLaunchAttributeNvlinkUtilCentricScheduling:
	case cudaLaunchAttributePreferredSharedMemoryCarveout: return AW_OK;
	case cudaLaunchAttributeDeviceUpdatableKernelNode: after->updatable = attribute; return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

static aw_status take_attributes(const cudaLaunchAttribute *attributes, unsigned count, struct aw_launch *work,
                                 struct after_launch *after)
{
	aw_status status = count && !attributes ? AW_INVALID_VALUE : AW_OK;
	for (unsigned i = 0; i < count && status == AW_OK; i++)
		status = take_attribute(&attributes[i], work, after);
	return status;
}

aw_status aw_core_launch_attributes(const cudaLaunchAttribute *attributes, unsigned count, struct aw_launch *work)
{
	struct after_launch after = { .count = 0 };
	return take_attributes(attributes, count, work, &after);
}

// Only what a stream captures can be changed.
static aw_status check_updatable(const struct aw_shape *shape, const cudaLaunchAttribute *attribute)
{
	struct CUstream_st *stream;
	aw_status status = attribute ? aw_core_stream_find(shape->stream, &stream) : AW_OK;
	return status == AW_OK && attribute && !stream->capture ? AW_NOT_SUPPORTED : status;
}

// The node that the launch became is where the stream has got to.
static aw_status make_updatable(const struct aw_shape *shape, const cudaLaunchAttribute *attribute)
{
	struct CUstream_st *stream;
	aw_status status = aw_core_stream_find(shape->stream, &stream);
	if (status != AW_OK || !stream->tips.count)
		return status;
	struct aw_work *work = &stream->tips.items[0].node->work;
	status = aw_core_work_set_attribute(work, attribute);
	if (status == AW_OK)
		((cudaLaunchAttribute *)(uintptr_t)attribute)->val.deviceUpdatableKernelNode.devNode = work->updatable;
	return status;
}

aw_status aw_core_launch_attributed(const struct CUfunc_st *kernel, const struct aw_shape *shape,
                                    const cudaLaunchAttribute *attributes, unsigned count, struct aw_launch *work)
{
	struct after_launch after = { .count = 0 };
	aw_status status = take_attributes(attributes, count, work, &after);
	if (status == AW_OK)
		status = check_updatable(shape, after.updatable);
	if (status == AW_OK)
		status = aw_core_launch_kernel(kernel, shape, work);
	if (status == AW_OK && after.updatable)
		status = make_updatable(shape, after.updatable);
	for (unsigned i = 0; i < after.count && i < 2 && status == AW_OK; i++)
		status = aw_core_event_record(after.events[i], shape->stream, 0);
	return status;
}

struct aw_shape aw_core_launch_shape(const cudaLaunchConfig_t *configuration)
{
	return (struct aw_shape){
		.grid = { configuration->gridDim.x, configuration->gridDim.y, configuration->gridDim.z },
		.block = { configuration->blockDim.x, configuration->blockDim.y, configuration->blockDim.z },
		.dynamic_shared = configuration->dynamicSmemBytes,
		.stream = configuration->stream,
	};
}

aw_status aw_core_launch_extended(const void *host, const cudaLaunchConfig_t *configuration, void **arguments)
{
	struct CUfunc_st *kernel;
	struct aw_launch work = { .arguments = arguments };
	if (!configuration || (configuration->numAttrs && !configuration->attrs))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_module_kernel(host, &kernel);
	if (status != AW_OK)
		return status;
	struct aw_shape shape = aw_core_launch_shape(configuration);
	return aw_core_launch_attributed(kernel, &shape, configuration->attrs, configuration->numAttrs, &work);
}

aw_status aw_core_function_attributes(const struct CUfunc_st *kernel, struct cudaFuncAttributes *attributes)
{
	const struct aw_function_attributes *known = &kernel->attributes;
	const struct cudaDeviceProp *properties = &kernel->context->properties;
	int binary = properties->major * 10 + properties->minor;
	// Libraries choose by it what they compiled under the same #if of __CUDA_ARCH__.
	int version = kernel->architecture ? (int)kernel->architecture / 10 : binary;
	if (!attributes)
		return AW_INVALID_VALUE;
	*attributes = (struct cudaFuncAttributes){
		.sharedSizeBytes = known->static_shared_size,
		.constSizeBytes = known->constant_size,
		.localSizeBytes = known->local_size,
		.maxThreadsPerBlock = (int)known->max_threads,
		.numRegs = (int)known->registers,
		.ptxVersion = version,
		.binaryVersion = binary,
		.maxDynamicSharedSizeBytes = (int)known->max_dynamic_shared_size,
		.preferredShmemCarveout = kernel->carveout,
		.clusterDimMustBeSet = known->cluster_in_source,
		.requiredClusterWidth = (int)known->cluster[0],
		.requiredClusterHeight = (int)known->cluster[1],
		.requiredClusterDepth = (int)known->cluster[2],
		.clusterSchedulingPolicyPreference = kernel->cluster_policy,
		.nonPortableClusterSizeAllowed = kernel->large_clusters,
	};
	return AW_OK;
}

static aw_status set_max_shared(struct CUfunc_st *kernel, int value)
{
	const struct aw_context *context = kernel->context;
	const struct aw_module_ops *ops = context->driver->module;
	assert(kernel->attributes.static_shared_size <= context->properties.sharedMemPerBlockOptin);
	size_t most = context->properties.sharedMemPerBlockOptin - kernel->attributes.static_shared_size;
	if (value < 0 || (size_t)value > most)
		return AW_INVALID_VALUE;
	aw_status status = ops->set_function_attribute(kernel->function,
	                                               cudaFuncAttributeMaxDynamicSharedMemorySize, value);
	if (status != AW_OK)
		return status;
	struct aw_function_attributes old = kernel->attributes;
	status = ops->function_attributes(kernel->function, &kernel->attributes);
	for (int i = 0; i < 3; i++) // which cudaFuncSetAttribute may have set
		kernel->attributes.cluster[i] = old.cluster[i];
	return status;
}

aw_status aw_core_function_set(struct CUfunc_st *kernel, enum cudaFuncAttribute attribute, int value)
{
	switch (attribute) {
	case cudaFuncAttributeMaxDynamicSharedMemorySize: return set_max_shared(kernel, value);
	case cudaFuncAttributePreferredSharedMemoryCarveout:
		if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
			return AW_INVALID_VALUE;
		kernel->carveout = value;
		return AW_OK;
	case cudaFuncAttributeRequiredClusterWidth:
	case cudaFuncAttributeRequiredClusterHeight:
	case cudaFuncAttributeRequiredClusterDepth:
	case cudaFuncAttributeNonPortableClusterSizeAllowed:
	case cudaFuncAttributeClusterSchedulingPolicyPreference: return aw_core_cluster_set(kernel, attribute, value);
	default: return AW_INVALID_VALUE;
	}
}

aw_status aw_core_function_occupancy(const struct CUfunc_st *kernel, int block_size, size_t dynamic_shared,
                                     int *blocks)
{
	const struct aw_context *context = kernel->context;
	unsigned resident = 0;
	if (!blocks || block_size <= 0)
		return AW_INVALID_VALUE;
	aw_status status = AW_OK;
	if (block_size <= context->properties.maxThreadsPerBlock)
		status = context->driver->module->occupancy(kernel->function, (unsigned)block_size,
		                                            dynamic_shared, &resident);
	if (status == AW_OK)
		*blocks = (int)resident;
	return status;
}

aw_status aw_core_function_available_shared(const struct CUfunc_st *kernel, int blocks, int block_size,
                                            size_t *bytes)
{
	if (!bytes || blocks <= 0)
		return AW_INVALID_VALUE;
	size_t low = 0, high = kernel->context->properties.sharedMemPerBlockOptin + 1; // LOW fits, HIGH doesn't
	int resident;
	aw_status status = aw_core_function_occupancy(kernel, block_size, 0, &resident);
	if (status != AW_OK)
		return status;
	if (resident < blocks)
		return AW_INVALID_VALUE;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		status = aw_core_function_occupancy(kernel, block_size, middle, &resident);
		if (status != AW_OK)
			return status;
		if (resident >= blocks)
			low = middle;
		else
			high = middle;
	}
	*bytes = low;
	return AW_OK;
}
