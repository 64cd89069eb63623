// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Graphs by the driver interface: the order of nodes, nodes of all simple types, clones, executable graphs, user objects;
// by both interfaces the errors of nodes for external semaphores; and pitched fills in a stream.
#include <cuda.h>
#include <string.h>

#include "api/support/api_test.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

static int steps[8];
static int step_count;
static void CUDA_CB step(void *number) { steps[step_count++] = (int)(size_t)number; }
static void CUDA_CB drop(void *flag) { *(int *)flag += 1; }

static CUgraphNode add_host(CUgraph graph, CUgraphNode after, int number)
{
	CUDA_HOST_NODE_PARAMS params = { step, (void *)(size_t)number };
	CUgraphNode node = NULL;
	CU(CUDA_SUCCESS, cuGraphAddHostNode(&node, graph, after ? &after : NULL, after != NULL, &params));
	return node;
}

static CUgraphExec make(CUgraph graph)
{
	CUgraphExec exec = NULL;
	CU(CUDA_SUCCESS, cuGraphInstantiate(&exec, graph, 0));
	return exec;
}

static void launch(CUgraphExec exec, int first, int count)
{
	step_count = 0;
	CU(CUDA_SUCCESS, cuGraphUpload(exec, NULL));
	CU(CUDA_SUCCESS, cuGraphLaunch(exec, NULL));
	CU(CUDA_SUCCESS, cuStreamSynchronize(NULL));
	CHECK_EQUAL(step_count, count);
	CHECK_EQUAL(steps[0], first);
}

static void order()
{
	CUgraph graph, clone;
	CUgraphNode node, from[4], to[4], list[4], first, second, empty;
	CUgraphExec exec;
	cuuint64_t flags = 1;
	size_t count = 4;
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	first = add_host(graph, NULL, 1);
	second = add_host(graph, NULL, 2);
	CU(CUDA_SUCCESS, cuGraphAddDependencies(graph, &second, &first, 1));
	CU(CUDA_SUCCESS, cuGraphAddEmptyNode(&empty, graph, &first, 1));
	CU(CUDA_SUCCESS, cuGraphGetEdges(graph, from, to, &count));
	CHECK_EQUAL(count, 2);
	CHECK(from[0] == second && to[0] == first);
	count = 4;
	CU(CUDA_SUCCESS, cuGraphGetRootNodes(graph, list, &count));
	CHECK(count == 1 && list[0] == second);
	count = 4;
	CU(CUDA_SUCCESS, cuGraphNodeGetDependencies(first, list, &count));
	CHECK(count == 1 && list[0] == second);
	count = 4;
	CU(CUDA_SUCCESS, cuGraphNodeGetDependentNodes(first, list, &count));
	CHECK(count == 1 && list[0] == empty);
	CU(CUDA_SUCCESS, cuGraphClone(&clone, graph));
	CU(CUDA_SUCCESS, cuGraphNodeFindInClone(&node, second, clone));
	CU(CUDA_SUCCESS, cuGraphDestroyNode(node));
	CU(CUDA_SUCCESS, cuGraphRemoveDependencies(graph, &first, &empty, 1));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(graph, &first, &empty, 1));
	exec = make(graph);
	launch(exec, 2, 2);
	CU(CUDA_SUCCESS, cuGraphExecGetFlags(exec, &flags));
	CHECK_EQUAL(flags, 0);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	exec = make(clone);
	launch(exec, 1, 1);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(clone));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

static void nodes()
{
	CUgraph graph, child, found;
	CUgraphNode node, host, record, wait;
	CUgraphExec exec;
	CUDA_HOST_NODE_PARAMS params;
	CUevent event, other, seen;
	CU(CUDA_SUCCESS, cuEventCreate(&event, 0));
	CU(CUDA_SUCCESS, cuEventCreate(&other, 0));
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphCreate(&child, 0));
	add_host(child, NULL, 7);
	CU(CUDA_SUCCESS, cuGraphAddEventRecordNode(&record, graph, NULL, 0, event));
	CU(CUDA_SUCCESS, cuGraphAddEventWaitNode(&wait, graph, &record, 1, event));
	CU(CUDA_SUCCESS, cuGraphAddChildGraphNode(&node, graph, &wait, 1, child));
	host = add_host(graph, node, 8);
	CU(CUDA_SUCCESS, cuGraphChildGraphNodeGetGraph(node, &found));
	CHECK(found && found != child);
	CU(CUDA_SUCCESS, cuGraphHostNodeGetParams(host, &params));
	CHECK(params.fn == step && params.userData == (void *)8);
	params.userData = (void *)9;
	CU(CUDA_SUCCESS, cuGraphHostNodeSetParams(host, &params));
	CU(CUDA_SUCCESS, cuGraphEventRecordNodeGetEvent(record, &seen));
	CHECK(seen == event);
	CU(CUDA_SUCCESS, cuGraphEventRecordNodeSetEvent(record, other));
	CU(CUDA_SUCCESS, cuGraphEventWaitNodeSetEvent(wait, other));
	CU(CUDA_SUCCESS, cuGraphEventWaitNodeGetEvent(wait, &seen));
	CHECK(seen == other);
	exec = make(graph);
	launch(exec, 7, 2);
	CHECK_EQUAL(steps[1], 9);
	CU(CUDA_SUCCESS, cuEventQuery(other));
	params.userData = (void *)10;
	CU(CUDA_SUCCESS, cuGraphExecHostNodeSetParams(exec, host, &params));
	CU(CUDA_SUCCESS, cuGraphExecEventRecordNodeSetEvent(exec, record, event));
	CU(CUDA_SUCCESS, cuGraphExecEventWaitNodeSetEvent(exec, wait, event));
	CU(CUDA_SUCCESS, cuGraphExecChildGraphNodeSetParams(exec, node, child));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetEnabled(exec, host, 0));
	launch(exec, 7, 2);
	CHECK_EQUAL(steps[1], 10);
	CU(CUDA_SUCCESS, cuGraphExecDestroy(exec));
	CU(CUDA_SUCCESS, cuGraphDestroy(child));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
	CU(CUDA_SUCCESS, cuEventDestroy(event));
	CU(CUDA_SUCCESS, cuEventDestroy(other));
}

