// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a gang keeps while the others of its block run.  A value that is made in one region and used in another
//
//   - needs nothing when it is the same for all gangs: the last one's is everyone's;
//   - is computed again where it is used when a few instructions make it from arguments, values of the block
//     and the gang's place (addresses, masks of lanes in range);
//   - else lies in an array with one element a gang: stored at the end of the region that makes it, loaded at
//     the beginning of those that use it.
//
// The phis of joints (gang_regions.c) that differ are such arrays from the start: regions that lead to the
// joint store what they bring at their end, and a value on its way there uses the phi's array if it can.  As a
// gang loads at the beginning of a region and stores at its end, a phi needs no second array for the value it
// has and the one it gets next.  Local variables whose contents may be needed in more than one turn of a region
// are arrays, too.
//
// What a region changes behind a branch alone, as where no lane of a gang takes part, is stored there: gangs that go the other way leave
// the array as it is, and LLVM loads behind the branch, too, what isn't needed elsewhere.
//
// Masks are stored as integers, a bit a lane.  How the arrays lie in memory says gang_record.c.
#include <assert.h>

#include "../analysis/loops.h"
#include "gang_block.h"
#include "gang_record.h"

// Instructions that a gang rather repeats than loads what they made.
enum { BUDGET = 8, KEPT = 2 }; // and as how many a scalar counts that is kept for a vector of it
// More than this in all arrays, and the kernel is better off with a stack a thread.
enum { MOST_BYTES = 4 << 20 };

struct change {
	LLVMValueRef user;
	unsigned operand;
	LLVMValueRef value;
};

// At the end of REGION, VALUE is stored for joint phi PHI.
struct arrival {
	LLVMValueRef phi, value, store;
	uint32_t region, depth; // DEPTH: of the loops around the region
};

struct state {
	struct aw_gang_block *block;
	LLVMBuilderRef builder;
	struct aw_map arrays;           // value -> its array (an alloca)
	AW_VEC(LLVMValueRef) stored;    // the values that have one, in order
	AW_VEC(LLVMValueRef) variables; // the allocas of the kernel
	struct aw_map *present;         // by region: value of elsewhere -> what stands for it there
	LLVMValueRef *index;            // by region: the gang's index
	AW_VEC(struct arrival) arrivals;
	AW_VEC(struct change) changes;  // made at the end: until then the code says what is computed from what
	uint64_t bytes;
};

// --- arrays ---

// The type of a value in memory: an integer for <W x i1>, and bytes for bits, whose vectors over several gangs no
// processor can load.
static LLVMTypeRef stored_type(struct state *state, LLVMTypeRef type)
{
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1)
		return LLVMInt8TypeInContext(state->block->unit->context);
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return type;
	LLVMTypeRef item = LLVMGetElementType(type);
	if (LLVMGetTypeKind(item) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(item) != 1)
		return type;
	return LLVMIntTypeInContext(state->block->unit->context, LLVMGetVectorSize(type));
}

// Of an array of TYPE for VALUE: at least what loads and stores of its elements say.
static unsigned array_alignment(const struct state *state, LLVMValueRef value, LLVMTypeRef type)
{
	unsigned own = aw_llvm_is_op(value, LLVMAlloca) ? LLVMGetAlignment(value) : 0, least = aw_gang_alignment(state->block, type);
	return own > least ? own : least;
}

static LLVMValueRef make_array(struct state *state, LLVMValueRef value, LLVMTypeRef type)
{
	uint64_t count = state->block->max_gangs;
	LLVMPositionBuilderBefore(state->builder, LLVMGetBasicBlockTerminator(state->block->start));
	LLVMSetCurrentDebugLocation2(state->builder, NULL);
	LLVMValueRef array = LLVMBuildAlloca(state->builder, LLVMArrayType2(type, count), aw_llvm_name(value));
	LLVMSetAlignment(array, array_alignment(state, value, type));
	state->bytes += count * LLVMABISizeOfType(LLVMGetModuleDataLayout(state->block->unit->module), type);
	aw_need(aw_map_put(&state->arrays, value, array));
	aw_need(aw_map_put(&state->block->own, array, array));
	aw_need(aw_vec_push(&state->stored, value));
	return array;
}

