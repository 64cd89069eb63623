// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The log of calls (cuBLAS, 2.4.19 to 2.4.21): off unless the program or CUBLAS_LOGINFO_DBG and CUBLAS_LOGDEST_DBG
// say otherwise, as the manual describes.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "blas.h"

static struct {
	pthread_mutex_t lock;
	bool on; // read without the lock: a call beside the change may be missed
	FILE *outputs[3];
	FILE *file; // the one of them that is ours to close
	cublasLogCallback callback;
} book = { .lock = PTHREAD_MUTEX_INITIALIZER };

static FILE *open_log(const char *name)
{
	if (!name)
		return NULL;
	if (!strcmp(name, "stdout"))
		return stdout;
	if (!strcmp(name, "stderr"))
		return stderr;
	return book.file = fopen(name, "we");
}

__attribute__((constructor)) static void read_environment(void)
{
	const char *wanted = getenv("CUBLAS_LOGINFO_DBG");
	book.on = wanted && !strcmp(wanted, "1");
	if (book.on)
		book.outputs[0] = open_log(getenv("CUBLAS_LOGDEST_DBG"));
}

cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char *file)
{
	pthread_mutex_lock(&book.lock);
	if (book.file)
		fclose(book.file);
	book.file = on && file ? fopen(file, "we") : NULL;
	book.outputs[0] = to_stdout ? stdout : NULL;
	book.outputs[1] = to_stderr ? stderr : NULL;
	book.outputs[2] = book.file;
	book.on = on;
	bool failed = on && file && !book.file;
	pthread_mutex_unlock(&book.lock);
	return failed ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback)
{
	pthread_mutex_lock(&book.lock);
	book.callback = callback;
	book.on = book.on || callback;
	pthread_mutex_unlock(&book.lock);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback)
{
	if (!callback)
		return CUBLAS_STATUS_INVALID_VALUE;
	*callback = book.callback;
	return CUBLAS_STATUS_SUCCESS;
}

void aw_blas_log_call(const char *function)
{
	if (!book.on)
		return;
	char line[160];
	snprintf(line, sizeof(line), "cuBLAS: %s\n", function);
	pthread_mutex_lock(&book.lock);
	for (size_t i = 0; i < sizeof(book.outputs) / sizeof(book.outputs[0]); i++)
		if (book.outputs[i]) {
			fputs(line, book.outputs[i]);
			fflush(book.outputs[i]);
		}
	cublasLogCallback callback = book.callback;
	pthread_mutex_unlock(&book.lock);
	if (callback)
		callback(line);
}

void cublasXerbla(const char *routine, int info)
{
	aw_shim_log_error("cublas", "parameter %d of %s has no sense", info, routine);
}
