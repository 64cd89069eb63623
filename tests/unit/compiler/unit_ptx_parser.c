// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The PTX parser: every form of statement and operand, numbers, comments, and what is no PTX.  Statements
// are written back as text and compared.
//
// LINK: compiler
#include <string.h>

#include "compiler/ptx/ptx_parser.h"
#include "unit/unit.h"

static void write_atom(const struct aw_ptx_atom *atom, struct aw_str *text)
{
	double real;
	memcpy(&real, &atom->bits, sizeof(real));
	switch (atom->kind) {
	case AW_PTX_NAME:
		aw_str_format(text, "%s%s%s%s", atom->negated ? "!" : "", atom->name, *atom->selector ? "." : "", atom->selector);
		break;
	case AW_PTX_NUMBER: aw_str_format(text, "%lld", (long long)atom->bits); break;
	case AW_PTX_REAL: aw_str_format(text, "%gf", real); break;
	case AW_PTX_NOTHING: aw_str_add(text, "_"); break;
	}
}

static void write_operand(const struct aw_ptx_parser *parser, const struct aw_ptx_operand *operand, struct aw_str *text)
{
	static const char *const begin[] = { "", "{", "", "[", "[", "(" }, *const between[] = { "", ",", "|", "+", ",", "," };
	aw_str_add(text, begin[operand->kind]);
	for (unsigned i = 0; i < operand->count; i++) {
		aw_str_add(text, i ? between[operand->kind] : "");
		write_atom(aw_ptx_atom(parser, operand, i), text);
	}
	if (operand->kind == AW_PTX_ADDRESS)
		aw_str_format(text, "%+lld]", (long long)operand->offset);
	aw_str_add(text, operand->kind == AW_PTX_VECTOR ? "}" : operand->kind == AW_PTX_LIST ? ")" : "");
}

static void write_instruction(const struct aw_ptx_parser *parser, const struct aw_ptx_instruction *instruction,
                              struct aw_str *text)
{
	if (instruction->guard)
		aw_str_format(text, "@%s%s ", instruction->guard_negated ? "!" : "", instruction->guard);
	aw_str_add(text, instruction->opcode);
	for (unsigned i = 0; i < instruction->modifier_count; i++)
		aw_str_format(text, ".%s", instruction->modifiers[i]);
	for (unsigned i = 0; i < instruction->operand_count; i++) {
		aw_str_add(text, i ? ", " : " ");
		write_operand(parser, &instruction->operands[i], text);
	}
}

// All statements of SOURCE, with "; " between them; ends with the message of an error.
static void check(const char *source, const char *expected, int line)
{
	struct aw_ptx_parser parser;
	struct aw_ptx_statement statement = { .kind = AW_PTX_OPEN };
	struct aw_str text = { 0 };
	aw_ptx_parser_init(&parser, source);
	while (statement.kind != AW_PTX_WRONG && aw_ptx_parser_next(&parser, &statement) != AW_PTX_FINISHED) {
		aw_str_add(&text, text.length ? "; " : "");
		switch (statement.kind) {
		case AW_PTX_INSTRUCTION: write_instruction(&parser, &statement.instruction, &text); break;
		case AW_PTX_LABEL: aw_str_format(&text, "%s:", statement.name); break;
		case AW_PTX_REGISTER: aw_str_format(&text, ".%s %s<%u>", statement.type, statement.name, statement.count); break;
		case AW_PTX_OPEN: aw_str_add(&text, "{"); break;
		case AW_PTX_CLOSE: aw_str_add(&text, "}"); break;
		case AW_PTX_VARIABLE:
			aw_str_format(&text, ".%s .align %u .v%u .%s %s[%llu]", statement.declaration.space, statement.declaration.align,
			              statement.declaration.lanes, statement.declaration.type, statement.declaration.name,
			              (unsigned long long)statement.declaration.count);
			break;
		case AW_PTX_TARGETS:
			aw_str_add(&text, ".branchtargets ");
			write_operand(&parser, &statement.instruction.operands[0], &text);
			break;
		case AW_PTX_PROTOTYPE:
			aw_str_format(&text, "%s -> %s", statement.prototype.name,
			              statement.prototype.result.type ? statement.prototype.result.type : "nothing");
			for (size_t i = 0; i < statement.prototype.parameters.count; i++)
				aw_str_format(&text, " %s", statement.prototype.parameters.items[i].type);
			aw_vec_finish(&statement.prototype.parameters);
			break;
		default: aw_str_add(&text, parser.error.text); break;
		}
	}
	aw_str_add(&text, "");
	bool same = !strcmp(text.text, expected);
	if (!same)
		fprintf(stderr, "line %d: got      %s\n         expected %s\n", line, text.text, expected);
	unit_count(same, __FILE__, line, source);
	aw_str_finish(&text);
	aw_ptx_parser_finish(&parser);
}
#define PARSES(source, expected) check(source, expected, __LINE__)

