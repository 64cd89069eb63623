/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * How libraries describe data that lie on several GPUs (cuFFT API Reference, "Multiple GPUs", cudaXtDesc and cudaLibXtDesc). */
#ifndef CUDALIBXT_H_
#define CUDALIBXT_H_
#define _CUDA_LIB_XT_H_

#include "cuda_runtime.h"

#define CUDA_XT_DESCRIPTOR_VERSION 0x01000000 /* to which CUDART_VERSION is added */
#define MAX_CUDA_DESCRIPTOR_GPUS 64

enum cudaXtCopyType_t {
	LIB_XT_COPY_HOST_TO_DEVICE = 0,
	LIB_XT_COPY_DEVICE_TO_HOST = 1,
	LIB_XT_COPY_DEVICE_TO_DEVICE = 2
};
typedef enum cudaXtCopyType_t cudaLibXtCopyType;

/* The library whose format the data have. */
enum libFormat_t {
	LIB_FORMAT_CUFFT = 0,
	LIB_FORMAT_UNDEFINED = 1
};
typedef enum libFormat_t libFormat;

/* A piece of memory on each of nGPUs devices: size[i] bytes at data[i] on device GPUs[i]. */
struct cudaXtDesc_t {
	int version;
	int nGPUs;
	int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
	void *data[MAX_CUDA_DESCRIPTOR_GPUS];
	size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
	void *cudaXtState;
};
typedef struct cudaXtDesc_t cudaXtDesc;

/* The same with how a library has laid the data out. */
struct cudaLibXtDesc_t {
	int version;
	cudaXtDesc *descriptor;
	libFormat library;
	int subFormat;
	void *libDescriptor;
};
typedef struct cudaLibXtDesc_t cudaLibXtDesc;

#endif
