// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublasLt
//
// cublasLt: formats, orders, batches, scalars, epilogues and their gradients, transformations, against plain loops.
#include <cublasLt.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "unit/unit.h"

#define DONE(...) CHECK((__VA_ARGS__) == CUBLAS_STATUS_SUCCESS)

enum { M = 32, N = 48, K = 16 };
static cublasLtHandle_t handle;

template <typename T> struct format;
template <> struct format<float> { static const cudaDataType type = CUDA_R_32F; };
template <> struct format<__half> { static const cudaDataType type = CUDA_R_16F; };
template <> struct format<int8_t> { static const cudaDataType type = CUDA_R_8I; };
template <> struct format<int32_t> { static const cudaDataType type = CUDA_R_32I; };
template <> struct format<__nv_fp8_e4m3> { static const cudaDataType type = CUDA_R_8F_E4M3; };

template <typename T> T *numbers(size_t count)
{
	T *data;
	CHECK(cudaMallocManaged(&data, count * sizeof(T)) == cudaSuccess);
	for (size_t i = 0; i < count; i++)
		data[i] = T((float)(rand() % 17 - 8) / (std::is_integral<T>::value ? 1.f : 8.f));
	return data;
}

struct product {
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t a, b, d;
	product(cudaDataType in, cudaDataType out, cublasComputeType_t compute, cudaDataType scale)
	{
		cublasOperation_t transposed = CUBLAS_OP_T;
		DONE(cublasLtMatmulDescCreate(&desc, compute, scale));
		set(CUBLASLT_MATMUL_DESC_TRANSA, transposed); // as formats of 8 bits want it
		DONE(cublasLtMatrixLayoutCreate(&a, in, K, M, K));
		DONE(cublasLtMatrixLayoutCreate(&b, in, K, N, K));
		DONE(cublasLtMatrixLayoutCreate(&d, out, M, N, M));
	}
	~product()
	{
		cublasLtMatmulDescDestroy(desc);
		cublasLtMatrixLayoutDestroy(a);
		cublasLtMatrixLayoutDestroy(b);
		cublasLtMatrixLayoutDestroy(d);
	}
	template <typename V> void set(cublasLtMatmulDescAttributes_t name, V value)
	{
		DONE(cublasLtMatmulDescSetAttribute(desc, name, &value, sizeof(value)));
	}
	cublasStatus_t run(const void *alpha, const void *A, const void *B, const void *beta, void *D)
	{
		cublasLtMatmulPreference_t preference;
		cublasLtMatmulHeuristicResult_t found;
		int count = 0;
		DONE(cublasLtMatmulPreferenceCreate(&preference));
		cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(handle, desc, a, b, d, d, preference, 1, &found, &count);
		cublasLtMatmulPreferenceDestroy(preference);
		if (status != CUBLAS_STATUS_SUCCESS)
			return status;
		CHECK(count == 1);
		void *workspace = nullptr;
		cudaMalloc(&workspace, found.workspaceSize + 1);
		status = cublasLtMatmul(handle, desc, alpha, A, a, B, b, beta, D, d, D, d, &found.algo, workspace, found.workspaceSize, 0);
		cudaDeviceSynchronize();
		cudaFree(workspace);
		return status;
	}
};

// alpha A^T B + beta D
template <typename I, typename O> std::vector<double> expected(const I *a, const I *b, const O *d, double alpha, double beta)
{
	std::vector<double> wanted(M * N);
	for (int j = 0; j < N; j++)
		for (int i = 0; i < M; i++) {
			double sum = 0;
			for (int k = 0; k < K; k++)
				sum += (double)(float)a[k + i * K] * (double)(float)b[k + j * K];
			wanted[i + j * M] = alpha * sum + beta * (double)(float)d[i + j * M];
		}
	return wanted;
}

template <typename O> bool close(const O *got, const std::vector<double> &wanted, double tolerance)
{
	for (size_t i = 0; i < wanted.size(); i++)
		if (!(std::fabs((double)(float)got[i] - wanted[i]) <= tolerance * (1 + std::fabs(wanted[i])))) {
			fprintf(stderr, "element %zu: %g, not %g\n", i, (double)(float)got[i], wanted[i]);
			return false;
		}
	return true;
}

