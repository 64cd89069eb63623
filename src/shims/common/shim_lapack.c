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

// --- LU without pivots: the columns one after another ---

#define ELIMINATE(X, T) \
	static int eliminate_##X(int64_t m, int64_t n, void *matrix, int64_t lda) \
	{ \
		T *a = matrix; \
		int zero = 0; \
		for (int64_t k = 0; k < m && k < n; k++) { \
			T pivot = a[k + k * lda]; \
			if (pivot == 0) { \
				zero = zero ? zero : (int)k + 1; \
				continue; \
			} \
			for (int64_t i = k + 1; i < m; i++) \
				a[i + k * lda] /= pivot; \
			for (int64_t j = k + 1; j < n; j++) \
				for (int64_t i = k + 1; i < m; i++) \
					a[i + j * lda] -= a[i + k * lda] * a[k + j * lda]; \
		} \
		return zero; \
	}
ELIMINATE(S, float)
ELIMINATE(D, double)
ELIMINATE(C, float _Complex)
ELIMINATE(Z, double _Complex)

int aw_shim_eliminate(int type, int64_t m, int64_t n, void *matrix, int64_t lda)
{
	static int (*const eliminate[])(int64_t, int64_t, void *, int64_t) = { eliminate_S, eliminate_D, eliminate_C, eliminate_Z };
	return eliminate[type](m, n, matrix, lda);
}
