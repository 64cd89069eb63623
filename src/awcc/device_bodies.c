// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     __device__ int f(T t) { return g(t); }  ->  __device__ int f(T t) {
//                                                 #ifdef __CUDA_ARCH__
//                                                 #line 1
//                                                                         return g(t);
//                                                 #else
//                                                 __builtin_trap();
//                                                 #endif
//                                                 #line 1
//                                                                                      }
//
// Every line that is added ends with a word, by which it is known and not counted; what stands on the others keeps its line and column.
#include "device_bodies.h"

#include <stdio.h>
#include <string.h>

#include "device_constructors.h"

#define ADDED " // anywarp\n"

static bool is_added(const struct aw_scan *scan, size_t begin, size_t end)
{
	size_t length = strlen(ADDED);
	return end - begin >= length && !memcmp(scan->text + end - length, ADDED, length);
}

// Counts lines from *AT, where line *NUMBER begins, on, as #line says; false at the text's end.
static bool next_line(const struct aw_scan *scan, size_t *at, unsigned *number)
{
	size_t begin = *at;
	*at = aw_scan_behind(scan, begin, "\n");
	if (aw_scan_is_at(scan, begin, "#line "))
		sscanf(scan->text + begin, "#line %u", number);
	else if (!is_added(scan, begin, *at))
		++*number;
	return *at < scan->size;
}

size_t aw_device_bodies_place(const struct aw_scan *scan, unsigned line, unsigned column)
{
	size_t begin = 0, end = 0;
	for (unsigned number = 1, next = 1; begin < scan->size; begin = end, number = next) {
		next_line(scan, &end, &next);
		bool directive = is_added(scan, begin, end) || aw_scan_is_at(scan, begin, "#line ");
		if (number == line && !directive && column <= end - begin)
			return begin + column - 1;
	}
	return scan->size;
}

// --- the function ---

struct body {
	size_t begin, open, close; // of the declaration; the braces
};

// Whether at AT a macro stands whose name says SIDE, as libraries have them for __device__ and __host__.
static bool is_macro_of(const struct aw_scan *scan, size_t at, const char *side)
{
	size_t end = at, length = strlen(side);
	if (at > 0 && aw_scan_is_name(scan, at - 1))
		return false;
	while (end < scan->size && strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", scan->text[end]))
		end++;
	return end - at > length && !aw_scan_is_name(scan, end) && memmem(scan->text + at, end - at, side, length);
}

static bool is_device_macro(const void *user, const struct aw_scan *scan, size_t at)
{
	(void)user;
	return is_macro_of(scan, at, "DEVICE");
}

// The function marked as one of the device that AT is in.
static bool find_body(const struct aw_scan *scan, size_t at, struct body *body)
{
	struct aw_scan_walk walk;
	size_t begin = 0;
	int inside = -1;
	*body = (struct body){ 0 };
	aw_scan_walk_begin(scan, "__global__", "__device__", &walk);
	walk.marks = is_device_macro;
	while (aw_scan_walk_next(&walk) && (walk.at <= at || inside >= 0)) {
		if (walk.function >= 0 && inside < 0)
			*body = (struct body){ .begin = begin, .open = walk.at };
		else if (walk.function < 0 && inside >= 0)
			body->close = walk.at;
		inside = walk.function;
		if (inside < 0 && strchr(";{}", scan->text[walk.at]))
			begin = walk.at + 1;
	}
	return body->open < at && at < body->close;
}

// What is marked for the host, too, and a lambda, of which the host half wants the type that it returns.
static bool is_for_device_alone(const struct aw_scan *scan, const struct body *body)
{
	for (size_t at = body->begin; at < body->open; at++) {
		size_t end = aw_scan_back(scan, at);
		bool lambda = aw_scan_is_word(scan, at, "__device__") && end > 1 && scan->text[end - 1] == ']' && scan->text[end - 2] != ']';
		if (lambda || aw_scan_is_word(scan, at, "__host__") || is_macro_of(scan, at, "HOST"))
			return false;
	}
	return true;
}

// Ends the line of OUT that has the text in front of AT last, and begins another that goes on there, with DIRECTIVES between.
static void part_line(const struct aw_scan *scan, size_t at, const char *directives, struct aw_str *out)
{
	size_t begin = 0, column = 0;
	unsigned number = 1;
	for (size_t next = 0; begin < at; begin = next) {
		unsigned before = number;
		next_line(scan, &next, &number);
		if (next > at || next == scan->size) {
			number = before;
			break;
		}
	}
	while (column < out->length && out->text[out->length - 1 - column] != '\n')
		column++;
	aw_str_format(out, "\n%s#line %u" ADDED "%*s", directives, number, (int)column, "");
}

// Adds the text with directives at FRONT and END of the body around AT.
static bool put_around(const struct aw_scan *scan, size_t at, const char *front, const char *end, size_t *done, struct aw_str *out)
{
	struct body body;
	if (!find_body(scan, at, &body) || body.open < *done || !is_for_device_alone(scan, &body) ||
	    (aw_scan_is_at(scan, body.open + 1, "\n") && aw_scan_is_at(scan, body.open + 2, front)))
		return false;
	aw_str_add_bytes(out, scan->text + *done, body.open + 1 - *done);
	part_line(scan, body.open + 1, front, out);
	aw_str_add_bytes(out, scan->text + body.open + 1, body.close - body.open - 1);
	part_line(scan, body.close, end, out);
	*done = body.close;
	return true;
}

bool aw_device_body_hide(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char end[] = "#else" ADDED "__builtin_trap();" ADDED "#endif" ADDED;
	(void)in_macro;
	return put_around(scan, at, "#ifdef __CUDA_ARCH__" ADDED, end, done, out);
}

// Whether the function whose name stands at AT is a constructor, of which nvcc's host runs the rest, or may be called by the compiler.
static bool needs_body(const struct aw_scan *scan, size_t at)
{
	for (size_t place = aw_scan_declaration_of(scan, at); place < at; place++)
		if (aw_scan_is_word(scan, place, "constexpr"))
			return true;
	return aw_device_constructor_is_at(scan, at);
}

bool aw_device_body_hide_of(const struct aw_scan *scan, size_t at, size_t *done, struct aw_str *out)
{
	size_t open = at;
	while (open < scan->size && !strchr(";{", scan->text[open]))
		open = aw_scan_step(scan, open, "([");
	return !needs_body(scan, at) && aw_scan_is_at(scan, open, "{") && aw_device_body_hide(scan, open + 1, false, done, out);
}

bool aw_device_body_defer(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char end[] = "#else" ADDED AW_DEVICE_BODY_DEFERRED "();" ADDED "__builtin_trap();" ADDED "#endif" ADDED;
	(void)in_macro;
	return put_around(scan, at, "#if 0" ADDED, end, done, out);
}
