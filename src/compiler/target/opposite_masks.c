// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lanes that go the other way.  Where lanes part, some have `c` and the others have not, and LLVM turns the second into a comparison
// of its own, of the opposite kind:
//
//     %stay = and %mask, (icmp ne %n, 1)         %stay = and %mask, (icmp ne %n, 1)
//     %leave = and %mask, (icmp eq %n, 1)   ->   %leave = xor %stay, %mask
//
// or code generation does, which takes as many instructions as the vector has registers, and packs what they give.  Who has the mask and
// one half needs one operation for the other.  So it is with those who have the mask or one of both: `mask or c` and `mask or not c` differ
// but where the mask is.  This comes behind the optimiser, which would make a comparison of it again.
#include "../analysis/dominators.h"
#include "../pipeline.h"

// `MASK and CONDITION`, or `MASK and not CONDITION`, CONDITION a comparison of vectors.
struct half {
	LLVMValueRef value, mask, condition;
	bool negated;
	bool chosen; // by a select, which has CONDITION only where MASK is true (EITHER: is false)
	bool either; // `or` in the place of `and`
};

typedef AW_VEC(struct half) half_list;

static bool is_comparison(LLVMValueRef value)
{
	return (aw_llvm_is_op(value, LLVMICmp) || aw_llvm_is_op(value, LLVMFCmp)) && aw_llvm_is_vector(value);
}

static void add_half(half_list *halves, LLVMValueRef value, LLVMValueRef mask, LLVMValueRef condition, bool chosen, bool either)
{
	bool negated = aw_llvm_is_op(condition, LLVMXor) && LLVMGetOperand(condition, 1) == LLVMConstAllOnes(LLVMTypeOf(condition));
	if (negated)
		condition = LLVMGetOperand(condition, 0);
	if (is_comparison(condition) && !LLVMIsAConstant(mask))
		aw_need(aw_vec_push(halves, ((struct half){ value, mask, condition, negated, chosen, either })));
}

static void find_halves(half_list *halves, LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (!aw_llvm_is_vector(instruction))
			continue;
		LLVMValueRef a = LLVMGetNumOperands(instruction) > 1 ? LLVMGetOperand(instruction, 0) : NULL;
		bool either = aw_llvm_is_op(instruction, LLVMOr), select = aw_llvm_is_op(instruction, LLVMSelect) && aw_llvm_is_vector(a);
		if (aw_llvm_is_op(instruction, LLVMAnd) || either) {
			add_half(halves, instruction, a, LLVMGetOperand(instruction, 1), false, either);
			add_half(halves, instruction, LLVMGetOperand(instruction, 1), a, false, either);
		} else if (select && LLVMIsNull(LLVMGetOperand(instruction, 2))) {
			add_half(halves, instruction, a, LLVMGetOperand(instruction, 1), true, false);
		} else if (select && LLVMTypeOf(a) == LLVMTypeOf(instruction) &&
		           LLVMGetOperand(instruction, 1) == LLVMConstAllOnes(LLVMTypeOf(a))) {
			add_half(halves, instruction, a, LLVMGetOperand(instruction, 2), true, true);
		}
	}
}

static LLVMRealPredicate opposite_real(LLVMRealPredicate predicate)
{
	return (LLVMRealPredicate)(LLVMRealPredicateTrue - predicate);
}

// Whether A and B are comparisons of the same, and B is true where A is not.
static bool are_opposite(LLVMValueRef a, LLVMValueRef b)
{
	if (LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) || LLVMGetOperand(a, 0) != LLVMGetOperand(b, 0) ||
	    LLVMGetOperand(a, 1) != LLVMGetOperand(b, 1))
		return false;
	if (LLVMIsAFCmpInst(a))
		return LLVMGetFCmpPredicate(b) == opposite_real(LLVMGetFCmpPredicate(a));
	return LLVMGetICmpPredicate(b) == aw_llvm_opposite(LLVMGetICmpPredicate(a));
}

// Whether what LATE has follows from EARLY, which is computed before it.
static bool follows(const struct half *late, const struct half *early)
{
	if (late->mask != early->mask || late->either != early->either || (late->chosen && !early->chosen))
		return false;
	return late->negated == early->negated ? are_opposite(late->condition, early->condition) : late->condition == early->condition;
}

static bool comes_before(const struct aw_cfg *cfg, const struct aw_dominators *dominators, const struct half *early,
                         const struct half *late)
{
	LLVMBasicBlockRef a = LLVMGetInstructionParent(early->value), b = LLVMGetInstructionParent(late->value);
	return a == b || aw_dominates(dominators, aw_cfg_number(cfg, a), aw_cfg_number(cfg, b));
}

static bool is_there(const struct half *half)
{
	return LLVMGetInstructionParent(half->value) != NULL;
}

// Makes half I out of its other half K, which others may have as their mask.
static void replace(struct aw_unit *unit, half_list *halves, size_t i, size_t k)
{
	LLVMValueRef old = halves->items[i].value;
	aw_llvm_at(unit->builder, old);
	LLVMValueRef made = LLVMBuildXor(unit->builder, halves->items[k].value, halves->items[i].mask, "");
	if (halves->items[i].either)
		made = LLVMBuildNot(unit->builder, made, "");
	for (size_t h = 0; h < halves->count; h++)
		if (halves->items[h].mask == old)
			halves->items[h].mask = made;
	aw_llvm_replace(old, made);
}

static bool find_opposites(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_dominators dominators;
	half_list halves = { 0 };
	bool changed = false;
	aw_cfg_init(&cfg, function);
	for (uint32_t block = 0; block < cfg.count; block++) // a block comes behind those that dominate it
		find_halves(&halves, cfg.blocks[block]);
	aw_dominators_init(&dominators, &cfg.graph, 0);
	for (size_t i = 0; i < halves.count; i++)
		for (size_t k = 0; k < i; k++)
			if (follows(&halves.items[i], &halves.items[k]) && is_there(&halves.items[i]) && is_there(&halves.items[k]) &&
			    comes_before(&cfg, &dominators, &halves.items[k], &halves.items[i])) {
				replace(unit, &halves, i, k);
				changed = true;
			}
	aw_dominators_finish(&dominators);
	aw_vec_finish(&halves);
	aw_cfg_finish(&cfg);
	return changed;
}

bool aw_pass_opposite_masks(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) == 0)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function) && !aw_llvm_has_attribute(function, "optnone"))
			changed |= find_opposites(unit, function);
	return changed;
}
