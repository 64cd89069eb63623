// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads that leave a kernel before a barrier.  CUDA counts them as come there, so
//
//     if (i >= n)
//         return;
//     ...
//     __syncthreads();
//
// is legal, but to a gang it is a barrier that only some lanes come to.  Here such threads stay: they note that they
// have left and go on from one place that the block comes by to the next (simd_stages.c), past all that lies between.
// What they must know to find their way, as a loop's counter, they compute like the others (simd_skeleton.c); where
// that can't be, as with what was read from memory, the others tell them:
//
//     condition = __syncthreads_or(here && condition)
//
// Behind a place where threads may leave, the block asks whether any is there still: if none is, all return.  Else a
// loop could go on that only they end.  A barrier that comes next asks along, so that costs nothing.
//
// In most blocks of a grid nobody leaves.  Where there is one place at which threads leave and all come to it, the block
// asks there whether any does, and what follows is there twice: as it was, and as described.
//
// The function is then one whose barriers all threads of the block come to, and nothing after knows that there was a
// return.  A branch around a barrier is a leaver's only where nothing but the kernel's end follows for those who
// take it (lower_bypass.c has the same notion), and a branch that decides which barrier comes next must be one that the
// threads take alike; else the function stays as it is and the kernel runs as fibers.
#include <assert.h>
#include <string.h>

#include "../analysis/dominators.h"
#include "../lower/waiting.h"
#include "simd.h"
#include "simd_repair.h"
#include "simd_stages.h"

struct block_list {
	LLVMBasicBlockRef *items;
	size_t count, capacity;
};

struct leaving {
	struct aw_stages *stages;
	LLVMBuilderRef builder;
	LLVMTypeRef bit;
	LLVMValueRef here; // a slot: whether the thread hasn't left
};

// --- who leaves, and where ---

static bool has_barrier(const struct aw_unit *unit, LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block)
		if (aw_simd_is_barrier(unit, instruction))
			return true;
	return false;
}

bool aw_simd_has_barrier(const struct aw_unit *unit, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		if (has_barrier(unit, block))
			return true;
	return false;
}

// Whether there are barriers that threads of the block may come to or not.
static bool has_uneven_barrier(const struct aw_unit *unit, const struct aw_uniformity *u)
{
	for (uint32_t block = 0; block < u->cfg.count; block++)
		if (u->decided[block] > AW_SHAPE_BLOCK && has_barrier(unit, u->cfg.blocks[block]))
			return true;
	return false;
}

// By block: whether a barrier may come in it or behind.
static bool *find_ahead(const struct aw_unit *unit, const struct aw_uniformity *u)
{
	bool *ahead = AW_NEED_ARRAY(bool, u->cfg.count);
	for (uint32_t block = 0; block < u->cfg.count; block++)
		ahead[block] = has_barrier(unit, u->cfg.blocks[block]);
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t block = u->cfg.count; block-- > 0;)
			AW_FOR_SUCCESSORS(&u->cfg.graph, block, next)
				if (ahead[*next] && !ahead[block])
					changed = ahead[block] = true;
	}
	return ahead;
}

static bool is_even(const struct aw_uniformity *u, LLVMValueRef branch)
{
	struct aw_shape shape = aw_uniformity_shape(u, LLVMGetCondition(branch));
	return shape.kind > AW_SHAPE_UNSEEN && shape.kind <= AW_SHAPE_BLOCK;
}

// Who leaves: the search for it.
struct search {
	struct aw_stages *stages;
	const struct aw_uniformity *u;
	bool *ahead;    // by block: a barrier may come in it or behind
	uint32_t *gone; // by block: the number of the leaver that first came by + 1
};

