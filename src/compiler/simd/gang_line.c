// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A span's row of threads as one line.  Most kernels ask for their block and for x in one number only,
//
//     blockIdx.x * blockDim.x + threadIdx.x
//
// of which a span of blocks needs no loop over the blocks and another over the gangs of each, which with blocks of 32 x 8
// threads has two turns, but one loop over the line of all their gangs.
//
// Where such a number is compared with an end that all gangs have, as simd_whole.c does with that of a gang's last lane, the
// gangs before the end are told from the others before the loop, too: the region is made twice, one for each part of the line, and
// the test falls away.  It is the splitting of an index set (M. Wolfe, "Optimizing Supercompilers for Supercomputers", 1989).
#include <assert.h>
#include <string.h>

#include "gang_jam.h"
#include "gang_line.h"
#include "simd.h"

enum { MOST_INSTRUCTIONS = 300 }; // of a region that is made twice

struct line {
	struct aw_gang_block *block;
	LLVMBuilderRef builder;
	uint32_t region;
	AW_VEC(LLVMValueRef) sums; // the threads' numbers in the grid
};

static bool is_call_of(LLVMValueRef value, const char *name)
{
	return aw_llvm_is_op(value, LLVMCall) && !strcmp(aw_llvm_callee_name(value), name);
}

static bool is_blocks_size(LLVMValueRef value)
{
	return is_call_of(aw_llvm_is_op(value, LLVMZExt) ? LLVMGetOperand(value, 0) : value, "llvm.nvvm.read.ptx.sreg.ntid.x");
}

// --- the thread's number ---

typedef bool use_check(struct line *line, LLVMValueRef user, LLVMValueRef of);

static bool all_uses(struct line *line, LLVMValueRef value, use_check *check)
{
	AW_FOR_USES(use, value)
		if (!check(line, LLVMGetUser(use), value))
			return false;
	return true;
}

static bool add_of_x(struct line *line, LLVMValueRef user, LLVMValueRef of);

// OF is the place of a gang along x, perhaps widened or with the bits cleared that are 0.
static bool use_of_x(struct line *line, LLVMValueRef user, LLVMValueRef of)
{
	int64_t mask;
	if (aw_llvm_is_op(user, LLVMAnd) && aw_llvm_constant(LLVMGetOperand(user, 1), &mask) && mask == -(int64_t)line->block->width)
		return all_uses(line, user, use_of_x);
	if (aw_llvm_is_op(user, LLVMZExt))
		return all_uses(line, user, use_of_x);
	return add_of_x(line, user, of);
}

static bool is_x(const struct line *line, LLVMValueRef value)
{
	int64_t mask;
	while (aw_llvm_is_op(value, LLVMZExt) || (aw_llvm_is_op(value, LLVMAnd) && aw_llvm_constant(LLVMGetOperand(value, 1), &mask) &&
	                                          mask == -(int64_t)line->block->width))
		value = LLVMGetOperand(value, 0);
	return is_call_of(value, "aw.gang.x");
}

// The number of the block in the grid's row, perhaps widened, of a gang's own.
static bool is_block(LLVMValueRef value)
{
	if (aw_llvm_is_op(value, LLVMZExt))
		value = LLVMGetOperand(value, 0);
	if (!aw_llvm_is_op(value, LLVMAdd))
		return false;
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
	return (is_call_of(a, "aw.span.first") && is_call_of(b, "aw.gang.block")) ||
	       (is_call_of(b, "aw.span.first") && is_call_of(a, "aw.gang.block"));
}

static bool is_start(LLVMValueRef value)
{
	if (!aw_llvm_is_op(value, LLVMMul))
		return false;
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
	return (is_block(a) && is_blocks_size(b)) || (is_block(b) && is_blocks_size(a));
}

static bool add_of_x(struct line *line, LLVMValueRef user, LLVMValueRef of)
{
	(void)line;
	return aw_llvm_is_op(user, LLVMAdd) && is_start(aw_llvm_other_operand(user, of));
}

static bool use_of_start(struct line *line, LLVMValueRef user, LLVMValueRef of)
{
	if (!aw_llvm_is_op(user, LLVMAdd) || !is_x(line, aw_llvm_other_operand(user, of)) ||
	    aw_gang_region_of(line->block, LLVMGetInstructionParent(user)) != line->region)
		return false;
	aw_need(aw_vec_push(&line->sums, user));
	return true;
}

