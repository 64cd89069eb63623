/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Compiling device code at run time (NVRTC User Guide).  awcc does the work, which is looked for beside the library and then in PATH. */
#ifndef NVRTC_H_
#define NVRTC_H_
#define __NVRTC_H__

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* What functions of the library return ("Error Handling"). */
typedef enum {
	NVRTC_SUCCESS = 0,
	NVRTC_ERROR_OUT_OF_MEMORY = 1,
	NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
	NVRTC_ERROR_INVALID_INPUT = 3,
	NVRTC_ERROR_INVALID_PROGRAM = 4,
	NVRTC_ERROR_INVALID_OPTION = 5,
	NVRTC_ERROR_COMPILATION = 6,
	NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
	NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
	NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
	NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
	NVRTC_ERROR_INTERNAL_ERROR = 11,
	NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
	NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
	NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
	NVRTC_ERROR_PCH_CREATE = 15,
	NVRTC_ERROR_CANCELLED = 16,
	NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED = 17
} nvrtcResult;

typedef struct _nvrtcProgram *nvrtcProgram;

/* The name of a result. */
const char *nvrtcGetErrorString(nvrtcResult result);
/* The version of CUDA whose NVRTC this stands for. */
nvrtcResult nvrtcVersion(int *major, int *minor);
/* The architectures that --gpu-architecture takes, as 90 for compute_90 and sm_90. */
nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs);
nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs);

/* A program of the text src, which messages call name ("default_program" when that is NULL), with numHeaders texts that it may
 * include under the names includeNames.  All texts are copied. */
nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name, int numHeaders,
                               const char *const *headers, const char *const *includeNames);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog);
/* NVRTC_ERROR_INVALID_OPTION, NVRTC_ERROR_COMPILATION: the log says why. */
nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options);

/* The outcome: PTX text with its closing zero; what cuModuleLoadData takes, after compiling for sm_XX (a fat binary; size 0 for
 * compute_XX); the messages. */
nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet);
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log);

/* Names of kernels and variables as the driver's functions take them: an expression, as "ns::kernel<float>", is added before
 * compiling, its name asked for after; it lives as long as the program. */
nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char *const name_expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char *const name_expression, const char **lowered_name);

/* The callback gets the payload and NULL, before the compilation and between its parts; when it returns 1, nvrtcCompileProgram ends with
   NVRTC_ERROR_CANCELLED.  NVRTC_ERROR_INVALID_PROGRAM; NVRTC_ERROR_INVALID_INPUT: no callback. */
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog, int (*callback)(void *, void *), void *payload);
/* Precompiled headers aren't made: nvrtcGetPCHCreateStatus says NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED, and none want room. */
nvrtcResult nvrtcGetPCHHeapSize(size_t *ret);
nvrtcResult nvrtcSetPCHHeapSize(size_t size);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t *size);
/* Code for link-time optimisation and OptiX is not made: NVRTC_ERROR_INVALID_PROGRAM. */
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t *LTOIRSizeRet);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char *LTOIR);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t *optixirSizeRet);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char *optixir);

#if defined(__cplusplus)
}
#endif

#endif
