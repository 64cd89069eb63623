// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads at clamped indices.  A stencil's neighbour at the rim is the cell itself, or the one at the other end:
//
//     a[min(i + 1, n - 1)]        a[i ? i - 1 : n - 1]
//
// Lane by lane such addresses may be anything, which means a gather; but all lanes that the clamp leaves alone lie in a row,
// and mostly that is all that are active.  So, in the code of one thread:
//
//     if (min(i + 1, n - 1) == i + 1)
//         load a[i + 1]                      a row, under a mask
//     else
//         load a[n - 1]                      for all lanes that need it; skipped when none does
//
// LLVM makes `max(i, 1) - 1` of `max(i - 1, 0)`; that is `i >= 1 ? i - 1 : 0` first.
//
// Pixels of three bytes and members of structs are loaded the same ways; their rows are taken apart in simd_rows.c.
//
// With two bounds there are three ways.  The analysis sees by itself that the first address is strided and the others are uniform.  Gangs
// of which no lane is at the rim have a version without that before (simd_inside.c).  Loads only: where lanes store to one place, the last
// one's value stays, and this changes their order.
#include "simd_clamp.h"

#include <assert.h>

enum { DEEP = 8, MOST = 32, MOST_BOUNDS = 2, MOST_STEP = 64 }; // the last in elements or bytes

static struct aw_shape shape_of(const struct aw_clamps *clamps, LLVMValueRef value)
{
	return aw_uniformity_shape(clamps->u, value);
}

bool aw_clamps_is_minimum(LLVMValueRef value, LLVMIntPredicate *taken)
{
	static const struct {
		const char *name;
		LLVMIntPredicate taken;
	} kinds[] = {
		{ "llvm.smin.", LLVMIntSLE }, { "llvm.smax.", LLVMIntSGE }, { "llvm.umin.", LLVMIntULE }, { "llvm.umax.", LLVMIntUGE },
	};
	const char *name = aw_llvm_callee_name(value);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (aw_starts_with(name, kinds[i].name)) {
			*taken = kinds[i].taken;
			return true;
		}
	return false;
}

static LLVMValueRef find_straight(const struct aw_clamps *clamps, LLVMValueRef value, unsigned depth);

// What VALUE is apart from OTHER, a bound that is the same for all lanes.
static LLVMValueRef straight_beside(const struct aw_clamps *clamps, LLVMValueRef value, LLVMValueRef other, unsigned depth)
{
	struct aw_shape shape = shape_of(clamps, value);
	if (!aw_shape_is_uniform(shape_of(clamps, other)))
		return NULL;
	if (shape.kind == AW_SHAPE_STRIDED)
		return shape.stride == 1 ? value : NULL;
	return find_straight(clamps, value, depth);
}

// The value that goes up by one from lane to lane and that VALUE is for lanes that its bounds don't concern, or NULL.
static LLVMValueRef find_straight(const struct aw_clamps *clamps, LLVMValueRef value, unsigned depth)
{
	bool select = LLVMIsASelectInst(value) != NULL;
	LLVMIntPredicate taken;
	if (!depth || (!select && !aw_clamps_is_minimum(value, &taken)))
		return NULL;
	LLVMValueRef a = LLVMGetOperand(value, select), b = LLVMGetOperand(value, 1 + select);
	LLVMValueRef straight = straight_beside(clamps, a, b, depth - 1);
	return straight ? straight : straight_beside(clamps, b, a, depth - 1);
}

LLVMValueRef aw_clamps_straight(const struct aw_clamps *clamps, LLVMValueRef value)
{
	return find_straight(clamps, value, DEEP);
}

void aw_clamps_parts(const struct aw_clamps *clamps, LLVMValueRef clamp, LLVMValueRef *own, LLVMValueRef *bound)
{
	bool select = LLVMIsASelectInst(clamp) != NULL;
	LLVMValueRef a = LLVMGetOperand(clamp, select), b = LLVMGetOperand(clamp, 1 + select);
	bool second = aw_shape_is_uniform(shape_of(clamps, a));
	*own = second ? b : a;
	*bound = second ? a : b;
}

// The one operand of INSTRUCTION that varies; NULL when there are more.
static LLVMValueRef varying_operand(const struct aw_clamps *clamps, LLVMValueRef instruction, unsigned *place)
{
	LLVMValueRef found = NULL;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
		LLVMValueRef operand = LLVMGetOperand(instruction, i);
		if (aw_shape_is_uniform(shape_of(clamps, operand)))
			continue;
		if (found || shape_of(clamps, operand).kind != AW_SHAPE_VARYING)
			return NULL;
		found = operand;
		*place = i;
	}
	return found;
}

