// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graph_update.h"

#include <string.h>

#include "../../base/log.h"
#include "stream.h"

struct CUgraphDeviceUpdatableNode_st {
	struct aw_handle handle;
	_Atomic unsigned references; // of nodes, and of work in streams
	pthread_mutex_t lock;        // of what follows, and of the node's parameters
	cudaGraphNode_t node;        // of an executable graph; NULL: there is none
	struct CUstream_st *lane;    // for the launches
	struct aw_graph_run *graph;  // for a kernel that launches graphs
};

static struct aw_handle_class handles = AW_HANDLE_CLASS(struct CUgraphDeviceUpdatableNode_st);

aw_status aw_core_updatable_create(cudaGraphDeviceNode_t *made)
{
	cudaGraphDeviceNode_t self = aw_core_handle_create(&handles);
	if (!self)
		return AW_NO_MEMORY;
	self->references = 1;
	pthread_mutex_init(&self->lock, NULL);
	*made = self;
	return AW_OK;
}

void aw_core_updatable_retain(cudaGraphDeviceNode_t self)
{
	self->references++;
}

void aw_core_updatable_release(cudaGraphDeviceNode_t self)
{
	if (--self->references)
		return;
	if (self->lane)
		aw_core_stream_forget(self->lane, true);
	pthread_mutex_destroy(&self->lock);
	aw_core_handle_destroy(&handles, self);
}

aw_status aw_core_updatable_attach(cudaGraphDeviceNode_t self, cudaGraphNode_t node)
{
	aw_status status = AW_OK;
	pthread_mutex_lock(&self->lock);
	if (self->node)
		status = AW_NOT_SUPPORTED;
	else if (!self->lane)
		status = aw_core_stream_create_lane(node->work.context, &self->lane);
	if (status == AW_OK)
		self->node = node;
	pthread_mutex_unlock(&self->lock);
	return status;
}

void aw_core_updatable_detach(cudaGraphDeviceNode_t self, const struct CUgraphNode_st *node)
{
	pthread_mutex_lock(&self->lock);
	if (self->node == node)
		self->node = NULL;
	pthread_mutex_unlock(&self->lock);
}

void aw_core_updatable_drop(cudaGraphDeviceNode_t self)
{
	pthread_mutex_lock(&self->lock);
	if (self->lane)
		aw_core_stream_forget(self->lane, true);
	self->lane = NULL;
	self->node = NULL;
	pthread_mutex_unlock(&self->lock);
}

// --- launches ---

static void launch(void *user)
{
	cudaGraphDeviceNode_t self = user;
	aw_status status = AW_OK;
	pthread_mutex_lock(&self->lock);
	struct CUstream_st *lane = self->node && !self->node->disabled ? self->lane : NULL;
	if (lane)
		status = aw_core_work_launch(&self->node->work, lane, self->graph);
	pthread_mutex_unlock(&self->lock);
	if (status != AW_OK)
		aw_error("core", "a kernel node as a kernel changed it can't be launched: %s", aw_status_text(status));
	else if (lane)
		lane->context->driver->stream->synchronize(lane->stream); // an error is the device's, too
	aw_core_updatable_release(self);
}

aw_status aw_core_updatable_submit(cudaGraphDeviceNode_t self, struct CUstream_st *stream, struct aw_graph_run *graph)
{
	pthread_mutex_lock(&self->lock);
	self->graph = graph;
	pthread_mutex_unlock(&self->lock);
	aw_core_updatable_retain(self);
	aw_status status = stream->context->driver->stream->host_function(stream->stream, launch, self);
	if (status != AW_OK)
		aw_core_updatable_release(self);
	return status;
}

// --- changes ---

static aw_status set_grid(struct CUgraphNode_st *node, const dim3 *grid)
{
	const int *most = node->work.context->properties.maxGridSize;
	if (!grid->x || !grid->y || !grid->z || grid->x > (unsigned)most[0] || grid->y > (unsigned)most[1] || grid->z > (unsigned)most[2])
		return AW_INVALID_VALUE;
	node->work.params.kernel.gridDim = *grid;
	return AW_OK;
}

// OFFSET is one in the kernel's parameters as they lie in memory.
static aw_status set_parameter(struct CUgraphNode_st *node, const void *value, size_t offset, size_t size)
{
	size_t bytes;
	char *first = aw_core_work_parameters(&node->work, &bytes);
	if (!value || !first || offset > bytes || size > bytes - offset)
		return AW_INVALID_VALUE;
	memcpy(first + offset, value, size);
	return AW_OK;
}

static aw_status change(struct CUgraphNode_st *node, const struct cudaGraphKernelNodeUpdate *update)
{
	switch (update->field) {
	case cudaGraphKernelNodeFieldGridDim: return set_grid(node, &update->updateData.gridDim);
	case cudaGraphKernelNodeFieldParam:
		return set_parameter(node, update->updateData.param.pValue, update->updateData.param.offset, update->updateData.param.size);
	case cudaGraphKernelNodeFieldEnabled: node->disabled = !update->updateData.isEnabled; return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

aw_status aw_core_updatable_apply(const struct cudaGraphKernelNodeUpdate *update)
{
	cudaGraphDeviceNode_t self = update->node;
	if (!aw_core_handle_valid(&handles, self))
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&self->lock);
	aw_status status = self->node ? change(self->node, update) : AW_INVALID_VALUE;
	pthread_mutex_unlock(&self->lock);
	return status;
}
