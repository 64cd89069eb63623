// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuobjdump [options] FILE: what the fat binaries in a program, library, object file, archive or fat binary hold, by the options of
// the CUDA toolkit's program of this name.  Its ELF files are images for CPUs.  Fat binaries, ours and those of CUDA's format, are found
// by their magic number and hash, so that every kind of file will do.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "../fatbin/fatbin.h"
#include "../fatbin/nvfat.h"
#include "tool.h"

static const char usage[] =
    "Usage  : cuobjdump [options] <file>\n\n"
    "--list-elf           (-lelf)         names of the images for CPUs\n"
    "--list-ptx           (-lptx)         names of the PTX files\n"
    "--extract-elf <part> (-xelf <part>)  writes the images of which the name has this part, or all\n"
    "--extract-ptx <part> (-xptx <part>)  the same for PTX files\n"
    "--dump-ptx           (-ptx)          prints the PTX\n"
    "--gpu-architecture <arch> (-arch <arch>)  only what is for this target\n"
    "--all-fatbin (-all)                  taken: fat binaries that are to be linked are always looked at\n"
    "--help (-h), --version (-V)\n"
    "Without options: what there is.\n";

struct settings {
	const char *file, *architecture, *extract_elf, *extract_ptx;
	bool list_elf, list_ptx, dump_ptx, all_fatbin, all;
	unsigned elf_count, ptx_count, count;
};

static _Noreturn void fail(const char *format, const char *what)
{
	fputs("cuobjdump fatal   : ", stderr);
	fprintf(stderr, format, what);
	fputc('\n', stderr);
	exit(1);
}

static bool read_flag(struct settings *settings, const char *word)
{
	bool *flag = aw_tool_is_word(word, "--list-elf", "-lelf")    ? &settings->list_elf
	             : aw_tool_is_word(word, "--list-ptx", "-lptx")  ? &settings->list_ptx
	             : aw_tool_is_word(word, "--dump-ptx", "-ptx")   ? &settings->dump_ptx
	             : aw_tool_is_word(word, "--all-fatbin", "-all") ? &settings->all_fatbin // they are all shown
	                                                     : NULL;
	if (flag)
		*flag = true;
	return flag != NULL;
}

static bool read_value(struct settings *settings, char ***arguments)
{
	char name[24] = "";
	const char *word = **arguments;
	size_t length = strcspn(word, "=");
	if (length < sizeof name)
		memcpy(name, word, length);
	const char **place = aw_tool_is_word(name, "--extract-elf", "-xelf")        ? &settings->extract_elf
	                     : aw_tool_is_word(name, "--extract-ptx", "-xptx")      ? &settings->extract_ptx
	                     : aw_tool_is_word(name, "--gpu-architecture", "-arch") ? &settings->architecture
	                                                                    : NULL;
	if (place)
		*place = word[length] ? word + length + 1 : *++*arguments;
	if (place && !*place)
		fail("Argument expected after '%s'", word);
	return place != NULL;
}

static void read_arguments(struct settings *settings, char **arguments)
{
	for (; *arguments; arguments++) {
		const char *word = *arguments;
		if (aw_tool_is_word(word, "--help", "-h") || aw_tool_is_word(word, "--version", "-V")) {
			fputs(strchr(word, 'h') ? usage : "cuobjdump: what fat binaries hold\nCuda compilation tools, release 12.6, V12.6.85\n", stdout);
			exit(0);
		}
		if (aw_tool_is_word(word, "--dump-sass", "-sass") || aw_tool_is_word(word, "--dump-elf", "-elf") ||
		    aw_tool_is_word(word, "--dump-resource-usage", "-res-usage"))
			fail("Option '%s': there is no machine code of GPUs, whose drivers compile the PTX", word);
		if (read_flag(settings, word) || read_value(settings, &arguments))
			continue;
		if (*word == '-')
			fail("Unknown option '%s'", word);
		if (settings->file)
			fail("%s", "Only a single input file is allowed");
		settings->file = word;
	}
	settings->all = !settings->list_elf && !settings->list_ptx && !settings->dump_ptx && !settings->extract_elf && !settings->extract_ptx;
	if (!settings->file)
		fail("%s", "No input file specified");
}

enum { TARGET_LENGTH = sizeof((struct aw_fatbin_entry){ 0 }.target) + 4 };

// The target as the names of files have it: PTX for compute_90 is told as sm_90.
static const char *target_of(const struct aw_fatbin_entry *entry, char *target)
{
	bool virtual = aw_starts_with(entry->target, "compute_");
	snprintf(target, TARGET_LENGTH, "%s%.24s", virtual ? "sm_" : "", entry->target + (virtual ? strlen("compute_") : 0));
	return target;
}

static const char *base_name(const char *file)
{
	const char *slash = strrchr(file, '/');
	return slash ? slash + 1 : file;
}

static void print_head(const struct aw_fatbin_entry *entry, const char *what, const char *target)
{
	printf("\nFatbin %s code:\n================\narch = %s\n", what, *target ? target : "any");
	printf("host = linux\ncompile_size = 64bit\nsize = %llu\n", (unsigned long long)entry->size);
}

