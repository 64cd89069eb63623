// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices by a warp (mma_kind.h): D = A * B + C.  A gang brings the words of all its lanes; fibers meet,
// and one of them computes for all.
//
// All formats but double are multiplied as floats: products of 16 bits are exact in float, sums of 16 products of 8 bits too.
// Elements are summed in the order of k with one rounding a step.  (The hardware's order isn't told by CUDA's manual.)
#include "support.h"

#include "../../fatbin/mma_words.h"

enum { LANES = 32, MOST_A = 512, MOST_C = 256 };

typedef float v16f __attribute__((vector_size(64), aligned(4)));
typedef float v8f __attribute__((vector_size(32), aligned(4)));
typedef double v8d __attribute__((vector_size(64), aligned(8)));

#define INLINE static inline __attribute__((always_inline))

// --- from words to floats ---

INLINE float widen_one(const uint32_t *words, unsigned i, enum aw_mma_format format)
{
	const uint8_t *bytes = (const uint8_t *)words;
	_Float16 half;
	switch (format) {
	case AW_MMA_F16: __builtin_memcpy(&half, bytes + 2 * i, 2); return (float)half;
	case AW_MMA_BF16: return float_of(words[i / 2] >> (i % 2 * 16) << 16);
	case AW_MMA_TF32: return float_of(words[i] & 0xffffe000);
	case AW_MMA_S8: return (float)(int8_t)bytes[i];
	case AW_MMA_U8: return (float)bytes[i];
	case AW_MMA_S4: return (float)((int32_t)(words[i / 8] << (28 - i % 8 * 4)) >> 28);
	case AW_MMA_U4: return (float)(words[i / 8] >> i % 8 * 4 & 15);
	default: return 0;
	}
}

#define WIDEN(format) \
	case format: \
		for (unsigned i = 0; i < count; i++) \
			out[i] = widen_one(words, i, format); \
		break;

static void widen(const uint32_t *words, float *out, unsigned count, enum aw_mma_format format)
{
	typedef _Float16 v16h __attribute__((vector_size(32), aligned(4)));
	switch (format) {
	case AW_MMA_F16:
		for (unsigned i = 0; i < count; i += 16)
			*(v16f *)(out + i) = __builtin_convertvector(*(const v16h *)((const _Float16 *)words + i), v16f);
		break;
	WIDEN(AW_MMA_BF16)
	WIDEN(AW_MMA_TF32)
	WIDEN(AW_MMA_S8)
	WIDEN(AW_MMA_U8)
	WIDEN(AW_MMA_S4)
	WIDEN(AW_MMA_U4)
	default: break;
	}
}

// --- B by rows ---

// One step of four that transpose 16 x 16: exchanges what lies off the diagonal of blocks of 2 * DISTANCE.
#define PICK(j, d, first, other) ((j) & (d) ? 16 + (other) : (first))
#define UPPER(d, j) PICK(j, d, j, (j) - (d))
#define LOWER(d, j) ((j) & (d) ? 16 + (j) : (j) + (d))
#define ALL16(f, d) \
	f(d, 0), f(d, 1), f(d, 2), f(d, 3), f(d, 4), f(d, 5), f(d, 6), f(d, 7), f(d, 8), f(d, 9), f(d, 10), f(d, 11), f(d, 12), \
	    f(d, 13), f(d, 14), f(d, 15)
#define TRANSPOSE_STEP(rows, d) \
	for (unsigned i = 0; i < 16; i++) \
		if (!(i & (d))) { \
			v16f upper = __builtin_shufflevector(rows[i], rows[i + (d)], ALL16(UPPER, d)); \
			v16f lower = __builtin_shufflevector(rows[i], rows[i + (d)], ALL16(LOWER, d)); \
			rows[i] = upper, rows[i + (d)] = lower; \
		}

static void transpose_16(const float *from, float *to, unsigned to_stride)
{
	v16f rows[16];
	for (unsigned i = 0; i < 16; i++)
		rows[i] = *(const v16f *)(from + 16 * i);
	TRANSPOSE_STEP(rows, 1)
	TRANSPOSE_STEP(rows, 2)
	TRANSPOSE_STEP(rows, 4)
	TRANSPOSE_STEP(rows, 8)
	for (unsigned i = 0; i < 16; i++)
		*(v16f *)(to + to_stride * i) = rows[i];
}

// FROM has N rows of K.
static void transpose(const float *from, float *to, unsigned n, unsigned k)
{
	if (k == 16 && n % 16 == 0)
		for (unsigned i = 0; i < n; i += 16)
			transpose_16(from + i * k, to + i, n);
	else
		for (unsigned i = 0; i < n; i++)
			for (unsigned j = 0; j < k; j++)
				to[j * n + i] = from[i * k + j];
}

// --- the product ---

