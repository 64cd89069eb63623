// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which threads wait for other blocks alone: the decoupled look-back of scans (D. Merrill and M. Garland, "Single-pass
// Parallel Prefix Scan with Decoupled Look-back", 2016), a lock that one thread takes for its block, a barrier of the grid made of
// a counter.  Gangs may do that.  The block is left at a mark in the loop, aw.spin, and gets its turn again when other blocks had
// theirs (cpu_grid.c).
//
// What gangs can't do is to let the other gangs of their block, or lanes that have left the loop, go on meanwhile.  So nothing that
// these do before the next barrier may matter to anybody outside of the block, whom the loop may wait for in turn:
//
//   - what the loop reads is in global memory, for sure;
//   - in all code that lies between the same barriers, who writes to global memory is of the warp that waits, and then that warp
//     leaves the loop as one, or a single thread waits.
//
// Or no block waits but for earlier ones (block_order.c).
//
// A read that is repeated only with a barrier on the way, or in a loop within that waits for nobody, holds nobody up.  Who is of one warp,
// or is one thread, is seen by the branches that lead there: on a thread's number in the row, so such gangs are for blocks that are a row.
#include "block_waits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/access.h"
#include "../lower/waiting.h"
#include "../target/nvptx.h"

enum { WARP = 32, MOST_STEPS = 16, MOST_GUARDS = 8 };

// Those that a branch lets through.
struct guard {
	LLVMValueRef value;  // a number that is the block's, NULL: WARP is known
	int64_t warp;
	bool single; // one thread; if VALUE is given, it is the thread's number, else the warp's
};

struct guards {
	struct guard items[MOST_GUARDS];
	unsigned count;
};

// A part of a block of the function between barriers: blocks are cut there.
struct parts {
	const struct aw_unit *unit;
	const struct aw_uniformity *u;
	uint32_t *first; // of a block: the number of its first part; those of the next block begin at first[block + 1]
	bool *seen;      // by part
	AW_VEC(uint32_t) work;
};

// --- memory ---

// The root of POINTER, as far as it can be followed.
static LLVMValueRef root_of(LLVMValueRef pointer)
{
	for (unsigned step = 0; step < MOST_STEPS; step++) {
		if (!aw_llvm_is_op(pointer, LLVMGetElementPtr) && !aw_llvm_is_op(pointer, LLVMAddrSpaceCast))
			break;
		pointer = LLVMGetOperand(pointer, 0);
	}
	return pointer;
}

// A parameter of the kernel, by value or a pointer, can't lead to a block's shared memory.
static bool is_global(LLVMValueRef pointer, unsigned depth)
{
	LLVMValueRef root = root_of(pointer);
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(root));
	if (depth > MOST_STEPS || space == AW_NVPTX_SHARED)
		return false;
	if (space == AW_NVPTX_GLOBAL || LLVMIsAArgument(root))
		return true;
	if (aw_llvm_is_op(root, LLVMLoad)) {
		LLVMValueRef from = root_of(LLVMGetOperand(root, 0));
		return LLVMIsAArgument(from) || LLVMGetPointerAddressSpace(LLVMTypeOf(from)) == AW_NVPTX_CONSTANT;
	}
	if (aw_llvm_is_op(root, LLVMSelect))
		return is_global(LLVMGetOperand(root, 1), depth + 1) && is_global(LLVMGetOperand(root, 2), depth + 1);
	return false;
}

bool aw_block_waits_is_global(LLVMValueRef pointer)
{
	return is_global(pointer, 0);
}

LLVMValueRef aw_block_waits_address(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMLoad: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: return LLVMGetOperand(instruction, 0);
	case LLVMStore: return LLVMGetOperand(instruction, 1);
	default: return NULL;
	}
}

static bool has_addresses(LLVMValueRef call)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
			return true;
	return false;
}

bool aw_block_waits_is_seen(const struct aw_unit *unit, LLVMValueRef instruction)
{
	const char *reason;
	LLVMValueRef address = aw_block_waits_address(instruction);
	if (address)
		return !aw_llvm_is_op(instruction, LLVMLoad) && !aw_access_is_shared(address) && !aw_waits_is_local(address);
	if (!LLVMIsACallInst(instruction))
		return false;
	LLVMValueRef callee = aw_llvm_callee(instruction);
	enum aw_simd_form form = callee ? aw_simd_call_form(unit, instruction, &reason) : AW_SIMD_NONE;
	bool harmless = form == AW_SIMD_PLAIN || form == AW_SIMD_BLOCK || (form == AW_SIMD_WARP && !has_addresses(instruction));
	return !harmless && !(callee && aw_llvm_has_no_memory(callee));
}

