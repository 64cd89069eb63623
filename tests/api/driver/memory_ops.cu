// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Words that streams wait for and write, alone, in batches, captured and as nodes of graphs.
#include <cuda.h>
#include <unistd.h>

#include "api/support/api_test.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

__global__ void copy(int *to, const volatile int *from)
{
	*to = *from;
}

// STREAM waits for WORD as FLAGS and VALUE say, not before it is LATER.
static void waits(CUstream stream, volatile unsigned *word, unsigned value, unsigned flags, unsigned first, unsigned later)
{
	*word = first;
	CU(CUDA_SUCCESS, cuStreamWaitValue32(stream, (CUdeviceptr)word, value, flags));
	usleep(2000);
	CU(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
	*word = later;
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
}

static void single(CUstream stream, volatile unsigned *word)
{
	waits(stream, word, 5, CU_STREAM_WAIT_VALUE_GEQ, 4, 5);
	waits(stream, word, 5, CU_STREAM_WAIT_VALUE_GEQ, 4, 900);
	waits(stream, word, 0x7fffffff, CU_STREAM_WAIT_VALUE_GEQ, 3, 0x80000001u); // the difference wraps
	waits(stream, word, 5, CU_STREAM_WAIT_VALUE_EQ, 6, 5);
	waits(stream, word, 6, CU_STREAM_WAIT_VALUE_AND, 9, 4);
	waits(stream, word, 0xff00ff00u, CU_STREAM_WAIT_VALUE_NOR, 0x00ff00ffu, 0x00ff00feu);
	volatile unsigned long long *wide = (volatile unsigned long long *)word;
	*wide = 1ull << 40;
	CU(CUDA_SUCCESS, cuStreamWaitValue64(stream, (CUdeviceptr)wide, 1ull << 40, CU_STREAM_WAIT_VALUE_EQ));
	CU(CUDA_SUCCESS, cuStreamWriteValue64(stream, (CUdeviceptr)wide, 0x123456789abcull, 0));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CHECK_EQUAL(*wide == 0x123456789abcull, 1);
	CU(CUDA_SUCCESS, cuStreamWriteValue32(stream, (CUdeviceptr)wide, 7, 0));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CHECK_EQUAL(*wide == 0x123400000007ull, 1);
}

static void between_streams(CUstream first, CUstream second, volatile unsigned *word, int *data)
{
	int values[2] = { 11, 0 };
	copy<<<1, 1, 0, first>>>(data + 1, data); // a driver that loads kernels lazily waits for all work as it does so
	CU(CUDA_SUCCESS, cuStreamSynchronize(first));
	SUCCEEDS(cudaMemcpy(data, values, sizeof(values), cudaMemcpyHostToDevice));
	*word = 0;
	CU(CUDA_SUCCESS, cuStreamWaitValue32(first, (CUdeviceptr)word, 1, CU_STREAM_WAIT_VALUE_EQ));
	copy<<<1, 1, 0, first>>>(data + 1, data);
	SUCCEEDS(cudaMemsetAsync(data, 1, 4, second)); // what the kernel shall see
	CU(CUDA_SUCCESS, cuStreamWriteValue32(second, (CUdeviceptr)word, 1, 0));
	CU(CUDA_SUCCESS, cuStreamSynchronize(first));
	SUCCEEDS(cudaMemcpy(values, data, sizeof(values), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(values[1], 0x01010101);
}

static void fill_batch(CUstreamBatchMemOpParams ops[3], volatile unsigned *word)
{
	memset(ops, 0, 3 * sizeof(*ops));
	ops[0].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
	ops[0].waitValue.address = (CUdeviceptr)word;
	ops[0].waitValue.value = 3;
	ops[0].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
	ops[1].operation = CU_STREAM_MEM_OP_BARRIER;
	ops[2].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
	ops[2].writeValue.address = (CUdeviceptr)(word + 1);
	ops[2].writeValue.value = 44;
}

static void launch(CUgraph graph, CUstream stream, volatile unsigned *word, unsigned written)
{
	CUgraphExec exec;
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	word[0] = word[1] = 0;
	CU(CUDA_SUCCESS, cuGraphLaunch(exec, stream));
	usleep(2000);
	CHECK_EQUAL(word[1], 0);
	word[0] = 3;
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CHECK_EQUAL(word[1], written);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
}

static void nodes(CUstream stream, volatile unsigned *word)
{
	CUgraph graph, clone;
	CUgraphNode node;
	CUgraphNodeType type;
	CUgraphExec exec;
	CUstreamBatchMemOpParams ops[3];
	CUDA_BATCH_MEM_OP_NODE_PARAMS params = { NULL, 3, ops, 0 }, found;
	fill_batch(ops, word);
	CU(CUDA_SUCCESS, cuCtxGetCurrent(&params.ctx));
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphAddBatchMemOpNode(&node, graph, NULL, 0, &params));
	CU(CUDA_SUCCESS, cuGraphNodeGetType(node, &type));
	CHECK_EQUAL(type, CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
	memset(ops, 0, sizeof(ops)); // the node has its own
	launch(graph, stream, word, 44);
	CU(CUDA_SUCCESS, cuGraphBatchMemOpNodeGetParams(node, &found));
	CHECK_EQUAL(found.count, 3);
	CHECK_EQUAL(found.paramArray[2].writeValue.value, 44);
	fill_batch(ops, word);
	ops[2].writeValue.value = 55;
	CU(CUDA_SUCCESS, cuGraphBatchMemOpNodeSetParams(node, &params));
	CU(CUDA_SUCCESS, cuGraphClone(&clone, graph));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
	launch(clone, stream, word, 55);
	size_t one = 1;
	CU(CUDA_SUCCESS, cuGraphGetNodes(clone, &node, &one));
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, clone, 0));
	ops[2].writeValue.value = 66;
	CU(CUDA_SUCCESS, cuGraphExecBatchMemOpNodeSetParams(exec, node, &params));
	word[0] = 3;
	CU(CUDA_SUCCESS, cuGraphLaunch(exec, stream));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CHECK_EQUAL(word[1], 66);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(clone));
}

