// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices by a warp, and moving their fragments (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions").
// A product becomes the mark that nvcuda::wmma's products are (src/fatbin/mma_kind.h), with the fragments in the lanes as
// PTX has them; ldmatrix and stmatrix are a mark of their own, movmatrix becomes shuffles.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "../../fatbin/mma_words.h"
#include "ptx_emit.h"

enum { MOST_WORDS = 1 + AW_MMA_WORDS }; // that a mark is given
_Static_assert(1 + AW_MOVE_ADDRESS_WORDS + AW_MOVE_MOST <= MOST_WORDS, "a move is smaller");

static LLVMValueRef number(struct aw_ptx_emit *emit, uint64_t value)
{
	return LLVMConstInt(aw_ptx_int(emit, 32), value, false);
}

// A call of the mark NAME, with the type that it has in the device library: what it gives, RESULTS words.
static LLVMValueRef build_mark(struct aw_ptx_emit *emit, const char *name, LLVMValueRef *words, unsigned count, unsigned results)
{
	LLVMTypeRef types[MOST_WORDS], word = aw_ptx_int(emit, 32), array = LLVMArrayType2(word, results);
	LLVMTypeRef result = LLVMStructTypeInContext(emit->context, &array, 1, false);
	assert(count <= MOST_WORDS);
	for (unsigned i = 0; i < count; i++)
		types[i] = word;
	LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
	LLVMValueRef function = aw_llvm_declare(emit->module, name, type);
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "convergent");
	LLVMValueRef given = LLVMBuildCall2(emit->builder, type, function, words, count, "");
	return LLVMBuildExtractValue(emit->builder, given, 0, "");
}

// --- mma ---

// The types of D, A, B and C.
enum { OF_D, OF_A, OF_B, OF_C, MATRICES };

struct shape {
	unsigned m, n, k;
};

struct product {
	struct shape shape;
	const char *types[MATRICES];
	uint32_t kind;
	unsigned tiles; // along k
	LLVMValueRef a[8 * 2], b[4 * 2], sum[AW_MMA_RESULTS]; // words; of doubles two each
};

static const struct factor_row {
	const char *name;
	unsigned bits; // a tile has 128 of a row; four doubles, too
	enum aw_mma_format format;
	const char *sum; // the type of C and D
} factors[] = {
	{ "f16", 16, AW_MMA_F16, "f32" },  { "bf16", 16, AW_MMA_BF16, "f32" }, { "tf32", 32, AW_MMA_TF32, "f32" },
	{ "e4m3", 8, AW_MMA_E4M3, "f32" }, { "e5m2", 8, AW_MMA_E5M2, "f32" },  { "f64", 32, AW_MMA_F64, "f64" },
	{ "s8", 8, AW_MMA_S8, "s32" },     { "u8", 8, AW_MMA_U8, "s32" },      { "s4", 4, AW_MMA_S4, "s32" },
	{ "u4", 4, AW_MMA_U4, "s32" },     { "b1", 1, AW_MMA_XOR, "s32" },
};

static const struct factor_row *find_factor(const char *name)
{
	for (size_t i = 0; name && i < sizeof(factors) / sizeof(*factors); i++)
		if (!strcmp(factors[i].name, name))
			return &factors[i];
	return NULL;
}

static bool find_shape(const struct aw_ptx_op *op, struct shape *shape)
{
	for (unsigned i = 0; i < op->source->modifier_count; i++)
		if (sscanf(op->source->modifiers[i], "m%un%uk%u", &shape->m, &shape->n, &shape->k) == 3)
			return true;
	return false;
}

static void find_types(const struct aw_ptx_op *op, const char *types[MATRICES])
{
	unsigned count = 0;
	for (unsigned i = 0; i < op->source->modifier_count && count < MATRICES; i++) {
		const char *word = op->source->modifiers[i];
		if (find_factor(word) || !strcmp(word, "f32") || !strcmp(word, "s32"))
			types[count++] = word;
	}
}

// The order of the two modifiers of A's and B's layout.
static void find_layouts(const struct aw_ptx_op *op, bool columns[2])
{
	unsigned count = 0;
	for (unsigned i = 0; i < op->source->modifier_count && count < 2; i++)
		if (!strcmp(op->source->modifiers[i], "row") || !strcmp(op->source->modifiers[i], "col"))
			columns[count++] = op->source->modifiers[i][0] == 'c';
}

static bool is_half(const char *type) { return !strcmp(type, "f16"); }

