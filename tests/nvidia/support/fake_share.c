// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory without addresses, as files; and memory of another process: a block in which the handle that was made n-th, counted
// from 0, stands for what lies from byte 1024 * n on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fake.h"

typedef unsigned long long address;

static char note[512];
#define NOTE(...) (snprintf(note, sizeof(note), __VA_ARGS__), note)

struct handle {
	char bytes[64];
};

struct place {
	int type, id;
};

struct properties {
	int type, exports;
	struct place place;
};

struct access {
	struct place place;
	int flags;
};

int cuMemCreate(address *made, size_t size, const struct properties *properties, address flags)
{
	int file = memfd_create("fake", 0);
	*made = (address)file;
	return fake_call("cuMemCreate", NOTE("%zu exports %d place %d %d", size, properties->exports, properties->place.type,
	                                     properties->place.id)) || ftruncate(file, (off_t)size) || flags;
}

int cuMemRelease(address memory)
{
	close((int)memory);
	return fake_call("cuMemRelease", "");
}

int cuMemExportToShareableHandle(int *file, address memory, int type, address flags)
{
	*file = dup((int)memory);
	return fake_call("cuMemExportToShareableHandle", "") || type != 1 || flags;
}

int cuMemImportFromShareableHandle(address *made, void *file, int type)
{
	*made = (address)dup((int)(long)file);
	return fake_call("cuMemImportFromShareableHandle", "") || type != 1;
}

int cuMemAddressReserve(address *made, size_t size, size_t alignment, address wanted, address flags)
{
	address at = (address)mmap(NULL, size + alignment, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	*made = (at + alignment - 1) / alignment * alignment;
	return fake_call("cuMemAddressReserve", NOTE("%zu aligned %zu", size, alignment)) || wanted || flags;
}

int cuMemAddressFree(address at, size_t size)
{
	munmap((void *)at, size);
	return fake_call("cuMemAddressFree", NOTE("%zu", size));
}

int cuMemMap(address at, size_t size, size_t offset, address memory, address flags)
{
	mmap((void *)at, size, PROT_NONE, MAP_SHARED | MAP_FIXED, (int)memory, (off_t)offset);
	return fake_call("cuMemMap", NOTE("%zu", size)) || flags;
}

int cuMemUnmap(address at, size_t size)
{
	mmap((void *)at, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	return fake_call("cuMemUnmap", NOTE("%zu", size));
}

int cuMemSetAccess(address at, size_t size, const struct access *list, size_t count)
{
	mprotect((void *)at, size, list->flags);
	return fake_call("cuMemSetAccess", NOTE("%zu place %d %d flags %d of %zu", size, list->place.type, list->place.id,
	                                        list->flags, count));
}

// --- between processes ---

static char block[8192];

int cuIpcGetMemHandle(struct handle *handle, address memory)
{
	static char made;
	*handle = (struct handle){ { made++ } };
	return fake_call("cuIpcGetMemHandle", memory ? "" : "of nothing");
}

int cuIpcOpenMemHandle_v2(address *memory, struct handle handle, unsigned flags)
{
	*memory = (address)&block[1024 * handle.bytes[0]];
	return fake_call("cuIpcOpenMemHandle_v2", NOTE("%d flags %u", handle.bytes[0], flags));
}

int cuIpcCloseMemHandle(address memory)
{
	return fake_call("cuIpcCloseMemHandle", NOTE("%d", (int)(memory - (address)block) / 1024));
}

int cuMemGetAddressRange_v2(address *base, size_t *size, address memory)
{
	*base = (address)block;
	*size = sizeof(block);
	return fake_call("cuMemGetAddressRange_v2", memory ? "" : "of nothing");
}

int cuIpcGetEventHandle(struct handle *handle, void *event)
{
	*handle = (struct handle){ { 42 } };
	return fake_call("cuIpcGetEventHandle", NOTE("%p", event));
}

int cuIpcOpenEventHandle(void **event, struct handle handle)
{
	*event = malloc(1);
	return fake_call("cuIpcOpenEventHandle", NOTE("%d %p", handle.bytes[0], *event));
}
