// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuBLAS, level 1 (cuBLAS, 2.5).
#include <math.h>
#include <stdlib.h>

#include "blas_call.h"
#include "../common/shim_lapack.h"

// The vectors of a call, as BLAS takes them.
#define N BLAS_INT(n)
#define X call->x, BLAS_INT(incx)
#define IN_OUT_X (void *)call->x, BLAS_INT(incx)
#define Y call->y, BLAS_INT(incy)

static void axpy(const struct blas_call *call)
{
	ROUTINE(axpy)[call->type](N, aw_blas_alpha(call), X, Y);
}

static void copy(const struct blas_call *call)
{
	ROUTINE(copy)[call->type](N, X, Y);
}

static void swap(const struct blas_call *call)
{
	ROUTINE(swap)[call->type](N, IN_OUT_X, Y);
}

static void scal(const struct blas_call *call)
{
	ROUTINE(scal)[call->type](N, aw_blas_alpha(call), IN_OUT_X);
}

static void real_scal(const struct blas_call *call)
{
	(call->type == BLAS_C ? ROUTINE(csscal_) : ROUTINE(zdscal_))(N, aw_blas_alpha(call), IN_OUT_X);
}

static void rot(const struct blas_call *call)
{
	ROUTINE(rot)[call->type](N, IN_OUT_X, Y, aw_blas_alpha(call), aw_blas_beta(call));
}

static void real_rot(const struct blas_call *call)
{
	(call->type == BLAS_C ? ROUTINE(csrot_) : ROUTINE(zdrot_))(N, IN_OUT_X, Y, aw_blas_alpha(call), aw_blas_beta(call));
}

static void rotg(const struct blas_call *call)
{
	ROUTINE(rotg)[call->type](call->results[0], call->results[1], call->results[2], call->results[3]);
}

static void rotm(const struct blas_call *call)
{
	ROUTINE(rotm)[call->type](N, IN_OUT_X, Y, aw_blas_alpha(call));
}

static void rotmg(const struct blas_call *call)
{
	ROUTINE(rotmg)[call->type](call->results[0], call->results[1], call->results[2], aw_blas_alpha(call), call->results[3]);
}

// --- products of vectors ---

// Vectors of single precision are multiplied by short pieces, whose sums are added in double precision: in one running sum, as
// OpenBLAS keeps in each lane, millions of elements lose what the many short sums of a GPU keep.
enum { PIECE = 1024, SHARE = 16 * PIECE };

struct product {
	const struct blas_call *call; // of which type and n count
	struct blas_vectors vectors;
	bool conjugated;
	double complex *sums; // of each share
};

// Element i of a vector of n, and where BLAS wants a piece of it to begin: at its end, if the increment is negative.
static int64_t place(int64_t n, int64_t increment, int64_t i)
{
	return increment < 0 ? (i + 1 - n) * increment : i * increment;
}

static int64_t piece_place(int64_t n, int64_t increment, int64_t begin, int64_t count)
{
	return place(n, increment, increment < 0 ? begin + count - 1 : begin);
}

// Complex vectors with gaps are multiplied here: OpenBLAS 0.3.21 reads an element beyond their ends, where there may be no memory.
#define WITH_GAPS(name, T) \
	static double complex multiply_gaps_##name(const struct product *product, int64_t begin, int64_t count) \
	{ \
		const struct blas_vectors *vectors = &product->vectors; \
		double real = 0, imaginary = 0, sign = product->conjugated ? -1 : 1; \
		for (int64_t i = begin; i < begin + count; i++) { \
			const T *x = (const T *)vectors->x + 2 * place(product->call->n, vectors->incx, i); \
			const T *y = (const T *)vectors->y + 2 * place(product->call->n, vectors->incy, i); \
			double turned = sign * (double)x[1]; \
			real += (double)x[0] * (double)y[0] - turned * (double)y[1]; \
			imaginary += (double)x[0] * (double)y[1] + turned * (double)y[0]; \
		} \
		return CMPLX(real, imaginary); \
	}
WITH_GAPS(c, float)
WITH_GAPS(z, double)

static bool has_gaps(const struct product *product)
{
	return product->vectors.incx != 1 || product->vectors.incy != 1;
}

