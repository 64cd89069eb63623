// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code for warps in step that doesn't say so.  CUDA asks for volatile or __syncwarp() where lanes of a warp exchange
// words of shared memory between barriers; programs from before Volta often have neither and rely on the 32 lanes
// going in step:
//
//     x = cell[me - 1]; ... cell[me] = f(x); __syncthreads();     // reads what a neighbour's store is about to change
//     if (me < 17) cell[me] = sum; if (me == 0) use(cell[16]);    // reads what a neighbour has just stored
//
// Gangs of 32 lanes run that as GPUs do, gangs of 16 don't: a warp is two of them, one behind the other.  This finds
// such places between a store and a load of shared memory without a barrier on a way from one to the other.
//
// A wrong answer costs a little time, or leaves a race as it is, so it goes by what is likely: indices don't wrap, and
// where only the program's run can tell how far apart two accesses are, one behind a store of a row (each lane the next
// element) counts, and one before it doesn't: trees with barriers (cell[me] += cell[me + step]) are of that kind.
#include "simd.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/linear_form.h"

enum { WARP = 32, MOST_ACCESSES = 600, DEEP = 8 };

// One load or store of shared memory.
struct access {
	LLVMValueRef instruction;
	uint32_t block, place; // place: in the block, from 1
	bool store;
	uint64_t size;
	struct aw_linear_form form;
	bool regular; // the lanes' addresses are STRIDE apart; 0: they are one
	int64_t stride;
};

struct search {
	struct aw_unit *unit;
	struct aw_uniformity u;
	AW_VEC(struct access) accesses;
	bool *open; // by block: no barrier is in it
	bool *direct, *around; // by block: a way without a barrier leads to its begin, forward only, or round a loop
};

// --- accesses ---

static bool keeps_order(LLVMValueRef instruction)
{
	const unsigned kinds = AW_INTRINSIC_BLOCK | AW_INTRINSIC_WARP | AW_INTRINSIC_GRID | AW_INTRINSIC_STEP;
	const struct aw_intrinsic *row = aw_intrinsic_of(instruction);
	return row && (row->flags & kinds);
}

static bool is_shared_access(LLVMValueRef instruction, bool *store)
{
	*store = LLVMIsAStoreInst(instruction) != NULL;
	return (*store || LLVMIsALoadInst(instruction)) && aw_access_is_shared(LLVMGetOperand(instruction, *store));
}

static void find_stride(const struct search *search, struct access *access)
{
	access->regular = access->form.known;
	for (unsigned i = 0; i < access->form.count && access->regular; i++) {
		struct aw_shape shape = aw_uniformity_shape(&search->u, access->form.terms[i].value);
		access->regular = shape.kind != AW_SHAPE_VARYING;
		access->stride += shape.stride * access->form.terms[i].factor;
	}
}

static void find_accesses(struct search *search)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(search->unit->module);
	for (uint32_t block = 0; block < search->u.cfg.count; block++) {
		uint32_t place = 0;
		AW_FOR_INSTRUCTIONS(instruction, search->u.cfg.blocks[block]) {
			struct access access = { .instruction = instruction, .block = block, .place = ++place };
			if (!is_shared_access(instruction, &access.store) || search->accesses.count == MOST_ACCESSES)
				continue;
			LLVMValueRef value = access.store ? LLVMGetOperand(instruction, 0) : instruction;
			access.size = LLVMABISizeOfType(layout, LLVMTypeOf(value));
			aw_linear_form_of(search->unit->module, LLVMGetOperand(instruction, access.store), &access.form);
			find_stride(search, &access);
			aw_need(aw_vec_push(&search->accesses, access));
		}
	}
}

// --- guards ---

