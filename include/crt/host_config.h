/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The C library's own settings, which a host configuration is all about on Linux. */
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__

#include <features.h>

#endif
