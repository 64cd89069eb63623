// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvprune [options] -o OUTPUT INPUT: an object file of the host, or an archive of such, with the device code of some GPU
// architectures only, by the options of the CUDA toolkit's program of this name.  Code for CPUs and bitcode, which all devices share,
// stays.  Fat binaries keep their places in a section, since the program's descriptors name these; the section ends earlier.
#include <ar.h>
#include <elf.h>
#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "../base/str.h"
#include "../fatbin/elf.h"
#include "../fatbin/fatbin.h"
#include "../fatbin/nvfat.h"
#include "tool_line.h"

enum { ARCH, GENCODE, NO_RELOCATABLE_ELF, OUTPUT, ROW_COUNT };

static const struct aw_tool_row rows[] = {
	{ "arch", "arch", AW_TOOL_LIST, "gpu architecture name", "", "The architecture, sm_NN or compute_NN, whose code stays." },
	{ "generate-code", "gencode", AW_TOOL_WORDS, "specification", "", "The same as nvcc's: of arch=,code= what code names stays." },
	{ "no-relocatable-elf", "no-relocatable-elf", AW_TOOL_FLAG, "", "", "" },
	{ "output-file", "o", AW_TOOL_VALUE, "file", "", "The file to write." },
};

static const struct aw_tool_syntax syntax = { "nvprune", "[options] -o <output> <input>", "prunes device code", rows, ROW_COUNT, 1 };

#define fail(...) aw_tool_line_fail(&syntax, __VA_ARGS__)

static AW_VEC(const char *) kept; // what stands behind sm_ and compute_

// --- what stays ---

static void keep_name(const char *name)
{
	const char *mark = strchr(name, '_');
	size_t digits = mark ? strspn(mark + 1, "0123456789") : 0;
	bool known = aw_starts_with(name, "sm_") || aw_starts_with(name, "compute_") || aw_starts_with(name, "lto_");
	if (!known || !digits || strlen(mark + 1) > digits + 1)
		fail("Value '%s' is not defined for option 'arch'", name);
	if (!aw_vec_push(&kept, mark + 1))
		aw_tool_line_need(&syntax, NULL);
}

// Of "arch=compute_80,code=[sm_80,compute_80]" what follows code=.
static void keep_generated(const char *spec)
{
	const char *code = strstr(spec, "code=");
	if (!code)
		fail("Option '--generate-code %s', missing code", spec);
	char *copy = aw_tool_line_need(&syntax, aw_format("%s", code + strlen("code="))), *rest = NULL;
	for (char *name = strtok_r(copy, ",[]\" ", &rest); name; name = strtok_r(NULL, ",[]\" ", &rest))
		if (!strchr(name, '='))
			keep_name(name);
}

static bool is_kept(const char *arch)
{
	for (size_t i = 0; i < kept.count; i++)
		if (!strcmp(kept.items[i], arch))
			return true;
	return false;
}

// --- fat binaries ---

static void prune_ours(const char *data, size_t size, struct aw_str *out)
{
	const struct aw_fatbin_header *header;
	char *copy = aw_tool_line_need(&syntax, malloc(size));
	memcpy(copy, data, size);
	if (aw_fatbin_open(copy, size, &header) != AW_OK || !aw_fatbin_is_intact(header))
		fail("a fat binary is damaged");
	struct aw_fatbin_part *parts = aw_tool_line_need(&syntax, calloc(header->entry_count + 1, sizeof(*parts)));
	struct aw_str made = { 0 };
	size_t used = 0;
	for (uint32_t i = 0; i < header->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(header, i);
		const char *mark = strchr(entry->target, '_');
		bool is_ptx = entry->kind == AW_FATBIN_PTX || entry->kind == AW_FATBIN_PTX_ENTRIES;
		if (!is_ptx || !mark || is_kept(mark + 1))
			parts[used++] = (struct aw_fatbin_part){ (enum aw_fatbin_kind)entry->kind, entry->flags, entry->target,
				                                 aw_fatbin_payload(header, entry), (size_t)entry->size };
	}
	if (aw_fatbin_write(parts, used, &made) != AW_OK)
		aw_tool_line_need(&syntax, NULL);
	((struct aw_fatbin_header *)made.text)->architecture = header->architecture;
	aw_str_add_bytes(out, made.text, made.length);
	aw_str_finish(&made);
	free(parts);
	free(copy);
}

// Our fat binary of an entry that goes becomes an entry of its own.
static void keep_ours(const struct aw_nvfat_item *item, struct aw_str *body)
{
	struct aw_str ours = { 0 };
	struct aw_nvfat_entry entry = { .kind = AW_NVFAT_OURS, .version = item->entry.version, .header_size = sizeof(entry),
		                        .arch = item->entry.arch, .flags = item->entry.flags & ~(uint64_t)(AW_NVFAT_LZ4 | AW_NVFAT_ZSTD) };
	prune_ours(item->ours, aw_fatbin_size(item->ours, item->ours_size), &ours);
	entry.size = ours.length; // a multiple of 64
	aw_str_add_bytes(body, &entry, sizeof(entry));
	aw_str_add_bytes(body, ours.text, ours.length);
	aw_str_finish(&ours);
}

