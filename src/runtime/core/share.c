// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process that is given a ticket opens /proc/PID/fd/N, which the system allows between processes of one user,
// so neither side has to listen for the other.
//
// Back ends with memory of their own make the tickets themselves.
#include "share.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/vec.h"

enum { MAGIC = 0x41577368, PAGE = 4096 };

struct exported {
	uintptr_t base;
	int file;
	size_t offset;
};

struct imported {
	char *address;  // what the program has
	char *reserved; // the mapping; NULL: the back end's
	size_t room;
	uint64_t inode, offset;
	struct aw_context *context;
	enum aw_share_owner owner;
	unsigned users;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static AW_VEC(struct exported) exports;
static AW_VEC(struct imported) imports;

_Static_assert(sizeof(struct aw_share_ticket) == CUDA_IPC_HANDLE_SIZE, "a ticket is a CUDA handle");

aw_status aw_core_share_write(int file, enum aw_share_kind kind, size_t offset, size_t size,
                              struct aw_share_ticket *ticket)
{
	struct stat info;
	if (fstat(file, &info) != 0)
		return AW_OPERATING_SYSTEM;
	*ticket = (struct aw_share_ticket){ .magic = MAGIC, .process = getpid(), .file = file, .kind = kind,
		                            .inode = info.st_ino, .offset = offset, .size = size };
	return AW_OK;
}

aw_status aw_core_share_read(const struct aw_share_ticket *ticket, enum aw_share_kind kind, int *file)
{
	char path[64];
	struct stat info;
	if (ticket->magic != MAGIC || ticket->kind != kind || !ticket->size)
		return AW_INVALID_VALUE;
	if (ticket->process == getpid())
		return AW_INVALID_CONTEXT;
	snprintf(path, sizeof(path), "/proc/%d/fd/%d", ticket->process, ticket->file);
	int made = open(path, O_RDWR | O_CLOEXEC);
	if (made < 0)
		return AW_INVALID_VALUE;
	if (fstat(made, &info) != 0 || info.st_ino != ticket->inode) {
		close(made);
		return AW_INVALID_VALUE;
	}
	*file = made;
	return AW_OK;
}

// --- giving ---

static const struct exported *find_export(uintptr_t base)
{
	for (size_t i = 0; i < exports.count; i++)
		if (exports.items[i].base == base)
			return &exports.items[i];
	return NULL;
}

static aw_status export_locked(const struct aw_range *range, struct aw_share_ticket *ticket)
{
	const struct exported *known = find_export(range->base);
	struct exported made = { .base = range->base };
	const struct aw_context *context = range->context;
	if (!known) {
		aw_status status = context->driver->share->export_memory(context->device, (void *)range->base, range->size,
		                                                         &made.file, &made.offset);
		if (status != AW_OK)
			return status;
		if (!aw_vec_push(&exports, made)) {
			close(made.file);
			return AW_NO_MEMORY;
		}
		known = &made;
	}
	return aw_core_share_write(known->file, AW_SHARE_MEMORY, known->offset, range->size, ticket);
}

aw_status aw_core_share_export(const void *address, bool from_pool, struct aw_share_ticket *ticket)
{
	struct aw_range range;
	if (!ticket || !aw_core_range_find(address, &range) || range.kind != AW_RANGE_DEVICE || range.mapped ||
	    range.graph || (range.pool != NULL) != from_pool)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_settle(range.context);
	if (status != AW_OK)
		return status;
	const struct aw_driver *driver = range.context->driver;
	if (driver->own_memory)
		return driver->share->export_handle(range.context->device, (void *)range.base, ticket);
	pthread_mutex_lock(&lock);
	status = export_locked(&range, ticket);
	pthread_mutex_unlock(&lock);
	return status;
}

void aw_core_share_forget(const void *address)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < exports.count; i++)
		if (exports.items[i].base == (uintptr_t)address) {
			close(exports.items[i].file);
			exports.items[i] = exports.items[--exports.count];
			break;
		}
	pthread_mutex_unlock(&lock);
}

