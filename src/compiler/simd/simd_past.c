// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores past the caches.  Memory is read before a part of a line is written, so a kernel that only writes an array moves
// twice its size; what is written with stores that LLVM calls nontemporal moves once, and leaves in the caches what was
// there (Intel 64 Architectures Optimization Reference Manual, "Streaming Non-Temporal Stores").  But who reads it then
// finds it in memory.  So this is done for
//
//   - rows: stores of whole vectors, one gang's behind the other's, in lines that nobody has read before and that neither another store
//     nor the next turn of a loop writes again: each such store would go to memory, and take as long as that;
//   - launches that write more than stays in the caches, from the turn of a loop on in which that is so; in loops whose turns
//     are counted beforehand (short_loops.c) from the first.  What the cpu device says of it is aw_cpu_block.past_from;
//   - kernels without atomics, fences and volatile accesses: stores past the caches keep no order with others but in
//     the thread itself.  The device waits for them when the kernel has ended.
//
// Turns are counted in the code of one thread, in the loops that have no other around them.  What asks whether it is time
// is `i1 aw.past(i32 turn, i32 bytes that a thread writes in each, i32 bytes of a gang's piece of the row)`.
//
// Rows that begin in the middle of a line go there in halves of lines, as all do where registers hold no more. The next gang of the row
// writes a line's other half, and the processor puts both together if that is soon: so the row must be long, and what is loaded in
// between must not take the buffers in which lines are put together.
//
// Other stores of rows ask for their lines ahead of time, but where the kernel has read the line.
#include "simd_past.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/need.h"
#include "prefetch.h"
#include "simd_asserts.h"
#include "simd_index.h"

enum { LINE = 64 };

static const char mark[] = "aw.turn"; // of a counter

static unsigned kind_of(struct aw_unit *unit, const char *name)
{
	return LLVMGetMDKindIDInContext(unit->context, name, (unsigned)strlen(name));
}

// --- which stores ---

static LLVMValueRef base_of(LLVMValueRef address)
{
	while (aw_llvm_is_op(address, LLVMGetElementPtr))
		address = LLVMGetOperand(address, 0);
	return address;
}

// To memory of which the kernel was told where it is.
static bool writes_given(LLVMValueRef store)
{
	LLVMValueRef base = base_of(LLVMGetOperand(store, 1));
	return LLVMIsAArgument(base) || aw_llvm_is_op(base, LLVMLoad);
}

static bool orders_memory(LLVMValueRef instruction)
{
	switch (LLVMGetInstructionOpcode(instruction)) {
	case LLVMFence: case LLVMAtomicRMW: case LLVMAtomicCmpXchg: case LLVMInvoke: case LLVMCallBr:
		return true;
	case LLVMLoad: case LLVMStore:
		return !aw_llvm_is_plain(instruction);
	case LLVMCall: {
		LLVMValueRef callee = aw_llvm_callee(instruction);
		const struct aw_intrinsic *row = callee ? aw_intrinsic_find(callee) : NULL;
		if (row)
			return !(row->flags & (AW_INTRINSIC_CONTEXT | AW_INTRINSIC_BLOCK | AW_INTRINSIC_WARP));
		return !callee || (!aw_starts_with(aw_llvm_name(callee), "llvm.") && !aw_llvm_has_no_memory(callee) &&
		                   !aw_simd_is_assert(instruction));
	}
	default:
		return false;
	}
}

static bool may_stream(LLVMValueRef function)
{
	bool writes = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (orders_memory(instruction))
				return false;
			writes |= aw_llvm_is_op(instruction, LLVMStore) && writes_given(instruction);
		}
	return writes;
}

// The bytes of a lane that STORE writes when the lanes' lie in a row, else 0.
static unsigned row_bytes(const struct aw_uniformity *uniformity, LLVMValueRef store)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(aw_llvm_function_of(store)));
	uint64_t size = LLVMABISizeOfType(layout, LLVMTypeOf(LLVMGetOperand(store, 0)));
	struct aw_shape shape = aw_uniformity_shape(uniformity, LLVMGetOperand(store, 1));
	bool row = !LLVMGetVolatile(store) && shape.kind == AW_SHAPE_STRIDED && (uint64_t)shape.stride == size && writes_given(store);
	return row ? (unsigned)size : 0;
}

