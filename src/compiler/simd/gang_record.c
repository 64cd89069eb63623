// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays become one of structures, so that what a gang loads and stores in a turn lies together: arrays one behind the other
// would often have the same low address bits, which processors take for the same address.  A structure holds what is used
// in the same loop, and either vectors or numbers: a mask beside a vector would take as much room as that, and what is used behind
// the loop alone would come along in each of its turns.
//
// The longer a span, the longer the pieces in which it walks memory, which the hardware then finds by itself; but what its gangs keep
// has to stay in the second cache beside the memory that they walk along.
#include "gang_record.h"

#include <assert.h>

#include "../analysis/loops.h"
#include "../target/nvptx.h"

enum { CACHE_LINE = 64 };
// What is larger has an array of its own.
enum { MOST_IN_STRUCTURE = 256 };
// Gangs of a span: as many at least, and at most; the bytes that all of them may keep in loops, and in all.
enum { LEAST_GANGS = 64, MOST_GANGS = 512, MOST_IN_LOOPS = 128 << 10, MOST_IN_ALL = 1 << 20 };

struct record {
	struct aw_gang_block *block;
	struct aw_cfg cfg;
	struct aw_loops loops;
};

struct field {
	LLVMValueRef array;
	LLVMTypeRef type; // of an element
	uint64_t size;
	uint32_t loop;    // the deepest in which elements are used, or AW_NONE
};

static void begin(struct record *record, struct aw_gang_block *block)
{
	record->block = block;
	aw_cfg_init(&record->cfg, block->function);
	aw_loops_init(&record->loops, &record->cfg);
}

static void end(struct record *record)
{
	aw_loops_finish(&record->loops);
	aw_cfg_finish(&record->cfg);
}

static uint32_t depth_of(const struct record *record, uint32_t loop)
{
	return loop == AW_NONE ? 0 : record->loops.loops.items[loop].depth;
}

// The deepest loop around a region that uses ARRAY.
static uint32_t loop_of(const struct record *record, LLVMValueRef array)
{
	uint32_t deepest = AW_NONE;
	AW_FOR_USES(use, array) {
		uint32_t region = aw_gang_region_of(record->block, LLVMGetInstructionParent(LLVMGetUser(use)));
		if (region == AW_NONE)
			continue;
		uint32_t block = aw_cfg_number(&record->cfg, record->block->regions.items[region].before);
		uint32_t loop = block == AW_NONE ? AW_NONE : record->loops.innermost[block];
		if (depth_of(record, loop) > depth_of(record, deepest))
			deepest = loop;
	}
	return deepest;
}

static struct field field_of(const struct record *record, LLVMValueRef array)
{
	LLVMTypeRef type = LLVMGetElementType(LLVMGetAllocatedType(array));
	uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(record->block->unit->module), type);
	return (struct field){ array, type, size, loop_of(record, array) };
}

static bool is_together(const struct field *a, const struct field *b)
{
	return a->loop == b->loop && LLVMGetTypeKind(a->type) == LLVMGetTypeKind(b->type);
}

// Puts FIELD behind those of its structure that are at least as large, so that nothing lies between.
static void insert(struct field *fields, size_t count, struct field field)
{
	size_t place = count;
	while (place > 0 && !is_together(&fields[place - 1], &field))
		place--;
	if (place == 0)
		place = count;
	for (size_t i = count; i > place; i--)
		fields[i] = fields[i - 1];
	for (; place > 0 && is_together(&fields[place - 1], &field) && fields[place - 1].size < field.size; place--)
		fields[place] = fields[place - 1];
	fields[place] = field;
}

// The elements of ARRAY become field FIELD of those of WHOLE, structures of TYPE.
static void move_to_field(struct aw_gang_block *block, LLVMValueRef array, LLVMValueRef whole, LLVMTypeRef type, unsigned field)
{
	while (LLVMGetFirstUse(array)) {
		LLVMValueRef address = LLVMGetUser(LLVMGetFirstUse(array));
		assert(aw_llvm_is_op(address, LLVMGetElementPtr) && LLVMGetNumOperands(address) == 2 && "elements only");
		LLVMValueRef indices[] = { LLVMGetOperand(address, 1), LLVMConstInt(LLVMInt32TypeInContext(block->unit->context), field, false) };
		aw_llvm_at(block->unit->builder, address);
		LLVMValueRef new = LLVMBuildInBoundsGEP2(block->unit->builder, type, whole, indices, 2, aw_llvm_name(address));
		aw_llvm_replace(address, new);
	}
	aw_map_remove(&block->own, array);
	aw_llvm_erase(array);
}

