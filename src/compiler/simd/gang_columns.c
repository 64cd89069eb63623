// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of columns.  Gangs that go along rows, as filters of pictures and games of cells do, sum up what is around each lane,
//
//     above[x - 1] + above[x] + above[x + 1] + row[x - 1] + row[x + 1] + below[x - 1] + below[x] + below[x + 1]
//
// where above[x - 1] + row[x - 1] + below[x - 1] is what lane x - 2 has on its other side.  So the column is summed up once, at the last
// place where all its rows are read, and other lanes get the sum by a shuffle of this gang's columns and the last one's, which the loop
// hands on:
//
//     columns = above[x + 1] + row[x + 1] + below[x + 1]
//     above[x] + below[x] + columns + (columns of the gang before, columns)[lane + WIDTH - 2]
//
// That is three loads and two additions less for an instruction or two.  Only sums of integers, modulo their size or as far as it goes,
// are the same in any order.
//
// What the gang before has loaded is what this one would: the loads are early ones (early_loads.c), which CUDA lets come before all that
// other threads write.  The first turn begins with the first columns of its own.  Nothing is read that wasn't.
//
// That the places of two loads are neighbours is often beyond proof, as the numbers that they are made of might wrap around.  Then the
// loop begins with a test, and is there twice.
//
// It is the reuse of sums across the turns of a stencil's loop (S. Deitz, B. Chamberlain and L. Snyder, "Eliminating Redundancies in
// Sum-of-Product Array Computations", 2001), with predictive commoning (K. O'Brien, 1990) for vectors.
#include "gang_columns.h"

#include <assert.h>
#include <stdlib.h>

#include "../analysis/cfg.h"
#include "../analysis/loops.h"
#include "../analysis/need.h"
#include "../target/next_turn.h"
#include "early_loads.h"
#include "loop_copy.h"
#include "turn_step.h"

enum {
	MOST_LEAVES = 48, // of a sum
	LEAST_ROWS = 3,   // that a column has
	MOST_TERMS = 12,  // of an address
	MOST_SHIFTS = 8,  // of the columns of a sum
	MOST_TESTS = 16,
	MOST_SUMS = 4, // of a loop
	MOST_LANES = 64,
	DEEP = 10,
};

// An address in a loop's first turn: the sum of values, each so many times, and bytes; as if nothing wrapped around.
struct linear {
	LLVMValueRef values[MOST_TERMS];
	uint64_t times[MOST_TERMS], bytes;
	unsigned count;
};

struct leaf {
	LLVMValueRef value, load; // LOAD: NULL when VALUE isn't made of one, as it should be, by operations with constants
	bool negative, taken;
	struct linear place;
	unsigned element; // bytes
};

struct sum {
	LLVMValueRef root;
	bool saturates;
	struct leaf leaves[MOST_LEAVES];
	unsigned count;
	unsigned columns[MOST_LEAVES], rows; // the leaves that make up the columns
	// How many lanes further the columns are needed, and whether to be subtracted.
	struct shift {
		unsigned lanes;
		bool turned;
		unsigned leaves[MOST_LEAVES]; // which they replace, as COLUMNS has them
	} shifts[MOST_SHIFTS];
	unsigned shift_count;
};

struct columns {
	struct aw_unit *unit;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	uint32_t loop;
	struct aw_turns turns;
	struct aw_turn_place place;
	struct sum sums[MOST_SUMS];
	unsigned count;
	// LATER must be BYTES behind EARLIER in the first turn.
	struct test {
		LLVMValueRef earlier, later;
		uint64_t bytes;
	} tests[MOST_TESTS];
	unsigned test_count;
};

static bool is_inside(const struct columns *columns, LLVMValueRef value)
{
	return aw_loop_has_value(columns->loops, columns->cfg, columns->loop, value);
}

// --- addresses ---

static uint64_t size_of(const struct columns *columns, LLVMTypeRef type)
{
	return LLVMABISizeOfType(LLVMGetModuleDataLayout(columns->unit->module), type);
}

static bool add_linear(const struct columns *columns, struct linear *sum, LLVMValueRef value, uint64_t times, unsigned depth);

