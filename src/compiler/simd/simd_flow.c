// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flow of a gang: simd_linearize.c says where control goes on.  A block with a mask of its own has a slot for it, to which
// each edge adds the lanes that take it; phis have slots too, into which each edge puts its lanes' values.  LLVM's
// mem2reg makes registers of them.  A lane without a place in a mask may hold poison: masks are joined by
// select, never by a bitwise and.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/need.h"
#include "simd_called.h"
#include "simd_keep.h"
#include "simd_parting.h"
#include "simd_place.h"
#include "simd_repair.h"
#include "simd_vectorizer.h"

// --- edges and blocks ---

// A varying phi's slot holds poison before the first lanes come: what these bring then is the vector as it is, where undef, which mem2reg
// would take for the unset slot, keeps the select.
static void begin_slot(struct aw_vectorizer *v, LLVMValueRef slot)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(v->simd.unit->context);
	LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(slot));
	LLVMBuildStore(builder, LLVMGetPoison(LLVMGetAllocatedType(slot)), slot);
	LLVMDisposeBuilder(builder);
}

static LLVMValueRef slot_of(struct aw_vectorizer *v, LLVMValueRef phi)
{
	LLVMValueRef kept = aw_map_get(&v->kept, phi);
	phi = kept ? kept : phi;
	LLVMValueRef slot = aw_map_get(&v->slots, phi);
	if (slot)
		return slot;
	LLVMTypeRef type = LLVMTypeOf(phi);
	bool varies = aw_vectorizer_varies(v, phi);
	slot = aw_simd_alloca(&v->simd, varies ? aw_simd_type(&v->simd, type) : type, "phi");
	if (varies)
		begin_slot(v, slot);
	aw_need(aw_map_put(&v->slots, phi, slot));
	return slot;
}

static LLVMValueRef load_slot(struct aw_vectorizer *v, LLVMValueRef slot)
{
	return LLVMBuildLoad2(v->simd.builder, LLVMGetAllocatedType(slot), slot, "");
}

static LLVMValueRef both(struct aw_vectorizer *v, LLVMValueRef mask, LLVMValueRef condition)
{
	LLVMValueRef none = LLVMConstNull(aw_simd_mask_type(&v->simd));
	return mask ? LLVMBuildSelect(v->simd.builder, mask, condition, none, "") : condition;
}

// Whether PHI of block TO has its value already when lanes come from block FROM.
static bool is_kept(struct aw_vectorizer *v, LLVMValueRef phi, uint32_t from, uint32_t to)
{
	LLVMValueRef kept = aw_map_get(&v->kept, phi);
	return kept && (kept != phi || aw_linear_is_back(&v->u, from, to));
}

// Lanes may leave a loop behind block FROM: what they leave with, and the others carry on.
static void keep(struct aw_vectorizer *v, uint32_t from)
{
	AW_FOR_SUCCESSORS(&v->u.cfg.graph, from, to) {
		LLVMValueRef phi = LLVMGetFirstInstruction(v->u.cfg.blocks[*to]), mask = v->masks[from];
		for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
			LLVMValueRef kept = aw_map_get(&v->kept, phi);
			if (!kept || kept == phi)
				continue;
			LLVMValueRef value = aw_vectorizer_vector(v, aw_llvm_incoming(phi, v->u.cfg.blocks[from])), slot = slot_of(v, phi);
			if (mask)
				value = aw_simd_select(&v->simd, mask, value, load_slot(v, slot));
			LLVMBuildStore(v->simd.builder, value, slot);
		}
	}
}