// Whether VALUE is its first operand a few times.
static bool is_a_few_times(LLVMValueRef value)
{
	int64_t by;
	return aw_llvm_is_multiple(value, &by) && by > 0 && by <= MOST_STEP;
}

// Whether the address goes on by one element, or by some, when operand PLACE of INSTRUCTION, on the way to it, goes up by one or, if
// that is an address, by an element.
static bool keeps_step(LLVMValueRef instruction, unsigned place)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(aw_llvm_function_of(instruction)));
	LLVMTypeRef counted;
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAdd: case LLVMSExt: case LLVMZExt:
		return true;
	case LLVMSub:
		return place == 0;
	case LLVMMul: case LLVMShl:
		return is_a_few_times(instruction);
	case LLVMGetElementPtr:
		counted = place ? aw_llvm_counted_type(instruction, place) : NULL;
		return !place || (counted && LLVMABISizeOfType(layout, counted) <= MOST_STEP);
	default:
		return false;
	}
}

// The clamp on the way to the address VALUE, or NULL.
static LLVMValueRef find_clamp(const struct aw_clamps *clamps, LLVMValueRef value, LLVMValueRef *straight)
{
	for (unsigned depth = 0; depth < DEEP && LLVMIsAInstruction(value); depth++) {
		unsigned place = 0;
		*straight = find_straight(clamps, value, DEEP);
		if (*straight)
			return value;
		LLVMValueRef operand = varying_operand(clamps, value, &place);
		if (!operand || !keeps_step(value, place))
			return NULL;
		value = operand;
	}
	return NULL;
}

static void look_at(struct aw_clamps *clamps, LLVMValueRef load)
{
	LLVMValueRef address = LLVMGetOperand(load, 0), straight = NULL;
	if (!aw_llvm_is_plain(load) || shape_of(clamps, address).kind != AW_SHAPE_VARYING)
		return;
	LLVMValueRef clamp = find_clamp(clamps, address, &straight);
	if (clamp)
		aw_need(aw_vec_push(&clamps->found, ((struct aw_clamped){ load, clamp, straight })));
}

// VALUE, on the way from the clamp to an address, as it is for lanes for which the clamp is WITH.
static LLVMValueRef address_with(const struct aw_clamps *clamps, LLVMValueRef clamp, LLVMValueRef value, LLVMValueRef with)
{
	unsigned place = 0;
	if (value == clamp)
		return with;
	LLVMValueRef varying = varying_operand(clamps, value, &place);
	assert(varying && "the clamp was found that way");
	LLVMValueRef operand = address_with(clamps, clamp, varying, with);
	LLVMValueRef copy = LLVMInstructionClone(value);
	LLVMSetOperand(copy, place, operand);
	LLVMInsertIntoBuilder(clamps->unit->builder, copy);
	return copy;
}

// What CLAMP is for lanes that it doesn't leave alone: adds to BOUNDS, at most MOST_BOUNDS of them; 0: more.
static unsigned find_bounds(const struct aw_clamps *clamps, LLVMValueRef clamp, LLVMValueRef straight, LLVMValueRef *bounds)
{
	unsigned count = 0;
	while (clamp != straight) {
		if (count == MOST_BOUNDS)
			return 0;
		aw_clamps_parts(clamps, clamp, &clamp, &bounds[count++]);
	}
	return count;
}

// Ends the builder's block: where CLAMP is VALUE, LOAD is made with that and comes to PHI; the builder stands where it isn't.
static void make_way(const struct aw_clamps *clamps, const struct aw_clamped *clamped, LLVMValueRef value, LLVMValueRef phi)
{
	LLVMBuilderRef b = clamps->unit->builder;
	LLVMBasicBlockRef behind = LLVMGetInstructionParent(phi);
	LLVMBasicBlockRef same = LLVMInsertBasicBlockInContext(clamps->unit->context, behind, "");
	LLVMBasicBlockRef others = LLVMInsertBasicBlockInContext(clamps->unit->context, behind, "");
	assert(LLVMTypeOf(clamped->clamp) == LLVMTypeOf(value));
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, clamped->clamp, value, ""), same, others);
	LLVMPositionBuilderAtEnd(b, same);
	LLVMValueRef address = address_with(clamps, clamped->clamp, LLVMGetOperand(clamped->load, 0), value);
	LLVMValueRef load = LLVMInstructionClone(clamped->load);
	LLVMSetOperand(load, 0, address);
	LLVMInsertIntoBuilder(b, load);
	LLVMBuildBr(b, behind);
	LLVMAddIncoming(phi, &load, &same, 1);
	LLVMPositionBuilderAtEnd(b, others);
}

