// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of columns (gang_columns.c): random sums of what is around each lane, in loops over gangs that begin where the numbers of
// neighbours wrap around, too.  What is written stays the same, and columns are made; not of loads that aren't early ones, nor in loops
// whose turns don't go on where the last one ended.
//
// LINK: compiler
#include "compiler/simd/gang_columns.h"
#include "unit/compiler/gang.h"

enum { PROGRAMS = 200, TRIALS = 30, ROWS = 4, COLUMNS = 3, MOST_CELLS = ROWS * COLUMNS, PITCH = 1024, MOST_TURNS = 6 };

struct sum {
	unsigned lanes, bits, wide; // of a cell, and of the sum
	bool saturates;
	unsigned count;
	struct cell {
		unsigned row, column, shift;
		bool negative;
	} cells[MOST_CELLS];
};

static struct sum random_sum(void)
{
	struct sum sum = { .lanes = 8u << chance() % 3, .bits = 8u << chance() % 2 };
	sum.wide = chance() % 3 ? sum.bits : 2 * sum.bits;
	sum.saturates = sum.wide == sum.bits && chance() % 3 == 0;
	bool whole = chance() % 2; // the outer columns
	for (unsigned i = 0; i < MOST_CELLS; i++) {
		unsigned row = i / COLUMNS, column = i % COLUMNS;
		if (!(whole && column != 1 && row < ROWS - 1) && chance() % 3 == 0)
			continue;
		struct cell cell = { row, column, 0, false };
		if (!sum.saturates) {
			cell.shift = row == 1;
			cell.negative = whole ? column == 2 && sum.lanes == 16 : chance() % 2;
		}
		sum.cells[sum.count++] = cell;
	}
	for (unsigned i = sum.count; i > 1; i--) { // in any order
		unsigned k = chance() % i;
		struct cell cell = sum.cells[k];
		sum.cells[k] = sum.cells[i - 1];
		sum.cells[i - 1] = cell;
	}
	return sum;
}

static void add_cell(struct aw_str *out, const struct sum *sum, unsigned i, const char *early)
{
	const struct cell *cell = &sum->cells[i];
	unsigned lanes = sum->lanes;
	aw_str_format(out, "  %%p%u = getelementptr i%u, ptr %%row%u, i64 %%c%u\n", i, sum->bits, cell->row, cell->column);
	aw_str_format(out, "  %%v%u = load <%u x i%u>, ptr %%p%u, align 1%s\n", i, lanes, sum->bits, i, early);
	if (sum->wide != sum->bits)
		aw_str_format(out, "  %%w%u = zext <%u x i%u> %%v%u to <%u x i%u>\n", i, lanes, sum->bits, i, lanes, sum->wide);
	else
		aw_str_format(out, "  %%w%u = add <%u x i%u> %%v%u, zeroinitializer\n", i, lanes, sum->bits, i);
}

// The cells are loaded, then added up one after the other.
static void add_sum(struct aw_str *out, const struct sum *sum, const char *early)
{
	const char *plain = sum->wide == sum->bits ? "v" : "w";
	for (unsigned i = 0; i < sum->count; i++) {
		add_cell(out, sum, i, early);
		aw_str_format(out, "  %%x%u = shl <%u x i%u> %%%s%u, splat (i%u %u)\n", i, sum->lanes, sum->wide, plain, i, sum->wide,
		              sum->cells[i].shift);
	}
	aw_str_format(out, "  %%s0 = xor <%u x i%u> %%%s%u, splat (i%u 1)\n", sum->lanes, sum->wide, plain, 0, sum->wide);
	for (unsigned i = 0; i < sum->count; i++) {
		const char *cell = sum->cells[i].shift ? "x" : plain;
		if (sum->saturates)
			aw_str_format(out, "  %%s%u = call <%u x i%u> @llvm.uadd.sat.v%ui%u(<%u x i%u> %%s%u, <%u x i%u> %%%s%u)\n", i + 1, sum->lanes,
			              sum->wide, sum->lanes, sum->wide, sum->lanes, sum->wide, i, sum->lanes, sum->wide, cell, i);
		else
			aw_str_format(out, "  %%s%u = %s <%u x i%u> %%s%u, %%%s%u\n", i + 1, sum->cells[i].negative ? "sub" : "add", sum->lanes, sum->wide,
			              i, cell, i);
	}
}

