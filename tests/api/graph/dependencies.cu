// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edges of graphs with data and without: added, asked for, removed; questions that would lose data; and what a capture
// says and is told of the nodes that the next one follows.
#include "api/support/api_test.h"

#define LOSSY(...) RETURNS(cudaErrorLossyQuery, __VA_ARGS__)

__global__ void add(int *data, int value)
{
	*data += value;
}

static int *data;

static cudaGraphNode_t kernel_node(cudaGraph_t graph, int value)
{
	cudaGraphNode_t node = NULL;
	void *arguments[] = { &data, &value };
	cudaKernelNodeParams params = {};
	params.func = (void *)add;
	params.gridDim = params.blockDim = dim3(1);
	params.kernelParams = arguments;
	SUCCEEDS(cudaGraphAddKernelNode(&node, graph, NULL, 0, &params));
	return node;
}

// What lets the kernel behind it begin early.
static cudaGraphEdgeData programmatic(void)
{
	cudaGraphEdgeData edge = {};
	edge.from_port = cudaGraphKernelNodePortProgrammatic;
	edge.type = cudaGraphDependencyTypeProgrammatic;
	return edge;
}

static size_t edges_of(cudaGraph_t graph)
{
	size_t count = 99;
	SUCCEEDS(cudaGraphGetEdges_v2(graph, NULL, NULL, NULL, &count));
	return count;
}

static void plain(void)
{
	cudaGraph_t graph, other;
	cudaGraphNode_t nodes[3], from[4], to[4], foreign;
	size_t count = 4;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphCreate(&other, 0));
	for (int i = 0; i < 3; i++)
		SUCCEEDS(cudaGraphAddEmptyNode(&nodes[i], graph, NULL, 0));
	SUCCEEDS(cudaGraphAddEmptyNode(&foreign, other, NULL, 0));
	SUCCEEDS(cudaGraphAddDependencies(graph, nodes, nodes + 1, 2)); // 0 -> 1 -> 2
	SUCCEEDS(cudaGraphGetEdges(graph, from, to, &count));
	CHECK(count == 2 && from[0] == nodes[0] && to[0] == nodes[1] && from[1] == nodes[1] && to[1] == nodes[2] && !from[2] && !to[2]);
	count = 1;
	SUCCEEDS(cudaGraphGetEdges(graph, from, to, &count));
	CHECK_EQUAL(count, 1);
	INVALID(cudaGraphAddDependencies(graph, nodes, nodes + 1, 1)); // is there
	INVALID(cudaGraphAddDependencies(graph, &foreign, nodes + 1, 1));
	INVALID(cudaGraphAddDependencies(NULL, nodes, nodes + 2, 1));
	INVALID(cudaGraphRemoveDependencies(graph, nodes, nodes + 2, 1)); // isn't there
	INVALID(cudaGraphRemoveDependencies(graph, &foreign, nodes + 1, 1));
	INVALID(cudaGraphRemoveDependencies(graph, NULL, NULL, 1));
	INVALID(cudaGraphRemoveDependencies(NULL, nodes, nodes + 1, 1));
	SUCCEEDS(cudaGraphRemoveDependencies(graph, NULL, NULL, 0));
	SUCCEEDS(cudaGraphRemoveDependencies(graph, nodes, nodes + 1, 1));
	CHECK_EQUAL(edges_of(graph), 1);
	count = 4;
	SUCCEEDS(cudaGraphNodeGetDependencies(nodes[1], from, &count));
	CHECK_EQUAL(count, 0);
	SUCCEEDS(cudaGraphRemoveDependencies_v2(graph, nodes + 1, nodes + 2, NULL, 1));
	CHECK_EQUAL(edges_of(graph), 0);
	INVALID(cudaGraphRemoveDependencies_v2(graph, nodes + 1, nodes + 2, NULL, 1));
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaGraphDestroy(other));
}

