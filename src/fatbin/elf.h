// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading object files: as much of ELF as a device link needs (System V ABI, "Object Files").  Takes
// any byte string: every offset and size is checked before it is used.
#ifndef AW_FATBIN_ELF_H
#define AW_FATBIN_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aw_elf {
	const char *data;
	size_t size;
	uint64_t sections; // offset of the section headers
	size_t section_count;
	size_t names; // index of the section that holds the names of sections
};

struct aw_elf_section {
	const char *name;
	const char *data;
	size_t size;
	uint32_t type, link;
};

enum aw_elf_verdict {
	AW_ELF_GOOD,
	AW_ELF_OTHER,   // no 64-bit little-endian ELF file: not ours to judge
	AW_ELF_DAMAGED,
};

enum aw_elf_verdict aw_elf_open(struct aw_elf *elf, const void *data, size_t size);

// Section INDEX; false when it is damaged.
bool aw_elf_section_at(const struct aw_elf *elf, size_t index, struct aw_elf_section *section);

// Calls FOUND for each symbol whose name begins with PREFIX and that the file defines, or only uses.  False when the file is
// damaged.
bool aw_elf_symbols(const struct aw_elf *elf, const char *prefix, bool defined,
                    void (*found)(void *user, const char *name), void *user);

#endif
