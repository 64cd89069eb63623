// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most of the time of a small program's front ends is spent on the 25,000 lines that come before its first one.  A precompiled header
// is what clang has made of them, which it reads as far as it is asked for.
//
// It is used when the same command would read the same.  Its key are the words of the command but for those that name the source, what is
// made of it and what has that name in it, the environment's folders of headers, and clang itself; beside it stands a list of the
// headers it was made of, with sizes and times, as in ccache's manifests.  A header of the same name that has come to a folder
// which is looked in before the system's would be read in its place, so it must not be there: of <bits/move.h> that is told by its
// name, and by that with the folder's.  Nor may a mended copy lie over it.
//
// Words that may make clang write or print more than that (-save-temps, -Wp,-MD) keep it from being used, so does what --keep shows,
// and so does -g, since clang describes types of such a header in another way.  With the modules of C++20, which nvcc refuses, it would
// take functions of the host and the device with one signature for the same when it reads them, so they are switched off.  What fails
// with it is tried without (unit.c).
#include "first_header.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../base/cache.h"
#include "../base/os.h"
#include "work.h"

#define FIRST "cuda_runtime.h"
#define MAIN "anywarp/first_header.h"
#define NO_MODULES "-fno-cxx-modules"
#define OVERLAY "-ivfsoverlay" // of mended copies of the program's files (source_overlay.h)

// --- what the header depends on ---

// The length of the option that names a folder of headers which WORD begins with; 0: it is another word.
static size_t folder_option(const char *word)
{
	static const char *const options[] = { "-isystem", "-iquote", "-I", "-idirafter", "-cxx-isystem" };
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (aw_starts_with(word, options[i]))
			return strlen(options[i]);
	return 0;
}

// How many words from I on belong to what the header doesn't depend on; 0: it does.
static size_t words_of_source(const struct aw_words *command, size_t i, const char *input)
{
	static const char *const alone[] = { "-c", "-S", "-emit-llvm", "-MD", "-MMD", "-MP" };
	static const char *const pairs[] = { "-o", "-MT", "-MF", "-include", OVERLAY };
	const char *word = command->items[i], *next = i + 1 < command->count ? command->items[i + 1] : "";
	for (size_t k = 0; k < sizeof(alone) / sizeof(*alone); k++)
		if (!strcmp(word, alone[k]))
			return 1;
	for (size_t k = 0; k < sizeof(pairs) / sizeof(*pairs); k++)
		if (!strcmp(word, pairs[k]))
			return 2;
	if (!strcmp(word, input))
		return 1;
	if (!strcmp(word, "-Xclang") && !strcmp(next, "-fcuda-include-gpubinary"))
		return 4;
	return !strcmp(word, "-Xclang") && aw_starts_with(next, "-cuid=") ? 2 : 0;
}

// Whether all words of COMMAND are such that what they do with a header made beforehand is known, and the first file included is ours.
static bool is_plain(const struct aw_words *command)
{
	static const char *const unfit[] = { "-Wp,", "-save-temps", "--save-temps", "-include-pch", "-imacros", "-fmodules", "-E",
		                             "-M", "-MM", "-H", "-v", "-###", "-g", "-fsyntax-only", "-nostdinc" };
	bool first = false;
	if ((aw_words_have(command, "-MD") || aw_words_have(command, "-MMD")) && !aw_words_have(command, "-MF"))
		return false; // -Xcompiler's: the make rule to be mended is in a file that clang names
	for (size_t i = 0; i < command->count; i++) {
		const char *word = command->items[i];
		for (size_t k = 0; k < sizeof(unfit) / sizeof(*unfit); k++)
			if (strlen(unfit[k]) > 4 ? aw_starts_with(word, unfit[k]) : !strcmp(word, unfit[k]))
				return false;
		if (!first && !strcmp(word, "-include")) {
			if (i + 1 == command->count || strcmp(command->items[i + 1], FIRST))
				return false;
			first = true;
		}
	}
	return first && access(FIRST, F_OK) != 0; // else clang finds that one
}

static void add_folders_of(struct aw_words *folders, const char *list)
{
	while (list && *list) {
		size_t length = strcspn(list, ":");
		aw_words_addf(folders, "%.*s", (int)length, length ? list : ".");
		list += length + (list[length] == ':');
	}
}