// Notes what threads run that go on at block FIRST without a barrier ahead.
static void add_leaver(struct search *search, uint32_t block, uint32_t first)
{
	const struct aw_cfg *cfg = &search->u->cfg;
	struct aw_leaver leaver = { LLVMGetBasicBlockTerminator(cfg->blocks[block]), cfg->blocks[first] };
	aw_need(aw_vec_push(&search->stages->leavers, leaver));
	uint32_t number = (uint32_t)search->stages->leavers.count;
	assert(!search->ahead[first]);
	AW_VEC(uint32_t) work = { 0 };
	aw_need(aw_vec_push(&work, first));
	for (size_t i = 0; i < work.count; i++) {
		uint32_t at = work.items[i];
		if (search->gone[at] && search->gone[at] != number)
			aw_need(aw_vec_push(&search->stages->pairs, (struct aw_leaver_pair){ search->gone[at] - 1, number - 1 }));
		if (search->gone[at] || cfg->blocks[at] == search->stages->end)
			continue;
		search->gone[at] = number;
		aw_need(aw_map_put(&search->stages->gone, cfg->blocks[at], (void *)(uintptr_t)number));
		AW_FOR_SUCCESSORS(&cfg->graph, at, to)
			aw_need(aw_vec_push(&work, *to));
	}
	aw_vec_finish(&work);
}

// Whether what threads that leave run is reached from block FIRST.
static bool leads_to_gone(const struct search *search, uint32_t first)
{
	AW_VEC(uint32_t) work = { 0 };
	bool *seen = AW_NEED_ARRAY(bool, search->u->cfg.count), found = false;
	aw_need(aw_vec_push(&work, first));
	for (size_t i = 0; i < work.count && !found; i++) {
		found = search->gone[work.items[i]];
		AW_FOR_SUCCESSORS(&search->u->cfg.graph, work.items[i], to) {
			if (!seen[*to])
				aw_need(aw_vec_push(&work, *to));
			seen[*to] = true;
		}
	}
	free(seen);
	aw_vec_finish(&work);
	return found;
}

// Looks at branches of which one way leads to barriers and one doesn't.  Where all threads go the same way it is
// only a leaver's when those who leave elsewhere run the same code.
static bool add_leavers(struct search *search, bool even)
{
	const struct aw_cfg *cfg = &search->u->cfg;
	size_t before = search->stages->leavers.count;
	for (uint32_t block = 0; block < cfg->count; block++) {
		if (aw_cfg_successor_count(cfg, block) != 2 || is_even(search->u, LLVMGetBasicBlockTerminator(cfg->blocks[block])) != even)
			continue;
		for (unsigned i = 0; i < 2; i++) {
			uint32_t first = aw_cfg_successor(cfg, block, i), other = aw_cfg_successor(cfg, block, !i);
			if (!search->ahead[first] && search->ahead[other] && cfg->blocks[first] != search->stages->end &&
			    (!even || (!search->gone[first] && leads_to_gone(search, first))))
				add_leaver(search, block, first);
		}
	}
	return search->stages->leavers.count > before;
}

// Whether only threads that leave come to what they run.
static bool is_closed(const struct search *search)
{
	for (uint32_t block = 0; block < search->u->cfg.count; block++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(search->u->cfg.blocks[block]);
		for (unsigned i = 0; !search->gone[block] && i < LLVMGetNumSuccessors(end); i++) {
			uint32_t to = aw_cfg_successor(&search->u->cfg, block, i);
			bool leaves = LLVMGetNumSuccessors(end) == 2 && search->ahead[aw_cfg_successor(&search->u->cfg, block, !i)];
			if (search->gone[to] && !leaves)
				return false;
		}
	}
	return true;
}

static bool only_returns(LLVMBasicBlockRef block)
{
	return LLVMIsAReturnInst(LLVMGetFirstInstruction(block)) != NULL;
}

// The block that only returns; NULL when it does more.
static LLVMBasicBlockRef find_end(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)))
			return only_returns(block) ? block : NULL;
	return NULL;
}

