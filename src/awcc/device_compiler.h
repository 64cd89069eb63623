// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The door to libanywarp-compiler.so: opened when the first device module is compiled.
#ifndef AW_AWCC_DEVICE_COMPILER_H
#define AW_AWCC_DEVICE_COMPILER_H

#include "plan.h"

// Begins to open the library on a thread of its own, so that it is ready when a front end is.
void aw_device_prepare(const struct aw_paths *paths);
// Waits for that thread: the program must not end while a library is being opened.
void aw_device_finish(void);

// Compiles the inputs to RESULT.  The compiler's messages are appended to MESSAGES, one a line.
aw_status aw_device_compile(const struct aw_plan *plan, const struct aw_compiler_input *inputs, size_t count,
                            enum aw_compiler_output output, struct aw_str *result, struct aw_str *messages);

#endif
