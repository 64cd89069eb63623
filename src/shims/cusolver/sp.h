// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverSp: what its files share.  All numbers are worked with as doubles or complex doubles, whichever format the caller's have;
// rows and columns count from 0.  Functions wait for the handle's stream and do their work at once, as their results on the host
// want it.
#ifndef AW_SHIMS_SP_H
#define AW_SHIMS_SP_H

#include "../common/shim_gemm.h"
#include "../common/shim_mat_descr.h"
#include "solver_native.h"

#pragma GCC visibility push(default)
#include "../../../include/cusolverSp.h"
#include "../../../include/cusolverSp_LOWLEVEL_PREVIEW.h"
#pragma GCC visibility pop

enum { SP_MAGIC = 0x53505343 };

struct cusolverSpContext {
	unsigned magic;
	cusolverSpHandle_t native;
	cudaStream_t stream;
};

bool aw_sp_use(cusolverSpHandle_t handle);
bool aw_sp_wait(cusolverSpHandle_t handle); // for the work of the handle's stream; false while it is captured

// The beginning of a function with a handle.
#define SP_BEGIN(function, ...) \
	if (!aw_sp_use(handle)) \
		return CUSOLVER_STATUS_NOT_INITIALIZED; \
	if (handle->native) \
		SOLVER_FORWARD(function, handle->native, __VA_ARGS__);

// --- matrices ---

// A matrix as callers have it: by rows, its numbers from `base` on.
struct sp_rows {
	int rows, cols, base;
	const int *offsets, *columns;
};

// By columns, or, where it says so, the rows of a lower triangle.  `values`: doubles, or pairs of them.
struct sp_matrix {
	int rows, cols;
	int *first, *index;
	double *values;
};

// Whether there is such a matrix.
bool aw_sp_is_matrix(int rows, int cols, int nnz, cusparseMatDescr_t description, const void *offsets, const void *columns);

// --- sp_order.c: orders of the rows and columns of a symmetric pattern (A's and its transpose's); false without memory ---

typedef bool sp_order(const struct sp_rows *a, int *order);
sp_order aw_sp_order_rcm, aw_sp_order_degree, aw_sp_order_dissection;
// An order of the columns that keeps the R of QR sparse, whose pattern is that of the Cholesky factor of A* A.
sp_order aw_sp_order_columns;

// By the number that functions named csrlsv take: 0 none, 1 symrcm, 2 symamd, 3 metisnd.
bool aw_sp_order(const struct sp_rows *a, int reorder, int *order);

// --- sp_engine.h: factorisations of A(row order, column order), of doubles or of complex ones ---

enum sp_kind { SP_LU, SP_QR, SP_CHOLESKY };

struct sp_factor; // see there

struct sp_engine {
	// `values`: of A, in the order of its rows.  order: of rows and columns alike, or NULL.  threshold: how much of the largest
	// a diagonal element must have to be LU's pivot.  NULL without memory.
	struct sp_factor *(*factor)(enum sp_kind kind, const struct sp_rows *a, const double *values, const int *order, double threshold);
	// x = the solution, or the least squares' one; b and x may be the same.  False without memory.
	bool (*solve)(const struct sp_factor *factor, const double *b, double *x);
	// The first column, as numbered in the caller's matrix, whose pivot isn't above `tolerance`, or -1.
	int (*zero_pivot)(const struct sp_factor *factor, double tolerance);
	// The diagonal of a Cholesky factor.
	void (*diagonal)(const struct sp_factor *factor, double *diagonal);
};

extern const struct sp_engine aw_sp_real, aw_sp_complex;

void aw_sp_factor_free(struct sp_factor *factor);

// LU's factors: matrices by columns with L's ones left out and U's diagonal last, and the rows in the order of their pivots.
struct sp_factor {
	enum sp_kind kind;
	int rows, cols, parts; // parts: doubles of a number
	int *order;            // of the columns, and of the rows before pivots; or NULL
	int *rows_by_pivot;
	struct sp_matrix lower, upper; // QR: reflectors and R; Cholesky: L, its diagonal first
	double *scales;                // QR: of the reflectors
	int zero;                      // the first column without a pivot, or -1
};

static inline const struct sp_engine *aw_sp_engine_of(cudaDataType type)
{
	return aw_shim_type_is_complex(type) ? &aw_sp_complex : &aw_sp_real;
}

static inline int aw_sp_parts(cudaDataType type)
{
	return aw_shim_type_is_complex(type) ? 2 : 1;
}

// `count` numbers as doubles, from a call's format; NULL without memory.  free() takes it.
double *aw_sp_load(cudaDataType type, const void *values, int64_t count);

// x = the solution for b, both in a call's format.  False without memory.
bool aw_sp_solve(cudaDataType type, const struct sp_factor *factor, const void *b, void *x);

// to = A - shift, from 0 on, with the shift as elements of their own at the rows' ends; its arrays are the caller's to free, also
// after false for no memory.
bool aw_sp_shift(const struct sp_rows *a, const double *values, int parts, const double *shift, struct sp_rows *to, double **to_values);

// Instances of a function: DEFINE takes name, type of elements, of absolute values, and the format.
#define SP_ALL(DEFINE, before, after) \
	DEFINE(before##S##after, float, float, CUDA_R_32F) \
	DEFINE(before##D##after, double, double, CUDA_R_64F) \
	DEFINE(before##C##after, cuComplex, float, CUDA_C_32F) \
	DEFINE(before##Z##after, cuDoubleComplex, double, CUDA_C_64F)

#endif
