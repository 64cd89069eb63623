// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of C++ as the source has them, by the libstdc++ of the process.
#ifndef AW_BASE_DEMANGLE_H
#define AW_BASE_DEMANGLE_H

// NAME demangled, or itself where it isn't mangled or there is no libstdc++, in new memory; NULL without memory.
char *aw_demangle(const char *name);

#endif
