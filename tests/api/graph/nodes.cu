// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explicit nodes of every kind, what can be asked of them, changes of executable graphs, and the errors.
#include "api/support/api_test.h"

__global__ void add(int *data, int value)
{
	atomicAdd(data, value);
}

__global__ void multiply(int *data, int factor)
{
	*data *= factor;
}

__device__ int variable;

static cudaKernelNodeParams kernel(void *function, void **arguments)
{
	cudaKernelNodeParams params = {};
	params.func = function;
	params.gridDim = dim3(1);
	params.blockDim = dim3(1);
	params.kernelParams = arguments;
	return params;
}

static int value_of(const int *data)
{
	int value = -1;
	SUCCEEDS(cudaMemcpy(&value, data, sizeof(int), cudaMemcpyDefault));
	return value;
}

static void launch(cudaGraphExec_t exec)
{
	SUCCEEDS(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaStreamSynchronize(0));
}

// (((0 + 1) * 10) + 5), changed in the executable graph, switched off, updated as a whole.
static void kernels(void)
{
	cudaGraph_t graph, clone;
	cudaGraphNode_t clear, first, second, third, found, nodes[8];
	cudaGraphExec_t exec;
	int *data, one = 1, ten = 10, five = 5, seven = 7;
	SUCCEEDS(cudaMalloc(&data, sizeof(int)));
	void *add_one[] = { &data, &one }, *by_ten[] = { &data, &ten }, *add_five[] = { &data, &five };
	void *add_seven[] = { &data, &seven };
	INVALID(cudaGraphCreate(NULL, 0));
	INVALID(cudaGraphCreate(&graph, 1));
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	cudaMemsetParams memset_params = {};
	memset_params.dst = data;
	memset_params.elementSize = 4;
	memset_params.width = memset_params.height = 1;
	SUCCEEDS(cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &memset_params));
	memset_params.elementSize = 3;
	INVALID(cudaGraphAddMemsetNode(&found, graph, NULL, 0, &memset_params));
	cudaKernelNodeParams params = kernel((void *)add, add_one);
	SUCCEEDS(cudaGraphAddKernelNode(&first, graph, &clear, 1, &params));
	INVALID(cudaGraphAddKernelNode(NULL, graph, &clear, 1, &params));
	INVALID(cudaGraphAddKernelNode(&found, graph, NULL, 1, &params));
	INVALID(cudaGraphAddKernelNode(&found, graph, NULL, 0, NULL));
	params = kernel((void *)multiply, by_ten);
	SUCCEEDS(cudaGraphAddKernelNode(&second, graph, &first, 1, &params));
	params = kernel((void *)add, add_five);
	SUCCEEDS(cudaGraphAddKernelNode(&third, graph, NULL, 0, &params));
	SUCCEEDS(cudaGraphAddDependencies(graph, &second, &third, 1));
	INVALID(cudaGraphAddDependencies(graph, &third, &third, 1));
	five = 0; // the node has its own
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	launch(exec);
	CHECK_EQUAL(value_of(data), 15);
	params = kernel((void *)add, add_seven);
	SUCCEEDS(cudaGraphExecKernelNodeSetParams(exec, third, &params));
	launch(exec);
	CHECK_EQUAL(value_of(data), 17);
	unsigned enabled = 9;
	SUCCEEDS(cudaGraphNodeSetEnabled(exec, second, 0));
	SUCCEEDS(cudaGraphNodeGetEnabled(exec, second, &enabled));
	CHECK_EQUAL(enabled, 0);
	launch(exec);
	CHECK_EQUAL(value_of(data), 8);
	SUCCEEDS(cudaGraphNodeSetEnabled(exec, second, 1));
	cudaKernelNodeParams got;
	SUCCEEDS(cudaGraphKernelNodeGetParams(third, &got));
	CHECK(got.func == (void *)add && *(int *)got.kernelParams[1] == 5);
	SUCCEEDS(cudaGraphKernelNodeSetParams(third, &params));
	cudaGraphExecUpdateResultInfo info;
	SUCCEEDS(cudaGraphExecUpdate(exec, graph, &info));
	CHECK_EQUAL(info.result, cudaGraphExecUpdateSuccess);
	launch(exec);
	CHECK_EQUAL(value_of(data), 17);
	SUCCEEDS(cudaGraphClone(&clone, graph));
	SUCCEEDS(cudaGraphNodeFindInClone(&found, second, clone));
	CHECK(found != second);
	INVALID(cudaGraphNodeFindInClone(&found, second, graph));
	SUCCEEDS(cudaGraphAddEmptyNode(&found, clone, NULL, 0));
	RETURNS(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(exec, clone, &info));
	CHECK_EQUAL(info.result, cudaGraphExecUpdateErrorTopologyChanged);
	size_t count = 8;
	SUCCEEDS(cudaGraphNodeGetDependencies(third, nodes, &count));
	CHECK(count == 1 && nodes[0] == second && !nodes[1]);
	count = 8;
	SUCCEEDS(cudaGraphNodeGetDependentNodes(clear, nodes, &count));
	CHECK(count == 1 && nodes[0] == first);
	SUCCEEDS(cudaGraphAddDependencies(graph, &third, &first, 1));
	cudaGraphExec_t circular;
	INVALID(cudaGraphInstantiate(&circular, graph, 0));
	SUCCEEDS(cudaGraphDestroyNode(first));
	SUCCEEDS(cudaGraphGetEdges(graph, NULL, NULL, &count));
	CHECK_EQUAL(count, 1);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	INVALID(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaGraphDestroy(graph));
	INVALID(cudaGraphDestroy(graph));
	SUCCEEDS(cudaGraphDestroy(clone));
	SUCCEEDS(cudaFree(data));
}

