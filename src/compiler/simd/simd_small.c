// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small numbers.  C computes with bytes and shorts as ints, of which a register has a quarter or half as many lanes.  What is made of such
// alone, is known to stay small, and ends as a byte, a short or in comparisons,
//
//     int sum = a[i - 1] + a[i] + a[i + 1];
//     b[i] = min(sum, 255);
//
// is computed in 8 or 16 bits: first the intervals of numbers are found from the loads on, then which numbers hang together, because they
// are operands of one another; these become small if all can.
//
// Numbers without a sign are compared, shifted and divided as such, numbers with one keep their ways: cutting off what repeats the sign
// keeps the order of numbers, taken either way.
#include "simd.h"

#include <assert.h>

enum {
	MOST_MEMBERS = 300, // that hang together
	SHORT = 16,         // bits
	BYTE = 8,
	DEEP = 400,
};

struct interval {
	bool known;
	int64_t low, high;
};

struct small {
	struct aw_unit *unit;
	struct aw_map places; // instruction -> index of its interval + 1
	AW_VEC(struct interval) intervals;
	AW_VEC(LLVMValueRef) numbers;  // that stay small
	struct aw_map seen;            // members -> with which of those that hang together they were looked at
	uintptr_t number;              // of these
	AW_VEC(LLVMValueRef) members;  // that hang together
	struct aw_map made;            // value -> what it is as a small one
	struct interval all;           // of the members and what they are made of
	bool multiplies, shifts_far; // by as much as a byte has bits
	unsigned bits;
	bool is_signed;
};

static bool is_extension(LLVMValueRef value)
{
	return (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value)) && aw_llvm_integer_bits(LLVMGetOperand(value, 0)) <= SHORT &&
	       aw_llvm_integer_bits(value) > SHORT;
}

// --- intervals ---

static struct interval interval_of(struct small *small, LLVMValueRef value, unsigned depth);

enum call { NONE, SMIN, SMAX, UMIN, UMAX, ABS };

