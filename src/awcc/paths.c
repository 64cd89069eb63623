// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "paths.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/os.h"
#include "text.h"

#define LLVM_BIN "/usr/lib/llvm-19/bin/"

static const char *kept(char *path)
{
	return path ? aw_text_keep(path) : NULL;
}

static bool is_program(const char *path)
{
	return access(path, X_OK) == 0 && aw_os_is_file(path);
}

// ANYWARP_CLANG, then Debian's place, then PATH.
static const char *find_clang(void)
{
	const char *wanted = getenv("ANYWARP_CLANG");
	if (wanted && *wanted)
		return kept(aw_os_find_program(wanted));
	if (is_program(LLVM_BIN "clang"))
		return LLVM_BIN "clang";
	return kept(aw_os_find_program("clang-19"));
}

// "clang" -> "clang++", "clang-19" -> "clang++-19", where there is such a program.
static const char *find_linker(const char *clang)
{
	const char *base = aw_text_base(clang);
	if (!aw_starts_with(base, "clang"))
		return NULL;
	const char *linker = aw_text("%.*sclang++%s", (int)(base - clang), clang, base + strlen("clang"));
	return is_program(linker) ? linker : NULL;
}

const char *aw_paths_openmp(const struct aw_paths *paths)
{
	char *real = realpath(paths->clang, NULL);
	const char *directory = real ? kept(aw_os_dirname(real)) : NULL;
	const char *library = directory ? aw_text("%s/../lib/libomp.so", directory) : NULL;
	free(real);
	return library && aw_os_is_file(library) ? library : NULL;
}

static const char *find_archiver(void)
{
	const char *found = kept(aw_os_find_program("ar"));
	if (found)
		return found;
	return is_program(LLVM_BIN "llvm-ar") ? LLVM_BIN "llvm-ar" : "ar";
}

// Without ours the front end would find the headers of a CUDA toolkit beside clang, and hundreds of errors in them.
static bool has_headers(const struct aw_paths *paths)
{
	const char *header = aw_text("%s/cuda_runtime.h", paths->include);
	if (aw_os_is_file(header))
		return true;
	aw_fatal("This installation is not whole: '%s' is missing", header);
	return false;
}

bool aw_paths_find(struct aw_paths *paths, bool need_tools)
{
	const char *program = kept(aw_os_path_of(NULL));
	if (!program) {
		aw_fatal("Can't tell the place of this program (is /proc mounted?)");
		return false;
	}
	const char *root = aw_text_keep(aw_os_dirname(aw_text_keep(aw_os_dirname(program))));
	const char *clang = find_clang();
	if (!clang && need_tools) {
		aw_fatal("clang 19 was not found; install it (on Debian: apt-get install clang-19 lld-19), "
		         "or name it in ANYWARP_CLANG");
		return false;
	}
	*paths = (struct aw_paths){
		.program = program,
		.root = root,
		.include = aw_text("%s/include", root),
		.lib = aw_text("%s/lib", root),
		.clang = clang ? clang : "clang-19",
		.linker = clang ? find_linker(clang) : NULL,
		.archiver = find_archiver(),
	};
	char *lld = aw_os_find_program("ld.lld-19");
	paths->has_lld = lld || is_program(LLVM_BIN "ld.lld");
	free(lld);
	return !need_tools || has_headers(paths);
}
