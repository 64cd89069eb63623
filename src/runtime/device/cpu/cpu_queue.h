// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams, events and the work in them.  One lock orders all of it, for every cpu device, and is held for some tens of
// nanoseconds once for each task; those who work on tasks come and go, and take chunks of them, without it.
#ifndef AW_DEVICE_CPU_QUEUE_H
#define AW_DEVICE_CPU_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "../device.h"
#include "cpu_trial.h"

struct cpu_device;
struct cpu_function;
struct cpu_share;
struct cpu_sm;
struct cpu_stream;

enum { CPU_INLINE_PARAMETERS = 256, CPU_PARAMETER_ALIGNMENT = 64 };
enum { CPU_WAVE_COUNTS = 4 }; // more than are open at a time

// Lets x and y of a grid's or block's SIZE change places.
static inline void aw_cpu_exchange_axes(uint32_t size[3])
{
	uint32_t x = size[0];
	size[0] = size[1];
	size[1] = x;
}

struct cpu_launch {
	struct cpu_function *function;
	const void *entry;
	const void *rest; // where ENTRY's lanes are blocks: runs each of the few that are left of a row of the grid; else NULL
	const void *tried[CPU_TRIED]; // ENTRY, and those that run spans as it does and leave the same, or NULL (cpu_trial.c)
	bool tries; // there are such
	bool simd, cooperative;
	bool turned; // gangs have x and y in each other's place
	bool waits; // gangs that may wait for other blocks
	uint32_t width; // of a gang
	uint32_t parts; // of a block, each a unit of the task; 1: none
	uint32_t span; // blocks of a row of the grid that a call of the entry may run; 0: it runs one
	uint32_t rows; // where these are all of the row: how many such rows it may run
	uint32_t grid[3], block[3];
	uint32_t cluster[3]; // blocks
	bool in_cluster;     // the launch or the kernel says so
	bool unwatched;      // compute-sanitizer leaves it out
	struct aw_graph_run *graph;
	uint32_t unit;       // blocks of a unit of the task: those of a cluster that have to be resident together, or 1
	uint64_t blocks;
	uint32_t static_shared, used_shared, dynamic_shared;
	uint32_t multiprocessors;
	uint32_t past_from; // as in struct aw_cpu_block
	bool own_parameters; // PARAMETERS is to be freed
	void *parameters; // in the room for small ones, or memory of its own; aligned to CPU_PARAMETER_ALIGNMENT
	unsigned char inline_parameters[CPU_INLINE_PARAMETERS + CPU_PARAMETER_ALIGNMENT];
	// grid_sync: blocks that arrived, blocks that ended, and barriers that were passed.
	_Atomic uint64_t arrived, ended, turn;
	_Atomic bool told; // a failure was reported; those that follow from it are not
	struct cpu_text *texts; // printf output of blocks that are done, guarded by the device's text lock
};

struct cpu_event {
	struct aw_event base;
	bool timing;
	unsigned references; // the handle, and tasks that name it
	const struct cpu_stream *stream; // of the last record; only compared
	uint64_t recorded;   // ticket of the last record given, 0: none
	uint64_t completed;  // ticket of the last record reached
	uint64_t time;       // when that was, in nanoseconds
};

enum cpu_task_kind { CPU_TASK_GRID, CPU_TASK_COPY, CPU_TASK_FILL, CPU_TASK_HOST, CPU_TASK_RECORD, CPU_TASK_WAIT };