// C and D have the type that goes with the factors', or of halves' and narrower ones' sums f16.
static bool sum_fits(const struct factor_row *factor, const char *type)
{
	bool narrow = factor->format == AW_MMA_F16 || factor->format == AW_MMA_E4M3 || factor->format == AW_MMA_E5M2;
	return !strcmp(type, factor->sum) || (narrow && is_half(type));
}

// Which product OP is; false: none that there is.
static bool classify(const struct aw_ptx_op *op, struct product *product)
{
	const struct shape *shape = &product->shape;
	bool columns[2] = { false, false };
	if (!find_shape(op, &product->shape))
		return false;
	find_types(op, product->types);
	find_layouts(op, columns);
	const struct factor_row *a = find_factor(product->types[OF_A]), *b = find_factor(product->types[OF_B]);
	if (!a || !b || !product->types[OF_C] || a->bits != b->bits || strcmp(a->sum, b->sum) != 0 || shape->n != 8 ||
	    (a->bits > 8 && a != b) || !sum_fits(a, product->types[OF_C]) || !sum_fits(a, product->types[OF_D]))
		return false;
	product->kind = a->format | (uint32_t)b->format << AW_MMA_B_FORMAT_AT | AW_MMA_TILES;
	if (a->format == AW_MMA_XOR)
		product->kind += aw_ptx_has(op, "and") ? AW_MMA_AND - AW_MMA_XOR : 0;
	product->kind |= is_half(product->types[OF_C]) ? AW_MMA_C_HALF : 0;
	product->kind |= is_half(product->types[OF_D]) ? AW_MMA_D_HALF : 0;
	product->tiles = shape->k * a->bits / 128;
	if (a->format == AW_MMA_F16 && shape->m == 8 && shape->k == 4) {
		product->kind |= AW_MMA_QUADS | (columns[0] ? AW_MMA_A_COLUMNS : 0) | (columns[1] ? AW_MMA_B_COLUMNS : 0);
		product->tiles = 1;
		return true;
	}
	bool few_rows = shape->m == 8 && product->tiles == 1 && (a->bits < 16 || a->format == AW_MMA_F64);
	bool rows = shape->m == 16 && (product->tiles <= 2 || (product->tiles == 4 && a->format == AW_MMA_F64));
	product->kind |= shape->m == 16 ? AW_MMA_ROWS_16 : 0;
	return !columns[0] && columns[1] && product->tiles && product->tiles * 128 == shape->k * a->bits && (few_rows || rows);
}

static bool has_doubles(const struct product *product) { return (product->kind & AW_MMA_FORMAT) == AW_MMA_F64; }

// The registers of operand INDEX as COUNT words.
static void read_words(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, bool doubles, unsigned count,
                       LLVMValueRef *words)
{
	const struct aw_ptx_operand *operand = &op->source->operands[index];
	unsigned of_register = doubles ? 2 : 1;
	if (operand->count * of_register != count || (operand->kind != AW_PTX_VECTOR && operand->kind != AW_PTX_SINGLE)) {
		aw_ptx_error(emit, op, "operand %u has %u registers in place of %u", index + 1, operand->count, count / of_register);
		return;
	}
	for (unsigned i = 0; i < operand->count; i++) {
		const struct aw_ptx_atom *atom = aw_ptx_atom(&emit->parser, operand, i);
		LLVMValueRef bits = aw_ptx_read_atom(emit, op, atom, doubles ? AW_PTX_b64 : AW_PTX_b32);
		words[i * of_register] = LLVMBuildTrunc(emit->builder, bits, aw_ptx_int(emit, 32), "");
		if (doubles) {
			LLVMValueRef upper = LLVMBuildLShr(emit->builder, bits, LLVMConstInt(aw_ptx_int(emit, 64), 32, false), "");
			words[i * of_register + 1] = LLVMBuildTrunc(emit->builder, upper, aw_ptx_int(emit, 32), "");
		}
	}
}

static void write_words(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, bool doubles, unsigned count, LLVMValueRef *words)
{
	const struct aw_ptx_operand *operand = &op->source->operands[0];
	if (operand->count * (doubles ? 2 : 1) != count) {
		aw_ptx_error(emit, op, "operand 1 has %u registers in place of %u", operand->count, count / (doubles ? 2 : 1));
		return;
	}
	for (unsigned i = 0; i < operand->count; i++) {
		LLVMValueRef bits = words[doubles ? 2 * i : i];
		if (doubles) {
			LLVMTypeRef wide = aw_ptx_int(emit, 64);
			LLVMValueRef upper = LLVMBuildZExt(emit->builder, words[2 * i + 1], wide, "");
			upper = LLVMBuildShl(emit->builder, upper, LLVMConstInt(wide, 32, false), "");
			bits = LLVMBuildOr(emit->builder, LLVMBuildZExt(emit->builder, bits, wide, ""), upper, "");
		}
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, operand, i), doubles ? AW_PTX_b64 : AW_PTX_b32, bits);
	}
}