static enum call call_of(LLVMValueRef value)
{
	static const char *const names[] = { "", "llvm.smin.", "llvm.smax.", "llvm.umin.", "llvm.umax.", "llvm.abs." };
	const char *name = aw_llvm_callee_name(value);
	for (unsigned i = SMIN; i <= ABS; i++)
		if (aw_starts_with(name, names[i]))
			return (enum call)i;
	return NONE;
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t greatest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static struct interval joined(struct interval a, struct interval b)
{
	return (struct interval){ a.known && b.known, least(a.low, b.low), greatest(a.high, b.high) };
}

static struct interval of_extension(LLVMValueRef value)
{
	unsigned bits = aw_llvm_integer_bits(LLVMGetOperand(value, 0));
	int64_t count = (int64_t)1 << bits;
	if (LLVMIsAZExtInst(value))
		return (struct interval){ true, 0, count - 1 };
	return (struct interval){ true, -count / 2, count / 2 - 1 };
}

static struct interval of_product(struct interval a, struct interval b)
{
	int64_t corners[] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
	struct interval product = { true, corners[0], corners[0] };
	for (unsigned i = 1; i < 4; i++)
		product = joined(product, (struct interval){ true, corners[i], corners[i] });
	return product;
}

// A number with all bits that a number up to HIGH has.
static int64_t bits_up_to(int64_t high)
{
	return high ? (int64_t)(UINT64_MAX >> __builtin_clzll((uint64_t)high)) : 0;
}

static struct interval of_operation(LLVMOpcode opcode, struct interval a, struct interval b)
{
	struct interval unknown = { 0 };
	bool natural = a.low >= 0 && b.low >= 0, amount = b.low == b.high && b.low >= 0 && b.low < SHORT;
	switch (opcode) {
	case LLVMAdd: return (struct interval){ true, a.low + b.low, a.high + b.high };
	case LLVMSub: return (struct interval){ true, a.low - b.high, a.high - b.low };
	case LLVMMul: return of_product(a, b);
	case LLVMShl: return amount ? of_product(a, (struct interval){ true, 1 << b.low, 1 << b.low }) : unknown;
	case LLVMLShr: return natural && amount ? (struct interval){ true, a.low >> b.low, a.high >> b.low } : unknown;
	case LLVMAShr: return amount ? (struct interval){ true, a.low >> b.low, a.high >> b.low } : unknown;
	case LLVMAnd: return natural ? (struct interval){ true, 0, least(a.high, b.high) } : unknown;
	case LLVMOr: case LLVMXor: return natural ? (struct interval){ true, 0, bits_up_to(a.high | b.high) } : unknown;
	case LLVMUDiv: case LLVMSDiv: return natural && b.low > 0 ? (struct interval){ true, a.low / b.high, a.high / b.low } : unknown;
	case LLVMURem: case LLVMSRem: return natural && b.low > 0 ? (struct interval){ true, 0, least(a.high, b.high - 1) } : unknown;
	default: return unknown;
	}
}

static struct interval of_call(struct small *small, LLVMValueRef value, unsigned depth)
{
	enum call call = call_of(value);
	struct interval a = interval_of(small, LLVMGetOperand(value, 0), depth), b = a;
	if (call == NONE || !a.known)
		return (struct interval){ 0 };
	if (call == ABS)
		return (struct interval){ true, a.low >= 0 ? a.low : a.high < 0 ? -a.high : 0, greatest(-a.low, a.high) };
	b = interval_of(small, LLVMGetOperand(value, 1), depth);
	if (!b.known || ((call == UMIN || call == UMAX) && (a.low < 0 || b.low < 0)))
		return (struct interval){ 0 };
	if (call == SMIN || call == UMIN)
		return (struct interval){ true, least(a.low, b.low), least(a.high, b.high) };
	return (struct interval){ true, greatest(a.low, b.low), greatest(a.high, b.high) };
}

static struct interval of_phi(struct small *small, LLVMValueRef phi, unsigned depth)
{
	struct interval all = interval_of(small, LLVMGetIncomingValue(phi, 0), depth);
	for (unsigned i = 1; i < LLVMCountIncoming(phi) && all.known; i++)
		all = joined(all, interval_of(small, LLVMGetIncomingValue(phi, i), depth));
	return all;
}

static struct interval of_instruction(struct small *small, LLVMValueRef value, unsigned depth)
{
	if (is_extension(value))
		return of_extension(value);
	if (LLVMIsAPHINode(value))
		return of_phi(small, value, depth);
	if (LLVMIsACallInst(value))
		return of_call(small, value, depth);
	bool select = LLVMIsASelectInst(value);
	if (!select && !LLVMIsABinaryOperator(value))
		return (struct interval){ 0 };
	struct interval a = interval_of(small, LLVMGetOperand(value, select), depth);
	struct interval b = a.known ? interval_of(small, LLVMGetOperand(value, 1 + select), depth) : a;
	if (!a.known || !b.known)
		return (struct interval){ 0 };
	return select ? joined(a, b) : of_operation(LLVMGetInstructionOpcode(value), a, b);
}

static bool fits(struct interval interval, int64_t low, int64_t high)
{
	return interval.known && interval.low >= low && interval.high <= high;
}

// Unknown for all that don't fit in 16 bits, and for what goes around in a loop.
static struct interval interval_of(struct small *small, LLVMValueRef value, unsigned depth)
{
	struct interval result = { 0 };
	if (aw_llvm_integer_bits(value) <= SHORT || aw_llvm_integer_bits(value) > 64)
		return result;
	if (LLVMIsAConstantInt(value) && aw_llvm_constant(value, &result.low)) {
		result = (struct interval){ true, result.low, result.low };
	} else if (LLVMIsAInstruction(value)) {
		size_t place = (size_t)(uintptr_t)aw_map_get(&small->places, value);
		if (place || !depth)
			return place ? small->intervals.items[place - 1] : result;
		aw_need(aw_vec_push(&small->intervals, result));
		place = small->intervals.count;
		aw_need(aw_map_put(&small->places, value, (void *)(uintptr_t)place));
		result = of_instruction(small, value, depth - 1);
		result.known = fits(result, -(1 << (SHORT - 1)), (1 << (SHORT - 1)) - 1) || fits(result, 0, (1 << SHORT) - 1);
		small->intervals.items[place - 1] = result;
	}
	return result;
}

// --- what hangs together ---

// *WANTED: they are computed.
static bool add(struct small *small, LLVMValueRef value, bool *wanted)
{
	struct interval interval = interval_of(small, value, DEEP);
	small->all = joined(small->all, interval);
	if (!interval.known)
		return false;
	if (!LLVMIsAInstruction(value) || is_extension(value))
		return true;
	uintptr_t seen = (uintptr_t)aw_map_get(&small->seen, value);
	if (seen) // else with some that can't be small
		return seen == small->number;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	small->multiplies |= opcode == LLVMMul || opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
	bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
	small->shifts_far |= shifts && interval_of(small, LLVMGetOperand(value, 1), DEEP).high >= BYTE;
	*wanted |= opcode != LLVMPHI && opcode != LLVMSelect;
	aw_need(aw_map_put(&small->seen, value, (void *)small->number));
	aw_need(aw_vec_push(&small->members, value));
	return small->members.count <= MOST_MEMBERS;
}

// Which operands of VALUE are numbers like it: from *FIRST on, as many as are returned.
static unsigned numbers_of(LLVMValueRef value, unsigned *first)
{
	*first = LLVMIsASelectInst(value) ? 1 : 0;
	if (LLVMIsACallInst(value))
		return call_of(value) == ABS ? 1 : 2;
	return LLVMIsAPHINode(value) ? LLVMCountIncoming(value) : 2;
}

// What ends them: it gets small numbers where they are large, and gives none.
static bool is_end(LLVMValueRef user)
{
	return LLVMIsATruncInst(user) || LLVMIsAICmpInst(user) || LLVMIsASwitchInst(user);
}

static LLVMValueRef case_of(LLVMValueRef choice, unsigned successor)
{
	return LLVMGetOperand(choice, 2 * successor);
}

static bool add_cases(struct small *small, LLVMValueRef choice, bool *wanted)
{
	bool good = true;
	for (unsigned i = 1; i < LLVMGetNumSuccessors(choice) && good; i++)
		good = add(small, case_of(choice, i), wanted);
	return good;
}

static bool add_user(struct small *small, LLVMValueRef value, LLVMValueRef user, bool *wanted)
{
	if (LLVMIsATruncInst(user))
		return true;
	if (LLVMIsASwitchInst(user))
		return add_cases(small, user, wanted);
	if (LLVMIsAICmpInst(user))
		return add(small, LLVMGetOperand(user, 0), wanted) && add(small, LLVMGetOperand(user, 1), wanted);
	if (LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) == value)
		return false;
	return LLVMTypeOf(user) == LLVMTypeOf(value) && !is_extension(user) && add(small, user, wanted);
}

