// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops over the gangs of a block around a region.  Where the gangs lie in rows, it is a nest:
//
//     for (z = 0; z < blockDim.z; z++)
//         for (y = 0; y < blockDim.y; y++)
//             for (x = 0; x < blockDim.x; x += width)
//                 region
//
// so that LLVM finds what stays the same along a row.  Where more of a region is the same along a column (the
// rows of a tile in shared memory, which all rows of threads read), the loops over x and y change places, and
// it stays in registers over the inner one.  The gang's index goes along in steps that fit the order, and the
// order of the gangs between two barriers is free.
//
// The gangs of a span of blocks go along the row of all its blocks before the next row.
//
// A region that asks for neither y nor z has one loop for both, over the rows: each loop that LLVM need not look at is worth
// some milliseconds.  There is one loop over the gangs where a region has no use for more than the index, and where lanes are
// threads of consecutive number.
#include <assert.h>
#include <string.h>

#include "../analysis/cfg.h"
#include "../analysis/loops.h"
#include "gang_block.h"

enum axis { X, Y, Z, BLOCK, ROW, INDEX, AXES };
static const char *const axis_names[AXES] = { "aw.gang.x",     "aw.gang.y",   "aw.gang.z",
	                                          "aw.gang.block", "aw.gang.row", "aw.gang.index" };

struct nest {
	struct aw_gang_block *block;
	LLVMBuilderRef builder;
	LLVMValueRef size[INDEX];   // blockDim, how many blocks there are, and rows
	LLVMValueRef gangs;         // how many gangs there are in all
	LLVMValueRef step[INDEX];   // of the index from one gang to the next along an axis
	LLVMValueRef first;         // of a span: blockIdx.x of the first block
	LLVMValueRef begin, end;    // along x: 0 and blockDim.x, or a part
	AW_VEC(LLVMValueRef) calls; // of the markers
	bool *columns;              // by region: the loop over y is the inner one
	unsigned *asked;            // by region: the set of axes whose place it asks for
};

static LLVMTypeRef number_type(const struct nest *nest)
{
	return LLVMInt32TypeInContext(nest->block->unit->context);
}

static LLVMValueRef number(const struct nest *nest, uint64_t value)
{
	return LLVMConstInt(number_type(nest), value, false);
}

static LLVMValueRef times(struct nest *nest, LLVMValueRef a, LLVMValueRef b, const char *name)
{
	return LLVMBuildNUWMul(nest->builder, a, b, name);
}

static LLVMValueRef plus(struct nest *nest, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildNUWAdd(nest->builder, a, b, "");
}

bool aw_gang_is_place(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee && aw_starts_with(aw_llvm_name(callee), "aw.gang.");
}

static enum axis axis_of(LLVMValueRef call)
{
	const char *name = aw_llvm_name(aw_llvm_callee(call));
	for (int i = X; i < AXES; i++)
		if (!strcmp(name, axis_names[i]))
			return (enum axis)i;
	assert(!"a marker that nobody knows");
	return INDEX;
}

// --- how many there are ---

// COUNT threads in gangs, the last not full.
static LLVMValueRef gangs_of(struct nest *nest, LLVMValueRef count)
{
	uint32_t width = nest->block->width;
	if (nest->block->geometry == AW_CPU_GEOMETRY_FULL)
		return LLVMBuildExactUDiv(nest->builder, count, number(nest, width), "");
	return LLVMBuildUDiv(nest->builder, plus(nest, count, number(nest, width - 1)), number(nest, width), "");
}

static void measure_block(struct nest *nest)
{
	static const char *const names[] = { "llvm.nvvm.read.ptx.sreg.ntid.x", "llvm.nvvm.read.ptx.sreg.ntid.y",
	                                     "llvm.nvvm.read.ptx.sreg.ntid.z" };
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(nest->block->start));
	for (int i = X; i <= Z; i++)
		nest->size[i] = aw_gang_place(nest->block, names[i]);
	if (nest->block->geometry == AW_CPU_GEOMETRY_PACKED) {
		LLVMValueRef threads = times(nest, nest->size[X], times(nest, nest->size[Y], nest->size[Z], ""), "");
		nest->gangs = gangs_of(nest, threads);
		return;
	}
	nest->step[X] = number(nest, 1);
	nest->step[Y] = gangs_of(nest, nest->size[X]);
	nest->step[Z] = times(nest, nest->step[Y], nest->size[Y], "");
	nest->gangs = times(nest, nest->step[Z], nest->size[Z], "");
	nest->step[ROW] = nest->step[Y];
	nest->size[ROW] = times(nest, nest->size[Y], nest->size[Z], "");
	nest->begin = nest->block->split ? aw_gang_place(nest->block, "aw.span.begin") : number(nest, 0);
	nest->end = nest->block->split ? aw_gang_place(nest->block, "aw.span.end") : nest->size[X];
	if (nest->block->span) {
		nest->first = aw_gang_place(nest->block, "aw.span.first");
		nest->size[BLOCK] = aw_gang_place(nest->block, "aw.span.count");
		nest->step[BLOCK] = nest->gangs;
		nest->gangs = times(nest, nest->gangs, nest->size[BLOCK], "");
	}
}

