/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Linking device code at run time (nvJitLink 12.6).  The library runs awcc, which must be installed beside it or be found by
 * PATH.  What stands for code for link-time optimisation is what NVRTC makes with -dlto, libNVVM with -gen-lto, and
 * awcc with -rdc=true -fatbin or -ltoir; what stands for a linked cubin is a fat binary, which cuModuleLoadData takes.
 *
 * Options: -arch=sm_NN (must be given), -lto, -ptx, -O0 to -O3, -g, -lineinfo, -maxrregcount=N, -ftz=, -prec-div=, -prec-sqrt=, -fma=,
 * -time, -verbose, -no-cache, -optimize-unused-variables (accepted), -split-compile=N and -jump-table-density=N (accepted).
 */
#ifndef nvJitLink_INCLUDED
#define nvJitLink_INCLUDED

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	NVJITLINK_SUCCESS = 0,
	NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
	NVJITLINK_ERROR_MISSING_ARCH,
	NVJITLINK_ERROR_INVALID_INPUT,
	NVJITLINK_ERROR_PTX_COMPILE,
	NVJITLINK_ERROR_NVVM_COMPILE,
	NVJITLINK_ERROR_INTERNAL,
	NVJITLINK_ERROR_THREADPOOL,
	NVJITLINK_ERROR_UNRECOGNIZED_INPUT,
	NVJITLINK_ERROR_FINALIZE,
	NVJITLINK_ERROR_NULL_INPUT,
	NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS,
	NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
	NVJITLINK_ERROR_ARCH_MISMATCH,
	NVJITLINK_ERROR_OUTDATED_LIBRARY,
	NVJITLINK_ERROR_MISSING_FATBIN,
	NVJITLINK_ERROR_UNRECOGNIZED_ARCH,
	NVJITLINK_ERROR_UNSUPPORTED_ARCH,
	NVJITLINK_ERROR_LTO_NOT_ENABLED
} nvJitLinkResult;

typedef enum {
	NVJITLINK_INPUT_NONE = 0,
	NVJITLINK_INPUT_CUBIN = 1,
	NVJITLINK_INPUT_PTX,
	NVJITLINK_INPUT_LTOIR,
	NVJITLINK_INPUT_FATBIN,
	NVJITLINK_INPUT_OBJECT,
	NVJITLINK_INPUT_LIBRARY,
	NVJITLINK_INPUT_INDEX,
	NVJITLINK_INPUT_ANY = 10
} nvJitLinkInputType;

typedef struct nvJitLink *nvJitLinkHandle;

/* NVJITLINK_ERROR_UNRECOGNIZED_OPTION, NVJITLINK_ERROR_MISSING_ARCH, NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS (-ptx without -lto). */
nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t numOptions, const char **options);
nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle);

/* SIZE bytes of device code.  NAME stands in messages.  NVJITLINK_ERROR_INCORRECT_INPUT_TYPE for objects and archives of the
 * host, which awcc -dlink links, and for index files; NVJITLINK_ERROR_INVALID_INPUT. */
nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType inputType, const void *data, size_t size, const char *name);
nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType inputType, const char *fileName);

/* NVJITLINK_ERROR_FINALIZE: the log says why. */
nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle);
/* After that; PTX where -ptx was given, else a cubin.  NVJITLINK_ERROR_INTERNAL: there is none. */
nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t *size);
nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void *cubin);
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t *size);
nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char *ptx);

/* Sizes with the zero at the end; 0 where a log is empty. */
nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t *size);
nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char *log);
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t *size);
nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char *log);

nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor);

#ifdef __cplusplus
}
#endif

#endif
