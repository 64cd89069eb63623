// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVRTC has no standard headers, so that libraries such as Jitify give it some of their own, as texts or in a folder.  Here the system's
// are there, and are taken: ours include them, too, and one program can't have both.
//
// A program that gives empty ones has what it needs of namespace std itself (as tiny-cuda-nn): rtc_source.c hides the system's from it.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rtc.h"

static const char *const names[] = { // in order
	"algorithm", "any", "array", "assert.h", "atomic", "barrier", "bit", "bitset", "cassert", "ccomplex", "cctype", "cerrno", "cfenv",
	"cfloat", "charconv", "chrono", "cinttypes", "climits", "clocale", "cmath", "compare", "complex", "complex.h", "concepts",
	"condition_variable", "coroutine", "csetjmp", "csignal", "cstdarg", "cstdbool", "cstddef", "cstdint", "cstdio", "cstdlib",
	"cstring", "ctgmath", "ctime", "ctype.h", "cuchar", "cwchar", "cwctype", "deque", "errno.h", "exception", "execution", "fenv.h",
	"filesystem", "float.h", "forward_list", "fstream", "functional", "future", "initializer_list", "inttypes.h", "iomanip", "ios",
	"iosfwd", "iostream", "iso646.h", "istream", "iterator", "limits", "limits.h", "list", "locale", "locale.h", "map", "math.h",
	"memory", "memory.h", "memory_resource", "mutex", "new", "numbers", "numeric", "optional", "ostream", "queue", "random", "ranges",
	"ratio", "regex", "scoped_allocator", "set", "setjmp.h", "shared_mutex", "signal.h", "source_location", "span", "sstream",
	"stack", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdexcept", "stdint.h", "stdio.h", "stdlib.h",
	"streambuf", "string", "string.h", "string_view", "system_error", "tgmath.h", "thread", "time.h", "tuple", "type_traits",
	"typeindex", "typeinfo", "uchar.h", "unordered_map", "unordered_set", "utility", "valarray", "variant", "vector", "version",
	"wchar.h", "wctype.h",
};

static int compare(const void *name, const void *row)
{
	return strcmp(name, *(const char *const *)row);
}

bool aw_rtc_is_standard(const char *name)
{
	return bsearch(name, names, sizeof(names) / sizeof(*names), sizeof(*names), compare) != NULL;
}

// Whether a header's text is nothing but blanks, comments and "#pragma once".
static bool is_blank(const char *text)
{
	static const char once[] = "#pragma once";
	while (*text) {
		if (isspace((unsigned char)*text))
			text++;
		else if (strncmp(text, "//", 2) == 0)
			text += strcspn(text, "\n");
		else if (strncmp(text, "/*", 2) == 0)
			text = strstr(text + 2, "*/") ? strstr(text + 2, "*/") + 2 : "";
		else if (strncmp(text, once, sizeof(once) - 1) == 0)
			text += sizeof(once) - 1;
		else
			return false;
	}
	return true;
}

bool aw_rtc_stand_in_note(nvrtcProgram program, const char *name, const char *text)
{
	if (is_blank(text))
		program->own_std = program->late_templates = true;
	return aw_shim_words_add(&program->stand_ins, "%s", name);
}
