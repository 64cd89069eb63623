// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's routines with formats as arguments: halves, bfloat16, bytes; what doesn't go together is refused.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "api/support/blas_test.h"

enum { M = 24, N = 16, K = 32, BATCH = 3 };
static cublasHandle_t handle;

template <typename T> struct format;
template <> struct format<float> { static const cudaDataType type = CUDA_R_32F; };
template <> struct format<__half> { static const cudaDataType type = CUDA_R_16F; };
template <> struct format<__nv_bfloat16> { static const cudaDataType type = CUDA_R_16BF; };
template <> struct format<int8_t> { static const cudaDataType type = CUDA_R_8I; };
template <> struct format<int32_t> { static const cudaDataType type = CUDA_R_32I; };

template <typename T> T *numbers(size_t count)
{
	T *data;
	CHECK(cudaMallocManaged(&data, count * sizeof(T)) == cudaSuccess);
	for (size_t i = 0; i < count; i++)
		data[i] = T((float)(rand() % 9 - 4));
	return data;
}

// Small whole numbers, so that every format holds the results or rounds them once.
template <typename I, typename O, typename S> void product(cublasComputeType_t compute)
{
	I *a = numbers<I>(M * K * BATCH), *b = numbers<I>(K * N * BATCH);
	O *c = numbers<O>(M * N * BATCH);
	S alpha = S(2.f), beta = S(1.f);
	std::vector<float> wanted(M * N * BATCH);
	for (int batch = 0; batch < BATCH; batch++)
		for (int j = 0; j < N; j++)
			for (int i = 0; i < M; i++) {
				float sum = 0;
				for (int k = 0; k < K; k++)
					sum += (float)a[batch * M * K + i * K + k] * (float)b[batch * K * N + k + j * K];
				wanted[batch * M * N + i + j * M] = 2 * sum + (float)c[batch * M * N + i + j * M];
			}
	DONE(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, M, N, K, &alpha, a, format<I>::type, K, M * K, b,
		format<I>::type, K, K * N, &beta, c, format<O>::type, M, M * N, BATCH, compute, CUBLAS_GEMM_DEFAULT));
	bool good = true;
	for (int i = 0; i < M * N * BATCH; i++)
		good &= (float)c[i] == (float)O(wanted[i]);
	CHECK(good);
	cudaFree(a), cudaFree(b), cudaFree(c);
}

static void refused()
{
	float *a = numbers<float>(M * K), one = 1;
	CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, CUDA_R_32F, 8, a, CUDA_R_16F, 8, &one, a, CUDA_R_32F, 8,
		CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
	CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, CUDA_R_64F, 8, a, CUDA_R_64F, 8, &one, a, CUDA_R_64F, 8,
		CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
	cudaFree(a);
}

static void half_products()
{
	__half *a = numbers<__half>(M * K), *b = numbers<__half>(K * N), *c = numbers<__half>(M * N), alpha = __float2half(1), beta = __float2half(0);
	DONE(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, a, M, b, K, &beta, c, M));
	bool good = true;
	for (int j = 0; j < N; j++)
		for (int i = 0; i < M; i++) {
			float sum = 0;
			for (int k = 0; k < K; k++)
				sum += __half2float(a[i + k * M]) * __half2float(b[k + j * K]);
			good &= __half2float(c[i + j * M]) == sum;
		}
	CHECK(good);
	cudaFree(a), cudaFree(b), cudaFree(c);
}

static void vectors()
{
	enum { COUNT = 500 };
	__half *x = numbers<__half>(COUNT), *y = numbers<__half>(COUNT);
	float alpha = 2, sum = 0, norm = 0;
	__half got;
	std::vector<float> wanted(COUNT);
	for (int i = 0; i < COUNT; i++) {
		wanted[i] = __half2float(y[i]) + 2 * __half2float(x[i]);
		norm += __half2float(x[i]) * __half2float(x[i]);
	}
	DONE(cublasAxpyEx(handle, COUNT, &alpha, CUDA_R_32F, x, CUDA_R_16F, 1, y, CUDA_R_16F, 1, CUDA_R_32F));
	bool good = true;
	for (int i = 0; i < COUNT; i++) {
		good &= __half2float(y[i]) == wanted[i];
		sum += wanted[i] * __half2float(x[i]);
	}
	CHECK(good);
	DONE(cublasDotEx(handle, COUNT, x, CUDA_R_16F, 1, y, CUDA_R_16F, 1, &got, CUDA_R_16F, CUDA_R_32F));
	CHECK(__half2float(got) == __half2float(__float2half(sum)));
	DONE(cublasNrm2Ex(handle, COUNT, x, CUDA_R_16F, 1, &got, CUDA_R_16F, CUDA_R_32F));
	CHECK(std::fabs(__half2float(got) - std::sqrt(norm)) < 0.1);
	DONE(cublasScalEx(handle, COUNT / 2, &alpha, CUDA_R_32F, y, CUDA_R_16F, 2, CUDA_R_32F));
	CHECK(__half2float(y[0]) == 2 * wanted[0] && __half2float(y[1]) == wanted[1]);
	double wide[3] = { 1, 2, 3 }, *device;
	CHECK(cudaMallocManaged(&device, sizeof(wide)) == cudaSuccess && cudaMemcpy(device, wide, sizeof(wide), cudaMemcpyDefault) == cudaSuccess);
	int index = 0;
	DONE(cublasIamaxEx(handle, 3, device, CUDA_R_64F, 1, &index));
	CHECK_EQUAL(index, 3);
	cudaFree(x), cudaFree(y), cudaFree(device);
}

int main()
{
	DONE(cublasCreate(&handle));
	product<float, float, float>(CUBLAS_COMPUTE_32F);
	product<__half, __half, float>(CUBLAS_COMPUTE_32F);
	product<__half, float, float>(CUBLAS_COMPUTE_32F);
	product<__nv_bfloat16, __nv_bfloat16, float>(CUBLAS_COMPUTE_32F);
	product<__nv_bfloat16, float, float>(CUBLAS_COMPUTE_32F_FAST_16BF);
	product<int8_t, int32_t, int32_t>(CUBLAS_COMPUTE_32I);
	half_products();
	vectors();
	refused();
	DONE(cublasDestroy(handle));
	return unit_finish();
}
