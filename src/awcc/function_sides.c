// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     const int *space::type<T>::find(int key)  ->  const int __attribute__((host, device)) *space::type<T>::find(int key)
//
//     int f(int a)  ->  int __anywarp_host_too f(int a)      the macro is an attribute in the device half alone (unit.c)
//
// In front of the signs that belong to the name alone, where an attribute is one of the declaration.
#include "function_sides.h"

#include <string.h>

static const char both_sides[] = "__attribute__((host, device)) ";

void aw_function_sides_add(const struct aw_scan *scan, size_t at, size_t *done, struct aw_str *out)
{
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add(out, both_sides);
	*done = at;
}

static bool add_in_front(const struct aw_scan *scan, size_t at, const char *words, size_t *done, struct aw_str *out)
{
	size_t name = aw_scan_whole_name_back(scan, at), begin = aw_scan_signs_back(scan, name), length = strlen(words);
	bool destructor = aw_scan_is_at(scan, at, "~") && name != at; // one defined in its class has the words it has
	if (begin < *done || (!aw_scan_is_name(scan, at) && !destructor))
		return false;
	if (begin >= length && aw_scan_is_at(scan, begin - length, words))
		return false; // that was no help
	aw_str_add_bytes(out, scan->text + *done, begin - *done);
	aw_str_add(out, words);
	*done = begin;
	return true;
}

bool aw_function_sides_join(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	(void)in_macro;
	return add_in_front(scan, at, both_sides, done, out);
}

bool aw_function_sides_lend(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	(void)in_macro;
	return add_in_front(scan, at, AW_FUNCTION_SIDES_HOST_TOO " ", done, out);
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
