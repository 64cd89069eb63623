// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects with parameters of cusolverDn: for Jacobi's methods (cuSOLVER, "syevjInfo_t", "gesvdjInfo_t"), for the functions of
// 64 bits ("cusolverDnParams_t"), each with its functions that set and get.
#include <stdlib.h>

#include "dense.h"

struct cusolverDnParams {
	uint64_t magic;
	cusolverAlgMode_t algorithms[3];
};

// Makes an object, or has NVIDIA's library make it; and frees it.
#define OBJECT(type, kind, create, destroy, tag) \
	cusolverStatus_t create(type *object) \
	{ \
		if (!object) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		if (aw_shim_device_current() == AW_SHIM_GPU) \
			SOLVER_FORWARD(create, object); \
		struct kind *made = calloc(1, sizeof(*made)); \
		if (!made) \
			return CUSOLVER_STATUS_ALLOC_FAILED; \
		made->magic = tag; \
		*object = made; \
		return CUSOLVER_STATUS_SUCCESS; \
	} \
	cusolverStatus_t destroy(type object) \
	{ \
		if (object && object->magic != tag) \
			SOLVER_FORWARD(destroy, object); \
		free(object); \
		return CUSOLVER_STATUS_SUCCESS; \
	}
OBJECT(syevjInfo_t, syevjInfo, cusolverDnCreateSyevjInfo, cusolverDnDestroySyevjInfo, DENSE_SYEVJ)
OBJECT(gesvdjInfo_t, gesvdjInfo, cusolverDnCreateGesvdjInfo, cusolverDnDestroyGesvdjInfo, DENSE_GESVDJ)
OBJECT(cusolverDnParams_t, cusolverDnParams, cusolverDnCreateParams, cusolverDnDestroyParams, DENSE_PARAMS)

#define SET(function, type, tag, parameter_type, parameter, valid, action) \
	cusolverStatus_t function(type object, parameter_type parameter) \
	{ \
		if (!object) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		if (object->magic != tag) \
			SOLVER_FORWARD(function, object, parameter); \
		if (!(valid)) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		action; \
		return CUSOLVER_STATUS_SUCCESS; \
	}
SET(cusolverDnXsyevjSetTolerance, syevjInfo_t, DENSE_SYEVJ, double, tolerance, tolerance >= 0, object->tolerance = tolerance)
SET(cusolverDnXsyevjSetMaxSweeps, syevjInfo_t, DENSE_SYEVJ, int, sweeps, sweeps > 0, (void)sweeps)
SET(cusolverDnXsyevjSetSortEig, syevjInfo_t, DENSE_SYEVJ, int, sorts, true, object->sorts = sorts)
SET(cusolverDnXgesvdjSetTolerance, gesvdjInfo_t, DENSE_GESVDJ, double, tolerance, tolerance >= 0, object->tolerance = tolerance)
SET(cusolverDnXgesvdjSetMaxSweeps, gesvdjInfo_t, DENSE_GESVDJ, int, sweeps, sweeps > 0, (void)sweeps)
SET(cusolverDnXgesvdjSetSortEig, gesvdjInfo_t, DENSE_GESVDJ, int, sorts, true, object->sorts = sorts)

// What the last call with an object found; it is waited for.
#define GET(function, type, value_type, member) \
	cusolverStatus_t function(cusolverDnHandle_t handle, type object, value_type *value) \
	{ \
		DENSE_BEGIN(function, object, value) \
		if (!object || !value) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		if (cudaStreamSynchronize(handle->stream) != cudaSuccess) \
			return CUSOLVER_STATUS_EXECUTION_FAILED; \
		*value = object->member; \
		return CUSOLVER_STATUS_SUCCESS; \
	}
GET(cusolverDnXsyevjGetResidual, syevjInfo_t, double, residual)
GET(cusolverDnXsyevjGetSweeps, syevjInfo_t, int, sweeps)
GET(cusolverDnXgesvdjGetResidual, gesvdjInfo_t, double, residual)
GET(cusolverDnXgesvdjGetSweeps, gesvdjInfo_t, int, sweeps)

cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function, cusolverAlgMode_t algorithm)
{
	if (!params)
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (params->magic != DENSE_PARAMS)
		SOLVER_FORWARD(cusolverDnSetAdvOptions, params, function, algorithm);
	if ((unsigned)function > 2 || (unsigned)algorithm > CUSOLVER_ALG_2)
		return CUSOLVER_STATUS_INVALID_VALUE;
	params->algorithms[function] = algorithm;
	return CUSOLVER_STATUS_SUCCESS;
}