static bool find_leavers(struct aw_stages *stages, const struct aw_uniformity *u)
{
	if (!(stages->end = find_end(stages->function)))
		return false;
	struct search search = { stages, u, find_ahead(stages->unit, u), AW_NEED_ARRAY(uint32_t, u->cfg.count) };
	bool found = add_leavers(&search, false);
	while (found && add_leavers(&search, true))
		continue;
	found = found && is_closed(&search);
	for (uint32_t block = 0; found && block < u->cfg.count; block++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(u->cfg.blocks[block]);
		if (LLVMGetNumSuccessors(end) == 2 && is_even(u, end))
			aw_need(aw_map_put(&stages->even, end, end));
	}
	free(search.ahead);
	free(search.gone);
	return found;
}

// --- what keeps returns apart ---

static const char mark[] = "aw.return";

static void mark_return(struct aw_unit *unit, LLVMValueRef jump, unsigned id)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(unit->context), &number, 1, false);
	LLVMValueRef function = aw_llvm_declare(unit->module, mark, type);
	LLVMValueRef value = LLVMConstInt(number, id, false);
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "convergent");
	aw_llvm_at(unit->builder, jump);
	LLVMBuildCall2(unit->builder, type, function, &value, 1, "");
}

void aw_simd_mark_returns(struct aw_unit *unit, LLVMValueRef function)
{
	unsigned id = 0;
	bool waits = aw_simd_has_barrier(unit, function);
	AW_FOR_BLOCKS(block, function) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		bool empty = LLVMGetFirstInstruction(block) == end; // nothing that could be put together with others
		if (waits && !empty && LLVMIsABranchInst(end) && !LLVMIsConditional(end) && only_returns(LLVMGetSuccessor(end, 0)))
			mark_return(unit, end, id++);
	}
}

void aw_simd_unmark_returns(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, block)
			if (!strcmp(aw_llvm_callee_name(instruction), mark))
				aw_llvm_erase(instruction);
}

// --- where threads may have left ---

