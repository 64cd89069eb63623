// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Nodes of the driver interface that have no other test: attributes of kernels that are copied, nodes that are switched off, what is
// freed, pictures of graphs, and nodes for external semaphores as far as they can be refused.
#include "api/support/driver_test.h"

static const char text[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry nothing()\n{\n\tret;\n}\n";

static CUgraph graph;

static CUgraphNode kernel_node(CUfunction function)
{
	CUgraphNode node = NULL;
	CUDA_KERNEL_NODE_PARAMS params = { .func = function, .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
		                           .blockDimX = 1, .blockDimY = 1, .blockDimZ = 1 };
	GOOD(cuGraphAddKernelNode(&node, graph, NULL, 0, &params));
	return node;
}

static void attributes(void)
{
	CUmodule module = NULL;
	CUfunction function = driver_function(&module, text, "nothing");
	CUgraphNode first = kernel_node(function), second = kernel_node(function), empty;
	CUlaunchAttributeValue value, got;
	unsigned enabled = 9;
	CUgraphExec exec;
	memset(&value, 0, sizeof(value));
	memset(&got, 0, sizeof(got));
	value.cooperative = 1;
	GOOD(cuGraphAddEmptyNode(&empty, graph, NULL, 0));
	GOOD(cuGraphKernelNodeSetAttribute(first, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
	GOOD(cuGraphKernelNodeCopyAttributes(second, first));
	GOOD(cuGraphKernelNodeGetAttribute(second, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &got));
	CHECK_EQUAL(got.cooperative, 1);
	BAD(cuGraphKernelNodeCopyAttributes(NULL, first));
	BAD(cuGraphKernelNodeCopyAttributes(second, NULL));
	BAD(cuGraphKernelNodeCopyAttributes(empty, first));
	GOOD(cuGraphInstantiate(&exec, graph, 0));
	GOOD(cuGraphNodeGetEnabled(exec, first, &enabled));
	CHECK_EQUAL(enabled, 1);
	GOOD(cuGraphNodeSetEnabled(exec, first, 0));
	GOOD(cuGraphNodeGetEnabled(exec, first, &enabled));
	CHECK_EQUAL(enabled, 0);
	BAD(cuGraphNodeGetEnabled(exec, empty, &enabled)); // is no kernel, copy or fill
	BAD(cuGraphNodeGetEnabled(exec, first, NULL));
	BAD(cuGraphNodeGetEnabled(NULL, first, &enabled));
	GOOD(cuGraphExecDestroy(exec));
	GOOD(cuGraphDestroyNode(first));
	GOOD(cuGraphDestroyNode(second));
	GOOD(cuModuleUnload(module));
}

static void pictures(void)
{
	char line[256] = "";
	FILE *file;
	GOOD(cuGraphDebugDotPrint(graph, "graph.dot", CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
	file = fopen("graph.dot", "r");
	CHECK(file && fgets(line, sizeof(line), file) && strstr(line, "digraph"));
	if (file)
		fclose(file);
	BAD(cuGraphDebugDotPrint(NULL, "graph.dot", 0));
	BAD(cuGraphDebugDotPrint(graph, NULL, 0));
	remove("graph.dot");
}

static void memory(void)
{
	CUgraph own;
	CUgraphNode alloc, release;
	CUDA_MEM_ALLOC_NODE_PARAMS params;
	CUdeviceptr address = 0;
	memset(&params, 0, sizeof(params));
	params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	params.bytesize = 4096;
	GOOD(cuGraphCreate(&own, 0));
	GOOD(cuGraphAddMemAllocNode(&alloc, own, NULL, 0, &params));
	GOOD(cuGraphAddMemFreeNode(&release, own, &alloc, 1, params.dptr));
	GOOD(cuGraphMemFreeNodeGetParams(release, &address));
	CHECK(address == params.dptr && address);
	BAD(cuGraphMemFreeNodeGetParams(alloc, &address));
	BAD(cuGraphMemFreeNodeGetParams(release, NULL));
	BAD(cuGraphMemFreeNodeGetParams(NULL, &address));
	GOOD(cuGraphDestroy(own));
}

static void semaphores(void)
{
	CUgraphNode empty;
	CUgraphExec exec;
	CUexternalSemaphore none = NULL;
	CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
	CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
	memset(&signal, 0, sizeof(signal));
	memset(&wait, 0, sizeof(wait));
	CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signals = { &none, &signal, 1 };
	CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = { &none, &wait, 1 };
	GOOD(cuGraphAddEmptyNode(&empty, graph, NULL, 0));
	GOOD(cuGraphInstantiate(&exec, graph, 0));
	BAD(cuGraphExternalSemaphoresWaitNodeSetParams(empty, &waits));
	BAD(cuGraphExternalSemaphoresWaitNodeSetParams(NULL, &waits));
	BAD(cuGraphExternalSemaphoresWaitNodeSetParams(empty, NULL));
	BAD(cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, empty, &signals));
	BAD(cuGraphExecExternalSemaphoresSignalNodeSetParams(NULL, empty, &signals));
	BAD(cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, empty, NULL));
	BAD(cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, empty, &waits));
	BAD(cuGraphExecExternalSemaphoresWaitNodeSetParams(NULL, empty, &waits));
	BAD(cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, empty, NULL));
	GOOD(cuGraphExecDestroy(exec));
}

int main(void)
{
	driver_begin();
	GOOD(cuGraphCreate(&graph, 0));
	attributes();
	pictures();
	memory();
	semaphores();
	GOOD(cuGraphDestroy(graph));
	return unit_finish();
}
