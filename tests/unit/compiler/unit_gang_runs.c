// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs of gangs (gang_runs.c): random guards over numbers that move by the same each turn, of 8 bits to 64, so that they wrap around
// often.  What each turn writes stays the same, the numbers extended to 64 bits included, and runs are made.
//
// LINK: compiler
#include "compiler/simd/gang_runs.h"
#include "unit/compiler/gang.h"

enum { PROGRAMS = 300, TRIALS = 200, CONDITIONS = 4, MOST_TURNS = 40, MOST_STEP = 16, LOG = MOST_TURNS * MOST_STEP + 1 };

// What a guard compares with a bound: start + factor * line of NARROW bits, extended to BITS, and a constant more.
struct number {
	unsigned bits, narrow;
	int factor, added;
	bool is_signed;
};

static struct number random_number(void)
{
	static const unsigned widths[] = { 8, 16, 32, 64 };
	static const int factors[] = { 1, 1, 1, -1, -1, 2, 3, -5 };
	unsigned bits = widths[chance() % 4], narrow = bits > 8 && chance() % 2 ? bits / 2 : bits;
	return (struct number){ bits, narrow, factors[chance() % 8], chance() % 2 ? (int)(chance() % 5) - 2 : 0, chance() % 2 };
}

static void add_number(struct aw_str *out, const struct number *number, unsigned i)
{
	unsigned narrow = number->narrow;
	aw_str_format(out, "  %%p%u = mul i%u %%line%u, %d\n", i, narrow, narrow, number->factor);
	aw_str_format(out, "  %%s%u = add i%u %%p%u, %%start%u.%u\n", i, narrow, i, i, narrow);
	if (number->bits != narrow)
		aw_str_format(out, "  %%e%u = %s i%u %%s%u to i%u\n", i, number->is_signed ? "sext" : "zext", narrow, i, number->bits);
	aw_str_format(out, "  %%n%u = add i%u %%%c%u, %d\n", i, number->bits, number->bits != narrow ? 'e' : 's', i, number->added);
}

