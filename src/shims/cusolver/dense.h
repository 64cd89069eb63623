// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusolverDn: what its files share.  One record holds a call of any routine: it is checked when the function is called and run
// when the stream comes to it.  DENSE_FUNCTION makes a public function from the members it sets.
#ifndef AW_SHIMS_DENSE_H
#define AW_SHIMS_DENSE_H

#include <complex.h>
#include <stdint.h>

#include "../common/shim_lapack.h"
#include "solver_native.h"

// The headers of cuBLAS, which cuSOLVER's take, declare functions with these types in C++ only.
typedef struct { unsigned short bits; } __half;
typedef struct { unsigned short bits; } __nv_bfloat16;
#define __AW_BLAS_HALVES 1

#pragma GCC visibility push(default)
#include "../../../include/cusolverDn.h"
#pragma GCC visibility pop

enum { DENSE_MAGIC = 0x4e445343 };

struct cusolverDnContext {
	unsigned magic;
	cusolverDnHandle_t native; // NVIDIA's handle, for GPUs
	cudaStream_t stream;
	cusolverDeterministicMode_t determinism;
	cusolverMathMode_t math; // of emulation, of which there is none
	cudaEmulationStrategy_t strategy;
};

// Objects made while a GPU is current are NVIDIA's, and lack the first word.
enum {
	DENSE_SYEVJ = 0x4a565953,
	DENSE_GESVDJ = 0x4a565347,
	DENSE_PARAMS = 0x4d524150,
	DENSE_IRS_PARAMS = 0x50535249,
	DENSE_IRS_INFOS = 0x49535249,
};

// What a Jacobi method would be told, and what the last call with this object found.
struct syevjInfo {
	uint64_t magic;
	double tolerance, residual;
	int sweeps, sorts;
};

struct gesvdjInfo {
	uint64_t magic;
	double tolerance, residual;
	int sweeps, sorts;
};

bool aw_dense_use(cusolverDnHandle_t handle, const char *function);
void aw_dense_log(const char *function);

