// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is written under a name of its own and then renamed, so a reader sees all of it or none, and of two
// processes that make the same result one wins and neither waits.  A header has the length and a checksum of
// what follows: a file that was cut short or damaged counts as not there, and is removed.  Reading a file sets its
// time, and when the folder grows over its limit the files with the oldest times go (as ccache does it).
// What is read may be run, so the folder must belong to the user and be writable by nobody else.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fnv.h"
#include "log.h"
#include "os.h"
#include "str.h"
#include "vec.h"

enum { NAME_LENGTH = 2 * AW_SHA256_SIZE, DEFAULT_MEGABYTES = 1024, ABANDONED_SECONDS = 3600 };
#define TEMPORARY "new-"

struct header {
	char magic[8];
	uint64_t size;
	uint64_t sum; // of what follows
};

static const char magic[8] = "AWCACHE2";

// --- the folder ---

static char *folder_name(void)
{
	const char *wished = getenv("ANYWARP_CACHE_DIR"), *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	if (wished && *wished)
		return strcmp(wished, "off") == 0 ? NULL : aw_format("%s", wished);
	if (base && *base == '/')
		return aw_format("%s/anywarp", base);
	return home && *home == '/' ? aw_format("%s/.cache/anywarp", home) : NULL;
}

static void make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(path, 0700);
		*slash = '/';
	}
	mkdir(path, 0700);
}

static bool is_safe(int folder, const char *path)
{
	struct stat info;
	if (fstat(folder, &info) == 0 && info.st_uid == geteuid() && (info.st_mode & 022) == 0)
		return true;
	aw_warn("cache", "'%s' is not used: others can write there", path);
	return false;
}

// The folder's descriptor, or -1 when there is no cache.
static int open_folder(bool make)
{
	char *path = folder_name();
	if (!path)
		return -1;
	if (make)
		make_folders(path);
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder >= 0 && !is_safe(folder, path)) {
		close(folder);
		folder = -1;
	}
	free(path);
	return folder;
}

bool aw_cache_is_there(void)
{
	int folder = open_folder(true);
	bool there = folder >= 0 && faccessat(folder, ".", W_OK, 0) == 0;
	if (folder >= 0)
		close(folder);
	return there;
}

static void name_of(const unsigned char key[AW_SHA256_SIZE], char name[NAME_LENGTH + 1])
{
	for (unsigned i = 0; i < AW_SHA256_SIZE; i++)
		snprintf(name + 2 * i, 3, "%02x", key[i]);
}

// A checksum against accidents.  Four rows of words, each multiplied and turned, since headers of megabytes are read for each compilation.
static uint64_t sum_of(const void *data, size_t size)
{
	enum { ROWS = 4, STEP = ROWS * sizeof(uint64_t) };
	uint64_t rows[ROWS] = { 1, 2, 3, 4 }, word;
	const unsigned char *at = data, *end = at + size;
	for (; end - at >= STEP; at += STEP)
		for (size_t i = 0; i < ROWS; i++) {
			memcpy(&word, at + i * sizeof(word), sizeof(word));
			word = (rows[i] ^ word) * 0x9e3779b97f4a7c15u;
			rows[i] = word << 29 | word >> 35;
		}
	uint64_t sum = aw_fnv_add(AW_FNV_START, at, (size_t)(end - at));
	return aw_fnv_add(sum, rows, sizeof(rows));
}

// --- reading ---

static bool read_exactly(int file, void *data, size_t size)
{
	for (char *to = data; size > 0;) {
		ssize_t got = read(file, to, size);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		size -= (size_t)got;
	}
	return true;
}

// False when the file is not what was written.
static bool read_content(int file, char **data, size_t *size)
{
	struct header header;
	struct stat info;
	if (fstat(file, &info) != 0 || !read_exactly(file, &header, sizeof(header)) ||
	    memcmp(header.magic, magic, sizeof(magic)) != 0 || header.size != (uint64_t)info.st_size - sizeof(header))
		return false;
	char *content = malloc(header.size ? header.size : 1);
	if (!content)
		return false;
	if (!read_exactly(file, content, header.size) || sum_of(content, header.size) != header.sum) {
		free(content);
		return false;
	}
	*data = content;
	*size = header.size;
	return true;
}

