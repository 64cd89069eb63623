// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexer of PTX.  Numbers are told from registers by their first letter; a float is written by its
// bits or as in C.
#include "ptx_lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(struct aw_ptx_lexer *lexer)
{
	for (;;) {
		if (*lexer->at == '\n')
			lexer->line++;
		if (isspace((unsigned char)*lexer->at)) {
			lexer->at++;
		} else if (lexer->at[0] == '/' && lexer->at[1] == '/') {
			lexer->at += strcspn(lexer->at, "\n");
		} else if (lexer->at[0] == '/' && lexer->at[1] == '*') {
			const char *end = strstr(lexer->at + 2, "*/");
			for (; end ? lexer->at < end + 2 : *lexer->at != '\0'; lexer->at++)
				lexer->line += *lexer->at == '\n';
		} else {
			return;
		}
	}
}

static bool is_word_start(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '%' || c == '$';
}

static bool is_word_part(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static unsigned word_length(const char *text)
{
	unsigned length = is_word_start(*text);
	while (length && is_word_part(text[length]))
		length++;
	return length;
}

// A modifier may hold "::" and begin with a digit (.1d).
static unsigned modifier_length(const char *text)
{
	unsigned length = 0;
	while (is_word_part(text[length]) || (text[length] == ':' && text[length + 1] == ':'))
		length += text[length] == ':' ? 2 : 1;
	return length;
}

// 0f and 0d with eight and sixteen hexadecimal digits.
static bool read_float_bits(struct aw_ptx_lexer *lexer, struct aw_ptx_token *token)
{
	char letter = (char)tolower((unsigned char)lexer->at[1]);
	if (lexer->at[0] != '0' || (letter != 'f' && letter != 'd'))
		return false;
	char *end;
	uint64_t bits = strtoull(lexer->at + 2, &end, 16);
	if (end - lexer->at != (letter == 'f' ? 10 : 18))
		return false;
	token->kind = AW_PTX_FLOAT;
	token->is_single = letter == 'f';
	token->bits = bits;
	if (token->is_single) {
		uint32_t low = (uint32_t)bits;
		float single;
		memcpy(&single, &low, sizeof(single));
		double value = single;
		memcpy(&token->bits, &value, sizeof(value));
	}
	lexer->at = end;
	return true;
}

static void read_number(struct aw_ptx_lexer *lexer, struct aw_ptx_token *token)
{
	if (read_float_bits(lexer, token))
		return;
	const char *start = lexer->at;
	char *end, *float_end;
	bool binary = start[0] == '0' && tolower((unsigned char)start[1]) == 'b';
	token->kind = AW_PTX_INTEGER;
	token->bits = binary ? strtoull(start + 2, &end, 2) : strtoull(start, &end, 0);
	double value = strtod(start, &float_end);
	bool hexadecimal = start[0] == '0' && tolower((unsigned char)start[1]) == 'x';
	if (float_end > end && !hexadecimal && !binary) {
		token->kind = AW_PTX_FLOAT;
		memcpy(&token->bits, &value, sizeof(value));
		end = float_end;
	} else if (*end == 'U' || *end == 'u') {
		end++;
	}
	lexer->at = end;
	while (is_word_part(*lexer->at)) {
		token->kind = AW_PTX_BAD;
		lexer->at++;
	}
}

struct aw_ptx_token aw_ptx_lexer_next(struct aw_ptx_lexer *lexer)
{
	skip_blanks(lexer);
	struct aw_ptx_token token = { .kind = AW_PTX_END, .start = lexer->at, .line = lexer->line };
	char c = *lexer->at;
	if (c == '\0')
		return token;
	if (is_word_start(c)) {
		token.kind = AW_PTX_WORD;
		lexer->at += word_length(lexer->at);
	} else if (c == '.' && modifier_length(lexer->at + 1)) {
		token.kind = AW_PTX_DOT;
		token.start++;
		lexer->at += 1 + modifier_length(lexer->at + 1);
	} else if (isdigit((unsigned char)c)) {
		read_number(lexer, &token);
	} else {
		token.kind = strchr("{}[](),;:@!|+-<>=", c) ? AW_PTX_SIGN : AW_PTX_BAD;
		token.sign = c;
		lexer->at++;
	}
	token.length = (unsigned)(lexer->at - token.start);
	return token;
}
