// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel nodes that kernels of the same graph change: parameters, grids, whether they run at all; one by one and several at once, of
// nodes that were added and of captured ones; and what may not be done with such nodes.
// FLAGS: -std=c++17 -rdc=true
#include "unit/unit.h"

#define RT(call) CHECK_EQUAL(call, cudaSuccess)

struct Log {
	int blocks, sum, turns, errors[8];
};

static Log *log_;

__global__ void work(Log *log, int add, double scale)
{
	if (threadIdx.x)
		return;
	atomicAdd(&log->blocks, 1);
	atomicAdd(&log->sum, (int)(add * scale));
}

// Another value, grid and state at each launch of the graph.
__global__ void steer(Log *log, cudaGraphDeviceNode_t node)
{
	int turn = log->turns++;
	log->errors[0] = cudaGraphKernelNodeSetParam(node, sizeof(Log *), 10 + turn);
	log->errors[1] = cudaGraphKernelNodeSetGridDim(node, dim3(1 + turn, 2));
	log->errors[2] = cudaGraphKernelNodeSetEnabled(node, turn % 3 != 2);
}

__global__ void steer_at_once(Log *log, cudaGraphDeviceNode_t first, cudaGraphDeviceNode_t second)
{
	const double scale = 3;
	cudaGraphKernelNodeUpdate updates[3] = {
		{ first, cudaGraphKernelNodeFieldEnabled, { dim3(1) } },
		{ second, cudaGraphKernelNodeFieldParam, { dim3(1) } },
		{ second, cudaGraphKernelNodeFieldGridDim, { dim3(5) } },
	};
	updates[0].updateData.isEnabled = 0;
	updates[1].updateData.param.pValue = &scale;
	updates[1].updateData.param.offset = 16;
	updates[1].updateData.param.size = sizeof(scale);
	log->errors[0] = cudaGraphKernelNodeUpdatesApply(updates, 3);
}

__global__ void go_wrong(Log *log, cudaGraphDeviceNode_t node)
{
	cudaGraphKernelNodeUpdate update = { node, cudaGraphKernelNodeFieldInvalid, { dim3(1) } };
	log->errors[0] = cudaGraphKernelNodeUpdatesApply(&update, 1); // no field
	log->errors[1] = cudaGraphKernelNodeSetParam(node, 24, 1);    // behind the last
	log->errors[2] = cudaGraphKernelNodeSetGridDim(node, dim3(0));
	log->errors[3] = cudaGraphKernelNodeSetEnabled(nullptr, true);
}

static void clear()
{
	*log_ = {};
}

static cudaGraphNode_t add(cudaGraph_t graph, cudaGraphNode_t after, void *kernel, void **arguments)
{
	cudaGraphNode_t node = nullptr;
	cudaKernelNodeParams params = {};
	params.func = kernel;
	params.gridDim = params.blockDim = dim3(1);
	params.kernelParams = arguments;
	RT(cudaGraphAddKernelNode(&node, graph, after ? &after : nullptr, after ? 1 : 0, &params));
	return node;
}

static cudaGraphDeviceNode_t make_updatable(cudaGraphNode_t node)
{
	cudaLaunchAttributeValue value = {}, again = {};
	value.deviceUpdatableKernelNode.deviceUpdatable = 1;
	RT(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
	RT(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &again));
	CHECK_EQUAL(again.deviceUpdatableKernelNode.deviceUpdatable, 1);
	CHECK(again.deviceUpdatableKernelNode.devNode && again.deviceUpdatableKernelNode.devNode == value.deviceUpdatableKernelNode.devNode);
	return again.deviceUpdatableKernelNode.devNode;
}

static void start(cudaGraphExec_t exec)
{
	RT(cudaGraphLaunch(exec, 0));
	RT(cudaDeviceSynchronize());
	for (int error : log_->errors)
		CHECK_EQUAL(error, cudaSuccess);
}

