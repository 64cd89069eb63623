// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE: batches of systems with three and five diagonals whose elements take turns.  The solutions are multiplied back.
#include "api/cusparse/matrices.h"

OVERLOAD(gtsvInterleavedBatch) OVERLOAD(gtsvInterleavedBatch_bufferSizeExt)
OVERLOAD(gpsvInterleavedBatch) OVERLOAD(gpsvInterleavedBatch_bufferSizeExt)

enum { BATCH = 4, DIAGONALS = 5, MIDDLE = 2 };

// Systems with diagonals `first` to DIAGONALS - 1 - first, counted from the lowest; elements outside of the matrices are large.
template <typename T> struct batch {
	int m, first;
	T *diagonals[DIAGONALS], *x;
	std::vector<matrix> a, b;
	batch(int rows, int lowest, double middle) : m(rows), first(lowest), x(managed<T>(rows * BATCH))
	{
		for (T *&diagonal : diagonals)
			diagonal = managed<T>(m * BATCH);
		for (int j = 0; j < BATCH; j++) {
			a.push_back(matrix(m, m));
			b.push_back(random_matrix<T>(m, 1, 1));
			for (int i = 0; i < m; i++) {
				matrix row = random_matrix<T>(1, DIAGONALS, 1);
				for (int k = first; k < DIAGONALS - first; k++) {
					int column = i + k - MIDDLE;
					number other = row(0, k) != 0.0 ? row(0, k) : 1; // zeros might make it singular
					number value = k == MIDDLE && middle >= 0 ? number(middle) : other;
					put(diagonals[k][i * BATCH + j], column >= 0 && column < m ? value : 1e9);
					if (column >= 0 && column < m)
						a[j](i, column) = value;
				}
				put(x[i * BATCH + j], b[j](i, 0));
			}
		}
	}
	// Whether A x is b, as far as numbers of this size can tell.
	bool is_solved() const
	{
		bool solved = true;
		for (int j = 0; j < BATCH; j++) {
			matrix found(m, 1);
			double most = 1;
			for (int i = 0; i < m; i++) {
				found(i, 0) = get(x[i * BATCH + j]);
				most = std::max(most, std::abs(found(i, 0)));
				solved &= std::isfinite(std::abs(found(i, 0)));
			}
			solved &= distance(a[j] * found, b[j]) < format<T>::tolerance * most;
		}
		return solved;
	}
};

template <typename T> void solve_three(int algorithm, int m, double middle)
{
	batch<T> s(m, 1, middle);
	T *dl = s.diagonals[1], *d = s.diagonals[2], *du = s.diagonals[3];
	size_t size = 0;
	DONE(gtsvInterleavedBatch_bufferSizeExt(handle, algorithm, m, dl, d, du, s.x, (int)BATCH, &size));
	DONE(gtsvInterleavedBatch(handle, algorithm, m, dl, d, du, s.x, (int)BATCH, managed<char>(size)));
	CHECK(s.is_solved());
}

template <typename T> void solve_five(int m, double middle)
{
	batch<T> s(m, 0, middle);
	T **d = s.diagonals;
	size_t size = 0;
	DONE(gpsvInterleavedBatch_bufferSizeExt(handle, 0, m, d[0], d[1], d[2], d[3], d[4], s.x, (int)BATCH, &size));
	DONE(gpsvInterleavedBatch(handle, 0, m, d[0], d[1], d[2], d[3], d[4], s.x, (int)BATCH, managed<char>(size)));
	CHECK(s.is_solved());
}

// Diagonals that are large, and ones that need exchanges or rotations.
template <typename T> void test_all()
{
	static const int sizes[] = { 1, 2, 3, 4, 5, 40 };
	for (int m : sizes) {
		for (int algorithm = 0; algorithm < 3; algorithm++)
			solve_three<T>(algorithm, m, 9);
		solve_five<T>(m, 17);
	}
	solve_three<T>(1, 40, -1);
	solve_three<T>(2, 40, 0);
	solve_five<T>(40, -1);
	solve_five<T>(40, 0);
}

static void test_three_errors()
{
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	double *p = managed<double>(12);
	size_t size = 0;
	CHECK(cusparseDgtsvInterleavedBatch_bufferSizeExt(NULL, 0, 3, p, p, p, p, 4, &size) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, 3, 3, p, p, p, p, 4, &size) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, 0, 0, p, p, p, p, 4, &size) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, 0, 3, p, p, p, p, -1, &size) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, 0, 3, p, p, p, p, 4, NULL) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch(NULL, 0, 3, p, p, p, p, 4, p) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDgtsvInterleavedBatch(handle, -1, 3, p, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch(handle, 3, 3, p, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch(handle, 0, 0, p, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch(handle, 0, 3, p, p, p, p, -1, p) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch(handle, 0, 3, NULL, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch(handle, 0, 3, p, NULL, p, p, 4, p) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch(handle, 0, 3, p, p, NULL, p, 4, p) == invalid);
	CHECK(cusparseDgtsvInterleavedBatch(handle, 0, 3, p, p, p, NULL, 4, p) == invalid);
}

static void test_five_errors()
{
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	double *p = managed<double>(12);
	size_t size = 0;
	CHECK(cusparseDgpsvInterleavedBatch_bufferSizeExt(NULL, 0, 3, p, p, p, p, p, p, 4, &size) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDgpsvInterleavedBatch_bufferSizeExt(handle, 1, 3, p, p, p, p, p, p, 4, &size) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch_bufferSizeExt(handle, 0, 0, p, p, p, p, p, p, 4, &size) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch_bufferSizeExt(handle, 0, 3, p, p, p, p, p, p, -1, &size) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch_bufferSizeExt(handle, 0, 3, p, p, p, p, p, p, 4, NULL) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(NULL, 0, 3, p, p, p, p, p, p, 4, p) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 1, 3, p, p, p, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 0, 0, p, p, p, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 0, 3, p, p, p, p, p, p, -1, p) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 0, 3, NULL, p, p, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 0, 3, p, NULL, p, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 0, 3, p, p, NULL, p, p, p, 4, p) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 0, 3, p, p, p, NULL, p, p, 4, p) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 0, 3, p, p, p, p, NULL, p, 4, p) == invalid);
	CHECK(cusparseDgpsvInterleavedBatch(handle, 0, 3, p, p, p, p, p, NULL, 4, p) == invalid);
}

int main()
{
	DONE(cusparseCreate(&handle));
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_three_errors();
	test_five_errors();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
