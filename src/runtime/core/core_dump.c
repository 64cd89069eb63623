// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU's settings are its driver's.  Of other devices there are no dumps: settings are kept for who asks for them, and who enables
// dumps is told.  Two of the switches are views of the flags: a lightweight dump leaves out every part that flags can leave out,
// and the process is aborted, and dumped itself, unless a flag forbids it.  Sizes, first values and errors are those measured on
// driver 580.
#include "core_dump.h"

#include <assert.h>
#include <string.h>

#include "../../base/log.h"

enum { ON_EXCEPTION = 1, TRIGGER_HOST, LIGHTWEIGHT, USER_TRIGGER, TEXT_FILE, TEXT_PIPE, FLAGS, ATTRIBUTES };
enum { TEXT = 1024 };
enum { LEAVES_OUT = 0x2f, SKIPS_ABORT = 0x10 }; // flags, as CUcoredumpGenerationFlags has them

static const struct row {
	size_t size; // the most, of text
	bool global; // only all devices together have it
} rows[ATTRIBUTES] = {
	[ON_EXCEPTION] = { 1, false }, [TRIGGER_HOST] = { 1, false }, [LIGHTWEIGHT] = { 1, false }, [USER_TRIGGER] = { 1, true },
	[TEXT_FILE] = { TEXT, false }, [TEXT_PIPE] = { TEXT, true }, [FLAGS] = { 4, false },
};

struct settings {
	uint32_t flags;
	char file[TEXT];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings global, of_context[AW_DEVICE_MAX];

static bool is_text(int attribute)
{
	return attribute == TEXT_FILE || attribute == TEXT_PIPE;
}

static bool is_on(const struct settings *settings, int attribute)
{
	switch (attribute) {
	case TRIGGER_HOST:
		return !(settings->flags & SKIPS_ABORT);
	case LIGHTWEIGHT:
		return (settings->flags & LEAVES_OUT) == LEAVES_OUT;
	default:
		return false; // those that enable dumps
	}
}

static void turn(struct settings *settings, int attribute, bool on)
{
	uint32_t bits = attribute == TRIGGER_HOST ? SKIPS_ABORT : attribute == LIGHTWEIGHT ? LEAVES_OUT : 0;
	bool raises = on == (attribute == LIGHTWEIGHT);
	settings->flags = raises ? settings->flags | bits : settings->flags & ~bits;
}

static aw_status check(const struct aw_core_dump *dump)
{
	if (dump->attribute < ON_EXCEPTION || dump->attribute >= ATTRIBUTES || !dump->size)
		return AW_INVALID_VALUE;
	const struct row *row = &rows[dump->attribute];
	if (row->global && !dump->global)
		return AW_INVALID_VALUE;
	bool fits = is_text(dump->attribute) ? !dump->set || *dump->size <= row->size : *dump->size == row->size;
	return fits || !dump->value ? AW_OK : AW_INVALID_VALUE;
}

static void get(const struct settings *settings, const struct aw_core_dump *dump)
{
	size_t size = *dump->size;
	if (is_text(dump->attribute)) {
		memset(dump->value, 0, size);
		if (dump->attribute == TEXT_FILE)
			memcpy(dump->value, settings->file, size < TEXT ? size : TEXT);
	} else if (dump->attribute == FLAGS) {
		memcpy(dump->value, &settings->flags, size);
	} else {
		*(bool *)dump->value = is_on(settings, dump->attribute);
	}
}

static aw_status set(struct settings *settings, const struct aw_core_dump *dump)
{
	bool enables = dump->attribute == ON_EXCEPTION || dump->attribute == USER_TRIGGER;
	if (dump->attribute == TEXT_PIPE)
		return AW_NOT_SUPPORTED;
	if (enables && *(const char *)dump->value) {
		aw_error("core", "core dumps are made of GPUs only");
		return AW_NOT_SUPPORTED;
	}
	if (dump->attribute == TEXT_FILE) {
		memset(settings->file, 0, TEXT);
		memcpy(settings->file, dump->value, *dump->size);
	} else if (dump->attribute == FLAGS) {
		memcpy(&settings->flags, dump->value, sizeof(settings->flags));
	} else {
		turn(settings, dump->attribute, *(const char *)dump->value != 0);
	}
	return AW_OK;
}

static aw_status apply(struct settings *settings, const struct aw_core_dump *dump)
{
	aw_status status = check(dump);
	if (status != AW_OK)
		return status;
	if (!dump->value) {
		*dump->size = rows[dump->attribute].size;
		return AW_OK;
	}
	pthread_mutex_lock(&lock);
	if (dump->set)
		status = set(settings, dump);
	else
		get(settings, dump);
	pthread_mutex_unlock(&lock);
	return status;
}

aw_status aw_core_dump(struct aw_context *context, const struct aw_core_dump *dump)
{
	assert(!dump->global);
	if (context->driver->own_memory)
		return context->driver->device->core_dump(context->device, dump);
	return apply(&of_context[context->ordinal], dump);
}

aw_status aw_core_dump_global(const struct aw_core_dump *dump)
{
	struct aw_context *context;
	assert(dump->global);
	for (int i = 0; aw_core_context_find(i, &context) == AW_OK; i++)
		if (context->driver->own_memory) {
			aw_status status = aw_core_context_open(i, &context);
			return status == AW_OK ? context->driver->device->core_dump(context->device, dump) : status;
		}
	return apply(&global, dump);
}
