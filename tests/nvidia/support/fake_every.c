// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function of the driver that the runtime asks for: it is written down in $FAKE_LOG and succeeds, or returns
// the number that FAKE_FAIL="cuInit=100" has for it.  fake_driver.c has those that do more.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"

int fake_call(const char *name, const char *details)
{
	const char *path = getenv("FAKE_LOG"), *fail = getenv("FAKE_FAIL");
	FILE *file = path ? fopen(path, "a") : NULL;
	if (file) {
		fprintf(file, "%s%s%s\n", name, *details ? " " : "", details);
		fclose(file);
	}
	size_t length = strlen(name);
	return fail && !strncmp(fail, name, length) && fail[length] == '=' ? atoi(fail + length + 1) : 0;
}

#define AW_CUDA(member, symbol, since, need) \
	__attribute__((weak)) int symbol(void) \
	{ \
		return fake_call(#symbol, ""); \
	}
#ifdef FAKE_GONE // another name for one of them, which is missing then
#define cuMemHostUnregister FAKE_GONE
#endif
#include "runtime/device/nvidia/nvidia_api.def"