static void prune_theirs(const char *data, struct aw_str *out)
{
	struct aw_nvfat_item item;
	struct aw_str body = { 0 };
	for (size_t at = 0; aw_nvfat_next(data, &at, &item);) {
		char arch[16];
		snprintf(arch, sizeof(arch), "%u%s", item.entry.arch % 100000,
		         item.entry.flags & AW_NVFAT_ARCH_SPECIFIC ? "a" : item.entry.flags & AW_NVFAT_FAMILY ? "f" : "");
		bool ours = item.entry.kind == AW_NVFAT_OURS || item.entry.kind == AW_NVFAT_OURS_RELOCATABLE;
		if (ours || is_kept(arch))
			aw_str_add_bytes(&body, item.head, item.entry.header_size + (size_t)item.entry.size);
		else if (item.ours && aw_fatbin_size(item.ours, item.ours_size))
			keep_ours(&item, &body);
	}
	if (!aw_nvfat_close(&body, out))
		aw_tool_line_need(&syntax, NULL);
	aw_str_finish(&body);
}

// The fat binaries of a section, each where it was.
static void prune_section(const struct aw_elf_section *section, struct aw_str *out)
{
	static const char zeros[8];
	size_t end = 0; // of what has been made, without zeros
	for (size_t at = 0; at < section->size;) {
		const char *data = section->data + at;
		size_t left = section->size - at, ours = aw_fatbin_size(data, left);
		size_t theirs = left > sizeof(struct aw_nvfat_header) ? aw_nvfat_size(data, left) : 0;
		while (out->length < at && !out->failed)
			aw_str_add_bytes(out, zeros, at - out->length < 8 ? at - out->length : 8);
		if (ours)
			prune_ours(data, ours, out);
		else if (theirs)
			prune_theirs(data, out);
		end = ours || theirs ? out->length : end;
		at += ours ? ours : theirs ? theirs : left < 8 ? left : 8;
	}
	if (!out->failed && out->length > end)
		aw_str_cut(out, end);
}

// --- object files ---

static bool is_device_section(const struct aw_elf_section *section)
{
	return section->data && (!strcmp(section->name, AW_FATBIN_RELOCATABLE_SECTION) || !strcmp(section->name, ".nv_fatbin"));
}

static void align(struct aw_str *out, size_t start, uint64_t alignment)
{
	while (alignment > 1 && (out->length - start) % alignment && !out->failed)
		aw_str_add_bytes(out, "", 1);
}

// Writes the sections anew, one behind the other; the headers of sections come last.
static void prune_object(const struct aw_elf *elf, const char *path, struct aw_str *out)
{
	size_t start = out->length;
	Elf64_Ehdr head;
	memcpy(&head, elf->data, sizeof(head));
	if (head.e_type != ET_REL)
		fail("Input file '%s' is no object file of the host", path);
	Elf64_Shdr *headers = aw_tool_line_need(&syntax, calloc(elf->section_count + 1, sizeof(*headers)));
	memcpy(headers, elf->data + elf->sections, elf->section_count * sizeof(*headers));
	aw_str_add_bytes(out, &head, sizeof(head));
	for (size_t i = 1; i < elf->section_count; i++) {
		struct aw_elf_section section;
		if (!aw_elf_section_at(elf, i, &section))
			fail("Input file '%s' is damaged", path);
		align(out, start, headers[i].sh_addralign > 4096 ? 4096 : headers[i].sh_addralign);
		size_t from = out->length;
		headers[i].sh_offset = from - start;
		if (is_device_section(&section)) {
			struct aw_str pruned = { 0 };
			prune_section(&section, &pruned);
			aw_str_add_bytes(out, pruned.text, pruned.length);
			headers[i].sh_size = out->length - from;
			aw_str_finish(&pruned);
		} else if (section.data) {
			aw_str_add_bytes(out, section.data, section.size);
		}
	}
	align(out, start, 8);
	head.e_shoff = out->length - start;
	aw_str_add_bytes(out, headers, elf->section_count * sizeof(*headers));
	free(headers);
	if (!out->failed)
		memcpy(out->text + start, &head, sizeof(head));
}

static bool has_device_code(const struct aw_elf *elf, const char *path)
{
	bool found = false;
	for (size_t i = 1; i < elf->section_count; i++) {
		struct aw_elf_section section;
		if (!aw_elf_section_at(elf, i, &section))
			fail("Input file '%s' is damaged", path);
		found |= is_device_section(&section);
	}
	return found;
}

// Files without device code are copied.
static bool prune_file(const char *data, size_t size, const char *path, struct aw_str *out)
{
	struct aw_elf elf;
	bool found = aw_elf_open(&elf, data, size) == AW_ELF_GOOD && elf.section_count && has_device_code(&elf, path);
	if (found)
		prune_object(&elf, path, out);
	else
		aw_str_add_bytes(out, data, size);
	return found;
}

