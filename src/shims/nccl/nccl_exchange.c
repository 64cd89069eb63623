// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes from rank to rank: each message piece by piece through the channel of the two, all of a group in turns, so that no rank
// waits for one that waits for it.  Of several messages between two ranks the first goes first.
#include <string.h>

#include "nccl_communicator.h"

// Whether an earlier message of the same way isn't done.
static bool is_behind(const struct aw_nccl_exchange *exchange, unsigned number)
{
	const struct aw_nccl_message *message = &exchange->messages[number];
	for (unsigned i = 0; i < number; i++) {
		const struct aw_nccl_message *other = &exchange->messages[i];
		if (!other->done && other->sends == message->sends && other->peer == message->peer)
			return true;
	}
	return false;
}

static bool put(struct ncclComm *comm, struct aw_nccl_message *message)
{
	struct aw_channel *channel = aw_meeting_channel(comm->meeting, (uint32_t)comm->rank, message->peer);
	uint32_t number = atomic_load(&channel->put), place = number % AW_MEETING_PIECES;
	if (number - atomic_load(&channel->taken) == AW_MEETING_PIECES)
		return false;
	uint64_t left = message->bytes - message->moved;
	channel->bytes[place] = left < AW_MEETING_PIECE ? (uint32_t)left : AW_MEETING_PIECE;
	channel->total[place] = message->bytes;
	memcpy(channel->piece[place], message->data + message->moved, channel->bytes[place]);
	message->moved += channel->bytes[place];
	atomic_store(&channel->put, number + 1);
	return true;
}

static bool take(struct ncclComm *comm, struct aw_nccl_message *message)
{
	struct aw_channel *channel = aw_meeting_channel(comm->meeting, message->peer, (uint32_t)comm->rank);
	uint32_t number = atomic_load(&channel->taken), place = number % AW_MEETING_PIECES;
	if (number == atomic_load(&channel->put))
		return false;
	if (channel->total[place] != message->bytes) {
		aw_nccl_fail_later(comm, ncclInvalidUsage, "rank %d receives %llu bytes of rank %u, which sends %llu", comm->rank,
		                   (unsigned long long)message->bytes, message->peer, (unsigned long long)channel->total[place]);
		return false;
	}
	memcpy(message->data + message->moved, channel->piece[place], channel->bytes[place]);
	message->moved += channel->bytes[place];
	atomic_store(&channel->taken, number + 1);
	return true;
}

// Moves a piece of each message that it can; *LEFT: how many aren't done.
static bool move(struct aw_nccl_exchange *exchange, unsigned *left)
{
	bool moved = false;
	*left = 0;
	for (unsigned i = 0; i < exchange->count; i++) {
		struct aw_nccl_message *message = &exchange->messages[i];
		if (!message->done && !is_behind(exchange, i))
			moved |= message->sends ? put(exchange->comm, message) : take(exchange->comm, message);
		message->done = message->moved == message->bytes;
		*left += !message->done;
	}
	return moved;
}

// Whether a rank has ended that has yet to send or to take something, and nothing moves any more.
static bool is_stuck(struct aw_nccl_exchange *exchange)
{
	unsigned left;
	bool ended = false;
	for (unsigned i = 0; i < exchange->count; i++)
		ended |= !exchange->messages[i].done && aw_meeting_has_ended(exchange->comm->meeting, exchange->messages[i].peer);
	return ended && !move(exchange, &left);
}

void aw_nccl_exchange(void *data)
{
	struct aw_nccl_exchange *exchange = data;
	struct ncclComm *comm = exchange->comm;
	unsigned left = exchange->count;
	for (unsigned i = 0; i < exchange->count; i++) { // a graph runs it more than once
		exchange->messages[i].moved = 0;
		exchange->messages[i].done = exchange->messages[i].bytes == 0;
	}
	bool good = aw_nccl_work_begin(comm, exchange->ticket);
	for (unsigned turn = 1; good && left && comm->error == ncclSuccess; turn++) {
		if (move(exchange, &left))
			turn = 0;
		good = aw_meeting_pause(comm->meeting, turn) && (turn % AW_MEETING_LOOKS || turn == 0 || !is_stuck(exchange));
	}
	if (!good)
		aw_nccl_fail_later(comm, ncclRemoteError, "rank %d: another rank has ended or aborted the communicator", comm->rank);
	aw_nccl_work_end(comm, exchange->ticket);
}
