// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that the lanes of a gang run one after another.  In
//
//     for (k = start[row]; k < start[row + 1]; k++)
//         sum += value[k] * x[column[k]];
//
// each lane has an end of its own and goes through memory for itself.  Without gathers, to take an address out of a vector, load, and put
// the number back takes longer than the loop's own work does for one thread.  A gather costs as much as its loads at least; and either way
// lanes whose piece is short wait for the longest.  So a loop that does little else is made a function of what it takes,
//
//     sum = serial(k, end, sum, ...)
//
// which the vectorizer calls lane by lane, and it is put back when the rest is vectors.
//
// So is one that tries to exchange what lies at one address for all lanes, until nobody else has,
//
//     do
//         old = seen;
//     while ((seen = atomicCAS(sum, old, old + mine)) != old);
//
// as of the lanes that are left only one gets through in a turn.
//
// It must be innermost, with turns that differ from lane to lane; it may not meet other threads, write shared memory, which code for warps
// in step exchanges, or touch a local variable that the gang lays out anew (simd_local.c).  That lanes run it one after another is one of
// the orders that CUDA allows, and the one that fibers have.
#include "simd_serial.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "simd_place.h"
#include "simd_updates.h"

// In instructions: what a lane's access costs among vectors, without gathers and by them, beside one that is the lane's alone; what a turn
// has besides.
enum { ACCESS_OF_LANE = 5, GATHERED = 4, CONTROL = 3, MOST_INSTRUCTIONS = 60, WORD = 4 };

struct serial {
	struct aw_simd *simd;
	const struct aw_uniformity *u;
	uint32_t loop;
	LLVMBasicBlockRef before, after; // the only ways in and out: before leads to the header, after comes from the loop alone
	AW_VEC(LLVMBasicBlockRef) blocks; // of the loop, and AFTER
	AW_VEC(LLVMValueRef) taken, given; // values of outside that it uses, and of its own that are used outside
};

static const char mark[] = "aw.serial";

bool aw_simd_is_serial(LLVMValueRef function)
{
	return LLVMIsAFunction(function) && aw_llvm_is_marked(function, mark);
}

// --- which loops ---

static bool is_own_memory(LLVMValueRef pointer)
{
	return LLVMIsAAllocaInst(aw_llvm_object(pointer)) || LLVMIsACallInst(aw_llvm_object(pointer));
}

// What an access costs a lane among vectors, in quarters of an instruction; 0: the loop may not be serial.
static unsigned cost_of_access(const struct serial *serial, LLVMValueRef instruction, const struct aw_access *access)
{
	bool is_one = aw_uniformity_shape(serial->u, access->address).kind == AW_SHAPE_VARYING;
	if (!aw_llvm_is_plain(instruction) ||
	    is_own_memory(access->address) || (access->value && aw_access_is_shared(access->address)))
		return 0;
	return !is_one ? 1 : 4 * (aw_simd_has_gather(serial->simd, WORD) ? GATHERED : ACCESS_OF_LANE);
}

