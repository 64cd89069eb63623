// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "solver_native.h"

void *aw_solver_native(const char *function)
{
	static const int versions[] = { 12, 11, 0 };
	static void *library;
	return aw_shim_native_find(&library, "cusolver", versions, function);
}
