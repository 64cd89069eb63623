// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     child<<<grid, block>>>(x)
//  -> ::anywarp::with_kernels([&] __host__ __device__ () { return child<<<grid, block>>>(x); })
//
// clang takes a launch where a function of both sides makes it: then it chooses among kernels of one name, deduces
// template arguments, converts and adds arguments.  with_kernels (anywarp/device_launch.h) calls the lambda in a way that hides
// it from clang's check that device code names no kernel, and the pass lower_launches makes of what clang generates, which is
// meant for the host, a launch by the device.  The same is done for functions of the device's runtime that take a kernel,
// and for kernels as values, where their names stand as such:
//
//     pointer = child;  ->  pointer = ::anywarp::with_kernels([&] __host__ __device__ () -> decltype((child)) { return child; });
//
// Lines stay as they are.
//
// What stands in functions of the host is left alone, but in macros, of which the text doesn't say where they are
// used, all launches are rewritten when device code uses one: on the host the lambda does the same.
#include "device_launch.h"

#include <string.h>

struct rewrite {
	struct aw_scan scan;
	const struct aw_launch_macros *macros;
	struct aw_str *out;
	size_t done;  // how far the text has been added
	size_t least; // nothing is rewritten in front of it
};

// The bracket that opens what the one before END closes, of two kinds; END when there is none behind LEAST.
static size_t opening_before(const struct aw_scan *scan, size_t end, size_t least, const char *kinds)
{
	int depth = 0;
	for (size_t at = end; at > least; at--) {
		char c = scan->text[at - 1];
		bool arrow = c == '>' && at > 1 && scan->text[at - 2] == '-';
		if (c == ')' && *kinds == '<')
			at = opening_before(scan, at, least, "([)]") + 1;
		else
			depth += strchr(kinds + 2, c) && !arrow;
		depth -= c == kinds[0] || c == kinds[1];
		if (depth == 0)
			return at - 1;
	}
	return end;
}

static size_t name_before(const struct aw_scan *scan, size_t end, size_t least)
{
	static const char *const words[] = { "return", "else", "do", "throw", "if", "while", "for", "switch", "and", "or", "not" };
	size_t at = end;
	while (at > least && aw_scan_is_name(scan, at - 1))
		at--;
	struct aw_scan word = { scan->text, end };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (aw_scan_is_word(&word, at, words[i]) && at + strlen(words[i]) == end)
			return end;
	return at;
}

// What joins an operand that begins at AT to one in front of it, as `->` does: where that one ends; AT when nothing does.
static size_t joint_before(const struct aw_scan *scan, size_t at, size_t least)
{
	static const char *const joints[] = { "::", "->", ".", "##" };
	size_t end = aw_scan_back(scan, at);
	for (size_t i = 0; i < sizeof(joints) / sizeof(*joints); i++) {
		size_t length = strlen(joints[i]);
		if (end >= least + length && !memcmp(scan->text + end - length, joints[i], length))
			return end - length;
	}
	return at;
}

static size_t operand_before(const struct aw_scan *scan, size_t at, size_t least);

// Where a name begins that ends before AT, with template arguments and what it is a member of.
static size_t member_before(const struct aw_scan *scan, size_t at, size_t least)
{
	size_t end = aw_scan_back(scan, at), begin = end;
	if (end > least && scan->text[end - 1] == '>')
		end = aw_scan_back(scan, opening_before(scan, end, least, "<<>>"));
	size_t name = name_before(scan, end, least);
	if (name == end)
		return begin == end ? at : begin;
	size_t word = aw_scan_back(scan, name), joint = joint_before(scan, name, least);
	if (joint == name && word >= least + 8 && name_before(scan, word, least) == word - 8 && aw_scan_is_at(scan, word - 8, "template")) {
		name = word - 8;
		joint = joint_before(scan, name, least);
	}
	if (joint == name)
		return name;
	size_t owner = operand_before(scan, joint, least);
	return owner != joint ? owner : joint;
}

// Where the operand begins that ends before AT: of names, calls, indices and parentheses; AT when there is none.
static size_t operand_before(const struct aw_scan *scan, size_t at, size_t least)
{
	size_t end = aw_scan_back(scan, at);
	if (end <= least || !strchr(")]", scan->text[end - 1]))
		return member_before(scan, at, least);
	size_t opening = opening_before(scan, end, least, "([)]");
	if (opening == end)
		return at;
	size_t before = aw_scan_back(scan, opening);
	bool operand = before > least && (aw_scan_is_name(scan, before - 1) || strchr(">])", scan->text[before - 1]));
	size_t owner = operand ? operand_before(scan, opening, least) : opening;
	bool other = scan->text[opening] == '(' && scan->text[owner] == '('; // of an `if`, or a type
	return other ? opening : owner;
}

