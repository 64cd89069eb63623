// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Second entries of kernels (nvidia_join.c, nvidia_divide.c) lie in a module of their own (src/compiler/target/second_entries.c), so
// that the driver compiles and loads them for those programs only that gain by them.  When, this file alone says.
//
// What for: loading takes the driver some 45 microseconds and 20 for each entry when it has compiled them before (on an H100).  Who pays
// rent until he has paid the price, and then buys, pays at most twice what is best (the ski rental problem).  Here the price counts
// eightfold, because the wait may be one that the program times: entries are loaded when launches before would
// have gained so much from them, and only when a kernel is launched again.
//
// Where: a load waits for all kernels that run, and all launches wait for it.  One kernel may be waiting for the host, which
// would wait here for ever.  So the load is done where the host has just waited for the GPU and no stream has
// work: behind a synchronisation.  Until then kernels are launched as they are.
//
// Who makes a graph is going to launch it often, and waits for that anyway: what is recorded for one is given its entries behind that,
// if the device had no work, and recorded again.
//
// Entries that share variables with their kernels lie in the kernels' module; the driver loads functions when it is asked for
// them, so these follow the same rule.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../../base/log.h"
#include "../../../base/str.h"
#include "../../../fatbin/launch_divisor.h"
#include "nvidia_device.h"

// In picoseconds: what loading a module takes, and each of its entries.
enum { LOADING = 45000000, LOADING_ENTRY = 20000000, TIMES = 8 };

enum { UNKNOWN, WAITING, WANTED, READY, NONE };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct nvidia_entry *wanted; // all entries in that state
static atomic_bool any_wanted;

bool aw_nvidia_is_second(const char *name)
{
	return aw_ends_with(name, AW_PTX_JOINED_SUFFIX) || aw_ends_with(name, AW_DIVIDED_SUFFIX);
}

static const char *next_entry(const char *text)
{
	static const char mark[] = ".entry ";
	const char *at = text ? strstr(text, mark) : NULL;
	return at ? at + sizeof(mark) - 1 : NULL;
}

// Takes the names of second entries in TEXT; how many.  Without memory some are left out, and never used.
static unsigned take_names(struct aw_map *names, const char *text)
{
	unsigned count = 0;
	for (const char *at = text; (at = next_entry(at));) {
		char *name = aw_format("%.*s", (int)strcspn(at, "( \n"), at);
		bool taken = name && aw_nvidia_is_second(name) && !aw_map_get(names, name) && aw_map_put(names, name, (void *)text);
		if (!taken)
			free(name);
		count += taken;
	}
	return count;
}

// What pays for loading COUNT entries.  ANYWARP_SECOND_ENTRIES: 0: nothing, 1: any launch.
static uint64_t price_of(unsigned count)
{
	const char *asked = getenv("ANYWARP_SECOND_ENTRIES");
	if (asked && *asked)
		return strcmp(asked, "0") ? 0 : UINT64_MAX;
	return (LOADING + (uint64_t)count * LOADING_ENTRY) * TIMES;
}

void aw_nvidia_entries_init(struct nvidia_entries *entries, const char *beside, const char *apart)
{
	*entries = (struct nvidia_entries){ .names = AW_MAP_OF_STRINGS, .beside = beside, .apart = apart };
	take_names(&entries->names, beside);
	entries->price = price_of(take_names(&entries->names, apart));
}

// ENTRY's name, for the caller to free, and the PTX that has it; NULL: none.
static char *name_of(const struct nvidia_entry *entry, const char **text)
{
	char *name = aw_format("%s%s", entry->kernel->name, entry->suffix);
	*text = name ? aw_map_get(&aw_nvidia_entries(entry->kernel->base.module)->names, name) : NULL;
	return name;
}

static bool is_there(const struct nvidia_entry *entry)
{
	const char *text;
	free(name_of(entry, &text));
	return text != NULL;
}

