// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursive-descent parser of PTX statements with one token to look ahead.
#include "ptx_parser.h"

#include <string.h>

#include "../analysis/need.h"

// The text of a token as a name that lives as long as the parser; equal names are equal pointers.
static const char *intern(struct aw_ptx_parser *parser, const char *text, unsigned length)
{
	char *copy = strndup(text, length);
	aw_need(copy != NULL);
	const char *known = aw_map_get(&parser->word_map, copy);
	if (known) {
		free(copy);
		return known;
	}
	aw_need(aw_vec_push(&parser->words, copy));
	aw_need(aw_map_put(&parser->word_map, copy, copy));
	return copy;
}

void aw_ptx_parser_advance(struct aw_ptx_parser *parser)
{
	parser->token = aw_ptx_lexer_next(&parser->lexer);
}

void aw_ptx_parser_init(struct aw_ptx_parser *parser, const char *text)
{
	*parser = (struct aw_ptx_parser){ .lexer = { .at = text }, .word_map = AW_MAP_OF_STRINGS };
	aw_ptx_parser_advance(parser);
}

void aw_ptx_parser_finish(struct aw_ptx_parser *parser)
{
	for (size_t i = 0; i < parser->words.count; i++)
		free(parser->words.items[i]);
	aw_vec_finish(&parser->words);
	aw_vec_finish(&parser->atoms);
	aw_map_finish(&parser->word_map);
	aw_str_finish(&parser->error);
}

static bool at_sign(const struct aw_ptx_parser *parser, char sign)
{
	return parser->token.kind == AW_PTX_SIGN && parser->token.sign == sign;
}

bool aw_ptx_parser_accept(struct aw_ptx_parser *parser, char sign)
{
	if (!at_sign(parser, sign))
		return false;
	aw_ptx_parser_advance(parser);
	return true;
}

bool aw_ptx_parser_fail(struct aw_ptx_parser *parser, const char *wanted)
{
	if (parser->token.kind == AW_PTX_END)
		aw_str_format(&parser->error, "PTX ends where %s is expected", wanted);
	else
		aw_str_format(&parser->error, "PTX has \"%.*s\" where %s is expected", (int)parser->token.length,
		              parser->token.start, wanted);
	return false;
}

bool aw_ptx_parser_expect(struct aw_ptx_parser *parser, char sign)
{
	const char wanted[] = { '"', sign, '"', '\0' };
	return aw_ptx_parser_accept(parser, sign) || aw_ptx_parser_fail(parser, wanted);
}

const char *aw_ptx_parser_take(struct aw_ptx_parser *parser)
{
	const char *text = intern(parser, parser->token.start, parser->token.length);
	aw_ptx_parser_advance(parser);
	return text;
}

// Special registers have their parts in their names; behind other registers a dot selects a part.
static void take_dots(struct aw_ptx_parser *parser, struct aw_ptx_atom *atom)
{
	static const char *const vectors[] = { "%tid", "%ntid", "%ctaid", "%nctaid", "%cluster_ctaid",
	                                       "%cluster_nctaid", "%clusterid", "%nclusterid" };
	if (parser->token.kind != AW_PTX_DOT)
		return;
	bool is_part = false;
	for (size_t i = 0; i < sizeof(vectors) / sizeof(*vectors); i++)
		is_part |= !strcmp(atom->name, vectors[i]);
	const char *dot = aw_ptx_parser_take(parser);
	if (!is_part) {
		atom->selector = dot;
		return;
	}
	char *whole = aw_format("%s.%s", atom->name, dot);
	aw_need(whole != NULL);
	atom->name = intern(parser, whole, (unsigned)strlen(whole));
	free(whole);
}

static void negate(struct aw_ptx_atom *atom)
{
	if (atom->kind == AW_PTX_NUMBER)
		atom->bits = -atom->bits;
	else if (atom->kind == AW_PTX_REAL)
		atom->bits ^= UINT64_C(1) << 63;
	else
		atom->negated = true;
}

