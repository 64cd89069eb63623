// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf.h"
#include "fatbin.h"
#include "nvfat.h"

enum { MACHINE_CUDA = 190, NEW_FLAGS_ABI = 8 }; // in e_machine, and the ABI since which e_flags has the architecture in its second byte

const char *aw_nvfat_error_text(enum aw_nvfat_error error)
{
	switch (error) {
#define AW_NVFAT_ERROR(name, text) \
	case AW_NVFAT_ERROR_##name: return text;
#include "nvfat_errors.def"
#undef AW_NVFAT_ERROR
	case AW_NVFAT_SUCCESS: break;
	}
	return error == AW_NVFAT_SUCCESS ? NULL : "unknown error";
}

// Digits and at most one letter.
static bool read_arch(const char *text, struct aw_nvfat_entry *entry)
{
	char *end;
	unsigned long arch = strtoul(text, &end, 10);
	if (strspn(text, "0123456789") != (size_t)(end - text) || arch > 9999 || (*end && (!strchr("af", *end) || end[1])))
		return false;
	entry->arch = (uint32_t)arch;
	entry->flags |= *end == 'a' ? AW_NVFAT_ARCH_SPECIFIC : *end == 'f' ? AW_NVFAT_FAMILY : 0;
	return true;
}

static enum aw_nvfat_error begin(const struct aw_nvfat_input *input, size_t size, struct aw_nvfat_entry *entry)
{
	*entry = (struct aw_nvfat_entry){ .version = 0x101, .flags = input->flags };
	return !read_arch(input->arch, entry) ? AW_NVFAT_ERROR_INVALID_ARCH : !size ? AW_NVFAT_ERROR_EMPTY_INPUT : AW_NVFAT_SUCCESS;
}

static void fill_up(struct aw_str *text)
{
	static const char zeros[8];
	aw_str_add_bytes(text, zeros, (8 - text->length % 8) % 8);
}

struct piece {
	const void *data;
	size_t size;
};

// Behind the entry: the name, the options where there may be any, and what is ours.
static void add_rest(struct aw_str *rest, struct aw_nvfat_entry *entry, const struct aw_nvfat_input *input, bool with_options,
                     struct piece ours)
{
	uint32_t head = sizeof(*entry);
	if (input->name && *input->name) {
		entry->name = head;
		entry->name_length = (uint32_t)strlen(input->name);
		aw_str_add_bytes(rest, input->name, entry->name_length + 1);
		fill_up(rest);
	}
	if (with_options) {
		const char *options = input->options ? input->options : "";
		entry->options = head + (uint32_t)rest->length;
		uint32_t place[2] = { entry->options + 8, (uint32_t)strlen(options) };
		aw_str_add_bytes(rest, place, sizeof(place));
		aw_str_add_bytes(rest, options, place[1] + 1);
		fill_up(rest);
	}
	aw_str_add_bytes(rest, ours.data, ours.size);
	fill_up(rest);
	entry->header_size = head + (uint32_t)rest->length;
}

static enum aw_nvfat_error add_entry(struct aw_str *body, struct aw_nvfat_entry *entry, const struct aw_nvfat_input *input,
                                     struct piece code, struct piece ours)
{
	struct aw_str rest = { 0 };
	size_t start = body->length;
	add_rest(&rest, entry, input, entry->kind != AW_NVFAT_ELF, ours);
	entry->size = (code.size + 7) & ~(uint64_t)7;
	aw_str_add_bytes(body, entry, sizeof(*entry));
	aw_str_add_bytes(body, rest.text, rest.length);
	aw_str_add_bytes(body, code.data, code.size);
	fill_up(body);
	bool good = !rest.failed && !body->failed;
	aw_str_finish(&rest);
	if (!good && !body->failed)
		aw_str_cut(body, start);
	return good ? AW_NVFAT_SUCCESS : AW_NVFAT_ERROR_INTERNAL;
}

// --- ours ---

