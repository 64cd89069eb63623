// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX, behind all optimisation: what lower_division put around divisions of 32 bits, lest LLVM conclude that divisors aren't 0, goes
// where the GPU gives the same.  Its sequence for a quotient ends by giving ~d for d = 0, which is all bits, and that costs what
// it costs whether a divisor can be 0 or not.
//
//     q = select(d == 0, -1, x / max(d, 1))          q = div x, d
//     r = select(d == 0, x, x - q' * max(d, 1))      r = x - q * d
//     r = select(d == 0, x, x % max(d, 1))           r = select(d == 0, x, rem x, d)
//
// Before, what a remainder was taken from is divided in place of the rest, as in  k = i % m, j = (i - k) / m,  and one division gives both:
//
//     q = (x - x % d) / d                            q = x / d,  x % d = x - q * d
//
// A product with 0 is 0 whatever the quotient was, so that remainder is x.  PTX's own remainder by 0 is ~d, too, so the choice stays.  The
// instructions are text, because LLVM's code generation takes a division of its own for a proof that the divisor isn't 0, here and wherever
// else it is compared.
//
// Numbers of 64 bits stay as they are: LLVM divides those that need no more than 32 bits as such, and then quotients by 0 have 32 bits set.
#include <stdio.h>
#include <string.h>

#include "../../base/vec.h"
#include "../analysis/need.h"
#include "../lower/lower_division.h"

struct guarded {
	struct aw_unit *unit;
	LLVMValueRef division, x, divisor, plain; // PLAIN: DIVISOR without its guard
	AW_VEC(LLVMValueRef) chosen;              // selects whose result is what they choose between 0 and other divisors
	AW_VEC(LLVMValueRef) products;
};

// Below the guard of a divisor of 32 bits; NULL without one.
static LLVMValueRef plain_divisor(LLVMValueRef divisor)
{
	LLVMValueRef plain = aw_plain_divisor(divisor);
	return plain != divisor && LLVMTypeOf(plain) == LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(plain))) ? plain : NULL;
}

static bool is_zero(LLVMValueRef value)
{
	return LLVMIsAConstant(value) && LLVMIsNull(value);
}

// Whether USER chooses, by whether the divisor is 0, between WANTED and RESULT.
static bool chooses(const struct guarded *g, LLVMValueRef user, LLVMValueRef result, LLVMValueRef wanted)
{
	LLVMValueRef test = LLVMIsASelectInst(user) ? LLVMGetOperand(user, 0) : NULL;
	if (!test || !LLVMIsAICmpInst(test) || LLVMGetOperand(test, 0) != g->plain || !is_zero(LLVMGetOperand(test, 1)))
		return false;
	bool equal = LLVMGetICmpPredicate(test) == LLVMIntEQ;
	LLVMValueRef zero = LLVMGetOperand(user, equal ? 1 : 2), other = LLVMGetOperand(user, equal ? 2 : 1);
	return (equal || LLVMGetICmpPredicate(test) == LLVMIntNE) && other == result && zero == wanted;
}

static bool note_choice(struct guarded *g, LLVMValueRef user, LLVMValueRef result, LLVMValueRef wanted)
{
	if (!chooses(g, user, result, wanted))
		return false;
	aw_need(aw_vec_push(&g->chosen, user));
	return true;
}

static bool all_choose(struct guarded *g, LLVMValueRef result, LLVMValueRef wanted)
{
	AW_FOR_USES(use, result)
		if (!note_choice(g, LLVMGetUser(use), result, wanted))
			return false;
	return true;
}

// Whether PRODUCT is the quotient times the divisor, guarded itself or only taken from the dividend for a remainder that is.
static bool is_of_rest(struct guarded *g, LLVMValueRef product)
{
	if (!aw_llvm_is_op(product, LLVMMul) || (LLVMGetOperand(product, 0) != g->divisor && LLVMGetOperand(product, 1) != g->divisor))
		return false;
	AW_FOR_USES(use, product) {
		LLVMValueRef rest = LLVMGetUser(use);
		if (note_choice(g, rest, product, LLVMConstNull(LLVMTypeOf(product))))
			continue;
		if (!aw_llvm_is_op(rest, LLVMSub) || LLVMGetOperand(rest, 0) != g->x || LLVMGetOperand(rest, 1) != product ||
		    !all_choose(g, rest, g->x))
			return false;
	}
	aw_need(aw_vec_push(&g->products, product));
	return true;
}

static bool find_uses(struct guarded *g)
{
	AW_FOR_USES(use, g->division) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!note_choice(g, user, g->division, LLVMConstAllOnes(LLVMTypeOf(g->division))) && !is_of_rest(g, user))
			return false;
	}
	return true;
}

// The remainder by the same divisor without which the dividend of a quotient is *WHOLE; NULL: it isn't such a difference.
static LLVMValueRef rest_taken(const struct guarded *g, LLVMValueRef *whole)
{
	LLVMOpcode wanted = aw_llvm_is_op(g->division, LLVMSDiv) ? LLVMSRem : LLVMURem;
	if (!aw_llvm_is_op(g->x, LLVMSub))
		return NULL;
	*whole = LLVMGetOperand(g->x, 0);
	LLVMValueRef taken = LLVMGetOperand(g->x, 1);
	for (unsigned i = 0; i < (LLVMIsASelectInst(taken) ? 3u : 1u); i++) {
		LLVMValueRef rest = LLVMIsASelectInst(taken) ? LLVMGetOperand(taken, i) : taken;
		if (aw_llvm_is_op(rest, wanted) && LLVMGetOperand(rest, 0) == *whole && LLVMGetOperand(rest, 1) == g->divisor &&
		    (rest == taken || chooses(g, taken, rest, *whole)))
			return rest;
	}
	return NULL;
}