// How many lanes of a warp at most go on where CONDITION is (TAKEN or not).
static int64_t lanes_of(const struct search *search, LLVMValueRef condition, bool taken, unsigned depth)
{
	if (aw_llvm_is_op(condition, LLVMSelect) || aw_llvm_is_op(condition, LLVMAnd) || aw_llvm_is_op(condition, LLVMOr)) {
		bool chosen = aw_llvm_is_op(condition, LLVMSelect), all = aw_llvm_is_op(condition, LLVMAnd);
		if (chosen)
			all = LLVMIsConstant(LLVMGetOperand(condition, 2)) && LLVMIsNull(LLVMGetOperand(condition, 2));
		if (depth == DEEP || all != taken || (chosen && !all && !LLVMIsConstant(LLVMGetOperand(condition, 1))))
			return WARP;
		int64_t one = lanes_of(search, LLVMGetOperand(condition, 0), taken, depth + 1);
		int64_t other = lanes_of(search, LLVMGetOperand(condition, chosen && !all ? 2 : 1), taken, depth + 1);
		return one < other ? one : other;
	}
	if (!aw_llvm_is_op(condition, LLVMICmp))
		return WARP;
	struct aw_shape shape = aw_uniformity_shape(&search->u, LLVMGetOperand(condition, 0));
	struct aw_shape bound_shape = aw_uniformity_shape(&search->u, LLVMGetOperand(condition, 1));
	if (shape.kind != AW_SHAPE_STRIDED || !aw_shape_is_uniform(bound_shape))
		return WARP;
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
	int64_t bound;
	if (predicate == (taken ? LLVMIntEQ : LLVMIntNE))
		return 1;
	if (shape.stride != 1 || !aw_llvm_constant(LLVMGetOperand(condition, 1), &bound) || bound < 0)
		return WARP;
	if (taken ? predicate == LLVMIntULT || predicate == LLVMIntSLT : predicate == LLVMIntUGE || predicate == LLVMIntSGE)
		return bound;
	if (taken ? predicate == LLVMIntULE || predicate == LLVMIntSLE : predicate == LLVMIntUGT || predicate == LLVMIntSGT)
		return bound + 1;
	return WARP;
}

// A condition that may part the lanes of a warp, also where gangs are less and each goes one way.
struct guard {
	LLVMValueRef condition;
	bool taken;
};
typedef AW_VEC(struct guard) guard_list;

static void add_guards(const struct search *search, uint32_t block, bool *asked, guard_list *guards)
{
	if (asked[block])
		return;
	asked[block] = true;
	AW_FOR_DECISIONS(&search->u.dependence, block, decision) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(search->u.cfg.blocks[decision->block]);
		bool parts = aw_llvm_is_op(end, LLVMBr) && LLVMIsConditional(end) &&
		             aw_uniformity_shape(&search->u, LLVMGetCondition(end)).kind >= AW_SHAPE_GANG;
		if (parts)
			aw_need(aw_vec_push(guards, (struct guard){ LLVMGetCondition(end), decision->successor == 0 }));
		add_guards(search, decision->block, asked, guards);
	}
}

static guard_list find_guards(const struct search *search, uint32_t block)
{
	guard_list guards = { 0 };
	bool *asked = AW_NEED_ARRAY(bool, search->u.cfg.count);
	add_guards(search, block, asked, &guards);
	free(asked);
	return guards;
}

static bool has_guard(const guard_list *guards, struct guard guard)
{
	for (size_t i = 0; i < guards->count; i++)
		if (guards->items[i].condition == guard.condition && guards->items[i].taken == guard.taken)
			return true;
	return false;
}

// What the lanes that come to a store and to a load have to do with one another.
struct relation {
	int64_t lanes; // that may come to both, at most
	bool others;   // lanes that don't come to the store may come to the load
};

static struct relation relate(const struct search *search, uint32_t store, uint32_t load)
{
	struct relation relation = { .lanes = WARP };
	guard_list of_store = find_guards(search, store), of_load = find_guards(search, load);
	for (size_t i = 0; i < of_store.count; i++) {
		struct guard guard = of_store.items[i];
		bool common = has_guard(&of_load, guard);
		relation.others |= !common;
		int64_t lanes = common ? lanes_of(search, guard.condition, guard.taken, 0) : WARP;
		relation.lanes = lanes < relation.lanes ? lanes : relation.lanes;
	}
	aw_vec_finish(&of_store);
	aw_vec_finish(&of_load);
	return relation;
}

// --- distances ---

static bool are_apart(LLVMValueRef a, LLVMValueRef b)
{
	return a != b && LLVMIsAGlobalVariable(a) && LLVMIsAGlobalVariable(b) && !(LLVMIsDeclaration(a) && LLVMIsDeclaration(b));
}