// --- taking ---

static struct imported *find_import(const struct imported *like)
{
	for (size_t i = 0; i < imports.count; i++) {
		struct imported *other = &imports.items[i];
		if (other->inode == like->inode && other->offset == like->offset && other->owner == like->owner)
			return other;
	}
	return NULL;
}

// Maps SIZE bytes of FILE as WANTED says and tells the table of ranges.
static aw_status map_file(int file, size_t size, struct imported *wanted)
{
	const struct aw_share_ops *ops = wanted->context->driver->share;
	struct aw_device *device = wanted->context->device;
	size_t inside = wanted->offset % PAGE;
	void *reserved;
	wanted->room = (inside + size + PAGE - 1) / PAGE * PAGE;
	aw_status status = ops->reserve(device, wanted->room, PAGE, NULL, &reserved);
	if (status != AW_OK)
		return status;
	status = ops->map(device, reserved, wanted->room, (uint64_t)file, wanted->offset - inside);
	if (status == AW_OK)
		status = ops->protect(device, reserved, wanted->room, true, true);
	wanted->reserved = reserved;
	wanted->address = wanted->reserved + inside;
	struct aw_range range = { .base = (uintptr_t)wanted->address, .size = size, .kind = AW_RANGE_DEVICE,
		                  .mapped = true, .context = wanted->context };
	if (status == AW_OK && !aw_core_range_add(&range))
		status = AW_NO_MEMORY;
	if (status != AW_OK)
		ops->unreserve(device, reserved, wanted->room);
	return status;
}

static aw_status import_locked(int file, size_t size, struct imported *wanted, void **address)
{
	struct imported *known = wanted->owner == AW_SHARE_BY_HANDLE ? find_import(wanted) : NULL;
	if (known) {
		known->users++;
		*address = known->address;
		return AW_OK;
	}
	aw_status status = map_file(file, size, wanted);
	if (status != AW_OK)
		return status;
	*address = wanted->address;
	return aw_vec_push(&imports, *wanted) ? AW_OK : AW_NO_MEMORY;
}

static aw_status import(struct aw_context *context, int file, size_t offset, size_t size, enum aw_share_owner owner,
                        void **address)
{
	struct imported wanted = { .offset = offset, .context = context, .owner = owner, .users = 1 };
	struct stat info;
	aw_status status = context->driver->own_memory ? AW_NOT_SUPPORTED : AW_OK;
	if (status == AW_OK && (fstat(file, &info) != 0 || info.st_size < 0 || offset > (size_t)info.st_size ||
	                        size > (size_t)info.st_size - offset))
		status = AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	wanted.inode = info.st_ino;
	pthread_mutex_lock(&lock);
	status = import_locked(file, size, &wanted, address);
	pthread_mutex_unlock(&lock);
	return status;
}

// Adds SIZE bytes at ADDRESS to the table of ranges, or as many as belong to it: the back end may have told more, where
// allocations share a block that is mapped as a whole, and then each ends where the next begins.
static aw_status add_range(struct aw_context *context, void *address, size_t size)
{
	struct aw_range range = { .base = (uintptr_t)address, .size = size, .kind = AW_RANGE_DEVICE, .mapped = true,
		                  .context = context };
	struct aw_range other;
	while (aw_core_range_overlap(address, range.size, &other) && other.base > range.base)
		range.size = other.base - range.base;
	if (aw_core_range_find(address, &other)) {
		if (other.base == range.base)
			return AW_OK; // open by another way, too
		other.size = range.base - other.base;
		aw_core_range_update(&other);
	}
	return aw_core_range_add(&range) ? AW_OK : AW_NO_MEMORY;
}

static struct imported *find_opened(const void *address, enum aw_share_owner owner)
{
	for (size_t i = 0; i < imports.count; i++)
		if (imports.items[i].address == address && imports.items[i].owner == owner)
			return &imports.items[i];
	return NULL;
}