// Puts what can be reached from FROM in SEEN, FROM only when it is reached again.
static void reach(LLVMBasicBlockRef from, struct aw_map *seen)
{
	AW_VEC(LLVMBasicBlockRef) work = { 0 };
	aw_need(aw_vec_push(&work, from));
	for (size_t i = 0; i < work.count; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(work.items[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
			if (aw_map_get(seen, to))
				continue;
			aw_need(aw_map_put(seen, to, to));
			aw_need(aw_vec_push(&work, to));
		}
	}
	aw_vec_finish(&work);
}

static struct aw_stage *stage_of_leaver(const struct aw_stages *stages, size_t leaver)
{
	return aw_stage_of(stages, LLVMGetInstructionParent(stages->leavers.items[leaver].branch));
}

static bool note_stages(struct aw_stages *stages)
{
	struct aw_map behind = { 0 };
	bool good = true;
	for (size_t i = 0; i < stages->leavers.count; i++) {
		struct aw_stage *stage = stage_of_leaver(stages, i);
		if (!stage || !stage->landing) {
			good = false;
			continue;
		}
		stage->leaves = true;
		reach(stage->landing, &behind);
	}
	for (size_t i = 0; good && i < stages->pairs.count; i++)
		good = stage_of_leaver(stages, stages->pairs.items[i].a) == stage_of_leaver(stages, stages->pairs.items[i].b);
	for (size_t i = 0; i < stages->list.count; i++) {
		struct aw_stage *stage = &stages->list.items[i];
		stage->guarded = aw_map_get(&behind, stage->gate) != NULL;
		good = good && !(stage->guarded && !stage->landing);
	}
	aw_map_finish(&behind);
	return good;
}

static bool leads_to_itself(const struct aw_cfg *cfg, uint32_t block)
{
	AW_FOR_SUCCESSORS(&cfg->graph, block, next)
		if (*next == block)
			return true;
	return false;
}

// Puts the places of the block that may come again and again in REPEATED.
static void find_repeated(const struct aw_stages *stages, struct aw_map *repeated)
{
	struct aw_cfg cfg;
	struct aw_components rings;
	aw_cfg_init(&cfg, stages->function);
	uint32_t *all = AW_NEED_ARRAY(uint32_t, cfg.count), *scratch = AW_NEED_ARRAY(uint32_t, cfg.count);
	for (uint32_t i = 0; i < cfg.count; i++)
		all[i] = i;
	aw_components_init(&rings, &cfg.graph, all, cfg.count, scratch);
	for (uint32_t ring = 0; ring < rings.count; ring++) {
		uint32_t first = rings.start[ring], end = rings.start[ring + 1];
		if (end - first == 1 && !leads_to_itself(&cfg, rings.nodes[first]))
			continue;
		for (uint32_t i = first; i < end; i++) {
			LLVMBasicBlockRef block = cfg.blocks[rings.nodes[i]];
			if (aw_stages_is_place(stages, block))
				aw_need(aw_map_put(repeated, block, block));
		}
	}
	aw_components_finish(&rings);
	free(all);
	free(scratch);
	aw_cfg_finish(&cfg);
}

// Whether one of the places REPEATED is FROM or comes behind it.
static bool leads_to(const struct aw_stages *stages, LLVMBasicBlockRef from, const struct aw_map *repeated)
{
	struct aw_map behind = { 0 };
	bool found = aw_map_get(repeated, from) != NULL;
	reach(from, &behind);
	AW_FOR_BLOCKS(block, stages->function)
		found = found || (aw_map_get(repeated, block) && aw_map_get(&behind, block));
	aw_map_finish(&behind);
	return found;
}

// --- branches that only part those who have left from the others ---

static unsigned guard_kind(LLVMContextRef context)
{
	static const char name[] = "aw.guard";
	return LLVMGetMDKindIDInContext(context, name, sizeof(name) - 1);
}

static void mark_guard(struct aw_unit *unit, LLVMValueRef branch)
{
	LLVMMetadataRef node = LLVMMDNodeInContext2(unit->context, NULL, 0);
	LLVMSetMetadata(branch, guard_kind(unit->context), LLVMMetadataAsValue(unit->context, node));
}

bool aw_simd_is_guard(LLVMValueRef branch)
{
	return LLVMGetMetadata(branch, guard_kind(LLVMGetTypeContext(LLVMTypeOf(branch)))) != NULL;
}

static bool waits_for_warp(const struct aw_unit *unit, LLVMBasicBlockRef block)
{
	const char *reason;
	AW_FOR_INSTRUCTIONS(call, block)
		if (LLVMIsACallInst(call) && aw_simd_call_form(unit, call, &reason) == AW_SIMD_WARP)
			return true;
	return false;
}

// Who leaves waits for nobody any more, unless what is run on leaving does.
static void mark_leavers(struct aw_stages *stages)
{
	bool waits = false;
	AW_FOR_BLOCKS(block, stages->function)
		waits = waits || (aw_stages_is_gone(stages, block) && waits_for_warp(stages->unit, block));
	for (size_t i = 0; i < stages->leavers.count && !waits; i++)
		mark_guard(stages->unit, stages->leavers.items[i].branch);
}

// --- the change ---

static LLVMValueRef is_here(struct leaving *leaving)
{
	return LLVMBuildLoad2(leaving->builder, leaving->bit, leaving->here, "");
}

static void make_slot(struct leaving *leaving)
{
	aw_llvm_at(leaving->builder, LLVMGetBasicBlockTerminator(leaving->stages->start));
	leaving->here = LLVMBuildAlloca(leaving->builder, leaving->bit, "here");
	LLVMBuildStore(leaving->builder, LLVMConstInt(leaving->bit, 1, false), leaving->here);
}

LLVMValueRef aw_simd_build_any(struct aw_unit *unit, LLVMValueRef value)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context), type = LLVMFunctionType(number, &number, 1, false);
	LLVMValueRef function = aw_llvm_declare(unit->module, "llvm.nvvm.barrier0.or", type);
	value = LLVMBuildZExt(unit->builder, value, number, "");
	value = LLVMBuildCall2(unit->builder, type, function, &value, 1, "");
	LLVMAddCallSiteAttribute(value, LLVMAttributeFunctionIndex,
	                         LLVMCreateEnumAttribute(unit->context, aw_llvm_attribute_kind("convergent"), 0));
	return LLVMBuildICmp(unit->builder, LLVMIntNE, value, LLVMConstNull(number), "");
}

