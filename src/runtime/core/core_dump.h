// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settings of core dumps of devices (CUDA Driver API, "Coredump Attributes Control API").
#ifndef AW_RUNTIME_CORE_CORE_DUMP_H
#define AW_RUNTIME_CORE_CORE_DUMP_H

#include "context.h"

// For CONTEXT, or for all devices.  AW_INVALID_VALUE, AW_NOT_SUPPORTED.
aw_status aw_core_dump(struct aw_context *context, const struct aw_core_dump *dump);
aw_status aw_core_dump_global(const struct aw_core_dump *dump);

#endif