// --- in which order ---

enum { ON_X = 1, ON_ROW = 2 }; // a value depends on the gang's x or block; on its y, z or index

static void taint(struct aw_map *taints, LLVMValueRef value, uintptr_t with)
{
	uintptr_t has = (uintptr_t)aw_map_get(taints, value);
	if ((has | with) == has)
		return;
	aw_need(aw_map_put(taints, value, (void *)(has | with)));
	if (aw_llvm_is_op(value, LLVMLoad))
		return; // of interest is where it is
	AW_FOR_USES(use, value)
		if (LLVMIsAInstruction(LLVMGetUser(use)))
			taint(taints, LLVMGetUser(use), with);
}

// What the address of an access depends on; 0 for no access, or one of a gang's own variables.
static uintptr_t dependence(const struct aw_map *taints, LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction), address = NULL;
	if (aw_llvm_is_op(instruction, LLVMLoad))
		address = LLVMGetOperand(instruction, 0);
	else if (aw_llvm_is_op(instruction, LLVMStore))
		address = LLVMGetOperand(instruction, 1);
	else if (callee && aw_starts_with(aw_llvm_name(callee), "llvm.masked.load"))
		address = LLVMGetOperand(instruction, 0);
	else if (callee && aw_starts_with(aw_llvm_name(callee), "llvm.masked.store"))
		address = LLVMGetOperand(instruction, 1);
	LLVMValueRef base = address;
	while (base && aw_llvm_is_op(base, LLVMGetElementPtr))
		base = LLVMGetOperand(base, 0);
	return base && !LLVMIsAAllocaInst(base) ? (uintptr_t)aw_map_get(taints, address) : 0;
}

// Decides for each region whether the loop over y is the inner one: when more loads outside of loops depend on x
// alone than accesses depend on both, and some access depends on y: else blocks will hardly have more than one row.
static void choose_orders(struct nest *nest)
{
	struct aw_map taints = { 0 };
	struct aw_cfg cfg;
	struct aw_loops loops;
	int *balance = AW_NEED_ARRAY(int, nest->block->regions.count);
	bool *two = AW_NEED_ARRAY(bool, nest->block->regions.count); // something depends on y
	for (size_t i = 0; i < nest->calls.count; i++) {
		enum axis axis = axis_of(nest->calls.items[i]);
		taint(&taints, nest->calls.items[i], axis == X || axis == BLOCK ? ON_X : ON_ROW);
		uint32_t region = aw_gang_region_of(nest->block, LLVMGetInstructionParent(nest->calls.items[i]));
		nest->asked[region] |= 1u << axis;
	}
	aw_cfg_init(&cfg, nest->block->function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t block = 0; block < cfg.count; block++) {
		uint32_t region = aw_gang_region_of(nest->block, cfg.blocks[block]);
		if (region == AW_NONE)
			continue;
		uint32_t around = aw_cfg_number(&cfg, nest->block->regions.items[region].before);
		bool looping = loops.innermost[block] != loops.innermost[around];
		AW_FOR_INSTRUCTIONS(instruction, cfg.blocks[block]) {
			uintptr_t on = dependence(&taints, instruction);
			two[region] |= (on & ON_ROW) != 0;
			if (on == (ON_X | ON_ROW))
				balance[region]--;
			else if (on == ON_X && !looping && !aw_llvm_is_op(instruction, LLVMStore))
				balance[region]++;
		}
	}
	for (size_t i = 0; i < nest->block->regions.count; i++)
		nest->columns[i] = two[i] && balance[i] > 0;
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	aw_map_finish(&taints);
	free(balance);
	free(two);
}

// --- the loops ---

// One loop of a nest: the block of its phis, and the one at the end of its turns.
struct level {
	enum axis axis; // INDEX: over all gangs
	LLVMBasicBlockRef head, latch;
	LLVMValueRef place; // along the axis
	LLVMValueRef index; // of the gang; NULL: nobody asks for it
	bool outer;         // others lie in it
};

