// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An opening bracket of a launch is `<<` and `<`, a closing one `>>` and `>` before a parenthesis or at a line's
// end (in a macro), at the same depth of parentheses as the opening one; `>> >` alone is no sign, since
// templates end so too.
#include "source_scan.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

bool aw_scan_is_at(const struct aw_scan *scan, size_t at, const char *word)
{
	size_t length = strlen(word);
	return at + length <= scan->size && !memcmp(scan->text + at, word, length);
}

bool aw_scan_is_behind(const struct aw_scan *scan, size_t at, const char *text)
{
	return at >= strlen(text) && aw_scan_is_at(scan, at - strlen(text), text);
}

bool aw_scan_is_name(const struct aw_scan *scan, size_t at)
{
	return at < scan->size && (isalnum((unsigned char)scan->text[at]) || scan->text[at] == '_');
}

bool aw_scan_is_word(const struct aw_scan *scan, size_t at, const char *word)
{
	return aw_scan_is_at(scan, at, word) && !aw_scan_is_name(scan, at + strlen(word)) &&
	       (at == 0 || !aw_scan_is_name(scan, at - 1));
}

size_t aw_scan_blanks(const struct aw_scan *scan, size_t at)
{
	while (at < scan->size && isspace((unsigned char)scan->text[at]))
		at++;
	return at;
}

size_t aw_scan_back(const struct aw_scan *scan, size_t at)
{
	while (at > 0 && (isspace((unsigned char)scan->text[at - 1]) || aw_scan_is_at(scan, at - 1, "\\\n")))
		at--;
	return at;
}

size_t aw_scan_behind(const struct aw_scan *scan, size_t at, const char *end)
{
	while (at < scan->size && !aw_scan_is_at(scan, at, end))
		at++;
	return at < scan->size ? at + strlen(end) : at;
}

size_t aw_scan_behind_word(const struct aw_scan *scan, size_t at, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (aw_scan_is_word(scan, at, words[i]))
			return aw_scan_blanks(scan, at + strlen(words[i]));
	return at;
}

size_t aw_scan_word_back(const struct aw_scan *scan, size_t end)
{
	while (end > 0 && aw_scan_is_name(scan, end - 1))
		end--;
	return end;
}

size_t aw_scan_opening_back(const struct aw_scan *scan, size_t end, const char *pair)
{
	int depth = 0;
	for (size_t at = end; at > 0 && !strchr(";{}", scan->text[at - 1]); at--) {
		depth += scan->text[at - 1] == pair[1];
		depth -= scan->text[at - 1] == pair[0];
		if (depth == 0)
			return at - 1;
	}
	return end;
}

size_t aw_scan_whole_name_back(const struct aw_scan *scan, size_t at)
{
	for (size_t end = aw_scan_back(scan, at); end > 1 && aw_scan_is_at(scan, end - 2, "::"); end = aw_scan_back(scan, at)) {
		size_t owner = aw_scan_back(scan, end - 2);
		if (owner > 0 && scan->text[owner - 1] == '>')
			owner = aw_scan_back(scan, aw_scan_opening_back(scan, owner, "<>"));
		at = aw_scan_word_back(scan, owner) == owner ? end - 2 : aw_scan_word_back(scan, owner);
	}
	return at;
}

size_t aw_scan_signs_back(const struct aw_scan *scan, size_t at)
{
	static const char *const words[] = { "const", "volatile", "__restrict__", "__restrict", "restrict" };
	size_t begin = at;
	for (size_t end = aw_scan_back(scan, at), word; end > 0; end = aw_scan_back(scan, word == end ? end - 1 : word)) {
		word = aw_scan_word_back(scan, end);
		if (strchr("*&", scan->text[end - 1]))
			begin = end - 1;
		else if (word == end || aw_scan_behind_word(scan, word, words, sizeof(words) / sizeof(*words)) == word)
			break;
	}
	return begin;
}

static size_t skip_raw_string(const struct aw_scan *scan, size_t at) // at R"
{
	char end[20] = ")";
	size_t length = 1;
	for (at += 2; at < scan->size && scan->text[at] != '(' && length < sizeof(end) - 2; at++)
		end[length++] = scan->text[at];
	end[length] = '"';
	return aw_scan_behind(scan, at, end);
}

static size_t skip_quoted(const struct aw_scan *scan, size_t at)
{
	char quote = scan->text[at++];
	while (at < scan->size && scan->text[at] != quote && scan->text[at] != '\n')
		at += scan->text[at] == '\\' ? 2 : 1;
	return at < scan->size ? at + 1 : scan->size;
}

