// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage of the objects that programs hold handles of.  A destroyed handle, or any other address,
// must be told from a live one without touching memory that may be gone, so the objects of a class
// live in slabs that are never given back; a free object's mark is zero.
//
// Programs hold the address of an object, or, where other libraries of the process must understand the handle,
// too, what those call it: a GPU's stream is the driver's CUstream outside.  A table leads from that to the
// object; it is read without a lock.
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
	void *outside; // what programs hold; NULL: the object's address
};

struct aw_handle_names;

struct aw_handle_class {
	size_t size; // of one object
	pthread_mutex_t lock;
	struct aw_handle *free;
	_Atomic unsigned slab_count;
	char *slabs[AW_HANDLE_SLABS]; // slab K holds FIRST << K objects
	_Atomic(struct aw_handle_names *) names;
};

#define AW_HANDLE_CLASS(type) { .size = sizeof(type), .lock = PTHREAD_MUTEX_INITIALIZER }

// A live object, zeroed behind its head; NULL without memory.
void *aw_core_handle_create(struct aw_handle_class *class);
void aw_core_handle_destroy(struct aw_handle_class *class, void *object);

// Whether OBJECT, any pointer, is a live object of CLASS.
bool aw_core_handle_valid(const struct aw_handle_class *class, const void *object);

// Has programs hold OUTSIDE for a live object from now on; OUTSIDE is no other live object's.  False without memory.
bool aw_core_handle_rename(struct aw_handle_class *class, void *object, void *outside);

// The live object that HANDLE, any pointer, means; NULL: none.
void *aw_core_handle_find(const struct aw_handle_class *class, const void *handle);

// What programs hold for OBJECT.
static inline void *aw_core_handle_outside(const void *object)
{
	const struct aw_handle *head = object;
	return head->outside ? head->outside : (void *)(uintptr_t)object;
}

// Walks the live objects: NULL gives the first, the last gives NULL.
void *aw_core_handle_next(const struct aw_handle_class *class, const void *object);

#endif