unsigned aw_gang_alignment(const struct aw_gang_block *block, LLVMTypeRef type)
{
	unsigned own = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(block->unit->module), type);
	return own > CACHE_LINE ? own : CACHE_LINE;
}

static void join(struct aw_gang_block *block, const struct field *fields, unsigned count)
{
	LLVMBuilderRef builder = block->unit->builder;
	LLVMTypeRef *types = AW_NEED_ARRAY(LLVMTypeRef, count);
	for (unsigned i = 0; i < count; i++)
		types[i] = fields[i].type;
	LLVMTypeRef type = LLVMStructTypeInContext(block->unit->context, types, count, false);
	LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(block->start));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMValueRef whole = LLVMBuildAlloca(builder, LLVMArrayType2(type, block->max_gangs), "state");
	LLVMSetAlignment(whole, aw_gang_alignment(block, type));
	aw_need(aw_map_put(&block->own, whole, whole));
	for (unsigned i = 0; i < count; i++)
		move_to_field(block, fields[i].array, whole, type, i);
	free(types);
}

void aw_gang_record_join(struct aw_gang_block *block, const LLVMValueRef *arrays, size_t count)
{
	struct record record;
	if (count < 2)
		return; // there is nothing to join
	struct field *fields = AW_NEED_ARRAY(struct field, count);
	size_t chosen = 0;
	begin(&record, block);
	for (size_t i = 0; i < count; i++) {
		struct field field = field_of(&record, arrays[i]);
		if (field.size <= MOST_IN_STRUCTURE)
			insert(fields, chosen++, field);
	}
	for (size_t first = 0, next; first < chosen; first = next) {
		for (next = first + 1; next < chosen && is_together(&fields[first], &fields[next]);)
			next++;
		if (next > first + 1)
			join(block, &fields[first], (unsigned)(next - first));
	}
	end(&record);
	free(fields);
}

// --- how long a span may be ---

// What a gang keeps: in all, and in loops.
static void measure(struct aw_gang_block *block, uint64_t *all, uint64_t *in_loops)
{
	struct record record;
	*all = *in_loops = 0;
	begin(&record, block);
	for (LLVMValueRef array = LLVMGetFirstInstruction(block->start); array; array = LLVMGetNextInstruction(array)) {
		if (!aw_llvm_is_op(array, LLVMAlloca) || !aw_map_get(&block->own, array))
			continue;
		struct field field = field_of(&record, array);
		*all += field.size;
		*in_loops += field.loop == AW_NONE ? 0 : field.size;
	}
	end(&record);
}

static uint32_t choose_span(const struct aw_gang_block *block, uint64_t all, uint64_t in_loops)
{
	if (!all && !block->shares)
		return AW_CPU_SPAN_MOST;
	uint32_t gangs = MOST_GANGS;
	while (gangs > LEAST_GANGS && (gangs * in_loops > MOST_IN_LOOPS || gangs * all > MOST_IN_ALL))
		gangs /= 2;
	return gangs;
}

void aw_gang_record_lengthen(struct aw_gang_block *block)
{
	uint64_t all, in_loops;
	measure(block, &all, &in_loops);
	block->span_gangs = choose_span(block, all, in_loops);
	if (!all || block->span_gangs <= block->max_gangs)
		return;
	for (LLVMValueRef array = LLVMGetFirstInstruction(block->start), next; array; array = next) {
		next = LLVMGetNextInstruction(array);
		if (!aw_llvm_is_op(array, LLVMAlloca) || !aw_map_get(&block->own, array))
			continue;
		LLVMTypeRef type = LLVMArrayType2(LLVMGetElementType(LLVMGetAllocatedType(array)), block->span_gangs);
		aw_llvm_at(block->unit->builder, array);
		LLVMValueRef longer = LLVMBuildAlloca(block->unit->builder, type, aw_llvm_name(array));
		LLVMSetAlignment(longer, LLVMGetAlignment(array));
		aw_need(aw_map_put(&block->own, longer, longer));
		aw_llvm_replace(array, longer);
	}
}