// The lanes of MASK (NULL: all) go from block FROM to block TO: its mask and its phis learn of them.
static void push(struct aw_vectorizer *v, uint32_t from, uint32_t to, LLVMValueRef mask)
{
	LLVMBuilderRef builder = v->simd.builder;
	if (v->linear.mask[to] == AW_MASK_OWN) {
		LLVMValueRef slot = v->mask_slots[to];
		LLVMValueRef joined = LLVMBuildOr(builder, load_slot(v, slot), aw_simd_mask(&v->simd, mask), "");
		LLVMBuildStore(builder, joined, slot);
	}
	bool blends = mask && (v->u.divergent_join[to] || aw_linear_leaves_divergent(&v->u, from, to));
	for (LLVMValueRef phi = LLVMGetFirstInstruction(v->u.cfg.blocks[to]); phi && LLVMIsAPHINode(phi);
	     phi = LLVMGetNextInstruction(phi)) {
		if (is_kept(v, phi, from, to))
			continue;
		LLVMValueRef value = aw_llvm_incoming(phi, v->u.cfg.blocks[from]), slot = slot_of(v, phi);
		assert(value && "a phi without the edge");
		if (!aw_vectorizer_varies(v, phi)) {
			LLVMBuildStore(builder, aw_vectorizer_value(v, value), slot);
			continue;
		}
		LLVMValueRef vector = aw_vectorizer_vector(v, value);
		if (blends)
			vector = aw_simd_select(&v->simd, mask, vector, load_slot(v, slot));
		LLVMBuildStore(builder, vector, slot);
	}
}

static LLVMBasicBlockRef target(struct aw_vectorizer *v, uint32_t place, bool again)
{
	return again ? v->bodies[place] : v->heads[place];
}

// END: a return, or NULL.
static void go_to(struct aw_vectorizer *v, uint32_t place, bool again, LLVMValueRef end)
{
	if (place != AW_NONE)
		LLVMBuildBr(v->simd.builder, target(v, place, again));
	else if (!end)
		LLVMBuildUnreachable(v->simd.builder);
	else if (LLVMGetNumOperands(end))
		LLVMBuildRet(v->simd.builder, aw_vectorizer_vector(v, LLVMGetOperand(end, 0)));
	else
		LLVMBuildRetVoid(v->simd.builder);
}

static LLVMBasicBlockRef append(struct aw_vectorizer *v, const char *name)
{
	return LLVMAppendBasicBlockInContext(v->simd.unit->context, v->simd.function, name);
}

// A uniform branch: each way in a block of its own that pushes.
static void finish_branch(struct aw_vectorizer *v, const struct aw_linear_node *node, LLVMValueRef end)
{
	LLVMBasicBlockRef ways[2] = { append(v, "then"), append(v, "else") };
	LLVMBuildCondBr(v->simd.builder, aw_vectorizer_value(v, LLVMGetCondition(end)), ways[0], ways[1]);
	for (uint32_t i = 0; i < 2; i++) {
		LLVMPositionBuilderAtEnd(v->simd.builder, ways[i]);
		push(v, node->block, aw_cfg_successor(&v->u.cfg, node->block, i), v->masks[node->block]);
		go_to(v, node->next[i], node->again[i], NULL);
	}
}

static void finish_divergent(struct aw_vectorizer *v, const struct aw_linear_node *node, LLVMValueRef end)
{
	LLVMValueRef mask = v->masks[node->block], condition = aw_vectorizer_vector(v, LLVMGetCondition(end));
	LLVMValueRef not = LLVMBuildNot(v->simd.builder, condition, "");
	keep(v, node->block);
	push(v, node->block, aw_cfg_successor(&v->u.cfg, node->block, 0), both(v, mask, condition));
	push(v, node->block, aw_cfg_successor(&v->u.cfg, node->block, 1), both(v, mask, not));
	go_to(v, node->next[0], node->again[0], NULL);
}

static void finish_block(struct aw_vectorizer *v, const struct aw_linear_node *node)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(v->u.cfg.blocks[node->block]);
	LLVMSetCurrentDebugLocation2(v->simd.builder, LLVMInstructionGetDebugLoc(end));
	uint32_t count = aw_cfg_successor_count(&v->u.cfg, node->block);
	if (node->branches) {
		finish_branch(v, node, end);
	} else if (count == 2) {
		finish_divergent(v, node, end);
	} else {
		if (count == 1)
			push(v, node->block, aw_cfg_successor(&v->u.cfg, node->block, 0), v->masks[node->block]);
		go_to(v, node->next[0], node->again[0], LLVMIsAReturnInst(end));
	}
}

