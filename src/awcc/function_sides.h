// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `__host__ __device__ int f(int); … int f(int a) { return a; }`: to nvcc a function is for the sides that any of its declarations
// names, so definitions outside of a class need no words; to clang these are two functions, and mostly errors (refusals.h).
#ifndef AW_AWCC_FUNCTION_SIDES_H
#define AW_AWCC_FUNCTION_SIDES_H

#include "source_scan.h"

// Says that what begins at AT is for both sides; for the front of a declaration, or behind what it begins with.
void aw_function_sides_add(const struct aw_scan *scan, size_t at, size_t *done, struct aw_str *out);
// Adds the text from *DONE on to OUT, with the function of which the name stands at AT declared for both sides.  False, and nothing
// added, when there is none.
bool aw_function_sides_join(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
// The same for any function of the device, a destructor in its class, too.
bool aw_function_sides_share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
// The same for an explicit instantiation, which clang wants to name the sides that its template is for: the device alone at first.
bool aw_function_sides_instantiate(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
// The same for the name of a constructor, if it takes its own class: the host may copy an object by one of the device as long as no
// declaration of a variable says so, when it hands the object to a kernel say.
bool aw_function_sides_join_copy(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

// Functions of the host may call one of the device where only the device half reads that, below #ifdef __CUDA_ARCH__: it makes no code of
// them, and nvcc doesn't look.  The same with the function whose name stands at AT, for the host in the device half alone by this macro.
#define AW_FUNCTION_SIDES_HOST_TOO "__anywarp_host_too"
bool aw_function_sides_lend(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