static LLVMValueRef phi_at(struct nest *nest, LLVMBasicBlockRef head, const char *name)
{
	aw_llvm_at(nest->builder, LLVMGetFirstInstruction(head));
	return LLVMBuildPhi(nest->builder, number_type(nest), name);
}

static void set_phi(LLVMValueRef phi, LLVMValueRef first, LLVMBasicBlockRef before, LLVMValueRef next,
                    LLVMBasicBlockRef latch)
{
	LLVMAddIncoming(phi, &first, &before, 1);
	LLVMAddIncoming(phi, &next, &latch, 1);
}

// Keeps LLVM from unrolling the loop whose latch ends in BRANCH: an outer one of a nest, mostly of few turns.
static void leave_rolled(struct nest *nest, LLVMValueRef branch)
{
	static const char text[] = "llvm.loop.unroll.disable";
	LLVMContextRef context = nest->block->unit->context;
	LLVMMetadataRef string = LLVMMDStringInContext2(context, text, sizeof(text) - 1);
	LLVMMetadataRef operands[] = { LLVMTemporaryMDNode(context, NULL, 0), LLVMMDNodeInContext2(context, &string, 1) };
	LLVMMetadataRef self = operands[0], node = LLVMMDNodeInContext2(context, operands, 2);
	LLVMMetadataReplaceAllUsesWith(self, node);
	LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(context, "llvm.loop", 9), LLVMMetadataAsValue(context, node));
}

// The gang's index in LEVEL, no loop over all, which is entered from BEFORE with index FIRST.
static LLVMValueRef count_gangs(struct nest *nest, const struct level *level, LLVMBasicBlockRef before, LLVMValueRef first)
{
	if (level->axis == X && nest->block->split) {
		aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(before));
		first = plus(nest, first, LLVMBuildUDiv(nest->builder, nest->begin, number(nest, nest->block->width), ""));
	}
	LLVMValueRef index = phi_at(nest, level->head, "gang.index");
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(level->latch));
	set_phi(index, first, before, plus(nest, index, nest->step[level->axis]), level->latch);
	return index;
}

// Makes LEVEL, whose blocks are there, a loop entered from BEFORE with index FIRST (NULL: nobody asks for the index) and left
// to DONE.
static void close_level(struct nest *nest, struct level *level, LLVMBasicBlockRef before, LLVMValueRef first,
                        LLVMBasicBlockRef done)
{
	bool all = level->axis == INDEX, along = level->axis == X;
	LLVMValueRef limit = all ? nest->gangs : along ? nest->end : nest->size[level->axis];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(level->latch);
	level->place = phi_at(nest, level->head, axis_names[level->axis] + 3);
	aw_llvm_at(nest->builder, end);
	LLVMValueRef next = plus(nest, level->place, number(nest, along ? nest->block->width : 1));
	set_phi(level->place, along ? nest->begin : number(nest, 0), before, next, level->latch);
	level->index = all ? level->place : first ? count_gangs(nest, level, before, first) : NULL;

	aw_llvm_at(nest->builder, end);
	LLVMValueRef more = LLVMBuildICmp(nest->builder, LLVMIntULT, next, limit, "");
	LLVMValueRef branch = LLVMBuildCondBr(nest->builder, more, level->head, done);
	if (level->outer)
		leave_rolled(nest, branch);
	aw_llvm_erase(end);
}

// A block on the only edge from FROM.
static LLVMBasicBlockRef block_behind(LLVMBasicBlockRef from, const char *name)
{
	LLVMBasicBlockRef made = aw_llvm_split_before(LLVMGetBasicBlockTerminator(from));
	LLVMSetValueName2(LLVMBasicBlockAsValue(made), name, strlen(name));
	return made;
}

// Where thread index * width is.
static void find_packed(struct nest *nest, LLVMValueRef *place)
{
	LLVMBuilderRef builder = nest->builder;
	LLVMValueRef linear = times(nest, place[INDEX], number(nest, nest->block->width), "");
	LLVMValueRef row = LLVMBuildUDiv(builder, linear, nest->size[X], "");
	place[X] = LLVMBuildURem(builder, linear, nest->size[X], "");
	place[Y] = LLVMBuildURem(builder, row, nest->size[Y], "");
	place[Z] = LLVMBuildUDiv(builder, row, nest->size[Y], "");
}

// The runtime is told which block of the span this is, for the report of a fault.
static void enter_block(struct nest *nest, const struct level *level)
{
	LLVMContextRef context = nest->block->unit->context;
	LLVMTypeRef number = number_type(nest), type = LLVMFunctionType(LLVMVoidTypeInContext(context), &number, 1, false);
	assert(level->outer && "the gangs' own code isn't here");
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(level->head));
	LLVMValueRef x = LLVMBuildAdd(nest->builder, nest->first, level->place, "");
	LLVMBuildCall2(nest->builder, type, aw_llvm_declare(nest->block->unit->module, "aw.span.enter", type), &x, 1, "");
}