size_t aw_scan_opaque(const struct aw_scan *scan, size_t at)
{
	bool in_name = at > 0 && aw_scan_is_name(scan, at - 1);
	if (aw_scan_is_at(scan, at, "//"))
		return aw_scan_behind(scan, at, "\n");
	if (aw_scan_is_at(scan, at, "/*"))
		return aw_scan_behind(scan, at + 2, "*/");
	if (aw_scan_is_at(scan, at, "R\"") && !in_name)
		return skip_raw_string(scan, at);
	if (scan->text[at] == '"' || (scan->text[at] == '\'' && !in_name)) // 1'000 is a number
		return skip_quoted(scan, at);
	return at;
}

size_t aw_scan_step(const struct aw_scan *scan, size_t at, const char *brackets)
{
	size_t next = aw_scan_opaque(scan, at);
	if (next > at)
		return next;
	return strchr(brackets, scan->text[at]) ? aw_scan_behind_brackets(scan, at) : at + 1;
}

size_t aw_scan_gap(const struct aw_scan *scan, size_t at)
{
	for (size_t next = at;; at = next) {
		next = aw_scan_blanks(scan, at);
		if (aw_scan_is_at(scan, next, "\\\n"))
			next += 2;
		else if (aw_scan_is_at(scan, next, "//") || aw_scan_is_at(scan, next, "/*"))
			next = aw_scan_opaque(scan, next);
		if (next == at)
			return at;
	}
}

bool aw_scan_triple(const struct aw_scan *scan, size_t at, char bracket, size_t *end, bool *spaced)
{
	size_t place = at;
	for (int i = 0; i < 3; i++) {
		place = i ? aw_scan_blanks(scan, place) : place;
		if (place >= scan->size || scan->text[place] != bracket)
			return false;
		place++;
	}
	*end = place;
	*spaced = place != at + 3;
	return true;
}

static bool is_before_arguments(const struct aw_scan *scan, size_t at)
{
	size_t next = aw_scan_gap(scan, at);
	return next >= scan->size || scan->text[next] == '(' || memchr(scan->text + at, '\n', next - at);
}

bool aw_scan_close(const struct aw_scan *scan, size_t at, size_t *close, size_t *end, bool *spaced)
{
	int depth = 0;
	while (at < scan->size && depth >= 0 && scan->text[at] != ';') {
		size_t next = aw_scan_opaque(scan, at);
		if (next != at) {
			at = next;
			continue;
		}
		if (depth == 0 && aw_scan_triple(scan, at, '>', end, spaced) && is_before_arguments(scan, *end)) {
			*close = at;
			return true;
		}
		depth += strchr("([{", scan->text[at]) != NULL;
		depth -= strchr(")]}", scan->text[at]) != NULL;
		at++;
	}
	return false;
}

// The place behind `asm volatile (` where that stands at AT, else AT.
static size_t behind_asm(const struct aw_scan *scan, size_t at)
{
	static const char *const words[] = { "asm", "__asm", "__asm__" }, *const kinds[] = { "volatile", "__volatile", "__volatile__" };
	size_t end = aw_scan_behind_word(scan, at, words, 3);
	if (end == at)
		return at;
	end = aw_scan_behind_word(scan, end, kinds, 3);
	return end < scan->size && scan->text[end] == '(' ? end + 1 : at;
}

bool aw_scan_next_asm(const struct aw_scan *scan, size_t *at)
{
	for (size_t next; *at < scan->size; *at = next != *at ? next : *at + 1) {
		next = aw_scan_opaque(scan, *at);
		size_t behind = next == *at ? behind_asm(scan, *at) : *at;
		if (behind != *at) {
			*at = behind;
			return true;
		}
	}
	return false;
}

size_t aw_scan_asm_operands(const struct aw_scan *scan, size_t at)
{
	size_t place = at;
	for (int depth = 0; place < scan->size && depth >= 0;) {
		size_t next = aw_scan_opaque(scan, place);
		if (next == place && depth == 0 && scan->text[place] == ':')
			return place;
		depth += scan->text[place] == '(';
		depth -= next == place && scan->text[place] == ')';
		place = next != place ? next : place + 1;
	}
	return at;
}

size_t aw_scan_behind_brackets(const struct aw_scan *scan, size_t at)
{
	int depth = 0;
	while (at < scan->size) {
		size_t next = aw_scan_opaque(scan, at);
		char c = scan->text[at];
		depth += next == at && strchr("([{", c) != NULL;
		depth -= next == at && strchr(")]}", c) != NULL;
		at = next == at ? at + 1 : next;
		if (depth <= 0)
			break;
	}
	return at;
}

size_t aw_scan_behind_list(const struct aw_scan *scan, size_t at)
{
	size_t place = at;
	int depth = 0;
	do {
		if (place >= scan->size || strchr(";{})]", scan->text[place]))
			return at;
		depth += (scan->text[place] == '<') - (scan->text[place] == '>');
		size_t next = strchr("([", scan->text[place]) ? aw_scan_behind_brackets(scan, place) : aw_scan_opaque(scan, place);
		place = next != place ? next : place + 1;
	} while (depth > 0);
	return place;
}