// Whether A and B are one value, perhaps computed twice.
static bool are_same(LLVMValueRef a, LLVMValueRef b)
{
	return a == b || (LLVMIsABinaryOperator(a) && LLVMIsABinaryOperator(b) && aw_llvm_is_alike(a, b) && aw_llvm_has_operands_of(a, b));
}

static bool add_term(struct linear *sum, LLVMValueRef value, uint64_t times)
{
	for (unsigned i = 0; i < sum->count; i++)
		if (are_same(sum->values[i], value)) {
			sum->times[i] += times;
			return true;
		}
	if (sum->count == MOST_TERMS)
		return false;
	sum->values[sum->count] = value;
	sum->times[sum->count++] = times;
	return true;
}

static bool add_address(const struct columns *columns, struct linear *sum, LLVMValueRef address, uint64_t times, unsigned depth)
{
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++) {
		LLVMTypeRef type = aw_llvm_counted_type(address, i);
		if (!type)
			return add_term(sum, address, times);
	}
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(address); i++)
		if (!add_linear(columns, sum, LLVMGetOperand(address, i), times * size_of(columns, aw_llvm_counted_type(address, i)), depth))
			return false;
	return add_linear(columns, sum, LLVMGetOperand(address, 0), times, depth);
}

static bool add_linear(const struct columns *columns, struct linear *sum, LLVMValueRef value, uint64_t times, unsigned depth)
{
	int64_t number;
	if (aw_llvm_constant(value, &number)) {
		sum->bytes += (uint64_t)number * times;
		return true;
	}
	if (!LLVMIsAInstruction(value) || !depth)
		return add_term(sum, value, times);
	if (LLVMIsAPHINode(value))
		return is_inside(columns, value) && LLVMGetInstructionParent(value) == columns->turns.head ?
		       add_linear(columns, sum, aw_llvm_incoming(value, columns->turns.before), times, depth - 1) :
		       add_term(sum, value, times);
	LLVMValueRef first = LLVMGetOperand(value, 0);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMGetElementPtr:
		return add_address(columns, sum, value, times, depth - 1);
	case LLVMSExt: case LLVMZExt:
		return add_linear(columns, sum, first, times, depth - 1);
	case LLVMOr: case LLVMAdd: case LLVMSub:
		if (aw_llvm_is_op(value, LLVMOr) && !LLVMGetIsDisjoint(value))
			return add_term(sum, value, times);
		return add_linear(columns, sum, first, times, depth - 1) &&
		       add_linear(columns, sum, LLVMGetOperand(value, 1), aw_llvm_is_op(value, LLVMSub) ? 0 - times : times, depth - 1);
	case LLVMMul: case LLVMShl:
		if (!aw_llvm_constant(LLVMGetOperand(value, 1), &number))
			return add_term(sum, value, times);
		times = aw_llvm_is_op(value, LLVMMul) ? times * (uint64_t)number : times << (number & 63);
		return add_linear(columns, sum, first, times, depth - 1);
	default:
		return add_term(sum, value, times);
	}
}

// How many times A has VALUE.
static uint64_t times_of(const struct linear *a, LLVMValueRef value)
{
	for (unsigned i = 0; i < a->count; i++)
		if (are_same(a->values[i], value))
			return a->times[i];
	return 0;
}

static bool has_terms_of(const struct linear *a, const struct linear *b)
{
	for (unsigned i = 0; i < b->count; i++)
		if (times_of(a, b->values[i]) != b->times[i])
			return false;
	return true;
}

// Whether they seem to be some bytes apart.
static bool are_apart(const struct linear *a, const struct linear *b)
{
	return has_terms_of(a, b) && has_terms_of(b, a);
}

// --- sums ---

static bool is_saturating(LLVMValueRef value)
{
	return aw_llvm_is_op(value, LLVMCall) && aw_starts_with(aw_llvm_callee_name(value), "llvm.uadd.sat.");
}

static bool is_part(const struct columns *columns, LLVMValueRef value, bool saturates)
{
	if (!LLVMIsAInstruction(value) || LLVMGetInstructionParent(value) != columns->turns.head || !aw_llvm_is_vector(value) ||
	    LLVMGetTypeKind(aw_llvm_element_of(LLVMTypeOf(value))) != LLVMIntegerTypeKind)
		return false;
	return saturates ? is_saturating(value) : aw_llvm_is_op(value, LLVMAdd) || aw_llvm_is_op(value, LLVMSub);
}

