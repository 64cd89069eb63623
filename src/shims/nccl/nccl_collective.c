// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collectives, as host functions of streams: such a function may wait for others, since each stream that has one gets a thread.  Each rank
// shows what it contributes in its slot, a piece at a time, and takes from all slots what it is to have.  With two halves of slots one
// gate a piece is enough: who shows the next one writes to the half that all have left.
#include <string.h>

#include "nccl_communicator.h"

// --- one after another ---

bool aw_nccl_work_begin(struct ncclComm *comm, uint64_t ticket)
{
	pthread_mutex_lock(&comm->lock);
	while (comm->busy || (ticket && ticket != comm->done + 1))
		pthread_cond_wait(&comm->changed, &comm->lock);
	comm->busy = true;
	pthread_mutex_unlock(&comm->lock);
	return comm->error == ncclSuccess;
}

void aw_nccl_work_end(struct ncclComm *comm, uint64_t ticket)
{
	pthread_mutex_lock(&comm->lock);
	comm->busy = false;
	if (ticket)
		comm->done = ticket;
	pthread_cond_broadcast(&comm->changed);
	pthread_mutex_unlock(&comm->lock);
}

// --- pieces ---

// A piece that all ranks have shown: of what each contributes, BYTES from AT on.
struct piece {
	const struct aw_nccl_work *work;
	uint64_t at, bytes;
	unsigned half;
};

static const char *shown(const struct piece *piece, uint32_t rank)
{
	return aw_meeting_slot(piece->work->comm->meeting, rank, piece->half);
}

// Joins the piece's bytes FROM to END at TO.
static void reduce(const struct piece *piece, char *to, uint64_t from, uint64_t end)
{
	const struct aw_nccl_work *work = piece->work;
	const void *all[work->comm->ranks];
	for (int rank = 0; rank < work->comm->ranks; rank++)
		all[rank] = shown(piece, (uint32_t)rank) + from;
	aw_nccl_reduce(work->order.type, work->order.op, to, all, work->comm->ranks, (end - from) / aw_nccl_size(work->order.type));
}

// Takes what this rank is to have of a piece.  BLOCK: the bytes of a rank's part.
static void take(const struct piece *piece, uint64_t block)
{
	const struct aw_nccl_work *work = piece->work;
	struct ncclComm *comm = work->comm;
	char *to = work->receive;
	uint32_t rank = (uint32_t)comm->rank, ranks = (uint32_t)comm->ranks, root = work->order.root;
	// The part of the piece that lies in the rank's own part.
	uint64_t own = rank * block, from = own > piece->at ? own - piece->at : 0;
	uint64_t end = own + block < piece->at + piece->bytes ? own + block - piece->at : piece->bytes;
	bool has_own = own + block > piece->at && from < end;
	char *own_to = to + (piece->at + from - own);
	switch (work->order.kind) {
	case AW_NCCL_ALL_REDUCE: reduce(piece, to + piece->at, 0, piece->bytes); break;
	case AW_NCCL_REDUCE:
		if (rank == root)
			reduce(piece, to + piece->at, 0, piece->bytes);
		break;
	case AW_NCCL_BROADCAST: memcpy(to + piece->at, shown(piece, root), piece->bytes); break;
	case AW_NCCL_ALL_GATHER:
	case AW_NCCL_GATHER:
		for (uint32_t other = 0; other < ranks && (rank == root || work->order.kind == AW_NCCL_ALL_GATHER); other++)
			memcpy(to + other * block + piece->at, shown(piece, other), piece->bytes);
		break;
	case AW_NCCL_REDUCE_SCATTER:
		if (has_own)
			reduce(piece, own_to, from, end);
		break;
	case AW_NCCL_ALL_TO_ALL:
		for (uint32_t other = 0; other < ranks && has_own; other++)
			memcpy(own_to + other * block, shown(piece, other) + from, end - from);
		break;
	case AW_NCCL_SCATTER:
		if (has_own)
			memcpy(own_to, shown(piece, root) + from, end - from);
		break;
	}
}

static bool contributes(const struct aw_nccl_work *work)
{
	bool from_root = work->order.kind == AW_NCCL_BROADCAST || work->order.kind == AW_NCCL_SCATTER;
	return !from_root || work->comm->rank == (int)work->order.root;
}

static void show(const struct piece *piece)
{
	const struct aw_nccl_work *work = piece->work;
	char *slot = aw_meeting_slot(work->comm->meeting, (uint32_t)work->comm->rank, piece->half);
	memcpy(slot, (const char *)work->send + piece->at, piece->bytes);
	if (work->own.used)
		aw_nccl_scale(&work->own, slot, piece->bytes / aw_nccl_size(work->order.type));
}

// Whether all ranks are about to do the same.
static bool agrees(struct aw_nccl_work *work, unsigned half)
{
	static const char *const names[] = {
		"ncclAllReduce", "ncclReduce", "ncclBroadcast", "ncclAllGather", "ncclReduceScatter", "ncclAlltoAll", "ncclGather", "ncclScatter",
	};
	struct ncclComm *comm = work->comm;
	for (uint32_t rank = 0; rank < (uint32_t)comm->ranks; rank++) {
		const struct aw_order *other = &aw_meeting_card(comm->meeting, rank)->order[half];
		if (memcmp(other, &work->order, sizeof(*other)) == 0)
			continue;
		aw_nccl_fail_later(comm, ncclInvalidUsage, "rank %d calls %s (%llu elements of type %u, operation %u, root %u) where rank %u "
		                   "calls %s (%llu, %u, %u, %u)", comm->rank, names[work->order.kind], (unsigned long long)work->order.count,
		                   work->order.type, work->order.op, work->order.root, rank, names[other->kind],
		                   (unsigned long long)other->count, other->type, other->op, other->root);
		return false;
	}
	return true;
}

static bool run(struct aw_nccl_work *work)
{
	struct ncclComm *comm = work->comm;
	bool parts = work->order.kind == AW_NCCL_REDUCE_SCATTER || work->order.kind == AW_NCCL_ALL_TO_ALL || work->order.kind == AW_NCCL_SCATTER;
	uint64_t block = work->order.count * aw_nccl_size(work->order.type), whole = parts ? block * (uint32_t)comm->ranks : block;
	for (uint64_t at = 0; at < whole; at += AW_MEETING_SLOT) {
		uint64_t left = whole - at;
		struct piece piece = { work, at, left < AW_MEETING_SLOT ? left : AW_MEETING_SLOT, comm->half };
		comm->half ^= 1;
		if (contributes(work))
			show(&piece);
		if (at == 0)
			aw_meeting_card(comm->meeting, (uint32_t)comm->rank)->order[piece.half] = work->order;
		if (!aw_meeting_gate(comm->meeting)) {
			aw_nccl_fail_later(comm, ncclRemoteError, "rank %d: another rank has ended or aborted the communicator", comm->rank);
			return false;
		}
		if (at == 0 && !agrees(work, piece.half))
			return false;
		take(&piece, block);
	}
	return true;
}

void aw_nccl_collective(void *data)
{
	struct aw_nccl_work *work = data;
	if (aw_nccl_work_begin(work->comm, work->ticket))
		run(work);
	aw_nccl_work_end(work->comm, work->ticket);
}
