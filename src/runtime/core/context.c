// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices are counted once, when a program first asks: the back ends in the order of devices.def, or those that
// ANYWARP_DEVICES names in its order; then CUDA_VISIBLE_DEVICES picks and orders them ("CUDA Environment Variables"
// in the CUDA C++ Programming Guide: the list ends at the first entry that is no device).
//
// At exit the library's destructor lets go of the devices.  It runs after all of the program's own
// destructors, because the dynamic linker registers the libraries' before main.  A device with work
// still running after a short wait is left to the operating system.
#include "context.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../base/log.h"
#include "../../base/os.h"
#include "../../base/str.h"
#include "../device/stubs.h"
#include "array.h"
#include "capture.h"
#include "event.h"
#include "external.h"
#include "graph_exec.h"
#include "graph_update.h"
#include "memory.h"
#include "module.h"
#include "pool.h"
#include "program.h"
#include "stream.h"
#include "texture.h"
#include "texture_reference.h"

// How long exit waits for work that a program started and didn't wait for.
#define EXIT_PATIENCE 500000000u // nanoseconds

static struct aw_context contexts[AW_DEVICE_MAX];
static unsigned context_count;
static pthread_once_t counted = PTHREAD_ONCE_INIT;
static atomic_bool ended;

struct place {
	const struct aw_driver *driver;
	unsigned index;
};

// Adds all devices of a back end behind the first TOTAL of PLACES; how many there are then.
static unsigned add_all(const struct aw_driver *driver, struct place *places, unsigned total)
{
	unsigned count = driver->count();
	for (unsigned k = 0; k < count && total < AW_DEVICE_MAX; k++)
		places[total++] = (struct place){ driver, k };
	return total;
}

static bool is_name(const char *text, size_t length, const char *name)
{
	return strlen(name) == length && !memcmp(text, name, length);
}

// Those of the back ends that LIST ("cpu,nvidia") names.
static unsigned find_named(const char *list, struct place *places)
{
	unsigned total = 0;
	for (size_t length; *list; list += length + (list[length] == ',')) {
		length = strcspn(list, ",");
		for (size_t i = 0; i < aw_driver_count; i++)
			if (is_name(list, length, aw_device_driver(i)->name))
				total = add_all(aw_device_driver(i), places, total);
	}
	return total;
}

static bool is_number(const char *text)
{
	return strspn(text, "0123456789") > 0;
}

static unsigned find_all(struct place *places)
{
	const char *named = getenv("ANYWARP_DEVICES");
	unsigned total = 0;
	if (named && *named && !is_number(named)) // a number is the cpu device's affair
		return find_named(named, places);
	for (size_t i = 0; i < aw_driver_count; i++)
		total = add_all(aw_device_driver(i), places, total);
	return total;
}

void aw_core_context_preload(void)
{
	static atomic_flag done = ATOMIC_FLAG_INIT;
	const char *named = getenv("ANYWARP_DEVICES");
	if (atomic_flag_test_and_set(&done))
		return;
	for (size_t i = 0; i < aw_driver_count; i++)
		if (aw_device_driver(i)->preload && (!named || !*named || is_number(named) || strstr(named, aw_device_driver(i)->name)))
			aw_device_driver(i)->preload();
}

static void add_context(struct place place)
{
	struct aw_context *context = &contexts[context_count];
	assert(context_count < AW_DEVICE_MAX && place.driver);
	context->ordinal = context_count++;
	context->driver = place.driver;
	context->index = place.index;
	pthread_mutex_init(&context->lock, NULL);
}

// Adds the devices that LIST ("2,0") names, each at most once.
static void add_visible(const char *list, const struct place *places, unsigned total)
{
	uint32_t taken = 0;
	while (*list) {
		char *end;
		unsigned long index = strtoul(list, &end, 10);
		if (end == list || index >= total || (*end && *end != ',') || (taken & 1u << index))
			return;
		taken |= 1u << index;
		add_context(places[index]);
		list = end + (*end == ',');
	}
}

_Atomic bool aw_core_context_ready;

