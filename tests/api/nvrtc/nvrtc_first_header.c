// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs compiled at run time with the same options share what awcc keeps of the header that comes before them.
// LINK: cudart -lnvrtc
#include <dirent.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "unit/unit.h"

static void compile(const char *source)
{
	nvrtcProgram program;
	CHECK_EQUAL(nvrtcCreateProgram(&program, source, "source.cu", 0, NULL, NULL), NVRTC_SUCCESS);
	CHECK_EQUAL(nvrtcCompileProgram(program, 0, NULL), NVRTC_SUCCESS);
	nvrtcDestroyProgram(&program);
}

static int kept_headers(const char *folder)
{
	enum { LEAST = 1 << 20 };
	int count = 0;
	DIR *files = opendir(folder);
	for (struct dirent *entry; files && (entry = readdir(files));) {
		char path[512];
		struct stat info;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		count += stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > LEAST;
	}
	if (files)
		closedir(files);
	return count;
}

int main(void)
{
	setenv("ANYWARP_CACHE_DIR", "cache", 1);
	compile("__global__ void first(int *p) { *p = 1; }");
	CHECK_EQUAL(kept_headers("cache"), 0);
	compile("__global__ void second(int *p) { *p = 2; }");
	compile("__global__ void third(int *p) { *p = 3; }");
	CHECK_EQUAL(kept_headers("cache"), 1);
	return unit_finish();
}
