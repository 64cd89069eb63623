// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of variables and the heads of functions (PTX ISA, "State Spaces, Types, and Variables" and "Kernel and Function
// Directives").
#include <string.h>

#include "../analysis/need.h"
#include "ptx_parser.h"

static bool take_number(struct aw_ptx_parser *parser, uint64_t *number)
{
	if (parser->token.kind != AW_PTX_INTEGER)
		return aw_ptx_parser_fail(parser, "a number");
	*number = parser->token.bits;
	aw_ptx_parser_advance(parser);
	return true;
}

// What a parameter's pointer leads to: ".ptr .global .align 16" says nothing that is needed here.
static bool skip_pointer(struct aw_ptx_parser *parser)
{
	static const char *const spaces[] = { "global", "const", "shared", "local" };
	bool is_space = false;
	uint64_t ignored;
	for (size_t i = 0; parser->token.kind == AW_PTX_DOT && i < sizeof(spaces) / sizeof(*spaces); i++)
		is_space |= parser->token.length == strlen(spaces[i]) && !strncmp(parser->token.start, spaces[i], parser->token.length);
	if (is_space)
		aw_ptx_parser_advance(parser);
	if (parser->token.kind != AW_PTX_DOT || parser->token.length != 5 || strncmp(parser->token.start, "align", 5))
		return true;
	aw_ptx_parser_advance(parser);
	return take_number(parser, &ignored);
}

static bool parse_type(struct aw_ptx_parser *parser, struct aw_ptx_declaration *declaration)
{
	while (parser->token.kind == AW_PTX_DOT) {
		const char *word = aw_ptx_parser_take(parser);
		uint64_t align = 0;
		if (!strcmp(word, "align")) {
			if (!take_number(parser, &align))
				return false;
			declaration->align = (unsigned)align;
		} else if (!strcmp(word, "v2") || !strcmp(word, "v4")) {
			declaration->lanes = (unsigned)(word[1] - '0');
		} else if (!strcmp(word, "ptr")) {
			if (!skip_pointer(parser))
				return false;
		} else {
			declaration->type = word;
		}
	}
	return declaration->type || aw_ptx_parser_fail(parser, "a type");
}

static bool parse_dimensions(struct aw_ptx_parser *parser, struct aw_ptx_declaration *declaration)
{
	while (aw_ptx_parser_accept(parser, '[')) {
		uint64_t size = 0;
		declaration->is_array = true;
		if (!aw_ptx_parser_accept(parser, ']') && (!take_number(parser, &size) || !aw_ptx_parser_expect(parser, ']')))
			return false;
		declaration->count *= size;
	}
	return true;
}

bool aw_ptx_parse_declaration(struct aw_ptx_parser *parser, const char *space, struct aw_ptx_declaration *declaration)
{
	*declaration = (struct aw_ptx_declaration){ .space = space, .lanes = 1, .count = 1 };
	if (!parse_type(parser, declaration))
		return false;
	if (parser->token.kind != AW_PTX_WORD)
		return aw_ptx_parser_fail(parser, "a name");
	declaration->name = aw_ptx_parser_take(parser);
	return parse_dimensions(parser, declaration);
}

// A parameter or result behind "(" or ",".
static bool parse_parameter(struct aw_ptx_parser *parser, struct aw_ptx_declaration *declaration)
{
	const char *space = parser->token.kind == AW_PTX_DOT ? aw_ptx_parser_take(parser) : "";
	if (strcmp(space, "param"))
		return aw_ptx_parser_fail(parser, "a parameter in .param");
	return aw_ptx_parse_declaration(parser, "param", declaration);
}

static bool parse_parameters(struct aw_ptx_parser *parser, struct aw_ptx_prototype *prototype)
{
	if (!aw_ptx_parser_accept(parser, '(') || aw_ptx_parser_accept(parser, ')'))
		return true;
	do {
		struct aw_ptx_declaration parameter;
		if (prototype->parameters.count == AW_PTX_MAX_PARAMETERS)
			return aw_ptx_parser_fail(parser, "the end of the parameters");
		if (!parse_parameter(parser, &parameter))
			return false;
		aw_need(aw_vec_push(&prototype->parameters, parameter));
	} while (aw_ptx_parser_accept(parser, ','));
	return aw_ptx_parser_expect(parser, ')');
}

bool aw_ptx_parse_prototype(struct aw_ptx_parser *parser, struct aw_ptx_prototype *prototype)
{
	*prototype = (struct aw_ptx_prototype){ 0 };
	if (aw_ptx_parser_accept(parser, '(') && !aw_ptx_parser_accept(parser, ')') &&
	    (!parse_parameter(parser, &prototype->result) || !aw_ptx_parser_expect(parser, ')')))
		return false;
	if (parser->token.kind != AW_PTX_WORD)
		return aw_ptx_parser_fail(parser, "the name of a function");
	prototype->name = aw_ptx_parser_take(parser);
	bool good = parse_parameters(parser, prototype);
	if (!good)
		aw_vec_finish(&prototype->parameters);
	return good;
}
