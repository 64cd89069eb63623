// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams, events, host functions and copies of the cpu device: order, overlap, time.
// LINK: runtime
// FLAGS: -Wno-missing-field-initializers
// RUNS: ANYWARP_WORKERS=1,2,3
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "unit/cpu/device.h"

static struct aw_stream *make_stream(enum aw_stream_kind kind)
{
	struct aw_stream *made = NULL;
	CHECK_EQUAL(driver->stream->create(device, kind, 0, &made), AW_OK);
	return made;
}

static atomic_int order, blocked;

static void note(void *user)
{
	*(int *)user = atomic_fetch_add(&order, 1) + 1;
}

static void block(void *user)
{
	while (atomic_load(&blocked))
		usleep(100);
	note(user);
}

// The legacy stream waits for blocking streams and they for it; non-blocking ones for nobody.
static void legacy_order(void)
{
	struct aw_stream *a = make_stream(AW_STREAM_BLOCKING), *b = make_stream(AW_STREAM_BLOCKING),
	                 *free_stream = make_stream(AW_STREAM_NON_BLOCKING);
	int in_a = 0, in_b = 0, in_legacy = 0, later_a = 0, in_free = 0;
	atomic_store(&order, 0);
	atomic_store(&blocked, 1);
	driver->stream->host_function(a, block, &in_a);
	driver->stream->host_function(stream, note, &in_legacy);
	driver->stream->host_function(b, note, &in_b);
	driver->stream->host_function(a, note, &later_a);
	driver->stream->host_function(free_stream, note, &in_free);
	CHECK_EQUAL(driver->stream->synchronize(free_stream), AW_OK);
	CHECK_EQUAL(in_free, 1);
	CHECK_EQUAL(driver->stream->query(stream), AW_NOT_READY);
	CHECK_EQUAL(driver->stream->query(b), AW_NOT_READY);
	usleep(2000);
	CHECK_EQUAL(atomic_load(&order), 1);
	atomic_store(&blocked, 0);
	CHECK_EQUAL(driver->device->synchronize(device), AW_OK);
	CHECK_EQUAL(in_a, 2);
	CHECK_EQUAL(in_legacy, 3);
	CHECK(in_b >= 4 && later_a >= 4);
	driver->stream->destroy(a);
	driver->stream->destroy(b);
	driver->stream->destroy(free_stream);
}

static void events(void)
{
	struct aw_stream *a = make_stream(AW_STREAM_NON_BLOCKING), *b = make_stream(AW_STREAM_NON_BLOCKING);
	struct aw_event *start, *middle, *end, *untimed;
	driver->event->create(device, true, false, &start);
	driver->event->create(device, true, false, &middle);
	driver->event->create(device, true, false, &end);
	driver->event->create(device, false, false, &untimed);
	CHECK_EQUAL(driver->event->query(start), AW_OK);
	int first = 0, second = 0;
	float time = -1;
	atomic_store(&order, 0);
	atomic_store(&blocked, 1);
	driver->event->record(start, a);
	driver->stream->host_function(a, block, &first);
	driver->event->record(middle, a);
	driver->stream->wait_event(b, middle);
	driver->stream->host_function(b, note, &second);
	driver->event->record(end, b);
	driver->event->record(untimed, b);
	CHECK_EQUAL(driver->event->query(start), AW_OK);
	CHECK_EQUAL(driver->event->query(middle), AW_NOT_READY);
	CHECK_EQUAL(driver->event->elapsed(start, end, &time), AW_NOT_READY);
	usleep(5000);
	atomic_store(&blocked, 0);
	CHECK_EQUAL(driver->event->synchronize(end), AW_OK);
	CHECK_EQUAL(first, 1);
	CHECK_EQUAL(second, 2);
	CHECK_EQUAL(driver->event->elapsed(start, end, &time), AW_OK);
	CHECK(time >= 4.5 && time < 1000);
	CHECK_EQUAL(driver->event->elapsed(start, untimed, &time), AW_INVALID_HANDLE);
	driver->stream->destroy(a);
	driver->stream->destroy(b);
	driver->event->destroy(start);
	driver->event->destroy(middle);
	driver->event->destroy(end);
	driver->event->destroy(untimed);
}

// A kernel that waits for the host or for another stream stops nobody else.
static void persistent_kernel(void)
{
	struct aw_stream *a = make_stream(AW_STREAM_NON_BLOCKING), *b = make_stream(AW_STREAM_NON_BLOCKING);
	int *flag = memory(64), *out = memory(4096 * sizeof(int)), one = 1;
	CHECK_EQUAL(start("wait_for_host", (struct shape){ 16, 64, .stream = a }, flag, 0), AW_OK);
	CHECK_EQUAL(start("index_kernel", (struct shape){ 16, 256, .stream = b }, out, 0), AW_OK);
	CHECK_EQUAL(driver->stream->synchronize(b), AW_OK);
	CHECK_EQUAL(out[4095], 4095);
	CHECK_EQUAL(driver->stream->query(a), AW_NOT_READY);
	struct aw_copy copy = { .target = flag, .source = &one, .width = 4, .height = 1, .depth = 1, .source_pageable = true };
	CHECK_EQUAL(driver->stream->copy(b, &copy), AW_OK);
	CHECK_EQUAL(driver->stream->synchronize(a), AW_OK);
	CHECK_EQUAL(flag[1], 7);
	driver->stream->destroy(a);
	driver->stream->destroy(b);
	driver->memory->release(device, AW_MEMORY_DEVICE, flag);
	driver->memory->release(device, AW_MEMORY_DEVICE, out);
}

