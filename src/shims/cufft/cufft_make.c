// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that make plans and tell their work areas (cuFFT API Reference, "cuFFT Basic Plans" to "cuFFT Estimated Size
// of Work Area").  All come down to a shape of long numbers.
#include "../common/shim.h"
#include "cufft_plan.h"

// Makes an empty plan of ours.
static cufftResult fill(aw_cufft_plan *plan, const aw_cufft_shape *shape, size_t *work_size)
{
	cufftResult result = aw_cufft_shape_check(shape);
	if (result != CUFFT_SUCCESS)
		return result;
	if (plan->made)
		return CUFFT_INVALID_PLAN;
	result = aw_cufft_devices_check(plan, shape);
	if (result != CUFFT_SUCCESS)
		return result;
	plan->shape = *shape;
	plan->work_size = aw_cufft_work_size(shape);
	plan->made = true;
	result = aw_cufft_calls_begin(plan);
	plan->made = result == CUFFT_SUCCESS;
	if (result != CUFFT_SUCCESS)
		return result;
	for (int i = 0; work_size && (i == 0 || i < plan->device_count); i++)
		work_size[i] = plan->work_size; // for each device
	return CUFFT_SUCCESS;
}

// A shape without layouts: packed.
static cufftResult packed_shape(int rank, const int *n, cufftType type, int batch, aw_cufft_shape *shape)
{
	*shape = (aw_cufft_shape){ .rank = rank, .batch = batch, .in.packed = true, .out.packed = true };
	for (int i = 0; i < rank; i++)
		shape->n[i] = n[i];
	return aw_cufft_shape_of_type(type, shape);
}

static cufftResult check_rank(int rank, const void *n)
{
	return !n || rank < 1 || rank > AW_CUFFT_MAX_RANK ? CUFFT_INVALID_VALUE : CUFFT_SUCCESS;
}

// Parameters of the functions for many transforms, with ints or long longs.
#define MANY(integer) \
	int rank, integer *n, integer *inembed, integer istride, integer idist, integer *onembed, integer ostride, integer odist, \
	cufftType type, integer batch
#define MANY_NAMES rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch

#define MANY_SHAPE(name, integer) \
	static cufftResult name(MANY(integer), aw_cufft_shape *shape) \
	{ \
		if (check_rank(rank, n) != CUFFT_SUCCESS) \
			return CUFFT_INVALID_VALUE; \
		*shape = (aw_cufft_shape){ .rank = rank, .batch = batch }; \
		shape->in = (aw_cufft_side){ .packed = !inembed || !onembed, .stride = istride, .dist = idist }; \
		shape->out = (aw_cufft_side){ .packed = shape->in.packed, .stride = ostride, .dist = odist }; \
		for (int i = 0; i < rank; i++) { \
			shape->n[i] = n[i]; \
			shape->in.embed[i] = shape->in.packed ? 0 : inembed[i]; \
			shape->out.embed[i] = shape->in.packed ? 0 : onembed[i]; \
		} \
		return aw_cufft_shape_of_type(type, shape); \
	}
MANY_SHAPE(many_shape, int)
MANY_SHAPE(many_shape64, long long)

// --- shapes by data types ---

static bool is_type(cudaDataType type, cudaDataType real, cudaDataType complex)
{
	return type == real || type == complex;
}

// Both sides and the execution have one precision, the execution is complex, and at most one side is real.
static cufftResult types_shape(cudaDataType in, cudaDataType out, cudaDataType execution, aw_cufft_shape *shape)
{
	static const struct { cudaDataType real, complex; aw_cufft_format format; } rows[] = {
		{ CUDA_R_16F, CUDA_C_16F, AW_CUFFT_HALF }, { CUDA_R_16BF, CUDA_C_16BF, AW_CUFFT_BF16 },
		{ CUDA_R_32F, CUDA_C_32F, AW_CUFFT_SINGLE }, { CUDA_R_64F, CUDA_C_64F, AW_CUFFT_DOUBLE }
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (execution != rows[i].complex)
			continue;
		shape->format = rows[i].format;
		shape->in.real = in == rows[i].real;
		shape->out.real = out == rows[i].real;
		bool known = is_type(in, rows[i].real, rows[i].complex) && is_type(out, rows[i].real, rows[i].complex);
		return known && !(shape->in.real && shape->out.real) ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
	}
	return CUFFT_INVALID_VALUE;
}