static LLVMValueRef without_cast(LLVMValueRef value)
{
	while (LLVMIsABitCastInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

// Whether EXCHANGE, at one address for all lanes, expects what it found in the last turn.  (A lock is one that expects the same in all, or
// a part of that: it may wait for another lane.)
static bool is_tried_again(const struct serial *serial, LLVMValueRef exchange)
{
	LLVMValueRef expected = without_cast(LLVMGetOperand(exchange, 1));
	bool is_phi = LLVMIsAPHINode(expected) && aw_loop_has_value(&serial->u->loops, &serial->u->cfg, serial->loop, expected);
	if (!is_phi || LLVMGetVolatile(exchange) || !aw_shape_is_uniform(aw_uniformity_shape(serial->u, LLVMGetOperand(exchange, 0))))
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(expected); i++) {
		LLVMValueRef found = without_cast(LLVMGetIncomingValue(expected, i));
		bool inside = aw_loop_has_value(&serial->u->loops, &serial->u->cfg, serial->loop, found);
		bool taken = LLVMIsAExtractValueInst(found) && LLVMGetOperand(found, 0) == exchange && LLVMGetIndices(found)[0] == 0;
		if (inside && !taken)
			return false;
	}
	return true;
}

// Whether the loop is quicker lane by lane, and may be.
static bool is_worth_it(const struct serial *serial)
{
	const struct aw_loop *loop = &serial->u->loops.loops.items[serial->loop];
	unsigned alone = CONTROL, together = CONTROL;
	bool exchanges = false;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, serial->u->cfg.blocks[serial->u->loops.order[i]]) {
			struct aw_access access;
			unsigned quarters = 1;
			if (LLVMIsAAtomicCmpXchgInst(instruction)) {
				if (!is_tried_again(serial, instruction))
					return false;
				exchanges = true;
			} else if (aw_access_find(instruction, &access)) {
				if (!(quarters = cost_of_access(serial, instruction, &access)))
					return false;
			} else if (LLVMIsACallInst(instruction)) {
				if (!aw_starts_with(aw_llvm_callee_name(instruction), "llvm.") || aw_llvm_may_write(instruction) ||
				    aw_starts_with(aw_llvm_callee_name(instruction), "llvm.nvvm."))
					return false;
			} else if (LLVMIsAPHINode(instruction) || LLVMIsATerminatorInst(instruction) || LLVMIsACastInst(instruction) ||
			           LLVMIsAGetElementPtrInst(instruction)) {
				continue; // parts of others
			} else if (aw_llvm_may_write(instruction)) {
				return false;
			}
			alone++;
			together += quarters;
		}
	return alone <= MOST_INSTRUCTIONS && (exchanges || 4 * alone < together);
}

// The one block behind the loop's exits; NULL: there are several.
static LLVMBasicBlockRef find_exit(const struct serial *serial)
{
	const struct aw_loop *loop = &serial->u->loops.loops.items[serial->loop];
	LLVMBasicBlockRef found = NULL;
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_SUCCESSORS(&serial->u->cfg.graph, serial->u->loops.order[i], to) {
			if (aw_loop_contains(&serial->u->loops, serial->loop, *to))
				continue;
			if (found && found != serial->u->cfg.blocks[*to])
				return NULL;
			found = serial->u->cfg.blocks[*to];
		}
	return found;
}

// --- the function ---

static bool is_part(const struct serial *serial, LLVMBasicBlockRef block)
{
	for (size_t i = 0; i < serial->blocks.count; i++)
		if (serial->blocks.items[i] == block)
			return true;
	return false;
}

static unsigned place_in(const LLVMValueRef *values, size_t count, LLVMValueRef value)
{
	unsigned i = 0;
	while (i < count && values[i] != value)
		i++;
	return i;
}

static void find_values(struct serial *serial)
{
	for (size_t b = 0; b < serial->blocks.count; b++)
		AW_FOR_INSTRUCTIONS(instruction, serial->blocks.items[b]) {
			for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
				LLVMValueRef value = LLVMGetOperand(instruction, i);
				bool outside = LLVMIsAArgument(value) || (LLVMIsAInstruction(value) &&
				                                          !is_part(serial, LLVMGetInstructionParent(value)));
				if (outside && place_in(serial->taken.items, serial->taken.count, value) == serial->taken.count)
					aw_need(aw_vec_push(&serial->taken, value));
			}
			bool used = false;
			AW_FOR_USES(use, instruction)
				used |= !is_part(serial, LLVMGetInstructionParent(LLVMGetUser(use)));
			if (used)
				aw_need(aw_vec_push(&serial->given, instruction));
		}
}

