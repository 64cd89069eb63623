// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dot products of bytes, as __dp4a and __dp2a or a program's own sum of char4's products make them: sums of 32-bit lanes of products
//
//     s + a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3
//
// where each factor is a byte or a half of a word, signed or not, so that both fit 16 bits with a sign.  x86 multiplies and adds pairs
// of those in one instruction (pmaddwd).  A pair of products in the same sum becomes one such product of halves: bytes 0 and 2 of a word,
// or 1 and 3, are spread over its halves by a shift or two, once for all products that use them, and those of dp2a's second
// factor, which are neighbours, by a shuffle.  As all is modulo 2^32, the sum is the same whatever its order.  AVX512-VNNI, which has
// vpdpbusd for unsigned with signed bytes, is in none of the x86-64 levels.
//
// Behind the optimiser, which leaves products and sums in any order, and before split_sums deals sums to loops by the registers they need.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/map.h"
#include "../../base/vec.h"
#include "native.h"

enum { LANE_BITS = 32, HALF_BITS = 16, BYTE_BITS = 8, WINDOW = 128, MOST_ADDITIONS = 512, MOST_REGISTERS = 8 };

// What pmaddwd takes of a word, as halves.
enum spread { WHOLE, EVEN, ODD, LOW, HIGH, SPREADS };

// BITS bits of WORD, which is a vector of 32-bit lanes or a number that all lanes have, from FIRST on, widened with their sign or not.
struct part {
	LLVMValueRef word;
	unsigned first, bits;
	bool has_sign;
};

struct product {
	LLVMValueRef value, sum; // SUM: the last addition of the sum it is in
	struct part factors[2];
	bool done;
};

// The halves that were made of a word, for vectors of LANES.
struct spreads {
	unsigned lanes;
	LLVMValueRef made[SPREADS][2];
};

struct pairs {
	struct aw_unit *unit;
	AW_VEC(struct product) products; // of a block, in its order
	struct aw_map spreads;           // word -> struct spreads
	bool changed;
};

// --- parts of words ---

// The number that VALUE, a constant or a vector of equal ones, is.
static bool number_of(LLVMValueRef value, int64_t *number)
{
	if (aw_llvm_is_vector(value))
		value = LLVMIsAConstant(value) ? aw_llvm_same_scalar(value) : NULL;
	return value && LLVMIsAConstant(value) && aw_llvm_constant(value, number);
}

// Whether VALUE is OPCODE of something and *NUMBER.
static bool is_by_number(LLVMValueRef value, LLVMOpcode opcode, int64_t *number)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode && number_of(LLVMGetOperand(value, 1), number);
}

