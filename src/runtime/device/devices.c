// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of back ends, made from devices.def.
#include "device.h"

#define AW_DRIVER(name) extern const struct aw_driver aw_driver_##name;
#include "devices.def"
#undef AW_DRIVER

const struct aw_driver *const aw_drivers[] = {
#define AW_DRIVER(name) &aw_driver_##name,
#include "devices.def"
#undef AW_DRIVER
};

const size_t aw_driver_count = sizeof(aw_drivers) / sizeof(aw_drivers[0]);
