// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The OpenCL peer (peer_opencl.c), which is only there when OpenCL's headers are.
#ifndef AW_BENCH_PEERS_H
#define AW_BENCH_PEERS_H

#include "problem.h"

// Compiles the file of kernels; 0 when there is no device.
__attribute__((weak)) int peer_opencl_start(const char *path);
__attribute__((weak)) void peer_opencl_attach(const struct bench_problem *problem, void *const *data);
__attribute__((weak)) void peer_opencl_run(const struct bench_problem *problem, void *const *data);
__attribute__((weak)) void peer_opencl_detach(void);

#endif
