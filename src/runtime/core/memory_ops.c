// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory_ops.h"

#include <string.h>

#include "capture.h"
#include "copy.h"
#include "stream.h"

enum { MOST_OPS = 255 };

_Static_assert(sizeof(CUDA_BATCH_MEM_OP_NODE_PARAMS) <= sizeof(((struct cudaGraphNodeParams *)0)->reserved1), "");

struct cudaGraphNodeParams aw_core_memory_ops_params(const CUDA_BATCH_MEM_OP_NODE_PARAMS *batch)
{
	struct cudaGraphNodeParams params = { .type = AW_GRAPH_NODE_MEMORY_OPS };
	memcpy(params.reserved1, batch, sizeof(*batch));
	return params;
}

CUDA_BATCH_MEM_OP_NODE_PARAMS aw_core_memory_ops_of(const struct cudaGraphNodeParams *params)
{
	CUDA_BATCH_MEM_OP_NODE_PARAMS batch;
	memcpy(&batch, params->reserved1, sizeof(batch));
	return batch;
}

static aw_status check_word(CUdeviceptr address, size_t size)
{
	struct aw_fill word = { .target = (void *)(uintptr_t)address, .element = 1, .width = size, .height = 1, .depth = 1,
		                .pitch = size, .slice = size };
	return address && address % size == 0 ? aw_core_fill_check(&word) : AW_INVALID_VALUE;
}

static aw_status check_flush(const struct aw_context *context)
{
	int flushes = 0;
	aw_status status = context->driver->device->attribute(context->device, cudaDevAttrCanFlushRemoteWrites, &flushes);
	return status == AW_OK && flushes ? AW_OK : AW_NOT_SUPPORTED;
}

static aw_status check_op(const struct aw_context *context, const CUstreamBatchMemOpParams *op)
{
	unsigned flags = op->waitValue.flags; // as those of a write
	size_t size = op->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 || op->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64 ? 8 : 4;
	switch (op->operation) {
	case CU_STREAM_MEM_OP_WAIT_VALUE_32:
	case CU_STREAM_MEM_OP_WAIT_VALUE_64:
		if (flags & ~(CU_STREAM_WAIT_VALUE_NOR | CU_STREAM_WAIT_VALUE_FLUSH))
			return AW_INVALID_VALUE;
		if (flags & CU_STREAM_WAIT_VALUE_FLUSH && check_flush(context) != AW_OK)
			return AW_NOT_SUPPORTED;
		return check_word(op->waitValue.address, size);
	case CU_STREAM_MEM_OP_WRITE_VALUE_32:
	case CU_STREAM_MEM_OP_WRITE_VALUE_64:
		return flags == CU_STREAM_WRITE_VALUE_DEFAULT ? check_word(op->writeValue.address, size) : AW_INVALID_VALUE;
	case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES: return op->flushRemoteWrites.flags ? AW_INVALID_VALUE : check_flush(context);
	case CU_STREAM_MEM_OP_BARRIER:
		return op->memoryBarrier.flags <= CU_STREAM_MEMORY_BARRIER_TYPE_GPU ? AW_OK : AW_INVALID_VALUE;
	default: return AW_INVALID_VALUE;
	}
}

aw_status aw_core_memory_ops_check(const struct aw_context *context, const CUDA_BATCH_MEM_OP_NODE_PARAMS *batch)
{
	if ((batch->count && !batch->paramArray) || batch->count > MOST_OPS || batch->flags)
		return AW_INVALID_VALUE;
	aw_status status = AW_OK;
	for (unsigned i = 0; i < batch->count && status == AW_OK; i++)
		status = check_op(context, &batch->paramArray[i]);
	return status;
}

aw_status aw_core_memory_ops_submit(struct CUstream_st *stream, const struct cudaGraphNodeParams *params)
{
	CUDA_BATCH_MEM_OP_NODE_PARAMS batch = aw_core_memory_ops_of(params);
	return stream->context->driver->stream->memory_ops(stream->stream, batch.paramArray, batch.count);
}

aw_status aw_core_memory_ops_enqueue(cudaStream_t handle, const CUDA_BATCH_MEM_OP_NODE_PARAMS *batch)
{
	struct CUstream_st *stream;
	cudaGraphNode_t node;
	bool capturing;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_memory_ops_check(stream->context, batch);
	if (status == AW_OK)
		status = aw_core_capture_enter(stream, &capturing);
	if (status != AW_OK || !batch->count)
		return status;
	struct cudaGraphNodeParams params = aw_core_memory_ops_params(batch);
	return capturing ? aw_core_capture_add(stream, &params, NULL, &node) : aw_core_memory_ops_submit(stream, &params);
}