// Rows of C in registers, eight at a time.
#define MULTIPLY(name, vector, width) \
	INLINE void name(const float *a, unsigned row, unsigned column, const float *b, float *c, unsigned m, unsigned n, unsigned k) \
	{ \
		for (unsigned i = 0; i < m; i += 8) \
			for (unsigned j = 0; j < n; j += (width)) { \
				vector sums[8]; \
				for (unsigned r = 0; r < 8; r++) \
					sums[r] = *(const vector *)(c + (i + r) * n + j); \
				for (unsigned x = 0; x < k; x++) { \
					vector right = *(const vector *)(b + x * n + j); \
					for (unsigned r = 0; r < 8; r++) { \
						float left = a[(i + r) * row + x * column]; \
						sums[r] = __builtin_elementwise_fma((vector)(left - (vector){ 0 }), right, sums[r]); \
					} \
				} \
				for (unsigned r = 0; r < 8; r++) \
					*(vector *)(c + (i + r) * n + j) = sums[r]; \
			} \
	}
MULTIPLY(multiply_16, v16f, 16)
MULTIPLY(multiply_8, v8f, 8)

#define SHAPE(name, multiply, m, n, k) \
	static void name(const float *a, unsigned row, unsigned column, const float *b, float *c) \
	{ \
		multiply(a, row, column, b, c, m, n, k); \
	}
SHAPE(multiply_16x16x16, multiply_16, 16, 16, 16)
SHAPE(multiply_32x8x16, multiply_8, 32, 8, 16)
SHAPE(multiply_8x32x16, multiply_16, 8, 32, 16)
SHAPE(multiply_16x16x8, multiply_16, 16, 16, 8)
SHAPE(multiply_8x8x32, multiply_8, 8, 8, 32)

static const struct shape {
	void (*multiply)(const float *a, unsigned row, unsigned column, const float *b, float *c);
	unsigned m, n, k;
} shapes[] = {
	[AW_MMA_16X16] = { multiply_16x16x16, 16, 16, 16 },
	[AW_MMA_32X8] = { multiply_32x8x16, 32, 8, 16 },
	[AW_MMA_8X32] = { multiply_8x32x16, 8, 32, 16 },
}, tf32_shape = { multiply_16x16x8, 16, 16, 8 }, small_shape = { multiply_8x8x32, 8, 8, 32 };

// C += A * B.
static void multiply(uint32_t kind, const uint32_t *words, float *c)
{
	static const uint8_t bits[] = {
		[AW_MMA_F16] = 16, [AW_MMA_BF16] = 16, [AW_MMA_TF32] = 32, [AW_MMA_S8] = 8, [AW_MMA_U8] = 8, [AW_MMA_S4] = 4, [AW_MMA_U4] = 4,
	};
	enum aw_mma_format format = kind & AW_MMA_FORMAT;
	const struct shape *shape = format == AW_MMA_TF32  ? &tf32_shape
	                            : format >= AW_MMA_S4 ? &small_shape
	                                                  : &shapes[kind >> AW_MMA_SHAPE_AT & 3];
	unsigned m = shape->m, n = shape->n, k = shape->k;
	float a[MOST_A], b[MOST_A], rows[MOST_A];
	const float *right = b;
	widen(words, a, m * k, format);
	widen(words + m * k * bits[format] / 32, b, n * k, format);
	if (kind & AW_MMA_B_COLUMNS)
		transpose(b, rows, n, k), right = rows;
	shape->multiply(a, kind & AW_MMA_A_COLUMNS ? 1 : k, kind & AW_MMA_A_COLUMNS ? m : 1, right, c);
}

// --- accumulators ---

static float saturated(float x)
{
	return x != x ? 0 : x > 65504.0f && x == __builtin_inff() ? 0x1.fffffep127f : x == -__builtin_inff() ? -0x1.fffffep127f : x;
}

static void multiply_floats(uint32_t kind, const uint32_t *words, const uint32_t *addend, uint32_t *out)
{
	float c[MOST_C];
	if (kind & AW_MMA_C_HALF)
		widen(addend, c, MOST_C, AW_MMA_F16);
	else
		__builtin_memcpy(c, addend, sizeof(c));
	multiply(kind, words, c);
	for (unsigned i = 0; kind & AW_MMA_SATURATE && i < MOST_C; i++)
		c[i] = saturated(c[i]);
	if (!(kind & AW_MMA_D_HALF)) {
		__builtin_memcpy(out, c, sizeof(c));
		return;
	}
	for (unsigned i = 0; i < MOST_C; i++) {
		_Float16 half = (_Float16)c[i];
		uint16_t bits;
		__builtin_memcpy(&bits, &half, 2);
		if ((bits & 0x7fff) == 0x7c00 && kind & AW_MMA_SATURATE)
			bits--;
		((uint16_t *)out)[i] = c[i] != c[i] ? 0x7fff : bits;
	}
}

static void multiply_integers(uint32_t kind, const uint32_t *words, const uint32_t *addend, uint32_t *out)
{
	bool small = (kind & AW_MMA_FORMAT) >= AW_MMA_S4;
	float c[MOST_C] = { 0 };
	multiply(kind, words, c);
	for (unsigned i = 0; i < (small ? 64 : MOST_C); i++) {
		int64_t sum = (int64_t)(int32_t)addend[i] + (int32_t)c[i];
		if (kind & AW_MMA_SATURATE)
			sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
		out[i] = (uint32_t)sum;
	}
}