static void note(void *order)
{
	strcat((char *)order, "h");
}

// Copies to and from variables, host functions, events, a child graph, in a diamond.
static void other_kinds(void)
{
	static char order[16];
	static int in = 41, out;
	cudaGraph_t graph, child, own;
	cudaGraphNode_t to, child_node, from, host, record, inner;
	cudaGraphExec_t exec;
	cudaEvent_t event, got;
	int *address, one = 1;
	SUCCEEDS(cudaGetSymbolAddress((void **)&address, variable));
	void *arguments[] = { &address, &one };
	SUCCEEDS(cudaEventCreate(&event));
	SUCCEEDS(cudaGraphCreate(&child, 0));
	cudaKernelNodeParams params = kernel((void *)add, arguments);
	SUCCEEDS(cudaGraphAddKernelNode(&inner, child, NULL, 0, &params));
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddMemcpyNodeToSymbol(&to, graph, NULL, 0, variable, &in, sizeof(int), 0,
	                                        cudaMemcpyHostToDevice));
	INVALID(cudaGraphAddMemcpyNodeToSymbol(&from, graph, NULL, 0, variable, &in, 8, 0, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaGraphAddChildGraphNode(&child_node, graph, &to, 1, child));
	cudaHostNodeParams call = { note, order };
	SUCCEEDS(cudaGraphAddHostNode(&host, graph, &to, 1, &call));
	cudaGraphNode_t both[] = { child_node, host };
	SUCCEEDS(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, both, 2, &out, variable, sizeof(int), 0,
	                                          cudaMemcpyDeviceToHost));
	SUCCEEDS(cudaGraphAddEventRecordNode(&record, graph, &from, 1, event));
	SUCCEEDS(cudaGraphEventRecordNodeGetEvent(record, &got));
	CHECK(got == event);
	SUCCEEDS(cudaGraphChildGraphNodeGetGraph(child_node, &own));
	CHECK(own != child);
	INVALID(cudaGraphDestroy(own));
	cudaGraphNodeType type;
	SUCCEEDS(cudaGraphNodeGetType(child_node, &type));
	CHECK_EQUAL(type, cudaGraphNodeTypeGraph);
	SUCCEEDS(cudaGraphInstantiateWithFlags(&exec, graph, 0));
	SUCCEEDS(cudaGraphUpload(exec, 0));
	SUCCEEDS(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaEventSynchronize(event));
	CHECK_EQUAL(out, 42);
	CHECK(strcmp(order, "h") == 0);
	SUCCEEDS(cudaGraphDebugDotPrint(graph, "/dev/null", cudaGraphDebugDotFlagsVerbose));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaGraphDestroy(child));
}

