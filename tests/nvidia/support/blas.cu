// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of ours and cuBLAS of the toolkit take turns on the same streams, events and memory.  With "first" cuBLAS is
// called before anything of the runtime.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include <thread>

static int failures;

#define CHECK(condition) \
	if (!(condition)) { \
		printf("line %d: %s is false; %s\n", __LINE__, #condition, cudaGetErrorName(cudaGetLastError())); \
		failures++; \
	}

enum { N = 256 };

__global__ void fill(float *a, int seed)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[i] = (float)((i * 7 + seed) % 13 - 6);
}

__global__ void add_one(float *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

static float element(int i, int seed) { return (float)((i * 7 + seed) % 13 - 6); }

// The product of two columns-first matrices of small integers is exact, plus one for each round.
static bool right(const float *c, int rounds)
{
	for (int row = 0; row < N; row += 17)
		for (int column = 0; column < N; column += 5) {
			float sum = 0;
			for (int k = 0; k < N; k++)
				sum += element(row + k * N, 1) * element(k + column * N, 2);
			if (c[row + column * N] != sum + (float)rounds)
				return false;
		}
	return true;
}

struct matrices {
	float *a, *b, *c, *host;
};

// Fill, multiply, add, all on STREAM and never waited for in between.
static void multiply_on(cublasHandle_t blas, cudaStream_t stream, struct matrices *m)
{
	const float one = 1, zero = 0;
	float milliseconds = -1;
	cudaStream_t back = NULL;
	cudaEvent_t start, end;
	CHECK(cudaEventCreate(&start) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess);
	CHECK(cublasSetStream(blas, stream) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetStream(blas, &back) == CUBLAS_STATUS_SUCCESS && back == stream);
	CHECK(cudaEventRecord(start, stream) == cudaSuccess);
	fill<<<N, N, 0, stream>>>(m->a, 1);
	fill<<<N, N, 0, stream>>>(m->b, 2);
	CHECK(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, m->a, N, m->b, N, &zero, m->c, N) == CUBLAS_STATUS_SUCCESS);
	add_one<<<N, N, 0, stream>>>(m->c);
	CHECK(cudaEventRecord(end, stream) == cudaSuccess);
	CHECK(cudaMemcpyAsync(m->host, m->c, N * N * sizeof(float), cudaMemcpyDeviceToHost, stream) == cudaSuccess);
	CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
	CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaSuccess && milliseconds > 0);
	CHECK(right(m->host, 1));
	CHECK(cudaEventDestroy(start) == cudaSuccess && cudaEventDestroy(end) == cudaSuccess);
	memset(m->host, 0, N * N * sizeof(float));
}

// A stream of ours goes on when what cuBLAS does on another is done.
static void wait_across(cublasHandle_t blas, struct matrices *m)
{
	const float one = 1, zero = 0;
	cudaStream_t first, second;
	cudaEvent_t done;
	CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) == cudaSuccess);
	CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) == cudaSuccess);
	CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming) == cudaSuccess);
	CHECK(cublasSetStream(blas, first) == CUBLAS_STATUS_SUCCESS);
	for (int i = 0; i < 50; i++)
		CHECK(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, m->a, N, m->b, N, &zero, m->c, N) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaEventRecord(done, first) == cudaSuccess);
	CHECK(cudaStreamWaitEvent(second, done, 0) == cudaSuccess);
	add_one<<<N, N, 0, second>>>(m->c);
	add_one<<<N, N, 0, second>>>(m->c);
	CHECK(cudaMemcpyAsync(m->host, m->c, N * N * sizeof(float), cudaMemcpyDeviceToHost, second) == cudaSuccess);
	CHECK(cudaStreamSynchronize(second) == cudaSuccess);
	CHECK(right(m->host, 2));
	CHECK(cudaStreamDestroy(first) == cudaSuccess && cudaStreamDestroy(second) == cudaSuccess);
	CHECK(cudaEventDestroy(done) == cudaSuccess);
}

