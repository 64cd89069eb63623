// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of nodes that are no kernels: asked for, changed in a graph (its later instances have them) and in an executable graph
// (its next launch has them, the node does not), and what such changes may not be.
#include "api/support/api_test.h"

enum { COUNT = 16, BYTES = COUNT * sizeof(int) };

__device__ int variable[COUNT];
static int host[COUNT], other_host[COUNT];
static int *device, *second_device;
static cudaGraph_t graph;

static void begin(void)
{
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaMemset(device, 0, BYTES));
	SUCCEEDS(cudaMemset(second_device, 0, BYTES));
	for (int i = 0; i < COUNT; i++) {
		host[i] = 100 + i;
		other_host[i] = 200 + i;
	}
}

static cudaGraphExec_t instance(void)
{
	cudaGraphExec_t exec = NULL;
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	return exec;
}

static void launch(cudaGraphExec_t exec)
{
	SUCCEEDS(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaStreamSynchronize(0));
}

// The graph as it is now, by an instance of its own.
static void launch_anew(void)
{
	cudaGraphExec_t exec = instance();
	launch(exec);
	SUCCEEDS(cudaGraphExecDestroy(exec));
}

static int at(const int *data, int index)
{
	int value = -1;
	SUCCEEDS(cudaMemcpy(&value, data + index, sizeof(int), cudaMemcpyDefault));
	return value;
}

static cudaMemcpy3DParms box(void *target, void *source, size_t width, size_t height)
{
	cudaMemcpy3DParms params = {};
	params.srcPtr = make_cudaPitchedPtr(source, width, width, height);
	params.dstPtr = make_cudaPitchedPtr(target, width, width, height);
	params.extent = make_cudaExtent(width, height, 1);
	params.kind = cudaMemcpyDefault;
	return params;
}

