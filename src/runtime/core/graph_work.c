// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters that point to something are copied into one block, the storage: a kernel's argument
// pointers with the arguments behind them, lists of semaphores, lists of access rights.  A copy of the work
// is a copy of the block with the pointers moved along.
#include "graph_work.h"

#include <assert.h>
#include <string.h>

#include "cluster.h"
#include "copy.h"
#include "event.h"
#include "external.h"
#include "graph.h"
#include "graph_memory.h"
#include "graph_update.h"
#include "launch.h"
#include "memory_ops.h"
#include "stream.h"

enum { ALIGNMENT = 64 };

static size_t aligned(size_t size)
{
	return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static aw_status make_storage(struct aw_work *work, size_t size)
{
	void *made;
	if (posix_memalign(&made, ALIGNMENT, aligned(size ? size : 1)) != 0)
		return AW_NO_MEMORY;
	assert(!work->storage);
	work->storage = made;
	work->storage_size = aligned(size ? size : 1);
	return AW_OK;
}

// --- kernels ---

// The packed buffer among a kernel node's EXTRA: pairs of a name and a value, as cuLaunchKernel takes them.
static const char *packed_buffer(void **extra, size_t *size)
{
	const char *packed = NULL;
	*size = 0;
	for (; extra && *extra; extra += 2) {
		if ((uintptr_t)*extra == 1)
			packed = extra[1];
		else if ((uintptr_t)*extra == 2)
			*size = *(size_t *)extra[1];
		else
			return NULL;
	}
	return packed;
}

// The end of the last parameter of KERNEL in a packed buffer.
static aw_status parameter_bytes(const struct CUfunc_st *kernel, size_t *bytes)
{
	const struct aw_module_ops *ops = kernel->context->driver->module;
	unsigned count = kernel->attributes.parameter_count;
	size_t offset = 0, size = 0;
	aw_status status = count ? ops->parameter(kernel->function, count - 1, &offset, &size) : AW_OK;
	*bytes = offset + size;
	return status;
}

static aw_status copy_arguments(struct aw_work *work, const struct cudaKernelNodeParamsV2 *given)
{
	const struct CUfunc_st *kernel = work->kernel;
	const struct aw_module_ops *ops = kernel->context->driver->module;
	unsigned count = kernel->attributes.parameter_count;
	size_t bytes, packed_size, head = aligned((count + 1) * sizeof(void *));
	const char *packed = packed_buffer(given->extra, &packed_size);
	aw_status status = parameter_bytes(kernel, &bytes);
	if (status != AW_OK)
		return status;
	if (given->kernelParams ? given->extra != NULL : count && (!packed || packed_size < bytes))
		return AW_INVALID_VALUE;
	status = make_storage(work, head + bytes);
	void **pointers = (void **)work->storage;
	for (unsigned i = 0; i < count && status == AW_OK; i++) {
		size_t offset, size;
		status = ops->parameter(kernel->function, i, &offset, &size);
		if (status != AW_OK)
			break;
		assert(offset + size <= bytes);
		if (given->kernelParams && !given->kernelParams[i])
			return AW_INVALID_VALUE;
		pointers[i] = work->storage + head + offset;
		memcpy(pointers[i], given->kernelParams ? given->kernelParams[i] : packed + offset, size);
	}
	work->params.kernel.kernelParams = pointers;
	work->params.kernel.extra = NULL;
	return status;
}

char *aw_core_work_parameters(const struct aw_work *work, size_t *bytes)
{
	bool has_some = work->kernel && work->kernel->attributes.parameter_count;
	return has_some && parameter_bytes(work->kernel, bytes) == AW_OK ? work->params.kernel.kernelParams[0] : NULL;
}

static struct aw_shape kernel_shape(const struct cudaKernelNodeParamsV2 *given, struct CUstream_st *stream)
{
	return (struct aw_shape){ { given->gridDim.x, given->gridDim.y, given->gridDim.z },
		                  { given->blockDim.x, given->blockDim.y, given->blockDim.z },
		                  given->sharedMemBytes,
		                  stream };
}

static aw_status make_kernel(const struct aw_work_request *request, struct aw_work *work)
{
	const struct cudaKernelNodeParamsV2 *given = &request->params->kernel;
	aw_status status = AW_OK;
	work->kernel = request->kernel;
	if (!work->kernel)
		status = aw_core_module_kernel(given->func, &work->kernel);
	if (status == AW_INVALID_DEVICE_FUNCTION && given->func)
		return AW_INVALID_HANDLE;
	if (status != AW_OK)
		return status;
	work->context = work->kernel->context;
	struct aw_shape shape = kernel_shape(given, NULL);
	status = aw_core_launch_check(work->kernel, &shape);
	return status == AW_OK ? copy_arguments(work, given) : AW_INVALID_VALUE;
}

static const cudaLaunchAttribute *find_attribute(const struct aw_work *work, cudaLaunchAttributeID id)
{
	for (size_t i = 0; i < work->attributes.count; i++)
		if (work->attributes.items[i].id == id)
			return &work->attributes.items[i];
	return NULL;
}

// A kernel's cluster must suit it and its grid at once.
static aw_status check_cluster(const struct aw_work *work, const cudaLaunchAttribute *attribute)
{
	struct aw_launch launch = { .arguments = NULL };
	if (!work->kernel || attribute->id != cudaLaunchAttributeClusterDimension)
		return AW_OK;
	struct aw_shape shape = kernel_shape(&work->params.kernel, NULL);
	aw_status status = aw_core_launch_attributes(attribute, 1, &launch);
	return status == AW_OK ? aw_core_cluster_settle(work->kernel, &shape, &launch) : status;
}

// Once a node can be changed, it stays so.
static aw_status make_updatable(struct aw_work *work, int wanted)
{
	if (wanted != 0 && wanted != 1)
		return AW_INVALID_VALUE;
	if (!wanted)
		return work->updatable ? AW_NOT_SUPPORTED : AW_OK;
	if (!work->context->driver->launches_graphs)
		return AW_NOT_SUPPORTED;
	return work->updatable ? AW_OK : aw_core_updatable_create(&work->updatable);
}

aw_status aw_core_work_set_attribute(struct aw_work *work, const cudaLaunchAttribute *attribute)
{
	aw_status status = check_cluster(work, attribute);
	if (status != AW_OK)
		return status;
	switch (attribute->id) {
	case cudaLaunchAttributeIgnore: return AW_OK;
	case cudaLaunchAttributeAccessPolicyWindow:
	case cudaLaunchAttributeCooperative:
	case cudaLaunchAttributeClusterDimension:
	case cudaLaunchAttributeClusterSchedulingPolicyPreference:
	case cudaLaunchAttributePriority:
	case cudaLaunchAttributeMemSyncDomainMap:
	case cudaLaunchAttributeMemSyncDomain:
	case cudaLaunchAttributePreferredClusterDimension:
	case cudaLaunchAttributeNvlinkUtilCentricScheduling:
	case cudaLaunchAttributePreferredSharedMemoryCarveout: break;
	case cudaLaunchAttributeDeviceUpdatableKernelNode:
		return make_updatable(work, attribute->val.deviceUpdatableKernelNode.deviceUpdatable);
	default: return AW_INVALID_VALUE;
	}
	cudaLaunchAttribute *known = (cudaLaunchAttribute *)find_attribute(work, attribute->id);
	if (known) {
		*known = *attribute;
		return AW_OK;
	}
	return aw_vec_push(&work->attributes, *attribute) ? AW_OK : AW_NO_MEMORY;
}

void aw_core_work_get_attribute(const struct aw_work *work, cudaLaunchAttributeID id, cudaLaunchAttributeValue *value)
{
	const cudaLaunchAttribute *known = find_attribute(work, id);
	memset(value, 0, sizeof(*value));
	if (known)
		*value = known->val;
	if (id == cudaLaunchAttributeDeviceUpdatableKernelNode) {
		value->deviceUpdatableKernelNode.deviceUpdatable = work->updatable != NULL;
		value->deviceUpdatableKernelNode.devNode = work->updatable;
	}
}

static void keep_updatable(struct aw_work *work, cudaGraphDeviceNode_t updatable)
{
	work->updatable = updatable;
	if (updatable)
		aw_core_updatable_retain(updatable);
}

aw_status aw_core_work_inherit(struct aw_work *work, const struct aw_work *old)
{
	aw_status status = AW_OK;
	for (size_t i = 0; i < old->attributes.count && status == AW_OK; i++)
		status = aw_core_work_set_attribute(work, &old->attributes.items[i]);
	if (status == AW_OK)
		keep_updatable(work, old->updatable);
	return status;
}

aw_status aw_core_work_launch(const struct aw_work *work, struct CUstream_st *stream, struct aw_graph_run *graph)
{
	struct aw_launch launch = { .arguments = work->params.kernel.kernelParams, .graph = graph };
	if (!work->kernel)
		return AW_INVALID_HANDLE;
	struct aw_shape shape = kernel_shape(&work->params.kernel, stream);
	return aw_core_launch_attributed(work->kernel, &shape, work->attributes.items, (unsigned)work->attributes.count, &launch);
}

// --- memory ---

static struct aw_fill fill_of(const struct cudaMemsetParamsV2 *given)
{
	size_t width = given->width * given->elementSize;
	return (struct aw_fill){ .target = given->dst, .value = given->value, .element = given->elementSize,
		                 .width = width, .height = given->height, .depth = 1,
		                 .pitch = given->height > 1 ? given->pitch : width };
}

static aw_status check_memset(const struct cudaMemsetParamsV2 *given)
{
	size_t bytes;
	if (given->elementSize != 1 && given->elementSize != 2 && given->elementSize != 4)
		return AW_INVALID_VALUE;
	if (!given->width || !given->height || __builtin_mul_overflow(given->width, given->elementSize, &bytes))
		return AW_INVALID_VALUE;
	if (given->height > 1 && (given->pitch < bytes || given->pitch % given->elementSize))
		return AW_INVALID_VALUE;
	if ((uintptr_t)given->dst % given->elementSize)
		return AW_INVALID_VALUE;
	struct aw_fill fill = fill_of(given);
	return aw_core_fill_check(&fill);
}

static aw_status make_free(struct aw_work *work, const void *address)
{
	work->memory = aw_core_graph_memory_find(address);
	if (!work->memory)
		return AW_INVALID_VALUE;
	aw_core_graph_memory_retain(work->memory);
	return AW_OK;
}

static aw_status make_alloc(struct aw_work *work)
{
	struct cudaMemAllocNodeParamsV2 *params = &work->params.alloc;
	size_t bytes = params->accessDescCount * sizeof(*params->accessDescs);
	if (params->accessDescCount && (!params->accessDescs || params->accessDescCount > AW_DEVICE_MAX))
		return AW_INVALID_VALUE;
	aw_status status = make_storage(work, bytes);
	if (status != AW_OK)
		return status;
	if (bytes)
		memcpy(work->storage, params->accessDescs, bytes);
	params->accessDescs = bytes ? (const struct cudaMemAccessDesc *)work->storage : NULL;
	return aw_core_graph_memory_create(params, &work->memory);
}

// --- events ---

static aw_status make_event(cudaEvent_t handle)
{
	struct CUevent_st *event;
	return handle ? aw_core_event_find(handle, &event) : AW_INVALID_VALUE;
}

// --- external semaphores ---

// Both kinds of nodes have a list of handles and one of parameters, each of SIZE bytes.
static aw_status make_semaphores(struct aw_work *work, size_t size)
{
	struct cudaExternalSemaphoreSignalNodeParamsV2 *list = &work->params.extSemSignal;
	if (!list->paramsArray)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_external_check_semaphores(list->extSemArray, list->numExtSems, &work->context);
	size_t handles = list->numExtSems * sizeof(*list->extSemArray), head = aligned(handles);
	if (status == AW_OK)
		status = make_storage(work, head + list->numExtSems * size);
	if (status != AW_OK)
		return status;
	memcpy(work->storage, list->extSemArray, handles);
	memcpy(work->storage + head, list->paramsArray, list->numExtSems * size);
	list->extSemArray = (cudaExternalSemaphore_t *)work->storage;
	list->paramsArray = (const struct cudaExternalSemaphoreSignalParams *)(work->storage + head);
	return AW_OK;
}

// --- words in memory ---

static aw_status make_memory_ops(struct aw_work *work)
{
	CUDA_BATCH_MEM_OP_NODE_PARAMS batch = aw_core_memory_ops_of(&work->params);
	aw_status status = aw_core_memory_ops_check(work->context, &batch);
	size_t bytes = batch.count * sizeof(*batch.paramArray);
	if (status == AW_OK)
		status = make_storage(work, bytes);
	if (status != AW_OK)
		return status;
	memcpy(work->storage, batch.paramArray, bytes);
	batch.paramArray = (CUstreamBatchMemOpParams *)work->storage;
	work->params = aw_core_memory_ops_params(&batch);
	return AW_OK;
}

// --- what libraries gave ---

static void keep_foreign(struct aw_work *work, struct aw_foreign_work *foreign)
{
	work->foreign = foreign;
	if (foreign)
		work->context->driver->foreign->retain(foreign);
}

// --- all kinds ---

static aw_status make_kind(const struct aw_work_request *request, struct aw_work *work)
{
	const struct cudaGraphNodeParams *params = request->params;
	if (params->type == AW_GRAPH_NODE_MEMORY_OPS)
		return make_memory_ops(work);
	switch (params->type) {
	case cudaGraphNodeTypeKernel: return make_kernel(request, work);
	case cudaGraphNodeTypeMemcpy: return aw_core_copy_check_3d(&params->memcpy.copyParams);
	case cudaGraphNodeTypeMemset: return check_memset(&params->memset);
	case cudaGraphNodeTypeHost: return params->host.fn ? AW_OK : AW_INVALID_VALUE;
	case cudaGraphNodeTypeGraph: return work->foreign ? AW_OK : aw_core_graph_find(params->graph.graph);
	case cudaGraphNodeTypeEmpty: return AW_OK;
	case cudaGraphNodeTypeWaitEvent: return make_event(params->eventWait.event);
	case cudaGraphNodeTypeEventRecord: return make_event(params->eventRecord.event);
	case cudaGraphNodeTypeExtSemaphoreSignal: return make_semaphores(work, sizeof(struct cudaExternalSemaphoreSignalParams));
	case cudaGraphNodeTypeExtSemaphoreWait: return make_semaphores(work, sizeof(struct cudaExternalSemaphoreWaitParams));
	case cudaGraphNodeTypeMemAlloc: return make_alloc(work);
	case cudaGraphNodeTypeMemFree: return make_free(work, params->free.dptr);
	case cudaGraphNodeTypeConditional: return AW_OK; // its graph knows the handle
	default: return AW_INVALID_VALUE;
	}
}

aw_status aw_core_work_make(const struct aw_work_request *request, struct aw_work *work)
{
	struct aw_work made = { .params = *request->params, .context = request->context };
	aw_status status = made.context ? AW_OK : aw_core_context_current(&made.context);
	if (status == AW_OK)
		keep_foreign(&made, request->foreign);
	if (status == AW_OK)
		status = make_kind(request, &made);
	if (status != AW_OK) {
		aw_core_work_finish(&made);
		return status;
	}
	assert(made.context && (made.params.type != cudaGraphNodeTypeKernel || made.kernel->context == made.context));
	*work = made;
	return AW_OK;
}

// Moves the pointers of WORK, a copy, from the block OLD to its own.
static void move_pointers(struct aw_work *work, const char *old)
{
	ptrdiff_t distance = work->storage - old;
	assert(work->storage != old);
	if (work->params.type == AW_GRAPH_NODE_MEMORY_OPS) {
		CUDA_BATCH_MEM_OP_NODE_PARAMS batch = aw_core_memory_ops_of(&work->params);
		batch.paramArray = (CUstreamBatchMemOpParams *)work->storage;
		work->params = aw_core_memory_ops_params(&batch);
		return;
	}
#define MOVE(pointer) ((pointer) = (void *)((char *)(uintptr_t)(pointer) + distance))
	switch (work->params.type) {
	case cudaGraphNodeTypeKernel:
		MOVE(work->params.kernel.kernelParams);
		for (unsigned i = 0; i < work->kernel->attributes.parameter_count; i++)
			MOVE(work->params.kernel.kernelParams[i]);
		break;
	case cudaGraphNodeTypeMemAlloc:
		if (work->params.alloc.accessDescs)
			MOVE(work->params.alloc.accessDescs);
		break;
	case cudaGraphNodeTypeExtSemaphoreSignal:
	case cudaGraphNodeTypeExtSemaphoreWait:
		MOVE(work->params.extSemSignal.extSemArray);
		MOVE(work->params.extSemSignal.paramsArray);
		break;
	default: break;
	}
#undef MOVE
}

aw_status aw_core_work_copy(const struct aw_work *work, struct aw_work *copy)
{
	struct aw_work made = { .params = work->params, .context = work->context, .kernel = work->kernel };
	if (work->params.type == cudaGraphNodeTypeKernel && !work->kernel)
		return AW_INVALID_HANDLE;
	aw_status status = work->storage ? make_storage(&made, work->storage_size) : AW_OK;
	if (status != AW_OK)
		return status;
	if (work->storage) {
		memcpy(made.storage, work->storage, work->storage_size);
		move_pointers(&made, work->storage);
	}
	for (size_t i = 0; i < work->attributes.count && status == AW_OK; i++)
		status = aw_vec_push(&made.attributes, work->attributes.items[i]) ? AW_OK : AW_NO_MEMORY;
	if (work->memory) {
		made.memory = work->memory;
		aw_core_graph_memory_retain(made.memory);
	}
	keep_foreign(&made, work->foreign);
	keep_updatable(&made, work->updatable);
	if (status != AW_OK) {
		aw_core_work_finish(&made);
		return status;
	}
	*copy = made;
	return AW_OK;
}

void aw_core_work_finish(struct aw_work *work)
{
	free(work->storage);
	work->storage = NULL;
	aw_vec_finish(&work->attributes);
	for (size_t i = 0; i < work->bodies.count; i++)
		aw_core_graph_release(work->bodies.items[i]);
	aw_vec_finish(&work->bodies);
	if (work->memory)
		aw_core_graph_memory_release(work->memory);
	work->memory = NULL;
	if (work->foreign)
		work->context->driver->foreign->release(work->foreign);
	work->foreign = NULL;
	if (work->updatable)
		aw_core_updatable_release(work->updatable);
	work->updatable = NULL;
}

aw_status aw_core_work_submit(const struct aw_work *work, struct CUstream_st *stream, struct aw_graph_run *graph)
{
	const struct cudaGraphNodeParams *params = &work->params;
	if (params->type == AW_GRAPH_NODE_MEMORY_OPS)
		return aw_core_memory_ops_submit(stream, params);
	switch (params->type) {
	case cudaGraphNodeTypeKernel:
		return work->updatable ? aw_core_updatable_submit(work->updatable, stream, graph) : aw_core_work_launch(work, stream, graph);
	case cudaGraphNodeTypeMemcpy: return aw_core_copy_3d(&params->memcpy.copyParams, stream, AW_NODE);
	case cudaGraphNodeTypeMemset: {
		struct aw_fill fill = fill_of(&params->memset);
		return aw_core_fill(&fill, stream, AW_NODE);
	}
	case cudaGraphNodeTypeHost: return aw_core_stream_call(stream, params->host.fn, params->host.userData);
	case cudaGraphNodeTypeWaitEvent: return aw_core_stream_wait_device(stream, params->eventWait.event);
	case cudaGraphNodeTypeEventRecord: return aw_core_event_record_device(params->eventRecord.event, stream);
	case cudaGraphNodeTypeExtSemaphoreSignal:
	case cudaGraphNodeTypeExtSemaphoreWait: return aw_core_external_submit(stream, params);
	case cudaGraphNodeTypeMemAlloc: aw_core_graph_memory_begin(work->memory); return AW_OK;
	case cudaGraphNodeTypeMemFree: aw_core_graph_memory_end(work->memory); return AW_OK;
	case cudaGraphNodeTypeGraph: return work->context->driver->foreign->submit(work->foreign, stream->stream);
	default: return AW_OK;
	}
}
