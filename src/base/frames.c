// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "frames.h"

#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "os.h"
#include "str.h"

void aw_frames_take(struct aw_frames *frames)
{
	frames->count = (unsigned)backtrace(frames->addresses, AW_FRAMES_MOST);
	if (frames->count) {
		frames->count--;
		memmove(frames->addresses, frames->addresses + 1, frames->count * sizeof(*frames->addresses));
	}
}

// --- symbol tables ---

// The tables of a file that is in memory whole.
struct object {
	const char *data;
	size_t size;
};

static const void *part(const struct object *object, uint64_t offset, uint64_t size)
{
	return offset <= object->size && size <= object->size - offset ? object->data + offset : NULL;
}

// The name of the function at ADDRESS in the table that SECTION is, or NULL.
static const char *find_in(const struct object *object, const ElfW(Shdr) *sections, const ElfW(Shdr) *section, uint64_t address)
{
	const ElfW(Sym) *symbols = part(object, section->sh_offset, section->sh_size);
	const ElfW(Shdr) *strings = &sections[section->sh_link];
	for (size_t i = 0; symbols && i < section->sh_size / sizeof(*symbols); i++) {
		const ElfW(Sym) *symbol = &symbols[i];
		if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF && symbol->st_value <= address &&
		    address - symbol->st_value < symbol->st_size && symbol->st_name < strings->sh_size)
			return part(object, strings->sh_offset + symbol->st_name, strings->sh_size - symbol->st_name);
	}
	return NULL;
}

// The table for the linker, or where the file is stripped the one for the loader.
static const char *find_symbol(const struct object *object, uint64_t address)
{
	const ElfW(Ehdr) *head = part(object, 0, sizeof(*head));
	if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0)
		return NULL;
	const ElfW(Shdr) *sections = part(object, head->e_shoff, head->e_shnum * sizeof(*sections));
	static const ElfW(Word) tables[] = { SHT_SYMTAB, SHT_DYNSYM };
	for (size_t k = 0; sections && k < sizeof(tables) / sizeof(*tables); k++)
		for (unsigned i = 0; i < head->e_shnum; i++)
			if (sections[i].sh_type == tables[k] && sections[i].sh_link < head->e_shnum) {
				const char *name = find_in(object, sections, &sections[i], address);
				if (name)
					return name;
			}
	return NULL;
}

// --- names ---

struct frame {
	char *name; // new memory, or NULL
	const char *file;
	uint64_t offset;
	const void *base; // of the file
};

// A function of the runtime's interface is called through a table (scripts/gen-runtime-table).
static const char *plain_name(const char *name)
{
	static const char own[] = "__anywarp_own_";
	return name && aw_starts_with(name, own) ? name + strlen(own) : name;
}

static bool describe(const void *address, struct frame *frame)
{
	Dl_info info;
	struct link_map *map;
	const char *call = (const char *)address - 1; // the call that returns there, which may be a function's last instruction
	if (!dladdr1(call, &info, (void **)&map, RTLD_DL_LINKMAP))
		return false;
	bool is_program = !map->l_name[0];
	struct object object = { 0 };
	char *data = NULL;
	*frame = (struct frame){ .file = info.dli_fname, .offset = (uint64_t)(call + 1 - (const char *)map->l_addr),
		                 .base = info.dli_fbase };
	if (aw_os_read_file(is_program ? "/proc/self/exe" : map->l_name, &data, &object.size) == AW_OK) {
		object.data = data;
		const char *name = plain_name(find_symbol(&object, frame->offset - 1));
		frame->name = name ? aw_demangle(name) : NULL;
	}
	free(data);
	return true;
}

static const void *own_base(void)
{
	Dl_info info;
	return dladdr((const void *)own_base, &info) ? info.dli_fbase : NULL;
}

// Whether the function is one of CUDA's: cudaMalloc, cuMemAlloc_v2, __cudaLaunchKernel.
static bool is_entry(const char *name)
{
	name += name ? strspn(name, "_") : 0;
	return name && aw_starts_with(name, "cu") && (aw_starts_with(name, "cuda") || isupper((unsigned char)name[2]));
}

// How many frames are the runtime's own.
static unsigned count_own(const struct frame *frames, unsigned count)
{
	const void *own = own_base();
	unsigned first = 0;
	while (first < count && frames[first].base == own && !is_entry(frames[first].name))
		first++;
	return first < count ? first : 0;
}

void aw_frames_print(const struct aw_frames *taken, const char *prefix, FILE *out)
{
	struct frame frames[AW_FRAMES_MOST];
	unsigned count = 0;
	while (count < taken->count && describe(taken->addresses[count], &frames[count]))
		count++;
	bool is_main = false;
	for (unsigned i = count_own(frames, count); i < count && !is_main; i++) {
		const char *slash = strrchr(frames[i].file, '/');
		fprintf(out, "%s%s [0x%llx] in %s\n", prefix, frames[i].name ? frames[i].name : "?",
		        (unsigned long long)frames[i].offset, slash ? slash + 1 : frames[i].file);
		is_main = frames[i].name && !strcmp(frames[i].name, "main");
	}
	for (unsigned i = 0; i < count; i++)
		free(frames[i].name);
}
