// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Memory Management": batches of copies.  All are looked at before the first is given to the stream, which
// does them one after another: any order will do.
#include "../core/array.h"
#include "../core/capture.h"
#include "../core/copy.h"
#include "../core/stream.h"
#include "api.h"
#include "batch.h"

static bool is_order(enum cudaMemcpySrcAccessOrder order)
{
	return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny;
}

// No graph can keep a batch; a capture that meets one goes on.
static aw_status check_stream(cudaStream_t handle)
{
	struct CUstream_st *stream;
	bool capturing;
	if (aw_batch_is_legacy(handle))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_stream_find(handle, &stream);
	if (status == AW_OK)
		status = aw_core_capture_enter(stream, &capturing);
	return status == AW_OK && capturing ? AW_CAPTURE_UNSUPPORTED : status;
}

// How a source of ORDER is read: pageable memory too when its turn comes, or before the call returns.
static enum aw_wait wait_of(enum cudaMemcpySrcAccessOrder order)
{
	return order == cudaMemcpySrcAccessOrderDuringApiCall ? AW_ASYNC : AW_NODE;
}

// After copies one of which was to be read by now: page-locked and managed memory is only read in the stream's order.
static aw_status finish(cudaStream_t stream, bool during_call, aw_status status)
{
	return status == AW_OK && during_call ? aw_core_stream_synchronize(stream) : status;
}

// --- rows ---

struct rows {
	void **targets, **sources;
	size_t *sizes, count;
	const struct cudaMemcpyAttributes *attributes; // one for each part
	struct aw_batch_parts parts;
};

static aw_status check_attributes(const struct rows *rows)
{
	if (!rows->attributes || !aw_batch_parts_fit(&rows->parts, rows->count))
		return AW_INVALID_VALUE;
	for (size_t k = 0; k < rows->parts.count; k++)
		if (!is_order(rows->attributes[k].srcAccessOrder) || rows->attributes[k].flags > cudaMemcpyFlagPreferOverlapWithCompute)
			return AW_INVALID_VALUE;
	return AW_OK;
}

static aw_status check_rows(const struct rows *rows, cudaStream_t stream, size_t *failed)
{
	if (!rows->targets || !rows->sources || !rows->sizes || !rows->count)
		return AW_INVALID_VALUE;
	aw_status status = check_stream(stream);
	if (status == AW_OK)
		status = check_attributes(rows);
	for (size_t i = 0; i < rows->count && status == AW_OK; i++) {
		status = rows->sizes[i] ? aw_core_copy_linear(rows->targets[i], rows->sources[i], rows->sizes[i], cudaMemcpyDefault,
		                                              stream, AW_CHECK)
		                        : AW_INVALID_VALUE;
		if (status != AW_OK)
			*failed = i;
	}
	return status;
}

static aw_status copy_rows(const struct rows *rows, size_t *failed, cudaStream_t stream)
{
	size_t unused, k = 0;
	bool during_call = false;
	failed = failed ? failed : &unused;
	*failed = SIZE_MAX;
	aw_status status = check_rows(rows, stream, failed);
	for (size_t i = 0; i < rows->count && status == AW_OK; i++) {
		k = aw_batch_part(&rows->parts, i, k);
		enum cudaMemcpySrcAccessOrder order = rows->attributes[k].srcAccessOrder;
		during_call |= order == cudaMemcpySrcAccessOrderDuringApiCall;
		status = aw_core_copy_linear(rows->targets[i], rows->sources[i], rows->sizes[i], cudaMemcpyDefault, stream, wait_of(order));
	}
	return finish(stream, during_call, status);
}

cudaError_t cudaMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count, struct cudaMemcpyAttributes *attrs,
                                 size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, cudaStream_t stream)
{
	struct rows rows = { dsts, srcs, sizes, count, attrs, { attrsIdxs, numAttrs } };
	return AW_CALL(copy_rows(&rows, failIdx, stream));
}

// --- boxes ---

static aw_status element_of(const struct cudaMemcpy3DOperand *side, const struct cudaChannelFormatDesc **format)
{
	if (side->type != cudaMemcpyOperandTypeArray)
		return side->type == cudaMemcpyOperandTypePointer && side->op.ptr.ptr ? AW_OK : AW_INVALID_VALUE;
	struct cudaArray *array;
	aw_status status = side->op.array.array ? aw_core_array_find(side->op.array.array, &array) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*format = &array->shape.format;
	return status;
}

