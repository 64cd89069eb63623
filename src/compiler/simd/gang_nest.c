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
// The gangs of a span of blocks go along the row of all its blocks before the next row, in one loop where a region allows it
// (gang_line.c).  Behind the place where the blocks part a loop over them lies around all regions.
//
// A region that does several gangs in a turn (gang_jam.c) has a second nest behind it for those that are left over; so has one whose
// gangs don't all have all their lanes (gang_line.c, gang_reach.c).
//
// A region that asks for neither y nor z has one loop for both, over the rows: each loop that LLVM need not look at is worth
// some milliseconds.  There is one loop over the gangs where a region has no use for more than the index, and where lanes are
// threads of consecutive number.
#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/cfg.h"
#include "../analysis/loops.h"
#include "gang_block.h"
#include "gang_jam.h"
#include "gang_line.h"
#include "loop_copy.h"
#include "gang_reach.h"

enum axis { X, Y, Z, BLOCK, LINE, ROW, INDEX, AXES };
static const char *const axis_names[AXES] = { "aw.gang.x",     "aw.gang.y",   "aw.gang.z",
	                                          "aw.gang.block", "aw.gang.line", "aw.gang.row", "aw.gang.index" };

// Which gangs along an axis a region is for.
struct part {
	enum axis axis;     // AXES: all there are
	unsigned count;     // gangs of a turn
	LLVMValueRef from, to; // from which gang along the axis to which
	LLVMBasicBlockRef skip; // where the way goes when there are none; NULL: there always are
};

struct nest {
	struct aw_gang_block *block;
	LLVMBuilderRef builder;
	LLVMValueRef size[INDEX];   // blockDim, along y of all rows of blocks; how many blocks a row of them has, and rows of threads
	LLVMValueRef gangs;         // how many gangs there are in all
	LLVMValueRef step[INDEX];   // of the index from one gang to the next along an axis
	LLVMValueRef first;         // of a span: blockIdx.x of the first block
	LLVMValueRef turn, turn_index; // where its blocks go one by one: which one, and the index of its first gang
	LLVMValueRef begin, end;    // along x: 0 and blockDim.x, or a part
	AW_VEC(LLVMValueRef) calls; // of the markers
	bool *columns;              // by region: the loop over y is the inner one
	unsigned *asked;            // by region: the set of axes whose place it asks for
	bool *two;                  // by region: accesses depend on y
	bool *alone;                // by region: the blocks of a span go through it one by one
	struct part *parts;         // by region
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
	return LLVMIsNull(b) ? a : LLVMBuildNUWAdd(nest->builder, a, b, "");
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
	for (int i = X; i <= Z && !nest->block->alone; i++)
		nest->size[i] = aw_gang_place(nest->block, i == Y && nest->block->tall ? "aw.span.height" : names[i]);
	for (int i = X; i <= Z && nest->block->alone; i++)
		nest->size[i] = number(nest, i == X ? nest->block->width : 1);
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
		nest->size[LINE] = times(nest, nest->size[X], nest->size[BLOCK], "");
		nest->step[LINE] = nest->step[X];
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
	if (aw_llvm_is_op(value, LLVMLoad) || aw_access_is_gather(value))
		return; // of interest is where it is
	AW_FOR_USES(use, value)
		if (LLVMIsAInstruction(LLVMGetUser(use)))
			taint(taints, LLVMGetUser(use), with);
}

// What the address of an access depends on; 0 for no access, or one of a gang's own variables.
static uintptr_t dependence(const struct aw_map *taints, LLVMValueRef instruction)
{
	// Gathers taken out of the inner loop save the most (early_loads.c).
	struct aw_access access = { .address = aw_access_is_gather(instruction) ? LLVMGetOperand(instruction, 0) : NULL };
	if (!access.address && !aw_access_find(instruction, &access))
		return 0;
	return LLVMIsAAllocaInst(aw_llvm_object(access.address)) ? 0 : (uintptr_t)aw_map_get(taints, access.address);
}

