// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in for what a back end doesn't offer.  Each device that is opened gets a copy of its back
// end's tables in which every empty slot holds a stub; a stub names itself on stderr and returns
// AW_NOT_SUPPORTED, so the core calls through the tables without looking.
#include "stubs.h"

#include <assert.h>
#include <pthread.h>

#include "../../base/log.h"
#include "profile.h"

static aw_status missing(const char *class, const char *slot)
{
	aw_error("device", "this device does not offer the operation %s.%s", class, slot);
	return AW_NOT_SUPPORTED;
}

// The parameters of a stub are not used; this is the one place where that is meant.
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define AW_SLOT(class, name, parameters) \
	static aw_status stub_##class##_##name parameters { return missing(#class, #name); }
#include "slots.def"
#undef AW_SLOT

static void stub_describe(struct aw_device *device, struct cudaDeviceProp *properties)
{
	missing("device", "describe");
}

static bool stub_can_access_peer(struct aw_device *device, struct aw_device *peer)
{
	return false;
}

// Nothing was created that would have to be destroyed.
static void stub_destroy_array(struct aw_array *array)
{
}

// The tables of one back end with nothing left empty.
struct complete_driver {
	struct aw_driver driver;
	struct aw_device_ops device;
	struct aw_memory_ops memory;
	struct aw_module_ops module;
	struct aw_stream_ops stream;
	struct aw_event_ops event;
	struct aw_texture_ops texture;
	struct aw_share_ops share;
	struct aw_external_ops external;
	struct aw_tensor_ops tensor;
	struct aw_part_ops part;
};

static struct complete_driver complete[AW_DRIVER_MAX];
static pthread_once_t completed = PTHREAD_ONCE_INIT;

static void fill_slots(struct complete_driver *to)
{
#define AW_SLOT(class, name, parameters) \
	if (!to->class.name) \
		to->class.name = stub_##class##_##name;
#include "slots.def"
#undef AW_SLOT
	if (!to->device.describe)
		to->device.describe = stub_describe;
	if (!to->texture.destroy_array)
		to->texture.destroy_array = stub_destroy_array;
	if (!to->device.can_access_peer)
		to->device.can_access_peer = stub_can_access_peer;
	assert(to->device.close && to->module.unload && to->stream.destroy && to->event.destroy);
}

static void complete_all(void)
{
	for (size_t i = 0; i < aw_driver_count; i++) {
		const struct aw_driver *from = aw_drivers[i];
		struct complete_driver *to = &complete[i];
		*to = (struct complete_driver){ *from, *from->device, *from->memory,
			                        *from->module, *from->stream, *from->event,
			                        from->texture ? *from->texture : (struct aw_texture_ops){ 0 },
			                        from->share ? *from->share : (struct aw_share_ops){ 0 },
			                        from->external ? *from->external : (struct aw_external_ops){ 0 },
			                        from->tensor ? *from->tensor : (struct aw_tensor_ops){ 0 },
			                        from->part ? *from->part : (struct aw_part_ops){ 0 } };
		to->driver.device = &to->device;
		to->driver.memory = &to->memory;
		to->driver.module = &to->module;
		to->driver.stream = &to->stream;
		to->driver.event = &to->event;
		to->driver.texture = &to->texture;
		to->driver.share = &to->share;
		to->driver.external = &to->external;
		to->driver.tensor = &to->tensor;
		to->driver.part = &to->part;
		fill_slots(to);
		if (aw_profile_wrap(&to->device, &to->module, &to->stream, &to->event))
			to->driver.record = NULL; // each piece of work is measured
	}
}

const struct aw_driver *aw_device_driver(size_t index)
{
	assert(index < aw_driver_count && aw_driver_count <= AW_DRIVER_MAX);
	pthread_once(&completed, complete_all);
	return &complete[index].driver;
}
