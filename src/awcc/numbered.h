// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The messages that have nvcc's numbers, which options and pragmas suppress or make errors of.
#ifndef AW_AWCC_NUMBERED_H
#define AW_AWCC_NUMBERED_H

#include <stddef.h>

#include "options.h"
#include "text.h"

// Of a function's __shared__ variable whose constructor, which does something, isn't run.
#define AW_NUMBERED_SHARED "20054"

enum aw_severity { AW_SEVERITY_NONE, AW_SEVERITY_WARNING, AW_SEVERITY_ERROR };

// What is to become of the message NUMBER in the line LINE of FILE.
enum aw_severity aw_numbered_severity(const struct aw_options *options, const char *number, const char *file, size_t line);

#endif