static LLVMValueRef array_of(struct state *state, LLVMValueRef value)
{
	LLVMValueRef array = aw_map_get(&state->arrays, value);
	return array ? array : make_array(state, value, stored_type(state, LLVMTypeOf(value)));
}

// Places the builder at the end of BLOCK.
static void go_to_end(struct state *state, LLVMBasicBlockRef block)
{
	aw_llvm_at(state->builder, LLVMGetBasicBlockTerminator(block));
}

// The address of the element of REGION's gang in an array.
static LLVMValueRef element(struct state *state, uint32_t region, LLVMValueRef array)
{
	LLVMTypeRef type = LLVMGetElementType(LLVMGetAllocatedType(array));
	return LLVMBuildInBoundsGEP2(state->builder, type, array, &state->index[region], 1, "");
}

static LLVMValueRef load_element(struct state *state, uint32_t region, LLVMValueRef value)
{
	LLVMValueRef array = array_of(state, value);
	go_to_end(state, state->block->regions.items[region].head);
	LLVMTypeRef type = LLVMGetElementType(LLVMGetAllocatedType(array)), wanted = LLVMTypeOf(value);
	LLVMValueRef load = LLVMBuildLoad2(state->builder, type, element(state, region, array), aw_llvm_name(value));
	if (type == wanted)
		return load;
	bool is_bit = LLVMGetTypeKind(wanted) == LLVMIntegerTypeKind;
	return is_bit ? LLVMBuildTrunc(state->builder, load, wanted, "") : LLVMBuildBitCast(state->builder, load, wanted, "");
}

// Stores what REGION has for array VALUE at its end.
static LLVMValueRef store_element(struct state *state, uint32_t region, LLVMValueRef value, LLVMValueRef content)
{
	LLVMValueRef array = array_of(state, value);
	LLVMTypeRef type = LLVMGetElementType(LLVMGetAllocatedType(array));
	go_to_end(state, state->block->regions.items[region].latch);
	if (LLVMTypeOf(content) != type) {
		bool is_bit = LLVMGetTypeKind(LLVMTypeOf(content)) == LLVMIntegerTypeKind;
		content = is_bit ? LLVMBuildZExt(state->builder, content, type, "") : LLVMBuildBitCast(state->builder, content, type, "");
	}
	return LLVMBuildStore(state->builder, content, element(state, region, array));
}

// --- values where they are used ---

static bool is_cheap(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMLShr: case LLVMAShr: case LLVMAnd: case LLVMOr:
	case LLVMXor: case LLVMICmp: case LLVMFCmp: case LLVMSelect: case LLVMGetElementPtr: case LLVMTrunc: case LLVMZExt:
	case LLVMSExt: case LLVMPtrToInt: case LLVMIntToPtr: case LLVMBitCast: case LLVMAddrSpaceCast: case LLVMSIToFP:
	case LLVMUIToFP: case LLVMFAdd: case LLVMFSub: case LLVMFMul: case LLVMFNeg: case LLVMExtractElement:
	case LLVMInsertElement: case LLVMShuffleVector: case LLVMExtractValue: case LLVMInsertValue:
		return true;
	default:
		return aw_llvm_is_fma(instruction);
	}
}

static bool differs(const struct state *state, LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && !aw_block_uniform(&state->block->uniformity, value);
}

// How many instructions give VALUE in REGION anew; more than BUDGET: too many.  WITHIN: for what is computed from it, or NULL.  A vector
// of a scalar takes more to keep than that does.
static int cost(const struct state *state, LLVMValueRef value, uint32_t region, LLVMValueRef within)
{
	if (!differs(state, value) || aw_map_get(&state->present[region], value) || aw_gang_is_place(value))
		return 0;
	if (aw_map_get(&state->arrays, value) || aw_llvm_is_op(value, LLVMAlloca))
		return 1;
	int sum = !is_cheap(value) ? BUDGET + 1 : aw_llvm_is_fma(value) ? 2 : 1;
	for (int i = 0; i < LLVMGetNumOperands(value) && sum <= BUDGET; i++)
		sum += cost(state, LLVMGetOperand(value, (unsigned)i), region, value);
	return sum > BUDGET && within && aw_llvm_is_vector(within) && !aw_llvm_is_vector(value) ? KEPT : sum;
}

