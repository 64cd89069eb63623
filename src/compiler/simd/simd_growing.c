// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arrays of ints whose numbers grow slowly from small ones (simd_growing_find.c), as the rows of tables of dynamic programming, are
// arrays of bytes for as many turns as numbers fit in bytes.  How many turns loops make only the thread knows, so what follows the place
// where it does is there twice:
//
//     if (the counters' ends are small)
//         the rest, with bytes for the array's numbers, what they are made of, and the counters where they are compared with their ends
//     else
//         the rest as it was
//
// Most gangs have lanes of the first kind only.  A register has four times as many lanes of bytes.
#include "simd_growing.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_COPIED = 400 }; // instructions
static const char mark[] = "aw.growing";

struct place {
	LLVMValueRef before; // the instruction before which the ways part
	uint32_t block;      // its block
};

static LLVMTypeRef byte_type(const struct aw_growing *growing)
{
	return LLVMInt8TypeInContext(growing->unit->context);
}

// --- where ---

static uint32_t common_dominator(const struct aw_growing *growing, uint32_t a, uint32_t b)
{
	while (!aw_dominates(&growing->dominators, a, b))
		a = growing->dominators.parent[a];
	return a;
}

// The last place before all accesses that is in no loop.
static bool find_place(const struct aw_growing *growing, struct place *place)
{
	uint32_t block = AW_NONE;
	for (size_t i = 0; i < growing->loads.count + growing->stores.count; i++) {
		bool load = i < growing->loads.count;
		LLVMValueRef access = load ? growing->loads.items[i] : growing->stores.items[i - growing->loads.count];
		uint32_t of = aw_cfg_number(&growing->cfg, LLVMGetInstructionParent(access));
		if (of == AW_NONE)
			return false;
		block = block == AW_NONE ? of : common_dominator(growing, block, of);
	}
	while (growing->loops.innermost[block] != AW_NONE)
		block = growing->dominators.parent[block];
	place->block = block;
	LLVMValueRef before = aw_llvm_first_after_phis(growing->cfg.blocks[block]);
	while (!LLVMIsATerminatorInst(before) && !aw_map_get(&growing->ranks, before) && !LLVMIsAStoreInst(before))
		before = LLVMGetNextInstruction(before);
	place->before = before;
	return !LLVMIsAAllocaInst(before);
}

static bool is_there(const struct aw_growing *growing, const struct place *place, LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value))
		return true;
	uint32_t block = aw_cfg_number(&growing->cfg, LLVMGetInstructionParent(value));
	if (block != place->block)
		return aw_dominates(&growing->dominators, block, place->block);
	for (LLVMValueRef at = value; at; at = LLVMGetNextInstruction(at))
		if (at == place->before)
			return value != place->before;
	return false;
}

// Whether END can be computed at PLACE.
static bool can_move(const struct aw_growing *growing, const struct place *place, LLVMValueRef end, unsigned depth)
{
	enum { DEEP = 4 };
	if (is_there(growing, place, end))
		return true;
	bool simple = LLVMIsACastInst(end) || aw_llvm_is_op(end, LLVMAdd) || aw_llvm_is_op(end, LLVMSub);
	if (!simple || depth == DEEP || aw_llvm_integer_bits(end) == 0)
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(end); i++)
		if (aw_llvm_integer_bits(LLVMGetOperand(end, i)) == 0 || !can_move(growing, place, LLVMGetOperand(end, i), depth + 1))
			return false;
	return true;
}

// END, computed where the builder stands, before PLACE.
static LLVMValueRef moved(const struct aw_growing *growing, const struct place *place, LLVMValueRef end)
{
	if (is_there(growing, place, end))
		return end;
	LLVMValueRef copy = LLVMInstructionClone(end);
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(end); i++)
		LLVMSetOperand(copy, i, moved(growing, place, LLVMGetOperand(end, i)));
	aw_llvm_drop_promises(copy); // nobody has asked there yet whether it is needed
	LLVMInsertIntoBuilder(growing->unit->builder, copy);
	return copy;
}

static bool can_part(const struct aw_growing *growing, const struct place *place)
{
	unsigned size = 0;
	for (size_t i = 0; i < growing->counters.count; i++)
		if (!can_move(growing, place, growing->counters.items[i].end, 0))
			return false;
	for (uint32_t block = 0; block < growing->cfg.count; block++)
		if (aw_dominates(&growing->dominators, place->block, block))
			AW_FOR_INSTRUCTIONS(instruction, growing->cfg.blocks[block])
				if (++size > MOST_COPIED || (block != place->block && LLVMIsAAllocaInst(instruction)))
					return false;
	return true;
}

