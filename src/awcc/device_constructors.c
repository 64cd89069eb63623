// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     __device__ box() : value(7) {}  ->  __attribute__((host)) __device__ box() : value(7) {}
//     __device__ box() = default;     ->  __device__ __attribute__((host, device)) box() = default;
//
// Nothing but a constructor has neither a type nor a word for one in front of its name.
#include "device_constructors.h"

#include <string.h>

#include "function_sides.h"

// Whether a constructor is declared behind __device__, which ends at AT.
static bool is_constructor(const struct aw_scan *scan, size_t at)
{
	static const char *const words[] = { "inline", "__inline__", "__forceinline__", "__noinline__", "constexpr", "explicit" };
	for (size_t next = aw_scan_gap(scan, at); next != at; at = aw_scan_gap(scan, next))
		next = aw_scan_behind_word(scan, at = next, words, sizeof(words) / sizeof(words[0]));
	size_t name = at;
	while (at < scan->size && aw_scan_is_name(scan, at))
		at++;
	if (at == name || !aw_scan_is_at(scan, at = aw_scan_gap(scan, at), "("))
		return false;
	at = aw_scan_gap(scan, aw_scan_behind_brackets(scan, at));
	return at < scan->size && strchr(":{;=n", scan->text[at]); // n: of noexcept
}

bool aw_device_constructor_is_at(const struct aw_scan *scan, size_t at)
{
	static const char *const words[] = { "__device__", "__host__", "inline", "__inline__", "__forceinline__", "__noinline__", "constexpr",
		                             "explicit" };
	size_t word = at, end;
	do {
		end = aw_scan_back(scan, word);
		word = aw_scan_word_back(scan, end);
	} while (word != end && aw_scan_behind_word(scan, word, words, sizeof(words) / sizeof(words[0])) != word);
	if (word == end && aw_scan_is_behind(scan, end, ">")) {
		end = aw_scan_back(scan, aw_scan_opening_back(scan, end, "<>"));
		return aw_scan_is_word(scan, aw_scan_word_back(scan, end), "template");
	}
	return word == end && (end == 0 || strchr(";{}:)", scan->text[end - 1]));
}

// Whether the constructor behind __device__, which ends at AT, or the function whose name stands there, is declared as the default one.
static bool is_default(const struct aw_scan *scan, size_t at)
{
	while (at < scan->size && !strchr(";{}", scan->text[at])) {
		if (scan->text[at] == '=' && aw_scan_is_word(scan, aw_scan_gap(scan, at + 1), "default"))
			return true;
		at = aw_scan_step(scan, at, "(");
	}
	return false;
}

bool aw_device_default_share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	return is_default(scan, at) && aw_function_sides_join(scan, at, in_macro, done, out);
}

bool aw_device_constructors_share_in(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char word[] = "__device__", both[] = "__attribute__((host, device)) ";
	size_t open = at;
	bool shared = false;
	(void)in_macro;
	while (open < scan->size && !strchr(";{", scan->text[open]))
		open++;
	for (size_t end = aw_scan_behind_brackets(scan, open), place = open; place < end; place++) {
		size_t behind = aw_scan_blanks(scan, place + strlen(word)), length = strlen(both);
		if (place < *done || !aw_scan_is_word(scan, place, word) || !is_constructor(scan, behind) || aw_scan_is_at(scan, place - length, both))
			continue;
		aw_str_add_bytes(out, scan->text + *done, place - *done);
		aw_str_add(out, both);
		*done = place;
		shared = true;
	}
	return shared;
}

bool aw_device_constructors_lend(const char *text, size_t size, struct aw_str *out)
{
	static const char word[] = "__device__";
	struct aw_scan scan = { text, size };
	size_t done = 0;
	for (size_t at = 0, next; at < size; at = next) {
		next = aw_scan_opaque(&scan, at);
		if (next != at)
			continue;
		next = at + 1;
		size_t before = aw_scan_word_back(&scan, aw_scan_back(&scan, at));
		if (!aw_scan_is_word(&scan, at, word) || aw_scan_is_word(&scan, before, "__host__") || !is_constructor(&scan, at + strlen(word)))
			continue;
		aw_str_add_bytes(out, text + done, at - done);
		aw_str_add(out, "__attribute__((host)) ");
		done = at;
	}
	return aw_scan_rest(&scan, done, out);
}
