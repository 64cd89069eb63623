// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc's host half knows a template of the device by its head alone; clang's looks into it as well, and finds there what the source
// only has for the device, by #ifdef __CUDA_ARCH__ say.  Where that is all that is wrong, the host half reads a body that traps.
#ifndef AW_AWCC_DEVICE_BODIES_H
#define AW_AWCC_DEVICE_BODIES_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT, with the body around AT, of a function for the device alone, hidden from the host half.
// False, and nothing added, when there is none, or that was no help.
bool aw_device_body_hide(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
// The same with the body of the function whose name stands at AT, unless it is wanted there.
bool aw_device_body_hide_of(const struct aw_scan *scan, size_t at, size_t *done, struct aw_str *out);

// The same with the body, which calls a function of the host, hidden from both halves.  It is an error only where the device half makes
// code of it (nvcc looks at no other body): a call of a function that nobody defines stands in its place (anywarp/host_calls.h).
#define AW_DEVICE_BODY_DEFERRED "__anywarp_calls_host"
bool aw_device_body_defer(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

// The place of a message that counts lines and columns as if nothing had been hidden; the text's size when there is none.
size_t aw_device_bodies_place(const struct aw_scan *scan, unsigned line, unsigned column);

#endif