static bool use_of_block(struct line *line, LLVMValueRef user, LLVMValueRef of)
{
	(void)of;
	if (aw_llvm_is_op(user, LLVMAdd) && is_block(user))
		return all_uses(line, user, use_of_block);
	if (aw_llvm_is_op(user, LLVMZExt) && is_block(user))
		return all_uses(line, user, use_of_block);
	return is_start(user) && all_uses(line, user, use_of_start);
}

// Whether the region asks for the block and for x in such numbers only, which are then in SUMS.
static bool find_sums(struct line *line)
{
	AW_FOR_BLOCKS(part, line->block->function) {
		if (aw_gang_region_of(line->block, part) != line->region)
			continue;
		AW_FOR_INSTRUCTIONS(call, part) {
			if (is_call_of(call, "aw.gang.index") || (is_call_of(call, "aw.gang.block") && !all_uses(line, call, use_of_block)) ||
			    (is_call_of(call, "aw.gang.x") && !all_uses(line, call, use_of_x)))
				return false;
		}
	}
	return line->sums.count > 0;
}

static LLVMValueRef widened(struct line *line, LLVMValueRef value, LLVMTypeRef type)
{
	return LLVMTypeOf(value) == type ? value : LLVMBuildZExt(line->builder, value, type, "");
}

// What a sum is without the place along the line, made before the region.
static LLVMValueRef make_base(struct line *line, LLVMTypeRef type)
{
	aw_llvm_at(line->builder, LLVMGetBasicBlockTerminator(line->block->regions.items[line->region].before));
	LLVMValueRef first = widened(line, aw_gang_place(line->block, "aw.span.first"), type);
	LLVMValueRef size = widened(line, aw_gang_place(line->block, "llvm.nvvm.read.ptx.sreg.ntid.x"), type);
	return LLVMBuildMul(line->builder, first, size, "");
}

static void replace_sum(struct line *line, LLVMValueRef sum)
{
	assert(aw_llvm_is_op(sum, LLVMAdd) && aw_gang_region_of(line->block, LLVMGetInstructionParent(sum)) == line->region);
	LLVMValueRef base = make_base(line, LLVMTypeOf(sum));
	aw_llvm_at(line->builder, sum);
	LLVMValueRef place = widened(line, aw_gang_place(line->block, "aw.gang.line"), LLVMTypeOf(sum));
	aw_llvm_replace(sum, LLVMBuildAdd(line->builder, base, place, ""));
}

// Markers that nobody asks any more.
static void erase_unused(struct line *line)
{
	for (bool again = true; again;) {
		again = false;
		AW_FOR_BLOCKS(part, line->block->function)
			if (aw_gang_region_of(line->block, part) == line->region)
				AW_FOR_INSTRUCTIONS_SAFE(instruction, part)
					if (!LLVMGetFirstUse(instruction) &&
					    (is_x(line, instruction) || is_block(instruction) || is_start(instruction) ||
					     is_call_of(instruction, "aw.gang.block"))) {
						aw_llvm_erase(instruction);
						again = true;
					}
	}
}

bool aw_gang_line_find(struct aw_gang_block *block, uint32_t region)
{
	struct line line = { .block = block, .builder = block->unit->builder, .region = region };
	bool found = block->span && !block->split && find_sums(&line);
	for (size_t i = 0; found && i < line.sums.count; i++) {
		bool again = false;
		for (size_t k = 0; k < i; k++)
			again |= line.sums.items[k] == line.sums.items[i];
		if (!again)
			replace_sum(&line, line.sums.items[i]);
	}
	if (found)
		erase_unused(&line);
	aw_vec_finish(&line.sums);
	return found;
}

// --- gangs before an end ---

// A comparison that holds for gangs whose place on the line is low: BASE + OFFSET + the place is below END, in numbers of 64 bits.
struct test {
	LLVMValueRef compare;
	LLVMValueRef sum, base, end; // SUM, of 32 bits: BASE and the place
	int64_t offset;
	bool is_signed; // SUM is a number with a sign
};
typedef AW_VEC(struct test) test_vec;

static LLVMTypeRef wide_type(const struct line *line)
{
	return LLVMInt64TypeInContext(line->block->unit->context);
}

static bool is_outside(const struct line *line, LLVMValueRef value)
{
	return !LLVMIsAInstruction(value) || aw_gang_region_of(line->block, LLVMGetInstructionParent(value)) != line->region;
}