// --- the other way ---

// Copies the blocks from BEGIN on that all ways come to by it; returns the copy of BEGIN.
static LLVMBasicBlockRef copy_rest(const struct aw_growing *growing, LLVMBasicBlockRef begin)
{
	struct aw_cfg cfg;
	struct aw_dominators dominators;
	LLVMBasicBlockRef first = NULL;
	aw_cfg_init(&cfg, growing->function);
	aw_dominators_init(&dominators, &cfg.graph, 0);
	LLVMBasicBlockRef *blocks = AW_NEED_ARRAY(LLVMBasicBlockRef, cfg.count), *copies = AW_NEED_ARRAY(LLVMBasicBlockRef, cfg.count);
	unsigned count = 0;
	for (uint32_t block = 0; block < cfg.count; block++)
		if (aw_dominates(&dominators, aw_cfg_number(&cfg, begin), block))
			blocks[count++] = cfg.blocks[block];
	aw_llvm_copy_blocks(blocks, count, copies);
	for (unsigned i = 0; i < count; i++) {
		first = blocks[i] == begin ? copies[i] : first;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
			if (aw_llvm_is_among(blocks, count, to))
				continue;
			for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
				LLVMValueRef value = aw_llvm_find_copied(blocks, copies, count, aw_llvm_incoming(phi, blocks[i]));
				LLVMAddIncoming(phi, &value, &copies[i], 1);
			}
		}
	}
	free(blocks);
	free(copies);
	aw_dominators_finish(&dominators);
	aw_cfg_finish(&cfg);
	return first;
}

// Parts the ways; ENDS gets the counters' ends as bytes.
static void part(const struct aw_growing *growing, const struct place *place, LLVMValueRef *ends)
{
	LLVMBuilderRef builder = growing->unit->builder;
	LLVMValueRef small = NULL;
	aw_llvm_at(builder, place->before);
	for (size_t i = 0; i < growing->counters.count; i++) {
		const struct aw_growing_counter *counter = &growing->counters.items[i];
		LLVMValueRef end = counter->end;
		if (LLVMIsAZExtInst(end)) // the same number
			end = LLVMGetOperand(end, 0);
		end = moved(growing, place, end);
		LLVMTypeRef type = LLVMTypeOf(end);
		LLVMValueRef above = LLVMBuildSub(builder, end, LLVMConstInt(type, counter->start + 1, false), "");
		LLVMValueRef most = LLVMConstInt(type, growing->limit - counter->start - 1, false);
		LLVMValueRef fits = LLVMBuildICmp(builder, LLVMIntULE, above, most, "");
		small = small ? LLVMBuildAnd(builder, small, fits, "") : fits;
		ends[i] = LLVMBuildTrunc(builder, end, byte_type(growing), "");
	}
	assert(small && "the outer loop has a counter");
	small = LLVMBuildFreeze(builder, small, "");
	LLVMBasicBlockRef block = LLVMGetInstructionParent(place->before), rest = aw_llvm_split_before(place->before);
	LLVMBasicBlockRef copy = copy_rest(growing, rest);
	aw_llvm_end_anew(builder, block, small, rest, copy);
}

// --- bytes ---

struct bytes {
	struct aw_growing *growing;
	LLVMBuilderRef builder;
	LLVMValueRef array;
	struct aw_map made; // load or member -> the byte
};

static LLVMValueRef element(struct bytes *bytes, LLVMValueRef access, LLVMValueRef address)
{
	uint64_t constant;
	LLVMValueRef index = aw_growing_index(bytes->growing, address, &constant);
	aw_llvm_at(bytes->builder, access);
	if (!index)
		index = LLVMConstInt(LLVMInt64TypeInContext(bytes->growing->unit->context), constant, false);
	return LLVMBuildInBoundsGEP2(bytes->builder, byte_type(bytes->growing), bytes->array, &index, 1, "");
}

// NUMBER as a byte, for USER.
static LLVMValueRef byte_of(struct bytes *bytes, LLVMValueRef number, LLVMValueRef user)
{
	LLVMTypeRef type = byte_type(bytes->growing);
	LLVMValueRef known = aw_map_get(&bytes->made, number);
	if (known)
		return known;
	aw_llvm_at(bytes->builder, user);
	if (LLVMIsAConstantInt(number))
		return LLVMConstInt(type, LLVMConstIntGetZExtValue(number), false);
	if (LLVMIsAZExtInst(number)) // a bit
		return LLVMBuildZExt(bytes->builder, LLVMGetOperand(number, 0), type, "");
	return LLVMBuildTrunc(bytes->builder, aw_growing_uncut(number), type, "");
}