// A copy of our fat binary that DATA begins with, aligned; NULL where there is none.
static struct aw_fatbin_header *copy_ours(const void *data, size_t size, enum aw_nvfat_error *error)
{
	const struct aw_fatbin_header *header;
	char *copy = malloc(size + 1);
	*error = copy ? AW_NVFAT_SUCCESS : AW_NVFAT_ERROR_INTERNAL;
	if (!copy)
		return NULL;
	memcpy(copy, data, size);
	if (size >= sizeof(*header) && aw_fatbin_open(copy, size, &header) == AW_OK && aw_fatbin_is_intact(header))
		return (struct aw_fatbin_header *)copy;
	free(copy);
	return NULL;
}

static bool read_version(const char *text, size_t size, struct aw_nvfat_entry *entry)
{
	static const char word[] = ".version";
	const char *at = memmem(text, size, word, sizeof(word) - 1), *end = text + size;
	if (!at)
		return false;
	unsigned number[2] = { 0 };
	at += sizeof(word) - 1;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	for (int i = 0; i < 2; i++, at += at < end)
		for (; at < end && *at >= '0' && *at <= '9'; at++)
			number[i] = number[i] * 10 + (unsigned)(*at - '0');
	entry->major = (uint16_t)number[0];
	entry->minor = (uint16_t)number[1];
	return true;
}

// The PTX in our fat binary as entries, the first of them with the fat binary; without any it is an entry of our own.
static enum aw_nvfat_error add_ours(struct aw_str *body, const struct aw_nvfat_input *input, const struct aw_nvfat_entry *model,
                                    const struct aw_fatbin_header *header)
{
	struct piece ours = { header, (size_t)header->total_size };
	size_t start = body->length;
	enum aw_nvfat_error error = AW_NVFAT_SUCCESS;
	for (uint32_t i = 0; i < header->entry_count && error == AW_NVFAT_SUCCESS; i++) {
		const struct aw_fatbin_entry *from = aw_fatbin_entry_at(header, i);
		const char *text = aw_fatbin_payload(header, from), *mark = strchr(from->target, '_');
		struct aw_nvfat_entry entry = *model;
		entry.kind = AW_NVFAT_PTX;
		entry.flags &= ~(uint64_t)(AW_NVFAT_ARCH_SPECIFIC | AW_NVFAT_FAMILY);
		if (from->kind != AW_FATBIN_PTX || !mark || !read_arch(mark + 1, &entry) || !read_version(text, (size_t)from->size, &entry))
			continue;
		error = add_entry(body, &entry, input, (struct piece){ text, (size_t)from->size }, ours);
		ours = (struct piece){ 0 };
	}
	if (error == AW_NVFAT_SUCCESS && ours.size) {
		struct aw_nvfat_entry entry = *model;
		error = add_entry(body, &entry, input, ours, (struct piece){ 0 });
	}
	if (error != AW_NVFAT_SUCCESS && !body->failed)
		aw_str_cut(body, start);
	return error;
}

// --- inputs ---

enum aw_nvfat_error aw_nvfat_add_ptx(struct aw_str *body, const struct aw_nvfat_input *input, const void *code, size_t size)
{
	struct aw_nvfat_entry entry;
	enum aw_nvfat_error error = begin(input, size, &entry);
	if (error != AW_NVFAT_SUCCESS)
		return error;
	if (!read_version(code, size, &entry))
		return AW_NVFAT_ERROR_MISSING_PTX_VERSION;
	entry.kind = AW_NVFAT_PTX;
	struct aw_str text = { 0 };
	aw_str_add_bytes(&text, code, strnlen(code, size));
	error = text.failed ? AW_NVFAT_ERROR_INTERNAL
	                    : add_entry(body, &entry, input, (struct piece){ text.text, text.length + 1 }, (struct piece){ 0 });
	aw_str_finish(&text);
	return error;
}

// A cubin tells its architecture.
static enum aw_nvfat_error check_cubin(const Elf64_Ehdr *header, struct aw_nvfat_entry *entry)
{
	unsigned char version = header->e_ident[EI_ABIVERSION];
	uint32_t arch = version >= NEW_FLAGS_ABI ? header->e_flags >> 8 & 0xff : header->e_flags & 0xff;
	entry->kind = AW_NVFAT_ELF;
	entry->major = (uint16_t)header->e_version;
	entry->minor = version;
	return arch == entry->arch ? AW_NVFAT_SUCCESS : AW_NVFAT_ERROR_ELF_ARCH_MISMATCH;
}

