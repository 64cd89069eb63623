// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object file of relocatable device code holds a fat binary with bitcode in its section
// __nv_relfatbin, and its constructor calls a function __cudaRegisterLinkedBinary__nv_<id> that
// only a device link defines (clang's CGCUDANV.cpp, and nvcc's crt/link.stub, lay down this
// protocol).  Each such function gets a callback that registers the file's kernels and variables
// with the handle of the linked fat binary.
//
// nvcc's functions collect the callbacks until all have come and register then, so that a program
// whose linker leaves out a member of an archive registers nothing.  Ours register the fat binary
// when the first is called and run each callback at once, so the order and number don't matter.
#include "link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "../fatbin/archive.h"
#include "../fatbin/elf.h"
#include "../fatbin/fatbin.h"
#include "../fatbin/nvfat.h"
#include "device_compiler.h"
#include "timing.h"
#include "work.h"

#define REGISTER_PREFIX "__cudaRegisterLinkedBinary__nv_"

// --- collecting ---

static void add_name(void *user, const char *name)
{
	struct aw_words *names = user;
	if (!aw_words_have(names, name))
		aw_words_add(names, aw_text("%s", name));
}

// Adds the names of FROM that an earlier link has not registered.  Returns whether there are any, or none at all.
static bool add_registrations(struct aw_link *link, const struct aw_words *from)
{
	bool new = !from->count;
	for (size_t i = 0; i < from->count; i++) {
		if (aw_words_have(&link->prelinked, from->items[i]))
			continue;
		add_name(&link->registrations, from->items[i]);
		new = true;
	}
	return new;
}

// A section may hold several fat binaries, one after the other, when `ld -r` joined files.
static bool add_fatbins(struct aw_link *link, const char *name, const struct aw_elf_section *section)
{
	for (size_t at = 0; at + sizeof(struct aw_fatbin_header) <= section->size;) {
		const struct aw_fatbin_header *header;
		uint32_t magic;
		memcpy(&magic, section->data + at, sizeof(magic));
		if (!magic) { // padding
			at += 8;
			continue;
		}
		size_t left = section->size - at;
		char *copy = malloc(left + 64); // aligned as a fat binary is
		char *aligned = copy ? (char *)(((uintptr_t)copy + 63) & ~(uintptr_t)63) : NULL;
		if (!copy || !aw_vec_push(&link->contents, copy))
			aw_text_no_memory();
		memcpy(aligned, section->data + at, left);
		size_t size = aw_nvfat_size(aligned, left);
		if (!size && (aw_fatbin_open(aligned, left, &header) != AW_OK || !aw_fatbin_is_intact(header)))
			return false;
		struct aw_compiler_input input = { name, aligned, size ? size : header->total_size };
		if (!aw_vec_push(&link->modules, input))
			aw_text_no_memory();
		at += (input.size + 7) & ~(size_t)7;
	}
	return true;
}

// Returns false when the file is damaged.  As with nvcc, an object whose code an input has linked is left out.
static bool add_object(struct aw_link *link, const char *name, const char *data, size_t size)
{
	struct aw_elf elf;
	size_t before = link->modules.count;
	enum aw_elf_verdict verdict = aw_elf_open(&elf, data, size);
	if (verdict != AW_ELF_GOOD)
		return verdict == AW_ELF_OTHER;
	for (size_t i = 1; i < elf.section_count; i++) {
		struct aw_elf_section section;
		if (!aw_elf_section_at(&elf, i, &section))
			return false;
		if (!strcmp(section.name, AW_FATBIN_RELOCATABLE_SECTION) && !add_fatbins(link, name, &section))
			return false;
	}
	if (!aw_elf_symbols(&elf, REGISTER_PREFIX, true, add_name, &link->prelinked))
		return false;
	if (link->modules.count == before)
		return true;
	struct aw_words registrations = { 0 };
	bool good = aw_elf_symbols(&elf, REGISTER_PREFIX, false, add_name, &registrations);
	if (good && !add_registrations(link, &registrations))
		link->modules.count = before;
	aw_words_finish(&registrations);
	return good;
}

static bool add_file(struct aw_link *link, const char *path, bool must_be_object);

static bool add_archive(struct aw_link *link, const char *path, struct aw_archive *archive)
{
	struct aw_archive_member member;
	while (aw_archive_next(archive, &member)) {
		const char *name = aw_text("%.*s", (int)member.name_length, member.name);
		if (!member.data) {
			const char *slash = strrchr(path, '/');
			if (*name != '/' && slash)
				name = aw_text("%.*s/%s", (int)(slash - path), path, name);
			if (!add_file(link, name, true))
				return false;
			continue;
		}
		if (!add_object(link, aw_text("%s(%s)", path, name), member.data, member.size)) {
			aw_fatal("'%s': member '%s' is damaged", path, name);
			return false;
		}
	}
	if (archive->damaged)
		aw_fatal("'%s' is a damaged archive", path);
	return !archive->damaged;
}

