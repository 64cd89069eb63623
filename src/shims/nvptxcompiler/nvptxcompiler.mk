# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
SHIM_VERSION_nvptxcompiler := 12