// A loop over gangs from cell START on, whose neighbours' numbers have as few bits.  STEP: lanes from turn to turn.
static void add_function(struct aw_str *out, const char *name, const struct sum *sum, const char *early, unsigned step)
{
	aw_str_format(out, "define void @%s(ptr %%in, ptr %%out, i64 %%start, i64 %%turns) {\nentry:\n  %%i = trunc i64 %%start to i8\n", name);
	for (unsigned i = 0; i < ROWS; i++)
		aw_str_format(out, "  %%row%u = getelementptr i8, ptr %%in, i64 %u\n", i, i * PITCH);
	for (unsigned i = 0; i < COLUMNS; i++)
		aw_str_format(out, "  %%i%u = add i8 %%i, %d\n  %%b%u = zext i8 %%i%u to i64\n", i, (int)i - 1, i, i);
	aw_str_add(out, "  br label %loop\nloop:\n  %turn = phi i64 [ 0, %entry ], [ %turn.next, %latch ]\n");
	for (unsigned i = 0; i < COLUMNS; i++)
		aw_str_format(out, "  %%c%u = phi i64 [ %%b%u, %%entry ], [ %%c%u.next, %%latch ]\n", i, i, i);
	add_sum(out, sum, early);
	aw_str_format(out, "  %%to = getelementptr <%u x i%u>, ptr %%out, i64 %%turn\n", sum->lanes, sum->wide);
	aw_str_format(out, "  %%odd = trunc i64 %%turn to i1\n  br i1 %%odd, label %%here, label %%latch\nhere:\n  br label %%latch\nlatch:\n"
	                   "  store <%u x i%u> %%s%u, ptr %%to, align 1\n", sum->lanes, sum->wide, sum->count);
	for (unsigned i = 0; i < COLUMNS; i++)
		aw_str_format(out, "  %%c%u.next = add i64 %%c%u, %u\n", i, i, step);
	aw_str_add(out, "  %turn.next = add i64 %turn, 1\n  %ends = icmp eq i64 %turn.next, %turns\n  br i1 %ends, label %exit, label %loop\n"
	                "exit:\n  %far = phi i64 [ %c1, %latch ]\n  store i64 %far, ptr %out, align 1\n  ret void\n}\n");
}

typedef void (*loop_function)(const uint8_t *in, uint8_t *out, uint64_t start, uint64_t turns);

static void compare(struct program *program)
{
	union {
		gang_function made;
		loop_function called;
	} plain = { find_function(program, "plain") }, columns = { find_function(program, "columns") };
	static uint8_t in[(ROWS + 2) * PITCH], out[2][MOST_TURNS * LANES * 8];
	for (int trial = 0; trial < TRIALS; trial++) {
		static const uint64_t starts[] = { 0, 1, 2, 100, 128, 253, 254, 255 };
		uint64_t start = starts[chance() % 8], turns = chance() % MOST_TURNS + 1;
		for (size_t i = 0; i < sizeof(in); i++)
			in[i] = (uint8_t)(chance() % 4 ? chance() % 30 : chance());
		memset(out, 0, sizeof(out));
		plain.called(in, out[0], start, turns);
		columns.called(in, out[1], start, turns);
		CHECK(!memcmp(out[0], out[1], sizeof(out[0])));
	}
}

// Returns how many sums had columns.
static unsigned try_sum(const struct sum *sum, const char *early, unsigned step)
{
	struct program program;
	struct aw_str text = { 0 };
	unsigned made = 0;
	begin(&program, LANES, AW_CPU_GEOMETRY_FULL);
	aw_str_format(&text, "declare <%u x i%u> @llvm.uadd.sat.v%ui%u(<%u x i%u>, <%u x i%u>)\n", sum->lanes, sum->wide, sum->lanes, sum->wide,
	              sum->lanes, sum->wide, sum->lanes, sum->wide);
	add_function(&text, "plain", sum, early, step);
	add_function(&text, "columns", sum, early, step);
	aw_str_add(&text, "!0 = !{}\n");
	link_text(program.unit.module, text.text);
	LLVMValueRef function = LLVMGetNamedFunction(program.unit.module, "columns");
	aw_gang_columns_make(&program.unit, function);
	char *printed = LLVMPrintValueToString(function);
	for (const char *at = printed; (at = strstr(at, "columns.last")); at++)
		made += strstr(at, " = phi") == at + strlen("columns.last");
	LLVMDisposeMessage(printed);
	translate(&program);
	compare(&program);
	aw_str_finish(&text);
	end(&program);
	return made;
}

int main(void)
{
	unsigned made = 0;
	for (unsigned i = 0; i < PROGRAMS && take_target("x86-64-v3"); i++) {
		struct sum sum = random_sum();
		if (sum.count < 2)
			continue;
		made += try_sum(&sum, ", !aw.early !0", sum.lanes);
		if (i % 8 == 0) {
			CHECK(try_sum(&sum, "", sum.lanes) == 0);
			CHECK(try_sum(&sum, ", !aw.early !0", sum.lanes + 1) == 0);
		}
	}
	CHECK(made >= PROGRAMS / 3);
	return unit_finish();
}
