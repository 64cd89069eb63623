// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where clang refuses a function's __shared__ variable (refusals.h), its type has a constructor or destructor that does something:
//
//     alignas(8) __shared__ T a[2], b;  ->  typedef T __anywarp_type_a[2], __anywarp_type_b; __anywarp_shared_variable__(alignas(8), a)
//                                           __anywarp_shared_variable__(alignas(8), b) static_assert(true, "");
//
// The macro, of crt/host_defines.h, makes a union, whose members nobody constructs, and a constant reference to its member, which no
// lambda captures and no code reads.  It also tells constructors that nvcc is silent of, since they are constants, from the others.
//
// A declaration that can't be taken apart like this, since it defines its type, say, is marked:
//
//     __shared__ T a[2], *b;  ->  static __anywarp_shared_object__ T a[2], *b;
//
// The word is a macro of the same header: clang makes no initialiser for a variable with the attribute `alias`, and forgets that
// attribute where the variable is a function's.  It takes the attribute for variables whose names no other file knows: those of kernels,
// but not those of inline functions, to which lambdas belong.  Complex numbers, whose constructors are constants, are marked in kernels
// before anything is compiled, which spares the most frequent objects the second compilation.
//
// clang also wants `alignas` to be the first word of a declaration; nvcc takes it behind __shared__, in any function.
#include "shared_objects.h"

#include <string.h>

#include "source_scan.h"

// Whether a type of complex numbers is named at AT.
static bool is_complex(const struct aw_scan *scan, size_t at)
{
	static const char word[] = "complex";
	while (at < scan->size && (aw_scan_is_name(scan, at) || scan->text[at] == ':')) {
		if (aw_scan_is_word(scan, at, word))
			return true;
		at++;
	}
	return false;
}

// Where the words of a declaration begin that stand in front of AT, in one line.
static size_t words_before(const struct aw_scan *scan, size_t at)
{
	while (at > 0 && (aw_scan_is_name(scan, at - 1) || strchr(" \t<>:,", scan->text[at - 1])))
		at--;
	return aw_scan_blanks(scan, at);
}

static bool has_word(const struct aw_scan *scan, size_t at, size_t end, const char *word)
{
	while (at < end && !aw_scan_is_word(scan, at, word))
		at++;
	return at < end;
}

// The type that stands in front of the word at AT, as in `extern double __shared__ x[]`; AT when it follows that.
static size_t type_before(const struct aw_scan *scan, size_t at)
{
	static const char *const others[] = { "extern", "static", "volatile", "const" };
	size_t type = words_before(scan, at);
	for (size_t next; (next = aw_scan_behind_word(scan, type, others, 4)) != type;)
		type = next;
	return type < at ? type : at;
}

// Whether a lambda's parameters or body may follow the bracket at AT.
static bool may_begin_lambda(const struct aw_scan *scan, size_t at)
{
	size_t next = aw_scan_blanks(scan, at + 1);
	return scan->text[at] == ']' && next < scan->size && (scan->text[next] == '(' || scan->text[next] == '{');
}

// The place behind alignments and attributes that stand at AT.
static size_t behind_attributes(const struct aw_scan *scan, size_t at)
{
	while (aw_scan_is_word(scan, at, "alignas") || aw_scan_is_word(scan, at, "__align__") || aw_scan_is_word(scan, at, "__attribute__")) {
		int depth = 0;
		do {
			depth += scan->text[at] == '(';
			depth -= scan->text[at] == ')';
			at++;
		} while (at < scan->size && (depth > 0 || scan->text[at - 1] != ')'));
		at = aw_scan_blanks(scan, at);
	}
	return at;
}

// Mends the declaration whose __shared__ stands at AT; *DONE is how far the text has been added.
static void mend(const struct aw_scan *scan, size_t at, bool in_kernel, size_t *done, struct aw_str *out)
{
	size_t first = aw_scan_blanks(scan, at + strlen("__shared__")), begin = words_before(scan, at), before = type_before(scan, at);
	size_t behind = behind_attributes(scan, first), type = before < at ? before : behind;
	bool aligned = aw_scan_is_word(scan, first, "alignas");
	bool is_extern = aw_scan_is_word(scan, behind, "extern") || has_word(scan, begin, at, "extern");
	bool is_static = aw_scan_is_word(scan, behind, "static") || has_word(scan, begin, at, "static");
	bool object = in_kernel && !is_extern && is_complex(scan, type);
	if (!aligned && !object)
		return;
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add_bytes(out, scan->text + first, behind - first);
	aw_str_format(out, "%s%s ", object && !is_static ? "static " : "", object ? "__anywarp_shared_object__" : "__shared__");
	*done = behind;
}

// --- where clang refuses one ---

// Where the word __shared__ stands in the declaration of the name at AT, as its first declarator; AT: nowhere.
static size_t shared_word_before(const struct aw_scan *scan, size_t at)
{
	for (size_t word = at; word > 0 && !strchr(";{},", scan->text[word - 1]); word--)
		if (aw_scan_is_word(scan, word - 1, "__shared__"))
			return word - 1;
	// A comma may belong to the arguments of a template.
	for (size_t word = at; word > 0 && !strchr(";{}", scan->text[word - 1]); word--)
		if (aw_scan_is_word(scan, word - 1, "__shared__") && aw_scan_opening_back(scan, aw_scan_back(scan, at), "<>") > word)
			return word - 1;
	return at;
}

