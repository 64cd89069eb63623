// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     int *a[n] = {&x}, b = 1;  ->  int *a[n], *&__anywarp_started_a __attribute__((unused)) = __anywarp_start_array(a, a[0], {&x}), b = 1;
//
// The initialiser is that of a reference behind the array, so it stays in its declaration, in front of the next declarator.  A
// reference to the array's first scalar has the declaration's own type, with the asterisks that stand before the array's name.
#include "run_time_arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "source_scan.h"

// --- places ---

static const char *real_path(const char *path)
{
	char *real = realpath(path, NULL);
	return real ? aw_text_keep(real) : path;
}

static bool is_known(const struct aw_array_places *places, const struct aw_array_place *place)
{
	for (size_t i = 0; i < places->count; i++) {
		const struct aw_array_place *known = &places->items[i];
		if (known->round == place->round && known->line == place->line && known->column == place->column &&
		    !strcmp(known->file, place->file))
			return true;
	}
	return false;
}

// Reads "FILE:LINE:COLUMN", which ends at END.
static bool read_place(const char *line, const char *end, struct aw_array_place *place)
{
	const char *column = end, *number;
	while (column > line && column[-1] != ':')
		column--;
	for (number = column - 1; number > line && number[-1] != ':';)
		number--;
	if (number <= line + 1 || sscanf(number, "%u:%u", &place->line, &place->column) != 2)
		return false;
	place->file = real_path(aw_text("%.*s", (int)(number - 1 - line), line));
	return true;
}

bool aw_array_places_read(struct aw_array_places *places, const char *messages)
{
	static const char error[] = ": error: variable-sized object may not be initialized";
	size_t before = places->count;
	for (const char *at = messages; (at = strstr(at, error)); at++) {
		const char *line = at;
		while (line > messages && line[-1] != '\n')
			line--;
		struct aw_array_place place = { .round = places->rounds };
		if (read_place(line, at, &place) && !is_known(places, &place) && !aw_vec_push(places, place))
			aw_text_no_memory();
	}
	places->rounds += places->count != before;
	return places->count != before;
}

bool aw_array_places_have(const struct aw_array_places *places, const char *path)
{
	const char *file = places->count ? real_path(path) : path;
	for (size_t i = 0; i < places->count; i++)
		if (!strcmp(places->items[i].file, file))
			return true;
	return false;
}

bool aw_array_places_are_better(const struct aw_array_places *places)
{
	for (size_t i = 0; i < places->count; i++)
		if (places->items[i].round + 1 == places->rounds && places->items[i].mended)
			return true;
	return false;
}

// --- declarators ---

struct declarator {
	size_t prefix, name, brackets, end; // of the asterisks, the name and the sizes; the place behind the latter
	unsigned dimensions;
	size_t initialiser, initialiser_end;
};

static size_t place_in(const struct aw_scan *scan, const struct aw_array_place *place)
{
	size_t at = 0;
	for (unsigned line = 1; line < place->line && at < scan->size; line++)
		at = aw_scan_behind(scan, at, "\n");
	return at + place->column - 1 < scan->size ? at + place->column - 1 : scan->size;
}

// The bracket that the one in front of END closes; END when there is none.
static size_t opening_before(const struct aw_scan *scan, size_t end)
{
	int depth = 0;
	for (size_t at = end; at > 0 && !strchr(";{}", scan->text[at - 1]); at--) {
		depth += scan->text[at - 1] == ']';
		depth -= scan->text[at - 1] == '[';
		if (depth == 0)
			return at - 1;
	}
	return end;
}

// Where the asterisks begin that stand in front of NAME, with what may stand between and behind them.
static size_t prefix_before(const struct aw_scan *scan, size_t name)
{
	static const char *const words[] = { "const", "volatile", "__restrict__", "__restrict", "restrict" };
	size_t prefix = name, at = aw_scan_back(scan, name);
	while (at > 0) {
		size_t word = at;
		while (word > 0 && aw_scan_is_name(scan, word - 1))
			word--;
		if (scan->text[at - 1] == '*')
			prefix = at - 1;
		else if (word == at || aw_scan_behind_word(scan, word, words, sizeof(words) / sizeof(*words)) == word)
			break;
		at = aw_scan_back(scan, word == at ? at - 1 : word);
	}
	return prefix;
}