// Decides for each region whether the loop over y is the inner one: when more loads outside of loops depend on x
// alone than accesses depend on both, and some access depends on y: else blocks will hardly have more than one row.
static void choose_orders(struct nest *nest)
{
	struct aw_map taints = { 0 };
	struct aw_cfg cfg;
	struct aw_loops loops;
	int *balance = AW_NEED_ARRAY(int, nest->block->regions.count);
	for (size_t i = 0; i < nest->calls.count; i++) {
		enum axis axis = axis_of(nest->calls.items[i]);
		taint(&taints, nest->calls.items[i], axis == X || axis == BLOCK || axis == LINE ? ON_X : ON_ROW);
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
			nest->two[region] |= (on & ON_ROW) != 0;
			if (on == (ON_X | ON_ROW))
				balance[region]--;
			else if (on == ON_X && !looping && !aw_llvm_is_op(instruction, LLVMStore))
				balance[region]++;
		}
	}
	for (size_t i = 0; i < nest->block->regions.count; i++)
		nest->columns[i] = nest->two[i] && balance[i] > 0;
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	aw_map_finish(&taints);
	free(balance);
}

// --- the loops ---

// One loop of a nest: the block of its phis, and the one at the end of its turns.
struct level {
	enum axis axis; // INDEX: over all gangs
	LLVMBasicBlockRef head, latch;
	LLVMValueRef place; // along the axis
	LLVMValueRef index; // of the gang; NULL: nobody asks for it
	const struct part *part;
	bool outer; // others lie in it
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

// What a level's loop runs over: places along its axis, and what is added to the index.
struct range {
	LLVMValueRef begin, end, step; // of places
	LLVMValueRef index, index_step;
};

static struct range range_of(struct nest *nest, const struct part *part, enum axis axis)
{
	bool all = axis == INDEX;
	struct range range = {
		.begin = axis == X ? nest->begin : number(nest, 0),
		.end = all ? nest->gangs : axis == X ? nest->end : nest->size[axis],
		.step = number(nest, axis == X || axis == LINE ? nest->block->width : 1),
		.index = number(nest, 0),
		.index_step = all ? number(nest, 1) : nest->step[axis],
	};
	if (axis == X && nest->block->split)
		range.index = LLVMBuildUDiv(nest->builder, nest->begin, number(nest, nest->block->width), "");
	if (axis != part->axis)
		return range;
	LLVMValueRef count = number(nest, part->count);
	range.end = plus(nest, range.begin, times(nest, part->to, range.step, ""));
	range.begin = plus(nest, range.begin, times(nest, part->from, range.step, ""));
	range.index = plus(nest, range.index, times(nest, part->from, range.index_step, ""));
	range.step = times(nest, range.step, count, "");
	range.index_step = times(nest, range.index_step, count, "");
	return range;
}

// The gang's index in LEVEL, no loop over all, which is entered from BEFORE with index FIRST.
static LLVMValueRef count_gangs(struct nest *nest, const struct level *level, LLVMBasicBlockRef before, LLVMValueRef first,
                                const struct range *range)
{
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(before));
	first = plus(nest, first, range->index);
	LLVMValueRef index = phi_at(nest, level->head, "gang.index");
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(level->latch));
	set_phi(index, first, before, plus(nest, index, range->index_step), level->latch);
	return index;
}

// Makes LEVEL, whose blocks are there, a loop entered from BEFORE with index FIRST (NULL: nobody asks for the index) and left
// to DONE.
static void close_level(struct nest *nest, struct level *level, LLVMBasicBlockRef before, LLVMValueRef first,
                        LLVMBasicBlockRef done)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(level->latch);
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(before));
	struct range range = range_of(nest, level->part, level->axis);
	level->place = phi_at(nest, level->head, axis_names[level->axis] + 3);
	aw_llvm_at(nest->builder, end);
	LLVMValueRef next = plus(nest, level->place, range.step);
	set_phi(level->place, range.begin, before, next, level->latch);
	level->index = level->axis == INDEX ? level->place : first ? count_gangs(nest, level, before, first, &range) : NULL;

	aw_llvm_at(nest->builder, end);
	LLVMValueRef more = LLVMBuildICmp(nest->builder, LLVMIntULT, next, range.end, "");
	LLVMValueRef branch = LLVMBuildCondBr(nest->builder, more, level->head, done);
	if (level->outer)
		aw_loop_leave_rolled(nest->block->unit->context, branch);
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

