// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uniformity by an optimistic fixpoint: every value starts as uniform as can be, the rules of shape_rules.c
// raise it in the lattice, and what uses a value is looked at again when it has risen.
//
// Control flow comes in at the phis.  Where the two sides of a branch that lanes take differently meet again,
// a phi depends on the side; such joins are found by the label propagation of T. Rosemann, S. Moll, S. Hack, "An
// Abstract Interpretation for SPMD Divergence on Reducible Control Flow Graphs" (2021), which LLVM's uniformity
// analysis uses, too: from the branch on in flow order each block hands the label that came to it on to
// its successors; where two different ones come together is a join, which goes on with a label of its own.
// It ends where one label is left, at the branch's post-dominator.
//
// Loops are walked through one at a time.  A loop inside of the walk is passed over as if it were a block,
// whose successors are its exits.  When the walk began inside of a loop and two labels reach the loop's ends (the
// header again, and its exits), lanes part there: the loop is divergent, and then acts on the code around it
// as a branch to its exits.  Inside of it nothing follows: lanes that are in the same turn have been through
// the same turns, so an induction variable stays uniform.
//
// The same is done for uniform branches, as a phi is no more uniform than what decides its value: a join of
// the ways of two gangs makes a value of the gang.
#include "uniformity.h"

#include <assert.h>
#include <stdio.h>

#include "../target/nvptx.h"
#include "shape_rules.h"

struct work {
	struct aw_uniformity *uniformity;
	bool is_kernel;
	AW_VEC(LLVMValueRef) queue; // instructions to look at; from `next` on
	size_t next;
	bool *queued;      // by item
	uint8_t *branches; // by block: the kind of its terminator's condition as far as it was spread
	uint8_t *joins;    // by block: the kind of the least uniform branch whose ways meet there
	uint8_t *turns;    // by loop: the kind of the least uniform branch by which it is left
	uint32_t *labels;  // by block, of the walk that goes on; else all AW_NONE
	bool risen;        // a shape has, since the flag was cleared
};

// --- shapes of values ---

static size_t item_of(const struct aw_uniformity *uniformity, LLVMValueRef value)
{
	return (size_t)(uintptr_t)aw_map_get(&uniformity->shapes, value) - 1;
}

struct aw_shape aw_uniformity_shape(const struct aw_uniformity *uniformity, LLVMValueRef value)
{
	if (LLVMIsConstant(value))
		return aw_shape_of_constant(uniformity, value);
	size_t item = item_of(uniformity, value);
	// What has no value, as a store, or can't be reached, has no shape.
	return item < uniformity->items.count ? uniformity->items.items[item] : (struct aw_shape){ 0 };
}

static void add_item(struct aw_uniformity *uniformity, LLVMValueRef value, struct aw_shape shape)
{
	aw_need(aw_vec_push(&uniformity->items, shape));
	aw_need(aw_map_put(&uniformity->shapes, value, (void *)(uintptr_t)uniformity->items.count));
}

static void enqueue(struct work *work, LLVMValueRef instruction)
{
	size_t item = item_of(work->uniformity, instruction);
	if (item >= work->uniformity->items.count || work->queued[item])
		return; // in a block that can't be reached, or waiting already
	work->queued[item] = true;
	aw_need(aw_vec_push(&work->queue, instruction));
}

static void enqueue_phis(struct work *work, uint32_t block)
{
	AW_FOR_INSTRUCTIONS(phi, work->uniformity->cfg.blocks[block]) {
		if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
			break;
		enqueue(work, phi);
	}
}

// --- the joins of a branch ---

// One walk from a branch, or from a divergent loop.
struct walk {
	struct work *work;
	uint8_t kind;     // of the branch
	uint32_t loop;    // the innermost around it, or AW_NONE
	uint32_t *labels; // of the work
	AW_VEC(uint32_t) labelled;
	uint32_t pending; // blocks that have labels to hand on
	uint32_t end;     // the label that came to the loop's header or exits; AW_NONE: none yet
	bool parted;      // two did
};

