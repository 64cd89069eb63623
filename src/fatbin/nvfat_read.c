// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../base/vec.h"
#include "fatbin.h"
#include "nvfat.h"
#include "ptx_text.h"
#include "unpack.h"

enum { MOST_PLAIN_BYTES = 1 << 30 }; // of one entry: more is damage

// A place and a length in the head of an entry; NULL when it isn't within it.
static const char *text_at(const struct aw_nvfat_item *item, uint32_t place, uint32_t length)
{
	uint32_t limit = item->entry.header_size;
	return place >= sizeof(item->entry) && place <= limit && length <= limit - place ? item->head + place : NULL;
}

static void find_texts(struct aw_nvfat_item *item)
{
	uint32_t place[2], end = sizeof(item->entry);
	if (item->entry.name_length && (item->name = text_at(item, item->entry.name, item->entry.name_length)))
		end = item->entry.name + item->entry.name_length + 1;
	const char *table = item->entry.options ? text_at(item, item->entry.options, sizeof(place)) : NULL;
	if (table) {
		memcpy(place, table, sizeof(place));
		item->options = text_at(item, place[0], place[1]);
		item->options_length = item->options ? place[1] : 0;
		end = item->options ? place[0] + place[1] + 1 : item->entry.options + sizeof(place);
	}
	end = (end + 7) & ~7u;
	if (end < item->entry.header_size && item->entry.header_size - end > sizeof(struct aw_fatbin_header)) {
		item->ours = item->head + end;
		item->ours_size = item->entry.header_size - end;
	}
}

static bool read_header(const void *data, struct aw_nvfat_header *header)
{
	memcpy(header, data, sizeof(*header));
	return header->magic == AW_NVFAT_MAGIC && header->version == 1 && header->header_size >= sizeof(*header);
}

// The entry at AT of the SIZE bytes of DATA; false when it doesn't lie within them.
static bool read_entry(const char *data, size_t size, size_t at, struct aw_nvfat_item *item)
{
	if (size - at < sizeof(item->entry))
		return false;
	*item = (struct aw_nvfat_item){ .head = data + at };
	memcpy(&item->entry, data + at, sizeof(item->entry));
	size_t left = size - at, head = item->entry.header_size;
	if (head < sizeof(item->entry) || head > left || item->entry.size > left - head || item->entry.compressed > item->entry.size)
		return false;
	item->payload = item->head + head;
	return true;
}

size_t aw_nvfat_size(const void *data, size_t size)
{
	struct aw_nvfat_header header;
	struct aw_nvfat_item item;
	if ((size && size < sizeof(header)) || !read_header(data, &header) || header.size > SIZE_MAX / 2)
		return 0;
	size_t whole = header.header_size + (size_t)header.size;
	if (size && whole > size)
		return 0;
	for (size_t at = header.header_size; at < whole; at += item.entry.header_size + (size_t)item.entry.size)
		if (!read_entry(data, whole, at, &item))
			return 0;
	return whole;
}

bool aw_nvfat_next(const void *data, size_t *at, struct aw_nvfat_item *item)
{
	struct aw_nvfat_header header;
	if (!read_header(data, &header))
		return false;
	size_t whole = header.header_size + (size_t)header.size, place = *at ? *at : header.header_size;
	if (place >= whole || !read_entry(data, whole, place, item))
		return false;
	find_texts(item);
	*at = place + item->entry.header_size + (size_t)item->entry.size;
	return true;
}

