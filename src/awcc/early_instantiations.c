// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an instantiation on, the statements of its scope are looked through for those that begin with `template <` and have `NAME<...>::`
// in them.  Lines stay what they are: where the instantiation stood its line ends remain, and it goes to the end of a definition's line.
#include "early_instantiations.h"

#include <stdlib.h>
#include <string.h>

#include "../base/vec.h"
#include "source_scan.h"

// A piece of the text that is left out, or one that is added at a place.
struct edit {
	size_t at, end;     // what is left out; AT twice when nothing is
	size_t begin, size; // what is added, of the text
};

struct edits {
	struct edit *items;
	size_t count, capacity;
};

struct name {
	const char *text;
	size_t length;
};

static size_t behind_name(const struct aw_scan *scan, size_t at)
{
	while (aw_scan_is_name(scan, at))
		at++;
	return at;
}

// Whether `template class NAME<...>;` stands at AT, and where it ends.
static bool is_instantiation(const struct aw_scan *scan, size_t at, struct name *name, size_t *end)
{
	size_t before = aw_scan_back(scan, at), word = aw_scan_word_back(scan, before);
	if (!aw_scan_is_word(scan, at, "template") || (word < before && aw_scan_is_word(scan, word, "extern")))
		return false;
	at = aw_scan_gap(scan, at + strlen("template"));
	if (!aw_scan_is_word(scan, at, "class") && !aw_scan_is_word(scan, at, "struct"))
		return false;
	while (aw_scan_is_name(scan, at) || aw_scan_is_at(scan, at, "::")) {
		size_t next = behind_name(scan, at);
		*name = (struct name){ scan->text + at, next - at };
		at = aw_scan_gap(scan, next > at ? next : at + strlen("::"));
	}
	size_t list = aw_scan_is_at(scan, at, "<") ? aw_scan_behind_list(scan, at) : at, semicolon = aw_scan_gap(scan, list);
	*end = semicolon + 1;
	return list > at && aw_scan_is_at(scan, semicolon, ";");
}

// Whether `NAME<...>::` stands at AT.
static bool is_member_of(const struct aw_scan *scan, size_t at, struct name name)
{
	size_t end = behind_name(scan, at), list = aw_scan_gap(scan, end);
	if (end - at != name.length || memcmp(scan->text + at, name.text, name.length) || !aw_scan_is_at(scan, list, "<"))
		return false;
	end = aw_scan_behind_list(scan, list);
	return end > list && aw_scan_is_at(scan, aw_scan_gap(scan, end), "::");
}

// The place behind the statement at AT, in braces or with a semicolon; *DEFINES: it may define a member of the class template NAME.
static size_t behind_statement(const struct aw_scan *scan, size_t at, struct name name, bool *defines)
{
	bool is_template = aw_scan_is_word(scan, at, "template") && aw_scan_is_at(scan, aw_scan_gap(scan, at + strlen("template")), "<");
	*defines = false;
	while (at < scan->size && scan->text[at] != ';' && scan->text[at] != '}') {
		size_t next = aw_scan_opaque(scan, at), word = behind_name(scan, at);
		*defines |= word > at && is_template && is_member_of(scan, at, name);
		if (next == at)
			next = strchr("([{", scan->text[at]) ? aw_scan_behind_brackets(scan, at) : word > at ? word : at + 1;
		size_t follows = aw_scan_gap(scan, next);
		if (scan->text[at] == '{' && !aw_scan_is_at(scan, follows, "{") && !aw_scan_is_at(scan, follows, ",") &&
		    !aw_scan_is_at(scan, follows, ";"))
			return next;
		at = next;
	}
	return at < scan->size && scan->text[at] == ';' ? at + 1 : at;
}

// What the directive at AT does to the number of conditions that are open; *OTHER: another part of one begins.
static int opens_condition(const struct aw_scan *scan, size_t at, bool *other)
{
	size_t word = aw_scan_gap(scan, at + 1);
	*other = aw_scan_is_at(scan, word, "el");
	return aw_scan_is_at(scan, word, "if") - aw_scan_is_word(scan, word, "endif");
}

// The place behind the last definition of a member of NAME in the scope that goes on at AT, under the same conditions; 0: there is none.
static size_t behind_definitions(const struct aw_scan *scan, size_t at, struct name name)
{
	size_t last = 0;
	int conditions = 0;
	bool defines, other = false;
	for (at = aw_scan_gap(scan, at); at < scan->size && scan->text[at] != '}'; at = aw_scan_gap(scan, at)) {
		if (scan->text[at] == '#') {
			conditions += opens_condition(scan, at, &other);
			if (conditions < 0 || (other && conditions == 0))
				break;
			at = aw_scan_behind_directive(scan, at);
			continue;
		}
		at = behind_statement(scan, at, name, &defines);
		last = defines && conditions == 0 ? at : last;
	}
	return last;
}

static int compare(const void *a, const void *b)
{
	const struct edit *one = a, *other = b;
	if (one->at != other->at)
		return one->at < other->at ? -1 : 1;
	return (one->begin > other->begin) - (one->begin < other->begin);
}

// Adds the SIZE bytes at TEXT: the line ends alone, or all the others.
static void add_bytes(const char *text, size_t size, bool ends, struct aw_str *out)
{
	for (size_t i = 0; i < size; i++)
		if ((text[i] == '\n') == ends)
			aw_str_add_bytes(out, text + i, 1);
		else if (!ends)
			aw_str_add(out, " ");
}

static void apply(const struct aw_scan *scan, struct edits *edits, struct aw_str *out)
{
	size_t done = 0;
	if (edits->count)
		qsort(edits->items, edits->count, sizeof(*edits->items), compare);
	for (size_t i = 0; i < edits->count; i++) {
		const struct edit *edit = &edits->items[i];
		aw_str_add_bytes(out, scan->text + done, edit->at - done);
		add_bytes(scan->text + edit->at, edit->end - edit->at, true, out);
		aw_str_add(out, edit->size ? " " : "");
		add_bytes(scan->text + edit->begin, edit->size, false, out);
		done = edit->end;
	}
	aw_scan_rest(scan, done, out);
}

bool aw_early_instantiations_move(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	struct aw_scan_walk walk;
	struct edits edits = { 0 };
	aw_scan_walk_begin(&scan, "__global__", "__device__", &walk);
	while (aw_scan_walk_next(&walk)) {
		struct name name = { 0 };
		size_t at = walk.at, end, last;
		if (!is_instantiation(&scan, at, &name, &end) || !(last = behind_definitions(&scan, end, name)))
			continue;
		if (!aw_vec_push(&edits, (struct edit){ at, end, 0, 0 }) || !aw_vec_push(&edits, (struct edit){ last, last, at, end - at }))
			aw_text_no_memory();
		walk.next = end;
	}
	apply(&scan, &edits, out);
	bool changed = edits.count > 0;
	aw_vec_finish(&edits);
	return changed;
}