static void raise_join(struct work *work, uint32_t block, uint8_t kind)
{
	if (work->joins[block] >= kind)
		return;
	work->joins[block] = kind;
	enqueue_phis(work, block);
}

static void put_label(struct walk *walk, uint32_t block, uint32_t label)
{
	if (walk->labels[block] == AW_NONE)
		aw_need(aw_vec_push(&walk->labelled, block));
	walk->labels[block] = label;
}

static void arrive(struct walk *walk, uint32_t block, uint32_t label)
{
	const struct aw_loops *loops = &walk->work->uniformity->loops;
	bool inside = walk->loop == AW_NONE || aw_loop_contains(loops, walk->loop, block);
	bool again = walk->loop != AW_NONE && loops->loops.items[walk->loop].header == block;
	if (!inside || again) {
		walk->parted |= walk->end != AW_NONE && walk->end != label;
		walk->end = label;
	}
	if (again)
		return;
	if (walk->labels[block] == AW_NONE) {
		walk->pending += inside;
		put_label(walk, block, label);
	} else if (walk->labels[block] != label) {
		put_label(walk, block, block);
		raise_join(walk->work, block, walk->kind);
	}
}

// Calls for all blocks behind the exits of LOOP, some of them maybe several times.
static void arrive_at_exits(struct walk *walk, uint32_t index, uint32_t label)
{
	const struct aw_uniformity *uniformity = walk->work->uniformity;
	const struct aw_loop *loop = &uniformity->loops.loops.items[index];
	for (uint32_t rank = loop->first; rank < loop->end; rank++)
		AW_FOR_SUCCESSORS(&uniformity->cfg.graph, uniformity->loops.order[rank], next)
			if (!aw_loop_contains(&uniformity->loops, index, *next))
				arrive(walk, *next, label == AW_NONE ? *next : label);
}

static void hand_on(struct walk *walk, uint32_t block)
{
	const struct aw_uniformity *uniformity = walk->work->uniformity;
	uint32_t loop = uniformity->loops.innermost[block];
	if (loop != walk->loop && loop != AW_NONE) {
		assert(uniformity->loops.loops.items[loop].header == block && "a loop with two entries");
		arrive_at_exits(walk, loop, walk->labels[block]);
		return;
	}
	AW_FOR_SUCCESSORS(&uniformity->cfg.graph, block, next)
		arrive(walk, *next, walk->labels[block]);
}

// Hands on the labels of the blocks from RANK on.
static void go_on(struct walk *walk, uint32_t rank)
{
	const struct aw_loops *loops = &walk->work->uniformity->loops;
	uint32_t end = walk->loop == AW_NONE ? loops->block_count : loops->loops.items[walk->loop].end;
	for (; rank < end && walk->pending; rank++) {
		uint32_t block = loops->order[rank];
		if (walk->labels[block] == AW_NONE)
			continue;
		if (walk->pending == 1 && walk->end == AW_NONE)
			return; // all ways have met
		walk->pending--;
		hand_on(walk, block);
	}
	assert(!walk->pending);
}

static void spread_from_loop(struct work *work, uint32_t loop, uint8_t kind);

// After the walk: the labels are as before.
static void finish_walk(struct walk *walk)
{
	for (size_t i = 0; i < walk->labelled.count; i++)
		walk->labels[walk->labelled.items[i]] = AW_NONE;
	aw_vec_finish(&walk->labelled);
	if (walk->parted && walk->work->turns[walk->loop] < walk->kind)
		spread_from_loop(walk->work, walk->loop, walk->kind);
}

static uint32_t predecessor_count(const struct aw_cfg *cfg, uint32_t block)
{
	return cfg->graph.predecessor_start[block + 1] - cfg->graph.predecessor_start[block];
}

// Lanes leave LOOP in different turns or by different exits.
static void spread_from_loop(struct work *work, uint32_t index, uint8_t kind)
{
	struct aw_uniformity *uniformity = work->uniformity;
	const struct aw_loop *loop = &uniformity->loops.loops.items[index];
	struct walk walk = { .work = work, .kind = kind, .loop = loop->parent, .labels = work->labels, .end = AW_NONE };
	work->turns[index] = kind;
	arrive_at_exits(&walk, index, AW_NONE);
	for (size_t i = 0; i < walk.labelled.count; i++) {
		uint32_t exit = walk.labelled.items[i];
		enqueue_phis(work, exit);
		if (predecessor_count(&uniformity->cfg, exit) > 1)
			raise_join(work, exit, kind);
	}
	go_on(&walk, loop->end);
	finish_walk(&walk);
}

