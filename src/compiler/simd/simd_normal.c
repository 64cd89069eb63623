// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The normal form of a function that the uniformity analysis and the vectorizer work on, brought about by
// LLVM's own passes.  Their order matters: each keeps what those before it have made.
//     ends            a call that doesn't return (trap, assertion) ends the whole gang, whichever lane makes it.  It is
//                     followed by a branch to where lanes that don't make it meet those that might have, so to
//                     the masks it is an ordinary place, and no way around the barriers behind it
//     lower-switch, fix-irreducible
//     exits           a loop that no way leads out of has one for a condition that always fails, so lanes that are in
//                     none of its turns have somewhere to go on
//     agreements      where all ways to a phi bring the same operation on the same values, it is made where the ways meet. LLVM
//                     leaves such phis when it has put what one way computed on the others, too; to the analysis the
//                     values of lanes that come by different ways would differ
//     mergereturn
//     break-crit-edges before loop-simplify: an edge that leaves a loop is split first, then its block counts
//                     as the loop's own exit; the other way round, the split would undo LCSSA
//     lcssa           last
//     meetings        behind all of them (simd_meetings.c)
#include "simd.h"

#include <stdlib.h>

#include "../analysis/dominators.h"

// --- ends ---

// What follows a call that doesn't return, and where the branch that led there and its other ways meet; NULL: where all return.
struct end {
	LLVMValueRef after;
	LLVMBasicBlockRef branch, meeting;
};
typedef AW_VEC(struct end) end_vec;

// Whether a way leads from FROM to TO that doesn't come through AROUND.
static bool reaches(const struct aw_cfg *cfg, uint32_t from, uint32_t to, uint32_t around)
{
	bool *seen = AW_NEED_ARRAY(bool, cfg->count);
	AW_VEC(uint32_t) work = { 0 };
	aw_need(aw_vec_push(&work, from));
	while (work.count) {
		uint32_t at = work.items[--work.count];
		if (seen[at] || at == around)
			continue;
		seen[at] = true;
		AW_FOR_SUCCESSORS(&cfg->graph, at, next)
			aw_need(aw_vec_push(&work, *next));
	}
	bool reached = seen[to];
	aw_vec_finish(&work);
	free(seen);
	return reached;
}

// The nearest branch before BLOCK one of whose ways leads to a return.  All that is known where its ways meet is known in BLOCK,
// too, so a branch from there breaks no use.  It may not make a loop: where several branches lead to BLOCK, all return.
static struct end find_meeting(const struct aw_cfg *cfg, const struct aw_dominators *before, const struct aw_dominators *behind,
                               LLVMBasicBlockRef block)
{
	struct end end = { .after = LLVMGetBasicBlockTerminator(block) };
	uint32_t at = aw_cfg_number(cfg, block);
	if (at == AW_NONE || behind->parent[at] != AW_NONE) // a function that never returns
		return end;
	while (at != AW_NONE && behind->parent[at] == AW_NONE)
		at = before->parent[at];
	if (at != AW_NONE && behind->parent[at] != behind->root &&
	    !reaches(cfg, behind->parent[at], aw_cfg_number(cfg, block), at))
		end = (struct end){ end.after, cfg->blocks[at], cfg->blocks[behind->parent[at]] };
	return end;
}

static void find_ends(LLVMValueRef function, end_vec *ends)
{
	struct aw_cfg cfg;
	struct aw_dominators before, behind;
	aw_cfg_init(&cfg, function);
	aw_dominators_init(&before, &cfg.graph, 0);
	aw_post_dominators_init(&behind, &cfg);
	AW_FOR_BLOCKS(block, function)
		if (LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(block)))
			aw_need(aw_vec_push(ends, find_meeting(&cfg, &before, &behind, block)));
	aw_dominators_finish(&before);
	aw_dominators_finish(&behind);
	aw_cfg_finish(&cfg);
}

// No lane comes this way; the value of those that come straight from the branch keeps a phi of equal values one.
static LLVMValueRef any_value(LLVMValueRef phi, LLVMBasicBlockRef branch)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingBlock(phi, i) == branch)
			return LLVMGetIncomingValue(phi, i);
	return LLVMGetPoison(LLVMTypeOf(phi));
}

