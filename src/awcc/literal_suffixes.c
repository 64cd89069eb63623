// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "literal_suffixes.h"

#include "source_scan.h"

static bool is_attribute(const struct aw_scan *scan, size_t at)
{
	static const char *const attributes[] = { "__global__", "__device__",      "__host__",     "__constant__",     "__shared__",
		                                  "__managed__", "__forceinline__", "__noinline__", "__launch_bounds__" };
	return aw_scan_behind_word(scan, at, attributes, sizeof(attributes) / sizeof(*attributes)) != at;
}

bool aw_literal_suffixes_part(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	size_t done = 0;
	for (size_t at = 0, next; at < size; at = next != at ? next : at + 1) {
		next = aw_scan_opaque(&scan, at);
		if (next == at || text[next - 1] != '"' || next >= size || !is_attribute(&scan, next))
			continue;
		aw_str_add_bytes(out, text + done, next - done);
		aw_str_add(out, " ");
		done = next;
	}
	return aw_scan_rest(&scan, done, out);
}
