// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups.  A thread's calls are kept until its outermost group ends; a call by itself is a group of one.  Then communicators are made, step
// by step, and work goes to the streams: first what goes from rank to rank, of each communicator and stream together, and then
// collectives in the order of their calls, so that all ranks have them in one order.
#include <stdlib.h>

#include "nccl_communicator.h"

static _Thread_local struct group {
	int depth;
	bool has_native; // NVIDIA's library has been told of the group
	struct aw_nccl_birth *births;
	struct aw_nccl_work *work;
	size_t birth_count, birth_room, work_count, work_room;
} group;

// Makes room for one more of SIZE bytes in *ITEMS.
static bool grow(void *items, size_t count, size_t *room, size_t size)
{
	void **memory = items;
	if (count < *room)
		return true;
	size_t more = *room ? 2 * *room : 8;
	void *grown = realloc(*memory, more * size);
	if (grown) {
		*memory = grown;
		*room = more;
	}
	return grown != NULL;
}

ncclResult_t ncclGroupStart(void)
{
	if (group.depth++ > 0 || aw_shim_device_current() != AW_SHIM_GPU)
		return ncclSuccess;
	group.has_native = true;
	AW_NCCL_FORWARD(ncclGroupStart, ());
}

// --- work ---

static bool is_message(const struct aw_nccl_work *work)
{
	return work->order.kind == AW_NCCL_SEND || work->order.kind == AW_NCCL_RECEIVE;
}

// Gives *TICKET to what comes next, unless the stream is being captured.
static cudaError_t take_ticket(struct ncclComm *comm, cudaStream_t stream, uint64_t *ticket)
{
	enum cudaStreamCaptureStatus status;
	cudaError_t error = cudaStreamIsCapturing(stream, &status);
	*ticket = 0;
	if (error != cudaSuccess || status != cudaStreamCaptureStatusNone)
		return error;
	pthread_mutex_lock(&comm->lock);
	*ticket = ++comm->given;
	pthread_mutex_unlock(&comm->lock);
	return cudaSuccess;
}

// Queues RUN(RECORD) on the communicator's device, where stream 0 is its own.
static ncclResult_t queue(struct ncclComm *comm, cudaStream_t stream, void (*run)(void *), void *record, size_t size, uint64_t *ticket)
{
	int before;
	cudaError_t error = cudaGetDevice(&before);
	if (error == cudaSuccess && before != comm->device)
		error = cudaSetDevice(comm->device);
	if (error == cudaSuccess)
		error = take_ticket(comm, stream, ticket);
	if (error == cudaSuccess && (error = aw_shim_queue(stream, run, record, size)) != cudaSuccess && *ticket) {
		pthread_mutex_lock(&comm->lock);
		comm->given--; // the others' work waits until this rank gives up
		pthread_mutex_unlock(&comm->lock);
	}
	if (before != comm->device)
		cudaSetDevice(before);
	return error == cudaSuccess ? ncclSuccess : aw_nccl_fail(ncclUnhandledCudaError, "rank %d: %s", comm->rank, cudaGetErrorString(error));
}

// Queues all messages of the communicator and stream of item FIRST.
static ncclResult_t queue_messages(size_t first)
{
	struct aw_nccl_work *items = group.work;
	struct ncclComm *comm = items[first].comm;
	cudaStream_t stream = items[first].stream;
	struct aw_nccl_exchange *exchange = malloc(sizeof(*exchange) + group.work_count * sizeof(*exchange->messages));
	if (!exchange)
		return aw_nccl_fail(ncclSystemError, "out of memory");
	*exchange = (struct aw_nccl_exchange){ .comm = comm };
	for (size_t i = first; i < group.work_count; i++) {
		struct aw_nccl_work *item = &items[i];
		if (item->comm != comm || item->stream != stream || !is_message(item))
			continue;
		bool sends = item->order.kind == AW_NCCL_SEND;
		exchange->messages[exchange->count++] = (struct aw_nccl_message){
			.sends = sends, .peer = item->order.root, .data = sends ? (char *)item->send : item->receive,
			.bytes = item->order.count * aw_nccl_size(item->order.type),
		};
		item->comm = NULL;
	}
	size_t size = sizeof(*exchange) + exchange->count * sizeof(*exchange->messages);
	ncclResult_t result = queue(comm, stream, aw_nccl_exchange, exchange, size, &exchange->ticket);
	free(exchange);
	return result;
}