// An i1 of the block: whether any thread brings VALUE.
static LLVMValueRef any_brings(const struct leaving *leaving, LLVMValueRef value)
{
	return aw_simd_build_any(leaving->stages->unit, value);
}

// Threads that have left come from FROM to the landing of STAGE, too.
static void lead_to_landing(const struct aw_stage *stage, LLVMBasicBlockRef from)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(stage->landing); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef any = LLVMGetUndef(LLVMTypeOf(phi));
		LLVMAddIncoming(phi, &any, &from, 1);
	}
}

// Those that returned from BLOCK note it and go on.
static void stay(struct leaving *leaving, LLVMBasicBlockRef block)
{
	struct aw_stages *stages = leaving->stages;
	uintptr_t number = (uintptr_t)aw_map_get(&stages->gone, block);
	assert(number && number <= stages->leavers.count);
	const struct aw_stage *stage = stage_of_leaver(stages, number - 1);
	assert(stage && stage->landing && "note_stages has seen to it");
	LLVMBasicBlockRef left = aw_llvm_split_edges(block, stages->end);
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(left);
	aw_llvm_at(leaving->builder, jump);
	LLVMBuildStore(leaving->builder, LLVMConstNull(leaving->bit), leaving->here);
	LLVMSetSuccessor(jump, 0, stage->landing);
	lead_to_landing(stage, left);
}

static void guard(struct leaving *leaving, const struct aw_stage *stage)
{
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(stage->gate);
	assert(LLVMGetNumSuccessors(jump) == 1 && LLVMGetSuccessor(jump, 0) == stage->head);
	aw_llvm_at(leaving->builder, jump);
	mark_guard(leaving->stages->unit, LLVMBuildCondBr(leaving->builder, is_here(leaving), stage->head, stage->landing));
	aw_llvm_erase(jump);
	lead_to_landing(stage, stage->gate);
}

// What a thread that has left brings to a barrier that adds up, ors or ands.
static void silence(struct leaving *leaving, LLVMValueRef barrier)
{
	const struct aw_intrinsic *row = aw_intrinsic_of(barrier);
	assert(row);
	unsigned count = LLVMGetNumArgOperands(barrier);
	if (LLVMGetTypeKind(LLVMTypeOf(barrier)) == LLVMVoidTypeKind || count == 0)
		return;
	LLVMValueRef value = LLVMGetOperand(barrier, count - 1);
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef nothing = aw_ends_with(row->name, ".and") ? LLVMConstInt(type, 1, false) : LLVMConstNull(type);
	aw_llvm_at(leaving->builder, barrier);
	LLVMSetOperand(barrier, count - 1, LLVMBuildSelect(leaving->builder, is_here(leaving), value, nothing, ""));
}

// Those that are here tell the others where the branch goes.
static void tell(struct leaving *leaving, LLVMValueRef branch)
{
	aw_llvm_at(leaving->builder, branch);
	LLVMValueRef no = LLVMConstNull(leaving->bit);
	LLVMValueRef mine = LLVMBuildSelect(leaving->builder, is_here(leaving), LLVMGetCondition(branch), no, "");
	LLVMSetCondition(branch, any_brings(leaving, mine));
}

// All return at PLACE when no thread is here.
static void ask(struct leaving *leaving, LLVMBasicBlockRef place)
{
	LLVMValueRef at = aw_llvm_first_after_phis(place);
	bool waits = LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMVoidTypeKind && aw_simd_is_barrier(leaving->stages->unit, at) &&
	             !aw_waits_for_grid(at);
	if (!waits && !aw_simd_is_barrier(leaving->stages->unit, at))
		at = LLVMGetBasicBlockTerminator(place);
	LLVMBasicBlockRef rest = aw_llvm_split_before(at);
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(place);
	aw_llvm_at(leaving->builder, jump);
	LLVMBuildCondBr(leaving->builder, any_brings(leaving, is_here(leaving)), rest, leaving->stages->end);
	aw_llvm_erase(jump);
	if (waits)
		aw_llvm_erase(at); // the question was a barrier
	for (size_t i = 0; i < leaving->stages->list.count; i++)
		if (leaving->stages->list.items[i].gate == place)
			leaving->stages->list.items[i].gate = rest;
}

