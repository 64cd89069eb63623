// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's cuSOLVER, for all three of its interfaces.
#ifndef AW_SHIMS_SOLVER_NATIVE_H
#define AW_SHIMS_SOLVER_NATIVE_H

#include "../common/shim.h"

// Its function of this name, or NULL after a line on stderr.
void *aw_solver_native(const char *function);

// Calls NVIDIA's function of this name and returns what it does.
#define SOLVER_FORWARD(function, ...) \
	AW_SHIM_FORWARD(aw_solver_native, CUSOLVER_STATUS_NOT_SUPPORTED, function, #function, (__VA_ARGS__))

#endif