// The runtime is told at HEAD's end which block of the span this is, OWN, for the report of a fault.
static void enter_block(struct nest *nest, LLVMBasicBlockRef head, LLVMValueRef own)
{
	struct aw_unit *unit = nest->block->unit;
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(head));
	LLVMValueRef x = LLVMBuildAdd(nest->builder, nest->first, own, "");
	aw_llvm_call(nest->builder, unit->module, "aw.span.enter", LLVMVoidTypeInContext(unit->context), &x, 1);
}

// --- blocks of a span one by one ---

static LLVMValueRef find_return(const struct nest *nest)
{
	AW_FOR_BLOCKS(part, nest->block->function)
		if (aw_llvm_is_op(LLVMGetBasicBlockTerminator(part), LLVMRet))
			return LLVMGetBasicBlockTerminator(part);
	return NULL;
}

// Makes what lies between the parting and the return a loop over the blocks.
static void part_blocks(struct nest *nest)
{
	struct aw_map reached = { 0 };
	LLVMBuilderRef builder = nest->builder;
	LLVMBasicBlockRef before = nest->block->parted;
	aw_llvm_reach(before, &reached);
	for (size_t i = 0; i < nest->block->regions.count; i++)
		nest->alone[i] = aw_map_get(&reached, nest->block->regions.items[i].before) != NULL;
	aw_map_finish(&reached);
	LLVMBasicBlockRef head = block_behind(before, "block");
	LLVMValueRef back = find_return(nest);
	assert(back && "a barrier that all gangs come by, and no return");
	LLVMBasicBlockRef latch = LLVMGetInstructionParent(back);
	aw_llvm_split_before(back);
	nest->turn = phi_at(nest, head, "span.block");
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(head));
	nest->turn_index = times(nest, nest->turn, nest->step[BLOCK], "");
	enter_block(nest, head, nest->turn);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(latch);
	aw_llvm_at(builder, end);
	LLVMValueRef next = plus(nest, nest->turn, number(nest, 1));
	LLVMValueRef more = LLVMBuildICmp(builder, LLVMIntULT, next, nest->size[BLOCK], "");
	aw_loop_leave_rolled(nest->block->unit->context, LLVMBuildCondBr(builder, more, head, LLVMGetSuccessor(end, 0)));
	aw_llvm_erase(end);
	set_phi(nest->turn, number(nest, 0), before, next, latch);
	AW_FOR_BLOCKS(part, nest->block->function)
		AW_FOR_INSTRUCTIONS_SAFE(call, part)
			if (!strcmp(aw_llvm_callee_name(call), "aw.span.block"))
				aw_llvm_replace(call, nest->turn);
}

// --- the loops of a region ---

enum { DEEPEST = 4 };

// The axes of the loops around region NUMBER, the outermost first; returns how many there are.
static int choose_axes(const struct nest *nest, size_t number, enum axis *axes)
{
	static const enum axis rows[DEEPEST] = { Z, Y, BLOCK, X }, columns[DEEPEST] = { BLOCK, Z, X, Y };
	static const enum axis plain[DEEPEST] = { ROW, BLOCK, X, AXES }, row[DEEPEST] = { X, AXES }, all[DEEPEST] = { INDEX, AXES };
	uint32_t geometry = nest->block->geometry;
	unsigned asked = nest->asked[number];
	const enum axis *order = asked & (1u << Y | 1u << Z) ? rows : plain;
	if (geometry == AW_CPU_GEOMETRY_PACKED || (!(asked & ~(1u << INDEX)) && !nest->block->split && !nest->alone[number]))
		order = all;
	else if (geometry == AW_CPU_GEOMETRY_ROW)
		order = row;
	else if (nest->columns[number])
		order = columns;
	int depth = 0;
	for (int i = 0; i < DEEPEST && order[i] != AXES; i++)
		if (order[i] == X && asked & 1u << LINE)
			axes[depth++] = LINE;
		else if (order[i] != BLOCK || (nest->block->span && !nest->alone[number] && !(asked & 1u << LINE)))
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
		levels[i] = (struct level){ .axis = axes[i], .head = i == depth - 1 ? region->head : NULL, .part = &nest->parts[number_of],
			                    .outer = i < depth - 1 };
	for (int i = depth - 1; i >= 0; i--) {
		levels[i].latch = latch;
		latch = block_behind(latch, i ? "gangs.next" : "gangs.done");
	}
	for (int i = 0; i < depth - 1; i++)
		levels[i].head = head = block_behind(head, "gangs");
	LLVMValueRef first = !(nest->asked[number_of] & 1u << INDEX) ? NULL : nest->alone[number_of] ? nest->turn_index : number(nest, 0);
	for (int i = 0; i < depth; i++) {
		close_level(nest, &levels[i], i ? levels[i - 1].head : region->before, first, i ? levels[i - 1].latch : latch);
		first = levels[i].index;
		place[axes[i]] = levels[i].place;
		assert((axes[i] != BLOCK || levels[i].outer) && "the gangs' own code isn't at its head");
		if (axes[i] == BLOCK)
			enter_block(nest, levels[i].head, levels[i].place);
	}
	if (first)
		place[INDEX] = first;
	if (nest->block->geometry == AW_CPU_GEOMETRY_PACKED) {
		aw_llvm_at(nest->builder, LLVMGetNextInstruction(levels[0].index));
		find_packed(nest, place);
	}
}

