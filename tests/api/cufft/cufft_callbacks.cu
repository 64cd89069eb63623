// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that transforms call for the elements they read and write give what kernels before and after them would: in one and two
// dimensions, with layouts, in place, in streams and graphs, and after the plan is gone.
// LINK: -lcufft
// RUNS: ANYWARP_STRATEGY=fiber,simd
#include <cufftXt.h>
#include <math.h>

#include "unit/unit.h"

struct factors {
	float load, store;
};

static __device__ cufftReal load_real(void *data, size_t offset, void *info, void *)
{
	return ((const float *)data)[offset] * ((const factors *)info)->load + (float)(offset % 3);
}
static __device__ void store_complex(void *data, size_t offset, cufftComplex x, void *info, void *shared)
{
	float *place = (float *)shared + threadIdx.x;
	*place = ((const factors *)info)->store;
	((cufftComplex *)data)[offset] = make_cuComplex(x.y * *place, x.x * *place);
}
static __device__ cufftDoubleComplex load_wide(void *data, size_t offset, void *, void *)
{
	return cuConj(((const cufftDoubleComplex *)data)[offset]);
}
__device__ cufftCallbackLoadR load_real_at = load_real;
__device__ cufftCallbackStoreC store_complex_at = store_complex;
__device__ cufftCallbackLoadZ load_wide_at = load_wide;

template <class T> static void *address_of(const T &symbol)
{
	void *address = nullptr;
	CHECK(cudaMemcpyFromSymbol(&address, symbol, sizeof(address)) == cudaSuccess);
	return address;
}

// Rows of 32 reals 40 apart, 5 in a batch.
static void check_both(bool graph)
{
	enum { N = 32, ROW = 40, BATCH = 5, HALF = N / 2 + 1 };
	int n = N, in_row = ROW, out_row = HALF;
	float *in, *prepared;
	cufftComplex *out, *wanted;
	factors *info;
	cufftHandle plain, plan;
	cudaStream_t stream;
	CHECK(cudaMallocManaged(&in, ROW * BATCH * sizeof(*in)) == cudaSuccess);
	CHECK(cudaMallocManaged(&prepared, ROW * BATCH * sizeof(*in)) == cudaSuccess);
	CHECK(cudaMallocManaged(&out, HALF * BATCH * sizeof(*out)) == cudaSuccess);
	CHECK(cudaMallocManaged(&wanted, HALF * BATCH * sizeof(*out)) == cudaSuccess);
	CHECK(cudaMallocManaged(&info, sizeof(*info)) == cudaSuccess);
	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
	*info = { 0.5f, 2.0f };
	for (int i = 0; i < ROW * BATCH; i++) {
		in[i] = (float)(i * 37 % 101);
		prepared[i] = in[i] * 0.5f + (float)(i % 3);
	}
	for (cufftHandle *made : { &plain, &plan })
		CHECK_EQUAL(cufftPlanMany(made, 1, &n, &in_row, 1, ROW, &out_row, 1, HALF, CUFFT_R2C, BATCH), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftExecR2C(plain, prepared, wanted), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftSetStream(plan, stream), CUFFT_SUCCESS);
	void *load = address_of(load_real_at), *store = address_of(store_complex_at), *pointer = info;
	CHECK_EQUAL(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_COMPLEX, &pointer), CUFFT_INVALID_VALUE);
	CHECK_EQUAL(cufftXtSetCallback(plan, &load, CUFFT_CB_LD_REAL, &pointer), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftXtSetCallback(plan, &store, CUFFT_CB_ST_COMPLEX, &pointer), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_ST_COMPLEX, 1024), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_ST_COMPLEX, 100000), CUFFT_INVALID_VALUE);
	if (graph)
		CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
	CHECK_EQUAL(cufftExecR2C(plan, in, out), CUFFT_SUCCESS);
	CHECK_EQUAL(cufftDestroy(plan), CUFFT_SUCCESS);
	if (graph) {
		cudaGraph_t captured;
		cudaGraphExec_t exec;
		CHECK(cudaStreamEndCapture(stream, &captured) == cudaSuccess);
		CHECK(cudaGraphInstantiate(&exec, captured, 0) == cudaSuccess);
		CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
		CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
		CHECK(cudaGraphExecDestroy(exec) == cudaSuccess && cudaGraphDestroy(captured) == cudaSuccess);
	}
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	int wrong = 0;
	for (int i = 0; i < HALF * BATCH; i++)
		wrong += fabsf(out[i].x - 2 * wanted[i].y) + fabsf(out[i].y - 2 * wanted[i].x) > 1e-2f;
	CHECK_EQUAL(wrong, 0);
	cufftDestroy(plain), cudaStreamDestroy(stream);
	cudaFree(in), cudaFree(prepared), cudaFree(out), cudaFree(wanted), cudaFree(info);
}

// A conjugate before and none after: the inverse's conjugate, in place; without the function the plain transform again.
static void check_inplace(void)
{
	enum { N = 12 };
	cufftDoubleComplex *data, first[N * N], second[N * N];
	cufftHandle plan;
	CHECK(cudaMallocManaged(&data, N * N * sizeof(*data)) == cudaSuccess);
	CHECK_EQUAL(cufftPlan2d(&plan, N, N, CUFFT_Z2Z), CUFFT_SUCCESS);
	void *load = address_of(load_wide_at);
	for (int turn = 0; turn < 2; turn++) {
		for (int i = 0; i < N * N; i++)
			data[i] = make_cuDoubleComplex(i % 7, i % 5);
		CHECK_EQUAL(turn ? cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX_DOUBLE)
		                 : cufftXtSetCallback(plan, &load, CUFFT_CB_LD_COMPLEX_DOUBLE, nullptr), CUFFT_SUCCESS);
		CHECK_EQUAL(cufftExecZ2Z(plan, data, data, turn ? CUFFT_INVERSE : CUFFT_FORWARD), CUFFT_SUCCESS);
		CHECK(cudaDeviceSynchronize() == cudaSuccess);
		for (int i = 0; i < N * N; i++)
			(turn ? second : first)[i] = data[i];
	}
	int wrong = 0;
	for (int i = 0; i < N * N; i++)
		wrong += fabs(first[i].x - second[i].x) + fabs(first[i].y + second[i].y) > 1e-9;
	CHECK_EQUAL(wrong, 0);
	cufftDestroy(plan), cudaFree(data);
}

int main()
{
	check_both(false);
	check_both(true);
	check_inplace();
	return unit_finish();
}