static void find_devices(void)
{
	struct place places[AW_DEVICE_MAX];
	unsigned total = find_all(places);
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");
	if (visible && (aw_starts_with(visible, "GPU-") || aw_starts_with(visible, "MIG-"))) {
		for (unsigned i = 0; i < total; i++)
			if (places[i].driver->own_memory) // the driver has read the names itself
				add_context(places[i]);
		return;
	}
	if (visible) {
		add_visible(visible, places, total);
		return;
	}
	for (unsigned i = 0; i < total; i++)
		add_context(places[i]);
}

static void count_devices(void)
{
	find_devices();
	aw_core_context_ready = context_count > 0;
}

aw_status aw_core_context_count(unsigned *count)
{
	pthread_once(&counted, count_devices);
	*count = context_count;
	return context_count ? AW_OK : AW_NO_DEVICE;
}

aw_status aw_core_context_find(int ordinal, struct aw_context **context)
{
	unsigned count;
	aw_status status = aw_core_context_count(&count);
	if (status != AW_OK)
		return status;
	if (ordinal < 0 || (unsigned)ordinal >= count)
		return AW_INVALID_DEVICE;
	assert(contexts[ordinal].ordinal == (unsigned)ordinal);
	*context = &contexts[ordinal];
	return AW_OK;
}

// Opens the back end's device and what every context has from the start.
static aw_status open_locked(struct aw_context *context)
{
	struct aw_device *device;
	assert(!context->device && !context->legacy && !context->default_pool);
	aw_status status = context->driver->open(context->index, &device);
	if (status != AW_OK)
		return status;
	device->driver = context->driver;
	context->driver->device->describe(device, &context->properties);
	device->ordinal = context->ordinal;
	device->count = context_count;
	device->properties = &context->properties;
	device->update_node = aw_core_updatable_apply;
	status = aw_core_stream_create_legacy(context, device, &context->legacy);
	if (status != AW_OK)
		goto close;
	status = aw_core_pool_create(context, &context->default_pool);
	if (status != AW_OK)
		goto drop_legacy;
	context->pool = context->default_pool;
	atomic_store_explicit(&context->device, device, memory_order_release);
	return AW_OK;

drop_legacy:
	aw_core_stream_forget(context->legacy, true);
	context->legacy = NULL;
close:
	context->driver->device->close(device);
	return status;
}

static aw_status open_context(struct aw_context *context)
{
	if (atomic_load_explicit(&context->device, memory_order_acquire))
		return AW_OK;
	if (aw_core_context_ended())
		return AW_UNLOADING;
	pthread_mutex_lock(&context->lock);
	aw_status status = context->device ? AW_OK : open_locked(context);
	pthread_mutex_unlock(&context->lock);
	return status;
}

aw_status aw_core_context_open(int ordinal, struct aw_context **context)
{
	struct aw_context *found;
	aw_status status = aw_core_context_find(ordinal, &found);
	if (status == AW_OK)
		status = open_context(found);
	if (status == AW_OK)
		*context = found;
	return status;
}

aw_status aw_core_context_select(int ordinal)
{
	struct aw_context *context;
	aw_status status = aw_core_context_find(ordinal, &context);
	if (status != AW_OK)
		return status;
	aw_core_thread.context = context;
	aw_core_thread.device = (unsigned)ordinal;
	aw_core_thread.green = NULL;
	return aw_core_context_enter(context);
}

// Other libraries of a process ask the vendor's driver which device a thread is to use.
aw_status aw_core_context_enter(struct aw_context *context)
{
	if (!context->driver->own_memory)
		return AW_OK;
	aw_status status = open_context(context);
	return status == AW_OK ? context->driver->device->enter(context->device) : status;
}

aw_status aw_core_context_current_slow(struct aw_context **context)
{
	aw_status status = aw_core_context_open((int)aw_core_thread.device, context);
	if (status == AW_OK)
		aw_core_thread.context = *context;
	return status;
}

aw_status aw_core_context_healthy(struct aw_context **context)
{
	aw_status status = aw_core_context_current(context);
	if (status != AW_OK)
		return status;
	const struct aw_driver *driver = (*context)->driver;
	status = driver->stream->query((*context)->legacy->stream);
	return status == AW_NOT_READY ? AW_OK : status;
}

