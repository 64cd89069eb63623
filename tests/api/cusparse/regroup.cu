// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE: matrices of blocks of one size from those of another, by rows included; rows whose columns don't ascend, put in order and back.
#include "api/cusparse/matrices.h"

OVERLOAD(csr2bsr) OVERLOAD(bsr2csr) OVERLOAD(csr2gebsr) OVERLOAD(csr2gebsr_bufferSize) OVERLOAD(csr2gebsr_bufferSizeExt)
OVERLOAD(gebsr2csr) OVERLOAD(gebsr2gebsr) OVERLOAD(gebsr2gebsr_bufferSize) OVERLOAD(gebsr2gebsr_bufferSizeExt)
OVERLOAD(csru2csr) OVERLOAD(csru2csr_bufferSizeExt) OVERLOAD(csr2csru)

enum { M = 12, N = 18 };
static const cusparseDirection_t by_rows = CUSPARSE_DIRECTION_ROW;
static const cusparseDirection_t directions[] = { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };

static cusparseMatDescr_t describe(int base)
{
	cusparseMatDescr_t description;
	DONE(cusparseCreateMatDescr(&description));
	DONE(cusparseSetMatIndexBase(description, (cusparseIndexBase_t)base));
	return description;
}

// Room for a matrix of blocks.
template <typename T> struct grid {
	int mb, height, width, base, nnz = 0;
	cusparseDirection_t direction;
	int *offsets, *columns;
	T *values;
	cusparseMatDescr_t description;
	grid(int m, int n, int h, int w, int from, cusparseDirection_t order) : mb((m + h - 1) / h), height(h), width(w), base(from),
		direction(order), offsets(managed<int>(mb + 1)), columns(managed<int>(mb * ((n + w - 1) / w))),
		values(managed<T>((size_t)(m + h) * (n + w))), description(describe(from)) {}
	matrix dense(int m, int n) const
	{
		matrix a(m, n);
		for (int i = 0; i < mb; i++)
			for (int at = offsets[i] - base; at < offsets[i + 1] - base; at++)
				for (int k = 0; k < height * width; k++) {
					int r = direction == by_rows ? k / width : k % height, c = direction == by_rows ? k % width : k / height;
					int row = i * height + r, column = (columns[at] - base) * width + c;
					number value = get(values[(size_t)at * height * width + k]);
					if (row < m && column < n)
						a(row, column) = value;
					else
						CHECK(value == 0.0);
				}
		return a;
	}
	// No block is without elements, and columns ascend.
	bool is_tight(const matrix &a) const
	{
		for (int i = 0; i < mb; i++)
			for (int at = offsets[i] - base; at < offsets[i + 1] - base; at++) {
				double most = 0;
				for (int k = 0; k < height * width; k++)
					most = std::max(most, std::abs(get(values[(size_t)at * height * width + k])));
				if (most == 0 || (at > offsets[i] - base && columns[at] <= columns[at - 1]))
					return false;
			}
		return offsets[mb] - base == nnz && distance(dense(a.rows, a.cols), a) == 0;
	}
};