static bool parse_atom(struct aw_ptx_parser *parser)
{
	struct aw_ptx_atom atom = { .selector = "" };
	bool minus = aw_ptx_parser_accept(parser, '-'), inverted = !minus && aw_ptx_parser_accept(parser, '!');
	if (parser->token.kind == AW_PTX_WORD) {
		atom.kind = parser->token.length == 1 && *parser->token.start == '_' ? AW_PTX_NOTHING : AW_PTX_NAME;
		atom.name = aw_ptx_parser_take(parser);
		take_dots(parser, &atom);
	} else if (parser->token.kind == AW_PTX_INTEGER || parser->token.kind == AW_PTX_FLOAT) {
		atom.kind = parser->token.kind == AW_PTX_INTEGER ? AW_PTX_NUMBER : AW_PTX_REAL;
		atom.bits = parser->token.bits;
		aw_ptx_parser_advance(parser);
	} else {
		return aw_ptx_parser_fail(parser, "an operand");
	}
	if (minus || inverted)
		negate(&atom);
	aw_need(aw_vec_push(&parser->atoms, atom));
	return true;
}

static bool parse_vector(struct aw_ptx_parser *parser, struct aw_ptx_operand *operand)
{
	operand->kind = AW_PTX_VECTOR;
	do {
		if (!parse_atom(parser))
			return false;
		operand->count++;
	} while (aw_ptx_parser_accept(parser, ','));
	return aw_ptx_parser_expect(parser, '}');
}

// What follows the comma in [a, {b, c}].
static bool parse_coordinates(struct aw_ptx_parser *parser, struct aw_ptx_operand *operand)
{
	bool braces = aw_ptx_parser_accept(parser, '{');
	operand->kind = AW_PTX_IMAGE;
	do {
		if (!parse_atom(parser))
			return false;
		operand->count++;
	} while (braces && aw_ptx_parser_accept(parser, ','));
	return (!braces || aw_ptx_parser_expect(parser, '}')) && aw_ptx_parser_expect(parser, ']');
}

// The sum of an address: atoms and numbers with + or - before them.
static bool parse_address(struct aw_ptx_parser *parser, struct aw_ptx_operand *operand)
{
	operand->kind = AW_PTX_ADDRESS;
	while (!at_sign(parser, ']')) {
		bool first = !operand->count && !operand->offset;
		if (operand->count == 1 && !operand->offset && aw_ptx_parser_accept(parser, ','))
			return parse_coordinates(parser, operand);
		if (!first && !at_sign(parser, '+') && !at_sign(parser, '-'))
			return aw_ptx_parser_fail(parser, "\"]\"");
		aw_ptx_parser_accept(parser, '+');
		if (!parse_atom(parser))
			return false;
		struct aw_ptx_atom atom = parser->atoms.items[parser->atoms.count - 1];
		if (atom.kind == AW_PTX_NUMBER) {
			operand->offset += (int64_t)atom.bits;
			parser->atoms.count--;
			if (first && at_sign(parser, ']'))
				break;
		} else {
			operand->count++;
		}
	}
	return aw_ptx_parser_expect(parser, ']');
}

// What a call takes or gives.
static bool parse_list(struct aw_ptx_parser *parser, struct aw_ptx_operand *operand)
{
	operand->kind = AW_PTX_LIST;
	if (aw_ptx_parser_accept(parser, ')'))
		return true;
	do {
		if (!parse_atom(parser))
			return false;
		operand->count++;
	} while (aw_ptx_parser_accept(parser, ','));
	return aw_ptx_parser_expect(parser, ')');
}

static bool parse_operand(struct aw_ptx_parser *parser, struct aw_ptx_operand *operand)
{
	*operand = (struct aw_ptx_operand){ .first = (unsigned)parser->atoms.count };
	if (aw_ptx_parser_accept(parser, '('))
		return parse_list(parser, operand);
	if (aw_ptx_parser_accept(parser, '{'))
		return parse_vector(parser, operand);
	if (aw_ptx_parser_accept(parser, '['))
		return parse_address(parser, operand);
	operand->kind = AW_PTX_SINGLE;
	operand->count = 1;
	if (!parse_atom(parser))
		return false;
	if (!aw_ptx_parser_accept(parser, '|'))
		return true;
	operand->kind = AW_PTX_PAIR;
	operand->count = 2;
	return parse_atom(parser);
}