// One side, with texels of FORMAT, or bytes where there is none, as cudaMemcpy3D takes it.
static aw_status take_side(const struct cudaMemcpy3DOperand *side, const struct cudaExtent *box,
                           const struct cudaChannelFormatDesc *format, struct cudaPitchedPtr *pointer, cudaArray_t *array,
                           struct cudaPos *position)
{
	if (side->type == cudaMemcpyOperandTypeArray) {
		*array = side->op.array.array;
		*position = (struct cudaPos){ side->op.array.offset.x, side->op.array.offset.y, side->op.array.offset.z };
		return AW_OK;
	}
	size_t width = side->op.ptr.rowLength ? side->op.ptr.rowLength : box->width;
	size_t height = side->op.ptr.layerHeight ? side->op.ptr.layerHeight : box->height, pitch;
	if (width < box->width || height < box->height)
		return AW_INVALID_VALUE;
	size_t row = format ? aw_array_elements(format, width) : width;
	if (__builtin_mul_overflow(row, format ? aw_array_element_bytes(format) : 1, &pitch))
		return AW_INVALID_VALUE;
	height = format ? aw_array_elements(format, height) : height;
	*pointer = (struct cudaPitchedPtr){ side->op.ptr.ptr, pitch, pitch, height };
	return AW_OK;
}

static aw_status take_box(const struct cudaMemcpy3DBatchOp *op, struct cudaMemcpy3DParms *copy)
{
	const struct cudaChannelFormatDesc *target = NULL, *source = NULL;
	*copy = (struct cudaMemcpy3DParms){ .extent = op->extent, .kind = cudaMemcpyDefault };
	if (!is_order(op->srcAccessOrder) || op->flags > cudaMemcpyFlagPreferOverlapWithCompute)
		return AW_INVALID_VALUE;
	if (!op->extent.width || !op->extent.height || !op->extent.depth)
		return AW_INVALID_VALUE;
	aw_status status = element_of(&op->dst, &target);
	if (status == AW_OK)
		status = element_of(&op->src, &source);
	if (status == AW_OK && target && source && aw_array_element_bytes(target) != aw_array_element_bytes(source))
		status = AW_INVALID_VALUE;
	const struct cudaChannelFormatDesc *format = target ? target : source;
	if (status == AW_OK)
		status = take_side(&op->dst, &op->extent, format, &copy->dstPtr, &copy->dstArray, &copy->dstPos);
	if (status == AW_OK)
		status = take_side(&op->src, &op->extent, format, &copy->srcPtr, &copy->srcArray, &copy->srcPos);
	return status;
}

static aw_status copy_boxes(const struct cudaMemcpy3DBatchOp *ops, size_t count, unsigned long long flags, size_t *failed,
                            cudaStream_t stream)
{
	size_t unused;
	bool during_call = false;
	struct cudaMemcpy3DParms copy;
	failed = failed ? failed : &unused;
	*failed = SIZE_MAX;
	aw_status status = ops && count && !flags ? check_stream(stream) : AW_INVALID_VALUE;
	for (size_t i = 0; i < count && status == AW_OK; i++) {
		status = take_box(&ops[i], &copy);
		if (status == AW_OK)
			status = aw_core_copy_check_3d(&copy);
		if (status != AW_OK)
			*failed = i;
	}
	for (size_t i = 0; i < count && status == AW_OK; i++) {
		status = take_box(&ops[i], &copy);
		during_call |= ops[i].srcAccessOrder == cudaMemcpySrcAccessOrderDuringApiCall;
		if (status == AW_OK)
			status = aw_core_copy_3d(&copy, stream, wait_of(ops[i].srcAccessOrder));
	}
	return finish(stream, during_call, status);
}

cudaError_t cudaMemcpy3DBatchAsync(size_t numOps, struct cudaMemcpy3DBatchOp *opList, size_t *failIdx, unsigned long long flags,
                                   cudaStream_t stream)
{
	return AW_CALL(copy_boxes(opList, numOps, flags, failIdx, stream));
}
