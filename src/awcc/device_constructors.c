// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     __device__ box() : value(7) {}  ->  __attribute__((host)) __device__ box() : value(7) {}
//
// Nothing but a constructor has neither a type nor a word for one in front of its name.
#include "device_constructors.h"

#include <string.h>

#include "source_scan.h"

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
