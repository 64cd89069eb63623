// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host libraries share.  A shim is a shared library with the names of one of CUDA's, that uses the runtime by its
// public interface only: on the cpu device it does the work on the host, as work of the program's streams; on GPUs it
// forwards to NVIDIA's library where that is installed.
#ifndef AW_SHIMS_SHIM_H
#define AW_SHIMS_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Functions of the public headers are all that a shim exports.
#pragma GCC visibility push(default)
#include "../../../include/cuda_runtime_api.h"
#include "../../../include/library_types.h"
#pragma GCC visibility pop

// --- shim_device.c ---

// Who does the work of the current device.
enum aw_shim_device {
	AW_SHIM_NONE, // there is no device
	AW_SHIM_CPU,  // this library
	AW_SHIM_GPU,  // NVIDIA's
};

enum aw_shim_device aw_shim_device_current(void);

// --- shim_queue.c ---

// Runs work(record) when all earlier work of the stream is done, on a copy of the record of `size` bytes.  Captured work
// is run by each launch of the graph.
cudaError_t aw_shim_queue(cudaStream_t stream, void (*work)(void *record), const void *record, size_t size);

// Where the stream is being captured: the graph keeps OBJECT as long as it lives, and then calls release(object); *kept says so.
cudaError_t aw_shim_keep(cudaStream_t stream, void *object, void (*release)(void *object), bool *kept);

// --- shim_native.c ---

// NVIDIA's library of this name ("cublas"), of the highest of the major versions (a list that ends with 0), or NULL after
// one line on stderr.  The handle of dlopen; opened once a call.
void *aw_shim_native_open(const char *name, const int *versions);

// Its function of this name, or NULL after a line on stderr.
void *aw_shim_native_symbol(void *library, const char *name);

// Both: the function of the library that *opened is, which is opened first while that is NULL.
void *aw_shim_native_find(void **opened, const char *name, const int *versions, const char *function);

// Calls NVIDIA's FUNCTION, whose address find(name) gives, with ARGUMENTS in parentheses, and returns what it does; returns REFUSAL where
// there is none.
#define AW_SHIM_FORWARD(find, refusal, function, name, arguments) \
	do { \
		static __typeof__(&function) native; \
		if (!native && !(native = (__typeof__(&function))find(name))) \
			return refusal; \
		return native arguments; \
	} while (0)

// --- shim_library.c ---

// Opens a library that does the work of the cpu device: the first of these files (a list that ends with NULL) that there is.
// NULL, after a line on stderr that names Debian's package, where there is none.
void *aw_shim_library_open(const char *const *files, const char *package);

// Its function of this name, or NULL after a line on stderr.
void *aw_shim_library_symbol(void *library, const char *name, const char *symbol);

// --- shim_parallel.c ---

// Calls one(data, 0) to one(data, count - 1), each of so many multiplications, and returns when all are done: in any order and on
// any threads where OpenBLAS would do each on one thread and it is worth it, else one after another.
void aw_shim_parallel(int64_t count, double multiplications, void (*one)(void *data, int64_t number), void *data);

// --- shim_log.c ---

// A line on stderr at the level that ANYWARP_LOG has ("error" unless set otherwise).
void aw_shim_log_error(const char *library, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