// The load that VALUE is made of.
static LLVMValueRef load_under(const struct columns *columns, LLVMValueRef value)
{
	for (unsigned depth = 0; depth < DEEP && LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == columns->turns.head; depth++) {
		if (LLVMIsALoadInst(value))
			return value;
		bool scaled = aw_llvm_is_op(value, LLVMMul) || aw_llvm_is_op(value, LLVMShl);
		bool made = (scaled && LLVMIsAConstant(LLVMGetOperand(value, 1))) || LLVMIsASExtInst(value) || LLVMIsAZExtInst(value);
		value = made ? LLVMGetOperand(value, 0) : NULL;
		if (!value)
			return NULL;
	}
	return NULL;
}

// Whether nothing that comes before LOAD in its block may keep control from it.
static bool is_reached(LLVMValueRef load)
{
	for (LLVMValueRef before = LLVMGetPreviousInstruction(load); before; before = LLVMGetPreviousInstruction(before))
		if (aw_llvm_may_write(before))
			return false;
	return true;
}

// Sets what LEAF has of a load that goes along a row.
static void read_leaf(const struct columns *columns, struct leaf *leaf)
{
	LLVMValueRef load = load_under(columns, leaf->value);
	if (!load || !aw_early_loads_is(columns->unit, load) || !aw_llvm_is_vector(load) || !is_reached(load) ||
	    LLVMGetMetadata(load, LLVMGetMDKindIDInContext(columns->unit->context, "range", 5)))
		return;
	struct aw_turn_search search = { .cfg = columns->cfg, .loops = columns->loops, .loop = columns->loop, .turns = &columns->turns };
	LLVMTypeRef type = LLVMTypeOf(load);
	LLVMValueRef address = LLVMGetOperand(load, 0);
	uint64_t size = size_of(columns, aw_llvm_element_of(type)), step;
	leaf->element = (unsigned)size;
	leaf->place = (struct linear){ 0 };
	if (LLVMGetVectorSize(type) > MOST_LANES || LLVMGetVectorSize(type) != LLVMGetVectorSize(LLVMTypeOf(leaf->value)) ||
	    LLVMGetPointerAddressSpace(LLVMTypeOf(address)) != 0 || !aw_turn_step(&columns->place, address, &step) ||
	    step != size * LLVMGetVectorSize(type) || !aw_turn_is_known(&search, address, AW_TURN_FIRST) ||
	    !add_linear(columns, &leaf->place, address, 1, DEEP))
		return;
	leaf->load = load;
}

static bool read_sum(const struct columns *columns, struct sum *sum, LLVMValueRef value, bool negative, unsigned depth)
{
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef operand = LLVMGetOperand(value, i);
		bool turned = negative != (i == 1 && aw_llvm_is_op(value, LLVMSub));
		if (depth && is_part(columns, operand, sum->saturates) && aw_llvm_only_user(operand)) {
			if (!read_sum(columns, sum, operand, turned, depth - 1))
				return false;
			continue;
		}
		if (sum->count == MOST_LEAVES)
			return false;
		struct leaf *leaf = &sum->leaves[sum->count++];
		*leaf = (struct leaf){ .value = operand, .negative = turned };
		read_leaf(columns, leaf);
	}
	return true;
}

// Whether A and B are made alike of their loads.
static bool are_made_alike(const struct leaf *a, const struct leaf *b)
{
	LLVMValueRef x = a->value, y = b->value;
	while (x != a->load) {
		if (y == b->load || !aw_llvm_is_alike(x, y) || (LLVMGetNumOperands(x) == 2 && LLVMGetOperand(x, 1) != LLVMGetOperand(y, 1)))
			return false;
		x = LLVMGetOperand(x, 0);
		y = LLVMGetOperand(y, 0);
	}
	return y == b->load && LLVMTypeOf(x) == LLVMTypeOf(y);
}

// Whether leaf LATER reads what EARLIER does, LANES lanes further.
static bool is_later(const struct leaf *earlier, const struct leaf *later, unsigned lanes)
{
	return earlier->load && later->load && later->place.bytes - earlier->place.bytes == (uint64_t)lanes * later->element &&
	       are_made_alike(earlier, later) && are_apart(&earlier->place, &later->place);
}

