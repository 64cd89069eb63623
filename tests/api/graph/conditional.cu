// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUNS: ANYWARP_STRATEGY=fiber,simd
//
// Conditional nodes: a loop that device code ends, both sides of an if, a switch.
#include "api/support/api_test.h"

__global__ void count_down(cudaGraphConditionalHandle handle, int *left, int *turns)
{
	++*turns;
	cudaGraphSetConditional(handle, --*left > 0);
}

__global__ void choose(cudaGraphConditionalHandle handle, const int *from)
{
	cudaGraphSetConditional(handle, *from);
}

__global__ void set(int *to, int value)
{
	*to = value;
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t after, void *function, void **arguments)
{
	cudaGraphNodeParams params = {};
	cudaGraphNode_t node;
	params.type = cudaGraphNodeTypeKernel;
	params.kernel.func = function;
	params.kernel.gridDim = dim3(1);
	params.kernel.blockDim = dim3(1);
	params.kernel.kernelParams = arguments;
	SUCCEEDS(cudaGraphAddNode(&node, graph, after ? &after : NULL, after ? 1 : 0, &params));
	return node;
}

static cudaGraph_t *add_conditional(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphConditionalHandle handle,
                                    cudaGraphConditionalNodeType type, unsigned size)
{
	cudaGraphNodeParams params = {};
	cudaGraphNode_t node;
	params.type = cudaGraphNodeTypeConditional;
	params.conditional.handle = handle;
	params.conditional.type = type;
	params.conditional.size = size;
	SUCCEEDS(cudaGraphAddNode(&node, graph, after ? &after : NULL, after ? 1 : 0, &params));
	return params.conditional.phGraph_out;
}

static void loop(int *left, int *turns)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphConditionalHandle handle;
	int value = 7;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
	void *start[] = { &left, &value }, *body[] = { &handle, &left, &turns };
	cudaGraphNode_t first = add_kernel(graph, NULL, (void *)set, start);
	cudaGraph_t *bodies = add_conditional(graph, first, handle, cudaGraphCondTypeWhile, 1);
	add_kernel(bodies[0], NULL, (void *)count_down, body);
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	*turns = 0;
	for (int i = 0; i < 3; i++)
		SUCCEEDS(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaDeviceSynchronize());
	CHECK_EQUAL(*turns, 21);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static void sides(cudaGraphConditionalNodeType type, unsigned size, int *from, int *to)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphConditionalHandle handle;
	int values[] = { 100, 101, 102 }, none = -1;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
	void *clear[] = { &to, &none }, *pick[] = { &handle, &from };
	cudaGraphNode_t first = add_kernel(graph, NULL, (void *)set, clear);
	first = add_kernel(graph, first, (void *)choose, pick);
	cudaGraph_t *bodies = add_conditional(graph, first, handle, type, size);
	for (unsigned i = 0; i < size; i++) {
		void *body[] = { &to, &values[i] };
		add_kernel(bodies[i], NULL, (void *)set, body);
	}
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	for (*from = 0; *from < 4; ++*from) {
		SUCCEEDS(cudaGraphLaunch(exec, 0));
		SUCCEEDS(cudaDeviceSynchronize());
		int wanted = type == cudaGraphCondTypeIf ? (*from ? 100 : size == 2 ? 101 : -1)
		                                         : *from < (int)size ? 100 + *from : -1;
		CHECK_EQUAL(*to, wanted);
	}
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

int main(void)
{
	int *left, *turns;
	SUCCEEDS(cudaMallocManaged(&left, sizeof(int)));
	SUCCEEDS(cudaMallocManaged(&turns, sizeof(int)));
	loop(left, turns);
	sides(cudaGraphCondTypeIf, 1, left, turns);
	sides(cudaGraphCondTypeIf, 2, left, turns);
	sides(cudaGraphCondTypeSwitch, 3, left, turns);
	return unit_finish();
}
