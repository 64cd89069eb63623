// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops whose number of turns differs from thread to thread, as those that go on until something converges or escapes:
//
//     n = numbers[i];
//     while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; }
//     lengths[i] = steps;
//
// A gang goes on until the longest of its lanes' loops ends, while the other lanes wait.  In this form one gang runs all threads of a
// span of blocks: a lane whose loop has ended takes the next thread.  (Persistent threads with a refill: T. Aila, S. Laine,
// "Understanding the Efficiency of Ray Traversal on GPUs", HPG 2009, there for warps of GPUs.)  What is before the loop and what is
// behind it costs as much for one lane as for all, so lanes wait until they have cost as much by waiting as that costs, which is
// never more than twice what who knew all turns beforehand would pay (the ski rental problem).  The copy of the kernel is
//
//     next = waited = 0; done = true; way = none;                   next, waited: of the gang; done, way: of each lane
//     for (;;) {
//         votes = aw.votes(done); waited += popcount(votes);
//         if (votes is all || (next < threads && waited > limit)) {
//             if (done) {
//                 what is behind the loop, by WAY
//                 number = next + how many of VOTES are before this lane;
//                 if (number < threads) what is before the loop, for that thread: done = way = ...; else way = none;
//             }
//             if (votes is all && next >= threads) break;
//             next += popcount(votes); waited = 0;
//         }
//         if (!done) one turn of the loop: done = whether it has ended
//     }
//
// made by taking all values of other blocks out of SSA form and back into it.
//
// It is for kernels with one loop at the outermost level, in which no access goes along a row of memory with the threads: lanes would
// lie anywhere.
#include "simd_refill.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../target/native.h"
#include "simd.h"
#include "simd_alone.h"

enum {
	MOST_OUTSIDE = 300, // before and behind the loop
	DEAL = 20,          // instructions of a refill beside those
};

static const char passes[] = "mem2reg,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,early-cse,adce";

typedef AW_VEC(LLVMBasicBlockRef) block_list;

struct refill {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	uint32_t width;
	LLVMBasicBlockRef before, header, latch; // of the loop
	block_list loop, first, rest;            // its blocks; those before it, the entry first; those behind it
	block_list targets;                      // of ways from before it or from it to behind it
	unsigned turns;                          // that all lanes may wait for
	LLVMValueRef done, way;                  // variables
	AW_VEC(LLVMValueRef) carried;            // those that were the header's phis
	struct aw_map program;                   // those of the program
	LLVMValueRef place[3], block_x;          // those of threadIdx and blockIdx.x; NULL: nobody asks
	LLVMTypeRef word, bit;
};

static LLVMValueRef number(const struct refill *r, uint64_t value)
{
	return LLVMConstInt(r->word, value, false);
}

static LLVMBasicBlockRef new_block(const struct refill *r, const char *name)
{
	return LLVMAppendBasicBlockInContext(r->unit->context, r->function, name);
}

// --- which kernels ---

static unsigned cost_of(const struct aw_uniformity *u, LLVMValueRef instruction)
{
	bool access = LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction);
	return access ? u->gang.width : !LLVMIsAPHINode(instruction);
}

// Whether BLOCK only hands values on to the next.
static bool hands_on(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	return aw_llvm_first_after_phis(block) == last && LLVMGetNumSuccessors(last) == 1;
}

// Whether BLOCK is an exit of the loop that only hands values on: several may lead to one place.
static bool is_way_out(const struct aw_uniformity *u, uint32_t block)
{
	bool any = false, all = hands_on(u->cfg.blocks[block]);
	AW_FOR_PREDECESSORS(&u->cfg.graph, block, from) {
		any = true;
		all &= aw_loop_contains(&u->loops, 0, *from);
	}
	return any && all;
}