// --- guards ---

// Whether VALUE is 0 for all threads of a block that is a row.
static bool is_none(LLVMValueRef value, unsigned depth)
{
	const char *name = aw_intrinsic_register(value);
	int64_t constant = 1;
	if (depth > MOST_STEPS || !strcmp(name, "tid.y") || !strcmp(name, "tid.z"))
		return depth <= MOST_STEPS;
	if (aw_llvm_constant(value, &constant))
		return !constant;
	if (aw_llvm_is_op(value, LLVMMul))
		return is_none(LLVMGetOperand(value, 0), depth + 1) || is_none(LLVMGetOperand(value, 1), depth + 1);
	if (aw_llvm_is_op(value, LLVMAdd) || aw_llvm_is_op(value, LLVMOr))
		return is_none(LLVMGetOperand(value, 0), depth + 1) && is_none(LLVMGetOperand(value, 1), depth + 1);
	if (aw_llvm_is_op(value, LLVMZExt) || aw_llvm_is_op(value, LLVMSExt) || aw_llvm_is_op(value, LLVMShl))
		return is_none(LLVMGetOperand(value, 0), depth + 1);
	return false;
}

// Whether VALUE is the thread's number in its block, a row of at most 1024.
static bool is_number(LLVMValueRef value, unsigned depth)
{
	if (depth > MOST_STEPS || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
		return false;
	if (!strcmp(aw_intrinsic_register(value), "tid.x"))
		return true;
	bool cast = aw_llvm_is_op(value, LLVMZExt) || aw_llvm_is_op(value, LLVMSExt) ||
	            (aw_llvm_is_op(value, LLVMTrunc) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) >= 16);
	if (cast)
		return is_number(LLVMGetOperand(value, 0), depth + 1);
	if (!aw_llvm_is_op(value, LLVMAdd) && !aw_llvm_is_op(value, LLVMOr))
		return false;
	LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
	return (is_none(left, 0) && is_number(right, depth + 1)) || (is_none(right, 0) && is_number(left, depth + 1));
}

static bool is_warp_number(LLVMValueRef value)
{
	int64_t amount = 0;
	if (aw_llvm_is_op(value, LLVMZExt))
		value = LLVMGetOperand(value, 0);
	bool shifted = aw_llvm_is_op(value, LLVMLShr) || aw_llvm_is_op(value, LLVMAShr), divided = aw_llvm_is_op(value, LLVMUDiv);
	return (shifted || divided) && is_number(LLVMGetOperand(value, 0), 0) && aw_llvm_constant(LLVMGetOperand(value, 1), &amount) &&
	       amount == (shifted ? 5 : WARP);
}

static bool is_of_block(const struct aw_uniformity *u, LLVMValueRef value)
{
	return aw_uniformity_shape(u, value).kind <= AW_SHAPE_BLOCK;
}

static bool find_equal(const struct aw_uniformity *u, LLVMValueRef left, LLVMValueRef right, struct guard *guard)
{
	bool single = is_number(left, 0);
	int64_t number = 0;
	if ((!single && !is_warp_number(left)) || !is_of_block(u, right))
		return false;
	*guard = (struct guard){ .single = single, .value = right };
	if (aw_llvm_constant(right, &number))
		*guard = (struct guard){ .single = single, .warp = single ? number / WARP : number };
	return true;
}

// LEFT < RIGHT, or LEFT <= RIGHT.
static bool find_below(LLVMValueRef left, LLVMValueRef right, bool or_equal, struct guard *guard)
{
	int64_t end = 0;
	*guard = (struct guard){ .warp = 0 };
	return is_number(left, 0) && aw_llvm_constant(right, &end) && end + or_equal <= WARP && end + or_equal > 0;
}

static bool find_compared(const struct aw_uniformity *u, LLVMValueRef compare, bool taken, struct guard *guard)
{
	LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
	switch (LLVMGetICmpPredicate(compare)) {
	case LLVMIntEQ: return taken && (find_equal(u, left, right, guard) || find_equal(u, right, left, guard));
	case LLVMIntNE: return !taken && (find_equal(u, left, right, guard) || find_equal(u, right, left, guard));
	case LLVMIntULT: case LLVMIntSLT: return taken ? find_below(left, right, false, guard) : find_below(right, left, true, guard);
	case LLVMIntULE: case LLVMIntSLE: return taken ? find_below(left, right, true, guard) : find_below(right, left, false, guard);
	case LLVMIntUGT: case LLVMIntSGT: return taken ? find_below(right, left, false, guard) : find_below(left, right, true, guard);
	case LLVMIntUGE: case LLVMIntSGE: return taken ? find_below(right, left, true, guard) : find_below(left, right, false, guard);
	default: return false;
	}
}

