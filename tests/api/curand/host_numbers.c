// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generators of the host interface give cuRAND's own numbers: the hashes and values here were printed by NVIDIA's library for the
// same program.  Words and uniform numbers have the same bits; of normal ones, whose logarithms may differ in the last place,
// a weighted sum is compared.
// LINK: cudart -lcurand
#include <curand.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

enum { COUNT = 90000, CUT = 4100 }; // in two calls, past a turn of 81920 lanes

typedef struct row {
	curandRngType_t type;
	curandOrdering_t ordering;
	unsigned long long seed, offset;
	unsigned dimensions;
	unsigned long long bits, uniform, uniform_double;
	double normal, normal_double;
} row;

static const row rows[] = {
	{ CURAND_RNG_PSEUDO_XORWOW, 0, 0, 0, 0,
	  0xbe9f495fd9ec98dfull, 0x348cfd985ab17af9ull, 0x7b786824ce33ae94ull, 532.56679083624658, -520.53872556022793 },
	{ CURAND_RNG_PSEUDO_XORWOW, 0, 1234567890123, 12346, 0,
	  0xb8b6138a0a85604cull, 0x45890271b7e1a32full, 0xa35257a841fe525eull, -636.23013655660179, 15.129795073985241 },
	{ CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, 5, 0, 0,
	  0x1836395a032d4de5ull, 0xe3ae646d7764cb19ull, 0xd905a47a8da21487ull, 621.83911473276021, 2288.8874138181427 },
	{ CURAND_RNG_PSEUDO_MRG32K3A, 0, 0, 0, 0,
	  0xbeaa0139a1b77dfdull, 0x55435462d14d9d5aull, 0xe4bdc8adc5e5670cull, 1414.3203272288683, 1414.3140897896005 },
	{ CURAND_RNG_PSEUDO_MRG32K3A, 0, 99, 100001, 0,
	  0xbd9230ab8150c3f4ull, 0x31d1e2bd6e2491acull, 0x3d2c46434ec24605ull, 1115.4858431788616, 1115.4791606094443 },
	{ CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 99, 5000, 0,
	  0x1f267ef5fc616d88ull, 0xa74a007088d9936aull, 0x6cde00dfd7e00bf3ull, -65.444018042890093, -65.449904906129021 },
	{ CURAND_RNG_PSEUDO_PHILOX4_32_10, 0, 0, 0, 0,
	  0x4a44dc42da55f439ull, 0xda5740df3c70572full, 0x4264611ad4a618abull, -591.19310139215486, -2488.6280509635676 },
	{ CURAND_RNG_PSEUDO_PHILOX4_32_10, 0, 7, 777, 0,
	  0x9d63d9f2a0455586ull, 0xee141a458640d1a4ull, 0xcfef1e75a8fafb37ull, 1660.6259530701277, 833.31714669983273 },
	{ CURAND_RNG_PSEUDO_MTGP32, 0, 0, 0, 0,
	  0x58f7f1dfa7d147b8ull, 0xd4c85aec5aba88ebull, 0xd6b1180a63c85fd3ull, -731.69551150100961, -731.69551150100961 },
	{ CURAND_RNG_PSEUDO_MTGP32, CURAND_ORDERING_PSEUDO_LEGACY, 42, 0, 0,
	  0xfaecb72e36c830f1ull, 0x3ac3000bf8b1fb3bull, 0xf0c5b820f618deebull, -566.02776725673539, -566.02776725673539 },
	{ CURAND_RNG_QUASI_SOBOL32, 0, 0, 0, 0,
	  0x2822484c2e4e4c05ull, 0xbb02c0cc49d2b04bull, 0x902390e12e5c0f8full, 15.076641273257337, 15.07692404423311 },
	{ CURAND_RNG_QUASI_SOBOL32, 0, 0, 5, 10,
	  0x378ee8182694e08eull, 0x60898abe85233438ull, 0xd3010c90ea13827dull, -144.70371697733935, -144.70342847813319 },
	{ CURAND_RNG_QUASI_SOBOL64, 0, 0, 3, 4,
	  0xdcad74f08c7dfe39ull, 0x2a8c49db4c4ddd9ull, 0xe0511d150e66d726ull, -2001.013607732275, -2001.0137495561485 },
};

