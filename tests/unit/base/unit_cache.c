// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The disk cache: what was put comes back, damaged files don't, old ones make room, and processes that put,
// get and make room at once never see anything but what belongs to their key.
// LINK: base
#include "base/cache.h"
#include "unit/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void digest_of(const void *data, size_t size, unsigned char digest[AW_SHA256_SIZE])
{
	struct aw_sha256 hash;
	aw_sha256_start(&hash);
	aw_sha256_add(&hash, data, size);
	aw_sha256_end(&hash, digest);
}

static int digest_is(const char *data, size_t size, const char *expected)
{
	unsigned char digest[AW_SHA256_SIZE];
	char text[2 * AW_SHA256_SIZE + 1];
	digest_of(data, size, digest);
	for (int i = 0; i < AW_SHA256_SIZE; i++)
		sprintf(text + 2 * i, "%02x", digest[i]);
	return strcmp(text, expected) == 0;
}

static void hashes(void) // the examples of FIPS 180-4
{
	static char million[1000000];
	memset(million, 'a', sizeof(million));
	CHECK(digest_is("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
	CHECK(digest_is("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
	CHECK(digest_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
	                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
	CHECK(digest_is(million, sizeof(million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
}

static int file_count(const char *path)
{
	int count = 0;
	DIR *folder = opendir(path);
	for (struct dirent *entry; folder && (entry = readdir(folder));)
		count += entry->d_name[0] != '.';
	if (folder)
		closedir(folder);
	return count;
}

// Changes each file of the folder: cuts its last byte, or turns one over.
static void damage(const char *path, int cut)
{
	char name[512];
	DIR *folder = opendir(path);
	for (struct dirent *entry; folder && (entry = readdir(folder));) {
		struct stat info;
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		if (entry->d_name[0] == '.' || stat(name, &info) != 0)
			continue;
		int file = open(name, O_RDWR);
		char byte;
		if (cut)
			CHECK(ftruncate(file, info.st_size - 1) == 0);
		else
			CHECK(pread(file, &byte, 1, info.st_size / 2) == 1 && (byte ^= 1, pwrite(file, &byte, 1, info.st_size / 2) == 1));
		close(file);
	}
	closedir(folder);
}

static void one_process(void)
{
	unsigned char key[AW_SHA256_SIZE], other[AW_SHA256_SIZE];
	char *data = NULL, text[] = "what was dear to make";
	size_t size = 0;
	setenv("ANYWARP_CACHE_DIR", "folder/of/the cache", 1);
	digest_of("key", 3, key);
	digest_of("other", 5, other);
	CHECK(!aw_cache_get(key, &data, &size));
	aw_cache_put(key, text, sizeof(text));
	CHECK(!aw_cache_get(other, &data, &size));
	CHECK(aw_cache_get(key, &data, &size) && size == sizeof(text) && memcmp(data, text, size) == 0);
	free(data);
	aw_cache_put(other, text, 0);
	CHECK(aw_cache_get(other, &data, &size) && size == 0);
	free(data);
	for (int cut = 0; cut < 2; cut++) {
		damage("folder/of/the cache", cut);
		CHECK(!aw_cache_get(key, &data, &size));
		CHECK(!aw_cache_get(other, &data, &size));
		CHECK_EQUAL(file_count("folder/of/the cache"), 0);
		aw_cache_put(key, text, sizeof(text));
		aw_cache_put(other, text, 5);
		CHECK(aw_cache_get(key, &data, &size) && size == sizeof(text));
		free(data);
	}
	setenv("ANYWARP_CACHE_DIR", "off", 1);
	aw_cache_put(key, text, sizeof(text));
	CHECK(!aw_cache_get(key, &data, &size));
	CHECK(mkdir("open", 0777) == 0 && chmod("open", 0777) == 0);
	setenv("ANYWARP_CACHE_DIR", "open", 1);
	aw_cache_put(key, text, sizeof(text));
	CHECK(!aw_cache_get(key, &data, &size));
	CHECK_EQUAL(file_count("open"), 0);
}

static void limit(void)
{
	static char data[300 * 1024];
	unsigned char keys[4][AW_SHA256_SIZE];
	char *got;
	size_t size;
	setenv("ANYWARP_CACHE_DIR", "small", 1);
	setenv("ANYWARP_CACHE_SIZE", "1", 1);
	for (int i = 0; i < 4; i++) {
		digest_of(&i, sizeof(i), keys[i]);
		if (i == 3) { // 0 was used after 1
			CHECK(aw_cache_get(keys[0], &got, &size));
			free(got);
		}
		aw_cache_put(keys[i], data, sizeof(data));
		usleep(20000);
	}
	CHECK_EQUAL(file_count("small"), 3);
	CHECK(!aw_cache_get(keys[1], &got, &size));
	for (int i = 0; i < 4; i++)
		if (i != 1 && aw_cache_get(keys[i], &got, &size))
			free(got);
		else
			CHECK(i == 1);
	setenv("ANYWARP_CACHE_SIZE", "0", 1);
	aw_cache_put(keys[1], data, 1);
	CHECK(!aw_cache_get(keys[1], &got, &size));
	CHECK_EQUAL(file_count("small"), 3);
}

// The content of a key is its number over and over.
static int use_it(unsigned random, int turns)
{
	enum { KEYS = 40, WORDS = 20000 };
	int wrong = 0, hits = 0;
	for (int turn = 0; turn < turns; turn++) {
		static int content[WORDS + KEYS];
		unsigned char key[AW_SHA256_SIZE];
		char *data;
		size_t size;
		random = random * 1664525 + 1013904223;
		int number = (int)(random >> 16) % KEYS, count = WORDS + number;
		digest_of(&number, sizeof(number), key);
		if (aw_cache_get(key, &data, &size)) {
			hits++;
			wrong += size != count * sizeof(int);
			for (size_t i = 0; i < size / sizeof(int); i++)
				wrong += ((int *)data)[i] != number;
			free(data);
			continue;
		}
		for (int i = 0; i < count; i++)
			content[i] = number;
		aw_cache_put(key, content, count * sizeof(int));
	}
	return wrong || !hits;
}

static void many_processes(void)
{
	enum { PROCESSES = 6, TURNS = 150 };
	setenv("ANYWARP_CACHE_DIR", "shared", 1);
	setenv("ANYWARP_CACHE_SIZE", "2", 1); // not all keys fit
	for (unsigned i = 0; i < PROCESSES; i++)
		if (fork() == 0)
			_exit(use_it(i + 1, TURNS));
	for (int i = 0; i < PROCESSES; i++) {
		int state = 1;
		wait(&state);
		CHECK_EQUAL(state, 0);
	}
	CHECK(file_count("shared") <= 2 * 1024 * 1024 / (20000 * 4) + PROCESSES);
}

int main(void)
{
	umask(022);
	hashes();
	one_process();
	limit();
	many_processes();
	return unit_finish();
}
