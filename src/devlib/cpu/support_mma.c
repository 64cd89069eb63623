// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices by a warp (mma_kind.h): D = A * B + C.  A gang brings the words of all its lanes; fibers meet,
// and one of them computes for all.
//
// All formats but double are multiplied as floats: products of 16 bits are exact in float, sums of 32 products of 8 bits too.
// Elements are summed in the order of k with one rounding a step.  (The hardware's order isn't told by CUDA's manual.)
//
// AVX-512's instructions for such products aren't used: those of bfloat16 take denormals for zeros, which GPUs don't, and the product
// is a third of the work; to bring matrices into place is the rest.
#include "support.h"

#include "../../fatbin/mma_joined.h"
#include "../../fatbin/mma_words.h"
#include "support_lanes.h"
#include "support_tiles.h"

enum { MOST_A = AW_MMA_MOST_A, MOST_C = 256 };

typedef float v16f __attribute__((vector_size(64), aligned(4)));
typedef float v8f __attribute__((vector_size(32), aligned(4)));
typedef uint32_t v16u __attribute__((vector_size(64), aligned(4)));
typedef double v8d __attribute__((vector_size(64), aligned(8)));

// --- from words to floats ---

INLINE float widen_one(const uint32_t *words, unsigned i, enum aw_mma_format format)
{
	switch (format) {
	case AW_MMA_TF32: return float_of(words[i] & 0xffffe000);
	case AW_MMA_S4: return (float)((int32_t)(words[i / 8] << (28 - i % 8 * 4)) >> 28);
	case AW_MMA_U4: return (float)(words[i / 8] >> i % 8 * 4 & 15);
	case AW_MMA_E4M3: {
		uint32_t bits = words[i / 4] >> i % 4 * 8;
		float magnitude = (float)half_of(bits << 7 & 0x3f80) * 256.0f; // as a half, whose exponents are eight larger
		float value = (bits & 0x7f) == 0x7f ? __builtin_nanf("") : magnitude;
		return bits & 0x80 ? -value : value;
	}
	case AW_MMA_E5M2: return (float)half_of(words[i / 4] >> i % 4 * 8 << 8);
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
	typedef uint16_t v16s __attribute__((vector_size(32), aligned(4)));
	typedef int8_t v16c __attribute__((vector_size(16), aligned(4)));
	typedef uint8_t v16b __attribute__((vector_size(16), aligned(4)));
	switch (format) {
	case AW_MMA_F16:
		for (unsigned i = 0; i < count; i += 16)
			*(v16f *)(out + i) = __builtin_convertvector(*(const v16h *)((const _Float16 *)words + i), v16f);
		break;
	case AW_MMA_BF16:
		for (unsigned i = 0; i < count; i += 16)
			*(v16u *)(out + i) = __builtin_convertvector(*(const v16s *)((const uint16_t *)words + i), v16u) << 16;
		break;
	case AW_MMA_S8:
		for (unsigned i = 0; i < count; i += 16)
			*(v16f *)(out + i) = __builtin_convertvector(*(const v16c *)((const int8_t *)words + i), v16f);
		break;
	case AW_MMA_U8:
		for (unsigned i = 0; i < count; i += 16)
			*(v16f *)(out + i) = __builtin_convertvector(*(const v16b *)((const uint8_t *)words + i), v16f);
		break;
	WIDEN(AW_MMA_TF32)
	WIDEN(AW_MMA_S4)
	WIDEN(AW_MMA_U4)
	WIDEN(AW_MMA_E4M3)
	WIDEN(AW_MMA_E5M2)
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

// K numbers of each of 16 rows, FROM_STRIDE apart; of both there may be fewer: what is read behind them goes nowhere, or is
// written where the next row comes.
INLINE void transpose_16(const float *from, unsigned from_stride, float *to, unsigned to_stride, unsigned k)
{
	v16f rows[16];
	for (unsigned i = 0; i < 16; i++)
		rows[i] = *(const v16f *)(from + from_stride * i);
	TRANSPOSE_STEP(rows, 1)
	TRANSPOSE_STEP(rows, 2)
	TRANSPOSE_STEP(rows, 4)
	TRANSPOSE_STEP(rows, 8)
	for (unsigned i = 0; i < k; i++)
		*(v16f *)(to + to_stride * i) = rows[i];
}

// FROM has N rows of K, and both have room for MOST_A numbers.
static void transpose(const float *from, float *to, unsigned n, unsigned k)
{
	if (k == 16 && n % 16 == 0)
		for (unsigned i = 0; i < n; i += 16)
			transpose_16(from + i * k, k, to + i, n, 16);
	else if (n == 8 && k % 16 == 0)
		for (unsigned i = 0; i < k; i += 16)
			transpose_16(from + i, k, to + i * n, n, 16);
	else if (k == 8)
		transpose_16(from, k, to, n, 8);
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
SHAPE(multiply_8x8x16, multiply_8, 8, 8, 16)
SHAPE(multiply_8x8x4, multiply_8, 8, 8, 4)
SHAPE(multiply_16x8x4, multiply_8, 16, 8, 4)
SHAPE(multiply_16x8x8, multiply_8, 16, 8, 8)
SHAPE(multiply_16x8x16, multiply_8, 16, 8, 16)
SHAPE(multiply_16x8x32, multiply_8, 16, 8, 32)

static const struct shape {
	void (*multiply)(const float *a, unsigned row, unsigned column, const float *b, float *c);
	unsigned m, n, k;
} shapes[] = {
	[AW_MMA_16X16] = { multiply_16x16x16, 16, 16, 16 },
	[AW_MMA_32X8] = { multiply_32x8x16, 32, 8, 16 },
	[AW_MMA_8X32] = { multiply_8x32x16, 8, 32, 16 },
}, tf32_shape = { multiply_16x16x8, 16, 16, 8 }, small_shape = { multiply_8x8x32, 8, 8, 32 },
   byte_shape = { multiply_8x8x16, 8, 8, 16 };

// Of tiles, 16 rows: by the elements of a word and the tiles along k.
static const struct shape tile_shapes[] = {
	{ multiply_16x8x4, 16, 8, 4 }, { multiply_16x8x8, 16, 8, 8 }, { multiply_16x8x16, 16, 8, 16 }, { multiply_16x8x32, 16, 8, 32 },
};

static const struct shape *tile_shape(uint32_t kind)
{
	enum aw_mma_format format = kind & AW_MMA_FORMAT;
	unsigned doublings = format == AW_MMA_TF32 ? 0 : format <= AW_MMA_BF16 ? 1 : format < AW_MMA_S4 ? 2 : 3;
	if (!(kind & AW_MMA_ROWS_16))
		return doublings == 3 ? &small_shape : &byte_shape;
	return &tile_shapes[doublings + (kind & AW_MMA_TILES_2 ? 1 : 0)];
}

static const struct shape *shape_of(uint32_t kind)
{
	enum aw_mma_format format = kind & AW_MMA_FORMAT;
	if (kind & AW_MMA_TILES)
		return tile_shape(kind);
	return format == AW_MMA_TF32 ? &tf32_shape : format >= AW_MMA_S4 ? &small_shape : &shapes[kind >> AW_MMA_SHAPE_AT & 3];
}

// A as floats in its own order; and B by rows.
static void prepare_a(uint32_t kind, const uint32_t *words, float *a)
{
	const struct shape *shape = shape_of(kind);
	widen(words, a, shape->m * shape->k, kind & AW_MMA_FORMAT);
}

static void prepare_b(uint32_t kind, const uint32_t *words, float *b)
{
	const struct shape *shape = shape_of(kind);
	float columns[MOST_A];
	bool transposed = kind & AW_MMA_B_COLUMNS;
	widen(words, transposed ? columns : b, shape->n * shape->k, kind & AW_MMA_FORMAT);
	if (transposed)
		transpose(columns, b, shape->n, shape->k);
}

// The rows of A, or columns of B, and B transposed.
static void prepare_tiles(uint32_t kind, bool is_b, const uint32_t *words, float *out)
{
	enum aw_mma_format format = is_b ? kind >> AW_MMA_B_FORMAT_AT & AW_MMA_FORMAT : kind & AW_MMA_FORMAT;
	const struct shape *shape = shape_of(kind);
	uint32_t ordered[MOST_A / 2];
	float columns[MOST_A];
	unsigned rows = is_b ? shape->n : shape->m;
	words = order_tiles(words, ordered, rows, kind & AW_MMA_TILES_2 ? 2 : 1);
	widen(words, is_b ? columns : out, rows * shape->k, format);
	if (is_b)
		transpose(columns, out, shape->n, shape->k);
}

static void prepare_quads(uint32_t kind, bool is_b, const uint32_t *words, float *out)
{
	float values[2 * 2 * LANES];
	widen(words, values, 2 * 2 * LANES, AW_MMA_F16);
	for (unsigned lane = 0; lane < LANES; lane++)
		for (unsigned i = 0; i < 4; i++) {
			unsigned place = is_b ? quad_b(lane, i, kind & AW_MMA_B_COLUMNS) : quad_a(lane, i, kind & AW_MMA_A_COLUMNS);
			out[place] = values[(i / 2 * LANES + lane) * 2 + i % 2];
		}
}

// C += A * B.
static void multiply(uint32_t kind, const float *a, const float *b, float *c)
{
	if (kind & AW_MMA_QUADS) {
		for (unsigned q = 0; q < QUADS; q++)
			multiply_8x8x4(a + q * QUAD_A, 4, 1, b + q * QUAD_A, c + q * QUAD_SUMS);
		return;
	}
	const struct shape *shape = shape_of(kind);
	bool columns = !(kind & AW_MMA_TILES) && kind & AW_MMA_A_COLUMNS;
	shape->multiply(a, columns ? 1 : shape->k, columns ? shape->m : 1, b, c);
}

// --- accumulators ---

static float saturated(float x)
{
	return x != x ? 0 : x > 65504.0f && x == __builtin_inff() ? 0x1.fffffep127f : x == -__builtin_inff() ? -0x1.fffffep127f : x;
}

// Of C and D.
static unsigned elements_of(uint32_t kind)
{
	if (kind & AW_MMA_TILES && !(kind & AW_MMA_QUADS))
		return aw_mma_tile_rows(kind) * SUM_COLUMNS;
	return (kind & AW_MMA_FORMAT) >= AW_MMA_S4 ? 64 : MOST_C;
}

// D = A * B + C for C and D by rows in the words at SLOT.
static void multiply_floats(uint32_t kind, const float *a, const float *b, uint32_t *slot)
{
	unsigned count = elements_of(kind);
	float halves[MOST_C], *c = kind & (AW_MMA_C_HALF | AW_MMA_D_HALF) ? halves : (float *)slot;
	if (kind & AW_MMA_C_HALF)
		widen(slot, c, count, AW_MMA_F16);
	else if (kind & AW_MMA_D_HALF)
		__builtin_memcpy(c, slot, sizeof(halves));
	multiply(kind, a, b, c);
	for (unsigned i = 0; kind & AW_MMA_SATURATE && i < count; i++)
		c[i] = saturated(c[i]);
	if (kind & AW_MMA_C_HALF && !(kind & AW_MMA_D_HALF))
		__builtin_memcpy(slot, c, sizeof(halves));
	for (unsigned i = 0; kind & AW_MMA_D_HALF && i < count; i++) {
		_Float16 half = (_Float16)c[i];
		uint16_t bits;
		__builtin_memcpy(&bits, &half, 2);
		if ((bits & 0x7fff) == 0x7c00 && kind & AW_MMA_SATURATE)
			bits--;
		((uint16_t *)slot)[i] = c[i] != c[i] ? 0x7fff : bits;
	}
}

static void multiply_integers(uint32_t kind, const float *a, const float *b, uint32_t *slot)
{
	unsigned count = elements_of(kind);
	_Alignas(64) float c[MOST_C] = { 0 };
	multiply(kind, a, b, c);
	if (!(kind & AW_MMA_SATURATE)) {
		for (unsigned i = 0; i < count; i += 16)
			*(v16u *)(slot + i) += (v16u)__builtin_convertvector(*(const v16f *)(c + i), v16i);
		return;
	}
	for (unsigned i = 0; i < count; i++) {
		int64_t sum = (int64_t)(int32_t)slot[i] + (int32_t)c[i];
		slot[i] = (uint32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
	}
}

// Rows of A and columns of B have 128 bits, or 256.
static void multiply_bits(uint32_t kind, const uint32_t *a, const uint32_t *b, uint32_t *slot)
{
	bool conjunction = (kind & AW_MMA_FORMAT) == AW_MMA_AND;
	unsigned words = kind & AW_MMA_TILES_2 ? 8 : 4;
	for (unsigned i = 0; i < elements_of(kind); i++) {
		uint32_t count = 0;
		for (unsigned x = 0; x < words; x++) {
			uint32_t left = a[i / 8 * words + x], right = b[i % 8 * words + x];
			count += (uint32_t)__builtin_popcount(conjunction ? left & right : left ^ right);
		}
		slot[i] += count;
	}
}

// --- doubles: 8 x 8 x 4, or 16 x 8 x 4 of tiles ---

// The words of a double are one after the other in its lane.
static void join_words(const uint32_t *words, double *out, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const uint32_t *low = words + i / LANES * 2 * LANES + i % LANES;
		uint64_t bits = (uint64_t)low[LANES] << 32 | *low;
		__builtin_memcpy(out + i, &bits, sizeof(bits));
	}
}

static void part_words(const double *values, uint32_t *out, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		uint64_t bits;
		uint32_t *low = out + i / LANES * 2 * LANES + i % LANES;
		__builtin_memcpy(&bits, values + i, sizeof(bits));
		*low = (uint32_t)bits;
		low[LANES] = (uint32_t)(bits >> 32);
	}
}

enum { DOUBLES = 32, DOUBLE_ROW = 8, DOUBLE_STEPS = 4 };

// A and B both by steps: eight of A's column, eight of B's row.
static void prepare_doubles(const uint32_t *words, bool by_steps, double *out)
{
	double values[DOUBLES];
	join_words(words, by_steps ? out : values, DOUBLES);
	for (unsigned i = 0; !by_steps && i < DOUBLES; i++)
		out[i % DOUBLE_STEPS * DOUBLE_ROW + i / DOUBLE_STEPS] = values[i];
}

static void multiply_eight(const double *a, const double *b, double *c)
{
	v8d sums[DOUBLE_ROW];
	for (unsigned r = 0; r < DOUBLE_ROW; r++)
		sums[r] = *(const v8d *)(c + r * DOUBLE_ROW);
	for (unsigned k = 0; k < DOUBLE_STEPS; k++) {
		v8d right = *(const v8d *)(b + k * DOUBLE_ROW);
		for (unsigned r = 0; r < DOUBLE_ROW; r++) {
			double left = a[k * DOUBLE_ROW + r];
			sums[r] = __builtin_elementwise_fma((v8d)(left - (v8d){ 0 }), right, sums[r]);
		}
	}
	for (unsigned r = 0; r < DOUBLE_ROW; r++)
		*(v8d *)(c + r * DOUBLE_ROW) = sums[r];
}

static void multiply_doubles(uint32_t kind, const double *a, const double *b, double *c)
{
	multiply_eight(a, b, c);
	if (kind & AW_MMA_ROWS_16)
		multiply_eight(a + DOUBLES, b, c + DOUBLE_ROW * DOUBLE_ROW);
}

// --- products of a call ---

// A factor as it is multiplied; others want it, too.
struct factor {
	uint32_t kind, at;
	_Alignas(64) float values[MOST_A];
};

union slot {
	_Alignas(64) uint32_t words[AW_MMA_RESULTS * LANES];
	double doubles[AW_MMA_RESULTS / 2 * LANES];
};

enum { KEPT = 4 }; // factors of each side

static void prepare(uint32_t kind, bool is_b, const uint32_t *words, unsigned count, float *out)
{
	enum aw_mma_format format = kind & AW_MMA_FORMAT;
	bool columns = kind & (is_b ? AW_MMA_B_COLUMNS : AW_MMA_A_COLUMNS), tiles = kind & AW_MMA_TILES;
	if (format == AW_MMA_F64)
		for (unsigned i = 0; i < count / 2; i++)
			prepare_doubles(words + 2 * i * LANES, !tiles && columns != is_b, (double *)out + i * DOUBLES);
	else if (format >= AW_MMA_XOR) {
		uint32_t ordered[MOST_A / 4];
		words = order_tiles(words, ordered, is_b ? 8 : aw_mma_tile_rows(kind), kind & AW_MMA_TILES_2 ? 2 : 1);
		__builtin_memcpy(out, words, count * LANES * sizeof(*words));
	} else if (kind & AW_MMA_QUADS)
		prepare_quads(kind, is_b, words, out);
	else if (tiles)
		prepare_tiles(kind, is_b, words, out);
	else if (is_b)
		prepare_b(kind, words, out);
	else
		prepare_a(kind, words, out);
}

// What is kept of one side: the oldest goes.
struct side {
	struct factor factors[KEPT];
	unsigned next;
};

static const float *find_factor(const struct call *call, struct side *side, bool is_b, uint32_t kind, uint32_t at)
{
	uint32_t space[AW_MMA_RESULTS * LANES];
	unsigned of_a = aw_mma_a_words(kind), count = is_b ? aw_mma_factor_words(kind) - of_a : of_a;
	for (unsigned i = 0; i < KEPT; i++)
		if (side->factors[i].at == at && side->factors[i].kind == kind)
			return side->factors[i].values;
	struct factor *factor = &side->factors[side->next++ % KEPT];
	factor->kind = kind;
	factor->at = at;
	prepare(kind, is_b, fetch(call, at, count, space), count, factor->values);
	return factor->values;
}

static void multiply_slot(uint32_t kind, const float *a, const float *b, union slot *slot)
{
	enum aw_mma_format format = kind & AW_MMA_FORMAT;
	if (format == AW_MMA_F64)
		multiply_doubles(kind, (const double *)a, (const double *)b, slot->doubles);
	else if (format >= AW_MMA_XOR)
		multiply_bits(kind, (const uint32_t *)a, (const uint32_t *)b, slot->words);
	else if (format >= AW_MMA_S8)
		multiply_integers(kind, a, b, slot->words);
	else
		multiply_floats(kind, a, b, slot->words);
}

// C or D of a call in a slot are by rows.
static void arrange_sums(uint32_t kind, bool half, const uint32_t *words, union slot *slot)
{
	unsigned count = aw_mma_sum_words(kind, half);
	double doubles[AW_MMA_RESULTS / 2 * LANES];
	if ((kind & AW_MMA_FORMAT) == AW_MMA_F64) {
		join_words(words, kind & AW_MMA_TILES ? doubles : slot->doubles, count / 2 * LANES);
		if (kind & AW_MMA_TILES)
			doubles_to_rows(doubles, slot->doubles, aw_mma_tile_rows(kind));
	} else if (kind & AW_MMA_QUADS) {
		quads_to_rows(words, slot->words, half);
	} else if (kind & AW_MMA_TILES && !half) {
		words_to_rows(words, slot->words, aw_mma_tile_rows(kind));
	} else {
		copy_words(slot->words, words, count * LANES);
	}
}

// The words of all lanes from a slot: there, or in SPACE.
static const uint32_t *part_sums(uint32_t kind, const union slot *slot, uint32_t *space)
{
	double doubles[AW_MMA_RESULTS / 2 * LANES];
	bool half = kind & AW_MMA_D_HALF, tiles = kind & AW_MMA_TILES;
	if ((kind & AW_MMA_FORMAT) == AW_MMA_F64) {
		if (tiles)
			doubles_to_lanes(slot->doubles, doubles, aw_mma_tile_rows(kind));
		part_words(tiles ? doubles : slot->doubles, space, aw_mma_result_words(kind) / 2 * LANES);
	} else if (kind & AW_MMA_QUADS) {
		quads_to_lanes(slot->words, space, half);
	} else if (tiles && !half) {
		words_to_lanes(slot->words, space, aw_mma_tile_rows(kind));
	} else {
		return slot->words;
	}
	return space;
}

static void fill_slot(const struct call *call, uint32_t kind, uint32_t at, union slot *slot)
{
	uint32_t space[AW_MMA_RESULTS * LANES];
	const uint32_t *words = fetch(call, at, aw_mma_addend_words(kind), space);
	arrange_sums(kind, kind & AW_MMA_C_HALF, words, slot);
}

static void give_slot(const struct call *call, uint32_t kind, uint32_t at, const union slot *slot)
{
	uint32_t space[AW_MMA_RESULTS * LANES];
	deliver(call, at, aw_mma_result_words(kind), part_sums(kind, slot, space));
}

static void compute(const struct call *call, const uint32_t *table)
{
	union slot slots[AW_MMA_SLOTS];
	struct side a, b;
	a.next = b.next = 0;
	for (unsigned i = 0; i < KEPT; i++)
		a.factors[i].at = b.factors[i].at = AW_MMA_NONE;
	for (const uint32_t *row = table + 1, *end = row + *table * AW_MMA_ROW; row < end; row += AW_MMA_ROW) {
		uint32_t kind = row[AW_MMA_OF_KIND];
		union slot *slot = &slots[row[AW_MMA_OF_SLOT]];
		const float *left = find_factor(call, &a, false, kind, row[AW_MMA_OF_A]);
		const float *right = find_factor(call, &b, true, kind, row[AW_MMA_OF_B]);
		if (row[AW_MMA_OF_C] != AW_MMA_NONE)
			fill_slot(call, kind, row[AW_MMA_OF_C], slot);
		multiply_slot(kind, left, right, slot);
		if (row[AW_MMA_OF_D] != AW_MMA_NONE)
			give_slot(call, kind, row[AW_MMA_OF_D], slot);
	}
}

__attribute__((noinline)) void aw_cpu_gang_joined(const uint32_t *table, const uint32_t *words, uint32_t *out)
{
	compute(&(struct call){ .words = words, .out = out }, table);
}

void aw_cpu_warp_joined(thread *t, const uint32_t *table, const uint32_t *words, uint32_t *out, site *s)
{
	struct lane own = { .words = words, .out = out };
	if (meet(t, &own, s))
		compute(&(struct call){ .first = &own }, table);
}

// --- one product: its words are those of A, B and C ---

struct single {
	uint32_t table[1 + AW_MMA_ROW];
};

static struct single single(uint32_t kind)
{
	unsigned b = aw_mma_a_words(kind), c = aw_mma_factor_words(kind);
	return (struct single){ { 1, kind, 0, b, 0, c, 0 } };
}

void aw_cpu_gang_mma(uint32_t kind, const uint32_t *words, uint32_t *out)
{
	aw_cpu_gang_joined(single(kind).table, words, out);
}

void aw_cpu_warp_mma(thread *t, uint32_t kind, const uint32_t *words, uint32_t *out, site *s)
{
	aw_cpu_warp_joined(t, single(kind).table, words, out, s);
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