static LLVMValueRef mask_here(struct aw_vectorizer *v, uint32_t block)
{
	uint32_t source = v->linear.mask[block];
	if (source == AW_MASK_ENTRY)
		return v->simd.entry_mask;
	return source == AW_MASK_OWN ? load_slot(v, v->mask_slots[block]) : v->masks[source];
}

static void build_test(struct aw_vectorizer *v, uint32_t place)
{
	const struct aw_linear_node *node = &v->linear.nodes[place];
	LLVMPositionBuilderAtEnd(v->simd.builder, v->heads[place]);
	LLVMSetCurrentDebugLocation2(v->simd.builder, NULL);
	if (!node->tested) {
		LLVMBuildBr(v->simd.builder, v->bodies[place]);
		return;
	}
	LLVMValueRef mask = mask_here(v, node->block);
	assert(mask && node->skip != AW_NONE);
	LLVMBuildCondBr(v->simd.builder, aw_simd_any(&v->simd, mask), v->bodies[place], v->heads[node->skip]);
}

// Nobody has come to BLOCK in this turn: no lane is in its mask, and what its phis were counts no more, but for those
// by which the loop carries values to HEADER.
static void forget(struct aw_vectorizer *v, uint32_t block, uint32_t header)
{
	if (v->linear.mask[block] == AW_MASK_OWN)
		LLVMBuildStore(v->simd.builder, LLVMConstNull(aw_simd_mask_type(&v->simd)), v->mask_slots[block]);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(v->u.cfg.blocks[block]); block != header && phi && LLVMIsAPHINode(phi);
	     phi = LLVMGetNextInstruction(phi)) {
		if (!aw_vectorizer_varies(v, phi) || aw_map_get(&v->kept, phi))
			continue;
		LLVMValueRef slot = slot_of(v, phi);
		LLVMBuildStore(v->simd.builder, LLVMGetPoison(LLVMGetAllocatedType(slot)), slot);
	}
}

// A new turn of a loop: nobody has come to its blocks yet.
static void begin_turn(struct aw_vectorizer *v, uint32_t header)
{
	uint32_t loop = v->u.loops.innermost[header];
	if (loop == AW_NONE || v->u.loops.loops.items[loop].header != header)
		return;
	for (uint32_t i = v->u.loops.loops.items[loop].first; i < v->u.loops.loops.items[loop].end; i++) {
		uint32_t block = v->u.loops.order[i];
		if (v->u.loops.innermost[block] == loop)
			forget(v, block, header);
	}
}

static void build_block(struct aw_vectorizer *v, uint32_t place)
{
	const struct aw_linear_node *node = &v->linear.nodes[place];
	LLVMBasicBlockRef old = v->u.cfg.blocks[node->block];
	v->block = node->block;
	build_test(v, place);
	LLVMPositionBuilderAtEnd(v->simd.builder, v->bodies[place]);
	v->masks[node->block] = mask_here(v, node->block);
	begin_turn(v, node->block);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(old); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		aw_vectorizer_translate(v, phi, load_slot(v, slot_of(v, phi)));
	AW_FOR_INSTRUCTIONS(instruction, old)
		aw_vectorizer_build(v, instruction);
	finish_block(v, node);
}

static void build_loop_end(struct aw_vectorizer *v, uint32_t place)
{
	const struct aw_linear_node *node = &v->linear.nodes[place];
	uint32_t header = v->u.loops.loops.items[node->loop].header;
	assert(v->linear.mask[header] == AW_MASK_OWN);
	LLVMPositionBuilderAtEnd(v->simd.builder, v->heads[place]);
	LLVMSetCurrentDebugLocation2(v->simd.builder, NULL);
	LLVMValueRef again = aw_simd_any(&v->simd, load_slot(v, v->mask_slots[header]));
	LLVMBasicBlockRef done = append(v, "loop.done");
	LLVMBuildCondBr(v->simd.builder, again, v->bodies[v->linear.place[header]], done);
	LLVMPositionBuilderAtEnd(v->simd.builder, done);
	go_to(v, node->next[0], false, NULL);
}