static void copies(void)
{
	cudaGraphNode_t node, none, empty;
	cudaMemcpy3DParms params, got = {};
	begin();
	params = box(device, host, BYTES, 1);
	SUCCEEDS(cudaGraphAddMemcpyNode(&node, graph, NULL, 0, &params));
	SUCCEEDS(cudaGraphAddEmptyNode(&empty, graph, NULL, 0));
	INVALID(cudaGraphAddMemcpyNode(NULL, graph, NULL, 0, &params));
	INVALID(cudaGraphAddMemcpyNode(&none, NULL, NULL, 0, &params));
	INVALID(cudaGraphAddMemcpyNode(&none, graph, NULL, 1, &params));
	INVALID(cudaGraphAddMemcpyNode(&none, graph, NULL, 0, NULL));
	cudaGraphExec_t exec = instance();
	launch(exec);
	CHECK_EQUAL(at(device, 3), 103);
	params = box(second_device, other_host, BYTES / 2, 1);
	SUCCEEDS(cudaGraphMemcpyNodeSetParams(node, &params));
	SUCCEEDS(cudaGraphMemcpyNodeGetParams(node, &got));
	CHECK(got.srcPtr.ptr == other_host && got.dstPtr.ptr == second_device);
	CHECK_EQUAL(got.extent.width, BYTES / 2);
	launch(exec); // is as it was
	CHECK_EQUAL(at(second_device, 0), 0);
	launch_anew();
	CHECK_EQUAL(at(second_device, COUNT / 2 - 1), 200 + COUNT / 2 - 1);
	CHECK_EQUAL(at(second_device, COUNT / 2), 0);
	params = box(device, other_host, BYTES, 1);
	SUCCEEDS(cudaGraphExecMemcpyNodeSetParams(exec, node, &params));
	launch(exec);
	CHECK_EQUAL(at(device, COUNT - 1), 200 + COUNT - 1);
	SUCCEEDS(cudaGraphMemcpyNodeGetParams(node, &got));
	CHECK(got.dstPtr.ptr == second_device);
	INVALID(cudaGraphMemcpyNodeSetParams(NULL, &params));
	INVALID(cudaGraphMemcpyNodeSetParams(node, NULL));
	INVALID(cudaGraphMemcpyNodeSetParams(empty, &params));
	INVALID(cudaGraphExecMemcpyNodeSetParams(NULL, node, &params));
	INVALID(cudaGraphExecMemcpyNodeSetParams(exec, NULL, &params));
	INVALID(cudaGraphExecMemcpyNodeSetParams(exec, node, NULL));
	INVALID(cudaGraphExecMemcpyNodeSetParams(exec, empty, &params));
	params = box(second_device, device, BYTES, 1); // was from the host
	INVALID(cudaGraphExecMemcpyNodeSetParams(exec, node, &params));
	params = box(device, host, BYTES / 2, 2);
	INVALID(cudaGraphExecMemcpyNodeSetParams(exec, node, &params));
	launch(exec);
	CHECK_EQUAL(at(device, 0), 200);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static void rows(void)
{
	cudaGraphNode_t node;
	begin();
	SUCCEEDS(cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, device, host, BYTES, cudaMemcpyHostToDevice));
	cudaGraphExec_t exec = instance();
	SUCCEEDS(cudaGraphMemcpyNodeSetParams1D(node, second_device, host + 4, 4 * sizeof(int), cudaMemcpyHostToDevice));
	launch_anew();
	CHECK_EQUAL(at(second_device, 3), 107);
	CHECK_EQUAL(at(second_device, 4), 0);
	CHECK_EQUAL(at(device, 0), 0);
	SUCCEEDS(cudaGraphExecMemcpyNodeSetParams1D(exec, node, device + 1, other_host, 2 * sizeof(int), cudaMemcpyHostToDevice));
	launch(exec);
	CHECK_EQUAL(at(device, 0), 0);
	CHECK_EQUAL(at(device, 1), 200);
	CHECK_EQUAL(at(device, 2), 201);
	CHECK_EQUAL(at(device, 3), 0);
	INVALID(cudaGraphMemcpyNodeSetParams1D(NULL, device, host, BYTES, cudaMemcpyHostToDevice));
	INVALID(cudaGraphExecMemcpyNodeSetParams1D(exec, NULL, device, host, BYTES, cudaMemcpyHostToDevice));
	INVALID(cudaGraphExecMemcpyNodeSetParams1D(NULL, node, device, host, BYTES, cudaMemcpyHostToDevice));
	INVALID(cudaGraphExecMemcpyNodeSetParams1D(exec, node, host, device, BYTES, cudaMemcpyDeviceToHost));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static void to_variables(void)
{
	cudaGraphNode_t node;
	int *address;
	begin();
	SUCCEEDS(cudaGetSymbolAddress((void **)&address, variable));
	SUCCEEDS(cudaGraphAddMemcpyNodeToSymbol(&node, graph, NULL, 0, variable, host, 4, 0, cudaMemcpyHostToDevice));
	cudaGraphExec_t exec = instance();
	SUCCEEDS(cudaGraphMemcpyNodeSetParamsToSymbol(node, variable, host + 1, 8, 8, cudaMemcpyHostToDevice));
	launch_anew();
	CHECK_EQUAL(at(address, 0), 0);
	CHECK_EQUAL(at(address, 2), 101);
	CHECK_EQUAL(at(address, 3), 102);
	SUCCEEDS(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, variable, other_host, 4, 16, cudaMemcpyHostToDevice));
	launch(exec);
	CHECK_EQUAL(at(address, 0), 0);
	CHECK_EQUAL(at(address, 4), 200);
	INVALID(cudaGraphMemcpyNodeSetParamsToSymbol(node, variable, host, BYTES, 4, cudaMemcpyHostToDevice));
	INVALID(cudaGraphMemcpyNodeSetParamsToSymbol(NULL, variable, host, 4, 0, cudaMemcpyHostToDevice));
	INVALID(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, variable, host, 4, BYTES, cudaMemcpyHostToDevice));
	INVALID(cudaGraphExecMemcpyNodeSetParamsToSymbol(NULL, node, variable, host, 4, 0, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static void from_variables(void)
{
	cudaGraphNode_t node;
	begin();
	SUCCEEDS(cudaMemcpyToSymbol(variable, other_host, BYTES));
	SUCCEEDS(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, NULL, 0, host, variable, 4, 4, cudaMemcpyDeviceToHost));
	cudaGraphExec_t exec = instance();
	SUCCEEDS(cudaGraphMemcpyNodeSetParamsFromSymbol(node, host + 2, variable, 8, 16, cudaMemcpyDeviceToHost));
	launch_anew();
	CHECK(host[0] == 100 && host[2] == 204 && host[3] == 205 && host[4] == 104);
	SUCCEEDS(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, host + 8, variable, 4, 0, cudaMemcpyDeviceToHost));
	launch(exec);
	CHECK(host[0] == 100 && host[8] == 200 && host[9] == 109);
	INVALID(cudaGraphMemcpyNodeSetParamsFromSymbol(node, host, variable, 8, BYTES - 4, cudaMemcpyDeviceToHost));
	INVALID(cudaGraphMemcpyNodeSetParamsFromSymbol(NULL, host, variable, 4, 0, cudaMemcpyDeviceToHost));
	INVALID(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, host, variable, 8, BYTES, cudaMemcpyDeviceToHost));
	INVALID(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, NULL, host, variable, 4, 0, cudaMemcpyDeviceToHost));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static cudaMemsetParams fill_of(void *target, unsigned value, size_t width, size_t height)
{
	cudaMemsetParams params = {};
	params.dst = target;
	params.elementSize = 4;
	params.value = value;
	params.width = width;
	params.height = height;
	params.pitch = width * 4;
	return params;
}

