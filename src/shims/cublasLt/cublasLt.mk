# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
SHIM_VERSION_cublasLt := 12
SHIM_LIBS_cublasLt := -lm
