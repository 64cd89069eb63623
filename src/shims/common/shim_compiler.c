// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shim_compiler.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { NOT_STARTED = 127 }; // the exit code of a child that could not be

// ../bin/TOOL, seen from FOLDER of LENGTH characters, where awcc is there, too.
static bool is_beside(char path[PATH_MAX], const char *folder, size_t length, const char *up, const char *tool)
{
	char beside[2][PATH_MAX + 32];
	snprintf(beside[0], sizeof(beside[0]), "%.*s%s/awcc", (int)length, folder, up);
	snprintf(beside[1], sizeof(beside[1]), "%.*s%s/%s", (int)length, folder, up, tool);
	if (!length || strlen(beside[1]) >= PATH_MAX || access(beside[0], X_OK) || access(beside[1], X_OK))
		return false;
	strcpy(path, beside[1]);
	return true;
}

// The same from a list of folders in the environment.
static bool is_listed(char path[PATH_MAX], const char *variable, const char *up, const char *tool)
{
	const char *at = getenv(variable);
	for (size_t length; at && *at; at += length + (at[length] == ':')) {
		length = strcspn(at, ":");
		if (is_beside(path, at, length, up, tool))
			return true;
	}
	return false;
}

// A program that is linked with an archive of ours has no place that tells.
static void find_tool(char path[PATH_MAX], const char *tool)
{
	static const char here;
	Dl_info info;
	char library[PATH_MAX], *slash;
	strcpy(path, tool);
	if (dladdr(&here, &info) && realpath(info.dli_fname, library) && (slash = strrchr(library, '/')) &&
	    is_beside(path, library, (size_t)(slash - library), "/../bin", tool))
		return;
	if (!is_listed(path, "LD_LIBRARY_PATH", "/../bin", tool))
		is_listed(path, "PATH", "", tool);
}

bool aw_shim_compiler_begin_tool(aw_shim_words *words, const char *tool, const char *folder)
{
	char path[PATH_MAX];
	find_tool(path, tool);
	return aw_shim_words_add(words, "%s", path) && aw_shim_words_add(words, "-o") && aw_shim_words_add(words, "%s/output", folder);
}

bool aw_shim_compiler_begin(aw_shim_words *words, const char *folder)
{
	return aw_shim_compiler_begin_tool(words, "awcc", folder);
}

// With the output of the command in the file MESSAGES.
static int run(const aw_shim_words *words, const char *messages)
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
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	return code == NOT_STARTED ? -1 : code;
}

int aw_shim_compiler_run(const aw_shim_words *words, const char *folder, aw_shim_text *messages)
{
	char path[PATH_MAX + 16];
	snprintf(path, sizeof(path), "%s/messages", folder);
	int code = run(words, path);
	if (code != -1 && !aw_shim_text_read(messages, path))
		aw_shim_text_free(messages);
	return code;
}

bool aw_shim_compiler_read(aw_shim_text *output, const char *folder)
{
	char path[PATH_MAX + 16];
	snprintf(path, sizeof(path), "%s/output", folder);
	return aw_shim_text_read(output, path);
}

// --- the folder ---

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status, (void)type, (void)where;
	return remove(path);
}

bool aw_shim_folder_make(char folder[PATH_MAX], const char *name)
{
	const char *place = getenv("TMPDIR");
	snprintf(folder, PATH_MAX, "%s/anywarp-%s-XXXXXX", place && *place ? place : "/tmp", name);
	return mkdtemp(folder) != NULL;
}

void aw_shim_folder_remove(const char *folder)
{
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