// --- archives ---

struct moved {
	size_t from, to; // offsets of a member's header
};

typedef AW_VEC(struct moved) moved_vec;

// The archive's table of symbols, at AT of SIZE bytes, tells in which member each is: a count and as many offsets, big endian.
static void move_symbols(char *table, size_t size, const moved_vec *members)
{
	uint32_t count = 0, offset;
	if (size >= sizeof(count))
		memcpy(&count, table, sizeof(count));
	count = be32toh(count);
	for (size_t i = 0; i < count && (i + 2) * sizeof(offset) <= size; i++) {
		char *place = table + (i + 1) * sizeof(offset);
		memcpy(&offset, place, sizeof(offset));
		for (size_t m = 0; m < members->count; m++)
			if (members->items[m].from == be32toh(offset)) {
				offset = htobe32((uint32_t)members->items[m].to);
				memcpy(place, &offset, sizeof(offset));
				break;
			}
	}
}

static size_t member_size(const struct ar_hdr *header, const char *path)
{
	char text[sizeof(header->ar_size) + 1] = "", *end;
	memcpy(text, header->ar_size, sizeof(header->ar_size));
	size_t size = strtoul(text, &end, 10);
	if (memcmp(header->ar_fmag, ARFMAG, 2) || end == text)
		fail("'%s' is a damaged archive", path);
	return size;
}

// Appends the member at FROM, which may be a table; gives the bytes that it takes in the input.
static size_t prune_member(const char *from, size_t left, const char *path, struct aw_str *out, bool *found)
{
	struct ar_hdr header;
	if (left < sizeof(header))
		fail("'%s' is a damaged archive", path);
	memcpy(&header, from, sizeof(header));
	size_t size = member_size(&header, path), start = out->length;
	if (size > left - sizeof(header))
		fail("'%s' is a damaged archive", path);
	aw_str_add_bytes(out, &header, sizeof(header));
	*found |= prune_file(from + sizeof(header), size, path, out);
	char text[sizeof(header.ar_size) + 12];
	int length = snprintf(text, sizeof(text), "%-10zu", out->length - start - sizeof(header));
	if (out->failed || length != sizeof(header.ar_size))
		aw_tool_line_need(&syntax, NULL);
	memcpy(out->text + start + offsetof(struct ar_hdr, ar_size), text, sizeof(header.ar_size));
	if (out->length & 1)
		aw_str_add(out, "\n");
	return sizeof(header) + size + (size & 1);
}

static bool prune_archive(const char *data, size_t size, const char *path, struct aw_str *out)
{
	moved_vec members = { 0 };
	bool found = false;
	aw_str_add_bytes(out, data, SARMAG);
	for (size_t at = SARMAG; at < size;) {
		if (!aw_vec_push(&members, (struct moved){ at, out->length }))
			aw_tool_line_need(&syntax, NULL);
		at += prune_member(data + at, size - at, path, out, &found);
	}
	if (!out->failed && members.count && !memcmp(out->text + SARMAG, "/ ", 2)) {
		const struct ar_hdr *header = (const void *)(out->text + SARMAG);
		move_symbols(out->text + SARMAG + sizeof(*header), member_size(header, path), &members);
	} else if (!out->failed && members.count && !memcmp(out->text + SARMAG, "/SYM64/", 7)) {
		fail("'%s' is an archive of more than 4 GiB", path);
	}
	aw_vec_finish(&members);
	return found;
}

// --- the command ---

static void read_targets(const struct aw_tool_line *line)
{
	for (size_t i = 0; i < line->given.count; i++)
		if (line->given.items[i].row == ARCH)
			keep_name(line->given.items[i].value);
		else if (line->given.items[i].row == GENCODE)
			keep_generated(line->given.items[i].value);
	if (!kept.count)
		fail("No architecture specified; use option --help for more information");
}

int main(int count, char **words)
{
	struct aw_tool_line line;
	struct aw_str out = { 0 };
	char *data;
	size_t size;
	(void)count;
	aw_tool_line_read(&line, &syntax, words + 1);
	const char *path = line.inputs.count ? line.inputs.items[0] : NULL, *output = aw_tool_line_value(&line, OUTPUT);
	read_targets(&line);
	if (!path)
		fail("No input files specified; use option --help for more information");
	if (line.inputs.count > 1)
		fail("Only a single input file is allowed");
	if (!output)
		fail("No output file specified");
	if (!aw_os_is_file(path) || aw_os_read_file(path, &data, &size) != AW_OK)
		fail("Could not open input file '%s'", path);
	bool archive = size >= SARMAG && !memcmp(data, ARMAG, SARMAG);
	if (!(archive ? prune_archive(data, size, path, &out) : prune_file(data, size, path, &out)))
		fail("Input file '%s' has no device code", path);
	if (out.failed)
		aw_tool_line_need(&syntax, NULL);
	if (aw_os_write_file(output, out.text, out.length) != AW_OK)
		fail("Could not open output file '%s'", output);
	aw_str_finish(&out);
	free(data);
	return 0;
}
