// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FFTW in one precision: included by cufft_single.c and cufft_double.c, which define FFTW_NAME (what names begin with),
// ENGINE (the table's name) and FILE_NAME (FFTW's library with threads).  It is opened when a plan is first made on the cpu
// device, so its functions and constants are declared here (FFTW 3, "FFTW Reference").  Plans are made by FFTW's rules of
// thumb (FFTW_ESTIMATE), which touch no data; the planner is made safe for threads, since the program may use FFTW itself,
// and its number of threads is put back.

#include <stddef.h>

#include "../common/shim.h"
#include "cufft_plan.h"

enum { FFTW_FORWARD = -1, FFTW_BACKWARD = 1 };
enum { FFTW_DESTROY_INPUT = 1 << 0, FFTW_UNALIGNED = 1 << 1, FFTW_PRESERVE_INPUT = 1 << 4, FFTW_ESTIMATE = 1 << 6 };

// A dimension: its size, and the distances of its elements in input and output.
typedef struct iodim {
	ptrdiff_t n, is, os;
} iodim;

#define FFTW_FUNCTIONS(X) \
	X(int, init_threads, (void)) \
	X(void, make_planner_thread_safe, (void)) \
	X(int, planner_nthreads, (void)) \
	X(void, plan_with_nthreads, (int threads)) \
	X(void *, plan_guru64_dft, \
		(int rank, const iodim *dims, int more, const iodim *batch, void *in, void *out, int sign, unsigned flags)) \
	X(void *, plan_guru64_dft_r2c, \
		(int rank, const iodim *dims, int more, const iodim *batch, void *in, void *out, unsigned flags)) \
	X(void *, plan_guru64_dft_c2r, \
		(int rank, const iodim *dims, int more, const iodim *batch, void *in, void *out, unsigned flags)) \
	X(void, execute_dft, (const void *plan, void *in, void *out)) \
	X(void, execute_dft_r2c, (const void *plan, void *in, void *out)) \
	X(void, execute_dft_c2r, (const void *plan, void *in, void *out)) \
	X(void, destroy_plan, (void *plan))

#define MEMBER(result, name, parameters) result (*name) parameters;
static struct {
	FFTW_FUNCTIONS(MEMBER)
} fftw;
#undef MEMBER

static pthread_once_t begun = PTHREAD_ONCE_INIT;
static pthread_mutex_t planning = PTHREAD_MUTEX_INITIALIZER;
static bool loaded;

static void begin(void)
{
	static const char *const files[] = { FILE_NAME ".so.3", FILE_NAME ".so", NULL };
	void *library = aw_shim_library_open(files, "libfftw3-bin");
	loaded = library;
#define LOOK_UP(result, name, parameters) \
	loaded = loaded && (fftw.name = (__typeof__(fftw.name))aw_shim_library_symbol(library, FILE_NAME, FFTW_NAME #name));
	FFTW_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
	if (!loaded)
		return;
	fftw.init_threads();
	fftw.make_planner_thread_safe();
}

static bool load(void)
{
	pthread_once(&begun, begin);
	return loaded;
}

typedef struct dims {
	iodim n[AW_CUFFT_MAX_RANK], batch;
	int rank;
} dims;

static dims dims_of(const aw_cufft_shape *shape, bool inplace)
{
	aw_cufft_span in, out;
	dims d = { .rank = shape->rank };
	aw_cufft_span_of(shape, false, inplace, &in);
	aw_cufft_span_of(shape, true, inplace, &out);
	for (int i = 0; i < shape->rank; i++)
		d.n[i] = (iodim){ shape->n[i], in.stride[i], out.stride[i] };
	d.batch = (iodim){ shape->batch, in.dist, out.dist };
	return d;
}

static void *plan_dims(const aw_cufft_shape *shape, const dims *d, int sign, void *in, void *out, unsigned flags)
{
	if (shape->in.real)
		return fftw.plan_guru64_dft_r2c(d->rank, d->n, 1, &d->batch, in, out, flags);
	if (shape->out.real)
		return fftw.plan_guru64_dft_c2r(d->rank, d->n, 1, &d->batch, in, out, flags);
	return fftw.plan_guru64_dft(d->rank, d->n, 1, &d->batch, in, out, sign, flags);
}

static void *plan(const aw_cufft_shape *shape, int way, void *in, void *out, int threads)
{
	dims d = dims_of(shape, way & AW_CUFFT_INPLACE);
	unsigned flags = FFTW_ESTIMATE | (in == out || way & AW_CUFFT_STAGED ? FFTW_DESTROY_INPUT : FFTW_PRESERVE_INPUT);
	if (!(way & AW_CUFFT_ALIGNED))
		flags |= FFTW_UNALIGNED;
	pthread_mutex_lock(&planning);
	int before = fftw.planner_nthreads();
	fftw.plan_with_nthreads(threads);
	void *made = plan_dims(shape, &d, way & AW_CUFFT_INVERSE ? FFTW_BACKWARD : FFTW_FORWARD, in, out, flags);
	fftw.plan_with_nthreads(before);
	pthread_mutex_unlock(&planning);
	return made;
}

static void run(const aw_cufft_shape *shape, void *made, void *in, void *out)
{
	if (shape->in.real)
		fftw.execute_dft_r2c(made, in, out);
	else if (shape->out.real)
		fftw.execute_dft_c2r(made, in, out);
	else
		fftw.execute_dft(made, in, out);
}

static void destroy(void *made)
{
	fftw.destroy_plan(made);
}

const aw_cufft_engine ENGINE = { load, plan, run, destroy };
