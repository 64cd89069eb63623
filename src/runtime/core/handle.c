// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "handle.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLAB = 64, FIRST_NAMES = 64 };

// An open-addressing table.  A row keeps its name when its object goes, because readers probe past it, and is used
// again when the name is: drivers give the same addresses again.  A table that is too full is replaced by a larger
// one and stays, since readers may be in it; all of them together are less than the last.
struct aw_handle_names {
	struct aw_handle_names *older;
	size_t rows, used;
	struct {
		_Atomic(void *) outside;
		_Atomic(struct aw_handle *) object;
	} row[];
};

static size_t slab_objects(unsigned slab)
{
	return (size_t)FIRST_SLAB << slab;
}

static struct aw_handle *object_at(const struct aw_handle_class *class, unsigned slab, size_t index)
{
	return (struct aw_handle *)(class->slabs[slab] + index * class->size);
}

// Adds a slab twice the size of the last and chains its objects as free.
static bool grow(struct aw_handle_class *class)
{
	unsigned slab = class->slab_count;
	assert(!class->free && class->size > sizeof(struct aw_handle));
	if (slab == AW_HANDLE_SLABS)
		return false;
	size_t objects = slab_objects(slab);
	class->slabs[slab] = calloc(objects, class->size);
	if (!class->slabs[slab])
		return false;
	for (size_t i = objects; i-- > 0;) {
		struct aw_handle *object = object_at(class, slab, i);
		object->next_free = class->free;
		class->free = object;
	}
	atomic_store_explicit(&class->slab_count, slab + 1, memory_order_release);
	return true;
}

void *aw_core_handle_create(struct aw_handle_class *class)
{
	struct aw_handle *object = NULL;
	pthread_mutex_lock(&class->lock);
	if (class->free || grow(class)) {
		object = class->free;
		class->free = object->next_free;
	}
	pthread_mutex_unlock(&class->lock);
	if (!object)
		return NULL;
	assert(!object->live);
	memset(object + 1, 0, class->size - sizeof(*object));
	object->next_free = NULL;
	object->outside = NULL;
	atomic_store_explicit(&object->live, 1, memory_order_release);
	return object;
}

// The row of NAME, or the empty one where it would be put.
static size_t row_of(const struct aw_handle_names *names, const void *name)
{
	size_t at = (size_t)((uintptr_t)name * 0x9E3779B97F4A7C15u >> 32);
	for (;; at++) {
		const void *found = atomic_load_explicit(&names->row[at & (names->rows - 1)].outside, memory_order_acquire);
		if (!found || found == name)
			return at & (names->rows - 1);
	}
}

// The object first: who finds the name finds the object.
static void put_row(struct aw_handle_names *names, void *name, struct aw_handle *object)
{
	size_t at = row_of(names, name);
	names->used += !names->row[at].outside;
	assert(names->used < names->rows && "an empty row ends a search");
	atomic_store_explicit(&names->row[at].object, object, memory_order_release);
	atomic_store_explicit(&names->row[at].outside, name, memory_order_release);
}

// Makes room for one more name.
static bool grow_names(struct aw_handle_class *class)
{
	struct aw_handle_names *old = class->names;
	if (old && old->used < old->rows / 2)
		return true;
	size_t rows = old ? 2 * old->rows : FIRST_NAMES;
	struct aw_handle_names *made = calloc(1, sizeof(*made) + rows * sizeof(*made->row));
	if (!made)
		return false;
	made->older = old;
	made->rows = rows;
	for (size_t i = 0; old && i < old->rows; i++)
		if (old->row[i].object)
			put_row(made, old->row[i].outside, old->row[i].object);
	atomic_store_explicit(&class->names, made, memory_order_release);
	return true;
}

bool aw_core_handle_rename(struct aw_handle_class *class, void *object, void *outside)
{
	struct aw_handle *head = object;
	assert(aw_core_handle_valid(class, object) && !head->outside && outside);
	pthread_mutex_lock(&class->lock);
	bool room = grow_names(class);
	if (room) {
		put_row(class->names, outside, head);
		head->outside = outside;
	}
	pthread_mutex_unlock(&class->lock);
	return room;
}

void aw_core_handle_destroy(struct aw_handle_class *class, void *object)
{
	struct aw_handle *head = object;
	assert(aw_core_handle_valid(class, object));
	atomic_store_explicit(&head->live, 0, memory_order_release);
	pthread_mutex_lock(&class->lock);
	if (head->outside)
		atomic_store_explicit(&class->names->row[row_of(class->names, head->outside)].object, NULL, memory_order_release);
	head->next_free = class->free;
	class->free = head;
	pthread_mutex_unlock(&class->lock);
}

// Where OBJECT lies; false when it is in no slab.
static bool find(const struct aw_handle_class *class, const void *object, unsigned *slab, size_t *index)
{
	unsigned count = atomic_load_explicit(&class->slab_count, memory_order_acquire);
	for (unsigned i = 0; i < count; i++) {
		uintptr_t offset = (uintptr_t)object - (uintptr_t)class->slabs[i];
		if (offset >= slab_objects(i) * class->size)
			continue;
		*slab = i;
		*index = offset / class->size;
		return offset % class->size == 0;
	}
	return false;
}

bool aw_core_handle_valid(const struct aw_handle_class *class, const void *object)
{
	unsigned slab;
	size_t index;
	return find(class, object, &slab, &index) &&
	       atomic_load_explicit(&((struct aw_handle *)object)->live, memory_order_acquire);
}

void *aw_core_handle_find(const struct aw_handle_class *class, const void *handle)
{
	if (aw_core_handle_valid(class, handle))
		return (void *)(uintptr_t)handle;
	const struct aw_handle_names *names = atomic_load_explicit(&class->names, memory_order_acquire);
	if (!names || !handle)
		return NULL;
	return atomic_load_explicit(&names->row[row_of(names, handle)].object, memory_order_acquire);
}

void *aw_core_handle_next(const struct aw_handle_class *class, const void *object)
{
	unsigned slab = 0;
	size_t index = 0;
	bool behind = object && find(class, object, &slab, &index);
	assert((behind || !object) && "else the walk would begin anew");
	index += behind;
	for (; slab < class->slab_count; slab++, index = 0)
		for (; index < slab_objects(slab); index++)
			if (object_at(class, slab, index)->live)
				return object_at(class, slab, index);
	return NULL;
}