// --- several gangs in a turn ---

// The way goes around the loops of a region for which there are no gangs.
static void guard(struct nest *nest, size_t region)
{
	const struct part *part = &nest->parts[region];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(nest->block->regions.items[region].before);
	LLVMBasicBlockRef first = LLVMGetSuccessor(end, 0);
	aw_llvm_at(nest->builder, end);
	LLVMValueRef some = LLVMBuildICmp(nest->builder, LLVMIntNE, part->from, part->to, "");
	LLVMBuildCondBr(nest->builder, some, first, part->skip);
	aw_llvm_erase(end);
}

// Along y where there is a loop over it, and it matters, else along x or the line.
static enum axis axis_to_jam(const struct nest *nest, size_t region)
{
	enum axis axes[DEEPEST];
	int depth = choose_axes(nest, region, axes);
	for (int i = 0; i < depth; i++)
		if (axes[i] == INDEX || (axes[i] == Y && nest->two[region]))
			return axes[i];
	return nest->asked[region] & 1u << LINE ? LINE : X;
}

// All the gangs along an axis.
static LLVMValueRef gangs_along(struct nest *nest, enum axis axis)
{
	if (axis == INDEX)
		return nest->gangs;
	if (axis == X)
		return gangs_of(nest, LLVMBuildSub(nest->builder, nest->end, nest->begin, ""));
	return axis == LINE ? gangs_of(nest, nest->size[LINE]) : nest->size[axis];
}

// Region REST, a copy of REGION, does the gangs along AXIS from FROM on up to TO, REGION those before, COUNT a turn.
static void divide(struct nest *nest, size_t region, size_t rest, enum axis axis, unsigned count, LLVMValueRef from, LLVMValueRef to)
{
	struct aw_gang_block *block = nest->block;
	nest->columns[rest] = nest->columns[region];
	nest->asked[rest] = nest->asked[region];
	nest->alone[rest] = nest->alone[region];
	nest->parts[region] = (struct part){ axis, count, number(nest, 0), from, block->regions.items[rest].before };
	LLVMBasicBlockRef after = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block->regions.items[rest].latch), 0);
	nest->parts[rest] = (struct part){ axis, 1, from, to, after };
}

// Whole gangs of a line go by themselves.
static void split(struct nest *nest, size_t region)
{
	if (!(nest->asked[region] & 1u << LINE))
		return;
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(nest->block->start));
	LLVMValueRef all = gangs_along(nest, LINE), whole;
	uint32_t rest = aw_gang_line_split(nest->block, (uint32_t)region, all, &whole);
	if (rest != AW_NONE)
		divide(nest, region, rest, LINE, 1, whole, all);
}

// Gangs of a row without work don't come by.
static bool shorten(struct nest *nest, size_t region)
{
	struct aw_gang_block *block = nest->block;
	struct aw_gang_reach reach;
	bool along_x = nest->asked[region] & 1u << X && !(nest->asked[region] & 1u << LINE);
	if (block->geometry != AW_CPU_GEOMETRY_FULL || block->split || !along_x)
		return false;
	uint32_t rest = aw_gang_reach_split(block, (uint32_t)region, nest->size[X], &reach);
	if (rest == AW_NONE)
		return false;
	divide(nest, region, rest, X, 1, reach.whole, reach.some);
	return true;
}