// A graph that captures kernels, a product, another on a stream that joins, and a kernel, launched five times; and the same anew.
static void capture(cublasHandle_t blas, struct matrices *m)
{
	const float one = 1, zero = 0;
	cudaStream_t first, second;
	cudaEvent_t fork, join;
	cudaGraphExec_t exec = NULL;
	CHECK(cudaStreamCreate(&first) == cudaSuccess && cudaStreamCreate(&second) == cudaSuccess);
	CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming) == cudaSuccess);
	CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming) == cudaSuccess);
	for (int round = 1; round < 3; round++) {
		cudaGraph_t graph;
		CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal) == cudaSuccess);
		fill<<<N, N, 0, first>>>(m->a, 1);
		fill<<<N, N, 0, first>>>(m->b, 2);
		CHECK(cudaEventRecord(fork, first) == cudaSuccess && cudaStreamWaitEvent(second, fork, 0) == cudaSuccess);
		CHECK(cublasSetStream(blas, first) == CUBLAS_STATUS_SUCCESS);
		CHECK(cublasSscal(blas, N * N, &zero, m->c, 1) == CUBLAS_STATUS_SUCCESS);
		CHECK(cublasSetStream(blas, second) == CUBLAS_STATUS_SUCCESS);
		CHECK(cublasSscal(blas, N * N, &one, m->a, 1) == CUBLAS_STATUS_SUCCESS);
		CHECK(cudaEventRecord(join, second) == cudaSuccess && cudaStreamWaitEvent(first, join, 0) == cudaSuccess);
		CHECK(cublasSetStream(blas, first) == CUBLAS_STATUS_SUCCESS);
		CHECK(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, m->a, N, m->b, N, &one, m->c, N) == CUBLAS_STATUS_SUCCESS);
		for (int i = 0; i < round; i++)
			add_one<<<N, N, 0, first>>>(m->c);
		if (round == 1)
			add_one<<<N, N, 0, first>>>(m->b); // in the place of the second addition
		CHECK(cudaStreamEndCapture(first, &graph) == cudaSuccess);
		CHECK(cudaMemset(m->c, 0, N * N * sizeof(float)) == cudaSuccess);
		cudaGraphExecUpdateResultInfo info;
		CHECK(exec ? cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess : cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
		CHECK(cudaGraphDestroy(graph) == cudaSuccess);
		for (int launch = 0; launch < 5; launch++) {
			CHECK(cudaGraphLaunch(exec, first) == cudaSuccess);
			CHECK(cudaMemcpyAsync(m->host, m->c, N * N * sizeof(float), cudaMemcpyDeviceToHost, first) == cudaSuccess);
			CHECK(cudaStreamSynchronize(first) == cudaSuccess);
			CHECK(right(m->host, round));
			memset(m->host, 0, N * N * sizeof(float));
		}
	}
	CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
	CHECK(cudaStreamDestroy(first) == cudaSuccess && cudaStreamDestroy(second) == cudaSuccess);
	CHECK(cudaEventDestroy(fork) == cudaSuccess && cudaEventDestroy(join) == cudaSuccess);
}

static void on_device(int device)
{
	struct matrices m;
	cublasHandle_t blas;
	cudaStream_t stream;
	size_t size = N * N * sizeof(float);
	CHECK(cudaSetDevice(device) == cudaSuccess);
	CHECK(cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaMalloc(&m.a, size) == cudaSuccess && cudaMalloc(&m.b, size) == cudaSuccess);
	CHECK(cudaMalloc(&m.c, size) == cudaSuccess && cudaMallocHost(&m.host, size) == cudaSuccess);
	CHECK(cudaStreamCreate(&stream) == cudaSuccess);
	multiply_on(blas, stream, &m);
	multiply_on(blas, NULL, &m);
	multiply_on(blas, cudaStreamLegacy, &m);
	multiply_on(blas, cudaStreamPerThread, &m);
	wait_across(blas, &m);
	capture(blas, &m);
	CHECK(cublasDestroy(blas) == CUBLAS_STATUS_SUCCESS);
	CHECK(cudaStreamDestroy(stream) == cudaSuccess);
	CHECK(cudaFree(m.a) == cudaSuccess && cudaFree(m.b) == cudaSuccess && cudaFree(m.c) == cudaSuccess);
	CHECK(cudaFreeHost(m.host) == cudaSuccess);
}

int main(int argc, char **argv)
{
	int count = 0;
	cublasHandle_t early;
	if (argc > 1 && !strcmp(argv[1], "first")) {
		CHECK(cublasCreate(&early) == CUBLAS_STATUS_SUCCESS);
		CHECK(cublasDestroy(early) == CUBLAS_STATUS_SUCCESS);
	}
	CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
	for (int i = 0; i < count; i++) {
		cudaDeviceProp properties;
		CHECK(cudaGetDeviceProperties(&properties, i) == cudaSuccess);
		on_device(i);
		std::thread(on_device, i).join();
		printf("device %d, %s\n", i, properties.name);
	}
	printf(failures ? "%d wrong\n" : "all right\n", failures);
	return failures > 0;
}
