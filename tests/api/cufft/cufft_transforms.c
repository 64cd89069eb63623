// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transforms of every type in one to three dimensions, in place and not, packed and in layouts of the caller's, beside sums
// in double precision; the input of a transform that isn't in place stays, and so does what lies between elements.
// LINK: cudart -lcufft
#include <complex.h>
#undef I
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const cufftType types[] = { CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D };

typedef struct problem {
	cufftType type;
	int rank, n[3], batch, direction;
	bool inplace, advanced, shifted; // shifted: data begin at one element past the alignment
} problem;
typedef struct side {
	bool real;
	int length[3], embed[3], stride, dist;
} side;

static bool is_double(cufftType type) { return type >= CUFFT_Z2Z; }

static side side_of(const problem *p, bool output)
{
	bool from_real = p->type == CUFFT_R2C || p->type == CUFFT_D2Z, to_real = p->type == CUFFT_C2R || p->type == CUFFT_Z2D;
	side s = { .real = output ? to_real : from_real, .stride = 1, .dist = 1 };
	int last = p->rank - 1, half = p->n[last] / 2 + 1;
	for (int i = 0; i < p->rank; i++)
		s.embed[i] = s.length[i] = i == last && !s.real && (from_real || to_real) ? half : p->n[i];
	if (s.real && p->inplace)
		s.embed[last] = 2 * half;
	if (p->advanced) {
		s.stride = p->inplace ? 1 : output ? 3 : 2;
		for (int i = 0; i < p->rank; i++)
			s.embed[i] += (p->inplace ? 2 : output ? 1 : 3) * (i == last && s.real && p->inplace ? 2 : 1);
	}
	for (int i = 0; i < p->rank; i++)
		s.dist *= s.embed[i];
	s.dist = s.dist * s.stride + (p->advanced && !p->inplace ? 5 : 0);
	return s;
}

static int place(const side *s, int rank, int batch, const int *at)
{
	int index = 0;
	for (int i = 0; i < rank; i++)
		index = index * s->embed[i] + at[i];
	return batch * s->dist + index * s->stride;
}

static double complex get(const void *data, bool real, bool wide, int at)
{
	if (wide)
		return real ? ((const double *)data)[at] : ((const double complex *)data)[at];
	return real ? ((const float *)data)[at] : ((const float complex *)data)[at];
}

static void put(void *data, bool real, bool wide, int at, double complex value)
{
	if (wide && real)
		((double *)data)[at] = creal(value);
	else if (wide)
		((double complex *)data)[at] = value;
	else if (real)
		((float *)data)[at] = (float)creal(value);
	else
		((float complex *)data)[at] = (float complex)value;
}

static bool next(int rank, const int *length, int *at)
{
	for (int i = rank - 1; i >= 0; i--) {
		if (++at[i] < length[i])
			return true;
		at[i] = 0;
	}
	return false;
}

static double noise(void)
{
	static unsigned long long x = 88172645463325252ull;
	x ^= x << 13, x ^= x >> 7, x ^= x << 17;
	return (double)(x >> 11) * 0x1p-53 - 0.5;
}

// The value at AT of the transform of LOGICAL, all elements as complex numbers.
static double complex sum_at(const problem *p, const double complex *logical, const int *at, int sign)
{
	double complex sum = 0;
	int from[3] = { 0 }, k = 0;
	do {
		double phase = 0;
		for (int i = 0; i < p->rank; i++)
			phase += (double)(at[i] * from[i] % p->n[i]) / p->n[i];
		sum += logical[k++] * cexp(sign * 2 * M_PI * phase * (double complex){ _Complex_I });
	} while (next(p->rank, p->n, from));
	return sum;
}

// Fills one batch with noise, and LOGICAL with the whole that it stands for: of the input of a transform to real numbers
// that is the part which says the rest.
static void fill(const problem *p, const side *in, void *data, int batch, double complex *logical)
{
	int at[3] = { 0 }, k = 0, opposite[3];
	int all = p->n[0] * (p->rank > 1 ? p->n[1] : 1) * (p->rank > 2 ? p->n[2] : 1);
	double complex *whole = malloc((size_t)all * sizeof(*whole));
	bool to_real = p->type == CUFFT_C2R || p->type == CUFFT_Z2D;
	do
		logical[k] = whole[k] = noise() + (in->real ? 0 : noise() * _Complex_I), k++;
	while (next(p->rank, p->n, at));
	for (k = 0; to_real && k < all; k++) {
		int rest = k, back = 0;
		for (int i = p->rank - 1; i >= 0; i--)
			opposite[i] = (p->n[i] - rest % p->n[i]) % p->n[i], rest /= p->n[i];
		for (int i = 0; i < p->rank; i++)
			back = back * p->n[i] + opposite[i];
		logical[k] = (whole[k] + conj(whole[back])) / 2;
	}
	memset(at, 0, sizeof(at));
	do {
		for (k = 0; k < p->rank; k++)
			opposite[k] = at[k];
		int index = 0;
		for (k = 0; k < p->rank; k++)
			index = index * p->n[k] + at[k];
		put(data, in->real, is_double(p->type), place(in, p->rank, batch, at), logical[index]);
	} while (next(p->rank, in->length, at));
	free(whole);
}

