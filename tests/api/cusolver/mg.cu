// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusolverMg
// RUNS: ANYWARP_DEVICES=1,2
//
// cusolverMg: solutions by LU and Cholesky, inverses and eigenvalues of parts of matrices whose tiles of columns lie on all devices.
#include <cusolverMg.h>

#include "api/cusolver/dense.h"

enum { N = 45, TILE = 7, RIGHT = 5, EDGE = 3 }; // the parts begin EDGE rows and columns within their matrices

static cusolverMgHandle_t mg;
static cudaLibMgGrid_t grid;
static int count;
static std::vector<int> devices;

// A matrix with an edge around it, dealt to the devices.
template <typename T> struct dealt {
	int rows, cols;
	cudaLibMgMatrixDesc_t desc;
	std::vector<T *> arrays;
	std::vector<int *> pivots;
	dealt(const matrix &a) : rows(a.rows + EDGE + 1), cols(a.cols + EDGE + 1), arrays(count), pivots(count)
	{
		int tiles = (cols + TILE - 1) / TILE;
		CHECK(cusolverMgCreateMatrixDesc(&desc, rows, cols, rows, TILE, format<T>::type, grid) == CUSOLVER_STATUS_SUCCESS);
		for (int d = 0; d < count; d++) {
			arrays[d] = managed<T>((size_t)rows * TILE * ((tiles + count - 1) / count));
			pivots[d] = managed<int>(TILE * ((tiles + count - 1) / count));
		}
		for (int j = 0; j < cols; j++)
			for (int i = 0; i < rows; i++)
				put(at(i, j), is_edge(i, j) ? number(99) : a(i - EDGE, j - EDGE));
	}
	bool is_edge(int i, int j) const { return i < EDGE || j < EDGE || i == rows - 1 || j == cols - 1; }
	T &at(int i, int j) { return arrays[j / TILE % count][i + (size_t)(j / TILE / count * TILE + j % TILE) * rows]; }
	matrix part()
	{
		matrix a(rows - EDGE - 1, cols - EDGE - 1);
		for (int j = 0; j < cols; j++)
			for (int i = 0; i < rows; i++)
				if (is_edge(i, j))
					CHECK(get(at(i, j)) == number(99)); // isn't touched
				else
					a(i - EDGE, j - EDGE) = get(at(i, j));
		return a;
	}
};
#define PART(m) (void **)m.arrays.data(), EDGE + 1, EDGE + 1, m.desc

template <typename T> matrix random_numbers(int m, int n)
{
	matrix a(m, n);
	for (number &x : a.at)
		x = number((rand() % 33 - 16) / 8.0, format<T>::is_complex ? (rand() % 33 - 16) / 8.0 : 0);
	return a;
}

static matrix adjoint_of(const matrix &a)
{
	matrix b(a.cols, a.rows);
	for (int i = 0; i < a.rows; i++)
		for (int j = 0; j < a.cols; j++)
			b(j, i) = std::conj(a(i, j));
	return b;
}

static double apart(const matrix &a, const matrix &b)
{
	double most = 0;
	for (size_t i = 0; i < a.at.size(); i++)
		most = std::max(most, std::abs(a.at[i] - b.at[i]));
	return most;
}

#define WORKS(...) CHECK((__VA_ARGS__) == CUSOLVER_STATUS_SUCCESS)

