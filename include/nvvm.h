/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * NVVM IR to PTX at run time (libNVVM API 2.0).  The library runs awcc, which must be installed beside it or be found by
 * PATH.  Modules are text or bitcode, with pointers that say what they point to (LLVM 7) or without (NVVM IR of CUDA 13).  The
 * PTX carries the program for the cpu device, too.
 *
 * Options: -arch=compute_NN (52 unless given), -opt=0|3, -g, -generate-line-info, -ftz=, -prec-sqrt=, -prec-div=, -fma=, -gen-lto
 * (whose result is for nvJitLink).
 */
#ifndef NVVM_H
#define NVVM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	NVVM_SUCCESS = 0,
	NVVM_ERROR_OUT_OF_MEMORY = 1,
	NVVM_ERROR_PROGRAM_CREATION_FAILURE = 2, /* also: awcc can't be run */
	NVVM_ERROR_IR_VERSION_MISMATCH = 3,
	NVVM_ERROR_INVALID_INPUT = 4,
	NVVM_ERROR_INVALID_PROGRAM = 5,
	NVVM_ERROR_INVALID_IR = 6,
	NVVM_ERROR_INVALID_OPTION = 7,
	NVVM_ERROR_NO_MODULE_IN_PROGRAM = 8,
	NVVM_ERROR_COMPILATION = 9,
	NVVM_ERROR_CANCELLED = 10
} nvvmResult;

typedef struct _nvvmProgram *nvvmProgram;

const char *nvvmGetErrorString(nvvmResult result);
/* The library's version; that of the IR and of its debug information. */
nvvmResult nvvmVersion(int *major, int *minor);
nvvmResult nvvmIRVersion(int *majorIR, int *minorIR, int *majorDbg, int *minorDbg);

nvvmResult nvvmCreateProgram(nvvmProgram *prog);
nvvmResult nvvmDestroyProgram(nvvmProgram *prog);

/* SIZE bytes of text or bitcode.  NAME (NULL: "<unnamed>") stands in messages.  Of a module that is added lazily only what others lack is
 * taken, as from libdevice.  NVVM_ERROR_INVALID_INPUT: there are none, or what they hold is neither. */
nvvmResult nvvmAddModuleToProgram(nvvmProgram prog, const char *buffer, size_t size, const char *name);
nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram prog, const char *buffer, size_t size, const char *name);

/* NVVM_ERROR_INVALID_OPTION, NVVM_ERROR_NO_MODULE_IN_PROGRAM, NVVM_ERROR_COMPILATION (Verify: NVVM_ERROR_INVALID_IR); the log says why. */
nvvmResult nvvmCompileProgram(nvvmProgram prog, int numOptions, const char **options);
nvvmResult nvvmVerifyProgram(nvvmProgram prog, int numOptions, const char **options);

/* Sizes count the zero at the end; before the first compilation a result or log is empty. */
nvvmResult nvvmGetCompiledResultSize(nvvmProgram prog, size_t *bufferSizeRet);
nvvmResult nvvmGetCompiledResult(nvvmProgram prog, char *buffer);
nvvmResult nvvmGetProgramLogSize(nvvmProgram prog, size_t *bufferSizeRet);
nvvmResult nvvmGetProgramLog(nvvmProgram prog, char *buffer);

#ifdef __cplusplus
}
#endif

#endif
