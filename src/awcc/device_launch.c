// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     child<<<grid, block>>>(x)
//  -> ::anywarp::with_kernels([&] __host__ __device__ () { return child<<<grid, block>>>(x); })
//
// clang takes a launch where a function of both sides makes it: then it chooses among kernels of one name, deduces
// template arguments, converts and adds arguments.  with_kernels (anywarp/device_launch.h) calls the lambda in a way that hides
// it from clang's check that device code names no kernel, and the pass lower_launches makes of what clang generates, which is
// meant for the host, a launch by the device.  The same is done for functions of the device's runtime that take a kernel.
// Kernels as values, where their names stand as such, become template arguments, which clang lets any function have:
//
//     pointer = child<3>;  ->  pointer = (*::anywarp::kernel_value<decltype(&(child<3>)), child<3>>::value);
//
// Where the name is of several kernels, what it becomes a value of chooses; clang tells of such names (refusals.h):
//
//     pointer = ::anywarp::choose_kernel([](auto type) { return ::anywarp::kernel_value<decltype(type), child>::value; });
//
// and where it is a variable's, a member's or a parameter's there, what clang refuses is written as it was.
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

// --- kernels as values ---

// A bracket that is open, and whether values stand in it, with commas between: arguments or an initialiser.
struct bracket {
	char sign;
	bool values;
};

struct values {
	struct rewrite rewrite;
	AW_VEC(struct bracket) open;
	size_t last; // the place behind the last character of code but blanks, 0 at the text's beginning
};

// Whether the last thing of code is one of COUNT words.
static bool follows_word(const struct values *values, const char *const *words, size_t count)
{
	struct aw_scan before = { values->rewrite.scan.text, values->last };
	size_t word = values->last;
	while (word > 0 && aw_scan_is_name(&before, word - 1))
		word--;
	return aw_scan_behind_word(&before, word, words, count) != word;
}

static char last_sign(const struct values *values)
{
	return values->last ? values->rewrite.scan.text[values->last - 1] : ';';
}

static bool in_values(const struct values *values)
{
	return values->open.count && values->open.items[values->open.count - 1].values;
}

// Whether what stands in a parenthesis here is an argument of a function: no macro's, and no operand that isn't evaluated.
static bool begins_arguments(const struct values *values)
{
	static const char *const unevaluated[] = { "sizeof", "decltype", "alignof", "noexcept", "static_assert", "typeid" };
	const struct aw_scan *scan = &values->rewrite.scan;
	size_t word = values->last;
	while (word > 0 && aw_scan_is_name(scan, word - 1))
		word--;
	return !follows_word(values, unevaluated, sizeof(unevaluated) / sizeof(*unevaluated)) &&
	       !aw_launch_macros_at(values->rewrite.macros, scan, word);
}

// Whether a brace here begins an initialiser and no block of statements.
static bool begins_initialiser(const struct values *values)
{
	static const char *const words[] = { "else", "do", "try", "const", "noexcept", "override", "final", "mutable" };
	char c = last_sign(values);
	if (strchr("{,(", c))
		return in_values(values);
	return !strchr(";})", c) && !follows_word(values, words, sizeof(words) / sizeof(*words));
}

// Whether a value may stand here, with what can't be a declaration in front: a comma only among values.
static bool begins_value(const struct values *values)
{
	static const char *const words[] = { "return" };
	const char *text = values->rewrite.scan.text;
	char c = last_sign(values);
	if (strchr(",({", c))
		return in_values(values);
	if (c == ':')
		return values->last > 1 && text[values->last - 2] != ':';
	return strchr("=?&)", c) != NULL || follows_word(values, words, 1);
}

static bool ends_value(const struct aw_scan *scan, size_t at)
{
	static const char *const ends[] = { ";", ",", ")", "}", "?", "==", "!=", "&&", "||" };
	size_t next = aw_scan_gap(scan, at);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (aw_scan_is_at(scan, next, ends[i]))
			return true;
	return aw_scan_is_at(scan, next, ":") && !aw_scan_is_at(scan, next, "::");
}

// The place behind the name of a kernel that begins at AT, with the namespaces it is in; AT when none does.
static size_t behind_kernel(const struct values *values, size_t at)
{
	const struct aw_scan *scan = &values->rewrite.scan;
	size_t name = at;
	if (at > 0 && (aw_scan_is_name(scan, at - 1) || aw_scan_is_at(scan, at - 1, "::") || (at > 1 && aw_scan_is_at(scan, at - 2, "::"))))
		return at;
	for (size_t end = name;; end = name) {
		while (aw_scan_is_name(scan, end))
			end++;
		if (!aw_scan_is_at(scan, end, "::"))
			return aw_launch_macros_is_kernel(values->rewrite.macros, scan, name) ? end : at;
		name = end + 2;
	}
}