// Whether between STORE and the block's beginning, or a barrier, more rows are loaded than leave a line's half where it is until the
// other comes.
static bool is_crowded(const struct aw_uniformity *uniformity, LLVMValueRef store)
{
	enum { MOST_LOADS = 4 };
	unsigned loads = 0;
	for (LLVMValueRef other = LLVMGetPreviousInstruction(store); other; other = LLVMGetPreviousInstruction(other)) {
		if (LLVMIsACallInst(other) && aw_llvm_may_write(other))
			break;
		loads += aw_llvm_is_op(other, LLVMLoad) &&
		         aw_uniformity_shape(uniformity, LLVMGetOperand(other, 0)).kind == AW_SHAPE_STRIDED;
	}
	return loads > MOST_LOADS;
}

// Whether what is computed before STORE, in the same block, takes so long that writing in the background to memory costs nothing, however
// it is done.  The store alone ends the code then, which is better for gangs side by side (gang_jam.c).
static bool is_busy(const struct aw_uniformity *uniformity, LLVMValueRef store)
{
	enum { MUCH = 128 };
	unsigned operations = 0;
	for (LLVMValueRef other = LLVMGetPreviousInstruction(store); other; other = LLVMGetPreviousInstruction(other))
		operations += (LLVMIsABinaryOperator(other) || aw_llvm_is_op(other, LLVMCall)) &&
		              !aw_shape_is_uniform(aw_uniformity_shape(uniformity, other));
	return operations > MUCH;
}

// Whether the kernel reads where STORE writes: then the line is in the caches anyway.
static bool is_read(LLVMValueRef store)
{
	AW_FOR_USES(use, LLVMGetOperand(store, 1))
		if (aw_llvm_is_op(LLVMGetUser(use), LLVMLoad))
			return true;
	return false;
}

// Whether another store has written where STORE does, or writes there again.
static void find_others(const struct aw_uniformity *uniformity, LLVMValueRef store, bool *before, bool *behind)
{
	LLVMValueRef pointer = LLVMGetOperand(store, 1);
	*before = *behind = false;
	AW_FOR_USES(use, pointer) {
		LLVMValueRef other = LLVMGetUser(use);
		if (other == store || !aw_llvm_is_op(other, LLVMStore) || LLVMGetOperand(other, 1) != pointer)
			continue;
		*before |= aw_uniformity_comes_before(uniformity, other, store);
		*behind |= aw_uniformity_comes_before(uniformity, store, other);
	}
}

// Marks the blocks that a thread that comes to block AT in a turn of its loop may come to in the same, before or behind.
static bool *find_company(const struct aw_uniformity *uniformity, uint32_t at)
{
	const struct aw_cfg *cfg = &uniformity->cfg;
	const uint32_t *order = uniformity->loops.order;
	bool *behind = AW_NEED_ARRAY(bool, cfg->count), *company = AW_NEED_ARRAY(bool, cfg->count);
	behind[at] = company[at] = true;
	for (uint32_t i = 0; i < cfg->count; i++)
		AW_FOR_PREDECESSORS(&cfg->graph, order[i], from)
			behind[order[i]] |= behind[*from] && !aw_dominates(&uniformity->dominators, order[i], *from);
	for (uint32_t i = cfg->count; i-- > 0;)
		AW_FOR_SUCCESSORS(&cfg->graph, order[i], to)
			company[order[i]] |= company[*to] && !aw_dominates(&uniformity->dominators, *to, order[i]);
	for (uint32_t i = 0; i < cfg->count; i++)
		company[i] = (company[i] || behind[i]) && uniformity->loops.innermost[i] == uniformity->loops.innermost[at];
	free(behind);
	return company;
}

unsigned aw_simd_turn_bytes(const struct aw_uniformity *uniformity, LLVMValueRef beside)
{
	bool *company = find_company(uniformity, aw_cfg_number(&uniformity->cfg, LLVMGetInstructionParent(beside)));
	unsigned bytes = 0;
	for (uint32_t block = 0; block < uniformity->cfg.count; block++)
		if (company[block])
			AW_FOR_INSTRUCTIONS(store, uniformity->cfg.blocks[block])
				bytes += aw_llvm_is_op(store, LLVMStore) ? row_bytes(uniformity, store) : 0;
	free(company);
	return bytes;
}

bool aw_simd_writes_row(const struct aw_uniformity *uniformity, LLVMValueRef store, struct aw_simd_row *row)
{
	row->lane = row_bytes(uniformity, store);
	if (!row->lane)
		return false;
	uint32_t loop = uniformity->loops.innermost[aw_cfg_number(&uniformity->cfg, LLVMGetInstructionParent(store))];
	bool before, behind;
	find_others(uniformity, store, &before, &behind);
	row->ahead = loop == AW_NONE && !is_read(store) && !before; // for those in loops prefetch_turn.c may ask
	row->crowded = is_crowded(uniformity, store);
	return true;
}

