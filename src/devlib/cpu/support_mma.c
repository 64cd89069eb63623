// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices by a warp (mma_kind.h): D = A * B + C.  A gang brings the words of all its lanes; fibers meet,
// and one of them computes for all.
//
// All formats but double are multiplied as floats: products of 16 bits are exact in float, sums of 16 products of 8 bits too.
// Elements are summed in the order of k with one rounding a step.  (The hardware's order isn't told by CUDA's manual.)
//
// AVX-512's instructions for such products aren't used: those of bfloat16 take denormals for zeros, which GPUs don't, and the product
// is a third of the work; to bring matrices into place is the rest.
#include "support.h"

#include "../../fatbin/mma_joined.h"
#include "../../fatbin/mma_words.h"

enum { LANES = 32, MOST_A = 512, MOST_C = 256 };

typedef float v16f __attribute__((vector_size(64), aligned(4)));
typedef float v8f __attribute__((vector_size(32), aligned(4)));
typedef int32_t v16i __attribute__((vector_size(64), aligned(4)));
typedef uint32_t v16u __attribute__((vector_size(64), aligned(4)));
typedef double v8d __attribute__((vector_size(64), aligned(8)));

#define INLINE static inline __attribute__((always_inline))

// Copies words, a multiple of 64 of them, where a call of memcpy would cost as much as the copy.
INLINE void copy_words(uint32_t *to, const uint32_t *from, unsigned count)
{
	for (unsigned i = 0; i < count; i += 64) {
		v16i a = *(const v16i *)(from + i), b = *(const v16i *)(from + i + 16);
		v16i c = *(const v16i *)(from + i + 32), d = *(const v16i *)(from + i + 48);
		*(v16i *)(to + i) = a, *(v16i *)(to + i + 16) = b;
		*(v16i *)(to + i + 32) = c, *(v16i *)(to + i + 48) = d;
	}
}

// --- from words to floats ---