// The last instruction of an inline text needs no semicolon.
static bool at_end(const struct aw_ptx_parser *parser)
{
	return parser->token.kind == AW_PTX_END || at_sign(parser, '}');
}

static bool parse_operands(struct aw_ptx_parser *parser, struct aw_ptx_instruction *instruction)
{
	if (at_end(parser) || aw_ptx_parser_accept(parser, ';'))
		return true;
	do {
		if (instruction->operand_count == AW_PTX_MAX_OPERANDS)
			return aw_ptx_parser_fail(parser, "\";\"");
		if (!parse_operand(parser, &instruction->operands[instruction->operand_count++]))
			return false;
		if (at_end(parser) || aw_ptx_parser_accept(parser, ';'))
			return true;
	} while (aw_ptx_parser_expect(parser, ','));
	return false;
}

// OPCODE is the word before the present token.
static bool parse_instruction(struct aw_ptx_parser *parser, const char *opcode, struct aw_ptx_instruction *instruction)
{
	instruction->opcode = opcode;
	instruction->line = parser->token.line;
	parser->atoms.count = 0;
	while (parser->token.kind == AW_PTX_DOT) {
		if (instruction->modifier_count == AW_PTX_MAX_MODIFIERS)
			return aw_ptx_parser_fail(parser, "an operand");
		instruction->modifiers[instruction->modifier_count++] = aw_ptx_parser_take(parser);
	}
	return parse_operands(parser, instruction);
}

static bool parse_guard(struct aw_ptx_parser *parser, struct aw_ptx_instruction *instruction)
{
	instruction->guard_negated = aw_ptx_parser_accept(parser, '!');
	if (parser->token.kind != AW_PTX_WORD)
		return aw_ptx_parser_fail(parser, "a predicate");
	instruction->guard = aw_ptx_parser_take(parser);
	return true;
}

// One name of a declaration; the type is read, and stays for the names after a comma.
static bool parse_register(struct aw_ptx_parser *parser, struct aw_ptx_statement *statement)
{
	statement->kind = AW_PTX_REGISTER;
	statement->type = parser->declared_type;
	if (parser->token.kind != AW_PTX_WORD)
		return aw_ptx_parser_fail(parser, "the name of a register");
	statement->name = aw_ptx_parser_take(parser);
	if (aw_ptx_parser_accept(parser, '<')) {
		if (parser->token.kind != AW_PTX_INTEGER)
			return aw_ptx_parser_fail(parser, "a number of registers");
		statement->count = (unsigned)parser->token.bits;
		aw_ptx_parser_advance(parser);
		if (!aw_ptx_parser_expect(parser, '>'))
			return false;
	}
	if (!aw_ptx_parser_accept(parser, ',')) {
		parser->declared_type = NULL;
		return aw_ptx_parser_expect(parser, ';');
	}
	return true;
}

void aw_ptx_parser_skip_line(struct aw_ptx_parser *parser)
{
	unsigned line = parser->token.line, depth = 0;
	while (parser->token.kind != AW_PTX_END && (parser->token.line == line || depth)) {
		depth += at_sign(parser, '{');
		depth -= depth && at_sign(parser, '}');
		aw_ptx_parser_advance(parser);
	}
}

// .branchtargets a, b, c;
static bool parse_targets(struct aw_ptx_parser *parser, struct aw_ptx_statement *statement)
{
	struct aw_ptx_operand *labels = &statement->instruction.operands[0];
	*labels = (struct aw_ptx_operand){ .kind = AW_PTX_LIST };
	statement->kind = AW_PTX_TARGETS;
	parser->atoms.count = 0;
	do {
		if (!parse_atom(parser))
			return false;
		labels->count++;
	} while (aw_ptx_parser_accept(parser, ','));
	return aw_ptx_parser_expect(parser, ';');
}

