// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's level 1 in all formats, with increments, results on host and device.
#include "api/support/blas_test.h"

enum { N = 1000, INC = 3 };
static cublasHandle_t handle;

#define VECTORS(X, T, DOT, dotc) \
	static void vectors_##X() \
	{ \
		array<T> x(N * INC), y(N * 2), result(1); \
		auto x0 = x.copy(), y0 = y.copy(); \
		alignas(16) T alpha = random_value<T>(); \
		DONE(cublas##X##axpy(handle, N, raw(&alpha), *x, INC, *y, 2)); \
		for (int i = 0; i < N; i++) \
			y0[2 * i] += alpha * x0[INC * i]; \
		CHECK(same(y, y0)); \
		DONE(cublas##X##scal(handle, N, raw(&alpha), *x, INC)); \
		for (int i = 0; i < N; i++) \
			x0[INC * i] *= alpha; \
		CHECK(same(x, x0)); \
		T sum = 0, got = 0; \
		for (int i = 0; i < N; i++) \
			sum += (dotc ? conjugate(x0[INC * i]) : x0[INC * i]) * y0[2 * i]; \
		DONE(cublas##X##DOT(handle, N, *x, INC, *y, 2, raw(&got))); \
		CHECK(std::abs(got - sum) < 30 * tolerance<T>()); \
		DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE)); \
		DONE(cublas##X##DOT(handle, N, *x, INC, *y, 2, *result)); \
		DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST)); \
		cudaDeviceSynchronize(); \
		CHECK(std::abs(result[0] - sum) < 30 * tolerance<T>()); \
		DONE(cublas##X##swap(handle, N, *x, INC, *y, 2)); \
		for (int i = 0; i < N; i++) \
			std::swap(x0[INC * i], y0[2 * i]); \
		CHECK(same(x, x0) && same(y, y0)); \
		DONE(cublas##X##copy(handle, N, *y, 2, *x, -INC)); \
		for (int i = 0; i < N; i++) \
			x0[INC * (N - 1 - i)] = y0[2 * i]; \
		CHECK(same(x, x0)); \
	}
VECTORS(S, float, dot, false)
VECTORS(D, double, dot, false)
VECTORS(C, cfloat, dotc, true)
VECTORS(Z, cdouble, dotu, false)

#define NORMS(X, R_PREFIX, T, R) \
	static void norms_##X() \
	{ \
		array<T> x(N * INC); \
		double sum = 0, squares = 0; \
		int most = 0, least = 0, index = 0; \
		auto size = [&](int i) { return (double)(std::fabs(std::real(x[INC * i])) + std::fabs(std::imag(x[INC * i]))); }; \
		for (int i = 0; i < N; i++) { \
			sum += size(i); \
			squares += (double)std::norm(x[INC * i]); \
			most = size(i) > size(most) ? i : most; \
			least = size(i) < size(least) ? i : least; \
		} \
		R got = 0; \
		DONE(cublas##R_PREFIX##asum(handle, N, *x, INC, &got)); \
		CHECK(std::fabs(got - sum) < 1e-4 * sum); \
		DONE(cublas##R_PREFIX##nrm2(handle, N, *x, INC, &got)); \
		CHECK(std::fabs(got - std::sqrt(squares)) < 1e-5 * std::sqrt(squares)); \
		DONE(cublasI##X##amax(handle, N, *x, INC, &index)); \
		CHECK_EQUAL(index, most + 1); \
		DONE(cublasI##X##amin(handle, N, *x, INC, &index)); \
		CHECK_EQUAL(index, least + 1); \
		DONE(cublas##R_PREFIX##nrm2(handle, 0, *x, INC, &got)); \
		CHECK(got == 0); \
	}
NORMS(s, S, float, float)
NORMS(d, D, double, double)
NORMS(c, Sc, cfloat, float)
NORMS(z, Dz, cdouble, double)

// Long products: nothing may be lost in long sums of equal numbers; pieces are found with increments below zero, too.
static void long_products()
{
	enum { MANY = 1 << 20, LONG = 20000 };
	array<float> x(MANY);
	float got = 0;
	for (int i = 0; i < MANY; i++)
		x[i] = 0.3f;
	DONE(cublasSdot(handle, MANY, *x, 1, *x, 1, &got));
	CHECK(std::fabs(got - MANY * (double)(0.3f * 0.3f)) < 1e-6 * MANY * 0.09);
	array<cfloat> z(LONG * 3), w(LONG * 2);
	std::complex<double> sum = 0;
	cfloat z_got = 0;
	for (int i = 0; i < LONG; i++)
		sum += std::complex<double>(std::conj(z[3 * (LONG - 1 - i)])) * std::complex<double>(w[2 * i]);
	DONE(cublasCdotc(handle, LONG, *z, -3, *w, 2, raw(&z_got)));
	CHECK(std::abs(std::complex<double>(z_got) - sum) < 1e-3);
}

static void rotations()
{
	array<double> x(N), y(N);
	auto x0 = x.copy(), y0 = y.copy();
	double a = 3, b = 4, c, s;
	DONE(cublasDrotg(handle, &a, &b, &c, &s));
	CHECK(std::fabs(a - 5) < 1e-12 && std::fabs(c - 0.6) < 1e-12 && std::fabs(s - 0.8) < 1e-12);
	DONE(cublasDrot(handle, N, *x, 1, *y, 1, &c, &s));
	for (int i = 0; i < N; i++) {
		double old = x0[i];
		x0[i] = c * old + s * y0[i];
		y0[i] = c * y0[i] - s * old;
	}
	CHECK(same(x, x0) && same(y, y0));
	double param[5] = { -1, 2, 3, 4, 5 }; // the whole matrix, by columns
	DONE(cublasDrotm(handle, N, *x, 1, *y, 1, param));
	for (int i = 0; i < N; i++) {
		double old = x0[i];
		x0[i] = 2 * old + 4 * y0[i];
		y0[i] = 3 * old + 5 * y0[i];
	}
	CHECK(same(x, x0) && same(y, y0));
	array<cfloat> z(N), w(N);
	auto z0 = z.copy(), w0 = w.copy();
	float fc = 0.6f;
	cfloat fs(0.48f, 0.64f);
	DONE(cublasCrot(handle, N, *z, 1, *w, 1, &fc, raw(&fs)));
	for (int i = 0; i < N; i++) {
		cfloat old = z0[i];
		z0[i] = fc * old + fs * w0[i];
		w0[i] = fc * w0[i] - std::conj(fs) * old;
	}
	CHECK(same(z, z0) && same(w, w0));
}

// Vectors that go to the device and come back, and the upper part of a matrix.
static void transfers()
{
	float host[12], back[12] = { 0 }, *device;
	for (int i = 0; i < 12; i++)
		host[i] = (float)i;
	CHECK(cudaMalloc(&device, sizeof(host)) == cudaSuccess && cudaMemset(device, 0, sizeof(host)) == cudaSuccess);
	DONE(cublasSetVector(4, sizeof(float), host, 3, device, 2));
	DONE(cublasGetVector(4, sizeof(float), device, 2, back, 1));
	CHECK(back[0] == 0 && back[1] == 3 && back[2] == 6 && back[3] == 9);
	DONE(cublasSetMatrix(2, 3, sizeof(float), host, 4, device, 2));
	DONE(cublasGetMatrix(2, 3, sizeof(float), device, 2, back, 3));
	CHECK(back[0] == 0 && back[1] == 1 && back[3] == 4 && back[4] == 5 && back[6] == 8 && back[7] == 9);
	CHECK(cublasSetVector(4, 0, host, 1, device, 1) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasSetMatrix(4, 2, sizeof(float), host, 3, device, 4) == CUBLAS_STATUS_INVALID_VALUE);
	cudaFree(device);
}

static void wide_sizes()
{
	array<float> x(N), y(N);
	auto y0 = y.copy();
	float alpha = 2;
	int64_t index = 0;
	DONE(cublasSaxpy_64(handle, N, &alpha, *x, 1, *y, 1));
	for (int i = 0; i < N; i++)
		y0[i] += alpha * x[i];
	CHECK(same(y, y0));
	x[17] = 100;
	DONE(cublasIsamax_64(handle, N, *x, 1, &index));
	CHECK_EQUAL(index, 18);
}

int main()
{
	DONE(cublasCreate(&handle));
	vectors_S(), vectors_D(), vectors_C(), vectors_Z();
	norms_s(), norms_d(), norms_c(), norms_z();
	long_products();
	rotations();
	transfers();
	wide_sizes();
	DONE(cublasDestroy(handle));
	return unit_finish();
}