static cufftResult execute(cufftHandle plan, const problem *p, void *in, void *out)
{
	switch (p->type) {
	case CUFFT_C2C: return cufftExecC2C(plan, in, out, p->direction);
	case CUFFT_R2C: return cufftExecR2C(plan, in, out);
	case CUFFT_C2R: return cufftExecC2R(plan, in, out);
	case CUFFT_Z2Z: return cufftExecZ2Z(plan, in, out, p->direction);
	case CUFFT_D2Z: return cufftExecD2Z(plan, in, out);
	default: return cufftExecZ2D(plan, in, out);
	}
}

static cufftResult make(const problem *p, side *in, side *out, cufftHandle *plan)
{
	int n[3];
	memcpy(n, p->n, sizeof(n));
	if (p->advanced)
		return cufftPlanMany(plan, p->rank, n, in->embed, in->stride, in->dist, out->embed, out->stride, out->dist, p->type,
		                     p->batch);
	if (p->batch > 1)
		return cufftPlanMany(plan, p->rank, n, NULL, 1, 0, NULL, 1, 0, p->type, p->batch);
	return p->rank == 1 ? cufftPlan1d(plan, n[0], p->type, 1) :
	       p->rank == 2 ? cufftPlan2d(plan, n[0], n[1], p->type) : cufftPlan3d(plan, n[0], n[1], n[2], p->type);
}

static void check(const problem *p, const side *out, const void *data, const void *before, double complex **logical)
{
	bool wide = is_double(p->type);
	size_t bytes = (wide ? 8 : 4) * (out->real ? 1 : 2), size = (size_t)(p->batch * out->dist) * bytes;
	char *rest = malloc(size);
	double worst = 0;
	int sign = out->real ? 1 : p->type == CUFFT_C2C || p->type == CUFFT_Z2Z ? p->direction : -1;
	memcpy(rest, data, size);
	for (int b = 0; b < p->batch; b++) {
		int at[3] = { 0 };
		do {
			int index = place(out, p->rank, b, at);
			double complex want = sum_at(p, logical[b], at, sign);
			worst = fmax(worst, cabs(get(data, out->real, wide, index) - want));
			memcpy(rest + (size_t)index * bytes, (const char *)before + (size_t)index * bytes, bytes);
		} while (next(p->rank, out->length, at));
	}
	CHECK(worst < (wide ? 1e-12 : 1e-4));
	if (!(worst < (wide ? 1e-12 : 1e-4)))
		fprintf(stderr, "type %#x rank %d batch %d inplace %d advanced %d direction %d: %g\n", p->type, p->rank, p->batch,
		        p->inplace, p->advanced, p->direction, worst);
	if (!p->inplace)
		CHECK(memcmp(rest, before, size) == 0);
	free(rest);
}

static void try(const problem *p)
{
	enum { SIZE = 1 << 18 };
	static _Alignas(64) char before_in[SIZE], before_out[SIZE];
	side in = side_of(p, false), out = side_of(p, true);
	double complex *logical[4];
	char *device[2];
	cufftHandle plan;
	int shift = p->shifted ? is_double(p->type) ? 8 : 4 : 0;
	CHECK(make(p, &in, &out, &plan) == CUFFT_SUCCESS);
	memset(before_in, 0x3c, sizeof(before_in));
	memset(before_out, 0x3d, sizeof(before_out));
	for (int b = 0; b < p->batch; b++) {
		logical[b] = malloc(4096 * sizeof(**logical));
		fill(p, &in, before_in, b, logical[b]);
	}
	for (int i = 0; i < 2; i++) {
		CHECK(cudaMalloc((void **)&device[i], SIZE + 64) == cudaSuccess);
		cudaMemcpy(device[i] + shift, i ? before_out : before_in, SIZE, cudaMemcpyDefault);
	}
	CHECK(execute(plan, p, device[0] + shift, device[!p->inplace] + shift) == CUFFT_SUCCESS);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	static _Alignas(64) char after_in[SIZE], after_out[SIZE];
	cudaMemcpy(after_in, device[0] + shift, SIZE, cudaMemcpyDefault);
	cudaMemcpy(after_out, device[!p->inplace] + shift, SIZE, cudaMemcpyDefault);
	if (!p->inplace)
		CHECK(memcmp(after_in, before_in, SIZE) == 0);
	check(p, &out, after_out, before_out, logical);
	CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
	for (int b = 0; b < p->batch; b++)
		free(logical[b]);
	cudaFree(device[0]), cudaFree(device[1]);
}

int main(void)
{
	static const int sizes[][3] = { { 16, 1, 1 }, { 15, 1, 1 }, { 8, 6, 1 }, { 5, 7, 1 }, { 4, 3, 6 }, { 2, 5, 5 } };
	for (int t = 0; t < 6; t++)
		for (int s = 0; s < 6; s++)
			for (int way = 0; way < 32; way++) {
				problem p = { .type = types[t], .rank = s / 2 + 1, .batch = way & 4 ? 3 : 1,
					.direction = way & 8 ? CUFFT_INVERSE : CUFFT_FORWARD, .inplace = way & 1, .advanced = way & 2,
					.shifted = way & 16 };
				memcpy(p.n, sizes[s], sizeof(p.n));
				try(&p);
			}
	return unit_finish();
}