// Adds what is known of threads for which CONDITION is TAKEN.
static void add_guards(const struct aw_uniformity *u, LLVMValueRef condition, bool taken, struct guards *guards)
{
	int64_t constant = 1;
	bool select = aw_llvm_is_op(condition, LLVMSelect) && taken && aw_llvm_constant(LLVMGetOperand(condition, 2), &constant) && !constant;
	if (select || aw_llvm_is_op(condition, taken ? LLVMAnd : LLVMOr)) {
		add_guards(u, LLVMGetOperand(condition, 0), taken, guards);
		add_guards(u, LLVMGetOperand(condition, 1), taken, guards);
		return;
	}
	struct guard found;
	if (LLVMIsAICmpInst(condition) && guards->count < MOST_GUARDS && find_compared(u, condition, taken, &found))
		guards->items[guards->count++] = found;
}

bool aw_block_waits_way(const struct aw_uniformity *u, uint32_t parent, uint32_t child, uint32_t *i)
{
	uint32_t count = 0;
	AW_FOR_PREDECESSORS(&u->cfg.graph, child, from)
		count++;
	*i = aw_cfg_successor(&u->cfg, parent, 1) == child;
	return count == 1 && aw_cfg_successor(&u->cfg, parent, *i) == child;
}

// What the branches on the way to BLOCK say of its threads.
static struct guards guards_of(const struct aw_uniformity *u, uint32_t block)
{
	struct guards guards = { 0 };
	for (uint32_t parent; (parent = u->dominators.parent[block]) != AW_NONE; block = parent) {
		uint32_t i;
		if (aw_cfg_successor_count(&u->cfg, parent) == 2 && aw_block_waits_way(u, parent, block, &i))
			add_guards(u, LLVMGetCondition(LLVMGetBasicBlockTerminator(u->cfg.blocks[parent])), i == 0, &guards);
	}
	return guards;
}

static bool is_single(const struct guards *guards)
{
	for (unsigned i = 0; i < guards->count; i++)
		if (guards->items[i].single)
			return true;
	return false;
}

static bool are_of_one_warp(const struct guards *one, const struct guards *other)
{
	for (unsigned i = 0; i < one->count; i++)
		for (unsigned j = 0; j < other->count; j++) {
			const struct guard *a = &one->items[i], *b = &other->items[j];
			if (a->value == b->value && (a->value ? a->single == b->single : a->warp == b->warp))
				return true;
		}
	return false;
}

// --- what lies between barriers ---

static void parts_init(struct parts *parts, const struct aw_unit *unit, const struct aw_uniformity *u)
{
	*parts = (struct parts){ .unit = unit, .u = u, .first = AW_NEED_ARRAY(uint32_t, u->cfg.count + 1) };
	uint32_t count = 0;
	for (uint32_t block = 0; block < u->cfg.count; block++) {
		parts->first[block] = count++;
		AW_FOR_INSTRUCTIONS(instruction, u->cfg.blocks[block])
			count += aw_simd_is_barrier(parts->unit, instruction);
	}
	parts->first[u->cfg.count] = count;
	parts->seen = AW_NEED_ARRAY(bool, count);
}

static void parts_finish(struct parts *parts)
{
	free(parts->first);
	free(parts->seen);
	aw_vec_finish(&parts->work);
}

static uint32_t part_of(const struct parts *parts, LLVMValueRef instruction)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
	uint32_t part = parts->first[aw_cfg_number(&parts->u->cfg, block)];
	for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != instruction; at = LLVMGetNextInstruction(at))
		part += aw_simd_is_barrier(parts->unit, at);
	return part;
}

static uint32_t block_of(const struct parts *parts, uint32_t part)
{
	uint32_t low = 0, high = parts->u->cfg.count;
	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;
		*(parts->first[middle] <= part ? &low : &high) = middle;
	}
	return low;
}

static void reach(struct parts *parts, uint32_t part)
{
	if (parts->seen[part])
		return;
	parts->seen[part] = true;
	aw_need(aw_vec_push(&parts->work, part));
}

