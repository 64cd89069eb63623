// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills of all alignments, past the caches and not, and large ones through the device.
// LINK: runtime
// RUNS: ANYWARP_WORKERS=1,3
#include "runtime/device/cpu/cpu_queue.h"
#include "unit/cpu/device.h"

enum { ROOM = 8192 };

static void copies(void)
{
	static char source[ROOM], target[ROOM], expected[ROOM];
	for (int i = 0; i < ROOM; i++)
		source[i] = (char)(i * 7 + i / 256);
	int wrong = 0;
	for (size_t from = 0; from < 70; from += 23)
		for (size_t to = 0; to < 70; to += 3)
			for (size_t size = 0; size < 3000; size = size * 3 / 2 + 1)
				for (int streams = 0; streams < 2; streams++) {
					memset(target, 1, ROOM);
					memset(expected, 1, ROOM);
					memcpy(expected + to, source + from, size);
					aw_cpu_bytes_copy(target + to, source + from, size, streams);
					wrong += memcmp(target, expected, ROOM) != 0;
				}
	CHECK_EQUAL(wrong, 0);
	aw_cpu_bytes_copy(source + 100, source, 4000, true); // overlapping
	CHECK_EQUAL(source[100 + 3999], (char)(3999 * 7 + 3999 / 256));
}

static void fills(void)
{
	static char target[ROOM], expected[ROOM];
	const unsigned elements[] = { 1, 2, 4 };
	int wrong = 0;
	for (int e = 0; e < 3; e++)
		for (size_t to = 0; to < 70; to++)
			for (size_t count = 0; count < 3000; count = count * 3 / 2 + 1)
				for (int streams = 0; streams < 2; streams++) {
					uint32_t value = 0x81920374;
					if (to + count * elements[e] > ROOM)
						continue;
					memset(target, 1, ROOM);
					memset(expected, 1, ROOM);
					for (size_t i = 0; i < count; i++)
						memcpy(expected + to + i * elements[e], &value, elements[e]);
					aw_cpu_bytes_fill(target + to, value, elements[e], count * elements[e], streams);
					wrong += memcmp(target, expected, ROOM) != 0;
				}
	CHECK_EQUAL(wrong, 0);
}

static void large(void)
{
	size_t size = (size_t)80 << 20;
	char *a = memory(size + 1000), *b = memory(size + 1000), *middle = a + 300;
	struct aw_fill fill = { .target = middle, .value = 0x01020304, .element = 4, .width = size, .height = 1, .depth = 1,
	                        .pitch = size, .slice = size };
	CHECK_EQUAL(driver->stream->fill(stream, &fill), AW_OK);
	struct aw_copy copy = { .target = b + 17, .source = middle, .width = size, .height = 1, .depth = 1, .target_pitch = size,
	                        .source_pitch = size, .target_slice = size, .source_slice = size };
	CHECK_EQUAL(driver->stream->copy(stream, &copy), AW_OK);
	CHECK_EQUAL(driver->device->synchronize(device), AW_OK);
	size_t wrong = 0;
	for (size_t i = 0; i < size; i += 4)
		wrong += memcmp(b + 17 + i, &(uint32_t){ 0x01020304 }, 4) != 0;
	CHECK_EQUAL(wrong, 0);
	CHECK(b[16] == 0 && b[17 + size] == 0 && a[299] == 0 && a[300 + size] == 0);
	driver->memory->release(device, AW_MEMORY_DEVICE, a);
	driver->memory->release(device, AW_MEMORY_DEVICE, b);
}

int main(void)
{
	copies();
	fills();
	open_device(0);
	large();
	close_device();
	aw_str_finish(&fatbin);
	return unit_finish();
}
