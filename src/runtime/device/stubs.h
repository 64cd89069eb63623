// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The back ends with stubs in the slots that they leave empty.
#ifndef AW_RUNTIME_DEVICE_STUBS_H
#define AW_RUNTIME_DEVICE_STUBS_H

#include "device.h"

enum { AW_DRIVER_MAX = 4 };

// Back end INDEX (< aw_driver_count) with complete tables.
const struct aw_driver *aw_device_driver(size_t index);

#endif
