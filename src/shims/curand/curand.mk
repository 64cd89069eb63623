# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
SHIM_VERSION_curand := 10
SHIM_LIBS_curand := -lm