enum { DEEPEST = 4 };

// The axes of the loops around region NUMBER, the outermost first; returns how many there are.
static int choose_axes(const struct nest *nest, size_t number, enum axis *axes)
{
	static const enum axis rows[DEEPEST] = { Z, Y, BLOCK, X }, columns[DEEPEST] = { BLOCK, Z, X, Y };
	static const enum axis plain[DEEPEST] = { ROW, BLOCK, X, AXES }, row[DEEPEST] = { X, AXES }, all[DEEPEST] = { INDEX, AXES };
	uint32_t geometry = nest->block->geometry;
	unsigned asked = nest->asked[number];
	const enum axis *order = asked & (1u << Y | 1u << Z) ? rows : plain;
	if (geometry == AW_CPU_GEOMETRY_PACKED || (!(asked & ~(1u << INDEX)) && !nest->block->split))
		order = all;
	else if (geometry == AW_CPU_GEOMETRY_ROW)
		order = row;
	else if (nest->columns[number])
		order = columns;
	int depth = 0;
	for (int i = 0; i < DEEPEST && order[i] != AXES; i++)
		if (order[i] != BLOCK || nest->block->span)
			axes[depth++] = order[i];
	return depth;
}

// Makes the loops of a region; PLACE gets what the markers stand for in it.
static void make_nest(struct nest *nest, size_t number_of, LLVMValueRef *place)
{
	struct aw_gang_region *region = &nest->block->regions.items[number_of];
	enum axis axes[DEEPEST];
	int depth = choose_axes(nest, number_of, axes);
	struct level levels[DEEPEST];

	// The heads lie between before and head, the latches behind latch; behind all, the way on.
	LLVMBasicBlockRef head = region->before, latch = region->latch;
	for (int i = 0; i < depth; i++)
		levels[i] = (struct level){ .axis = axes[i], .head = i == depth - 1 ? region->head : NULL, .outer = i < depth - 1 };
	for (int i = depth - 1; i >= 0; i--) {
		levels[i].latch = latch;
		latch = block_behind(latch, i ? "gangs.next" : "gangs.done");
	}
	for (int i = 0; i < depth - 1; i++)
		levels[i].head = head = block_behind(head, "gangs");
	LLVMValueRef first = nest->asked[number_of] & 1u << INDEX ? number(nest, 0) : NULL;
	for (int i = 0; i < depth; i++) {
		close_level(nest, &levels[i], i ? levels[i - 1].head : region->before, first, i ? levels[i - 1].latch : latch);
		first = levels[i].index;
		place[axes[i]] = levels[i].place;
		if (axes[i] == BLOCK)
			enter_block(nest, &levels[i]);
	}
	if (first)
		place[INDEX] = first;
	if (nest->block->geometry == AW_CPU_GEOMETRY_PACKED) {
		aw_llvm_at(nest->builder, LLVMGetNextInstruction(levels[0].index));
		find_packed(nest, place);
	}
}

static void find_calls(struct nest *nest)
{
	AW_FOR_BLOCKS(part, nest->block->function)
		AW_FOR_INSTRUCTIONS(call, part)
			if (aw_gang_is_place(call))
				aw_need(aw_vec_push(&nest->calls, call));
}

void aw_gang_nest_make(struct aw_gang_block *block)
{
	struct nest nest = { .block = block, .builder = block->unit->builder };
	nest.columns = AW_NEED_ARRAY(bool, block->regions.count);
	nest.asked = AW_NEED_ARRAY(unsigned, block->regions.count);
	LLVMValueRef(*places)[AXES] = aw_need_array(block->regions.count, sizeof(*places));
	measure_block(&nest);
	find_calls(&nest);
	choose_orders(&nest);
	for (size_t i = 0; i < block->regions.count; i++) {
		for (int axis = X; axis < AXES; axis++)
			places[i][axis] = number(&nest, 0);
		if (!block->regions.items[i].once && block->regions.items[i].latch)
			make_nest(&nest, i, places[i]);
	}
	for (size_t i = 0; i < nest.calls.count; i++) {
		LLVMValueRef call = nest.calls.items[i];
		uint32_t region = aw_gang_region_of(block, LLVMGetInstructionParent(call));
		assert(region != AW_NONE);
		aw_llvm_replace(call, places[region][axis_of(call)]);
	}
	free(places);
	free(nest.columns);
	free(nest.asked);
	aw_vec_finish(&nest.calls);
}