bool aw_cache_get(const unsigned char key[AW_SHA256_SIZE], char **data, size_t *size)
{
	char name[NAME_LENGTH + 1];
	int folder = open_folder(false);
	if (folder < 0)
		return false;
	name_of(key, name);
	int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	bool good = file >= 0 && read_content(file, data, size);
	if (good) {
		futimens(file, NULL); // used now
	} else if (file >= 0) {
		aw_info("cache", "%s is damaged and removed", name);
		unlinkat(folder, name, 0);
	}
	if (file >= 0)
		close(file);
	close(folder);
	return good;
}

// --- room ---

struct item {
	char name[NAME_LENGTH + 1];
	struct timespec used;
	uint64_t size;
};

typedef AW_VEC(struct item) items;

static bool is_entry(const char *name)
{
	return strlen(name) == NAME_LENGTH && strspn(name, "0123456789abcdef") == NAME_LENGTH;
}

// Lists the files of the cache and returns their size; what crashed writers left long ago is removed.
static uint64_t list(int folder, items *found)
{
	uint64_t total = 0;
	int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = again >= 0 ? fdopendir(again) : NULL;
	if (!entries && again >= 0)
		close(again);
	for (struct dirent *entry; entries && (entry = readdir(entries));) {
		struct stat info;
		bool is_temporary = aw_starts_with(entry->d_name, TEMPORARY);
		if ((!is_temporary && !is_entry(entry->d_name)) || fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
			continue;
		if (is_temporary) {
			if (time(NULL) - info.st_mtime > ABANDONED_SECONDS)
				unlinkat(folder, entry->d_name, 0);
			continue;
		}
		struct item item = { .used = info.st_mtim, .size = (uint64_t)info.st_size };
		memcpy(item.name, entry->d_name, sizeof(item.name));
		if (aw_vec_push(found, item))
			total += item.size;
	}
	if (entries)
		closedir(entries);
	return total;
}

static int by_use(const void *a, const void *b)
{
	const struct item *left = a, *right = b;
	if (left->used.tv_sec != right->used.tv_sec)
		return left->used.tv_sec < right->used.tv_sec ? -1 : 1;
	return left->used.tv_nsec < right->used.tv_nsec ? -1 : left->used.tv_nsec > right->used.tv_nsec;
}

static uint64_t size_limit(void)
{
	long megabytes = aw_os_env_long("ANYWARP_CACHE_SIZE", DEFAULT_MEGABYTES);
	return megabytes <= 0 ? 0 : (uint64_t)megabytes << 20;
}

// Removes the files that were not used for longest until SIZE more bytes fit.
static void make_room(int folder, uint64_t size)
{
	items found = { 0 };
	uint64_t total = list(folder, &found), limit = size_limit();
	if (total + size > limit)
		qsort(found.items, found.count, sizeof(*found.items), by_use);
	for (size_t i = 0; i < found.count && total + size > limit; i++) {
		unlinkat(folder, found.items[i].name, 0); // another process may have been faster
		total -= found.items[i].size;
	}
	aw_vec_finish(&found);
}

// --- writing ---

static bool write_exactly(int file, const void *data, size_t size)
{
	for (const char *from = data; size > 0;) {
		ssize_t put = write(file, from, size);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		from += put;
		size -= (size_t)put;
	}
	return true;
}

static bool write_file(int folder, const char *name, const void *data, size_t size)
{
	static _Atomic unsigned serial;
	struct header header = { .size = size };
	memcpy(header.magic, magic, sizeof(magic));
	header.sum = sum_of(data, size);
	char temporary[64];
	snprintf(temporary, sizeof(temporary), TEMPORARY "%d-%u-%llx", (int)getpid(), atomic_fetch_add(&serial, 1),
	         (unsigned long long)aw_os_now());
	int file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file < 0)
		return false;
	bool good = write_exactly(file, &header, sizeof(header)) && write_exactly(file, data, size);
	good = close(file) == 0 && good;
	if (good && renameat(folder, temporary, folder, name) == 0)
		return true;
	unlinkat(folder, temporary, 0);
	return false;
}

void aw_cache_put(const unsigned char key[AW_SHA256_SIZE], const void *data, size_t size)
{
	char name[NAME_LENGTH + 1];
	uint64_t whole = sizeof(struct header) + (uint64_t)size;
	int folder = whole <= size_limit() ? open_folder(true) : -1;
	if (folder < 0)
		return;
	name_of(key, name);
	make_room(folder, whole);
	if (!write_file(folder, name, data, size))
		aw_info("cache", "cannot be written: %s", strerror(errno));
	close(folder);
}