struct cpu_task {
	struct cpu_task *next; // in its stream, or in the list of free tasks
	struct cpu_task *next_active;
	struct cpu_stream *stream;
	enum cpu_task_kind kind;
	bool running;
	_Atomic uint64_t users; // multiprocessors at work on it, and more (cpu_news.h)
	unsigned called;  // how many were called to it
	unsigned hearers; // how many of these heard of it
	_Atomic unsigned hands; // more multiprocessors aren't worth calling, as far as is known
	uint64_t ticket; // position in the order in which work was given to any stream
	uint64_t total;  // units of work: blocks, or pieces of a copy
	bool singly;     // units are large enough to be taken one by one
	uint64_t grain;  // else so many are taken together at least
	uint64_t edge;   // and up to a multiple of this number, if they reach that far
	bool streams;    // a transfer too large for the caches
	bool in_order;   // units may wait for earlier ones
	uint64_t wave;   // units that go before others, about; 0: they have no order
	uint32_t waves;
	_Atomic uint32_t open_waves; // the first ones, of which units may be taken as far as units are left of those before
	_Atomic uint32_t safe_waves; // as far as is known of who is at work on those long before
	_Atomic uint32_t taken_shares[CPU_WAVE_COUNTS]; // of waves, of which no unit is left to take
	unsigned share_count, share_capacity;
	struct cpu_share *shares;      // cpu_share.c
	_Atomic unsigned shares_left;  // that have units to take
	_Atomic int status;      // AW_OK until it failed
	struct cpu_launch launch;
	struct aw_copy copy;
	void *staged; // a copy of the source, freed with the task
	struct aw_fill fill;
	void (*function)(void *);
	void *user;
	struct cpu_task *tails;  // grids to run behind this one, which a kernel launched; for a child, which is in no stream
	bool is_child;
	bool is_tail;            // behind a grid of a stream
	_Atomic uint64_t begun;  // of a child or tail, for nvprof: when; 0: not yet
	struct cpu_event *event;
	uint64_t event_ticket; // CPU_TASK_WAIT: the record that is waited for
};

// Multiprocessors by their numbers: bits of bytes.
enum { CPU_SET_SIZE = 80 };
struct cpu_sm_set {
	uint8_t bits[CPU_SET_SIZE];
};

struct cpu_stream {
	struct aw_stream base;
	bool in_part; // its work is done on multiprocessors of PART alone
	struct cpu_sm_set part;
	enum aw_stream_kind kind;
	int priority;
	bool destroyed; // freed when its work is done
	struct cpu_task *head, *tail;
	struct cpu_stream *next; // all streams
};

static inline bool aw_cpu_sm_set_has(const struct cpu_sm_set *set, unsigned sm)
{
	return sm / 8 < CPU_SET_SIZE && (set->bits[sm / 8] >> sm % 8 & 1);
}

static inline bool aw_cpu_stream_runs_on(const struct cpu_stream *stream, unsigned sm)
{
	return !stream->in_part || aw_cpu_sm_set_has(&stream->part, sm);
}

// What a block printed.
struct cpu_text {
	struct cpu_text *next;
	uint64_t block;
	size_t length;
	char bytes[];
};

static inline struct cpu_device *aw_cpu_device_of_stream(const struct cpu_stream *stream)
{
	return (struct cpu_device *)stream->base.device;
}

// --- cpu_queue.c ---

// A task to be filled and submitted; NULL without memory.
struct cpu_task *aw_cpu_task_create(struct cpu_stream *stream, enum cpu_task_kind kind);
void aw_cpu_task_discard(struct cpu_task *task); // instead of submitting it
// Puts the task at the end of its stream.  A short one that could begin at once is done by the caller.
void aw_cpu_task_submit(struct cpu_task *task, bool is_short);
// Puts TASK behind PARENT, which runs, before what was given to its stream later.
void aw_cpu_task_append(struct cpu_task *parent, struct cpu_task *task);
// The task ends with STATUS, which sticks to its device.
void aw_cpu_task_fail(struct cpu_task *task, aw_status status);
static inline bool aw_cpu_task_failed(struct cpu_task *task)
{
	return atomic_load_explicit(&task->status, memory_order_relaxed) != AW_OK;
}
static inline bool aw_cpu_task_wants_hands(struct cpu_task *task)
{
	return atomic_load_explicit(&task->shares_left, memory_order_relaxed) > 0 && !aw_cpu_task_failed(task);
}
// It takes longer than was known: all multiprocessors may come.
void aw_cpu_task_call_all(struct cpu_task *task);