// Rows of A and columns of B have 128 bits.
static void multiply_bits(uint32_t kind, const uint32_t *words, const uint32_t *addend, uint32_t *out)
{
	bool conjunction = (kind & AW_MMA_FORMAT) == AW_MMA_AND;
	for (unsigned i = 0; i < 64; i++) {
		const uint32_t *a = words + i / 8 * 4, *b = words + LANES + i % 8 * 4;
		uint32_t count = 0;
		for (unsigned x = 0; x < 4; x++)
			count += (uint32_t)__builtin_popcount(conjunction ? a[x] & b[x] : a[x] ^ b[x]);
		out[i] = addend[i] + count;
	}
}

// 8 x 8 x 4.  The words of a double are one after the other in its lane.
static double double_at(const uint32_t *words, unsigned i)
{
	uint64_t bits = (uint64_t)words[i / LANES * 2 * LANES + LANES + i % LANES] << 32 | words[i / LANES * 2 * LANES + i % LANES];
	double value;
	__builtin_memcpy(&value, &bits, sizeof(value));
	return value;
}

static void multiply_doubles(uint32_t kind, const uint32_t *words, const uint32_t *addend, uint32_t *out)
{
	for (unsigned i = 0; i < 64; i++) {
		double sum = double_at(addend, i);
		for (unsigned k = 0; k < 4; k++) {
			unsigned a = kind & AW_MMA_A_COLUMNS ? k * 8 + i / 8 : i / 8 * 4 + k;
			unsigned b = kind & AW_MMA_B_COLUMNS ? i % 8 * 4 + k : k * 8 + i % 8;
			sum = __builtin_fma(double_at(words, a), double_at(words + 2 * LANES, b), sum);
		}
		uint64_t bits;
		__builtin_memcpy(&bits, &sum, sizeof(bits));
		out[i / LANES * 2 * LANES + i % LANES] = (uint32_t)bits;
		out[i / LANES * 2 * LANES + LANES + i % LANES] = (uint32_t)(bits >> 32);
	}
}

// For a gang: WORDS has word W of lane L at 32 * W + L, and so will OUT.
__attribute__((noinline)) void aw_cpu_gang_mma(uint32_t kind, const uint32_t *words, uint32_t *out)
{
	const uint32_t *addend = words + aw_mma_factor_words(kind) * LANES;
	enum aw_mma_format format = kind & AW_MMA_FORMAT;
	if (format == AW_MMA_F64)
		multiply_doubles(kind, words, addend, out);
	else if (format >= AW_MMA_XOR)
		multiply_bits(kind, words, addend, out);
	else if (format >= AW_MMA_S8)
		multiply_integers(kind, words, addend, out);
	else
		multiply_floats(kind, words, addend, out);
}

// --- fibers ---

struct lane {
	uint64_t lanes[LANES]; // of the first lane: the addresses of all
	const uint32_t *words;
	uint32_t *out;
};

static void compute_for_all(uint32_t kind, const struct lane *first)
{
	uint32_t words[AW_MMA_WORDS * LANES] = { 0 }, out[AW_MMA_RESULTS * LANES] = { 0 };
	for (unsigned l = 0; l < LANES; l++) {
		const struct lane *lane = (const struct lane *)(uintptr_t)first->lanes[l];
		for (unsigned w = 0; lane && w < AW_MMA_WORDS; w++)
			words[w * LANES + l] = lane->words[w];
	}
	aw_cpu_gang_mma(kind, words, out);
	for (unsigned l = 0; l < LANES; l++) {
		const struct lane *lane = (const struct lane *)(uintptr_t)first->lanes[l];
		for (unsigned w = 0; lane && w < AW_MMA_RESULTS; w++)
			lane->out[w] = out[w * LANES + l];
	}
}

void aw_cpu_warp_mma(thread *t, uint32_t kind, const uint32_t *words, uint32_t *out, site *s)
{
	struct lane own = { .words = words, .out = out };
	struct aw_cpu_warp_call call = { .mask = UINT32_MAX, .op = AW_CPU_REDUCE_COLLECT, .value = (uintptr_t)&own };
	services(t)->reduce(t, &call, s);
	if (call.result)
		compute_for_all(kind, &own);
	services(t)->warp_sync(t, UINT32_MAX, s);
}

// --- rows of matrices in memory, word L of them for lane L ---

static uint64_t place_in_rows(thread *t, uint64_t row_bytes, uint32_t row_words)
{
	uint32_t index = t->linear % LANES;
	return index / row_words * row_bytes + index % row_words * 4;
}

uint32_t aw_cpu_warp_load_rows(thread *t, const void *rows, uint64_t row_bytes, uint32_t row_words, site *s)
{
	uint32_t word;
	(void)s;
	__builtin_memcpy(&word, (const uint8_t *)rows + place_in_rows(t, row_bytes, row_words), sizeof(word));
	return word;
}

void aw_cpu_warp_store_rows(thread *t, void *rows, uint64_t row_bytes, uint32_t row_words, uint32_t word, site *s)
{
	(void)s;
	__builtin_memcpy((uint8_t *)rows + place_in_rows(t, row_bytes, row_words), &word, sizeof(word));
}