static void spread_from_branch(struct work *work, uint32_t block, uint8_t kind)
{
	struct aw_uniformity *uniformity = work->uniformity;
	struct walk walk = {
		.work = work,
		.kind = kind,
		.loop = uniformity->loops.innermost[block],
		.labels = work->labels,
		.end = AW_NONE,
	};
	AW_FOR_SUCCESSORS(&uniformity->cfg.graph, block, next)
		arrive(&walk, *next, *next);
	go_on(&walk, uniformity->loops.rank[block] + 1);
	finish_walk(&walk);
}

// --- the fixpoint ---

// Whether VALUE is another in another turn of LOOP.
static bool is_of_loop(const struct aw_uniformity *uniformity, uint32_t loop, LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value))
		return false;
	uint32_t block = aw_cfg_number(&uniformity->cfg, LLVMGetInstructionParent(value));
	return block != AW_NONE && aw_loop_contains(&uniformity->loops, loop, block);
}

// The kind of the least uniform way in which lanes leave the loops between block FROM, which computes VALUE in
// one of their turns, and block TO.
static uint8_t turns_between(const struct work *work, uint32_t from, uint32_t to, LLVMValueRef value)
{
	const struct aw_loops *loops = &work->uniformity->loops;
	uint8_t kind = AW_SHAPE_UNSEEN;
	uint32_t loop = loops->innermost[from];
	for (; loop != AW_NONE && !aw_loop_contains(loops, loop, to); loop = loops->loops.items[loop].parent)
		if (work->turns[loop] > kind && is_of_loop(work->uniformity, loop, value))
			kind = work->turns[loop];
	return kind;
}

// No more uniform than a decision of kind KIND.
static struct aw_shape weakened(struct aw_shape shape, uint8_t kind)
{
	if (kind > AW_SHAPE_GANG)
		return (struct aw_shape){ .kind = AW_SHAPE_VARYING };
	if (shape.kind != AW_SHAPE_UNSEEN && shape.kind < kind)
		shape.kind = kind;
	return shape;
}

static struct aw_shape shape_of_phi(const struct work *work, LLVMValueRef phi)
{
	const struct aw_cfg *cfg = &work->uniformity->cfg;
	uint32_t block = aw_cfg_number(cfg, LLVMGetInstructionParent(phi));
	struct aw_shape shape = { 0 };
	uint8_t kind = work->joins[block];
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = LLVMGetIncomingValue(phi, i);
		uint32_t from = aw_cfg_number(cfg, LLVMGetIncomingBlock(phi, i));
		if (from == AW_NONE)
			continue;
		uint8_t turns = turns_between(work, from, block, value);
		kind = turns > kind ? turns : kind;
		shape = aw_shape_join(shape, aw_uniformity_shape(work->uniformity, value));
	}
	return weakened(shape, kind);
}

static void visit_terminator(struct work *work, LLVMValueRef end)
{
	uint32_t block = aw_cfg_number(&work->uniformity->cfg, LLVMGetInstructionParent(end));
	if (aw_cfg_successor_count(&work->uniformity->cfg, block) < 2)
		return;
	// The condition, or a switch's number, is the first operand.
	struct aw_shape shape = aw_uniformity_shape(work->uniformity, LLVMGetOperand(end, 0));
	uint8_t kind = aw_shape_is_uniform(shape) ? shape.kind : AW_SHAPE_VARYING;
	if (kind <= work->branches[block])
		return;
	work->branches[block] = kind;
	if (kind > AW_SHAPE_CONSTANT)
		spread_from_branch(work, block, kind);
}