template <typename T> void test_square(int dim, cusparseDirection_t direction, int base, bool on_device)
{
	matrix a = random_matrix<T>(M, M - 1, 5);
	for (int j = 0; j < M - 1; j++)
		a(2, j) = 0;
	sparse<T> m(a, base), back(matrix(M + dim, M + dim), 1 - base);
	grid<T> b(M, M - 1, dim, dim, 1 - base, direction);
	int *all = managed<int>(1), on_host = -1;
	DONE(cusparseSetPointerMode(handle, on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
	DONE(cusparseXcsr2bsrNnz(handle, direction, M, M - 1, m.description, m.offsets, m.columns, dim, b.description, b.offsets,
		on_device ? all : &on_host));
	DONE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
	b.nnz = on_device ? *all : on_host;
	DONE(csr2bsr(handle, direction, (int)M, M - 1, m.description, m.values, m.offsets, m.columns, dim, b.description, b.values, b.offsets,
		b.columns));
	CHECK(b.is_tight(a));
	// The way back makes elements of a block's zeros.
	int mb = (M + dim - 1) / dim, nb = (M - 1 + dim - 1) / dim;
	sparse<T> wide(matrix(mb * dim, nb * dim), base);
	DONE(bsr2csr(handle, direction, mb, nb, b.description, b.values, b.offsets, b.columns, dim, wide.description, wide.values, wide.offsets,
		wide.columns));
	matrix found = wide.dense();
	CHECK(wide.offsets[mb * dim] - base == b.nnz * dim * dim);
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M - 1; j++)
			CHECK(found(i, j) == a(i, j));
}

template <typename T> void test_any(int height, int width, cusparseDirection_t direction, int base)
{
	matrix a = random_matrix<T>(M, N, 6);
	sparse<T> m(a, base);
	grid<T> b(M, N, height, width, 1 - base, direction), c(M, N, 4, 3, base, direction);
	int size = 0;
	size_t longer = 0;
	DONE(csr2gebsr_bufferSize(handle, direction, (int)M, (int)N, m.description, m.values, m.offsets, m.columns, height, width, &size));
	DONE(csr2gebsr_bufferSizeExt(handle, direction, (int)M, (int)N, m.description, m.values, m.offsets, m.columns, height, width, &longer));
	CHECK(size > 0 && longer >= (size_t)size);
	char *buffer = managed<char>(longer);
	DONE(cusparseXcsr2gebsrNnz(handle, direction, M, N, m.description, m.offsets, m.columns, b.description, b.offsets, height, width,
		&b.nnz, buffer));
	DONE(csr2gebsr(handle, direction, (int)M, (int)N, m.description, m.values, m.offsets, m.columns, b.description, b.values, b.offsets,
		b.columns, height, width, buffer));
	CHECK(b.is_tight(a));
	int mb = (M + height - 1) / height, nb = (N + width - 1) / width;
	if (M % height || N % width)
		return;
	DONE(gebsr2gebsr_bufferSize(handle, direction, mb, nb, b.nnz, b.description, b.values, b.offsets, b.columns, height, width, 4, 3, &size));
	DONE(gebsr2gebsr_bufferSizeExt(handle, direction, mb, nb, b.nnz, b.description, b.values, b.offsets, b.columns, height, width, 4, 3,
		&longer));
	char *other = managed<char>(longer);
	DONE(cusparseXgebsr2gebsrNnz(handle, direction, mb, nb, b.nnz, b.description, b.offsets, b.columns, height, width, c.description,
		c.offsets, 4, 3, &c.nnz, other));
	DONE(gebsr2gebsr(handle, direction, mb, nb, b.nnz, b.description, b.values, b.offsets, b.columns, height, width, c.description, c.values,
		c.offsets, c.columns, 4, 3, other));
	CHECK(c.offsets[3] - base == c.nnz && distance(c.dense(M, N), a) == 0);
	sparse<T> pattern(matrix(M, N), 1 - base), elements(matrix(M, N), 1 - base);
	DONE(cusparseXgebsr2csr(handle, direction, mb, nb, b.description, b.offsets, b.columns, height, width, pattern.description,
		pattern.offsets, pattern.columns));
	DONE(gebsr2csr(handle, direction, mb, nb, b.description, b.values, b.offsets, b.columns, height, width, elements.description,
		elements.values, elements.offsets, elements.columns));
	int count = b.nnz * height * width;
	CHECK(elements.offsets[M] == count + 1 - base && distance(elements.dense(), a) == 0);
	CHECK(std::equal(pattern.offsets, pattern.offsets + M + 1, elements.offsets));
	CHECK(std::equal(pattern.columns, pattern.columns + count, elements.columns));
}

template <typename T> void test_order(int base)
{
	matrix a = random_matrix<T>(M, N, 3);
	sparse<T> m(a, base);
	std::vector<int> columns(m.columns, m.columns + m.nnz);
	for (int i = 0; i < M; i++) // turns each row round
		for (int low = m.offsets[i] - base, high = m.offsets[i + 1] - base - 1; low < high; low++, high--) {
			std::swap(m.columns[low], m.columns[high]);
			std::swap(m.values[low], m.values[high]);
		}
	std::vector<int> before(m.columns, m.columns + m.nnz);
	csru2csrInfo_t info;
	size_t size = 0;
	DONE(cusparseCreateCsru2csrInfo(&info));
	DONE(csru2csr_bufferSizeExt(handle, (int)M, (int)N, m.nnz, m.values, m.offsets, m.columns, info, &size));
	char *buffer = managed<char>(size);
	DONE(csru2csr(handle, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, info, buffer));
	CHECK(std::equal(columns.begin(), columns.end(), m.columns) && distance(m.dense(), a) == 0);
	for (int at = 0; at < m.nnz; at++)
		put(m.values[at], get(m.values[at]) * 2.0);
	DONE(csr2csru(handle, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, info, buffer));
	for (number &x : a.at)
		x *= 2.0;
	CHECK(std::equal(before.begin(), before.end(), m.columns) && distance(m.dense(), a) == 0);
	DONE(cusparseDestroyCsru2csrInfo(info));
}

static void test_errors()
{
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	const cusparseDirection_t none = (cusparseDirection_t)7;
	sparse<double> m(random_matrix<double>(M, N, 3), 0);
	grid<double> b(M, N, 2, 2, 0, by_rows);
	cusparseMatDescr_t d = m.description, e = b.description;
	int *o = m.offsets, *c = m.columns, *p = b.offsets, *q = b.columns, all;
	double *v = m.values, *w = b.values;
	CHECK(cusparseXcsr2bsrNnz(NULL, by_rows, M, N, d, o, c, 2, e, p, &all) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseXcsr2bsrNnz(handle, none, M, N, d, o, c, 2, e, p, &all) == invalid);
	CHECK(cusparseXcsr2bsrNnz(handle, by_rows, -1, N, d, o, c, 2, e, p, &all) == invalid);
	CHECK(cusparseXcsr2bsrNnz(handle, by_rows, M, N, d, o, c, 0, e, p, &all) == invalid);
	CHECK(cusparseXcsr2bsrNnz(handle, by_rows, M, N, NULL, o, c, 2, e, p, &all) == invalid);
	CHECK(cusparseXcsr2bsrNnz(handle, by_rows, M, N, d, NULL, c, 2, e, p, &all) == invalid);
	CHECK(cusparseXcsr2bsrNnz(handle, by_rows, M, N, d, o, NULL, 2, e, p, &all) == invalid);
	CHECK(cusparseXcsr2bsrNnz(handle, by_rows, M, N, d, o, c, 2, e, NULL, &all) == invalid);
	CHECK(cusparseDcsr2bsr(handle, by_rows, M, N, d, v, o, c, 2, NULL, w, p, q) == invalid);
	CHECK(cusparseDcsr2bsr(handle, by_rows, M, N, d, NULL, o, c, 2, e, w, p, q) == invalid);
	CHECK(cusparseDcsr2bsr(handle, by_rows, M, N, d, v, o, c, 2, e, w, p, NULL) == invalid);
	CHECK(cusparseDcsr2gebsr(handle, by_rows, M, N, d, v, o, c, e, w, p, q, 2, 0, w) == invalid);
	CHECK(cusparseDcsr2gebsr_bufferSize(handle, by_rows, M, N, d, v, o, c, 2, 0, &all) == invalid);
	CHECK(cusparseDgebsr2gebsr(handle, by_rows, M, N, -1, d, v, o, c, 1, 1, e, w, p, q, 2, 2, w) == invalid);
	csru2csrInfo_t info;
	CHECK(cusparseCreateCsru2csrInfo(NULL) == invalid);
	DONE(cusparseCreateCsru2csrInfo(&info));
	CHECK(cusparseDcsr2csru(handle, M, N, m.nnz, d, v, o, c, info, w) == invalid);
	DONE(cusparseDestroyCsru2csrInfo(info));
	CHECK(cusparseDcsru2csr(handle, M, N, m.nnz, d, v, o, c, NULL, w) == invalid);
	DONE(cusparseSetMatType(e, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
	CHECK(cusparseDcsr2bsr(handle, by_rows, M, N, d, v, o, c, 2, e, w, p, q) == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
}

template <typename T> void test_all()
{
	for (int base = 0; base < 2; base++) {
		for (cusparseDirection_t direction : directions) {
			test_square<T>(3, direction, base, false);
			test_square<T>(5, direction, base, true);
			test_any<T>(2, 3, direction, base);
			test_any<T>(3, 6, direction, base);
			test_any<T>(5, 4, direction, base);
		}
		test_order<T>(base);
	}
}

int main()
{
	DONE(cusparseCreate(&handle));
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_errors();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