// Finds what hangs together with VALUE; false when it can't be small, or needn't.
static bool collect(struct small *small, LLVMValueRef value)
{
	bool wanted = false, good;
	small->number++;
	small->members.count = 0;
	small->multiplies = small->shifts_far = false;
	small->all = interval_of(small, value, DEEP);
	good = add(small, value, &wanted);
	for (size_t i = 0; i < small->members.count && good; i++) {
		LLVMValueRef member = small->members.items[i];
		unsigned first, count = numbers_of(member, &first);
		for (unsigned k = 0; k < count && good; k++)
			good = add(small, LLVMGetOperand(member, first + k), &wanted);
		AW_FOR_USES(use, member)
			good = good && add_user(small, member, LLVMGetUser(use), &wanted);
	}
	return good && wanted;
}

// Bytes have neither products nor quotients.
static bool choose_bits(struct small *small)
{
	for (unsigned bits = small->multiplies || small->shifts_far ? SHORT : BYTE; bits <= SHORT; bits *= 2) {
		int64_t count = (int64_t)1 << bits;
		bool natural = fits(small->all, 0, count - 1);
		small->bits = bits;
		small->is_signed = !natural;
		if (natural || fits(small->all, -count / 2, count / 2 - 1))
			return true;
	}
	return false;
}

