// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVVM IR is the language of LLVM 7 (NVVM IR Specification, "Introduction"), whose pointers say what they point to; LLVM has
// read such text up to 16.  What else differs, LLVM's reader upgrades itself.
//
//     %p = getelementptr inbounds %s, %s addrspace(1)* %a, i64 0, i32 2   ->   getelementptr inbounds %s, ptr addrspace(1) %a, …
//     declare void (i32)* @f(i8* byval %s)                                ->   declare ptr @f(ptr byval(i8) %s)
//
// A star stands for nothing but a pointer.  So the text is cut into words, and at each star the words that make the type
// in front of it become "ptr": one word, what lies between brackets, or for functions a type and brackets behind it.
#include "nvvm_text.h"

#include <ctype.h>
#include <string.h>

#include "../../base/vec.h"
#include "../analysis/need.h"

// A word of the text, and the white space and comments before it.
struct word {
	const char *space, *start;
	size_t space_length, length;
	char *own; // what START points to, when it isn't the text
};

struct rewriter {
	const char *at, *end;
	AW_VEC(struct word) words;
	char *pointee; // of the last pointer, for attributes that took their type from it
};

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '-';
}

static const char *skip_space(const char *at, const char *end)
{
	while (at < end) {
		if (isspace((unsigned char)*at)) {
			at++;
		} else if (*at == ';') {
			while (at < end && *at != '\n')
				at++;
		} else {
			break;
		}
	}
	return at;
}

static const char *skip_string(const char *at, const char *end)
{
	for (at++; at < end && *at != '"';)
		at++;
	return at < end ? at + 1 : end;
}

// A name, with quotation marks or without; a number; a keyword; or one sign.
static const char *skip_word(const char *at, const char *end)
{
	const char *start = at;
	if (*at == '%' || *at == '@' || *at == '!' || *at == '#' || *at == '$')
		at++;
	if (at == start && *at == 'c' && at + 1 < end && at[1] == '"')
		at++;
	if (at < end && *at == '"')
		return skip_string(at, end);
	while (at < end && is_letter(*at))
		at++;
	return at > start ? at : start + 1;
}

static bool is(const struct word *word, const char *text)
{
	return word->length == strlen(text) && !memcmp(word->start, text, word->length);
}

// The bracket that the one at INDEX closes, or INDEX where it closes none.
static size_t opening(const struct rewriter *r, size_t index)
{
	static const char closers[] = ")]}>", openers[] = "([{<";
	const char *closer = r->words.items[index].length == 1 ? strchr(closers, *r->words.items[index].start) : NULL;
	size_t depth = 0;
	if (!closer || !*closer)
		return index;
	char opener = openers[closer - closers];
	for (size_t i = index + 1; i-- > 0;) {
		const struct word *word = &r->words.items[i];
		depth += word->length == 1 && *word->start == *closer;
		depth -= word->length == 1 && *word->start == opener;
		if (depth == 0)
			return i;
	}
	return index;
}

// Where the type begins that ends before END; *SPACE is the index of its "addrspace", or END.
static size_t type_start(const struct rewriter *r, size_t end, size_t *space)
{
	size_t start = opening(r, end - 1);
	if (space)
		*space = end;
	if (!is(&r->words.items[start], "("))
		return start;
	if (start > 0 && space && is(&r->words.items[start - 1], "addrspace")) {
		*space = start - 1;
		return start > 1 ? type_start(r, start - 1, NULL) : start - 1;
	}
	return start > 0 ? type_start(r, start, NULL) : start; // a function's: what it returns
}

static void add_words(struct aw_str *out, const struct rewriter *r, size_t from, size_t to, bool with_first_space)
{
	for (size_t i = from; i < to; i++) {
		const struct word *word = &r->words.items[i];
		if (i > from || with_first_space)
			aw_str_add_bytes(out, word->space, word->space_length);
		aw_str_add_bytes(out, word->start, word->length);
	}
}

static void set_word(struct word *word, char *text)
{
	aw_need(text != NULL);
	free(word->own);
	word->own = text;
	word->start = text;
	word->length = strlen(text);
}

// The words FROM and behind become one.
static void replace_tail(struct rewriter *r, size_t from, char *text)
{
	for (size_t i = from + 1; i < r->words.count; i++)
		free(r->words.items[i].own);
	r->words.count = from + 1;
	set_word(&r->words.items[from], text);
}

// At a star: the type before it becomes a pointer.
static void take_star(struct rewriter *r)
{
	size_t count = r->words.count, space;
	if (!count)
		return;
	size_t start = type_start(r, count, &space);
	struct aw_str pointee = { 0 }, pointer = { 0 };
	add_words(&pointee, r, start, space, false);
	aw_str_add(&pointer, "ptr");
	if (space < count)
		aw_str_add(&pointer, " ");
	add_words(&pointer, r, space, count, false);
	free(r->pointee);
	r->pointee = aw_str_take(&pointee);
	replace_tail(r, start, aw_str_take(&pointer));
}

// "byval" and "sret" have said their type since LLVM 9 and 12.
static void take_attribute(struct rewriter *r, struct word *word)
{
	const char *next = skip_space(r->at, r->end);
	if (r->pointee && (is(word, "byval") || is(word, "sret")) && !(next < r->end && *next == '('))
		set_word(word, aw_format("%.*s(%s)", (int)word->length, word->start, r->pointee));
}

static void take_word(struct rewriter *r)
{
	struct word word = { .space = r->at };
	word.start = skip_space(r->at, r->end);
	word.space_length = (size_t)(word.start - word.space);
	r->at = word.start < r->end ? skip_word(word.start, r->end) : r->end;
	word.length = (size_t)(r->at - word.start);
	if (is(&word, "*")) {
		take_star(r);
		return;
	}
	take_attribute(r, &word);
	aw_need(aw_vec_push(&r->words, word));
}

void aw_nvvm_make_opaque(const char *text, size_t size, struct aw_str *out)
{
	struct rewriter r = { .at = text, .end = text + size };
	while (r.at < r.end)
		take_word(&r);
	add_words(out, &r, 0, r.words.count, true);
	for (size_t i = 0; i < r.words.count; i++)
		free(r.words.items[i].own);
	aw_vec_finish(&r.words);
	free(r.pointee);
}

bool aw_nvvm_is_text(const char *data, size_t size)
{
	static const char *const beginnings[] = { "target", "source_filename", "define", "declare", "attributes", "module", "@", "%", "!", "$" };
	const char *end = data + size, *at = skip_space(data, end);
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++) {
		size_t length = strlen(beginnings[i]);
		if ((size_t)(end - at) > length && !memcmp(at, beginnings[i], length))
			return true;
	}
	return false;
}
