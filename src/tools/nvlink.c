// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvlink [options] FILE...: links relocatable device code, in objects and archives of the host, in what ptxas -c, NVRTC and awcc write, and
// PTX, to one image, by the options of the CUDA toolkit's program of this name.  awcc -dlink does the work; what is written for
// a cubin is a fat binary of CUDA's format.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "../fatbin/archive.h"
#include "../fatbin/elf.h"
#include "../fatbin/fatbin.h"
#include "../fatbin/nvfat.h"
#include "tool_compiler.h"

#define REGISTER_PREFIX "__cudaRegisterLinkedBinary_"

enum {
#define AW_TOOL_ROW(id, ...) id,
#include "nvlink.def"
#undef AW_TOOL_ROW
	ROW_COUNT
};

static const struct aw_tool_row rows[] = {
#define AW_TOOL_ROW(id, name, letter, kind, ...) { name, letter, AW_TOOL_##kind, __VA_ARGS__ },
#include "nvlink.def"
#undef AW_TOOL_ROW
};

static const struct aw_tool_syntax syntax = { "nvlink", "[options] <objects>", "links device code", rows, ROW_COUNT, 1 };

#define fail(...) aw_tool_line_fail(&syntax, __VA_ARGS__)

static AW_VEC(char *) registering; // names of functions behind REGISTER_PREFIX

// --- inputs ---

static void add_registering(void *user, const char *name)
{
	(void)user;
	name += strlen(REGISTER_PREFIX);
	for (size_t i = 0; i < registering.count; i++)
		if (!strcmp(registering.items[i], name))
			return;
	if (!aw_vec_push(&registering, aw_tool_line_need(&syntax, aw_format("%s", name))))
		aw_tool_line_need(&syntax, NULL);
}

static void find_registering(const char *data, size_t size)
{
	struct aw_archive archive;
	struct aw_archive_member member;
	struct aw_elf elf;
	if (aw_archive_open(&archive, data, size)) {
		while (aw_archive_next(&archive, &member))
			if (member.data)
				find_registering(member.data, member.size);
	} else if (aw_elf_open(&elf, data, size) == AW_ELF_GOOD) {
		aw_elf_symbols(&elf, REGISTER_PREFIX, false, add_registering, NULL);
	}
}

// What awcc knows the kind of file by: the end of its name.
static const char *suffix_of(const char *name, const char *data, size_t size)
{
	struct aw_archive archive;
	static const char elf[] = "\177ELF", bitcode[] = "BC\xc0\xde";
	if (aw_archive_open(&archive, data, size))
		return ".a";
	if (size > 4 && !memcmp(data, elf, 4))
		return ".o";
	if (size > 4 && !memcmp(data, bitcode, 4))
		return ".bc";
	if (aw_fatbin_size(data, size) || (size > sizeof(struct aw_nvfat_header) && aw_nvfat_size(data, size)))
		return ".fatbin";
	const char *at = data + strspn(data, " \t\r\n");
	if (aw_starts_with(at, "//") || aw_starts_with(at, ".version"))
		return ".ptx";
	fail("Input file '%s' is of no known kind", name);
}

static void add_file(struct aw_tool_compiler *compiler, const char *name)
{
	char *data;
	size_t size;
	if (!aw_os_is_file(name) || aw_os_read_file(name, &data, &size) != AW_OK)
		fail("Could not open input file '%s'", name);
	find_registering(data, size);
	aw_tool_compiler_add(compiler, "%s", aw_tool_compiler_input(compiler, name, data, size, suffix_of(name, data, size)));
	free(data);
}

// Libraries that are archives; where a shared one comes first, it has no device code to link.
static void add_library(struct aw_tool_compiler *compiler, const struct aw_tool_line *line, const char *name)
{
	for (size_t i = 0; i < line->given.count; i++) {
		if (line->given.items[i].row != LIBRARY_PATH)
			continue;
		const char *folder = line->given.items[i].value;
		char *shared = aw_tool_line_need(&syntax, aw_format("%s/lib%s.so", folder, name));
		char *archive = aw_tool_line_need(&syntax, name[0] == ':' ? aw_format("%s/%s", folder, name + 1) : aw_format("%s/lib%s.a", folder, name));
		bool found = aw_os_is_file(shared) || aw_os_is_file(archive);
		if (found && !aw_os_is_file(shared))
			add_file(compiler, archive);
		free(shared);
		if (found)
			return;
	}
}

static void add_inputs(struct aw_tool_compiler *compiler, const struct aw_tool_line *line)
{
	for (size_t i = 0; i < line->inputs.count; i++)
		add_file(compiler, line->inputs.items[i]);
	for (size_t i = 0; i < line->given.count; i++)
		if (line->given.items[i].row == LIBRARY)
			add_library(compiler, line, line->given.items[i].value);
	if (!compiler->inputs.count)
		fail("No input files specified; use option --help for more information");
}