// --- the whole ---

// Whether the phis behind the edge matter once it was taken without lanes.  A divergent loop whose one way back no lane
// takes ends, and its header's phis with it.
static bool ends_loop(const struct aw_vectorizer *v, uint32_t from, uint32_t to)
{
	if (!aw_linear_is_back(&v->u, from, to) || !v->u.divergent_loop[v->u.loops.innermost[to]])
		return false;
	unsigned ways = 0;
	AW_FOR_PREDECESSORS(&v->u.cfg.graph, to, other)
		ways += aw_linear_is_back(&v->u, *other, to);
	return ways == 1;
}

// Whether going on from BLOCK without lanes leaves the phis behind it as they are, as far as anybody sees: there are
// none, or they take lanes only from those that come.
static bool spares_phis(const struct aw_vectorizer *v, uint32_t block)
{
	AW_FOR_SUCCESSORS(&v->u.cfg.graph, block, to)
		if (LLVMIsAPHINode(LLVMGetFirstInstruction(v->u.cfg.blocks[*to])) && !v->u.divergent_join[*to] &&
		    !aw_linear_leaves_divergent(&v->u, block, *to) && !ends_loop(v, block, *to))
			return false;
	return true;
}

// Whether LOAD of a row with no lane active is harmless.
static bool has_masked_load(const struct aw_vectorizer *v, LLVMValueRef load)
{
	LLVMTypeRef type = LLVMTypeOf(load);
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	bool plain = kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind;
	return plain && aw_simd_has_masked(&v->simd, (unsigned)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(v->simd.unit->module), type));
}

// Running the block's instructions without lanes is harmless and not dear: no scalar access or call, no division or square root, and no
// store where that asks whether there are lanes (target/masked_stores.c).
static unsigned cost_of(void *user, uint32_t block)
{
	struct aw_vectorizer *v = user;
	unsigned cost = 0;
	if (!spares_phis(v, block))
		return AW_LINEAR_DEAR;
	AW_FOR_INSTRUCTIONS(instruction, v->u.cfg.blocks[block]) {
		LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
		LLVMValueRef address = NULL;
		if (opcode == LLVMLoad || opcode == LLVMStore) {
			address = LLVMGetOperand(instruction, opcode == LLVMStore);
			if (LLVMGetVolatile(instruction) || aw_vectorizer_shape(v, address).kind != AW_SHAPE_STRIDED)
				return AW_LINEAR_DEAR;
			bool masked = aw_simd_has_mask_registers(&v->simd);
			if (!masked && (opcode == LLVMStore ? !v->simd.unit->request->breakpoints : !has_masked_load(v, instruction)))
				return AW_LINEAR_DEAR;
		} else if (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem ||
		           opcode == LLVMFDiv || opcode == LLVMAlloca || opcode == LLVMAtomicRMW ||
		           opcode == LLVMAtomicCmpXchg || opcode == LLVMFence) {
			return AW_LINEAR_DEAR;
		} else if (opcode == LLVMCall) {
			const char *reason;
			if (aw_simd_call_form(v->simd.unit, instruction, &reason) != AW_SIMD_PLAIN ||
			    aw_starts_with(aw_llvm_callee_name(instruction), "llvm.sqrt."))
				return AW_LINEAR_DEAR;
		}
		cost += opcode != LLVMPHI;
	}
	return cost;
}

static void make_mask_slots(struct aw_vectorizer *v)
{
	LLVMTypeRef type = aw_simd_mask_type(&v->simd);
	for (uint32_t block = 0; block < v->u.cfg.count; block++) {
		if (v->linear.mask[block] != AW_MASK_OWN)
			continue;
		v->mask_slots[block] = LLVMBuildAlloca(v->simd.builder, type, "mask");
		LLVMBuildStore(v->simd.builder, LLVMConstNull(type), v->mask_slots[block]);
	}
}

