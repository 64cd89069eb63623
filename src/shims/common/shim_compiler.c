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

bool aw_shim_compiler_begin(aw_shim_words *words, const char *folder)
{
	char path[PATH_MAX];
	find_compiler(path);
	return aw_shim_words_add(words, "%s", path) && aw_shim_words_add(words, "-o") && aw_shim_words_add(words, "%s/output", folder);
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