static LLVMValueRef present(struct state *state, LLVMValueRef value, uint32_t region);

static LLVMValueRef repeat(struct state *state, LLVMValueRef value, uint32_t region)
{
	LLVMValueRef copy = LLVMInstructionClone(value);
	for (int i = 0; i < LLVMGetNumOperands(value); i++) {
		LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
		if (differs(state, operand))
			LLVMSetOperand(copy, (unsigned)i, present(state, operand, region));
	}
	go_to_end(state, state->block->regions.items[region].head);
	LLVMInsertIntoBuilderWithName(state->builder, copy, aw_llvm_name(value));
	return copy;
}

// What stands for VALUE in REGION.
static LLVMValueRef present(struct state *state, LLVMValueRef value, uint32_t region)
{
	assert(region != AW_NONE && "what differs among gangs, where there are none");
	if (!differs(state, value))
		return value;
	LLVMBasicBlockRef home = LLVMGetInstructionParent(value);
	if (aw_gang_region_of(state->block, home) == region)
		return value;
	LLVMValueRef found = aw_map_get(&state->present[region], value);
	if (found)
		return found;
	bool variable = aw_llvm_is_op(value, LLVMAlloca), array = aw_map_get(&state->arrays, value) != NULL;
	if (variable && array) {
		go_to_end(state, state->block->regions.items[region].head);
		found = element(state, region, aw_map_get(&state->arrays, value));
	} else if (variable) {
		found = value;
	} else if (!array && cost(state, value, region, NULL) <= BUDGET) {
		found = repeat(state, value, region);
	} else {
		found = load_element(state, region, value);
	}
	aw_need(aw_map_put(&state->present[region], value, found));
	return found;
}

// Gives USER what stands for its operands there.
static void mend_user(struct state *state, LLVMValueRef user)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
	bool phi = aw_llvm_is_op(user, LLVMPHI);
	if (aw_map_get(&state->block->once, block))
		return; // joints: store_joints
	for (int i = 0; i < LLVMGetNumOperands(user); i++) {
		LLVMValueRef operand = LLVMGetOperand(user, (unsigned)i);
		if (!differs(state, operand))
			continue;
		LLVMBasicBlockRef place = phi ? LLVMGetIncomingBlock(user, (unsigned)i) : block;
		LLVMValueRef found = present(state, operand, aw_gang_region_of(state->block, place));
		if (found != operand)
			aw_need(aw_vec_push(&state->changes, (struct change){ user, (unsigned)i, found }));
	}
}

// --- local variables ---

// Whether USER of an address only looks at or changes what lies there.
static bool only_accesses(LLVMValueRef user, LLVMValueRef address)
{
	static const char *const names[] = { "llvm.masked.", "llvm.memcpy.", "llvm.memmove.", "llvm.memset.", "llvm.lifetime." };
	if (aw_llvm_is_op(user, LLVMStore))
		return LLVMGetOperand(user, 0) != address;
	LLVMValueRef callee = aw_llvm_callee(user);
	for (size_t i = 0; callee && i < sizeof(names) / sizeof(*names); i++)
		if (aw_starts_with(aw_llvm_name(callee), names[i]))
			return true;
	return aw_llvm_is_op(user, LLVMLoad) || aw_llvm_is_op(user, LLVMICmp);
}

// Collects in *REGION where ADDRESS, and what is made of it, is used; false when in several, or nobody knows.
static bool used_in_one(struct state *state, LLVMValueRef address, struct aw_map *seen, uint32_t *region)
{
	AW_FOR_USES(use, address) {
		LLVMValueRef user = LLVMGetUser(use);
		uint32_t other = aw_gang_region_of(state->block, LLVMGetInstructionParent(user));
		if (other == AW_NONE || (*region != AW_NONE && other != *region))
			return false;
		*region = other;
		if (only_accesses(user, address) || aw_map_get(seen, user))
			continue;
		aw_need(aw_map_put(seen, user, user));
		if (LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMVoidTypeKind || aw_llvm_is_op(user, LLVMCall) ||
		    !used_in_one(state, user, seen, region))
			return false;
	}
	return true;
}