static ncclResult_t queue_work(void)
{
	ncclResult_t result = ncclSuccess;
	for (size_t i = 0; i < group.work_count && result == ncclSuccess; i++)
		if (group.work[i].comm && is_message(&group.work[i]))
			result = queue_messages(i);
	for (size_t i = 0; i < group.work_count && result == ncclSuccess; i++) {
		struct aw_nccl_work *work = &group.work[i];
		if (work->comm)
			result = queue(work->comm, work->stream, aw_nccl_collective, work, sizeof(*work), &work->ticket);
	}
	return result;
}

// --- the end ---

static ncclResult_t make_communicators(void)
{
	ncclResult_t (*const steps[])(struct aw_nccl_birth *) = { aw_nccl_birth_announce, aw_nccl_birth_enter, aw_nccl_birth_finish };
	ncclResult_t result = ncclSuccess, one;
	for (size_t step = 0; step < sizeof(steps) / sizeof(*steps); step++)
		for (size_t i = 0; i < group.birth_count; i++)
			if ((one = steps[step](&group.births[i])) != ncclSuccess)
				result = one;
	return result;
}

static void forget(void)
{
	free(group.births);
	free(group.work);
	group = (struct group){ .depth = group.depth, .has_native = group.has_native };
}

static ncclResult_t flush(void)
{
	ncclResult_t result = make_communicators();
	if (result == ncclSuccess)
		result = queue_work();
	forget();
	return result;
}

static ncclResult_t end_native(void)
{
	group.has_native = false;
	AW_NCCL_FORWARD(ncclGroupEnd, ());
}

ncclResult_t ncclGroupEnd(void)
{
	if (group.depth == 0)
		return aw_nccl_fail(ncclInvalidUsage, "ncclGroupEnd: there is no group");
	if (--group.depth > 0)
		return ncclSuccess;
	ncclResult_t native = group.has_native ? end_native() : ncclSuccess, own = flush();
	return own == ncclSuccess ? native : own;
}

bool aw_nccl_group_is_open(void)
{
	return group.depth > 0;
}

void aw_nccl_group_drop(void)
{
	if (--group.depth == 0)
		forget();
}

ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t *simInfo)
{
	if (group.has_native)
		AW_NCCL_FORWARD(ncclGroupSimulateEnd, (simInfo));
	if (group.depth == 0)
		return aw_nccl_fail(ncclInvalidUsage, "ncclGroupSimulateEnd: there is no group");
	if (simInfo)
		simInfo->estimatedTime = NCCL_UNDEF_FLOAT;
	group.work_count = 0;
	group.depth--;
	return group.depth ? ncclSuccess : flush();
}

ncclResult_t aw_nccl_group_add_birth(const struct aw_nccl_birth *birth)
{
	if (!grow(&group.births, group.birth_count, &group.birth_room, sizeof(*birth)))
		return aw_nccl_fail(ncclSystemError, "out of memory");
	group.births[group.birth_count++] = *birth;
	return group.depth ? ncclSuccess : flush();
}

ncclResult_t aw_nccl_group_add(const struct aw_nccl_work *work)
{
	if (!grow(&group.work, group.work_count, &group.work_room, sizeof(*work)))
		return aw_nccl_fail(ncclSystemError, "out of memory");
	group.work[group.work_count++] = *work;
	return group.depth ? ncclSuccess : flush();
}
