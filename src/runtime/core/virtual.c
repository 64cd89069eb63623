// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reservation keeps what is mapped into it, in order of address.  Neighbours that may be used are one range
// of device memory to copies and fills, so the table of ranges is made anew for a reservation when it changes.
#include "virtual.h"

#include <assert.h>
#include <string.h>

#include "../../base/vec.h"
#include "range.h"

struct mapping {
	uintptr_t base;
	struct aw_physical *physical; // its size is the mapping's
	// A bit for each user (user_bit).
	uint64_t readable, writable;
};

struct reservation {
	struct aw_context *context;
	uintptr_t base;
	size_t size;
	AW_VEC(struct mapping) mappings;
	AW_VEC(uintptr_t) ranges; // in the table now
};

static struct aw_handle_class physicals = AW_HANDLE_CLASS(struct aw_physical);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static AW_VEC(struct reservation *) reservations;

// --- address space ---

static struct reservation *find(const void *address, size_t size)
{
	for (size_t i = 0; i < reservations.count; i++) {
		struct reservation *found = reservations.items[i];
		size_t offset = (uintptr_t)address - found->base;
		if (offset < found->size && size <= found->size - offset)
			return found;
	}
	return NULL;
}

static bool is_whole(uintptr_t value)
{
	return value % AW_VIRTUAL_GRANULE == 0;
}

aw_status aw_core_virtual_reserve(size_t size, size_t alignment, void *wanted, void **address)
{
	struct aw_context *context;
	void *base;
	if (!address || !size || !is_whole(size) || (alignment & (alignment - 1)) || !is_whole((uintptr_t)wanted))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	struct reservation *made = status == AW_OK ? calloc(1, sizeof(*made)) : NULL;
	if (!made)
		return status == AW_OK ? AW_NO_MEMORY : status;
	if (alignment < AW_VIRTUAL_GRANULE)
		alignment = AW_VIRTUAL_GRANULE;
	status = context->driver->share->reserve(context->device, size, alignment, wanted, &base);
	if (status != AW_OK) {
		free(made);
		return status;
	}
	*made = (struct reservation){ .context = context, .base = (uintptr_t)base, .size = size };
	pthread_mutex_lock(&lock);
	bool kept = aw_vec_push(&reservations, made);
	pthread_mutex_unlock(&lock);
	if (!kept) {
		context->driver->share->unreserve(context->device, base, size);
		free(made);
		return AW_NO_MEMORY;
	}
	*address = base;
	return AW_OK;
}

static aw_status unreserve_locked(uintptr_t base, size_t size)
{
	for (size_t i = 0; i < reservations.count; i++) {
		struct reservation *found = reservations.items[i];
		if (found->base != base)
			continue;
		assert(found->mappings.count || !found->ranges.count);
		if (found->size != size || found->mappings.count)
			return AW_INVALID_VALUE;
		reservations.items[i] = reservations.items[--reservations.count];
		aw_status status = found->context->driver->share->unreserve(found->context->device, (void *)base, size);
		aw_vec_finish(&found->mappings);
		aw_vec_finish(&found->ranges);
		free(found);
		return status;
	}
	return AW_INVALID_VALUE;
}

aw_status aw_core_virtual_unreserve(void *address, size_t size)
{
	pthread_mutex_lock(&lock);
	aw_status status = unreserve_locked((uintptr_t)address, size);
	pthread_mutex_unlock(&lock);
	return status;
}

// --- memory ---

static aw_status make_physical(struct aw_context *context, size_t size, uint64_t memory, unsigned shareable,
                               struct aw_physical **physical)
{
	struct aw_physical *made = aw_core_handle_create(&physicals);
	if (!made) {
		context->driver->share->release(context->device, memory);
		return AW_NO_MEMORY;
	}
	made->context = context;
	made->size = size;
	made->memory = memory;
	made->shareable = shareable;
	made->place = cudaMemLocationTypeDevice;
	made->place_id = (int)context->ordinal;
	made->holds = 1;
	*physical = made;
	return AW_OK;
}

aw_status aw_core_physical_create(struct aw_context *context, size_t size, unsigned shareable,
                                  struct aw_physical **physical)
{
	uint64_t memory;
	if (!size || !is_whole(size))
		return AW_INVALID_VALUE;
	aw_status status = context->driver->share->create(context->device, size, shareable, &memory);
	return status == AW_OK ? make_physical(context, size, memory, shareable, physical) : status;
}

aw_status aw_core_physical_import(int file, struct aw_physical **physical)
{
	struct aw_context *context;
	uint64_t memory;
	size_t size;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		status = context->driver->share->import_file(context->device, file, &memory, &size);
	if (status != AW_OK)
		return status;
	if (!is_whole(size)) {
		context->driver->share->release(context->device, memory);
		return AW_INVALID_VALUE;
	}
	return make_physical(context, size, memory, cudaMemHandleTypePosixFileDescriptor, physical);
}

aw_status aw_core_physical_find(const void *handle, struct aw_physical **physical)
{
	if (!aw_core_handle_valid(&physicals, handle) || !((const struct aw_physical *)handle)->holds)
		return AW_INVALID_VALUE;
	*physical = (struct aw_physical *)(uintptr_t)handle;
	return AW_OK;
}