// Joins the comparison of number I to those before it, in one of the forms that guards have.
static void add_condition(struct aw_str *out, const struct number *number, unsigned i)
{
	static const char *const predicates[] = { "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "ne" };
	const char *predicate = predicates[chance() % 9];
	if (chance() % 8 == 0) { // several numbers' signs at once
		unsigned bits = number->bits;
		aw_str_format(out, "  %%l%u = mul i%u %%n%u, -1\n  %%h%u = or i%u %%n%u, %%bound%u.%u\n", i, bits, i, i, bits, i, i, bits);
		aw_str_format(out, "  %%j%u = or i%u %%h%u, %%%c%u\n", i, bits, i, chance() % 2 ? 'l' : 'h', i);
		if (chance() % 2)
			aw_str_format(out, "  %%c%u = icmp sgt i%u %%j%u, -1\n", i, bits, i);
		else
			aw_str_format(out, "  %%d%u = icmp slt i%u %%j%u, 0\n  %%c%u = xor i1 %%d%u, true\n", i, bits, i, i, i);
	} else if (chance() % 2)
		aw_str_format(out, "  %%c%u = icmp %s i%u %%n%u, %%bound%u.%u\n", i, predicate, number->bits, i, i, number->bits);
	else
		aw_str_format(out, "  %%c%u = icmp %s i%u %%bound%u.%u, %%n%u\n", i, predicate, number->bits, i, number->bits, i);
	switch (chance() % 4) {
	case 0:
		aw_str_format(out, "  %%a%u = select i1 %%a%u, i1 %%c%u, i1 false\n", i + 1, i, i);
		break;
	case 1:
		aw_str_format(out, "  %%x%u = xor i1 %%a%u, true\n  %%y%u = xor i1 %%c%u, true\n", i, i, i, i);
		aw_str_format(out, "  %%o%u = or i1 %%x%u, %%y%u\n  %%a%u = xor i1 %%o%u, true\n", i, i, i, i + 1, i);
		break;
	case 2:
		aw_str_format(out, "  %%f%u = freeze i1 %%c%u\n  %%a%u = and i1 %%f%u, %%a%u\n", i, i, i + 1, i, i);
		break;
	default:
		aw_str_format(out, "  %%a%u = and i1 %%a%u, %%c%u\n", i + 1, i, i);
	}
}

// A counter of the loop for each size of numbers.
static void add_counters(struct aw_str *out, int step, bool phis)
{
	for (unsigned bits = 8; bits <= 64; bits *= 2)
		if (phis)
			aw_str_format(out, "  %%line%u = phi i%u [ 0, %%entry ], [ %%next%u, %%latch ]\n", bits, bits, bits);
		else
			aw_str_format(out, "  %%next%u = add i%u %%line%u, %d\n", bits, bits, bits, step);
}

// What a turn behind the guard writes: %v, of all NUMBERS in 64 bits.
static void add_sum(struct aw_str *out, const struct number *numbers)
{
	aw_str_add(out, "  %t0 = zext i32 %line32 to i64\n");
	for (unsigned i = 0; i < CONDITIONS; i++) {
		unsigned bits = numbers[i].narrow;
		if (bits < 64)
			aw_str_format(out, "  %%b%u = add i%u %%s%u, %u\n  %%g%u = %s i%u %%b%u to i64\n", i, bits, i, i, i,
			              numbers[i].is_signed ? "sext" : "zext", bits, i);
		else
			aw_str_format(out, "  %%g%u = add i64 %%s%u, 0\n", i, i);
		aw_str_format(out, "  %%m%u = mul i64 %%t%u, 1000003\n  %%t%u = xor i64 %%m%u, %%g%u\n", i, i, i + 1, i, i);
	}
	aw_str_format(out, "  %%h = lshr i64 %%t%d, 29\n  %%k = xor i64 %%h, %%t%d\n  %%v = trunc i64 %%k to i32\n", CONDITIONS, CONDITIONS);
}

// A loop over gangs whose guard is BODY, of NUMBERS.  Each turn writes what it sees, and which way it goes.  COMPARISON: how the loop goes on.
static void add_function(struct aw_str *out, const char *name, const char *body, const struct number *numbers, int step,
                         const char *comparison)
{
	aw_str_format(out, "define void @%s(ptr %%numbers, ptr %%log) {\nentry:\n", name);
	for (unsigned i = 0; i <= 2 * CONDITIONS; i++) {
		bool bound = i >= CONDITIONS;
		aw_str_format(out, "  %%q%u = getelementptr i64, ptr %%numbers, i32 %u\n  %%w%u = load i64, ptr %%q%u\n", i, i, i, i);
		for (unsigned bits = 8; bits <= 32; bits *= 2)
			aw_str_format(out, "  %%%s%u.%u = trunc i64 %%w%u to i%u\n", bound ? "bound" : "start", i % CONDITIONS + (i / CONDITIONS == 2) * 9,
			              bits, i, bits);
		aw_str_format(out, "  %%%s%u.64 = add i64 %%w%u, 0\n", bound ? "bound" : "start", i % CONDITIONS + (i / CONDITIONS == 2) * 9, i);
	}
	aw_str_add(out, "  br label %head\nhead:\n");
	add_counters(out, step, true);
	aw_str_add(out, body);
	aw_str_format(out, "  br i1 %%a%d, label %%fast, label %%slow\n", CONDITIONS);
	aw_str_add(out, "fast:\n");
	add_sum(out, numbers);
	aw_str_add(out, "  store i32 %v, ptr %place\n  br label %latch\n"
	                "slow:\n  %u = add i32 %line32, 7\n  store i32 %u, ptr %place\n  br label %latch\nlatch:\n");
	add_counters(out, step, false);
	aw_str_format(out, "  %%more = icmp %s i32 %%next32, %%bound9.32\n  br i1 %%more, label %%head, label %%exit\n", comparison);
	aw_str_format(out, "exit:\n  %%end = getelementptr i32, ptr %%log, i32 %d\n  store i32 %%next32, ptr %%end\n  ret void\n}\n", LOG - 1);
}

typedef void (*loop_function)(const uint64_t *numbers, uint32_t *log);

// Starts and bounds near one another, as far from 0 and the ends of all types as from the middle.
static void compare(struct program *program, int step)
{
	union {
		gang_function made;
		loop_function called;
	} plain = { find_function(program, "plain") }, runs = { find_function(program, "runs") };
	static const uint64_t middles[] = { 0, 0, 100, 0x7f, 0x80, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, 0x7fffffffffffffff, 0x8000000000000000 };
	for (int trial = 0; trial < TRIALS; trial++) {
		uint64_t numbers[2 * CONDITIONS + 1];
		uint32_t logs[2][LOG] = { { 0 } };
		for (int i = 0; i < CONDITIONS; i++) {
			uint64_t middle = middles[chance() % 11];
			numbers[i] = middle + chance() % 65 - 32;
			numbers[CONDITIONS + i] = middle + (chance() % 3 ? chance() % 600 - 300 : chance() % 65 - 32);
		}
		numbers[2 * CONDITIONS] = (chance() % MOST_TURNS + 1) * (uint64_t)step;
		plain.called(numbers, logs[0]);
		runs.called(numbers, logs[1]);
		CHECK(!memcmp(logs[0], logs[1], sizeof(logs[0])));
	}
}

// Returns whether there was a run to make.
static bool try_program(void)
{
	static const char *const comparisons[] = { "ult", "slt", "ne" };
	struct program program;
	struct aw_str text = { 0 }, body = { 0 };
	int step = 1 << chance() % 5;
	aw_str_add(&body, "  %place = getelementptr i32, ptr %log, i32 %line32\n  %a0 = icmp ult i32 %line32, 100000\n");
	struct number numbers[CONDITIONS];
	for (unsigned i = 0; i < CONDITIONS; i++) {
		numbers[i] = random_number();
		add_number(&body, &numbers[i], i);
		add_condition(&body, &numbers[i], i);
	}
	const char *comparison = comparisons[chance() % 3];
	begin(&program, LANES, AW_CPU_GEOMETRY_FULL);
	add_function(&text, "plain", body.text, numbers, step, comparison);
	add_function(&text, "runs", body.text, numbers, step, comparison);
	link_text(program.unit.module, text.text);
	LLVMValueRef function = LLVMGetNamedFunction(program.unit.module, "runs");
	aw_gang_runs_make(&program.unit, function);
	char *printed = LLVMPrintValueToString(function);
	bool made = strstr(printed, "run.again") != NULL;
	LLVMDisposeMessage(printed);
	translate(&program);
	compare(&program, step);
	aw_str_finish(&text);
	aw_str_finish(&body);
	end(&program);
	return made;
}

int main(void)
{
	unsigned made = 0;
	for (unsigned i = 0; i < PROGRAMS && take_target("x86-64-v3"); i++)
		made += try_program();
	CHECK(made >= PROGRAMS * 3 / 4); // the others have too deep guards
	return unit_finish();
}
