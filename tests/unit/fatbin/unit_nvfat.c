// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fat binaries of CUDA's format: what is written is read back and converted, compressed entries too, and no damaged one is taken
// or crashes a reader.
// LINK: fatbin
#include "fatbin/nvfat.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "fatbin/fatbin.h"
#include "fatbin/unpack.h"
#include "unit/unit.h"

static const char text[] = ".version 8.0\n.target sm_80\n.address_size 64\n";
static const char other[] = ".version 7.1\n.target sm_90a\n.address_size 64\n";

static struct aw_str make_ours(void)
{
	static const char image[100] = "image";
	struct aw_fatbin_part parts[] = { { AW_FATBIN_CPU_IMAGE, 0, "x86-64-v3", image, sizeof(image) },
		                          { AW_FATBIN_PTX, AW_FATBIN_ENTRY_DEBUG, "compute_90a", other, sizeof(other) } };
	struct aw_str out = { 0 };
	CHECK_EQUAL(aw_fatbin_write(parts, 2, &out), AW_OK);
	((struct aw_fatbin_header *)out.text)->architecture = 900;
	return out;
}

// PTX for sm_80, and one of our fat binaries.
static struct aw_str make(void)
{
	struct aw_nvfat_input input = { "80", "name", "-v", AW_NVFAT_64BIT | AW_NVFAT_LINUX };
	struct aw_str ours = make_ours(), body = { 0 }, whole = { 0 };
	CHECK_EQUAL(aw_nvfat_add_ptx(&body, &input, text, strlen(text)), AW_NVFAT_SUCCESS);
	CHECK_EQUAL(aw_nvfat_add_elf(&body, &input, ours.text, ours.length), AW_NVFAT_SUCCESS);
	CHECK(aw_nvfat_close(&body, &whole));
	aw_str_finish(&body);
	aw_str_finish(&ours);
	return whole;
}

static void check_items(const struct aw_str *whole)
{
	struct aw_nvfat_item item;
	size_t at = 0;
	CHECK_EQUAL(aw_nvfat_size(whole->text, whole->length), whole->length);
	CHECK_EQUAL(aw_nvfat_size(whole->text, 0), whole->length);
	CHECK(aw_nvfat_next(whole->text, &at, &item));
	CHECK(item.entry.kind == AW_NVFAT_PTX && item.entry.arch == 80 && item.entry.major == 8 && item.entry.minor == 0 && !item.ours);
	CHECK(item.name && item.entry.name_length == 4 && !memcmp(item.name, "name", 4));
	CHECK(item.options_length == 2 && !memcmp(item.options, "-v", 2));
	CHECK(!strcmp(item.payload, text));
	CHECK(aw_nvfat_next(whole->text, &at, &item));
	CHECK(item.entry.kind == AW_NVFAT_PTX && item.entry.arch == 90 && item.entry.flags & AW_NVFAT_ARCH_SPECIFIC && item.ours);
	CHECK(!strcmp(item.payload, other));
	CHECK(!aw_nvfat_next(whole->text, &at, &item));
}

static void check_conversion(const struct aw_str *whole)
{
	const struct aw_fatbin_header *header = NULL;
	struct aw_str made = { 0 };
	CHECK_EQUAL(aw_nvfat_convert(whole->text, whole->length, &made), AW_OK);
	CHECK_EQUAL(aw_fatbin_open(made.text, made.length, &header), AW_OK);
	CHECK_EQUAL(header->entry_count, 3);
	CHECK_EQUAL(header->architecture, 900);
	const struct aw_fatbin_entry *entry = aw_fatbin_find(header, AW_FATBIN_PTX, "compute_80");
	CHECK(entry && !strcmp(aw_fatbin_payload(header, entry), text));
	CHECK(aw_fatbin_find(header, AW_FATBIN_PTX, "compute_90a") && aw_fatbin_find(header, AW_FATBIN_CPU_IMAGE, "x86-64-v3"));
	aw_str_finish(&made);
}

static void check_damage(const struct aw_str *whole)
{
	uint32_t random = 7;
	for (size_t length = 1; length < whole->length; length++)
		CHECK(!aw_nvfat_size(whole->text, length));
	for (int i = 0; i < 20000; i++) {
		struct aw_str made = { 0 };
		char *copy = malloc(whole->length);
		memcpy(copy, whole->text, whole->length);
		random = random * 1664525u + 1013904223u;
		copy[(random >> 8) % whole->length] ^= (char)(1u << (random >> 29));
		aw_nvfat_convert(copy, whole->length, &made);
		aw_str_finish(&made);
		free(copy);
	}
}

static void check_lz4(void)
{
	static const unsigned char block[] = { 0x35, 'a', 'b', 'c', 3, 0, 0x20, 'd', 'e' }; // abc, nine bytes from three before, de
	char to[14];
	CHECK(aw_unpack_lz4(block, sizeof(block), to, 14) && !memcmp(to, "abcabcabcabcde", 14));
	CHECK(!aw_unpack_lz4(block, sizeof(block), to, 13)); // no room
	for (size_t size = 0; size < sizeof(block); size++)
		CHECK(!aw_unpack_lz4(block, size, to, 14));
	static const unsigned char before[] = { 0x15, 'a', 2, 0 }; // a byte before the first
	CHECK(!aw_unpack_lz4(before, sizeof(before), to, 10));
}

// An entry as CUDA's tools compress it.
static void check_zstd(void)
{
	void *library = dlopen("libzstd.so.1", RTLD_NOW);
	size_t (*compress)(void *, size_t, const void *, size_t, int) = NULL;
	if (library)
		*(void **)&compress = dlsym(library, "ZSTD_compress");
	if (!compress)
		return;
	char packed[256] = "";
	struct aw_nvfat_entry entry = { .kind = AW_NVFAT_PTX, .version = 0x101, .header_size = sizeof(entry), .arch = 80,
		                        .flags = AW_NVFAT_64BIT | AW_NVFAT_LINUX | AW_NVFAT_ZSTD, .plain_size = sizeof(text) };
	entry.compressed = (uint32_t)compress(packed, sizeof(packed), text, sizeof(text), 3);
	entry.size = (entry.compressed + 7u) & ~7u;
	struct aw_str body = { 0 }, whole = { 0 }, made = { 0 };
	const struct aw_fatbin_header *header = NULL;
	aw_str_add_bytes(&body, &entry, sizeof(entry));
	aw_str_add_bytes(&body, packed, entry.size);
	CHECK(aw_nvfat_close(&body, &whole));
	CHECK_EQUAL(aw_nvfat_convert(whole.text, whole.length, &made), AW_OK);
	CHECK_EQUAL(aw_fatbin_open(made.text, made.length, &header), AW_OK);
	const struct aw_fatbin_entry *found = aw_fatbin_find(header, AW_FATBIN_PTX, "compute_80");
	CHECK(found && !strcmp(aw_fatbin_payload(header, found), text));
	aw_str_finish(&made);
	whole.text[whole.length - entry.size + 6] ^= 0x55;
	CHECK_EQUAL(aw_nvfat_convert(whole.text, whole.length, &made), AW_INVALID_KERNEL_IMAGE);
	aw_str_finish(&made);
	aw_str_finish(&whole);
	aw_str_finish(&body);
}

int main(void)
{
	struct aw_str whole = make();
	check_items(&whole);
	check_conversion(&whole);
	check_damage(&whole);
	check_lz4();
	check_zstd();
	aw_str_finish(&whole);
	return unit_finish();
}
