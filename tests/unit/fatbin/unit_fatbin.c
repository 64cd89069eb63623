// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fat binaries: what is written is read back, and no damaged one is taken or crashes the reader.
// LINK: fatbin
#include "fatbin/fatbin.h"
#include "unit/unit.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	static const char image[100] = "image", text[] = ".version 8.0";
	struct aw_fatbin_part parts[] = {
		{ AW_FATBIN_CPU_IMAGE, 0, "x86-64-v3", image, sizeof(image) },
		{ AW_FATBIN_PTX, AW_FATBIN_ENTRY_DEBUG, "sm_90", text, sizeof(text) },
	};
	struct aw_str out = { 0 };
	CHECK_EQUAL(aw_fatbin_write(parts, 2, &out), AW_OK);

	const struct aw_fatbin_header *header = NULL;
	CHECK_EQUAL(aw_fatbin_open(out.text, out.length, &header), AW_OK);
	CHECK_EQUAL(header->entry_count, 2);
	CHECK_EQUAL(header->total_size, out.length);
	const struct aw_fatbin_entry *entry = aw_fatbin_find(header, AW_FATBIN_PTX, "sm_90");
	CHECK(entry && entry->size == sizeof(text) && entry->flags == AW_FATBIN_ENTRY_DEBUG);
	CHECK(entry && strcmp(aw_fatbin_payload(header, entry), text) == 0);
	CHECK(entry && entry->offset % 64 == 0);
	CHECK(aw_fatbin_find(header, AW_FATBIN_PTX, "sm_70") == NULL);
	CHECK(aw_fatbin_find(header, AW_FATBIN_BITCODE, NULL) == NULL);
	entry = aw_fatbin_find(header, AW_FATBIN_CPU_IMAGE, NULL);
	CHECK(entry && memcmp(aw_fatbin_payload(header, entry), image, sizeof(image)) == 0);

	for (size_t length = 1; length < out.length; length++) {
		const struct aw_fatbin_header *none = NULL;
		CHECK(aw_fatbin_open(out.text, length, &none) == AW_INVALID_KERNEL_IMAGE && !none);
	}
	uint32_t random = 7;
	for (int i = 0; i < 20000; i++) { // each damage in the tables is refused, or harmless to read
		char *copy = malloc(out.length);
		memcpy(copy, out.text, out.length);
		random = random * 1664525u + 1013904223u;
		copy[(random >> 8) % 128] ^= (char)(1u << (random >> 29));
		const struct aw_fatbin_header *read = NULL;
		if (aw_fatbin_open(copy, out.length, &read) == AW_OK)
			for (uint32_t at = 0; at < read->entry_count; at++) {
				const struct aw_fatbin_entry *each = aw_fatbin_entry_at(read, at);
				CHECK((const char *)aw_fatbin_payload(read, each) + each->size <= copy + out.length);
			}
		free(copy);
	}
	aw_str_finish(&out);
	return unit_finish();
}
