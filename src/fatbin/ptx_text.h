// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX text that brings the module it was made of, for devices that don't take PTX: a program that loads the output of
// `awcc -ptx` runs on the CPU, too.  The module is a fat binary of bitcode alone; it stands behind the text, in comments.
#ifndef AW_FATBIN_PTX_TEXT_H
#define AW_FATBIN_PTX_TEXT_H

#include <stddef.h>

#include "../base/status.h"
#include "../base/str.h"

// Appends the fat binary DATA of SIZE bytes to the PTX that is what OUT has from START on.
void aw_ptx_text_attach(struct aw_str *out, size_t start, const void *data, size_t size);

// Appends the fat binary in TEXT to FATBIN.  Returns AW_FILE_NOT_FOUND when there is none, AW_INVALID_PTX when it is damaged or
// the text before it isn't what it was made with.
aw_status aw_ptx_text_module(const char *text, struct aw_str *fatbin);

#endif
