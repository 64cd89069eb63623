// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusolver
//
// cusolverDn: the functions with sizes of 64 bits and formats as arguments, and the solvers with refinement, in all formats.
#include "dense.h"

OVERLOAD(gesv, cusolverDnSSgesv, cusolverDnDSgesv, cusolverDnCCgesv, cusolverDnZCgesv)
OVERLOAD(gels, cusolverDnSSgels, cusolverDnDDgels, cusolverDnCCgels, cusolverDnZZgels)

enum { N = 19, M = 26, RIGHT = 3, LD = M + 2 };
static int *info;
static cusolverDnParams_t params;
static size_t size, host_size;

// Asks for the size, and calls.  The words of both functions are the same up to there.
#define BUFFERS size, malloc(host_size + 1), host_size
#define BUFFER managed<char>(size)

template <typename T> void test_systems()
{
	const cudaDataType type = format<T>::type;
	matrix a = positive<T>(N), g = random_matrix<T>(N, N), x = random_matrix<T>(N, RIGHT);
	T *da = device<T>(a, LD), *db = device<T>(a * x, LD);
	DONE(cusolverDnXpotrf_bufferSize(handle, params, CUBLAS_FILL_MODE_LOWER, N, type, da, LD, type, &size, &host_size));
	DONE(cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_LOWER, N, type, da, LD, type, BUFFER, BUFFERS, info));
	CHECK(*info == 0);
	DONE(cusolverDnXpotrs(handle, params, CUBLAS_FILL_MODE_LOWER, N, RIGHT, type, da, LD, type, db, LD, info));
	CHECK(distance(host(db, N, RIGHT, LD), x) < format<T>::tolerance);
	T *dl = device<T>(triangle(host(da, N, N, LD), true, false), LD);
	matrix l = host(dl, N, N, LD);
	DONE(cusolverDnXtrtri_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT, N, type, dl, LD, &size, &host_size));
	DONE(cusolverDnXtrtri(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_DIAG_NON_UNIT, N, type, dl, LD, BUFFER, BUFFERS, info));
	CHECK(*info == 0 && distance(host(dl, N, N, LD) * l, identity(N)) < format<T>::tolerance);

	int64_t *pivots = managed<int64_t>(N);
	T *dg = device<T>(g, LD);
	db = device<T>(transposed(g) * x, LD);
	DONE(cusolverDnXgetrf_bufferSize(handle, params, N, N, type, dg, LD, type, &size, &host_size));
	DONE(cusolverDnXgetrf(handle, params, N, N, type, dg, LD, pivots, type, BUFFER, BUFFERS, info));
	CHECK(*info == 0);
	DONE(cusolverDnXgetrs(handle, params, CUBLAS_OP_T, N, RIGHT, type, dg, LD, pivots, type, db, LD, info));
	CHECK(distance(host(db, N, RIGHT, LD), x) < 100 * format<T>::tolerance);

	matrix tall = random_matrix<T>(M, N);
	T *dq = device<T>(tall, LD), *tau = managed<T>(N);
	DONE(cusolverDnXgeqrf_bufferSize(handle, params, M, N, type, dq, LD, type, tau, type, &size, &host_size));
	DONE(cusolverDnXgeqrf(handle, params, M, N, type, dq, LD, type, tau, type, BUFFER, BUFFERS, info));
	matrix r = triangle(host(dq, N, N, LD), false, false);
	CHECK(*info == 0 && distance(adjoint(r) * r, adjoint(tall) * tall) < format<T>::tolerance * M);
	// Q = I - V T V*.
	T *dt = managed<T>(N * N), *dv = device<T>(triangle(host(dq, M, N, LD), true, true), LD);
	DONE(cusolverDnXlarft_bufferSize(handle, params, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, M, N, type, dv, LD, type, tau, type, dt,
		N, type, &size, &host_size));
	DONE(cusolverDnXlarft(handle, params, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, M, N, type, dv, LD, type, tau, type, dt, N, type,
		BUFFER, BUFFERS));
	matrix v = host(dv, M, N, LD), q = v * triangle(host(dt, N, N, N), false, false) * adjoint(v), wide(M, N);
	for (int i = 0; i < M * M; i++)
		q.at[i] = (i / M == i % M ? 1.0 : 0.0) - q.at[i];
	for (int j = 0; j < N; j++)
		for (int i = 0; i <= j; i++)
			wide(i, j) = r(i, j);
	CHECK(distance(q * wide, tall) < format<T>::tolerance);
}