// Loads the module of second entries, once.
static bool load(struct nvidia_entries *entries)
{
	if (entries->module || !entries->apart)
		return entries->module != NULL;
	aw_info("nvidia", "loading second entries of kernels");
	CUresult result = aw_nvidia.module_load(&entries->module, entries->apart, 0, NULL, NULL);
	if (result != CUDA_SUCCESS) {
		aw_info("nvidia", "second entries of kernels don't load: error %d", result);
		entries->module = NULL;
		entries->apart = NULL;
	}
	return entries->module != NULL;
}

// Looks ENTRY up; the state that follows.
static int look_up(struct nvidia_entry *entry)
{
	const struct nvidia_function *kernel = entry->kernel;
	struct nvidia_entries *entries = aw_nvidia_entries(kernel->base.module);
	const char *text;
	char *name = name_of(entry, &text);
	CUmodule module = text == entries->beside ? aw_nvidia_module(kernel->base.module) : load(entries) ? entries->module : NULL;
	bool found = module && name && aw_nvidia.module_function(&entry->function, module, name) == CUDA_SUCCESS;
	free(name);
	return found && entry->take(entry, kernel) ? READY : NONE;
}

// The state behind a launch that would have gained so much.
static int advance(struct nvidia_entry *entry, uint64_t gain)
{
	struct nvidia_entries *entries = aw_nvidia_entries(entry->kernel->base.module);
	int state = atomic_load_explicit(&entry->state, memory_order_relaxed);
	if (state == UNKNOWN) {
		if (!is_there(entry))
			return NONE;
		state = WAITING;
		if (!entries->price)
			return look_up(entry);
	}
	bool pays = entries->gain >= entries->price || (entries->price != UINT64_MAX && aw_nvidia_records_idle());
	if (state == WAITING && pays) {
		entry->next = wanted;
		wanted = entry;
		atomic_store_explicit(&any_wanted, true, memory_order_release);
		return WANTED;
	}
	entries->gain += gain;
	return state;
}

bool aw_nvidia_entry_ready(struct nvidia_entry *entry, const struct nvidia_function *kernel, uint64_t gain)
{
	int state = atomic_load_explicit(&entry->state, memory_order_acquire);
	if (state == READY || state == NONE || state == WANTED)
		return state == READY;
	pthread_mutex_lock(&lock);
	entry->kernel = kernel;
	state = advance(entry, gain);
	atomic_store_explicit(&entry->state, state, memory_order_release);
	pthread_mutex_unlock(&lock);
	return state == READY;
}

// Takes the wanted entries of MODULE, or of all modules of DEVICE, from the list; with LOOK looks them up.
static void take_wanted(const struct aw_device *device, const struct aw_module *module, bool look)
{
	for (struct nvidia_entry **at = &wanted; *at;) {
		struct nvidia_entry *entry = *at;
		if (entry->kernel->base.module->device != device || (module && entry->kernel->base.module != module)) {
			at = &entry->next;
			continue;
		}
		*at = entry->next;
		atomic_store_explicit(&entry->state, look ? look_up(entry) : NONE, memory_order_release);
	}
	atomic_store_explicit(&any_wanted, wanted != NULL, memory_order_release);
}

bool aw_nvidia_entries_wanted(void)
{
	return atomic_load_explicit(&any_wanted, memory_order_acquire);
}

void aw_nvidia_entries_settle(struct aw_device *device, bool idle)
{
	if (!aw_nvidia_entries_wanted() || !(idle || aw_nvidia_is_idle(device)))
		return;
	pthread_mutex_lock(&lock);
	take_wanted(device, NULL, true);
	pthread_mutex_unlock(&lock);
}

void aw_nvidia_entries_finish(struct aw_module *module)
{
	struct nvidia_entries *entries = aw_nvidia_entries(module);
	pthread_mutex_lock(&lock);
	take_wanted(module->device, module, false);
	pthread_mutex_unlock(&lock);
	if (entries->module)
		NVIDIA(module_unload, entries->module);
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&entries->names, slot));)
		free((char *)slot->key);
	aw_map_finish(&entries->names);
}

uint64_t aw_nvidia_launch_threads(const struct aw_launch *work)
{
	return (uint64_t)work->grid[0] * work->grid[1] * work->grid[2] * work->block[0] * work->block[1] * work->block[2];
}
