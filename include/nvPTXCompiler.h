/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * PTX compiled at run time, without a device (PTX Compiler APIs 12.6, with what 13.0 has besides).  The library runs ptxas, which must be
 * installed beside it or be found by LD_LIBRARY_PATH or PATH; what it makes for a cubin is a fat binary of CUDA's format, which
 * cuModuleLoadData, nvJitLink and nvFatbin take.
 *
 * Options are those of ptxas, each a word of its own or "--name=value"; --gpu-name (-arch) should be given, else it is sm_52.
 */
#ifndef nvPTXCompiler_INCLUDED
#define nvPTXCompiler_INCLUDED

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvPTXCompiler *nvPTXCompilerHandle;

/* PTX Compiler APIs, "Error codes". */
typedef enum {
	NVPTXCOMPILE_SUCCESS = 0,
	NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE = 1,
	NVPTXCOMPILE_ERROR_INVALID_INPUT = 2,
	NVPTXCOMPILE_ERROR_COMPILATION_FAILURE = 3,
	NVPTXCOMPILE_ERROR_INTERNAL = 4,
	NVPTXCOMPILE_ERROR_OUT_OF_MEMORY = 5,
	NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE = 6,
	NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION = 7,
	NVPTXCOMPILE_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 8,
	NVPTXCOMPILE_ERROR_CANCELLED = 9
} nvPTXCompileResult;

/* --- PTX Compiler APIs, "API Versioning" --- */

/* The version of these functions.  NVPTXCOMPILE_ERROR_INVALID_INPUT: a pointer is NULL. */
nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *major, unsigned int *minor);

/* How many versions of PTX are taken.  NVPTXCOMPILE_ERROR_INVALID_INPUT. */
nvPTXCompileResult nvPTXCompilerGetNumSupportedVersions(int *numVersions);

/* Fills so many pairs of a major and a minor number, in ascending order.  NVPTXCOMPILE_ERROR_INVALID_INPUT. */
nvPTXCompileResult nvPTXCompilerGetSupportedVersions(int (*versions)[2]);

/* --- PTX Compiler APIs, "Compilation APIs"; each gives NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE for a handle that is NULL and
 * NVPTXCOMPILE_ERROR_INVALID_INPUT for another pointer that is --- */

/* A new handle for PTXCODELEN bytes of text, which are copied.  NVPTXCOMPILE_ERROR_OUT_OF_MEMORY. */
nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *compiler, size_t ptxCodeLen, const char *ptxCode);

/* Frees all and makes the handle NULL. */
nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *compiler);

/* Compiles the text by NUMCOMPILEOPTIONS options; again when it is called again.  NVPTXCOMPILE_ERROR_COMPILATION_FAILURE: the log of
 * errors says why; NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION; NVPTXCOMPILE_ERROR_CANCELLED: the callback said so;
 * NVPTXCOMPILE_ERROR_OUT_OF_MEMORY; NVPTXCOMPILE_ERROR_INTERNAL: ptxas can't be run. */
nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle compiler, int numCompileOptions, const char *const *compileOptions);

/* What was made, 0 bytes when the text was only checked.  NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE: nothing was. */
nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle compiler, size_t *binaryImageSize);
nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle compiler, void *binaryImage);

/* What ptxas said when it failed, and when it didn't.  Sizes are with the zero at the end; 0 where a log is empty. */
nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle compiler, size_t *errorLogSize);
nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle compiler, char *errorLog);
nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle compiler, size_t *infoLogSize);
nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle compiler, char *infoLog);

/* CALLBACK is called with PAYLOAD and NULL before and after the work of nvPTXCompilerCompile; 1 ends that, 0 lets it go on. */
nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle compiler, int (*callback)(void *, void *), void *payload);

#ifdef __cplusplus
}
#endif

#endif