// Lists the file NAME, or writes it, where PART says so.
static void put_file(const char *kind, unsigned number, const char *name, bool list, const char *part, const struct aw_str *data)
{
	if (list)
		printf("%s file %4u: %s\n", kind, number, name);
	if (!part || (strcmp(part, "all") && !strstr(name, part)))
		return;
	printf("Extracting %s file %4u: %s\n", kind, number, name);
	if (aw_os_write_file(name, data->text, data->length) != AW_OK)
		fail("Could not open output file '%s'", name);
}

static void show_image(struct settings *settings, const struct aw_fatbin_entry *entry, const struct aw_str *payload)
{
	char name[256];
	settings->elf_count++;
	snprintf(name, sizeof name, "%.160s.%u.%.24s.so", base_name(settings->file), settings->elf_count, entry->target);
	put_file("ELF", settings->elf_count, name, settings->list_elf, settings->extract_elf, payload);
	if (settings->all)
		print_head(entry, "elf", entry->target);
}

static void show_ptx(struct settings *settings, const struct aw_fatbin_entry *entry, const struct aw_str *payload)
{
	char name[256], target[TARGET_LENGTH];
	struct aw_str text = { .text = payload->text, .length = strnlen(payload->text, payload->length) };
	settings->ptx_count++;
	snprintf(name, sizeof name, "%.160s.%u.%.24s.ptx", base_name(settings->file), settings->ptx_count, target_of(entry, target));
	put_file("PTX", settings->ptx_count, name, settings->list_ptx, settings->extract_ptx, &text);
	if (settings->all || settings->dump_ptx)
		print_head(entry, "ptx", target);
	if (settings->dump_ptx)
		printf("\n%.*s\n", (int)text.length, text.text);
}

static void show_entry(struct settings *settings, const struct aw_fatbin_header *header, const struct aw_fatbin_entry *entry)
{
	char target[TARGET_LENGTH];
	struct aw_str payload = { .text = (char *)aw_fatbin_payload(header, entry), .length = entry->size };
	bool wanted = !settings->architecture || !strcmp(settings->architecture, entry->target) ||
	              !strcmp(settings->architecture, target_of(entry, target));
	settings->count++;
	if (wanted && entry->kind == AW_FATBIN_CPU_IMAGE)
		show_image(settings, entry, &payload);
	else if (wanted && (entry->kind == AW_FATBIN_PTX || entry->kind == AW_FATBIN_PTX_ENTRIES))
		show_ptx(settings, entry, &payload);
	else if (wanted && settings->all)
		print_head(entry, "bitcode", "");
}

static void show_entries(struct settings *settings, const struct aw_fatbin_header *header)
{
	for (uint32_t i = 0; i < header->entry_count; i++)
		show_entry(settings, header, aw_fatbin_entry_at(header, i));
}

// One of CUDA's format, of SIZE bytes: what our devices find in it.
static void show_converted(struct settings *settings, const char *data, size_t size)
{
	const struct aw_fatbin_header *header;
	struct aw_str fatbin = { 0 };
	if (aw_nvfat_convert(data, size, &fatbin) == AW_OK && aw_fatbin_open(fatbin.text, fatbin.length, &header) == AW_OK)
		show_entries(settings, header);
	aw_str_finish(&fatbin);
}

// Shows the fat binary that begins at DATA, if one does; how much of SIZE bytes has been read.
static size_t show(struct settings *settings, const char *data, size_t size)
{
	const struct aw_fatbin_header *header;
	size_t length = aw_nvfat_size(data, size);
	if (length)
		show_converted(settings, data, length);
	if (length || !aw_fatbin_size(data, size))
		return length ? length : 1;
	char *aligned = malloc(size);
	if (!aligned)
		fail("%s", "out of memory");
	memcpy(aligned, data, size);
	length = 1;
	if (aw_fatbin_open(aligned, size, &header) == AW_OK && aw_fatbin_is_intact(header)) {
		show_entries(settings, header);
		length = header->total_size;
	}
	free(aligned);
	return length;
}

// The next magic number in SIZE bytes; NULL: none.
static const char *find_magic(const char *data, size_t size)
{
	static const uint32_t magic[] = { AW_FATBIN_MAGIC, AW_NVFAT_MAGIC }; // the machine's numbers are a file's: little endian
	const char *first = NULL;
	for (size_t i = 0; i < sizeof(magic) / sizeof(*magic); i++) {
		const char *at = memmem(data, first ? (size_t)(first - data) : size, &magic[i], sizeof(*magic));
		first = at ? at : first;
	}
	return first;
}

int main(int count, char **arguments)
{
	struct settings settings = { 0 };
	char *data;
	size_t size;
	(void)count;
	read_arguments(&settings, arguments + 1);
	if (aw_os_read_file(settings.file, &data, &size) != AW_OK)
		fail("Could not open input file '%s'", settings.file);
	for (const char *at = data; (at = find_magic(at, size - (size_t)(at - data)));)
		at += show(&settings, at, size - (size_t)(at - data));
	free(data);
	if (!settings.count)
		fail("File '%s' does not contain device code", settings.file);
	return 0;
}