static double complex multiply_piece(const struct product *product, int64_t begin, int64_t count)
{
	const struct blas_vectors *vectors = &product->vectors;
	int n = (int)count, incx = (int)vectors->incx, incy = (int)vectors->incy;
	float complex result = 0;
	if (product->call->type == BLAS_S)
		return ROUTINE(sdot_)(&n, (const float *)vectors->x + piece_place(product->call->n, incx, begin, count), &incx,
			(const float *)vectors->y + piece_place(product->call->n, incy, begin, count), &incy);
	if (has_gaps(product))
		return multiply_gaps_c(product, begin, count);
	(product->conjugated ? ROUTINE(cblas_cdotc_sub) : ROUTINE(cblas_cdotu_sub))(n, (const float complex *)vectors->x + begin, 1,
		(const float complex *)vectors->y + begin, 1, &result);
	return result;
}

static void multiply_share(void *data, int64_t number)
{
	const struct product *product = data;
	int64_t end = (number + 1) * SHARE < product->call->n ? (number + 1) * SHARE : product->call->n;
	product->sums[number] = 0;
	for (int64_t i = number * SHARE; i < end; i += PIECE)
		product->sums[number] += multiply_piece(product, i, end - i < PIECE ? end - i : PIECE);
}

// The multiplications that a share is worth: waiting for memory is most of its time.
#define SHARE_WORTH (16.0 * SHARE)

static void multiply_singles(struct product *product, void *result)
{
	int64_t shares = product->call->n < 1 ? 0 : (product->call->n - 1) / SHARE + 1;
	double complex sum = 0;
	product->sums = malloc((size_t)shares * sizeof(*product->sums) + 1);
	if (!product->sums) {
		aw_shim_log_error("cublas", "no memory for %lld sums", (long long)shares);
		return;
	}
	aw_shim_parallel(shares, SHARE_WORTH, multiply_share, product);
	for (int64_t i = 0; i < shares; i++)
		sum += product->sums[i];
	free(product->sums);
	if (product->call->type == BLAS_S)
		*(float *)result = (float)creal(sum);
	else
		*(float complex *)result = (float complex)sum;
}

static void multiply_doubles(const struct product *product, double *result)
{
	const struct blas_vectors *vectors = &product->vectors;
	int n = (int)product->call->n, incx = (int)vectors->incx, incy = (int)vectors->incy;
	if (product->call->type == BLAS_D)
		*result = ROUTINE(ddot_)(&n, vectors->x, &incx, vectors->y, &incy);
	else if (has_gaps(product))
		*(double complex *)result = multiply_gaps_z(product, 0, n);
	else
		(product->conjugated ? ROUTINE(cblas_zdotc_sub) : ROUTINE(cblas_zdotu_sub))(n, vectors->x, 1, vectors->y, 1, result);
}

void aw_blas_dot(const struct blas_call *call, const struct blas_vectors *vectors, bool conjugated, void *result)
{
	struct product product = { call, *vectors, conjugated, NULL };
	if (call->type == BLAS_D || call->type == BLAS_Z)
		multiply_doubles(&product, result);
	else
		multiply_singles(&product, result);
}

static void dot(const struct blas_call *call)
{
	aw_blas_dot(call, &(struct blas_vectors){ call->x, call->y, call->incx, call->incy }, false, call->result);
}

static void dotc(const struct blas_call *call)
{
	aw_blas_dot(call, &(struct blas_vectors){ call->x, call->y, call->incx, call->incy }, true, call->result);
}

static void nrm2(const struct blas_call *call)
{
	switch (call->type) {
	case BLAS_S: *(float *)call->result = ROUTINE(snrm2_)(N, X); break;
	case BLAS_D: *(double *)call->result = ROUTINE(dnrm2_)(N, X); break;
	case BLAS_C: *(float *)call->result = ROUTINE(scnrm2_)(N, X); break;
	case BLAS_Z: *(double *)call->result = ROUTINE(dznrm2_)(N, X); break;
	}
}

