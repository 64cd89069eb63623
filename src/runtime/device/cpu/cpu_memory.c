// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device, host and managed memory, which are all the host's memory.
//
// An allocation is a mapping of its own between two guards, and ends as near to the second one as
// the alignment of 512 bytes allows, so that device code that runs out of bounds faults.  Large ones begin with
// a page, as blocks that walk in pieces of pages then don't make the hardware fetch ahead of their ends, and each some pages further behind
// the begin of a huge one than those before it (colour_of).  Freed mappings
// of few pages are kept for the next allocation of their size.  Mappings are a scarce thing (65,530 in a
// process), so when GUARDED of them live, further small allocations are cells of slabs, by powers of two.
//
// A GPU maps memory by 2 MiB, so reads that stray over an end go unnoticed there, and programs do that whose results
// don't hang on what they read.  So a guard's page can be opened for reading; it holds zeros.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../../base/vec.h"
#include "cpu_device.h"
#include "cpu_watch.h"

enum {
	PAGE = 4096,
	ALIGNMENT = 512,
	GUARDED = 8000,         // live mappings with guard pages
	CACHED_PAGES = 64,      // largest mapping that is kept when freed
	CACHED_EACH = 64,       // mappings kept of each size
	HUGE_PAGE = 2 << 20,
	UNUSED_PART = 8,        // of an allocation, at most as much more memory for huge pages
	GUARD = 512 << 10,      // bytes in front of a mapping and behind it, at least: programs stray by a grid of threads
	SMALLEST_CELL = ALIGNMENT,
	CLASSES = 12,           // cells of 512 bytes to 1 MiB
	SLAB_CELLS = 64,
	NO_CLASS = CLASSES,
};

struct record {
	struct cpu_allocation info;
	bool opened;         // pages of the guards can be read
	bool exported;       // lies in a file that other processes have
	struct record *next; // in a list of free cells or mappings
};

static struct {
	pthread_mutex_t lock;
	struct aw_map live; // address -> record
	size_t guarded;
	struct record *mappings[CACHED_PAGES + 1]; // by pages
	unsigned mapping_counts[CACHED_PAGES + 1];
	struct record *cells[CLASSES];
	_Atomic uint64_t changes;
} memory = { .lock = PTHREAD_MUTEX_INITIALIZER };

// --- what the machine has ---

static size_t read_number(const char *path)
{
	FILE *file = fopen(path, "re");
	unsigned long long value = 0;
	if (file && fscanf(file, "%llu", &value) != 1)
		value = 0; // "max"
	if (file)
		fclose(file);
	return value;
}

// The memory of the machine, or what its control group allows.
size_t aw_cpu_memory_total(void)
{
	static _Atomic size_t known;
	size_t total = atomic_load(&known);
	if (total)
		return total;
	total = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
	size_t limit = read_number("/sys/fs/cgroup/memory.max");
	if (!limit)
		limit = read_number("/sys/fs/cgroup/memory/memory.limit_in_bytes");
	if (limit && limit < total)
		total = limit;
	atomic_store(&known, total);
	return total;
}

static size_t available(void)
{
	FILE *file = fopen("/proc/meminfo", "re");
	char line[128];
	unsigned long long kilobytes = 0;
	bool found = false;
	while (file && !found && fgets(line, sizeof(line), file))
		found = sscanf(line, "MemAvailable: %llu", &kilobytes) == 1;
	if (file)
		fclose(file);
	return found ? kilobytes * 1024 : aw_cpu_memory_total();
}

aw_status aw_cpu_memory_info(struct aw_device *device, size_t *free_bytes, size_t *total_bytes)
{
	size_t total = aw_cpu_memory_total(), used = atomic_load(&aw_cpu_device(device)->memory_used);
	size_t left = used < total ? total - used : 0, there = available();
	*free_bytes = left < there ? left : there;
	*total_bytes = total;
	return AW_OK;
}

// --- mappings ---

static size_t pages_of(size_t size)
{
	return aw_cpu_round_up(size, PAGE) / PAGE;
}

static size_t guard_of(size_t room)
{
	return room >= (size_t)HUGE_PAGE ? HUGE_PAGE : GUARD;
}

// How many bytes are mapped for SIZE.  Whole huge pages where little of the memory goes unused, in front of the allocation: what is
// left over in small pages can be half of an array that is walked at random, and takes more of the processor's tables than
// all before it.
static size_t room_of(size_t size)
{
	size_t room = aw_cpu_round_up(size, PAGE), whole = aw_cpu_round_up(size, HUGE_PAGE);
	return room >= (size_t)HUGE_PAGE && whole - size <= size / UNUSED_PART ? whole : room;
}