// A kernel's value: the name stands between these, and behind the latter again.
static const char value_begin[] = "(*::anywarp::kernel_value<decltype(", value_type_end[] = "), ", value_end[] = ">::value)";

bool aw_device_launch_choose(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t length = strlen(value_begin), begin = at - length, end = aw_scan_behind(scan, at, value_end);
	(void)in_macro;
	if (at < *done + length || !aw_scan_is_at(scan, begin, value_begin))
		return false;
	size_t name = aw_scan_behind(scan, aw_scan_behind_brackets(scan, at + 1), value_type_end), before = aw_scan_back(scan, begin);
	if (before > *done && aw_scan_is_at(scan, before - 1, "&"))
		begin = before - 1; // of the function's address
	aw_str_add_bytes(out, scan->text + *done, begin - *done);
	aw_str_format(out, "::anywarp::choose_kernel([](auto type) { return ::anywarp::kernel_value<decltype(type), %.*s>::value; })",
	              (int)(end - strlen(value_end) - name), scan->text + name);
	*done = end;
	return true;
}

// The value of a kernel around AT, if any: where it begins, and the place behind it.
static bool value_around(const struct aw_scan *scan, size_t at, size_t *begin, size_t *end)
{
	for (size_t from = at + 1; from > 0 && !strchr(";{}", scan->text[from]); from--)
		if (aw_scan_is_at(scan, from - 1, value_begin)) {
			*begin = from - 1;
			*end = aw_scan_behind_brackets(scan, *begin);
			return at < *end;
		}
	return false;
}

bool aw_device_launch_is_value(const struct aw_scan *scan, size_t at)
{
	size_t begin, end;
	return at < scan->size && value_around(scan, at, &begin, &end);
}

bool aw_device_launch_restore(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t begin, end;
	(void)in_macro;
	if (at >= scan->size || !value_around(scan, at, &begin, &end) || begin < *done)
		return false;
	size_t name = begin + strlen(value_begin) + strlen("&("), behind = aw_scan_behind_brackets(scan, name - 1) - 1;
	aw_str_add_bytes(out, scan->text + *done, begin - *done);
	aw_str_add_bytes(out, scan->text + name, behind - name);
	*done = end;
	return true;
}

// Adds the name of a kernel at AT as a value, and gives the place behind it; AT when none stands there.
static size_t add_value(struct values *values, size_t at)
{
	struct rewrite *rewrite = &values->rewrite;
	const struct aw_scan *scan = &rewrite->scan;
	size_t end = behind_kernel(values, at);
	if (end == at || !begins_value(values))
		return at;
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
	aw_str_format(rewrite->out, "%s&(%.*s)%s%.*s%s", value_begin, length, scan->text + at, value_type_end, length, scan->text + at, value_end);
	return rewrite->done = end;
}

// Takes note of the character of code at AT.
static void note(struct values *values, size_t at)
{
	char c = values->rewrite.scan.text[at];
	struct bracket bracket = { c, c == '(' ? begins_arguments(values) : c == '{' && begins_initialiser(values) };
	if (strchr("([{", c) && !aw_vec_push(&values->open, bracket))
		aw_text_no_memory();
	if (strchr(")]}", c) && values->open.count)
		values->open.count--;
	if (!strchr(" \t\n\r\\", c))
		values->last = at + 1;
}

bool aw_device_launch_values(const char *text, size_t size, const struct aw_launch_macros *macros, struct aw_str *out)
{
	struct values values = { .rewrite = { .scan = { text, size }, .macros = macros, .out = out } };
	struct aw_scan_walk walk;
	begin_walk(&values.rewrite.scan, macros, &walk);
	while (macros->kernels.count && aw_scan_walk_next(&walk)) {
		size_t next = walk.function >= 0 ? add_value(&values, walk.at) : walk.at;
		if (walk.function >= 0 && aw_scan_is_word(&values.rewrite.scan, walk.at, "with_kernels"))
			next = aw_scan_behind_brackets(&values.rewrite.scan, walk.at + strlen("with_kernels"));
		if (next != walk.at)
			values.last = walk.next = next;
		else
			note(&values, walk.at);
	}
	aw_vec_finish(&values.open);
	return aw_scan_rest(&values.rewrite.scan, values.rewrite.done, out);
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
