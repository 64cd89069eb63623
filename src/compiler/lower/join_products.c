// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices by a warp (src/fatbin/mma_kind.h) that stand in one block become one call.  For fibers each product
// is a meeting of 32 threads, and for gangs its words go to memory and back; programs multiply a row of fragments by a
// column of them, step by step, so that most sums are an addend of a later product and most factors have
// several.  The call has the words once, and keeps the sums (src/fatbin/mma_joined.h).
//
// A product reads and writes nothing but its words, so it may be made later, up to the next place where a lane may wait
// and to what wants its result.
#include "join_products.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/map.h"
#include "../../base/vec.h"
#include "../../fatbin/mma_joined.h"
#include "../../fatbin/mma_words.h"
#include "../analysis/need.h"
#include "waiting.h"

enum { MOST_PRODUCTS = 128, MOST_RESULTS = 128, ALL_WORDS = -1 };

struct product {
	LLVMValueRef call;
	unsigned kind, a, b, slot, c, d; // as in the table
	bool continued;                  // a later product adds to it
	bool wanted;                     // by others than products of the group
};

// Of a product's result: all, a word, or a cast of one.
struct part {
	LLVMValueRef value;
	unsigned product;
	int word; // or ALL_WORDS
};

struct group {
	struct aw_unit *unit;
	AW_VEC(struct product) products;
	AW_VEC(struct part) parts;
	AW_VEC(LLVMValueRef) words;
	struct aw_map part_of; // value -> its number in parts, from 1
	AW_VEC(LLVMValueRef) dead;
	unsigned slots, results;
};

static bool is_product(LLVMValueRef instruction)
{
	return !strcmp(aw_llvm_callee_name(instruction), "__aw_warp_mma");
}

bool aw_has_products(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (is_product(instruction))
				return true;
	return false;
}

static void forget(struct group *group)
{
	group->products.count = group->parts.count = group->words.count = 0;
	group->slots = group->results = 0;
	aw_map_finish(&group->part_of);
	group->part_of = (struct aw_map){ 0 };
}

static const struct part *part_of(const struct group *group, LLVMValueRef value)
{
	uintptr_t number = (uintptr_t)aw_map_get(&group->part_of, value);
	return number ? &group->parts.items[number - 1] : NULL;
}

static bool uses_part(const struct group *group, LLVMValueRef instruction)
{
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
		if (part_of(group, LLVMGetOperand(instruction, i)))
			return true;
	return false;
}

// --- what goes into a group ---

static void add_part(struct group *group, LLVMValueRef value, unsigned product, int word)
{
	struct part part = { .value = value, .product = product, .word = word };
	aw_need(aw_vec_push(&group->parts, part));
	aw_need(aw_map_put(&group->part_of, value, (void *)(uintptr_t)group->parts.count));
}

static bool is_element(LLVMValueRef value)
{
	return LLVMIsAExtractValueInst(value) && LLVMGetNumIndices(value) == 1;
}

// Whether nothing is done with VALUE but to take elements of it, and elements of these.
static bool is_taken_apart(LLVMValueRef value, unsigned depth)
{
	for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
		if (!is_element(LLVMGetUser(use)) || (depth && !is_taken_apart(LLVMGetUser(use), depth - 1)))
			return false;
	return true;
}

// The words of a result that was taken apart, and casts of them.
static void add_words(struct group *group, LLVMValueRef array, unsigned product)
{
	add_part(group, array, product, ALL_WORDS);
	for (LLVMUseRef use = LLVMGetFirstUse(array); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef element = LLVMGetUser(use);
		int word = (int)LLVMGetIndices(element)[0];
		add_part(group, element, product, word);
		for (LLVMUseRef cast = LLVMGetFirstUse(element); cast; cast = LLVMGetNextUse(cast))
			if (LLVMIsABitCastInst(LLVMGetUser(cast)))
				add_part(group, LLVMGetUser(cast), product, word);
	}
}

// The number of the product whose result CALL is; AW_NONE: it isn't one.
static unsigned number_of(const struct group *group, LLVMValueRef call)
{
	for (unsigned i = 0; i < group->products.count; i++)
		if (group->products.items[i].call == call)
			return i;
	return AW_NONE;
}

// Where the COUNT operands of CALL from FIRST on are among the words; they are added when they aren't.
static unsigned find_words(struct group *group, LLVMValueRef call, unsigned first, unsigned count)
{
	for (unsigned at = 0; at + count <= group->words.count; at++) {
		unsigned same = 0;
		while (same < count && group->words.items[at + same] == LLVMGetOperand(call, first + same))
			same++;
		if (same == count)
			return at;
	}
	for (unsigned i = 0; i < count; i++)
		aw_need(aw_vec_push(&group->words, LLVMGetOperand(call, first + i)));
	return (unsigned)group->words.count - count;
}

