// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's first interface: scalars by value, words, results as values, the error that is asked for.
#include <cublas.h>

#include <cmath>

#include "unit/unit.h"

enum { N = 20 };

int main()
{
	float *a, *b, *c, host[N * N], back[N * N];
	CHECK(cublasInit() == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasAlloc(N * N, sizeof(float), (void **)&a) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasAlloc(N * N, sizeof(float), (void **)&b) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasAlloc(N * N, sizeof(float), (void **)&c) == CUBLAS_STATUS_SUCCESS);
	for (int i = 0; i < N * N; i++)
		host[i] = (float)(i % 7 - 3);
	CHECK(cublasSetMatrix(N, N, sizeof(float), host, N, a, N) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasSetMatrix(N, N, sizeof(float), host, N, b, N) == CUBLAS_STATUS_SUCCESS);
	cublasSgemm('n', 'T', N, N, N, 2, a, N, b, N, 0, c, N);
	CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetMatrix(N, N, sizeof(float), c, N, back, N) == CUBLAS_STATUS_SUCCESS);
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++) {
			float sum = 0;
			for (int k = 0; k < N; k++)
				sum += host[i + k * N] * host[j + k * N];
			CHECK(back[i + j * N] == 2 * sum);
		}
	double squares = 0;
	for (int i = 0; i < N; i++)
		squares += host[i] * host[i];
	CHECK(cublasSdot(N, a, 1, b, 1) == (float)squares);
	CHECK(std::fabs(cublasSnrm2(N, a, 1) - std::sqrt(squares)) < 1e-5);
	CHECK(cublasIsamax(N, a, 1) == 1);
	cublasSscal(N, 3, a, 1);
	cublasSaxpy(N, -3, b, 1, a, 1);
	CHECK(cublasSasum(N, a, 1) == 0);
	cublasSgemm('x', 'n', N, N, N, 1, a, N, b, N, 0, c, N);
	CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasFree(a) == CUBLAS_STATUS_SUCCESS && cublasFree(b) == CUBLAS_STATUS_SUCCESS && cublasFree(c) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasShutdown() == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasShutdown() == CUBLAS_STATUS_NOT_INITIALIZED);
	return unit_finish();
}