static struct guarded look_at(struct aw_unit *unit, LLVMValueRef division)
{
	LLVMValueRef divisor = LLVMGetOperand(division, 1);
	return (struct guarded){ .unit = unit, .division = division, .x = LLVMGetOperand(division, 0), .divisor = divisor,
		                 .plain = plain_divisor(divisor) };
}

static bool is_quotient(LLVMValueRef instruction)
{
	return aw_llvm_is_op(instruction, LLVMSDiv) || aw_llvm_is_op(instruction, LLVMUDiv);
}

static void divide_whole(struct aw_unit *unit, LLVMValueRef division)
{
	struct guarded g = look_at(unit, division);
	LLVMValueRef whole, rest = g.plain ? rest_taken(&g, &whole) : NULL;
	if (rest && find_uses(&g)) {
		aw_llvm_at(unit->builder, rest);
		LLVMInstructionRemoveFromParent(division);
		LLVMSetOperand(division, 0, whole);
		aw_llvm_drop_promises(division);
		LLVMInsertIntoBuilder(unit->builder, division);
		LLVMValueRef product = LLVMBuildMul(unit->builder, division, g.divisor, "");
		aw_llvm_replace(rest, LLVMBuildSub(unit->builder, whole, product, ""));
	}
	aw_vec_finish(&g.chosen);
	aw_vec_finish(&g.products);
}

// Replaces the division by PTX's own, without a guard.
static void write_division(const struct guarded *g, const char *name)
{
	char text[32], constraints[] = "=r,r,r";
	snprintf(text, sizeof(text), "%s $0, $1, $2;", name);
	LLVMTypeRef number = LLVMTypeOf(g->x), type = LLVMFunctionType(number, (LLVMTypeRef[]){ number, number }, 2, false);
	LLVMValueRef code = LLVMGetInlineAsm(type, text, strlen(text), constraints, strlen(constraints), false, false,
	                                     LLVMInlineAsmDialectATT, false);
	aw_llvm_at(g->unit->builder, g->division);
	LLVMValueRef made = LLVMBuildCall2(g->unit->builder, type, code, (LLVMValueRef[]){ g->x, g->plain }, 2, "");
	LLVMAttributeRef no_memory = LLVMCreateEnumAttribute(g->unit->context, aw_llvm_attribute_kind("memory"), 0);
	LLVMAddCallSiteAttribute(made, LLVMAttributeFunctionIndex, no_memory);
	aw_llvm_replace(g->division, made);
}

static void unguard_quotient(const struct guarded *g)
{
	for (size_t i = 0; i < g->chosen.count; i++) {
		LLVMValueRef chosen = g->chosen.items[i];
		bool equal = LLVMGetICmpPredicate(LLVMGetOperand(chosen, 0)) == LLVMIntEQ;
		aw_llvm_replace(chosen, LLVMGetOperand(chosen, equal ? 2 : 1));
	}
	for (size_t i = 0; i < g->products.count; i++) {
		bool second = LLVMGetOperand(g->products.items[i], 1) == g->divisor;
		LLVMSetOperand(g->products.items[i], second, g->plain);
		aw_llvm_drop_promises(g->products.items[i]);
	}
	write_division(g, aw_llvm_is_op(g->division, LLVMSDiv) ? "div.s32" : "div.u32");
}

static void unguard_rest(const struct guarded *g)
{
	write_division(g, aw_llvm_is_op(g->division, LLVMSRem) ? "rem.s32" : "rem.u32");
}

typedef AW_VEC(LLVMValueRef) values;

static bool has(const values *list, LLVMValueRef value)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i] == value)
			return true;
	return false;
}

// Puts the divisor of DIVISION in KEPT when its guard must stay; else, with CHANGE, takes the guard away.
static void visit(struct aw_unit *unit, LLVMValueRef division, values *kept, bool change)
{
	bool quotient = is_quotient(division);
	struct guarded g = look_at(unit, division);
	if (g.plain && !has(kept, g.plain)) {
		bool good = quotient ? find_uses(&g) : all_choose(&g, division, g.x);
		if (!good)
			aw_need(aw_vec_push(kept, g.plain));
		else if (change && quotient)
			unguard_quotient(&g);
		else if (change)
			unguard_rest(&g);
	}
	aw_vec_finish(&g.chosen);
	aw_vec_finish(&g.products);
}

static void find_divisions(LLVMValueRef function, values *divisions)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (aw_is_division(instruction) && plain_divisor(LLVMGetOperand(instruction, 1)))
				aw_need(aw_vec_push(divisions, instruction));
}

// A divisor keeps its guard everywhere or nowhere, lest ptxas compute two reciprocals.
static bool unguard_all(struct aw_unit *unit, LLVMValueRef function)
{
	values divisions = { 0 }, kept = { 0 };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (is_quotient(instruction))
				divide_whole(unit, instruction);
	find_divisions(function, &divisions);
	for (unsigned change = 0; change < 2; change++)
		for (size_t i = 0; i < divisions.count; i++)
			visit(unit, divisions.items[i], &kept, change);
	bool changed = divisions.count > 0;
	aw_vec_finish(&divisions);
	aw_vec_finish(&kept);
	return changed;
}

bool aw_pass_plain_divisions(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (!aw_llvm_is_defined(function) || !unguard_all(unit, function))
			continue;
		aw_llvm_run_function_passes(function, "dce", unit->machine);
		changed = true;
	}
	return changed;
}
