// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factorisations of sparse matrices in steps: analysis, factors, test for small pivots, solution (cusolverSp_LOWLEVEL_PREVIEW.h).
// The forms for the host and for the device differ in where their arrays lie, which on the cpu device is no difference.
#include <stdlib.h>
#include <string.h>

#include "sp.h"

// What stands behind all objects.  Those made while a GPU is current are NVIDIA's, and lack the first word.
struct sp_info {
	uint64_t magic;
	int *order;             // Cholesky: of the analysis
	struct sp_rows a;       // QR: the matrix between setup and factorisation, in memory of the object
	double *values;
	cudaDataType type;
	struct sp_factor *factor;
};

struct csrluInfoHost { struct sp_info info; };
struct csrqrInfoHost { struct sp_info info; };
struct csrqrInfo { struct sp_info info; };
struct csrcholInfoHost { struct sp_info info; };
struct csrcholInfo { struct sp_info info; };

enum { SP_INFO = 0x4e495053 };

static void forget_matrix(struct sp_info *info)
{
	free((void *)info->a.offsets);
	free((void *)info->a.columns);
	free(info->values);
	info->a = (struct sp_rows){ 0 };
	info->values = NULL;
}

static void keep_factor(struct sp_info *info, cudaDataType type, struct sp_factor *factor)
{
	aw_sp_factor_free(info->factor);
	info->factor = factor;
	info->type = type;
}

static void destroy(struct sp_info *info)
{
	forget_matrix(info);
	keep_factor(info, CUDA_R_64F, NULL);
	free(info->order);
}

#define OBJECT(type, kind, create, destroy_function) \
	cusolverStatus_t create(type *object) \
	{ \
		if (!object) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		if (aw_shim_device_current() == AW_SHIM_GPU) \
			SOLVER_FORWARD(create, object); \
		struct kind *made = calloc(1, sizeof(*made)); \
		if (!made) \
			return CUSOLVER_STATUS_ALLOC_FAILED; \
		made->info.magic = SP_INFO; \
		*object = made; \
		return CUSOLVER_STATUS_SUCCESS; \
	} \
	cusolverStatus_t destroy_function(type object) \
	{ \
		if (object && object->info.magic != SP_INFO) \
			SOLVER_FORWARD(destroy_function, object); \
		if (object) \
			destroy(&object->info); \
		free(object); \
		return CUSOLVER_STATUS_SUCCESS; \
	}
OBJECT(csrluInfoHost_t, csrluInfoHost, cusolverSpCreateCsrluInfoHost, cusolverSpDestroyCsrluInfoHost)
OBJECT(csrqrInfoHost_t, csrqrInfoHost, cusolverSpCreateCsrqrInfoHost, cusolverSpDestroyCsrqrInfoHost)
OBJECT(csrqrInfo_t, csrqrInfo, cusolverSpCreateCsrqrInfo, cusolverSpDestroyCsrqrInfo)
OBJECT(csrcholInfoHost_t, csrcholInfoHost, cusolverSpCreateCsrcholInfoHost, cusolverSpDestroyCsrcholInfoHost)
OBJECT(csrcholInfo_t, csrcholInfo, cusolverSpCreateCsrcholInfo, cusolverSpDestroyCsrcholInfo)

// --- what the functions do, whichever object ---

static bool is_info(const void *object)
{
	return object && ((const struct sp_info *)object)->magic == SP_INFO;
}

