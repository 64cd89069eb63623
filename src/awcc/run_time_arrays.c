// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     int *a[n] = {&x}, b = 1;  ->  int *a[n], *&__anywarp_started_a __attribute__((unused)) = __anywarp_start_array(a, a[0], {&x}), b = 1;
//
// The initialiser is that of a reference behind the array, so it stays in its declaration, in front of the next declarator.  A
// reference to the array's first scalar has the declaration's own type, with the asterisks that stand before the array's name.
// In a macro that name may be a parameter, and the initialiser too.
//
//     int a[2][n] = {{1, 2}, {3}};  ->  ... = __anywarp_start_rows(a[0][0], [2], (sizeof(a), ...), (...), {{1, 2}, {3}});
//
// Rows of run-time size are copied from an array whose rows have the constant size of the longest in the text.
#include "run_time_arrays.h"

#include <string.h>

// --- declarators ---

enum { MOST_DIMENSIONS = 4 };

struct declarator {
	size_t prefix, name, brackets, end; // of the asterisks, the name and the sizes; the place behind the latter
	unsigned dimensions;
	size_t initialiser, initialiser_end;
	size_t most[MOST_DIMENSIONS]; // values that one pair of braces has, by depth; 0: a row isn't in braces
};

// Whether a declarator may end at AT; in a macro where that ends.
static bool may_end(const struct aw_scan *scan, size_t at, bool in_macro)
{
	size_t next = aw_scan_gap(scan, at), end = at;
	while (aw_scan_is_at(scan, end, " ") || aw_scan_is_at(scan, end, "\t"))
		end++;
	return (next < scan->size && strchr(",;", scan->text[next])) || (in_macro && aw_scan_is_at(scan, end, "\n"));
}

static bool find_initialiser(const struct aw_scan *scan, bool in_macro, struct declarator *found)
{
	size_t at = aw_scan_gap(scan, found->end);
	if (aw_scan_is_at(scan, at, "="))
		at = aw_scan_gap(scan, at + 1);
	found->initialiser = found->initialiser_end = at;
	if (aw_scan_is_at(scan, at, "{"))
		found->initialiser_end = aw_scan_behind_brackets(scan, at);
	else if (aw_scan_is_at(scan, at, "\""))
		found->initialiser_end = aw_scan_opaque(scan, at);
	else
		while (in_macro && aw_scan_is_name(scan, found->initialiser_end))
			found->initialiser_end++;
	return found->initialiser_end > at && may_end(scan, found->initialiser_end, in_macro);
}

// Finds the declarator one of whose sizes begins at AT, or whose name does when the initialiser is a string.
static bool find_declarator(const struct aw_scan *scan, size_t at, bool in_macro, struct declarator *found)
{
	size_t bracket = aw_scan_back(scan, at), behind = at;
	while (aw_scan_is_name(scan, behind))
		behind++;
	if (bracket > 0 && scan->text[bracket - 1] == '[')
		found->brackets = bracket - 1;
	else if (behind > at && aw_scan_is_at(scan, aw_scan_gap(scan, behind), "["))
		found->brackets = aw_scan_gap(scan, behind);
	else
		return false;
	for (size_t end; (end = aw_scan_back(scan, found->brackets)) > 0 && scan->text[end - 1] == ']';) {
		found->brackets = aw_scan_opening_back(scan, end, "[]");
		if (found->brackets == end)
			return false;
	}
	size_t name_end = aw_scan_back(scan, found->brackets);
	found->name = aw_scan_word_back(scan, name_end);
	found->prefix = aw_scan_signs_back(scan, found->name);
	found->dimensions = 0;
	for (found->end = found->brackets; aw_scan_is_at(scan, aw_scan_gap(scan, found->end), "["); found->dimensions++)
		found->end = aw_scan_behind_brackets(scan, aw_scan_gap(scan, found->end));
	return found->name < name_end && find_initialiser(scan, in_macro, found);
}

