// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan of cuFFT is here.  A plan keeps its layouts as they were said; plans of FFTW are made of it when a transform
// of a new kind (direction, in place or not, aligned or not) is first wanted, because cuFFT's plans don't say.
//
// Plans are counted: the table of handles holds one count, every transform under way another.
#ifndef AW_CUFFT_PLAN_H
#define AW_CUFFT_PLAN_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "cufft_callbacks.h"
#include "cufft_native.h"

// Numbers as they lie in memory.
typedef enum aw_cufft_format { AW_CUFFT_HALF, AW_CUFFT_BF16, AW_CUFFT_SINGLE, AW_CUFFT_DOUBLE } aw_cufft_format;

// How one side's elements lie.  packed: as the transform wants it, the rest is not set.
typedef struct aw_cufft_side {
	bool real, packed;
	long long embed[AW_CUFFT_MAX_RANK], stride, dist;
} aw_cufft_side;

// What is transformed.
typedef struct aw_cufft_shape {
	aw_cufft_format format;
	int rank;
	long long n[AW_CUFFT_MAX_RANK], batch;
	aw_cufft_side in, out;
} aw_cufft_shape;

// How a transform is done: the bits make the index of FFTW's plan.
enum {
	AW_CUFFT_INVERSE = 1, // the sign of the exponent is plus
	AW_CUFFT_INPLACE = 2, // by the layout of transforms in place
	AW_CUFFT_STAGED = 4,  // FFTW reads a copy, which it may destroy
	AW_CUFFT_ALIGNED = 8, // both sides are
	AW_CUFFT_WAYS = 16
};

// FFTW in one precision.
typedef struct aw_cufft_engine {
	// Opens FFTW, once; false, after a line on stderr, where it isn't installed.  It comes before all else.
	bool (*load)(void);
	// Plans a transform of SHAPE in a way; no data are touched.  NULL: FFTW has no such plan.
	void *(*plan)(const aw_cufft_shape *shape, int way, void *in, void *out, int threads);
	void (*run)(const aw_cufft_shape *shape, void *plan, void *in, void *out);
	void (*destroy)(void *plan);
} aw_cufft_engine;

enum { AW_CUFFT_MAX_DEVICES = 16 }; // of a plan

extern const aw_cufft_engine aw_cufft_single, aw_cufft_double;

static inline const aw_cufft_engine *aw_cufft_engine_of(const aw_cufft_shape *shape)
{
	return shape->format == AW_CUFFT_DOUBLE ? &aw_cufft_double : &aw_cufft_single;
}

typedef struct aw_cufft_plan {
	atomic_int count;
	bool made, own_area; // own_area: the library takes work areas itself
	aw_cufft_shape shape;
	size_t work_size;
	void *area;
	cudaStream_t stream;
	int devices[AW_CUFFT_MAX_DEVICES], device_count; // 0: the current one, nothing was set
	long long properties[2];
	aw_cufft_calls load, store;    // the caller's functions, or none
	void *staging[2];              // where they read from and write to, or NULL
	bool native;                   // it is a plan of NVIDIA's library
	cufftHandle native_handle;
	pthread_mutex_t lock;          // of what follows
	void *engines[AW_CUFFT_WAYS];  // FFTW's plans by way
} aw_cufft_plan;

// The plan of a handle with a count for the caller, or NULL.
aw_cufft_plan *aw_cufft_plan_find(cufftHandle handle);
void aw_cufft_plan_release(aw_cufft_plan *plan);

// The shape that parameters say, with their checks.
cufftResult aw_cufft_shape_of_type(cufftType type, aw_cufft_shape *shape);
cufftResult aw_cufft_shape_check(const aw_cufft_shape *shape);
size_t aw_cufft_work_size(const aw_cufft_shape *shape);
void aw_cufft_span_of(const aw_cufft_shape *shape, bool output, bool inplace, aw_cufft_span *span);

// Whether the functions that a plan was given before it was made go with it; what they need.
cufftResult aw_cufft_calls_begin(aw_cufft_plan *plan);

// Whether the devices that a plan was given can do a transform.
cufftResult aw_cufft_devices_check(const aw_cufft_plan *plan, const aw_cufft_shape *shape);

// The size of a side's copy, whichever layout it has.
size_t aw_cufft_copy_size(const aw_cufft_shape *shape, bool output);

// Queues a transform on the plan's stream.  SIGN: of the exponent.
cufftResult aw_cufft_transform(aw_cufft_plan *plan, void *in, void *out, int sign);

// Numbers of 16 bits to floats and back.
void aw_cufft_widen(aw_cufft_format format, const void *from, float *to, long long count);
void aw_cufft_narrow(aw_cufft_format format, const float *from, void *to, long long count);

#endif