static bool is_last(const struct sum *sum, const struct leaf *leaf, unsigned lanes)
{
	for (unsigned i = 0; i < sum->count; i++)
		for (unsigned by = 1; by < lanes; by++)
			if (is_later(leaf, &sum->leaves[i], by))
				return false;
	return true;
}

// Finds for the COUNT leaves of LATER others that are the same LANES lanes before.  Puts those for which there are some in KEPT and
// returns how many.
static unsigned find_earlier(const struct sum *sum, const unsigned *later, unsigned count, unsigned lanes, struct shift *shift,
                             unsigned *kept)
{
	bool used[MOST_LEAVES] = { false };
	unsigned found = 0;
	for (unsigned i = 0; i < count; i++) {
		const struct leaf *leaf = &sum->leaves[later[i]];
		for (unsigned k = 0; k < sum->count; k++) {
			const struct leaf *other = &sum->leaves[k];
			bool turned = other->negative != leaf->negative;
			if (other->taken || used[k] || !is_later(other, leaf, lanes) || (found && turned != shift->turned))
				continue;
			used[k] = true;
			shift->turned = turned;
			shift->leaves[found] = k;
			kept[found++] = later[i];
			break;
		}
	}
	shift->lanes = lanes;
	return found;
}

// Finds the columns of SUM, of which most rows are read twice, and where else they are read.
static bool find_columns(struct sum *sum)
{
	unsigned last[MOST_LEAVES], count = 0, lanes = LLVMGetVectorSize(LLVMTypeOf(sum->root));
	for (unsigned i = 0; i < sum->count; i++)
		if (sum->leaves[i].load && is_last(sum, &sum->leaves[i], lanes))
			last[count++] = i;
	if (count < LEAST_ROWS)
		return false;
	sum->rows = 0;
	for (unsigned by = 1; by < lanes; by++) {
		struct shift shift;
		unsigned kept[MOST_LEAVES], found = find_earlier(sum, last, count, by, &shift, kept);
		if (found <= sum->rows)
			continue;
		sum->rows = found;
		for (unsigned i = 0; i < found; i++)
			sum->columns[i] = kept[i];
	}
	if (sum->rows < LEAST_ROWS)
		return false;
	for (unsigned i = 0; i < sum->rows; i++)
		sum->leaves[sum->columns[i]].taken = true;
	sum->shift_count = 0;
	for (unsigned by = 1; by < lanes && sum->shift_count < MOST_SHIFTS; by++) {
		unsigned kept[MOST_LEAVES];
		struct shift *shift = &sum->shifts[sum->shift_count];
		if (find_earlier(sum, sum->columns, sum->rows, by, shift, kept) != sum->rows)
			continue;
		for (unsigned i = 0; i < sum->rows; i++)
			sum->leaves[shift->leaves[i]].taken = true;
		sum->shift_count++;
	}
	return sum->shift_count > 0;
}

// --- tests ---

// What tells two addresses of the same base apart, each number of bytes counting once; else the addresses.
static LLVMValueRef compared(LLVMValueRef address, LLVMValueRef other)
{
	bool same = LLVMIsAGetElementPtrInst(address) && LLVMIsAGetElementPtrInst(other) && LLVMGetNumOperands(address) == 2 &&
	            LLVMGetNumOperands(other) == 2 && LLVMGetOperand(address, 0) == LLVMGetOperand(other, 0) &&
	            LLVMGetGEPSourceElementType(address) == LLVMGetGEPSourceElementType(other) &&
	            LLVMGetTypeKind(LLVMGetGEPSourceElementType(address)) == LLVMIntegerTypeKind &&
	            LLVMGetIntTypeWidth(LLVMGetGEPSourceElementType(address)) == 8 && aw_llvm_integer_bits(LLVMGetOperand(address, 1)) == 64 &&
	            aw_llvm_integer_bits(LLVMGetOperand(other, 1)) == 64;
	return same ? LLVMGetOperand(address, 1) : address;
}