static void captured(CUstream stream, volatile unsigned *word)
{
	CUgraph graph;
	CUstreamBatchMemOpParams ops[3];
	fill_batch(ops, word);
	CU(CUDA_SUCCESS, cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
	CU(CUDA_SUCCESS, cuStreamBatchMemOp(stream, 3, ops, 0));
	CU(CUDA_SUCCESS, cuStreamWriteValue32(stream, (CUdeviceptr)(word + 1), 77, 0));
	CU(CUDA_SUCCESS, cuStreamEndCapture(stream, &graph));
	launch(graph, stream, word, 77);
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

static void errors(CUstream stream, volatile unsigned *word)
{
	CUstreamBatchMemOpParams ops[3];
	static char foreign[8];
	fill_batch(ops, word);
	CU(CUDA_SUCCESS, cuStreamBatchMemOp(stream, 0, NULL, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 3, NULL, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 3, ops, 1));
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(stream, 0, 1, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(stream, (CUdeviceptr)word + 2, 1, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue64(stream, (CUdeviceptr)(word + 1), 1, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue32(stream, (CUdeviceptr)foreign, 1, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(stream, (CUdeviceptr)word, 1, 8));
	ops[1].operation = (CUstreamBatchMemOpType)99;
	CU(CUDA_ERROR_INVALID_VALUE, cuStreamBatchMemOp(stream, 3, ops, 0));
}

int main(void)
{
	CUstream first, second;
	unsigned *word;
	int *data;
	SUCCEEDS(cudaHostAlloc((void **)&word, 64, cudaHostAllocDefault));
	SUCCEEDS(cudaMalloc((void **)&data, 64));
	CU(CUDA_SUCCESS, cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
	CU(CUDA_SUCCESS, cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
	single(first, word);
	between_streams(first, second, word, data);
	nodes(first, word);
	captured(first, word);
	errors(first, word);
	return unit_finish();
}
