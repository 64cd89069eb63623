# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
SHIM_VERSION_cusolverMg := 11
SHIM_LIBS_cusolverMg := -lm