// Whether the contents of VARIABLE must outlive a region: it is used in several, or in one that comes again.  Where the
// kernel has but one, it doesn't matter where its address goes.
static bool outlives(struct state *state, LLVMValueRef variable, const struct aw_cfg *cfg, const struct aw_loops *loops)
{
	struct aw_map seen = { 0 };
	uint32_t region = AW_NONE;
	bool one = used_in_one(state, variable, &seen, &region);
	aw_map_finish(&seen);
	if (!one && state->block->regions.count == 1)
		region = 0, one = true;
	if (!one || region == AW_NONE)
		return !one;
	uint32_t before = aw_cfg_number(cfg, state->block->regions.items[region].before);
	return before != AW_NONE && loops->innermost[before] != AW_NONE;
}

static void drop_lifetimes(LLVMValueRef variable)
{
	for (LLVMUseRef use = LLVMGetFirstUse(variable), next; use; use = next) {
		next = LLVMGetNextUse(use);
		LLVMValueRef callee = aw_llvm_callee(LLVMGetUser(use));
		if (callee && aw_starts_with(aw_llvm_name(callee), "llvm.lifetime."))
			aw_llvm_erase(LLVMGetUser(use));
	}
}

// The bytes of a variable for one gang, so many that the next gang's are aligned as VARIABLE is: what was concluded from
// its alignment holds for each gang.
static LLVMTypeRef type_of_variable(const struct state *state, LLVMValueRef variable)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(state->block->unit->context);
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(state->block->unit->module);
	uint64_t alignment = LLVMGetAlignment(variable), size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(variable));
	int64_t count = 1;
	if (aw_llvm_constant(LLVMGetOperand(variable, 0), &count))
		size *= (uint64_t)count;
	return LLVMArrayType2(byte, (size + alignment - 1) / alignment * alignment);
}

static void multiply_variables(struct state *state)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, state->block->function);
	aw_loops_init(&loops, &cfg);
	AW_FOR_INSTRUCTIONS(variable, state->block->start)
		if (aw_llvm_is_op(variable, LLVMAlloca) && differs(state, variable))
			aw_need(aw_vec_push(&state->variables, variable));
	for (size_t i = 0; i < state->variables.count; i++) {
		LLVMValueRef variable = state->variables.items[i];
		if (!outlives(state, variable, &cfg, &loops))
			continue;
		drop_lifetimes(variable);
		make_array(state, variable, type_of_variable(state, variable));
	}
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}

// --- all values ---

// Whether VALUE, of another region than REGION, is computed from PHI.
static bool leans_on(const struct state *state, LLVMValueRef value, LLVMValueRef phi, uint32_t region)
{
	if (value == phi)
		return true;
	if (!differs(state, value) || !is_cheap(value) || aw_map_get(&state->present[region], value) ||
	    aw_gang_region_of(state->block, LLVMGetInstructionParent(value)) == region ||
	    cost(state, value, region, NULL) > BUDGET)
		return false;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (leans_on(state, LLVMGetOperand(value, (unsigned)i), phi, region))
			return true;
	return false;
}

// Regions leave what they bring to the phis of the joint behind them.
static void store_joint(struct state *state, LLVMValueRef phi)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		uint32_t region = aw_gang_region_of(state->block, LLVMGetIncomingBlock(phi, i));
		if (LLVMIsUndef(value) || value == phi)
			continue;
		assert(region != AW_NONE && state->block->regions.items[region].latch == LLVMGetIncomingBlock(phi, i));
		if (leans_on(state, value, phi, region))
			array_of(state, value); // rather than computed again from the phi's: they may become one
		LLVMValueRef store = store_element(state, region, phi, present(state, value, region));
		aw_need(aw_vec_push(&state->arrivals, (struct arrival){ phi, value, store, region, 0 }));
	}
}

static void store_joints(struct state *state, LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block);
	for (; aw_llvm_is_op(phi, LLVMPHI); phi = LLVMGetNextInstruction(phi))
		if (differs(state, phi))
			store_joint(state, phi);
}

static void remove_joint_phis(struct state *state, LLVMBasicBlockRef block)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(block), next; aw_llvm_is_op(phi, LLVMPHI); phi = next) {
		next = LLVMGetNextInstruction(phi);
		if (differs(state, phi))
			aw_llvm_replace(phi, LLVMGetPoison(LLVMTypeOf(phi)));
	}
}

