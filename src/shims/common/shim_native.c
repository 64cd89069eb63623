// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's libraries on machines with GPUs.  They are opened by absolute paths and bind to each other first
// (RTLD_DEEPBIND), because the program may have libraries of ours under the same names, which would otherwise serve their
// needs.  A file is one of ours when it has the mark below.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim.h"

__attribute__((visibility("default"))) extern const int anywarp_shim;
const int anywarp_shim = 1;

enum { LONGEST = 4096 };

static void *open_file(const char *path)
{
	if (access(path, R_OK) != 0)
		return NULL;
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
	if (library && dlsym(library, "anywarp_shim")) {
		dlclose(library);
		library = NULL;
	}
	return library;
}

static void *open_in(const char *folder, size_t length, const char *name, int version)
{
	char path[LONGEST];
	if (length == 0 || *folder != '/')
		return NULL;
	int size = snprintf(path, sizeof(path), "%.*s/lib%s.so.%d", (int)length, folder, name, version);
	return size < (int)sizeof(path) ? open_file(path) : NULL;
}

static void *open_in_list(const char *folders, const char *name, int version)
{
	void *library = NULL;
	while (folders && *folders && !library) {
		size_t length = strcspn(folders, ":");
		library = open_in(folders, length, name, version);
		folders += length + (folders[length] == ':');
	}
	return library;
}

static void *open_in_toolkit(const char *home, const char *name, int version)
{
	static const char *const folders[] = { "lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib" };
	char path[LONGEST];
	void *library = NULL;
	for (size_t i = 0; home && i < sizeof(folders) / sizeof(folders[0]) && !library; i++)
		if (snprintf(path, sizeof(path), "%s/%s", home, folders[i]) < (int)sizeof(path))
			library = open_in(path, strlen(path), name, version);
	return library;
}

// Where the system's packages have it.
static void *open_in_system(const char *name, int version)
{
#if defined(__aarch64__)
	static const char folders[] = "/usr/lib/aarch64-linux-gnu:/usr/lib64:/usr/lib:/usr/local/lib";
#else
	static const char folders[] = "/usr/lib/x86_64-linux-gnu:/usr/lib64:/usr/lib:/usr/local/lib";
#endif
	return open_in_list(folders, name, version);
}

// Where the system's linker finds it, which is last because it may find ours.
static void *open_by_name(const char *name, int version)
{
	char file[256];
	snprintf(file, sizeof(file), "lib%s.so.%d", name, version);
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
	if (library && dlsym(library, "anywarp_shim")) {
		dlclose(library);
		return NULL;
	}
	return library;
}

void *aw_shim_native_open(const char *name, const int *versions)
{
	for (; *versions; versions++) {
		void *library = open_in_list(getenv("LD_LIBRARY_PATH"), name, *versions);
		if (!library)
			library = open_in_toolkit(getenv("CUDA_HOME"), name, *versions);
		if (!library)
			library = open_in_toolkit(getenv("CUDA_PATH"), name, *versions);
		if (!library)
			library = open_in_toolkit("/usr/local/cuda", name, *versions);
		if (!library)
			library = open_in_system(name, *versions);
		if (!library)
			library = open_by_name(name, *versions);
		if (library)
			return library;
	}
	aw_shim_log_error(name, "the current device is a GPU, and NVIDIA's lib%s.so is not installed "
		"(LD_LIBRARY_PATH, CUDA_HOME, CUDA_PATH, /usr/local/cuda)", name);
	return NULL;
}

void *aw_shim_native_symbol(void *library, const char *name)
{
	void *symbol = dlsym(library, name);
	if (!symbol)
		aw_shim_log_error("shims", "the installed NVIDIA library has no %s", name);
	return symbol;
}

void *aw_shim_native_find(void **opened, const char *name, const int *versions, const char *function)
{
	if (!*opened) // a race only opens it twice
		*opened = aw_shim_native_open(name, versions);
	return *opened ? aw_shim_native_symbol(*opened, function) : NULL;
}
