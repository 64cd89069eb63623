// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "elf.h"

#include <elf.h>
#include <string.h>

static bool inside(const struct aw_elf *elf, uint64_t offset, uint64_t size)
{
	return offset <= elf->size && size <= elf->size - offset;
}

static bool header_at(const struct aw_elf *elf, size_t index, Elf64_Shdr *header)
{
	uint64_t offset = elf->sections + index * sizeof(*header);
	if (index >= elf->section_count || !inside(elf, offset, sizeof(*header)))
		return false;
	memcpy(header, elf->data + offset, sizeof(*header)); // may lie at any address
	return true;
}

enum aw_elf_verdict aw_elf_open(struct aw_elf *elf, const void *data, size_t size)
{
	Elf64_Ehdr header;
	Elf64_Shdr first;
	if (size < sizeof(header) || memcmp(data, ELFMAG, SELFMAG))
		return AW_ELF_OTHER;
	memcpy(&header, data, sizeof(header));
	if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
		return AW_ELF_OTHER;
	struct aw_elf file = { data, size, header.e_shoff, 1, header.e_shstrndx };
	if (!header.e_shoff) {
		file.section_count = 0;
		*elf = file;
		return AW_ELF_GOOD;
	}
	if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff > size || !header_at(&file, 0, &first))
		return AW_ELF_DAMAGED;
	file.section_count = header.e_shnum ? header.e_shnum : first.sh_size; // large files keep them there
	if (header.e_shstrndx == SHN_XINDEX)
		file.names = first.sh_link;
	if (file.section_count > size / sizeof(Elf64_Shdr) || file.names >= file.section_count)
		return AW_ELF_DAMAGED;
	*elf = file;
	return AW_ELF_GOOD;
}

// The string at OFFSET of section INDEX; NULL when there is none that ends within it.
static const char *string_at(const struct aw_elf *elf, size_t index, uint64_t offset)
{
	Elf64_Shdr header;
	if (!header_at(elf, index, &header) || header.sh_type == SHT_NOBITS ||
	    !inside(elf, header.sh_offset, header.sh_size) || offset >= header.sh_size)
		return NULL;
	const char *text = elf->data + header.sh_offset + offset;
	return memchr(text, 0, header.sh_size - offset) ? text : NULL;
}

bool aw_elf_section_at(const struct aw_elf *elf, size_t index, struct aw_elf_section *section)
{
	Elf64_Shdr header;
	if (!header_at(elf, index, &header))
		return false;
	const char *name = string_at(elf, elf->names, header.sh_name);
	bool empty = header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL;
	if (!name || (!empty && !inside(elf, header.sh_offset, header.sh_size)))
		return false;
	*section = (struct aw_elf_section){
		.name = name,
		.data = empty ? NULL : elf->data + header.sh_offset,
		.size = empty ? 0 : header.sh_size,
		.type = header.sh_type,
		.link = header.sh_link,
	};
	return true;
}

struct search {
	const char *prefix;
	bool defined;
	void (*found)(void *user, const char *name);
	void *user;
};

static bool search_table(const struct aw_elf *elf, const struct aw_elf_section *table, const struct search *search)
{
	for (size_t at = 0; at + sizeof(Elf64_Sym) <= table->size; at += sizeof(Elf64_Sym)) {
		Elf64_Sym symbol;
		memcpy(&symbol, table->data + at, sizeof(symbol));
		if ((symbol.st_shndx != SHN_UNDEF) != search->defined || !symbol.st_name)
			continue;
		const char *name = string_at(elf, table->link, symbol.st_name);
		if (!name)
			return false;
		if (!strncmp(name, search->prefix, strlen(search->prefix)))
			search->found(search->user, name);
	}
	return true;
}

bool aw_elf_symbols(const struct aw_elf *elf, const char *prefix, bool defined,
                    void (*found)(void *user, const char *name), void *user)
{
	struct search search = { prefix, defined, found, user };
	for (size_t i = 1; i < elf->section_count; i++) {
		struct aw_elf_section section;
		if (!aw_elf_section_at(elf, i, &section))
			return false;
		if (section.type == SHT_SYMTAB && !search_table(elf, &section, &search))
			return false;
	}
	return true;
}