// The product of the group whose result, all of it, is the addend of CALL; AW_NONE: none.
static unsigned find_addend(const struct group *group, LLVMValueRef call, unsigned kind)
{
	unsigned first = 1 + aw_mma_factor_words(kind), count = aw_mma_addend_words(kind), from = AW_NONE;
	for (unsigned i = 0; i < count; i++) {
		const struct part *part = part_of(group, LLVMGetOperand(call, first + i));
		if (!part || part->word != (int)i || (i && part->product != from))
			return AW_NONE;
		from = part->product;
	}
	const struct product *product = &group->products.items[from];
	bool fits = aw_mma_result_words(product->kind) == count && !product->continued;
	const unsigned same = AW_MMA_FORMAT | AW_MMA_TILES | AW_MMA_ROWS_16 | AW_MMA_QUADS;
	return fits && (product->kind & same) == (kind & same) ? from : AW_NONE;
}

static bool has_parts(const struct group *group, LLVMValueRef call, unsigned first, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (part_of(group, LLVMGetOperand(call, first + i)))
			return true;
	return false;
}

static bool has_room(const struct group *group, bool continues)
{
	return group->products.count < MOST_PRODUCTS && group->words.count + AW_MMA_WORDS <= AW_JOINED_WORDS &&
	       (continues || (group->slots < AW_MMA_SLOTS && group->results + AW_MMA_RESULTS <= MOST_RESULTS));
}

// False when CALL must begin a group of its own.
static bool take_product(struct group *group, LLVMValueRef call, unsigned kind)
{
	unsigned factors = aw_mma_factor_words(kind), of_a = aw_mma_a_words(kind), addends = aw_mma_addend_words(kind);
	unsigned from = find_addend(group, call, kind);
	if (has_parts(group, call, 1, factors) || (from == AW_NONE && has_parts(group, call, 1 + factors, addends)) ||
	    !has_room(group, from != AW_NONE))
		return false;
	struct product product = { .call = call, .kind = kind, .c = AW_MMA_NONE, .d = AW_MMA_NONE };
	product.a = find_words(group, call, 1, of_a);
	product.b = find_words(group, call, 1 + of_a, factors - of_a);
	if (from == AW_NONE) {
		product.c = find_words(group, call, 1 + factors, addends);
		product.slot = group->slots++;
		group->results += AW_MMA_RESULTS;
	} else {
		product.slot = group->products.items[from].slot;
		group->products.items[from].continued = true;
	}
	aw_need(aw_vec_push(&group->products, product));
	for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use))
		add_words(group, LLVMGetUser(use), (unsigned)group->products.count - 1);
	return true;
}

// --- the call ---

static LLVMValueRef make_table(const struct group *group)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(group->unit->context);
	LLVMValueRef numbers[1 + MOST_PRODUCTS * AW_MMA_ROW];
	unsigned count = 0;
	numbers[count++] = LLVMConstInt(word, group->products.count, false);
	for (size_t i = 0; i < group->products.count; i++) {
		const struct product *product = &group->products.items[i];
		const unsigned row[AW_MMA_ROW] = { product->kind, product->a, product->b, product->slot, product->c, product->d };
		for (unsigned j = 0; j < AW_MMA_ROW; j++)
			numbers[count++] = LLVMConstInt(word, row[j], false);
	}
	LLVMValueRef values = LLVMConstArray2(word, numbers, count);
	LLVMValueRef table = LLVMAddGlobal(group->unit->module, LLVMTypeOf(values), "aw.products");
	LLVMSetInitializer(table, values);
	LLVMSetGlobalConstant(table, true);
	LLVMSetLinkage(table, LLVMPrivateLinkage);
	return table;
}

// The function that takes as many words as the group has and gives RESULTS.
static LLVMValueRef declare(const struct group *group, unsigned results, LLVMTypeRef *type)
{
	LLVMContextRef context = group->unit->context;
	LLVMTypeRef word = LLVMInt32TypeInContext(context), types[1 + AW_JOINED_WORDS] = { LLVMPointerTypeInContext(context, 0) };
	LLVMTypeRef array = LLVMArrayType2(word, results), result = LLVMStructTypeInContext(context, &array, 1, false);
	char name[64];
	assert(group->words.count <= AW_JOINED_WORDS);
	for (size_t i = 0; i < group->words.count; i++)
		types[1 + i] = word;
	*type = LLVMFunctionType(result, types, 1 + (unsigned)group->words.count, false);
	snprintf(name, sizeof(name), "__aw_warp_joined.%zu.%u", group->words.count, results);
	LLVMValueRef function = LLVMGetNamedFunction(group->unit->module, name);
	if (function)
		return function;
	function = LLVMAddFunction(group->unit->module, name, *type);
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "convergent");
	return function;
}

