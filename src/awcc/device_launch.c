// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     child<<<grid, block>>>(x)
//  -> ({ struct aw_launched { typedef ::anywarp::kernel_name<decltype(::anywarp::kernel_of<1>::type(&child, 0)), &child> kernel; };
//        ::anywarp::child_of(&aw_launched::kernel::value, grid, block); })(x)
//
// The number of arguments, as the text has it, chooses among kernels of one name, which clang allows in a class only.
// As a template argument a kernel may be named in device code, and clang checks the arguments of the call.  Lines stay
// as they are.
//
// A function of the device is what stands in braces behind __global__ or __device__, with no semicolon or
// other brace between.  Where a macro hides these words, clang's own message about the launch remains.
#include "device_launch.h"

#include <ctype.h>
#include <string.h>

#include "source_scan.h"

// The place behind a directive of the preprocessor that begins at AT, with its continued lines.
static size_t skip_directive(const struct aw_scan *scan, size_t at)
{
	while (at < scan->size && scan->text[at] != '\n') {
		size_t next = aw_scan_opaque(scan, at);
		if (next != at && scan->text[next - 1] == '\n')
			return next; // behind a comment to the line's end
		at = next != at ? next : at + (scan->text[at] == '\\' ? 2 : 1);
	}
	return at < scan->size ? at : scan->size;
}

static size_t back_over_blanks(const struct aw_scan *scan, size_t at)
{
	while (at > 0 && isspace((unsigned char)scan->text[at - 1]))
		at--;
	return at;
}

// Where the name of a kernel begins that ends before AT, with template arguments and scopes; AT when none does.
static size_t kernel_before(const struct aw_scan *scan, size_t at)
{
	size_t end = back_over_blanks(scan, at), begin = end;
	if (begin > 0 && scan->text[begin - 1] == '>') {
		int depth = 0;
		do {
			begin--;
			depth += scan->text[begin] == '>';
			depth -= scan->text[begin] == '<';
		} while (begin > 0 && depth > 0);
		begin = back_over_blanks(scan, begin);
	}
	size_t name = begin;
	while (begin > 0 && (aw_scan_is_name(scan, begin - 1) || scan->text[begin - 1] == ':'))
		begin--;
	return begin < name ? begin : at;
}

// How many arguments stand in the parentheses at AT, or behind blanks there.
static int count_arguments(const struct aw_scan *scan, size_t at)
{
	int depth = 0, commas = 0;
	bool empty = true;
	for (at = aw_scan_blanks(scan, at); at < scan->size;) {
		size_t next = aw_scan_opaque(scan, at);
		char c = scan->text[at];
		depth += next == at && strchr("([{", c) != NULL;
		depth -= next == at && strchr(")]}", c) != NULL;
		if (depth <= 0)
			break;
		commas += next == at && depth == 1 && c == ',';
		empty &= next == at ? isspace((unsigned char)c) || (depth == 1 && c == '(') : scan->text[at] == '/';
		at = next == at ? at + 1 : next;
	}
	return empty ? 0 : commas + 1;
}

// Adds the launch whose kernel is named from BEGIN to AT, and gives the place behind it; AT when there is none.
static size_t add_launch(const struct aw_scan *scan, size_t done, size_t at, struct aw_str *out)
{
	size_t open_end, close, close_end;
	bool spaced;
	if (!aw_scan_triple(scan, at, '<', &open_end, &spaced) || !aw_scan_close(scan, open_end, &close, &close_end, &spaced))
		return at;
	size_t begin = kernel_before(scan, at);
	if (begin == at || begin < done)
		return at;
	const char *name = scan->text + begin;
	size_t end = back_over_blanks(scan, at);
	int length = (int)(end - begin), arguments = count_arguments(scan, close_end);
	aw_str_add_bytes(out, scan->text + done, begin - done);
	aw_str_format(out, "({ struct aw_launched { typedef ::anywarp::kernel_name<decltype(::anywarp::kernel_of<%d>::type(&%.*s, 0)), "
	                   "&%.*s> kernel; }; ::anywarp::child_of(&aw_launched::kernel::value,",
	              arguments, length, name, length, name);
	aw_str_add_bytes(out, scan->text + end, at - end); // lines
	aw_str_add_bytes(out, scan->text + open_end, close - open_end);
	aw_str_add(out, "); })");
	return close_end;
}

bool aw_device_launch_rewrite(const char *text, size_t size, struct aw_str *out)
{
	struct aw_scan scan = { text, size };
	struct aw_str result = { 0 };
	size_t done = 0, at = 0;
	bool marked = false, line_begins = true;
	int depth = 0, device = -1; // the depth at which a function of the device began
	while (at < size) {
		size_t next = aw_scan_opaque(&scan, at);
		if (next == at && line_begins && text[at] == '#')
			next = skip_directive(&scan, at);
		if (next != at) {
			at = next;
			line_begins = text[at - 1] == '\n' || line_begins;
			continue;
		}
		if (device >= 0 && text[at] == '<' && (next = add_launch(&scan, done, at, &result)) != at) {
			at = done = next;
			continue;
		}
		marked |= aw_scan_is_word(&scan, at, "__global__") || aw_scan_is_word(&scan, at, "__device__");
		if (text[at] == '{') {
			device = marked && device < 0 ? depth : device;
			depth++;
		} else if (text[at] == '}') {
			device = --depth == device ? -1 : device;
		}
		marked &= !strchr(";{}", text[at]);
		line_begins = text[at] == '\n' || (line_begins && isspace((unsigned char)text[at]));
		at++;
	}
	if (done) {
		aw_str_add_bytes(&result, text + done, size - done);
		aw_str_add_bytes(out, result.text, result.length);
	}
	aw_str_finish(&result);
	return done != 0;
}
