// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One runtime in a process.  Programs, shared libraries and modules that a program opens may each be linked with the static
// runtime, and know nothing of one another's symbols; memory, streams and events of one are for all of them nevertheless.  So each
// function of the interface is a jump through a slot of a table (scripts/gen-runtime-table), and a copy of the runtime that
// finds another one in the process, by the name of its table, fills its slots with what stands in the other's.
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct table {
	uint64_t interface; // a checksum of the functions' names: other interfaces aren't joined
	uint64_t count;
	struct table *first; // whose functions the slots have
	void (*slots[])(void);
};

// This copy's table.  Tests that are linked with some of the runtime's files have none.
extern struct table aw_runtime_own_table __attribute__((visibility("hidden"), weak));

struct objects {
	char **names;
	size_t count;
};

static int add_object(struct dl_phdr_info *info, size_t size, void *user)
{
	struct objects *objects = user;
	char **more = realloc(objects->names, (objects->count + 1) * sizeof(*more));
	(void)size;
	if (!more)
		return 1;
	objects->names = more;
	objects->names[objects->count] = strdup(info->dlpi_name);
	objects->count += objects->names[objects->count] != NULL;
	return 0;
}

// The table of the copy in the object NAME; NULL where it has none with this interface.
static struct table *table_in(const char *name)
{
	void *handle = dlopen(*name ? name : NULL, RTLD_LAZY | RTLD_NOLOAD);
	struct table *found = handle ? dlsym(handle, "anywarp_runtime_table") : NULL;
	if (handle)
		dlclose(handle);
	return found && found->interface == aw_runtime_own_table.interface && found->count == aw_runtime_own_table.count ? found : NULL;
}

// Whether the object that TABLE is in will never be unloaded: the program has no name.
static bool keep(const struct table *table)
{
	Dl_info place;
	struct link_map *object = NULL;
	bool found = dladdr1(table, &place, (void **)&object, RTLD_DL_LINKMAP) && object;
	return found && (!*object->l_name || dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE));
}

// The copy that others have joined, or else the first in the order in which functions are looked up: it may have been called for
// others before its own constructor runs.
static struct table *choose(const struct objects *objects)
{
	struct table *chosen = NULL;
	for (size_t i = 0; i < objects->count; i++) {
		struct table *table = table_in(objects->names[i]);
		if (table && table->first)
			return table->first;
		chosen = chosen ? chosen : table;
	}
	return chosen ? chosen : &aw_runtime_own_table;
}

// Before any other constructor: those of programs register their kernels.
__attribute__((constructor(101))) static void join(void)
{
	struct table *own = &aw_runtime_own_table;
	struct objects objects = { 0 };
	if (!own || own->first)
		return;
	dl_iterate_phdr(add_object, &objects);
	struct table *first = choose(&objects);
	for (size_t i = 0; i < objects.count; i++)
		free(objects.names[i]);
	free(objects.names);
	if (!keep(first)) // which has threads, too
		first = own;
	if (first != own)
		memcpy(own->slots, first->slots, own->count * sizeof(*own->slots));
	own->first = first->first = first;
}