// For the worker of SM: works on the tasks that need hands most until there is nothing to do, even after it has waited a while for more
// (*HEARD), or somebody else sits there.  Then the bell of SM, which is at *BELL, rings when that changes.  True when it worked.
bool aw_cpu_queue_work(struct cpu_sm *sm, uint32_t *bell, bool *heard);
// The worker of SM could not be started.
void aw_cpu_queue_no_worker(struct cpu_sm *sm);
// Gives the memory of stacks on multiprocessors where nobody sits back to the system.
void aw_cpu_queue_trim(struct cpu_device *device);
// For one who sits already: joins another task of the device than those given, and leaves it.
struct cpu_task *aw_cpu_queue_join_other(struct cpu_sm *sm, const struct cpu_task *than);
void aw_cpu_queue_leave_other(struct cpu_task *task);
// Whether a host thread sleeps until work is done, and so leaves a core free.
bool aw_cpu_queue_host_sleeps(void);
// Whether several tasks of the device want hands, so that one should look around after each chunk.
bool aw_cpu_queue_crowded(const struct cpu_device *device);

// The host task at the head of its stream is done.
void aw_cpu_queue_finish_host(struct cpu_task *task);

// Waits, working meanwhile, until all work up to TICKET is done: of STREAM, or of the whole device when
// it is NULL.  Then prints what printf made.
void aw_cpu_queue_wait(struct cpu_device *device, const struct cpu_stream *stream, uint64_t ticket);
bool aw_cpu_queue_is_done(struct cpu_device *device, const struct cpu_stream *stream, uint64_t ticket);
uint64_t aw_cpu_queue_last_ticket(void);

void aw_cpu_queue_add_stream(struct cpu_stream *stream);
void aw_cpu_queue_remove_stream(struct cpu_stream *stream); // frees it as soon as it is empty

// Drops the device's work that has not begun, waits for the rest, and frees its streams.
void aw_cpu_queue_cancel(struct cpu_device *device);

// Events.
void aw_cpu_queue_hold_event(struct cpu_event *event, struct cpu_task *task);
void aw_cpu_queue_drop_event(struct cpu_event *event);
struct aw_cpu_event_state {
	uint64_t recorded, completed, time;
};
struct aw_cpu_event_state aw_cpu_queue_event_state(const struct cpu_event *event);
// Waits, working meanwhile, until the last record of the event is reached.
void aw_cpu_queue_wait_event(struct cpu_event *event);

extern const struct aw_stream_ops aw_cpu_stream_ops;
extern const struct aw_event_ops aw_cpu_event_ops;

// --- cpu_stream.c ---

// A task for a grid, to be submitted or discarded.
aw_status aw_cpu_stream_prepare(struct cpu_stream *stream, const struct aw_launch *given, struct cpu_task **task);

// --- cpu_memory_ops.c ---

aw_status aw_cpu_stream_memory_ops(struct aw_stream *stream, const CUstreamBatchMemOpParams *ops, unsigned count);

// --- cpu_grid.c ---

// Runs the grid of TASK, which is in no stream, to its end, for a thread of a block of SM.
void aw_cpu_grid_run_child(struct cpu_sm *sm, struct cpu_task *task);

// Works on TASK until no unit is left to take, or other tasks want hands too.
void aw_cpu_grid_serve(struct cpu_sm *sm, struct cpu_task *task);

// --- cpu_transfer.c ---

// Cuts the task into units; false without memory.
bool aw_cpu_transfer_plan(struct cpu_task *task);
void aw_cpu_transfer_run(struct cpu_task *task, uint64_t first, uint64_t count);

// --- cpu_bytes.c ---

// From how many bytes on what is written together goes past the caches: a quarter of the last one, which others use, too, and
// no more than a few MiB a worker, because a virtual machine of few processors shows the whole cache of its host; or what
// ANYWARP_STREAM_SIZE says.
size_t aw_cpu_bytes_limit(void);
void aw_cpu_bytes_copy(char *target, const char *source, size_t size, bool streams);
// SIZE is a multiple of ELEMENT, 1, 2 or 4 bytes.
void aw_cpu_bytes_fill(char *target, uint32_t value, unsigned element, size_t size, bool streams);

// --- cpu_share.c ---

