// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Systems and least squares with iterative refinement (cuSOLVER, "cusolverDn<T1><T2>gesv", "cusolverDnIRSXgesv", and gels).
// NVIDIA's library factors in a lower precision and refines the result; here both are done in the precision of the result, so
// that no iteration is needed, A stays as it is, and the number of iterations is 0.
#include <stdlib.h>
#include <string.h>

#include "dense.h"

struct cusolverDnIRSParams {
	uint64_t magic;
	cusolverIRSRefinement_t refinement;
	cusolverPrecType_t main, lowest;
	double tolerance, inner_tolerance;
	int iterations, inner_iterations;
	bool falls_back;
};

struct cusolverDnIRSInfos {
	uint64_t magic;
	int most, iterations;
	bool keeps_history;
	double history[2]; // of the residual: none was measured
};

static int *pivots_for(const struct dense_call *call, int **made)
{
	*made = call->pivots ? NULL : malloc(((size_t)call->n + 1) * sizeof(int));
	return call->pivots ? call->pivots : *made;
}

static int gesv(const struct dense_call *call, struct dense_room *room)
{
	int info = -1, *made, *pivots = pivots_for(call, &made), n = (int)call->n, ld = n > 1 ? n : 1;
	void *a = aw_dense_memory(call, call->n * call->n);
	(void)room;
	if (a && pivots) {
		aw_dense_copy(call->type, n, n, DENSE_AT(call->a, call->lda), DENSE_AT(a, ld));
		aw_dense_copy(call->type, n, call->columns, DENSE_AT(call->b, call->ldb), DENSE_AT(call->c, call->ldc));
		ROUTINE(getrf)[call->type](&n, &n, a, &ld, pivots, &info);
		if (info == 0)
			ROUTINE(getrs)[call->type]("N", &n, DENSE_INT(columns), a, &ld, pivots, call->c, DENSE_INT(ldc), &info, 1);
	}
	free(a);
	free(made);
	return info;
}

static int gels(const struct dense_call *call, struct dense_room *room)
{
	int info = -1, m = (int)call->m, ld = m > 1 ? m : 1;
	void *a = aw_dense_memory(call, room->asks ? 1 : call->m * call->n);
	void *b = aw_dense_memory(call, room->asks ? 1 : call->m * call->columns);
	if (a && b && !room->asks) {
		aw_dense_copy(call->type, m, call->n, DENSE_AT(call->a, call->lda), DENSE_AT(a, ld));
		aw_dense_copy(call->type, m, call->columns, DENSE_AT(call->b, call->ldb), DENSE_AT(b, ld));
	}
	if (a && b)
		ROUTINE(gels)[call->type]("N", &m, DENSE_INT(n), DENSE_INT(columns), a, &ld, b, &ld, room->work, &room->size, &info, 1);
	if (info == 0 && !room->asks)
		aw_dense_copy(call->type, call->n, call->columns, DENSE_AT(b, ld), DENSE_AT(call->c, call->ldc));
	free(a);
	free(b);
	return info;
}

#define GESV_CALL(dense_type) { \
	.run = gesv, .type = dense_type, .n = n, .columns = nrhs, .pivots = pivots, DENSE_A(A, lda, n), DENSE_B(B, ldb, n), \
	DENSE_C_MATRIX(X, ldx, n), .info = info }
#define GELS_CALL(dense_type) { \
	.run = gels, .needs_room = true, .type = dense_type, .m = m, .n = n, .columns = nrhs, .op = m < n ? '?' : 0, DENSE_A(A, lda, m), \
	DENSE_B(B, ldb, m), DENSE_C_MATRIX(X, ldx, n), .info = info }

static cusolverStatus_t finish(cusolverDnHandle_t handle, struct dense_call *call, int *iterations)
{
	if (!iterations || !call->info)
		return CUSOLVER_STATUS_INVALID_VALUE;
	cusolverStatus_t status = aw_dense_submit(handle, call);
	if (status == CUSOLVER_STATUS_SUCCESS)
		*iterations = 0;
	return status;
}

static cusolverStatus_t no_workspace(size_t *bytes)
{
	if (!bytes)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*bytes = 1;
	return CUSOLVER_STATUS_SUCCESS;
}

