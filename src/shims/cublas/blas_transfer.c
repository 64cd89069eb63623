// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of vectors and matrices between host and device (cuBLAS, 2.4.9 to 2.4.16), by the runtime's copies of rows: element
// i of a vector is a row of one element, column j of a matrix is a row.
#include <limits.h>

#include "blas.h"

struct transfer {
	int64_t rows, columns, size; // columns are what lies side by side
	const void *from;
	void *to;
	int64_t from_ld, to_ld; // in elements
	enum cudaMemcpyKind kind;
	bool is_asynchronous;
	cudaStream_t stream;
};

static cublasStatus_t transfer(const struct transfer *t)
{
	if (t->rows < 0 || t->columns < 0 || t->size <= 0 || t->from_ld < t->rows || t->to_ld < t->rows || t->from_ld <= 0 || t->to_ld <= 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (t->rows == 0 || t->columns == 0)
		return CUBLAS_STATUS_SUCCESS;
	size_t size = (size_t)t->size, width = (size_t)t->rows * size, height = (size_t)t->columns;
	size_t to = (size_t)t->to_ld * size, from = (size_t)t->from_ld * size;
	if (to == width && from == width) { // without gaps it is one copy
		width *= height;
		to = from = width;
		height = 1;
	}
	cudaError_t error = t->is_asynchronous ? cudaMemcpy2DAsync(t->to, to, t->from, from, width, height, t->kind, t->stream) :
	                    height == 1        ? cudaMemcpy(t->to, t->from, width, t->kind) :
	                                         cudaMemcpy2D(t->to, to, t->from, from, width, height, t->kind);
	return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

#define VECTOR(name, I, direction, asynchronous, on_stream, ...) \
	cublasStatus_t name(I n, I size, const void *x, I incx, void *y, I incy __VA_ARGS__) \
	{ \
		aw_blas_log_call(#name); \
		struct transfer t = { 1, n, size, x, y, incx, incy, direction, asynchronous, on_stream }; \
		return transfer(&t); \
	}
#define MATRIX(name, I, direction, asynchronous, on_stream, ...) \
	cublasStatus_t name(I rows, I columns, I size, const void *a, I lda, void *b, I ldb __VA_ARGS__) \
	{ \
		aw_blas_log_call(#name); \
		struct transfer t = { rows, columns, size, a, b, lda, ldb, direction, asynchronous, on_stream }; \
		return transfer(&t); \
	}
#define ALL_TRANSFERS(suffix, I) \
	VECTOR(cublasSetVector##suffix, I, cudaMemcpyHostToDevice, false, NULL, ) \
	VECTOR(cublasGetVector##suffix, I, cudaMemcpyDeviceToHost, false, NULL, ) \
	MATRIX(cublasSetMatrix##suffix, I, cudaMemcpyHostToDevice, false, NULL, ) \
	MATRIX(cublasGetMatrix##suffix, I, cudaMemcpyDeviceToHost, false, NULL, ) \
	VECTOR(cublasSetVectorAsync##suffix, I, cudaMemcpyHostToDevice, true, stream, , cudaStream_t stream) \
	VECTOR(cublasGetVectorAsync##suffix, I, cudaMemcpyDeviceToHost, true, stream, , cudaStream_t stream) \
	MATRIX(cublasSetMatrixAsync##suffix, I, cudaMemcpyHostToDevice, true, stream, , cudaStream_t stream) \
	MATRIX(cublasGetMatrixAsync##suffix, I, cudaMemcpyDeviceToHost, true, stream, , cudaStream_t stream)
ALL_TRANSFERS(, int)
ALL_TRANSFERS(_64, int64_t)