// The sum of absolute values and the places of the extremes, of vectors whose elements have one or two parts.  As in BLAS,
// increments below one leave an empty vector.  The first extreme counts; NaNs are never one.
#define EXTREMES(name, T, absolute) \
	static T size_##name(const T *element, int parts) \
	{ \
		return parts == 1 ? absolute(element[0]) : absolute(element[0]) + absolute(element[1]); \
	} \
	static T sum_##name(const struct blas_call *call, int parts) \
	{ \
		const T *x = call->x; \
		double sum = 0; \
		for (int64_t i = 0; call->incx > 0 && i < call->n; i++) \
			sum += size_##name(&x[i * call->incx * parts], parts); \
		return (T)sum; \
	} \
	static int64_t extreme_##name(const struct blas_call *call, int parts, bool greatest) \
	{ \
		const T *x = call->x; \
		int64_t found = 0; \
		T best = 0; \
		for (int64_t i = 0; call->incx > 0 && i < call->n; i++) { \
			T size = size_##name(&x[i * call->incx * parts], parts); \
			if (!found || (greatest ? size > best : size < best)) { \
				found = i + 1; \
				best = size; \
			} \
		} \
		return found; \
	}
EXTREMES(float, float, fabsf)
EXTREMES(double, double, fabs)

static void asum(const struct blas_call *call)
{
	switch (call->type) {
	case BLAS_S: *(float *)call->result = sum_float(call, 1); break;
	case BLAS_D: *(double *)call->result = sum_double(call, 1); break;
	case BLAS_C: *(float *)call->result = sum_float(call, 2); break;
	case BLAS_Z: *(double *)call->result = sum_double(call, 2); break;
	}
}

// kl is the size of the result, ku whether the greatest is wanted.
static void extreme(const struct blas_call *call)
{
	int parts = call->type == BLAS_C || call->type == BLAS_Z ? 2 : 1;
	bool narrow = call->type == BLAS_S || call->type == BLAS_C;
	int64_t found = narrow ? extreme_float(call, parts, call->ku) : extreme_double(call, parts, call->ku);
	if (call->kl == sizeof(int))
		*(int *)call->result = (int)found;
	else
		*(int64_t *)call->result = found;
}

#undef N
#undef X
#undef Y

#define VECTOR(letter, routine) .vector = true, .type = BLAS_##letter, .run = routine, .n = n

#define AXPY(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, I n, const T *alpha, const T *x, I incx, T *y, I incy), \
	(handle->native, n, alpha, x, incx, y, incy), VECTOR(X, axpy), BLAS_ALPHA(alpha), BLAS_X(x, incx), BLAS_Y(y, incy))
BLAS_ALL(AXPY, axpy_v2)

#define COPY(name, X, T, R, I) BLAS_FUNCTION(name, (cublasHandle_t handle, I n, const T *x, I incx, T *y, I incy), \
	(handle->native, n, x, incx, y, incy), VECTOR(X, copy), BLAS_X(x, incx), BLAS_Y(y, incy))
BLAS_ALL(COPY, copy_v2)

#define SWAP(name, X, T, R, I) BLAS_FUNCTION(name, (cublasHandle_t handle, I n, T *x, I incx, T *y, I incy), \
	(handle->native, n, x, incx, y, incy), VECTOR(X, swap), BLAS_X(x, incx), BLAS_Y(y, incy))
BLAS_ALL(SWAP, swap_v2)

#define SCAL(name, X, T, R, I) BLAS_FUNCTION(name, (cublasHandle_t handle, I n, const T *alpha, T *x, I incx), \
	(handle->native, n, alpha, x, incx), VECTOR(X, scal), BLAS_ALPHA(alpha), BLAS_X(x, incx))
#define REAL_SCAL(name, X, T, R, I) BLAS_FUNCTION(name, (cublasHandle_t handle, I n, const R *alpha, T *x, I incx), \
	(handle->native, n, alpha, x, incx), VECTOR(X, real_scal), BLAS_ALPHA(alpha), BLAS_X(x, incx))
BLAS_ALL(SCAL, scal_v2)
BLAS_SIZES(REAL_SCAL, cublasCsscal_v2, C, cuComplex, float)
BLAS_SIZES(REAL_SCAL, cublasZdscal_v2, Z, cuDoubleComplex, double)

#define ROT(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy, const R *c, const T *s), \
	(handle->native, n, x, incx, y, incy, c, s), VECTOR(X, rot), BLAS_ALPHA(c), BLAS_BETA(s), BLAS_X(x, incx), BLAS_Y(y, incy))
#define REAL_ROT(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy, const R *c, const R *s), \
	(handle->native, n, x, incx, y, incy, c, s), \
	VECTOR(X, real_rot), BLAS_ALPHA(c), BLAS_BETA(s), BLAS_X(x, incx), BLAS_Y(y, incy))
