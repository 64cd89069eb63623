// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's cuFFT, which has the plans that are created while the current device is a GPU.
#ifndef AW_CUFFT_NATIVE_H
#define AW_CUFFT_NATIVE_H

#pragma GCC visibility push(default)
#include "../../../include/cufftXt.h"
#pragma GCC visibility pop

#define AW_CUFFT_NATIVE_FUNCTIONS(X) \
	X(cufftCreate) X(cufftDestroy) X(cufftMakePlan1d) X(cufftMakePlan2d) X(cufftMakePlan3d) X(cufftMakePlanMany) \
	X(cufftMakePlanMany64) X(cufftXtMakePlanMany) X(cufftEstimate1d) X(cufftEstimate2d) X(cufftEstimate3d) \
	X(cufftEstimateMany) X(cufftGetSize1d) X(cufftGetSize2d) X(cufftGetSize3d) X(cufftGetSizeMany) X(cufftGetSizeMany64) \
	X(cufftXtGetSizeMany) X(cufftGetSize) X(cufftSetWorkArea) X(cufftXtSetWorkArea) X(cufftSetAutoAllocation) \
	X(cufftXtSetWorkAreaPolicy) X(cufftSetStream) X(cufftExecC2C) X(cufftExecR2C) X(cufftExecC2R) X(cufftExecZ2Z) \
	X(cufftExecD2Z) X(cufftExecZ2D) X(cufftXtExec) X(cufftSetPlanPropertyInt64) X(cufftGetPlanPropertyInt64) \
	X(cufftResetPlanProperty) X(cufftXtSetGPUs) X(cufftXtMalloc) X(cufftXtMemcpy) X(cufftXtFree) X(cufftXtQueryPlan) \
	X(cufftXtExecDescriptor) X(cufftXtExecDescriptorC2C) X(cufftXtExecDescriptorZ2Z) X(cufftXtExecDescriptorR2C) \
	X(cufftXtExecDescriptorC2R) X(cufftXtExecDescriptorD2Z) X(cufftXtExecDescriptorZ2D)

typedef struct aw_cufft_native {
#define MEMBER(name) __typeof__(&name) name;
	AW_CUFFT_NATIVE_FUNCTIONS(MEMBER)
#undef MEMBER
} aw_cufft_native;

// The library's functions, or NULL after a line on stderr.
const aw_cufft_native *aw_cufft_native_open(void);

#endif