static bool parse_registers(struct aw_ptx_parser *parser, struct aw_ptx_statement *statement)
{
	while (parser->token.kind == AW_PTX_DOT)
		parser->declared_type = aw_ptx_parser_take(parser);
	if (!parser->declared_type)
		return aw_ptx_parser_fail(parser, "a type");
	return parse_register(parser, statement);
}

static bool parse_variable(struct aw_ptx_parser *parser, const char *space, struct aw_ptx_statement *statement)
{
	statement->kind = AW_PTX_VARIABLE;
	return aw_ptx_parse_declaration(parser, space, &statement->declaration) && aw_ptx_parser_expect(parser, ';');
}

static bool parse_directive(struct aw_ptx_parser *parser, struct aw_ptx_statement *statement)
{
	static const char *const spaces[] = { "shared", "local", "param" };
	unsigned line = parser->token.line;
	const char *name = aw_ptx_parser_take(parser);
	if (!strcmp(name, "pragma")) {
		while (parser->token.kind != AW_PTX_END && !aw_ptx_parser_accept(parser, ';'))
			aw_ptx_parser_advance(parser);
		return aw_ptx_parser_next(parser, statement) != AW_PTX_WRONG;
	}
	if (!strcmp(name, "loc")) {
		if (parser->token.line == line)
			aw_ptx_parser_skip_line(parser);
		return aw_ptx_parser_next(parser, statement) != AW_PTX_WRONG;
	}
	if (!strcmp(name, "reg"))
		return parse_registers(parser, statement);
	if (!strcmp(name, "branchtargets"))
		return parse_targets(parser, statement);
	if (!strcmp(name, "callprototype")) {
		statement->kind = AW_PTX_PROTOTYPE;
		return aw_ptx_parse_prototype(parser, &statement->prototype) && aw_ptx_parser_expect(parser, ';');
	}
	for (size_t i = 0; i < sizeof(spaces) / sizeof(*spaces); i++)
		if (!strcmp(name, spaces[i]))
			return parse_variable(parser, spaces[i], statement);
	aw_str_format(&parser->error, "PTX directive .%s is not supported here", name);
	return false;
}

static bool parse_statement(struct aw_ptx_parser *parser, struct aw_ptx_statement *statement)
{
	if (parser->declared_type)
		return parse_register(parser, statement);
	while (aw_ptx_parser_accept(parser, ';'))
		continue;
	if (parser->token.kind == AW_PTX_END) {
		statement->kind = AW_PTX_FINISHED;
		return true;
	}
	if (at_sign(parser, '{') || at_sign(parser, '}')) {
		statement->kind = at_sign(parser, '{') ? AW_PTX_OPEN : AW_PTX_CLOSE;
		aw_ptx_parser_advance(parser);
		return true;
	}
	if (parser->token.kind == AW_PTX_DOT)
		return parse_directive(parser, statement);
	if (aw_ptx_parser_accept(parser, '@') && !parse_guard(parser, &statement->instruction))
		return false;
	if (parser->token.kind != AW_PTX_WORD)
		return aw_ptx_parser_fail(parser, "an instruction");
	const char *word = aw_ptx_parser_take(parser);
	if (!statement->instruction.guard && aw_ptx_parser_accept(parser, ':')) {
		statement->kind = AW_PTX_LABEL;
		statement->name = word;
		return true;
	}
	statement->kind = AW_PTX_INSTRUCTION;
	return parse_instruction(parser, word, &statement->instruction);
}

enum aw_ptx_statement_kind aw_ptx_parser_next(struct aw_ptx_parser *parser, struct aw_ptx_statement *statement)
{
	*statement = (struct aw_ptx_statement){ .kind = AW_PTX_WRONG };
	if (!parse_statement(parser, statement))
		statement->kind = AW_PTX_WRONG;
	return statement->kind;
}
