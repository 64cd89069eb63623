// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds and opens libcuda.so.1.  The installation of Anywarp has a library of that name too, the driver
// interface for programs; it stands in LD_LIBRARY_PATH or an executable's run path like any other, so the
// folders are looked through one by one and that library, a link to a filter of ours (Makefile), is passed over.
//
// A machine without a GPU, or with a driver that is too old or broken, is an ordinary machine: one line at
// the level info says what is missing, and the process goes on with its other devices.
#include "nvidia_api.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../../base/log.h"
#include "../../../base/os.h"
#include "../../../base/str.h"

#define LIBRARY "libcuda.so.1"
#define OWN_NAME "libcudart" // what our own library of that name is a link to

enum { OLDEST_DRIVER = 11000 }; // CUDA 11.0, driver 450

struct nvidia_api aw_nvidia;

static pthread_once_t loaded = PTHREAD_ONCE_INIT, opened = PTHREAD_ONCE_INIT;
static void *library;
static bool usable;

// Whether PATH, followed through its links, is this project's library.
static bool is_own(const char *path)
{
	char *real = realpath(path, NULL);
	const char *slash = real ? strrchr(real, '/') : NULL;
	bool own = slash && aw_starts_with(slash + 1, OWN_NAME);
	free(real);
	return own;
}

// Opens the library in the folder of LENGTH bytes at FOLDER; notes in *OWN when it is ours.
static void *open_in(const char *folder, size_t length, bool *own)
{
	char *path = aw_format("%.*s/" LIBRARY, (int)length, folder);
	void *found = NULL;
	if (path && access(path, F_OK) == 0) {
		bool ours = is_own(path);
		*own |= ours;
		found = ours ? NULL : aw_os_library_open(path);
		if (found && aw_os_library_symbol(found, "__cudaRegisterFatBinary")) { // ours, copied
			dlclose(found);
			found = NULL;
			*own = true;
		} else if (!found && !ours)
			aw_info("nvidia", "%s can't be opened: %s", path, aw_os_library_error());
	}
	free(path);
	return found;
}

// The linker's cache lists libraries by their paths, each a string of its own.  It is looked through because opening by
// name gives ours where that comes first.  It is mapped, not read: this runs before main in each program, and those that rely on
// fresh memory of malloc being zero shouldn't find it there.
static void *open_cached(bool *own)
{
	static const char name[] = "/" LIBRARY;
	void *found = NULL;
	struct stat info;
	int file = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
	size_t size = file >= 0 && fstat(file, &info) == 0 ? (size_t)info.st_size : 0;
	char *cache = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
	if (file >= 0)
		close(file);
	if (cache == MAP_FAILED)
		return NULL;
	for (char *at = cache; !found && (at = memmem(at, size - (size_t)(at - cache), name, sizeof(name))); at++) {
		const char *start = at;
		while (start > cache && start[-1])
			start--;
		found = open_in(start, (size_t)(at - start), own);
	}
	munmap(cache, size);
	return found;
}

// A library found by name may be ours all the same, by way of an executable's run path.
static void *open_by_name(void)
{
	void *found = aw_os_library_open(LIBRARY);
	Dl_info info;
	void *function = found ? aw_os_library_symbol(found, "cuInit") : NULL;
	if (function && dladdr(function, &info) && info.dli_fname && is_own(info.dli_fname)) {
		dlclose(found);
		return NULL;
	}
	return found;
}

static void find_library(void)
{
	static const char *const folders[] = {
		"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib/aarch64-linux-gnu", "/usr/lib",
		"/usr/local/nvidia/lib64", "/usr/local/nvidia/lib", "/usr/lib/wsl/lib",
	};
	bool own = false;
	const char *at = getenv("LD_LIBRARY_PATH");
	for (size_t length; !library && at && *at; at += length + (at[length] == ':')) {
		length = strcspn(at, ":");
		library = length ? open_in(at, length, &own) : NULL;
	}
	for (size_t i = 0; !library && i < sizeof(folders) / sizeof(*folders); i++)
		library = open_in(folders[i], strlen(folders[i]), &own);
	if (!library)
		library = open_cached(&own);
	if (!library && !own)
		library = open_by_name();
}

// NVIDIA's other libraries have a runtime of their own in them, which opens the driver by its name.  Where it stands in none
// of the folders that this project's file of that name hands on, they would get that, unless the driver is there already.
void aw_nvidia_preload(void)
{
	pthread_once(&loaded, find_library);
}

static bool find_symbols(void)
{
	enum { OPTIONAL, NEEDED };
	static const struct {
		const char *name;
		size_t offset;
		int since, need;
	} rows[] = {
#define AW_CUDA(member, symbol, since, need) { #symbol, offsetof(struct nvidia_api, member), since, need },
#include "nvidia_api.def"
#undef AW_CUDA
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		void *function = aw_os_library_symbol(library, rows[i].name);
		if (!function && rows[i].need == NEEDED) {
			aw_info("nvidia", "no GPU is used: the driver has no %s, which is in CUDA %d.%d", rows[i].name,
			        rows[i].since / 1000, rows[i].since % 1000 / 10);
			return false;
		}
		memcpy((char *)&aw_nvidia + rows[i].offset, &function, sizeof(function));
	}
	return true;
}

// The driver reads CUDA_VISIBLE_DEVICES itself when it starts.  Numbers in it count all devices here, those
// that are no GPUs too, so the core reads them and the driver must not: the variable's name is another for that moment.
// Lists of names ("GPU-8932f937") are left to the driver.
static CUresult start_driver(void)
{
	char *value = getenv("CUDA_VISIBLE_DEVICES");
	char *name = value && strspn(value, "0123456789,- ") == strlen(value) ? value - strlen("CUDA_VISIBLE_DEVICES=") : NULL;
	if (name)
		*name = 'X';
	CUresult result = aw_nvidia.init(0);
	if (name)
		*name = 'C';
	return result;
}

static const char *name_of(CUresult result)
{
	const char *name = NULL;
	return aw_nvidia.error_name(result, &name) == CUDA_SUCCESS && name ? name : "an unknown error";
}

static void open_driver(void)
{
	int version = 0;
	aw_nvidia_preload();
	if (!library) {
		aw_info("nvidia", "no GPU is used: there is no " LIBRARY);
		return;
	}
	if (!find_symbols())
		return;
	CUresult result = aw_nvidia.driver_version(&version);
	if (result != CUDA_SUCCESS || version < OLDEST_DRIVER) {
		aw_info("nvidia", "no GPU is used: the driver is for CUDA %d.%d, and 11.0 is the oldest that will do",
		        version / 1000, version % 1000 / 10);
		return;
	}
	result = start_driver();
	if (result == CUDA_SUCCESS)
		usable = true;
	else
		aw_info("nvidia", "no GPU is used: the driver doesn't start: %s", name_of(result));
}

bool aw_nvidia_open(void)
{
	pthread_once(&opened, open_driver);
	return usable;
}

// The numbers of the two interfaces agree wherever the runtime has the error at all.
aw_status aw_nvidia_failure(const char *call, CUresult result)
{
	if (result == CUDA_ERROR_NOT_READY)
		return AW_NOT_READY;
	if (result != CUDA_ERROR_DEINITIALIZED) // at the end of the process, when the driver goes first
		aw_info("nvidia", "%s: %s", call, name_of(result));
	switch ((int)result) {
#define AW_STATUS(name, number, runtime, driver, text) \
	case number: return sizeof(driver) > 1 ? AW_##name : AW_UNKNOWN;
#include "../../../base/status.def"
#undef AW_STATUS
	default: return AW_UNKNOWN;
	}
}
