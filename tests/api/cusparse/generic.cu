// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE's generic interface: products of matrices by rows, columns and coordinates with vectors and dense matrices,
// triangular systems, sparse vectors, and conversions, against a dense matrix.
#include <cusparse_v2.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "api/support/numbers.h"

// Not all GPUs let the host touch managed memory while they work.
#define DONE(...) CHECK((__VA_ARGS__) == CUSPARSE_STATUS_SUCCESS && cudaDeviceSynchronize() == cudaSuccess)

enum { ROWS = 40, COLS = 30, RIGHT = 5 };
static cusparseHandle_t handle;

template <typename T> struct format;
template <> struct format<float> { static const cudaDataType type = CUDA_R_32F; };
template <> struct format<double> { static const cudaDataType type = CUDA_R_64F; };

template <typename T> T *numbers(size_t count)
{
	T *data = managed<T>(count);
	for (size_t i = 0; i < count; i++)
		data[i] = T(rand() % 17 - 8) / 4;
	return data;
}

// A dense matrix by columns with many zeros, and its forms.
template <typename T> struct matrix {
	int rows, cols, nnz = 0;
	T *dense, *values, *turned_values;
	int *offsets, *columns, *row_indices, *column_offsets, *turned_rows;
	cusparseSpMatDescr_t csr, csc, coo;
	matrix(int m, int n, int base) : rows(m), cols(n), dense(numbers<T>(m * n))
	{
		cusparseIndexBase_t b = (cusparseIndexBase_t)base;
		values = managed<T>(m * n), turned_values = managed<T>(m * n);
		offsets = managed<int>(m + 1), columns = managed<int>(m * n), row_indices = managed<int>(m * n);
		column_offsets = managed<int>(n + 1), turned_rows = managed<int>(m * n);
		for (int i = 0; i < m; i++) {
			offsets[i] = nnz + base;
			for (int j = 0; j < n; j++) {
				if (i != j && (i * 7 + j * 3) % 5)
					dense[i + j * m] = 0;
				if (dense[i + j * m] == 0 && i != j)
					continue;
				dense[i + j * m] += i == j ? T(20) : T(0);
				values[nnz] = dense[i + j * m];
				row_indices[nnz] = i + base;
				columns[nnz++] = j + base;
			}
		}
		offsets[m] = nnz + base;
		size_t size = 0;
		DONE(cusparseCsr2cscEx2_bufferSize(handle, m, n, nnz, values, offsets, columns, turned_values, column_offsets, turned_rows,
			format<T>::type, CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG1, &size));
		void *buffer = managed<char>(size);
		DONE(cusparseCsr2cscEx2(handle, m, n, nnz, values, offsets, columns, turned_values, column_offsets, turned_rows,
			format<T>::type, CUSPARSE_ACTION_NUMERIC, b, CUSPARSE_CSR2CSC_ALG1, buffer));
		cudaFree(buffer);
		DONE(cusparseCreateCsr(&csr, m, n, nnz, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b, format<T>::type));
		DONE(cusparseCreateCsc(&csc, m, n, nnz, column_offsets, turned_rows, turned_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, b,
			format<T>::type));
		DONE(cusparseCreateCoo(&coo, m, n, nnz, row_indices, columns, values, CUSPARSE_INDEX_32I, b, format<T>::type));
	}
	~matrix()
	{
		cusparseDestroySpMat(csr), cusparseDestroySpMat(csc), cusparseDestroySpMat(coo);
		cudaFree(dense), cudaFree(values), cudaFree(turned_values), cudaFree(offsets), cudaFree(columns), cudaFree(row_indices);
		cudaFree(column_offsets), cudaFree(turned_rows);
	}
	double at(bool turned, int i, int j) const { return (double)(turned ? dense[j + i * rows] : dense[i + j * rows]); }
};

template <typename T> bool close(const T *got, const std::vector<double> &wanted)
{
	for (size_t i = 0; i < wanted.size(); i++)
		if (!(std::fabs((double)got[i] - wanted[i]) <= (sizeof(T) == 8 ? 1e-12 : 1e-5) * (1 + std::fabs(wanted[i])))) {
			fprintf(stderr, "element %zu: %g, not %g\n", i, (double)got[i], wanted[i]);
			return false;
		}
	return true;
}

