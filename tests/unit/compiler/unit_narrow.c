// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half and bfloat16 widened to float (simd_narrow.c) beside the same instructions as LLVM translates them for single
// numbers: all numbers of one operand, many of several, bit for bit.
//
// LINK: compiler
#include <llvm-c/Support.h>

#include "devlib/cpu/support_narrow.c"
#include "unit/compiler/gang.h"

// An instruction on %a, %b and %c of type T, or on %s (float), %d (double), %i (i32).
static const struct {
	const char *text, *result;
} rows[] = {
	{ "fadd T %a, %b", "T" }, { "fmul T %a, %b", "T" }, { "fdiv T %a, %b", "T" }, { "fneg T %a", "T" },
	{ "fcmp olt T %a, %b", "i1" }, { "fcmp ueq T %a, %b", "i1" }, { "fcmp uno T %a, %b", "i1" },
	{ "select i1 %k, T %a, T %b", "T" },
	{ "call T @llvm.fma.M(T %a, T %b, T %c)", "T" }, { "call T @llvm.fmuladd.M(T %a, T %b, T %c)", "T" },
	{ "call T @llvm.sqrt.M(T %a)", "T" }, { "call T @llvm.fabs.M(T %a)", "T" }, { "call T @llvm.rint.M(T %a)", "T" },
	{ "call T @llvm.copysign.M(T %a, T %b)", "T" }, { "call T @llvm.round.M(T %a)", "T" },
	{ "call T @llvm.minnum.M(T %a, T %b)", "T" },
	{ "call T @llvm.maximum.M(T %a, T %b)", "T" },
	{ "call i32 @llvm.fptosi.sat.i32.M(T %a)", "i32" }, { "call i64 @llvm.fptoui.sat.i64.M(T %a)", "i64" },
	{ "fptrunc float %s to T", "T" }, { "fptrunc double %d to T", "T" }, { "fpext T %a to double", "double" },
	{ "sitofp i32 %i to T", "T" }, { "uitofp i32 %i to T", "T" },
};
enum { ROW_COUNT = sizeof(rows) / sizeof(*rows) };

// TEXT with T and M (the type's name in functions' names) filled in.
static void add_text(struct aw_str *out, const char *text, const char *type, const char *mangled)
{
	for (; *text; text++) {
		bool word = strchr(" (@.,", text > out->text ? text[-1] : ' ') != NULL;
		if (*text == 'T' && word)
			aw_str_add(out, type);
		else if (*text == 'M' && text[-1] == '.')
			aw_str_add(out, mangled);
		else
			aw_str_add_bytes(out, text, 1);
	}
}

// A function of the operands' bits: i64 (i64 a, i64 b, i64 c).
static void add_function(struct aw_str *out, const char *name, int row, bool brain)
{
	const char *type = brain ? "bfloat" : "half", *mangled = brain ? "bf16" : "f16", *result = rows[row].result;
	aw_str_format(out, "define i64 @%s(i64 %%x, i64 %%y, i64 %%z) {\n", name);
	for (int i = 0; i < 3; i++)
		aw_str_format(out, "  %%t%c = trunc i64 %%%c to i16\n  %%%c = bitcast i16 %%t%c to %s\n", "abc"[i], "xyz"[i], "abc"[i],
		              "abc"[i], type);
	aw_str_add(out, "  %i = trunc i64 %x to i32\n  %s = bitcast i32 %i to float\n  %d = bitcast i64 %x to double\n"
	                "  %k = trunc i64 %z to i1\n  %r = ");
	add_text(out, rows[row].text, type, mangled);
	bool narrow = *result == 'T';
	if (narrow)
		aw_str_format(out, "\n  %%n = bitcast %s %%r to i16\n  %%o = zext i16 %%n to i64\n", type);
	else if (!strcmp(result, "double"))
		aw_str_add(out, "\n  %o = bitcast double %r to i64\n");
	else
		aw_str_format(out, "\n  %%o = %s %s %%r to i64\n", strcmp(result, "i64") ? "zext" : "bitcast", result);
	aw_str_add(out, "  ret i64 %o\n}\n");
}

