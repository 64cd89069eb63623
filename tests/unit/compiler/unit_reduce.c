// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffle trees that are reductions (simd_reduce.c): which are found, and that the results stay the same.  A tree is
// a list of steps "dN" (lane + N), "uN" (lane - N), "xN" (lane ^ N), lanes without source keep their own.
//
// LINK: compiler
#include "unit/compiler/gang.h"

// OPERATION is what stands before the type, or a function's name; FOUND: the tree is a reduction.
static const struct {
	const char *operation, *steps;
	unsigned lane;
	bool found;
} rows[] = {
	{ "add", "d16 d8 d4 d2 d1", 0, true },
	{ "add", "d1 d2 d4 d8 d16", 0, true },
	{ "add", "u1 u2 u4 u8 u16", 31, true }, { "add", "u1 u2 u4 u8 u16", 15, false }, // the last step is without a source
	{ "add", "x1 x2 x4 x8 x16", 7, true },
	{ "add", "d16 d8 d4 d2", 0, false },
	{ "add", "d16 d8 d4 d2 d1", 1, false },
	{ "sub", "d16 d8 d4 d2 d1", 0, false },
	{ "xor", "x16 x8 x4 x2 x1", 31, true },
	{ "or", "u1 u2 u4 u8 u16", 31, true },
	{ "and", "d1 d2 d4 d8 d16", 0, true },
	{ "@llvm.smin", "d1 d2 d4 d8 d16", 0, true },
	{ "@llvm.umax", "d16 d8 d4 d2 d1", 0, true },
	{ "mul", "d16 d8 d4 d2 d1", 0, false },
};
enum { ROW_COUNT = sizeof(rows) / sizeof(*rows) };

static void add_step(struct aw_str *out, const char *operation, const char *step, int number)
{
	int distance = atoi(step + 1);
	aw_str_format(out, "  %%s%d = shufflevector <32 x i32> %%v%d, <32 x i32> poison, <32 x i32> <", number, number);
	for (int lane = 0; lane < LANES; lane++) {
		int source = *step == 'd' ? lane + distance : *step == 'u' ? lane - distance : lane ^ distance;
		aw_str_format(out, "%si32 %d", lane ? ", " : "", source < 0 || source >= LANES ? lane : source);
	}
	aw_str_add(out, ">\n");
	if (*operation == '@')
		aw_str_format(out, "  %%v%d = call <32 x i32> %s.v32i32(<32 x i32> %%v%d, <32 x i32> %%s%d)\n", number + 1, operation,
		              number, number);
	else
		aw_str_format(out, "  %%v%d = %s <32 x i32> %%s%d, %%v%d\n", number + 1, operation, number, number);
}

// Stores the lane, a splat of it, and it alone by a masked store.
static void add_function(struct aw_str *out, const char *name, unsigned row)
{
	int number = 0;
	aw_str_format(out, "define void @%s(ptr %%in, ptr %%out) {\n  %%v0 = load <32 x i32>, ptr %%in, align 4\n", name);
	for (const char *step = rows[row].steps; step; step = strchr(step, ' ') ? strchr(step, ' ') + 1 : NULL)
		add_step(out, rows[row].operation, step, number++);
	unsigned lane = rows[row].lane;
	aw_str_format(out, "  %%e = extractelement <32 x i32> %%v%d, i32 %u\n  store i32 %%e, ptr %%out\n", number, lane);
	aw_str_format(out, "  %%b = shufflevector <32 x i32> %%v%d, <32 x i32> poison, <32 x i32> <", number);
	for (int i = 0; i < LANES; i++)
		aw_str_format(out, "%si32 %u", i ? ", " : "", lane);
	aw_str_add(out, ">\n  %q = getelementptr i8, ptr %out, i64 128\n  store <32 x i32> %b, ptr %q, align 4\n"
	                "  %r = getelementptr i8, ptr %out, i64 256\n");
	aw_str_format(out, "  call void @llvm.masked.store.v32i32.p0(<32 x i32> %%v%d, ptr %%r, i32 4, <32 x i1> <", number);
	for (unsigned i = 0; i < LANES; i++)
		aw_str_format(out, "%si1 %d", i ? ", " : "", i == lane);
	aw_str_add(out, ">)\n  ret void\n}\n");
}

static unsigned count(const char *text, const char *word)
{
	unsigned found = 0;
	for (; (text = strstr(text, word)); text++)
		found++;
	return found;
}

typedef void (*tree_function)(const uint32_t *, uint32_t *);

static void compare(struct program *program)
{
	union {
		gang_function made;
		tree_function called;
	} plain = { find_function(program, "plain") }, folded = { find_function(program, "folded") };
	for (int trial = 0; trial < 20; trial++) {
		uint32_t in[LANES], out[2][96] = { { 0 } };
		for (int i = 0; i < LANES; i++)
			in[i] = chance() << 1 ^ chance();
		plain.called(in, out[0]);
		folded.called(in, out[1]);
		CHECK(!memcmp(out[0], out[1], sizeof(out[0])));
	}
}

static void try_row(unsigned row)
{
	struct program program;
	struct aw_str text = { 0 };
	begin(&program, LANES, AW_CPU_GEOMETRY_FULL);
	add_function(&text, "plain", row);
	add_function(&text, "folded", row);
	if (*rows[row].operation == '@')
		aw_str_format(&text, "declare <32 x i32> %s.v32i32(<32 x i32>, <32 x i32>)\n", rows[row].operation);
	aw_str_add(&text, "declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32, <32 x i1>)\n");
	link_text(program.unit.module, text.text);
	LLVMValueRef function = LLVMGetNamedFunction(program.unit.module, "folded");
	bool found = aw_simd_fold_reductions(&program.unit, function);
	char *printed = LLVMPrintValueToString(function);
	if (found != rows[row].found)
		fprintf(stderr, "%s %s:\n", rows[row].operation, rows[row].steps);
	CHECK_EQUAL(found, rows[row].found);
	CHECK_EQUAL(count(printed, "@llvm.vector.reduce."), rows[row].found ? 3 : 0);
	LLVMDisposeMessage(printed);
	translate(&program);
	compare(&program);
	aw_str_finish(&text);
	end(&program);
}

int main(void)
{
	for (size_t i = 0; i < LEVEL_COUNT; i++)
		for (unsigned row = 0; row < ROW_COUNT && take_target(levels[i]); row++)
			try_row(row);
	return unit_finish();
}
