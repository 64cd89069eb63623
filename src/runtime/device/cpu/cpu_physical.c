// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory as files: what has an address of its own choosing, and what other processes map too.  A piece of memory is a
// memfd; address space is a mapping without access, which files are mapped over and which they leave behind again.
//
// Memory of cudaMalloc is private until a program exports it.  Then its pages go to a file that is mapped in
// their place, so addresses stay and nothing is paid for memory that isn't shared.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cpu_device.h"
#include "cpu_watch.h"

enum { PAGE = 4096 };

static aw_status create_file(struct aw_device *device, size_t size, int *file)
{
	aw_status status = aw_cpu_device_error(aw_cpu_device(device));
	if (status != AW_OK)
		return status;
	int made = memfd_create("anywarp", MFD_CLOEXEC);
	if (made < 0)
		return AW_OPERATING_SYSTEM;
	if (size > aw_cpu_memory_total() || ftruncate(made, (off_t)size) != 0) {
		close(made);
		return AW_NO_MEMORY;
	}
	*file = made;
	return AW_OK;
}

static aw_status create(struct aw_device *device, size_t size, bool exportable, uint64_t *memory)
{
	(void)exportable; // all of it is
	int file;
	aw_status status = create_file(device, size, &file);
	if (status == AW_OK)
		*memory = (uint64_t)file;
	return status;
}

static aw_status release(struct aw_device *device, uint64_t memory)
{
	(void)device;
	return close((int)memory) == 0 ? AW_OK : AW_OPERATING_SYSTEM;
}

static aw_status export_file(struct aw_device *device, uint64_t memory, int *file)
{
	(void)device;
	*file = fcntl((int)memory, F_DUPFD_CLOEXEC, 3);
	return *file < 0 ? AW_OPERATING_SYSTEM : AW_OK;
}

static aw_status import_file(struct aw_device *device, int file, uint64_t *memory, size_t *size)
{
	struct stat info;
	int own;
	if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0)
		return AW_INVALID_VALUE;
	aw_status status = export_file(device, (uint64_t)file, &own);
	if (status != AW_OK)
		return status;
	*memory = (uint64_t)own;
	*size = (size_t)info.st_size;
	return AW_OK;
}

static aw_status reserve(struct aw_device *device, size_t size, size_t alignment, void *wanted, void **address)
{
	(void)device;
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	char *at = wanted ? mmap(wanted, size, PROT_NONE, flags, -1, 0) : MAP_FAILED;
	if (at != MAP_FAILED && (uintptr_t)at % alignment == 0) {
		*address = at;
		return AW_OK;
	}
	if (at != MAP_FAILED)
		munmap(at, size);
	if (size > SIZE_MAX - alignment)
		return AW_NO_MEMORY;
	at = mmap(NULL, size + alignment, PROT_NONE, flags, -1, 0);
	if (at == MAP_FAILED)
		return AW_NO_MEMORY;
	char *aligned = (char *)(((uintptr_t)at + alignment - 1) / alignment * alignment);
	if (aligned > at)
		munmap(at, (size_t)(aligned - at));
	munmap(aligned + size, (size_t)(at + alignment - aligned));
	*address = aligned;
	return AW_OK;
}

static aw_status unreserve(struct aw_device *device, void *address, size_t size)
{
	(void)device;
	return munmap(address, size) == 0 ? AW_OK : AW_INVALID_VALUE;
}

static aw_status map(struct aw_device *device, void *address, size_t size, uint64_t memory, size_t offset)
{
	(void)device;
	void *at = mmap(address, size, PROT_NONE, MAP_SHARED | MAP_FIXED, (int)memory, (off_t)offset);
	if (at == MAP_FAILED)
		return AW_NO_MEMORY;
	aw_cpu_watch_know(address, size);
	return AW_OK;
}

static aw_status unmap(struct aw_device *device, void *address, size_t size)
{
	(void)device;
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
	aw_cpu_watch_forget(address);
	return mmap(address, size, PROT_NONE, flags, -1, 0) == MAP_FAILED ? AW_NO_MEMORY : AW_OK;
}

static aw_status protect(struct aw_device *device, void *address, size_t size, bool readable, bool writable)
{
	(void)device;
	int rights = (readable ? PROT_READ : PROT_NONE) | (writable ? PROT_WRITE : PROT_NONE);
	return mprotect(address, size, rights) == 0 ? AW_OK : AW_INVALID_VALUE;
}

static bool write_all(int file, const char *data, size_t size)
{
	while (size) {
		ssize_t done = write(file, data, size);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		data += done;
		size -= (size_t)done;
	}
	return true;
}

static aw_status export_memory(struct aw_device *device, void *address, size_t size, int *file, size_t *offset)
{
	char *first = (char *)((uintptr_t)address & ~(uintptr_t)(PAGE - 1));
	size_t room = aw_cpu_round_up((uintptr_t)address + size - (uintptr_t)first, PAGE);
	int made;
	if (!aw_cpu_memory_take_out(address))
		return AW_NOT_SUPPORTED; // a cell of a slab: its pages are others' too
	aw_status status = create_file(device, room, &made);
	if (status != AW_OK)
		return status;
	if (!write_all(made, first, room) ||
	    mmap(first, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, made, 0) == MAP_FAILED) {
		close(made);
		return AW_NO_MEMORY;
	}
	*file = made;
	*offset = (size_t)((char *)address - first);
	return AW_OK;
}

const struct aw_share_ops aw_cpu_share_ops = {
	.create = create,
	.release = release,
	.export_file = export_file,
	.import_file = import_file,
	.reserve = reserve,
	.unreserve = unreserve,
	.map = map,
	.unmap = unmap,
	.protect = protect,
	.export_memory = export_memory,
};
