// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dense matrices of the host and sparse ones of the device, and cuSPARSE's functions by the type of their elements, for its tests.
#ifndef TEST_CUSPARSE_MATRICES_H
#define TEST_CUSPARSE_MATRICES_H

#include <cusparse.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "api/support/numbers.h"

#define DONE(...) CHECK((__VA_ARGS__) == CUSPARSE_STATUS_SUCCESS && cudaDeviceSynchronize() == cudaSuccess)

static cusparseHandle_t handle;

template <typename T> struct format;
template <> struct format<float> {
	static const bool is_complex = false;
	static const cudaDataType type = CUDA_R_32F;
	static constexpr double tolerance = 1e-3;
};
template <> struct format<double> {
	static const bool is_complex = false;
	static const cudaDataType type = CUDA_R_64F;
	static constexpr double tolerance = 1e-10;
};
template <> struct format<cuComplex> {
	static const bool is_complex = true;
	static const cudaDataType type = CUDA_C_32F;
	static constexpr double tolerance = 1e-3;
};
template <> struct format<cuDoubleComplex> {
	static const bool is_complex = true;
	static const cudaDataType type = CUDA_C_64F;
	static constexpr double tolerance = 1e-10;
};

// A dense matrix of the host, by rows.
struct matrix {
	int rows, cols;
	std::vector<number> at;
	matrix(int m, int n) : rows(m), cols(n), at((size_t)m * n) {}
	number &operator()(int i, int j) { return at[(size_t)i * cols + j]; }
	number operator()(int i, int j) const { return at[(size_t)i * cols + j]; }
};

static matrix operator*(const matrix &a, const matrix &b)
{
	matrix c(a.rows, b.cols);
	for (int i = 0; i < a.rows; i++)
		for (int k = 0; k < a.cols; k++)
			for (int j = 0; j < b.cols; j++)
				c(i, j) += a(i, k) * b(k, j);
	return c;
}

static double distance(const matrix &a, const matrix &b)
{
	double most = a.rows == b.rows && a.cols == b.cols ? 0 : INFINITY;
	for (size_t i = 0; i < a.at.size() && most < INFINITY; i++)
		most = std::max(most, std::abs(a.at[i] - b.at[i]));
	return most;
}

template <typename T> matrix random_matrix(int m, int n, int share)
{
	matrix a(m, n);
	for (number &x : a.at)
		if (rand() % share == 0)
			x = number((rand() % 33 - 16) / 8.0, format<T>::is_complex ? (rand() % 33 - 16) / 8.0 : 0);
	return a;
}

// By rows, on the device.
template <typename T> struct sparse {
	int m, n, nnz = 0, base;
	int *offsets, *columns;
	T *values;
	cusparseMatDescr_t description;
	cusparseSpMatDescr_t generic;
	sparse(const matrix &a, int from) : m(a.rows), n(a.cols), base(from), offsets(managed<int>(m + 1)), columns(managed<int>(m * n)),
		values(managed<T>(m * n))
	{
		nnz = compress(a, base, offsets, columns, values);
		DONE(cusparseCreateMatDescr(&description));
		DONE(cusparseSetMatIndexBase(description, (cusparseIndexBase_t)base));
		DONE(cusparseCreateCsr(&generic, m, n, nnz, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
			(cusparseIndexBase_t)base, format<T>::type));
	}
	matrix dense() const
	{
		matrix a(m, n);
		for (int i = 0; i < m; i++)
			for (int at = offsets[i] - base; at < offsets[i + 1] - base; at++)
				a(i, columns[at] - base) = get(values[at]);
		return a;
	}
};

template <typename T> T *by_columns(const matrix &a)
{
	T *data = managed<T>((size_t)a.rows * a.cols);
	for (int j = 0; j < a.cols; j++)
		for (int i = 0; i < a.rows; i++)
			put(data[i + (size_t)j * a.rows], a(i, j));
	return data;
}

template <typename T> matrix from_columns(const T *data, int m, int n)
{
	matrix a(m, n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			a(i, j) = get(data[i + (size_t)j * m]);
	return a;
}

template <typename T> T scalar(number x)
{
	T value;
	put(value, x);
	return value;
}

#define OVERLOAD(name) \
	template <typename... W> auto name(W... words) -> decltype(cusparseS##name(words...)) { return cusparseS##name(words...); } \
	template <typename... W> auto name(W... words) -> decltype(cusparseD##name(words...)) { return cusparseD##name(words...); } \
	template <typename... W> auto name(W... words) -> decltype(cusparseC##name(words...)) { return cusparseC##name(words...); } \
	template <typename... W> auto name(W... words) -> decltype(cusparseZ##name(words...)) { return cusparseZ##name(words...); }

#endif
