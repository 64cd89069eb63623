// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that fill memory (cuRAND Library Programming Guide, "Generation Functions"), and what kernels take from the
// host: direction vectors and scramble words.
#include "curand_native.h"
#include "rng_poisson.h"
#include "rng_sobol.h"

// Checks the kind, and that the numbers come out even.
static curandStatus_t generate(curandGenerator_t generator, const aw_rng_wish *wish, void *numbers, size_t count)
{
	aw_rng_family family = generator->source->family;
	if (wish->kind == AW_RNG_BITS && family == AW_RNG_SINGLE64)
		return CURAND_STATUS_TYPE_ERROR;
	if (wish->kind == AW_RNG_LONG_BITS && family != AW_RNG_SINGLE64)
		return CURAND_STATUS_TYPE_ERROR;
	if (generator->source->quasi && count % generator->start.dimensions)
		return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
	// Philox's numbers are counted, and a pair may be cut.
	bool pairs = (family == AW_RNG_PAIRS || family == AW_RNG_MRG) && generator->source != &aw_rng_philox;
	if (pairs && wish->kind >= AW_RNG_NORMAL && wish->kind <= AW_RNG_LOG_NORMAL_DOUBLE && count % 2)
		return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
	return aw_rng_fill(generator, wish, numbers, count);
}

#define WORDS(...) __VA_ARGS__
#define GENERATE(name, type, parameters, words, ...) \
	curandStatus_t name(curandGenerator_t generator, type *numbers, size_t count WORDS parameters) \
	{ \
		if (!generator) \
			return CURAND_STATUS_NOT_INITIALIZED; \
		if (generator->native) \
			return aw_curand_native_open()->name(generator->native, numbers, count WORDS words); \
		return generate(generator, &(aw_rng_wish){ __VA_ARGS__ }, numbers, count); \
	}
GENERATE(curandGenerate, unsigned int, (), (), AW_RNG_BITS)
GENERATE(curandGenerateLongLong, unsigned long long, (), (), AW_RNG_LONG_BITS)
GENERATE(curandGenerateUniform, float, (), (), AW_RNG_UNIFORM)
GENERATE(curandGenerateUniformDouble, double, (), (), AW_RNG_UNIFORM_DOUBLE)
GENERATE(curandGenerateNormal, float, (, float mean, float deviation), (, mean, deviation), AW_RNG_NORMAL, mean, deviation)
GENERATE(curandGenerateNormalDouble, double, (, double mean, double deviation), (, mean, deviation), AW_RNG_NORMAL_DOUBLE, mean,
         deviation)
GENERATE(curandGenerateLogNormal, float, (, float mean, float deviation), (, mean, deviation), AW_RNG_LOG_NORMAL, mean, deviation)
GENERATE(curandGenerateLogNormalDouble, double, (, double mean, double deviation), (, mean, deviation), AW_RNG_LOG_NORMAL_DOUBLE,
         mean, deviation)

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *numbers, size_t count, double mean)
{
	const double most = 400000;
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (generator->native)
		return aw_curand_native_open()->curandGeneratePoisson(generator->native, numbers, count, mean);
	if (!(mean > 0 && mean <= most))
		return CURAND_STATUS_OUT_OF_RANGE;
	if (mean >= AW_RNG_POISSON_TABLES)
		return generate(generator, &(aw_rng_wish){ AW_RNG_POISSON_NORMAL, mean, __builtin_sqrt(mean) }, numbers, count);
	return generate(generator, &(aw_rng_wish){ AW_RNG_POISSON, mean }, numbers, count);
}

// All methods give the same distribution.
curandStatus_t curandGeneratePoissonMethod(curandGenerator_t generator, unsigned int *numbers, size_t count, double mean,
                                           curandMethod_t method)
{
	(void)method;
	return curandGeneratePoisson(generator, numbers, count, mean);
}

// States are made by the first numbers; with NVIDIA's library that is what this saves.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
	if (!generator)
		return CURAND_STATUS_NOT_INITIALIZED;
	return generator->native ? aw_curand_native_open()->curandGenerateSeeds(generator->native) : CURAND_STATUS_SUCCESS;
}

// --- for kernels ---

#define TABLE(name, type, table, plain, scrambled) \
	curandStatus_t name(type *vectors[], curandDirectionVectorSet_t set) \
	{ \
		const aw_rng_sobol_tables *tables = aw_rng_sobol_open(); \
		if (!vectors || (set != plain && set != scrambled)) \
			return CURAND_STATUS_OUT_OF_RANGE; \
		if (!tables) \
			return CURAND_STATUS_ALLOCATION_FAILED; \
		*vectors = (type *)tables->table; \
		return CURAND_STATUS_SUCCESS; \
	}
TABLE(curandGetDirectionVectors32, curandDirectionVectors32_t, vectors32, CURAND_DIRECTION_VECTORS_32_JOEKUO6,
      CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6)
TABLE(curandGetDirectionVectors64, curandDirectionVectors64_t, vectors64, CURAND_DIRECTION_VECTORS_64_JOEKUO6,
      CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6)

curandStatus_t curandGetScrambleConstants32(unsigned int **constants)
{
	const aw_rng_sobol_tables *tables = aw_rng_sobol_open();
	if (constants && tables)
		*constants = tables->scrambles32;
	return constants && tables ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

curandStatus_t curandGetScrambleConstants64(unsigned long long **constants)
{
	const aw_rng_sobol_tables *tables = aw_rng_sobol_open();
	if (constants && tables)
		*constants = (unsigned long long *)tables->scrambles64;
	return constants && tables ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