static bool same(cudaGraphEdgeData a, cudaGraphEdgeData b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

// nodes[0] -> nodes[1] -> nodes[2], the first with data.
static void ask(cudaGraph_t graph, const cudaGraphNode_t *nodes, cudaGraphEdgeData wanted)
{
	cudaGraphNode_t from[4], to[4];
	cudaGraphEdgeData edges[4];
	size_t count = 4;
	SUCCEEDS(cudaGraphGetEdges_v2(graph, from, to, edges, &count));
	CHECK_EQUAL(count, 2);
	for (size_t i = 0; i < count; i++)
		CHECK(same(edges[i], from[i] == nodes[0] ? wanted : cudaGraphEdgeData()));
	count = 4;
	SUCCEEDS(cudaGraphNodeGetDependencies_v2(nodes[1], from, edges, &count));
	CHECK(count == 1 && from[0] == nodes[0] && !from[1] && same(edges[0], wanted));
	count = 4;
	SUCCEEDS(cudaGraphNodeGetDependentNodes_v2(nodes[0], to, edges, &count));
	CHECK(count == 1 && to[0] == nodes[1] && !to[1] && same(edges[0], wanted));
	SUCCEEDS(cudaGraphNodeGetDependencies_v2(nodes[1], NULL, NULL, &count));
	CHECK_EQUAL(count, 1);
	count = 4;
	LOSSY(cudaGraphGetEdges_v2(graph, from, to, NULL, &count));
	LOSSY(cudaGraphNodeGetDependencies_v2(nodes[1], from, NULL, &count));
	LOSSY(cudaGraphNodeGetDependentNodes_v2(nodes[0], to, NULL, &count));
	LOSSY(cudaGraphGetEdges(graph, from, to, &count));
	LOSSY(cudaGraphNodeGetDependencies(nodes[1], from, &count));
	LOSSY(cudaGraphNodeGetDependentNodes(nodes[0], to, &count));
	count = 4;
	SUCCEEDS(cudaGraphNodeGetDependencies_v2(nodes[2], from, NULL, &count)); // without data
	CHECK(count == 1 && from[0] == nodes[1]);
	INVALID(cudaGraphGetEdges_v2(NULL, from, to, edges, &count));
	INVALID(cudaGraphGetEdges_v2(graph, from, to, edges, NULL));
	INVALID(cudaGraphNodeGetDependencies_v2(NULL, from, edges, &count));
	INVALID(cudaGraphNodeGetDependentNodes_v2(NULL, to, edges, &count));
}

static void with_data(void)
{
	cudaGraph_t graph;
	cudaGraphNode_t nodes[3], empty, last;
	cudaGraphExec_t exec;
	cudaGraphEdgeData edge = programmatic(), wrong = edge, none = {};
	int value = 0;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	for (int i = 0; i < 3; i++)
		nodes[i] = kernel_node(graph, 1 + i);
	wrong.type = 77;
	INVALID(cudaGraphAddDependencies_v2(graph, nodes, nodes + 1, &wrong, 1));
	wrong = edge;
	wrong.reserved[1] = 1;
	INVALID(cudaGraphAddDependencies_v2(graph, nodes, nodes + 1, &wrong, 1));
	CHECK_EQUAL(edges_of(graph), 0);
	SUCCEEDS(cudaGraphAddDependencies_v2(graph, nodes, nodes + 1, &edge, 1));
	SUCCEEDS(cudaGraphAddDependencies_v2(graph, nodes + 1, nodes + 2, NULL, 1));
	INVALID(cudaGraphAddDependencies_v2(NULL, nodes, nodes + 2, &edge, 1));
	ask(graph, nodes, edge);
	SUCCEEDS(cudaMemset(data, 0, sizeof(int)));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	SUCCEEDS(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaMemcpy(&value, data, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(value, 6);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	INVALID(cudaGraphRemoveDependencies_v2(NULL, nodes, nodes + 1, &edge, 1));
	SUCCEEDS(cudaGraphRemoveDependencies_v2(graph, nodes, nodes + 1, &edge, 1));
	CHECK_EQUAL(edges_of(graph), 1);
	cudaGraphNodeParams params = {};
	params.type = cudaGraphNodeTypeEmpty;
	SUCCEEDS(cudaGraphAddNode_v2(&empty, graph, NULL, NULL, 0, &params));
	cudaGraphNode_t both[] = { nodes[0], empty };
	cudaGraphEdgeData of_empty[] = { none, edge }; // an empty node has no such port
	INVALID(cudaGraphAddNode_v2(&last, graph, both, of_empty, 2, &params));
	SUCCEEDS(cudaGraphAddNode_v2(&last, graph, both, NULL, 2, &params));
	INVALID(cudaGraphAddNode_v2(&last, graph, both, NULL, 2, NULL));
	INVALID(cudaGraphAddNode_v2(&last, NULL, both, NULL, 2, &params));
	CHECK_EQUAL(edges_of(graph), 3);
	SUCCEEDS(cudaGraphDestroy(graph));
}

// A capture into a graph that there is: what it adds follows the nodes given.
static void into_graph(void)
{
	cudaGraph_t graph, got = NULL, informed = NULL;
	cudaGraphNode_t first, other, found[4];
	cudaStream_t stream;
	cudaStreamCaptureStatus status;
	const cudaGraphNode_t *tips = NULL;
	unsigned long long id = 0, later = 0;
	size_t count = 0;
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	first = kernel_node(graph, 1);
	other = kernel_node(graph, 10);
	INVALID(cudaStreamBeginCaptureToGraph(stream, NULL, NULL, NULL, 0, cudaStreamCaptureModeGlobal));
	INVALID(cudaStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 1, cudaStreamCaptureModeGlobal));
	INVALID(cudaStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, (cudaStreamCaptureMode)9));
	SUCCEEDS(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &informed, &tips, &count));
	CHECK(status == cudaStreamCaptureStatusNone && !informed);
	INVALID(cudaStreamGetCaptureInfo_v2(stream, NULL, &id, NULL, NULL, NULL));
	INVALID(cudaStreamGetCaptureInfo_v3(stream, NULL, &id, NULL, NULL, NULL, NULL));
	RETURNS(cudaErrorIllegalState, cudaStreamUpdateCaptureDependencies(stream, &first, 1, 0));
	RETURNS(cudaErrorIllegalState, cudaStreamUpdateCaptureDependencies_v2(stream, &first, NULL, 1, 0));
	SUCCEEDS(cudaStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, cudaStreamCaptureModeThreadLocal));
	SUCCEEDS(cudaStreamGetCaptureInfo_v2(stream, &status, &id, &informed, &tips, &count));
	CHECK(status == cudaStreamCaptureStatusActive && informed == graph && count == 1 && tips[0] == first);
	RETURNS(cudaErrorIllegalState, cudaStreamBeginCaptureToGraph(stream, graph, NULL, NULL, 0, cudaStreamCaptureModeGlobal));
	SUCCEEDS(cudaStreamUpdateCaptureDependencies(stream, &other, 1, cudaStreamAddCaptureDependencies));
	SUCCEEDS(cudaStreamGetCaptureInfo_v2(stream, &status, &later, NULL, &tips, &count));
	CHECK(later == id && count == 2 && ((tips[0] == first && tips[1] == other) || (tips[1] == first && tips[0] == other)));
	SUCCEEDS(cudaStreamUpdateCaptureDependencies(stream, &other, 1, cudaStreamSetCaptureDependencies));
	SUCCEEDS(cudaStreamGetCaptureInfo_v2(stream, &status, NULL, NULL, &tips, &count));
	CHECK(count == 1 && tips[0] == other);
	SUCCEEDS(cudaStreamUpdateCaptureDependencies(stream, NULL, 0, 0)); // no edges, no flags, or both
	SUCCEEDS(cudaStreamUpdateCaptureDependencies(stream, &other, nullptr, 0));
	INVALID(cudaStreamUpdateCaptureDependencies(stream, NULL, 1, 0));
	INVALID(cudaStreamUpdateCaptureDependencies(stream, &other, 1, 7));
	add<<<1, 1, 0, stream>>>(data, 100);
	SUCCEEDS(cudaStreamEndCapture(stream, &got));
	CHECK(got == graph);
	count = 4;
	SUCCEEDS(cudaGraphNodeGetDependentNodes(other, found, &count));
	CHECK_EQUAL(count, 1);
	SUCCEEDS(cudaGraphNodeGetDependentNodes(first, found, &count));
	CHECK_EQUAL(count, 0);
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaStreamDestroy(stream));
}