aw_status aw_nvfat_unpack(const struct aw_nvfat_item *item, struct aw_str *payload)
{
	const struct aw_nvfat_entry *entry = &item->entry;
	if (!(entry->flags & (AW_NVFAT_LZ4 | AW_NVFAT_ZSTD))) {
		aw_str_add_bytes(payload, item->payload, (size_t)entry->size);
		return payload->failed ? AW_NO_MEMORY : AW_OK;
	}
	if (entry->plain_size > MOST_PLAIN_BYTES)
		return AW_INVALID_KERNEL_IMAGE;
	size_t size = (size_t)entry->plain_size;
	char *plain = malloc(size + 1);
	aw_status status = AW_NO_MEMORY;
	if (plain && entry->flags & AW_NVFAT_LZ4)
		status = aw_unpack_lz4(item->payload, entry->compressed, plain, size) ? AW_OK : AW_INVALID_KERNEL_IMAGE;
	else if (plain)
		status = aw_unpack_zstd(item->payload, entry->compressed, plain, size);
	if (status == AW_OK)
		aw_str_add_bytes(payload, plain, size);
	free(plain);
	return status == AW_OK && payload->failed ? AW_NO_MEMORY : status;
}

// --- as a fat binary of our own format ---

struct conversion {
	AW_VEC(struct aw_fatbin_part) parts;
	AW_VEC(char *) copies; // that parts lie in
	uint32_t architecture;
};

static bool has_part(const struct conversion *made, enum aw_fatbin_kind kind, const char *target)
{
	for (size_t i = 0; i < made->parts.count; i++)
		if (made->parts.items[i].kind == kind && !(made->parts.items[i].flags & AW_FATBIN_ENTRY_LINKED) &&
		    !strcmp(made->parts.items[i].target, target))
			return true;
	return false;
}

// Keeps TEXT, which is then empty; NULL without memory.
static char *keep(struct conversion *made, struct aw_str *text)
{
	char *copy = aw_str_take(text);
	if (copy && aw_vec_push(&made->copies, copy))
		return copy;
	free(copy);
	return NULL;
}

static aw_status add_part(struct conversion *made, struct aw_fatbin_part part, bool linked)
{
	if (!linked && has_part(made, part.kind, part.target))
		return AW_OK;
	part.flags |= linked ? AW_FATBIN_ENTRY_LINKED : 0;
	return aw_vec_push(&made->parts, part) ? AW_OK : AW_NO_MEMORY;
}

// The entries of our fat binary in TEXT, which is then empty.
static aw_status add_ours(struct conversion *made, struct aw_str *text, bool linked)
{
	const struct aw_fatbin_header *header;
	size_t size = text->length;
	char *data = keep(made, text);
	aw_status status = data ? aw_fatbin_open(data, size, &header) : AW_NO_MEMORY;
	if (status != AW_OK)
		return status;
	if (!aw_fatbin_is_intact(header))
		return AW_INVALID_KERNEL_IMAGE;
	for (uint32_t i = 0; i < header->entry_count && status == AW_OK; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(header, i);
		struct aw_fatbin_part part = { (enum aw_fatbin_kind)entry->kind, entry->flags, entry->target,
			                       aw_fatbin_payload(header, entry), (size_t)entry->size };
		status = add_part(made, part, linked);
	}
	if (header->architecture > made->architecture)
		made->architecture = header->architecture;
	return status;
}

// TEXT itself, which is then empty.
static aw_status add_whole(struct conversion *made, enum aw_fatbin_kind kind, const char *target, struct aw_str *text, bool linked)
{
	size_t size = text->length;
	char *data = keep(made, text);
	return data ? add_part(made, (struct aw_fatbin_part){ kind, 0, target, data, size }, linked) : AW_NO_MEMORY;
}

// Code that is no PTX: an image for CPUs, bitcode, one of our fat binaries; a GPU's code is for its driver alone.
static aw_status add_code(struct conversion *made, struct aw_str *text, bool linked)
{
	static const char bitcode[] = { 'B', 'C', (char)0xc0, (char)0xde };
	const char *target = aw_fatbin_elf_target(text->text, text->length);
	if (target)
		return add_whole(made, AW_FATBIN_CPU_IMAGE, target, text, false);
	if (text->length > sizeof(bitcode) && !memcmp(text->text, bitcode, sizeof(bitcode)))
		return add_whole(made, AW_FATBIN_BITCODE, "", text, linked);
	return aw_fatbin_size(text->text, text->length) ? add_ours(made, text, linked) : AW_OK;
}