static void added()
{
	cudaGraph_t graph;
	cudaGraphExec_t exec, other;
	int number = 1;
	double scale = 2;
	cudaGraphDeviceNode_t handle = nullptr;
	void *steering[] = { &log_, &handle }, *working[] = { &log_, &number, &scale };
	clear();
	RT(cudaGraphCreate(&graph, 0));
	cudaGraphNode_t first = add(graph, nullptr, (void *)steer, steering), second = add(graph, first, (void *)work, working);
	handle = make_updatable(second);
	cudaKernelNodeParams params = {};
	RT(cudaGraphKernelNodeGetParams(first, &params));
	params.kernelParams = steering;
	RT(cudaGraphKernelNodeSetParams(first, &params));
	RT(cudaGraphInstantiate(&exec, graph, 0));
	RT(cudaGraphUpload(exec, 0));
	int blocks = 0, sum = 0;
	for (int turn = 0; turn < 6; turn++) {
		start(exec);
		int grid = turn % 3 != 2 ? 2 * (1 + turn) : 0;
		blocks += grid;
		sum += grid * 2 * (10 + turn);
		CHECK_EQUAL(log_->blocks, blocks);
		CHECK_EQUAL(log_->sum, sum);
	}
	// Once only, for ever, and not elsewhere.
	cudaLaunchAttributeValue value = {};
	CHECK_EQUAL(cudaGraphInstantiate(&other, graph, 0), cudaErrorNotSupported);
	CHECK_EQUAL(cudaGraphDestroyNode(second), cudaErrorNotSupported);
	CHECK_EQUAL(cudaGraphKernelNodeSetAttribute(second, cudaLaunchAttributeDeviceUpdatableKernelNode, &value), cudaErrorNotSupported);
	CHECK_EQUAL(cudaGraphKernelNodeCopyAttributes(second, first), cudaErrorNotSupported);
	cudaGraphExecUpdateResultInfo info;
	CHECK_EQUAL(cudaGraphExecUpdate(exec, graph, &info), cudaErrorNotSupported);
	cudaGraph_t clone;
	CHECK_EQUAL(cudaGraphClone(&clone, graph), cudaErrorNotSupported);
	RT(cudaGraphExecDestroy(exec));
	cudaGetLastError();
	RT(cudaGraphInstantiate(&exec, graph, 0));
	RT(cudaGraphExecDestroy(exec));
	RT(cudaGraphDestroy(graph));
}

static void captured()
{
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t first;
	cudaGraphDeviceNode_t handles[2] = {};
	clear();
	RT(cudaStreamCreate(&stream));
	RT(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	steer_at_once<<<1, 1, 0, stream>>>(log_, nullptr, nullptr);
	for (auto &handle : handles) {
		cudaLaunchAttribute attribute = {};
		attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
		attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
		cudaLaunchConfig_t config = {};
		config.gridDim = dim3(2);
		config.blockDim = dim3(32);
		config.stream = stream;
		config.attrs = &attribute;
		config.numAttrs = 1;
		RT(cudaLaunchKernelEx(&config, work, log_, 7, 1.0));
		handle = attribute.val.deviceUpdatableKernelNode.devNode;
		CHECK(handle != nullptr);
	}
	RT(cudaStreamEndCapture(stream, &graph));
	CHECK(handles[0] != handles[1]);
	size_t count = 1;
	RT(cudaGraphGetRootNodes(graph, &first, &count));
	cudaKernelNodeParams params = {};
	void *arguments[] = { &log_, &handles[0], &handles[1] };
	RT(cudaGraphKernelNodeGetParams(first, &params));
	params.kernelParams = arguments;
	RT(cudaGraphKernelNodeSetParams(first, &params));
	RT(cudaGraphInstantiate(&exec, graph, 0));
	RT(cudaGraphUpload(exec, stream));
	start(exec);
	CHECK_EQUAL(log_->blocks, 5);
	CHECK_EQUAL(log_->sum, 5 * 21);
	RT(cudaGraphExecDestroy(exec));
	RT(cudaGraphDestroy(graph));
	RT(cudaStreamDestroy(stream));
}

static void wrong()
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	int number = 4;
	double scale = 1;
	clear();
	RT(cudaGraphCreate(&graph, 0));
	void *working[] = { &log_, &number, &scale };
	cudaGraphNode_t node = add(graph, nullptr, (void *)work, working);
	cudaGraphDeviceNode_t handle = make_updatable(node);
	go_wrong<<<1, 1>>>(log_, handle);
	RT(cudaDeviceSynchronize());
	RT(cudaGraphInstantiate(&exec, graph, 0));
	go_wrong<<<1, 1>>>(log_, handle);
	RT(cudaDeviceSynchronize());
	for (int i = 0; i < 4; i++)
		CHECK_EQUAL(log_->errors[i], cudaErrorInvalidValue);
	clear();
	start(exec);
	CHECK_EQUAL(log_->sum, 4);
	RT(cudaGraphExecDestroy(exec));
	RT(cudaGraphDestroy(graph));
	// Outside of a capture there is no node.
	cudaLaunchAttribute attribute = {};
	attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
	attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
	cudaLaunchConfig_t config = {};
	config.gridDim = config.blockDim = dim3(1);
	config.attrs = &attribute;
	config.numAttrs = 1;
	CHECK_EQUAL(cudaLaunchKernelEx(&config, work, log_, 1, 1.0), cudaErrorNotSupported);
	cudaGetLastError();
}

int main(void)
{
	RT(cudaMallocManaged(&log_, sizeof(*log_)));
	added();
	captured();
	wrong();
	RT(cudaFree(log_));
	return unit_finish();
}