// --- small ones ---

static LLVMTypeRef small_type(const struct small *small)
{
	return LLVMIntTypeInContext(small->unit->context, small->bits);
}

static LLVMValueRef make(struct small *small, LLVMValueRef value);

static LLVMValueRef make_call(struct small *small, LLVMValueRef value)
{
	static const char *const with[] = { "", "llvm.smin", "llvm.smax", "llvm.umin", "llvm.umax" };
	static const char *const without[] = { "", "llvm.umin", "llvm.umax", "llvm.umin", "llvm.umax" };
	LLVMBuilderRef builder = small->unit->builder;
	enum call call = call_of(value);
	LLVMTypeRef type = small_type(small);
	LLVMValueRef a = make(small, LLVMGetOperand(value, 0)), b;
	assert(call != NONE);
	if (call == ABS && !small->is_signed)
		return a;
	b = call == ABS ? LLVMConstNull(LLVMInt1TypeInContext(small->unit->context)) : make(small, LLVMGetOperand(value, 1));
	aw_llvm_at(builder, value);
	const char *name = call == ABS ? "llvm.abs" : small->is_signed ? with[call] : without[call];
	LLVMValueRef function = aw_llvm_intrinsic(small->unit->module, name, &type, 1), arguments[] = { a, b };
	return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

static LLVMOpcode small_opcode(const struct small *small, LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMAShr: return small->is_signed ? LLVMAShr : LLVMLShr;
	case LLVMSDiv: return LLVMUDiv; // of numbers that aren't negative
	case LLVMSRem: return LLVMURem;
	default: return opcode;
	}
}

static LLVMValueRef make_phi(struct small *small, LLVMValueRef phi)
{
	aw_llvm_at(small->unit->builder, phi);
	LLVMValueRef new = LLVMBuildPhi(small->unit->builder, small_type(small), "");
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef value = make(small, LLVMGetIncomingValue(phi, i));
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		LLVMAddIncoming(new, &value, &from, 1);
	}
	return new;
}

static LLVMValueRef make_extension(struct small *small, LLVMValueRef value)
{
	LLVMValueRef from = LLVMGetOperand(value, 0);
	aw_llvm_at(small->unit->builder, value);
	if (aw_llvm_integer_bits(from) > small->bits)
		return LLVMBuildTrunc(small->unit->builder, from, small_type(small), "");
	return LLVMBuildIntCast2(small->unit->builder, from, small_type(small), LLVMIsASExtInst(value) != NULL, "");
}

static LLVMValueRef make_instruction(struct small *small, LLVMValueRef value)
{
	LLVMBuilderRef builder = small->unit->builder;
	if (is_extension(value))
		return make_extension(small, value);
	if (LLVMIsAPHINode(value))
		return make_phi(small, value);
	if (LLVMIsACallInst(value))
		return make_call(small, value);
	bool select = LLVMIsASelectInst(value);
	LLVMValueRef a = make(small, LLVMGetOperand(value, select)), b = make(small, LLVMGetOperand(value, 1 + select));
	aw_llvm_at(builder, value);
	if (select)
		return LLVMBuildSelect(builder, LLVMGetOperand(value, 0), a, b, "");
	return LLVMBuildBinOp(builder, small_opcode(small, LLVMGetInstructionOpcode(value)), a, b, "");
}