static const char *const variables[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH" };

static void read_overlay(struct aw_first_header *header, const char *file)
{
	char *text;
	size_t size;
	if (aw_os_read_file(file, &text, &size) == AW_OK)
		header->overlay = aw_text_keep(text);
}

static void find_folders(struct aw_first_header *header, const char *include)
{
	const struct aw_words *command = header->original;
	for (size_t i = 0; i < command->count; i++) {
		size_t length = folder_option(command->items[i]);
		const char *folder = command->items[i] + length;
		if (length && !*folder && i + 1 < command->count)
			folder = command->items[++i];
		if (length && !aw_starts_with(folder, include))
			aw_words_add(&header->folders, folder);
		if (!strcmp(command->items[i], OVERLAY) && i + 1 < command->count)
			read_overlay(header, command->items[i + 1]);
	}
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		add_folders_of(&header->folders, getenv(variables[i]));
	header->include = include;
}

static void add_place(const struct aw_first_header *header, struct aw_sha256 *hash)
{
	char *here = NULL;
	for (size_t i = 0; i < header->folders.count && !here; i++)
		here = header->folders.items[i][0] == '/' ? NULL : realpath(".", NULL);
	aw_sha256_add_text(hash, here ? here : "");
	free(here);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

// Adds the names of the files in the folder that WORD names behind its first LENGTH bytes, an option, in place of it, if there are a few
// and nothing else; else returns false.
static bool add_few_files(const char *word, size_t length, struct aw_sha256 *hash)
{
	enum { FEW = 64 };
	DIR *open = opendir(word + length);
	struct aw_words names = { 0 };
	bool few = open;
	for (const struct dirent *entry; few && (entry = readdir(open));) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		few = entry->d_type == DT_REG && names.count < FEW;
		aw_words_addf(&names, "%s", entry->d_name);
	}
	if (open)
		closedir(open);
	if (few && names.count)
		qsort(names.items, names.count, sizeof(*names.items), by_name);
	if (few)
		aw_sha256_add_text(hash, aw_text("%.*s %zu files", (int)length, word, names.count));
	for (size_t i = 0; few && i < names.count; i++)
		aw_sha256_add_text(hash, names.items[i]);
	aw_words_finish(&names);
	return few;
}

// What a folder of headers has to do with ours is which files it has (__has_include), unless it hides one, which is looked at each time.
// NVRTC's folder for the headers that a program hands over has another name for each program.
static void add_word(const char *word, struct aw_sha256 *hash)
{
	size_t length = folder_option(word);
	if (!length || !word[length] || !add_few_files(word, length, hash))
		aw_sha256_add_text(hash, word);
}

static void find_key(struct aw_first_header *header)
{
	struct aw_sha256 hash;
	struct stat clang = { 0 };
	aw_sha256_start(&hash);
	aw_sha256_add_text(&hash, "first header 1");
	for (size_t i = 0; i < header->make.count; i++)
		add_word(header->make.items[i], &hash);
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		aw_sha256_add_text(&hash, getenv(variables[i]) ? getenv(variables[i]) : "");
	stat(header->make.items[0], &clang);
	aw_sha256_add_text(&hash, aw_text("%lld %lld", (long long)clang.st_size, (long long)clang.st_mtime));
	add_place(header, &hash);
	aw_sha256_end(&hash, header->key);
}

// --- the list of what it was made of ---

enum { LONGEST = 4096 }; // path

struct line {
	char text[LONGEST + 64];
};

static struct line line_of(const char *path, const struct stat *info)
{
	struct line line;
	snprintf(line.text, sizeof(line.text), "%lld.%09ld %lld %s\n", (long long)info->st_mtim.tv_sec, info->st_mtim.tv_nsec,
	         (long long)info->st_size, path);
	return line;
}

// Whether FOLDER has a file NAME that isn't the one INFO tells of.
static bool hides(const char *folder, const char *name, const struct stat *info)
{
	struct stat found;
	char path[LONGEST];
	return snprintf(path, sizeof(path), "%s/%s", folder, name) < (int)sizeof(path) && stat(path, &found) == 0 &&
	       (found.st_dev != info->st_dev || found.st_ino != info->st_ino);
}

// Whether a file of the same name comes before the one with PATH: in the user's folders, of the system's in the local one, or laid over it.
static bool is_hidden(struct aw_first_header *header, const char *path, const struct stat *info)
{
	static const char *const local[] = { "/usr/local/include" };
	size_t count = header->folders.count, more = !aw_starts_with(path, header->include);
	const char *name = aw_text_base(path), *longer = name;
	while (longer > path && (longer == name || longer[-1] != '/'))
		longer--;
	for (size_t i = 0; i < count + more; i++) {
		const char *folder = i < count ? header->folders.items[i] : local[i - count];
		const char *names[] = { name, longer };
		for (int k = 0; k < 1 + (longer != name); k++)
			if (hides(folder, names[k], info)) {
				header->hiding = aw_text("%s/%s", folder, names[k]);
				return true;
			}
	}
	char quoted[LONGEST + 2];
	return header->overlay && snprintf(quoted, sizeof(quoted), "\"%s\"", path) < (int)sizeof(quoted) && strstr(header->overlay, quoted);
}

// Whether all files of LIST are as they were and none is hidden.
static bool is_same(struct aw_first_header *header, const char *list, size_t size)
{
	for (const char *line = list, *end; line < list + size; line = end) {
		struct stat info;
		end = memchr(line, '\n', (size_t)(list + size - line));
		const char *path = end ? memchr(line, '/', (size_t)(end - line)) : NULL;
		if (!path || end - path >= LONGEST)
			return false;
		char name[LONGEST];
		memcpy(name, path, (size_t)(end - path));
		name[end++ - path] = 0;
		if (stat(name, &info) != 0 || strncmp(line_of(name, &info).text, line, (size_t)(end - line)) != 0 ||
		    is_hidden(header, name, &info))
			return false;
	}
	return size > 0;
}

// The next word of a rule of make's, in *RULE, or NULL.
static const char *next_word(const char **rule)
{
	struct aw_str word = { 0 };
	const char *at = *rule;
	for (; *at == ' ' || *at == '\n' || (at[0] == '\\' && at[1] == '\n'); at++)
		at += *at == '\\';
	for (; *at && *at != ' ' && *at != '\n'; at++) {
		at += (at[0] == '\\' && strchr(" #\\", at[1])) || (at[0] == '$' && at[1] == '$');
		aw_str_add_bytes(&word, at, 1);
	}
	*rule = at;
	return word.length ? aw_text_keep(aw_str_take(&word)) : NULL;
}

// The list for the header that has just been made; empty where some file may have changed meanwhile.  False where one is hidden.
static bool list_files(struct aw_first_header *header, struct aw_str *list)
{
	char *rule;
	size_t size;
	bool hidden = false, changed = false;
	if (aw_os_read_file(header->list, &rule, &size) != AW_OK)
		return true;
	const char *rest = rule;
	next_word(&rest); // what is made
	for (const char *path; !hidden && (path = next_word(&rest));) {
		struct stat info;
		const char *full = path[0] == '/' ? path : aw_text_real_path(path);
		bool found = stat(full, &info) == 0 && full[0] == '/';
		changed |= !found || info.st_mtim.tv_sec + 1 >= (time_t)header->start;
		hidden = found && is_hidden(header, full, &info);
		if (found)
			aw_str_add(list, line_of(full, &info).text);
	}
	free(rule);
	if (changed || hidden)
		aw_str_cut(list, 0);
	return !hidden;
}

// --- keeping and finding it ---

// An entry is the length of the list and a new line, the list, and the header; or 0, a new line, and the file that hides one of the list,
// as long as which is there no header is of use.
static bool unpack(struct aw_first_header *header, const char *data, size_t size)
{
	char *list;
	size_t length = size ? strtoull(data, &list, 10) : 0;
	if (size > 2 && !memcmp(data, "0\n", 2))
		header->useless = access(aw_text("%.*s", (int)(size - 2), data + 2), F_OK) == 0;
	if (!length || *list != '\n' || length > size - (size_t)(list + 1 - data) || !is_same(header, list + 1, length))
		return false;
	header->files = aw_text("%.*s", (int)length, list + 1);
	const char *made = list + 1 + length;
	return aw_os_write_file(header->file, made, (size_t)(data + size - made)) == AW_OK;
}

static bool find(struct aw_first_header *header)
{
	char *data;
	size_t size;
	if (!aw_cache_get(header->key, &data, &size))
		return false;
	bool found = unpack(header, data, size);
	free(data);
	return found;
}

// Keeps the header that has just been made for other units; whether this one may use it.
static bool keep(struct aw_first_header *header)
{
	struct aw_str list = { 0 }, entry = { 0 };
	char *made;
	size_t size;
	bool usable = list_files(header, &list);
	if (list.length && !list.failed && aw_os_read_file(header->file, &made, &size) == AW_OK) {
		header->files = aw_text("%s", list.text);
		aw_str_format(&entry, "%zu\n%s", list.length, list.text);
		aw_str_add_bytes(&entry, made, size);
		if (!entry.failed)
			aw_cache_put(header->key, entry.text, entry.length);
		free(made);
	} else if (!usable && header->hiding) {
		aw_str_format(&entry, "0\n%s", header->hiding);
		if (!entry.failed)
			aw_cache_put(header->key, entry.text, entry.length);
	}
	aw_str_finish(&entry);
	aw_str_finish(&list);
	return usable;
}

// --- commands ---

static void plan_make(struct aw_first_header *header, const char *input, const char *include)
{
	const struct aw_words *command = header->original;
	for (size_t i = 0, more; i < command->count; i += more ? more : 1) {
		more = words_of_source(command, i, input);
		if (!more)
			aw_words_add(&header->make, command->items[i]);
	}
	aw_words_add_list(&header->make, "-Xclang", NO_MODULES, "-include", FIRST, "-emit-llvm", "-c", aw_text("%s/%s", include, MAIN),
	                  "-Xclang", "-emit-pch", NULL);
	if (aw_words_have(command, "--cuda-host-only")) // its inline functions have templates of the C++ library instantiated, else by each source
		aw_words_add_list(&header->make, "-Xclang", "-fpch-instantiate-templates", NULL);
}

static void plan_use(struct aw_first_header *header)
{
	const struct aw_words *command = header->original;
	bool done = false;
	for (size_t i = 0; i < command->count; i++) {
		bool here = !done && !strcmp(command->items[i], "-include");
		if (here)
			aw_words_add_list(&header->command, "-Xclang", NO_MODULES, "-include-pch", header->file, NULL);
		else
			aw_words_add(&header->command, command->items[i]);
		i += here;
		done |= here;
		if (!strcmp(command->items[i], "-MF") && i + 1 < command->count)
			header->dependencies = command->items[i + 1];
	}
}

// Whether the header was asked for before; from now on it was.  Options that are given once, as tests of a build system do, aren't worth
// one.
static bool was_wanted(const struct aw_first_header *header)
{
	struct aw_sha256 hash;
	unsigned char key[AW_SHA256_SIZE];
	char *data;
	size_t size;
	aw_sha256_start(&hash);
	aw_sha256_add_text(&hash, "wanted");
	aw_sha256_add(&hash, header->key, sizeof(header->key));
	aw_sha256_end(&hash, key);
	bool wanted = aw_cache_get(key, &data, &size);
	if (wanted)
		free(data);
	else
		aw_cache_put(key, "wanted", strlen("wanted"));
	return wanted;
}

void aw_first_header_begin(struct aw_first_header *header, const struct aw_words *command, const char *input, const char *include,
                           const char *name)
{
	*header = (struct aw_first_header){ .original = command };
	if (!command->count || !is_plain(command) || !aw_cache_is_there())
		return;
	header->file = aw_text("%s.pch", name);
	header->list = aw_text("%s.pch.d", name);
	header->errors = aw_text("%s.pch.err", name);
	find_folders(header, include);
	plan_make(header, input, include);
	find_key(header);
	if (find(header)) {
		plan_use(header);
		return;
	}
	if (header->useless || !was_wanted(header))
		return;
	aw_words_add_list(&header->make, "-MD", "-MT", "header", "-MF", header->list, "-o", header->file, NULL);
	header->start = (uint64_t)time(NULL);
	if (aw_work_spawn(&header->make, header->errors, &header->child) != AW_OK)
		header->child = 0;
}

const struct aw_words *aw_first_header_command(struct aw_first_header *header)
{
	int code = 1;
	if (header->child) {
		aw_work_wait(header->child, &code);
		header->child = 0;
		if (code == 0 && keep(header))
			plan_use(header);
	}
	return header->command.count ? &header->command : header->original;
}

static bool is_part_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *text, size_t size, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text, *end = text + size; (at = memmem(at, (size_t)(end - at), word, length)); at++)
		if ((at == text || !is_part_of_word(at[-1])) && !is_part_of_word(at[length])) // the text ends with a NUL
			return true;
	return false;
}