static void transfers(void)
{
	enum { WIDTH = 1000, HEIGHT = 700, DEPTH = 3, PITCH = 1024 };
	unsigned char *a = memory(PITCH * HEIGHT * DEPTH), *b = memory(WIDTH * HEIGHT * DEPTH), *c = memory(16 << 20);
	for (int i = 0; i < PITCH * HEIGHT * DEPTH; i++)
		a[i] = (unsigned char)(i * 7 + i / 1000);
	struct aw_copy copy = { .target = b, .source = a, .width = WIDTH, .height = HEIGHT, .depth = DEPTH, .target_pitch = WIDTH,
	                        .source_pitch = PITCH, .target_slice = WIDTH * HEIGHT, .source_slice = PITCH * HEIGHT };
	CHECK_EQUAL(driver->stream->copy(stream, &copy), AW_OK);
	struct aw_fill fill = { .target = c, .value = 0x01020304, .element = 4, .width = 16 << 20, .height = 1, .depth = 1 };
	CHECK_EQUAL(driver->stream->fill(stream, &fill), AW_OK);
	fill = (struct aw_fill){ .target = a, .value = 9, .element = 1, .width = 10, .height = HEIGHT, .depth = 1, .pitch = PITCH };
	CHECK_EQUAL(driver->stream->fill(stream, &fill), AW_OK);
	CHECK_EQUAL(driver->stream->synchronize(stream), AW_OK);
	int wrong = 0;
	for (int i = 0; i < WIDTH * HEIGHT * DEPTH; i++) {
		int from = i / WIDTH * PITCH + i % WIDTH;
		wrong += b[i] != (unsigned char)(from * 7 + from / 1000);
	}
	for (int i = 0; i < 4 << 20; i++)
		wrong += ((unsigned *)c)[i] != 0x01020304;
	for (int i = 0; i < HEIGHT; i++) {
		int next = i * PITCH + 10;
		wrong += a[i * PITCH] != 9 || a[next - 1] != 9 || a[next] != (unsigned char)(next * 7 + next / 1000);
	}
	CHECK_EQUAL(wrong, 0);
	driver->memory->release(device, AW_MEMORY_DEVICE, a);
	driver->memory->release(device, AW_MEMORY_DEVICE, b);
	driver->memory->release(device, AW_MEMORY_DEVICE, c);
}

// Several host threads give work to streams of their own and to the common one.
static void *giver(void *unused)
{
	(void)unused;
	struct aw_stream *own = make_stream(AW_STREAM_BLOCKING);
	int *out = memory(1024 * sizeof(int));
	int wrong = 0;
	for (int turn = 0; turn < 300; turn++) {
		start("reverse", (struct shape){ 4, 32, 128, .stream = turn % 5 ? own : stream }, out, 0);
		if (turn % 7 == 0) {
			wrong += driver->stream->synchronize(turn % 5 ? own : stream) != AW_OK;
			wrong += out[127] != 0;
		}
	}
	wrong += driver->stream->synchronize(own) != AW_OK || driver->stream->synchronize(stream) != AW_OK;
	driver->stream->destroy(own);
	driver->memory->release(device, AW_MEMORY_DEVICE, out);
	return (void *)(intptr_t)wrong;
}

static void many_threads(void)
{
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, giver, NULL);
	for (int i = 0; i < 4; i++) {
		void *wrong;
		pthread_join(threads[i], &wrong);
		CHECK_EQUAL((intptr_t)wrong, 0);
	}
}

static void many_allocations(void)
{
	enum { COUNT = 100000 };
	static int *all[COUNT];
	for (int i = 0; i < COUNT; i++) {
		void *address = NULL;
		if (driver->memory->allocate(device, AW_MEMORY_DEVICE, 64 + i % 5000, &address) != AW_OK || (uintptr_t)address % 512)
			CHECK(!"allocation");
		all[i] = address;
		*all[i] = i;
	}
	int wrong = 0;
	for (int i = 0; i < COUNT; i++) {
		wrong += *all[i] != i;
		wrong += driver->memory->release(device, AW_MEMORY_DEVICE, all[i]) != AW_OK;
	}
	CHECK_EQUAL(wrong, 0);
	void *address = NULL;
	CHECK_EQUAL(driver->memory->allocate(device, AW_MEMORY_DEVICE, (size_t)1 << 50, &address), AW_NO_MEMORY);
	CHECK_EQUAL(driver->memory->release(device, AW_MEMORY_DEVICE, &wrong), AW_INVALID_VALUE);
}

int main(void)
{
	open_device(0);
	legacy_order();
	events();
	persistent_kernel();
	transfers();
	many_threads();
	many_allocations();
	close_device();
	aw_str_finish(&fatbin);
	return unit_finish();
}
