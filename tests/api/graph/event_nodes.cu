// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nodes that record events and wait for them: which event, changed in the graph and in executable ones, and the errors; the same
// errors of nodes for external semaphores, which no program of this platform alone can make.
#include <unistd.h>

#include "api/support/api_test.h"

static int *data;
static volatile int gate;

static void hold(void *)
{
	while (!gate)
		usleep(100);
}

// An event that has never been recorded has no time.
static bool is_recorded(cudaEvent_t event)
{
	float time;
	bool recorded = cudaEventElapsedTime(&time, event, event) == cudaSuccess;
	cudaGetLastError();
	return recorded;
}

static void launch(cudaGraphExec_t exec)
{
	SUCCEEDS(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaStreamSynchronize(0));
}

static void records(void)
{
	cudaGraph_t graph;
	cudaGraphNode_t node, empty;
	cudaGraphExec_t exec, second;
	cudaEvent_t events[3], got = NULL;
	for (int i = 0; i < 3; i++)
		SUCCEEDS(cudaEventCreate(&events[i]));
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddEventRecordNode(&node, graph, NULL, 0, events[0]));
	SUCCEEDS(cudaGraphAddEmptyNode(&empty, graph, NULL, 0));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	SUCCEEDS(cudaGraphEventRecordNodeSetEvent(node, events[1]));
	SUCCEEDS(cudaGraphEventRecordNodeGetEvent(node, &got));
	CHECK(got == events[1]);
	SUCCEEDS(cudaGraphInstantiate(&second, graph, 0));
	launch(second);
	CHECK(!is_recorded(events[0]) && is_recorded(events[1]));
	SUCCEEDS(cudaGraphExecEventRecordNodeSetEvent(exec, node, events[2]));
	launch(exec);
	CHECK(!is_recorded(events[0]) && is_recorded(events[2]));
	SUCCEEDS(cudaGraphEventRecordNodeGetEvent(node, &got));
	CHECK(got == events[1]);
	INVALID(cudaGraphEventRecordNodeSetEvent(NULL, events[0]));
	INVALID(cudaGraphEventRecordNodeSetEvent(node, NULL));
	INVALID(cudaGraphEventRecordNodeSetEvent(empty, events[0]));
	INVALID(cudaGraphEventRecordNodeGetEvent(empty, &got));
	INVALID(cudaGraphExecEventRecordNodeSetEvent(NULL, node, events[0]));
	INVALID(cudaGraphExecEventRecordNodeSetEvent(exec, NULL, events[0]));
	INVALID(cudaGraphExecEventRecordNodeSetEvent(exec, node, NULL));
	INVALID(cudaGraphExecEventRecordNodeSetEvent(exec, empty, events[0]));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphExecDestroy(second));
	SUCCEEDS(cudaGraphDestroy(graph));
	for (int i = 0; i < 3; i++)
		SUCCEEDS(cudaEventDestroy(events[i]));
}