static void go_on(struct aw_unit *unit, const struct end *end)
{
	LLVMBasicBlockRef from = LLVMGetInstructionParent(end->after);
	LLVMValueRef phi = LLVMGetFirstInstruction(end->meeting);
	for (; aw_llvm_is_op(phi, LLVMPHI); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef value = any_value(phi, end->branch);
		LLVMAddIncoming(phi, &value, &from, 1);
	}
	LLVMBuildBr(unit->builder, end->meeting);
}

static void go_past_ends(struct aw_unit *unit, LLVMValueRef function)
{
	end_vec ends = { 0 };
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
	find_ends(function, &ends);
	for (size_t i = 0; i < ends.count; i++) {
		aw_llvm_at(unit->builder, ends.items[i].after);
		if (ends.items[i].meeting)
			go_on(unit, &ends.items[i]);
		else if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
			LLVMBuildRetVoid(unit->builder);
		else
			LLVMBuildRet(unit->builder, LLVMGetPoison(result)); // no lane comes this way
		aw_llvm_erase(ends.items[i].after);
	}
	aw_vec_finish(&ends);
}

// --- exits ---

static bool is_endless(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop)
{
	for (uint32_t i = loops->loops.items[loop].first; i < loops->loops.items[loop].end; i++)
		AW_FOR_SUCCESSORS(&cfg->graph, loops->order[i], to)
			if (!aw_loop_contains(loops, loop, *to))
				return false;
	return true;
}

// Each way back of the loop HEADER goes over a block that asks whether the block has threads; without any it would return.
// To passes it's a number that only the launch tells, until its reader is linked.
static void give_exit(struct aw_unit *unit, LLVMBasicBlockRef header, LLVMBasicBlockRef *latches, unsigned count)
{
	LLVMValueRef back = LLVMGetBasicBlockTerminator(aw_llvm_split_predecessors(header, latches, count, "turn"));
	LLVMBasicBlockRef leave = LLVMInsertBasicBlockInContext(unit->context, header, "leave");
	aw_llvm_at(unit->builder, back);
	LLVMValueRef size = aw_llvm_ask(unit->builder, unit->module, "llvm.nvvm.read.ptx.sreg.ntid.x");
	LLVMBuildCondBr(unit->builder, LLVMBuildIsNotNull(unit->builder, size, ""), header, leave);
	aw_llvm_erase(back);
	LLVMPositionBuilderAtEnd(unit->builder, leave);
	LLVMBuildRetVoid(unit->builder);
}

static void give_exits(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	LLVMBasicBlockRef *latches = AW_NEED_ARRAY(LLVMBasicBlockRef, cfg.count);
	for (uint32_t i = 0; i < loops.loops.count; i++) {
		uint32_t header = loops.loops.items[i].header;
		unsigned count = 0;
		if (!is_endless(&cfg, &loops, i))
			continue;
		AW_FOR_PREDECESSORS(&cfg.graph, header, from)
			if (aw_loop_contains(&loops, i, *from))
				latches[count++] = cfg.blocks[*from];
		give_exit(unit, cfg.blocks[header], latches, count);
	}
	free(latches);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
}

// --- what is demanded ---

static bool has_several_predecessors(const struct aw_cfg *cfg, uint32_t block)
{
	return cfg->graph.predecessor_start[block + 1] - cfg->graph.predecessor_start[block] > 1;
}

static const char *find_bad_edge(const struct aw_cfg *cfg)
{
	uint32_t ends = 0;
	for (uint32_t block = 0; block < cfg->count; block++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->blocks[block]);
		ends += LLVMIsAReturnInst(end) != NULL;
		if (!LLVMIsABranchInst(end) && !LLVMIsAReturnInst(end))
			return "a block that doesn't end with a branch";
		if (aw_cfg_successor_count(cfg, block) < 2)
			continue;
		AW_FOR_SUCCESSORS(&cfg->graph, block, to)
			if (has_several_predecessors(cfg, *to))
				return "an edge from several ways to several";
	}
	return ends == 1 ? NULL : ends ? "several returns" : "no return";
}

static const char *find_bad_loop(const struct aw_cfg *cfg, const struct aw_loops *loops)
{
	for (size_t i = 0; i < loops->loops.count; i++) {
		const struct aw_loop *loop = &loops->loops.items[i];
		uint32_t latches = 0, entries = 0;
		if (!loop->reducible)
			return "an irreducible loop";
		AW_FOR_PREDECESSORS(&cfg->graph, loop->header, from) {
			bool inside = aw_loop_contains(loops, (uint32_t)i, *from);
			latches += inside;
			entries += !inside;
		}
		if (latches != 1 || entries != 1)
			return "a loop with several ways in or back";
		for (uint32_t b = loop->first; b < loop->end; b++)
			AW_FOR_SUCCESSORS(&cfg->graph, loops->order[b], to)
				if (!aw_loop_contains(loops, (uint32_t)i, *to))
					AW_FOR_PREDECESSORS(&cfg->graph, *to, from)
						if (!aw_loop_contains(loops, (uint32_t)i, *from))
							return "a loop's exit that is shared";
	}
	return NULL;
}