// Counts the values of the braces that open at AT, which are DEPTH deep, and of those within for the other dimensions.  False when
// a row is none in braces.
static bool count_values(const struct aw_scan *scan, size_t at, unsigned depth, struct declarator *found)
{
	size_t close = aw_scan_behind_brackets(scan, at) - 1, values = 0;
	for (at = aw_scan_gap(scan, at + 1); at < close; at = aw_scan_gap(scan, at + 1)) {
		bool inner = depth + 1 < found->dimensions;
		if (inner && (!aw_scan_is_at(scan, at, "{") || !count_values(scan, at, depth + 1, found)))
			return false;
		values++;
		while (at < close && !aw_scan_is_at(scan, at, ",")) {
			size_t behind = strchr("([{", scan->text[at]) ? aw_scan_behind_brackets(scan, at) : aw_scan_opaque(scan, at);
			at = behind > at ? behind : at + 1;
		}
	}
	if (values > found->most[depth])
		found->most[depth] = values;
	return true;
}

static bool has_rows(const struct aw_scan *scan, struct declarator *found)
{
	return found->dimensions > 1 && found->dimensions <= MOST_DIMENSIONS && aw_scan_is_at(scan, found->initialiser, "{") &&
	       count_values(scan, found->initialiser, 0, found);
}

// NAME[0][0], with as many as there are DIMENSIONS.
static void add_first(struct aw_str *out, const char *name, int length, unsigned dimensions)
{
	aw_str_format(out, "%.*s", length, name);
	for (unsigned i = 0; i < dimensions; i++)
		aw_str_add(out, "[0]");
}

// The numbers of scalars in NAME, in its rows and so on, and in a scalar.
static void add_sizes(struct aw_str *out, const char *name, int length, unsigned dimensions)
{
	for (unsigned depth = 0; depth <= dimensions; depth++) {
		aw_str_add(out, depth ? ", sizeof(" : "(sizeof(");
		add_first(out, name, length, depth);
		aw_str_add(out, ")");
	}
	aw_str_add(out, "), ");
}

// What stands in front of the initialiser: first, sizes of rows, and those of both arrays.
static void start_rows(struct aw_str *out, const struct declarator *found, const char *name, int length)
{
	static const char given[] = "__anywarp_given";
	aw_str_add(out, "__anywarp_start_rows(");
	add_first(out, name, length, found->dimensions);
	aw_str_add(out, ", ");
	for (unsigned i = 1; i < found->dimensions; i++)
		aw_str_format(out, "[%zu]", found->most[i] ? found->most[i] : 1);
	aw_str_add(out, ", ");
	add_sizes(out, name, length, found->dimensions);
	add_sizes(out, given, (int)sizeof(given) - 1, found->dimensions);
}

// Whether nothing but braces and zeros is in the initialiser: {}, {0}, {{0.0f}}, {'\0'}.  Of one dimension such elements may be
// objects that are made of a 0, unless there is none.
static bool is_zero(const struct aw_scan *scan, const struct declarator *found)
{
	const char *signs = found->dimensions > 1 ? "{}0.fF \t\n" : "{} \t\n";
	return strspn(scan->text + found->initialiser, signs) >= found->initialiser_end - found->initialiser;
}

bool aw_run_time_array_start(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	const char *text = scan->text;
	struct declarator found = { 0 };
	if (!find_declarator(scan, at, in_macro, &found) || found.prefix < *done)
		return false;
	int name = (int)(aw_scan_back(scan, found.brackets) - found.name);
	aw_str_add_bytes(out, text + *done, found.end - *done);
	aw_str_format(out, ", %.*s&__anywarp_started_%s%.*s __attribute__((unused)) = ", (int)(found.name - found.prefix), text + found.prefix,
	              in_macro ? "##" : "", name, text + found.name);
	bool zero = is_zero(scan, &found);
	if (!zero && has_rows(scan, &found)) {
		start_rows(out, &found, text + found.name, name);
	} else {
		aw_str_format(out, "%s(%.*s, ", zero ? "__anywarp_clear_array" : "__anywarp_start_array", name, text + found.name);
		add_first(out, text + found.name, name, found.dimensions);
		aw_str_add(out, ", ");
	}
	aw_str_add_bytes(out, text + found.initialiser, found.initialiser_end - found.initialiser);
	aw_str_add(out, ")");
	*done = found.initialiser_end;
	return true;
}