template <typename T> void products(int base)
{
	matrix<T> a(ROWS, COLS, base);
	for (bool turned : { false, true }) {
		cusparseOperation_t op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
		int rows = turned ? COLS : ROWS, inner = turned ? ROWS : COLS;
		for (cusparseSpMatDescr_t form : { a.csr, a.csc, a.coo }) {
			T *x = numbers<T>(inner * RIGHT), *y = numbers<T>(rows * RIGHT), alpha = 2, beta = 3;
			std::vector<double> wanted(y, y + rows * RIGHT);
			for (int k = 0; k < RIGHT; k++)
				for (int i = 0; i < rows; i++) {
					double sum = 0;
					for (int j = 0; j < inner; j++)
						sum += a.at(turned, i, j) * (double)x[j + k * inner];
					wanted[i + k * rows] = 2 * sum + 3 * wanted[i + k * rows];
				}
			cusparseDnVecDescr_t vx, vy;
			cusparseDnMatDescr_t mx, my;
			size_t size = 0;
			DONE(cusparseCreateDnVec(&vx, inner, x, format<T>::type));
			DONE(cusparseCreateDnVec(&vy, rows, y, format<T>::type));
			DONE(cusparseSpMV_bufferSize(handle, op, &alpha, form, vx, &beta, vy, format<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, &size));
			char *buffer = managed<char>(size);
			DONE(cusparseSpMV(handle, op, &alpha, form, vx, &beta, vy, format<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
			cudaFree(buffer);
			CHECK(close(y, std::vector<double>(wanted.begin(), wanted.begin() + rows)));
			T *rest = y + rows, *right = x + inner;
			DONE(cusparseCreateDnMat(&mx, inner, RIGHT - 1, inner, right, format<T>::type, CUSPARSE_ORDER_COL));
			DONE(cusparseCreateDnMat(&my, rows, RIGHT - 1, rows, rest, format<T>::type, CUSPARSE_ORDER_COL));
			DONE(cusparseSpMM_bufferSize(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, form, mx, &beta, my, format<T>::type,
				CUSPARSE_SPMM_ALG_DEFAULT, &size));
			buffer = managed<char>(size);
			DONE(cusparseSpMM(handle, op, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, form, mx, &beta, my, format<T>::type,
				CUSPARSE_SPMM_ALG_DEFAULT, buffer));
			CHECK(close(rest, std::vector<double>(wanted.begin() + rows, wanted.end())));
			cusparseDestroyDnVec(vx), cusparseDestroyDnVec(vy), cusparseDestroyDnMat(mx), cusparseDestroyDnMat(my);
			cudaFree(x), cudaFree(y), cudaFree(buffer);
		}
	}
}

template <typename T> void systems()
{
	matrix<T> a(COLS, COLS, 0);
	for (cusparseSpMatDescr_t form : { a.csr, a.coo })
		for (bool turned : { false, true })
			for (cusparseFillMode_t fill : { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER })
				for (cusparseDiagType_t diag : { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT }) {
					cusparseOperation_t op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
					T *x = numbers<T>(COLS), *y = numbers<T>(COLS), alpha = 2;
					std::vector<double> right(COLS);
					bool lower = fill == CUSPARSE_FILL_MODE_LOWER, unit = diag == CUSPARSE_DIAG_TYPE_UNIT;
					auto entry = [&](int i, int j) { // of op of the triangle
						int r = turned ? j : i, c = turned ? i : j;
						return r == c ? unit ? 1. : a.at(false, r, c) : (lower ? r > c : r < c) ? a.at(false, r, c) / (unit ? 1 : 1) : 0.;
					};
					DONE(cusparseSpMatSetAttribute(form, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
					DONE(cusparseSpMatSetAttribute(form, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof(diag)));
					// Right sides of a solution of small numbers.
					for (int i = 0; i < COLS; i++) {
						right[i] = (double)(float)y[i];
						double sum = 0;
						for (int j = 0; j < COLS; j++)
							sum += entry(i, j) * (double)y[j];
						x[i] = T(sum / 2);
					}
					cusparseDnVecDescr_t vx, vy;
					cusparseSpSVDescr_t solver;
					size_t size = 0;
					T *z = numbers<T>(COLS);
					DONE(cusparseCreateDnVec(&vx, COLS, x, format<T>::type));
					DONE(cusparseCreateDnVec(&vy, COLS, z, format<T>::type));
					DONE(cusparseSpSV_createDescr(&solver));
					DONE(cusparseSpSV_bufferSize(handle, op, &alpha, form, vx, vy, format<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solver, &size));
					char *buffer = managed<char>(size);
					DONE(cusparseSpSV_analysis(handle, op, &alpha, form, vx, vy, format<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solver, buffer));
					DONE(cusparseSpSV_solve(handle, op, &alpha, form, vx, vy, format<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solver));
					double worst = 0; // the residual: without the diagonal the system is a bad one
					for (int i = 0; i < COLS; i++) {
						double sum = 0, most = 1;
						for (int j = 0; j < COLS; j++) {
							sum += entry(i, j) * (double)z[j];
							most += std::fabs(entry(i, j) * (double)z[j]);
						}
						worst = std::fmax(worst, std::fabs(sum - 2 * (double)x[i]) / most);
					}
					CHECK(worst < (sizeof(T) == 8 ? 1e-12 : 1e-5));
					cusparseSpSV_destroyDescr(solver), cusparseDestroyDnVec(vx), cusparseDestroyDnVec(vy);
					cudaFree(x), cudaFree(y), cudaFree(z), cudaFree(buffer);
				}
}

static void conversions()
{
	matrix<float> a(ROWS, COLS, 1);
	float *dense = numbers<float>(ROWS * COLS);
	cusparseDnMatDescr_t d;
	size_t size = 0;
	DONE(cusparseCreateDnMat(&d, ROWS, COLS, ROWS, dense, CUDA_R_32F, CUSPARSE_ORDER_COL));
	DONE(cusparseSparseToDense_bufferSize(handle, a.csr, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
	char *buffer = managed<char>(size);
	DONE(cusparseSparseToDense(handle, a.csr, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer));
	cudaFree(buffer);
	CHECK(close(dense, std::vector<double>(a.dense, a.dense + ROWS * COLS)));

	int *offsets = managed<int>(ROWS + 1), *columns = managed<int>(a.nnz);
	float *values = managed<float>(a.nnz);
	cusparseSpMatDescr_t s;
	int64_t rows, cols, nnz;
	DONE(cusparseCreateCsr(&s, ROWS, COLS, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE,
		CUDA_R_32F));
	DONE(cusparseDenseToSparse_bufferSize(handle, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
	buffer = managed<char>(size);
	DONE(cusparseDenseToSparse_analysis(handle, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
	DONE(cusparseSpMatGetSize(s, &rows, &cols, &nnz));
	CHECK(rows == ROWS && cols == COLS && nnz <= a.nnz);
	DONE(cusparseCsrSetPointers(s, offsets, columns, values));
	DONE(cusparseDenseToSparse_convert(handle, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
	bool good = nnz == a.nnz;
	for (int i = 0; good && i < nnz; i++)
		good = columns[i] == a.columns[i] && values[i] == a.values[i];
	CHECK(good && offsets[ROWS] == a.offsets[ROWS]);
	cusparseDestroyDnMat(d), cusparseDestroySpMat(s);
	cudaFree(dense), cudaFree(offsets), cudaFree(columns), cudaFree(values), cudaFree(buffer);
}

static void vectors()
{
	float *y = managed<float>(6), *x = managed<float>(3), alpha = 2, beta = 10;
	int *indices = managed<int>(3);
	for (int i = 0; i < 6; i++)
		y[i] = (float)i;
	for (int i = 0; i < 3; i++)
		x[i] = 1, indices[i] = 2 * i;
	cusparseSpVecDescr_t s;
	cusparseDnVecDescr_t d;
	DONE(cusparseCreateSpVec(&s, 6, 3, indices, x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	DONE(cusparseCreateDnVec(&d, 6, y, CUDA_R_32F));
	DONE(cusparseAxpby(handle, &alpha, s, &beta, d));
	CHECK(close(y, { 2, 10, 22, 30, 42, 50 }));
	DONE(cusparseGather(handle, d, s));
	CHECK(close(x, { 2, 22, 42 }));
	x[1] = 7;
	DONE(cusparseScatter(handle, s, d));
	CHECK(close(y, { 2, 10, 7, 30, 42, 50 }));
	cusparseDestroySpVec(s), cusparseDestroyDnVec(d);
	cudaFree(x), cudaFree(y), cudaFree(indices);
}

static void objects()
{
	cusparseMatDescr_t description;
	int version = 0;
	DONE(cusparseGetVersion(handle, &version));
	CHECK(version >= 11000);
	DONE(cusparseCreateMatDescr(&description));
	DONE(cusparseSetMatType(description, CUSPARSE_MATRIX_TYPE_GENERAL));
	DONE(cusparseSetMatIndexBase(description, CUSPARSE_INDEX_BASE_ONE));
	CHECK(cusparseGetMatIndexBase(description) == CUSPARSE_INDEX_BASE_ONE);
	DONE(cusparseDestroyMatDescr(description));
	CHECK(cusparseSetStream(nullptr, 0) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(*cusparseGetErrorString(CUSPARSE_STATUS_ZERO_PIVOT));
}

int main()
{
	DONE(cusparseCreate(&handle));
	products<float>(0);
	products<double>(1);
	systems<double>();
	conversions();
	vectors();
	objects();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