// The index of the gang in every region, as address arithmetic wants it.
static void mark_indices(struct state *state)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(state->block->unit->context);
	for (size_t i = 0; i < state->block->regions.count; i++) {
		go_to_end(state, state->block->regions.items[i].head);
		LLVMValueRef index = aw_gang_place(state->block, "aw.gang.index");
		state->index[i] = LLVMBuildZExt(state->builder, index, wide, "");
	}
}

// --- one array for two values ---

typedef AW_VEC(LLVMBasicBlockRef) block_vec;

static void visit(struct aw_map *seen, block_vec *work, LLVMBasicBlockRef from)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
		LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
		if (aw_map_get(seen, next))
			continue;
		aw_need(aw_map_put(seen, next, next));
		aw_need(aw_vec_push(work, next));
	}
}

// Whether VALUE is loaded in a region that is reached behind block FROM without coming through block STOP.
static bool is_loaded_behind(struct state *state, LLVMValueRef value, LLVMBasicBlockRef from, LLVMBasicBlockRef stop)
{
	struct aw_map seen = { 0 };
	block_vec work = { 0 };
	bool found = false;
	visit(&seen, &work, from);
	while (work.count && !found) {
		LLVMBasicBlockRef block = work.items[--work.count];
		uint32_t region = aw_gang_region_of(state->block, block);
		if (block == stop)
			continue;
		found = region != AW_NONE && aw_map_get(&state->present[region], value);
		visit(&seen, &work, block);
	}
	aw_vec_finish(&work);
	aw_map_finish(&seen);
	return found;
}

// Whether a region makes VALUE, and the array of PHI is free then, and is VALUE's until it becomes PHI's again.
static bool fits(struct state *state, const struct arrival *arrival)
{
	LLVMValueRef phi = arrival->phi, value = arrival->value;
	if (!LLVMIsAInstruction(value) || !aw_map_get(&state->arrays, value) || aw_llvm_is_op(value, LLVMAlloca))
		return false;
	uint32_t home = aw_gang_region_of(state->block, LLVMGetInstructionParent(value));
	if (home == AW_NONE || home == arrival->region)
		return false;
	const struct aw_gang_region *region = &state->block->regions.items[home];
	LLVMBasicBlockRef joint = LLVMGetInstructionParent(phi);
	return !is_loaded_behind(state, phi, region->latch, joint) && !is_loaded_behind(state, value, joint, region->before);
}

// Whether storing what arrives at PHI overwrites OTHER while it is needed.
static bool disturbs(struct state *state, LLVMValueRef phi, LLVMValueRef other)
{
	for (size_t i = 0; i < state->arrivals.count; i++) {
		const struct arrival *arrival = &state->arrivals.items[i];
		LLVMBasicBlockRef latch = state->block->regions.items[arrival->region].latch;
		if (arrival->phi == phi && is_loaded_behind(state, other, latch, LLVMGetInstructionParent(other)))
			return true;
	}
	return false;
}

// Whether PHI gets along with the phis that share ARRAY: none of its own joint, where they have their values together.
static bool gets_along(struct state *state, const struct aw_map *shared, LLVMValueRef phi, LLVMValueRef array)
{
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(shared, slot));) {
		LLVMValueRef other = (LLVMValueRef)slot->key;
		if (slot->value != array)
			continue;
		if (LLVMGetInstructionParent(other) == LLVMGetInstructionParent(phi) || disturbs(state, phi, other) ||
		    disturbs(state, other, phi))
			return false;
	}
	return true;
}

// What arrives in each turn of a loop before what does once.
static void put_often_first(struct state *state)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, state->block->function);
	aw_loops_init(&loops, &cfg);
	for (size_t i = 0; i < state->arrivals.count; i++) {
		struct arrival arrival = state->arrivals.items[i];
		uint32_t loop = loops.innermost[aw_cfg_number(&cfg, state->block->regions.items[arrival.region].latch)];
		arrival.depth = loop == AW_NONE ? 0 : loops.loops.items[loop].depth;
		size_t place = i;
		for (; place > 0 && state->arrivals.items[place - 1].depth < arrival.depth; place--)
			state->arrivals.items[place] = state->arrivals.items[place - 1];
		state->arrivals.items[place] = arrival;
	}
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}

