// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Error Log Management Functions", and the driver interface's names for them.
#include "../core/logs.h"
#include "api.h"
#include "cu_result.h"

_Static_assert(sizeof(cudaLogLevel) == sizeof(int) && sizeof(CUlogLevel) == sizeof(int), "levels are passed as int");

cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callbackFunc, void *userData, cudaLogsCallbackHandle *callback_out)
{
	return AW_CALL(aw_core_logs_register((aw_logs_function)callbackFunc, userData, (void **)callback_out));
}

cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback)
{
	return AW_CALL(aw_core_logs_unregister(callback));
}

cudaError_t cudaLogsCurrent(cudaLogIterator *iterator_out, unsigned int flags)
{
	return AW_CALL(aw_core_logs_current(iterator_out, flags));
}

cudaError_t cudaLogsDumpToFile(cudaLogIterator *iterator, const char *pathToFile, unsigned int flags)
{
	return AW_CALL(aw_core_logs_to_file(iterator, pathToFile, flags));
}

cudaError_t cudaLogsDumpToMemory(cudaLogIterator *iterator, char *buffer, size_t *size, unsigned int flags)
{
	return AW_CALL(aw_core_logs_to_memory(iterator, buffer, size, flags));
}

CUresult cuLogsRegisterCallback(CUlogsCallback callbackFunc, void *userData, CUlogsCallbackHandle *callback_out)
{
	return AW_CU_CALL(aw_core_logs_register((aw_logs_function)callbackFunc, userData, (void **)callback_out));
}

CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback)
{
	return AW_CU_CALL(aw_core_logs_unregister(callback));
}

CUresult cuLogsCurrent(CUlogIterator *iterator_out, unsigned int flags)
{
	return AW_CU_CALL(aw_core_logs_current(iterator_out, flags));
}

CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *pathToFile, unsigned int flags)
{
	return AW_CU_CALL(aw_core_logs_to_file(iterator, pathToFile, flags));
}

CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size, unsigned int flags)
{
	return AW_CU_CALL(aw_core_logs_to_memory(iterator, buffer, size, flags));
}
