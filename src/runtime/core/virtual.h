// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses and memory apart (CUDA Driver API, "Virtual Memory Management").
#ifndef AW_RUNTIME_CORE_VIRTUAL_H
#define AW_RUNTIME_CORE_VIRTUAL_H

#include "context.h"
#include "handle.h"

enum { AW_VIRTUAL_GRANULE = 2 << 20 }; // bytes: sizes and addresses are multiples of it, as on GPUs

// Memory without an address.
struct aw_physical {
	struct aw_handle handle;
	struct aw_context *context;
	size_t size; // 0: what another process exported, until it is mapped, where the back end can't tell
	uint64_t memory; // the back end's
	int place;          // as the program said: a type of location, and
	int place_id;
	unsigned shareable; // types of handles that it may be exported as
	unsigned holds;     // of the program
	unsigned maps;
};

aw_status aw_core_virtual_reserve(size_t size, size_t alignment, void *wanted, void **address);
aw_status aw_core_virtual_unreserve(void *address, size_t size);

// CONTEXT's memory, and memory behind a file descriptor that another process exported.
aw_status aw_core_physical_create(struct aw_context *context, size_t size, unsigned shareable,
                                  struct aw_physical **physical);
aw_status aw_core_physical_import(int file, struct aw_physical **physical);
aw_status aw_core_physical_find(const void *handle, struct aw_physical **physical);
aw_status aw_core_physical_release(struct aw_physical *physical);
// A new file descriptor for it.
aw_status aw_core_physical_export(struct aw_physical *physical, int *file);
// What is mapped at ADDRESS, once more held by the program.
aw_status aw_core_physical_at(const void *address, struct aw_physical **physical);

aw_status aw_core_virtual_map(void *address, size_t size, size_t offset, struct aw_physical *physical);
// All that lies wholly in the SIZE bytes at ADDRESS.
aw_status aw_core_virtual_unmap(void *address, size_t size);
// Who may do what with memory: USER is a device's context, or NULL for the host.
struct aw_virtual_access {
	struct aw_context *user;
	unsigned rights; // 0, 1 read, 3 read and write
};

// All of it must be mapped.  Devices that share the host's memory, and the host, can do what the most allowed of them may.
aw_status aw_core_virtual_protect(void *address, size_t size, const struct aw_virtual_access *list, size_t count);
// What USER was given.
aw_status aw_core_virtual_rights(const void *address, const struct aw_context *user, unsigned *rights);

#endif