static void drop_unused(struct aw_physical *physical)
{
	if (physical->holds || physical->maps)
		return;
	physical->context->driver->share->release(physical->context->device, physical->memory);
	aw_core_handle_destroy(&physicals, physical);
}

aw_status aw_core_physical_release(struct aw_physical *physical)
{
	pthread_mutex_lock(&lock);
	assert(physical->holds);
	physical->holds--;
	drop_unused(physical);
	pthread_mutex_unlock(&lock);
	return AW_OK;
}

aw_status aw_core_physical_export(struct aw_physical *physical, int *file)
{
	if (!(physical->shareable & cudaMemHandleTypePosixFileDescriptor))
		return AW_INVALID_VALUE;
	return physical->context->driver->share->export_file(physical->context->device, physical->memory, file);
}

// --- both together ---

static struct mapping *mapping_at(struct reservation *reservation, uintptr_t address)
{
	for (size_t i = 0; i < reservation->mappings.count; i++) {
		struct mapping *mapping = &reservation->mappings.items[i];
		if (address - mapping->base < mapping->physical->size)
			return mapping;
	}
	return NULL;
}

aw_status aw_core_physical_at(const void *address, struct aw_physical **physical)
{
	pthread_mutex_lock(&lock);
	struct reservation *reservation = find(address, 1);
	struct mapping *mapping = reservation ? mapping_at(reservation, (uintptr_t)address) : NULL;
	if (mapping) {
		mapping->physical->holds++;
		*physical = mapping->physical;
	}
	pthread_mutex_unlock(&lock);
	return mapping ? AW_OK : AW_INVALID_VALUE;
}

// Tells the table of ranges what of RESERVATION can be used now.
static aw_status renew_ranges(struct reservation *reservation)
{
	struct aw_range range;
	for (size_t i = 0; i < reservation->ranges.count; i++)
		aw_core_range_remove((void *)reservation->ranges.items[i], &range);
	reservation->ranges.count = 0;
	for (size_t i = 0; i < reservation->mappings.count;) {
		const struct mapping *first = &reservation->mappings.items[i], *next = first;
		range = (struct aw_range){ .base = first->base, .kind = AW_RANGE_DEVICE, .mapped = true,
			                   .context = first->physical->context };
		for (; i < reservation->mappings.count; i++) {
			next = &reservation->mappings.items[i];
			if (!next->readable || next->base != range.base + range.size)
				break;
			range.size += next->physical->size;
		}
		if (!range.size) {
			i++; // it may not be used
			continue;
		}
		if (!aw_vec_push(&reservation->ranges, range.base) || !aw_core_range_add(&range))
			return AW_NO_MEMORY;
	}
	return AW_OK;
}

// The place among the mappings, in their order, where one of SIZE bytes at BASE goes; false when one is in the way.
static bool find_place(const struct reservation *reservation, uintptr_t base, size_t size, size_t *place)
{
	size_t index = 0;
	for (; index < reservation->mappings.count; index++) {
		const struct mapping *other = &reservation->mappings.items[index];
		if (other->base >= base + size)
			break;
		if (other->base + other->physical->size > base)
			return false;
	}
	assert(!index || reservation->mappings.items[index - 1].base < base);
	*place = index;
	return true;
}

static aw_status map_locked(void *address, size_t size, struct aw_physical *physical)
{
	struct reservation *reservation = find(address, size);
	uintptr_t base = (uintptr_t)address;
	size_t place;
	if (physical->size && size != physical->size)
		return AW_NOT_SUPPORTED; // as GPUs answer: memory is mapped whole
	if (!reservation || !find_place(reservation, base, size, &place) ||
	    physical->context->driver != reservation->context->driver)
		return AW_INVALID_VALUE;
	if (!aw_vec_reserve(&reservation->mappings, reservation->mappings.count + 1))
		return AW_NO_MEMORY;
	const struct aw_context *context = reservation->context;
	aw_status status = context->driver->share->map(context->device, address, size, physical->memory, 0);
	if (status != AW_OK)
		return status;
	struct mapping *items = reservation->mappings.items;
	assert(place <= reservation->mappings.count && physical->holds);
	memmove(&items[place + 1], &items[place], (reservation->mappings.count++ - place) * sizeof(*items));
	items[place] = (struct mapping){ .base = base, .physical = physical };
	physical->size = size;
	physical->maps++;
	return AW_OK;
}

aw_status aw_core_virtual_map(void *address, size_t size, size_t offset, struct aw_physical *physical)
{
	if (!size || !is_whole((uintptr_t)address) || !is_whole(size) || !is_whole(offset))
		return AW_INVALID_VALUE;
	if (offset)
		return AW_NOT_SUPPORTED;
	pthread_mutex_lock(&lock);
	aw_status status = map_locked(address, size, physical);
	pthread_mutex_unlock(&lock);
	return status;
}