// The function with the parameters TAKEN, which returns the values GIVEN; it has no body yet.
static LLVMValueRef declare(const struct serial *serial)
{
	struct aw_unit *unit = serial->simd->unit;
	size_t taken = serial->taken.count, given = serial->given.count;
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, taken + given + 1), result = LLVMVoidTypeInContext(unit->context);
	for (size_t i = 0; i < taken; i++)
		types[i] = LLVMTypeOf(serial->taken.items[i]);
	for (size_t i = 0; i < given; i++)
		types[taken + i] = LLVMTypeOf(serial->given.items[i]);
	if (given)
		result = given == 1 ? types[taken] : LLVMStructTypeInContext(unit->context, types + taken, (unsigned)given, false);
	LLVMTypeRef type = LLVMFunctionType(result, types, (unsigned)taken, false);
	LLVMValueRef function = LLVMAddFunction(unit->module, mark, type);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	aw_llvm_mark(function, mark);
	free(types);
	return function;
}

// The values GIVEN as FUNCTION returns them, at the end of its last block.
static void build_return(const struct serial *serial, LLVMValueRef function)
{
	LLVMBuilderRef builder = serial->simd->builder;
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
	LLVMValueRef result = serial->given.count == 1 ? serial->given.items[0] : LLVMGetPoison(type);
	for (unsigned i = 0; serial->given.count > 1 && i < serial->given.count; i++)
		result = LLVMBuildInsertValue(builder, result, serial->given.items[i], i, "");
	if (serial->given.count)
		LLVMBuildRet(builder, result);
	else
		LLVMBuildRetVoid(builder);
}

// Has what is outside of the blocks take the values GIVEN from CALL, where the builder stands.
static void take_results(const struct serial *serial, LLVMValueRef call)
{
	for (unsigned i = 0; i < serial->given.count; i++) {
		LLVMValueRef value = serial->given.items[i];
		LLVMValueRef result = serial->given.count == 1 ? call : LLVMBuildExtractValue(serial->simd->builder, call, i, "");
		for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
			LLVMValueRef user = LLVMGetUser(use);
			next = LLVMGetNextUse(use);
			if (!is_part(serial, LLVMGetInstructionParent(user))) {
				aw_llvm_replace_operand(user, value, result);
				next = LLVMGetFirstUse(value);
			}
		}
	}
}

// Exchanges of memory that is the block's own become plain accesses: no other worker comes between.
static void make_exchanges_plain(const struct serial *serial)
{
	LLVMBuilderRef builder = serial->simd->builder;
	for (size_t b = 0; b < serial->blocks.count; b++)
		AW_FOR_INSTRUCTIONS_SAFE(exchange, serial->blocks.items[b]) {
			LLVMValueRef operands[3], pair[2], both = LLVMGetPoison(LLVMTypeOf(exchange));
			if (!LLVMIsAAtomicCmpXchgInst(exchange) || !aw_access_is_blocks_own(LLVMGetOperand(exchange, 0)))
				continue;
			for (unsigned i = 0; i < 3; i++)
				operands[i] = LLVMGetOperand(exchange, i);
			aw_llvm_at(builder, exchange);
			aw_simd_exchange_one(serial->simd, exchange, operands, pair);
			for (unsigned i = 0; i < 2; i++)
				both = LLVMBuildInsertValue(builder, both, pair[i], i, "");
			aw_llvm_replace(exchange, both);
		}
}

