// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of awcc in a folder of its own that is removed afterwards: source.cu, the program's headers below include/, the
// messages and the output.
//
// Where messages point to headers of the C++ library, the program may define names that these have: then it is compiled once more
// without them.  NVRTC looks at the body of a template when that is needed, and some have templates that nobody could need: what
// isn't declared in one is a reason to compile once more with that done so.  nvcc does neither.  Programs with empty standard headers
// (rtc_standard.c) are compiled with both at once.
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

// Notes the standard headers that the program gives; the folders that are looked into.
static bool prepare_headers(nvrtcProgram program, const char *folder, aw_shim_words *folders)
{
	char path[PATH_MAX];
	bool good = true;
	aw_shim_words_free(&program->stand_ins);
	for (int i = 0; i < program->header_count; i++)
		if (aw_rtc_is_standard(program->headers[i].name))
			good &= aw_rtc_stand_in_note(program, program->headers[i].name, program->headers[i].text);
	for (int i = 0; i < program->folders.count; i++)
		good &= aw_shim_words_add(folders, "%s", aw_rtc_folder_prepare(program, folder, i, path));
	return good;
}

static bool write_source(nvrtcProgram program, const char *folder)
{
	char path[PATH_MAX + 16];
	aw_shim_text source = { 0 }, before = { 0 };
	snprintf(path, sizeof(path), "%s/source.cu", folder);
	bool good = aw_rtc_source_print(program, &source) && aw_shim_text_write(source.bytes, source.size, path);
	snprintf(path, sizeof(path), "%s/own_std.h", folder);
	if (good && program->own_std)
		good = aw_rtc_own_std_print(program, &before) && aw_shim_text_write(before.bytes, before.size, path);
	aw_shim_text_free(&before);
	aw_shim_text_free(&source);
	return good;
}

static bool write_files(nvrtcProgram program, const char *folder)
{
	char path[PATH_MAX + 16];
	snprintf(path, sizeof(path), "%s/include", folder);
	bool good = mkdir(path, 0700) == 0;
	for (int i = 0; good && i < program->header_count; i++)
		if (!aw_rtc_is_standard(program->headers[i].name) && !(good = write_header(folder, &program->headers[i])))
			aw_shim_text_print(&program->log, "nvrtc: error: can't write the header %s\n", program->headers[i].name);
	return good && write_source(program, folder);
}

// --- all ---

// What is made of a program, in which folder, and the folders of headers that are looked into for the program's.
struct job {
	nvrtcProgram program;
	const char *folder, *what;
	aw_shim_words folders;
};

// Where no header of the program's is below include/, awcc isn't told of that folder: what it keeps of its own first header is for
// one set of options, and the folder has another name each time.
static bool has_headers(nvrtcProgram program)
{
	for (int i = 0; i < program->header_count; i++)
		if (!aw_rtc_is_standard(program->headers[i].name))
			return true;
	return false;
}

static bool make_command(const struct job *job, aw_shim_words *words)
{
	const nvrtcProgram program = job->program;
	const char *slash = strrchr(program->name, '/');
	bool good = aw_shim_compiler_begin(words, job->folder) && aw_shim_words_add(words, "-%s", job->what);
	if (has_headers(program))
		good &= aw_shim_words_add(words, "-I%s/include", job->folder);
	if (program->late_templates)
		good &= aw_shim_words_add(words, "-Xcompiler=-fdelayed-template-parsing");
	if (program->own_std)
		good &= aw_shim_words_add(words, "--pre-include=%s/own_std.h", job->folder);
	for (int i = 0; i < program->options.count; i++)
		good &= aw_shim_words_add(words, "%s", program->options.word[i]);
	for (int i = 0; i < job->folders.count; i++)
		good &= aw_rtc_words_add_value(words, "--include-path", job->folders.word[i]);
	if (!program->no_source_folder) // where the source says that it is
		good &= aw_shim_words_add(words, "-I") &&
		        aw_shim_words_add(words, "%.*s", slash ? (int)(slash - program->name) + 1 : 1, slash ? program->name : ".");
	return good && aw_shim_words_add(words, "%s/source.cu", job->folder);
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
static void take_messages(const struct job *job, aw_shim_text *messages)
{
	const nvrtcProgram program = job->program;
	char file[PATH_MAX + 16];
	snprintf(file, sizeof(file), "%s/source.cu", job->folder);
	bool good = messages->bytes && aw_shim_text_replace(messages, file, program->name) &&
	            aw_shim_text_replace(messages, AW_RTC_STD, "std");
	for (int i = 0; good && i < job->folders.count; i++)
		if (strcmp(job->folders.word[i], program->folders.word[i]) != 0)
			good = aw_shim_text_replace(messages, job->folders.word[i], program->folders.word[i]);
	if (good)
		add_messages(&program->log, messages->bytes);
}

// The exit code of awcc, -1 without one.
static int run(const struct job *job, aw_shim_text *messages)
{
	aw_shim_words words = { 0 };
	bool ready = make_command(job, &words);
	int code = ready ? aw_shim_compiler_run(&words, job->folder, messages) : -1;
	if (ready && code == -1)
		aw_shim_text_print(&job->program->log, "nvrtc: error: can't run %s, the compiler\n", words.word[0]);
	aw_shim_words_free(&words);
	return code;
}

static size_t count_errors(const aw_shim_text *messages)
{
	size_t count = 0;
	for (const char *at = messages->bytes; at && (at = strstr(at, " error: ")); at++)
		count++;
	return count;
}

static bool have(const aw_shim_text *messages, const char *words)
{
	return messages->bytes && strstr(messages->bytes, words);
}

// Compiles once more where the messages say that this may help.  Of two failures the one with fewer errors is told of.
static int run_otherwise(const struct job *job, aw_shim_text *messages, int code)
{
	const nvrtcProgram program = job->program;
	aw_shim_text second = { 0 };
	bool own_std = program->own_std, late = program->late_templates;
	program->own_std |= have(messages, "/c++/");
	program->late_templates |= have(messages, "error: use of undeclared identifier '");
	if (program->own_std == own_std && program->late_templates == late)
		return code;
	code = write_source(program, job->folder) ? run(job, &second) : -1;
	if (code == 0 || (code != -1 && count_errors(&second) < count_errors(messages))) {
		aw_shim_text_free(messages);
		*messages = second;
		return code ? run_otherwise(job, messages, code) : 0;
	}
	aw_shim_text_free(&second);
	program->own_std = own_std;
	program->late_templates = late;
	return code;
}

static nvrtcResult compile_in(nvrtcProgram program, const char *folder, const char *what, aw_shim_text *out)
{
	aw_shim_text messages = { 0 };
	struct job job = { program, folder, what, { 0 } };
	int code = prepare_headers(program, folder, &job.folders) && write_files(program, folder) ? run(&job, &messages) : -1;
	if (code > 0)
		code = run_otherwise(&job, &messages, code);
	if (code != -1)
		take_messages(&job, &messages);
	aw_shim_text_free(&messages);
	aw_shim_words_free(&job.folders);
	if (code == -1)
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
