// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transforms.  FFTW's plan is made by the caller's thread, the work is done in the order of the plan's stream.
//
// FFTW reads the caller's input itself, or (STAGED) a copy of it: where it would destroy an input that cuFFT leaves alone, which
// is from complex to real in several dimensions; where it has no plan for a layout in place; and for numbers of 16 bits,
// which become floats and come back.  What lies between the elements of a layout goes along and stays.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../common/shim.h"
#include "cufft_plan.h"

typedef struct job {
	aw_cufft_plan *plan;
	void *engine, *in, *out, *area;
	bool staged, inplace, held; // held: a graph has the plan's count
} job;

static bool is_narrow(const aw_cufft_shape *shape)
{
	return shape->format <= AW_CUFFT_BF16;
}

// Small transforms are done before threads have begun.
static int threads_for(const aw_cufft_shape *shape)
{
	double work = (double)shape->batch;
	for (int i = 0; i < shape->rank; i++)
		work *= (double)shape->n[i];
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	return work < 65536 || cores < 1 ? 1 : (int)cores;
}

// --- what FFTW does, on the host ---

static void run_narrow(const job *j, void *in, const aw_cufft_span *from)
{
	const aw_cufft_shape *shape = &j->plan->shape;
	aw_cufft_span to;
	aw_cufft_span_of(shape, true, j->inplace, &to);
	long long words = (long long)(to.bytes / sizeof(float)) * to.extent;
	float *out = (float *)((char *)in + ((size_t)from->extent * from->bytes + 63) / 64 * 64);
	aw_cufft_widen(shape->format, j->in, in, (long long)(from->bytes / sizeof(float)) * from->extent);
	aw_cufft_widen(shape->format, j->out, out, words);
	aw_cufft_engine_of(&j->plan->shape)->run(shape, j->engine, in, out);
	aw_cufft_narrow(shape->format, out, j->out, words);
}

static void run_staged(const job *j)
{
	const aw_cufft_shape *shape = &j->plan->shape;
	aw_cufft_span from, to;
	aw_cufft_span_of(shape, false, j->inplace, &from);
	aw_cufft_span_of(shape, true, j->inplace, &to);
	size_t size = ((size_t)from.extent * from.bytes + 63) / 64 * 64;
	size_t all = is_narrow(shape) ? size + (size_t)to.extent * to.bytes : size;
	void *own = j->area ? NULL : aligned_alloc(64, (all + 63) / 64 * 64), *area = j->area ? j->area : own;
	if (!area) {
		aw_shim_log_error("cufft", "no memory for a copy of %zu bytes; the transform is not done", all);
		return;
	}
	if (is_narrow(shape)) {
		run_narrow(j, area, &from);
	} else {
		memcpy(area, j->in, (size_t)from.extent * from.bytes);
		aw_cufft_engine_of(&j->plan->shape)->run(shape, j->engine, area, j->out);
	}
	free(own);
}

static void run(void *record)
{
	job *j = record;
	if (j->staged)
		run_staged(j);
	else if (j->engine)
		aw_cufft_engine_of(&j->plan->shape)->run(&j->plan->shape, j->engine, j->in, j->out);
	if (!j->held)
		aw_cufft_plan_release(j->plan);
}

// --- which plan of FFTW ---

static bool is_aligned(const void *p)
{
	return (uintptr_t)p % 64 == 0;
}

// A copy lies in aligned memory that isn't the output: any will do to plan with.
static void *plan_of(aw_cufft_plan *plan, int way, void *in, void *out)
{
	static _Alignas(64) char elsewhere[2][64];
	if (way & AW_CUFFT_STAGED)
		in = elsewhere[0];
	if (is_narrow(&plan->shape))
		out = elsewhere[1];
	void **engine = &plan->engines[way];
	pthread_mutex_lock(&plan->lock);
	if (!*engine)
		*engine = aw_cufft_engine_of(&plan->shape)->plan(&plan->shape, way, in, out, threads_for(&plan->shape));
	pthread_mutex_unlock(&plan->lock);
	return *engine;
}