// VALUE is a constant, or a number of 32 bits that is known before the region and widened.  *NATURAL: it isn't negative.
static bool is_end(const struct line *line, LLVMValueRef value, bool *natural)
{
	int64_t number;
	bool constant = aw_llvm_constant(value, &number), zero = aw_llvm_is_op(value, LLVMZExt);
	*natural = zero || (constant && number >= 0);
	if (constant)
		return number >= INT32_MIN && number <= UINT32_MAX;
	return (zero || aw_llvm_is_op(value, LLVMSExt)) && LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) == 32 &&
	       is_outside(line, LLVMGetOperand(value, 0));
}

// VALUE is the number of a gang's thread, widened, and a small constant perhaps.
static bool is_number(const struct line *line, LLVMValueRef value, struct test *test)
{
	enum { MOST = 1024 };
	test->offset = 0;
	if (aw_llvm_is_op(value, LLVMAdd)) {
		if (!aw_llvm_constant(LLVMGetOperand(value, 1), &test->offset) || test->offset < 0 || test->offset > MOST)
			return false;
		value = LLVMGetOperand(value, 0);
	}
	test->is_signed = aw_llvm_is_op(value, LLVMSExt);
	if (!test->is_signed && !aw_llvm_is_op(value, LLVMZExt))
		return false;
	LLVMValueRef sum = LLVMGetOperand(value, 0);
	if (!aw_llvm_is_op(sum, LLVMAdd) || LLVMGetIntTypeWidth(LLVMTypeOf(sum)) != 32 ||
	    !is_call_of(LLVMGetOperand(sum, 1), "aw.gang.line"))
		return false;
	test->sum = sum;
	test->base = LLVMGetOperand(sum, 0);
	return is_outside(line, test->base);
}

static bool is_test(const struct line *line, LLVMValueRef compare, struct test *test)
{
	LLVMValueRef a = LLVMGetOperand(compare, 0), b = LLVMGetOperand(compare, 1);
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
	bool natural, left = predicate == LLVMIntSLT || predicate == LLVMIntULT || predicate == LLVMIntSLE || predicate == LLVMIntULE;
	bool above = predicate == LLVMIntSGT || predicate == LLVMIntUGT || predicate == LLVMIntSGE || predicate == LLVMIntUGE;
	if (LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(a)) != 64 || (!left && !above) ||
	    !is_number(line, left ? a : b, test) || !is_end(line, left ? b : a, &natural))
		return false;
	bool has_sign = predicate == LLVMIntSLT || predicate == LLVMIntSLE || predicate == LLVMIntSGT || predicate == LLVMIntSGE;
	if (!has_sign && (!natural || test->is_signed))
		return false;
	bool equal = predicate == LLVMIntSLE || predicate == LLVMIntULE || predicate == LLVMIntSGE || predicate == LLVMIntUGE;
	test->offset -= equal;
	test->compare = compare;
	test->end = left ? b : a;
	return true;
}

// Collects the tests that CONDITION, true for whole gangs, is made of.
static void add_tests(const struct line *line, LLVMValueRef condition, test_vec *tests)
{
	struct test test;
	if (aw_llvm_is_op(condition, LLVMFreeze))
		add_tests(line, LLVMGetOperand(condition, 0), tests);
	if (aw_llvm_is_op(condition, LLVMAnd) || (LLVMIsASelectInst(condition) && LLVMIsNull(LLVMGetOperand(condition, 2)))) {
		add_tests(line, LLVMGetOperand(condition, 0), tests);
		add_tests(line, LLVMGetOperand(condition, 1), tests);
	}
	if (LLVMIsAICmpInst(condition) && is_test(line, condition, &test))
		aw_need(aw_vec_push(tests, test));
}

// The tests of REGION; with NEVER, their branches are made ones that no gang passes.
static void find_tests(const struct line *line, test_vec *tests, bool never)
{
	AW_FOR_BLOCKS(part, line->block->function) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(part);
		if (aw_gang_region_of(line->block, part) != line->region || !aw_simd_tells_whole(end))
			continue;
		size_t before = tests->count;
		add_tests(line, LLVMGetCondition(end), tests);
		if (never && tests->count > before)
			LLVMSetCondition(end, LLVMConstNull(LLVMTypeOf(LLVMGetCondition(end))));
	}
}

static unsigned size_of(const struct line *line)
{
	unsigned size = 0;
	AW_FOR_BLOCKS(part, line->block->function)
		if (aw_gang_region_of(line->block, part) == line->region)
			AW_FOR_INSTRUCTIONS(instruction, part)
				size++;
	return size;
}

static LLVMValueRef wide_number(const struct line *line, int64_t value)
{
	return LLVMConstInt(wide_type(line), (uint64_t)value, true);
}