// The entries of a fat binary of CUDA's format, as they are.
static enum aw_nvfat_error add_entries(struct aw_str *body, const char *data)
{
	struct aw_nvfat_item item;
	for (size_t at = 0; aw_nvfat_next(data, &at, &item);)
		aw_str_add_bytes(body, item.head, item.entry.header_size + (size_t)item.entry.size);
	return body->failed ? AW_NVFAT_ERROR_INTERNAL : AW_NVFAT_SUCCESS;
}

enum aw_nvfat_error aw_nvfat_add_elf(struct aw_str *body, const struct aw_nvfat_input *input, const void *code, size_t size)
{
	struct aw_nvfat_entry entry;
	Elf64_Ehdr elf;
	enum aw_nvfat_error error = begin(input, size, &entry);
	if (error != AW_NVFAT_SUCCESS)
		return error;
	entry.kind = AW_NVFAT_OURS;
	if (size > sizeof(struct aw_nvfat_header) && aw_nvfat_size(code, size))
		return add_entries(body, code);
	struct aw_fatbin_header *ours = copy_ours(code, size, &error);
	if (ours) {
		error = add_ours(body, input, &entry, ours);
		free(ours);
		return error;
	}
	if (error != AW_NVFAT_SUCCESS)
		return error;
	if (size < sizeof(elf) || memcmp(code, ELFMAG, SELFMAG))
		return AW_NVFAT_ERROR_ELF_SIZE_MISMATCH;
	memcpy(&elf, code, sizeof(elf));
	if (elf.e_machine == MACHINE_CUDA)
		error = check_cubin(&elf, &entry);
	else if (!aw_fatbin_elf_target(code, size))
		error = AW_NVFAT_ERROR_ELF_ARCH_MISMATCH;
	return error == AW_NVFAT_SUCCESS ? add_entry(body, &entry, input, (struct piece){ code, size }, (struct piece){ 0 }) : error;
}

enum aw_nvfat_error aw_nvfat_add_nvvm(struct aw_str *body, const struct aw_nvfat_input *input, const void *code, size_t size)
{
	static const unsigned char nvidia[] = { 0xed, 0x43, 0x4e, 0x7f }, bitcode[] = { 'B', 'C', 0xc0, 0xde };
	struct aw_nvfat_entry entry;
	enum aw_nvfat_error error = begin(input, size, &entry);
	if (error != AW_NVFAT_SUCCESS)
		return error;
	bool known = size > 6 && (!memcmp(code, nvidia, 4) || !memcmp(code, bitcode, 4));
	struct aw_fatbin_header *ours = known ? NULL : copy_ours(code, size, &error);
	bool whole = ours;
	free(ours);
	if (error != AW_NVFAT_SUCCESS)
		return error;
	if (!known && !whole)
		return AW_NVFAT_ERROR_INVALID_NVVM;
	const unsigned char *bytes = code;
	entry.kind = AW_NVFAT_NVVM;
	entry.major = bytes[4];
	entry.minor = bytes[5];
	return add_entry(body, &entry, input, (struct piece){ code, size }, (struct piece){ 0 });
}

// --- objects ---

static bool has_relocatable(const struct aw_str *body, const struct aw_nvfat_item *wanted)
{
	struct aw_nvfat_item item;
	struct aw_str whole = { 0 };
	bool found = false;
	aw_nvfat_close(body, &whole);
	for (size_t at = 0; !found && !whole.failed && aw_nvfat_next(whole.text, &at, &item);)
		found = item.entry.kind == AW_NVFAT_RELOCATABLE_PTX && item.entry.arch == wanted->entry.arch &&
		        item.entry.name_length == wanted->entry.name_length && item.name && wanted->name &&
		        !memcmp(item.name, wanted->name, item.entry.name_length);
	aw_str_finish(&whole);
	return found;
}