// Deals the blocks out to those before the loop, of it and behind it, and looks at all they hold.
static bool look_at_blocks(struct refill *r, const struct aw_uniformity *u, const bool *behind)
{
	unsigned inside = 0, outside = DEAL;
	for (uint32_t block = 0; block < u->cfg.count; block++) {
		bool own = aw_loop_contains(&u->loops, 0, block) || is_way_out(u, block);
		aw_need(own ? aw_vec_push(&r->loop, u->cfg.blocks[block]) : behind[block] ? aw_vec_push(&r->rest, u->cfg.blocks[block]) :
		        aw_vec_push(&r->first, u->cfg.blocks[block]));
		AW_FOR_INSTRUCTIONS(instruction, u->cfg.blocks[block]) {
			if (own && aw_simd_is_of_row(instruction))
				return false;
			*(own ? &inside : &outside) += cost_of(u, instruction);
		}
	}
	r->turns = outside / inside + 1;
	return outside <= MOST_OUTSIDE;
}

static void mark_behind(const struct aw_uniformity *u, uint32_t from, bool *behind)
{
	AW_FOR_SUCCESSORS(&u->cfg.graph, from, to)
		if (!aw_loop_contains(&u->loops, 0, *to) && !behind[*to]) {
			behind[*to] = true;
			mark_behind(u, *to, behind);
		}
}

static bool has_one_loop(const struct aw_loops *loops)
{
	unsigned outermost = 0;
	for (size_t i = 0; i < loops->loops.count; i++)
		outermost += loops->loops.items[i].depth == 1;
	return outermost == 1;
}

static unsigned bytes_of(const struct refill *r, LLVMValueRef value)
{
	return (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(r->unit->module), LLVMTypeOf(value));
}

// Whether USER, of a value that block FROM has, is of the loop though FROM isn't, or the other way round.
static bool goes_over(const struct refill *r, LLVMBasicBlockRef from, LLVMValueRef user)
{
	bool own = aw_llvm_is_among(r->loop.items, r->loop.count, from);
	return own != aw_llvm_is_among(r->loop.items, r->loop.count, LLVMGetInstructionParent(user));
}

// How many bytes of each lane are kept from turn to turn: what the loop carries, what it takes and what it leaves.
static unsigned bytes_kept(const struct refill *r, const struct aw_uniformity *u)
{
	unsigned bytes = 0;
	for (uint32_t block = 0; block < u->cfg.count; block++)
		AW_FOR_INSTRUCTIONS(value, u->cfg.blocks[block]) {
			bool kept = LLVMIsAPHINode(value) && u->cfg.blocks[block] == r->header;
			AW_FOR_USES(use, value)
				kept |= goes_over(r, u->cfg.blocks[block], LLVMGetUser(use));
			if (kept && !aw_shape_is_uniform(aw_uniformity_shape(u, value)))
				bytes += bytes_of(r, value);
		}
	return bytes;
}

// Gangs twice as wide, as their lanes' turns wait for those before them, where all that they keep is in registers.
static void choose_width(struct refill *r, const struct aw_uniformity *u)
{
	unsigned registers = aw_native_registers(r->unit->target), size = aw_native_register_bytes(r->unit->target);
	if (2 * r->width <= AW_SIMD_MAX_WIDTH && 2 * r->width * bytes_kept(r, u) <= registers * size * 3 / 4)
		r->width *= 2;
}

static bool fits(struct refill *r, const struct aw_uniformity *u)
{
	if (!has_one_loop(&u->loops) || !u->loops.loops.items[0].reducible || !u->divergent_loop[0])
		return false;
	uint32_t header = u->loops.loops.items[0].header, before = aw_loop_way_in(&u->loops, &u->cfg, 0);
	bool *behind = AW_NEED_ARRAY(bool, u->cfg.count);
	for (uint32_t block = 0; block < u->cfg.count; block++)
		if (aw_loop_contains(&u->loops, 0, block))
			mark_behind(u, block, behind);
	r->header = u->cfg.blocks[header];
	r->before = before == AW_NONE ? NULL : u->cfg.blocks[before];
	AW_FOR_PREDECESSORS(&u->cfg.graph, header, from)
		if (aw_loop_contains(&u->loops, 0, *from))
			r->latch = u->cfg.blocks[*from];
	bool good = r->before && look_at_blocks(r, u, behind);
	free(behind);
	if (good)
		choose_width(r, u);
	return good;
}

