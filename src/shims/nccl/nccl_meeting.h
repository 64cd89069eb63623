// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the ranks of a communicator meet: memory that their processes share, under a name that the communicator's id is.  Each rank has a
// card, a slot for what it shows to all, and a channel to each other rank.  All is there twice or more, so that a rank may go on with
// the next piece while others look at this one: nobody is two pieces ahead of anybody.
#ifndef AW_SHIMS_NCCL_MEETING_H
#define AW_SHIMS_NCCL_MEETING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	AW_MEETING_SLOT = 256 << 10,  // bytes of a slot
	AW_MEETING_PIECE = 128 << 10, // of a piece that goes through a channel
	AW_MEETING_PIECES = 8,        // that a channel holds
#define AW_MEETING_PREFIX "/anywarp-nccl-" // of names

	AW_MEETING_NAME = 64,
	AW_MEETING_LOOKS = 256,       // turns in vain after which who waits asks whether others have ended
};

// What a rank says it is about to do: the same for all.
struct aw_order {
	uint32_t kind, type, op, root;
	uint64_t count;
};

struct aw_card {
	_Atomic int32_t process; // 0: the rank hasn't come
	_Atomic uint32_t splits; // that it has told its color and key for
	int32_t color[2], key[2];
	struct aw_order order[2];
};

struct aw_channel {
	_Atomic uint32_t put, taken; // pieces
	uint32_t bytes[AW_MEETING_PIECES];
	uint64_t total[AW_MEETING_PIECES]; // of the message that the piece is of
	char piece[AW_MEETING_PIECES][AW_MEETING_PIECE];
};

struct aw_meeting {
	_Atomic uint32_t laid_out; // the size below and what depends on it
	uint32_t ranks;
	_Atomic uint32_t come;    // ranks that are here
	_Atomic uint32_t aborted;
	_Atomic uint32_t waiting, turn; // of the gate
};

// Comes to the meeting NAME of so many ranks, which the first makes; NULL without shared memory, or where it is another's.
// *HELD is a file that tells others that the name is of use, as long as the process lives; names that nobody holds are removed.
struct aw_meeting *aw_meeting_enter(const char *name, uint32_t ranks, uint32_t rank, int *held);
// Waits for all ranks; the last to enter has taken the name away.
bool aw_meeting_wait_for_all(struct aw_meeting *meeting);
void aw_meeting_leave(struct aw_meeting *meeting, uint32_t rank, int held);

struct aw_card *aw_meeting_card(struct aw_meeting *meeting, uint32_t rank);
char *aw_meeting_slot(struct aw_meeting *meeting, uint32_t rank, unsigned half);
struct aw_channel *aw_meeting_channel(struct aw_meeting *meeting, uint32_t from, uint32_t to);

// Whether the rank has left, or its process has ended.
bool aw_meeting_has_ended(struct aw_meeting *meeting, uint32_t rank);
// Waits until all ranks are here; false: the communicator was aborted, or one of them has ended.
bool aw_meeting_gate(struct aw_meeting *meeting);
// Lets some time go by that grows with TURN, how often nothing has happened; false: the communicator was aborted.
bool aw_meeting_pause(struct aw_meeting *meeting, unsigned turn);

#endif
