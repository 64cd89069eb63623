// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of cuBLAS: arrays that host and device see, with small random numbers, and comparisons with plain loops.
#ifndef AW_TESTS_BLAS_TEST_H
#define AW_TESTS_BLAS_TEST_H

#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <vector>

#include "unit/unit.h"

typedef std::complex<float> cfloat;
typedef std::complex<double> cdouble;

// The call succeeds, and so does its work.  Not all GPUs let the host touch managed memory while they work.
#define DONE(...) CHECK((__VA_ARGS__) == CUBLAS_STATUS_SUCCESS && cudaDeviceSynchronize() == cudaSuccess)

// What cuBLAS calls the type.  Complex scalars must lie at multiples of 16 bytes, which std::complex itself does not ask for.
inline float *raw(float *p) { return p; }
inline double *raw(double *p) { return p; }
inline cuComplex *raw(cfloat *p) { return reinterpret_cast<cuComplex *>(p); }
inline cuDoubleComplex *raw(cdouble *p) { return reinterpret_cast<cuDoubleComplex *>(p); }

inline double number() { return (rand() % 2001 - 1000) / 1000.0; }
inline void fill(float &x) { x = (float)number(); }
inline void fill(double &x) { x = number(); }
inline void fill(cfloat &x) { x = cfloat((float)number(), (float)number()); }
inline void fill(cdouble &x) { x = cdouble(number(), number()); }

inline float conjugate(float x) { return x; }
inline double conjugate(double x) { return x; }
inline cfloat conjugate(cfloat x) { return std::conj(x); }
inline cdouble conjugate(cdouble x) { return std::conj(x); }

template <typename T> T random_value()
{
	T x;
	fill(x);
	return x;
}

template <typename T> struct array {
	T *data;
	size_t size;
	explicit array(size_t count) : size(count)
	{
		CHECK(cudaMallocManaged(&data, count * sizeof(T)) == cudaSuccess);
		for (size_t i = 0; i < count; i++)
			fill(data[i]);
	}
	~array() { cudaFree(data); }
	array(const array &) = delete;
	std::vector<T> copy() const { return std::vector<T>(data, data + size); }
	auto operator*() const { return raw(data); }
	T &operator[](size_t i) { return data[i]; }
};

template <typename T> double tolerance() { return sizeof(T) == sizeof(double) && !std::is_same<T, cfloat>::value ? 1e-12 : 2e-5; }
template <> inline double tolerance<cdouble>() { return 1e-12; }

// Whether the array is what is expected, once the work is done.
template <typename T> bool same(array<T> &got, const std::vector<T> &wanted)
{
	cudaDeviceSynchronize();
	for (size_t i = 0; i < wanted.size(); i++)
		if (!(std::abs(got[i] - wanted[i]) <= tolerance<T>() * (1 + std::abs(wanted[i])))) {
			fprintf(stderr, "element %zu is off by %g\n", i, (double)std::abs(got[i] - wanted[i]));
			return false;
		}
	return true;
}

// Element (i, j) of op(A).
template <typename T> T element(const std::vector<T> &a, int lda, cublasOperation_t op, int i, int j)
{
	return op == CUBLAS_OP_N ? a[i + (size_t)j * lda] : op == CUBLAS_OP_T ? a[j + (size_t)i * lda] : conjugate(a[j + (size_t)i * lda]);
}

// C = alpha op(A) op(B) + beta C by three loops.
template <typename T> void multiply(cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, T alpha, const std::vector<T> &a,
	int lda, const std::vector<T> &b, int ldb, T beta, std::vector<T> &c, int ldc)
{
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++) {
			T sum = 0;
			for (int p = 0; p < k; p++)
				sum += element(a, lda, opa, i, p) * element(b, ldb, opb, p, j);
			c[i + (size_t)j * ldc] = alpha * sum + beta * c[i + (size_t)j * ldc];
		}
}

// The whole of a matrix of which one triangle is stored (op: N triangular, T symmetric, C Hermitian).
template <typename T> std::vector<T> whole(const std::vector<T> &a, int lda, int n, cublasFillMode_t fill_mode, char kind, bool unit = false)
{
	std::vector<T> w((size_t)n * n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			bool stored = i == j || (fill_mode == CUBLAS_FILL_MODE_LOWER ? i > j : i < j);
			T other = kind == 'N' ? T(0) : kind == 'C' ? conjugate(a[j + (size_t)i * lda]) : a[j + (size_t)i * lda];
			w[i + (size_t)j * n] = i == j && unit ? T(1) : stored ? a[i + (size_t)j * lda] : other;
			if (i == j && kind == 'C')
				w[i + (size_t)j * n] = std::real(w[i + (size_t)j * n]);
		}
	return w;
}

#endif