static LLVMValueRef make_call(struct bytes *bytes, LLVMValueRef member, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef type = byte_type(bytes->growing);
	const char *name = aw_llvm_callee_name(member);
	bool least = aw_starts_with(name, "llvm.smin.") || aw_starts_with(name, "llvm.umin.");
	LLVMValueRef function = aw_llvm_intrinsic(bytes->growing->unit->module, least ? "llvm.umin" : "llvm.umax", &type, 1);
	return LLVMBuildCall2(bytes->builder, LLVMGlobalGetValueType(function), function, (LLVMValueRef[]){ a, b }, 2, "");
}

static LLVMValueRef make(struct bytes *bytes, LLVMValueRef number, LLVMValueRef user);

// MEMBER of bytes; those that come around a loop to phis are filled in later.
static LLVMValueRef make_member(struct bytes *bytes, LLVMValueRef member)
{
	assert(!LLVMIsAPHINode(member) && "phis are made first");
	bool select = LLVMIsASelectInst(member);
	LLVMValueRef a = make(bytes, LLVMGetOperand(member, select), member), b = make(bytes, LLVMGetOperand(member, 1 + select), member);
	aw_llvm_at(bytes->builder, member);
	if (select)
		return LLVMBuildSelect(bytes->builder, LLVMGetOperand(member, 0), a, b, "");
	return LLVMIsACallInst(member) ? make_call(bytes, member, a, b) : LLVMBuildAdd(bytes->builder, a, b, "");
}

static LLVMValueRef make(struct bytes *bytes, LLVMValueRef number, LLVMValueRef user)
{
	if (!aw_map_get(&bytes->made, number) && aw_map_get(&bytes->growing->ranks, number))
		aw_need(aw_map_put(&bytes->made, number, make_member(bytes, number)));
	return byte_of(bytes, number, user);
}

// Loads, and phis that are still empty: what all else is made of.
static void begin_bytes(struct bytes *bytes)
{
	struct aw_growing *growing = bytes->growing;
	LLVMTypeRef type = byte_type(growing);
	unsigned count = LLVMGetArrayLength(LLVMGetAllocatedType(growing->array));
	bytes->array = aw_llvm_local(growing->function, LLVMArrayType2(type, count), "bytes");
	for (size_t i = 0; i < growing->loads.count; i++) {
		LLVMValueRef load = growing->loads.items[i], address = element(bytes, load, LLVMGetOperand(load, 0));
		aw_need(aw_map_put(&bytes->made, load, LLVMBuildLoad2(bytes->builder, type, address, "")));
	}
	for (size_t i = 0; i < growing->members.count; i++)
		if (LLVMIsAPHINode(growing->members.items[i])) {
			aw_llvm_at(bytes->builder, growing->members.items[i]);
			aw_need(aw_map_put(&bytes->made, growing->members.items[i], LLVMBuildPhi(bytes->builder, type, "")));
		}
}

static void fill_phi(struct bytes *bytes, LLVMValueRef phi)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMValueRef value = make(bytes, LLVMGetIncomingValue(phi, i), LLVMGetBasicBlockTerminator(from));
		LLVMAddIncoming(aw_map_get(&bytes->made, phi), &value, &from, 1);
	}
}

static void store_byte(struct bytes *bytes, LLVMValueRef store)
{
	LLVMValueRef value = make(bytes, LLVMGetOperand(store, 0), store), address = element(bytes, store, LLVMGetOperand(store, 1));
	LLVMBuildStore(bytes->builder, value, address);
	aw_llvm_erase(store);
}

// What isn't computed in bytes and uses NUMBER gets it from its byte.
static void widen_for_others(struct bytes *bytes, LLVMValueRef number)
{
	AW_VEC(LLVMValueRef) others = { 0 };
	AW_FOR_USES(use, number)
		if (!aw_map_get(&bytes->growing->ranks, LLVMGetUser(use)))
			aw_need(aw_vec_push(&others, LLVMGetUser(use)));
	aw_llvm_at(bytes->builder, aw_llvm_skip_phis(number));
	LLVMValueRef wide = others.count ? LLVMBuildZExt(bytes->builder, aw_map_get(&bytes->made, number), LLVMTypeOf(number), "") : NULL;
	for (size_t i = 0; i < others.count; i++)
		aw_llvm_replace_operand(others.items[i], number, wide);
	aw_vec_finish(&others);
}

