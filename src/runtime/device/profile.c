// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of streams are wrapped: an event is recorded in front of each kernel, copy and fill and another behind it, which
// works alike on all devices.  Pairs that are done are read when the program waits, now and then between, when it ends (as long as
// a vendor's driver still answers), and before a device is closed; their events serve again.
#include "profile.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/map.h"
#include "../../base/os.h"
#include "../../base/vec.h"

enum { MOST_TABLES = 4, MOST_PENDING = 4096, FIRST_STREAM = 7 };

// The operations of a back end as they were.
struct table {
	const struct aw_stream_ops *wrapped; // where its own are
	struct aw_device_ops device;
	struct aw_module_ops module;
	struct aw_stream_ops stream;
	const struct aw_event_ops *event;
};

// Work that was given to a device.
struct pending {
	struct aw_profile_work work;
	const struct table *table;
	struct aw_device *device;
	struct aw_event *start, *end;
};

typedef AW_VEC(struct aw_profile_row) row_vec;

static struct {
	pthread_once_t once;
	pthread_mutex_t lock;
	unsigned words;
	bool paused;
	struct table tables[MOST_TABLES];
	unsigned table_count;
	struct aw_map names;   // functions -> mangled names of kernels
	struct aw_map streams; // streams -> numbers
	unsigned stream_count; // that there ever were
	uint64_t began;        // when the first work was given to a device
	AW_VEC(struct pending) pending;
	AW_VEC(struct pending) idle;   // only their events count
	AW_VEC(struct pending) firsts; // the first of each device, from which times count
	AW_VEC(struct aw_profile_work) works;
	row_vec rows, calls;
} profile = { .once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER };

static void read_environment(void)
{
	static const struct aw_os_word words[] = {
		{ "summary", AW_PROFILE_SUMMARY }, { "trace", AW_PROFILE_TRACE },   { "calls", AW_PROFILE_CALLS },
		{ "csv", AW_PROFILE_CSV },         { "paused", AW_PROFILE_PAUSED },
	};
	profile.words = aw_os_env_words("ANYWARP_PROFILE", words, sizeof(words) / sizeof(*words));
	profile.paused = profile.words & AW_PROFILE_PAUSED;
}

unsigned aw_profile_words(void)
{
	pthread_once(&profile.once, read_environment);
	return profile.words;
}

void aw_profile_pause(bool paused)
{
	pthread_mutex_lock(&profile.lock);
	profile.paused = paused;
	pthread_mutex_unlock(&profile.lock);
}

// --- sums ---

static void add(row_vec *rows, const char *name, double time)
{
	size_t i = 0;
	while (i < rows->count && strcmp(rows->items[i].name, name) != 0)
		i++;
	if (i == rows->count && !aw_vec_push(rows, (struct aw_profile_row){ .name = name, .least = time, .most = time }))
		return;
	struct aw_profile_row *row = &rows->items[i];
	row->count++;
	row->total += time;
	row->least = time < row->least ? time : row->least;
	row->most = time > row->most ? time : row->most;
}

void aw_profile_call(const char *function, uint64_t nanoseconds)
{
	if (function[0] == '_') // between the compiler and the runtime
		return;
	pthread_mutex_lock(&profile.lock);
	if (!profile.paused)
		add(&profile.calls, function, (double)nanoseconds);
	pthread_mutex_unlock(&profile.lock);
}

// --- work ---

static const struct table *table_of(const struct aw_device *device)
{
	for (unsigned i = 0; i < profile.table_count; i++)
		if (profile.tables[i].wrapped == device->driver->stream)
			return &profile.tables[i];
	return NULL; // not reached: all tables are wrapped
}

// The rest with the lock held.

static const struct pending *first_of(const struct aw_device *device)
{
	for (size_t i = 0; i < profile.firsts.count; i++)
		if (profile.firsts.items[i].device == device)
			return &profile.firsts.items[i];
	return NULL;
}

// Work whose times are known.
static void tell(const struct aw_profile_work *work)
{
	add(&profile.rows, work->name, work->time);
	if ((profile.words & AW_PROFILE_TRACE) && !aw_vec_push(&profile.works, *work))
		aw_warn("profile", "no memory for all that there is to tell");
}

static void read_times(struct pending *pending)
{
	float begin = 0, time = 0;
	const struct aw_event_ops *ops = pending->table->event;
	const struct pending *first = first_of(pending->device);
	if (ops->elapsed(pending->start, pending->end, &time) != AW_OK)
		return; // it failed, or was dropped
	if (first && first->start != pending->start)
		ops->elapsed(first->start, pending->start, &begin);
	pending->work.begin = (double)begin * 1e6;
	pending->work.time = (double)time * 1e6;
	tell(&pending->work);
}

static void destroy_events(const struct pending *pending)
{
	pending->table->event->destroy(pending->start);
	pending->table->event->destroy(pending->end);
}

