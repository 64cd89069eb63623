// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverMg's handles, grids and matrices, and the parts of these on the devices (cuSOLVER, "cuSolverMG Helper Function Reference").
// All devices of the cpu kind have the host's memory, so columns are read and written where they lie.
#include <stdlib.h>
#include <string.h>

#include "../common/shim_gemm.h"
#include "../common/shim_lapack.h"
#include "mg.h"

bool aw_mg_is_handle(cusolverMgHandle_t handle)
{
	return handle && handle->magic == MG_HANDLE;
}

void *aw_mg_native(const char *function)
{
	static const int versions[] = { 12, 11, 0 };
	static void *library;
	return aw_shim_native_find(&library, "cusolverMg", versions, function);
}

static bool is_native(void)
{
	return aw_shim_device_current() == AW_SHIM_GPU;
}

static cusolverStatus_t create_native(cusolverMgHandle_t *handle)
{
	MG_FORWARD(cusolverMgCreate, handle);
}

static cusolverStatus_t destroy_native(cusolverMgHandle_t handle)
{
	MG_FORWARD(cusolverMgDestroy, handle);
}

cusolverStatus_t cusolverMgCreate(cusolverMgHandle_t *handle)
{
	enum aw_shim_device kind = aw_shim_device_current();
	if (!handle)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (kind == AW_SHIM_NONE || (kind == AW_SHIM_CPU && !aw_shim_lapack_load()))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	struct cusolverMgContext *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	made->magic = MG_HANDLE;
	cusolverStatus_t status = kind == AW_SHIM_GPU ? create_native(&made->native) : CUSOLVER_STATUS_SUCCESS;
	if (status == CUSOLVER_STATUS_SUCCESS)
		*handle = made;
	else
		free(made);
	return status;
}

cusolverStatus_t cusolverMgDestroy(cusolverMgHandle_t handle)
{
	if (!aw_mg_is_handle(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	cusolverStatus_t status = handle->native ? destroy_native(handle->native) : CUSOLVER_STATUS_SUCCESS;
	handle->magic = 0;
	free(handle);
	return status;
}

static bool are_devices(int count, const int *devices)
{
	int all = 0;
	if (count < 1 || count > MG_DEVICES || !devices || cudaGetDeviceCount(&all) != cudaSuccess)
		return false;
	for (int i = 0; i < count; i++)
		if (devices[i] < 0 || devices[i] >= all)
			return false;
	return true;
}

cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t handle, int count, int devices[])
{
	MG_BEGIN(cusolverMgDeviceSelect, count, devices)
	if (!are_devices(count, devices))
		return CUSOLVER_STATUS_INVALID_VALUE;
	handle->count = count;
	memcpy(handle->devices, devices, (size_t)count * sizeof(*devices));
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgCreateDeviceGrid(cudaLibMgGrid_t *grid, int32_t rows, int32_t cols, const int32_t devices[],
	cusolverMgGridMapping_t mapping)
{
	if (is_native())
		MG_FORWARD(cusolverMgCreateDeviceGrid, grid, rows, cols, devices, mapping);
	if (!grid || rows != 1 || !are_devices(cols, devices))
		return CUSOLVER_STATUS_INVALID_VALUE;
	struct mg_grid *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	made->magic = MG_GRID;
	made->count = cols;
	*grid = made;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgDestroyGrid(cudaLibMgGrid_t grid)
{
	struct mg_grid *own = grid;
	if (own && own->magic != MG_GRID)
		MG_FORWARD(cusolverMgDestroyGrid, grid);
	free(own);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t *matrix, int64_t rows, int64_t cols, int64_t row_block, int64_t col_block,
	cudaDataType type, const cudaLibMgGrid_t grid)
{
	const struct mg_grid *own = grid;
	if (own && own->magic != MG_GRID)
		MG_FORWARD(cusolverMgCreateMatrixDesc, matrix, rows, cols, row_block, col_block, type, grid);
	if (!matrix || !own || rows < 1 || cols < 1 || row_block != rows || col_block < 1)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (type != CUDA_R_32F && type != CUDA_R_64F && type != CUDA_C_32F && type != CUDA_C_64F)
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	struct mg_matrix *made = malloc(sizeof(*made));
	if (!made)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	*made = (struct mg_matrix){ MG_MATRIX, rows, cols, col_block, type, own->count };
	*matrix = made;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t matrix)
{
	struct mg_matrix *own = matrix;
	if (own && own->magic != MG_MATRIX)
		MG_FORWARD(cusolverMgDestroyMatrixDesc, matrix);
	free(own);
	return CUSOLVER_STATUS_SUCCESS;
}

// --- parts ---

bool aw_mg_part_is_valid(const struct mg_part *part, cudaDataType type)
{
	const struct mg_matrix *a = part->matrix;
	return a && a->magic == MG_MATRIX && a->type == type && part->arrays && part->m >= 0 && part->n >= 0 && part->row >= 1 &&
	       part->column >= 1 && part->row - 1 + part->m <= a->rows && part->column - 1 + part->n <= a->cols;
}

bool aw_mg_wait(cusolverMgHandle_t handle)
{
	int current = 0;
	bool done = cudaGetDevice(&current) == cudaSuccess;
	for (int i = 0; done && i < handle->count; i++)
		done = cudaSetDevice(handle->devices[i]) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
	return cudaSetDevice(current) == cudaSuccess && done;
}

// Column j of the part, counted from 0: the device that has it, and its number there.
static int64_t place_of(const struct mg_part *part, int64_t j, int *device)
{
	int64_t column = part->column - 1 + j, tile = column / part->matrix->block;
	*device = (int)(tile % part->matrix->count);
	return tile / part->matrix->count * part->matrix->block + column % part->matrix->block;
}

static char *column_of(const struct mg_part *part, int64_t j)
{
	int device;
	int64_t column = place_of(part, j, &device);
	int64_t place = part->row - 1 + column * part->matrix->rows;
	return (char *)part->arrays[device] + place * (int64_t)aw_shim_type_size(part->matrix->type);
}

void *aw_mg_gather(const struct mg_part *part)
{
	size_t length = (size_t)part->m * aw_shim_type_size(part->matrix->type);
	char *copy = malloc(length * (size_t)part->n + 1);
	if (!copy)
		aw_shim_log_error("cusolverMg", "no memory for a copy of a matrix");
	for (int64_t j = 0; copy && j < part->n; j++)
		memcpy(copy + (size_t)j * length, column_of(part, j), length);
	return copy;
}

void aw_mg_scatter(const struct mg_part *part, const void *copy)
{
	size_t length = (size_t)part->m * aw_shim_type_size(part->matrix->type);
	for (int64_t j = 0; j < part->n; j++)
		memcpy(column_of(part, j), (const char *)copy + (size_t)j * length, length);
}

void aw_mg_put_pivots(const struct mg_part *part, int *const *arrays, const int *pivots, int64_t count)
{
	for (int64_t j = 0; j < count; j++) {
		int device;
		int64_t place = place_of(part, j, &device);
		arrays[device][place] = pivots[j];
	}
}

void aw_mg_get_pivots(const struct mg_part *part, int *const *arrays, int *pivots, int64_t count)
{
	for (int64_t j = 0; j < count; j++) {
		int device;
		int64_t place = place_of(part, j, &device);
		pivots[j] = arrays ? arrays[device][place] : (int)j + 1;
	}
}