// --- what is the same for all threads ---

static bool is_register_of_all(LLVMValueRef call)
{
	const char *name = aw_intrinsic_register(call);
	return aw_starts_with(name, "ntid.") || aw_starts_with(name, "nctaid.") || !strcmp(name, "ctaid.y") || !strcmp(name, "ctaid.z") ||
	       !strcmp(name, "warpsize");
}

// Whether INSTRUCTION computes from what START, the function's first block, has, and can be done for nobody.
static bool is_of_all(LLVMValueRef instruction, LLVMBasicBlockRef start)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMUDiv: case LLVMSDiv: case LLVMURem: case LLVMSRem:
		return false;
	case LLVMCall:
		return is_register_of_all(instruction);
	case LLVMICmp: case LLVMFCmp: case LLVMSelect: case LLVMGetElementPtr: case LLVMFNeg:
		break;
	default:
		if (!LLVMIsABinaryOperator(instruction) && !LLVMIsACastInst(instruction))
			return false;
	}
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
		LLVMValueRef operand = LLVMGetOperand(instruction, i);
		if (LLVMIsAInstruction(operand) && (LLVMGetInstructionParent(operand) != start || LLVMIsAAllocaInst(operand)))
			return false;
	}
	return true;
}

// Parts the entry into variables with what is the same for all threads, and the rest; the latter is the first block before the loop now.
static LLVMBasicBlockRef part_entry(struct refill *r)
{
	LLVMBasicBlockRef start = LLVMGetEntryBasicBlock(r->function);
	r->first.items[0] = aw_llvm_split_before(aw_llvm_behind_locals(r->function));
	if (r->before == start)
		r->before = r->first.items[0];
	for (size_t i = 0; i < r->first.count; i++)
		AW_FOR_INSTRUCTIONS_SAFE(instruction, r->first.items[i]) {
			if (!is_of_all(instruction, start))
				continue;
			LLVMInstructionRemoveFromParent(instruction);
			aw_llvm_at(r->builder, LLVMGetBasicBlockTerminator(start));
			LLVMInsertIntoBuilder(r->builder, instruction);
		}
	return start;
}

// --- variables ---

static LLVMValueRef load(struct refill *r, LLVMValueRef variable)
{
	return LLVMBuildLoad2(r->builder, LLVMGetAllocatedType(variable), variable, "");
}

// Makes the header's phis variables.
static void keep_phis(struct refill *r)
{
	AW_FOR_INSTRUCTIONS_SAFE(phi, r->header) {
		if (!LLVMIsAPHINode(phi))
			break;
		LLVMValueRef variable = aw_llvm_local(r->function, LLVMTypeOf(phi), "");
		LLVMValueRef begins = aw_llvm_incoming(phi, r->before), becomes = aw_llvm_incoming(phi, r->latch);
		aw_llvm_at(r->builder, LLVMGetBasicBlockTerminator(r->before));
		LLVMBuildStore(r->builder, begins, variable);
		aw_llvm_at(r->builder, LLVMGetBasicBlockTerminator(r->latch));
		LLVMBuildStore(r->builder, becomes, variable);
		aw_need(aw_vec_push(&r->carried, variable));
		aw_llvm_at(r->builder, aw_llvm_first_after_phis(r->header));
		LLVMReplaceAllUsesWith(phi, load(r, variable));
		aw_llvm_erase(phi);
	}
}

// --- the loop around all ---

static void store(struct refill *r, LLVMValueRef value, LLVMValueRef variable)
{
	LLVMBuildStore(r->builder, value, variable);
}