// Whether VALUE, made in the loop around BLOCK, is used outside of that loop other than by a phi of its exit.
static bool leaves_loop(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t block, LLVMValueRef value)
{
	uint32_t loop = loops->innermost[block];
	if (loop == AW_NONE)
		return false;
	AW_FOR_USES(use, value) {
		LLVMValueRef user = LLVMGetUser(use);
		uint32_t at = aw_cfg_number(cfg, LLVMGetInstructionParent(user));
		if (at == AW_NONE || aw_loop_contains(loops, loop, at))
			continue;
		bool exit_phi = LLVMIsAPHINode(user) != NULL;
		AW_FOR_PREDECESSORS(&cfg->graph, at, from)
			exit_phi &= aw_loop_contains(loops, loop, *from);
		if (!exit_phi)
			return true;
	}
	return false;
}

static const char *find_bad_value(const struct aw_cfg *cfg, const struct aw_loops *loops)
{
	for (uint32_t block = 0; block < cfg->count; block++)
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[block])
			if (leaves_loop(cfg, loops, block, instruction))
				return "a value of a loop used behind it";
	return NULL;
}

const char *aw_simd_abnormal(LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	const char *problem = find_bad_edge(&cfg);
	if (!problem)
		problem = find_bad_loop(&cfg, &loops);
	if (!problem)
		problem = find_bad_value(&cfg, &loops);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return problem;
}

// --- agreements ---

static bool can_agree(LLVMValueRef value)
{
	return LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsAICmpInst(value) || LLVMIsASelectInst(value);
}

// Whether VALUE widens a number with its sign: where LLVM knows that it isn't negative, it is zext.
static bool is_signed_widening(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMSExt) || (aw_llvm_is_op(value, LLVMZExt) && LLVMGetNNeg(value));
}

static bool is_same(LLVMValueRef a, LLVMValueRef b)
{
	return (aw_llvm_is_alike(a, b) || (is_signed_widening(a) && is_signed_widening(b))) && aw_llvm_has_operands_of(a, b);
}

// The operation that all ways to PHI make; NULL: they differ.  Its operands come before all ways, so before where these meet.
static LLVMValueRef agreement_of(LLVMValueRef phi)
{
	LLVMValueRef first = LLVMGetIncomingValue(phi, 0);
	if (LLVMCountIncoming(phi) < 2 || !LLVMIsAInstruction(first) || !can_agree(first))
		return NULL;
	for (unsigned i = 1; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef other = LLVMGetIncomingValue(phi, i);
		if (!LLVMIsAInstruction(other) || !is_same(first, other))
			return NULL;
		if (aw_llvm_is_op(other, LLVMSExt)) // what zext gives it gives, too
			first = other;
	}
	return first;
}

static void agree(LLVMBuilderRef builder, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS_SAFE(phi, block) {
			LLVMValueRef made = aw_llvm_is_op(phi, LLVMPHI) ? agreement_of(phi) : NULL;
			if (!made)
				continue;
			made = LLVMInstructionClone(made);
			aw_llvm_drop_promises(made);
			aw_llvm_at(builder, aw_llvm_skip_phis(phi));
			LLVMInsertIntoBuilder(builder, made);
			aw_llvm_replace(phi, made);
		}
}

bool aw_simd_normalize(struct aw_unit *unit, LLVMValueRef function)
{
	static const char passes[] = "scalarize-all,dce,lower-switch,fix-irreducible";
	static const char last[] = "mergereturn,break-crit-edges,loop-simplify,lcssa";
	if (!aw_llvm_run_function_passes(function, passes, NULL))
		return false;
	// Only now: LLVM makes what follows a call that doesn't return unreachable again.
	go_past_ends(unit, function);
	give_exits(unit, function);
	agree(unit->builder, function);
	if (!aw_llvm_run_function_passes(function, last, NULL))
		return false;
	aw_simd_part_meetings(function);
	return !aw_simd_abnormal(function);
}