#define REFINED(letters, format, T) \
	cusolverStatus_t cusolverDn##letters##gesv_bufferSize(cusolverDnHandle_t handle, int n, int nrhs, T *A, int lda, int *pivots, T *B, \
		int ldb, T *X, int ldx, void *work, size_t *bytes) \
	{ \
		DENSE_BEGIN(cusolverDn##letters##gesv_bufferSize, n, nrhs, A, lda, pivots, B, ldb, X, ldx, work, bytes) \
		return no_workspace(bytes); \
	} \
	cusolverStatus_t cusolverDn##letters##gels_bufferSize(cusolverDnHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B, \
		int ldb, T *X, int ldx, void *work, size_t *bytes) \
	{ \
		DENSE_BEGIN(cusolverDn##letters##gels_bufferSize, m, n, nrhs, A, lda, B, ldb, X, ldx, work, bytes) \
		return no_workspace(bytes); \
	} \
	cusolverStatus_t cusolverDn##letters##gesv(cusolverDnHandle_t handle, int n, int nrhs, T *A, int lda, int *pivots, T *B, int ldb, \
		T *X, int ldx, void *work, size_t bytes, int *iterations, int *info) \
	{ \
		DENSE_BEGIN(cusolverDn##letters##gesv, n, nrhs, A, lda, pivots, B, ldb, X, ldx, work, bytes, iterations, info) \
		struct dense_call call = GESV_CALL(format); \
		return finish(handle, &call, iterations); \
	} \
	cusolverStatus_t cusolverDn##letters##gels(cusolverDnHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B, int ldb, T *X, \
		int ldx, void *work, size_t bytes, int *iterations, int *info) \
	{ \
		DENSE_BEGIN(cusolverDn##letters##gels, m, n, nrhs, A, lda, B, ldb, X, ldx, work, bytes, iterations, info) \
		struct dense_call call = GELS_CALL(format); \
		return finish(handle, &call, iterations); \
	}
REFINED(ZZ, DENSE_Z, cuDoubleComplex)
REFINED(ZC, DENSE_Z, cuDoubleComplex)
REFINED(ZK, DENSE_Z, cuDoubleComplex)
REFINED(ZE, DENSE_Z, cuDoubleComplex)
REFINED(ZY, DENSE_Z, cuDoubleComplex)
REFINED(CC, DENSE_C, cuComplex)
REFINED(CK, DENSE_C, cuComplex)
REFINED(CE, DENSE_C, cuComplex)
REFINED(CY, DENSE_C, cuComplex)
REFINED(DD, DENSE_D, double)
REFINED(DS, DENSE_D, double)
REFINED(DH, DENSE_D, double)
REFINED(DB, DENSE_D, double)
REFINED(DX, DENSE_D, double)
REFINED(SS, DENSE_S, float)
REFINED(SH, DENSE_S, float)
REFINED(SB, DENSE_S, float)
REFINED(SX, DENSE_S, float)

// --- by parameters ---

// The format of a precision, or false.
static bool type_of(cusolverPrecType_t precision, enum dense_type *type)
{
	switch (precision) {
	case CUSOLVER_R_32F: *type = DENSE_S; return true;
	case CUSOLVER_R_64F: *type = DENSE_D; return true;
	case CUSOLVER_C_32F: *type = DENSE_C; return true;
	case CUSOLVER_C_64F: *type = DENSE_Z; return true;
	default: return false;
	}
}

static cusolverStatus_t check(cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos, enum dense_type *type)
{
	if (!params || params->magic != DENSE_IRS_PARAMS)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	if (!infos || infos->magic != DENSE_IRS_INFOS)
		return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
	if (!type_of(params->main, type))
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC;
	if (params->refinement == CUSOLVER_IRS_REFINE_NOT_SET)
		return CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE;
	infos->most = params->iterations;
	infos->iterations = 0;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos, int n, int nrhs,
	void *A, int lda, void *B, int ldb, void *X, int ldx, void *work, size_t bytes, int *iterations, int *info)
{
	DENSE_BEGIN(cusolverDnIRSXgesv, params, infos, n, nrhs, A, lda, B, ldb, X, ldx, work, bytes, iterations, info)
	enum dense_type type;
	int *pivots = NULL;
	cusolverStatus_t status = check(params, infos, &type);
	if (status != CUSOLVER_STATUS_SUCCESS)
		return status;
	struct dense_call call = GESV_CALL(type);
	return finish(handle, &call, iterations);
}

cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, cusolverDnIRSInfos_t infos, int m, int n,
	int nrhs, void *A, int lda, void *B, int ldb, void *X, int ldx, void *work, size_t bytes, int *iterations, int *info)
{
	DENSE_BEGIN(cusolverDnIRSXgels, params, infos, m, n, nrhs, A, lda, B, ldb, X, ldx, work, bytes, iterations, info)
	enum dense_type type;
	cusolverStatus_t status = check(params, infos, &type);
	if (status != CUSOLVER_STATUS_SUCCESS)
		return status;
	struct dense_call call = GELS_CALL(type);
	return finish(handle, &call, iterations);
}

cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, int n, int nrhs, size_t *bytes)
{
	DENSE_BEGIN(cusolverDnIRSXgesv_bufferSize, params, n, nrhs, bytes)
	return no_workspace(bytes);
}

cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, int m, int n, int nrhs,
	size_t *bytes)
{
	DENSE_BEGIN(cusolverDnIRSXgels_bufferSize, params, m, n, nrhs, bytes)
	return no_workspace(bytes);
}

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params)
{
	if (!params)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (aw_shim_device_current() == AW_SHIM_GPU)
		SOLVER_FORWARD(cusolverDnIRSParamsCreate, params);
	struct cusolverDnIRSParams *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	*made = (struct cusolverDnIRSParams){ DENSE_IRS_PARAMS, CUSOLVER_IRS_REFINE_NOT_SET, .iterations = 50, .inner_iterations = 50,
		.falls_back = true };
	*params = made;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params)
{
	if (!params)
		return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED;
	if (params->magic != DENSE_IRS_PARAMS)
		SOLVER_FORWARD(cusolverDnIRSParamsDestroy, params);
	free(params);
	return CUSOLVER_STATUS_SUCCESS;
}

#define SET(function, parameters, names, ...) \
	cusolverStatus_t function parameters \
	{ \
		if (!params) \
			return CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED; \
		if (params->magic != DENSE_IRS_PARAMS) \
			DENSE_FORWARD_LIST(function, names); \
		__VA_ARGS__; \
		return CUSOLVER_STATUS_SUCCESS; \
	}
SET(cusolverDnIRSParamsSetRefinementSolver, (cusolverDnIRSParams_t params, cusolverIRSRefinement_t value), (params, value),
	params->refinement = value)
SET(cusolverDnIRSParamsSetSolverMainPrecision, (cusolverDnIRSParams_t params, cusolverPrecType_t value), (params, value),
	params->main = value)
SET(cusolverDnIRSParamsSetSolverLowestPrecision, (cusolverDnIRSParams_t params, cusolverPrecType_t value), (params, value),
	params->lowest = value)
SET(cusolverDnIRSParamsSetSolverPrecisions, (cusolverDnIRSParams_t params, cusolverPrecType_t main, cusolverPrecType_t lowest),
	(params, main, lowest), params->main = main, params->lowest = lowest)
SET(cusolverDnIRSParamsSetTol, (cusolverDnIRSParams_t params, double value), (params, value), params->tolerance = value)
SET(cusolverDnIRSParamsSetTolInner, (cusolverDnIRSParams_t params, double value), (params, value), params->inner_tolerance = value)
SET(cusolverDnIRSParamsSetMaxIters, (cusolverDnIRSParams_t params, int value), (params, value), params->iterations = value)
SET(cusolverDnIRSParamsSetMaxItersInner, (cusolverDnIRSParams_t params, int value), (params, value), params->inner_iterations = value)
SET(cusolverDnIRSParamsGetMaxIters, (cusolverDnIRSParams_t params, int *value), (params, value), *value = params->iterations)
SET(cusolverDnIRSParamsEnableFallback, (cusolverDnIRSParams_t params), (params), params->falls_back = true)
SET(cusolverDnIRSParamsDisableFallback, (cusolverDnIRSParams_t params), (params), params->falls_back = false)

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos)
{
	if (!infos)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (aw_shim_device_current() == AW_SHIM_GPU)
		SOLVER_FORWARD(cusolverDnIRSInfosCreate, infos);
	struct cusolverDnIRSInfos *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	made->magic = DENSE_IRS_INFOS;
	*infos = made;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos)
{
	if (!infos)
		return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED;
	if (infos->magic != DENSE_IRS_INFOS)
		SOLVER_FORWARD(cusolverDnIRSInfosDestroy, infos);
	free(infos);
	return CUSOLVER_STATUS_SUCCESS;
}

#define GET(function, parameters, names, ...) \
	cusolverStatus_t function parameters \
	{ \
		if (!infos) \
			return CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED; \
		if (infos->magic != DENSE_IRS_INFOS) \
			DENSE_FORWARD_LIST(function, names); \
		__VA_ARGS__; \
		return CUSOLVER_STATUS_SUCCESS; \
	}
GET(cusolverDnIRSInfosGetNiters, (cusolverDnIRSInfos_t infos, int *value), (infos, value), *value = infos->iterations)
GET(cusolverDnIRSInfosGetOuterNiters, (cusolverDnIRSInfos_t infos, int *value), (infos, value), *value = infos->iterations)
GET(cusolverDnIRSInfosGetMaxIters, (cusolverDnIRSInfos_t infos, int *value), (infos, value), *value = infos->most)
GET(cusolverDnIRSInfosRequestResidual, (cusolverDnIRSInfos_t infos), (infos), infos->keeps_history = true)
GET(cusolverDnIRSInfosGetResidualHistory, (cusolverDnIRSInfos_t infos, void **value), (infos, value),
	*value = infos->keeps_history ? infos->history : NULL)