// Whether VALUE may be another one when control has gone round a loop without a barrier to an access in block TO.
static bool may_change(const struct search *search, LLVMValueRef value, uint32_t to)
{
	uint32_t block = LLVMIsAInstruction(value) ? aw_cfg_number(&search->u.cfg, LLVMGetInstructionParent(value)) : AW_NONE;
	return block != AW_NONE && search->u.loops.innermost[block] != AW_NONE && (search->direct[block] || search->around[block]) &&
	       (search->open[block] || block == to);
}

// Whether B is A ^ k, k not 0, or k - A, k odd: which of two rows is read, and which is written.
static bool is_the_other(LLVMValueRef a, LLVMValueRef b)
{
	int64_t k;
	if (aw_llvm_is_op(b, LLVMXor))
		return LLVMGetOperand(b, 0) == a && aw_llvm_constant(LLVMGetOperand(b, 1), &k) && k;
	return aw_llvm_is_op(b, LLVMSub) && LLVMGetOperand(b, 1) == a && aw_llvm_constant(LLVMGetOperand(b, 0), &k) && k % 2;
}

// Whether the store and the load go to different rows of one array, each the same for all lanes.
static bool have_rows_apart(const struct search *search, const struct access *store, const struct access *load, bool around,
                            uint32_t to)
{
	struct aw_linear_form form;
	aw_linear_form_subtract(&load->form, &store->form, &form);
	if (!form.known || form.count != 2 || form.terms[0].factor != -form.terms[1].factor)
		return false;
	LLVMValueRef a = aw_llvm_without_extension(form.terms[0].value), b = aw_llvm_without_extension(form.terms[1].value);
	if (!aw_shape_is_uniform(aw_uniformity_shape(&search->u, a)) || !aw_shape_is_uniform(aw_uniformity_shape(&search->u, b)))
		return false;
	return (is_the_other(a, b) || is_the_other(b, a)) && !(around && (may_change(search, a, to) || may_change(search, b, to)));
}

static bool is_block_size(LLVMValueRef value)
{
	return aw_starts_with(aw_intrinsic_register(aw_llvm_without_extension(value)), "ntid.");
}