// A value that is on its way to joints' phis shares its array with them where that is free, so that nothing needs to be
// copied.  One value for each phi, so that no two meet there.
static void share_arrays(struct state *state)
{
	struct aw_map shared = { 0 }; // phi -> the array that it shares
	put_often_first(state);
	for (size_t i = 0; i < state->arrivals.count; i++) {
		const struct arrival *arrival = &state->arrivals.items[i];
		LLVMValueRef with = aw_map_get(&state->arrays, arrival->value), own = array_of(state, arrival->phi);
		if (aw_map_get(&shared, arrival->phi) || !fits(state, arrival) || !gets_along(state, &shared, arrival->phi, with))
			continue;
		aw_need(aw_map_put(&shared, arrival->phi, with));
		LLVMReplaceAllUsesWith(own, with);
		aw_map_remove(&state->block->own, own);
		aw_llvm_erase(own);
		aw_need(aw_map_put(&state->arrays, arrival->phi, with));
		aw_llvm_erase(arrival->store);
	}
	aw_map_finish(&shared);
}

// Stores the values that turned out to need an array, and drops what the arrays took the place of.
static void store_values(struct state *state)
{
	for (size_t i = 0; i < state->stored.count; i++) {
		LLVMValueRef value = state->stored.items[i];
		uint32_t region = aw_gang_region_of(state->block, LLVMGetInstructionParent(value));
		if (region != AW_NONE)
			store_element(state, region, value, value);
	}
	for (size_t i = 0; i < state->changes.count; i++)
		LLVMSetOperand(state->changes.items[i].user, state->changes.items[i].operand, state->changes.items[i].value);
	AW_FOR_BLOCKS(block, state->block->function)
		if (aw_map_get(&state->block->once, block))
			remove_joint_phis(state, block);
	for (size_t i = 0; i < state->variables.count; i++)
		if (!LLVMGetFirstUse(state->variables.items[i]))
			aw_llvm_erase(state->variables.items[i]);
}

// --- what changes behind a branch ---

// The array of which ADDRESS is the element of REGION's gang; NULL: of none that holds values.
static LLVMValueRef array_at(const struct state *state, const struct aw_map *arrays, LLVMValueRef address, uint32_t region)
{
	bool element = aw_llvm_is_op(address, LLVMGetElementPtr) && LLVMGetNumOperands(address) == 2 &&
	               LLVMGetOperand(address, 1) == state->index[region];
	return element ? aw_map_get(arrays, LLVMGetOperand(address, 0)) : NULL;
}

// Whether VALUE is what ARRAY has already.
static bool stays(const struct state *state, const struct aw_map *arrays, LLVMValueRef value, LLVMValueRef array, uint32_t region)
{
	return aw_llvm_is_op(value, LLVMLoad) && array_at(state, arrays, LLVMGetOperand(value, 0), region) == array;
}

// Whether TO comes behind FROM, and little before it.
static bool leads_straight(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	enum { MOST = 8 };
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	for (unsigned i = 0; i < MOST && from != to && LLVMGetNumSuccessors(end) == 1; i++) {
		from = LLVMGetSuccessor(end, 0);
		end = LLVMGetBasicBlockTerminator(from);
	}
	return from == to;
}

// Whether what STORE puts into ARRAY at the end of REGION is stored where it is made, if at all.
static bool goes_apart(const struct state *state, const struct aw_map *arrays, LLVMValueRef store, LLVMValueRef array, uint32_t region)
{
	LLVMValueRef phi = LLVMGetOperand(store, 0);
	unsigned staying = 0;
	if (!aw_llvm_is_op(phi, LLVMPHI) || !leads_straight(LLVMGetInstructionParent(phi), LLVMGetInstructionParent(store)))
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i));
		if (stays(state, arrays, LLVMGetIncomingValue(phi, i), array, region))
			staying++;
		else if (LLVMGetNumSuccessors(end) != 1)
			return false;
	}
	return staying > 0;
}