static void set_shape(struct work *work, LLVMValueRef instruction, struct aw_shape shape)
{
	struct aw_shape *old = &work->uniformity->items.items[item_of(work->uniformity, instruction)];
	// Only upwards, so that it ends, and once for each of the few steps there are.
	shape = aw_shape_join(*old, shape);
	if (shape.kind == old->kind && shape.aligned == old->aligned && shape.stride == old->stride)
		return;
	*old = shape;
	work->risen = true;
	AW_FOR_USES(use, instruction)
		enqueue(work, LLVMGetUser(use));
}

static void visit(struct work *work, LLVMValueRef instruction)
{
	bool has_value = LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind;
	if (LLVMIsATerminatorInst(instruction))
		visit_terminator(work, instruction);
	else if (LLVMGetInstructionOpcode(instruction) == LLVMPHI)
		set_shape(work, instruction, shape_of_phi(work, instruction));
	else if (has_value)
		set_shape(work, instruction, aw_shape_of_instruction(work->uniformity, instruction));
}

static void drain(struct work *work)
{
	while (work->next < work->queue.count) {
		LLVMValueRef instruction = work->queue.items[work->next++];
		work->queued[item_of(work->uniformity, instruction)] = false;
		visit(work, instruction);
	}
	work->queue.count = work->next = 0;
}

// A phi of undefined values only is still unseen when all is done, and what is computed from it.  It gets some
// value, the same for all lanes.
static void settle_undefined(struct work *work)
{
	struct aw_uniformity *uniformity = work->uniformity;
	for (uint32_t block = 0; block < uniformity->cfg.count; block++) {
		AW_FOR_INSTRUCTIONS(phi, uniformity->cfg.blocks[block]) {
			if (LLVMGetInstructionOpcode(phi) != LLVMPHI)
				break;
			if (aw_uniformity_shape(uniformity, phi).kind == AW_SHAPE_UNSEEN)
				set_shape(work, phi, (struct aw_shape){ .kind = AW_SHAPE_CONSTANT });
		}
	}
}

static void enqueue_all(struct work *work)
{
	const struct aw_uniformity *uniformity = work->uniformity;
	for (uint32_t rank = 0; rank < uniformity->cfg.count; rank++)
		AW_FOR_INSTRUCTIONS(instruction, uniformity->cfg.blocks[uniformity->loops.order[rank]])
			enqueue(work, instruction);
}

// Some rules look at more than the operands (aw_uniformity_never_wraps), so at the end all is looked at once more.
static void solve(struct work *work)
{
	do {
		work->risen = false;
		enqueue_all(work);
		drain(work);
		settle_undefined(work);
	} while (work->risen);
}

// --- whether blocks run with all lanes ---

// The kind of the least uniform branch that BLOCK directly depends on, or blocks that it depends on.
static uint8_t decision_of(const struct work *work, uint32_t block)
{
	const struct aw_uniformity *uniformity = work->uniformity;
	uint8_t kind = uniformity->decided[block];
	AW_FOR_DECISIONS(&uniformity->dependence, block, decision) {
		uint8_t branch = work->branches[decision->block], above = uniformity->decided[decision->block];
		kind = branch > kind ? branch : kind;
		kind = above > kind ? above : kind;
	}
	// From here no way leads to a return, so nothing is said of what it depends on.
	if (uniformity->post_dominators.parent[block] == AW_NONE) {
		AW_FOR_PREDECESSORS(&uniformity->cfg.graph, block, from) {
			uint8_t branch = work->branches[*from], above = uniformity->decided[*from];
			kind = branch > kind ? branch : kind;
			kind = above > kind ? above : kind;
		}
	}
	return kind;
}

static void find_decisions(struct work *work)
{
	struct aw_uniformity *uniformity = work->uniformity;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t rank = 0; rank < uniformity->cfg.count; rank++) {
			uint32_t block = uniformity->loops.order[rank];
			uint8_t kind = decision_of(work, block);
			changed |= kind != uniformity->decided[block];
			uniformity->decided[block] = kind;
		}
	}
}