static unsigned long long hash(const void *data, size_t size)
{
	const unsigned char *bytes = data;
	unsigned long long h = 14695981039346656037ull;
	for (size_t i = 0; i < size; i++)
		h = (h ^ bytes[i]) * 1099511628211ull;
	return h;
}

static double weigh(const float *single, const double *wide)
{
	double sum = 0;
	for (int i = 0; i < COUNT; i++)
		sum += (single ? single[i] : wide[i]) * (1 + i % 7);
	return sum;
}

static curandGenerator_t make(const row *r)
{
	curandGenerator_t g = NULL;
	CHECK(curandCreateGeneratorHost(&g, r->type) == CURAND_STATUS_SUCCESS);
	if (r->ordering)
		CHECK(curandSetGeneratorOrdering(g, r->ordering) == CURAND_STATUS_SUCCESS);
	if (r->seed)
		CHECK(curandSetPseudoRandomGeneratorSeed(g, r->seed) == CURAND_STATUS_SUCCESS);
	if (r->offset)
		CHECK(curandSetGeneratorOffset(g, r->offset) == CURAND_STATUS_SUCCESS);
	if (r->dimensions)
		CHECK(curandSetQuasiRandomGeneratorDimensions(g, r->dimensions) == CURAND_STATUS_SUCCESS);
	return g;
}

static union { unsigned words[COUNT]; unsigned long long longs[COUNT]; float singles[COUNT]; double doubles[COUNT]; } out;

#define TWICE(call, array, ...) \
	do { \
		curandGenerator_t g = make(r); \
		memset(&out, 0, sizeof(out)); \
		CHECK(call(g, out.array, CUT __VA_ARGS__) == CURAND_STATUS_SUCCESS); \
		CHECK(call(g, out.array + CUT, COUNT - CUT __VA_ARGS__) == CURAND_STATUS_SUCCESS); \
		CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS); \
	} while (0)

static bool near(double a, double b, double relative)
{
	return fabs(a - b) <= relative * (fabs(b) + 1000);
}

static void check(const row *r)
{
	row got = *r;
	if (r->type == CURAND_RNG_QUASI_SOBOL64)
		TWICE(curandGenerateLongLong, longs);
	else
		TWICE(curandGenerate, words);
	got.bits = hash(&out, sizeof(out));
	TWICE(curandGenerateUniform, singles);
	got.uniform = hash(&out, sizeof(out));
	TWICE(curandGenerateUniformDouble, doubles);
	got.uniform_double = hash(&out, sizeof(out));
	TWICE(curandGenerateNormal, singles, , 0, 1);
	got.normal = weigh(out.singles, NULL);
	TWICE(curandGenerateNormalDouble, doubles, , 0, 1);
	got.normal_double = weigh(NULL, out.doubles);
	int failed = unit_failed;
	CHECK(got.bits == r->bits && got.uniform == r->uniform && got.uniform_double == r->uniform_double);
	CHECK(near(got.normal, r->normal, 1e-5));
	CHECK(near(got.normal_double, r->normal_double, r->type == CURAND_RNG_PSEUDO_MTGP32 ? 1e-5 : 1e-9));
	if (unit_failed != failed)
		printf("\t{ %d, %d, %llu, %llu, %u, %#llxull, %#llxull, %#llxull, %.17g, %.17g },\n", r->type, r->ordering, r->seed,
		       r->offset, r->dimensions, got.bits, got.uniform, got.uniform_double, got.normal, got.normal_double);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check(&rows[i]);
	return unit_finish();
}
