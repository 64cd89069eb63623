// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime keeps for each host thread: its current device, its last error, the launch
// shapes between <<<...>>> and the call of the stub, and its own default stream on each device.
#ifndef AW_RUNTIME_CORE_THREAD_H
#define AW_RUNTIME_CORE_THREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "../../base/status.h"
#include "../../base/vec.h"

struct CUgreenCtx_st;
struct CUstream_st;
struct aw_context;

enum { AW_DEVICE_MAX = 32 }; // CUDA devices of a process

// The execution configuration of one launch.
struct aw_shape {
	unsigned grid[3], block[3];
	size_t dynamic_shared;
	struct CUstream_st *stream;
};

// What only some threads need; freed when the thread ends.
struct aw_thread_more {
	AW_VEC(struct aw_shape) shapes;
	struct aw_thread_stream {
		struct CUstream_st *stream;
		unsigned long long id; // another's, or none, when a reset took the stream
	} streams[AW_DEVICE_MAX]; // cudaStreamPerThread of each device
};

struct aw_thread {
	struct aw_context *context; // the current device; NULL until it was first needed
	unsigned device;            // its ordinal
	struct CUgreenCtx_st *green; // the part of it that is current, perhaps gone (aw_core_green_current); NULL: none
	aw_status last_error;
	bool per_thread_default;    // stream 0 means cudaStreamPerThread (a call ending in _ptds or _ptsz)
	struct aw_thread_more *more;
};

extern _Thread_local struct aw_thread aw_core_thread;

// The current thread's `more`, made when it isn't there; NULL without memory.
struct aw_thread_more *aw_core_thread_more(void);

// __cudaPushCallConfiguration and __cudaPopCallConfiguration.
aw_status aw_core_thread_push_shape(const struct aw_shape *shape);
aw_status aw_core_thread_pop_shape(struct aw_shape *shape);

#endif
