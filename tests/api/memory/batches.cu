// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches of copies: rows, boxes, arrays, when sources are read, and what CUDA doesn't take.
#include "api/support/api_test.h"

enum { N = 4096, COPIES = 3 };

static void clear(cudaMemcpy3DBatchOp *op)
{
	memset(op, 0, sizeof(*op));
	op->src.type = op->dst.type = cudaMemcpyOperandTypePointer;
	op->srcAccessOrder = cudaMemcpySrcAccessOrderStream;
}

// A call that could be waiting for its stream: a host function that the test lets go.
static volatile int gate;
static void wait_at_gate(void *unused)
{
	(void)unused;
	while (!gate)
		;
}

static void rows(cudaStream_t stream, int *device, int *pageable, int *result)
{
	void *targets[COPIES] = { device, device + N, device + 2 * N };
	void *sources[COPIES] = { pageable, pageable + N, pageable + 2 * N };
	size_t sizes[COPIES] = { N * 4, 4, 400 }, starts[2] = { 0, 1 }, failed = 9;
	cudaMemcpyAttributes attributes[2] = {};
	attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
	for (int i = 0; i < 3 * N; i++)
		pageable[i] = i;
	SUCCEEDS(cudaMemset(device, 0, 3 * N * 4));
	SUCCEEDS(cudaMemcpyBatchAsync(targets, sources, sizes, COPIES, attributes, starts, 2, &failed, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaMemcpy(result, device, 3 * N * 4, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 3 * N; i++)
		CHECK_EQUAL(result[i], i < N || i == N || (i >= 2 * N && i < 2 * N + 100) ? i : 0);
	// A source on the stack, whose batch waits for nothing before it that matters.
	int value = 77;
	void *source = &value, *target = device;
	size_t size = 4, first = 0;
	attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
	SUCCEEDS(cudaMemcpyBatchAsync(&target, &source, &size, 1, attributes, &first, 1, NULL, stream));
	value = 0;
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost));
	CHECK_EQUAL(value, 77);
	// CUDA 13's forms.
	int *const to = device, *const from = pageable + 5;
	cudaMemcpyAttributes in_order = {};
	in_order.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	SUCCEEDS(cudaMemcpyBatchAsync(&to, &from, &size, 1, in_order, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost));
	CHECK_EQUAL(value, 5);
}

static void in_order(cudaStream_t stream, int *device, int *pinned)
{
	void *target = device, *source = pinned;
	size_t size = 4, first = 0;
	int value;
	cudaMemcpyAttributes attribute = {};
	attribute.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	gate = 0;
	*pinned = 1;
	SUCCEEDS(cudaLaunchHostFunc(stream, wait_at_gate, NULL));
	SUCCEEDS(cudaMemcpyBatchAsync(&target, &source, &size, 1, &attribute, &first, 1, NULL, stream));
	*(volatile int *)pinned = 2;
	gate = 1;
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost));
	CHECK_EQUAL(value, 2);
}

