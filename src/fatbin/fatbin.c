// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fatbin.h"

#include <assert.h>
#include <elf.h>
#include <string.h>

#include "../base/fnv.h"

#define PAYLOAD_ALIGNMENT 64u

static size_t align_up(size_t value)
{
	return (value + PAYLOAD_ALIGNMENT - 1) & ~(size_t)(PAYLOAD_ALIGNMENT - 1);
}

bool aw_fatbin_is_intact(const struct aw_fatbin_header *header)
{
	uint64_t hash = AW_FNV_START;
	for (uint32_t i = 0; i < header->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(header, i);
		hash = aw_fnv_add(hash, aw_fatbin_payload(header, entry), entry->size);
	}
	return hash == header->identity;
}

aw_status aw_fatbin_open(const void *data, size_t size, const struct aw_fatbin_header **header)
{
	const struct aw_fatbin_header *found = data;
	if (size && size < sizeof(*found))
		return AW_INVALID_KERNEL_IMAGE;
	if (found->magic != AW_FATBIN_MAGIC || found->version != AW_FATBIN_VERSION)
		return AW_INVALID_KERNEL_IMAGE;
	if (size && found->total_size > size)
		return AW_INVALID_KERNEL_IMAGE;
	uint64_t entries_end = sizeof(*found) + (uint64_t)found->entry_count * sizeof(struct aw_fatbin_entry);
	if (entries_end > found->total_size)
		return AW_INVALID_KERNEL_IMAGE;
	for (uint32_t i = 0; i < found->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(found, i);
		if (entry->offset < entries_end || entry->offset > found->total_size ||
		    entry->size > found->total_size - entry->offset)
			return AW_INVALID_KERNEL_IMAGE;
		if (memchr(entry->target, 0, sizeof(entry->target)) == NULL)
			return AW_INVALID_KERNEL_IMAGE;
	}
	*header = found;
	return AW_OK;
}

size_t aw_fatbin_size(const void *data, size_t size)
{
	struct aw_fatbin_header header;
	if (size < sizeof(header))
		return 0;
	memcpy(&header, data, sizeof(header));
	bool good = header.magic == AW_FATBIN_MAGIC && header.version == AW_FATBIN_VERSION && header.total_size >= sizeof(header);
	return good && header.total_size <= size ? (size_t)header.total_size : 0;
}

const char *aw_fatbin_elf_target(const void *image, size_t size)
{
	Elf64_Ehdr header;
	if (size < sizeof(header) || memcmp(image, ELFMAG, SELFMAG))
		return NULL;
	memcpy(&header, image, sizeof(header));
	return header.e_machine == EM_AARCH64 ? "aarch64" : header.e_machine == EM_X86_64 ? "x86-64" : NULL;
}

const struct aw_fatbin_entry *aw_fatbin_entry_at(const struct aw_fatbin_header *header, uint32_t index)
{
	assert(index < header->entry_count);
	return (const struct aw_fatbin_entry *)(header + 1) + index;
}

const void *aw_fatbin_payload(const struct aw_fatbin_header *header, const struct aw_fatbin_entry *entry)
{
	return (const char *)header + entry->offset;
}

const struct aw_fatbin_entry *aw_fatbin_find(const struct aw_fatbin_header *header,
                                             enum aw_fatbin_kind kind, const char *target)
{
	for (uint32_t i = 0; i < header->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(header, i);
		if (entry->kind == (uint32_t)kind && (!target || strcmp(entry->target, target) == 0))
			return entry;
	}
	return NULL;
}

static const char *kind_name(uint32_t kind)
{
	switch (kind) {
	case AW_FATBIN_CPU_IMAGE: return "cpu";
	case AW_FATBIN_PTX: return "PTX";
	case AW_FATBIN_BITCODE: return "bitcode";
	case AW_FATBIN_PTX_ENTRIES: return "second entries for";
	default: return "unknown";
	}
}

void aw_fatbin_describe(const struct aw_fatbin_header *header, struct aw_str *text)
{
	for (uint32_t i = 0; i < header->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(header, i);
		aw_str_format(text, "%s%s%s%s", i ? ", " : "", kind_name(entry->kind), *entry->target ? " " : "", entry->target);
	}
}

static uint64_t hash_parts(const struct aw_fatbin_part *parts, size_t count)
{
	uint64_t hash = AW_FNV_START;
	for (size_t i = 0; i < count; i++)
		hash = aw_fnv_add(hash, parts[i].data, parts[i].size);
	return hash;
}

static void pad(struct aw_str *out, size_t start)
{
	static const char zeros[PAYLOAD_ALIGNMENT];
	size_t used = out->length - start;
	aw_str_add_bytes(out, zeros, align_up(used) - used);
}

aw_status aw_fatbin_write(const struct aw_fatbin_part *parts, size_t count, struct aw_str *out)
{
	assert(out->length % PAYLOAD_ALIGNMENT == 0);
	size_t start = out->length;
	size_t first = align_up(sizeof(struct aw_fatbin_header) + count * sizeof(struct aw_fatbin_entry));
	struct aw_fatbin_header header = { .magic = AW_FATBIN_MAGIC,
		                           .version = AW_FATBIN_VERSION,
		                           .entry_count = (uint32_t)count,
		                           .total_size = first,
		                           .identity = hash_parts(parts, count) };
	for (size_t i = 0; i < count; i++)
		header.total_size += align_up(parts[i].size);
	aw_str_add_bytes(out, &header, sizeof(header));
	size_t offset = first;
	for (size_t i = 0; i < count; i++) {
		struct aw_fatbin_entry entry = { .kind = (uint32_t)parts[i].kind,
			                         .flags = parts[i].flags,
			                         .offset = offset,
			                         .size = parts[i].size };
		assert(strlen(parts[i].target) < sizeof(entry.target));
		strncpy(entry.target, parts[i].target, sizeof(entry.target) - 1);
		aw_str_add_bytes(out, &entry, sizeof(entry));
		offset += align_up(parts[i].size);
	}
	for (size_t i = 0; i < count; i++) {
		pad(out, start);
		aw_str_add_bytes(out, parts[i].data, parts[i].size);
	}
	pad(out, start);
	return out->failed ? AW_NO_MEMORY : AW_OK;
}