// --- turns ---

void aw_simd_mark_turns(struct aw_unit *unit, LLVMValueRef phi)
{
	LLVMSetMetadata(phi, kind_of(unit, mark), LLVMMetadataAsValue(unit->context, LLVMMDNodeInContext2(unit->context, NULL, 0)));
}

static LLVMValueRef counter_of(LLVMBasicBlockRef header)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(header)));
	unsigned kind = LLVMGetMDKindIDInContext(context, mark, sizeof(mark) - 1);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		if (LLVMGetMetadata(phi, kind))
			return phi;
	return NULL;
}

// The next number is made at the loop's head: a block of the way back that holds anything would keep LLVM from ending the turn
// with the loop's test.
static void count(struct aw_unit *unit, const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(unit->context);
	LLVMBasicBlockRef header = cfg->blocks[loops->loops.items[loop].header];
	LLVMPositionBuilderBefore(unit->builder, LLVMGetFirstInstruction(header));
	LLVMSetCurrentDebugLocation2(unit->builder, NULL);
	LLVMValueRef phi = LLVMBuildPhi(unit->builder, number, "turn");
	aw_simd_mark_turns(unit, phi);
	LLVMPositionBuilderBefore(unit->builder, aw_llvm_first_after_phis(header));
	LLVMValueRef next = LLVMBuildAdd(unit->builder, phi, LLVMConstInt(number, 1, false), "");
	AW_FOR_PREDECESSORS(&cfg->graph, loops->loops.items[loop].header, from) {
		LLVMBasicBlockRef block = cfg->blocks[*from];
		LLVMValueRef value = aw_loop_contains(loops, loop, *from) ? next : LLVMConstNull(number);
		LLVMAddIncoming(phi, &value, &block, 1);
	}
}

bool aw_simd_count_turns(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	if (!may_stream(function))
		return false;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t loop = 0; loop < loops.loops.count; loop++)
		if (loops.loops.items[loop].parent == AW_NONE && !counter_of(cfg.blocks[loops.loops.items[loop].header]))
			count(unit, &cfg, &loops, loop);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return true;
}

// What COUNTER of the loop LOOP begins with.
static LLVMValueRef first_of(const struct aw_uniformity *uniformity, uint32_t loop, LLVMValueRef counter)
{
	for (unsigned i = 0; i < LLVMCountIncoming(counter); i++)
		if (!aw_loop_contains(&uniformity->loops, loop, aw_cfg_number(&uniformity->cfg, LLVMGetIncomingBlock(counter, i))))
			return LLVMGetIncomingValue(counter, i);
	assert(!"a loop without a way in");
	return counter;
}

// Whether STORE writes to the same place in each turn of a loop around it: its line stays in the caches until the loop ends.
static bool stays(const struct aw_uniformity *uniformity, LLVMValueRef store)
{
	uint32_t loop = uniformity->loops.innermost[aw_cfg_number(&uniformity->cfg, LLVMGetInstructionParent(store))];
	return !aw_loop_has_value(&uniformity->loops, &uniformity->cfg, loop, LLVMGetOperand(store, 1));
}

LLVMValueRef aw_simd_turn_of(const struct aw_uniformity *uniformity, LLVMValueRef store)
{
	uint32_t loop = uniformity->loops.innermost[aw_cfg_number(&uniformity->cfg, LLVMGetInstructionParent(store))];
	bool before, behind;
	find_others(uniformity, store, &before, &behind);
	if (is_read(store) || before || behind)
		return NULL;
	if (loop == AW_NONE && is_busy(uniformity, store))
		return NULL;
	if (loop == AW_NONE)
		return LLVMConstNull(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(store))));
	if (stays(uniformity, store))
		return NULL;
	while (uniformity->loops.loops.items[loop].parent != AW_NONE)
		loop = uniformity->loops.loops.items[loop].parent;
	LLVMValueRef counter = counter_of(uniformity->cfg.blocks[uniformity->loops.loops.items[loop].header]);
	if (!counter || !aw_shape_is_uniform(aw_uniformity_shape(uniformity, counter)))
		return NULL;
	LLVMValueRef first = first_of(uniformity, loop, counter);
	return LLVMIsNull(first) ? counter : first;
}

// --- the stores ---

void aw_simd_ask_ahead(struct aw_unit *unit, LLVMValueRef address)
{
	enum { AHEAD = 1024 };
	aw_prefetch_line(unit, address, AHEAD, AW_PREFETCH_WRITE);
}

