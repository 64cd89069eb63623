// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler tells about a finished target besides its code.
#ifndef AW_COMPILER_REPORT_H
#define AW_COMPILER_REPORT_H

#include "pipeline.h"

// --report and --resource-usage: lines about each kernel, as far as the request asks for them.
void aw_report_kernels(struct aw_unit *unit);

// --keep: writes the module, the code of the target and second entries beside the other intermediate files.
aw_status aw_report_keep(struct aw_unit *unit, const struct aw_str *code, const struct aw_str *entries, const char *suffix);

#endif