static aw_status add_target(struct conversion *made, const struct aw_nvfat_entry *entry, const char **target)
{
	struct aw_str text = { 0 };
	aw_str_format(&text, "compute_%u%s", entry->arch % 10000, entry->flags & AW_NVFAT_ARCH_SPECIFIC ? "a" : "");
	if (entry->flags & AW_NVFAT_FAMILY)
		aw_str_add(&text, "f");
	*target = keep(made, &text);
	return *target ? AW_OK : AW_NO_MEMORY;
}

// PTX, with the module that awcc put behind it.
static aw_status add_ptx(struct conversion *made, const struct aw_nvfat_entry *entry, struct aw_str *text, bool linked)
{
	struct aw_str module = { 0 };
	const char *target = NULL;
	aw_str_add_bytes(text, "", 1);
	size_t size = text->text ? strlen(text->text) + 1 : 0;
	const char *data = keep(made, text);
	aw_status status = data ? add_target(made, entry, &target) : AW_NO_MEMORY;
	if (status == AW_OK)
		status = add_part(made, (struct aw_fatbin_part){ AW_FATBIN_PTX, 0, target, data, size }, linked);
	if (status == AW_OK && aw_ptx_text_module(data, &module) == AW_OK)
		status = add_ours(made, &module, linked);
	aw_str_finish(&module);
	if (made->architecture < entry->arch * 10)
		made->architecture = entry->arch * 10;
	return status;
}

static bool is_linked(const struct aw_nvfat_item *item)
{
	return item->entry.kind == AW_NVFAT_RELOCATABLE_PTX || item->entry.kind == AW_NVFAT_OURS_RELOCATABLE;
}

static aw_status add_item(struct conversion *made, const struct aw_nvfat_item *item)
{
	struct aw_str text = { 0 };
	bool linked = is_linked(item);
	if (item->ours) {
		aw_str_add_bytes(&text, item->ours, item->ours_size);
		aw_status status = add_ours(made, &text, linked);
		aw_str_finish(&text);
		if (status != AW_INVALID_KERNEL_IMAGE)
			return status;
	}
	bool is_ptx = item->entry.kind == AW_NVFAT_PTX || item->entry.kind == AW_NVFAT_RELOCATABLE_PTX;
	bool is_code = item->entry.kind == AW_NVFAT_NVVM || item->entry.kind == AW_NVFAT_OURS || item->entry.kind == AW_NVFAT_OURS_RELOCATABLE;
	aw_status status = is_ptx || is_code ? aw_nvfat_unpack(item, &text) : AW_OK;
	if (status == AW_OK && is_ptx)
		status = add_ptx(made, &item->entry, &text, linked);
	else if (status == AW_OK && is_code)
		status = add_code(made, &text, linked);
	aw_str_finish(&text);
	return status;
}

aw_status aw_nvfat_convert(const void *data, size_t size, struct aw_str *fatbin)
{
	struct conversion made = { 0 };
	struct aw_nvfat_item item;
	aw_status status = aw_nvfat_size(data, size) ? AW_OK : AW_INVALID_KERNEL_IMAGE;
	for (int linked = 0; linked < 2; linked++) // what is whole goes first
		for (size_t at = 0; status == AW_OK && aw_nvfat_next(data, &at, &item);)
			if (is_linked(&item) == linked)
				status = add_item(&made, &item);
	if (status == AW_OK && !made.parts.count)
		status = AW_NO_KERNEL_IMAGE;
	size_t start = fatbin->length;
	if (status == AW_OK)
		status = aw_fatbin_write(made.parts.items, made.parts.count, fatbin);
	if (status == AW_OK)
		((struct aw_fatbin_header *)(fatbin->text + start))->architecture = made.architecture;
	for (size_t i = 0; i < made.copies.count; i++)
		free(made.copies.items[i]);
	aw_vec_finish(&made.copies);
	aw_vec_finish(&made.parts);
	return status;
}
