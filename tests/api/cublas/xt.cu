// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cublasXt: matrices of the host, a packed one, what can be set.
#include <cublasXt.h>

#include "api/support/blas_test.h"

enum { M = 50, N = 30, K = 40 };

int main()
{
	cublasXtHandle_t handle;
	int devices[1] = { 0 }, block = 0;
	std::vector<double> a(M * M), b(K * N), c(M * N), packed(M * M), right(M * N);
	for (auto *v : { &a, &b, &c, &packed, &right })
		for (double &x : *v)
			fill(x);
	DONE(cublasXtCreate(&handle));
	DONE(cublasXtDeviceSelect(handle, 1, devices));
	DONE(cublasXtSetBlockDim(handle, 64));
	DONE(cublasXtGetBlockDim(handle, &block));
	CHECK_EQUAL(block, 64);
	CHECK(cublasXtSetBlockDim(handle, 0) == CUBLAS_STATUS_INVALID_VALUE);

	double alpha = 0.5, beta = 2;
	auto wanted = c;
	DONE(cublasXtDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, &alpha, a.data(), M, b.data(), N, &beta, c.data(), M));
	multiply(CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, alpha, a, M, b, N, beta, wanted, M);
	double worst = 0;
	for (int i = 0; i < M * N; i++)
		worst = std::fmax(worst, std::fabs(c[i] - wanted[i]));
	CHECK(worst < 1e-12);

	size_t at = 0;
	for (int j = 0; j < M; j++)
		for (int i = 0; i <= j; i++)
			a[i + j * M] = packed[at++];
	auto w = whole(a, M, M, CUBLAS_FILL_MODE_UPPER, 'T');
	wanted = c;
	DONE(cublasXtDspmm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, M, N, &alpha, packed.data(), right.data(), M, &beta, c.data(), M));
	multiply(CUBLAS_OP_N, CUBLAS_OP_N, M, N, M, alpha, w, M, right, M, beta, wanted, M);
	worst = 0;
	for (int i = 0; i < M * N; i++)
		worst = std::fmax(worst, std::fabs(c[i] - wanted[i]));
	CHECK(worst < 1e-12);
	DONE(cublasXtDestroy(handle));
	CHECK(cublasXtDestroy(nullptr) == CUBLAS_STATUS_NOT_INITIALIZED);
	return unit_finish();
}