// Entries of a fat binary of CUDA's format, as they are but for their kind.
static enum aw_nvfat_error add_relocatable(struct aw_str *body, const char *data)
{
	struct aw_nvfat_item item;
	for (size_t at = 0; aw_nvfat_next(data, &at, &item);) {
		bool ours = item.entry.kind == AW_NVFAT_OURS || item.entry.kind == AW_NVFAT_OURS_RELOCATABLE;
		if (!ours && item.entry.kind != AW_NVFAT_PTX && item.entry.kind != AW_NVFAT_RELOCATABLE_PTX)
			continue;
		if (has_relocatable(body, &item))
			return AW_NVFAT_ERROR_IDENTIFIER_REUSE;
		item.entry.kind = ours ? AW_NVFAT_OURS_RELOCATABLE : AW_NVFAT_RELOCATABLE_PTX;
		aw_str_add_bytes(body, &item.entry, sizeof(item.entry));
		aw_str_add_bytes(body, item.head + sizeof(item.entry), item.entry.header_size - sizeof(item.entry) + (size_t)item.entry.size);
	}
	return body->failed ? AW_NVFAT_ERROR_INTERNAL : AW_NVFAT_SUCCESS;
}

// All fat binaries of a section, with zeros between them.
static enum aw_nvfat_error add_section(struct aw_str *body, const struct aw_elf_section *section, bool *found)
{
	enum aw_nvfat_error error = AW_NVFAT_SUCCESS;
	for (size_t at = 0, size; at < section->size && error == AW_NVFAT_SUCCESS; at += size) {
		const char *data = section->data + at;
		size_t left = section->size - at;
		struct aw_nvfat_input input = { .arch = "0" };
		struct aw_nvfat_entry model = { .version = 0x101, .kind = AW_NVFAT_OURS_RELOCATABLE, .flags = AW_NVFAT_64BIT | AW_NVFAT_LINUX };
		size = left < 8 ? left : 8;
		if (left > sizeof(struct aw_nvfat_header) && aw_nvfat_size(data, left)) {
			size = aw_nvfat_size(data, left);
			error = add_relocatable(body, data);
			*found = true;
		} else if (aw_fatbin_size(data, left)) {
			size = (aw_fatbin_size(data, left) + 7) & ~(size_t)7;
			struct aw_fatbin_header *ours = copy_ours(data, aw_fatbin_size(data, left), &error);
			model.arch = ours ? ours->architecture / 10 : 0;
			if (ours)
				error = add_entry(body, &model, &input, (struct piece){ ours, (size_t)ours->total_size }, (struct piece){ 0 });
			free(ours);
			*found = true;
		}
	}
	return error;
}

enum aw_nvfat_error aw_nvfat_add_object(struct aw_str *body, const void *code, size_t size)
{
	struct aw_elf elf;
	struct aw_elf_section section;
	size_t start = body->length;
	bool found = false;
	enum aw_nvfat_error error = AW_NVFAT_SUCCESS;
	if (!size)
		return AW_NVFAT_ERROR_EMPTY_INPUT;
	if (aw_elf_open(&elf, code, size) != AW_ELF_GOOD)
		return AW_NVFAT_ERROR_INTERNAL;
	for (size_t i = 1; i < elf.section_count && error == AW_NVFAT_SUCCESS; i++) {
		if (!aw_elf_section_at(&elf, i, &section))
			error = AW_NVFAT_ERROR_INTERNAL;
		else if (!strcmp(section.name, AW_FATBIN_RELOCATABLE_SECTION))
			error = add_section(body, &section, &found);
	}
	if (error == AW_NVFAT_SUCCESS && !found)
		error = AW_NVFAT_ERROR_MISSING_FATBIN;
	if (error != AW_NVFAT_SUCCESS && !body->failed)
		aw_str_cut(body, start);
	return error;
}

bool aw_nvfat_close(const struct aw_str *body, struct aw_str *fatbin)
{
	struct aw_nvfat_header header = { .magic = AW_NVFAT_MAGIC, .version = 1, .header_size = sizeof(header), .size = body->length };
	aw_str_add_bytes(fatbin, &header, sizeof(header));
	aw_str_add_bytes(fatbin, body->text, body->length);
	return !body->failed && !fatbin->failed;
}