// Deals the units of a task out before it is submitted; false without memory.
bool aw_cpu_task_deal(struct cpu_task *task);
// Takes the next chunk of units for SM, which is done with the one before; false when none is left or the task failed.
bool aw_cpu_task_take(struct cpu_task *task, struct cpu_sm *sm, uint64_t *first, uint64_t *count);
// SM is done with what it took and doesn't take more for now.
void aw_cpu_task_let_go(struct cpu_task *task, const struct cpu_sm *sm);

// --- cpu_seat.c; all with the queue's lock held ---

extern _Atomic unsigned aw_cpu_busy_seats, aw_cpu_host_seats; // of all devices; those where host threads sit

// For host threads: the multiprocessor for STREAM nearest to the caller, or another that is free; NULL when all are taken.
struct cpu_sm *aw_cpu_seat_sit_down(const struct cpu_stream *stream);
// 1 + the multiprocessor of the core on which the caller runs, or 0 when that isn't known.
unsigned aw_cpu_seat_of_caller(const struct cpu_device *device);
void aw_cpu_seat_stand_up(struct cpu_sm *sm);
// For workers and such: a certain one.
void aw_cpu_seat_take(struct cpu_sm *sm); // which is free
void aw_cpu_seat_get_up(struct cpu_sm *sm);
// Rings the bells of up to COUNT workers for STREAM whose seats are free.  COMING threads, of the host or workers, come without; so
// many workers fewer that don't watch their bells are called.
void aw_cpu_seat_call(const struct cpu_stream *stream, unsigned count, unsigned coming);
void aw_cpu_seat_call_worker(struct cpu_sm *sm);
// Takes over up to MOST of the workers that were called and must be woken when the lock is free again.
unsigned aw_cpu_seat_take_called(struct cpu_sm **called, unsigned most);

// --- cpu_place.c ---

// Chooses the CPUs for the device's workers, if they are to be pinned.
void aw_cpu_place_choose(struct cpu_device *device);
// Pins the calling thread, the worker of SM.
void aw_cpu_place_pin(const struct cpu_sm *sm);

// --- cpu_worker.c ---

// Wakes the worker of SM, whose bell was rung, or starts it.
void aw_cpu_worker_rouse(struct cpu_sm *sm);
void aw_cpu_worker_stop_all(struct cpu_device *device);
// Sees to it that there is a thread for host functions; false without memory for one.
bool aw_cpu_worker_expect_host(void);
// Runs the host function of TASK on a thread that may block.
void aw_cpu_worker_run_host(struct cpu_task *task);
// Watches *WORD a little, when a core is free for it; true when it is no longer SEEN.  SM: whose worker does, NULL for a host thread.
bool aw_cpu_worker_spin(struct cpu_sm *sm, _Atomic uint32_t *word, uint32_t seen);
// For one who sits: watches *NEWS a little, while there are cores for all who sit; true when it is no longer SEEN.  False, too, when
// *ENDED, if it isn't NULL, is no longer SEEN_ENDED.  SM as above.
bool aw_cpu_worker_linger(struct cpu_sm *sm, const _Atomic uint64_t *news, uint64_t seen, const _Atomic uint32_t *ended,
                          uint32_t seen_ended);
// The worker of SM is wanted again, and expects the next pause to take as long as this one did.
void aw_cpu_worker_resume(struct cpu_sm *sm);
// How many cores there are beside the one that the program's own thread uses.
unsigned aw_cpu_worker_cores(void);
// A breath of one who spins.
void aw_cpu_worker_relax(void);
// Lets those who spin as well go first.
void aw_cpu_worker_stand_back(void);
// Sleeps until *WORD is no longer SEEN.
void aw_cpu_worker_sleep(_Atomic uint32_t *word, uint32_t seen);
void aw_cpu_worker_wake(_Atomic uint32_t *word, int count);

// --- cpu_child.c ---

// For nvprof: a child, or the tail of a stream's grid, begins, and has ended or is about to, as no work of it is left to take.
void aw_cpu_child_begin(struct cpu_task *task);
void aw_cpu_child_end(struct cpu_task *task);

#endif
