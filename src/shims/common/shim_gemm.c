// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products by BLAS.  Where all formats are BLAS's own it works on the matrices themselves; else they are converted to the
// format that is computed in, so that only the result is rounded to its format, once.
#include "shim_gemm.h"

#include <stdlib.h>
#include <string.h>

#include "shim_lapack.h"

struct computing {
	cudaDataType type; // as which it is done
	size_t size;
	int routine; // of gemm
};

static const struct computing ways[] = {
	[AW_SHIM_F32] = { CUDA_R_32F, 4, 0 },
	[AW_SHIM_F64] = { CUDA_R_64F, 8, 1 },
	[AW_SHIM_C32] = { CUDA_C_32F, 8, 2 },
	[AW_SHIM_C64] = { CUDA_C_64F, 16, 3 },
	[AW_SHIM_I32] = { CUDA_R_64F, 8, 1 },
};

static bool in_doubles(enum aw_shim_compute compute)
{
	return ways[compute].type == CUDA_R_64F || ways[compute].type == CUDA_C_64F;
}

bool aw_shim_gemm_supports(const struct aw_shim_gemm *gemm)
{
	const cudaDataType types[] = { gemm->a_type, gemm->b_type, gemm->c_type, gemm->d_type };
	bool complex = gemm->compute == AW_SHIM_C32 || gemm->compute == AW_SHIM_C64;
	for (int i = 0; i < 4; i++)
		if (!aw_shim_type_size(types[i]) || aw_shim_type_is_complex(types[i]) != complex)
			return false;
	return true;
}

// A scalar in the format that is computed in.
static void put_scalar(const struct aw_shim_gemm *gemm, const double *value, void *to)
{
	float narrow[2] = { (float)value[0], (float)value[1] };
	size_t size = ways[gemm->compute].size;
	memcpy(to, in_doubles(gemm->compute) ? (const void *)value : narrow, size);
}

static void load(const struct aw_shim_gemm *gemm, cudaDataType type, const void *from, size_t count, void *to)
{
	if (in_doubles(gemm->compute))
		aw_shim_load_f64(to, type, from, count);
	else
		aw_shim_load_f32(to, type, from, count);
}

// A matrix in the format that is computed in: itself, or a copy without gaps.  *copy is what to free.
static const void *converted(const struct aw_shim_gemm *gemm, cudaDataType type, const void *from, int64_t rows,
	int64_t columns, int *ld, void **copy)
{
	const struct computing *way = &ways[gemm->compute];
	if (type == way->type)
		return from;
	size_t size = way->size;
	*copy = malloc((size_t)(rows * columns) * size + 1);
	if (!*copy)
		return NULL;
	for (int64_t j = 0; j < columns; j++)
		load(gemm, type, (const char *)from + (size_t)(j * *ld) * aw_shim_type_size(type), (size_t)rows,
			(char *)*copy + (size_t)(j * rows) * size);
	*ld = rows > 1 ? (int)rows : 1;
	return *copy;
}

static bool multiply(const struct aw_shim_gemm *gemm, const double *alpha, const double *beta, void *d, int64_t ldd)
{
	const struct computing *way = &ways[gemm->compute];
	bool a_stands = gemm->op_a == 'N' || gemm->op_a == 'R', b_stands = gemm->op_b == 'N' || gemm->op_b == 'R';
	int m = (int)gemm->m, n = (int)gemm->n, k = (int)gemm->k, ld = (int)ldd;
	int lda = (int)gemm->lda, ldb = (int)gemm->ldb;
	double scalars[2][2];
	void *copies[2] = { NULL, NULL };
	put_scalar(gemm, alpha, scalars[0]);
	put_scalar(gemm, beta, scalars[1]);
	const void *a = converted(gemm, gemm->a_type, gemm->a, a_stands ? m : k, a_stands ? k : m, &lda, &copies[0]);
	const void *b = converted(gemm, gemm->b_type, gemm->b, b_stands ? k : n, b_stands ? n : k, &ldb, &copies[1]);
	bool done = (a || !gemm->a) && (b || !gemm->b);
	if (done)
		ROUTINE(gemm)[way->routine](&gemm->op_a, &gemm->op_b, &m, &n, &k, scalars[0], a, &lda, b, &ldb, scalars[1], d, &ld);
	free(copies[0]);
	free(copies[1]);
	return done;
}