static LLVMValueRef extended(struct line *line, LLVMValueRef value, bool is_signed)
{
	return is_signed ? LLVMBuildSExt(line->builder, value, wide_type(line), "")
	                 : LLVMBuildZExt(line->builder, value, wide_type(line), "");
}

static LLVMValueRef end_of(struct line *line, const struct test *test)
{
	return LLVMIsAConstant(test->end) ? test->end
	                                  : extended(line, LLVMGetOperand(test->end, 0), aw_llvm_is_op(test->end, LLVMSExt));
}

// How many of the ALL gangs pass TEST, those before the first that doesn't; 0 where numbers might wrap along the line.
static LLVMValueRef passing(struct line *line, const struct test *test, LLVMValueRef all)
{
	assert(is_outside(line, test->base) && LLVMGetIntTypeWidth(LLVMTypeOf(test->base)) == 32);
	LLVMBuilderRef builder = line->builder;
	int64_t width = line->block->width, most = test->is_signed ? INT32_MAX : UINT32_MAX;
	LLVMValueRef gangs = extended(line, all, false), base = extended(line, test->base, test->is_signed);
	LLVMValueRef threads = LLVMBuildMul(builder, gangs, wide_number(line, width), "");
	LLVMValueRef last = LLVMBuildAdd(builder, base, threads, "");
	LLVMValueRef room = LLVMBuildSub(builder, end_of(line, test), base, "");
	room = LLVMBuildAdd(builder, room, wide_number(line, width - 1 - test->offset), "");
	LLVMValueRef some = LLVMBuildICmp(builder, LLVMIntSGT, room, wide_number(line, 0), "");
	LLVMValueRef fits = LLVMBuildICmp(builder, LLVMIntSLE, last, wide_number(line, most), "");
	LLVMValueRef count = LLVMBuildUDiv(builder, room, wide_number(line, width), "");
	LLVMValueRef fewer = LLVMBuildICmp(builder, LLVMIntULT, count, gangs, "");
	count = LLVMBuildTrunc(builder, LLVMBuildSelect(builder, fewer, count, gangs, ""), LLVMTypeOf(all), "");
	return LLVMBuildSelect(builder, LLVMBuildAnd(builder, some, fits, ""), count, LLVMConstNull(LLVMTypeOf(all)), "");
}

// For gangs that pass TEST its number doesn't wrap, so it is as well made of 64 bits.
static void widen_sum(struct line *line, const struct test *test)
{
	LLVMOpcode opcode = test->is_signed ? LLVMSExt : LLVMZExt;
	LLVMValueRef place = LLVMGetOperand(test->sum, 1);
	assert(is_call_of(place, "aw.gang.line"));
	aw_llvm_at(line->builder, LLVMGetBasicBlockTerminator(line->block->regions.items[line->region].before));
	LLVMValueRef base = extended(line, test->base, test->is_signed);
	aw_llvm_at(line->builder, LLVMGetNextInstruction(test->sum));
	LLVMValueRef wide = LLVMBuildNSWAdd(line->builder, base, extended(line, place, false), "");
	AW_FOR_USES(use, test->sum) {
		LLVMValueRef user = LLVMGetUser(use);
		if (aw_llvm_is_op(user, opcode) && LLVMTypeOf(user) == wide_type(line))
			LLVMReplaceAllUsesWith(user, wide);
	}
}

uint32_t aw_gang_line_split(struct aw_gang_block *block, uint32_t region, LLVMValueRef all, LLVMValueRef *count)
{
	struct line line = { .block = block, .builder = block->unit->builder, .region = region };
	test_vec tests = { 0 };
	uint32_t rest = AW_NONE;
	assert(region < block->regions.count && !block->regions.items[region].once);
	find_tests(&line, &tests, false);
	if (tests.count && size_of(&line) <= MOST_INSTRUCTIONS) {
		aw_llvm_at(line.builder, LLVMGetBasicBlockTerminator(block->regions.items[region].before));
		*count = all;
		for (size_t i = 0; i < tests.count; i++)
			*count = passing(&line, &tests.items[i], *count);
		rest = aw_gang_jam_double(block, region);
		for (size_t i = 0; i < tests.count; i++) {
			LLVMReplaceAllUsesWith(tests.items[i].compare, LLVMConstAllOnes(LLVMTypeOf(tests.items[i].compare)));
			widen_sum(&line, &tests.items[i]);
		}
		line.region = rest;
		find_tests(&line, &tests, true);
	}
	aw_vec_finish(&tests);
	return rest;
}
