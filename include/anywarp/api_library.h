/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Libraries of kernels that a program loads itself (CUDA Runtime API, "Library Management").  A library belongs to the device
 * that is current when it is loaded.  Its kernels are launched as functions of the program are.
 */
#ifndef AW_API_LIBRARY_H
#define AW_API_LIBRARY_H

/* Loads what awcc made (-fatbin, -cubin, -ptx) or PTX text, from CODE in memory or from a file.  Options are accepted, and
 * none changes what is done.  cudaErrorInvalidKernelImage, cudaErrorInvalidPtx, cudaErrorNoKernelImageForDevice,
 * cudaErrorFileNotFound. */
cudaError_t CUDARTAPI cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jitOptions,
	void **jitOptionsValues, unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions,
	void **libraryOptionValues, unsigned int numLibraryOptions);
cudaError_t CUDARTAPI cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *fileName, enum cudaJitOption *jitOptions,
	void **jitOptionsValues, unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions,
	void **libraryOptionValues, unsigned int numLibraryOptions);
/* Its kernels and variables are gone afterwards. */
cudaError_t CUDARTAPI cudaLibraryUnload(cudaLibrary_t library);

/* By mangled name; cudaErrorSymbolNotFound, cudaErrorInvalidResourceHandle. */
cudaError_t CUDARTAPI cudaLibraryGetKernel(cudaKernel_t *pKernel, cudaLibrary_t library, const char *name);
cudaError_t CUDARTAPI cudaLibraryGetGlobal(void **dptr, size_t *bytes, cudaLibrary_t library, const char *name);
cudaError_t CUDARTAPI cudaLibraryGetManaged(void **dptr, size_t *bytes, cudaLibrary_t library, const char *name);
/* How many kernels there are; the first NUMKERNELS of them. */
cudaError_t CUDARTAPI cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t lib);
cudaError_t CUDARTAPI cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int numKernels, cudaLibrary_t lib);
/* As cudaFuncSetAttribute; DEVICE must be the kernel's. */
cudaError_t CUDARTAPI cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr, int value, int device);
/* A function that host and device call by one pointer.  No device has such, so there is none of any name: cudaErrorSymbolNotFound;
 * cudaErrorInvalidValue, cudaErrorInvalidResourceHandle. */
cudaError_t CUDARTAPI cudaLibraryGetUnifiedFunction(void **fptr, cudaLibrary_t library, const char *symbol);

#endif
