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
// Where a macro hides the words by which a function of the device is known, clang's own message about the launch remains.
#include "device_launch.h"

#include <ctype.h>
#include <string.h>

#include "source_scan.h"

// Where the name of a kernel begins that ends before AT, with template arguments and scopes; AT when none does.
static size_t kernel_before(const struct aw_scan *scan, size_t at)
{
	size_t end = aw_scan_back(scan, at), begin = end;
	if (begin > 0 && scan->text[begin - 1] == '>') {
		int depth = 0;
		do {
			begin--;
			depth += scan->text[begin] == '>';
			depth -= scan->text[begin] == '<';
		} while (begin > 0 && depth > 0);
		begin = aw_scan_back(scan, begin);
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
	size_t end = aw_scan_back(scan, at);
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
	struct aw_scan_walk walk;
	size_t done = 0;
	aw_scan_walk_begin(&scan, "__global__", "__device__", &walk);
	while (aw_scan_walk_next(&walk)) {
		size_t next = walk.function >= 0 && text[walk.at] == '<' ? add_launch(&scan, done, walk.at, out) : walk.at;
		if (next != walk.at)
			walk.next = done = next;
	}
	return aw_scan_rest(&scan, done, out);
}