static void boxes(cudaStream_t stream, int *device, int *pageable, int *result)
{
	cudaArray_t array;
	cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
	cudaMemcpy3DBatchOp ops[2];
	size_t failed;
	SUCCEEDS(cudaMallocArray(&array, &ints, 16, 8));
	clear(&ops[0]); // 8 x 4 ints of rows of 32 to the array at (4, 2)
	ops[0].src.op.ptr.ptr = pageable;
	ops[0].src.op.ptr.rowLength = 32;
	ops[0].dst.type = cudaMemcpyOperandTypeArray;
	ops[0].dst.op.array.array = array;
	ops[0].dst.op.array.offset = { 4, 2, 0 };
	ops[0].extent = { 8, 4, 1 };
	clear(&ops[1]); // 3 rows of 10 bytes, in 2 layers of 4 rows
	ops[1].src.op.ptr.ptr = pageable;
	ops[1].src.op.ptr.rowLength = 100;
	ops[1].src.op.ptr.layerHeight = 4;
	ops[1].dst.op.ptr.ptr = device;
	ops[1].extent = { 10, 3, 2 };
	for (int i = 0; i < N; i++)
		pageable[i] = i * 0x01010101;
	SUCCEEDS(cudaMemcpy3DBatchAsync(2, ops, &failed, 0, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaMemcpy2DFromArray(result, 32, array, 16, 2, 32, 4, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 32; i++)
		CHECK_EQUAL(result[i], (i / 8 * 32 + i % 8) * 0x01010101);
	SUCCEEDS(cudaMemcpy(result, device, 60, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 60; i++)
		CHECK_EQUAL(((char *)result)[i], ((char *)pageable)[i / 30 * 400 + i % 30 / 10 * 100 + i % 10]);
	ops[1].extent.width = 101;
	RETURNS(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(2, ops, &failed, 0, stream));
	CHECK_EQUAL(failed, 1);
	ops[1].extent.width = 0;
	RETURNS(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(2, ops, 0ull, stream));
	RETURNS(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, ops, NULL, 1, stream));
	RETURNS(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, ops, NULL, 0, 0));
	SUCCEEDS(cudaFreeArray(array));
}

static void errors(cudaStream_t stream, int *device, int *pageable)
{
	void *targets[2] = { device, device + N }, *sources[2] = { pageable, pageable };
	size_t sizes[2] = { 4, 4 }, starts[2] = { 0, 1 }, failed = 0;
	int value = 0;
	cudaMemcpyAttributes attributes[2] = {};
	attributes[0].srcAccessOrder = attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
#define REFUSED(...) RETURNS(cudaErrorInvalidValue, cudaMemcpyBatchAsync(__VA_ARGS__))
	REFUSED(targets, sources, sizes, 2, attributes, starts, 2, &failed, (cudaStream_t)0);
	CHECK_EQUAL(failed, SIZE_MAX);
	REFUSED(targets, sources, sizes, 0, attributes, starts, 1, &failed, stream);
	REFUSED(targets, sources, sizes, 1, attributes, starts, 2, &failed, stream);
	REFUSED(targets, sources, sizes, 2, attributes, starts, 0, &failed, stream);
	starts[0] = 1;
	REFUSED(targets, sources, sizes, 2, attributes, starts, 1, &failed, stream);
	starts[0] = 0;
	attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
	REFUSED(targets, sources, sizes, 2, attributes, starts, 1, &failed, stream);
	attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	SUCCEEDS(cudaMemset(device, 0, 4));
	*pageable = 5;
	sizes[1] = 1 << 30; // past the allocation: the first isn't done either
	REFUSED(targets, sources, sizes, 2, attributes, starts, 1, &failed, stream);
	CHECK_EQUAL(failed, 1);
	SUCCEEDS(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost));
	CHECK_EQUAL(value, 0);
}

// As an H100 has it: the batch is refused, and the capture goes on without.
static void captured(cudaStream_t stream, int *device, int *pageable)
{
	void *target = device, *source = pageable;
	size_t size = 4, first = 0, count = 9;
	cudaMemcpyAttributes attribute = {};
	cudaGraph_t graph;
	attribute.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	SUCCEEDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	RETURNS(cudaErrorStreamCaptureUnsupported,
	        cudaMemcpyBatchAsync(&target, &source, &size, 1, &attribute, &first, 1, NULL, stream));
	SUCCEEDS(cudaStreamEndCapture(stream, &graph));
	SUCCEEDS(cudaGraphGetNodes(graph, NULL, &count));
	CHECK_EQUAL(count, 0);
	SUCCEEDS(cudaGraphDestroy(graph));
}

int main(void)
{
	cudaStream_t stream;
	int *device, *pinned, *pageable = (int *)malloc(3 * N * 4), *result = (int *)malloc(3 * N * 4);
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaMalloc(&device, 3 * N * 4));
	SUCCEEDS(cudaMallocHost(&pinned, 4));
	rows(stream, device, pageable, result);
	in_order(stream, device, pinned);
	boxes(stream, device, pageable, result);
	errors(stream, device, pageable);
	captured(stream, device, pageable);
	free(pageable);
	free(result);
	return unit_finish();
}
