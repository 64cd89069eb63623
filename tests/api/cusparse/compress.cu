// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE: matrices without their small elements, and what a sparse vector is made of.
#include "api/cusparse/matrices.h"

OVERLOAD(nnz_compress) OVERLOAD(csr2csr_compress)

enum { M = 23, N = 17 };

// The result against what is left of the dense matrix.
template <typename T> void test_compress(int base, double tolerance, bool on_device)
{
	matrix a = random_matrix<T>(M, N, 3), left(M, N);
	for (int j = 0; j < N; j++)
		a(5, j) = 0;
	int counts[M] = { 0 }, sum = 0;
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++)
			if (std::abs(a(i, j)) > tolerance) {
				left(i, j) = a(i, j);
				counts[i]++;
				sum++;
			}
	sparse<T> m(a, base);
	int *each = managed<int>(M), *all = managed<int>(1), on_host = -1;
	// The imaginary part of the tolerance counts for nothing.
	T limit = scalar<T>(number(tolerance, 100));
	DONE(cusparseSetPointerMode(handle, on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
	DONE(nnz_compress(handle, (int)M, m.description, m.values, m.offsets, each, on_device ? all : &on_host, limit));
	DONE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
	CHECK((on_device ? *all : on_host) == sum && std::equal(counts, counts + M, each));
	sparse<T> c(matrix(M, N), base);
	DONE(csr2csr_compress(handle, (int)M, (int)N, m.description, m.values, m.columns, m.offsets, m.nnz, each, c.values, c.columns, c.offsets,
		limit));
	CHECK(c.offsets[0] == base && c.offsets[M] == sum + base && distance(c.dense(), left) == 0);
	for (int i = 0; i < M; i++)
		CHECK(c.offsets[i + 1] - c.offsets[i] == counts[i]);
}

// Nothing is left, and there is no place for it; and a matrix without rows.
static void test_nothing()
{
	matrix a = random_matrix<double>(M, N, 3);
	sparse<double> m(a, 1);
	int *each = managed<int>(M), *offsets = managed<int>(M + 1), all = -1;
	DONE(cusparseDnnz_compress(handle, M, m.description, m.values, m.offsets, each, &all, 50));
	CHECK(all == 0 && std::count(each, each + M, 0) == M);
	DONE(cusparseDcsr2csr_compress(handle, M, N, m.description, m.values, m.columns, m.offsets, m.nnz, each, NULL, NULL, offsets, 50));
	CHECK(std::count(offsets, offsets + M + 1, 1) == M + 1);
	DONE(cusparseDnnz_compress(handle, 0, m.description, NULL, m.offsets, NULL, &all, 0));
	CHECK(all == 0);
}

static void test_compress_errors()
{
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	matrix a = random_matrix<double>(M, N, 3);
	sparse<double> m(a, 0);
	int *each = managed<int>(M), *columns = managed<int>(M * N), *offsets = managed<int>(M + 1), all = -1;
	double *values = managed<double>(M * N), *v = m.values;
	cusparseMatDescr_t d = m.description;
	CHECK(cusparseDnnz_compress(NULL, M, d, v, m.offsets, each, &all, 1) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDnnz_compress(handle, -1, d, v, m.offsets, each, &all, 1) == invalid);
	CHECK(cusparseDnnz_compress(handle, M, NULL, v, m.offsets, each, &all, 1) == invalid);
	CHECK(cusparseDnnz_compress(handle, M, d, NULL, m.offsets, each, &all, 1) == invalid);
	CHECK(cusparseDnnz_compress(handle, M, d, v, NULL, each, &all, 1) == invalid);
	CHECK(cusparseDnnz_compress(handle, M, d, v, m.offsets, NULL, &all, 1) == invalid);
	CHECK(cusparseDnnz_compress(handle, M, d, v, m.offsets, each, NULL, 1) == invalid);
	CHECK(cusparseDnnz_compress(handle, M, d, v, m.offsets, each, &all, -1) == invalid);
	CHECK(all == -1);
	int *c = m.columns, *o = m.offsets;
	CHECK(cusparseDcsr2csr_compress(NULL, M, N, d, v, c, o, m.nnz, each, values, columns, offsets, 1) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDcsr2csr_compress(handle, -1, N, d, v, c, o, m.nnz, each, values, columns, offsets, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, -1, d, v, c, o, m.nnz, each, values, columns, offsets, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, NULL, v, c, o, m.nnz, each, values, columns, offsets, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, d, NULL, c, o, m.nnz, each, values, columns, offsets, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, d, v, NULL, o, m.nnz, each, values, columns, offsets, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, d, v, c, NULL, m.nnz, each, values, columns, offsets, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, d, v, c, o, -1, each, values, columns, offsets, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, d, v, c, o, m.nnz, NULL, values, columns, offsets, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, d, v, c, o, m.nnz, each, values, columns, NULL, 1) == invalid);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, d, v, c, o, m.nnz, each, values, columns, offsets, -1) == invalid);
	DONE(cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_TRIANGULAR));
	CHECK(cusparseDnnz_compress(handle, M, d, v, o, each, &all, 1) == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
	CHECK(cusparseDcsr2csr_compress(handle, M, N, d, v, c, o, m.nnz, each, values, columns, offsets, 1) ==
		CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
}

static void test_vector()
{
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	int64_t *own_indices = managed<int64_t>(3), size = 0, nnz = 0;
	float *own_values = managed<float>(3);
	void *indices, *values;
	const void *const_indices, *const_values;
	cusparseIndexType_t type;
	cusparseIndexBase_t base;
	cudaDataType format;
	cusparseSpVecDescr_t vector;
	cusparseConstSpVecDescr_t constant;
	DONE(cusparseCreateSpVec(&vector, 9, 3, own_indices, own_values, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F));
	DONE(cusparseCreateConstSpVec(&constant, 8, 2, own_indices, own_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	DONE(cusparseSpVecGet(vector, &size, &nnz, &indices, &values, &type, &base, &format));
	CHECK(size == 9 && nnz == 3 && indices == own_indices && values == own_values);
	CHECK(type == CUSPARSE_INDEX_64I && base == CUSPARSE_INDEX_BASE_ONE && format == CUDA_R_32F);
	DONE(cusparseConstSpVecGet(constant, &size, &nnz, &const_indices, &const_values, &type, &base, &format));
	CHECK(size == 8 && nnz == 2 && const_indices == own_indices && const_values == own_values);
	CHECK(type == CUSPARSE_INDEX_32I && base == CUSPARSE_INDEX_BASE_ZERO);
	CHECK(cusparseSpVecGet(NULL, &size, &nnz, &indices, &values, &type, &base, &format) == invalid);
	CHECK(cusparseSpVecGet(vector, NULL, &nnz, &indices, &values, &type, &base, &format) == invalid);
	CHECK(cusparseSpVecGet(vector, &size, &nnz, &indices, &values, &type, &base, NULL) == invalid);
	DONE(cusparseDestroySpVec(vector));
	DONE(cusparseDestroySpVec(constant));
}

template <typename T> void test_all()
{
	for (int base = 0; base < 2; base++) {
		test_compress<T>(base, 1, false);
		test_compress<T>(base, 0, true);
	}
}

int main()
{
	DONE(cusparseCreate(&handle));
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_nothing();
	test_compress_errors();
	test_vector();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
