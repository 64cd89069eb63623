// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each allocation of device memory has a byte for each of its own, which is 1 once that was written.  Both are mapped when
// first touched, so that what is never used costs nothing.  Entries are in order of addresses.
#include "check_memory.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../../base/log.h"
#include "../../base/vec.h"

struct entry {
	uintptr_t begin;
	size_t size;
	char *written;            // a byte for each, or NULL: isn't watched
	struct aw_frames *frames; // of the allocation, or NULL
};

static struct {
	pthread_rwlock_t lock;
	AW_VEC(struct entry) entries;
} table = { .lock = PTHREAD_RWLOCK_INITIALIZER };

// How many entries begin at ADDRESS or before.
static size_t count_before(uintptr_t address)
{
	size_t low = 0, high = table.entries.count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (table.entries.items[middle].begin <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

// The entry that ADDRESS lies in, or NULL.
static struct entry *entry_of(uintptr_t address)
{
	size_t count = count_before(address);
	struct entry *entry = count ? &table.entries.items[count - 1] : NULL;
	return entry && address - entry->begin < entry->size ? entry : NULL;
}

static char *make_written(size_t size)
{
	void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return map == MAP_FAILED ? NULL : map;
}

static bool insert(const struct entry *entry)
{
	size_t place = count_before(entry->begin);
	if (!aw_vec_push(&table.entries, *entry))
		return false;
	struct entry *items = table.entries.items;
	memmove(&items[place + 1], &items[place], (table.entries.count - 1 - place) * sizeof(*items));
	items[place] = *entry;
	return true;
}

static void discard(struct entry *entry)
{
	if (entry->written)
		munmap(entry->written, entry->size);
	free(entry->frames);
}

void aw_check_memory_add(const void *begin, size_t size, bool is_device)
{
	unsigned tools = aw_check_tools();
	if (!(tools & (AW_CHECK_UNSET | AW_CHECK_LEAKS)))
		return;
	struct entry entry = { .begin = (uintptr_t)begin, .size = size };
	if (is_device && (tools & AW_CHECK_UNSET))
		entry.written = make_written(size);
	if ((tools & AW_CHECK_FRAMES) && (tools & (AW_CHECK_LEAKS | AW_CHECK_UNUSED)) && (entry.frames = malloc(sizeof(*entry.frames))))
		aw_frames_take(entry.frames);
	pthread_rwlock_wrlock(&table.lock);
	bool good = insert(&entry);
	pthread_rwlock_unlock(&table.lock);
	if (!good) {
		aw_warn("check", "no memory to watch an allocation");
		discard(&entry);
	}
}

static bool take(const void *begin, struct entry *taken)
{
	pthread_rwlock_wrlock(&table.lock);
	struct entry *entry = entry_of((uintptr_t)begin), *items = table.entries.items;
	bool found = entry && entry->begin == (uintptr_t)begin;
	if (found) {
		*taken = *entry;
		memmove(entry, entry + 1, (size_t)(items + table.entries.count - (entry + 1)) * sizeof(*items));
		table.entries.count--;
	}
	pthread_rwlock_unlock(&table.lock);
	return found;
}

// --- telling ---

// NUMBER with commas between thousands.
static const char *with_commas(size_t number, char text[32])
{
	char plain[32];
	size_t length = (size_t)snprintf(plain, sizeof(plain), "%zu", number), at = 0;
	for (size_t i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			text[at++] = ',';
		text[at++] = plain[i];
	}
	text[at] = 0;
	return text;
}

// At the end of an allocation: which bytes nobody wrote to.
static void tell_unused(const struct entry *entry)
{
	char number[32];
	size_t unused = 0, first = 0;
	for (size_t i = entry->size; entry->written && i-- > 0;)
		if (!entry->written[i])
			first = i, unused++;
	FILE *out = unused ? aw_check_begin_error() : NULL;
	if (!out)
		return;
	fprintf(out, "========= Unused memory in allocation 0x%llx of size %s bytes\n", (unsigned long long)entry->begin,
	        with_commas(entry->size, number));
	if (unused == entry->size)
		fprintf(out, "=========     Not written any memory.\n");
	else
		fprintf(out, "=========     Not written %s bytes, the first at offset 0x%zx (0x%llx)\n", with_commas(unused, number), first,
		        (unsigned long long)(entry->begin + first));
	fprintf(out, "=========     %d%% of allocation were unused.\n", (int)((double)unused * 100 / (double)entry->size));
	if (entry->frames)
		aw_check_print_frames(out, entry->frames, "allocation time");
	aw_check_end(out);
}

void aw_check_memory_remove(const void *begin)
{
	struct entry entry;
	if (!take(begin, &entry))
		return;
	if (aw_check_tools() & AW_CHECK_UNUSED)
		tell_unused(&entry);
	discard(&entry);
}

static void tell_leak(const char *where, const void *begin, size_t size, const struct aw_frames *frames)
{
	char number[32];
	aw_check_leaked(size, 1);
	FILE *out = aw_check_begin_error();
	if (!out)
		return;
	fprintf(out, "========= Leaked %s bytes %s 0x%llx\n", with_commas(size, number), where, (unsigned long long)(uintptr_t)begin);
	if (frames)
		aw_check_print_frames(out, frames, "allocation time");
	aw_check_end(out);
}

void aw_check_memory_leak(const void *begin)
{
	struct entry entry;
	if (!take(begin, &entry))
		return;
	if (aw_check_tools() & AW_CHECK_LEAKS)
		tell_leak("at", begin, entry.size, entry.frames);
	if (aw_check_tools() & AW_CHECK_UNUSED)
		tell_unused(&entry);
	discard(&entry);
}

void aw_check_memory_leak_array(const void *array, size_t size)
{
	if (aw_check_tools() & AW_CHECK_LEAKS)
		tell_leak("from CUDA array", array, size, NULL);
}

// --- what was written ---

// The bytes that say so of the SIZE at BEGIN, *COUNT of them as far as they lie in one allocation; NULL where they aren't watched.
static char *written_of(const void *begin, size_t size, size_t *count)
{
	const struct entry *entry = entry_of((uintptr_t)begin);
	if (!entry || !entry->written)
		return NULL;
	size_t offset = (uintptr_t)begin - entry->begin, left = entry->size - offset;
	*count = size < left ? size : left;
	return entry->written + offset;
}

void aw_check_memory_set(const void *begin, size_t size)
{
	if (!(aw_check_tools() & AW_CHECK_UNSET))
		return;
	pthread_rwlock_rdlock(&table.lock);
	size_t count;
	char *written = written_of(begin, size, &count);
	if (written)
		memset(written, 1, count);
	pthread_rwlock_unlock(&table.lock);
}

void aw_check_memory_set_all(void)
{
	if (!(aw_check_tools() & AW_CHECK_UNSET))
		return;
	pthread_rwlock_rdlock(&table.lock);
	for (size_t i = 0; i < table.entries.count; i++)
		if (table.entries.items[i].written)
			memset(table.entries.items[i].written, 1, table.entries.items[i].size);
	pthread_rwlock_unlock(&table.lock);
}

const void *aw_check_memory_find_unset(const void *begin, size_t size, size_t *count)
{
	pthread_rwlock_rdlock(&table.lock);
	size_t there = 0;
	const char *written = written_of(begin, size, &there), *unset = written ? memchr(written, 0, there) : NULL;
	const void *found = unset ? (const char *)begin + (unset - written) : NULL;
	*count = 0;
	for (const char *at = unset; at && at < written + there; at++)
		*count += !*at;
	pthread_rwlock_unlock(&table.lock);
	return found;
}
