// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements of PTX text: instructions with their modifiers and operands, declarations of registers and variables,
// labels and scopes.  The parser knows the syntax only; what opcodes and modifiers there are is
// for ptx_ops.def.  What stands around functions is read by ptx_module.c.
#ifndef AW_COMPILER_PTX_PTX_PARSER_H
#define AW_COMPILER_PTX_PTX_PARSER_H

#include "../../base/map.h"
#include "../../base/str.h"
#include "../../base/vec.h"
#include "ptx_lexer.h"

enum aw_ptx_atom_kind {
	AW_PTX_NAME,    // a register, special register or label
	AW_PTX_NUMBER,  // an integer; `bits` holds it in two's complement
	AW_PTX_REAL,    // a float; `bits` are those of a double
	AW_PTX_NOTHING, // "_": a result that isn't wanted
};

struct aw_ptx_atom {
	enum aw_ptx_atom_kind kind;
	const char *name;     // with its dots for special registers: "%tid.x"
	const char *selector; // ".b1", ".h0", ".b3210" behind a register; "" for none
	bool negated;         // "!p", "-r"
	uint64_t bits;
};

enum aw_ptx_operand_kind {
	AW_PTX_SINGLE,  // one atom
	AW_PTX_VECTOR,  // {a, b}
	AW_PTX_PAIR,    // d|p
	AW_PTX_ADDRESS, // [a + b], [a], with at most two atoms and an offset
	AW_PTX_IMAGE,   // [a, {b, c}]: a texture or surface and coordinates
	AW_PTX_LIST,    // (a, b): what a call takes or gives; may be empty
};

struct aw_ptx_operand {
	enum aw_ptx_operand_kind kind;
	unsigned first; // its atoms are atoms.items[first], …
	unsigned count;
	int64_t offset; // of an address
};

enum { AW_PTX_MAX_OPERANDS = 12, AW_PTX_MAX_MODIFIERS = 16 };

struct aw_ptx_instruction {
	const char *opcode;
	const char *modifiers[AW_PTX_MAX_MODIFIERS];
	unsigned modifier_count;
	const char *guard; // the predicate of "@p"; NULL: none
	bool guard_negated;
	struct aw_ptx_operand operands[AW_PTX_MAX_OPERANDS];
	unsigned operand_count;
	unsigned line;
};

// ".shared .align 4 .v2 .f32 name[10]", without initializer.
struct aw_ptx_declaration {
	const char *space; // "global", "const", "shared", "local", "param", "reg"
	const char *type;  // "f32"
	const char *name;
	unsigned align; // in bytes; 0: the type's
	unsigned lanes; // of a vector, else 1
	uint64_t count; // of elements, all dimensions' product; 0 for "[]"
	bool is_array;
};

enum { AW_PTX_MAX_PARAMETERS = 256 };

// ".callprototype (.param .b32 _) _ (.param .b64 _);", and the head of a function.
struct aw_ptx_prototype {
	struct aw_ptx_declaration result; // its type is NULL when there is none
	const char *name;
	AW_VEC(struct aw_ptx_declaration) parameters;
};

enum aw_ptx_statement_kind {
	AW_PTX_FINISHED,
	AW_PTX_INSTRUCTION,
	AW_PTX_LABEL,    // name
	AW_PTX_REGISTER, // name, type, and how many: "%r<5>" makes %r0 to %r4; 0 for one of that name
	AW_PTX_VARIABLE, // declaration
	AW_PTX_TARGETS,  // .branchtargets, of the label before: the atoms of instruction.operands[0]
	AW_PTX_PROTOTYPE, // .callprototype, of the label before: prototype, which the caller finishes
	AW_PTX_OPEN,     // {
	AW_PTX_CLOSE,    // }
	AW_PTX_WRONG,    // the message is in parser->error
};

struct aw_ptx_statement {
	enum aw_ptx_statement_kind kind;
	const char *name;
	const char *type;
	unsigned count;
	struct aw_ptx_instruction instruction;
	struct aw_ptx_declaration declaration;
	struct aw_ptx_prototype prototype;
};

struct aw_ptx_parser {
	struct aw_ptx_lexer lexer;
	struct aw_ptx_token token; // the next one
	AW_VEC(struct aw_ptx_atom) atoms; // of the last instruction
	AW_VEC(char *) words;             // all names ever seen, each once
	struct aw_map word_map;
	const char *declared_type; // inside ".reg .u32 a, b;": the type of what follows
	struct aw_str error;
};

// TEXT must live as long as the parser.
void aw_ptx_parser_init(struct aw_ptx_parser *parser, const char *text);
void aw_ptx_parser_finish(struct aw_ptx_parser *parser);

// The next statement; what it points to lives until the next call, names as long as the parser.
enum aw_ptx_statement_kind aw_ptx_parser_next(struct aw_ptx_parser *parser, struct aw_ptx_statement *statement);

// --- for ptx_module.c ---

// The token at hand as a name that lives as long as the parser, and goes past it.
const char *aw_ptx_parser_take(struct aw_ptx_parser *parser);
void aw_ptx_parser_advance(struct aw_ptx_parser *parser);
bool aw_ptx_parser_accept(struct aw_ptx_parser *parser, char sign);
// These note what was wanted in parser->error and return false.
bool aw_ptx_parser_expect(struct aw_ptx_parser *parser, char sign);
bool aw_ptx_parser_fail(struct aw_ptx_parser *parser, const char *wanted);
// Goes past what is left of the line, and whole blocks: what debuggers want.
void aw_ptx_parser_skip_line(struct aw_ptx_parser *parser);

// --- ptx_declare.c ---

// A declaration behind its space, without what follows its name and dimensions.
bool aw_ptx_parse_declaration(struct aw_ptx_parser *parser, const char *space, struct aw_ptx_declaration *declaration);
// "(result) name (parameters)"; the name is "_" in prototypes.  The caller finishes the parameters, of which there are none
// after an error.
bool aw_ptx_parse_prototype(struct aw_ptx_parser *parser, struct aw_ptx_prototype *prototype);

// An atom of an operand of the statement read last.
static inline const struct aw_ptx_atom *aw_ptx_atom(const struct aw_ptx_parser *parser,
                                                    const struct aw_ptx_operand *operand, unsigned index)
{
	return &parser->atoms.items[operand->first + index];
}

#endif