static cufftResult xt_shape(int rank, long long *n, long long *inembed, long long istride, long long idist, cudaDataType in,
                            long long *onembed, long long ostride, long long odist, cudaDataType out, long long batch,
                            cudaDataType execution, aw_cufft_shape *shape)
{
	cufftResult result = many_shape64(rank, n, inembed, istride, idist, onembed, ostride, odist, CUFFT_C2C, batch, shape);
	return result == CUFFT_SUCCESS ? types_shape(in, out, execution, shape) : result;
}

// --- make ---

// Makes the plan with the handle: NAME(handle, words in parentheses) with NVIDIA's library, else by the shape.
#define WORDS(...) __VA_ARGS__
#define MAKE(name, words, set_shape) \
	aw_cufft_plan *plan = aw_cufft_plan_find(handle); \
	aw_cufft_shape shape; \
	cufftResult result; \
	if (!plan) \
		return CUFFT_INVALID_PLAN; \
	if (plan->native) \
		result = aw_cufft_native_open()->name(plan->native_handle, WORDS words); \
	else if ((result = set_shape) == CUFFT_SUCCESS) \
		result = aw_cufft_engine_of(&shape)->load() ? fill(plan, &shape, workSize) : CUFFT_SETUP_FAILED; \
	aw_cufft_plan_release(plan); \
	return result

cufftResult cufftMakePlan1d(cufftHandle handle, int nx, cufftType type, int batch, size_t *workSize)
{
	MAKE(cufftMakePlan1d, (nx, type, batch, workSize), packed_shape(1, &nx, type, batch, &shape));
}
cufftResult cufftMakePlan2d(cufftHandle handle, int nx, int ny, cufftType type, size_t *workSize)
{
	MAKE(cufftMakePlan2d, (nx, ny, type, workSize), packed_shape(2, (int[]){ nx, ny }, type, 1, &shape));
}
cufftResult cufftMakePlan3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t *workSize)
{
	MAKE(cufftMakePlan3d, (nx, ny, nz, type, workSize), packed_shape(3, (int[]){ nx, ny, nz }, type, 1, &shape));
}
cufftResult cufftMakePlanMany(cufftHandle handle, MANY(int), size_t *workSize)
{
	MAKE(cufftMakePlanMany, (MANY_NAMES, workSize), many_shape(MANY_NAMES, &shape));
}
cufftResult cufftMakePlanMany64(cufftHandle handle, MANY(long long), size_t *workSize)
{
	MAKE(cufftMakePlanMany64, (MANY_NAMES, workSize), many_shape64(MANY_NAMES, &shape));
}

#define XT \
	int rank, long long *n, long long *inembed, long long istride, long long idist, cudaDataType inputtype, \
	long long *onembed, long long ostride, long long odist, cudaDataType outputtype, long long batch, size_t *workSize, \
	cudaDataType executiontype
#define XT_NAMES \
	rank, n, inembed, istride, idist, inputtype, onembed, ostride, odist, outputtype, batch, workSize, executiontype
#define XT_SHAPE \
	xt_shape(rank, n, inembed, istride, idist, inputtype, onembed, ostride, odist, outputtype, batch, executiontype, &shape)

cufftResult cufftXtMakePlanMany(cufftHandle handle, XT)
{
	MAKE(cufftXtMakePlanMany, (XT_NAMES), XT_SHAPE);
}

// --- create and make ---

static cufftResult destroy_failed(cufftHandle made, cufftResult result, cufftHandle *plan)
{
	if (result == CUFFT_SUCCESS)
		*plan = made;
	else
		cufftDestroy(made);
	return result;
}

