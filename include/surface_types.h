/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Surface objects (CUDA Runtime API, "Surface Object Management"). */
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

#include "anywarp/runtime_memory.h"

enum cudaSurfaceBoundaryMode {
	cudaBoundaryModeZero = 0,
	cudaBoundaryModeClamp = 1,
	cudaBoundaryModeTrap = 2
};
enum cudaSurfaceFormatMode {
	cudaFormatModeForced = 0,
	cudaFormatModeAuto = 1
};

typedef unsigned long long cudaSurfaceObject_t;

struct surfaceReference {
	struct cudaChannelFormatDesc channelDesc;
};

#endif