INLINE float widen_one(const uint32_t *words, unsigned i, enum aw_mma_format format)
{
	switch (format) {
	case AW_MMA_TF32: return float_of(words[i] & 0xffffe000);
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

// 16 rows of K numbers, which may be fewer: what is read behind them goes nowhere.
INLINE void transpose_16(const float *from, float *to, unsigned to_stride, unsigned k)
{
	v16f rows[16];
	for (unsigned i = 0; i < 16; i++)
		rows[i] = *(const v16f *)(from + k * i);
	TRANSPOSE_STEP(rows, 1)
	TRANSPOSE_STEP(rows, 2)
	TRANSPOSE_STEP(rows, 4)
	TRANSPOSE_STEP(rows, 8)
	for (unsigned i = 0; i < k; i++)
		*(v16f *)(to + to_stride * i) = rows[i];
}

// FROM has N rows of K, and room for MOST_A numbers.
static void transpose(const float *from, float *to, unsigned n, unsigned k)
{
	if (k == 16 && n % 16 == 0)
		for (unsigned i = 0; i < n; i += 16)
			transpose_16(from + i * k, to + i, n, 16);
	else if (k == 8 && n == 16)
		transpose_16(from, to, n, 8);
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

static const struct shape *shape_of(uint32_t kind)
{
	enum aw_mma_format format = kind & AW_MMA_FORMAT;
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

// C += A * B.
static void multiply(uint32_t kind, const float *a, const float *b, float *c)
{
	const struct shape *shape = shape_of(kind);
	bool columns = kind & AW_MMA_A_COLUMNS;
	shape->multiply(a, columns ? 1 : shape->k, columns ? shape->m : 1, b, c);
}

// --- accumulators ---

static float saturated(float x)
{
	return x != x ? 0 : x > 65504.0f && x == __builtin_inff() ? 0x1.fffffep127f : x == -__builtin_inff() ? -0x1.fffffep127f : x;
}

// D = A * B + C for C and D in the words at SLOT.
static void multiply_floats(uint32_t kind, const float *a, const float *b, uint32_t *slot)
{
	float halves[MOST_C], *c = kind & (AW_MMA_C_HALF | AW_MMA_D_HALF) ? halves : (float *)slot;
	if (kind & AW_MMA_C_HALF)
		widen(slot, c, MOST_C, AW_MMA_F16);
	else if (kind & AW_MMA_D_HALF)
		__builtin_memcpy(c, slot, sizeof(halves));
	multiply(kind, a, b, c);
	for (unsigned i = 0; kind & AW_MMA_SATURATE && i < MOST_C; i++)
		c[i] = saturated(c[i]);
	if (kind & AW_MMA_C_HALF && !(kind & AW_MMA_D_HALF))
		__builtin_memcpy(slot, c, sizeof(halves));
	for (unsigned i = 0; kind & AW_MMA_D_HALF && i < MOST_C; i++) {
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
	unsigned count = (kind & AW_MMA_FORMAT) >= AW_MMA_S4 ? 64 : MOST_C;
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

// Rows of A and columns of B have 128 bits.
static void multiply_bits(uint32_t kind, const uint32_t *a, const uint32_t *b, uint32_t *slot)
{
	bool conjunction = (kind & AW_MMA_FORMAT) == AW_MMA_AND;
	for (unsigned i = 0; i < 64; i++) {
		uint32_t count = 0;
		for (unsigned x = 0; x < 4; x++) {
			uint32_t left = a[i / 8 * 4 + x], right = b[i % 8 * 4 + x];
			count += (uint32_t)__builtin_popcount(conjunction ? left & right : left ^ right);
		}
		slot[i] += count;
	}
}

// --- doubles: 8 x 8 x 4 ---

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

static void multiply_doubles(const double *a, const double *b, double *c)
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

// --- products of a call ---

struct lane {
	uint64_t lanes[LANES]; // of the first lane: the addresses of all
	const uint32_t *words;
	uint32_t *out;
};

// The words that a call has of its warp: for a gang, word W of lane L at 32 * W + L; or those of each fiber.
struct call {
	const uint32_t *words;
	uint32_t *out;
	const struct lane *first; // NULL: a gang
};

// A factor as it is multiplied; others want it, too.
struct factor {
	uint32_t kind, at;
	_Alignas(64) float values[MOST_A];
};

union slot {
	_Alignas(64) uint32_t words[AW_MMA_RESULTS * LANES];
	double doubles[MOST_C / 4];
};

enum { KEPT = 4 }; // factors of each side

static const struct lane *lane_of(const struct call *call, unsigned index)
{
	return (const struct lane *)(uintptr_t)call->first->lanes[index];
}

static const uint32_t *fetch(const struct call *call, unsigned at, unsigned count, uint32_t *space)
{
	if (!call->first)
		return call->words + at * LANES;
	for (unsigned l = 0; l < LANES; l++) {
		const struct lane *lane = lane_of(call, l);
		for (unsigned w = 0; w < count; w++)
			space[w * LANES + l] = lane ? lane->words[at + w] : 0;
	}
	return space;
}

static void deliver(const struct call *call, unsigned at, unsigned count, const uint32_t *words)
{
	if (!call->first)
		copy_words(call->out + at * LANES, words, count * LANES);
	for (unsigned l = 0; call->first && l < LANES; l++) {
		const struct lane *lane = lane_of(call, l);
		for (unsigned w = 0; lane && w < count; w++)
			lane->out[at + w] = words[w * LANES + l];
	}
}

static void prepare(uint32_t kind, bool is_b, const uint32_t *words, unsigned count, float *out)
{
	enum aw_mma_format format = kind & AW_MMA_FORMAT;
	if (format == AW_MMA_F64)
		prepare_doubles(words, is_b ? !(kind & AW_MMA_B_COLUMNS) : (kind & AW_MMA_A_COLUMNS) != 0, (double *)out);
	else if (format >= AW_MMA_XOR)
		__builtin_memcpy(out, words, count * LANES * sizeof(*words));
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
		multiply_doubles((const double *)a, (const double *)b, slot->doubles);
	else if (format >= AW_MMA_XOR)
		multiply_bits(kind, (const uint32_t *)a, (const uint32_t *)b, slot->words);
	else if (format >= AW_MMA_S8)
		multiply_integers(kind, a, b, slot->words);
	else
		multiply_floats(kind, a, b, slot->words);
}

static void fill_slot(const struct call *call, uint32_t kind, uint32_t at, union slot *slot)
{
	uint32_t space[AW_MMA_RESULTS * LANES];
	unsigned count = aw_mma_addend_words(kind);
	const uint32_t *words = fetch(call, at, count, space);
	if ((kind & AW_MMA_FORMAT) == AW_MMA_F64)
		join_words(words, slot->doubles, 64);
	else
		copy_words(slot->words, words, count * LANES);
}

static void give_slot(const struct call *call, uint32_t kind, uint32_t at, const union slot *slot)
{
	uint32_t space[AW_MMA_RESULTS * LANES];
	bool doubles = (kind & AW_MMA_FORMAT) == AW_MMA_F64;
	if (doubles)
		part_words(slot->doubles, space, 64);
	deliver(call, at, aw_mma_result_words(kind), doubles ? space : slot->words);
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

// Of the lanes that have met the first goes on first, so the others find their results.
void aw_cpu_warp_joined(thread *t, const uint32_t *table, const uint32_t *words, uint32_t *out, site *s)
{
	struct lane own = { .words = words, .out = out };
	struct aw_cpu_warp_call call = { .mask = UINT32_MAX, .op = AW_CPU_REDUCE_COLLECT, .value = (uintptr_t)&own };
	services(t)->reduce(t, &call, s);
	if (call.result)
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