// Places the results that are wanted outside, and counts them.
static unsigned place_results(struct group *group)
{
	unsigned results = 0;
	for (size_t i = 0; i < group->parts.count; i++) {
		const struct part *part = &group->parts.items[i];
		for (LLVMUseRef use = LLVMGetFirstUse(part->value); use; use = LLVMGetNextUse(use)) {
			LLVMValueRef user = LLVMGetUser(use);
			bool inside = part_of(group, user) || number_of(group, user) != AW_NONE;
			group->products.items[part->product].wanted |= !inside;
		}
	}
	for (size_t i = 0; i < group->products.count; i++) {
		struct product *product = &group->products.items[i];
		if (!product->wanted)
			continue;
		product->d = results;
		results += aw_mma_result_words(product->kind);
	}
	return results;
}

static void build_parts(struct group *group, LLVMValueRef call)
{
	LLVMBuilderRef builder = group->unit->builder;
	LLVMValueRef words = LLVMBuildExtractValue(builder, call, 0, "");
	for (size_t i = 0; i < group->parts.count; i++) {
		struct part *part = &group->parts.items[i];
		const struct product *product = &group->products.items[part->product];
		if (!product->wanted || part->word == ALL_WORDS)
			continue;
		LLVMValueRef value = LLVMBuildExtractValue(builder, words, product->d + (unsigned)part->word, "");
		LLVMReplaceAllUsesWith(part->value, LLVMBuildBitCast(builder, value, LLVMTypeOf(part->value), ""));
	}
}

static void join(struct group *group, LLVMValueRef before)
{
	LLVMBuilderRef builder = group->unit->builder;
	unsigned results = place_results(group);
	if (!results)
		return;
	LLVMValueRef arguments[1 + AW_JOINED_WORDS] = { make_table(group) };
	memcpy(arguments + 1, group->words.items, group->words.count * sizeof(*arguments));
	LLVMTypeRef type;
	LLVMValueRef function = declare(group, results, &type);
	aw_llvm_at(builder, before);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(group->products.items[0].call));
	build_parts(group, LLVMBuildCall2(builder, type, function, arguments, 1 + (unsigned)group->words.count, ""));
	for (size_t i = 0; i < group->products.count; i++)
		aw_need(aw_vec_push(&group->dead, group->products.items[i].call));
	for (size_t i = 0; i < group->parts.count; i++)
		aw_need(aw_vec_push(&group->dead, group->parts.items[i].value));
}

// Ends the group before BEFORE.
static void flush(struct group *group, LLVMValueRef before)
{
	if (group->products.count > 1)
		join(group, before);
	forget(group);
}

// Whether a product may be made behind INSTRUCTION as well as before it.
static bool may_pass(LLVMValueRef instruction)
{
	if (!LLVMIsACallInst(instruction))
		return !LLVMIsATerminatorInst(instruction) && !aw_waits(instruction);
	const char *name = aw_llvm_callee_name(instruction);
	return !strcmp(name, "__aw_warp_load_rows") || !strcmp(name, "__aw_warp_store_rows") || !strcmp(name, "__aw_warp_move") ||
	       (aw_starts_with(name, "llvm.") && !aw_waits(instruction));
}

static void visit(struct group *group, LLVMValueRef instruction)
{
	int64_t kind = 0;
	bool known = is_product(instruction) && aw_llvm_constant(LLVMGetOperand(instruction, 0), &kind);
	if (known && is_taken_apart(instruction, 1)) {
		if (take_product(group, instruction, (unsigned)kind))
			return;
		flush(group, instruction);
		bool taken = take_product(group, instruction, (unsigned)kind);
		assert(taken);
		(void)taken;
	} else if (group->products.count && !part_of(group, instruction) &&
	           (uses_part(group, instruction) || !may_pass(instruction))) {
		flush(group, instruction);
	}
}

bool aw_join_products(struct aw_unit *unit, LLVMValueRef function)
{
	struct group group = { .unit = unit };
	bool changed;
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			visit(&group, instruction);
		assert(group.products.count == 0);
	}
	changed = group.dead.count > 0;
	while (group.dead.count) {
		LLVMValueRef last = group.dead.items[--group.dead.count];
		LLVMReplaceAllUsesWith(last, LLVMGetPoison(LLVMTypeOf(last)));
		aw_llvm_erase(last);
	}
	forget(&group);
	aw_vec_finish(&group.dead);
	aw_vec_finish(&group.products);
	aw_vec_finish(&group.parts);
	aw_vec_finish(&group.words);
	return changed;
}