static void compare_bytes(struct bytes *bytes, const struct aw_growing_counter *counter, LLVMValueRef end)
{
	aw_llvm_at(bytes->builder, counter->comparison);
	LLVMValueRef next = LLVMBuildTrunc(bytes->builder, counter->next, byte_type(bytes->growing), "");
	aw_llvm_replace(counter->comparison, LLVMBuildICmp(bytes->builder, LLVMGetICmpPredicate(counter->comparison), next, end, ""));
}

static void make_bytes(struct aw_growing *growing, LLVMValueRef *ends)
{
	struct bytes bytes = { .growing = growing, .builder = growing->unit->builder };
	begin_bytes(&bytes);
	for (size_t i = 0; i < growing->members.count; i++)
		if (LLVMIsAPHINode(growing->members.items[i]))
			fill_phi(&bytes, growing->members.items[i]);
	for (size_t i = 0; i < growing->stores.count; i++)
		store_byte(&bytes, growing->stores.items[i]);
	for (size_t i = 0; i < growing->loads.count; i++)
		widen_for_others(&bytes, growing->loads.items[i]);
	for (size_t i = 0; i < growing->members.count; i++)
		widen_for_others(&bytes, growing->members.items[i]);
	for (size_t i = 0; i < growing->counters.count; i++)
		compare_bytes(&bytes, &growing->counters.items[i], ends[i]);
	aw_map_finish(&bytes.made);
}

// --- the width ---

static bool is_wide(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 8;
}

// Whether loops load, store and compute bytes alone, beside the array's numbers.
static bool has_bytes_alone(const struct aw_growing *growing)
{
	for (uint32_t block = 0; block < growing->cfg.count; block++) {
		if (growing->loops.innermost[block] == AW_NONE)
			continue;
		AW_FOR_INSTRUCTIONS(instruction, growing->cfg.blocks[block]) {
			bool store = LLVMIsAStoreInst(instruction) != NULL, load = LLVMIsALoadInst(instruction) && !aw_llvm_is_invariant(instruction);
			LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(instruction, 0) : instruction);
			LLVMValueRef to = store ? aw_llvm_object(LLVMGetOperand(instruction, 1)) : NULL;
			if (aw_map_get(&growing->ranks, instruction) || to == growing->array)
				continue;
			if (((load || store) && is_wide(type)) || aw_llvm_is_float(type))
				return false;
		}
	}
	return true;
}

bool aw_simd_has_growing_bytes(LLVMValueRef function)
{
	return aw_llvm_is_marked(function, mark);
}

// --- one array ---

static void finish(struct aw_growing *growing)
{
	aw_vec_finish(&growing->loads);
	aw_vec_finish(&growing->stores);
	aw_vec_finish(&growing->members);
	aw_vec_finish(&growing->counters);
	aw_vec_finish(&growing->reloads);
	aw_map_finish(&growing->ranks);
	aw_dominators_finish(&growing->dominators);
	aw_loops_finish(&growing->loops);
	aw_cfg_finish(&growing->cfg);
}

// Whether all that is changed comes behind PLACE.
static bool is_behind(const struct aw_growing *growing, const struct place *place)
{
	for (size_t i = 0; i < growing->members.count; i++)
		if (is_there(growing, place, growing->members.items[i]))
			return false;
	for (size_t i = 0; i < growing->counters.count; i++)
		if (is_there(growing, place, growing->counters.items[i].phi))
			return false;
	return true;
}

static bool shrink(struct aw_unit *unit, LLVMValueRef function, LLVMValueRef array)
{
	struct aw_growing growing = { .unit = unit, .function = function };
	struct place place;
	aw_cfg_init(&growing.cfg, function);
	aw_loops_init(&growing.loops, &growing.cfg);
	aw_dominators_init(&growing.dominators, &growing.cfg.graph, 0);
	bool good = aw_growing_find(&growing, array) && find_place(&growing, &place) && is_behind(&growing, &place) &&
	            can_part(&growing, &place);
	if (good) {
		LLVMValueRef *ends = AW_NEED_ARRAY(LLVMValueRef, growing.counters.count);
		if (has_bytes_alone(&growing))
			aw_llvm_mark(function, mark);
		aw_growing_find_reloads(&growing);
		part(&growing, &place, ends);
		make_bytes(&growing, ends);
		aw_growing_keep_reloads(&growing);
		free(ends);
	}
	finish(&growing);
	return good;
}

bool aw_simd_shrink_growing(struct aw_unit *unit, LLVMValueRef function)
{
	if (unit->request->breakpoints) // of which a debugger sets one for a line, in the first copy
		return false;
	AW_FOR_INSTRUCTIONS(array, LLVMGetEntryBasicBlock(function))
		if (LLVMIsAAllocaInst(array) && shrink(unit, function, array))
			return true; // what follows is there twice now
	return false;
}