// Where the declaration begins whose word __shared__ stands at AT, with alignments in front of it.
static size_t declaration_before(const struct aw_scan *scan, size_t at)
{
	for (;;) {
		size_t begin = words_before(scan, at), end = aw_scan_back(scan, begin), open = end;
		int depth = 0;
		do {
			if (open == 0 || strchr(";{}", scan->text[open - 1]) || (depth == 0 && scan->text[open - 1] != ')'))
				return begin;
			open--;
			depth += scan->text[open] == ')';
			depth -= scan->text[open] == '(';
		} while (depth > 0);
		at = aw_scan_word_back(scan, aw_scan_back(scan, open));
		if (behind_attributes(scan, at) == at)
			return begin;
	}
}

// The words from AT to END but for `static` and `__shared__` go to TYPE, alignments to ATTRIBUTES.
static void split_words(const struct aw_scan *scan, size_t at, size_t end, struct aw_str *type, struct aw_str *attributes)
{
	static const char *const left_out[] = { "static", "__shared__" };
	while (at < end) {
		size_t behind = behind_attributes(scan, at), next = aw_scan_behind_word(scan, at, left_out, 2);
		if (behind != at) {
			aw_str_add_bytes(attributes, scan->text + at, behind - at);
			aw_str_add(attributes, " ");
			at = behind;
		} else if (next != at) {
			at = next;
		} else {
			do
				aw_str_add_bytes(type, scan->text + at++, 1);
			while (at < end && aw_scan_is_name(scan, at - 1) && aw_scan_is_name(scan, at));
		}
	}
}

// Adds the declarators from AT on to TYPE, as names of types, and the variables to VARIABLES.  The place of the semicolon; AT when
// there is an initialiser or a pointer.
static size_t split_declarators(const struct aw_scan *scan, size_t at, const char *attributes, struct aw_str *type,
                                struct aw_str *variables)
{
	for (size_t name = at;; name = aw_scan_gap(scan, name + 1)) {
		size_t end = name, next;
		while (aw_scan_is_name(scan, end))
			end++;
		next = aw_scan_gap(scan, end);
		while (aw_scan_is_at(scan, next, "["))
			next = aw_scan_gap(scan, aw_scan_behind_brackets(scan, next));
		if (end == name || next >= scan->size || !strchr(",;", scan->text[next]))
			return at;
		aw_str_add(type, "__anywarp_type_");
		aw_str_add_bytes(type, scan->text + name, next + 1 - name);
		aw_str_format(variables, " __anywarp_shared_variable__(%s, %.*s)", attributes, (int)(end - name), scan->text + name);
		if (scan->text[next] == ';')
			return next;
		name = next;
	}
}

// Where the word __shared__ stands in front of the definition of a type, whose first variable is at AT, or of the declaration that
// can't be split; AT: nowhere.
static size_t shared_word_far_before(const struct aw_scan *scan, size_t at)
{
	size_t end = aw_scan_back(scan, at);
	int depth = 0;
	if (end == 0 || scan->text[end - 1] != '}')
		return shared_word_before(scan, at);
	do {
		end--;
		depth += scan->text[end] == '}';
		depth -= scan->text[end] == '{';
	} while (end > 0 && depth > 0);
	size_t word = shared_word_before(scan, end);
	return word < end ? word : at;
}

// Marks the declaration of the object at AT, unless an initialiser follows its name.
static bool mark(const struct aw_scan *scan, size_t at, size_t *done, struct aw_str *out)
{
	size_t word = shared_word_far_before(scan, at), end = at;
	while (aw_scan_is_name(scan, end))
		end++;
	end = aw_scan_gap(scan, end);
	while (aw_scan_is_at(scan, end, "["))
		end = aw_scan_gap(scan, aw_scan_behind_brackets(scan, end));
	if (word == at || word < *done || end >= scan->size || !strchr(",;", scan->text[end]))
		return false;
	bool is_static = has_word(scan, words_before(scan, word), at, "static");
	aw_str_add_bytes(out, scan->text + *done, word - *done);
	aw_str_format(out, "%s__anywarp_shared_object__", is_static ? "" : "static ");
	*done = word + strlen("__shared__");
	return true;
}

bool aw_shared_object_wrap(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t word = shared_word_before(scan, at), begin = word < at ? declaration_before(scan, word) : at;
	struct aw_str type = { 0 }, attributes = { 0 }, variables = { 0 };
	if (in_macro || begin < *done)
		return false;
	if (word == at)
		return mark(scan, at, done, out);
	split_words(scan, begin, at, &type, &attributes);
	size_t end = split_declarators(scan, at, attributes.length ? attributes.text : "", &type, &variables);
	if (end != at) {
		aw_str_add_bytes(out, scan->text + *done, begin - *done);
		aw_str_format(out, "typedef %s%s static_assert(true, \"\");", type.text, variables.text);
		*done = end + 1;
	}
	aw_str_finish(&type);
	aw_str_finish(&attributes);
	aw_str_finish(&variables);
	return end != at || mark(scan, at, done, out);
}

bool aw_shared_objects_mark(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	struct aw_scan_walk walk;
	size_t done = 0;
	bool is_inline = false;
	aw_scan_walk_begin(&scan, "__global__", "__global__", &walk);
	while (aw_scan_walk_next(&walk)) {
		size_t at = walk.at;
		is_inline |= aw_scan_is_word(&scan, at, "inline") || aw_scan_is_word(&scan, at, "__forceinline__") || may_begin_lambda(&scan, at);
		if (aw_scan_is_word(&scan, at, "__shared__"))
			mend(&scan, at, walk.function >= 0 && !is_inline, &done, out);
		is_inline &= walk.function >= 0 || !strchr(";}", text[at]);
	}
	return aw_scan_rest(&scan, done, out);
}
