// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverMg: what its files share.  Objects that were made while a GPU was current are NVIDIA's and lack the first word.
#ifndef AW_SHIMS_MG_H
#define AW_SHIMS_MG_H

#include "../common/shim.h"

#pragma GCC visibility push(default)
#include "../../../include/cusolverMg.h"
#pragma GCC visibility pop

enum {
	MG_HANDLE = 0x4d474148,
	MG_GRID = 0x4d474147,
	MG_MATRIX = 0x4d47414d,
	MG_DEVICES = 64,
};

struct cusolverMgContext {
	uint64_t magic;
	cusolverMgHandle_t native;
	int count, devices[MG_DEVICES];
};

struct mg_grid {
	uint64_t magic;
	int count;
};

// Tiles of `block` columns, of which device i of `count` has numbers i, i + count and so on.
struct mg_matrix {
	uint64_t magic;
	int64_t rows, cols, block;
	cudaDataType type;
	int count;
};

bool aw_mg_is_handle(cusolverMgHandle_t handle);
void *aw_mg_native(const char *function);

// Calls NVIDIA's function of this name and returns what it does.
#define MG_FORWARD(function, ...) AW_SHIM_FORWARD(aw_mg_native, CUSOLVER_STATUS_NOT_SUPPORTED, function, #function, (__VA_ARGS__))

// The beginning of a function with a handle.
#define MG_BEGIN(function, ...) \
	if (!aw_mg_is_handle(handle)) \
		return CUSOLVER_STATUS_NOT_INITIALIZED; \
	if (handle->native) \
		MG_FORWARD(function, handle->native, __VA_ARGS__);

// A part of a distributed matrix, from a row and a column that count from 1.
struct mg_part {
	const struct mg_matrix *matrix; // NULL: none
	void *const *arrays;
	int64_t row, column, m, n;
};

// Whether the part is there and within its matrix.
bool aw_mg_part_is_valid(const struct mg_part *part, cudaDataType type);

// Waits for the devices; false where one has failed.
bool aw_mg_wait(cusolverMgHandle_t handle);

// A copy by columns, m long, or NULL after a line on stderr; and back.
void *aw_mg_gather(const struct mg_part *part);
void aw_mg_scatter(const struct mg_part *part, const void *copy);

// Pivots that lie as the columns of a part.
void aw_mg_put_pivots(const struct mg_part *part, int *const *arrays, const int *pivots, int64_t count);
void aw_mg_get_pivots(const struct mg_part *part, int *const *arrays, int *pivots, int64_t count);

#endif