// Where only the first gang of a row does anything, the others don't come by.
static bool keep_first(struct nest *nest, size_t region)
{
	struct aw_gang_block *block = nest->block;
	bool along_x = nest->asked[region] & 1u << X && !(nest->asked[region] & 1u << LINE);
	if (block->split || !along_x || !aw_gang_reach_is_first(block, (uint32_t)region))
		return false;
	nest->parts[region] = (struct part){ X, 1, number(nest, 0), number(nest, 1), NULL };
	return true;
}

// Gives a region several gangs a turn where that pays, and another for what is left over.
static void jam(struct nest *nest, size_t region)
{
	struct aw_gang_block *block = nest->block;
	if (block->geometry == AW_CPU_GEOMETRY_PACKED || block->regions.items[region].once || !block->regions.items[region].latch)
		return;
	if (keep_first(nest, region) || shorten(nest, region))
		return;
	enum axis axis = axis_to_jam(nest, region);
	unsigned count = aw_gang_jam_count(block, (uint32_t)region, axis_names[axis]);
	if (count < 2) {
		split(nest, region);
		return;
	}
	size_t rest = aw_gang_jam_double(block, (uint32_t)region);
	aw_llvm_at(nest->builder, LLVMGetBasicBlockTerminator(block->start));
	LLVMValueRef all = gangs_along(nest, axis);
	LLVMValueRef full = LLVMBuildAnd(nest->builder, all, number(nest, -(uint64_t)count), "");
	divide(nest, region, rest, axis, count, full, all);
	struct aw_gang_jam how = {
		.axis = axis_names[axis],
		.count = count,
		.step = number(nest, axis == X || axis == LINE ? block->width : 1),
		.index_step = axis == INDEX ? number(nest, 1) : nest->step[axis],
	};
	aw_gang_jam_make(block, (uint32_t)region, &how);
}

static void find_calls(struct nest *nest)
{
	AW_FOR_BLOCKS(part, nest->block->function)
		AW_FOR_INSTRUCTIONS(call, part)
			if (aw_gang_is_place(call))
				aw_need(aw_vec_push(&nest->calls, call));
}

static void begin(struct nest *nest)
{
	size_t most = 2 * nest->block->regions.count;
	nest->columns = AW_NEED_ARRAY(bool, most);
	nest->asked = AW_NEED_ARRAY(unsigned, most);
	nest->two = AW_NEED_ARRAY(bool, most);
	nest->alone = AW_NEED_ARRAY(bool, most);
	nest->parts = AW_NEED_ARRAY(struct part, most);
	for (size_t i = 0; i < most; i++)
		nest->parts[i].axis = AXES;
	measure_block(nest);
	if (nest->block->parted)
		part_blocks(nest);
	for (size_t i = 0; i < nest->block->regions.count; i++)
		if (!nest->block->regions.items[i].once && nest->block->regions.items[i].latch && !nest->alone[i])
			aw_gang_line_find(nest->block, (uint32_t)i);
	find_calls(nest);
	choose_orders(nest);
	size_t count = nest->block->regions.count;
	for (size_t i = 0; i < count; i++)
		jam(nest, i);
	nest->calls.count = 0;
	find_calls(nest);
}

void aw_gang_nest_make(struct aw_gang_block *block)
{
	struct nest nest = { .block = block, .builder = block->unit->builder };
	begin(&nest);
	LLVMValueRef(*places)[AXES] = aw_need_array(block->regions.count, sizeof(*places));
	for (size_t i = 0; i < block->regions.count; i++) {
		for (int axis = X; axis < AXES; axis++)
			places[i][axis] = axis == BLOCK && nest.alone[i] ? nest.turn : number(&nest, 0);
		if (!block->regions.items[i].once && block->regions.items[i].latch)
			make_nest(&nest, i, places[i]);
		if (nest.parts[i].skip)
			guard(&nest, i);
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
	free(nest.two);
	free(nest.alone);
	free(nest.parts);
	aw_vec_finish(&nest.calls);
}
