// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's work is work of the handle's stream: after kernels and before them, behind events, captured in a graph whose
// launches use what the scalars on the host were, and whose record outlives the handle.
#include "api/support/blas_test.h"

enum { N = 64, COUNT = N * N };

__global__ void put(float *a, float value)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void add_one(float *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

static bool all(float *device, float wanted)
{
	static float host[COUNT];
	CHECK(cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost) == cudaSuccess);
	for (float x : host)
		if (x != wanted) {
			fprintf(stderr, "%g, not %g\n", x, wanted);
			return false;
		}
	return true;
}

int main()
{
	cublasHandle_t handle;
	cudaStream_t stream, other;
	cudaEvent_t ready;
	float *a, *b, *c, alpha = 1, beta = 0;
	CHECK(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
	CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) == cudaSuccess);
	CHECK(cudaEventCreate(&ready) == cudaSuccess);
	for (float **p : { &a, &b, &c })
		CHECK(cudaMalloc(p, COUNT * sizeof(float)) == cudaSuccess);
	CHECK(cublasSetStream(handle, stream) == CUBLAS_STATUS_SUCCESS);

	// Kernel, product, kernel on another stream, and back.
	put<<<N, N, 0, stream>>>(a, 2);
	put<<<N, N, 0, stream>>>(b, 3);
	CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &alpha, a, N, b, N, &beta, c, N) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaEventRecord(ready, stream) == cudaSuccess && cudaStreamWaitEvent(other, ready, 0) == cudaSuccess);
	add_one<<<N, N, 0, other>>>(c);
	CHECK(cudaStreamSynchronize(other) == cudaSuccess);
	CHECK(all(c, 6 * N + 1));

	// A result on the host is there when the call returns.
	float sum = 0;
	CHECK(cublasSasum(handle, COUNT, a, 1, &sum) == CUBLAS_STATUS_SUCCESS);
	CHECK(sum == 2 * COUNT);

	cudaGraph_t graph;
	cudaGraphExec_t launchable;
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
	add_one<<<N, N, 0, stream>>>(a);
	CHECK(cublasSaxpy(handle, COUNT, &alpha, a, 1, c, 1) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
	CHECK(cudaGraphInstantiate(&launchable, graph, 0) == cudaSuccess);
	alpha = 100;
	CHECK(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
	for (int i = 0; i < 3; i++) // a becomes 3, 4, 5
		CHECK(cudaGraphLaunch(launchable, stream) == cudaSuccess);
	CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
	CHECK(all(c, 6 * N + 1 + 3 + 4 + 5));
	CHECK(cudaGraphExecDestroy(launchable) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
	return unit_finish();
}