BLAS_ALL(ROT, rot_v2)
BLAS_SIZES(REAL_ROT, cublasCsrot_v2, C, cuComplex, float)
BLAS_SIZES(REAL_ROT, cublasZdrot_v2, Z, cuDoubleComplex, double)

#define ROTG(name, X, T, R, I) BLAS_FUNCTION(name, (cublasHandle_t handle, T *a, T *b, R *c, T *s), \
	(handle->native, a, b, c, s), .run = rotg, .type = BLAS_##X, .waits = true, .results = { a, b, c, s })
BLAS_ONE_SIZE(ROTG, rotg_v2)

#define ROTM(name, X, T, R, I) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, I n, T *x, I incx, T *y, I incy, const T *param), (handle->native, n, x, incx, y, incy, param), \
	VECTOR(X, rotm), .alpha = param, .alpha_size = 5 * sizeof(T), BLAS_X(x, incx), BLAS_Y(y, incy))
BLAS_REAL(ROTM, rotm_v2)

#define ROTMG(name, X, T) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, T *d1, T *d2, T *x1, const T *y1, T *param), (handle->native, d1, d2, x1, y1, param), \
	.run = rotmg, .type = BLAS_##X, .waits = true, BLAS_ALPHA(y1), .results = { d1, d2, x1, param })
ROTMG(cublasSrotmg_v2, S, float)
ROTMG(cublasDrotmg_v2, D, double)

#define DOT(name, X, T, R, I, routine) BLAS_FUNCTION(name, \
	(cublasHandle_t handle, I n, const T *x, I incx, const T *y, I incy, T *result), \
	(handle->native, n, x, incx, y, incy, result), \
	VECTOR(X, routine), .waits = true, BLAS_X(x, incx), BLAS_Y((T *)y, incy), .result = result)
#define PLAIN_DOT(name, X, T, R, I) DOT(name, X, T, R, I, dot)
#define DOTC(name, X, T, R, I) DOT(name, X, T, R, I, dotc)
BLAS_REAL(PLAIN_DOT, dot_v2)
BLAS_COMPLEX(PLAIN_DOT, dotu_v2)
BLAS_COMPLEX(DOTC, dotc_v2)

#define NORM(name, X, T, R, I, routine) BLAS_FUNCTION(name, (cublasHandle_t handle, I n, const T *x, I incx, R *result), \
	(handle->native, n, x, incx, result), VECTOR(X, routine), .waits = true, BLAS_X(x, incx), .result = result)
#define NRM2(name, X, T, R, I) NORM(name, X, T, R, I, nrm2)
#define ASUM(name, X, T, R, I) NORM(name, X, T, R, I, asum)
BLAS_REAL(NRM2, nrm2_v2)
BLAS_SIZES(NRM2, cublasScnrm2_v2, C, cuComplex, float)
BLAS_SIZES(NRM2, cublasDznrm2_v2, Z, cuDoubleComplex, double)
BLAS_REAL(ASUM, asum_v2)
BLAS_SIZES(ASUM, cublasScasum_v2, C, cuComplex, float)
BLAS_SIZES(ASUM, cublasDzasum_v2, Z, cuDoubleComplex, double)

#define EXTREME(name, X, T, I, greatest) BLAS_FUNCTION(name, (cublasHandle_t handle, I n, const T *x, I incx, I *result), \
	(handle->native, n, x, incx, result), \
	VECTOR(X, extreme), .waits = true, BLAS_X(x, incx), .result = result, .kl = sizeof(I), .ku = greatest)
#define IAMAX(name, X, T, R, I) EXTREME(name, X, T, I, 1)
#define IAMIN(name, X, T, R, I) EXTREME(name, X, T, I, 0)
BLAS_SIZES(IAMAX, cublasIsamax_v2, S, float, float)
BLAS_SIZES(IAMAX, cublasIdamax_v2, D, double, double)
BLAS_SIZES(IAMAX, cublasIcamax_v2, C, cuComplex, float)
BLAS_SIZES(IAMAX, cublasIzamax_v2, Z, cuDoubleComplex, double)
BLAS_SIZES(IAMIN, cublasIsamin_v2, S, float, float)
BLAS_SIZES(IAMIN, cublasIdamin_v2, D, double, double)
BLAS_SIZES(IAMIN, cublasIcamin_v2, C, cuComplex, float)
BLAS_SIZES(IAMIN, cublasIzamin_v2, Z, cuDoubleComplex, double)