static void fills(void)
{
	cudaGraphNode_t node, flat;
	cudaMemsetParams params = fill_of(device, 7, COUNT, 1), got = {};
	begin();
	SUCCEEDS(cudaGraphAddMemsetNode(&node, graph, NULL, 0, &params));
	cudaGraphExec_t exec = instance();
	params = fill_of(device + 1, 8, 2, 3);
	SUCCEEDS(cudaGraphMemsetNodeSetParams(node, &params));
	SUCCEEDS(cudaGraphMemsetNodeGetParams(node, &got));
	CHECK(got.dst == device + 1 && got.value == 8 && got.width == 2 && got.height == 3 && got.elementSize == 4 && got.pitch == 8);
	launch_anew();
	CHECK(at(device, 0) == 0 && at(device, 1) == 8 && at(device, 6) == 8 && at(device, 7) == 0);
	params = fill_of(second_device, 9, COUNT, 1);
	SUCCEEDS(cudaGraphExecMemsetNodeSetParams(exec, node, &params));
	launch(exec);
	CHECK(at(second_device, COUNT - 1) == 9 && at(device, 1) == 8 && at(device, 0) == 0);
	SUCCEEDS(cudaGraphMemsetNodeGetParams(node, &got));
	CHECK_EQUAL(got.value, 8);
	params = fill_of(device, 1, 2, 2); // one row becomes two
	INVALID(cudaGraphExecMemsetNodeSetParams(exec, node, &params));
	params = fill_of(device + 1, 8, 2, 3);
	SUCCEEDS(cudaGraphAddMemsetNode(&flat, graph, NULL, 0, &params));
	cudaGraphExec_t second = instance();
	params = fill_of(second_device + 1, 4, 2, 3); // of several rows the place and the value alone
	SUCCEEDS(cudaGraphExecMemsetNodeSetParams(second, flat, &params));
	launch(second);
	CHECK(at(second_device, 0) == 9 && at(second_device, 1) == 4 && at(second_device, 6) == 4 && at(second_device, 7) == 9);
	params.pitch = 12;
	INVALID(cudaGraphExecMemsetNodeSetParams(second, flat, &params));
	params = fill_of(device, 4, 2, 2);
	INVALID(cudaGraphExecMemsetNodeSetParams(second, flat, &params));
	SUCCEEDS(cudaGraphExecDestroy(second));
	params = fill_of(device, 1, 0, 1);
	INVALID(cudaGraphExecMemsetNodeSetParams(exec, node, &params));
	INVALID(cudaGraphMemsetNodeSetParams(node, &params));
	params = fill_of(device, 1, 1, 1);
	INVALID(cudaGraphExecMemsetNodeSetParams(NULL, node, &params));
	INVALID(cudaGraphExecMemsetNodeSetParams(exec, NULL, &params));
	INVALID(cudaGraphExecMemsetNodeSetParams(exec, node, NULL));
	INVALID(cudaGraphMemsetNodeSetParams(NULL, &params));
	INVALID(cudaGraphMemsetNodeSetParams(node, NULL));
	INVALID(cudaGraphMemsetNodeGetParams(NULL, &got));
	INVALID(cudaGraphMemsetNodeGetParams(node, NULL));
	SUCCEEDS(cudaGraphAddEmptyNode(&flat, graph, NULL, 0));
	INVALID(cudaGraphMemsetNodeGetParams(flat, &got));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static void add_one(void *value)
{
	++*(int *)value;
}

static void add_ten(void *value)
{
	*(int *)value += 10;
}

static void host_functions(void)
{
	static int first, second;
	cudaGraphNode_t node;
	cudaGraphExec_t exec;
	cudaHostNodeParams params = { add_one, &first }, got = {};
	begin();
	SUCCEEDS(cudaGraphAddHostNode(&node, graph, NULL, 0, &params));
	exec = instance();
	params.userData = &second;
	SUCCEEDS(cudaGraphHostNodeSetParams(node, &params));
	SUCCEEDS(cudaGraphHostNodeGetParams(node, &got));
	CHECK(got.fn == add_one && got.userData == &second);
	launch_anew();
	CHECK(first == 0 && second == 1);
	params.fn = add_ten;
	SUCCEEDS(cudaGraphExecHostNodeSetParams(exec, node, &params));
	launch(exec);
	CHECK(first == 0 && second == 11);
	SUCCEEDS(cudaGraphHostNodeGetParams(node, &got));
	CHECK(got.fn == add_one);
	INVALID(cudaGraphHostNodeGetParams(NULL, &got));
	INVALID(cudaGraphHostNodeGetParams(node, NULL));
	INVALID(cudaGraphHostNodeSetParams(NULL, &params));
	INVALID(cudaGraphHostNodeSetParams(node, NULL));
	INVALID(cudaGraphExecHostNodeSetParams(exec, node, NULL));
	INVALID(cudaGraphExecHostNodeSetParams(exec, NULL, &params));
	INVALID(cudaGraphExecHostNodeSetParams(NULL, node, &params));
	params.fn = NULL;
	INVALID(cudaGraphHostNodeSetParams(node, &params));
	INVALID(cudaGraphExecHostNodeSetParams(exec, node, &params));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

// The function that takes parameters of any kind.
static void any_kind(void)
{
	static int value;
	cudaGraphNode_t node, fill, memory;
	cudaGraphExec_t exec;
	cudaGraphNodeParams params = {};
	begin();
	params.type = cudaGraphNodeTypeHost;
	params.host.fn = add_one;
	params.host.userData = &value;
	SUCCEEDS(cudaGraphAddNode(&node, graph, NULL, 0, &params));
	exec = instance();
	params.host.fn = add_ten;
	SUCCEEDS(cudaGraphNodeSetParams(node, &params));
	launch(exec);
	CHECK_EQUAL(value, 1);
	launch_anew();
	CHECK_EQUAL(value, 11);
	SUCCEEDS(cudaGraphExecNodeSetParams(exec, node, &params));
	launch(exec);
	CHECK_EQUAL(value, 21);
	INVALID(cudaGraphNodeSetParams(NULL, &params));
	INVALID(cudaGraphNodeSetParams(node, NULL));
	INVALID(cudaGraphExecNodeSetParams(NULL, node, &params));
	INVALID(cudaGraphExecNodeSetParams(exec, NULL, &params));
	INVALID(cudaGraphExecNodeSetParams(exec, node, NULL));
	params = {};
	params.type = cudaGraphNodeTypeMemset;
	params.memset.dst = device;
	params.memset.value = 5;
	params.memset.elementSize = 1;
	params.memset.width = BYTES;
	params.memset.height = 1;
	INVALID(cudaGraphNodeSetParams(node, &params)); // is a host function
	INVALID(cudaGraphExecNodeSetParams(exec, node, &params));
	SUCCEEDS(cudaGraphAddNode(&fill, graph, &node, 1, &params));
	INVALID(cudaGraphExecNodeSetParams(exec, fill, &params)); // came later
	launch_anew();
	CHECK_EQUAL(at(device, 0), 0x05050505);
	params = {};
	params.type = cudaGraphNodeTypeMemAlloc;
	params.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
	params.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
	params.alloc.bytesize = 4096;
	SUCCEEDS(cudaGraphAddNode(&memory, graph, NULL, 0, &params));
	CHECK(params.alloc.dptr != NULL);
	RETURNS(cudaErrorNotSupported, cudaGraphNodeSetParams(memory, &params));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static cudaGraph_t child_of(int *target, unsigned value, bool twice)
{
	cudaGraph_t child;
	cudaGraphNode_t node, next;
	cudaMemsetParams params = fill_of(target, value, COUNT, 1);
	SUCCEEDS(cudaGraphCreate(&child, 0));
	SUCCEEDS(cudaGraphAddMemsetNode(&node, child, NULL, 0, &params));
	if (twice)
		SUCCEEDS(cudaGraphAddMemsetNode(&next, child, &node, 1, &params));
	return child;
}

static void children(void)
{
	cudaGraphNode_t node, empty;
	begin();
	cudaGraph_t one = child_of(device, 1, false), two = child_of(second_device, 2, false), longer = child_of(device, 3, true);
	SUCCEEDS(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, one));
	SUCCEEDS(cudaGraphAddEmptyNode(&empty, graph, NULL, 0));
	cudaGraphExec_t exec = instance();
	launch(exec);
	CHECK_EQUAL(at(device, 0), 1);
	SUCCEEDS(cudaGraphExecChildGraphNodeSetParams(exec, node, two));
	SUCCEEDS(cudaMemset(device, 0, BYTES));
	launch(exec);
	CHECK_EQUAL(at(device, 0), 0);
	CHECK_EQUAL(at(second_device, COUNT - 1), 2);
	INVALID(cudaGraphExecChildGraphNodeSetParams(exec, node, NULL));
	INVALID(cudaGraphExecChildGraphNodeSetParams(exec, NULL, two));
	INVALID(cudaGraphExecChildGraphNodeSetParams(NULL, node, two));
	INVALID(cudaGraphExecChildGraphNodeSetParams(exec, empty, two));
	INVALID(cudaGraphExecChildGraphNodeSetParams(exec, node, longer));
	launch(exec);
	CHECK_EQUAL(at(device, 0), 0);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(one));
	SUCCEEDS(cudaGraphDestroy(two));
	SUCCEEDS(cudaGraphDestroy(longer));
	SUCCEEDS(cudaGraphDestroy(graph));
}

static void flags(void)
{
	cudaGraphNode_t node;
	cudaGraphExec_t exec;
	unsigned long long got = 99;
	begin();
	SUCCEEDS(cudaGraphAddEmptyNode(&node, graph, NULL, 0));
	exec = instance();
	SUCCEEDS(cudaGraphExecGetFlags(exec, &got));
	CHECK_EQUAL(got, 0);
	INVALID(cudaGraphExecGetFlags(exec, NULL));
	INVALID(cudaGraphExecGetFlags(NULL, &got));
	SUCCEEDS(cudaGraphExecDestroy(exec));
	INVALID(cudaGraphExecGetFlags(exec, &got));
	cudaGraphInstantiateParams params = {};
	params.flags = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload;
	SUCCEEDS(cudaGraphInstantiateWithParams(&exec, graph, &params));
	SUCCEEDS(cudaGraphExecGetFlags(exec, &got)); // not where it was brought to the device
	CHECK_EQUAL(got, cudaGraphInstantiateFlagAutoFreeOnLaunch);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
}

int main(void)
{
	SUCCEEDS(cudaMalloc(&device, BYTES));
	SUCCEEDS(cudaMalloc(&second_device, BYTES));
	copies();
	rows();
	to_variables();
	from_variables();
	fills();
	host_functions();
	any_kind();
	children();
	flags();
	return unit_finish();
}