// The gang's function takes the mask, then the arguments, as vectors where they vary.
static void take_arguments(struct aw_vectorizer *v)
{
	for (unsigned i = 0; i < LLVMCountParams(v->simd.function); i++)
		aw_vectorizer_translate(v, LLVMGetParam(v->simd.function, i), LLVMGetParam(v->called, i + 1));
	v->simd.entry_mask = aw_simd_of_bits(&v->simd, LLVMGetParam(v->called, 0));
}

// The new entry: slots, the entry mask, and a branch to the first block.
static void begin(struct aw_vectorizer *v)
{
	uint32_t count = v->linear.count;
	LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(v->simd.function);
	v->entry = LLVMInsertBasicBlockInContext(v->simd.unit->context, first, "gang");
	v->heads = AW_NEED_ARRAY(LLVMBasicBlockRef, count);
	v->bodies = AW_NEED_ARRAY(LLVMBasicBlockRef, count);
	v->mask_slots = AW_NEED_ARRAY(LLVMValueRef, v->u.cfg.count);
	v->masks = AW_NEED_ARRAY(LLVMValueRef, v->u.cfg.count);
	for (uint32_t place = 0; place < count; place++) {
		v->heads[place] = append(v, "at");
		if (v->linear.nodes[place].block != AW_NONE)
			v->bodies[place] = append(v, aw_cfg_name(&v->u.cfg, v->linear.nodes[place].block));
	}
	LLVMPositionBuilderAtEnd(v->simd.builder, v->entry);
	LLVMSetCurrentDebugLocation2(v->simd.builder, NULL);
	LLVMValueRef jump = LLVMBuildBr(v->simd.builder, v->heads[0]);
	LLVMPositionBuilderBefore(v->simd.builder, jump);
	make_mask_slots(v);
	if (v->awaiting.count)
		aw_simd_begin_awaiting(&v->simd);
	if (v->called)
		take_arguments(v);
	else
		v->simd.entry_mask = aw_simd_entry_mask(&v->simd);
}

static void remove_old(LLVMBasicBlockRef *old, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		AW_FOR_INSTRUCTIONS(instruction, old[i])
			if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind)
				LLVMReplaceAllUsesWith(instruction, LLVMGetPoison(LLVMTypeOf(instruction)));
	for (uint32_t i = 0; i < count; i++) // edges first: a block must not be the target of one that stays
		aw_llvm_erase(LLVMGetBasicBlockTerminator(old[i]));
	for (uint32_t i = 0; i < count; i++)
		aw_llvm_erase_block(old[i]);
}

static void finish(struct aw_vectorizer *v)
{
	free(v->heads);
	free(v->bodies);
	free(v->mask_slots);
	free(v->masks);
	aw_map_finish(&v->numbers);
	aw_map_finish(&v->slots);
	aw_map_finish(&v->kept);
	aw_vec_finish(&v->items);
	aw_map_finish(&v->distances);
	aw_vec_finish(&v->known);
	aw_linear_finish(&v->linear);
}

void aw_vectorizer_run(struct aw_vectorizer *v)
{
	uint32_t count = LLVMCountBasicBlocks(v->simd.function);
	LLVMBasicBlockRef *old = AW_NEED_ARRAY(LLVMBasicBlockRef, count);
	LLVMGetBasicBlocks(v->simd.function, old);
	aw_linear_init(&v->linear, &v->u, cost_of, v);
	aw_simd_find_kept(&v->u, &v->kept);
	begin(v);
	for (uint32_t place = 0; place < v->linear.count; place++) {
		if (v->linear.nodes[place].block != AW_NONE)
			build_block(v, place);
		else
			build_loop_end(v, place);
	}
	remove_old(old, count);
	free(old);
	if (v->called) {
		aw_llvm_move_blocks(v->called, v->simd.function);
		v->simd.function = v->called;
	}
	aw_simd_repair(v->simd.unit, v->simd.function);
	finish(v);
}
