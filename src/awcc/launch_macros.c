// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions are taken as they stand, whatever conditions are around them; of several of one name each adds its properties.
#include "launch_macros.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = 128 };

// The name that begins at AT, kept in the pool.
static const char *name_at(const struct aw_scan *scan, size_t at, size_t *end)
{
	*end = at;
	while (aw_scan_is_name(scan, *end))
		++*end;
	return aw_text("%.*s", (int)(*end - at), scan->text + at);
}

// Copies the name that begins at AT to ROOM; false when none does, or none so short.
static bool copy_name(const struct aw_scan *scan, size_t at, char room[MOST_NAME])
{
	size_t length = 0;
	if (!aw_scan_is_name(scan, at) || (at > 0 && aw_scan_is_name(scan, at - 1)))
		return false;
	while (length < MOST_NAME && aw_scan_is_name(scan, at + length))
		length++;
	if (length == MOST_NAME)
		return false;
	memcpy(room, scan->text + at, length);
	room[length] = 0;
	return true;
}

// The place behind blanks of a line.
static size_t skip_blanks(const struct aw_scan *scan, size_t at)
{
	while (at < scan->size && (scan->text[at] == ' ' || scan->text[at] == '\t'))
		at++;
	return at;
}

static bool find_name(const struct aw_scan *scan, size_t at, size_t *name)
{
	size_t word = skip_blanks(scan, at + 1);
	*name = skip_blanks(scan, word + strlen("define"));
	return aw_scan_is_word(scan, word, "define") && aw_scan_is_name(scan, *name);
}

bool aw_launch_macros_definition(const struct aw_scan *scan, size_t at, size_t *begin, size_t *end)
{
	size_t name;
	if (!find_name(scan, at, &name))
		return false;
	for (*begin = name; aw_scan_is_name(scan, *begin);)
		++*begin;
	if (*begin < scan->size && scan->text[*begin] == '(')
		*begin = aw_scan_behind(scan, *begin, ")");
	*end = aw_scan_behind_directive(scan, at);
	return *begin < *end;
}

// Whether a launch in the text begins or ends there, of which arguments don't stand behind it in the text.
static bool is_open_launch(const struct aw_scan *scan, size_t at, bool *launch)
{
	size_t open_end, close, close_end;
	bool spaced;
	*launch = aw_scan_triple(scan, at, '<', &open_end, &spaced);
	if (!*launch)
		return false;
	if (!aw_scan_close(scan, open_end, &close, &close_end, &spaced))
		return true;
	close_end = aw_scan_gap(scan, close_end);
	return close_end >= scan->size || scan->text[close_end] != '(';
}

static void examine(struct aw_launch_macro *macro)
{
	struct aw_scan scan = { macro->text, strlen(macro->text) };
	for (size_t at = 0, next; at < scan.size; at = next != at ? next : at + 1) {
		bool launch;
		next = aw_scan_opaque(&scan, at);
		if (next != at)
			continue;
		macro->marks |= aw_scan_is_word(&scan, at, "__global__") || aw_scan_is_word(&scan, at, "__device__");
		macro->ends_open |= is_open_launch(&scan, at, &launch);
		macro->launches |= launch;
		if (launch)
			next = at + 3;
	}
}

static void add(struct aw_launch_macros *macros, struct aw_launch_macro *macro)
{
	struct aw_launch_macro *known = aw_map_get(&macros->by_name, macro->name);
	if (known) {
		macro->marks |= known->marks;
		macro->launches |= known->launches;
		macro->ends_open |= known->ends_open;
		*known = *macro;
		return;
	}
	known = malloc(sizeof(*known));
	if (!known || !aw_map_put(&macros->by_name, macro->name, known))
		aw_text_no_memory();
	*known = *macro;
}

// The name of the function that is declared behind AT: the first in front of a parenthesis but for attributes and, of a
// specialisation, template arguments.
static size_t declared_name(const struct aw_scan *scan, size_t at)
{
	static const char *const attributes[] = { "__launch_bounds__", "__attribute__", "__cluster_dims__", "__maxnreg__", "alignas" };
	size_t name = scan->size;
	int depth = 0; // of template arguments
	for (; at < scan->size && !strchr(";{}", scan->text[at]); at++) {
		depth += (scan->text[at] == '<') - (scan->text[at] == '>');
		if (depth > 0)
			continue;
		if (aw_scan_behind_word(scan, at, attributes, sizeof(attributes) / sizeof(*attributes)) != at) {
			while (at < scan->size && scan->text[at] != '(')
				at++;
			at = aw_scan_behind_brackets(scan, at) - 1;
			name = scan->size;
		} else if (scan->text[at] == '(') {
			return name;
		} else if (aw_scan_is_name(scan, at) && !aw_scan_is_name(scan, at - 1)) {
			name = at;
		}
	}
	return scan->size;
}

