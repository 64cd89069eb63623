// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     //@anywarp 0123456789abcdef      the hash of the text before this line
//     //@QVdGQgEAAAAB...               base64 (RFC 4648)
//     ...
//
// Text that somebody has changed must not run as what it was before, so its hash is kept: FNV-1a.
#include "ptx_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/fnv.h"
#include "fatbin.h"

#define MARK "//@anywarp "
enum { LINE_BYTES = 72 }; // 96 characters

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void add_group(struct aw_str *out, const unsigned char *bytes, size_t count)
{
	uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)(count > 1 ? bytes[1] : 0) << 8 | (count > 2 ? bytes[2] : 0);
	char group[4];
	for (int i = 0; i < 4; i++)
		group[i] = (size_t)i <= count ? digits[bits >> (18 - 6 * i) & 63] : '=';
	aw_str_add_bytes(out, group, 4);
}

void aw_ptx_text_attach(struct aw_str *out, size_t start, const void *data, size_t size)
{
	const unsigned char *bytes = data;
	if (out->length == start || out->text[out->length - 1] != '\n')
		aw_str_add(out, "\n");
	if (out->failed)
		return;
	aw_str_format(out, MARK "%016" PRIx64, aw_fnv_add(AW_FNV_START, out->text + start, out->length - start));
	for (size_t i = 0; i < size; i += 3) {
		if (i % LINE_BYTES == 0)
			aw_str_add(out, "\n//@");
		add_group(out, bytes + i, size - i < 3 ? size - i : 3);
	}
	aw_str_add(out, "\n");
}

// Decodes the lines from TEXT on; false when something else is in them.
static bool decode(const char *text, struct aw_str *out)
{
	uint32_t bits = 0, count = 0;
	for (; *text; text++) {
		const char *digit = strchr(digits, *text);
		if (!strncmp(text, "\n//@", 4)) {
			text += 3;
		} else if (digit) {
			bits = bits << 6 | (uint32_t)(digit - digits);
			if (++count % 4 == 0)
				aw_str_add_bytes(out, (char[]){ (char)(bits >> 16), (char)(bits >> 8), (char)bits }, 3);
		} else if (*text != '=' && *text != '\n' && *text != '\r') {
			return false;
		}
	}
	if (count % 4 == 3)
		aw_str_add_bytes(out, (char[]){ (char)(bits >> 10), (char)(bits >> 2) }, 2);
	else if (count % 4 == 2)
		aw_str_add_bytes(out, (char[]){ (char)(bits >> 4) }, 1);
	return count % 4 != 1;
}

aw_status aw_ptx_text_module(const char *text, struct aw_str *fatbin)
{
	const char *mark = strstr(text, "\n" MARK);
	const struct aw_fatbin_header *header;
	if (!mark)
		return AW_FILE_NOT_FOUND;
	char *end;
	uint64_t hash = strtoull(mark + 1 + strlen(MARK), &end, 16);
	size_t before = fatbin->length;
	if (hash != aw_fnv_add(AW_FNV_START, text, (size_t)(mark + 1 - text)) || !decode(end, fatbin))
		return AW_INVALID_PTX;
	if (fatbin->failed)
		return AW_NO_MEMORY;
	if (aw_fatbin_open(fatbin->text + before, fatbin->length - before, &header) == AW_OK && aw_fatbin_is_intact(header))
		return AW_OK;
	aw_str_cut(fatbin, before);
	return AW_INVALID_PTX;
}
