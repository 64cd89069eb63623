// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of awcc in a folder of its own that is removed afterwards: source.cu, the program's headers below include/, the
// messages and the output.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../common/shim_compiler.h"
#include "rtc.h"

// --- the folder ---

// Whether a name stays below the folder that it is looked for in.
static bool is_inside(const char *name)
{
	return *name && *name != '/' && strcmp(name, "..") != 0 && strncmp(name, "../", 3) != 0 && !strstr(name, "/../");
}

static bool write_header(const char *folder, const aw_rtc_named *header)
{
	char path[2 * PATH_MAX];
	if (!is_inside(header->name))
		return false;
	int start = snprintf(path, sizeof(path), "%s/include/", folder);
	if (snprintf(path + start, sizeof(path) - (size_t)start, "%s", header->name) >= (int)sizeof(path) - start)
		return false;
	for (char *slash = strchr(path + start, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(path, 0700);
		*slash = '/';
	}
	return aw_shim_text_write(header->text, strlen(header->text), path);
}

// The folders that are looked into, and whether std is the program's own.
static bool prepare_headers(nvrtcProgram program, const char *folder, aw_shim_words *folders)
{
	char path[PATH_MAX];
	bool good = true;
	program->own_std = false;
	aw_shim_words_free(&program->stand_ins);
	for (int i = 0; i < program->header_count; i++)
		if (aw_rtc_is_standard(program->headers[i].name)) {
			program->own_std |= aw_rtc_is_blank(program->headers[i].text);
			good &= aw_shim_words_add(&program->stand_ins, "%s", program->headers[i].name);
		}
	for (int i = 0; i < program->folders.count; i++)
		good &= aw_shim_words_add(folders, "%s", aw_rtc_folder_prepare(program, folder, i, path));
	return good;
}

static bool write_files(nvrtcProgram program, const char *folder)
{
	char path[PATH_MAX + 16];
	aw_shim_text source = { 0 };
	snprintf(path, sizeof(path), "%s/include", folder);
	bool good = mkdir(path, 0700) == 0;
	for (int i = 0; good && i < program->header_count; i++)
		if (!aw_rtc_is_standard(program->headers[i].name) && !(good = write_header(folder, &program->headers[i])))
			aw_shim_text_print(&program->log, "nvrtc: error: can't write the header %s\n", program->headers[i].name);
	snprintf(path, sizeof(path), "%s/source.cu", folder);
	good = good && aw_rtc_source_print(program, &source) && aw_shim_text_write(source.bytes, source.size, path);
	aw_shim_text_free(&source);
	return good;
}

// --- all ---

static bool make_command(nvrtcProgram program, const char *folder, const char *what, const aw_shim_words *folders, aw_shim_words *words)
{
	const char *slash = strrchr(program->name, '/');
	bool good = aw_shim_compiler_begin(words, folder) && aw_shim_words_add(words, "-%s", what) &&
	            aw_shim_words_add(words, "-I%s/include", folder);
	for (int i = 0; i < program->options.count; i++)
		good &= aw_shim_words_add(words, "%s", program->options.word[i]);
	for (int i = 0; i < program->folders.count; i++)
		good &= aw_rtc_words_add_value(words, "--include-path", folders->word[i]);
	if (program->own_std) // whose templates may name what there is nowhere, where nobody uses them
		good &= aw_shim_words_add(words, "-Xcompiler=-fdelayed-template-parsing");
	if (!program->no_source_folder) // where the source says that it is
		good &= aw_shim_words_add(words, "-I") &&
		        aw_shim_words_add(words, "%.*s", slash ? (int)(slash - program->name) + 1 : 1, slash ? program->name : ".");
	return good && aw_shim_words_add(words, "%s/source.cu", folder);
}

// "FILE:LINE:COLUMN: fatal error: 'HEADER' file not found" as NVRTC has it, where libraries read which header they must give:
// "FILE(LINE): catastrophic error: cannot open source file "HEADER"".
static void add_messages(aw_shim_text *log, const char *text)
{
	static const char fatal[] = ": fatal error: '", missing[] = "' file not found";
	for (const char *end; *text; text = end) {
		end = text + strcspn(text, "\n");
		end += *end == '\n';
		const char *header = memmem(text, (size_t)(end - text), fatal, strlen(fatal)), *last, *column, *line;
		last = header ? memmem(header, (size_t)(end - header), missing, strlen(missing)) : NULL;
		column = last ? memrchr(text, ':', (size_t)(header - text)) : NULL;
		line = column ? memrchr(text, ':', (size_t)(column - text)) : NULL;
		if (!line) {
			aw_shim_text_add(log, text, (size_t)(end - text));
			continue;
		}
		header += strlen(fatal);
		aw_shim_text_print(log, "%.*s(%.*s): catastrophic error: cannot open source file \"%.*s\"\n", (int)(line - text), text,
		                   (int)(column - line - 1), line + 1, (int)(last - header), header);
	}
}

// The messages, in which the program and its folders have their own names.
static void take_messages(nvrtcProgram program, const char *folder, const aw_shim_words *folders, aw_shim_text *messages)
{
	char file[PATH_MAX + 16];
	snprintf(file, sizeof(file), "%s/source.cu", folder);
	bool good = messages->bytes && aw_shim_text_replace(messages, file, program->name);
	for (int i = 0; good && i < folders->count; i++)
		if (strcmp(folders->word[i], program->folders.word[i]) != 0)
			good = aw_shim_text_replace(messages, folders->word[i], program->folders.word[i]);
	if (good)
		add_messages(&program->log, messages->bytes);
}

static nvrtcResult compile_in(nvrtcProgram program, const char *folder, const char *what, aw_shim_text *out)
{
	aw_shim_text messages = { 0 };
	aw_shim_words words = { 0 }, folders = { 0 };
	bool ready = prepare_headers(program, folder, &folders) && write_files(program, folder) &&
	             make_command(program, folder, what, &folders, &words);
	int code = ready ? aw_shim_compiler_run(&words, folder, &messages) : -1;
	if (ready && code == -1)
		aw_shim_text_print(&program->log, "nvrtc: error: can't run %s, the compiler\n", words.word[0]);
	else if (ready)
		take_messages(program, folder, &folders, &messages);
	aw_shim_text_free(&messages);
	aw_shim_words_free(&folders);
	aw_shim_words_free(&words);
	if (!ready || code == -1)
		return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
	aw_shim_text_free(out);
	if (code != 0)
		return NVRTC_ERROR_COMPILATION;
	return aw_shim_compiler_read(out, folder) ? NVRTC_SUCCESS : NVRTC_ERROR_INTERNAL_ERROR;
}

nvrtcResult aw_rtc_compile(nvrtcProgram program, const char *what, aw_shim_text *out)
{
	char folder[PATH_MAX];
	if (!aw_shim_folder_make(folder, "nvrtc")) {
		aw_shim_text_print(&program->log, "nvrtc: error: can't make the folder %s\n", folder);
		return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
	}
	nvrtcResult result = compile_in(program, folder, what, out);
	aw_shim_folder_remove(folder);
	return result;
}