static int way_of(const aw_cufft_plan *plan, const void *in, const void *out, int sign)
{
	const aw_cufft_shape *shape = &plan->shape;
	int way = in == out ? AW_CUFFT_INPLACE : 0;
	if (shape->out.real || (!shape->in.real && sign > 0))
		way |= AW_CUFFT_INVERSE;
	if (is_narrow(shape))
		return way | AW_CUFFT_STAGED | AW_CUFFT_ALIGNED;
	if (shape->out.real && shape->rank > 1 && in != out)
		way |= AW_CUFFT_STAGED;
	if ((way & AW_CUFFT_STAGED || is_aligned(in)) && is_aligned(out))
		way |= AW_CUFFT_ALIGNED;
	return way;
}

// --- the queue ---

static void release(void *plan)
{
	aw_cufft_plan_release(plan);
}

static cufftResult queue(aw_cufft_plan *plan, job *j)
{
	atomic_fetch_add(&plan->count, 1); // the job's, or the graph's that holds it
	cudaError_t error = aw_shim_keep(plan->stream, plan, release, &j->held);
	if (error == cudaSuccess)
		error = aw_shim_queue(plan->stream, run, j, sizeof(*j));
	if (error != cudaSuccess && !j->held)
		aw_cufft_plan_release(plan);
	return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

// With functions of the caller's: FFTW reads what the first of them gave, or a copy, and may write for the second, behind which
// an empty job holds the plan's memory.
static cufftResult transform_with_calls(aw_cufft_plan *plan, void *in, void *out, int sign)
{
	const aw_cufft_shape *shape = &plan->shape;
	aw_cufft_span from, to;
	bool load = plan->load.function, store = plan->store.function, inplace = in == out;
	void *end = store ? plan->staging[1] : out;
	int way = (way_of(plan, in, out, sign) | AW_CUFFT_STAGED) & ~AW_CUFFT_ALIGNED;
	aw_cufft_span_of(shape, false, inplace, &from);
	aw_cufft_span_of(shape, true, inplace, &to);
	job j = { .plan = plan, .in = load ? plan->staging[0] : in, .out = end, .area = plan->staging[0], .staged = !load,
		.inplace = inplace };
	j.engine = plan_of(plan, is_aligned(end) ? way | AW_CUFFT_ALIGNED : way, in, end);
	if (!j.engine)
		return CUFFT_INTERNAL_ERROR;
	if (load && aw_cufft_call(&plan->load, &from, shape->rank, shape->batch, in, plan->staging[0], plan->stream) != cudaSuccess)
		return CUFFT_EXEC_FAILED;
	cufftResult result = queue(plan, &j);
	if (result != CUFFT_SUCCESS || !store)
		return result;
	if (aw_cufft_call(&plan->store, &to, shape->rank, shape->batch, out, end, plan->stream) != cudaSuccess)
		return CUFFT_EXEC_FAILED;
	return queue(plan, &(job){ .plan = plan });
}

cufftResult aw_cufft_transform(aw_cufft_plan *plan, void *in, void *out, int sign)
{
	if (plan->load.function || plan->store.function)
		return transform_with_calls(plan, in, out, sign);
	int way = way_of(plan, in, out, sign);
	job j = { .plan = plan, .in = in, .out = out, .area = plan->work_size ? plan->area : NULL, .inplace = in == out };
	if (plan->work_size && !plan->own_area && !plan->area)
		return CUFFT_NO_WORKSPACE;
	j.engine = plan_of(plan, way, in, out);
	if (!j.engine && !(way & AW_CUFFT_STAGED)) {
		way |= AW_CUFFT_STAGED;
		j.engine = plan_of(plan, way, in, out);
	}
	if (!j.engine)
		return CUFFT_INTERNAL_ERROR;
	j.staged = way & AW_CUFFT_STAGED;
	return queue(plan, &j);
}