bool aw_first_header_names(const struct aw_first_header *header, const char *name)
{
	bool found = false;
	for (const char *line = header->files; line && *line && !found; line = strchr(line, '\n') + 1) {
		const char *path = strchr(line, '/');
		char *text;
		size_t size;
		if (aw_os_read_file(aw_text("%.*s", (int)strcspn(path, "\n"), path), &text, &size) != AW_OK)
			return true;
		found = has_word(text, size, name);
		free(text);
	}
	return found;
}

// The list of what the command has read has our empty file, too.
static void mend_dependencies(const struct aw_first_header *header)
{
	char *text, *name;
	size_t size;
	if (!aw_os_is_file(header->dependencies) || aw_os_read_file(header->dependencies, &text, &size) != AW_OK)
		return; // clang writes none where it fails
	name = strstr(text, "/" MAIN);
	if (name) {
		char *first = name;
		while (first > text && (first[-1] != ' ' || (first - 1 > text && first[-2] == '\\')))
			first--;
		name += strlen("/" MAIN);
		name += *name == ' ';
		memmove(first, name, strlen(name) + 1);
		aw_os_write_file(header->dependencies, text, strlen(text));
	}
	free(text);
}

void aw_first_header_end(struct aw_first_header *header)
{
	if (header->command.count && header->dependencies)
		mend_dependencies(header);
	if (header->file) {
		unlink(header->file);
		unlink(header->list);
		unlink(header->errors);
	}
	aw_words_finish(&header->command);
	aw_words_finish(&header->make);
	aw_words_finish(&header->folders);
}