static int value(cudaStream_t stream)
{
	int result = -1;
	SUCCEEDS(cudaMemcpyAsync(&result, data, sizeof(int), cudaMemcpyDeviceToHost, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	return result;
}

// A graph that waits for EVENT and then fills the word of DATA with 1s.
static cudaGraph_t waiting(cudaEvent_t event, cudaGraphNode_t *node)
{
	cudaGraph_t graph;
	cudaGraphNode_t fill;
	cudaMemsetParams params = {};
	params.dst = data;
	params.elementSize = 4;
	params.value = 1;
	params.width = params.height = 1;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddEventWaitNode(node, graph, NULL, 0, event));
	SUCCEEDS(cudaGraphAddMemsetNode(&fill, graph, node, 1, &params));
	return graph;
}

static void waits(void)
{
	cudaGraphNode_t node, none;
	cudaGraphExec_t exec;
	cudaEvent_t held, open, got;
	cudaStream_t holder, stream;
	SUCCEEDS(cudaEventCreate(&held));
	SUCCEEDS(cudaEventCreate(&open));
	SUCCEEDS(cudaStreamCreateWithFlags(&holder, cudaStreamNonBlocking));
	SUCCEEDS(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	SUCCEEDS(cudaMemset(data, 0, sizeof(int)));
	SUCCEEDS(cudaDeviceSynchronize());
	SUCCEEDS(cudaEventRecord(open, stream));
	SUCCEEDS(cudaLaunchHostFunc(holder, hold, NULL));
	SUCCEEDS(cudaEventRecord(held, holder));
	cudaGraph_t graph = waiting(open, &node);
	SUCCEEDS(cudaGraphEventWaitNodeGetEvent(node, &got));
	CHECK(got == open);
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	SUCCEEDS(cudaGraphLaunch(exec, stream));
	CHECK_EQUAL(value(stream), 1);
	SUCCEEDS(cudaMemsetAsync(data, 0, sizeof(int), stream));
	SUCCEEDS(cudaGraphExecEventWaitNodeSetEvent(exec, node, held));
	SUCCEEDS(cudaGraphLaunch(exec, stream));
	usleep(20000);
	RETURNS(cudaErrorNotReady, cudaStreamQuery(stream));
	gate = 1;
	CHECK_EQUAL(value(stream), 1);
	SUCCEEDS(cudaGraphEventWaitNodeGetEvent(node, &got));
	CHECK(got == open);
	SUCCEEDS(cudaGraphEventWaitNodeSetEvent(node, held));
	SUCCEEDS(cudaGraphEventWaitNodeGetEvent(node, &got));
	CHECK(got == held);
	INVALID(cudaGraphAddEventWaitNode(NULL, graph, NULL, 0, held));
	INVALID(cudaGraphAddEventWaitNode(&none, NULL, NULL, 0, held));
	INVALID(cudaGraphAddEventWaitNode(&none, graph, NULL, 0, NULL));
	INVALID(cudaGraphEventWaitNodeGetEvent(NULL, &got));
	INVALID(cudaGraphEventWaitNodeGetEvent(node, NULL));
	INVALID(cudaGraphEventWaitNodeSetEvent(NULL, held));
	INVALID(cudaGraphEventWaitNodeSetEvent(node, NULL));
	INVALID(cudaGraphEventRecordNodeGetEvent(node, &got)); // one that waits
	INVALID(cudaGraphExecEventWaitNodeSetEvent(NULL, node, held));
	INVALID(cudaGraphExecEventWaitNodeSetEvent(exec, NULL, held));
	INVALID(cudaGraphExecEventWaitNodeSetEvent(exec, node, NULL));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaStreamDestroy(holder));
	SUCCEEDS(cudaStreamDestroy(stream));
	SUCCEEDS(cudaEventDestroy(held));
	SUCCEEDS(cudaEventDestroy(open));
}

static void semaphores(void)
{
	cudaGraph_t graph;
	cudaGraphNode_t node, empty;
	cudaGraphExec_t exec;
	cudaExternalSemaphore_t none = NULL;
	cudaExternalSemaphoreSignalParams signal = {};
	cudaExternalSemaphoreWaitParams wait = {};
	cudaExternalSemaphoreSignalNodeParams signals = { &none, &signal, 1 }, no_signals = { NULL, NULL, 1 };
	cudaExternalSemaphoreWaitNodeParams waits = { &none, &wait, 1 }, no_waits = { NULL, NULL, 1 };
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddEmptyNode(&empty, graph, NULL, 0));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	INVALID(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, NULL));
	INVALID(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, NULL, 0, &no_signals));
	INVALID(cudaGraphAddExternalSemaphoresSignalNode(&node, NULL, NULL, 0, &signals));
	INVALID(cudaGraphAddExternalSemaphoresWaitNode(&node, graph, NULL, 0, NULL));
	INVALID(cudaGraphAddExternalSemaphoresWaitNode(&node, graph, NULL, 0, &no_waits));
	INVALID(cudaGraphAddExternalSemaphoresWaitNode(&node, NULL, NULL, 0, &waits));
	INVALID(cudaGraphExternalSemaphoresSignalNodeGetParams(empty, &signals));
	INVALID(cudaGraphExternalSemaphoresSignalNodeGetParams(NULL, &signals));
	INVALID(cudaGraphExternalSemaphoresSignalNodeSetParams(empty, &signals));
	INVALID(cudaGraphExternalSemaphoresSignalNodeSetParams(NULL, &signals));
	INVALID(cudaGraphExternalSemaphoresWaitNodeGetParams(empty, &waits));
	INVALID(cudaGraphExternalSemaphoresWaitNodeGetParams(NULL, &waits));
	INVALID(cudaGraphExternalSemaphoresWaitNodeSetParams(empty, &waits));
	INVALID(cudaGraphExternalSemaphoresWaitNodeSetParams(NULL, &waits));
	INVALID(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, empty, &signals));
	INVALID(cudaGraphExecExternalSemaphoresSignalNodeSetParams(NULL, empty, &signals));
	INVALID(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, NULL, &signals));
	INVALID(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, empty, &waits));
	INVALID(cudaGraphExecExternalSemaphoresWaitNodeSetParams(NULL, empty, &waits));
	INVALID(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, NULL, &waits));
	INVALID(cudaWaitExternalSemaphoresAsync(NULL, &wait, 1, 0));
	RETURNS(cudaErrorInvalidResourceHandle, cudaWaitExternalSemaphoresAsync(&none, &wait, 1, 0));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

int main(void)
{
	SUCCEEDS(cudaMalloc(&data, sizeof(int)));
	records();
	waits();
	semaphores();
	return unit_finish();
}
