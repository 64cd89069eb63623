// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     const int *space::type<T>::find(int key)  ->  const int __attribute__((host, device)) *space::type<T>::find(int key)
//
//     template int f<3>(int);  ->  template int __attribute__((device)) f<3>(int);      and with host, too, where that was no help
//
//     int f(int a)  ->  int __anywarp_host_too f(int a)      the macro is an attribute in the device half alone (unit.c)
//
// In front of the signs that belong to the name alone, where an attribute is one of the declaration.
#include "function_sides.h"

#include <string.h>

static const char both_sides[] = "__attribute__((host, device))";

void aw_function_sides_add(const struct aw_scan *scan, size_t at, size_t *done, struct aw_str *out)
{
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add(out, both_sides);
	aw_str_add(out, " ");
	*done = at;
}

// Whether WORDS stand in front of PLACE, and perhaps blanks or the joint of a continued line.
static bool follows(const struct aw_scan *scan, size_t place, const char *words)
{
	size_t end = aw_scan_back(scan, place), length = strlen(words);
	return end >= length && aw_scan_is_at(scan, end - length, words);
}

static bool add_in_front(const struct aw_scan *scan, size_t at, const char *words, size_t *done, struct aw_str *out)
{
	size_t name = aw_scan_whole_name_back(scan, at), begin = aw_scan_signs_back(scan, name);
	if (begin < *done || (!aw_scan_is_name(scan, at) && !aw_scan_is_at(scan, at, "~")))
		return false;
	if (follows(scan, begin, words))
		return false; // that was no help
	aw_str_add_bytes(out, scan->text + *done, begin - *done);
	aw_str_add(out, begin > 0 && aw_scan_is_name(scan, begin - 1) ? " " : "");
	aw_str_add(out, words);
	aw_str_add(out, " ");
	*done = begin;
	return true;
}

bool aw_function_sides_join(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	bool in_class = aw_scan_is_at(scan, at, "~") && aw_scan_whole_name_back(scan, at) == at; // such a destructor has the words it has
	(void)in_macro;
	return !in_class && add_in_front(scan, at, both_sides, done, out);
}

bool aw_function_sides_share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char *const types[] = { "struct", "class", "union" };
	size_t type = aw_scan_word_back(scan, aw_scan_back(scan, at));
	(void)in_macro;
	if (aw_scan_behind_word(scan, type, types, sizeof(types) / sizeof(*types)) != type)
		return false; // what nobody has written
	return add_in_front(scan, at, both_sides, done, out);
}

bool aw_function_sides_lend(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	(void)in_macro;
	return add_in_front(scan, at, AW_FUNCTION_SIDES_HOST_TOO, done, out);
}

// Where the statement begins, in a macro's definition, that PLACE is in.
static size_t statement_of(const struct aw_scan *scan, size_t place)
{
	while (place > 0 && !strchr(";{}#", scan->text[place - 1]))
		place--;
	return place;
}

// Whether the declaration that PLACE is in begins with `template` and no list of parameters; in a macro's definition its name comes first.
static bool is_instantiation(const struct aw_scan *scan, size_t place, bool in_macro)
{
	static const char template[] = "template";
	size_t at = in_macro ? statement_of(scan, place) : aw_scan_gap(scan, aw_scan_declaration_of(scan, place));
	while (in_macro && at < place && !aw_scan_is_word(scan, at, template))
		at++;
	return aw_scan_is_word(scan, at, template) && !aw_scan_is_at(scan, aw_scan_gap(scan, at + strlen(template)), "<");
}

bool aw_function_sides_instantiate(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char device[] = "__attribute__((device))", host[] = "__attribute__((host))";
	size_t begin = aw_scan_signs_back(scan, aw_scan_whole_name_back(scan, at));
	return is_instantiation(scan, begin, in_macro) && add_in_front(scan, at, follows(scan, begin, device) ? host : device, done, out);
}

bool aw_function_sides_join_copy(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t name = at;
	while (name < scan->size && aw_scan_is_name(scan, name))
		name++;
	size_t taken = aw_scan_blanks(scan, name);
	if (!aw_scan_is_at(scan, taken, "("))
		return false;
	taken = aw_scan_blanks(scan, taken + 1);
	taken = aw_scan_behind_word(scan, taken, (const char *const[]){ "const" }, 1);
	if (scan->size - taken < name - at || memcmp(scan->text + taken, scan->text + at, name - at))
		return false;
	return aw_function_sides_join(scan, at, in_macro, done, out);
}