size_t aw_scan_behind_directive(const struct aw_scan *scan, size_t at)
{
	while (at < scan->size && scan->text[at] != '\n') {
		size_t next = aw_scan_opaque(scan, at);
		if (next != at && scan->text[next - 1] == '\n')
			return next; // behind a comment to the line's end
		at = next != at ? next : at + (scan->text[at] == '\\' ? 2 : 1);
	}
	return at < scan->size ? at : scan->size;
}

bool aw_scan_next_directive(const struct aw_scan *scan, size_t *at)
{
	bool inside_line = false;
	size_t place = *at == SIZE_MAX ? 0 : aw_scan_behind_directive(scan, *at);
	while (place < scan->size) {
		size_t next = aw_scan_opaque(scan, place);
		if (next == place && scan->text[place] == '#' && !inside_line) {
			*at = place;
			return true;
		}
		next = next == place ? place + 1 : next;
		inside_line = scan->text[next - 1] != '\n' && (inside_line || !isspace((unsigned char)scan->text[place]));
		place = next;
	}
	return false;
}

void aw_scan_walk_begin(const struct aw_scan *scan, const char *word, const char *other, struct aw_scan_walk *walk)
{
	*walk = (struct aw_scan_walk){ .scan = scan, .words = { word, other }, .function = -1 };
}

// Whether an = stands at AT by which a variable gets its first value: none of another operator or of one's name.
static bool is_initialisation(const struct aw_scan *scan, size_t at)
{
	if (scan->text[at] != '=' || aw_scan_is_at(scan, at + 1, "=") || (at > 0 && strchr("=!<>+-*/%&|^", scan->text[at - 1])))
		return false;
	size_t end = aw_scan_back(scan, at), length = strlen("operator");
	return end < length || !aw_scan_is_at(scan, end - length, "operator");
}

static void enter(struct aw_scan_walk *walk)
{
	char c = walk->scan->text[walk->at];
	walk->parentheses += (c == '(') - (c == ')');
	walk->marked &= walk->parentheses > 0 || !is_initialisation(walk->scan, walk->at);
	walk->marked |= aw_scan_is_word(walk->scan, walk->at, walk->words[0]) || aw_scan_is_word(walk->scan, walk->at, walk->words[1]) ||
	                (walk->marks && walk->marks(walk->user, walk->scan, walk->at));
	if (c == '{') {
		walk->function = walk->marked && walk->function < 0 ? walk->depth : walk->function;
		walk->depth++;
	} else if (c == '}') {
		walk->function = --walk->depth == walk->function ? -1 : walk->function;
	}
	walk->marked &= !strchr(";{}", c);
	walk->parentheses = strchr(";{}", c) ? 0 : walk->parentheses;
	walk->inside_line = c != '\n' && (walk->inside_line || !isspace((unsigned char)c));
}

bool aw_scan_walk_next(struct aw_scan_walk *walk)
{
	const struct aw_scan *scan = walk->scan;
	while (walk->next < scan->size) {
		size_t at = walk->next;
		bool directive = !walk->inside_line && scan->text[at] == '#';
		walk->next = directive ? aw_scan_behind_directive(scan, at) : aw_scan_opaque(scan, at);
		if (walk->next == at) {
			walk->at = walk->next++;
			enter(walk);
			return true;
		}
		walk->inside_line &= scan->text[walk->next - 1] != '\n';
	}
	return false;
}

bool aw_scan_rest(const struct aw_scan *scan, size_t done, struct aw_str *out)
{
	if (done)
		aw_str_add_bytes(out, scan->text + done, scan->size - done);
	return done != 0;
}

void aw_scan_enclose(const struct aw_scan *scan, size_t begin, size_t end, const char *front, const char *back, size_t *done,
                     struct aw_str *out)
{
	assert(*done <= begin && begin <= end);
	aw_str_add_bytes(out, scan->text + *done, begin - *done);
	aw_str_add(out, front);
	aw_str_add_bytes(out, scan->text + begin, end - begin);
	aw_str_add(out, back);
	*done = end;
}

size_t aw_scan_declaration_of(const struct aw_scan *scan, size_t place)
{
	size_t start = 0, at = 0;
	bool inside_line = false;
	while (at < place) {
		size_t next = aw_scan_opaque(scan, at);
		if (next == at && scan->text[at] == '#' && !inside_line) {
			start = at = aw_scan_behind_directive(scan, at);
			continue;
		}
		inside_line = scan->text[at] != '\n' && (inside_line || !isspace((unsigned char)scan->text[at]));
		if (next == at && strchr(";{}", scan->text[at]))
			start = at + 1;
		at = next == at ? at + 1 : next;
	}
	return start < place ? start : place;
}