// What a macro's text declares ends with it: `#define KERNEL __global__` declares nothing.
static void add_kernels(struct aw_launch_macros *macros, const struct aw_scan *scan)
{
	size_t end, directive = SIZE_MAX;
	bool more = aw_scan_next_directive(scan, &directive);
	for (size_t at = 0, next; at < scan->size; at = next != at ? next : at + 1) {
		next = aw_scan_opaque(scan, at);
		if (next != at || !aw_scan_is_word(scan, at, "__global__"))
			continue;
		while (more && aw_scan_behind_directive(scan, directive) <= at)
			more = aw_scan_next_directive(scan, &directive);
		struct aw_scan within = { scan->text, more && directive < at ? aw_scan_behind_directive(scan, directive) : scan->size };
		size_t name = declared_name(&within, at + strlen("__global__"));
		if (name < within.size && !aw_map_put(&macros->kernels, name_at(scan, name, &end), macros))
			aw_text_no_memory();
	}
}

// Whether a type may end before AT, as in `int *x` or `T x`.
static bool follows_type(const struct aw_scan *scan, size_t at)
{
	size_t end = aw_scan_back(scan, at);
	if (end > 0 && (scan->text[end - 1] == '*' || scan->text[end - 1] == '&'))
		end = aw_scan_back(scan, end - 1);
	struct aw_scan before = { scan->text, end };
	if (end >= 6 && aw_scan_is_word(&before, end - 6, "return"))
		return false;
	return end > 0 && (aw_scan_is_name(scan, end - 1) || scan->text[end - 1] == '>');
}

void aw_launch_macros_drop_variables(struct aw_launch_macros *macros, const struct aw_scan *scan)
{
	char name[MOST_NAME];
	for (size_t at = 0, next; at < scan->size && macros->kernels.count; at = next != at ? next : at + 1) {
		next = aw_scan_opaque(scan, at);
		if (next != at || !aw_launch_macros_is_kernel(macros, scan, at) || !copy_name(scan, at, name) || !follows_type(scan, at))
			continue;
		size_t behind = aw_scan_blanks(scan, at + strlen(name));
		if (behind < scan->size && strchr("=;[,){", scan->text[behind]))
			aw_map_remove(&macros->kernels, name);
	}
}

bool aw_launch_macros_is_kernel(const struct aw_launch_macros *macros, const struct aw_scan *scan, size_t at)
{
	char name[MOST_NAME];
	return macros->kernels.count && copy_name(scan, at, name) && aw_map_get(&macros->kernels, name);
}

void aw_launch_macros_add(struct aw_launch_macros *macros, const struct aw_scan *scan)
{
	add_kernels(macros, scan);
	size_t name, name_end, begin, end;
	for (size_t at = SIZE_MAX; aw_scan_next_directive(scan, &at);) {
		if (!aw_launch_macros_definition(scan, at, &begin, &end) || !find_name(scan, at, &name))
			continue;
		struct aw_launch_macro macro = { .name = name_at(scan, name, &name_end) };
		macro.text = aw_text("%.*s", (int)(end - begin), scan->text + begin);
		macro.takes_arguments = begin > name_end;
		examine(&macro);
		macros->any |= macro.marks || macro.launches;
		add(macros, &macro);
	}
}

const struct aw_launch_macro *aw_launch_macros_at(const struct aw_launch_macros *macros, const struct aw_scan *scan, size_t at)
{
	char name[MOST_NAME];
	return macros->by_name.count && copy_name(scan, at, name) ? aw_map_get(&macros->by_name, name) : NULL;
}

// Whether the macro gets a property from those that its text names.
static bool inherit(const struct aw_launch_macros *macros, struct aw_launch_macro *macro)
{
	struct aw_launch_macro before = *macro;
	struct aw_scan scan = { macro->text, strlen(macro->text) };
	for (size_t at = 0; at < scan.size; at++) {
		const struct aw_launch_macro *named = aw_launch_macros_at(macros, &scan, at);
		if (named) {
			macro->marks |= named->marks;
			macro->launches |= named->launches;
		}
	}
	return macro->marks != before.marks || macro->launches != before.launches;
}

void aw_launch_macros_settle(struct aw_launch_macros *macros)
{
	bool changed = macros->any;
	while (changed) {
		changed = false;
		for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&macros->by_name, slot));)
			changed |= inherit(macros, slot->value);
	}
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&macros->by_name, slot));) {
		struct aw_launch_macro *macro = slot->value;
		macros->device_launch |= macro->marks && macro->launches; // a whole function
	}
}

void aw_launch_macros_finish(struct aw_launch_macros *macros)
{
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&macros->by_name, slot));)
		free(slot->value);
	aw_map_finish(&macros->by_name);
	aw_map_finish(&macros->kernels);
}
