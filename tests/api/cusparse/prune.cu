// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE: matrices of what is above a threshold or a percentage, colours of rows, and the log of calls.
#include "api/cusparse/matrices.h"

#include <cuda_fp16.h>

#define REAL(name) \
	template <typename... W> auto name(W... words) -> decltype(cusparseH##name(words...)) { return cusparseH##name(words...); } \
	template <typename... W> auto name(W... words) -> decltype(cusparseS##name(words...)) { return cusparseS##name(words...); } \
	template <typename... W> auto name(W... words) -> decltype(cusparseD##name(words...)) { return cusparseD##name(words...); }
REAL(pruneDense2csr) REAL(pruneDense2csrNnz) REAL(pruneDense2csr_bufferSizeExt)
REAL(pruneDense2csrByPercentage) REAL(pruneDense2csrNnzByPercentage) REAL(pruneDense2csrByPercentage_bufferSizeExt)
REAL(pruneCsr2csr) REAL(pruneCsr2csrNnz) REAL(pruneCsr2csr_bufferSizeExt)
REAL(pruneCsr2csrByPercentage) REAL(pruneCsr2csrNnzByPercentage) REAL(pruneCsr2csrByPercentage_bufferSizeExt)
OVERLOAD(csrcolor)

static number get(__half x) { return __half2float(x); }
static void put(__half &to, number x) { to = __float2half((float)x.real()); }

enum { M = 19, N = 13, LD = 21 };

// What is left of the matrix.
static matrix above(const matrix &a, double threshold)
{
	matrix left(a.rows, a.cols);
	for (size_t i = 0; i < a.at.size(); i++)
		left.at[i] = std::abs(a.at[i]) > threshold ? a.at[i] : 0;
	return left;
}

// The largest of this share of the smallest absolute values; of a sparse matrix zeros don't count.
static double threshold_of(const matrix &a, float percentage, bool dense)
{
	std::vector<double> sizes;
	for (number x : a.at)
		if (dense || x != 0.0)
			sizes.push_back(std::abs(x));
	std::sort(sizes.begin(), sizes.end());
	int position = (int)std::ceil(sizes.size() * (percentage / 100)) - 1;
	return sizes[std::max(0, std::min(position, (int)sizes.size() - 1))];
}

template <typename T> struct rows {
	int m, n, base, nnz = 0;
	int *offsets, *columns;
	T *values;
	cusparseMatDescr_t description;
	rows(const matrix &a, int from) : m(a.rows), n(a.cols), base(from), offsets(managed<int>(m + 1)), columns(managed<int>(m * n)),
		values(managed<T>(m * n))
	{
		for (int i = 0; i < m; i++) {
			offsets[i] = nnz + base;
			for (int j = 0; j < n; j++)
				if (a(i, j) != 0.0) {
					columns[nnz] = j + base;
					put(values[nnz++], a(i, j));
				}
		}
		offsets[m] = nnz + base;
		DONE(cusparseCreateMatDescr(&description));
		DONE(cusparseSetMatIndexBase(description, (cusparseIndexBase_t)base));
	}
	bool is(const matrix &a, int count) const
	{
		matrix found(m, n);
		for (int i = 0; i < m; i++)
			for (int at = offsets[i] - base; at < offsets[i + 1] - base; at++)
				found(i, columns[at] - base) = get(values[at]);
		return offsets[0] == base && offsets[m] == count + base && distance(found, a) == 0 &&
			count == (int)std::count_if(a.at.begin(), a.at.end(), [](number x) { return x != 0.0; });
	}
};

// Different sizes, so that a percentage has one meaning.
template <typename T> matrix random_sizes(int share)
{
	matrix a(M, N);
	for (int i = 0; i < M * N; i++)
		if (rand() % share == 0)
			a.at[(size_t)i] = (rand() % 2 ? 1 : -1) * (0.5 + i * 7 % (M * N));
	return a;
}

template <typename T> void test_dense(int base, bool on_device)
{
	matrix a = random_sizes<T>(1);
	T *dense = managed<T>(LD * N), *threshold = managed<T>(1);
	for (int j = 0; j < N; j++)
		for (int i = 0; i < M; i++)
			put(dense[i + j * LD], a(i, j));
	put(*threshold, 99.5);
	rows<T> c(matrix(M, N), base);
	int *all = managed<int>(1);
	size_t size = 0;
	DONE(cusparseSetPointerMode(handle, on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
	DONE(pruneDense2csr_bufferSizeExt(handle, (int)M, (int)N, dense, (int)LD, threshold, c.description, c.values, c.offsets, c.columns, &size));
	char *buffer = managed<char>(size);
	DONE(pruneDense2csrNnz(handle, (int)M, (int)N, dense, (int)LD, threshold, c.description, c.offsets, all, buffer));
	DONE(pruneDense2csr(handle, (int)M, (int)N, dense, (int)LD, threshold, c.description, c.values, c.offsets, c.columns, buffer));
	DONE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
	CHECK(c.is(above(a, 99.5), *all));
	pruneInfo_t info;
	DONE(cusparseCreatePruneInfo(&info));
	for (float percentage : { 0.0f, 10.0f, 61.8f, 100.0f }) {
		rows<T> d(matrix(M, N), base);
		DONE(pruneDense2csrByPercentage_bufferSizeExt(handle, (int)M, (int)N, dense, (int)LD, percentage, d.description, d.values, d.offsets,
			d.columns, info, &size));
		buffer = managed<char>(size);
		DONE(pruneDense2csrNnzByPercentage(handle, (int)M, (int)N, dense, (int)LD, percentage, d.description, d.offsets, all, info,
			buffer));
		DONE(pruneDense2csrByPercentage(handle, (int)M, (int)N, dense, (int)LD, percentage, d.description, d.values, d.offsets, d.columns,
			info, buffer));
		CHECK(d.is(above(a, threshold_of(a, percentage, true)), *all));
	}
	DONE(cusparseDestroyPruneInfo(info));
}

template <typename T> void test_sparse(int base)
{
	rows<T> m(random_sizes<T>(2), base);
	matrix a(M, N);
	for (int i = 0; i < M; i++)
		for (int at = m.offsets[i] - base; at < m.offsets[i + 1] - base; at++)
			a(i, m.columns[at] - base) = get(m.values[at]);
	T threshold;
	put(threshold, 50);
	rows<T> c(matrix(M, N), 1 - base);
	int *all = managed<int>(1);
	size_t size = 0;
	DONE(pruneCsr2csr_bufferSizeExt(handle, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, &threshold, c.description,
		c.values, c.offsets, c.columns, &size));
	char *buffer = managed<char>(size);
	DONE(pruneCsr2csrNnz(handle, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, &threshold, c.description, c.offsets,
		all, buffer));
	DONE(pruneCsr2csr(handle, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, &threshold, c.description, c.values,
		c.offsets, c.columns, buffer));
	CHECK(c.is(above(a, 50), *all));
	pruneInfo_t info;
	DONE(cusparseCreatePruneInfo(&info));
	for (float percentage : { 0.0f, 33.0f, 100.0f }) {
		rows<T> d(matrix(M, N), 1 - base);
		DONE(pruneCsr2csrByPercentage_bufferSizeExt(handle, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, percentage,
			d.description, d.values, d.offsets, d.columns, info, &size));
		buffer = managed<char>(size);
		DONE(pruneCsr2csrNnzByPercentage(handle, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, percentage,
			d.description, d.offsets, all, info, buffer));
		DONE(pruneCsr2csrByPercentage(handle, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, percentage, d.description,
			d.values, d.offsets, d.columns, info, buffer));
		CHECK(d.is(above(a, threshold_of(a, percentage, false)), *all));
	}
	DONE(cusparseDestroyPruneInfo(info));
}

static void test_prune_errors()
{
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	rows<float> m(random_sizes<float>(2), 0);
	cusparseMatDescr_t d = m.description;
	float *a = m.values, threshold = 1;
	int *o = m.offsets, *c = m.columns, all;
	pruneInfo_t info;
	CHECK(cusparseCreatePruneInfo(NULL) == invalid);
	DONE(cusparseCreatePruneInfo(&info));
	CHECK(cusparseSpruneDense2csrNnz(NULL, M, N, a, M, &threshold, d, o, &all, a) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseSpruneDense2csrNnz(handle, -1, N, a, M, &threshold, d, o, &all, a) == invalid);
	CHECK(cusparseSpruneDense2csrNnz(handle, M, N, NULL, M, &threshold, d, o, &all, a) == invalid);
	CHECK(cusparseSpruneDense2csrNnz(handle, M, N, a, M - 1, &threshold, d, o, &all, a) == invalid);
	CHECK(cusparseSpruneDense2csrNnz(handle, M, N, a, M, NULL, d, o, &all, a) == invalid);
	CHECK(cusparseSpruneDense2csrNnz(handle, M, N, a, M, &threshold, NULL, o, &all, a) == invalid);
	CHECK(cusparseSpruneDense2csrNnz(handle, M, N, a, M, &threshold, d, NULL, &all, a) == invalid);
	CHECK(cusparseSpruneCsr2csrNnz(handle, M, N, m.nnz, NULL, a, o, c, &threshold, d, o, &all, a) == invalid);
	CHECK(cusparseSpruneCsr2csrNnz(handle, M, N, m.nnz, d, a, NULL, c, &threshold, d, o, &all, a) == invalid);
	CHECK(cusparseSpruneCsr2csrNnz(handle, M, N, m.nnz, d, a, o, NULL, &threshold, d, o, &all, a) == invalid);
	CHECK(cusparseSpruneCsr2csrNnz(handle, M, N, -1, d, a, o, c, &threshold, d, o, &all, a) == invalid);
	CHECK(cusparseSpruneDense2csrNnzByPercentage(handle, M, N, a, M, -1, d, o, &all, info, a) == invalid);
	CHECK(cusparseSpruneDense2csrNnzByPercentage(handle, M, N, a, M, 101, d, o, &all, info, a) == invalid);
	DONE(cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
	CHECK(cusparseSpruneDense2csrNnz(handle, M, N, a, M, &threshold, d, o, &all, a) == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
	DONE(cusparseDestroyPruneInfo(info));
}

// --- colours ---

template <typename T, typename S> void test_color(S share, int base)
{
	enum { SIZE = 60 };
	matrix a(SIZE, SIZE);
	for (int i = 0; i < SIZE; i++) {
		a(i, i) = 1;
		for (int j = 0; j < i; j++)
			if (rand() % 9 == 0)
				a(i, j) = a(j, i) = 1;
	}
	sparse<T> m(a, base);
	int count = -1, *colors = managed<int>(SIZE), *order = managed<int>(SIZE);
	cusparseColorInfo_t info;
	DONE(cusparseCreateColorInfo(&info));
	DONE(csrcolor(handle, (int)SIZE, m.nnz, m.description, m.values, m.offsets, m.columns, &share, &count, colors, order, info));
	bool valid = true;
	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j < i; j++)
			valid &= a(i, j) == 0.0 || colors[i] != colors[j];
	CHECK(valid && count == 1 + *std::max_element(colors, colors + SIZE) && *std::min_element(colors, colors + SIZE) == 0);
	CHECK(share < 1 ? count < SIZE : count <= 20);
	std::vector<int> by_place(SIZE, -1);
	for (int i = 0; i < SIZE; i++)
		by_place[(size_t)i] = colors[order[i]];
	std::vector<int> rows(order, order + SIZE);
	std::sort(rows.begin(), rows.end());
	for (int i = 0; i < SIZE; i++)
		CHECK_EQUAL(rows[(size_t)i], i);
	CHECK(std::is_sorted(by_place.begin(), by_place.end()) && by_place[0] == 0);
	DONE(csrcolor(handle, (int)SIZE, m.nnz, m.description, m.values, m.offsets, m.columns, &share, &count, colors, (int *)NULL, info));
	CHECK(csrcolor(handle, -1, m.nnz, m.description, m.values, m.offsets, m.columns, &share, &count, colors, order, info) ==
		CUSPARSE_STATUS_INVALID_VALUE);
	CHECK(csrcolor(handle, (int)SIZE, m.nnz, m.description, m.values, m.offsets, m.columns, &share, (int *)NULL, colors, order, info) ==
		CUSPARSE_STATUS_INVALID_VALUE);
	DONE(cusparseDestroyColorInfo(info));
}

// --- the log ---

static int calls;

static void count_call(int level, const char *function, const char *)
{
	calls += level > 0 && !strcmp(function, "cusparseSetStream");
}

static void test_log()
{
	DONE(cusparseLoggerSetCallback(count_call));
	DONE(cusparseSetStream(handle, NULL));
	CHECK(calls == 0);
	CHECK(cusparseLoggerSetLevel(6) == CUSPARSE_STATUS_INVALID_VALUE);
	DONE(cusparseLoggerSetLevel(5));
	DONE(cusparseSetStream(handle, NULL));
	CHECK(calls == 1);
	DONE(cusparseLoggerSetLevel(0));
	DONE(cusparseLoggerSetMask(16));
	DONE(cusparseSetStream(handle, NULL));
	CHECK(calls == 2);
	DONE(cusparseLoggerForceDisable());
	DONE(cusparseSetStream(handle, NULL));
	CHECK(calls == 2);
	CHECK(cusparseLoggerOpenFile("/no/such/folder/log") != CUSPARSE_STATUS_SUCCESS);
}

template <typename T> void test_prune()
{
	for (int base = 0; base < 2; base++) {
		test_dense<T>(base, base);
		test_sparse<T>(base);
	}
}

int main()
{
	DONE(cusparseCreate(&handle));
	test_prune<__half>();
	test_prune<float>();
	test_prune<double>();
	test_prune_errors();
	for (int base = 0; base < 2; base++) {
		test_color<float>(1.0f, base);
		test_color<double>(0.5, base);
		test_color<cuComplex>(0.3f, base);
		test_color<cuDoubleComplex>(1.0, base);
	}
	test_log();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
