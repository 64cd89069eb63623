// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generators and what is set in them (cuRAND Library Programming Guide, "Host API Overview").
#include <stdlib.h>

#include "curand_native.h"
#include "rng_fill.h"

static const aw_rng_source *const sources[] = {
	&aw_rng_xorwow, &aw_rng_mrg32k3a, &aw_rng_mtgp32, &aw_rng_mt19937, &aw_rng_philox,
	&aw_rng_sobol32, &aw_rng_scrambled32, &aw_rng_sobol64, &aw_rng_scrambled64
};

static const aw_rng_source *source_of(curandRngType_t type)
{
	if (type == CURAND_RNG_PSEUDO_DEFAULT)
		type = CURAND_RNG_PSEUDO_XORWOW;
	if (type == CURAND_RNG_QUASI_DEFAULT)
		type = CURAND_RNG_QUASI_SOBOL32;
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
		if (sources[i]->type == type)
			return sources[i];
	return NULL;
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool host)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	const aw_rng_source *source = source_of(type);
	if (!source)
		return CURAND_STATUS_TYPE_ERROR;
	curandGenerator_t made = calloc(1, sizeof(*made));
	if (!made)
		return CURAND_STATUS_ALLOCATION_FAILED;
	made->source = source;
	made->host = host;
	made->count = 1;
	made->version = 1;
	made->start.ordering = source->quasi ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
	made->start.dimensions = 1;
	pthread_mutex_init(&made->lock, NULL);
	*generator = made;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
	return create(generator, type, true);
}

// On a GPU the generator is one of NVIDIA's library.
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
	enum aw_shim_device device = aw_shim_device_current();
	if (device == AW_SHIM_NONE)
		return CURAND_STATUS_INITIALIZATION_FAILED;
	curandGenerator_t made;
	curandStatus_t status = create(generator ? &made : NULL, type, false);
	if (status == CURAND_STATUS_SUCCESS && device == AW_SHIM_GPU) {
		const aw_curand_native *native = aw_curand_native_open();
		status = native ? native->curandCreateGenerator(&made->native, type) : CURAND_STATUS_INITIALIZATION_FAILED;
		if (status != CURAND_STATUS_SUCCESS)
			aw_rng_release(made);
	}
	if (status == CURAND_STATUS_SUCCESS)
		*generator = made;
	return status;
}

curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	curandStatus_t status = CURAND_STATUS_SUCCESS;
	if (generator->native)
		status = aw_curand_native_open()->curandDestroyGenerator(generator->native);
	aw_rng_release(generator);
	return status;
}

// For functions that set: the checks, and NVIDIA's library.
#define BEGIN_SET(name, value) \
	if (!generator) \
		return CURAND_STATUS_NOT_INITIALIZED; \
	if (generator->native) \
		return aw_curand_native_open()->name(generator->native, value)

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
	if (generator)
		generator->stream = stream;
	BEGIN_SET(curandSetStream, stream);
	return CURAND_STATUS_SUCCESS;
}

// The sequence of another seed goes on at the same place.
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed)
{
	BEGIN_SET(curandSetPseudoRandomGeneratorSeed, seed);
	if (generator->source->quasi)
		return CURAND_STATUS_TYPE_ERROR;
	generator->version += generator->start.seed != seed;
	generator->start.seed = seed;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset)
{
	BEGIN_SET(curandSetGeneratorOffset, offset);
	if (!generator->source->offsets)
		return CURAND_STATUS_TYPE_ERROR;
	generator->start.position = offset;
	generator->moved = true;
	generator->version++;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order)
{
	BEGIN_SET(curandSetGeneratorOrdering, order);
	// An order that is the library's to choose is this one.
	if (order == CURAND_ORDERING_PSEUDO_DYNAMIC && !generator->host && !generator->source->quasi)
		order = CURAND_ORDERING_PSEUDO_DEFAULT;
	if (!generator->source->has_ordering(order))
		return CURAND_STATUS_OUT_OF_RANGE;
	generator->version += generator->start.ordering != order;
	generator->start.ordering = order;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions)
{
	BEGIN_SET(curandSetQuasiRandomGeneratorDimensions, dimensions);
	if (!generator->source->quasi)
		return CURAND_STATUS_TYPE_ERROR;
	if (dimensions < 1 || dimensions > AW_RNG_DIMENSIONS)
		return CURAND_STATUS_OUT_OF_RANGE;
	generator->version += generator->start.dimensions != dimensions;
	generator->start.dimensions = dimensions;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version)
{
	if (!version)
		return CURAND_STATUS_OUT_OF_RANGE;
	*version = CURAND_VERSION;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
	if (!value)
		return CURAND_STATUS_OUT_OF_RANGE;
	switch (type) {
	case MAJOR_VERSION: *value = CURAND_VER_MAJOR; return CURAND_STATUS_SUCCESS;
	case MINOR_VERSION: *value = CURAND_VER_MINOR; return CURAND_STATUS_SUCCESS;
	case PATCH_LEVEL: *value = CURAND_VER_PATCH; return CURAND_STATUS_SUCCESS;
	default: return CURAND_STATUS_OUT_OF_RANGE;
	}
}