template <typename T> void test_eigenvalues()
{
	typedef typename format<T>::real R;
	const cudaDataType type = format<T>::type, real = format<T>::real_type;
	const double tolerance = 20 * format<T>::tolerance;
	const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
	const cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
	matrix a = hermitian<T>(N);
	T *da = device<T>(a, LD);
	R *w = managed<R>(2 * N);
	DONE(cusolverDnXsyevd_bufferSize(handle, params, vectors, lower, N, type, da, LD, real, w, type, &size, &host_size));
	DONE(cusolverDnXsyevd(handle, params, vectors, lower, N, type, da, LD, real, w, type, BUFFER, BUFFERS, info));
	matrix x = host(da, N, N, LD);
	CHECK(*info == 0 && distance(a * x, x * diagonal(w, N, N)) < tolerance);
	int64_t found = -1;
	R low = 0, high = 1;
	da = device<T>(a, LD);
	R *some = managed<R>(N);
	DONE(cusolverDnXsyevdx_bufferSize(handle, params, vectors, CUSOLVER_EIG_RANGE_I, lower, N, type, da, LD, &low, &high, 2, 4, &found, real,
		some, type, &size, &host_size));
	DONE(cusolverDnXsyevdx(handle, params, vectors, CUSOLVER_EIG_RANGE_I, lower, N, type, da, LD, &low, &high, 2, 4, &found, real, some, type,
		BUFFER, BUFFERS, info));
	CHECK(found == 3 && fabs(some[0] - w[1]) < tolerance && fabs(some[2] - w[3]) < tolerance);
	T *many = managed<T>(2 * N * N);
	int *infos = managed<int>(2);
	for (int i = 0; i < 2 * N * N; i++)
		put(many[i], a.at[i % (N * N)] * (1.0 + i / (N * N)));
	R *both = managed<R>(2 * N);
	DONE(cusolverDnXsyevBatched_bufferSize(handle, params, vectors, lower, N, type, many, N, real, both, type, &size, &host_size, 2));
	DONE(cusolverDnXsyevBatched(handle, params, vectors, lower, N, type, many, N, real, both, type, BUFFER, BUFFERS, infos, 2));
	for (int i = 0; i < N; i++)
		CHECK(infos[0] == 0 && infos[1] == 0 && fabs(both[i] - w[i]) < tolerance && fabs(both[N + i] - 2 * w[i]) < tolerance);
}

template <typename T> void test_singular_values()
{
	typedef typename format<T>::real R;
	const cudaDataType type = format<T>::type, real = format<T>::real_type;
	const double tolerance = 20 * format<T>::tolerance;
	matrix a = random_matrix<T>(M, N);
	T *da = device<T>(a, LD), *u = managed<T>(LD * M), *v = managed<T>(LD * M);
	R *s = managed<R>(N), *part = managed<R>(N);
	DONE(cusolverDnXgesvd_bufferSize(handle, params, 'S', 'S', M, N, type, da, LD, real, s, type, u, LD, type, v, LD, type, &size,
		&host_size));
	DONE(cusolverDnXgesvd(handle, params, 'S', 'S', M, N, type, da, LD, real, s, type, u, LD, type, v, LD, type, BUFFER, BUFFERS, info));
	CHECK(*info == 0 && distance(host(u, M, N, LD) * diagonal(s, N, N) * host(v, N, N, LD), a) < tolerance);
	double error = -1;
	da = device<T>(a, LD);
	DONE(cusolverDnXgesvdp_bufferSize(handle, params, CUSOLVER_EIG_MODE_VECTOR, 1, M, N, type, da, LD, real, s, type, u, LD, type, v, LD,
		type, &size, &host_size));
	DONE(cusolverDnXgesvdp(handle, params, CUSOLVER_EIG_MODE_VECTOR, 1, M, N, type, da, LD, real, s, type, u, LD, type, v, LD, type, BUFFER,
		BUFFERS, info, &error));
	CHECK(*info == 0 && error >= 0 && distance(host(u, M, N, LD) * diagonal(s, N, N) * adjoint(host(v, N, N, LD)), a) < tolerance);
	da = device<T>(a, LD);
	DONE(cusolverDnXgesvdr_bufferSize(handle, params, 'S', 'S', M, N, 5, 4, 8, type, da, LD, real, part, type, u, LD, type, v, LD, type,
		&size, &host_size));
	DONE(cusolverDnXgesvdr(handle, params, 'S', 'S', M, N, 5, 4, 8, type, da, LD, real, part, type, u, LD, type, v, LD, type, BUFFER, BUFFERS,
		info));
	for (int i = 0; i < 5; i++)
		CHECK(fabs(part[i] - s[i]) < 0.05 * s[0]);
}