static void change_places(struct leaving *leaving, const struct aw_skeleton *skeleton)
{
	struct aw_map behind = { 0 };
	for (size_t i = 0; i < leaving->stages->list.count; i++)
		if (leaving->stages->list.items[i].leaves)
			reach(leaving->stages->list.items[i].landing, &behind);
	AW_FOR_BLOCKS(block, leaving->stages->function) {
		if (!aw_stages_is_place(leaving->stages, block) || !aw_map_get(&behind, block))
			continue;
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (aw_simd_is_barrier(leaving->stages->unit, instruction))
				silence(leaving, instruction);
		if (LLVMIsABranchInst(end) && LLVMIsConditional(end) && !aw_skeleton_has(skeleton, LLVMGetCondition(end)))
			tell(leaving, end);
	}
	aw_map_finish(&behind);
}

static void ask_where_needed(struct leaving *leaving)
{
	const struct aw_stages *stages = leaving->stages;
	struct aw_map asked = { 0 }, repeated = { 0 };
	AW_VEC(LLVMBasicBlockRef) places = { 0 };
	find_repeated(stages, &repeated);
	for (size_t i = 0; i < stages->list.count; i++) {
		const struct aw_stage *stage = &stages->list.items[i];
		if (!stage->leaves || stage->next == stages->end || aw_map_get(&asked, stage->next) ||
		    !leads_to(stages, stage->next, &repeated))
			continue;
		aw_need(aw_map_put(&asked, stage->next, stage->next));
		aw_need(aw_vec_push(&places, stage->next));
	}
	for (size_t i = 0; i < places.count; i++)
		ask(leaving, places.items[i]);
	aw_vec_finish(&places);
	aw_map_finish(&repeated);
	aw_map_finish(&asked);
}

// --- when nobody leaves ---

// The one place where threads leave, when all of the block come to it; NULL.
static const struct aw_leaver *find_only(const struct aw_stages *stages, const struct aw_skeleton *skeleton)
{
	assert(stages->leavers.count);
	const struct aw_leaver *only = stages->leavers.items;
	const struct aw_stage *stage = stage_of_leaver(stages, 0);
	return stages->leavers.count == 1 && !stage->guarded && aw_skeleton_is_of_all(skeleton, only->branch) ? only : NULL;
}

// Puts FIRST and what comes behind, without the end, in LIST; false when that is much, or other ways lead there than from
// BEFORE.
static bool collect_rest(const struct aw_stages *stages, LLVMBasicBlockRef before, LLVMBasicBlockRef first,
                         struct block_list *list)
{
	enum { MOST_COPIED = 1500 };
	unsigned size = 0;
	bool own = true;
	struct aw_map rest = { 0 };
	reach(first, &rest);
	aw_need(aw_map_put(&rest, first, first));
	aw_map_remove(&rest, stages->end);
	AW_FOR_BLOCKS(block, stages->function) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		bool inside = aw_map_get(&rest, block);
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
			own = own && (inside || block == before || !aw_map_get(&rest, LLVMGetSuccessor(end, i)));
		if (!inside)
			continue;
		aw_need(aw_vec_push(list, block));
		AW_FOR_INSTRUCTIONS(instruction, block)
			size++;
	}
	own = own && !aw_map_get(&rest, before);
	aw_map_finish(&rest);
	return own && size <= MOST_COPIED;
}