// How many bytes behind the begin of a huge page the next large allocation begins.  Arrays of one size that begin at the same place of
// huge pages have their elements at addresses that differ in the upper bits alone.  Where a kernel stores to one and loads from the
// other nearby, as a stencil that looks back by an element, Intel's processors take such a load for one of what was just stored until they
// know the upper bits, and it waits: a game of life in 2,048 x 2,048 bytes, 4 MiB apart, takes 8.4 ms on a Sapphire Rapids, and 3.4 with
// 64 KiB more in between.  (The same by the lowest 12 bits: Intel 64 and IA-32 Architectures Optimization Reference Manual, "4-KByte
// Aliasing".)
static size_t colour_of(void)
{
	enum { STEP = 5, COLOURS = 16 }; // neighbours are several rows of most pictures apart
	static _Atomic unsigned allocations;
	return (size_t)(atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed) * STEP % COLOURS) * PAGE;
}

// A mapping for SIZE bytes between guards; large ones are aligned for huge pages.
static bool map_guarded(size_t size, struct cpu_allocation *made)
{
	size_t room = room_of(size), align = room >= (size_t)HUGE_PAGE ? HUGE_PAGE : PAGE;
	size_t alignment = align == HUGE_PAGE ? PAGE : ALIGNMENT;
	room += align == HUGE_PAGE ? colour_of() : 0;
	size_t whole = room + 2 * guard_of(room) + (align > PAGE ? align : 0);
	char *map = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (map == MAP_FAILED)
		return false;
	char *begin = (char *)aw_cpu_round_up((uintptr_t)map + guard_of(room), align);
	if (mprotect(begin, room, PROT_READ | PROT_WRITE) != 0) {
		munmap(map, whole);
		return false;
	}
	if (align == HUGE_PAGE)
		madvise(begin, room, MADV_HUGEPAGE);
	made->map = map;
	made->map_size = whole;
	made->size_class = NO_CLASS;
	made->address = begin + (room - aw_cpu_round_up(size, alignment));
	return true;
}

static struct record *take_mapping(size_t size)
{
	size_t pages = pages_of(size);
	struct record *record = pages <= CACHED_PAGES ? memory.mappings[pages] : NULL;
	if (record) {
		memory.mappings[pages] = record->next;
		memory.mapping_counts[pages]--;
		record->info.address = record->info.map + GUARD + (pages * PAGE - aw_cpu_round_up(size, ALIGNMENT));
	} else if (!(record = calloc(1, sizeof(*record))) || !map_guarded(size, &record->info)) {
		free(record);
		return NULL;
	}
	memory.guarded++;
	return record;
}

static void give_mapping(struct record *record)
{
	size_t pages = pages_of(record->info.size);
	memory.guarded--;
	if (pages <= CACHED_PAGES && memory.mapping_counts[pages] < CACHED_EACH && !record->opened && !record->exported) {
		record->next = memory.mappings[pages];
		memory.mappings[pages] = record;
		memory.mapping_counts[pages]++;
		return;
	}
	munmap(record->info.map, record->info.map_size);
	free(record);
}

// --- cells ---

static unsigned class_of(size_t size)
{
	unsigned size_class = 0;
	while ((size_t)SMALLEST_CELL << size_class < size)
		size_class++;
	return size_class;
}