static void write_result(struct work *work)
{
	struct aw_uniformity *uniformity = work->uniformity;
	find_decisions(work);
	for (uint32_t block = 0; block < uniformity->cfg.count; block++) {
		uniformity->divergent_branch[block] = work->branches[block] > AW_SHAPE_GANG;
		uniformity->divergent_join[block] = work->joins[block] > AW_SHAPE_GANG;
		uniformity->partial[block] = uniformity->decided[block] > AW_SHAPE_GANG;
	}
	for (size_t loop = 0; loop < uniformity->loops.loops.count; loop++)
		uniformity->divergent_loop[loop] = work->turns[loop] > AW_SHAPE_GANG;
}

// --- beginning and end ---

static bool is_kernel(const struct aw_unit *unit, LLVMValueRef function)
{
	for (size_t i = 0; i < unit->kernels.count; i++) {
		const struct aw_unit_kernel *kernel = &unit->kernels.items[i];
		for (size_t form = 0; form < kernel->forms.count; form++)
			if (kernel->forms.items[form].function == function)
				return true;
	}
	return aw_unit_is_kernel(unit, function) || LLVMGetFunctionCallConv(function) == AW_NVPTX_KERNEL;
}

static void analyse_flow(struct aw_uniformity *uniformity, LLVMValueRef function)
{
	aw_cfg_init(&uniformity->cfg, function);
	aw_dominators_init(&uniformity->dominators, &uniformity->cfg.graph, 0);
	aw_post_dominators_init(&uniformity->post_dominators, &uniformity->cfg);
	aw_loops_init(&uniformity->loops, &uniformity->cfg);
	aw_control_dependence_init(&uniformity->dependence, &uniformity->cfg, &uniformity->post_dominators);
	for (size_t i = 0; i < uniformity->loops.loops.count; i++)
		assert(uniformity->loops.loops.items[i].reducible);
	uint32_t count = uniformity->cfg.count;
	uniformity->divergent_branch = AW_NEED_ARRAY(bool, count);
	uniformity->divergent_join = AW_NEED_ARRAY(bool, count);
	uniformity->partial = AW_NEED_ARRAY(bool, count);
	uniformity->decided = AW_NEED_ARRAY(uint8_t, count);
	uniformity->divergent_loop = AW_NEED_ARRAY(bool, uniformity->loops.loops.count);
}

static void add_items(struct work *work)
{
	struct aw_uniformity *uniformity = work->uniformity;
	const struct aw_cfg *cfg = &uniformity->cfg;
	for (unsigned i = 0; i < LLVMCountParams(cfg->function); i++) {
		LLVMValueRef argument = LLVMGetParam(cfg->function, i);
		add_item(uniformity, argument, aw_shape_of_argument(uniformity, argument, work->is_kernel));
	}
	for (uint32_t rank = 0; rank < cfg->count; rank++)
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[uniformity->loops.order[rank]])
			add_item(uniformity, instruction, (struct aw_shape){ 0 });
	work->queued = AW_NEED_ARRAY(bool, uniformity->items.count);
}

void aw_uniformity_init(struct aw_uniformity *uniformity, struct aw_unit *unit, LLVMValueRef function,
                        struct aw_gang gang)
{
	assert(gang.width >= 1 && gang.width <= AW_CPU_WARP_SIZE && !(gang.width & (gang.width - 1)));
	*uniformity = (struct aw_uniformity){ .gang = gang };
	analyse_flow(uniformity, function);
	struct work work = {
		.uniformity = uniformity,
		.is_kernel = is_kernel(unit, function),
		.branches = AW_NEED_ARRAY(uint8_t, uniformity->cfg.count),
		.joins = AW_NEED_ARRAY(uint8_t, uniformity->cfg.count),
		.turns = AW_NEED_ARRAY(uint8_t, uniformity->loops.loops.count),
		.labels = AW_NEED_ARRAY(uint32_t, uniformity->cfg.count),
	};
	for (uint32_t block = 0; block < uniformity->cfg.count; block++)
		work.labels[block] = AW_NONE;
	add_items(&work);
	solve(&work);
	write_result(&work);
	aw_vec_finish(&work.queue);
	free(work.queued);
	free(work.branches);
	free(work.joins);
	free(work.turns);
	free(work.labels);
}