// Reads what is done from the front on, or all of DEVICE.
static void harvest(const struct aw_device *device)
{
	size_t kept = 0, i = 0;
	bool reading = true;
	for (; i < profile.pending.count; i++) {
		struct pending *pending = &profile.pending.items[i];
		if (device)
			reading = pending->device == device;
		else
			reading = reading && pending->table->event->query(pending->end) != AW_NOT_READY;
		if (!reading) {
			profile.pending.items[kept++] = *pending;
			continue;
		}
		read_times(pending);
		const struct pending *first = first_of(pending->device);
		bool is_first = first && first->start == pending->start;
		if (!is_first && !aw_vec_push(&profile.idle, *pending))
			destroy_events(pending);
	}
	profile.pending.count = kept;
}

static void drop_events(const struct aw_device *device)
{
	size_t kept = 0;
	for (size_t i = 0; i < profile.idle.count; i++)
		if (profile.idle.items[i].device == device)
			destroy_events(&profile.idle.items[i]);
		else
			profile.idle.items[kept++] = profile.idle.items[i];
	profile.idle.count = kept;
	for (size_t i = 0; i < profile.firsts.count; i++)
		if (profile.firsts.items[i].device == device) {
			destroy_events(&profile.firsts.items[i]);
			profile.firsts.items[i] = profile.firsts.items[--profile.firsts.count];
			break;
		}
}

static bool find_events(struct pending *pending)
{
	for (size_t i = profile.idle.count; i-- > 0;)
		if (profile.idle.items[i].device == pending->device) {
			pending->start = profile.idle.items[i].start;
			pending->end = profile.idle.items[i].end;
			profile.idle.items[i] = profile.idle.items[--profile.idle.count];
			return true;
		}
	const struct aw_event_ops *ops = pending->table->event;
	if (ops->create(pending->device, true, false, &pending->start) != AW_OK)
		return false;
	if (ops->create(pending->device, true, false, &pending->end) == AW_OK)
		return true;
	ops->destroy(pending->start);
	return false;
}

static unsigned number_of(const struct aw_stream *stream)
{
	uintptr_t number = (uintptr_t)aw_map_get(&profile.streams, stream);
	if (!number) {
		number = FIRST_STREAM + profile.stream_count++;
		aw_map_put(&profile.streams, stream, (void *)number);
	}
	return (unsigned)number;
}

// WORK is given to STREAM.
static void place(const struct aw_stream *stream, struct aw_profile_work *work)
{
	work->device = (int)stream->device->ordinal;
	work->device_name = stream->device->properties->name;
	work->stream = number_of(stream);
}

static struct aw_profile_work work_of(const struct aw_launch *given, const char *name)
{
	struct aw_profile_work work = { .name = name, .shared = given->dynamic_shared };
	memcpy(work.grid, given->grid, sizeof(given->grid));
	memcpy(work.block, given->block, sizeof(given->block));
	return work;
}

static void harvest_done(void)
{
	pthread_mutex_lock(&profile.lock);
	harvest(NULL);
	pthread_mutex_unlock(&profile.lock);
}

// --- around an operation ---

// The vendor's driver is there by now, so what it does at exit comes after this.
static void harvest_at_exit(void)
{
	atexit(harvest_done);
}

static bool begin(struct aw_stream *stream, struct pending *pending)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, harvest_at_exit);
	pthread_mutex_lock(&profile.lock);
	profile.began = profile.began ? profile.began : aw_os_now();
	pending->device = stream->device;
	pending->table = table_of(stream->device);
	place(stream, &pending->work);
	bool good = !profile.paused && find_events(pending);
	pthread_mutex_unlock(&profile.lock);
	if (good && pending->table->event->record(pending->start, stream) != AW_OK) {
		destroy_events(pending);
		good = false;
	}
	return good;
}

static void end(struct aw_stream *stream, const struct pending *pending, aw_status status)
{
	if (status != AW_OK || pending->table->event->record(pending->end, stream) != AW_OK) {
		destroy_events(pending);
		return;
	}
	pthread_mutex_lock(&profile.lock);
	bool kept = aw_vec_push(&profile.pending, *pending);
	if (kept && !first_of(pending->device))
		aw_vec_push(&profile.firsts, *pending);
	if (profile.pending.count >= MOST_PENDING)
		harvest(NULL);
	pthread_mutex_unlock(&profile.lock);
	if (!kept)
		destroy_events(pending);
}

static aw_status launch(struct aw_stream *stream, const struct aw_launch *given)
{
	pthread_mutex_lock(&profile.lock);
	const char *name = aw_map_get(&profile.names, given->function);
	pthread_mutex_unlock(&profile.lock);
	struct pending pending = { .work = work_of(given, name ? name : "?") };
	bool timed = begin(stream, &pending);
	aw_status status = pending.table->stream.launch(stream, given);
	if (timed)
		end(stream, &pending, status);
	return status;
}