// Adds that LATER is BYTES behind EARLIER, unless that is sure.
static bool add_test(struct columns *columns, LLVMValueRef earlier, LLVMValueRef later, uint64_t bytes)
{
	int64_t before = 0, behind = 0;
	LLVMValueRef base = aw_llvm_strip_offset(columns->unit->module, earlier, &before);
	if (base == aw_llvm_strip_offset(columns->unit->module, later, &behind) && (uint64_t)behind - (uint64_t)before == bytes)
		return true;
	struct test test = { compared(earlier, later), compared(later, earlier), bytes };
	for (unsigned i = 0; i < columns->test_count; i++)
		if (columns->tests[i].earlier == test.earlier && columns->tests[i].later == test.later && columns->tests[i].bytes == bytes)
			return true;
	if (columns->test_count == MOST_TESTS)
		return false;
	columns->tests[columns->test_count++] = test;
	return true;
}

static bool add_tests(struct columns *columns, const struct sum *sum)
{
	for (unsigned s = 0; s < sum->shift_count; s++)
		for (unsigned i = 0; i < sum->rows; i++) {
			const struct leaf *later = &sum->leaves[sum->columns[i]], *earlier = &sum->leaves[sum->shifts[s].leaves[i]];
			if (!add_test(columns, LLVMGetOperand(earlier->load, 0), LLVMGetOperand(later->load, 0),
			              (uint64_t)sum->shifts[s].lanes * later->element))
				return false;
		}
	return true;
}

// Builds the tests at the end of the block before the loop.
static LLVMValueRef build_tests(struct columns *columns)
{
	LLVMBuilderRef builder = columns->unit->builder;
	LLVMTypeRef wide = LLVMInt64TypeInContext(columns->unit->context);
	LLVMValueRef all = NULL;
	for (unsigned i = 0; i < columns->test_count; i++) {
		LLVMValueRef both[] = { columns->tests[i].earlier, columns->tests[i].later };
		for (unsigned k = 0; k < 2; k++) {
			both[k] = aw_turn_compute(columns->unit, &columns->turns, both[k], AW_TURN_FIRST);
			if (LLVMGetTypeKind(LLVMTypeOf(both[k])) == LLVMPointerTypeKind)
				both[k] = LLVMBuildPtrToInt(builder, both[k], wide, "");
		}
		LLVMValueRef distance = LLVMBuildSub(builder, both[1], both[0], "");
		LLVMValueRef test = LLVMBuildICmp(builder, LLVMIntEQ, distance, LLVMConstInt(wide, columns->tests[i].bytes, false), "columns");
		all = all ? LLVMBuildAnd(builder, all, test, "") : test;
	}
	return all;
}

// --- the loop ---

static LLVMValueRef add(struct columns *columns, const struct sum *sum, LLVMValueRef a, LLVMValueRef b, bool negative)
{
	LLVMBuilderRef builder = columns->unit->builder;
	if (sum->saturates) {
		LLVMTypeRef type = LLVMTypeOf(b);
		LLVMValueRef function = aw_llvm_intrinsic(columns->unit->module, "llvm.uadd.sat", &type, 1), both[] = { a, b };
		return a ? LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, both, 2, "") : b;
	}
	if (!a)
		return negative ? LLVMBuildNeg(builder, b, "") : b;
	return negative ? LLVMBuildSub(builder, a, b, "") : LLVMBuildAdd(builder, a, b, "");
}

// The COUNT lanes that begin with lane FROM of A and then B's, where those of A before FIRST don't matter.
static LLVMValueRef build_shuffle(struct columns *columns, LLVMValueRef a, LLVMValueRef b, unsigned from, unsigned first)
{
	LLVMTypeRef number = LLVMInt32TypeInContext(columns->unit->context);
	LLVMValueRef lanes[MOST_LANES];
	unsigned count = LLVMGetVectorSize(LLVMTypeOf(a));
	assert(count <= MOST_LANES);
	for (unsigned i = 0; i < count; i++)
		lanes[i] = i < first ? LLVMGetPoison(number) : LLVMConstInt(number, from + i, false);
	return LLVMBuildShuffleVector(columns->unit->builder, a, b, LLVMConstVector(lanes, count), "columns");
}

// VALUE, which is made of LOAD, as the first turn has it, where the builder stands.
static LLVMValueRef first_value(struct columns *columns, LLVMValueRef value, LLVMValueRef load)
{
	LLVMValueRef of = value == load ? aw_turn_compute(columns->unit, &columns->turns, LLVMGetOperand(load, 0), AW_TURN_FIRST) :
	                  first_value(columns, LLVMGetOperand(value, 0), load);
	LLVMValueRef copy = LLVMInstructionClone(value);
	LLVMSetOperand(copy, 0, of);
	LLVMInsertIntoBuilder(columns->unit->builder, copy);
	return copy;
}

