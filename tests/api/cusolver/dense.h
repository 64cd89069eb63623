// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices by columns in managed memory and in complex doubles, for the tests of cusolverDn.
#ifndef TEST_DENSE_H
#define TEST_DENSE_H

#include <cusolverDn.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "api/support/numbers.h"

// Not all GPUs let the host touch managed memory while they work.
#define DONE(...) CHECK((__VA_ARGS__) == CUSOLVER_STATUS_SUCCESS && cudaDeviceSynchronize() == cudaSuccess)

static cusolverDnHandle_t handle;

template <typename T> struct format;
template <> struct format<float> {
	typedef float real;
	static const bool is_complex = false;
	static const cudaDataType type = CUDA_R_32F, real_type = CUDA_R_32F;
	static constexpr double tolerance = 2e-4;
};
template <> struct format<double> {
	typedef double real;
	static const bool is_complex = false;
	static const cudaDataType type = CUDA_R_64F, real_type = CUDA_R_64F;
	static constexpr double tolerance = 1e-11;
};
template <> struct format<cuComplex> {
	typedef float real;
	static const bool is_complex = true;
	static const cudaDataType type = CUDA_C_32F, real_type = CUDA_R_32F;
	static constexpr double tolerance = 2e-4;
};
template <> struct format<cuDoubleComplex> {
	typedef double real;
	static const bool is_complex = true;
	static const cudaDataType type = CUDA_C_64F, real_type = CUDA_R_64F;
	static constexpr double tolerance = 1e-11;
};

// A matrix of the host.
struct matrix {
	int rows, cols;
	std::vector<number> at;
	matrix(int m, int n) : rows(m), cols(n), at((size_t)m * n) {}
	number &operator()(int i, int j) { return at[i + (size_t)j * rows]; }
	number operator()(int i, int j) const { return at[i + (size_t)j * rows]; }
};

static inline matrix operator*(const matrix &a, const matrix &b)
{
	matrix c(a.rows, b.cols);
	for (int j = 0; j < b.cols; j++)
		for (int k = 0; k < a.cols; k++)
			for (int i = 0; i < a.rows; i++)
				c(i, j) += a(i, k) * b(k, j);
	return c;
}

static inline matrix adjoint(const matrix &a)
{
	matrix b(a.cols, a.rows);
	for (int j = 0; j < a.cols; j++)
		for (int i = 0; i < a.rows; i++)
			b(j, i) = std::conj(a(i, j));
	return b;
}

static inline matrix transposed(const matrix &a)
{
	matrix b(a.cols, a.rows);
	for (int j = 0; j < a.cols; j++)
		for (int i = 0; i < a.rows; i++)
			b(j, i) = a(i, j);
	return b;
}

static inline matrix identity(int n)
{
	matrix a(n, n);
	for (int i = 0; i < n; i++)
		a(i, i) = 1;
	return a;
}

static inline double distance(const matrix &a, const matrix &b)
{
	double most = a.rows == b.rows && a.cols == b.cols ? 0 : INFINITY;
	for (size_t i = 0; i < a.at.size() && most < INFINITY; i++)
		most = std::abs(a.at[i] - b.at[i]) > most ? std::abs(a.at[i] - b.at[i]) : most;
	return most;
}

// What a format can hold.
template <typename T> matrix random_matrix(int m, int n)
{
	matrix a(m, n);
	for (number &x : a.at)
		x = number((rand() % 65 - 32) / 16.0, format<T>::is_complex ? (rand() % 65 - 32) / 16.0 : 0);
	return a;
}

template <typename T> matrix hermitian(int n)
{
	matrix a = random_matrix<T>(n, n), b = adjoint(a);
	for (size_t i = 0; i < a.at.size(); i++)
		a.at[i] = (a.at[i] + b.at[i]) * 0.5;
	return a;
}

template <typename T> matrix positive(int n)
{
	matrix a = hermitian<T>(n);
	for (int i = 0; i < n; i++)
		a(i, i) += 4.0 * n;
	return a;
}

// On the device, with a leading dimension.
template <typename T> T *device(const matrix &a, int ld)
{
	T *data = managed<T>((size_t)ld * (a.cols + 1));
	for (int j = 0; j < a.cols; j++)
		for (int i = 0; i < a.rows; i++)
			put(data[i + (size_t)j * ld], a(i, j));
	return data;
}

template <typename T> matrix host(const T *data, int m, int n, int ld)
{
	matrix a(m, n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			a(i, j) = get(data[i + (size_t)j * ld]);
	return a;
}

template <typename R> matrix diagonal(const R *values, int m, int n)
{
	matrix a(m, n);
	for (int i = 0; i < (m < n ? m : n); i++)
		a(i, i) = values[i];
	return a;
}

static inline matrix triangle(const matrix &a, bool lower, bool unit)
{
	matrix b = a;
	for (int j = 0; j < a.cols; j++)
		for (int i = 0; i < a.rows; i++)
			b(i, j) = i == j ? (unit ? 1 : a(i, j)) : (i > j) == lower ? a(i, j) : 0;
	return b;
}

// The functions of all formats by one name.
#define OVERLOAD(name, S, D, C, Z) \
	template <typename... W> auto name(W... words) -> decltype(S(words...)) { return S(words...); } \
	template <typename... W> auto name(W... words) -> decltype(D(words...)) { return D(words...); } \
	template <typename... W> auto name(W... words) -> decltype(C(words...)) { return C(words...); } \
	template <typename... W> auto name(W... words) -> decltype(Z(words...)) { return Z(words...); }
#define OVERLOAD_ALL(name) OVERLOAD(name, cusolverDnS##name, cusolverDnD##name, cusolverDnC##name, cusolverDnZ##name)
#define OVERLOAD_PAIR(name, complex) OVERLOAD(name, cusolverDnS##name, cusolverDnD##name, cusolverDnC##complex, cusolverDnZ##complex)

#endif
