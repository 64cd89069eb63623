// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shim_lapack.h"

#include <pthread.h>
#include <stdio.h>

struct aw_shim_lapack aw_shim_lapack;

static const struct row {
	const char *real, *complex; // stems of the names, which begin with a letter for the format; or
	const char *symbol;         // the whole name
	void **places;
} rows[] = {
#define LAPACK(member, real, complex, ...) { real, complex, NULL, (void **)aw_shim_lapack.member },
#define LAPACK_ONE(result, symbol, ...) { NULL, NULL, #symbol, (void **)&aw_shim_lapack.symbol },
#include "lapack.def"
#undef LAPACK
#undef LAPACK_ONE
};

static bool find(void *library, const char *name, void **place)
{
	*place = aw_shim_library_symbol(library, "libopenblas", name);
	return *place;
}

static bool find_row(void *library, const struct row *row)
{
	if (row->symbol)
		return find(library, row->symbol, row->places);
	bool found = true;
	for (int i = 0; i < 4 && found; i++) {
		const char *stem = i < 2 ? row->real : row->complex;
		char name[32];
		snprintf(name, sizeof(name), "%c%s_", "sdcz"[i], stem ? stem : "");
		found = !stem || find(library, name, &row->places[i]);
	}
	return found;
}

static bool loaded;

static void load(void)
{
	static const char *const files[] = { "libopenblas.so.0", "libopenblas.so", NULL };
	void *library = aw_shim_library_open(files, "libopenblas0");
	loaded = library;
	for (size_t i = 0; loaded && i < sizeof(rows) / sizeof(rows[0]); i++)
		loaded = find_row(library, &rows[i]);
}

bool aw_shim_lapack_load(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, load);
	return loaded;
}