template <typename T> void test_refined()
{
	int iterations = -100, *pivots = managed<int>(N);
	matrix a = random_matrix<T>(N, N), x = random_matrix<T>(N, RIGHT), tall = random_matrix<T>(M, N), b = random_matrix<T>(M, RIGHT);
	T *da = device<T>(a, LD), *db = device<T>(a * x, LD), *dx = managed<T>(LD * RIGHT);
	void *work = managed<char>(1 << 24);
	DONE(gesv(handle, (int)N, (int)RIGHT, da, (int)LD, pivots, db, (int)LD, dx, (int)LD, work, (size_t)1 << 24, &iterations, info));
	CHECK(*info == 0 && iterations > -100 && distance(host(dx, N, RIGHT, LD), x) < 1000 * format<T>::tolerance);
	da = device<T>(tall, LD), db = device<T>(b, LD);
	DONE(gels(handle, (int)M, (int)N, (int)RIGHT, da, (int)LD, db, (int)LD, dx, (int)LD, work, (size_t)1 << 24, &iterations, info));
	matrix least = host(dx, N, RIGHT, LD), rest = tall * least;
	for (size_t i = 0; i < rest.at.size(); i++)
		rest.at[i] -= b.at[i];
	CHECK(*info == 0 && distance(adjoint(tall) * rest, matrix(N, RIGHT)) < 1000 * format<T>::tolerance);
	matrix none(N, N);
	da = device<T>(none, LD);
	DONE(gesv(handle, (int)N, (int)RIGHT, da, (int)LD, pivots, db, (int)LD, dx, (int)LD, work, (size_t)1 << 24, &iterations, info));
	CHECK(*info > 0 || iterations < 0);
}

static void test_by_parameters()
{
	cusolverDnIRSParams_t irs;
	cusolverDnIRSInfos_t infos;
	int iterations = -100;
	size_t bytes = 0;
	matrix a = random_matrix<double>(N, N), x = random_matrix<double>(N, RIGHT);
	double *da = device<double>(a, LD), *db = device<double>(a * x, LD), *dx = managed<double>(LD * RIGHT);
	CHECK(cusolverDnIRSParamsCreate(&irs) == CUSOLVER_STATUS_SUCCESS && cusolverDnIRSInfosCreate(&infos) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnIRSParamsSetSolverPrecisions(irs, CUSOLVER_R_64F, CUSOLVER_R_32F) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnIRSParamsSetRefinementSolver(irs, CUSOLVER_IRS_REFINE_CLASSICAL) == CUSOLVER_STATUS_SUCCESS);
	DONE(cusolverDnIRSXgesv_bufferSize(handle, irs, N, RIGHT, &bytes));
	DONE(cusolverDnIRSXgesv(handle, irs, infos, N, RIGHT, da, LD, db, LD, dx, LD, managed<char>(bytes), bytes, &iterations, info));
	CHECK(*info == 0 && distance(host(dx, N, RIGHT, LD), x) < 1e-9);
	CHECK(cusolverDnIRSInfosGetNiters(infos, &iterations) == CUSOLVER_STATUS_SUCCESS && iterations >= 0);
	CHECK(cusolverDnIRSInfosDestroy(infos) == CUSOLVER_STATUS_SUCCESS && cusolverDnIRSParamsDestroy(irs) == CUSOLVER_STATUS_SUCCESS);
}