// Marks in `seen` the parts that can be reached from PART without a barrier: forward alone, or BOTH_WAYS.  PART itself is marked
// when a way leads back to it.
static void search(struct parts *parts, uint32_t part, bool both_ways)
{
	memset(parts->seen, 0, parts->first[parts->u->cfg.count] * sizeof(*parts->seen));
	parts->work.count = 0;
	aw_need(aw_vec_push(&parts->work, part));
	for (size_t i = 0; i < parts->work.count; i++) {
		uint32_t at = parts->work.items[i], block = block_of(parts, at);
		if (at == parts->first[block + 1] - 1)
			AW_FOR_SUCCESSORS(&parts->u->cfg.graph, block, to)
				reach(parts, parts->first[*to]);
		if (both_ways && at == parts->first[block])
			AW_FOR_PREDECESSORS(&parts->u->cfg.graph, block, from)
				reach(parts, parts->first[*from + 1] - 1);
	}
}

// --- loops ---

static bool is_left_as_one(const struct aw_uniformity *u, LLVMBasicBlockRef header)
{
	uint32_t number = aw_cfg_number(&u->cfg, header);
	for (uint32_t loop = u->loops.innermost[number]; loop != AW_NONE; loop = u->loops.loops.items[loop].parent)
		if (u->loops.loops.items[loop].header == number)
			return !u->divergent_loop[loop];
	return false;
}

// Whether those who write between the barriers around SPIN are of the warp that waits.
static bool only_warp_writes(struct parts *parts, const struct aw_spin *spin, const struct guards *waiting, bool *any)
{
	const struct aw_uniformity *u = parts->u;
	search(parts, part_of(parts, spin->wait), true);
	for (uint32_t block = 0; block < u->cfg.count; block++) {
		uint32_t part = parts->first[block];
		AW_FOR_INSTRUCTIONS(instruction, u->cfg.blocks[block]) {
			part += aw_simd_is_barrier(parts->unit, instruction);
			if (!parts->seen[part] || !aw_block_waits_is_seen(parts->unit, instruction))
				continue;
			struct guards guards = guards_of(u, block);
			*any = true;
			if (!are_of_one_warp(waiting, &guards))
				return false;
		}
	}
	return true;
}

static bool is_for_blocks(struct parts *parts, const struct aw_spin *spin, bool *in_row)
{
	LLVMValueRef address = aw_block_waits_address(spin->wait);
	if (!address || !is_global(address, 0))
		return false;
	uint32_t part = part_of(parts, spin->wait);
	search(parts, part, false);
	if (!parts->seen[parts->first[aw_cfg_number(&parts->u->cfg, spin->header)]])
		return true;
	struct guards waiting = guards_of(parts->u, block_of(parts, part));
	bool any = false;
	if (!only_warp_writes(parts, spin, &waiting, &any))
		return false;
	*in_row |= any;
	return !any || is_single(&waiting) || is_left_as_one(parts->u, spin->header);
}

static void mark(struct aw_unit *unit, LLVMValueRef wait)
{
	LLVMValueRef before = LLVMGetPreviousInstruction(wait);
	if (before && !strcmp(aw_llvm_callee_name(before), "aw.spin"))
		return;
	aw_llvm_at(unit->builder, wait);
	aw_unit_mark(unit, "aw.spin");
}

LLVMValueRef aw_block_waits(struct aw_unit *unit, const struct aw_unit_kernel *kernel, LLVMValueRef function,
                            const struct aw_spins *spins, bool *in_row)
{
	struct aw_uniformity u;
	struct parts parts;
	LLVMValueRef culprit = NULL;
	assert(spins->list.count);
	aw_uniformity_init(&u, unit, function, (struct aw_gang){ WARP, AW_CPU_GEOMETRY_FULL });
	parts_init(&parts, unit, &u);
	*in_row = false;
	for (size_t i = 0; i < spins->list.count && !culprit; i++)
		if (!is_for_blocks(&parts, &spins->list.items[i], in_row))
			culprit = spins->list.items[i].wait;
	if (culprit && aw_block_order_holds(unit, &u, kernel->max_threads, spins)) {
		culprit = NULL;
		*in_row = false;
	}
	parts_finish(&parts);
	aw_uniformity_finish(&u);
	for (size_t i = 0; i < spins->list.count && !culprit; i++)
		mark(unit, spins->list.items[i].wait);
	return culprit;
}