template <typename T> void test(double tolerance)
{
	const cudaDataType type = format<T>::type;
	matrix a = random_numbers<T>(N, N), x = random_numbers<T>(N, RIGHT);
	int info = -1;
	int64_t size = 0;
	void **work = (void **)calloc((size_t)count, sizeof(void *));

	// LU: A X = B and A^H X = B.
	for (int i = 0; i < N; i++)
		a(i, (i + 1) % N) += 20; // far from the diagonal, so that pivots matter
	dealt<T> da(a), db(a * x), dh(adjoint_of(a) * x);
	WORKS(cusolverMgGetrf_bufferSize(mg, N, N, PART(da), da.pivots.data(), type, &size));
	CHECK(size > 0);
	WORKS(cusolverMgGetrf(mg, N, N, PART(da), da.pivots.data(), type, work, size, &info));
	CHECK(info == 0);
	WORKS(cusolverMgGetrs_bufferSize(mg, CUBLAS_OP_N, N, RIGHT, PART(da), da.pivots.data(), PART(db), type, &size));
	WORKS(cusolverMgGetrs(mg, CUBLAS_OP_N, N, RIGHT, PART(da), da.pivots.data(), PART(db), type, work, size, &info));
	CHECK(info == 0 && apart(db.part(), x) < tolerance);
	WORKS(cusolverMgGetrs(mg, CUBLAS_OP_C, N, RIGHT, PART(da), da.pivots.data(), PART(dh), type, work, size, &info));
	CHECK(info == 0 && apart(dh.part(), x) < tolerance);

	// Cholesky of A^H A + 20: a solution, then the inverse's lower triangle.
	matrix s = adjoint_of(a) * a;
	for (int i = 0; i < N; i++)
		s(i, i) += 20;
	dealt<T> ds(s), dx(s * x);
	WORKS(cusolverMgPotrf_bufferSize(mg, CUBLAS_FILL_MODE_LOWER, N, PART(ds), type, &size));
	WORKS(cusolverMgPotrf(mg, CUBLAS_FILL_MODE_LOWER, N, PART(ds), type, work, size, &info));
	CHECK(info == 0);
	WORKS(cusolverMgPotrs_bufferSize(mg, CUBLAS_FILL_MODE_LOWER, N, RIGHT, PART(ds), PART(dx), type, &size));
	WORKS(cusolverMgPotrs(mg, CUBLAS_FILL_MODE_LOWER, N, RIGHT, PART(ds), PART(dx), type, work, size, &info));
	CHECK(info == 0 && apart(dx.part(), x) < tolerance);
	WORKS(cusolverMgPotri_bufferSize(mg, CUBLAS_FILL_MODE_LOWER, N, PART(ds), type, &size));
	WORKS(cusolverMgPotri(mg, CUBLAS_FILL_MODE_LOWER, N, PART(ds), type, work, size, &info));
	matrix inverse = ds.part(), one(N, N);
	for (int i = 0; i < N; i++) {
		one(i, i) = 1;
		for (int j = i + 1; j < N; j++)
			inverse(i, j) = std::conj(inverse(j, i));
	}
	CHECK(info == 0 && apart(s * inverse, one) < tolerance);

	// Eigenvalues and vectors: S V = V diag(w).
	dealt<T> de(s);
	std::vector<typename format<T>::real> w(N);
	WORKS(cusolverMgSyevd_bufferSize(mg, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, N, PART(de), w.data(), format<T>::real_type, type, &size));
	WORKS(cusolverMgSyevd(mg, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, N, PART(de), w.data(), format<T>::real_type, type, work, size, &info));
	matrix v = de.part(), scaled = v;
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++)
			scaled(i, j) *= (double)w[j];
	CHECK(info == 0 && apart(s * v, scaled) < tolerance * 1e4 && apart(adjoint_of(v) * v, one) < tolerance && w[0] > 0 && w[0] <= w[N - 1]);

	// Not positive; a part that reaches over the edge; another format.
	s(4, 4) = -1e6;
	dealt<T> bad(s);
	WORKS(cusolverMgPotrf(mg, CUBLAS_FILL_MODE_UPPER, N, PART(bad), type, work, size, &info));
	CHECK(info == 5);
	CHECK(cusolverMgPotrf(mg, CUBLAS_FILL_MODE_LOWER, N + 2, PART(bad), type, work, size, &info) == CUSOLVER_STATUS_INVALID_VALUE);
	CHECK(cusolverMgPotrf(mg, CUBLAS_FILL_MODE_LOWER, N, PART(bad), CUDA_R_16F, work, size, &info) == CUSOLVER_STATUS_INVALID_VALUE);
	WORKS(cusolverMgDestroyMatrixDesc(bad.desc));
	free(work);
}

int main()
{
	CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
	for (int i = 0; i < count; i++)
		devices.push_back(i);
	int none = count;
	WORKS(cusolverMgCreate(&mg));
	CHECK(cusolverMgDeviceSelect(mg, 1, &none) == CUSOLVER_STATUS_INVALID_VALUE);
	WORKS(cusolverMgDeviceSelect(mg, count, devices.data()));
	CHECK(cusolverMgCreateDeviceGrid(&grid, 2, count, devices.data(), CUDALIBMG_GRID_MAPPING_COL_MAJOR) == CUSOLVER_STATUS_INVALID_VALUE);
	WORKS(cusolverMgCreateDeviceGrid(&grid, 1, count, devices.data(), CUDALIBMG_GRID_MAPPING_COL_MAJOR));
	test<float>(2e-3);
	test<double>(1e-10);
	test<cuComplex>(2e-3);
	test<cuDoubleComplex>(1e-10);
	WORKS(cusolverMgDestroyGrid(grid));
	WORKS(cusolverMgDestroy(mg));
	CHECK(cusolverMgDestroy(nullptr) == CUSOLVER_STATUS_NOT_INITIALIZED);
	return unit_finish();
}
