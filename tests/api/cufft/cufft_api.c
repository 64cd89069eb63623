// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans and their errors, work areas, streams, graphs, and numbers of 16 bits.
// LINK: cudart -lcufft
#include <cuda_runtime_api.h>
#include <cufftXt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static void check_plans(void)
{
	cufftHandle plan = 0, other;
	int n[4] = { 8, 8, 8, 8 };
	size_t size = 1;
	CHECK_EQUAL(cufftPlan1d(NULL, 8, CUFFT_C2C, 1), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftPlan1d(&plan, 0, CUFFT_C2C, 1), CUFFT_INVALID_SIZE);
	CHECK_EQUAL(cufftPlan1d(&plan, -5, CUFFT_C2C, 1), CUFFT_INVALID_SIZE);
	CHECK_EQUAL(cufftPlan1d(&plan, 8, CUFFT_C2C, 0), CUFFT_INVALID_SIZE);
	CHECK_EQUAL(cufftPlan2d(&plan, 8, 0, CUFFT_R2C), CUFFT_INVALID_SIZE);
	CHECK_EQUAL(cufftPlan1d(&plan, 8, (cufftType)77, 1), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftPlanMany(&plan, 4, n, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, 1), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftPlanMany(&plan, 1, NULL, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, 1), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftCreate(&plan), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size), CUFFT_SUCCESS);
	CHECK_EQUAL(size, 0);
	CHECK_EQUAL(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftSetAutoAllocation(plan, 0), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftCreate(&other), CUFFT_SUCCESS);
	CHECK(other != plan);
	CHECK_EQUAL(cufftDestroy(plan), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftDestroy(plan), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftDestroy(12345), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftDestroy(other), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftMakePlan1d(other, 8, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
}

static void check_execution(void)
{
	cufftHandle plan;
	cufftComplex *data;
	CHECK(cudaMalloc((void **)&data, 64 * sizeof(*data)) == cudaSuccess);
	CHECK_EQUAL(cufftCreate(&plan), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftExecC2C(plan, data, data, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, NULL), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftExecC2C(plan, NULL, data, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftExecC2C(plan, data, NULL, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftExecC2C(plan, data, data, 0), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftExecR2C(plan, (cufftReal *)data, data), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftExecC2C(99, data, data, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
	CHECK_EQUAL(cufftDestroy(plan), CUFFT_SUCCESS);
	cudaFree(data);
}

// From complex to real in two dimensions: the work area is that of the input's copy.
static void check_work_area(void)
{
	cufftHandle plan;
	size_t size = 0, again = 0;
	cufftComplex *data;
	void *area;
	CHECK_EQUAL(cufftEstimate2d(6, 8, CUFFT_C2R, &size), CUFFT_SUCCESS);
	CHECK(size >= 6 * 5 * sizeof(cufftComplex));
	CHECK_EQUAL(cufftCreate(&plan), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftSetAutoAllocation(plan, 0), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftMakePlan2d(plan, 6, 8, CUFFT_C2R, &again), CUFFT_SUCCESS);
	CHECK_EQUAL(again, size);
	CHECK_EQUAL(cufftGetSize(plan, &again), CUFFT_SUCCESS);
	CHECK_EQUAL(again, size);
	CHECK(cudaMallocManaged((void **)&data, 2 * 30 * sizeof(*data), cudaMemAttachGlobal) == cudaSuccess);
	CHECK(cudaMalloc(&area, size) == cudaSuccess);
	memset(data, 0, 2 * 30 * sizeof(*data));
	data[0].x = 1;
	CHECK_EQUAL(cufftExecC2R(plan, data, (cufftReal *)(data + 30)), CUFFT_NO_WORKSPACE);
	CHECK_EQUAL(cufftSetWorkArea(plan, area), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftExecC2R(plan, data, (cufftReal *)(data + 30)), CUFFT_SUCCESS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(data[30].x == 1 && data[30 + 23].y == 1 && data[0].x == 1);
	CHECK_EQUAL(cufftDestroy(plan), CUFFT_SUCCESS);
	cudaFree(data), cudaFree(area);
}

// Forward and back in a stream, and the same as a graph that outlives the plan.
static void check_streams(void)
{
	enum { N = 1 << 10 };
	cufftHandle plan;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cufftDoubleComplex *data, host[N];
	for (int i = 0; i < N; i++)
		host[i] = (cufftDoubleComplex){ i % 17, i % 5 };
	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
	CHECK(cudaMalloc((void **)&data, sizeof(host)) == cudaSuccess);
	CHECK_EQUAL(cufftPlan1d(&plan, N, CUFFT_Z2Z, 1), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftSetStream(plan, stream), CUFFT_SUCCESS);
	CHECK(cudaMemcpyAsync(data, host, sizeof(host), cudaMemcpyHostToDevice, stream) == cudaSuccess);
	CHECK_EQUAL(cufftExecZ2Z(plan, data, data, CUFFT_FORWARD), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftExecZ2Z(plan, data, data, CUFFT_INVERSE), CUFFT_SUCCESS);
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
	CHECK_EQUAL(cufftExecZ2Z(plan, data, data, CUFFT_FORWARD), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftExecZ2Z(plan, data, data, CUFFT_INVERSE), CUFFT_SUCCESS);
	CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
	CHECK_EQUAL(cufftDestroy(plan), CUFFT_SUCCESS);
	CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
	for (int i = 0; i < 2; i++)
		CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
	CHECK(cudaMemcpyAsync(host, data, sizeof(host), cudaMemcpyDeviceToHost, stream) == cudaSuccess);
	CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
	double worst = 0, scale = (double)N * N * N;
	for (int i = 0; i < N; i++)
		worst = fmax(worst, fabs(host[i].x / scale - i % 17) + fabs(host[i].y / scale - i % 5));
	CHECK(worst < 1e-12);
	CHECK(cudaGraphExecDestroy(exec) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
	cudaFree(data), cudaStreamDestroy(stream);
}

// Transforms that are large enough for several threads.
static void check_large(void)
{
	enum { N = 1 << 18 };
	cufftHandle forward, back;
	cufftReal *data, *again;
	cufftComplex *spectrum;
	double worst = 0;
	CHECK(cudaMallocManaged((void **)&data, N * sizeof(*data), cudaMemAttachGlobal) == cudaSuccess);
	CHECK(cudaMallocManaged((void **)&again, N * sizeof(*again), cudaMemAttachGlobal) == cudaSuccess);
	CHECK(cudaMalloc((void **)&spectrum, 512 * 257 * sizeof(*spectrum)) == cudaSuccess);
	for (int i = 0; i < N; i++)
		data[i] = (float)(i * 31 % 777) / 777;
	CHECK_EQUAL(cufftPlan2d(&forward, 512, 512, CUFFT_R2C), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftPlan2d(&back, 512, 512, CUFFT_C2R), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftExecR2C(forward, data, spectrum), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftExecC2R(back, spectrum, again), CUFFT_SUCCESS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i < N; i++)
		worst = fmax(worst, fabs(again[i] / N - data[i]));
	CHECK(worst < 1e-5);
	cufftDestroy(forward), cufftDestroy(back);
	cudaFree(data), cudaFree(again), cudaFree(spectrum);
}

// The sum of all, and a constant: both exact.
static void check_narrow(cudaDataType complex, unsigned short one, unsigned short sixteen)
{
	long long n = 16, odd = 12;
	cufftHandle plan;
	size_t size;
	unsigned short *data;
	CHECK(cudaMallocManaged((void **)&data, 2 * 16 * sizeof(*data), cudaMemAttachGlobal) == cudaSuccess);
	memset(data, 0, 2 * 16 * sizeof(*data));
	data[0] = one;
	CHECK_EQUAL(cufftCreate(&plan), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftXtMakePlanMany(plan, 1, &odd, NULL, 1, 1, complex, NULL, 1, 1, complex, 1, &size, complex),
	            CUFFT_INVALID_SIZE);
	CHECK_EQUAL(cufftXtMakePlanMany(plan, 1, &n, NULL, 1, 1, complex, NULL, 1, 1, CUDA_C_64F, 1, &size, complex),
	            CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtMakePlanMany(plan, 1, &n, NULL, 1, 1, complex, NULL, 1, 1, complex, 1, &size, complex), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftXtExec(plan, data, data, CUFFT_FORWARD), CUFFT_SUCCESS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i < 16; i++)
		CHECK(data[2 * i] == one && data[2 * i + 1] == 0);
	CHECK_EQUAL(cufftXtExec(plan, data, data, CUFFT_INVERSE), CUFFT_SUCCESS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(data[0] == sixteen && data[2] == 0 && data[31] == 0);
	CHECK_EQUAL(cufftDestroy(plan), CUFFT_SUCCESS);
	cudaFree(data);
}

static void check_rest(void)
{
	cufftHandle plan;
	int version = 0, major = 0;
	long long value = 1;
	CHECK_EQUAL(cufftGetVersion(&version), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftGetProperty(MAJOR_VERSION, &major), CUFFT_SUCCESS);
	CHECK(version >= 1000 * major);
	CHECK_EQUAL(cufftGetProperty((libraryPropertyType)9, &major), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftCreate(&plan), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftSetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 5), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftGetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, &value), CUFFT_SUCCESS);
	CHECK_EQUAL(value, 5);
	CHECK_EQUAL(cufftXtSetCallback(plan, NULL, CUFFT_CB_LD_COMPLEX, NULL), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftDestroy(plan), CUFFT_SUCCESS);
}

int main(void)
{
	check_plans();
	check_execution();
	check_work_area();
	check_streams();
	check_large();
	check_narrow(CUDA_C_16F, 0x3c00, 0x4c00);
	check_narrow(CUDA_C_16BF, 0x3f80, 0x4180);
	check_rest();
	return unit_finish();
}
