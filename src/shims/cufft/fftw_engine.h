// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FFTW in one precision: included by cufft_single.c and cufft_double.c, which define FFTW(name) and ENGINE (the table's
// name).  Plans are made by FFTW's rules of thumb (FFTW_ESTIMATE), which touch no data; the planner is made safe for threads,
// since the program may use FFTW itself, and its number of threads is put back.
#include <fftw3.h>

#include "cufft_plan.h"

static pthread_once_t begun = PTHREAD_ONCE_INIT;
static pthread_mutex_t planning = PTHREAD_MUTEX_INITIALIZER;

static void begin(void)
{
	FFTW(init_threads)();
	FFTW(make_planner_thread_safe)();
}

typedef FFTW(iodim64) iodim;
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

static FFTW(plan) plan_dims(const aw_cufft_shape *shape, const dims *d, int sign, void *in, void *out, unsigned flags)
{
	if (shape->in.real)
		return FFTW(plan_guru64_dft_r2c)(d->rank, d->n, 1, &d->batch, in, out, flags);
	if (shape->out.real)
		return FFTW(plan_guru64_dft_c2r)(d->rank, d->n, 1, &d->batch, in, out, flags);
	return FFTW(plan_guru64_dft)(d->rank, d->n, 1, &d->batch, in, out, sign, flags);
}

static void *plan(const aw_cufft_shape *shape, int way, void *in, void *out, int threads)
{
	pthread_once(&begun, begin);
	dims d = dims_of(shape, way & AW_CUFFT_INPLACE);
	unsigned flags = FFTW_ESTIMATE | (in == out || way & AW_CUFFT_STAGED ? FFTW_DESTROY_INPUT : FFTW_PRESERVE_INPUT);
	if (!(way & AW_CUFFT_ALIGNED))
		flags |= FFTW_UNALIGNED;
	pthread_mutex_lock(&planning);
	int before = FFTW(planner_nthreads)();
	FFTW(plan_with_nthreads)(threads);
	FFTW(plan) made = plan_dims(shape, &d, way & AW_CUFFT_INVERSE ? FFTW_BACKWARD : FFTW_FORWARD, in, out, flags);
	FFTW(plan_with_nthreads)(before);
	pthread_mutex_unlock(&planning);
	return made;
}

static void run(const aw_cufft_shape *shape, void *made, void *in, void *out)
{
	if (shape->in.real)
		FFTW(execute_dft_r2c)(made, in, out);
	else if (shape->out.real)
		FFTW(execute_dft_c2r)(made, in, out);
	else
		FFTW(execute_dft)(made, in, out);
}

static void destroy(void *made)
{
	FFTW(destroy_plan)(made);
}

const aw_cufft_engine ENGINE = { plan, run, destroy };