static int64_t greatest_divisor(int64_t a, int64_t b)
{
	for (a = llabs(a), b = llabs(b); b;) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

// What divides a term: blocks are taken to be of whole warps.
static int64_t divisor_of(const struct aw_linear_term *term)
{
	bool product = aw_llvm_is_op(term->value, LLVMMul);
	bool rows = is_block_size(term->value) || (product && (is_block_size(LLVMGetOperand(term->value, 0)) ||
	                                                       is_block_size(LLVMGetOperand(term->value, 1))));
	return rows ? term->factor * WARP : term->factor;
}

// The distance of two regular addresses of one stride is CONSTANT plus multiples of DIVISOR (0: none).
struct distance {
	int64_t constant, divisor;
};

// AROUND: control has gone round a loop between them, to block TO.
static struct distance distance_of(const struct search *search, const struct access *store, const struct access *load, bool around,
                                   uint32_t to)
{
	struct aw_linear_form form;
	aw_linear_form_subtract(&load->form, &store->form, &form);
	struct distance distance = { .constant = form.constant };
	for (unsigned i = 0; i < form.count; i++)
		distance.divisor = greatest_divisor(distance.divisor, divisor_of(&form.terms[i]));
	// What a loop changes isn't the same in the next turn.
	for (unsigned i = 0; around && i < store->form.count; i++)
		if (may_change(search, store->form.terms[i].value, to))
			distance.divisor = greatest_divisor(distance.divisor, divisor_of(&store->form.terms[i]));
	return distance;
}

// Whether one of fewer than LANES lanes' steps of STRIDE may be the distance.
static bool may_meet(struct distance distance, int64_t stride, int64_t lanes)
{
	for (int64_t d = 1 - lanes; d < lanes; d++) {
		int64_t rest = d * stride - distance.constant;
		if (d && (distance.divisor ? rest % distance.divisor == 0 : rest == 0))
			return true;
	}
	return false;
}

// Whether a lane may load what another one stores before (BEHIND), or will.
static bool exchange(const struct search *search, const struct access *store, const struct access *load, bool behind, bool around)
{
	assert(store->store && !load->store);
	bool one_base = store->form.base == load->form.base;
	uint32_t to = behind ? load->block : store->block;
	if (are_apart(store->form.base, load->form.base) || (one_base && have_rows_apart(search, store, load, around, to)))
		return false;
	struct relation relation = relate(search, store->block, load->block);
	if (relation.lanes <= 1)
		return false;
	struct distance distance = distance_of(search, store, load, around, to);
	bool exact = one_base && store->form.known && load->form.known && !distance.divisor;
	if (store->regular && load->regular && store->stride == load->stride && store->stride && exact)
		return may_meet(distance, store->stride, relation.lanes);
	if (!behind)
		return false;
	if (store->regular && !store->stride) { // lanes that write one word all write what they read, or race
		bool beside = exact && (distance.constant >= (int64_t)store->size || -distance.constant >= (int64_t)load->size);
		return relation.others && !(beside && load->regular && !load->stride);
	}
	if (!store->regular)
		return !exact; // else it is the lane's own, or what lies beside it
	if (llabs(store->stride) != (int64_t)store->size)
		return false; // each lane has a row of its own
	if (!one_base || !load->regular || store->stride != load->stride)
		return !around || relation.others; // in the next turn they read what is older, as eliminations do
	return may_meet(distance, store->stride, relation.lanes);
}

// --- ways without a barrier ---

// Marks the blocks that BLOCK's end leads to.
static void go_on(struct search *search, uint32_t block, bool around)
{
	AW_FOR_SUCCESSORS(&search->u.cfg.graph, block, next) {
		bool round = around || search->u.loops.rank[*next] <= search->u.loops.rank[block];
		bool *mark = round ? search->around : search->direct;
		if (mark[*next])
			continue;
		mark[*next] = true;
		if (search->open[*next])
			go_on(search, *next, round);
	}
}

// Whether there is a barrier in BLOCK from place FROM up to TO.
static bool is_cut(const struct search *search, uint32_t block, uint32_t from, uint32_t to)
{
	uint32_t place = 0;
	assert(block < search->u.cfg.count && from <= to);
	AW_FOR_INSTRUCTIONS(instruction, search->u.cfg.blocks[block])
		if (++place > from && place < to && keeps_order(instruction))
			return true;
	return false;
}

// Whether lanes may exchange something between FROM and an access behind it.
static bool exchanges_from(struct search *search, const struct access *from)
{
	memset(search->direct, 0, search->u.cfg.count * sizeof(bool));
	memset(search->around, 0, search->u.cfg.count * sizeof(bool));
	if (!is_cut(search, from->block, from->place, UINT32_MAX))
		go_on(search, from->block, false);
	for (size_t i = 0; i < search->accesses.count; i++) {
		const struct access *to = &search->accesses.items[i];
		if (to->store == from->store)
			continue;
		const struct access *store = from->store ? from : to, *load = from->store ? to : from;
		bool here = to->block == from->block && to->place > from->place && !is_cut(search, to->block, from->place, to->place);
		bool open = (search->direct[to->block] || search->around[to->block]) && !is_cut(search, to->block, 0, to->place);
		bool direct = here || (open && search->direct[to->block]), around = open && search->around[to->block];
		if ((direct && exchange(search, store, load, from->store, false)) ||
		    (around && exchange(search, store, load, from->store, true)))
			return true;
	}
	return false;
}

bool aw_simd_has_shared_exchange(LLVMValueRef function)
{
	bool loads = false, stores = false, store;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (is_shared_access(instruction, &store))
				*(store ? &stores : &loads) = true;
	return loads && stores;
}

void aw_simd_say_steps(LLVMValueRef function)
{
	bool store;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (is_shared_access(instruction, &store))
				LLVMSetVolatile(instruction, true);
}

void aw_simd_add_steps(struct aw_unit *unit, LLVMValueRef function)
{
	bool store;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (is_shared_access(instruction, &store)) {
				aw_llvm_at(unit->builder, instruction);
				aw_unit_mark(unit, "aw.step");
			}
}

// --- trees in loops ---

// Whether VALUE is a number that LOOP halves or doubles in each turn.
static bool is_halved(const struct search *search, uint32_t loop, LLVMValueRef value)
{
	const struct aw_uniformity *u = &search->u;
	value = aw_llvm_without_extension(value);
	if (!aw_llvm_is_op(value, LLVMPHI) || !aw_loop_has_value(&u->loops, &u->cfg, loop, value))
		return false;
	for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
		LLVMValueRef next = LLVMGetIncomingValue(value, i);
		bool shifts = aw_llvm_is_op(next, LLVMLShr) || aw_llvm_is_op(next, LLVMAShr) || aw_llvm_is_op(next, LLVMShl) ||
		              aw_llvm_is_op(next, LLVMUDiv) || aw_llvm_is_op(next, LLVMSDiv) || aw_llvm_is_op(next, LLVMMul);
		if (shifts && LLVMGetOperand(next, 0) == value && LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
			return true;
	}
	return false;
}

static bool has_barrier(const struct search *search, uint32_t loop)
{
	const struct aw_loop *row = &search->u.loops.loops.items[loop];
	for (uint32_t i = row->first; i < row->end; i++)
		AW_FOR_INSTRUCTIONS(instruction, search->u.cfg.blocks[search->u.loops.order[i]])
			if (keeps_order(instruction))
				return true;
	return false;
}

// Whether STORE goes to the lane's own place of a row in all turns of a loop, and LOAD there reads the places a step away.
static bool is_tree(const struct search *search, const struct access *store, const struct access *load)
{
	const struct aw_loops *loops = &search->u.loops;
	uint32_t loop = loops->innermost[store->block];
	if (loop == AW_NONE || loop != loops->innermost[load->block] || store->form.base != load->form.base || !store->regular ||
	    !load->regular || store->stride != load->stride || llabs(store->stride) != (int64_t)store->size)
		return false;
	for (unsigned i = 0; i < store->form.count; i++)
		if (aw_loop_has_value(loops, &search->u.cfg, loop, store->form.terms[i].value))
			return false;
	struct aw_linear_form apart;
	aw_linear_form_subtract(&load->form, &store->form, &apart);
	return apart.known && apart.count == 1 && apart.constant == 0 && is_halved(search, loop, apart.terms[0].value) &&
	       may_meet(distance_of(search, store, load, false, AW_NONE), store->stride, WARP) && !has_barrier(search, loop);
}

static void search_init(struct search *search, struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	assert(!aw_simd_abnormal(function) && "a form in its normal form");
	*search = (struct search){ .unit = unit };
	aw_uniformity_init(&search->u, unit, function, gang);
	search->open = AW_NEED_ARRAY(bool, search->u.cfg.count);
	for (uint32_t block = 0; block < search->u.cfg.count; block++)
		search->open[block] = !is_cut(search, block, 0, UINT32_MAX);
	search->direct = AW_NEED_ARRAY(bool, search->u.cfg.count);
	search->around = AW_NEED_ARRAY(bool, search->u.cfg.count);
	find_accesses(search);
}

static void search_finish(struct search *search)
{
	free(search->open);
	free(search->direct);
	free(search->around);
	aw_vec_finish(&search->accesses);
	aw_uniformity_finish(&search->u);
}

bool aw_simd_has_loose_tree(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct search search;
	bool found = false;
	search_init(&search, unit, function, gang);
	for (size_t i = 0; i < search.accesses.count && !found; i++)
		for (size_t k = 0; k < search.accesses.count && search.accesses.items[i].store && !found; k++)
			found = !search.accesses.items[k].store && is_tree(&search, &search.accesses.items[i], &search.accesses.items[k]);
	search_finish(&search);
	return found;
}

LLVMValueRef aw_simd_find_step(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang)
{
	struct search search;
	LLVMValueRef found = NULL;
	gang.width = WARP; // the lanes of a warp's other gang aren't a stride behind
	search_init(&search, unit, function, gang);
	for (size_t i = 0; i < search.accesses.count && !found; i++)
		if (exchanges_from(&search, &search.accesses.items[i]))
			found = search.accesses.items[i].instruction;
	search_finish(&search);
	return found;
}
