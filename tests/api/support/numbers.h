// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of the four formats of dense and sparse matrices as complex doubles, and memory that the host and the device share, for the
// tests of the host libraries.
#ifndef TEST_NUMBERS_H
#define TEST_NUMBERS_H

#include <cuComplex.h>
#include <cuda_runtime.h>

#include <complex>

#include "unit/unit.h"

typedef std::complex<double> number;

static inline number get(float x) { return x; }
static inline number get(double x) { return x; }
static inline number get(cuComplex x) { return number(x.x, x.y); }
static inline number get(cuDoubleComplex x) { return number(x.x, x.y); }
static inline void put(float &to, number x) { to = (float)x.real(); }
static inline void put(double &to, number x) { to = x.real(); }
static inline void put(cuComplex &to, number x) { to = make_cuComplex((float)x.real(), (float)x.imag()); }
static inline void put(cuDoubleComplex &to, number x) { to = make_cuDoubleComplex(x.real(), x.imag()); }

template <typename T> T *managed(size_t count)
{
	T *data;
	CHECK(cudaMallocManaged(&data, (count + 1) * sizeof(T)) == cudaSuccess);
	return data;
}

// Writes what isn't 0 of A by rows, in compressed form with indices from BASE on, and gives how many these are.
template <typename M, typename T> int compress(const M &a, int base, int *offsets, int *columns, T *values)
{
	int count = 0;
	for (int i = 0; i < a.rows; i++) {
		offsets[i] = count + base;
		for (int j = 0; j < a.cols; j++)
			if (a(i, j) != 0.0) {
				columns[count] = j + base;
				put(values[count++], a(i, j));
			}
	}
	offsets[a.rows] = count + base;
	return count;
}

#endif
