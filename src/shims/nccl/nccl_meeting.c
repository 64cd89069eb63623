// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nccl_meeting.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { ALIGNMENT = 4096, SPINS = 2000, YIELDS = 100, PAUSE = 50000, LEFT = -1 }; // turns; nanoseconds; a process

static size_t round_up(size_t bytes)
{
	return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static size_t cards_at(void)
{
	return round_up(sizeof(struct aw_meeting));
}

static size_t slots_at(uint32_t ranks)
{
	return cards_at() + round_up(ranks * sizeof(struct aw_card));
}

static size_t channels_at(uint32_t ranks)
{
	return slots_at(ranks) + (size_t)2 * ranks * AW_MEETING_SLOT;
}

static size_t size_of(uint32_t ranks)
{
	return channels_at(ranks) + (size_t)ranks * ranks * round_up(sizeof(struct aw_channel));
}

struct aw_card *aw_meeting_card(struct aw_meeting *meeting, uint32_t rank)
{
	return (struct aw_card *)((char *)meeting + cards_at()) + rank;
}

char *aw_meeting_slot(struct aw_meeting *meeting, uint32_t rank, unsigned half)
{
	return (char *)meeting + slots_at(meeting->ranks) + ((size_t)half * meeting->ranks + rank) * AW_MEETING_SLOT;
}

struct aw_channel *aw_meeting_channel(struct aw_meeting *meeting, uint32_t from, uint32_t to)
{
	size_t number = (size_t)from * meeting->ranks + to;
	return (void *)((char *)meeting + channels_at(meeting->ranks) + number * round_up(sizeof(struct aw_channel)));
}

// --- waiting ---

bool aw_meeting_has_ended(struct aw_meeting *meeting, uint32_t rank)
{
	int32_t process = atomic_load(&aw_meeting_card(meeting, rank)->process);
	return process == LEFT || (process && process != getpid() && kill(process, 0) != 0 && errno == ESRCH);
}

// Whether all ranks may still come to a gate.
static bool goes_on(struct aw_meeting *meeting)
{
	for (uint32_t rank = 0; rank < meeting->ranks && !atomic_load(&meeting->aborted); rank++)
		if (aw_meeting_has_ended(meeting, rank))
			atomic_store(&meeting->aborted, 1);
	return !atomic_load(&meeting->aborted);
}

bool aw_meeting_pause(struct aw_meeting *meeting, unsigned turn)
{
	if (turn >= SPINS + YIELDS)
		nanosleep(&(struct timespec){ .tv_nsec = PAUSE }, NULL);
	else if (turn >= SPINS)
		sched_yield();
	return !atomic_load(&meeting->aborted);
}

// Who has passed it isn't stopped by what others find out at the next one.
bool aw_meeting_gate(struct aw_meeting *meeting)
{
	const struct timespec while_alive = { .tv_nsec = 100000000 };
	uint32_t turn = atomic_load(&meeting->turn);
	if (atomic_fetch_add(&meeting->waiting, 1) + 1 == meeting->ranks) {
		atomic_store(&meeting->waiting, 0);
		atomic_fetch_add(&meeting->turn, 1);
		syscall(SYS_futex, &meeting->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
		return true;
	}
	for (unsigned spins = 0; spins < SPINS && atomic_load(&meeting->turn) == turn; spins++)
		;
	while (atomic_load(&meeting->turn) == turn) {
		if (!goes_on(meeting))
			return atomic_load(&meeting->turn) != turn;
		syscall(SYS_futex, &meeting->turn, FUTEX_WAIT, turn, &while_alive, NULL, 0);
	}
	return true;
}

// --- coming and going ---

static struct aw_meeting *map(int file, size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	return memory == MAP_FAILED ? NULL : memory;
}

static struct aw_meeting *make(int file, uint32_t ranks)
{
	struct aw_meeting *meeting = ftruncate(file, (off_t)size_of(ranks)) == 0 ? map(file, size_of(ranks)) : NULL;
	if (meeting) {
		meeting->ranks = ranks;
		atomic_store(&meeting->laid_out, 1);
	}
	return meeting;
}

// Until its maker has given it its size.
static struct aw_meeting *join(int file, uint32_t ranks)
{
	struct stat status;
	while (fstat(file, &status) == 0 && status.st_size == 0)
		nanosleep(&(struct timespec){ .tv_nsec = PAUSE }, NULL);
	if ((size_t)status.st_size != size_of(ranks))
		return NULL;
	struct aw_meeting *meeting = map(file, size_of(ranks));
	while (meeting && !atomic_load(&meeting->laid_out))
		sched_yield();
	return meeting;
}

// Removes the names that killed processes have left: nobody holds them.
static void sweep(void)
{
	static const char prefix[] = AW_MEETING_PREFIX;
	DIR *folder = opendir("/dev/shm");
	for (struct dirent *entry; folder && (entry = readdir(folder));) {
		char name[sizeof(entry->d_name) + 1];
		snprintf(name, sizeof(name), "/%s", entry->d_name);
		int file = strncmp(name, prefix, strlen(prefix)) == 0 ? shm_open(name, O_RDWR | O_CLOEXEC, 0600) : -1;
		if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
			shm_unlink(name);
		if (file >= 0)
			close(file);
	}
	if (folder)
		closedir(folder);
}

// Opens what is called NAME, or makes it, and holds it, which ends with the process; -1: neither can be done.
static int open_held(const char *name, bool *first)
{
	struct stat status;
	for (;;) {
		int file = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		*first = file >= 0;
		if (!*first && errno != EEXIST)
			return -1;
		file = *first ? file : shm_open(name, O_RDWR | O_CLOEXEC, 0600);
		if (file < 0 && errno != ENOENT)
			return -1;
		if (file >= 0 && (flock(file, LOCK_SH) != 0 || fstat(file, &status) != 0 || status.st_nlink > 0))
			return file;
		if (file >= 0)
			close(file); // it was swept away meanwhile
	}
}

struct aw_meeting *aw_meeting_enter(const char *name, uint32_t ranks, uint32_t rank, int *held)
{
	bool first;
	int file = open_held(name, &first);
	if (file < 0)
		return NULL;
	if (first)
		sweep();
	struct aw_meeting *meeting = first ? make(file, ranks) : join(file, ranks);
	int32_t nobody = 0;
	if (meeting && !atomic_compare_exchange_strong(&aw_meeting_card(meeting, rank)->process, &nobody, getpid())) {
		munmap(meeting, size_of(ranks)); // another one has come as this rank
		close(file);
		return NULL;
	}
	if (meeting && atomic_fetch_add(&meeting->come, 1) + 1 == ranks)
		shm_unlink(name);
	else if (!meeting && first)
		shm_unlink(name);
	if (!meeting)
		close(file);
	*held = file;
	return meeting;
}

bool aw_meeting_wait_for_all(struct aw_meeting *meeting)
{
	for (unsigned turn = 0; atomic_load(&meeting->come) < meeting->ranks; turn++)
		if (!aw_meeting_pause(meeting, turn) || (turn % AW_MEETING_LOOKS == 0 && !goes_on(meeting)))
			return false;
	return true;
}

void aw_meeting_leave(struct aw_meeting *meeting, uint32_t rank, int held)
{
	close(held);
	atomic_store(&aw_meeting_card(meeting, rank)->process, LEFT);
	munmap(meeting, size_of(meeting->ranks));
}