// The eigenvalues of a rotation, and vectors with A V = V W.
static void test_general()
{
	double *a = managed<double>(4), *w = managed<double>(4), *v = managed<double>(4);
	a[0] = a[3] = 0, a[1] = 1, a[2] = -1;
	cusolverStatus_t status = cusolverDnXgeev_bufferSize(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, 2, CUDA_R_64F, a,
		2, CUDA_C_64F, w, CUDA_R_64F, NULL, 2, CUDA_R_64F, v, 2, CUDA_R_64F, &size, &host_size);
	CHECK(status == CUSOLVER_STATUS_SUCCESS);
	DONE(cusolverDnXgeev(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, 2, CUDA_R_64F, a, 2, CUDA_C_64F, w, CUDA_R_64F,
		NULL, 2, CUDA_R_64F, v, 2, CUDA_R_64F, BUFFER, BUFFERS, info));
	CHECK(*info == 0 && fabs(w[0]) < 1e-14 && fabs(fabs(w[1]) - 1) < 1e-14 && w[3] == -w[1]);
	a[0] = a[3] = 3, a[1] = 1, a[2] = -1; // real parts, then imaginary ones
	DONE(cusolverDnXgeev(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, 2, CUDA_R_64F, a, 2, CUDA_R_64F, w, CUDA_R_64F,
		NULL, 2, CUDA_R_64F, v, 2, CUDA_R_64F, BUFFER, BUFFERS, info));
	CHECK(*info == 0 && fabs(w[0] - 3) < 1e-14 && fabs(w[1] - 3) < 1e-14 && fabs(fabs(w[2]) - 1) < 1e-14 && w[3] == -w[2]);
	matrix m(2, 2);
	cuDoubleComplex *zw = managed<cuDoubleComplex>(2), *right = managed<cuDoubleComplex>(4);
	m(0, 0) = number(1, 2), m(0, 1) = 3, m(1, 0) = number(0, -1), m(1, 1) = -2;
	cuDoubleComplex *dz = device<cuDoubleComplex>(m, 2);
	DONE(cusolverDnXgeev(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, 2, CUDA_C_64F, dz, 2, CUDA_C_64F, zw,
		CUDA_C_64F, NULL, 2, CUDA_C_64F, right, 2, CUDA_C_64F, managed<char>(1 << 20), 1 << 20, malloc(1 << 20), 1 << 20, info));
	matrix x = host(right, 2, 2, 2), d(2, 2);
	d(0, 0) = get(zw[0]), d(1, 1) = get(zw[1]);
	CHECK(distance(m * x, x * d) < 1e-13);
}

static void test_emulation()
{
	cusolverMathMode_t math;
	cudaEmulationStrategy_t strategy;
	CHECK(cusolverDnGetMathMode(handle, &math) == CUSOLVER_STATUS_SUCCESS && math == CUSOLVER_DEFAULT_MATH);
	CHECK(cusolverDnSetMathMode(handle, CUSOLVER_FP32_EMULATED_BF16X9_MATH) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnGetMathMode(handle, &math) == CUSOLVER_STATUS_SUCCESS && math == CUSOLVER_FP32_EMULATED_BF16X9_MATH);
	CHECK(cusolverDnSetMathMode(handle, (cusolverMathMode_t)77) == CUSOLVER_STATUS_INVALID_VALUE);
	CHECK(cusolverDnSetMathMode(handle, CUSOLVER_DEFAULT_MATH) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnSetEmulationStrategy(handle, CUDA_EMULATION_STRATEGY_EAGER) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnGetEmulationStrategy(handle, &strategy) == CUSOLVER_STATUS_SUCCESS && strategy == CUDA_EMULATION_STRATEGY_EAGER);
	CHECK(cusolverDnSetEmulationStrategy(handle, (cudaEmulationStrategy_t)9) == CUSOLVER_STATUS_INVALID_VALUE);
}

static void test_errors()
{
	double *a = managed<double>(16);
	CHECK(cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_LOWER, 2, CUDA_R_16F, a, 2, CUDA_R_16F, a, 1, NULL, 0, info) !=
		CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_LOWER, 2, CUDA_R_64F, a, 1, CUDA_R_64F, a, 1, NULL, 0, info) ==
		CUSOLVER_STATUS_INVALID_VALUE);
	CHECK(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_1) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnDestroyParams(params) == CUSOLVER_STATUS_SUCCESS);
}

template <typename T> void test_all()
{
	test_systems<T>();
	test_eigenvalues<T>();
	test_singular_values<T>();
	test_refined<T>();
}

int main()
{
	CHECK(cusolverDnCreate(&handle) == CUSOLVER_STATUS_SUCCESS && cusolverDnCreateParams(&params) == CUSOLVER_STATUS_SUCCESS);
	info = managed<int>(4);
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_by_parameters();
	test_general();
	test_emulation();
	test_errors();
	CHECK(cusolverDnDestroy(handle) == CUSOLVER_STATUS_SUCCESS);
	return unit_finish();
}