// In most blocks of a grid nobody leaves: for those the rest of the kernel is there a second time as it was, without
// guards.  Returns where that begins, NULL when it isn't made.
static LLVMBasicBlockRef copy_rest(const struct aw_stages *stages, const struct aw_leaver *only)
{
	LLVMBasicBlockRef first = LLVMGetSuccessor(only->branch, LLVMGetSuccessor(only->branch, 0) == only->first), copy = NULL;
	struct block_list list = { 0 };
	if (collect_rest(stages, LLVMGetInstructionParent(only->branch), first, &list)) {
		LLVMBasicBlockRef *copies = AW_NEED_ARRAY(LLVMBasicBlockRef, list.count);
		aw_llvm_copy_blocks(list.items, (unsigned)list.count, copies);
		for (size_t i = 0; i < list.count; i++)
			copy = list.items[i] == first ? copies[i] : copy;
		free(copies);
	}
	aw_vec_finish(&list);
	return copy;
}

// The block goes on at COPY when no thread leaves at the place.
static void go_apart(struct leaving *leaving, const struct aw_leaver *only, LLVMBasicBlockRef copy)
{
	LLVMBasicBlockRef before = LLVMGetInstructionParent(only->branch), guarded = aw_llvm_split_before(only->branch);
	LLVMValueRef jump = LLVMGetBasicBlockTerminator(before), leaves = LLVMGetCondition(only->branch);
	aw_llvm_at(leaving->builder, jump);
	if (LLVMGetSuccessor(only->branch, 0) != only->first)
		leaves = LLVMBuildNot(leaving->builder, leaves, "");
	LLVMBuildCondBr(leaving->builder, any_brings(leaving, leaves), guarded, copy);
	aw_llvm_erase(jump);
}

static void change(struct leaving *leaving)
{
	struct aw_stages *stages = leaving->stages;
	struct aw_skeleton skeleton;
	aw_skeleton_init(&skeleton, stages);
	const struct aw_leaver *only = find_only(stages, &skeleton);
	LLVMBasicBlockRef copy = only ? copy_rest(stages, only) : NULL;
	make_slot(leaving);
	mark_leavers(stages);
	change_places(leaving, &skeleton);
	aw_skeleton_raise(&skeleton);
	aw_skeleton_finish(&skeleton);
	ask_where_needed(leaving);
	AW_FOR_BLOCKS_SAFE(block, stages->function)
		if (aw_stages_is_gone(stages, block) && aw_llvm_leads_to(block, stages->end))
			stay(leaving, block);
	for (size_t i = 0; i < stages->list.count; i++)
		if (stages->list.items[i].guarded)
			guard(leaving, &stages->list.items[i]);
	if (copy)
		go_apart(leaving, only, copy);
	aw_simd_repair(stages->unit, stages->function);
}

// --- the whole ---

static bool keep(struct aw_stages *stages)
{
	LLVMContextRef context = stages->unit->context;
	struct leaving leaving = {
		.stages = stages,
		.builder = stages->unit->builder,
		.bit = LLVMInt1TypeInContext(context),
	};
	if (aw_stages_find(stages) && note_stages(stages))
		change(&leaving);
	if (!aw_llvm_run_function_passes(stages->function, "mem2reg,instcombine<no-verify-fixpoint>,dce", NULL))
		return false;
	aw_simd_group_accesses(stages->unit, stages->function); // which LLVM has taken apart
	return aw_simd_normalize(stages->unit, stages->function);
}

bool aw_simd_keep_leavers(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct aw_stages stages = { .unit = unit, .function = function };
	struct aw_uniformity u;
	bool normal = true;
	if (!aw_simd_has_barrier(unit, function))
		return true;
	aw_uniformity_init(&u, unit, function, gang);
	bool found = has_uneven_barrier(unit, &u) && find_leavers(&stages, &u);
	aw_uniformity_finish(&u);
	if (found)
		normal = keep(&stages);
	aw_vec_finish(&stages.leavers);
	aw_vec_finish(&stages.pairs);
	aw_vec_finish(&stages.list);
	aw_map_finish(&stages.even);
	aw_map_finish(&stages.gone);
	aw_map_finish(&stages.once);
	aw_map_finish(&stages.gates);
	aw_map_finish(&stages.number);
	return normal;
}