// Memory of a graph: one address, allocated by each launch, freed by a node or by the program.
static void memory(void)
{
	cudaGraph_t graph;
	cudaGraphNode_t alloc, fill, use, release;
	cudaGraphExec_t exec;
	int three = 3;
	size_t used = 99;
	cudaMemAllocNodeParams params = {};
	params.poolProps.allocType = cudaMemAllocationTypePinned;
	params.poolProps.location.type = cudaMemLocationTypeDevice;
	params.bytesize = 4000;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &params));
	CHECK(params.dptr != NULL);
	cudaMemsetParams clear = {};
	clear.dst = params.dptr;
	clear.elementSize = 4;
	clear.width = 1000;
	clear.height = 1;
	clear.value = 4;
	SUCCEEDS(cudaGraphAddMemsetNode(&fill, graph, &alloc, 1, &clear));
	void *arguments[] = { &params.dptr, &three };
	cudaKernelNodeParams call = kernel((void *)multiply, arguments);
	SUCCEEDS(cudaGraphAddKernelNode(&use, graph, &fill, 1, &call));
	CHECK_EQUAL(cudaGraphDestroyNode(use), cudaErrorNotSupported);
	CHECK_EQUAL(cudaGraphRemoveDependencies(graph, &fill, &use, 1), cudaErrorNotSupported);
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	launch(exec);
	CHECK_EQUAL(value_of((int *)params.dptr), 12);
	SUCCEEDS(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
	CHECK(used >= 4000);
	INVALID(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaFree(params.dptr));
	INVALID(cudaFree(params.dptr));
	launch(exec);
	SUCCEEDS(cudaFreeAsync(params.dptr, 0));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphAddMemFreeNode(&release, graph, &use, 1, params.dptr));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
	launch(exec);
	launch(exec);
	SUCCEEDS(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
	CHECK_EQUAL(used, 0);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaDeviceGraphMemTrim(0));
}

// A graph with memory of its own can't be cloned, but may become another's.
static void moved_child(void)
{
	cudaGraph_t graph, child, own;
	cudaGraphNode_t alloc, fill, copied, release, node, other;
	cudaGraphExec_t exec;
	int result = 0, *seen;
	cudaMemAllocNodeParams wanted = {};
	wanted.poolProps.allocType = cudaMemAllocationTypePinned;
	wanted.poolProps.location.type = cudaMemLocationTypeDevice;
	wanted.bytesize = 64;
	SUCCEEDS(cudaMalloc(&seen, sizeof(int)));
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphCreate(&child, 0));
	SUCCEEDS(cudaGraphAddMemAllocNode(&alloc, child, NULL, 0, &wanted));
	cudaMemsetParams set = {};
	set.dst = wanted.dptr;
	set.elementSize = 4;
	set.width = set.height = 1;
	set.value = 77;
	SUCCEEDS(cudaGraphAddMemsetNode(&fill, child, &alloc, 1, &set));
	SUCCEEDS(cudaGraphAddMemcpyNode1D(&copied, child, &fill, 1, seen, wanted.dptr, sizeof(int), cudaMemcpyDeviceToDevice));
	SUCCEEDS(cudaGraphAddMemFreeNode(&release, child, &copied, 1, wanted.dptr));
	cudaGraphNodeParams params = { cudaGraphNodeTypeGraph };
	params.graph.graph = child;
	CHECK_EQUAL(cudaGraphAddNode(&node, graph, NULL, 0, &params), cudaErrorNotSupported);
	params.graph.ownership = (cudaGraphChildGraphNodeOwnership)2;
	INVALID(cudaGraphAddNode(&node, graph, NULL, 0, &params));
	params.graph.ownership = cudaGraphChildGraphOwnershipMove;
	SUCCEEDS(cudaGraphAddNode(&node, graph, NULL, 0, &params));
	SUCCEEDS(cudaGraphChildGraphNodeGetGraph(node, &own));
	CHECK(own == child);
	INVALID(cudaGraphAddNode(&other, graph, NULL, 0, &params));
	INVALID(cudaGraphDestroy(child));
	INVALID(cudaGraphAddMemAllocNode(&alloc, child, NULL, 0, &wanted));
	params.graph.graph = graph;
	INVALID(cudaGraphAddNode(&other, child, NULL, 0, &params));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	launch(exec);
	SUCCEEDS(cudaMemcpy(&result, seen, sizeof(int), cudaMemcpyDefault));
	CHECK_EQUAL(result, 77);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
	INVALID(cudaGraphDestroy(child));
	SUCCEEDS(cudaFree(seen));
}

static int destroyed;
static void destroy(void *count)
{
	++*(int *)count;
}

static void user_objects(void)
{
	cudaUserObject_t object;
	cudaGraph_t graph, clone;
	INVALID(cudaUserObjectCreate(&object, &destroyed, destroy, 1, 0));
	SUCCEEDS(cudaUserObjectCreate(&object, &destroyed, destroy, 1, cudaUserObjectNoDestructorSync));
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
	SUCCEEDS(cudaGraphClone(&clone, graph));
	SUCCEEDS(cudaGraphDestroy(graph));
	CHECK_EQUAL(destroyed, 0);
	SUCCEEDS(cudaGraphDestroy(clone));
	CHECK_EQUAL(destroyed, 1);
}

int main(void)
{
	kernels();
	other_kinds();
	memory();
	moved_child();
	user_objects();
	return unit_finish();
}