// The beginning of a function with a handle.
#define DENSE_BEGIN(function, ...) \
	if (!aw_dense_use(handle, #function)) \
		return CUSOLVER_STATUS_NOT_INITIALIZED; \
	if (handle->native) \
		SOLVER_FORWARD(function, handle->native, __VA_ARGS__);

enum dense_type { DENSE_S, DENSE_D, DENSE_C, DENSE_Z };

// LAPACK's memory for a routine.  It is asked for first: then the sizes are -1, and `work`, `real` and `integer` hold one
// element, where LAPACK says what it wants; a routine sets those sizes itself that LAPACK doesn't tell.
struct dense_room {
	bool asks;
	void *work, *real;
	int *integer;
	int size, real_size, integer_size;
};

struct dense_call;
// Does the work, or asks for memory.  LAPACK's info.
typedef int dense_run(const struct dense_call *call, struct dense_room *room);

// Characters are LAPACK's; '?' is refused.
struct dense_call {
	dense_run *run;
	enum dense_type type;
	bool needs_room, waits; // waits: results go to the host
	char op, fill, diag, side, vectors, range, u_job, v_job;
	int64_t m, n, k, columns, first, last, kind, batch;
	void *a, *b, *c, *u, *v, *w, *e, *tau, *tau2;
	int64_t lda, ldb, ldc, ldu, ldv;
	int64_t least_a, least_b, least_c, least_u, least_v; // what leading dimensions must reach
	int64_t stride_a, stride_w, stride_u, stride_v;
	void **a_array, **b_array;
	int *pivots, *info, *infos; // infos: one for each of a batch
	int64_t *wide_pivots;
	double low, high;
	int *found; // on the host
	int64_t *wide_found;
	bool economic;
	bool split; // complex numbers as their real parts and then their imaginary parts
	struct syevjInfo *syevj;
	struct gesvdjInfo *gesvdj;
	double *residuals; // on the host
};

// Routines that legacy functions and those of 64 bits have in common.
dense_run aw_dense_potrf, aw_dense_potrs, aw_dense_geqrf;

cusolverStatus_t aw_dense_submit(cusolverDnHandle_t handle, struct dense_call *call);

// Runs a routine within another's work, with memory of its own.  LAPACK's info, or a negative number without memory.
int aw_dense_run(const struct dense_call *call);

// Memory of `count` elements, or NULL after a line on stderr.  free() takes it.
void *aw_dense_memory(const struct dense_call *call, int64_t count);

// Where a matrix lies.
struct dense_place {
	void *first;
	int64_t ld;
};
#define DENSE_AT(pointer, distance) ((struct dense_place){ (pointer), (distance) })

// to = from of m rows and n columns, as it is or as its adjoint.
void aw_dense_copy(enum dense_type type, int64_t m, int64_t n, struct dense_place from, struct dense_place to);
void aw_dense_adjoint(enum dense_type type, int64_t m, int64_t n, struct dense_place from, struct dense_place to);

// The type of a format of the 64-bit functions; false for one that LAPACK lacks.
bool aw_dense_type_of(cudaDataType format, enum dense_type *type);

static inline size_t aw_dense_size(enum dense_type type)
{
	return type == DENSE_S ? 4 : type == DENSE_Z ? 16 : 8;
}

static inline bool aw_dense_is_complex(enum dense_type type)
{
	return type >= DENSE_C;
}

static inline size_t aw_dense_real_size(enum dense_type type)
{
	return type == DENSE_S || type == DENSE_C ? 4 : 8;
}

static inline char aw_dense_op(cublasOperation_t op, enum dense_type type)
{
	return (unsigned)op > 2 ? '?' : op == CUBLAS_OP_C && type < DENSE_C ? 'T' : "NTC"[op];
}

static inline char aw_dense_fill(cublasFillMode_t fill)
{
	return (unsigned)fill < 2 ? "LU"[fill] : '?';
}

static inline char aw_dense_side(cublasSideMode_t side)
{
	return (unsigned)side < 2 ? "LR"[side] : '?';
}

static inline char aw_dense_vectors(cusolverEigMode_t mode)
{
	return (unsigned)mode < 2 ? "NV"[mode] : '?';
}

static inline char aw_dense_range(cusolverEigRange_t range)
{
	return range == CUSOLVER_EIG_RANGE_ALL ? 'A' : range == CUSOLVER_EIG_RANGE_I ? 'I' : range == CUSOLVER_EIG_RANGE_V ? 'V' : '?';
}

// LAPACK takes addresses of ints.  The call's numbers have 64 bits and were found to fit; their first half is such an int.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first half of a number is the low one");
#define DENSE_INT(member) ((const int *)&call->member)

// A public function: name, parameters, arguments for NVIDIA's, and what the record of the call holds.
#define DENSE_FUNCTION(name, parameters, arguments, ...) \
	cusolverStatus_t name parameters \
	{ \
		if (!aw_dense_use(handle, #name)) \
			return CUSOLVER_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			DENSE_FORWARD_LIST(name, arguments); \
		struct dense_call call = { __VA_ARGS__ }; \
		return aw_dense_submit(handle, &call); \
	}

#define DENSE_FORWARD_LIST(function, arguments) \
	AW_SHIM_FORWARD(aw_solver_native, CUSOLVER_STATUS_NOT_SUPPORTED, function, #function, arguments)

// The function that says how many elements a routine's workspace has.  The cpu device takes its memory itself; programs that
// allocate what they are told get one.
#define DENSE_SIZE(name, parameters, arguments) \
	cusolverStatus_t name parameters \
	{ \
		if (!aw_dense_use(handle, #name)) \
			return CUSOLVER_STATUS_NOT_INITIALIZED; \
		if (handle->native) \
			DENSE_FORWARD_LIST(name, arguments); \
		if (!lwork) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		*lwork = 1; \
		return CUSOLVER_STATUS_SUCCESS; \
	}

// A matrix and its number of rows.
#define DENSE_A(pointer, ld, rows) .a = (void *)(pointer), .lda = (ld), .least_a = (rows)
#define DENSE_B(pointer, ld, rows) .b = (void *)(pointer), .ldb = (ld), .least_b = (rows)
#define DENSE_C_MATRIX(pointer, ld, rows) .c = (void *)(pointer), .ldc = (ld), .least_c = (rows)
#define DENSE_U(pointer, ld, rows) .u = (void *)(pointer), .ldu = (ld), .least_u = (rows)
#define DENSE_V(pointer, ld, rows) .v = (void *)(pointer), .ldv = (ld), .least_v = (rows)

// Instances of a routine; DEFINE takes name, letter of the format, types of elements and of absolute values.
#define DENSE_REAL(DEFINE, routine) \
	DEFINE(cusolverDnS##routine, S, float, float) DEFINE(cusolverDnD##routine, D, double, double)
#define DENSE_COMPLEX(DEFINE, routine) \
	DEFINE(cusolverDnC##routine, C, cuComplex, float) DEFINE(cusolverDnZ##routine, Z, cuDoubleComplex, double)
#define DENSE_ALL(DEFINE, routine) DENSE_REAL(DEFINE, routine) DENSE_COMPLEX(DEFINE, routine)
// Routines with other names for complex formats.
#define DENSE_PAIR(DEFINE, real, complex) DENSE_REAL(DEFINE, real) DENSE_COMPLEX(DEFINE, complex)

#endif