static uint64_t number_of(struct refill *r, LLVMBasicBlockRef target)
{
	for (size_t i = 0; i < r->targets.count; i++)
		if (r->targets.items[i] == target)
			return i + 1;
	aw_need(aw_vec_push(&r->targets, target));
	return r->targets.count;
}

// Nobody asks any more, where the builder stands, for what the lane carries from turn to turn.
static void forget_carried(struct refill *r)
{
	for (size_t i = 0; i < r->carried.count; i++)
		store(r, LLVMGetPoison(LLVMGetAllocatedType(r->carried.items[i])), r->carried.items[i]);
}

// Whether instructions of OPCODE in BLOCKS use VARIABLE.
static bool uses_variable(LLVMValueRef variable, const block_list *blocks, LLVMOpcode opcode)
{
	AW_FOR_USES(use, variable) {
		LLVMValueRef user = LLVMGetUser(use);
		if (aw_llvm_is_op(user, opcode) && aw_llvm_is_among(blocks->items, blocks->count, LLVMGetInstructionParent(user)))
			return true;
	}
	return false;
}

// Nobody asks at a turn's beginning, where the builder stands, for what a turn before left for behind the loop: each turn that ends the
// loop leaves it anew, as what is made in a loop and used behind it is made in the last turn.
static void forget_results(struct refill *r)
{
	AW_FOR_INSTRUCTIONS(variable, LLVMGetEntryBasicBlock(r->function)) {
		if (!LLVMIsAAllocaInst(variable) || aw_map_get(&r->program, variable))
			continue;
		if (uses_variable(variable, &r->loop, LLVMStore) && uses_variable(variable, &r->rest, LLVMLoad))
			store(r, LLVMGetPoison(LLVMGetAllocatedType(variable)), variable);
	}
}

// Has the way from block FROM to block TO, behind the loop, end the lane's turn at block END and be gone later.
static void put_off(struct refill *r, LLVMBasicBlockRef from, LLVMBasicBlockRef to, LLVMBasicBlockRef end)
{
	LLVMBasicBlockRef between = new_block(r, "leave");
	aw_llvm_lead_to(from, to, between);
	LLVMPositionBuilderAtEnd(r->builder, between);
	store(r, LLVMConstInt(r->bit, true, false), r->done);
	forget_carried(r);
	uint64_t way = number_of(r, to);
	if (way != 1 || !aw_llvm_is_among(r->loop.items, r->loop.count, from)) // the way into the loop says 1
		store(r, number(r, way), r->way);
	LLVMBuildBr(r->builder, end);
}

static void put_off_all(struct refill *r, const block_list *from, LLVMBasicBlockRef end)
{
	for (size_t i = 0; i < from->count; i++) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(from->items[i]);
		for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
			LLVMBasicBlockRef to = LLVMGetSuccessor(last, k);
			if (aw_llvm_is_among(r->rest.items, r->rest.count, to))
				put_off(r, from->items[i], to, end);
		}
	}
}

// How many times the float 1 / INVERSE is in NUMBER, which is less than 2^21: half of one above it the quotient is further from a whole
// number than two roundings lead.
static LLVMValueRef divide(struct refill *r, LLVMValueRef dividend, LLVMValueRef inverse)
{
	LLVMTypeRef real = LLVMTypeOf(inverse);
	LLVMValueRef above = LLVMBuildFAdd(r->builder, LLVMBuildSIToFP(r->builder, dividend, real, ""), LLVMConstReal(real, 0.5), "");
	return LLVMBuildFPToSI(r->builder, LLVMBuildFMul(r->builder, above, inverse, ""), r->word, "");
}

static LLVMValueRef times(struct refill *r, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildMul(r->builder, a, b, "");
}

struct extent {
	LLVMValueRef size, inverse; // how many there are, i32 and as 1 / float
};