// Whether it is the time for stores past the caches in pieces of PIECE bytes.
static LLVMValueRef ask_past(struct aw_simd *simd, const struct aw_simd_row *row, unsigned piece)
{
	LLVMTypeRef number = aw_simd_integer(simd, 32), types[] = { number, number, number };
	LLVMTypeRef type = LLVMFunctionType(aw_simd_integer(simd, 1), types, 3, false);
	LLVMValueRef arguments[] = {
		row->turn,
		aw_simd_number(simd, 32, row->bytes),
		aw_simd_number(simd, 32, piece),
	};
	return aw_simd_ask(simd, "aw.past", type, arguments, 3);
}

static LLVMValueRef is_aligned(struct aw_simd *simd, LLVMValueRef address, unsigned alignment)
{
	LLVMTypeRef type = aw_simd_integer(simd, 64);
	LLVMValueRef bits = LLVMBuildPtrToInt(simd->builder, address, type, "");
	bits = LLVMBuildAnd(simd->builder, bits, LLVMConstInt(type, alignment - 1, false), "");
	return LLVMBuildICmp(simd->builder, LLVMIntEQ, bits, LLVMConstNull(type), "");
}

static void store_past(struct aw_simd *simd, const struct aw_simd_pieces *pieces, unsigned alignment)
{
	for (unsigned i = 0; i < pieces->count; i++) {
		LLVMValueRef store = LLVMBuildStore(simd->builder, pieces->values[i], pieces->places[i].address.value);
		LLVMSetAlignment(store, alignment);
		aw_simd_place_mark(simd, store, pieces->places[i].origin);
		aw_llvm_note(store, "nontemporal", aw_simd_number(simd, 32, 1));
	}
}

// Stores PIECES past the caches if their addresses are aligned to ALIGNMENT and CONDITION holds, and goes to DONE; else to OTHERWISE,
// where the builder is left.
static void store_past_if(struct aw_simd *simd, const struct aw_simd_pieces *pieces, unsigned alignment, LLVMValueRef condition,
                          LLVMBasicBlockRef done, LLVMBasicBlockRef otherwise)
{
	LLVMBasicBlockRef past = aw_simd_block(simd, "store.past");
	LLVMValueRef fits = LLVMBuildAnd(simd->builder, is_aligned(simd, pieces->places->address.value, alignment), condition, "");
	LLVMBuildCondBr(simd->builder, fits, past, otherwise);
	LLVMPositionBuilderAtEnd(simd->builder, past);
	store_past(simd, pieces, alignment);
	LLVMBuildBr(simd->builder, done);
	LLVMPositionBuilderAtEnd(simd->builder, otherwise);
}

LLVMBasicBlockRef aw_simd_past_begin(struct aw_simd *simd, const struct aw_simd_pieces *pieces)
{
	const struct aw_simd_place *first = pieces->places;
	unsigned bytes = first->size * simd->gang.width, most = aw_simd_register_bytes(simd);
	unsigned alignment = bytes < most ? bytes : most;
	bool halves = alignment == LINE && !first->row.crowded;
	assert(first->row.turn);
	if (first->row.crowded && alignment < LINE)
		return NULL;
	LLVMBasicBlockRef done = aw_simd_block(simd, "store.done"), plain = aw_simd_block(simd, "store.plain");
	LLVMBasicBlockRef maybe = aw_simd_block(simd, "store.late"), half = plain;
	LLVMBuildCondBr(simd->builder, ask_past(simd, &first->row, first->row.lane * simd->gang.width), maybe, plain);
	LLVMPositionBuilderAtEnd(simd->builder, maybe);
	LLVMValueRef all = pieces->mask ? aw_simd_all(simd, pieces->mask) : aw_simd_number(simd, 1, 1);
	if (halves)
		half = aw_simd_block(simd, "store.halves");
	store_past_if(simd, pieces, alignment, all, done, half);
	if (halves) {
		all = LLVMBuildAnd(simd->builder, all, ask_past(simd, &first->row, LINE / 2), "");
		store_past_if(simd, pieces, LINE / 2, all, done, plain);
	}
	return done;
}

void aw_simd_past_end(struct aw_simd *simd, LLVMBasicBlockRef done)
{
	LLVMBuildBr(simd->builder, done);
	LLVMPositionBuilderAtEnd(simd->builder, done);
}

LLVMValueRef aw_simd_past_turn(LLVMValueRef call)
{
	return strcmp(aw_llvm_callee_name(call), "aw.past") ? NULL : LLVMGetOperand(call, 0);
}

bool aw_simd_is_past(LLVMValueRef store)
{
	LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(store));
	return LLVMGetMetadata(store, LLVMGetMDKindIDInContext(context, "nontemporal", 11)) != NULL;
}