// A slab is never given back: its cells serve the process to its end.
static bool carve_slab(unsigned size_class)
{
	size_t cell = (size_t)SMALLEST_CELL << size_class;
	struct record *records = calloc(SLAB_CELLS, sizeof(*records));
	if (!records)
		return false;
	char *map = mmap(NULL, cell * SLAB_CELLS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (map == MAP_FAILED) {
		free(records);
		return false;
	}
	for (unsigned i = SLAB_CELLS; i-- > 0;) {
		records[i].info.address = map + i * cell;
		records[i].info.size_class = size_class;
		records[i].next = memory.cells[size_class];
		memory.cells[size_class] = &records[i];
	}
	return true;
}

static struct record *take_cell(size_t size)
{
	unsigned size_class = class_of(size);
	if (!memory.cells[size_class] && !carve_slab(size_class))
		return NULL;
	struct record *record = memory.cells[size_class];
	memory.cells[size_class] = record->next;
	return record;
}

static void give_back(struct record *record)
{
	if (record->info.size_class == NO_CLASS) {
		give_mapping(record);
	} else {
		record->next = memory.cells[record->info.size_class];
		memory.cells[record->info.size_class] = record;
	}
}

// --- operations ---

static bool machine_has(const struct cpu_device *device, size_t size)
{
	enum { WORTH_ASKING = 64 << 20 };
	size_t total = aw_cpu_memory_total(), used = atomic_load(&device->memory_used);
	if (size > total || used > total - size)
		return false;
	return size < WORTH_ASKING || size <= available();
}

static aw_status allocate(struct aw_device *base, enum aw_memory_kind kind, size_t size, void **address)
{
	struct cpu_device *device = aw_cpu_device(base);
	aw_status status = aw_cpu_device_error(device);
	if (status != AW_OK)
		return status;
	if (!machine_has(device, size))
		return AW_NO_MEMORY;
	pthread_mutex_lock(&memory.lock);
	memory.changes++;
	bool small = size <= (size_t)SMALLEST_CELL << (CLASSES - 1);
	struct record *record = small && memory.guarded >= GUARDED ? take_cell(size) : take_mapping(size);
	if (record) {
		record->info.size = size;
		record->info.device = device;
		record->info.kind = kind;
		if (!aw_map_put(&memory.live, record->info.address, record)) {
			give_back(record);
			record = NULL;
		}
	}
	pthread_mutex_unlock(&memory.lock);
	if (!record)
		return AW_NO_MEMORY;
	atomic_fetch_add(&device->memory_used, size);
	*address = record->info.address;
	return AW_OK;
}

static aw_status release(struct aw_device *base, enum aw_memory_kind kind, void *address)
{
	(void)base;
	(void)kind;
	pthread_mutex_lock(&memory.lock);
	memory.changes++;
	struct record *record = aw_map_remove(&memory.live, address);
	if (record) {
		atomic_fetch_sub(&record->info.device->memory_used, record->info.size);
		give_back(record);
	}
	pthread_mutex_unlock(&memory.lock);
	aw_cpu_watch_freed();
	return record ? AW_OK : AW_INVALID_VALUE;
}

// The device sees all of the host's memory already.
static aw_status register_host(struct aw_device *device, void *address, size_t size, bool read_only)
{
	(void)device, (void)read_only;
	aw_cpu_watch_know(address, size);
	return AW_OK;
}

static aw_status unregister_host(struct aw_device *device, void *address)
{
	(void)device;
	aw_cpu_watch_forget(address);
	return AW_OK;
}

static void empty_cache(void)
{
	for (unsigned pages = 0; pages <= CACHED_PAGES; pages++) {
		for (struct record *record = memory.mappings[pages], *next; record; record = next) {
			next = record->next;
			munmap(record->info.map, record->info.map_size);
			free(record);
		}
		memory.mappings[pages] = NULL;
		memory.mapping_counts[pages] = 0;
	}
}

void aw_cpu_memory_release_all(struct cpu_device *device)
{
	AW_VEC(struct record *) mine = { 0 };
	pthread_mutex_lock(&memory.lock);
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&memory.live, slot));) {
		struct record *record = slot->value;
		if (record->info.device == device && !aw_vec_push(&mine, record))
			break;
	}
	for (size_t i = 0; i < mine.count; i++) {
		aw_map_remove(&memory.live, mine.items[i]->info.address);
		give_back(mine.items[i]);
	}
	if (memory.live.count == 0)
		aw_map_finish(&memory.live);
	empty_cache();
	pthread_mutex_unlock(&memory.lock);
	aw_vec_finish(&mine);
}

bool aw_cpu_memory_take_out(const void *address)
{
	pthread_mutex_lock(&memory.lock);
	struct record *record = aw_map_get(&memory.live, address);
	bool own = record && record->info.size_class == NO_CLASS;
	if (own)
		record->exported = true;
	pthread_mutex_unlock(&memory.lock);
	return own;
}

size_t aw_cpu_memory_size_at(const void *address)
{
	pthread_mutex_lock(&memory.lock);
	const struct record *record = aw_map_get(&memory.live, address);
	size_t size = record ? record->info.size : 0;
	pthread_mutex_unlock(&memory.lock);
	return size;
}

uint64_t aw_cpu_memory_changes(void)
{
	return atomic_load_explicit(&memory.changes, memory_order_acquire);
}

bool aw_cpu_memory_nearest(const void *address, struct cpu_allocation *found)
{
	const struct cpu_allocation *best = NULL;
	const char *place = address;
	pthread_mutex_lock(&memory.lock);
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&memory.live, slot));) {
		const struct cpu_allocation *info = &((struct record *)slot->value)->info;
		bool before_in_guard = info->map && place >= info->map && place < info->address;
		if (before_in_guard || (info->address <= place && (!best || info->address > best->address)))
			best = info;
		if (before_in_guard)
			break;
	}
	if (best)
		*found = *best;
	pthread_mutex_unlock(&memory.lock);
	return best != NULL;
}

// The live allocation in whose guards PLACE lies, or NULL.
static struct record *find_guarding(const char *place)
{
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&memory.live, slot));) {
		struct record *record = slot->value;
		const struct cpu_allocation *info = &record->info;
		if (info->map && place >= info->map && place < info->map + info->map_size)
			return record;
	}
	return NULL;
}

bool aw_cpu_memory_open_guard(const void *address, struct cpu_allocation *beside, bool *first)
{
	char *page = (char *)((uintptr_t)address & ~(uintptr_t)(PAGE - 1));
	pthread_mutex_lock(&memory.lock);
	struct record *record = find_guarding(address);
	bool open = record && mprotect(page, PAGE, PROT_READ) == 0;
	if (open) {
		*beside = record->info;
		*first = !record->opened;
		record->opened = true;
	}
	pthread_mutex_unlock(&memory.lock);
	return open;
}

const struct aw_memory_ops aw_cpu_memory_ops = {
	.allocate = allocate,
	.release = release,
	.register_host = register_host,
	.unregister_host = unregister_host,
};