// Drops everything of CONTEXT above the back end, then closes its device.
static void close_locked(struct aw_context *context)
{
	struct aw_device *device = context->device;
	assert(device && device->driver == context->driver && device->ordinal == context->ordinal);
	context->driver->device->synchronize(device);
	aw_core_graph_exec_drop_all(context);
	aw_core_graph_drop_all(context);
	aw_core_event_drop_all(context);
	aw_core_pool_drop_all(context);
	aw_core_program_drop_all(context);
	aw_core_module_drop_all(context);
	aw_core_texture_reference_drop_all(context);
	aw_core_texture_drop_all(context);
	aw_core_external_drop_all(context);
	aw_core_array_drop_all(context);
	aw_core_memory_drop_all(context);
	atomic_store_explicit(&context->device, NULL, memory_order_release);
	aw_core_stream_drop_all(context);
	context->legacy = NULL;
	context->gate = NULL;
	context->default_pool = context->pool = NULL;
	context->peers = 0;
	context->driver->device->close(device);
}

aw_status aw_core_context_reset(void)
{
	struct aw_context *context;
	aw_status status = aw_core_context_find((int)aw_core_thread.device, &context);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&context->lock);
	if (context->device)
		close_locked(context);
	pthread_mutex_unlock(&context->lock);
	aw_core_thread.last_error = AW_OK;
	return AW_OK;
}

aw_status aw_core_context_settle(struct aw_context *context)
{
	struct aw_device *device = atomic_load_explicit(&context->device, memory_order_acquire);
	return device ? context->driver->device->synchronize(device) : AW_OK;
}

aw_status aw_core_context_synchronize(void)
{
	struct aw_context *context;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		status = aw_core_capture_refuse_all(context, NULL);
	if (status != AW_OK)
		return status;
	status = context->driver->device->synchronize(context->device);
	aw_core_pool_trim_all(context);
	return status;
}

bool aw_core_context_idle(struct aw_context *context, uint64_t patience)
{
	uint64_t start = aw_os_now();
	while (aw_core_stream_any_busy(context)) {
		if (aw_os_now() - start >= patience)
			return false;
		nanosleep(&(struct timespec){ .tv_nsec = 20000 }, NULL);
	}
	return true;
}

// The attributes that are fields of cudaDeviceProp.
static bool attribute_of_properties(const struct cudaDeviceProp *properties, enum cudaDeviceAttr attribute,
                                    int *value)
{
	switch (attribute) {
#define AW_ATTRIBUTE(name, field) \
	case cudaDevAttr##name: *value = (int)properties->field; return true;
#include "../device/attributes.def"
#undef AW_ATTRIBUTE
	default: return false;
	}
}

aw_status aw_core_context_attribute(int ordinal, enum cudaDeviceAttr attribute, int *value)
{
	if (!value)
		return AW_INVALID_VALUE;
	struct aw_context *context;
	aw_status status = aw_core_context_open(ordinal, &context);
	if (status != AW_OK)
		return status;
	if ((int)attribute <= 0 || attribute >= cudaDevAttrMax)
		return AW_INVALID_VALUE;
	if (attribute_of_properties(&context->properties, attribute, value))
		return AW_OK;
	return context->driver->device->attribute(context->device, attribute, value);
}

aw_status aw_core_context_get_limit(enum cudaLimit limit, size_t *value)
{
	struct aw_context *context;
	if (!value || (unsigned)limit > cudaLimitPersistingL2CacheSize)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	return status == AW_OK ? context->driver->device->get_limit(context->device, limit, value) : status;
}

aw_status aw_core_context_set_limit(enum cudaLimit limit, size_t value)
{
	struct aw_context *context;
	if ((unsigned)limit > cudaLimitPersistingL2CacheSize)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	return status == AW_OK ? context->driver->device->set_limit(context->device, limit, value) : status;
}

bool aw_core_context_ended(void)
{
	return atomic_load_explicit(&ended, memory_order_acquire);
}

__attribute__((destructor)) static void end(void)
{
	bool all_idle = true;
	atomic_store_explicit(&ended, true, memory_order_release);
	for (unsigned i = 0; i < context_count; i++) {
		struct aw_context *context = &contexts[i];
		if (!context->device)
			continue;
		if (aw_core_context_idle(context, EXIT_PATIENCE)) {
			close_locked(context);
			continue;
		}
		aw_debug("core", "device %u still works at exit and is left alone", i);
		all_idle = false;
	}
	if (all_idle)
		aw_core_module_finish();
}