template <typename I, typename O> void formats(cublasComputeType_t compute, cudaDataType scale, double tolerance)
{
	product p(format<I>::type, format<O>::type, compute, scale);
	I *a = numbers<I>(M * K), *b = numbers<I>(K * N);
	O *d = numbers<O>(M * N);
	float alpha = 2, beta = 1;
	int32_t whole_alpha = 2, whole_beta = 1;
	bool whole = scale == CUDA_R_32I;
	auto wanted = expected(a, b, d, alpha, beta);
	DONE(p.run(whole ? (void *)&whole_alpha : &alpha, a, b, whole ? (void *)&whole_beta : &beta, d));
	CHECK(close(d, wanted, tolerance));
	cudaFree(a), cudaFree(b), cudaFree(d);
}

static double gelu(double x)
{
	return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

static void epilogues()
{
	float *a = numbers<float>(M * K), *b = numbers<float>(K * N), *d = numbers<float>(M * N), *bias = numbers<float>(M);
	float *aux = numbers<float>(M * N), alpha = 1, beta = 0;
	auto plain = expected(a, b, d, 1, 0), wanted = plain;
	auto run = [&](cublasLtEpilogue_t epilogue, void *aux_data, int64_t ld) {
		product p(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F);
		p.set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
		p.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)bias);
		if (aux_data) {
			p.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, aux_data);
			p.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, ld);
		}
		DONE(p.run(&alpha, a, b, &beta, d));
	};
	auto each = [&](auto what) {
		for (int i = 0; i < M * N; i++)
			wanted[i] = what(i, plain[i], (double)bias[i % M]);
	};
	run(CUBLASLT_EPILOGUE_BIAS, nullptr, 0);
	each([](int, double x, double c) { return x + c; });
	CHECK(close(d, wanted, 1e-5));
	run(CUBLASLT_EPILOGUE_RELU_BIAS, nullptr, 0);
	each([](int, double x, double c) { return std::fmax(x + c, 0); });
	CHECK(close(d, wanted, 1e-5));
	run(CUBLASLT_EPILOGUE_GELU_BIAS, nullptr, 0);
	each([](int, double x, double c) { return gelu(x + c); });
	CHECK(close(d, wanted, 1e-3));
	run(CUBLASLT_EPILOGUE_GELU_AUX, aux, M);
	each([](int, double x, double) { return x; });
	CHECK(close(aux, wanted, 1e-5));
	each([](int, double x, double) { return gelu(x); });
	CHECK(close(d, wanted, 1e-3));
	for (int i = 0; i < M * N; i++)
		aux[i] = (float)((i % 13) - 6) / 4;
	run(CUBLASLT_EPILOGUE_DGELU, aux, M);
	each([&](int i, double x, double) { return x * (gelu(aux[i] + 1e-5) - gelu(aux[i] - 1e-5)) / 2e-5; });
	CHECK(close(d, wanted, 1e-3));
	// The mask of RELU has a bit an element, and 128 of them at least a column.
	unsigned char *bits = numbers<unsigned char>(128 / 8 * N);
	run(CUBLASLT_EPILOGUE_RELU_AUX, bits, 128);
	bool good = true;
	for (int j = 0; j < N; j++)
		for (int i = 0; i < M; i++)
			good &= (bits[j * 16 + i / 8] >> i % 8 & 1) == (plain[i + j * M] > 0);
	CHECK(good);
	run(CUBLASLT_EPILOGUE_DRELU_BGRAD, bits, 128);
	each([](int, double x, double) { return x > 0 ? x : 0; });
	CHECK(close(d, wanted, 1e-5));
	std::vector<double> sums(M);
	for (int i = 0; i < M * N; i++)
		sums[i % M] += wanted[i];
	CHECK(close(bias, sums, 1e-4));
	run(CUBLASLT_EPILOGUE_BGRADB, nullptr, 0);
	cudaFree(a), cudaFree(b), cudaFree(d), cudaFree(bias), cudaFree(aux), cudaFree(bits);
}