static unsigned lane_bits(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	type = aw_llvm_is_vector(value) ? LLVMGetElementType(type) : type;
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

// The word that VALUE is, shifted to the right by *FIRST.
static LLVMValueRef unshifted(LLVMValueRef value, unsigned *first)
{
	int64_t number;
	*first = 0;
	if (!is_by_number(value, LLVMLShr, &number) && !is_by_number(value, LLVMAShr, &number))
		return value;
	*first = (unsigned)number;
	return LLVMGetOperand(value, 0);
}

// VALUE, a vector of bytes or halves, as every second or fourth of those in a vector of words.
static bool read_shuffled(LLVMValueRef value, struct part *part)
{
	if (!LLVMIsAShuffleVectorInst(value) || !LLVMIsABitCastInst(LLVMGetOperand(value, 0)))
		return false;
	LLVMValueRef word = LLVMGetOperand(LLVMGetOperand(value, 0), 0);
	unsigned lanes = LLVMGetNumMaskElements(value), step = LANE_BITS / part->bits;
	if (!aw_llvm_is_vector(word) || lane_bits(word) != LANE_BITS || LLVMGetVectorSize(LLVMTypeOf(word)) != lanes)
		return false;
	int start = LLVMGetMaskValue(value, 0);
	for (unsigned i = 0; i < lanes; i++)
		if (start < 0 || start >= (int)step || LLVMGetMaskValue(value, i) != start + (int)(i * step))
			return false;
	part->word = word;
	part->first = (unsigned)start * part->bits;
	return true;
}

// VALUE as a widened byte or half.
static bool read_widened(LLVMValueRef value, struct part *part)
{
	LLVMValueRef narrow = LLVMGetOperand(value, 0);
	part->has_sign = LLVMIsASExtInst(value);
	part->bits = lane_bits(narrow);
	if (part->bits != BYTE_BITS && part->bits != HALF_BITS)
		return false;
	if (!LLVMIsATruncInst(narrow))
		return read_shuffled(narrow, part);
	part->word = unshifted(LLVMGetOperand(narrow, 0), &part->first);
	return lane_bits(part->word) == LANE_BITS;
}

// VALUE as what shifts to the left and then to the right leave.
static bool read_shifted(LLVMValueRef value, struct part *part)
{
	int64_t right, left = 0;
	if (!is_by_number(value, LLVMAShr, &right) && !is_by_number(value, LLVMLShr, &right))
		return false;
	LLVMValueRef word = LLVMGetOperand(value, 0);
	if (is_by_number(word, LLVMShl, &left))
		word = LLVMGetOperand(word, 0);
	if (right >= LANE_BITS || left > right || left < 0)
		return false;
	*part = (struct part){ word, (unsigned)(right - left), (unsigned)(LANE_BITS - right), LLVMGetInstructionOpcode(value) == LLVMAShr };
	return true;
}

static bool read_masked(LLVMValueRef value, struct part *part)
{
	int64_t mask;
	if (!is_by_number(value, LLVMAnd, &mask) || (mask != 0xff && mask != 0xffff))
		return false;
	part->word = unshifted(LLVMGetOperand(value, 0), &part->first);
	part->bits = mask == 0xff ? BYTE_BITS : HALF_BITS;
	part->has_sign = false;
	return true;
}

// Whether FACTOR, of 32-bit lanes, is a part of a word that fits 16 bits with a sign.
static bool read_part(LLVMValueRef factor, struct part *part)
{
	LLVMValueRef scalar = aw_llvm_splat_scalar(factor), value = scalar ? scalar : factor;
	if (!LLVMIsAInstruction(value) || lane_bits(value) != LANE_BITS)
		return false;
	bool found = LLVMIsASExtInst(value) || LLVMIsAZExtInst(value) ? read_widened(value, part)
	                                                              : read_shifted(value, part) || read_masked(value, part);
	return found && !LLVMIsAConstant(part->word) && part->first % part->bits == 0 && part->first + part->bits <= LANE_BITS &&
	       (part->bits == BYTE_BITS || (part->bits == HALF_BITS && part->has_sign));
}

// --- the products of a block ---

// The addition of BLOCK that alone uses VALUE; NULL: there is none.
static LLVMValueRef addition_of(LLVMValueRef value)
{
	LLVMValueRef user = aw_llvm_only_user(value);
	bool adds = user && aw_llvm_is_op(user, LLVMAdd) && LLVMGetInstructionParent(user) == LLVMGetInstructionParent(value);
	return adds ? user : NULL;
}

// The last addition of the sum that VALUE goes into.
static LLVMValueRef sum_of(LLVMValueRef value)
{
	LLVMValueRef sum = NULL, next = addition_of(value);
	for (unsigned i = 0; next && i < MOST_ADDITIONS; i++) {
		sum = next;
		next = addition_of(sum);
	}
	return sum;
}

static bool collect_products(struct pairs *pairs, LLVMBasicBlockRef block)
{
	pairs->products.count = 0;
	AW_FOR_INSTRUCTIONS(value, block) {
		struct product product = { .value = value };
		if (!aw_llvm_is_op(value, LLVMMul) || !aw_llvm_is_vector(value) || lane_bits(value) != LANE_BITS ||
		    !read_part(LLVMGetOperand(value, 0), &product.factors[0]) || !read_part(LLVMGetOperand(value, 1), &product.factors[1]))
			continue;
		product.sum = sum_of(value);
		if (product.sum && !aw_vec_push(&pairs->products, product))
			return false;
	}
	return true;
}

// --- pairs ---

// How halves LOW and HIGH are taken from their word; SPREADS: they can't be.
static enum spread spread_of(const struct part *low, const struct part *high)
{
	if (low->word != high->word || low->bits != high->bits || low->has_sign != high->has_sign)
		return SPREADS;
	if (low->bits == HALF_BITS)
		return low->first == 0 && high->first == HALF_BITS ? WHOLE : SPREADS;
	static const struct {
		unsigned low, high;
		enum spread spread;
	} ways[] = { { 0, 16, EVEN }, { 8, 24, ODD }, { 0, 8, LOW }, { 16, 24, HIGH } };
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (ways[i].low == low->first && ways[i].high == high->first)
			return ways[i].spread;
	return SPREADS;
}

// Whether products LOW and HIGH make a pair, and how their factors are spread, by LOW's; SHUFFLED: by shuffles, too.
static bool is_pair(const struct product *low, const struct product *high, bool shuffled, enum spread spreads[2])
{
	if (low->sum != high->sum)
		return false;
	for (unsigned turned = 0; turned < 2; turned++) {
		bool fits = true, shuffles = false;
		for (unsigned i = 0; i < 2; i++) {
			spreads[i] = spread_of(&low->factors[i], &high->factors[i ^ turned]);
			fits &= spreads[i] != SPREADS;
			shuffles |= spreads[i] == LOW || spreads[i] == HIGH;
		}
		if (fits && shuffles <= shuffled)
			return true;
	}
	return false;
}

// WORDS, a vector, with the bytes from FIRST on of each in the upper bytes of its halves.
static LLVMValueRef shuffle_bytes(struct aw_unit *unit, LLVMValueRef words, unsigned first)
{
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(words)), count = 4 * lanes;
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context), bytes = LLVMVectorType(LLVMInt8TypeInContext(unit->context), count);
	LLVMValueRef *order = calloc(count, sizeof(*order)), value = LLVMBuildBitCast(unit->builder, words, bytes, "");
	if (!order) {
		unit->status = AW_NO_MEMORY;
		return value;
	}
	for (unsigned i = 0; i < count; i++)
		order[i] = i % 2 ? LLVMConstInt(number, i / 4 * 4 + first + i % 4 / 2, false) : LLVMGetPoison(number);
	value = LLVMBuildShuffleVector(unit->builder, value, LLVMGetPoison(bytes), LLVMConstVector(order, count), "");
	free(order);
	return value;
}