void aw_profile_child(struct aw_stream *stream, const struct aw_launch *given, uint64_t begin, uint64_t end)
{
	pthread_mutex_lock(&profile.lock);
	const char *name = profile.table_count ? aw_map_get(&profile.names, given->function) : NULL; // else nobody asks
	if (name && !profile.paused) {
		struct aw_profile_work work = work_of(given, name);
		place(stream, &work);
		work.begin = begin > profile.began ? (double)(begin - profile.began) : 0;
		work.time = (double)(end - begin);
		tell(&work);
	}
	pthread_mutex_unlock(&profile.lock);
}

static aw_status copy(struct aw_stream *stream, const struct aw_copy *given)
{
	static const char *const names[2][2] = { { "[CUDA memcpy DtoD]", "[CUDA memcpy DtoH]" },
		                                 { "[CUDA memcpy HtoD]", "[CUDA memcpy HtoH]" } };
	struct pending pending = { .work.name = names[given->source_host][given->target_host],
		                   .work.bytes = given->width * given->height * given->depth };
	bool timed = begin(stream, &pending);
	aw_status status = pending.table->stream.copy(stream, given);
	if (timed)
		end(stream, &pending, status);
	return status;
}

static aw_status fill(struct aw_stream *stream, const struct aw_fill *given)
{
	struct pending pending = { .work.name = "[CUDA memset]", .work.bytes = given->width * given->height * given->depth };
	bool timed = begin(stream, &pending);
	aw_status status = pending.table->stream.fill(stream, given);
	if (timed)
		end(stream, &pending, status);
	return status;
}

static aw_status synchronize(struct aw_stream *stream)
{
	aw_status status = table_of(stream->device)->stream.synchronize(stream);
	harvest_done();
	return status;
}

static aw_status synchronize_device(struct aw_device *device)
{
	aw_status status = table_of(device)->device.synchronize(device);
	harvest_done();
	return status;
}

// Another stream may get this address.
static void destroy(struct aw_stream *stream)
{
	const struct table *table = table_of(stream->device);
	pthread_mutex_lock(&profile.lock);
	aw_map_remove(&profile.streams, stream);
	pthread_mutex_unlock(&profile.lock);
	table->stream.destroy(stream);
}

static aw_status function(struct aw_module *module, const char *name, struct aw_function **found)
{
	const struct table *table = table_of(module->device);
	aw_status status = table->module.function(module, name, found);
	pthread_mutex_lock(&profile.lock);
	if (status == AW_OK && !aw_map_get(&profile.names, *found)) {
		char *kept = strdup(name); // the module may go before the report comes
		if (!kept || !aw_map_put(&profile.names, *found, kept))
			free(kept);
	}
	pthread_mutex_unlock(&profile.lock);
	return status;
}

// The functions' addresses may be others' later; what has their names keeps them.
static void unload(struct aw_module *module)
{
	const struct table *table = table_of(module->device);
	AW_VEC(const void *) gone = { 0 };
	pthread_mutex_lock(&profile.lock);
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&profile.names, slot));)
		if (((const struct aw_function *)slot->key)->module == module && !aw_vec_push(&gone, slot->key))
			break;
	for (size_t i = 0; i < gone.count; i++)
		aw_map_remove(&profile.names, gone.items[i]);
	pthread_mutex_unlock(&profile.lock);
	aw_vec_finish(&gone);
	table->module.unload(module);
}

static void close_device(struct aw_device *device)
{
	const struct table *table = table_of(device);
	pthread_mutex_lock(&profile.lock);
	harvest(device);
	drop_events(device);
	pthread_mutex_unlock(&profile.lock);
	table->device.close(device);
}

bool aw_profile_wrap(struct aw_device_ops *device, struct aw_module_ops *module, struct aw_stream_ops *stream,
                     const struct aw_event_ops *event)
{
	if (!(aw_profile_words() & (AW_PROFILE_SUMMARY | AW_PROFILE_TRACE)) || profile.table_count == MOST_TABLES)
		return false;
	profile.tables[profile.table_count++] = (struct table){ stream, *device, *module, *stream, event };
	device->close = close_device;
	device->synchronize = synchronize_device;
	module->function = function;
	module->unload = unload;
	stream->launch = launch;
	stream->copy = copy;
	stream->fill = fill;
	stream->synchronize = synchronize;
	stream->destroy = destroy;
	return true;
}

// The last of the library's destructors: devices were closed before.
__attribute__((destructor(101))) static void finish(void)
{
	struct aw_profile all = { profile.works.items, profile.rows.items, profile.calls.items,
		                  profile.works.count, profile.rows.count, profile.calls.count };
	if (profile.words)
		aw_profile_print(&all, profile.words);
}