static struct extent extent_of(struct refill *r, LLVMValueRef size)
{
	LLVMTypeRef real = LLVMFloatTypeInContext(r->unit->context);
	LLVMValueRef inverse = LLVMBuildFDiv(r->builder, LLVMConstReal(real, 1), LLVMBuildUIToFP(r->builder, size, real, ""), "");
	return (struct extent){ size, inverse };
}

// Splits *NUMBER, of elements that come SIZE to a row, into that of the row, which it returns, and the element's in it.
static LLVMValueRef part(struct refill *r, LLVMValueRef *number, struct extent size)
{
	LLVMValueRef row = divide(r, *number, size.inverse);
	*number = LLVMBuildSub(r->builder, *number, times(r, row, size.size), "");
	return row;
}

static LLVMValueRef ask(struct refill *r, const char *name)
{
	return aw_llvm_ask_number(r->builder, r->unit->module, name);
}

static LLVMValueRef build_votes(struct refill *r, LLVMValueRef vote)
{
	LLVMTypeRef type = LLVMFunctionType(r->word, &r->bit, 1, false);
	LLVMValueRef votes = aw_llvm_declare(r->unit->module, AW_VOTES, type);
	aw_llvm_add_attribute(votes, LLVMAttributeFunctionIndex, "convergent");
	aw_llvm_promise_no_effect(votes);
	return LLVMBuildCall2(r->builder, type, votes, &vote, 1, "votes");
}

static LLVMValueRef count_bits(struct refill *r, LLVMValueRef bits)
{
	LLVMValueRef count = aw_llvm_intrinsic(r->unit->module, "llvm.ctpop", &r->word, 1);
	return LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(count), count, &bits, 1, "");
}

static LLVMValueRef phi_of_two(struct refill *r, LLVMValueRef a, LLVMBasicBlockRef from_a, LLVMValueRef b, LLVMBasicBlockRef from_b)
{
	LLVMValueRef phi = LLVMBuildPhi(r->builder, r->word, "");
	LLVMAddIncoming(phi, &a, &from_a, 1);
	LLVMAddIncoming(phi, &b, &from_b, 1);
	return phi;
}

// What all threads have in common, made in the first block.
struct common {
	LLVMValueRef lane, threads, first; // this lane's number; how many threads there are; blockIdx.x of the first block
	struct extent x, y, block;
};

static struct common build_common(struct refill *r)
{
	struct common c;
	c.lane = ask(r, "llvm.nvvm.read.ptx.sreg.tid.x");
	LLVMValueRef x = ask(r, "llvm.nvvm.read.ptx.sreg.ntid.x"), y = ask(r, "llvm.nvvm.read.ptx.sreg.ntid.y");
	LLVMValueRef z = ask(r, "llvm.nvvm.read.ptx.sreg.ntid.z"), block = times(r, times(r, x, y), z);
	c.first = ask(r, "aw.span.first");
	c.threads = times(r, block, ask(r, "aw.span.count"));
	c.x = extent_of(r, x);
	c.y = extent_of(r, y);
	c.block = extent_of(r, block);
	store(r, LLVMConstInt(r->bit, true, false), r->done);
	store(r, number(r, 0), r->way);
	return c;
}

// Tells the lane that it runs thread NUMBER.
static void tell_place(struct refill *r, const struct common *c, LLVMValueRef number)
{
	LLVMValueRef x = number, block = part(r, &x, c->block), y = part(r, &x, c->x), z = part(r, &y, c->y);
	const LLVMValueRef place[] = { x, y, z };
	for (int i = 0; i < 3; i++)
		if (r->place[i])
			store(r, place[i], r->place[i]);
	if (r->block_x)
		store(r, LLVMBuildAdd(r->builder, c->first, block, ""), r->block_x);
}

// The blocks that are made: the head of the loop around all, the refill's beginning, middle and end, the turn's and its ends.
#define FRAME(X) X(head) X(refill) X(settle) X(deal) X(begin) X(idle) X(refilled) X(some) X(turn) X(skip) X(again) X(after) X(over)