// Takes promises from what LEAF is made of: other lanes use it, too.
static void forget_promises(const struct leaf *leaf)
{
	for (LLVMValueRef value = leaf->value; value != leaf->load; value = LLVMGetOperand(value, 0))
		aw_llvm_drop_promises(value);
}

// The columns before the first turn's, as far as it needs them: those that the shift by most lanes has first.
static LLVMValueRef build_start(struct columns *columns, const struct sum *sum)
{
	const struct shift *most = &sum->shifts[sum->shift_count - 1]; // they ascend
	LLVMValueRef start = NULL;
	for (unsigned i = 0; i < sum->rows; i++) {
		const struct leaf *leaf = &sum->leaves[most->leaves[i]];
		start = add(columns, sum, start, first_value(columns, leaf->value, leaf->load), sum->leaves[sum->columns[i]].negative);
	}
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(start)), first = lanes - most->lanes;
	return build_shuffle(columns, start, LLVMGetPoison(LLVMTypeOf(start)), 0 - first, first);
}

// Makes SUM anew; sums behind it of which it is a part have what was made.  What there was isn't used any more.
static void make_sum(struct columns *columns, struct sum *sum)
{
	LLVMBuilderRef builder = columns->unit->builder;
	LLVMTypeRef type = LLVMTypeOf(sum->root);
	unsigned lanes = LLVMGetVectorSize(type);
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(columns->turns.before));
	LLVMValueRef start = build_start(columns, sum), made = NULL, total = NULL;
	aw_llvm_at(builder, LLVMGetFirstInstruction(columns->turns.head));
	LLVMValueRef last = LLVMBuildPhi(builder, type, "columns.last");
	aw_llvm_at(builder, sum->root);
	for (unsigned i = 0; i < sum->rows; i++) {
		const struct leaf *leaf = &sum->leaves[sum->columns[i]];
		forget_promises(leaf);
		made = add(columns, sum, made, leaf->value, leaf->negative);
	}
	LLVMAddIncoming(last, (LLVMValueRef[]){ start, made }, (LLVMBasicBlockRef[]){ columns->turns.before, columns->turns.latch }, 2);
	for (unsigned i = 0; i < sum->count; i++)
		if (!sum->leaves[i].taken)
			total = add(columns, sum, total, sum->leaves[i].value, sum->leaves[i].negative);
	total = add(columns, sum, total, made, false);
	for (unsigned i = 0; i < sum->shift_count; i++)
		total = add(columns, sum, total, build_shuffle(columns, last, made, lanes - sum->shifts[i].lanes, 0), sum->shifts[i].turned);
	LLVMReplaceAllUsesWith(sum->root, total);
	for (struct sum *behind = sum + 1; behind < columns->sums + columns->count; behind++)
		for (unsigned i = 0; i < behind->count; i++)
			if (behind->leaves[i].value == sum->root)
				behind->leaves[i].value = total;
}

// --- the copy ---

static bool is_block_inside(const struct columns *columns, LLVMBasicBlockRef block)
{
	uint32_t number = aw_cfg_number(columns->cfg, block);
	return number != AW_NONE && aw_loop_contains(columns->loops, columns->loop, number);
}

// Whether what the loop makes is used behind it by phis alone that take it from the loop's blocks.
static bool leaves_by_phis(const struct columns *columns)
{
	const struct aw_loop *loop = &columns->loops->loops.items[columns->loop];
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS(value, columns->cfg->blocks[columns->loops->order[i]])
			AW_FOR_USES(use, value) {
				LLVMValueRef user = LLVMGetUser(use);
				if (is_block_inside(columns, LLVMGetInstructionParent(user)))
					continue;
				if (!LLVMIsAPHINode(user))
					return false;
				for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
					if (LLVMGetIncomingValue(user, k) == value && !is_block_inside(columns, LLVMGetIncomingBlock(user, k)))
						return false;
			}
	return true;
}