static void store_apart(struct state *state, const struct aw_map *arrays, LLVMValueRef store, LLVMValueRef array, uint32_t region)
{
	LLVMValueRef phi = LLVMGetOperand(store, 0);
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		if (stays(state, arrays, value, array, region) || LLVMIsUndef(value))
			continue;
		bool made_here = LLVMIsAInstruction(value) && !LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == from;
		aw_llvm_at(state->builder, made_here ? LLVMGetNextInstruction(value) : LLVMGetBasicBlockTerminator(from));
		LLVMBuildStore(state->builder, value, element(state, region, array));
	}
	aw_llvm_erase(store);
	if (!LLVMGetFirstUse(phi))
		aw_llvm_erase(phi);
}

// A few values are less than it takes to branch for several gangs at once.
static void part_stores_of(struct state *state, const struct aw_map *arrays, uint32_t region)
{
	enum { FEW = 3 };
	AW_VEC(LLVMValueRef) stores = { 0 };
	LLVMBasicBlockRef latch = state->block->regions.items[region].latch;
	if (!latch)
		return;
	AW_FOR_INSTRUCTIONS(store, latch) {
		LLVMValueRef array = LLVMIsAStoreInst(store) ? array_at(state, arrays, LLVMGetOperand(store, 1), region) : NULL;
		if (array && goes_apart(state, arrays, store, array, region))
			aw_need(aw_vec_push(&stores, store));
	}
	for (size_t i = 0; i < stores.count && stores.count > FEW; i++)
		store_apart(state, arrays, stores.items[i], array_at(state, arrays, LLVMGetOperand(stores.items[i], 1), region), region);
	aw_vec_finish(&stores);
}

static void part_stores(struct state *state)
{
	struct aw_map arrays = { 0 };
	for (size_t i = 0; i < state->stored.count; i++) {
		LLVMValueRef array = aw_map_get(&state->arrays, state->stored.items[i]);
		if (!aw_llvm_is_op(state->stored.items[i], LLVMAlloca))
			aw_need(aw_map_put(&arrays, array, array));
	}
	for (uint32_t region = 0; region < state->block->regions.count; region++)
		part_stores_of(state, &arrays, region);
	aw_map_finish(&arrays);
}

// --- where they lie ---

// The arrays, each once, but for those of local variables, whose accesses may count on more alignment than their types have.
static size_t list_arrays(const struct state *state, LLVMValueRef *arrays)
{
	size_t count = 0;
	for (size_t i = 0; i < state->stored.count; i++) {
		LLVMValueRef array = aw_map_get(&state->arrays, state->stored.items[i]);
		size_t place = 0;
		while (place < count && arrays[place] != array)
			place++;
		if (place == count && !aw_llvm_is_op(state->stored.items[i], LLVMAlloca))
			arrays[count++] = array;
	}
	return count;
}

static void lay_out(struct state *state)
{
	LLVMValueRef *arrays = AW_NEED_ARRAY(LLVMValueRef, state->stored.count);
	aw_gang_record_join(state->block, arrays, list_arrays(state, arrays));
	if (state->block->span)
		aw_gang_record_lengthen(state->block);
	free(arrays);
}

void aw_gang_state_store(struct aw_gang_block *block)
{
	struct state state = { .block = block, .builder = block->unit->builder };
	state.present = AW_NEED_ARRAY(struct aw_map, block->regions.count);
	state.index = AW_NEED_ARRAY(LLVMValueRef, block->regions.count);
	mark_indices(&state);
	multiply_variables(&state);
	AW_FOR_BLOCKS(part, block->function)
		AW_FOR_INSTRUCTIONS(user, part)
			mend_user(&state, user);
	AW_FOR_BLOCKS(part, block->function)
		if (aw_map_get(&block->once, part))
			store_joints(&state, part);
	share_arrays(&state);
	store_values(&state);
	part_stores(&state);
	lay_out(&state);
	if (state.bytes > MOST_BYTES) {
		block->refusal = "the local variables of all threads of a block are too large";
		block->culprit = NULL;
	}
	for (size_t i = 0; i < block->regions.count; i++)
		aw_map_finish(&state.present[i]);
	free(state.present);
	free(state.index);
	aw_map_finish(&state.arrays);
	aw_vec_finish(&state.stored);
	aw_vec_finish(&state.variables);
	aw_vec_finish(&state.changes);
	aw_vec_finish(&state.arrivals);
}