static aw_status unmap_locked(struct reservation *reservation, uintptr_t base, size_t size)
{
	const struct aw_context *context = reservation->context;
	size_t kept = 0;
	aw_status status = AW_OK;
	for (size_t i = 0; i < reservation->mappings.count; i++) {
		struct mapping mapping = reservation->mappings.items[i];
		bool inside = mapping.base >= base && mapping.base + mapping.physical->size <= base + size;
		if (inside)
			status = context->driver->share->unmap(context->device, (void *)mapping.base, mapping.physical->size);
		if (!inside || status != AW_OK) {
			reservation->mappings.items[kept++] = mapping;
			continue;
		}
		assert(mapping.physical->maps);
		mapping.physical->maps--;
		drop_unused(mapping.physical);
	}
	reservation->mappings.count = kept;
	aw_status renewed = renew_ranges(reservation);
	return status == AW_OK ? renewed : status;
}

aw_status aw_core_virtual_unmap(void *address, size_t size)
{
	if (!size || !is_whole((uintptr_t)address) || !is_whole(size))
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&lock);
	struct reservation *reservation = find(address, size);
	aw_status status = reservation ? aw_core_context_settle(reservation->context) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = unmap_locked(reservation, (uintptr_t)address, size);
	pthread_mutex_unlock(&lock);
	return status;
}

// Whether every byte is mapped, and mappings aren't cut.
static bool is_mapped(struct reservation *reservation, uintptr_t base, size_t size)
{
	for (uintptr_t at = base; at < base + size;) {
		const struct mapping *mapping = mapping_at(reservation, at);
		if (!mapping || mapping->base != at || mapping->physical->size > base + size - at)
			return false;
		at += mapping->physical->size;
	}
	return true;
}

enum { HOST_BIT = 63 };

static uint64_t user_bit(const struct aw_context *user)
{
	return (uint64_t)1 << (user ? user->ordinal % HOST_BIT : HOST_BIT);
}

static void note_rights(struct reservation *reservation, uintptr_t base, size_t size, const struct aw_virtual_access *access)
{
	uint64_t bit = user_bit(access->user);
	for (size_t i = 0; i < reservation->mappings.count; i++) {
		struct mapping *mapping = &reservation->mappings.items[i];
		if (mapping->base - base >= size)
			continue;
		mapping->readable = access->rights & 1 ? mapping->readable | bit : mapping->readable & ~bit;
		mapping->writable = access->rights & 2 ? mapping->writable | bit : mapping->writable & ~bit;
	}
}

static aw_status protect_for(struct reservation *reservation, uintptr_t base, size_t size, const struct aw_virtual_access *access)
{
	const struct aw_context *user = access->user;
	if (user->driver != reservation->context->driver)
		return AW_NOT_SUPPORTED;
	return user->driver->share->protect(user->device, (void *)base, size, access->rights & 1, access->rights & 2);
}

// Of those who share the host's memory.
static aw_status protect_together(struct reservation *reservation, uintptr_t base, size_t size)
{
	const struct aw_context *own = reservation->context;
	if (own->driver->own_memory)
		return AW_NOT_SUPPORTED;
	aw_status status = AW_OK;
	for (size_t i = 0; i < reservation->mappings.count && status == AW_OK; i++) {
		const struct mapping *mapping = &reservation->mappings.items[i];
		if (mapping->base - base < size)
			status = own->driver->share->protect(own->device, (void *)mapping->base, mapping->physical->size,
			                                     mapping->readable, mapping->writable);
	}
	return status;
}

static aw_status protect_locked(uintptr_t base, size_t size, const struct aw_virtual_access *list, size_t count)
{
	struct reservation *reservation = find((void *)base, size);
	bool together = false;
	aw_status status = reservation && is_mapped(reservation, base, size) ? AW_OK : AW_INVALID_VALUE;
	for (size_t i = 0; i < count && status == AW_OK; i++) {
		bool own = list[i].user && list[i].user->driver->own_memory;
		together |= !own;
		if (own)
			status = protect_for(reservation, base, size, &list[i]);
		if (status == AW_OK)
			note_rights(reservation, base, size, &list[i]);
	}
	if (status == AW_OK && together)
		status = protect_together(reservation, base, size);
	return status == AW_OK ? renew_ranges(reservation) : status;
}

aw_status aw_core_virtual_protect(void *address, size_t size, const struct aw_virtual_access *list, size_t count)
{
	if (!size || !is_whole((uintptr_t)address) || !is_whole(size))
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&lock);
	aw_status status = protect_locked((uintptr_t)address, size, list, count);
	pthread_mutex_unlock(&lock);
	return status;
}

aw_status aw_core_virtual_rights(const void *address, const struct aw_context *user, unsigned *rights)
{
	pthread_mutex_lock(&lock);
	struct reservation *reservation = find(address, 1);
	const struct mapping *mapping = reservation ? mapping_at(reservation, (uintptr_t)address) : NULL;
	uint64_t bit = user_bit(user);
	if (mapping)
		*rights = (mapping->readable & bit ? 1 : 0) | (mapping->writable & bit ? 2 : 0);
	pthread_mutex_unlock(&lock);
	return mapping ? AW_OK : AW_INVALID_VALUE;
}
