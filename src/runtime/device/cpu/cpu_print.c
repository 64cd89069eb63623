// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device printf.  The arguments come packed, each at its natural alignment, after C's promotions; the
// format is taken apart and each conversion is handed to the host's snprintf with the right type
// (CUDA C++ Programming Guide, "Formatted Output").  What a block prints is kept with the block, put in
// the order of blocks when the kernel is done, and written to stdout when the host synchronises.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_device.h"
#include "cpu_queue.h"

// Reads the packed arguments one after another.
struct reader {
	const char *base;
	size_t offset;
	int count;
};

static const void *next(struct reader *reader, size_t size)
{
	reader->offset = (reader->offset + size - 1) / size * size;
	const void *place = reader->base + reader->offset;
	reader->offset += size;
	reader->count++;
	return place;
}

static int32_t next_int(struct reader *reader)
{
	return *(const int32_t *)next(reader, 4);
}

static int64_t next_long(struct reader *reader)
{
	return *(const int64_t *)next(reader, 8);
}

// One conversion of the format, rebuilt for snprintf: flags, width, precision; length and kind apart.
struct conversion {
	char spec[64]; // "%-08.3", to which length and kind are added
	size_t length;
	bool wide; // 64-bit integer
	int narrow; // bits of hh and h, else 0
	char kind;
};

static void add(struct conversion *conversion, char c)
{
	if (conversion->length + 6 < sizeof(conversion->spec))
		conversion->spec[conversion->length++] = c;
}

// A number in the format, or `*`, which takes an argument.
static const char *add_number(struct conversion *conversion, const char *at, struct reader *arguments)
{
	if (*at == '*') {
		char digits[16];
		snprintf(digits, sizeof(digits), "%d", next_int(arguments));
		for (const char *digit = digits; *digit; digit++)
			add(conversion, *digit);
		return at + 1;
	}
	while (isdigit((unsigned char)*at))
		add(conversion, *at++);
	return at;
}

static const char *read_length(struct conversion *conversion, const char *at)
{
	for (;; at++) {
		switch (*at) {
		case 'l': case 'j': case 'z': case 't': case 'q': case 'L': conversion->wide = true; break;
		case 'h': conversion->narrow = conversion->narrow ? 8 : 16; break;
		default: return at;
		}
	}
}

// AT is behind the percent sign; returns the place behind the conversion.
static const char *parse(struct conversion *conversion, const char *at, struct reader *arguments)
{
	*conversion = (struct conversion){ 0 };
	add(conversion, '%');
	while (*at && strchr("-+ #0", *at))
		add(conversion, *at++);
	at = add_number(conversion, at, arguments);
	if (*at == '.') {
		size_t before = conversion->length;
		add(conversion, '.');
		at = add_number(conversion, at + 1, arguments);
		if (conversion->spec[before + 1] == '-') // a negative precision is as none
			conversion->length = before;
	}
	at = read_length(conversion, at);
	conversion->kind = *at;
	return *at ? at + 1 : at;
}

static const char *finish(struct conversion *conversion, const char *length)
{
	while (*length)
		conversion->spec[conversion->length++] = *length++;
	conversion->spec[conversion->length++] = conversion->kind;
	conversion->spec[conversion->length] = 0;
	return conversion->spec;
}

static void print_signed(struct aw_str *text, struct conversion *conversion, struct reader *arguments)
{
	long long value = conversion->wide ? next_long(arguments) : next_int(arguments);
	if (conversion->narrow)
		value = conversion->narrow == 8 ? (int8_t)value : (int16_t)value;
	aw_str_format(text, finish(conversion, "ll"), value);
}