// --- the command ---

static void add_options(struct aw_tool_compiler *compiler, const struct aw_tool_line *line)
{
	const char *arch = aw_tool_line_value(line, ARCH), *registers = aw_tool_line_value(line, MAXRREGCOUNT);
	if (!arch)
		fail("Unknown arch name '(null)'");
	if (!aw_tool_compiler_arch(arch))
		fail("Value '%s' is not defined for option 'arch'", arch);
	aw_tool_compiler_add(compiler, "-dlink");
	aw_tool_compiler_add(compiler, "-fatbin");
	aw_tool_compiler_add(compiler, "-arch=sm%s", strchr(arch, '_'));
	if (aw_tool_line_has(line, DEBUG))
		aw_tool_compiler_add(compiler, "-G");
	if (aw_tool_line_has(line, NO_WARNINGS))
		aw_tool_compiler_add(compiler, "-w");
	if (aw_tool_line_has(line, VERBOSE))
		aw_tool_compiler_add(compiler, "-Xptxas=-v");
	if (registers)
		aw_tool_compiler_add(compiler, "-maxrregcount=%s", registers);
	for (size_t i = 0; i < line->given.count; i++)
		if (line->given.items[i].row == XPTXAS)
			aw_tool_compiler_add(compiler, "-Xptxas=%s", line->given.items[i].value);
}

// "a.cu:2: error: Unresolved extern function 'f'" is a reference of that file.
static bool tell_unresolved(const char *message)
{
	const char *mark = strstr(message, ": error: Unresolved extern "), *name = mark ? strchr(mark, '\'') : NULL;
	if (name)
		fprintf(stderr, "nvlink error   : Undefined reference to %s in '%.*s'\n", name, (int)(mark - message), message);
	return name != NULL;
}

// A line of awcc's in nvlink's form; the end of the command is told by ourselves.  Whether it is a warning.
static bool tell(const char *message)
{
	static const char fatal[] = "nvcc fatal   : ";
	bool warning = aw_starts_with(message, "warning: ");
	if (tell_unresolved(message))
		return false;
	if (aw_starts_with(message, "error: "))
		fprintf(stderr, "nvlink error   : %s\n", message + strlen("error: "));
	else if (warning)
		fprintf(stderr, "nvlink warning : %s\n", message + strlen("warning: "));
	else if (aw_starts_with(message, fatal) && !strstr(message, "Device link failed"))
		fprintf(stderr, "nvlink fatal   : %s\n", message + strlen(fatal));
	else if (!aw_starts_with(message, fatal))
		fprintf(stderr, "%s\n", message);
	return warning;
}

static void write_registering(const char *path)
{
	FILE *file = fopen(path, "w");
	if (!file)
		fail("Could not open output file '%s'", path);
	fprintf(file, "#define NUM_PRELINKED_OBJECTS %zu\n", registering.count);
	for (size_t i = 0; i < registering.count; i++)
		fprintf(file, "DEFINE_REGISTER_FUNC(%s)\n", registering.items[i]);
	if (fclose(file))
		fail("Could not open output file '%s'", path);
}

int main(int count, char **words)
{
	struct aw_tool_line line;
	struct aw_tool_compiler compiler;
	struct aw_str messages = { 0 };
	char *rest = NULL;
	bool warned = false;
	(void)count;
	aw_tool_line_read(&line, &syntax, words + 1);
	const char *output = aw_tool_line_value(&line, OUTPUT), *list = aw_tool_line_value(&line, REGISTER);
	aw_tool_compiler_start(&compiler, &syntax);
	char *made = aw_tool_line_need(&syntax, aw_format("%s/made", compiler.folder));
	add_options(&compiler, &line);
	aw_tool_compiler_add(&compiler, "-o");
	aw_tool_compiler_add(&compiler, "%s", made);
	add_inputs(&compiler, &line);
	if (!output)
		fail("Must specify output file with -o option");
	bool good = aw_tool_compiler_run(&compiler, &messages);
	for (char *message = messages.text ? strtok_r(messages.text, "\n", &rest) : NULL; message; message = strtok_r(NULL, "\n", &rest))
		warned |= tell(message);
	if (!good || (warned && aw_tool_line_has(&line, WARNINGS_FAIL)))
		return syntax.error;
	if (!aw_tool_compiler_write(&compiler, made, aw_tool_line_value(&line, ARCH), output))
		fail("Could not open output file '%s'", output);
	if (list)
		write_registering(list);
	aw_str_finish(&messages);
	free(made);
	return 0;
}
