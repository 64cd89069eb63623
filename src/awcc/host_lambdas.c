// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place is written as clang ends the name of a lambda's type: (lambda at folder/file.cu:12:8).  Brackets that are no lambda's do no
// harm.
#include "host_lambdas.h"

#include <string.h>

bool aw_host_lambdas_are_asked_for(const char *text, size_t size)
{
	static const char trait[] = "__nv_is_extended_host_device_lambda_closure_type", definition[] = "#define ";
	const char *at = memmem(text, size, trait, strlen(trait));
	return at && ((size_t)(at - text) < strlen(definition) || memcmp(at - strlen(definition), definition, strlen(definition)) != 0);
}

// Whether the brackets at AT begin a lambda without words but, maybe, __host__.
static bool begins_lambda(const struct aw_scan *scan, size_t at)
{
	static const char *const host[] = { "__host__" };
	size_t next = aw_scan_gap(scan, aw_scan_behind_brackets(scan, at));
	if (aw_scan_is_at(scan, next, "<"))
		next = aw_scan_gap(scan, aw_scan_behind_list(scan, next));
	next = aw_scan_gap(scan, aw_scan_behind_word(scan, next, host, 1));
	return aw_scan_is_at(scan, next, "(") || aw_scan_is_at(scan, next, "{");
}

void aw_host_lambdas_find(const char *path, const char *text, size_t size, struct aw_str *places)
{
	struct aw_scan scan = { text, size };
	size_t line = 1, begin = 0;
	for (size_t at = 0; at < size;) {
		size_t next = aw_scan_opaque(&scan, at);
		next = next == at ? at + 1 : next;
		if (text[at] == '[' && (!at || !aw_scan_is_name(&scan, at - 1)) && begins_lambda(&scan, at))
			aw_str_format(places, "\"%s:%zu:%zu)]\", ", aw_text_base(path), line, at - begin + 1);
		for (; at < next; at++)
			if (text[at] == '\n') {
				line++;
				begin = at + 1;
			}
	}
}

void aw_host_lambdas_tell(const char *text, size_t size, const struct aw_str *places, struct aw_str *out)
{
	static const char mark[] = "\xEF\xBB\xBF"; // of UTF-8, which may stand at a text's beginning alone
	size_t begin = size >= strlen(mark) && !memcmp(text, mark, strlen(mark)) ? strlen(mark) : 0;
	aw_str_add(out, "#if defined(__CUDACC_EXTENDED_LAMBDA__)\n" // else nobody declares it, and traits are asked for in vain
	                "namespace anywarp { template <> struct host_lambdas<void> { static constexpr const char *const places[] = { ");
	aw_str_add_bytes(out, places->text, places->length);
	aw_str_add(out, "\"\" }; }; }\n#endif\n#line 1\n");
	aw_str_add_bytes(out, text + begin, size - begin);
}
