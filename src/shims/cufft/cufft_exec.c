// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that run plans (cuFFT API Reference, "cuFFT Execution"), and plans by data types ("cuFFT Extended").
#include "../common/shim.h"
#include "cufft_plan.h"

typedef enum ends { COMPLEX, FROM_REAL, TO_REAL } ends;

static bool has_ends(const aw_cufft_shape *shape, aw_cufft_format format, ends which)
{
	return shape->format == format && shape->in.real == (which == FROM_REAL) && shape->out.real == (which == TO_REAL);
}

static cufftResult check(const aw_cufft_plan *plan, aw_cufft_format format, ends which, void *in, void *out, int sign)
{
	if (!plan->made)
		return CUFFT_INVALID_PLAN;
	if (!in || !out || (which == COMPLEX && sign != CUFFT_FORWARD && sign != CUFFT_INVERSE))
		return CUFFT_INVALID_VALUE;
	return has_ends(&plan->shape, format, which) ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}

#define EXECUTE(name, format, side, in_type, out_type, parameter, sign, ...) \
	cufftResult name(cufftHandle handle, in_type *in, out_type *out parameter) \
	{ \
		aw_cufft_plan *plan = aw_cufft_plan_find(handle); \
		cufftResult result; \
		if (!plan) \
			return CUFFT_INVALID_PLAN; \
		if (plan->native) \
			result = aw_cufft_native_open()->name(plan->native_handle, in, out __VA_ARGS__); \
		else if ((result = check(plan, format, side, in, out, sign)) == CUFFT_SUCCESS) \
			result = aw_cufft_transform(plan, in, out, sign); \
		aw_cufft_plan_release(plan); \
		return result; \
	}
#define DIRECTION , int direction
#define NOTHING
EXECUTE(cufftExecC2C, AW_CUFFT_SINGLE, COMPLEX, cufftComplex, cufftComplex, DIRECTION, direction, , direction)
EXECUTE(cufftExecR2C, AW_CUFFT_SINGLE, FROM_REAL, cufftReal, cufftComplex, NOTHING, CUFFT_FORWARD, NOTHING)
EXECUTE(cufftExecC2R, AW_CUFFT_SINGLE, TO_REAL, cufftComplex, cufftReal, NOTHING, CUFFT_INVERSE, NOTHING)
EXECUTE(cufftExecZ2Z, AW_CUFFT_DOUBLE, COMPLEX, cufftDoubleComplex, cufftDoubleComplex, DIRECTION, direction, , direction)
EXECUTE(cufftExecD2Z, AW_CUFFT_DOUBLE, FROM_REAL, cufftDoubleReal, cufftDoubleComplex, NOTHING, CUFFT_FORWARD, NOTHING)
EXECUTE(cufftExecZ2D, AW_CUFFT_DOUBLE, TO_REAL, cufftDoubleComplex, cufftDoubleReal, NOTHING, CUFFT_INVERSE, NOTHING)

cufftResult cufftXtExec(cufftHandle handle, void *in, void *out, int direction)
{
	aw_cufft_plan *plan = aw_cufft_plan_find(handle);
	cufftResult result;
	if (!plan)
		return CUFFT_INVALID_PLAN;
	if (plan->native) {
		result = aw_cufft_native_open()->cufftXtExec(plan->native_handle, in, out, direction);
	} else {
		const aw_cufft_shape *shape = &plan->shape;
		ends which = shape->in.real ? FROM_REAL : shape->out.real ? TO_REAL : COMPLEX;
		result = check(plan, shape->format, which, in, out, direction);
		if (result == CUFFT_SUCCESS)
			result = aw_cufft_transform(plan, in, out, direction);
	}
	aw_cufft_plan_release(plan);
	return result;
}