// The blocks become the body of a function, and BEFORE calls it.
static void outline(struct serial *serial)
{
	LLVMBuilderRef builder = serial->simd->builder;
	make_exchanges_plain(serial);
	find_values(serial);
	LLVMValueRef function = declare(serial), end = LLVMGetBasicBlockTerminator(serial->before);
	LLVMBasicBlockRef header = serial->blocks.items[0], last = LLVMAppendBasicBlockInContext(serial->simd->unit->context, function, "entry");
	LLVMBasicBlockRef entry = last, then = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(serial->after), 0);
	assert(LLVMGetNumSuccessors(end) == 1 && LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(serial->after)) == 1);

	aw_llvm_at(builder, end);
	LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(LLVMGetBasicBlockTerminator(header)));
	LLVMValueRef call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, serial->taken.items,
	                                   (unsigned)serial->taken.count, "");
	take_results(serial, call);
	LLVMBuildBr(builder, then);
	aw_llvm_erase(end);
	aw_llvm_rename_incoming(then, serial->after, serial->before);

	for (size_t i = 0; i < serial->blocks.count; i++) {
		LLVMMoveBasicBlockAfter(serial->blocks.items[i], last);
		last = serial->blocks.items[i];
		AW_FOR_INSTRUCTIONS(instruction, last)
			for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(instruction); k++) {
				unsigned place = place_in(serial->taken.items, serial->taken.count, LLVMGetOperand(instruction, k));
				if (place < serial->taken.count)
					LLVMSetOperand(instruction, k, LLVMGetParam(function, place));
			}
	}
	aw_llvm_rename_incoming(header, serial->before, entry);
	LLVMPositionBuilderAtEnd(builder, entry);
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMBuildBr(builder, header);
	end = LLVMGetBasicBlockTerminator(serial->after);
	LLVMPositionBuilderBefore(builder, end);
	build_return(serial, function);
	aw_llvm_erase(end);
}

bool aw_simd_take_serial(struct aw_simd *simd, const struct aw_uniformity *u)
{
	struct serial serial = { .simd = simd, .u = u };
	if (aw_unit_opt_level(simd->unit) < 2)
		return false;
	for (serial.loop = 0; serial.loop < u->loops.loops.count; serial.loop++) {
		const struct aw_loop *loop = &u->loops.loops.items[serial.loop];
		LLVMBasicBlockRef exit, header = u->cfg.blocks[loop->header], outside[1];
		if (!u->divergent_loop[serial.loop] || !loop->reducible ||
		    !aw_loop_is_innermost(&u->loops, serial.loop) || !is_worth_it(&serial) ||
		    !(exit = find_exit(&serial)))
			continue;
		for (uint32_t i = loop->first; i < loop->end; i++)
			aw_need(aw_vec_push(&serial.blocks, u->cfg.blocks[u->loops.order[i]]));
		AW_FOR_PREDECESSORS(&u->cfg.graph, loop->header, from)
			if (!aw_loop_contains(&u->loops, serial.loop, *from))
				outside[0] = u->cfg.blocks[*from];
		serial.before = aw_llvm_split_predecessors(header, outside, 1, "serial.begin");
		AW_VEC(LLVMBasicBlockRef) leaving = { 0 };
		AW_FOR_PREDECESSORS(&u->cfg.graph, aw_cfg_number(&u->cfg, exit), from)
			aw_need(aw_vec_push(&leaving, u->cfg.blocks[*from]));
		serial.after = aw_llvm_split_predecessors(exit, leaving.items, (unsigned)leaving.count, "serial.end");
		aw_vec_finish(&leaving);
		aw_need(aw_vec_push(&serial.blocks, serial.after));
		outline(&serial);
		aw_vec_finish(&serial.blocks);
		aw_vec_finish(&serial.taken);
		aw_vec_finish(&serial.given);
		return true;
	}
	return false;
}

// --- back again ---

bool aw_simd_inline_serial(struct aw_simd *simd)
{
	AW_VEC(LLVMValueRef) calls = { 0 };
	bool good = true;
	AW_FOR_BLOCKS(block, simd->function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (aw_llvm_callee(instruction) && aw_simd_is_serial(aw_llvm_callee(instruction)))
				aw_need(aw_vec_push(&calls, instruction));
	for (size_t i = 0; i < calls.count; i++)
		good &= aw_llvm_inline_call(calls.items[i]);
	aw_vec_finish(&calls);
	return good;
}

void aw_simd_drop_serial(struct aw_unit *unit)
{
	for (LLVMValueRef function = LLVMGetFirstFunction(unit->module), next; function; function = next) {
		next = LLVMGetNextFunction(function);
		if (aw_simd_is_serial(function) && !LLVMGetFirstUse(function))
			LLVMDeleteFunction(function);
	}
}