static void make_ways(const struct aw_clamps *clamps, const struct aw_clamped *clamped)
{
	LLVMBuilderRef b = clamps->unit->builder;
	LLVMValueRef load = clamped->load, bounds[MOST_BOUNDS];
	unsigned count = find_bounds(clamps, clamped->clamp, clamped->straight, bounds);
	LLVMBasicBlockRef before = LLVMGetInstructionParent(load), behind = aw_llvm_split_before(LLVMGetNextInstruction(load));
	LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(behind));
	LLVMValueRef phi = LLVMBuildPhi(b, LLVMTypeOf(load), "");
	LLVMReplaceAllUsesWith(load, phi);
	aw_llvm_at(b, load);
	aw_llvm_erase(LLVMGetBasicBlockTerminator(before));
	LLVMPositionBuilderAtEnd(b, before);
	make_way(clamps, clamped, clamped->straight, phi);
	for (unsigned i = 0; i + 1 < count; i++)
		make_way(clamps, clamped, bounds[i], phi);
	LLVMValueRef last = LLVMInstructionClone(load);
	if (count)
		LLVMSetOperand(last, 0, address_with(clamps, clamped->clamp, LLVMGetOperand(load, 0), bounds[count - 1]));
	LLVMInsertIntoBuilder(b, last);
	LLVMBasicBlockRef from = LLVMGetInsertBlock(b);
	LLVMBuildBr(b, behind);
	LLVMAddIncoming(phi, &last, &from, 1);
	aw_llvm_erase(load);
}

void aw_clamps_find(struct aw_clamps *clamps, size_t most)
{
	for (uint32_t block = 0; block < clamps->u->cfg.count; block++)
		AW_FOR_INSTRUCTIONS(instruction, clamps->u->cfg.blocks[block])
			if (LLVMIsALoadInst(instruction) && clamps->found.count < most)
				look_at(clamps, instruction);
}

// --- bounds that were moved ---

// Whether VALUE, a number, is on the way to an address.
static bool leads_to_address(LLVMValueRef value, unsigned depth)
{
	LLVMIntPredicate taken;
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		if (aw_llvm_is_op(user, LLVMGetElementPtr))
			return true;
		bool passes = aw_llvm_is_op(user, LLVMAdd) || aw_llvm_is_op(user, LLVMSExt) || aw_llvm_is_op(user, LLVMZExt) ||
		              aw_llvm_is_op(user, LLVMSelect) || aw_clamps_is_minimum(user, &taken) || is_a_few_times(user);
		if (depth && passes && leads_to_address(user, depth - 1))
			return true;
	}
	return false;
}

// Makes a choice of SUM, of a minimum or maximum and a number, both with constants; of that between two bounds, two.
static void open_clamp(struct aw_unit *unit, LLVMValueRef sum)
{
	LLVMIntPredicate taken;
	int64_t bound, added;
	if (!aw_llvm_is_op(sum, LLVMAdd) || !aw_llvm_integer_bits(sum) || !aw_llvm_constant(LLVMGetOperand(sum, 1), &added))
		return;
	LLVMValueRef clamp = LLVMGetOperand(sum, 0);
	if (!aw_clamps_is_minimum(clamp, &taken) || !aw_llvm_constant(LLVMGetOperand(clamp, 1), &bound) || !leads_to_address(sum, DEEP))
		return;
	aw_llvm_at(unit->builder, sum);
	LLVMTypeRef type = LLVMTypeOf(sum);
	LLVMValueRef number = LLVMGetOperand(clamp, 0), fixed = LLVMGetOperand(clamp, 1), by = LLVMGetOperand(sum, 1);
	LLVMValueRef free = LLVMBuildICmp(unit->builder, taken, number, fixed, "");
	LLVMValueRef other = LLVMConstInt(type, (uint64_t)bound + (uint64_t)added, true), moved = LLVMBuildAdd(unit->builder, number, by, "");
	aw_llvm_replace(sum, LLVMBuildSelect(unit->builder, free, moved, other, ""));
	aw_llvm_erase_unused(clamp);
	open_clamp(unit, moved);
}

void aw_simd_open_clamps(struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(sum, block)
			open_clamp(unit, sum);
}

bool aw_simd_split_clamps(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct aw_uniformity u;
	struct aw_clamps clamps = { unit, &u, { 0 } };
	aw_uniformity_init(&u, unit, function, gang);
	aw_clamps_find(&clamps, MOST);
	for (size_t i = 0; i < clamps.found.count; i++)
		make_ways(&clamps, &clamps.found.items[i]);
	bool changed = clamps.found.count > 0;
	aw_vec_finish(&clamps.found);
	aw_uniformity_finish(&u);
	return changed;
}
