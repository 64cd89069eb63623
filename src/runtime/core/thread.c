// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "thread.h"

#include <pthread.h>

#include "stream.h"

_Thread_local struct aw_thread aw_core_thread;

static pthread_key_t at_thread_end;
static pthread_once_t key_made = PTHREAD_ONCE_INIT;

static void finish_thread(void *data)
{
	struct aw_thread_more *more = data;
	for (unsigned i = 0; i < AW_DEVICE_MAX; i++)
		aw_core_stream_drop_per_thread(&more->streams[i]);
	aw_vec_finish(&more->shapes);
	free(more);
	aw_core_thread.more = NULL;
}

static void make_key(void)
{
	pthread_key_create(&at_thread_end, finish_thread);
}

struct aw_thread_more *aw_core_thread_more(void)
{
	if (!aw_core_thread.more) {
		pthread_once(&key_made, make_key);
		aw_core_thread.more = calloc(1, sizeof(*aw_core_thread.more));
		pthread_setspecific(at_thread_end, aw_core_thread.more);
	}
	return aw_core_thread.more;
}

aw_status aw_core_thread_push_shape(const struct aw_shape *shape)
{
	struct aw_thread_more *more = aw_core_thread_more();
	return more && aw_vec_push(&more->shapes, *shape) ? AW_OK : AW_NO_MEMORY;
}

aw_status aw_core_thread_pop_shape(struct aw_shape *shape)
{
	struct aw_thread_more *more = aw_core_thread.more;
	if (!more || !more->shapes.count)
		return AW_MISSING_CONFIGURATION;
	*shape = more->shapes.items[--more->shapes.count];
	return AW_OK;
}
