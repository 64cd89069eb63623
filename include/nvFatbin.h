/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Fat binaries made at run time (nvFatbin 12.6, with what 13.0 has besides).  They are of CUDA's own format, which cuModuleLoadData,
 * cuLibraryLoadData, cudaLibraryLoadData and nvJitLink of this toolkit take, and CUDA's tools, too.  What stands for a cubin or for
 * code for link-time optimisation is what NVRTC, nvJitLink, libNVVM and awcc make: its PTX lies there as PTX, with the
 * code for the cpu device beside it.  NVIDIA's own cubins and LTO-IR are taken as they are, for GPUs' drivers.
 *
 * Options (nvFatbin, "Supported Options"): -32, -64, -cuda, -opencl, -g, -host=linux|windows|mac are written down with each entry;
 * -compress=true|false, -compress-all, -compress-mode=default|size|speed|balance|none and -c are accepted: nothing is compressed.
 */
#ifndef nvFatbin_INCLUDED
#define nvFatbin_INCLUDED

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* nvFatbin, "Error codes". */
typedef enum {
	NVFATBIN_SUCCESS = 0,
	NVFATBIN_ERROR_INTERNAL,
	NVFATBIN_ERROR_ELF_ARCH_MISMATCH,
	NVFATBIN_ERROR_ELF_SIZE_MISMATCH,
	NVFATBIN_ERROR_MISSING_PTX_VERSION,
	NVFATBIN_ERROR_NULL_POINTER,
	NVFATBIN_ERROR_COMPRESSION_FAILED,
	NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED,
	NVFATBIN_ERROR_UNRECOGNIZED_OPTION,
	NVFATBIN_ERROR_INVALID_ARCH,
	NVFATBIN_ERROR_INVALID_NVVM,
	NVFATBIN_ERROR_EMPTY_INPUT,
	NVFATBIN_ERROR_MISSING_PTX_ARCH,
	NVFATBIN_ERROR_PTX_ARCH_MISMATCH,
	NVFATBIN_ERROR_MISSING_FATBIN,
	NVFATBIN_ERROR_INVALID_INDEX,
	NVFATBIN_ERROR_IDENTIFIER_REUSE,
	NVFATBIN_ERROR_INTERNAL_PTX_OPTION
} nvFatbinResult;

/* What RESULT means; NULL for NVFATBIN_SUCCESS, "unknown error" for what is no result. */
const char *nvFatbinGetErrorString(nvFatbinResult result);

/* --- nvFatbin, "Fatbinary Creation" --- */

typedef struct _nvFatbinHandle *nvFatbinHandle;

/* A new handle for a fat binary of the OPTIONSCOUNT options.  NVFATBIN_ERROR_NULL_POINTER, NVFATBIN_ERROR_UNRECOGNIZED_OPTION,
 * NVFATBIN_ERROR_INTERNAL (out of memory). */
nvFatbinResult nvFatbinCreate(nvFatbinHandle *handle_indirect, const char **options, size_t optionsCount);

/* Frees all and makes the handle NULL.  NVFATBIN_ERROR_NULL_POINTER. */
nvFatbinResult nvFatbinDestroy(nvFatbinHandle *handle_indirect);

/* The functions that add code have these parameters and results in common:
 *
 * code, size      The input, which is copied.
 * arch            What stands behind sm_ in the architecture's name, such as "90" or "90a".
 * identifier      The name under which tools list the code; may be NULL.
 * optionsCmdLine  Written down with the code, for who compiles it; may be NULL.
 *
 * NVFATBIN_ERROR_NULL_POINTER, NVFATBIN_ERROR_EMPTY_INPUT (a size of 0), NVFATBIN_ERROR_INVALID_ARCH, NVFATBIN_ERROR_INTERNAL (out of
 * memory).  Further results stand with each. */

/* PTX text, with or without its zero.  NVFATBIN_ERROR_MISSING_PTX_VERSION: it has no .version. */
nvFatbinResult nvFatbinAddPTX(nvFatbinHandle handle, const char *code, size_t size, const char *arch, const char *identifier,
                              const char *optionsCmdLine);

/* NVFATBIN_ERROR_ELF_SIZE_MISMATCH: neither an ELF file nor what stands for one; NVFATBIN_ERROR_ELF_ARCH_MISMATCH: a file for another
 * architecture than ARCH. */
nvFatbinResult nvFatbinAddCubin(nvFatbinHandle handle, const void *code, size_t size, const char *arch, const char *identifier);

/* NVFATBIN_ERROR_INVALID_NVVM: no code for link-time optimisation. */
nvFatbinResult nvFatbinAddLTOIR(nvFatbinHandle handle, const void *code, size_t size, const char *arch, const char *identifier,
                                const char *optionsCmdLine);

/* An index file, of which there is none that could be made: NVFATBIN_ERROR_INVALID_INDEX. */
nvFatbinResult nvFatbinAddIndex(nvFatbinHandle handle, const void *code, size_t size, const char *identifier);

/* The relocatable device code of an object file of the host.  NVFATBIN_ERROR_MISSING_FATBIN: it has none;
 * NVFATBIN_ERROR_IDENTIFIER_REUSE: PTX of the same name and architecture is there; NVFATBIN_ERROR_INTERNAL: no object file. */
nvFatbinResult nvFatbinAddReloc(nvFatbinHandle handle, const void *code, size_t size);

/* The size of what nvFatbinGet gives.  NVFATBIN_ERROR_NULL_POINTER, NVFATBIN_ERROR_INTERNAL (out of memory). */
nvFatbinResult nvFatbinSize(nvFatbinHandle handle, size_t *size);

/* Copies what was added until nvFatbinSize was called, which must have been.  NVFATBIN_ERROR_NULL_POINTER,
 * NVFATBIN_ERROR_INTERNAL (it wasn't). */
nvFatbinResult nvFatbinGet(nvFatbinHandle handle, void *buffer);

/* The library's version.  NVFATBIN_ERROR_NULL_POINTER. */
nvFatbinResult nvFatbinVersion(unsigned int *major, unsigned int *minor);

#ifdef __cplusplus
}
#endif

#endif