// The functions are called by their declarations, which LLVM knows.
static void add_declaration(struct aw_str *out, const char *text, bool brain)
{
	const char *name = strchr(text, '@'), *type = brain ? "bfloat" : "half";
	if (!name)
		return;
	struct aw_str line = { 0 };
	aw_str_format(&line, "declare %.*s(", (int)(strchr(name, '(') - text - 5), text + 5);
	for (const char *at = strchr(name, '('); (at = strstr(at, "T %")); at++)
		aw_str_format(&line, "%sT", line.text[line.length - 1] == '(' ? "" : ", ");
	aw_str_add(&line, ")\n");
	add_text(out, line.text, type, brain ? "bf16" : "f16");
	aw_str_finish(&line);
}

static uint64_t operand(int trial)
{
	uint64_t bits = (uint64_t)chance() << 33 ^ (uint64_t)chance() << 11 ^ chance();
	float near = (float)((int)(chance() % 2000) - 1000) / 16;
	double wide = near * (1 + (double)(chance() % 4096) / (1u << 22));
	if (trial % 3 == 1)
		memcpy(&bits, &wide, sizeof(bits));
	return bits;
}

typedef uint64_t (*narrow_function)(uint64_t, uint64_t, uint64_t);

// A NaN in the low half: quiet.  What becomes of the others is the processor's business.
static bool is_nan(uint64_t bits, bool brain)
{
	return (bits & 0x7fff) > (brain ? 0x7f80 : 0x7c00);
}

static uint64_t quiet(uint64_t bits, bool brain)
{
	return is_nan(bits, brain) ? bits | (brain ? 0x40 : 0x200) : bits;
}

struct pair {
	narrow_function plain, wide;
	bool brain, narrow; // the result is narrow, too
	bool zeros;         // either zero will do
};

static unsigned differ(const struct pair *pair, uint64_t a, uint64_t b, uint64_t c)
{
	a = quiet(a, pair->brain), b = quiet(b, pair->brain), c = quiet(c, pair->brain);
	uint64_t one = pair->plain(a, b, c), other = pair->wide(a, b, c);
	if (pair->zeros && ((one | other) & 0x7fff) == 0)
		return 0;
	return one != other && !(pair->narrow && is_nan(one, pair->brain) && is_nan(other, pair->brain));
}

static unsigned compare(const struct pair *pair)
{
	unsigned wrong = 0;
	for (uint64_t a = 0; a < 0x10000; a++) {
		uint64_t b = operand((int)a), c = operand((int)a + 1);
		wrong += differ(pair, a, b, c);
		wrong += differ(pair, a, c & 0x83ff, a ^ 1);
		wrong += differ(pair, b, c, a);
		wrong += differ(pair, b << 16, a, a);
	}
	return wrong;
}

static void try_row(int row, bool brain)
{
	struct program program;
	struct aw_str text = { 0 };
	begin(&program, 8, AW_CPU_GEOMETRY_FULL);
	add_declaration(&text, rows[row].text, brain);
	add_function(&text, "plain", row, brain);
	add_function(&text, "wide", row, brain);
	link_text(program.unit.module, text.text);
	aw_simd_widen_narrow(&program.unit, LLVMGetNamedFunction(program.unit.module, "wide"));
	translate(&program);
	union {
		gang_function made;
		narrow_function called;
	} plain = { find_function(&program, "plain") }, wide = { find_function(&program, "wide") };
	struct pair pair = { plain.called, wide.called, brain, *rows[row].result == 'T', strstr(rows[row].text, "minnum") != NULL };
	unsigned wrong = compare(&pair);
	if (wrong)
		fprintf(stderr, "%s of %s, %s: %u wrong\n", rows[row].text, brain ? "bfloat" : "half", target, wrong);
	CHECK_EQUAL(wrong, 0);
	aw_str_finish(&text);
	end(&program);
}

int main(void)
{
	LLVMAddSymbol("__truncsfbf2", (void *)(uintptr_t)__truncsfbf2);
	LLVMAddSymbol("__truncdfbf2", (void *)(uintptr_t)__truncdfbf2);
	LLVMAddSymbol("__truncdfhf2", (void *)(uintptr_t)__truncdfhf2);
	LLVMAddSymbol("__truncsfhf2", (void *)(uintptr_t)__truncsfhf2);
	LLVMAddSymbol("__extendhfsf2", (void *)(uintptr_t)__extendhfsf2);
	for (size_t i = 0; i < LEVEL_COUNT; i++)
		for (int row = 0; row < ROW_COUNT && take_target(levels[i]); row++)
			for (int brain = 0; brain < 2; brain++)
				try_row(row, brain);
	return unit_finish();
}