// Scalars on the device, batches, scales of formats of 8 bits.
static void scalars()
{
	float *a = numbers<float>(2 * M * K), *b = numbers<float>(2 * K * N), *d = numbers<float>(2 * M * N), *factors = numbers<float>(2);
	product p(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, CUDA_R_32F);
	p.set(CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_DEVICE);
	int batch = 2;
	int64_t offsets[] = { M * K, K * N, M * N };
	cublasLtMatrixLayout_t layouts[] = { p.a, p.b, p.d };
	for (int i = 0; i < 3; i++) {
		DONE(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof(batch)));
		DONE(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &offsets[i], sizeof(int64_t)));
	}
	factors[0] = 0.5f;
	factors[1] = 2;
	auto first = expected(a, b, d, 0.5, 2), second = expected(a + M * K, b + K * N, d + M * N, 0.5, 2);
	DONE(p.run(factors, a, b, factors + 1, d));
	CHECK(close(d, first, 1e-5) && close(d + M * N, second, 1e-5));

	__nv_fp8_e4m3 *x = numbers<__nv_fp8_e4m3>(M * K), *y = numbers<__nv_fp8_e4m3>(K * N);
	__half *h = numbers<__half>(M * N);
	product q(CUDA_R_8F_E4M3, CUDA_R_16F, CUBLAS_COMPUTE_32F, CUDA_R_32F);
	q.set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (const void *)factors);
	q.set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (const void *)(factors + 1));
	float one = 1, zero = 0;
	factors[0] = 4;
	auto scaled = expected(x, y, h, 8, 0);
	DONE(q.run(&one, x, y, &zero, h));
	CHECK(close(h, scaled, 1e-3));
	cudaFree(a), cudaFree(b), cudaFree(d), cudaFree(factors), cudaFree(x), cudaFree(y), cudaFree(h);
}

static void transformations()
{
	float *a = numbers<float>(M * N), alpha = 3, zero = 0;
	__half *c = numbers<__half>(M * N);
	cublasLtMatrixTransformDesc_t transform;
	cublasLtMatrixLayout_t from, to;
	cublasOperation_t op = CUBLAS_OP_T;
	cublasLtOrder_t order = CUBLASLT_ORDER_ROW;
	DONE(cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F));
	DONE(cublasLtMatrixTransformDescSetAttribute(transform, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op, sizeof(op)));
	DONE(cublasLtMatrixLayoutCreate(&from, CUDA_R_32F, M, N, M));
	DONE(cublasLtMatrixLayoutCreate(&to, CUDA_R_32F, N, M, M));
	DONE(cublasLtMatrixLayoutSetAttribute(to, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof(order)));
	float *b = numbers<float>(M * N);
	DONE(cublasLtMatrixTransform(handle, transform, &alpha, a, from, &zero, nullptr, nullptr, b, to, 0));
	cudaDeviceSynchronize();
	bool good = true;
	for (int i = 0; i < M * N; i++) // the transpose by rows is the matrix by columns
		good &= b[i] == 3 * a[i];
	CHECK(good);
	cublasLtMatrixLayoutDestroy(from), cublasLtMatrixLayoutDestroy(to), cublasLtMatrixTransformDescDestroy(transform);
	cudaFree(a), cudaFree(b), cudaFree(c);
}

static void refused()
{
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t layout;
	int32_t value;
	size_t written = 0;
	DONE(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
	CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &value, 2) == CUBLAS_STATUS_INVALID_VALUE);
	DONE(cublasLtMatmulDescGetAttribute(desc, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, &value, sizeof(value), &written));
	CHECK(value == CUBLAS_COMPUTE_32F && written == sizeof(value));
	DONE(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 4, 4, 4));
	CHECK(cublasLtMatmul(nullptr, desc, &value, nullptr, layout, nullptr, layout, &value, nullptr, layout, nullptr, layout, nullptr, nullptr,
		0, 0) != CUBLAS_STATUS_SUCCESS);
	DONE(cublasLtMatrixLayoutDestroy(layout));
	DONE(cublasLtMatmulDescDestroy(desc));
	CHECK(cublasLtGetVersion() >= 120000);
}

int main()
{
	DONE(cublasLtCreate(&handle));
	formats<float, float>(CUBLAS_COMPUTE_32F, CUDA_R_32F, 1e-5);
	formats<__half, __half>(CUBLAS_COMPUTE_32F, CUDA_R_32F, 1e-3);
	formats<__half, float>(CUBLAS_COMPUTE_32F, CUDA_R_32F, 1e-5);
	formats<int8_t, int32_t>(CUBLAS_COMPUTE_32I, CUDA_R_32I, 0);
	epilogues();
	scalars();
	transformations();
	refused();
	DONE(cublasLtDestroy(handle));
	return unit_finish();
}
