// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of other processes, and of other libraries by file descriptor (CUDA Runtime API, "Device Management":
// IPC; "Stream Ordered Memory Allocator": export of pools; "External Resource Interoperability").
#ifndef AW_RUNTIME_CORE_SHARE_H
#define AW_RUNTIME_CORE_SHARE_H

#include "context.h"
#include "range.h"

// Where another process finds memory: in a file that this process has open.  It fits into CUDA's handles of 64 bytes.
struct aw_share_ticket {
	uint32_t magic;
	int32_t process, file;
	uint32_t kind;  // enum aw_share_kind
	uint64_t inode; // of the file, which tells it from others that had its number
	uint64_t offset, size;
	uint64_t reserved[3];
};

enum aw_share_kind { AW_SHARE_MEMORY = 1, AW_SHARE_EVENT, AW_SHARE_POOL };

// A ticket for FILE.
aw_status aw_core_share_write(int file, enum aw_share_kind kind, size_t offset, size_t size,
                              struct aw_share_ticket *ticket);
// Opens the file of a ticket.  AW_INVALID_CONTEXT when it is this process's own, AW_INVALID_VALUE when it isn't
// there (any more).
aw_status aw_core_share_read(const struct aw_share_ticket *ticket, enum aw_share_kind kind, int *file);

// A ticket for the allocation of device memory that holds ADDRESS; FROM_POOL: of a pool's.
aw_status aw_core_share_export(const void *address, bool from_pool, struct aw_share_ticket *ticket);
// ADDRESS is about to go back to the device.
void aw_core_share_forget(const void *address);

enum aw_share_owner { AW_SHARE_BY_HANDLE, AW_SHARE_BY_POOL, AW_SHARE_BY_FILE };

// Maps the memory of a ticket; the same address while it is open already.
aw_status aw_core_share_open(const struct aw_share_ticket *ticket, enum aw_share_owner owner, void **address);
// Maps SIZE bytes at OFFSET of FILE, which stays the caller's.
aw_status aw_core_share_open_file(int file, size_t offset, size_t size, void **address);
// SIZE bytes at ADDRESS, which the back end mapped itself and releases as device memory, are a mapping by file.
aw_status aw_core_share_adopt(struct aw_context *context, void *address, size_t size);
// Ends a mapping made for OWNER (AW_SHARE_BY_HANDLE) or for the two others, after the device's work.
aw_status aw_core_share_close(void *address, bool by_handle);

#endif