// The mark of one product: SUM becomes A * B + SUM.
static void build_product(struct aw_ptx_emit *emit, uint32_t kind, LLVMValueRef *a, LLVMValueRef *b, LLVMValueRef *sum)
{
	LLVMValueRef arguments[1 + AW_MMA_WORDS] = { number(emit, kind) };
	unsigned of_a = aw_mma_a_words(kind), factors_end = aw_mma_factor_words(kind), end = factors_end + aw_mma_addend_words(kind);
	assert(end <= AW_MMA_WORDS);
	for (unsigned i = 0; i < AW_MMA_WORDS; i++)
		arguments[1 + i] = i < of_a ? a[i] : i < factors_end ? b[i - of_a] : i < end ? sum[i - factors_end] : number(emit, 0);
	LLVMValueRef words = build_mark(emit, "__aw_warp_mma", arguments, 1 + AW_MMA_WORDS, AW_MMA_RESULTS);
	for (unsigned i = 0; i < aw_mma_result_words(kind); i++)
		sum[i] = LLVMBuildExtractValue(emit->builder, words, i, "");
}

// What has more numbers than the support library takes at once is done tile by tile along k.  Such a sum is limited where the
// whole of it is added: before that it can't go over.
static void build_by_tiles(struct aw_ptx_emit *emit, struct product *product, bool saturate)
{
	unsigned of_a = aw_mma_a_words(product->kind), of_b = aw_mma_factor_words(product->kind) - of_a;
	unsigned count = aw_mma_result_words(product->kind);
	LLVMValueRef addend[AW_MMA_RESULTS];
	for (unsigned i = 0; i < count; i++) {
		addend[i] = product->sum[i];
		product->sum[i] = saturate ? number(emit, 0) : addend[i];
	}
	for (unsigned t = 0; t < product->tiles; t++)
		build_product(emit, product->kind, product->a + t * of_a, product->b + t * of_b, product->sum);
	for (unsigned i = 0; saturate && i < count; i++) {
		LLVMValueRef arguments[] = { product->sum[i], addend[i] };
		product->sum[i] = aw_ptx_intrinsic(emit, "llvm.sadd.sat", aw_ptx_int(emit, 32), arguments, 2);
	}
}

void aw_ptx_emit_mma(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	struct product product = { .tiles = 0 };
	if (!classify(op, &product)) {
		aw_ptx_error(emit, op, "is not supported on the CPU");
		return;
	}
	bool doubles = has_doubles(&product), saturate = aw_ptx_has(op, "satfinite");
	bool by_tiles = product.tiles > 1 && (doubles || product.shape.m * product.shape.k > AW_MMA_MOST_A);
	unsigned tiles = by_tiles ? product.tiles : 1;
	product.kind |= !by_tiles && product.tiles == 2 ? AW_MMA_TILES_2 : 0;
	product.kind |= !by_tiles && saturate ? AW_MMA_SATURATE : 0;
	unsigned of_a = aw_mma_a_words(product.kind);
	read_words(emit, op, 1, doubles, of_a * tiles, product.a);
	read_words(emit, op, 2, doubles, (aw_mma_factor_words(product.kind) - of_a) * tiles, product.b);
	read_words(emit, op, 3, doubles, aw_mma_addend_words(product.kind), product.sum);
	if (emit->failed)
		return;
	if (by_tiles)
		build_by_tiles(emit, &product, saturate);
	else
		build_product(emit, product.kind, product.a, product.b, product.sum);
	write_words(emit, op, doubles, aw_mma_result_words(product.kind), product.sum);
}

// --- matrices of 8x8 elements of 16 bits, rows of 16 bytes each: lane L has elements 2 * (L % 4) and the next of row L / 4 ---