// Makes a new plan by CALL, which sees its handle as `made` and a place for the size of its work area.
#define CREATE(call) \
	cufftHandle made; \
	size_t size; \
	cufftResult result = plan ? cufftCreate(&made) : CUFFT_INVALID_VALUE; \
	return result == CUFFT_SUCCESS ? destroy_failed(made, call, plan) : result

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
	CREATE(cufftMakePlan1d(made, nx, type, batch, &size));
}
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
	CREATE(cufftMakePlan2d(made, nx, ny, type, &size));
}
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
	CREATE(cufftMakePlan3d(made, nx, ny, nz, type, &size));
}
cufftResult cufftPlanMany(cufftHandle *plan, MANY(int))
{
	CREATE(cufftMakePlanMany(made, MANY_NAMES, &size));
}

// --- sizes of work areas ---

static cufftResult estimate(const aw_cufft_shape *shape, cufftResult result, size_t *size)
{
	if (result == CUFFT_SUCCESS)
		result = aw_cufft_shape_check(shape);
	if (result == CUFFT_SUCCESS)
		*size = aw_cufft_work_size(shape);
	return result;
}

// The same without a plan, by the current device.
#define ESTIMATE(name, words, set_shape) \
	aw_cufft_shape shape; \
	if (!workSize) \
		return CUFFT_INVALID_VALUE; \
	if (aw_shim_device_current() != AW_SHIM_GPU) \
		return estimate(&shape, set_shape, workSize); \
	const aw_cufft_native *native = aw_cufft_native_open(); \
	return native ? native->name(WORDS words) : CUFFT_SETUP_FAILED

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *workSize)
{
	ESTIMATE(cufftEstimate1d, (nx, type, batch, workSize), packed_shape(1, &nx, type, batch, &shape));
}
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *workSize)
{
	ESTIMATE(cufftEstimate2d, (nx, ny, type, workSize), packed_shape(2, (int[]){ nx, ny }, type, 1, &shape));
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *workSize)
{
	ESTIMATE(cufftEstimate3d, (nx, ny, nz, type, workSize), packed_shape(3, (int[]){ nx, ny, nz }, type, 1, &shape));
}
cufftResult cufftEstimateMany(MANY(int), size_t *workSize)
{
	ESTIMATE(cufftEstimateMany, (MANY_NAMES, workSize), many_shape(MANY_NAMES, &shape));
}

#define SIZE(name, words, set_shape) \
	aw_cufft_plan *plan = aw_cufft_plan_find(handle); \
	aw_cufft_shape shape; \
	cufftResult result = CUFFT_INVALID_VALUE; \
	if (!plan) \
		return CUFFT_INVALID_PLAN; \
	if (plan->native) \
		result = aw_cufft_native_open()->name(plan->native_handle, WORDS words); \
	else if (workSize) \
		result = estimate(&shape, set_shape, workSize); \
	aw_cufft_plan_release(plan); \
	return result

cufftResult cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch, size_t *workSize)
{
	SIZE(cufftGetSize1d, (nx, type, batch, workSize), packed_shape(1, &nx, type, batch, &shape));
}
cufftResult cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type, size_t *workSize)
{
	SIZE(cufftGetSize2d, (nx, ny, type, workSize), packed_shape(2, (int[]){ nx, ny }, type, 1, &shape));
}
cufftResult cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type, size_t *workSize)
{
	SIZE(cufftGetSize3d, (nx, ny, nz, type, workSize), packed_shape(3, (int[]){ nx, ny, nz }, type, 1, &shape));
}
cufftResult cufftGetSizeMany(cufftHandle handle, MANY(int), size_t *workSize)
{
	SIZE(cufftGetSizeMany, (MANY_NAMES, workSize), many_shape(MANY_NAMES, &shape));
}
cufftResult cufftGetSizeMany64(cufftHandle handle, MANY(long long), size_t *workSize)
{
	SIZE(cufftGetSizeMany64, (MANY_NAMES, workSize), many_shape64(MANY_NAMES, &shape));
}
cufftResult cufftXtGetSizeMany(cufftHandle handle, XT)
{
	SIZE(cufftXtGetSizeMany, (XT_NAMES), XT_SHAPE);
}
