// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: loops with the stride of a grid that only read are unrolled, so that their loads are under way together.
// A sum over such a loop waits for each load before it asks for the next; when the grid is small nothing else hides that wait.
//
//     body: x += a[i]; i += stride; if (i < n) goto body
// gets in front of it
//     check: if (i < n && stride < LIMIT && 15 * stride < n - i) goto many; else goto body
//     many:  x += a[i]; i += stride; ... sixteen times; if (i < n) goto check; else leave
//
// LLVM's own unroller first counts the turns by a division, and gives up where the index may wrap around, as in
// `i += blockDim.x * gridDim.x`, an int plus an unsigned.  The test needs neither: the stride is small, so 15 of
// them don't wrap around, and they are less than what is left (unsigned, as i is below n).  It runs after
// LLVM's optimiser, on loops of one block, which those without branches of their own are by then.
//
// What is under way needs registers (registers.c).
//
// Before, LLVM unrolls loops whose turns it counts, which its pipeline had to leave (prepare_ptx), by the pipeline's measure: ptxas
// unrolls again what is short.  Then loops of few turns at most, such as those that bring a tile into shared memory.
#include <stdlib.h>

#include "../analysis/need.h"
#include "../pipeline.h"
#include "ptx.h"

enum { MOST_LOADS = 16, MOST_INSTRUCTIONS = 320, HEADROOM_BITS = 5, MOST_PHIS = 16 };

struct strided {
	LLVMBasicBlockRef body, before, after;
	LLVMValueRef index, stride, next, end; // NEXT = INDEX + STRIDE
	LLVMIntPredicate below;                // NEXT BELOW END: another turn
	unsigned turns;                        // of one round through the new block
};

// --- finding ---

static bool is_inside(const struct strided *loop, LLVMValueRef value)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == loop->body;
}

// The block of the two to which a loop of one block goes, or that it comes from, beside itself.
static LLVMBasicBlockRef only_other(LLVMBasicBlockRef body, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
	return a == body && b != body ? b : b == body && a != body ? a : NULL;
}

// Sets BELOW and END from the comparison that ends the body.
static bool read_test(struct strided *loop, LLVMValueRef branch)
{
	LLVMValueRef test = LLVMGetCondition(branch);
	if (!LLVMIsAICmpInst(test))
		return false;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(test);
	LLVMValueRef left = LLVMGetOperand(test, 0), right = LLVMGetOperand(test, 1);
	bool stays = LLVMGetSuccessor(branch, 0) == loop->body, swapped = !is_inside(loop, left);
	static const struct {
		LLVMIntPredicate predicate, below;
		bool stays, swapped;
	} rows[] = {
		{ LLVMIntSLT, LLVMIntSLT, true, false }, { LLVMIntULT, LLVMIntULT, true, false },
		{ LLVMIntSGT, LLVMIntSLT, true, true },  { LLVMIntUGT, LLVMIntULT, true, true },
		{ LLVMIntSGE, LLVMIntSLT, false, false }, { LLVMIntUGE, LLVMIntULT, false, false },
		{ LLVMIntSLE, LLVMIntSLT, false, true }, { LLVMIntULE, LLVMIntULT, false, true },
	};
	loop->next = swapped ? right : left;
	loop->end = swapped ? left : right;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].predicate == predicate && rows[i].stays == stays && rows[i].swapped == swapped) {
			loop->below = rows[i].below;
			return !is_inside(loop, loop->end) && is_inside(loop, loop->next);
		}
	return false;
}

// Sets INDEX and STRIDE from what NEXT is.
static bool read_step(struct strided *loop)
{
	if (LLVMGetInstructionOpcode(loop->next) != LLVMAdd)
		return false;
	LLVMValueRef a = LLVMGetOperand(loop->next, 0), b = LLVMGetOperand(loop->next, 1);
	loop->index = is_inside(loop, a) ? a : b;
	loop->stride = is_inside(loop, a) ? b : a;
	return is_inside(loop, loop->index) && LLVMIsAPHINode(loop->index) && !is_inside(loop, loop->stride) &&
	       aw_llvm_incoming(loop->index, loop->body) == loop->next;
}