// Whether a function that takes a kernel is called at AT; *END is where its arguments begin.
static bool is_kernel_function(const struct aw_scan *scan, size_t at, size_t *end)
{
	static const char *const names[] = {
		"cudaFuncGetAttributes", "cudaOccupancyMaxActiveBlocksPerMultiprocessor", "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
		"cudaGetParameterBuffer", "cudaGetParameterBufferV2", "cudaLaunchDevice",
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (aw_scan_is_word(scan, at, names[i])) {
			*end = at + strlen(names[i]);
			return true;
		}
	return false;
}

// Finds the launch whose brackets, or the call whose name, stand at AT: where it begins, and the end of all but its arguments.
static bool find_head(const struct rewrite *rewrite, size_t at, size_t *begin, size_t *end)
{
	const struct aw_scan *scan = &rewrite->scan;
	size_t open_end, close;
	bool spaced;
	*begin = at;
	if (aw_scan_triple(scan, at, '<', &open_end, &spaced)) {
		*begin = operand_before(scan, at, rewrite->least);
		return *begin != at && aw_scan_close(scan, open_end, &close, end, &spaced);
	}
	if (is_kernel_function(scan, at, end))
		return true;
	const struct aw_launch_macro *macro = aw_launch_macros_at(rewrite->macros, scan, at);
	if (!macro || !macro->ends_open)
		return false;
	if (aw_starts_with(macro->text + strspn(macro->text, " \t"), "<"))
		*begin = operand_before(scan, at, rewrite->least);
	*end = at + strlen(macro->name);
	if (macro->takes_arguments)
		*end = aw_scan_behind_brackets(scan, aw_scan_gap(scan, *end));
	return true;
}

// Adds what stands at AT in its new form, and gives the place behind it; AT when there is nothing to be done.
static size_t add(struct rewrite *rewrite, size_t at)
{
	const struct aw_scan *scan = &rewrite->scan;
	size_t begin, end;
	if (!find_head(rewrite, at, &begin, &end) || begin < rewrite->least)
		return at;
	end = aw_scan_gap(scan, end);
	if (end >= scan->size || scan->text[end] != '(')
		return at;
	end = aw_scan_behind_brackets(scan, end);
	aw_str_add_bytes(rewrite->out, scan->text + rewrite->done, begin - rewrite->done);
	aw_str_add(rewrite->out, "::anywarp::with_kernels([&] __host__ __device__ () { return ");
	aw_str_add_bytes(rewrite->out, scan->text + begin, end - begin);
	aw_str_add(rewrite->out, "; })");
	return rewrite->least = rewrite->done = end;
}

// What ends in a comment or a directive, which stands from FROM to TO, belongs to no launch behind it.
static void leave_behind(struct rewrite *rewrite, size_t from, size_t to)
{
	const char *text = rewrite->scan.text + from;
	if (to > from && to > rewrite->least && (*text == '#' || (*text == '/' && (text[1] == '/' || text[1] == '*'))))
		rewrite->least = to;
}

// Rewrites the definition whose # stands at AT.
static void rewrite_definition(struct rewrite *rewrite, size_t at)
{
	size_t size = rewrite->scan.size, end;
	if (at < rewrite->done || !aw_launch_macros_definition(&rewrite->scan, at, &at, &end))
		return;
	rewrite->scan.size = end;
	rewrite->least = at;
	while (at < end) {
		size_t next = aw_scan_opaque(&rewrite->scan, at);
		leave_behind(rewrite, at, next);
		next = next == at ? add(rewrite, at) : next;
		at = next == at ? at + 1 : next;
	}
	rewrite->least = end;
	rewrite->scan.size = size;
}

// Rewrites the definitions from *AT, that of a directive, up to END.
static void rewrite_definitions(struct rewrite *rewrite, size_t *at, size_t end)
{
	while (*at < end) {
		rewrite_definition(rewrite, *at);
		if (!aw_scan_next_directive(&rewrite->scan, at))
			*at = rewrite->scan.size;
	}
}

static bool is_mark(const void *user, const struct aw_scan *scan, size_t at)
{
	const struct aw_launch_macro *macro = aw_launch_macros_at(user, scan, at);
	return macro && macro->marks;
}

static void begin_walk(const struct aw_scan *scan, const struct aw_launch_macros *macros, struct aw_scan_walk *walk)
{
	aw_scan_walk_begin(scan, "__global__", "__device__", walk);
	walk->marks = is_mark;
	walk->user = macros;
}

// --- kernels as values ---

// The parenthesis that the one or the comma before END is in, or 0.
static size_t parenthesis_before(const struct aw_scan *scan, size_t end, size_t least)
{
	size_t at = end - 1;
	for (int depth = scan->text[at] == ','; depth > 0 && at > least && !strchr(";{}", scan->text[at]);) {
		at--;
		depth += strchr(")]", scan->text[at]) != NULL;
		depth -= strchr("([", scan->text[at]) != NULL;
	}
	return scan->text[at] == '(' ? at : 0;
}

// Whether what stands in the parenthesis at AT is an argument of a function: no macro's, and no operand that isn't evaluated.
static bool holds_values(const struct rewrite *rewrite, size_t at)
{
	static const char *const unevaluated[] = { "sizeof", "decltype", "alignof", "noexcept", "static_assert", "typeid" };
	const struct aw_scan *scan = &rewrite->scan;
	size_t word = aw_scan_back(scan, at);
	while (word > 0 && aw_scan_is_name(scan, word - 1))
		word--;
	return aw_scan_behind_word(scan, word, unevaluated, sizeof(unevaluated) / sizeof(*unevaluated)) == word &&
	       !aw_launch_macros_at(rewrite->macros, scan, word);
}

// Whether a value may stand at AT, with what can't be a declaration in front: a comma only among arguments.
static bool begins_value(const struct rewrite *rewrite, size_t at)
{
	const struct aw_scan *scan = &rewrite->scan;
	size_t end = aw_scan_back(scan, at);
	char c = end > rewrite->least ? scan->text[end - 1] : ';';
	struct aw_scan before = { scan->text, end };
	if (c == ',' || c == '(') {
		size_t parenthesis = parenthesis_before(scan, end, rewrite->least);
		return parenthesis > 0 && holds_values(rewrite, parenthesis);
	}
	if (c == ':')
		return end > 1 && scan->text[end - 2] != ':';
	return strchr("=?&", c) != NULL || (end >= 6 && aw_scan_is_word(&before, end - 6, "return"));
}

static bool ends_value(const struct aw_scan *scan, size_t at)
{
	static const char *const ends[] = { ";", ",", ")", "?", "==", "!=", "&&", "||" };
	size_t next = aw_scan_gap(scan, at);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (aw_scan_is_at(scan, next, ends[i]))
			return true;
	return aw_scan_is_at(scan, next, ":") && !aw_scan_is_at(scan, next, "::");
}

// Adds the name of a kernel at AT as a value, and gives the place behind it; AT when none stands there.
static size_t add_value(struct rewrite *rewrite, size_t at)
{
	const struct aw_scan *scan = &rewrite->scan;
	if (!aw_launch_macros_is_kernel(rewrite->macros, scan, at) || !begins_value(rewrite, at))
		return at;
	size_t end = at;
	while (aw_scan_is_name(scan, end))
		end++;
	if (end < scan->size && scan->text[end] == '<') {
		int depth = 0;
		do {
			depth += scan->text[end] == '<';
			depth -= scan->text[end] == '>';
			end++;
		} while (end < scan->size && depth > 0 && !strchr(";{}", scan->text[end]));
	}
	if (!ends_value(scan, end))
		return at;
	int length = (int)(end - at);
	aw_str_add_bytes(rewrite->out, scan->text + rewrite->done, at - rewrite->done);
	aw_str_format(rewrite->out, "::anywarp::with_kernels([&] __host__ __device__ () -> decltype((%.*s)) { return %.*s; })", length,
	              scan->text + at, length, scan->text + at);
	return rewrite->least = rewrite->done = end;
}

bool aw_device_launch_rewrite(const char *text, size_t size, const struct aw_launch_macros *macros, struct aw_str *out)
{
	struct rewrite rewrite = { .scan = { text, size }, .macros = macros, .out = out };
	struct aw_scan_walk walk;
	size_t directive = SIZE_MAX;
	if (!macros->device_launch || !aw_scan_next_directive(&rewrite.scan, &directive))
		directive = size;
	begin_walk(&rewrite.scan, macros, &walk);
	for (size_t expected = 0; aw_scan_walk_next(&walk); expected = walk.next) {
		rewrite_definitions(&rewrite, &directive, walk.at);
		leave_behind(&rewrite, expected, walk.at);
		size_t next = walk.function >= 0 ? add(&rewrite, walk.at) : walk.at;
		if (next != walk.at)
			walk.next = next;
	}
	rewrite_definitions(&rewrite, &directive, size);
	return aw_scan_rest(&rewrite.scan, rewrite.done, out);
}

bool aw_device_launch_values(const char *text, size_t size, const struct aw_launch_macros *macros, struct aw_str *out)
{
	struct rewrite rewrite = { .scan = { text, size }, .macros = macros, .out = out };
	struct aw_scan_walk walk;
	begin_walk(&rewrite.scan, macros, &walk);
	for (size_t expected = 0; aw_scan_walk_next(&walk); expected = walk.next) {
		leave_behind(&rewrite, expected, walk.at);
		if (walk.function < 0)
			continue;
		size_t next = add_value(&rewrite, walk.at);
		if (aw_scan_is_word(&rewrite.scan, walk.at, "with_kernels"))
			next = aw_scan_behind_brackets(&rewrite.scan, walk.at + strlen("with_kernels"));
		if (next != walk.at)
			walk.next = next;
	}
	return aw_scan_rest(&rewrite.scan, rewrite.done, out);
}

bool aw_device_launch_by_macro(const char *text, size_t size, const struct aw_launch_macros *macros)
{
	struct aw_scan scan = { text, size };
	struct aw_scan_walk walk;
	if (!macros->any)
		return false;
	begin_walk(&scan, macros, &walk);
	while (aw_scan_walk_next(&walk)) {
		const struct aw_launch_macro *macro = walk.function >= 0 ? aw_launch_macros_at(macros, &scan, walk.at) : NULL;
		if (macro && macro->launches)
			return true;
	}
	return false;
}
