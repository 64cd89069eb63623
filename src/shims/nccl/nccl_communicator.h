// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rank of a communicator: on the cpu device one of a meeting, on a GPU what NVIDIA's library has made.
#ifndef AW_SHIMS_NCCL_COMMUNICATOR_H
#define AW_SHIMS_NCCL_COMMUNICATOR_H

#include <pthread.h>

#include "../common/shim.h"
#pragma GCC visibility push(default)
#include "../../../include/nccl.h"
#pragma GCC visibility pop
#include "nccl_meeting.h"

enum { AW_NCCL_MOST_OPS = 256 };

// An operation of the program's own: a sum of products with a scalar.
struct aw_nccl_op {
	bool used, on_device;
	ncclDataType_t type;
	union {
		char value[8]; // as an element
		const void *address;
	} scalar;
};

struct ncclComm {
	ncclComm_t native; // NVIDIA's, or NULL
	struct aw_meeting *meeting;
	char name[AW_MEETING_NAME];
	int held; // the memory, by which others know that the name is of use
	int rank, ranks, device;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	uint64_t given, done; // tickets of work
	bool busy;            // some of it is being done
	unsigned half;        // of the meeting's slots and orders, which the next piece goes to
	uint32_t splits, shrinks;
	_Atomic int error; // of work in streams, a ncclResult_t
	struct aw_nccl_op ops[AW_NCCL_MOST_OPS];
};

// --- communicator.c ---

// Notes what the thread's error is about, and returns RESULT.
ncclResult_t aw_nccl_fail(ncclResult_t result, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The same of what work of COMM ran into: it is said at once, and asked for later.
void aw_nccl_fail_later(struct ncclComm *comm, ncclResult_t result, const char *format, ...) __attribute__((format(printf, 3, 4)));

// NVIDIA's function.
void *aw_nccl_native(const char *name);
// Calls it with ARGUMENTS in parentheses, and returns what it does.
#define AW_NCCL_FORWARD(function, arguments) AW_SHIM_FORWARD(aw_nccl_native, ncclSystemError, function, #function, arguments)

// What a call begins that makes communicators, in steps, so that a thread may make several: none waits for what another's step before does.
struct aw_nccl_birth {
	ncclComm_t *result;
	struct ncclComm *comm, *parent; // the latter of a split
	int color, key;
	uint32_t split;
};
// Tells the color of a split, or comes to the meeting.
ncclResult_t aw_nccl_birth_announce(struct aw_nccl_birth *birth);
// Comes to the meeting of a part, when all colors are known.
ncclResult_t aw_nccl_birth_enter(struct aw_nccl_birth *birth);
// Waits for the other ranks.
ncclResult_t aw_nccl_birth_finish(struct aw_nccl_birth *birth);

// --- group.c ---

// Does BIRTH now, or when the group ends.
ncclResult_t aw_nccl_group_add_birth(const struct aw_nccl_birth *birth);
bool aw_nccl_group_is_open(void);
// Ends a group without doing what is in it.
void aw_nccl_group_drop(void);

// Work of a stream: a collective, or some of what goes from rank to rank.
struct aw_nccl_work {
	struct ncclComm *comm;
	uint64_t ticket; // 0: of a graph, which may be launched at any time
	struct aw_order order;
	struct aw_nccl_op own; // where the operation is one of the program's; each rank's is for what it contributes
	const void *send;
	void *receive;
	cudaStream_t stream;
};

ncclResult_t aw_nccl_group_add(const struct aw_nccl_work *work);

// --- collective.c ---

// Kinds of orders: for collectives in terms of what each rank shows to all.
enum {
	AW_NCCL_ALL_REDUCE,
	AW_NCCL_REDUCE,
	AW_NCCL_BROADCAST,
	AW_NCCL_ALL_GATHER,
	AW_NCCL_REDUCE_SCATTER,
	AW_NCCL_ALL_TO_ALL,
	AW_NCCL_GATHER,
	AW_NCCL_SCATTER,
	AW_NCCL_SEND, // to order.root
	AW_NCCL_RECEIVE,
};

// Runs *WORK, a struct aw_nccl_work.
void aw_nccl_collective(void *work);

// Waits for the communicator's earlier work, and keeps later work waiting until the end; false when it is broken.
bool aw_nccl_work_begin(struct ncclComm *comm, uint64_t ticket);
void aw_nccl_work_end(struct ncclComm *comm, uint64_t ticket);

// --- exchange.c ---

// What goes from rank to rank at the same time.
struct aw_nccl_exchange {
	struct ncclComm *comm;
	uint64_t ticket;
	unsigned count;
	struct aw_nccl_message {
		bool sends, done;
		uint32_t peer;
		char *data;
		uint64_t bytes, moved;
	} messages[];
};

void aw_nccl_exchange(void *exchange);

// --- reduce.c ---

// Bytes of an element.
size_t aw_nccl_size(uint32_t type);
// Joins COUNT elements of each of RANKS, FROM[rank], to TO, which may be one of them.
void aw_nccl_reduce(uint32_t type, uint32_t op, void *to, const void *const *from, int ranks, size_t count);
// Multiplies ELEMENTS[COUNT] by what a rank has made OP of.
void aw_nccl_scale(const struct aw_nccl_op *op, void *elements, size_t count);

#endif