struct frame {
#define BLOCK(name) LLVMBasicBlockRef name;
	FRAME(BLOCK)
#undef BLOCK
};

// What is behind the loop, for lanes that have come to its end, and a new thread for them.
static void build_deal(struct refill *r, const struct frame *f, const struct common *c, LLVMValueRef votes, LLVMValueRef next)
{
	LLVMPositionBuilderAtEnd(r->builder, f->refill);
	LLVMBuildCondBr(r->builder, load(r, r->done), f->settle, f->refilled);
	LLVMPositionBuilderAtEnd(r->builder, f->settle);
	LLVMValueRef choice = LLVMBuildSwitch(r->builder, load(r, r->way), f->deal, (unsigned)r->targets.count);
	for (size_t i = 0; i < r->targets.count; i++)
		LLVMAddCase(choice, number(r, i + 1), r->targets.items[i]);
	LLVMPositionBuilderAtEnd(r->builder, f->deal);
	LLVMValueRef below = LLVMBuildSub(r->builder, LLVMBuildShl(r->builder, number(r, 1), c->lane, ""), number(r, 1), "");
	LLVMValueRef mine = LLVMBuildAdd(r->builder, next, count_bits(r, LLVMBuildAnd(r->builder, votes, below, "")), "");
	LLVMBuildCondBr(r->builder, LLVMBuildICmp(r->builder, LLVMIntULT, mine, c->threads, ""), f->begin, f->idle);
	LLVMPositionBuilderAtEnd(r->builder, f->idle);
	store(r, number(r, 0), r->way);
	forget_carried(r);
	LLVMBuildBr(r->builder, f->refilled);
	LLVMPositionBuilderAtEnd(r->builder, f->begin);
	tell_place(r, c, mine);
	LLVMBuildBr(r->builder, r->first.items[0]);
}

static void build_frame(struct refill *r, const struct frame *f, LLVMBasicBlockRef start)
{
	LLVMBuilderRef builder = r->builder;
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(start));
	struct common common = build_common(r);
	aw_llvm_end_anew(builder, start, NULL, f->head, NULL);

	LLVMPositionBuilderAtEnd(builder, f->head);
	LLVMValueRef none = number(r, 0);
	LLVMValueRef next = LLVMBuildPhi(builder, r->word, "next"), before = LLVMBuildPhi(builder, r->word, "waited");
	LLVMValueRef votes = build_votes(r, load(r, r->done)), count = count_bits(r, votes);
	LLVMValueRef waited = LLVMBuildAdd(builder, before, count, "");
	LLVMValueRef all = LLVMBuildICmp(builder, LLVMIntEQ, count, number(r, r->width), "");
	LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntULT, next, common.threads, "");
	LLVMValueRef dear = LLVMBuildICmp(builder, LLVMIntUGT, waited, number(r, (uint64_t)r->turns * r->width), "");
	LLVMBuildCondBr(builder, LLVMBuildOr(builder, all, LLVMBuildAnd(builder, more, dear, ""), ""), f->refill, f->turn);

	build_deal(r, f, &common, votes, next);
	LLVMPositionBuilderAtEnd(builder, f->refilled);
	LLVMValueRef dealt = LLVMBuildAdd(builder, next, count, "");
	LLVMBuildCondBr(builder, LLVMBuildAnd(builder, all, LLVMBuildNot(builder, more, ""), ""), f->over, f->some);
	LLVMPositionBuilderAtEnd(builder, f->some);
	LLVMValueRef idle = count_bits(r, build_votes(r, load(r, r->done)));
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, idle, number(r, r->width), ""), f->head, f->turn);

	LLVMPositionBuilderAtEnd(builder, f->turn);
	LLVMValueRef next_now = phi_of_two(r, next, f->head, dealt, f->some);
	LLVMValueRef waited_now = phi_of_two(r, waited, f->head, none, f->some);
	LLVMBuildCondBr(builder, load(r, r->done), f->skip, r->header);
	LLVMPositionBuilderAtEnd(builder, f->skip);
	store(r, LLVMConstInt(r->bit, true, false), r->done); // as it is
	forget_carried(r);
	LLVMBuildBr(builder, f->after);
	LLVMPositionBuilderAtEnd(builder, f->after);
	LLVMBuildBr(builder, f->head);
	LLVMBasicBlockRef ways[] = { start, f->after, f->some };
	LLVMAddIncoming(next, (LLVMValueRef[]){ none, next_now, dealt }, ways, 3);
	LLVMAddIncoming(before, (LLVMValueRef[]){ none, waited_now, none }, ways, 3);
	LLVMPositionBuilderAtEnd(builder, f->over);
	LLVMBuildRetVoid(builder);
}