void aw_uniformity_finish(struct aw_uniformity *uniformity)
{
	aw_control_dependence_finish(&uniformity->dependence);
	aw_loops_finish(&uniformity->loops);
	aw_dominators_finish(&uniformity->post_dominators);
	aw_dominators_finish(&uniformity->dominators);
	aw_cfg_finish(&uniformity->cfg);
	aw_map_finish(&uniformity->shapes);
	aw_vec_finish(&uniformity->items);
	free(uniformity->divergent_branch);
	free(uniformity->divergent_join);
	free(uniformity->partial);
	free(uniformity->decided);
	free(uniformity->divergent_loop);
	*uniformity = (struct aw_uniformity){ 0 };
}

// --- printing ---

static const char *const kinds[] = { "unseen", "constant", "grid", "block", "gang", "strided", "varying" };

static void print_value(const struct aw_uniformity *uniformity, LLVMValueRef value, struct aw_str *text)
{
	struct aw_shape shape = aw_uniformity_shape(uniformity, value);
	const char *name = aw_llvm_name(value);
	if (*name)
		aw_str_format(text, "  %%%s: %s", name, kinds[shape.kind]);
	else
		aw_str_format(text, "  #%zu: %s", item_of(uniformity, value), kinds[shape.kind]);
	if (shape.kind == AW_SHAPE_STRIDED)
		aw_str_format(text, " %lld", (long long)shape.stride);
	if (shape.kind <= AW_SHAPE_STRIDED && shape.aligned)
		aw_str_format(text, ", aligned %u", shape.aligned);
	aw_str_add(text, "\n");
}

static void print_block(const struct aw_uniformity *uniformity, uint32_t block, struct aw_str *text)
{
	uint32_t loop = uniformity->loops.innermost[block];
	bool header = loop != AW_NONE && uniformity->loops.loops.items[loop].header == block;
	aw_str_format(text, "%s:", aw_cfg_name(&uniformity->cfg, block));
	if (uniformity->decided[block] != AW_SHAPE_UNSEEN)
		aw_str_format(text, " decided %s", kinds[uniformity->decided[block]]);
	aw_str_add(text, uniformity->partial[block] ? " partial" : "");
	aw_str_add(text, uniformity->divergent_join[block] ? " join" : "");
	aw_str_add(text, uniformity->divergent_branch[block] ? " branch" : "");
	aw_str_add(text, header && uniformity->divergent_loop[loop] ? " loop" : "");
	aw_str_add(text, "\n");
}

bool aw_uniformity_comes_before(const struct aw_uniformity *uniformity, LLVMValueRef a, LLVMValueRef b)
{
	LLVMBasicBlockRef from = LLVMGetInstructionParent(a), to = LLVMGetInstructionParent(b);
	if (from != to)
		return aw_dominates(&uniformity->dominators, aw_cfg_number(&uniformity->cfg, from), aw_cfg_number(&uniformity->cfg, to));
	return aw_llvm_comes_up_to(LLVMGetNextInstruction(a), b);
}

void aw_uniformity_print(const struct aw_uniformity *uniformity, struct aw_str *text)
{
	for (unsigned i = 0; i < LLVMCountParams(uniformity->cfg.function); i++)
		print_value(uniformity, LLVMGetParam(uniformity->cfg.function, i), text);
	for (uint32_t rank = 0; rank < uniformity->cfg.count; rank++) {
		uint32_t block = uniformity->loops.order[rank];
		print_block(uniformity, block, text);
		AW_FOR_INSTRUCTIONS(instruction, uniformity->cfg.blocks[block])
			if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind)
				print_value(uniformity, instruction, text);
	}
}

void aw_uniformity_dump(const struct aw_uniformity *uniformity)
{
	if (!aw_pipeline_lists(getenv("ANYWARP_DUMP"), "uniformity"))
		return;
	struct aw_str text = { 0 };
	aw_str_format(&text, "; ---- uniformity of %s ----\n", aw_llvm_name(uniformity->cfg.function));
	aw_uniformity_print(uniformity, &text);
	if (text.text)
		fputs(text.text, stderr);
	aw_str_finish(&text);
}
