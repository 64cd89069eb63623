// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders of headers that a program names.  One that has files in the place of standard headers (rtc_standard.c says what becomes of
// them) is looked into by way of a folder of links to all else that it has.
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rtc.h"

static bool stands_in(const char *folder, const char *name)
{
	char path[2 * PATH_MAX];
	struct stat status;
	return aw_rtc_is_standard(name) && snprintf(path, sizeof(path), "%s/%s", folder, name) < (int)sizeof(path) && stat(path, &status) == 0 &&
	       S_ISREG(status.st_mode);
}

static bool note(nvrtcProgram program, const char *folder, const char *name)
{
	char path[2 * PATH_MAX];
	aw_shim_text text = { 0 };
	bool good = snprintf(path, sizeof(path), "%s/%s", folder, name) < (int)sizeof(path) && aw_shim_text_read(&text, path) &&
	            aw_rtc_stand_in_note(program, name, text.bytes);
	aw_shim_text_free(&text);
	return good;
}

static bool link_entries(const char *from, const char *to)
{
	char target[2 * PATH_MAX], path[2 * PATH_MAX], *whole = realpath(from, NULL);
	DIR *folder = whole ? opendir(whole) : NULL;
	bool good = folder && mkdir(to, 0700) == 0;
	for (struct dirent *entry; good && (entry = readdir(folder));)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && !stands_in(whole, entry->d_name))
			good = snprintf(target, sizeof(target), "%s/%s", whole, entry->d_name) < (int)sizeof(target) &&
			       snprintf(path, sizeof(path), "%s/%s", to, entry->d_name) < (int)sizeof(path) && symlink(target, path) == 0;
	if (folder)
		closedir(folder);
	free(whole);
	return good;
}

const char *aw_rtc_folder_prepare(nvrtcProgram program, const char *work, int number, char path[PATH_MAX])
{
	const char *named = program->folders.word[number];
	DIR *folder = opendir(named);
	int before = program->stand_ins.count;
	bool good = true;
	for (struct dirent *entry; folder && (entry = readdir(folder));)
		if (stands_in(named, entry->d_name))
			good &= note(program, named, entry->d_name);
	if (folder)
		closedir(folder);
	good = good && program->stand_ins.count > before && snprintf(path, PATH_MAX, "%s/folder%d", work, number) < PATH_MAX;
	return good && link_entries(named, path) ? path : named;
}
