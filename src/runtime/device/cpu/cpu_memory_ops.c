// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that a stream waits for or writes: a host function of the stream does a batch, because such a thread may block, and
// there is another one for the stream that writes what this one waits for.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cpu_device.h"
#include "cpu_queue.h"

struct batch {
	struct cpu_device *device;
	unsigned count;
	CUstreamBatchMemOpParams ops[];
};

// Whether a word with the value NOW ends the wait; both are sign-extended where the word has 32 bits.
static bool is_met(int64_t now, int64_t value, unsigned flags)
{
	switch (flags) {
	case CU_STREAM_WAIT_VALUE_EQ: return now == value;
	case CU_STREAM_WAIT_VALUE_AND: return (now & value) != 0;
	case CU_STREAM_WAIT_VALUE_NOR: return ~(now | value) != 0;
	default: return (int64_t)((uint64_t)now - (uint64_t)value) >= 0;
	}
}

static bool is_met_now(const CUstreamBatchMemOpParams *op)
{
	const void *word = (const void *)(uintptr_t)op->waitValue.address;
	if (op->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64)
		return is_met((int64_t)__atomic_load_n((const uint64_t *)word, __ATOMIC_ACQUIRE), (int64_t)op->waitValue.value64,
		              op->waitValue.flags);
	int32_t now = (int32_t)__atomic_load_n((const uint32_t *)word, __ATOMIC_ACQUIRE), value = (int32_t)op->waitValue.value;
	if (op->waitValue.flags == CU_STREAM_WAIT_VALUE_GEQ)
		return (int32_t)((uint32_t)now - (uint32_t)value) >= 0;
	return is_met(now, value, op->waitValue.flags);
}

// Until it is met, or the device failed.
static void wait_for(struct cpu_device *device, const CUstreamBatchMemOpParams *op)
{
	enum { SPINS = 1000, PAUSE = 20000 }; // turns; nanoseconds
	for (unsigned turn = 0; !is_met_now(op) && aw_cpu_device_error(device) == AW_OK; turn++)
		if (turn >= SPINS)
			nanosleep(&(struct timespec){ .tv_nsec = PAUSE }, NULL);
}

static void run_batch(void *data)
{
	struct batch *batch = data;
	for (unsigned i = 0; i < batch->count; i++) {
		const CUstreamBatchMemOpParams *op = &batch->ops[i];
		void *word = (void *)(uintptr_t)op->writeValue.address;
		switch (op->operation) {
		case CU_STREAM_MEM_OP_WAIT_VALUE_32:
		case CU_STREAM_MEM_OP_WAIT_VALUE_64: wait_for(batch->device, op); break;
		case CU_STREAM_MEM_OP_WRITE_VALUE_32: __atomic_store_n((uint32_t *)word, op->writeValue.value, __ATOMIC_RELEASE); break;
		case CU_STREAM_MEM_OP_WRITE_VALUE_64: __atomic_store_n((uint64_t *)word, op->writeValue.value64, __ATOMIC_RELEASE); break;
		default: __atomic_thread_fence(__ATOMIC_SEQ_CST); break; // a barrier
		}
	}
	free(batch);
}

aw_status aw_cpu_stream_memory_ops(struct aw_stream *stream, const CUstreamBatchMemOpParams *ops, unsigned count)
{
	struct batch *batch = malloc(sizeof(*batch) + count * sizeof(*ops));
	if (!batch)
		return AW_NO_MEMORY;
	batch->device = aw_cpu_device(stream->device);
	batch->count = count;
	memcpy(batch->ops, ops, count * sizeof(*ops));
	aw_status status = aw_cpu_stream_ops.host_function(stream, run_batch, batch);
	if (status != AW_OK)
		free(batch);
	return status;
}