static void objects()
{
	CUuserObject object;
	CUgraph graph;
	int dropped = 0;
	CU(CUDA_ERROR_INVALID_VALUE, cuUserObjectCreate(&object, &dropped, drop, 0, 1));
	CU(CUDA_SUCCESS, cuUserObjectCreate(&object, &dropped, drop, 1, 1));
	CU(CUDA_SUCCESS, cuUserObjectRetain(object, 1));
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_SUCCESS, cuGraphRetainUserObject(graph, object, 1, 0));
	CU(CUDA_SUCCESS, cuUserObjectRelease(object, 2));
	CHECK_EQUAL(dropped, 0);
	CU(CUDA_SUCCESS, cuGraphReleaseUserObject(graph, object, 1));
	CHECK_EQUAL(dropped, 1);
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

static void others()
{
	CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
	CUstream stream;
	CUdevice device = -1;
	CU(CUDA_SUCCESS, cuThreadExchangeStreamCaptureMode(&mode));
	CHECK_EQUAL(mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
	CU(CUDA_SUCCESS, cuThreadExchangeStreamCaptureMode(&mode));
	CHECK_EQUAL(mode, CU_STREAM_CAPTURE_MODE_RELAXED);
	CU(CUDA_SUCCESS, cuStreamCreate(&stream, 0));
	CU(CUDA_SUCCESS, cuStreamCopyAttributes(stream, NULL));
	CU(CUDA_SUCCESS, cuStreamGetDevice(stream, &device));
	CHECK_EQUAL(device, 0);
	CU(CUDA_SUCCESS, cuDeviceGraphMemTrim(device));
	CU(CUDA_SUCCESS, cuStreamDestroy(stream));
}

// Pitched fills in a stream leave what is between the rows.
static void fills()
{
	unsigned int seen[4][8];
	CUdeviceptr memory;
	CUstream stream;
	CU(CUDA_SUCCESS, cuStreamCreate(&stream, 0));
	CU(CUDA_SUCCESS, cuMemAlloc(&memory, sizeof(seen)));
	CU(CUDA_SUCCESS, cuMemsetD2D32Async(memory, 32, 7, 8, 4, stream));
	CU(CUDA_SUCCESS, cuMemsetD2D32Async(memory, 32, 9, 2, 4, stream));
	CU(CUDA_SUCCESS, cuMemsetD2D16Async(memory + 8, 32, 0x102, 2, 3, stream));
	CU(CUDA_SUCCESS, cuMemsetD2D8Async(memory + 12, 32, 5, 4, 2, stream));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemsetD2D32Async(memory, 4, 7, 8, 4, stream));
	CU(CUDA_SUCCESS, cuStreamSynchronize(stream));
	CU(CUDA_SUCCESS, cuMemcpyDtoH(seen, memory, sizeof(seen)));
	for (int y = 0; y < 4; y++) {
		const unsigned int wanted[8] = { 9, 9, y < 3 ? 0x1020102u : 7, y < 2 ? 0x5050505u : 7, 7, 7, 7, 7 };
		CHECK(!memcmp(seen[y], wanted, sizeof(wanted)));
	}
	CU(CUDA_SUCCESS, cuMemFree(memory));
	CU(CUDA_SUCCESS, cuStreamDestroy(stream));
}

static void semaphores()
{
	CUgraph graph;
	CUgraphNode node, host;
	int nothing[8] = {};
	CUexternalSemaphore none = (CUexternalSemaphore)nothing;
	CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal = {};
	CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait = {};
	CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signals = { &none, &signal, 1 };
	CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = { &none, &wait, 1 };
	cudaExternalSemaphoreSignalNodeParams runtime = {};
	CU(CUDA_SUCCESS, cuGraphCreate(&graph, 0));
	CU(CUDA_ERROR_INVALID_HANDLE, cuGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, &signals));
	CU(CUDA_ERROR_INVALID_HANDLE, cuGraphAddExternalSemaphoresWaitNode(&node, graph, NULL, 0, &waits));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphAddExternalSemaphoresWaitNode(&node, graph, NULL, 0, NULL));
	signals.numExtSems = 0;
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, &signals));
	INVALID(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, &runtime));
	host = add_host(graph, NULL, 1);
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphExternalSemaphoresSignalNodeGetParams(host, &signals));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphExternalSemaphoresWaitNodeGetParams(host, &waits));
	CU(CUDA_ERROR_INVALID_VALUE, cuGraphExternalSemaphoresSignalNodeSetParams(host, NULL));
	INVALID(cudaGraphExternalSemaphoresWaitNodeSetParams(host, NULL));
	CU(CUDA_SUCCESS, cuGraphDestroy(graph));
}

int main()
{
	CUcontext context;
	CU(CUDA_SUCCESS, cuInit(0));
	CU(CUDA_SUCCESS, cuDevicePrimaryCtxRetain(&context, 0));
	CU(CUDA_SUCCESS, cuCtxSetCurrent(context));
	order();
	nodes();
	objects();
	others();
	semaphores();
	fills();
	return unit_finish();
}
