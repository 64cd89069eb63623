// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of awcc in a folder of its own that is removed afterwards: source.cu, the program's headers below include/, the
// messages and the output.
#include <dlfcn.h>
#include <ftw.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rtc.h"

extern char **environ;

// --- the compiler ---

// ../bin/awcc, seen from the folder of this library, or what PATH has.
static void find_compiler(char path[PATH_MAX])
{
	static const char here;
	Dl_info info;
	char library[PATH_MAX];
	strcpy(path, "awcc");
	if (!dladdr(&here, &info) || !realpath(info.dli_fname, library))
		return;
	for (int i = 0; i < 2; i++) {
		char *slash = strrchr(library, '/');
		if (!slash)
			return;
		*slash = 0;
	}
	char beside[PATH_MAX + 16];
	snprintf(beside, sizeof(beside), "%s/bin/awcc", library);
	if (strlen(beside) < PATH_MAX && access(beside, X_OK) == 0)
		strcpy(path, beside);
}

// The exit code, or -1 when the program can't be started.
static int run(const aw_rtc_words *words, const char *messages)
{
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, 1, messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_adddup2(&actions, 1, 2);
	int error = posix_spawnp(&child, words->word[0], &actions, NULL, words->word, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error != 0 || waitpid(child, &status, 0) != child)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

// --- the folder ---

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status, (void)type, (void)where;
	return remove(path);
}

static bool make_folder(char folder[PATH_MAX])
{
	const char *place = getenv("TMPDIR");
	snprintf(folder, PATH_MAX, "%s/anywarp-nvrtc-XXXXXX", place && *place ? place : "/tmp");
	return mkdtemp(folder) != NULL;
}

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
	return aw_rtc_text_write(header->text, strlen(header->text), path);
}

static bool write_files(nvrtcProgram program, const char *folder)
{
	char path[PATH_MAX + 16];
	aw_rtc_text source = { 0 };
	snprintf(path, sizeof(path), "%s/include", folder);
	bool good = mkdir(path, 0700) == 0;
	for (int i = 0; good && i < program->header_count; i++)
		if (!(good = write_header(folder, &program->headers[i])))
			aw_rtc_text_print(&program->log, "nvrtc: error: can't write the header %s\n", program->headers[i].name);
	snprintf(path, sizeof(path), "%s/source.cu", folder);
	good = good && aw_rtc_source_print(program, &source) && aw_rtc_text_write(source.bytes, source.size, path);
	aw_rtc_text_free(&source);
	return good;
}

// --- all ---

static bool make_command(nvrtcProgram program, const char *folder, const char *what, aw_rtc_words *words)
{
	char compiler[PATH_MAX];
	const char *slash = strrchr(program->name, '/');
	find_compiler(compiler);
	bool good = aw_rtc_words_add(words, "%s", compiler) && aw_rtc_words_add(words, "-%s", what) &&
	            aw_rtc_words_add(words, "-I%s/include", folder);
	for (int i = 0; i < program->options.count; i++)
		good &= aw_rtc_words_add(words, "%s", program->options.word[i]);
	if (!program->no_source_folder) // where the source says that it is
		good &= aw_rtc_words_add(words, "-I") &&
		        aw_rtc_words_add(words, "%.*s", slash ? (int)(slash - program->name) + 1 : 1, slash ? program->name : ".");
	return good && aw_rtc_words_add(words, "%s/source.cu", folder) && aw_rtc_words_add(words, "-o") &&
	       aw_rtc_words_add(words, "%s/output", folder);
}

// The messages, in which the program has its own name.
static void take_messages(nvrtcProgram program, const char *folder, const char *path)
{
	char file[PATH_MAX + 16];
	aw_rtc_text text = { 0 };
	int length = snprintf(file, sizeof(file), "%s/source.cu", folder);
	if (!aw_rtc_text_read(&text, path))
		return;
	const char *at = text.bytes;
	for (const char *next; (next = strstr(at, file)); at = next + length) {
		aw_rtc_text_add(&program->log, at, (size_t)(next - at));
		aw_rtc_text_add(&program->log, program->name, strlen(program->name));
	}
	aw_rtc_text_add(&program->log, at, strlen(at));
	aw_rtc_text_free(&text);
}

static nvrtcResult compile_in(nvrtcProgram program, const char *folder, const char *what, aw_rtc_text *out)
{
	char messages[PATH_MAX + 16], output[PATH_MAX + 16];
	aw_rtc_words words = { 0 };
	snprintf(messages, sizeof(messages), "%s/messages", folder);
	snprintf(output, sizeof(output), "%s/output", folder);
	bool ready = write_files(program, folder) && make_command(program, folder, what, &words);
	int code = ready ? run(&words, messages) : -1;
	if (ready && (code == -1 || code == 127))
		aw_rtc_text_print(&program->log, "nvrtc: error: can't run %s, the compiler\n", words.word[0]);
	else if (ready)
		take_messages(program, folder, messages);
	aw_rtc_words_free(&words);
	if (!ready || code == -1 || code == 127)
		return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
	aw_rtc_text_free(out);
	if (code != 0)
		return NVRTC_ERROR_COMPILATION;
	return aw_rtc_text_read(out, output) ? NVRTC_SUCCESS : NVRTC_ERROR_INTERNAL_ERROR;
}

nvrtcResult aw_rtc_compile(nvrtcProgram program, const char *what, aw_rtc_text *out)
{
	char folder[PATH_MAX];
	if (!make_folder(folder)) {
		aw_rtc_text_print(&program->log, "nvrtc: error: can't make the folder %s\n", folder);
		return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
	}
	nvrtcResult result = compile_in(program, folder, what, out);
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return result;
}
