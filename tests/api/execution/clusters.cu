// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of clusters: what launches, attributes, graph nodes and the questions about occupancy take and refuse, as an H200 does.
// FLAGS: -arch=sm_90
// LINK: -lcuda
#include <cuda.h>

#include "api/support/api_test.h"

__global__ void __cluster_dims__(2, 1, 1) pairs(int *) {}
__global__ void plain(int *) {}
__global__ void __launch_bounds__(128, 1, 4) bounded(int *) {}

struct Launch {
	cudaLaunchAttribute attribute = {};
	cudaLaunchConfig_t config = {};
	Launch(dim3 grid, unsigned x, unsigned y, unsigned z)
	{
		attribute.id = cudaLaunchAttributeClusterDimension;
		attribute.val.clusterDim.x = x;
		attribute.val.clusterDim.y = y;
		attribute.val.clusterDim.z = z;
		config.gridDim = grid;
		config.blockDim = 32;
		config.attrs = &attribute;
		config.numAttrs = 1;
	}
	cudaError_t operator()(void (*kernel)(int *)) { return cudaLaunchKernelEx(&config, kernel, (int *)nullptr); }
};
enum { BAD = cudaErrorInvalidClusterSize };

static void sizes()
{
	pairs<<<3, 32>>>(nullptr);
	CHECK(cudaGetLastError() == cudaErrorInvalidClusterSize);
	pairs<<<4, 32>>>(nullptr);
	SUCCEEDS(cudaGetLastError());
	RETURNS((cudaError_t)BAD, Launch(4, 4, 1, 1)(pairs));
	SUCCEEDS(Launch(4, 2, 1, 1)(pairs));
	RETURNS((cudaError_t)BAD, Launch(4, 3, 1, 1)(plain));
	RETURNS((cudaError_t)BAD, Launch(4, 0, 1, 1)(plain));
	RETURNS((cudaError_t)BAD, Launch(4, 2, 0, 1)(plain));
	SUCCEEDS(Launch(4, 0, 0, 0)(plain));
	SUCCEEDS(Launch(dim3(4, 4, 2), 2, 2, 2)(plain));
	RETURNS((cudaError_t)BAD, Launch(18, 9, 1, 1)(plain));
	SUCCEEDS(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
	SUCCEEDS(Launch(18, 9, 1, 1)(plain));
	SUCCEEDS(Launch(16, 16, 1, 1)(plain));
	RETURNS((cudaError_t)BAD, Launch(32, 32, 1, 1)(plain));
	int size = 0, active = -1;
	Launch huge(32, 32, 1, 1), usual(16, 8, 1, 1), wrong(16, 3, 1, 1);
	SUCCEEDS(cudaOccupancyMaxPotentialClusterSize(&size, plain, &huge.config));
	SUCCEEDS(cudaOccupancyMaxActiveClusters(&active, plain, &huge.config));
	CHECK(size == 16 && active == 0);
	SUCCEEDS(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 0));
	SUCCEEDS(cudaOccupancyMaxPotentialClusterSize(&size, plain, &usual.config));
	SUCCEEDS(cudaOccupancyMaxActiveClusters(&active, plain, &usual.config));
	CHECK(size == 8 && active > 0);
	RETURNS((cudaError_t)BAD, cudaOccupancyMaxActiveClusters(&active, plain, &wrong.config));
	SUCCEEDS(Launch(8, 4, 1, 1)(bounded));
	RETURNS((cudaError_t)BAD, Launch(8, 8, 1, 1)(bounded));
}

static void attributes()
{
	cudaFuncAttributes a;
	SUCCEEDS(cudaFuncGetAttributes(&a, pairs));
	CHECK(a.clusterDimMustBeSet == 1 && a.requiredClusterWidth == 2 && a.requiredClusterHeight == 1);
	INVALID(cudaFuncSetAttribute(pairs, cudaFuncAttributeRequiredClusterWidth, 4));
	INVALID(cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterWidth, -1));
	INVALID(cudaFuncSetAttribute(plain, cudaFuncAttributeClusterDimMustBeSet, 1));
	INVALID(cudaFuncSetAttribute(plain, cudaFuncAttributeClusterSchedulingPolicyPreference, 3));
	SUCCEEDS(cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterWidth, 2));
	plain<<<4, 32>>>(nullptr);
	CHECK(cudaGetLastError() == cudaErrorInvalidClusterSize);
	SUCCEEDS(cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterHeight, 1));
	SUCCEEDS(cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterDepth, 1));
	SUCCEEDS(cudaFuncGetAttributes(&a, plain));
	CHECK(a.clusterDimMustBeSet == 0 && a.requiredClusterWidth == 2 && a.requiredClusterDepth == 1);
	plain<<<4, 32>>>(nullptr);
	SUCCEEDS(cudaGetLastError());
	RETURNS((cudaError_t)BAD, Launch(4, 4, 1, 1)(plain));
	SUCCEEDS(cudaFuncSetAttribute(plain, cudaFuncAttributeRequiredClusterWidth, 0));
}

static void nodes()
{
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t node;
	size_t count = 1;
	cudaLaunchAttributeValue value = {};
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	pairs<<<4, 32, 0, stream>>>(nullptr);
	SUCCEEDS(cudaStreamEndCapture(stream, &graph));
	SUCCEEDS(cudaGraphGetNodes(graph, &node, &count));
	SUCCEEDS(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeClusterDimension, &value));
	CHECK(value.clusterDim.x == 2 && value.clusterDim.y == 1 && value.clusterDim.z == 1);
	value.clusterDim.x = 3;
	RETURNS((cudaError_t)BAD, cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeClusterDimension, &value));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	SUCCEEDS(cudaGraphLaunch(exec, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
}

static void driver()
{
	CUfunction function;
	CUlaunchAttribute attribute = {};
	CUlaunchConfig config = {};
	int *nothing = nullptr, active = 0;
	void *arguments[] = { &nothing };
	attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
	attribute.value.clusterDim.x = 4;
	attribute.value.clusterDim.y = attribute.value.clusterDim.z = 1;
	config.gridDimX = 8;
	config.blockDimX = 32;
	config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
	config.attrs = &attribute;
	config.numAttrs = 1;
	SUCCEEDS(cudaGetFuncBySymbol((cudaFunction_t *)&function, (const void *)bounded));
	CHECK(cuLaunchKernelEx(&config, function, arguments, nullptr) == CUDA_SUCCESS);
	CHECK(cuOccupancyMaxActiveClusters(&active, function, &config) == CUDA_SUCCESS && active > 0);
	attribute.value.clusterDim.x = 3;
	CHECK(cuLaunchKernelEx(&config, function, arguments, nullptr) == CUDA_ERROR_INVALID_CLUSTER_SIZE);
	SUCCEEDS(cudaDeviceSynchronize());
}

static void announced()
{
	int supported = 0;
	cudaDeviceProp properties;
	SUCCEEDS(cudaDeviceGetAttribute(&supported, cudaDevAttrClusterLaunch, 0));
	CHECK_EQUAL(supported, 1);
	SUCCEEDS(cudaGetDeviceProperties(&properties, 0));
	CHECK_EQUAL(properties.clusterLaunch, 1);
}

int main()
{
	announced();
	sizes();
	attributes();
	nodes();
	driver();
	return unit_finish();
}