// Data of the edges to the next node.
static void capture_data(void)
{
	cudaGraph_t graph;
	cudaGraphNode_t first, next[2];
	cudaStream_t stream;
	cudaStreamCaptureStatus status;
	const cudaGraphNode_t *tips;
	const cudaGraphEdgeData *edges;
	cudaGraphEdgeData edge = programmatic(), got[2];
	size_t count;
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	first = kernel_node(graph, 1);
	SUCCEEDS(cudaStreamBeginCaptureToGraph(stream, graph, &first, &edge, 1, cudaStreamCaptureModeRelaxed));
	SUCCEEDS(cudaStreamGetCaptureInfo_v3(stream, &status, NULL, NULL, &tips, &edges, &count));
	CHECK(count == 1 && tips[0] == first && same(edges[0], edge));
	LOSSY(cudaStreamGetCaptureInfo_v2(stream, &status, NULL, NULL, &tips, &count));
	LOSSY(cudaStreamGetCaptureInfo_v3(stream, &status, NULL, NULL, &tips, NULL, &count));
	SUCCEEDS(cudaStreamGetCaptureInfo_v2(stream, &status, NULL, NULL, NULL, NULL));
	SUCCEEDS(cudaStreamUpdateCaptureDependencies_v2(stream, &first, NULL, 1, cudaStreamSetCaptureDependencies));
	SUCCEEDS(cudaStreamGetCaptureInfo_v3(stream, &status, NULL, NULL, &tips, &edges, &count));
	CHECK(count == 1 && same(edges[0], cudaGraphEdgeData()));
	SUCCEEDS(cudaStreamUpdateCaptureDependencies_v2(stream, &first, &edge, 1, cudaStreamSetCaptureDependencies));
	INVALID(cudaStreamUpdateCaptureDependencies_v2(stream, &first, &edge, 1, 7));
	add<<<1, 1, 0, stream>>>(data, 1);
	SUCCEEDS(cudaStreamEndCapture(stream, &graph));
	count = 2;
	SUCCEEDS(cudaGraphNodeGetDependentNodes_v2(first, next, got, &count));
	CHECK(count == 1 && same(got[0], edge));
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaStreamDestroy(stream));
}

// What a thread may do while a stream captures.
static void modes(void)
{
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	cudaStream_t stream;
	cudaGraph_t graph;
	void *memory;
	SUCCEEDS(cudaThreadExchangeStreamCaptureMode(&mode));
	CHECK_EQUAL(mode, cudaStreamCaptureModeGlobal);
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	SUCCEEDS(cudaMalloc(&memory, 64));
	SUCCEEDS(cudaThreadExchangeStreamCaptureMode(&mode));
	CHECK_EQUAL(mode, cudaStreamCaptureModeRelaxed);
	RETURNS(cudaErrorStreamCaptureUnsupported, cudaMalloc(&memory, 64));
	RETURNS(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
	SUCCEEDS(cudaFree(memory));
	INVALID(cudaThreadExchangeStreamCaptureMode(NULL));
	mode = (cudaStreamCaptureMode)5;
	INVALID(cudaThreadExchangeStreamCaptureMode(&mode));
	SUCCEEDS(cudaStreamDestroy(stream));
}

int main(void)
{
	SUCCEEDS(cudaMalloc(&data, sizeof(int)));
	plain();
	with_data();
	into_graph();
	capture_data();
	modes();
	return unit_finish();
}