static void print_unsigned(struct aw_str *text, struct conversion *conversion, struct reader *arguments)
{
	unsigned long long value = conversion->wide ? (uint64_t)next_long(arguments) : (uint32_t)next_int(arguments);
	if (conversion->narrow)
		value = conversion->narrow == 8 ? (uint8_t)value : (uint16_t)value;
	aw_str_format(text, finish(conversion, "ll"), value);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void print_one(struct aw_str *text, struct conversion *conversion, struct reader *arguments)
{
	switch (conversion->kind) {
	case 'd': case 'i': print_signed(text, conversion, arguments); break;
	case 'o': case 'u': case 'x': case 'X': print_unsigned(text, conversion, arguments); break;
	case 'c': aw_str_format(text, finish(conversion, ""), next_int(arguments)); break;
	case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
		aw_str_format(text, finish(conversion, ""), *(const double *)next(arguments, 8));
		break;
	case 's': {
		const char *string = (const char *)(uintptr_t)next_long(arguments);
		aw_str_format(text, finish(conversion, ""), string ? string : "(null)");
		break;
	}
	case 'p': aw_str_format(text, finish(conversion, ""), (void *)(uintptr_t)next_long(arguments)); break;
	case '%': aw_str_add(text, "%"); break;
	default: // not a conversion: shown as it stands
		aw_str_add_bytes(text, conversion->spec, conversion->length);
		if (conversion->kind)
			aw_str_add_bytes(text, &conversion->kind, 1);
	}
}
#pragma GCC diagnostic pop

int aw_cpu_format(struct aw_str *text, const char *format, const void *arguments)
{
	struct reader reader = { .base = arguments };
	while (*format) {
		size_t plain = strcspn(format, "%");
		if (plain) {
			aw_str_add_bytes(text, format, plain);
			format += plain;
			continue;
		}
		struct conversion conversion;
		format = parse(&conversion, format + 1, &reader);
		print_one(text, &conversion, &reader);
	}
	return reader.count;
}

// --- where it goes ---

// Hands what the block printed so far to its task.
static void hand_over(struct cpu_resident *block)
{
	struct cpu_device *device = block->sm->device;
	struct aw_str *from = &block->text;
	struct cpu_text *text = malloc(sizeof(*text) + from->length);
	if (text) {
		text->block = block->linear;
		text->length = from->length;
		memcpy(text->bytes, from->text, from->length);
		pthread_mutex_lock(&device->text_lock);
		text->next = block->task->launch.texts;
		block->task->launch.texts = text;
		pthread_mutex_unlock(&device->text_lock);
		atomic_fetch_add(&device->pending_text, from->length);
	}
	aw_str_cut(from, 0);
}

// The lines of a block stay together, unless it prints more than the whole buffer holds.
int32_t aw_cpu_print(struct aw_cpu_thread *thread, const char *format, const void *arguments)
{
	struct cpu_resident *block = aw_cpu_block_of(aw_cpu_fiber_of(thread));
	int count = aw_cpu_format(&block->text, format, arguments);
	struct cpu_device *device = block->sm->device;
	if (block->text.length >= atomic_load_explicit(&device->text_limit, memory_order_relaxed)) {
		hand_over(block);
		aw_cpu_print_end_task(block->task);
		aw_cpu_device_flush(device);
	}
	return count;
}

void aw_cpu_print_end_block(struct cpu_resident *block)
{
	if (block->text.length == 0)
		return;
	hand_over(block);
	struct cpu_device *device = block->sm->device;
	if (atomic_load(&device->pending_text) < atomic_load(&device->text_limit))
		return;
	aw_cpu_print_end_task(block->task);
	aw_cpu_device_flush(device);
}

static int by_block(const void *a, const void *b)
{
	const struct cpu_text *left = *(struct cpu_text *const *)a, *right = *(struct cpu_text *const *)b;
	return left->block < right->block ? -1 : left->block > right->block;
}

// Moves the texts, newest first, to the output in the order of blocks; texts of one block in their order.
static void sort_into(struct aw_str *output, struct cpu_text *texts)
{
	size_t count = 0;
	for (const struct cpu_text *text = texts; text; text = text->next)
		count++;
	struct cpu_text **sorted = malloc(count * sizeof(*sorted));
	size_t i = count;
	for (struct cpu_text *text = texts; text && sorted; text = text->next)
		sorted[--i] = text;
	if (sorted)
		qsort(sorted, count, sizeof(*sorted), by_block);
	for (i = 0; sorted && i < count; i++)
		aw_str_add_bytes(output, sorted[i]->bytes, sorted[i]->length);
	free(sorted);
	for (struct cpu_text *text = texts, *following; text; text = following) {
		following = text->next;
		free(text);
	}
}

void aw_cpu_print_adopt(struct cpu_resident *block, struct cpu_task *child)
{
	if (!child->launch.texts)
		return;
	size_t before = block->text.length;
	sort_into(&block->text, child->launch.texts);
	child->launch.texts = NULL;
	atomic_fetch_sub(&block->sm->device->pending_text, block->text.length - before);
}

void aw_cpu_print_end_task(struct cpu_task *task)
{
	if (!task->launch.texts)
		return;
	struct cpu_device *device = aw_cpu_device_of_stream(task->stream);
	pthread_mutex_lock(&device->text_lock);
	size_t before = device->output.length;
	sort_into(&device->output, task->launch.texts);
	task->launch.texts = NULL;
	atomic_fetch_sub(&device->pending_text, device->output.length - before);
	atomic_store(&device->ready_text, device->output.length);
	pthread_mutex_unlock(&device->text_lock);
}
