// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a device: sets of its multiprocessors, each of which is a worker.  A resource holds the set where programs don't look.
#include <stdlib.h>
#include <string.h>

#include "cpu_device.h"
#include "cpu_queue.h"

#define MARK 0x7061

// What lies in a resource's padding.
struct content {
	uint16_t mark, device, is_split; // those of a split aren't split again
	struct cpu_sm_set sms;
};
_Static_assert(sizeof(struct content) <= sizeof(((CUdevResource *)0)->_internal_padding), "it fits");

struct cpu_part {
	struct aw_part base;
	CUdevResource resource;
	struct cpu_sm_set sms;
};

static CUdevResource resource_of(const struct cpu_device *device, const struct cpu_sm_set *sms, bool is_split)
{
	struct content content = { .mark = MARK, .device = (uint16_t)device->base.index, .is_split = is_split, .sms = *sms };
	CUdevResource resource = { .type = CU_DEV_RESOURCE_TYPE_SM };
	for (unsigned i = 0; i < device->sm_count; i++)
		resource.sm.smCount += aw_cpu_sm_set_has(sms, i);
	if (resource.sm.smCount == 0)
		return (CUdevResource){ .type = CU_DEV_RESOURCE_TYPE_INVALID };
	memcpy(resource._internal_padding, &content, sizeof(content));
	return resource;
}

// What a program's RESOURCE stands for.
static aw_status read_content(const struct cpu_device *device, const CUdevResource *resource, struct content *content)
{
	memcpy(content, resource->_internal_padding, sizeof(*content));
	return content->mark == MARK && content->device == device->base.index ? AW_OK : AW_INVALID_RESOURCE_CONFIGURATION;
}

static aw_status whole(struct aw_device *base, CUdevResource *resource)
{
	const struct cpu_device *device = aw_cpu_device(base);
	struct cpu_sm_set all = { { 0 } };
	for (unsigned i = 0; i < device->sm_count && i / 8 < CPU_SET_SIZE; i++)
		all.bits[i / 8] |= (uint8_t)(1 << i % 8);
	*resource = resource_of(device, &all, false);
	return AW_OK;
}

// Takes the COUNT lowest out of SET.
static struct cpu_sm_set take_out(struct cpu_sm_set *set, unsigned count)
{
	struct cpu_sm_set taken = { { 0 } };
	for (unsigned i = 0; count > 0 && i / 8 < CPU_SET_SIZE; i++) {
		if (!aw_cpu_sm_set_has(set, i))
			continue;
		set->bits[i / 8] &= (uint8_t)~(1 << i % 8);
		taken.bits[i / 8] |= (uint8_t)(1 << i % 8);
		count--;
	}
	return taken;
}

// Workers are alike, so groups may have any size.
static aw_status split(struct aw_device *base, const struct aw_part_split *wanted, unsigned *count)
{
	const struct cpu_device *device = aw_cpu_device(base);
	struct content content;
	aw_status status = read_content(device, wanted->input, &content);
	if (status == AW_OK && content.is_split)
		status = AW_INVALID_RESOURCE_CONFIGURATION;
	if (status != AW_OK)
		return status;
	unsigned each = wanted->least ? wanted->least : 1, groups = wanted->input->sm.smCount / each;
	if (wanted->result && *count < groups)
		groups = *count;
	for (unsigned i = 0; i < groups; i++) {
		struct cpu_sm_set group = take_out(&content.sms, each);
		if (wanted->result)
			wanted->result[i] = resource_of(device, &group, true);
	}
	if (wanted->rest)
		*wanted->rest = resource_of(device, &content.sms, true);
	*count = groups;
	return AW_OK;
}

static aw_status create(struct aw_device *base, const CUdevResource *resources, unsigned count, struct aw_part **created)
{
	struct cpu_sm_set all = { { 0 } };
	for (unsigned i = 0; i < count; i++) {
		struct content one;
		aw_status status = read_content(aw_cpu_device(base), &resources[i], &one);
		if (status != AW_OK)
			return status;
		for (unsigned k = 0; k < CPU_SET_SIZE; k++) {
			if (all.bits[k] & one.sms.bits[k])
				return AW_INVALID_RESOURCE_CONFIGURATION;
			all.bits[k] |= one.sms.bits[k];
		}
	}
	struct cpu_part *part = calloc(1, sizeof(*part));
	if (!part)
		return AW_NO_MEMORY;
	part->base.device = base;
	part->sms = all;
	part->resource = resource_of(aw_cpu_device(base), &all, false);
	*created = &part->base;
	return AW_OK;
}

static void destroy(struct aw_part *part)
{
	free(part);
}

static aw_status resource(struct aw_part *part, CUdevResource *found)
{
	*found = ((struct cpu_part *)part)->resource;
	return AW_OK;
}

static aw_status create_stream(struct aw_part *part, int priority, struct aw_stream **created)
{
	aw_status status = aw_cpu_stream_ops.create(part->device, AW_STREAM_NON_BLOCKING, priority, created);
	if (status != AW_OK)
		return status;
	struct cpu_stream *stream = (struct cpu_stream *)*created; // idle, so nobody looks at it
	stream->part = ((struct cpu_part *)part)->sms;
	stream->in_part = true;
	return AW_OK;
}

const struct aw_part_ops aw_cpu_part_ops = {
	.whole = whole,
	.split = split,
	.create = create,
	.destroy = destroy,
	.resource = resource,
	.create_stream = create_stream,
};
