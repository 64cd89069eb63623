// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's cuRAND, which has the generators that are created while the current device is a GPU.
#ifndef AW_CURAND_NATIVE_H
#define AW_CURAND_NATIVE_H

#include "rng.h"

#define AW_CURAND_NATIVE_FUNCTIONS(X) \
	X(curandCreateGenerator) X(curandDestroyGenerator) X(curandSetStream) X(curandSetPseudoRandomGeneratorSeed) \
	X(curandSetGeneratorOffset) X(curandSetGeneratorOrdering) X(curandSetQuasiRandomGeneratorDimensions) X(curandGenerate) \
	X(curandGenerateLongLong) X(curandGenerateUniform) X(curandGenerateUniformDouble) X(curandGenerateNormal) \
	X(curandGenerateNormalDouble) X(curandGenerateLogNormal) X(curandGenerateLogNormalDouble) X(curandGeneratePoisson) \
	X(curandGenerateSeeds) X(curandCreatePoissonDistribution) X(curandDestroyDistribution)

typedef struct aw_curand_native {
#define MEMBER(name) __typeof__(&name) name;
	AW_CURAND_NATIVE_FUNCTIONS(MEMBER)
#undef MEMBER
} aw_curand_native;

// The library's functions, or NULL after a line on stderr.
const aw_curand_native *aw_curand_native_open(void);

#endif
