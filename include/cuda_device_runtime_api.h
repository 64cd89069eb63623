/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of the runtime that device code may call (CUDA C++ Programming Guide, 13, "CUDA Dynamic
 * Parallelism").  Not offered yet: the name is here because programs include it.
 */
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#endif
