// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverSp's handles (cuSOLVER, "cuSolverSP Helper Function Reference"), and what its functions begin with.
#include <stdlib.h>
#include <string.h>

#include "sp.h"

bool aw_sp_use(cusolverSpHandle_t handle)
{
	return handle && handle->magic == SP_MAGIC;
}

bool aw_sp_wait(cusolverSpHandle_t handle)
{
	return cudaStreamSynchronize(handle->stream) == cudaSuccess;
}

static cusolverStatus_t create_native(cusolverSpHandle_t *handle)
{
	SOLVER_FORWARD(cusolverSpCreate, handle);
}

static cusolverStatus_t destroy_native(cusolverSpHandle_t handle)
{
	SOLVER_FORWARD(cusolverSpDestroy, handle);
}

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle)
{
	enum aw_shim_device kind = aw_shim_device_current();
	if (!handle)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (kind == AW_SHIM_NONE)
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	struct cusolverSpContext *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	made->magic = SP_MAGIC;
	cusolverStatus_t status = kind == AW_SHIM_GPU ? create_native(&made->native) : CUSOLVER_STATUS_SUCCESS;
	if (status == CUSOLVER_STATUS_SUCCESS)
		*handle = made;
	else
		free(made);
	return status;
}

cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle)
{
	if (!aw_sp_use(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	cusolverStatus_t status = handle->native ? destroy_native(handle->native) : CUSOLVER_STATUS_SUCCESS;
	handle->magic = 0;
	free(handle);
	return status;
}

cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream)
{
	if (!aw_sp_use(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	handle->stream = stream;
	if (handle->native)
		SOLVER_FORWARD(cusolverSpSetStream, handle->native, stream);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *stream)
{
	if (!aw_sp_use(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!stream)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*stream = handle->stream;
	return CUSOLVER_STATUS_SUCCESS;
}

bool aw_sp_is_matrix(int rows, int cols, int nnz, cusparseMatDescr_t description, const void *offsets, const void *columns)
{
	return rows >= 0 && cols >= 0 && nnz >= 0 && description && description->magic == AW_SHIM_MAT_DESCR && offsets &&
	       (columns || nnz == 0);
}

double *aw_sp_load(cudaDataType type, const void *values, int64_t count)
{
	double *loaded = malloc(((size_t)count + 1) * (size_t)aw_sp_parts(type) * sizeof(double));
	if (loaded)
		aw_shim_load_f64(loaded, type, values, (size_t)count);
	return loaded;
}

bool aw_sp_solve(cudaDataType type, const struct sp_factor *factor, const void *b, void *x)
{
	double *right = aw_sp_load(type, b, factor->rows);
	double *result = malloc(((size_t)factor->cols + 1) * (size_t)factor->parts * sizeof(double));
	bool done = right && result && aw_sp_engine_of(type)->solve(factor, right, result);
	if (done)
		aw_shim_store_f64(type, x, result, (size_t)factor->cols);
	free(right);
	free(result);
	return done;
}

bool aw_sp_shift(const struct sp_rows *a, const double *values, int parts, const double *shift, struct sp_rows *to, double **to_values)
{
	int n = a->rows, least = n < a->cols ? n : a->cols, nnz = a->offsets[n] - a->base, used = 0;
	int *offsets = malloc(((size_t)n + 1) * sizeof(int)), *columns = malloc(((size_t)nnz + (size_t)n + 1) * sizeof(int));
	double *v = malloc(((size_t)nnz + (size_t)n + 1) * (size_t)parts * sizeof(double));
	*to = (struct sp_rows){ n, a->cols, 0, offsets, columns };
	*to_values = v;
	if (!offsets || !columns || !v)
		return false;
	for (int i = 0; i < n; i++) {
		offsets[i] = used;
		for (int at = a->offsets[i] - a->base; at < a->offsets[i + 1] - a->base; at++, used++) {
			columns[used] = a->columns[at] - a->base;
			memcpy(&v[used * parts], &values[at * parts], (size_t)parts * sizeof(double));
		}
		if (i >= least)
			continue;
		columns[used] = i;
		for (int part = 0; part < parts; part++)
			v[used * parts + part] = -shift[part];
		used++;
	}
	offsets[n] = used;
	return true;
}

void aw_sp_factor_free(struct sp_factor *factor)
{
	if (!factor)
		return;
	struct sp_matrix *const parts[] = { &factor->lower, &factor->upper };
	for (int i = 0; i < 2; i++) {
		free(parts[i]->first);
		free(parts[i]->index);
		free(parts[i]->values);
	}
	free(factor->order);
	free(factor->rows_by_pivot);
	free(factor->scales);
	free(factor);
}