// Lets the phis of block TO, behind the loop, have from COPY's blocks what they have from the loop's.
static void extend_phis(const struct aw_loop_copy *copy, LLVMBasicBlockRef to)
{
	for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		for (unsigned k = 0, count = LLVMCountIncoming(phi); k < count; k++) {
			LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
			if (!aw_llvm_is_among(copy->blocks, copy->count, from))
				continue;
			LLVMValueRef value = aw_loop_copy_value(copy, LLVMGetIncomingValue(phi, k));
			from = aw_loop_copy_block(copy, from);
			LLVMAddIncoming(phi, &value, &from, 1);
		}
}

// Lets a copy of the loop run where a test fails.
static void make_copy(struct columns *columns)
{
	struct aw_loop_copy copy;
	AW_VEC(LLVMBasicBlockRef) exits = { 0 };
	aw_llvm_at(columns->unit->builder, LLVMGetBasicBlockTerminator(columns->turns.before));
	LLVMValueRef test = build_tests(columns);
	aw_loop_copy_make(columns->loops, columns->cfg, columns->loop, NULL, &copy);
	for (uint32_t i = 0; i < copy.count; i++)
		AW_FOR_SUCCESSORS(&columns->cfg->graph, aw_cfg_number(columns->cfg, copy.blocks[i]), to) {
			LLVMBasicBlockRef block = columns->cfg->blocks[*to];
			if (!is_block_inside(columns, block) && !aw_llvm_is_among(exits.items, exits.count, block))
				aw_need(aw_vec_push(&exits, block));
		}
	for (size_t i = 0; i < exits.count; i++)
		extend_phis(&copy, exits.items[i]);
	aw_vec_finish(&exits);
	aw_llvm_end_anew(columns->unit->builder, columns->turns.before, test, columns->turns.head,
	                 aw_loop_copy_block(&copy, columns->turns.head));
	LLVMBasicBlockRef latch = aw_loop_copy_block(&copy, columns->turns.latch);
	aw_loop_leave_rolled(columns->unit->context, LLVMGetBasicBlockTerminator(latch));
	aw_loop_copy_finish(&copy);
}

// --- which ---

// Whether VALUE is no part of a larger sum.
static bool is_root(const struct columns *columns, LLVMValueRef value, bool saturates)
{
	LLVMValueRef user = aw_llvm_only_user(value);
	return is_part(columns, value, saturates) && !(user && is_part(columns, user, saturates));
}

static void find_sums(struct columns *columns)
{
	AW_FOR_INSTRUCTIONS(value, columns->turns.head) {
		struct sum *sum = &columns->sums[columns->count];
		bool saturates = is_saturating(value);
		if (columns->count == MOST_SUMS || !is_root(columns, value, saturates))
			continue;
		*sum = (struct sum){ .root = value, .saturates = saturates };
		unsigned tests = columns->test_count;
		if (LLVMGetVectorSize(LLVMTypeOf(value)) <= MOST_LANES && read_sum(columns, sum, value, false, MOST_LEAVES) &&
		    find_columns(sum) && add_tests(columns, sum))
			columns->count++;
		else
			columns->test_count = tests;
	}
}

static void try_loop(struct columns *columns)
{
	const struct aw_loop *loop = &columns->loops->loops.items[columns->loop];
	if (!loop->reducible || !aw_turns_find(columns->cfg, columns->loops, columns->loop, &columns->turns) || !columns->turns.before)
		return;
	columns->place = (struct aw_turn_place){ columns->unit, columns->cfg, columns->loops, columns->loop, &columns->turns };
	find_sums(columns);
	if (!columns->count || (columns->test_count && !leaves_by_phis(columns)))
		return;
	columns->turns.before = aw_llvm_split_edges(columns->turns.before, columns->turns.head);
	if (columns->test_count)
		make_copy(columns);
	for (unsigned i = 0; i < columns->count; i++)
		make_sum(columns, &columns->sums[i]);
	for (unsigned i = 0; i < columns->count; i++)
		aw_llvm_erase_unused(columns->sums[i].root);
}

void aw_gang_columns_make(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct columns *columns = AW_NEED_ARRAY(struct columns, 1);
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	for (uint32_t i = 0; i < loops.loops.count; i++) {
		*columns = (struct columns){ .unit = unit, .cfg = &cfg, .loops = &loops, .loop = i };
		if (aw_loop_is_innermost(columns->loops, columns->loop))
			try_loop(columns);
	}
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	free(columns);
}
