// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Libraries that do the work of the cpu device.
#include <dlfcn.h>

#include "shim.h"

void *aw_shim_library_open(const char *const *files, const char *package)
{
	const char *first = *files;
	for (; *files; files++) {
		void *library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
		if (library)
			return library;
	}
	aw_shim_log_error(first, "it does this library's work on the cpu device and can't be opened (Debian's package %s): %s", package,
		dlerror());
	return NULL;
}

void *aw_shim_library_symbol(void *library, const char *name, const char *symbol)
{
	void *found = dlsym(library, symbol);
	if (!found)
		aw_shim_log_error(name, "the installed library has no %s", symbol);
	return found;
}
