// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool_compiler.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/os.h"
#include "../fatbin/nvfat.h"

extern char **environ;

int aw_tool_compiler_arch(const char *name)
{
	static const int known[] = {
#define AW_ARCH(number, is_major) number,
#include "../fatbin/arches.def"
#undef AW_ARCH
	};
	bool good = aw_starts_with(name, "sm_") || aw_starts_with(name, "compute_") || aw_starts_with(name, "lto_");
	char *end = "";
	long number = good ? strtol(strchr(name, '_') + 1, &end, 10) : 0;
	good = !*end || (strchr("af", *end) && !end[1]);
	for (size_t i = 0; good && i < sizeof(known) / sizeof(*known); i++)
		if (known[i] == number)
			return known[i];
	return 0;
}

static char *folder_to_remove; // of the process

static void remove_folder(void)
{
	aw_os_remove_tree(folder_to_remove);
}

void aw_tool_compiler_start(struct aw_tool_compiler *compiler, const struct aw_tool_syntax *syntax)
{
	*compiler = (struct aw_tool_compiler){ .syntax = syntax };
	char *self = aw_os_path_of((const void *)aw_tool_compiler_start), *bin = self ? aw_os_dirname(self) : NULL;
	if (aw_os_make_temp_dir(&compiler->folder) != AW_OK)
		aw_tool_line_fail(syntax, "no folder for intermediate files can be made");
	folder_to_remove = compiler->folder;
	atexit(remove_folder);
	aw_tool_compiler_add(compiler, "%s/awcc", (const char *)aw_tool_line_need(syntax, bin));
	free(bin);
	free(self);
}

static void add_word(struct aw_tool_compiler *compiler, char *word)
{
	aw_tool_line_need(compiler->syntax, word);
	if (!aw_vec_push(&compiler->words, word))
		aw_tool_line_need(compiler->syntax, NULL);
}

void aw_tool_compiler_add(struct aw_tool_compiler *compiler, const char *format, ...)
{
	struct aw_str word = { 0 };
	va_list arguments;
	va_start(arguments, format);
	aw_str_vformat(&word, format, arguments);
	va_end(arguments);
	add_word(compiler, aw_str_take(&word));
}

const char *aw_tool_compiler_input(struct aw_tool_compiler *compiler, const char *name, const void *data, size_t size, const char *suffix)
{
	struct aw_tool_input input = { name, aw_format("%s/%zu%s", compiler->folder, compiler->inputs.count, suffix) };
	if (!aw_vec_push(&compiler->inputs, input))
		input.path = NULL;
	aw_tool_line_need(compiler->syntax, input.path);
	if (aw_os_write_file(input.path, data, size) != AW_OK)
		aw_tool_line_fail(compiler->syntax, "no intermediate files can be written");
	return input.path;
}

// The exit code; -1 when the command can't be run.
static int run(char *const words[], const char *messages)
{
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 2, messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	int error = posix_spawn(&child, words[0], &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error || waitpid(child, &status, 0) != child)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// Puts the user's names for those of the files.
static void add_messages(const struct aw_tool_compiler *compiler, const char *text, struct aw_str *messages)
{
	for (const char *at = text; *at;) {
		size_t i = 0, length = 1;
		while (i < compiler->inputs.count && !aw_starts_with(at, compiler->inputs.items[i].path))
			i++;
		if (i < compiler->inputs.count) {
			aw_str_add(messages, compiler->inputs.items[i].name);
			length = strlen(compiler->inputs.items[i].path);
		} else {
			aw_str_add_bytes(messages, at, 1);
		}
		at += length;
	}
}

bool aw_tool_compiler_run(struct aw_tool_compiler *compiler, struct aw_str *messages)
{
	char *path = aw_tool_line_need(compiler->syntax, aw_format("%s/messages", compiler->folder)), *text = NULL;
	size_t size;
	if (!aw_vec_push(&compiler->words, NULL))
		aw_tool_line_need(compiler->syntax, NULL);
	int code = run(compiler->words.items, path);
	if (code == -1)
		aw_tool_line_fail(compiler->syntax, "'%s' can't be run", compiler->words.items[0]);
	if (aw_os_read_file(path, &text, &size) == AW_OK)
		add_messages(compiler, text, messages);
	free(text);
	free(path);
	return code == 0;
}

bool aw_tool_compiler_write(const struct aw_tool_compiler *compiler, const char *made, const char *arch, const char *path)
{
	struct aw_nvfat_input input = { .arch = strchr(arch, '_') + 1, .flags = AW_NVFAT_64BIT | AW_NVFAT_LINUX };
	struct aw_str body = { 0 }, fatbin = { 0 };
	char *data;
	size_t size;
	if (aw_os_read_file(made, &data, &size) != AW_OK)
		return false;
	enum aw_nvfat_error error = aw_nvfat_add_elf(&body, &input, data, size);
	if (error != AW_NVFAT_SUCCESS)
		aw_tool_line_fail(compiler->syntax, "%s", aw_nvfat_error_text(error));
	if (!aw_nvfat_close(&body, &fatbin))
		aw_tool_line_need(compiler->syntax, NULL);
	FILE *file = fopen(path, "wb");
	bool good = file && fwrite(fatbin.text, 1, fatbin.length, file) == fatbin.length;
	good = file && fclose(file) == 0 && good;
	aw_str_finish(&fatbin);
	aw_str_finish(&body);
	free(data);
	return good;
}
