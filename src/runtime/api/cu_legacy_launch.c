// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Execution Control [DEPRECATED]": launches of before CUDA 4, where a function keeps its block's
// shape and its parameters, put one by one at offsets of the packed buffer, until it is launched.
#include <stdlib.h>
#include <string.h>

#include "../core/launch.h"
#include "../core/program.h"
#include "../core/stream.h"
#include "cu_legacy_launch.h"
#include "cu_result.h"

enum { PARAMETERS = 4096 };

struct prepared {
	CUfunction function;
	struct prepared *next;
	unsigned block[3], shared;
	size_t size;
	char parameters[PARAMETERS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct prepared *all;

// What FUNCTION keeps, made at first; the lock is held.  NULL without memory.
static struct prepared *find(CUfunction function)
{
	for (struct prepared *known = all; known; known = known->next)
		if (known->function == function)
			return known;
	struct prepared *made = calloc(1, sizeof(*made));
	if (!made)
		return NULL;
	made->function = function;
	made->block[0] = made->block[1] = made->block[2] = 1;
	made->next = all;
	all = made;
	return made;
}

void aw_api_legacy_launches_drop(struct CUmod_st *module)
{
	pthread_mutex_lock(&lock);
	for (struct prepared **link = &all; *link;) {
		struct prepared *known = *link;
		if (aw_core_program_of(known->function) != module) {
			link = &known->next;
			continue;
		}
		*link = known->next;
		free(known);
	}
	pthread_mutex_unlock(&lock);
}

static bool fits(const struct CUfunc_st *function, int x, int y, int z)
{
	const int *most = function->context->properties.maxThreadsDim;
	return x > 0 && y > 0 && z > 0 && x <= most[0] && y <= most[1] && z <= most[2] &&
	       (long long)x * y * z <= (long long)function->attributes.max_threads;
}

static aw_status set_shape(CUfunction function, int x, int y, int z)
{
	if (!function || !fits(function, x, y, z))
		return function ? AW_INVALID_VALUE : AW_INVALID_HANDLE;
	pthread_mutex_lock(&lock);
	struct prepared *known = find(function);
	if (known) {
		known->block[0] = (unsigned)x;
		known->block[1] = (unsigned)y;
		known->block[2] = (unsigned)z;
	}
	pthread_mutex_unlock(&lock);
	return known ? AW_OK : AW_NO_MEMORY;
}

CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z)
{
	return AW_CU_CONTEXT_CALL(set_shape(hfunc, x, y, z));
}

static aw_status set_shared(CUfunction function, unsigned bytes)
{
	if (!function)
		return AW_INVALID_HANDLE;
	if (bytes > function->context->properties.sharedMemPerBlockOptin)
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&lock);
	struct prepared *known = find(function);
	if (known)
		known->shared = bytes;
	pthread_mutex_unlock(&lock);
	return known ? AW_OK : AW_NO_MEMORY;
}

CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes)
{
	return AW_CU_CONTEXT_CALL(set_shared(hfunc, bytes));
}

static aw_status set_size(CUfunction function, unsigned bytes)
{
	if (!function || bytes > PARAMETERS)
		return function ? AW_INVALID_VALUE : AW_INVALID_HANDLE;
	pthread_mutex_lock(&lock);
	struct prepared *known = find(function);
	if (known)
		known->size = bytes;
	pthread_mutex_unlock(&lock);
	return known ? AW_OK : AW_NO_MEMORY;
}

CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes)
{
	return AW_CU_CONTEXT_CALL(set_size(hfunc, numbytes));
}

static aw_status set_parameter(CUfunction function, int offset, const void *value, size_t bytes)
{
	if (!function)
		return AW_INVALID_HANDLE;
	if (!value || offset < 0 || offset > PARAMETERS || bytes > PARAMETERS - (size_t)offset)
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&lock);
	struct prepared *known = find(function);
	if (known)
		memcpy(known->parameters + offset, value, bytes);
	pthread_mutex_unlock(&lock);
	return known ? AW_OK : AW_NO_MEMORY;
}

CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value)
{
	return AW_CU_CONTEXT_CALL(set_parameter(hfunc, offset, &value, sizeof(value)));
}

CUresult cuParamSetf(CUfunction hfunc, int offset, float value)
{
	return AW_CU_CONTEXT_CALL(set_parameter(hfunc, offset, &value, sizeof(value)));
}

CUresult cuParamSetv(CUfunction hfunc, int offset, void *ptr, unsigned int numbytes)
{
	return AW_CU_CONTEXT_CALL(set_parameter(hfunc, offset, ptr, numbytes));
}

static aw_status launch(CUfunction function, int width, int height, CUstream stream)
{
	if (!function || width <= 0 || height <= 0)
		return function ? AW_INVALID_VALUE : AW_INVALID_HANDLE;
	pthread_mutex_lock(&lock);
	const struct prepared *known = find(function);
	aw_status status = known ? AW_OK : AW_NO_MEMORY;
	if (known) {
		struct aw_shape shape = { { (unsigned)width, (unsigned)height, 1 },
			                  { known->block[0], known->block[1], known->block[2] },
			                  known->shared,
			                  stream };
		struct aw_launch work = { .packed = known->parameters, .packed_size = known->size };
		status = aw_core_launch_kernel(function, &shape, &work);
	}
	pthread_mutex_unlock(&lock);
	return status;
}

CUresult cuLaunch(CUfunction f)
{
	return AW_CU_CONTEXT_CALL(launch(f, 1, 1, NULL));
}

CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height)
{
	return AW_CU_CONTEXT_CALL(launch(f, grid_width, grid_height, NULL));
}

CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream)
{
	return AW_CU_CONTEXT_CALL(launch(f, grid_width, grid_height, hStream));
}
