/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * What the runtime has to say of errors (CUDA Runtime API, "Error Log Management Functions", of CUDA 12.9). */
#ifndef AW_API_LOG_H
#define AW_API_LOG_H

typedef enum cudaLogLevel {
	cudaLogLevelError = 0,
	cudaLogLevelWarning = 1
} cudaLogLevel;

typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef unsigned int cudaLogIterator; /* the number of a message */
/* MESSAGE is a line of LENGTH bytes.  The function must not call CUDA. */
typedef void (CUDART_CB *cudaLogsCallback_t)(void *data, cudaLogLevel logLevel, char *message, size_t length);

/* CALLBACKFUNC is called with each message until it is unregistered.  cudaErrorInvalidValue. */
cudaError_t CUDARTAPI cudaLogsRegisterCallback(cudaLogsCallback_t callbackFunc, void *userData,
	cudaLogsCallbackHandle *callback_out);
cudaError_t CUDARTAPI cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback);
/* The end of what was said until now.  FLAGS are 0 in all of these. */
cudaError_t CUDARTAPI cudaLogsCurrent(cudaLogIterator *iterator_out, unsigned int flags);
/* What was said from *ITERATOR on (NULL: the last 25,600 bytes); *ITERATOR becomes the end. */
cudaError_t CUDARTAPI cudaLogsDumpToFile(cudaLogIterator *iterator, const char *pathToFile, unsigned int flags);
/* The same to a buffer of *SIZE bytes, which ends with 0; *SIZE becomes the length.  Where not all fit, the last messages are there.
 * cudaErrorInvalidValue: also when not even one fits. */
cudaError_t CUDARTAPI cudaLogsDumpToMemory(cudaLogIterator *iterator, char *buffer, size_t *size, unsigned int flags);

#endif
