// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands for a body that calls the host, where awcc hides one (src/awcc/device_bodies.h) and includes this file for it.
#ifndef AW_HOST_CALLS_H
#define AW_HOST_CALLS_H

extern "C" __attribute__((device)) void __anywarp_calls_host();

#endif