// VALUE in few bits.
static LLVMValueRef make(struct small *small, LLVMValueRef value)
{
	LLVMValueRef known = aw_map_get(&small->made, value);
	if (known)
		return known;
	if (LLVMIsAConstantInt(value))
		return LLVMConstInt(small_type(small), LLVMConstIntGetZExtValue(value) & (UINT64_MAX >> (64 - small->bits)), false);
	LLVMValueRef new = make_instruction(small, value);
	aw_need(aw_map_put(&small->made, value, new));
	return new;
}

static void replace_switch(struct small *small, LLVMValueRef choice)
{
	LLVMValueRef number = make(small, LLVMGetOperand(choice, 0));
	unsigned count = LLVMGetNumSuccessors(choice);
	aw_llvm_at(small->unit->builder, choice);
	LLVMValueRef new = LLVMBuildSwitch(small->unit->builder, number, LLVMGetSwitchDefaultDest(choice), count - 1);
	for (unsigned i = 1; i < count; i++)
		LLVMAddCase(new, make(small, case_of(choice, i)), LLVMGetSuccessor(choice, i));
	aw_llvm_erase(choice);
}

// Lets USER, which ends them, use small numbers.
static void replace_user(struct small *small, LLVMValueRef user)
{
	LLVMBuilderRef builder = small->unit->builder;
	if (LLVMIsASwitchInst(user)) {
		replace_switch(small, user);
		return;
	}
	LLVMValueRef a = make(small, LLVMGetOperand(user, 0)), b = LLVMIsAICmpInst(user) ? make(small, LLVMGetOperand(user, 1)) : NULL;
	aw_llvm_at(builder, user);
	if (!b) {
		aw_llvm_replace(user, LLVMBuildIntCast2(builder, a, LLVMTypeOf(user), small->is_signed, ""));
		return;
	}
	LLVMIntPredicate predicate = LLVMGetICmpPredicate(user);
	aw_llvm_replace(user, LLVMBuildICmp(builder, small->is_signed ? predicate : aw_llvm_unsigned(predicate), a, b, ""));
}

static void shrink(struct small *small)
{
	AW_VEC(LLVMValueRef) users = { 0 };
	struct aw_map listed = { 0 };
	for (size_t i = 0; i < small->members.count; i++)
		AW_FOR_USES(use, small->members.items[i]) {
			LLVMValueRef user = LLVMGetUser(use);
			if (!is_end(user) || aw_map_get(&listed, user))
				continue;
			aw_need(aw_map_put(&listed, user, user));
			aw_need(aw_vec_push(&users, user));
		}
	for (size_t i = 0; i < users.count; i++)
		replace_user(small, users.items[i]);
	aw_vec_finish(&users);
	aw_map_finish(&listed);
	aw_map_finish(&small->made);
}

// Lists the numbers that stay small.  What is made small has no use any more, but is there.
static void find_numbers(struct small *small, LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (!is_extension(instruction) && interval_of(small, instruction, DEEP).known)
				aw_need(aw_vec_push(&small->numbers, instruction));
}

bool aw_simd_shrink_numbers(struct aw_unit *unit, LLVMValueRef function)
{
	struct small small = { .unit = unit };
	bool changed = false;
	if (!aw_llvm_find_instruction(function, is_extension))
		return false;
	find_numbers(&small, function);
	for (size_t i = 0; i < small.numbers.count; i++) {
		LLVMValueRef value = small.numbers.items[i];
		if (aw_map_get(&small.seen, value) || !collect(&small, value) || !choose_bits(&small))
			continue;
		shrink(&small);
		changed = true;
	}
	aw_vec_finish(&small.numbers);
	aw_map_finish(&small.places);
	aw_vec_finish(&small.intervals);
	aw_map_finish(&small.seen);
	aw_vec_finish(&small.members);
	return changed;
}