void *aw_shim_gemm_product(const struct aw_shim_gemm *gemm)
{
	static const double one[2] = { 1, 0 }, zero[2] = { 0, 0 };
	void *product = malloc((size_t)(gemm->m * gemm->n) * ways[gemm->compute].size + 1);
	if (product && !multiply(gemm, one, zero, product, gemm->m > 1 ? gemm->m : 1)) {
		free(product);
		return NULL;
	}
	return product;
}

// product = alpha product + beta c, of `count` numbers (pairs of them where they are complex).
#define COMBINE(name, T) \
	static void name(T *product, const T *c, const double *alpha, const double *beta, size_t count, bool complex) \
	{ \
		T alpha_real = (T)alpha[0], beta_real = (T)beta[0], alpha_other = (T)alpha[1], beta_other = (T)beta[1]; \
		for (size_t i = 0; !complex && i < count; i++) \
			product[i] = alpha_real * product[i] + (c ? beta_real * c[i] : 0); \
		for (size_t i = 0; complex && i < 2 * count; i += 2) { \
			T x = product[i], y = product[i + 1]; \
			product[i] = alpha_real * x - alpha_other * y + (c ? beta_real * c[i] - beta_other * c[i + 1] : 0); \
			product[i + 1] = alpha_real * y + alpha_other * x + (c ? beta_real * c[i + 1] + beta_other * c[i] : 0); \
		} \
	}
COMBINE(combine_f32, float)
COMBINE(combine_f64, double)

// D from the product and C, a column at a time.
static bool finish(const struct aw_shim_gemm *gemm, char *product)
{
	size_t size = ways[gemm->compute].size, rows = (size_t)gemm->m;
	bool complex = aw_shim_type_is_complex(ways[gemm->compute].type);
	bool reads_c = gemm->beta[0] != 0 || gemm->beta[1] != 0;
	void *column = reads_c ? malloc(rows * size + 1) : NULL;
	if (reads_c && !column)
		return false;
	for (int64_t j = 0; j < gemm->n; j++) {
		void *at = product + (size_t)j * rows * size;
		char *to = (char *)gemm->d + (size_t)(j * gemm->ldd) * aw_shim_type_size(gemm->d_type);
		if (reads_c)
			load(gemm, gemm->c_type, (const char *)gemm->c + (size_t)(j * gemm->ldc) * aw_shim_type_size(gemm->c_type),
				rows, column);
		if (in_doubles(gemm->compute)) {
			combine_f64(at, column, gemm->alpha, gemm->beta, rows, complex);
			aw_shim_store_f64(gemm->d_type, to, at, rows);
		} else {
			combine_f32(at, column, gemm->alpha, gemm->beta, rows, complex);
			aw_shim_store_f32(gemm->d_type, to, at, rows);
		}
	}
	free(column);
	return true;
}

bool aw_shim_gemm_run(const struct aw_shim_gemm *gemm)
{
	cudaDataType type = ways[gemm->compute].type;
	bool in_place = gemm->d_type == type && (gemm->c == gemm->d || (gemm->beta[0] == 0 && gemm->beta[1] == 0)) &&
	                (gemm->c_type == type || gemm->c != gemm->d);
	if (gemm->m == 0 || gemm->n == 0)
		return true;
	if (in_place)
		return multiply(gemm, gemm->alpha, gemm->beta, gemm->d, gemm->ldd);
	char *product = aw_shim_gemm_product(gemm);
	bool done = product && finish(gemm, product);
	free(product);
	return done;
}