// The mark of ldmatrix or stmatrix for WORDS, of which a load reads none; what a load gives.
static LLVMValueRef build_move(struct aw_ptx_emit *emit, uint32_t kind, LLVMValueRef address, LLVMValueRef words[AW_MOVE_MOST])
{
	enum { COUNT = 1 + AW_MOVE_ADDRESS_WORDS + AW_MOVE_MOST };
	LLVMTypeRef word = aw_ptx_int(emit, 32), wide = aw_ptx_int(emit, 64);
	LLVMValueRef bits = LLVMBuildPtrToInt(emit->builder, address, wide, "");
	LLVMValueRef upper = LLVMBuildLShr(emit->builder, bits, LLVMConstInt(wide, 32, false), "");
	LLVMValueRef arguments[COUNT] = { number(emit, kind), LLVMBuildTrunc(emit->builder, bits, word, ""),
	                                  LLVMBuildTrunc(emit->builder, upper, word, "") };
	for (unsigned i = 0; i < AW_MOVE_MOST; i++)
		arguments[1 + AW_MOVE_ADDRESS_WORDS + i] = words[i] ? words[i] : number(emit, 0);
	return build_mark(emit, "__aw_warp_move", arguments, COUNT, AW_MOVE_MOST);
}

// How many matrices ldmatrix or stmatrix moves; 0 after an error.
static unsigned count_matrices(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_operand *registers)
{
	unsigned count = aw_ptx_has(op, "x4") ? 4 : aw_ptx_has(op, "x2") ? 2 : 1;
	if (registers->count == count)
		return count;
	aw_ptx_error(emit, op, "has %u registers for %u matrices", registers->count, count);
	return 0;
}

void aw_ptx_emit_ldmatrix(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct aw_ptx_operand *target = &op->source->operands[0];
	unsigned count = count_matrices(emit, op, target);
	LLVMValueRef none[AW_MOVE_MOST] = { NULL }, address = aw_ptx_address(emit, op, 1);
	if (emit->failed)
		return;
	LLVMValueRef words = build_move(emit, count | (aw_ptx_has(op, "trans") ? AW_MOVE_TRANSPOSED : 0), address, none);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef word = LLVMBuildExtractValue(emit->builder, words, i, "");
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, target, i), AW_PTX_b32, word);
	}
}

void aw_ptx_emit_stmatrix(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct aw_ptx_operand *source = &op->source->operands[1];
	unsigned count = count_matrices(emit, op, source);
	LLVMValueRef words[AW_MOVE_MOST] = { NULL }, address = aw_ptx_address(emit, op, 0);
	for (unsigned i = 0; i < count; i++)
		words[i] = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, source, i), AW_PTX_b32);
	if (!emit->failed)
		build_move(emit, count | AW_MOVE_STORES | (aw_ptx_has(op, "trans") ? AW_MOVE_TRANSPOSED : 0), address, words);
}

// --- movmatrix ---

// VALUE of LANE.
static LLVMValueRef shuffle(struct aw_ptx_emit *emit, LLVMValueRef value, LLVMValueRef lane)
{
	LLVMValueRef arguments[] = { number(emit, UINT32_MAX), value, lane, number(emit, 31) };
	return aw_ptx_intrinsic(emit, "llvm.nvvm.shfl.sync.idx.i32", NULL, arguments, 4);
}

// Element (L / 4, 2 * (L % 4) + i) of the transposed matrix: half L / 4 % 2 of lane 4 * (2 * (L % 4) + i) + L / 4 / 2.
void aw_ptx_emit_movmatrix(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	LLVMBuilderRef b = emit->builder;
	LLVMValueRef own = aw_ptx_intrinsic(emit, "llvm.nvvm.read.ptx.sreg.laneid", NULL, NULL, 0);
	LLVMValueRef row = LLVMBuildLShr(b, own, number(emit, 2), ""), pair = LLVMBuildAnd(b, own, number(emit, 3), "");
	LLVMValueRef word = aw_ptx_read(emit, op, 1, AW_PTX_b32), halves[2];
	LLVMValueRef shift = LLVMBuildShl(b, LLVMBuildAnd(b, row, number(emit, 1), ""), number(emit, 4), "");
	LLVMValueRef lane = LLVMBuildShl(b, pair, number(emit, 3), "");
	lane = LLVMBuildAdd(b, lane, LLVMBuildLShr(b, row, number(emit, 1), ""), "");
	for (unsigned i = 0; i < 2; i++) {
		halves[i] = shuffle(emit, word, LLVMBuildAdd(b, lane, number(emit, 4 * i), ""));
		halves[i] = LLVMBuildAnd(b, LLVMBuildLShr(b, halves[i], shift, ""), number(emit, 0xffff), "");
	}
	LLVMValueRef upper = LLVMBuildShl(b, halves[1], number(emit, 16), "");
	aw_ptx_write(emit, op, 0, AW_PTX_b32, LLVMBuildOr(b, halves[0], upper, ""));
}