// WORDS with its bytes spread over the halves as SPREAD says.
static LLVMValueRef build_spread(struct aw_unit *unit, LLVMValueRef words, enum spread spread, bool has_sign)
{
	LLVMBuilderRef b = unit->builder;
	LLVMTypeRef type = LLVMVectorType(LLVMInt16TypeInContext(unit->context), 2 * LLVMGetVectorSize(LLVMTypeOf(words)));
	LLVMValueRef eight = aw_llvm_number(type, BYTE_BITS), halves;
	if (spread == LOW || spread == HIGH)
		words = shuffle_bytes(unit, words, spread == LOW ? 0 : 2);
	halves = LLVMBuildBitCast(b, words, type, "");
	if (spread == WHOLE)
		return halves;
	if (spread == EVEN && !has_sign)
		return LLVMBuildAnd(b, halves, aw_llvm_number(type, 0xff), "");
	if (spread == EVEN)
		halves = LLVMBuildShl(b, halves, eight, "");
	return has_sign ? LLVMBuildAShr(b, halves, eight, "") : LLVMBuildLShr(b, halves, eight, "");
}

// Places the builder where WORD has just been made.
static void stand_behind(struct aw_unit *unit, LLVMValueRef word, LLVMValueRef user)
{
	if (!LLVMIsAInstruction(word))
		aw_llvm_at(unit->builder, aw_llvm_behind_locals(aw_llvm_function_of(user)));
	else if (LLVMIsAPHINode(word))
		aw_llvm_at(unit->builder, aw_llvm_first_after_phis(LLVMGetInstructionParent(word)));
	else
		aw_llvm_at(unit->builder, LLVMGetNextInstruction(word));
}

// The halves of PART's word for USER, a vector of as many lanes; NULL: they are there for another number of lanes.
static LLVMValueRef halves_of(struct pairs *pairs, const struct part *part, enum spread spread, LLVMValueRef user)
{
	struct aw_unit *unit = pairs->unit;
	struct spreads *spreads = aw_map_get(&pairs->spreads, part->word);
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(user));
	if (!spreads) {
		spreads = calloc(1, sizeof(*spreads));
		if (!spreads || !aw_map_put(&pairs->spreads, part->word, spreads)) {
			free(spreads);
			unit->status = AW_NO_MEMORY;
			return NULL;
		}
		spreads->lanes = lanes;
	}
	LLVMValueRef *made = &spreads->made[spread][part->has_sign];
	if (spreads->lanes != lanes || *made)
		return spreads->lanes == lanes ? *made : NULL;
	stand_behind(unit, part->word, user);
	LLVMValueRef words = part->word;
	if (!aw_llvm_is_vector(words))
		words = aw_llvm_build_splat(unit->builder, LLVMTypeOf(user), words);
	return *made = build_spread(unit, words, spread, part->has_sign);
}

