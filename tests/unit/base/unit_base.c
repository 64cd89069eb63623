// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base layer: strings, vectors, maps, statuses, files.
// LINK: base
#include "base/map.h"
#include "base/os.h"
#include "base/status.h"
#include "base/str.h"
#include "base/vec.h"
#include "unit/unit.h"

#include <stdint.h>
#include <string.h>

static void strings(void)
{
	struct aw_str string = { 0 };
	aw_str_add(&string, "kernel");
	aw_str_format(&string, "<<<%d, %d>>>", 2, 128);
	CHECK(strcmp(string.text, "kernel<<<2, 128>>>") == 0);
	aw_str_cut(&string, 6);
	CHECK(strcmp(string.text, "kernel") == 0);
	for (int i = 0; i < 1000; i++)
		aw_str_add_bytes(&string, "\0x", 2);
	CHECK_EQUAL(string.length, 2006);
	aw_str_finish(&string);
	char *empty = aw_str_take(&string);
	CHECK(empty && !*empty);
	free(empty);
	CHECK(aw_starts_with("--std=c++17", "--std"));
	CHECK(!aw_ends_with("u", ".cu"));
	CHECK(aw_ends_with("a.cu", ".cu"));
}

static void vectors(void)
{
	AW_VEC(int) numbers = { 0 };
	for (int i = 0; i < 1000; i++)
		CHECK(aw_vec_push(&numbers, i * i));
	CHECK_EQUAL(numbers.count, 1000);
	CHECK_EQUAL(numbers.items[999], 998001);
	CHECK(!aw_vec_reserve(&numbers, SIZE_MAX / 2));
	CHECK_EQUAL(numbers.items[31], 961);
	aw_vec_finish(&numbers);
	CHECK(!numbers.items && !numbers.capacity);
}

// Random puts and removes against a plain array.
static void maps(void)
{
	enum { KEYS = 512 };
	static char keys[KEYS][8];
	void *expected[KEYS] = { 0 };
	struct aw_map by_name = AW_MAP_OF_STRINGS, by_address = { 0 };
	uint32_t random = 1;
	for (int i = 0; i < KEYS; i++)
		snprintf(keys[i], sizeof(keys[i]), "k%d", i);
	for (int step = 0; step < 20000; step++) {
		random = random * 1664525u + 1013904223u;
		unsigned at = random >> 16 & (KEYS - 1);
		char copy[8];
		memcpy(copy, keys[at], sizeof(copy));
		if (random >> 30) {
			expected[at] = (void *)(uintptr_t)(step + 1);
			aw_map_put(&by_name, keys[at], expected[at]);
			aw_map_put(&by_address, keys[at], expected[at]);
		} else {
			CHECK(aw_map_remove(&by_name, copy) == expected[at]);
			CHECK(aw_map_remove(&by_address, keys[at]) == expected[at]);
			expected[at] = NULL;
		}
		CHECK(aw_map_get(&by_name, copy) == expected[at]);
		CHECK(aw_map_get(&by_address, keys[at]) == expected[at]);
	}
	size_t live = 0, seen = 0;
	for (int i = 0; i < KEYS; i++)
		live += expected[i] != NULL;
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&by_name, slot));)
		seen++;
	CHECK_EQUAL(seen, live);
	CHECK_EQUAL(by_address.count, live);
	aw_map_finish(&by_name);
	aw_map_finish(&by_address);
}

static void statuses(void)
{
	int last = -1;
#define AW_STATUS(name, number, runtime, driver, text) \
	CHECK(number > last); \
	last = number; \
	CHECK(aw_status_find(number) && aw_status_find(number)->status == AW_##name);
#include "base/status.def"
#undef AW_STATUS
	CHECK(strcmp(aw_status_text(AW_OK), "no error") == 0);
	CHECK(aw_status_find(12345) == NULL);
	CHECK(strcmp(aw_status_text(-1), "unrecognized error code") == 0);
}

static void files(void)
{
	char *folder, *back;
	size_t size;
	CHECK_EQUAL(aw_os_make_temp_dir(&folder), AW_OK);
	char *path = aw_format("%s/file", folder);
	CHECK_EQUAL(aw_os_write_file(path, "a\0b", 3), AW_OK);
	CHECK_EQUAL(aw_os_read_file(path, &back, &size), AW_OK);
	CHECK(size == 3 && memcmp(back, "a\0b", 4) == 0);
	free(back);
	back = NULL;
	CHECK_EQUAL(aw_os_read_file("/nonexistent/file", &back, &size), AW_FILE_NOT_FOUND);
	CHECK(!back);
	CHECK_EQUAL(aw_os_write_file("/dev/full", "x", 1), AW_OPERATING_SYSTEM);
	CHECK(aw_os_is_file(path) && aw_os_is_dir(folder) && !aw_os_is_dir(path));
	aw_os_remove_tree(folder);
	CHECK(!aw_os_is_dir(folder));
	free(path);
	free(folder);
}

static void processes(void)
{
	int process, code;
	CHECK_EQUAL(aw_os_spawn((char *[]){ "sh", "-c", "exit 7", NULL }, &process), AW_OK);
	CHECK_EQUAL(aw_os_wait(process, &code), AW_OK);
	CHECK_EQUAL(code, 7);
	CHECK_EQUAL(aw_os_spawn((char *[]){ "/nonexistent/program", NULL }, &process), AW_FILE_NOT_FOUND);
	char *shell = aw_os_find_program("sh");
	CHECK(shell && aw_os_is_file(shell));
	free(shell);
	CHECK(aw_os_cpu_count() >= 1);
}

int main(void)
{
	strings();
	vectors();
	maps();
	statuses();
	files();
	processes();
	return unit_finish();
}