// How many turns the body's loads and size allow; 0: something in it must stay in its place.
static unsigned count_turns(LLVMBasicBlockRef body)
{
	unsigned loads = 0, size = 0, phis = 0;
	AW_FOR_INSTRUCTIONS(instruction, body) {
		bool call = LLVMIsACallInst(instruction) != NULL;
		size++;
		phis += LLVMIsAPHINode(instruction) != NULL;
		loads += LLVMIsALoadInst(instruction) != NULL;
		if (LLVMIsALoadInst(instruction) && !aw_llvm_is_plain(instruction))
			return 0;
		if (aw_llvm_may_write(instruction) || (call && aw_llvm_may_read(instruction)) ||
		    (call && (!aw_llvm_callee(instruction) || aw_llvm_has_attribute(aw_llvm_callee(instruction), "convergent"))))
			return 0;
	}
	if (!loads || loads > MOST_LOADS / 2 || phis > MOST_PHIS)
		return 0;
	unsigned turns = MOST_LOADS / loads;
	while (turns > 1 && turns * size > MOST_INSTRUCTIONS)
		turns /= 2;
	return turns > 1 ? turns : 0;
}

static LLVMBasicBlockRef entry_of(LLVMBasicBlockRef body)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(body);
	if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
		return NULL;
	return only_other(body, LLVMGetIncomingBlock(phi, 0), LLVMGetIncomingBlock(phi, 1));
}

