/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Types of device code alone. */
#ifndef __DEVICE_TYPES_H__
#define __DEVICE_TYPES_H__

#include "crt/host_defines.h"

/* Rounding modes, in the order of the suffixes _rn, _rz, _ru, _rd. */
enum cudaRoundMode {
	cudaRoundNearest,
	cudaRoundZero,
	cudaRoundPosInf,
	cudaRoundMinInf
};

#endif
