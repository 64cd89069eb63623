// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A closure or class handed on by value in a kernel is destroyed there, by the destructor of the host alone that something in it has:
// nvcc warns (20011) and the call does nothing, clang refuses it.
#ifndef AW_AWCC_HOST_DESTRUCTORS_H
#define AW_AWCC_HOST_DESTRUCTORS_H

#include "source_scan.h"

// In the device half this macro makes a function of the host of the body behind it, that nobody calls; in the host half it is nothing.
#define AW_HOST_DESTRUCTOR_BODY "__anywarp_host_body"

// Adds the text from *DONE on to OUT, with the destructor at AT for both sides: one defined in its class does nothing on the device.
// False, and nothing added, when there is none.
bool aw_host_destructor_share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