// Opens a ticket of the back end's, which counts how often it was opened.
static aw_status open_foreign(struct aw_context *context, const void *ticket, enum aw_share_owner owner, void **address)
{
	const struct aw_share_ops *ops = context->driver->share;
	void *made;
	size_t size;
	aw_status status = ops->open_handle(context->device, ticket, &made, &size);
	if (status != AW_OK)
		return status;
	*address = made;
	struct imported *known = find_opened(made, owner), opened = { .address = made, .context = context, .owner = owner };
	opened.users = 1;
	if (known) {
		known->users++;
		return AW_OK;
	}
	status = aw_vec_reserve(&imports, imports.count + 1) ? add_range(context, made, size) : AW_NO_MEMORY;
	if (status == AW_OK)
		imports.items[imports.count++] = opened;
	else
		ops->close_handle(context->device, made);
	return status;
}

aw_status aw_core_share_open(const struct aw_share_ticket *ticket, enum aw_share_owner owner, void **address)
{
	struct aw_context *context;
	int file;
	aw_status status = address ? aw_core_context_current(&context) : AW_INVALID_VALUE;
	if (status == AW_OK && context->driver->own_memory) {
		pthread_mutex_lock(&lock);
		status = open_foreign(context, ticket, owner, address);
		pthread_mutex_unlock(&lock);
		return status;
	}
	if (status == AW_OK)
		status = aw_core_share_read(ticket, AW_SHARE_MEMORY, &file);
	if (status != AW_OK)
		return status;
	status = import(context, file, ticket->offset, ticket->size, owner, address);
	close(file);
	return status;
}

aw_status aw_core_share_open_file(int file, size_t offset, size_t size, void **address)
{
	struct aw_context *context;
	aw_status status = address && size ? aw_core_context_current(&context) : AW_INVALID_VALUE;
	return status == AW_OK ? import(context, file, offset, size, AW_SHARE_BY_FILE, address) : status;
}

aw_status aw_core_share_adopt(struct aw_context *context, void *address, size_t size)
{
	struct imported made = { .address = address, .context = context, .owner = AW_SHARE_BY_FILE, .users = 1 };
	pthread_mutex_lock(&lock);
	aw_status status = aw_vec_reserve(&imports, imports.count + 1) ? add_range(context, address, size) : AW_NO_MEMORY;
	if (status == AW_OK)
		imports.items[imports.count++] = made;
	pthread_mutex_unlock(&lock);
	return status;
}

static aw_status unmap(struct imported *found)
{
	const struct aw_share_ops *ops = found->context->driver->share;
	struct aw_device *device = found->context->device;
	if (!found->reserved && found->owner == AW_SHARE_BY_FILE)
		return found->context->driver->memory->release(device, AW_MEMORY_DEVICE, found->address);
	if (!found->reserved)
		return ops->close_handle(device, found->address);
	return found->users ? AW_OK : ops->unreserve(device, found->reserved, found->room);
}

static aw_status close_locked(const void *address, bool by_handle)
{
	struct imported *found = NULL;
	unsigned others = 0;
	for (size_t i = 0; i < imports.count; i++)
		if (imports.items[i].address == address) {
			bool meant = (imports.items[i].owner == AW_SHARE_BY_HANDLE) == by_handle;
			found = meant ? &imports.items[i] : found;
			others += !meant;
		}
	if (!found)
		return AW_INVALID_VALUE;
	struct aw_range range;
	if (!--found->users && !others)
		aw_core_range_remove(address, &range);
	aw_status status = unmap(found);
	if (!found->users)
		*found = imports.items[--imports.count];
	return status;
}

aw_status aw_core_share_close(void *address, bool by_handle)
{
	struct aw_range range;
	if (!aw_core_range_find(address, &range) || !range.mapped)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_settle(range.context);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&lock);
	status = close_locked(address, by_handle);
	pthread_mutex_unlock(&lock);
	return status;
}
