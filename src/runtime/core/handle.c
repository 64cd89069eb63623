// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "handle.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLAB = 64 };

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
	memset(object + 1, 0, class->size - sizeof(*object));
	object->next_free = NULL;
	atomic_store_explicit(&object->live, 1, memory_order_release);
	return object;
}

void aw_core_handle_destroy(struct aw_handle_class *class, void *object)
{
	struct aw_handle *head = object;
	assert(aw_core_handle_valid(class, object));
	atomic_store_explicit(&head->live, 0, memory_order_release);
	pthread_mutex_lock(&class->lock);
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

void *aw_core_handle_next(const struct aw_handle_class *class, const void *object)
{
	unsigned slab = 0;
	size_t index = 0;
	if (object && find(class, object, &slab, &index))
		index++;
	for (; slab < class->slab_count; slab++, index = 0)
		for (; index < slab_objects(slab); index++)
			if (object_at(class, slab, index)->live)
				return object_at(class, slab, index);
	return NULL;
}