static bool add_file(struct aw_link *link, const char *path, bool must_be_object)
{
	struct aw_archive archive;
	size_t size, before = link->modules.count;
	char *data;
	if (aw_os_read_file(path, &data, &size) != AW_OK) {
		aw_fatal("Could not open input file '%s'", path);
		return false;
	}
	bool good;
	if (aw_archive_open(&archive, data, size)) {
		good = add_archive(link, path, &archive);
	} else {
		struct aw_elf elf;
		good = add_object(link, path, data, size);
		if (good && must_be_object && aw_elf_open(&elf, data, size) != AW_ELF_GOOD)
			good = false;
		if (!good)
			aw_fatal("'%s' is no object file, or is damaged", path);
	}
	free(data);
	if (link->modules.count > before)
		aw_words_add(&link->files, path);
	return good;
}

// A device module given to -dlink.
static bool add_module(struct aw_link *link, const char *path)
{
	struct aw_compiler_input input = { .name = path };
	char *data;
	if (aw_os_read_file(path, &data, &input.size) != AW_OK) {
		aw_fatal("Could not open input file '%s'", path);
		return false;
	}
	input.data = data;
	input.size += aw_plan_kind_of(path) == AW_INPUT_PTX; // text with its end
	aw_words_add(&link->files, path);
	if (!aw_vec_push(&link->contents, data) || !aw_vec_push(&link->modules, input))
		aw_text_no_memory();
	return true;
}

static bool is_runtime_file(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	size_t size = strlen(name);
	return size > 5 && !strncmp(name, "lib", 3) && aw_flags_is_runtime(aw_text("%.*s", (int)(size - 5), name + 3));
}

static bool add_input(struct aw_link *link, const char *path)
{
	switch (aw_plan_kind_of(path)) {
	case AW_INPUT_OBJECT: return add_file(link, path, true);
	case AW_INPUT_ARCHIVE: return is_runtime_file(path) || add_file(link, path, true);
	case AW_INPUT_BITCODE:
	case AW_INPUT_FATBIN:
	case AW_INPUT_PTX: return add_module(link, path);
	default: return true;
	}
}

// A library is looked for as the linker does: in each directory the shared one first.  The device runtime of another toolkit, whose
// directory a command line may name, is none of ours.
static bool add_library(struct aw_link *link, const struct aw_words *directories, const char *name)
{
	if (aw_flags_is_runtime(name))
		return true;
	for (size_t i = 0; i < directories->count; i++) {
		const char *archive = aw_text("%s/lib%s.a", directories->items[i], name);
		if (name[0] == ':')
			archive = aw_text("%s/%s", directories->items[i], name + 1);
		else if (aw_os_is_file(aw_text("%s/lib%s.so", directories->items[i], name)))
			return true;
		if (aw_os_is_file(archive))
			return add_file(link, archive, false);
	}
	return true; // the host linker tells when there is none
}

static bool collect(struct aw_link *link, const struct aw_plan *plan)
{
	const struct aw_options *options = plan->source.options;
	const struct aw_words *libraries = aw_option_list(options, AW_OPTION_LIBRARY);
	for (size_t i = 0; i < plan->objects.count; i++)
		if (!add_input(link, plan->objects.items[i]))
			return false;
	for (size_t i = 0; i < libraries->count; i++)
		if (!add_library(link, aw_option_list(options, AW_OPTION_LIBRARY_PATH), libraries->items[i]))
			return false;
	return true;
}

// What an earlier link has registered is known only after all inputs: then those before it may have to go.
bool aw_link_collect(struct aw_link *link, const struct aw_plan *plan)
{
	if (!collect(link, plan))
		return false;
	bool again = false;
	for (size_t i = 0; i < link->registrations.count; i++)
		again |= aw_words_have(&link->prelinked, link->registrations.items[i]);
	if (!again)
		return true;
	link->modules.count = 0;
	aw_words_finish(&link->files);
	aw_words_finish(&link->registrations);
	return collect(link, plan);
}

void aw_link_probe(struct aw_link *link, const char *path)
{
	enum aw_input_kind kind = aw_plan_kind_of(path);
	if ((kind == AW_INPUT_OBJECT || kind == AW_INPUT_ARCHIVE) && aw_os_is_file(path))
		add_file(link, path, false);
}

void aw_link_finish(struct aw_link *link)
{
	for (size_t i = 0; i < link->contents.count; i++)
		free(link->contents.items[i]);
	aw_vec_finish(&link->contents);
	aw_vec_finish(&link->modules);
	aw_words_finish(&link->files);
	aw_words_finish(&link->registrations);
	aw_words_finish(&link->prelinked);
}

