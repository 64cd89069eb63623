// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions are taken as they stand, whatever conditions are around them; of several of one name each adds its properties.
#include "launch_macros.h"

#include <stdlib.h>
#include <string.h>

// The name that begins at AT, kept in the pool.
static const char *name_at(const struct aw_scan *scan, size_t at, size_t *end)
{
	*end = at;
	while (aw_scan_is_name(scan, *end))
		++*end;
	return aw_text("%.*s", (int)(*end - at), scan->text + at);
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

void aw_launch_macros_add(struct aw_launch_macros *macros, const struct aw_scan *scan)
{
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
	char name[128];
	size_t length = 0;
	if (!macros->by_name.count || !aw_scan_is_name(scan, at) || (at > 0 && aw_scan_is_name(scan, at - 1)))
		return NULL;
	while (length < sizeof(name) && aw_scan_is_name(scan, at + length))
		length++;
	if (length == sizeof(name))
		return NULL;
	memcpy(name, scan->text + at, length);
	name[length] = 0;
	return aw_map_get(&macros->by_name, name);
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
}