int main(void)
{
	PARSES("", "");
	PARSES(";;", "");
	PARSES("membar.gl;", "membar.gl");
	PARSES("membar.gl", "membar.gl");
	PARSES("add.u32 $0,$1,\t$2;", "add.u32 $0, $1, $2");
	PARSES("/* a\n; */ mov.u32 %r1, %tid.x; // b; c\n ret;", "mov.u32 %r1, %tid.x; ret");
	PARSES("mov.b32 d, 0x1F; mov.b32 d, 017; mov.b32 d, 0b101; mov.b32 d, -5; mov.b32 d, 7U;",
	       "mov.b32 d, 31; mov.b32 d, 15; mov.b32 d, 5; mov.b32 d, -5; mov.b32 d, 7");
	PARSES("mov.f32 f, 0f3FC00000; mov.f64 f, 0dBFF0000000000000; add.f32 f, 2.5, -1e3;",
	       "mov.f32 f, 1.5f; mov.f64 f, -1f; add.f32 f, 2.5f, -1000f");
	PARSES("ld.global.v2.u32 {%0, _}, [%rd1+16];", "ld.global.v2.u32 {%0,_}, [%rd1+16]");
	PARSES("ld.u32 a, [p]; ld.u32 a, [p - 4]; ld.u32 a, [p+-8]; ld.u32 a, [64]; ld.u32 a, [p+$2];",
	       "ld.u32 a, [p+0]; ld.u32 a, [p-4]; ld.u32 a, [p-8]; ld.u32 a, [+64]; ld.u32 a, [p+$2+0]");
	PARSES("cp.async.cg.shared::cta.global.L2::128B [a], [b], 16;",
	       "cp.async.cg.shared::cta.global.L2::128B [a+0], [b+0], 16");
	PARSES("shfl.sync.idx.b32 d|p, a, 0, 31, -1;", "shfl.sync.idx.b32 d|p, a, 0, 31, -1");
	PARSES("@p bra L; @!q exit; L: trap;", "@p bra L; @!q exit; L:; trap");
	PARSES("bar.red.and.pred p, 0, !q;", "bar.red.and.pred p, 0, !q");
	PARSES("vadd.u32.u32.u32 d.h1, a.b2, b, c;", "vadd.u32.u32.u32 d.h1, a.b2, b, c");
	PARSES("{ .reg .pred p, q; .reg .b32 t<3>; not.pred p, q }", "{; .pred p<0>; .pred q<0>; .b32 t<3>; not.pred p, q; }");
	PARSES(".pragma \"nounroll\"; exit;", "exit");

	PARSES("add.u32 a b;", "PTX has \"b\" where \",\" is expected");
	PARSES("add.u32 a,", "PTX ends where an operand is expected");
	PARSES("ld.u32 a, [b;", "PTX has \";\" where \"]\" is expected");
	PARSES("mov.b64 {a, }, b;", "PTX has \"}\" where an operand is expected");
	PARSES("@5 exit;", "PTX has \"5\" where a predicate is expected");
	PARSES(".reg .u32;", "PTX has \";\" where the name of a register is expected");
	PARSES(".shared .align 8 .v2 .f32 x[3][4]; .local .b8 y; .param .b64 z[];",
	       ".shared .align 8 .v2 .f32 x[12]; .local .align 0 .v1 .b8 y[1]; .param .align 0 .v1 .b64 z[0]");
	PARSES("call (r), f, (a, b), p; call f;", "call (r), f, (a,b), p; call f");
	PARSES("t: .branchtargets A, B; p: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 4 .b8 _[8]);",
	       "t:; .branchtargets (A,B); p:; _ -> b32 b64 b8");
	PARSES(".loc 1 2 3, function_name x, inlined_at 1 4 5\nexit;", "exit");
	PARSES(".global .u32 x;", "PTX directive .global is not supported here");
	PARSES("p: .callprototype _ (.reg .b32 _);", "p:; PTX has \"b32\" where a parameter in .param is expected");
	PARSES("mov.u32 a, 0z;", "PTX has \"0z\" where an operand is expected");
	PARSES("= 3", "PTX has \"=\" where an instruction is expected");
	return unit_finish();
}