// pmaddwd of whole registers.
static const struct way {
	const char *target, *name;
	unsigned lanes;
} ways[] = {
	{ "x86-64-v4", "llvm.x86.avx512.pmaddw.d.512", 16 },
	{ "x86-64-v4", "llvm.x86.avx2.pmadd.wd", 8 },
	{ "x86-64-v3", "llvm.x86.avx2.pmadd.wd", 8 },
};

// The way for vectors of LANES; NULL: there is none.
static const struct way *find_way(const struct aw_unit *unit, unsigned lanes)
{
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(ways[i].target, unit->target) && lanes % ways[i].lanes == 0 && lanes / ways[i].lanes <= MOST_REGISTERS)
			return &ways[i];
	return NULL;
}

// The sums of the products of neighbouring halves, where the builder stands.
static LLVMValueRef multiply_add(struct aw_unit *unit, const struct way *way, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef halves = LLVMVectorType(LLVMInt16TypeInContext(unit->context), 2 * way->lanes), types[] = { halves, halves };
	LLVMTypeRef function = LLVMFunctionType(LLVMVectorType(LLVMInt32TypeInContext(unit->context), way->lanes), types, 2, false);
	LLVMValueRef callee = aw_llvm_declare(unit->module, way->name, function), parts[MOST_REGISTERS];
	unsigned width = 2 * way->lanes, count = LLVMGetVectorSize(LLVMTypeOf(a)) / width;
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef arguments[] = { aw_llvm_elements(unit->builder, a, i * width, width),
			                         aw_llvm_elements(unit->builder, b, i * width, width) };
		parts[i] = LLVMBuildCall2(unit->builder, function, callee, arguments, 2, "");
	}
	return aw_llvm_join(unit->builder, parts, count);
}

// What is added up in between changes.
static void drop_promises(LLVMValueRef product, LLVMValueRef sum)
{
	LLVMValueRef addition = addition_of(product);
	for (; addition && addition != sum; addition = addition_of(addition))
		aw_llvm_drop_promises(addition);
	aw_llvm_drop_promises(sum);
}

// Replaces VALUE by WITH.
static void replace(LLVMValueRef value, LLVMValueRef with)
{
	LLVMReplaceAllUsesWith(value, with);
	aw_llvm_erase_unused(value);
}

// Puts one product of halves in the place of LOW and HIGH.
static void join_pair(struct pairs *pairs, struct product *low, struct product *high, const enum spread spreads[2])
{
	struct aw_unit *unit = pairs->unit;
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(low->value));
	const struct way *way = find_way(unit, lanes);
	LLVMValueRef halves[2] = { NULL, NULL };
	for (unsigned i = 0; way && i < 2; i++)
		halves[i] = halves_of(pairs, &low->factors[i], spreads[i], low->value);
	if (!halves[0] || !halves[1])
		return;
	drop_promises(low->value, low->sum);
	drop_promises(high->value, high->sum);
	LLVMValueRef addition = addition_of(high->value), rest = aw_llvm_other_operand(addition, high->value);
	LLVMReplaceAllUsesWith(addition, rest);
	aw_llvm_erase(addition);
	aw_llvm_at(unit->builder, low->value);
	replace(low->value, multiply_add(unit, way, halves[0], halves[1]));
	aw_llvm_erase_unused(high->value);
	low->done = high->done = pairs->changed = true;
}

// Finds a partner for product number I.
static void pair_one(struct pairs *pairs, size_t i, bool shuffled)
{
	struct product *products = pairs->products.items, *one = &products[i];
	for (size_t j = i + 1; j < pairs->products.count && j < i + WINDOW && !one->done; j++) {
		enum spread spreads[2];
		if (products[j].done)
			continue;
		if (is_pair(one, &products[j], shuffled, spreads))
			join_pair(pairs, one, &products[j], spreads);
		else if (is_pair(&products[j], one, shuffled, spreads))
			join_pair(pairs, &products[j], one, spreads);
	}
}

bool aw_pass_pair_products(struct aw_unit *unit)
{
	struct pairs pairs = { .unit = unit };
	if (!find_way(unit, 16))
		return false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		AW_FOR_BLOCKS(block, function) {
			if (!collect_products(&pairs, block))
				unit->status = AW_NO_MEMORY;
			for (unsigned shuffled = 0; shuffled < 2; shuffled++)
				for (size_t i = 0; i < pairs.products.count; i++)
					pair_one(&pairs, i, shuffled);
		}
		for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&pairs.spreads, slot));)
			free(slot->value);
		aw_map_finish(&pairs.spreads);
	}
	aw_vec_finish(&pairs.products);
	return pairs.changed;
}