static cusolverStatus_t no_buffers(size_t *internal, size_t *workspace)
{
	if (!internal || !workspace)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*internal = *workspace = 1;
	return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t find_pivot(struct sp_info *info, double tolerance, int *position)
{
	if (!info->factor || !position)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*position = aw_sp_engine_of(info->type)->zero_pivot(info->factor, tolerance);
	return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t solve(struct sp_info *info, cudaDataType type, const void *b, void *x)
{
	if (!info->factor || info->type != type || !b || !x)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (aw_sp_engine_of(type)->zero_pivot(info->factor, 0) >= 0)
		return CUSOLVER_STATUS_ZERO_PIVOT;
	return aw_sp_solve(type, info->factor, b, x) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

static cusolverStatus_t factor(struct sp_info *info, enum sp_kind kind, cudaDataType type, const struct sp_rows *a, const void *values,
	double threshold)
{
	if (!values)
		return CUSOLVER_STATUS_INVALID_VALUE;
	double *loaded = aw_sp_load(type, values, a->offsets[a->rows] - a->base);
	keep_factor(info, type, loaded ? aw_sp_engine_of(type)->factor(kind, a, loaded, info->order, threshold) : NULL);
	free(loaded);
	return info->factor ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

#define CHECK(m, n, nnz) \
	if (!is_info(info) || !aw_sp_is_matrix(m, n, nnz, description, offsets, columns)) \
		return CUSOLVER_STATUS_INVALID_VALUE; \
	if (!aw_sp_wait(handle)) \
		return CUSOLVER_STATUS_EXECUTION_FAILED; \
	struct sp_rows a = { m, n, description->base, offsets, columns };

#define CHECK_INFO \
	if (!is_info(info)) \
		return CUSOLVER_STATUS_INVALID_VALUE; \
	if (!aw_sp_wait(handle)) \
		return CUSOLVER_STATUS_EXECUTION_FAILED;

// Functions that all three have: the size of buffers and the test for small pivots.
#define PIVOT(name, object, R) \
	cusolverStatus_t name(cusolverSpHandle_t handle, object info, R tolerance, int *position) \
	{ \
		SP_BEGIN(name, info, tolerance, position) \
		CHECK_INFO \
		return find_pivot(&info->info, (double)tolerance, position); \
	}

// --- LU ---

cusolverStatus_t cusolverSpXcsrluAnalysisHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description,
	const int *offsets, const int *columns, csrluInfoHost_t info)
{
	SP_BEGIN(cusolverSpXcsrluAnalysisHost, n, nnz, description, offsets, columns, info)
	CHECK(n, n, nnz)
	(void)a;
	return CUSOLVER_STATUS_SUCCESS;
}

#define LU(name, T, R, format) \
	cusolverStatus_t name##BufferInfoHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, \
		const T *values, const int *offsets, const int *columns, csrluInfoHost_t info, size_t *internal, size_t *workspace) \
	{ \
		SP_BEGIN(name##BufferInfoHost, n, nnz, description, values, offsets, columns, info, internal, workspace) \
		return no_buffers(internal, workspace); \
	} \
	cusolverStatus_t name##FactorHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, csrluInfoHost_t info, R threshold, void *buffer) \
	{ \
		SP_BEGIN(name##FactorHost, n, nnz, description, values, offsets, columns, info, threshold, buffer) \
		CHECK(n, n, nnz) \
		return factor(&info->info, SP_LU, format, &a, values, (double)threshold); \
	} \
	PIVOT(name##ZeroPivotHost, csrluInfoHost_t, R) \
	cusolverStatus_t name##SolveHost(cusolverSpHandle_t handle, int n, const T *b, T *x, csrluInfoHost_t info, void *buffer) \
	{ \
		SP_BEGIN(name##SolveHost, n, b, x, info, buffer) \
		CHECK_INFO \
		return solve(&info->info, format, b, x); \
	}
SP_ALL(LU, cusolverSp, csrlu)

cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int *nnz_l, int *nnz_u, csrluInfoHost_t info)
{
	SP_BEGIN(cusolverSpXcsrluNnzHost, nnz_l, nnz_u, info)
	if (!is_info(info) || !info->info.factor || !nnz_l || !nnz_u)
		return CUSOLVER_STATUS_INVALID_VALUE;
	const struct sp_factor *f = info->info.factor;
	*nnz_l = f->lower.first[f->cols];
	*nnz_u = f->upper.first[f->cols];
	return CUSOLVER_STATUS_SUCCESS;
}

// A factor by rows; columns come in ascending order, because that is how they are walked.
static cusolverStatus_t extract(const struct sp_matrix *m, cudaDataType type, int base, void *values, int *offsets, int *columns)
{
	int n = m->cols, *next = calloc((size_t)n + 2, sizeof(int));
	size_t size = aw_shim_type_size(type);
	if (!next)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	for (int at = 0; at < m->first[n]; at++)
		next[m->index[at] + 1]++;
	for (int i = 0; i < n; i++)
		next[i + 1] += next[i];
	for (int i = 0; i <= n; i++)
		offsets[i] = next[i] + base;
	for (int j = 0; j < n; j++)
		for (int at = m->first[j]; at < m->first[j + 1]; at++) {
			int to = next[m->index[at]]++;
			columns[to] = j + base;
			aw_shim_store_f64(type, (char *)values + (size_t)to * size, m->values + at * aw_sp_parts(type), 1);
		}
	free(next);
	return CUSOLVER_STATUS_SUCCESS;
}

#define EXTRACT(name, T, R, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int *p, int *q, const cusparseMatDescr_t l, T *l_values, int *l_offsets, \
		int *l_columns, const cusparseMatDescr_t u, T *u_values, int *u_offsets, int *u_columns, csrluInfoHost_t info, void *buffer) \
	{ \
		SP_BEGIN(name, p, q, l, l_values, l_offsets, l_columns, u, u_values, u_offsets, u_columns, info, buffer) \
		if (!is_info(info) || !info->info.factor || info->info.type != format || !p || !q || !l || !u || !l_values || !l_offsets || \
		    !l_columns || !u_values || !u_offsets || !u_columns) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		const struct sp_factor *f = info->info.factor; \
		for (int i = 0; i < f->cols; i++) { \
			p[i] = f->rows_by_pivot[i]; \
			q[i] = i; \
		} \
		cusolverStatus_t status = extract(&f->lower, format, l->base, l_values, l_offsets, l_columns); \
		return status ? status : extract(&f->upper, format, u->base, u_values, u_offsets, u_columns); \
	}
SP_ALL(EXTRACT, cusolverSp, csrluExtractHost)

// --- QR ---

static cusolverStatus_t set_up(struct sp_info *info, cudaDataType type, const struct sp_rows *a, const void *values, const void *mu)
{
	double shift[2] = { 0, 0 }, *loaded = values ? aw_sp_load(type, values, a->offsets[a->rows] - a->base) : NULL;
	if (!loaded)
		return values ? CUSOLVER_STATUS_ALLOC_FAILED : CUSOLVER_STATUS_INVALID_VALUE;
	aw_shim_load_f64(shift, type, mu, 1);
	forget_matrix(info);
	info->type = type;
	bool done = aw_sp_shift(a, loaded, aw_sp_parts(type), shift, &info->a, &info->values);
	free(loaded);
	return done ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

// Solves at once where there are a right side and a place for the solution.
static cusolverStatus_t factor_qr(struct sp_info *info, cudaDataType type, const void *b, void *x)
{
	if (!info->values || info->type != type)
		return CUSOLVER_STATUS_INVALID_VALUE;
	keep_factor(info, type, aw_sp_engine_of(type)->factor(SP_QR, &info->a, info->values, NULL, 0));
	if (!info->factor)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	return b && x ? solve(info, type, b, x) : CUSOLVER_STATUS_SUCCESS;
}

#define QR_ANALYSIS(name, object) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, const int *offsets, \
		const int *columns, object info) \
	{ \
		SP_BEGIN(name, m, n, nnz, description, offsets, columns, info) \
		CHECK(m, n, nnz) \
		return a.rows >= a.cols ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE; \
	}
QR_ANALYSIS(cusolverSpXcsrqrAnalysisHost, csrqrInfoHost_t)
QR_ANALYSIS(cusolverSpXcsrqrAnalysis, csrqrInfo_t)

#define QR(name, after, object, T, R, format) \
	cusolverStatus_t name##BufferInfo##after(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, \
		const T *values, const int *offsets, const int *columns, object info, size_t *internal, size_t *workspace) \
	{ \
		SP_BEGIN(name##BufferInfo##after, m, n, nnz, description, values, offsets, columns, info, internal, workspace) \
		return no_buffers(internal, workspace); \
	} \
	cusolverStatus_t name##Setup##after(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, \
		const T *values, const int *offsets, const int *columns, T mu, object info) \
	{ \
		SP_BEGIN(name##Setup##after, m, n, nnz, description, values, offsets, columns, mu, info) \
		CHECK(m, n, nnz) \
		return set_up(&info->info, format, &a, values, &mu); \
	} \
	cusolverStatus_t name##Factor##after(cusolverSpHandle_t handle, int m, int n, int nnz, T *b, T *x, object info, void *buffer) \
	{ \
		SP_BEGIN(name##Factor##after, m, n, nnz, b, x, info, buffer) \
		CHECK_INFO \
		return factor_qr(&info->info, format, b, x); \
	} \
	PIVOT(name##ZeroPivot##after, object, R) \
	cusolverStatus_t name##Solve##after(cusolverSpHandle_t handle, int m, int n, T *b, T *x, object info, void *buffer) \
	{ \
		SP_BEGIN(name##Solve##after, m, n, b, x, info, buffer) \
		CHECK_INFO \
		return solve(&info->info, format, b, x); \
	}
#define QR_HOST(name, T, R, format) QR(name, Host, csrqrInfoHost_t, T, R, format)
#define QR_DEVICE(name, T, R, format) QR(name, , csrqrInfo_t, T, R, format)
SP_ALL(QR_HOST, cusolverSp, csrqr)
SP_ALL(QR_DEVICE, cusolverSp, csrqr)

// --- Cholesky ---

static cusolverStatus_t analyse(struct sp_info *info, const struct sp_rows *a)
{
	free(info->order);
	info->order = malloc(((size_t)a->rows + 1) * sizeof(int));
	return info->order && aw_sp_order_degree(a, info->order) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

#define CHOLESKY_ANALYSIS(name, object) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, const int *offsets, \
		const int *columns, object info) \
	{ \
		SP_BEGIN(name, n, nnz, description, offsets, columns, info) \
		CHECK(n, n, nnz) \
		return analyse(&info->info, &a); \
	}
CHOLESKY_ANALYSIS(cusolverSpXcsrcholAnalysisHost, csrcholInfoHost_t)
CHOLESKY_ANALYSIS(cusolverSpXcsrcholAnalysis, csrcholInfo_t)

#define CHOLESKY(name, after, object, T, R, format) \
	cusolverStatus_t name##BufferInfo##after(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, \
		const T *values, const int *offsets, const int *columns, object info, size_t *internal, size_t *workspace) \
	{ \
		SP_BEGIN(name##BufferInfo##after, n, nnz, description, values, offsets, columns, info, internal, workspace) \
		return no_buffers(internal, workspace); \
	} \
	cusolverStatus_t name##Factor##after(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, \
		const T *values, const int *offsets, const int *columns, object info, void *buffer) \
	{ \
		SP_BEGIN(name##Factor##after, n, nnz, description, values, offsets, columns, info, buffer) \
		CHECK(n, n, nnz) \
		return factor(&info->info, SP_CHOLESKY, format, &a, values, 0); \
	} \
	PIVOT(name##ZeroPivot##after, object, R) \
	cusolverStatus_t name##Solve##after(cusolverSpHandle_t handle, int n, const T *b, T *x, object info, void *buffer) \
	{ \
		SP_BEGIN(name##Solve##after, n, b, x, info, buffer) \
		CHECK_INFO \
		return solve(&info->info, format, b, x); \
	}
#define CHOLESKY_HOST(name, T, R, format) CHOLESKY(name, Host, csrcholInfoHost_t, T, R, format)
#define CHOLESKY_DEVICE(name, T, R, format) CHOLESKY(name, , csrcholInfo_t, T, R, format)
SP_ALL(CHOLESKY_HOST, cusolverSp, csrchol)
SP_ALL(CHOLESKY_DEVICE, cusolverSp, csrchol)

#define DIAGONAL(name, T, R, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, csrcholInfo_t info, R *diagonal) \
	{ \
		SP_BEGIN(name, info, diagonal) \
		CHECK_INFO \
		if (!info->info.factor || info->info.type != format || !diagonal || info->info.factor->zero >= 0) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		int n = info->info.factor->cols; \
		double *values = malloc(((size_t)n + 1) * sizeof(double)); \
		if (!values) \
			return CUSOLVER_STATUS_ALLOC_FAILED; \
		aw_sp_engine_of(format)->diagonal(info->info.factor, values); \
		for (int i = 0; i < n; i++) \
			diagonal[i] = (R)values[i]; \
		free(values); \
		return CUSOLVER_STATUS_SUCCESS; \
	}
SP_ALL(DIAGONAL, cusolverSp, csrcholDiag)
