// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "demangle.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// Itanium C++ ABI, "Demangler API".
typedef char *demangler(const char *name, char *buffer, size_t *length, int *status);

char *aw_demangle(const char *name)
{
	demangler *function = (demangler *)dlsym(RTLD_DEFAULT, "__cxa_demangle");
	int status = -1;
	char *plain = function ? function(name, NULL, NULL, &status) : NULL;
	return plain && status == 0 ? plain : strdup(name);
}
