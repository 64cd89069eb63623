// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage of the objects that programs hold handles of.  A destroyed handle, or any other address,
// must be told from a live one without touching memory that may be gone, so the objects of a class
// live in slabs that are never given back; a free object's mark is zero.
#ifndef AW_RUNTIME_CORE_HANDLE_H
#define AW_RUNTIME_CORE_HANDLE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AW_HANDLE_SLABS = 24 };

// The first member of an object with a handle.
struct aw_handle {
	_Atomic uint32_t live;
	struct aw_handle *next_free;
};

struct aw_handle_class {
	size_t size; // of one object
	pthread_mutex_t lock;
	struct aw_handle *free;
	_Atomic unsigned slab_count;
	char *slabs[AW_HANDLE_SLABS]; // slab K holds FIRST << K objects
};

#define AW_HANDLE_CLASS(type) { .size = sizeof(type), .lock = PTHREAD_MUTEX_INITIALIZER }

// A live object, zeroed behind its head; NULL without memory.
void *aw_core_handle_create(struct aw_handle_class *class);
void aw_core_handle_destroy(struct aw_handle_class *class, void *object);

// Whether OBJECT, any pointer, is a live object of CLASS.
bool aw_core_handle_valid(const struct aw_handle_class *class, const void *object);

// Walks the live objects: NULL gives the first, the last gives NULL.
void *aw_core_handle_next(const struct aw_handle_class *class, const void *object);

#endif