// --- the object file ---

static const char registration_head[] =
	"__asm__(\".section .nv_fatbin,\\\"a\\\",@progbits\\n\"\n"
	"        \".p2align 6\\n\"\n"
	"        \"aw_linked_image: .incbin \\\"%s\\\"\\n\"\n"
	"        \".text\\n\");\n"
	"extern const char aw_linked_image[] __attribute__((visibility(\"hidden\")));\n"
	"static const struct { unsigned magic, version; const void *data; void *more; } wrapper\n"
	"        __attribute__((section(\".nvFatBinSegment\"), used)) = { %#xu, 1, aw_linked_image, 0 };\n"
	"extern void **__cudaRegisterFatBinary(const void *);\n"
	"extern void __cudaRegisterFatBinaryEnd(void **);\n"
	"extern void __cudaUnregisterFatBinary(void **);\n"
	"extern int atexit(void (*)(void));\n"
	"static void **handle;\n"
	"static void leave(void) { __cudaUnregisterFatBinary(handle); }\n"
	"static void enter(void (*register_all)(void **))\n"
	"{\n"
	"        if (!handle) {\n"
	"                handle = __cudaRegisterFatBinary(&wrapper);\n"
	"                atexit(leave);\n"
	"        }\n"
	"        register_all(handle);\n"
	"        __cudaRegisterFatBinaryEnd(handle);\n"
	"}\n"
	"#define LINKED(name) \\\n"
	"        __attribute__((visibility(\"hidden\"))) \\\n"
	"        void name(void (*register_all)(void **), void *own, void *id, void (*unused)(void *)) \\\n"
	"        { (void)own, (void)id, (void)unused; enter(register_all); }\n";

static bool write_registration(const struct aw_link *link, const char *fatbin, const char *file)
{
	struct aw_str text = { 0 };
	aw_str_format(&text, registration_head, fatbin, AW_FATBIN_WRAPPER_MAGIC);
	for (size_t i = 0; i < link->registrations.count; i++)
		aw_str_format(&text, "LINKED(%s)\n", link->registrations.items[i]);
	bool good = !text.failed && aw_os_write_file(file, text.text, text.length) == AW_OK;
	aw_str_finish(&text);
	return good;
}

// --- printing and running ---

static const char *linked_file(const struct aw_plan *plan, const char *object)
{
	bool bare = aw_option_given(plan->source.options, AW_OPTION_FATBIN) && plan->phase == AW_PHASE_DEVICE_LINK;
	return bare ? object : aw_text("%s.fatbin", plan->link_file);
}

void aw_link_print(const struct aw_link *link, const struct aw_plan *plan, const char *object)
{
	struct aw_words command = { 0 };
	const char *fatbin = linked_file(plan, object);
	aw_plan_device_command(plan, &link->files, AW_COMPILER_FATBIN, fatbin, &command);
	aw_words_add(&command, "-dlink");
	fprintf(stderr, "#$ %s\n", aw_words_quoted(&command));
	aw_words_finish(&command);
	if (fatbin == object)
		return;
	aw_plan_register_command(plan, aw_text("%s.c", plan->link_file), object, &command);
	fprintf(stderr, "#$ %s\n", aw_words_quoted(&command));
	aw_words_finish(&command);
}

static int compile_registration(const struct aw_link *link, const struct aw_plan *plan, const char *fatbin,
                                const char *object)
{
	struct aw_words command = { 0 };
	const char *file = aw_text("%s.c", plan->link_file);
	int child, code = 1;
	if (!write_registration(link, fatbin, file))
		return 1;
	aw_plan_register_command(plan, file, object, &command);
	if (aw_work_spawn(&command, NULL, &child) == AW_OK)
		aw_work_wait(child, &code);
	aw_words_finish(&command);
	return code;
}

int aw_link_run(const struct aw_link *link, const struct aw_plan *plan, const char *object)
{
	const char *fatbin = linked_file(plan, object);
	struct aw_str result = { 0 }, messages = { 0 };
	uint64_t start = aw_os_now();
	aw_status status = link->modules.count ? aw_device_compile(plan, link->modules.items, link->modules.count,
	                                                           AW_COMPILER_FATBIN, &result, &messages) :
	                                         aw_fatbin_write(NULL, 0, &result);
	if (messages.text)
		fputs(messages.text, stderr);
	if (status != AW_OK)
		aw_fatal("Device link failed");
	else
		status = aw_os_write_file(fatbin, result.text, result.length);
	aw_str_finish(&result);
	aw_str_finish(&messages);
	int code = status == AW_OK ? 0 : 1;
	if (!code && fatbin != object)
		code = compile_registration(link, plan, fatbin, object);
	aw_timing_add(object, "device link", start);
	return code;
}