// Has what led into the loop and around it lead into the frame's places.
static void lead_anew(struct refill *r, const struct frame *f)
{
	put_off_all(r, &r->loop, f->after);
	put_off_all(r, &r->first, f->refilled);
	for (size_t i = 0; i < r->rest.count; i++) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(r->rest.items[i]);
		if (LLVMIsAReturnInst(last))
			aw_llvm_end_anew(r->builder, r->rest.items[i], NULL, f->deal, NULL);
	}
	aw_llvm_at(r->builder, LLVMGetBasicBlockTerminator(r->before));
	store(r, LLVMConstInt(r->bit, false, false), r->done);
	store(r, number(r, 1), r->way);
	aw_llvm_at(r->builder, LLVMGetFirstInstruction(r->header));
	aw_unit_mark(r->unit, AW_SOME);
	store(r, LLVMConstInt(r->bit, true, false), r->done); // unless it comes to the next turn
	forget_results(r);
	aw_llvm_lead_to(r->latch, r->header, f->again);
	LLVMPositionBuilderAtEnd(r->builder, f->again);
	store(r, LLVMConstInt(r->bit, false, false), r->done);
	LLVMBuildBr(r->builder, f->after);
	aw_llvm_lead_to(r->before, r->header, f->refilled);
}

static bool transform(struct refill *r)
{
	static const char *const places[] = { "tid.x", "tid.y", "tid.z" };
	LLVMBasicBlockRef start = part_entry(r);
	AW_FOR_INSTRUCTIONS(variable, start)
		if (LLVMIsAAllocaInst(variable))
			aw_need(aw_map_put(&r->program, variable, variable));
	r->done = aw_llvm_local(r->function, r->bit, "done");
	r->way = aw_llvm_local(r->function, r->word, "way");
	for (int i = 0; i < 3; i++)
		r->place[i] = aw_simd_keep_register(r->unit, r->function, places[i]);
	r->block_x = aw_simd_keep_register(r->unit, r->function, "ctaid.x");
	keep_phis(r);
	if (!aw_llvm_run_function_passes(r->function, "reg2mem", NULL))
		return false;
	const struct frame f = {
#define BLOCK(name) .name = new_block(r, #name),
		FRAME(BLOCK)
#undef BLOCK
	};
	lead_anew(r, &f);
	build_frame(r, &f, start);
	return aw_llvm_run_function_passes(r->function, passes, NULL);
}

bool aw_simd_refill(struct aw_unit *unit, LLVMValueRef function, const struct aw_uniformity *u, uint32_t *width)
{
	struct refill r = {
		.unit = unit, .builder = unit->builder, .function = function, .width = *width,
		.word = LLVMInt32TypeInContext(unit->context), .bit = LLVMInt1TypeInContext(unit->context),
	};
	bool good = fits(&r, u) && transform(&r);
	*width = r.width;
	aw_vec_finish(&r.loop);
	aw_vec_finish(&r.first);
	aw_vec_finish(&r.rest);
	aw_vec_finish(&r.targets);
	aw_vec_finish(&r.carried);
	aw_map_finish(&r.program);
	return good;
}