static bool recognise(LLVMBasicBlockRef body, struct strided *loop)
{
	LLVMValueRef branch = LLVMGetBasicBlockTerminator(body);
	*loop = (struct strided){ .body = body, .before = entry_of(body) };
	if (!loop->before || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
		return false;
	loop->after = only_other(body, LLVMGetSuccessor(branch, 0), LLVMGetSuccessor(branch, 1));
	loop->turns = count_turns(body);
	return loop->after && loop->turns && read_test(loop, branch) && read_step(loop);
}

// --- making ---

// A value of the body at a turn: what stands for it there, or itself from outside.
static LLVMValueRef at_turn(const struct aw_map *values, LLVMValueRef value)
{
	LLVMValueRef known = aw_map_get(values, value);
	return known ? known : value;
}

static void note(struct aw_map *values, LLVMValueRef value, LLVMValueRef stands)
{
	aw_need(aw_map_put(values, value, stands));
}

// One turn at the builder's place; VALUES holds the phis' before, and what they are after.
static void build_turn(struct aw_unit *unit, const struct strided *loop, struct aw_map *values)
{
	LLVMValueRef later[MOST_PHIS];
	unsigned count = 0;
	AW_FOR_INSTRUCTIONS(instruction, loop->body) {
		if (LLVMIsAPHINode(instruction) || LLVMIsATerminatorInst(instruction))
			continue;
		LLVMValueRef copy = LLVMInstructionClone(instruction);
		for (int i = 0; i < LLVMGetNumOperands(copy); i++)
			LLVMSetOperand(copy, (unsigned)i, at_turn(values, LLVMGetOperand(copy, (unsigned)i)));
		LLVMInsertIntoBuilder(unit->builder, copy);
		note(values, instruction, copy);
	}
	AW_FOR_INSTRUCTIONS(instruction, loop->body)
		if (LLVMIsAPHINode(instruction))
			later[count++] = at_turn(values, aw_llvm_incoming(instruction, loop->body));
	count = 0;
	AW_FOR_INSTRUCTIONS(instruction, loop->body)
		if (LLVMIsAPHINode(instruction))
			note(values, instruction, later[count++]);
}

// Whether a whole round may be run: the test of the head comment.
static LLVMValueRef build_check(struct aw_unit *unit, const struct strided *loop, LLVMValueRef index)
{
	LLVMBuilderRef builder = unit->builder;
	LLVMTypeRef type = LLVMTypeOf(index);
	LLVMValueRef limit = LLVMConstInt(type, 1ull << (LLVMGetIntTypeWidth(type) - HEADROOM_BITS), false);
	LLVMValueRef most = LLVMConstInt(type, loop->turns - 1, false);
	LLVMValueRef small = LLVMBuildICmp(builder, LLVMIntULT, loop->stride, limit, "");
	LLVMValueRef way = LLVMBuildMul(builder, loop->stride, most, "");
	LLVMValueRef left = LLVMBuildSub(builder, loop->end, index, "");
	LLVMValueRef fits = LLVMBuildICmp(builder, LLVMIntULT, way, left, "");
	LLVMValueRef inside = LLVMBuildICmp(builder, loop->below, index, loop->end, "");
	return LLVMBuildAnd(builder, LLVMBuildAnd(builder, small, fits, ""), inside, "");
}

// A phi of the check block for each of the body's.
static void build_phis(struct aw_unit *unit, const struct strided *loop, struct aw_map *values)
{
	AW_FOR_INSTRUCTIONS(phi, loop->body) {
		if (!LLVMIsAPHINode(phi))
			break;
		LLVMValueRef first = aw_llvm_incoming(phi, loop->before);
		LLVMBasicBlockRef from = loop->before;
		LLVMValueRef made = LLVMBuildPhi(unit->builder, LLVMTypeOf(phi), "");
		LLVMAddIncoming(made, &first, &from, 1);
		note(values, phi, made);
	}
}

// Behind the last turn: the phis of the check block, the body and the block after get what comes from there.
static void join(const struct strided *loop, LLVMBasicBlockRef check, LLVMBasicBlockRef many, const struct aw_map *values)
{
	LLVMValueRef made = LLVMGetFirstInstruction(check);
	AW_FOR_INSTRUCTIONS(phi, loop->body) {
		if (!LLVMIsAPHINode(phi))
			break;
		LLVMValueRef last = at_turn(values, phi);
		LLVMAddIncoming(made, &last, &many, 1);
		for (unsigned i = 0; i < 2; i++)
			if (LLVMGetIncomingBlock(phi, i) == loop->before)
				LLVMSetOperand(phi, i, made);
		made = LLVMGetNextInstruction(made);
	}
	AW_FOR_INSTRUCTIONS(phi, loop->after) {
		if (!LLVMIsAPHINode(phi))
			break;
		LLVMValueRef value = at_turn(values, aw_llvm_incoming(phi, loop->body));
		LLVMAddIncoming(phi, &value, &many, 1);
	}
}

// Whether what the body computes is used behind it by phis only: those get a value from the new block too.
static bool is_closed(const struct strided *loop)
{
	AW_FOR_INSTRUCTIONS(instruction, loop->body)
		AW_FOR_USES(use, instruction) {
			LLVMValueRef user = LLVMGetUser(use);
			bool phi = LLVMIsAPHINode(user) && LLVMGetInstructionParent(user) == loop->after;
			if (!is_inside(loop, user) && !phi)
				return false;
		}
	return true;
}

static void unroll(struct aw_unit *unit, const struct strided *loop)
{
	LLVMBasicBlockRef check = LLVMInsertBasicBlockInContext(unit->context, loop->body, "check");
	LLVMBasicBlockRef many = LLVMInsertBasicBlockInContext(unit->context, loop->body, "many");
	struct aw_map values = { 0 };
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMPositionBuilderAtEnd(unit->builder, check);
	build_phis(unit, loop, &values);
	LLVMValueRef test = build_check(unit, loop, at_turn(&values, loop->index));
	LLVMBuildCondBr(unit->builder, test, many, loop->body);
	LLVMPositionBuilderAtEnd(unit->builder, many);
	for (unsigned turn = 0; turn < loop->turns; turn++)
		build_turn(unit, loop, &values);
	LLVMValueRef again = LLVMBuildICmp(unit->builder, loop->below, at_turn(&values, loop->next), loop->end, "");
	LLVMBuildCondBr(unit->builder, again, check, loop->after);
	join(loop, check, many, &values);
	aw_llvm_lead_to(loop->before, loop->body, check);
	aw_llvm_rename_incoming(loop->body, loop->before, check);
	aw_map_finish(&values);
}

static bool unroll_in(struct aw_unit *unit, LLVMValueRef function)
{
	struct strided loop;
	bool changed = false;
	AW_FOR_BLOCKS_SAFE(block, function)
		if (recognise(block, &loop) && is_closed(&loop)) {
			unroll(unit, &loop);
			changed = true;
		}
	return changed;
}

bool aw_pass_unroll_strided(struct aw_unit *unit)
{
	static const char before[] =
		"free-loops,loop-unroll<O2;upperbound>,loop-unroll<O3;upperbound;no-runtime>,loop-simplify,lcssa";
	static const char after[] = "instcombine<no-verify-fixpoint>,early-cse,simplifycfg,dce";
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2 || unit->request->breakpoints)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (!aw_llvm_is_defined(function) || !aw_llvm_run_function_passes(function, before, unit->machine))
			continue;
		if (aw_ptx_has_registers(unit, function) && unroll_in(unit, function))
			aw_ptx_use_registers(unit, function);
		changed |= aw_llvm_run_function_passes(function, after, unit->machine);
	}
	return changed;
}
