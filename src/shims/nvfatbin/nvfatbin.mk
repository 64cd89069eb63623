# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
SHIM_VERSION_nvfatbin := 12
SHIM_OBJECTS_nvfatbin = $(FATBIN) $(BASE)
