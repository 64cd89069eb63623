/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Constructors of the structures that 2D and 3D copies take (CUDA Runtime API, "Memory Management"). */
#ifndef __DRIVER_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__

#include "driver_types.h"

/* Linear memory D: rows PITCH bytes apart, XSIZE (bytes) wide, YSIZE rows. */
static __inline__ __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *d, size_t pitch, size_t xsize,
                                                                     size_t ysize) {
	struct cudaPitchedPtr p;
	p.ptr = d;
	p.pitch = pitch;
	p.xsize = xsize;
	p.ysize = ysize;
	return p;
}

static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
	struct cudaPos p;
	p.x = x;
	p.y = y;
	p.z = z;
	return p;
}

/* WIDTH in elements for arrays, in bytes for linear memory. */
static __inline__ __host__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
	struct cudaExtent e;
	e.width = width;
	e.height = height;
	e.depth = depth;
	return e;
}

#endif
