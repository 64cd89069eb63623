// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One CUDA device as a program numbers it, with its primary context: the back end's device, opened
// when it is first needed and closed by cudaDeviceReset or at exit.
#ifndef AW_RUNTIME_CORE_CONTEXT_H
#define AW_RUNTIME_CORE_CONTEXT_H

#include <pthread.h>
#include <stdatomic.h>

#include "../device/device.h"
#include "thread.h"

struct CUstream_st;
struct CUevent_st;
struct CUmemPoolHandle_st;

struct aw_context {
	unsigned ordinal;
	const struct aw_driver *driver; // its operations, with no slot empty
	unsigned index;                 // within the back end
	_Atomic(struct aw_device *) device; // NULL while closed
	pthread_mutex_t lock;               // opening, closing, loading modules
	struct cudaDeviceProp properties;   // valid once it was open
	struct CUstream_st *legacy;         // stream 0
	struct CUmemPoolHandle_st *default_pool, *pool;
	unsigned flags; // cudaSetDeviceFlags
	enum cudaFuncCache cache;
	enum cudaSharedMemConfig bank_size;
	_Atomic(struct CUevent_st *) gate;  // for which all streams wait, also those to come (event_all.c); NULL: none
	_Atomic uint32_t peers; // a bit for each ordinal whose memory was enabled
};

// Whether devices were counted, and found: by cuInit or by whatever function of the runtime came first.  Before, nearly
// everything of the driver interface answers "not initialized".
extern _Atomic bool aw_core_context_ready;

// How many devices this process sees; AW_NO_DEVICE when there is none.
aw_status aw_core_context_count(unsigned *count);

// Device ORDINAL, not necessarily open.  AW_INVALID_DEVICE, AW_NO_DEVICE.
aw_status aw_core_context_find(int ordinal, struct aw_context **context);

// The same, open.
aw_status aw_core_context_open(int ordinal, struct aw_context **context);

// Makes ORDINAL the current device of this thread.
aw_status aw_core_context_select(int ordinal);

// Makes CONTEXT's device the thread's for other libraries of the process, where the device has such; opens it then.
aw_status aw_core_context_enter(struct aw_context *context);

// Has the back ends that may be used load what other libraries look for by name; for the start of a program.
void aw_core_context_preload(void);

aw_status aw_core_context_current_slow(struct aw_context **context);

// The current device, open.
static inline aw_status aw_core_context_current(struct aw_context **context)
{
	struct aw_context *current = aw_core_thread.context;
	if (!current || !atomic_load_explicit(&current->device, memory_order_acquire))
		return aw_core_context_current_slow(context);
	*context = current;
	return AW_OK;
}

// The current device, open and not ruined by an earlier error.
aw_status aw_core_context_healthy(struct aw_context **context);

// cudaDeviceReset: ends everything that lives on the current device.
aw_status aw_core_context_reset(void);

// Waits for all work of the current device; its sticky error.
aw_status aw_core_context_synchronize(void);

// Waits for all work of CONTEXT, if it is open.
aw_status aw_core_context_settle(struct aw_context *context);

// Whether no stream of CONTEXT has work, after waiting for it for at most PATIENCE nanoseconds.
bool aw_core_context_idle(struct aw_context *context, uint64_t patience);

// An attribute or a limit of a device.
aw_status aw_core_context_attribute(int ordinal, enum cudaDeviceAttr attribute, int *value);
aw_status aw_core_context_get_limit(enum cudaLimit limit, size_t *value);
aw_status aw_core_context_set_limit(enum cudaLimit limit, size_t value);

// Whether the process is on its way out and the runtime has let go of its devices.
bool aw_core_context_ended(void);

#endif