static bool find_initialiser(const struct aw_scan *scan, struct declarator *found)
{
	size_t at = aw_scan_gap(scan, found->end);
	if (aw_scan_is_at(scan, at, "="))
		at = aw_scan_gap(scan, at + 1);
	found->initialiser = at;
	if (aw_scan_is_at(scan, at, "{"))
		found->initialiser_end = aw_scan_behind_brackets(scan, at);
	else if (aw_scan_is_at(scan, at, "\""))
		found->initialiser_end = aw_scan_opaque(scan, at);
	else
		return false;
	at = aw_scan_gap(scan, found->initialiser_end);
	return at < scan->size && strchr(",;", scan->text[at]);
}

// Finds the declarator one of whose sizes begins at AT, or whose name does when the initialiser is a string.
static bool find_declarator(const struct aw_scan *scan, size_t at, struct declarator *found)
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
		found->brackets = opening_before(scan, end);
		if (found->brackets == end)
			return false;
	}
	size_t name_end = aw_scan_back(scan, found->brackets);
	for (found->name = name_end; found->name > 0 && aw_scan_is_name(scan, found->name - 1);)
		found->name--;
	found->prefix = prefix_before(scan, found->name);
	found->dimensions = 0;
	for (found->end = found->brackets; aw_scan_is_at(scan, aw_scan_gap(scan, found->end), "["); found->dimensions++)
		found->end = aw_scan_behind_brackets(scan, aw_scan_gap(scan, found->end));
	return found->name < name_end && find_initialiser(scan, found);
}

// Whether nothing but braces and zeros is in the initialiser: {}, {0}, {{0.0f}}, {'\0'}.  Of one dimension such elements may be
// objects that are made of a 0, unless there is none.
static bool is_zero(const struct aw_scan *scan, const struct declarator *found)
{
	const char *signs = found->dimensions > 1 ? "{}0.fF \t\n" : "{} \t\n";
	return strspn(scan->text + found->initialiser, signs) >= found->initialiser_end - found->initialiser;
}

static void add(const struct aw_scan *scan, const struct declarator *found, size_t *done, struct aw_str *out)
{
	const char *text = scan->text;
	int name = (int)(aw_scan_back(scan, found->brackets) - found->name);
	aw_str_add_bytes(out, text + *done, found->end - *done);
	aw_str_format(out, ", %.*s&__anywarp_started_%.*s __attribute__((unused)) = ", (int)(found->name - found->prefix), text + found->prefix,
	              name, text + found->name);
	aw_str_format(out, "%s(%.*s, %.*s", is_zero(scan, found) ? "__anywarp_clear_array" : "__anywarp_start_array", name,
	              text + found->name, name, text + found->name);
	for (unsigned i = 0; i < found->dimensions; i++)
		aw_str_add(out, "[0]");
	aw_str_add(out, ", ");
	aw_str_add_bytes(out, text + found->initialiser, found->initialiser_end - found->initialiser);
	aw_str_add(out, ")");
	*done = found->initialiser_end;
}

static int compare(const void *a, const void *b)
{
	const struct aw_array_place *first = a, *second = b;
	if (first->line != second->line)
		return first->line < second->line ? -1 : 1;
	return first->column < second->column ? -1 : first->column > second->column;
}

bool aw_run_time_arrays_start(struct aw_array_places *places, unsigned round, const char *path, const char *text, size_t size,
                              struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	const char *file = real_path(path);
	size_t done = 0;
	qsort(places->items, places->count, sizeof(*places->items), compare);
	for (size_t i = 0; i < places->count; i++) {
		struct aw_array_place *place = &places->items[i];
		struct declarator found = { 0 };
		if (place->round != round || strcmp(place->file, file) != 0 ||
		    !find_declarator(&scan, place_in(&scan, place), &found) || found.prefix < done)
			continue;
		add(&scan, &found, &done, out);
		place->mended = true;
	}
	return aw_scan_rest(&scan, done, out);
}
