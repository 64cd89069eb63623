// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message's place in a macro's expansion may be where the macro is used or in any of the definitions that it goes through, which
// notes name: each is tried, and the text there tells whether it is the one.
#include "refusals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "asm_commas.h"
#include "call_checks.h"
#include "clang_branches.h"
#include "constexpr_functions.h"
#include "constraints.h"
#include "deduction_guides.h"
#include "device_bodies.h"
#include "device_constructors.h"
#include "device_lambdas.h"
#include "device_launch.h"
#include "diagnostics.h"
#include "function_sides.h"
#include "host_destructors.h"
#include "late_members.h"
#include "namespace_members.h"
#include "object_constants.h"
#include "run_time_arrays.h"
#include "shared_objects.h"
#include "template_aliases.h"
#include "template_lists.h"
#include "this_constants.h"

// The place behind a name at AT and a list of arguments in <>; AT where no such list stands behind one.
static size_t behind_name_with_list(const struct aw_scan *scan, size_t at)
{
	size_t list = at;
	while (aw_scan_is_name(scan, list))
		list++;
	list = aw_scan_gap(scan, list);
	size_t end = aw_scan_is_at(scan, list, "<") ? aw_scan_behind_list(scan, list) : list;
	return end > list ? end : at;
}

// Whether a list of arguments in <> and a call stand behind the name at AT: `part<int>(`.
static bool is_call_with_list(const struct aw_scan *scan, size_t at)
{
	size_t end = behind_name_with_list(scan, at);
	return end != at && aw_scan_is_at(scan, aw_scan_gap(scan, end), "(");
}

// The last name of the one at AT, which has a list of arguments in <> and is called: part in `T<A>::part<B>(`; AT when it is none.
static size_t called_in_qualified(const struct aw_scan *scan, size_t at)
{
	for (size_t name = at;;) {
		size_t end = behind_name_with_list(scan, name);
		if (name > at && is_call_with_list(scan, name))
			return name;
		while (aw_scan_is_name(scan, end))
			end++;
		end = aw_scan_gap(scan, end);
		if (!aw_scan_is_at(scan, end, "::"))
			return at;
		name = aw_scan_gap(scan, end + 2);
	}
}

// Whether the name at AT is a member of what stands before it, which is no comment.
static bool is_member(const struct aw_scan *scan, size_t at)
{
	size_t end = aw_scan_back(scan, at), line = end;
	while (line > 0 && scan->text[line - 1] != '\n')
		line--;
	bool in_comment = memchr(scan->text + end, '\n', at - end) && memmem(scan->text + line, end - line, "//", 2);
	return end > 2 && !in_comment && (scan->text[end - 1] == '.' || aw_scan_is_at(scan, end - 2, "->") || aw_scan_is_at(scan, end - 2, "::"));
}

// typename T::part<int>  ->  typename T::template part<int>; the place may be that of T, too
static bool add_template(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	bool member = is_member(scan, at);
	size_t name = member ? at : called_in_qualified(scan, at);
	(void)in_macro;
	if (name < *done || (name == at && !member))
		return false;
	aw_str_add_bytes(out, scan->text + *done, name - *done);
	aw_str_add(out, "template ");
	*done = name;
	return true;
}

// object.template part(x)  ->  object.part(x), where that is no template
static bool drop_template(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char template[] = "template";
	size_t word = aw_scan_word_back(scan, aw_scan_back(scan, at));
	(void)in_macro;
	if (word < *done || !aw_scan_is_word(scan, word, template))
		return false;
	aw_str_add_bytes(out, scan->text + *done, word - *done);
	*done = word + strlen(template);
	return true;
}

// object.operator()<int>(x)  ->  object.template operator()<int>(x), and object.part<int>(x) as well
static bool add_template_to_member(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	return (aw_scan_is_word(scan, at, "operator") || is_call_with_list(scan, at)) && add_template(scan, at, in_macro, done, out);
}

// using ::arg;  ->  using std::arg;
static bool add_std(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t colons = aw_scan_is_at(scan, at, "::") ? at : at - strlen("::");
	size_t word = at < strlen("::") ? at : aw_scan_word_back(scan, aw_scan_back(scan, colons));
	(void)in_macro;
	if (at < *done + strlen("::") || !aw_scan_is_at(scan, colons, "::") || !aw_scan_is_word(scan, word, "using"))
		return false;
	aw_str_add_bytes(out, scan->text + *done, colons - *done);
	aw_str_add(out, "std");
	*done = colons;
	return true;
}

// A kernel's value, or a member's name that is one of several functions: T::part<int>(x), object.part<int>(x)
static bool choose_or_add_template(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t name = called_in_qualified(scan, at);
	return aw_device_launch_choose(scan, at, in_macro, done, out) ||
	       ((name != at || is_call_with_list(scan, at)) && add_template(scan, at, in_macro, done, out));
}

// Whether a name at AT, with or without a list of arguments in <>, is a type's or a namespace's: T in `T::part`.
static bool has_members(const struct aw_scan *scan, size_t at)
{
	size_t end = behind_name_with_list(scan, at);
	while (end == at && aw_scan_is_name(scan, at))
		end = ++at;
	return aw_scan_is_at(scan, aw_scan_gap(scan, end), "::");
}

// T::part(1)  ->  typename T::part(1); a macro's parameter for it has no :: behind it
static bool add_typename(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	(void)in_macro;
	if (at < *done || !has_members(scan, at))
		return false;
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add(out, "typename ");
	*done = at;
	return true;
}

// part(1)  ->  this->part(1), for a member of a base class that depends on a template parameter
static bool add_this(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	(void)in_macro;
	if (at < *done || !aw_scan_is_name(scan, at) || (at > 0 && strchr(".>:", scan->text[at - 1])))
		return false;
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add(out, "this->");
	*done = at;
	return true;
}

// pointer + number  ->  pointer + ::anywarp::bytes() * number, and pointer += ::anywarp::bytes() = number (anywarp/void_pointers.h)
static bool add_bytes(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	bool assigns = at < scan->size && aw_scan_is_at(scan, at + 1, "=");
	(void)in_macro;
	if (at < *done || at >= scan->size || !strchr("+-", scan->text[at]) || scan->text[at + 1] == scan->text[at])
		return false;
	at += assigns ? 2 : 1;
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add(out, assigns ? " ::anywarp::bytes() =" : " ::anywarp::bytes() *");
	*done = at;
	return true;
}

// pointer == '\0'  ->  pointer == 0, as any zero was one before C++11
static bool use_zero(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char literal[] = "'\\0'";
	size_t right = aw_scan_gap(scan, at + 2);
	(void)in_macro;
	if (at < *done || !(aw_scan_is_at(scan, at, "==") || aw_scan_is_at(scan, at, "!=")) || !aw_scan_is_at(scan, right, literal))
		return false;
	aw_str_add_bytes(out, scan->text + *done, right - *done);
	aw_str_add(out, "0");
	*done = right + strlen(literal);
	return true;
}

// const __restrict__ word *p  ->  const word *p: nvcc's qualifies nothing on a type's name that is no pointer's
static bool drop_restrict(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char *const words[] = { "__restrict__", "__restrict" };
	(void)in_macro;
	for (size_t i = 0; at >= *done && i < sizeof(words) / sizeof(words[0]); i++)
		if (aw_scan_is_word(scan, at, words[i])) {
			aw_str_add_bytes(out, scan->text + *done, at - *done);
			*done = at + strlen(words[i]);
			return true;
		}
	return false;
}

// a % b  ->  a % ::anywarp::chosen() ->* b (anywarp/chosen_operators.h)
static bool choose_operator(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char chosen[] = " ::anywarp::chosen() ->* ";
	static const char *const signs[] = { "<<", ">>", "==", "!=", "<=", ">=", "*", "/", "%", "+", "-", "&", "|", "^", "<", ">" };
	(void)in_macro;
	for (size_t i = 0; at >= *done && i < sizeof(signs) / sizeof(signs[0]); i++) {
		size_t end = at + strlen(signs[i]);
		if (!aw_scan_is_at(scan, at, signs[i]) || aw_scan_is_at(scan, end, "=") || aw_scan_is_at(scan, end, chosen))
			continue;
		aw_str_add_bytes(out, scan->text + *done, end - *done);
		aw_str_add(out, chosen);
		*done = end;
		return true;
	}
	return false;
}

// static long __rdtsc()  ->  static long __rdtsc_of_program(), a name that clang knows without a header, unlike g++; it is called as before
static bool rename_builtin(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t end = at;
	(void)in_macro;
	while (end < scan->size && aw_scan_is_name(scan, end))
		end++;
	if (at < *done || end == at)
		return false;
	aw_str_add_bytes(out, scan->text + *done, end - *done);
	aw_str_add(out, "_of_program");
	*done = end;
	return true;
}

// extern const dim3 blockDim;  ->  extern const dim3 blockDim_of_program; for host code, which never reads it; constexpr int warpSize = 32;
static bool rename_variable(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char *const names[] = { "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (aw_scan_is_word(scan, at, names[i]))
			return rename_builtin(scan, at, in_macro, done, out);
	return false;
}

// int box<T>::find(int n = 3) { … }  ->  int box<T>::find(int n) { … } outside the class template, whose declaration is what counts
static bool drop_default(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t sign = at;
	int depth = 0;
	(void)in_macro;
	while (aw_scan_is_name(scan, sign))
		sign++;
	sign = aw_scan_gap(scan, sign);
	if (at < *done || !aw_scan_is_at(scan, sign, "="))
		return false;
	size_t end = sign + 1;
	while (end < scan->size && scan->text[end] != ')' && (depth > 0 || scan->text[end] != ',')) {
		size_t next = aw_scan_opaque(scan, end);
		bool shifts = aw_scan_is_at(scan, end, "<<") || aw_scan_is_at(scan, end, "->");
		depth += scan->text[end] == '<' && !shifts;
		depth -= scan->text[end] == '>' && depth > 0;
		end = next > end ? next : strchr("([{", scan->text[end]) ? aw_scan_behind_brackets(scan, end) : end + 1 + shifts;
	}
	aw_str_add_bytes(out, scan->text + *done, sign - *done);
	*done = end;
	return true;
}

// asm("… %8;" : : "r"(a))  ->  asm("… %%8;" : : "r"(a)), which is an error of PTX's once a template that has it is instantiated
static bool escape_operand(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	(void)in_macro;
	if (at <= *done || at >= scan->size || scan->text[at - 1] != '%')
		return false;
	aw_str_add_bytes(out, scan->text + *done, at - *done);
	aw_str_add(out, "%");
	*done = at;
	return true;
}

// part(table())  ->  part(::anywarp::bound(table())), where a member that is a reference is bound to what ends there
static bool bind_temporary(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	size_t open = at <= scan->size ? aw_scan_back(scan, at) : 0;
	(void)in_macro;
	if (open <= *done || !strchr("({", scan->text[open - 1]))
		return false;
	return aw_bound_object(scan, at, aw_scan_behind_brackets(scan, open - 1) - 1, done, out);
}

// A shared object of a type that only the host constructs, which nvcc takes, or a body that needs the host.
static bool wrap_or_defer(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	return aw_shared_object_wrap(scan, at, in_macro, done, out) || aw_device_body_defer(scan, at, in_macro, done, out);
}

// A constructor of the device alone by which the host makes an object.
static bool share_constructor(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	return aw_device_default_share(scan, at, in_macro, done, out) || aw_function_sides_join_copy(scan, at, in_macro, done, out);
}

// A function, constructor or lambda of the device alone that the host uses where nvcc doesn't look (call_checks.h): a function has a body
// there that nobody runs.
static bool share(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	if (aw_device_lambda_lend(scan, at, in_macro, done, out))
		return true;
	bool shared = aw_function_sides_share(scan, at, in_macro, done, out);
	if (shared)
		aw_device_body_hide_of(scan, at, done, out);
	return shared;
}

// A function of the host that the device names where nobody evaluates it, as decltype's operand.
static bool share_host(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	return aw_function_sides_join(scan, at, in_macro, done, out);
}

// A lambda or function of the device that the host calls.
static bool lend(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	return aw_device_lambda_lend(scan, at, in_macro, done, out) || aw_device_default_share(scan, at, in_macro, done, out) ||
	       aw_function_sides_lend(scan, at, in_macro, done, out);
}

// Not the implicit destructor of the class whose name stands at AT.
static bool join_destructor(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	return aw_scan_is_at(scan, at, "~") && aw_function_sides_join(scan, at, in_macro, done, out);
}

// A definition that lacks words for a side or, where these were no help, a declaration.
static bool join_or_enclose(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	return aw_function_sides_join(scan, at, in_macro, done, out) || aw_namespace_member_enclose(scan, at, in_macro, done, out);
}

static const struct {
	const char *error, *message; // the latter is the error itself, or a note of it
	bool (*mend)(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);
} kinds[] = {
	{ "", ": error: ", aw_clang_branch_close },
	{ "", ": fatal error: ", aw_clang_branch_close },
	{ "", ": error: variable-sized object may not be initialized", aw_run_time_array_start },
	{ "", ": error: initialization is not supported for __shared__ variables", aw_shared_object_wrap },
	{ "", ": error: expected ')'", aw_asm_commas_add_from },
	{ "", ": error: use 'template' keyword to treat '", add_template },
	{ "", ": error: missing 'template' keyword prior to dependent template name '", add_template },
	{ " following the 'template' keyword does not refer to a template", ": error: '", drop_template },
	{ "", ": error: reference to non-static member function must be called", add_template_to_member },
	{ "", ": error: missing 'typename' prior to dependent type name '", add_typename },
	{ " is ambiguous (with operand types '", ": error: use of overloaded operator '", choose_operator },
	{ "", ": error: function template partial specialization is not allowed", aw_template_list_drop },
	{ "", ": error: template template argument has different template parameters than its corresponding", aw_template_alias_use },
	{ " in the global namespace; did you mean 'std::", ": error: no member named '", add_std },
	{ ">'", ": error: no member named '", aw_late_member_defer },
	{ "", ": error: cannot assign to non-static data member '", aw_constant_member_defer },
	{ "", ": error: arithmetic on a pointer to void", add_bytes },
	{ "' and 'char')", ": error: comparison between pointer and integer ('", use_zero },
	{ "", ": error: default arguments cannot be added to an out-of-line definition of a member of a class template", drop_default },
	{ "", ": error: restrict requires a pointer or reference ('", drop_restrict },
	{ "", ": error: explicit qualification required to use member '", add_this },
	{ " cannot be defined in a constexpr function", ": error: variable of non-literal type '", aw_constexpr_function_free },
	{ ": error: non-constexpr declaration of '", ": note: previous declaration is here", aw_constexpr_declaration_free },
	{ "", ": error: reference to overloaded function could not be resolved", choose_or_add_template },
	{ "", ": error: ", aw_device_launch_restore },
	{ ": error: no viable constructor or deduction guide", ": note: candidate function not viable: call to __host__ function from ",
	  aw_deduction_guide_mark },
	{ " function for call to '", ": note: candidate function not viable: call to __host__ function from ", share_host }, // of members, too
	{ "", ": note: candidate constructor not viable: call to __device__ function from __host__ function", share },
	{ "", ": note: candidate constructor template not viable: call to __device__ function from __host__ function", share },
	{ "", ": note: candidate function not viable: call to __device__ function from __host__ function", share },
	{ "", ": note: candidate function template not viable: call to __device__ function from __host__ function", share },
	{ ": error: reference to __device__ function '", ": note: '", share },
	{ "", ": note: candidate function not viable: call to __device__ function from __host__ function", lend },
	{ "", ": note: candidate function template not viable: call to __device__ function from __host__ function", lend },
	{ ": error: reference to __device__ function 'operator()' in __host__ __device__ function", ": note: 'operator()' declared here",
	  aw_device_lambda_lend },
	{ "", ": error: invalid operand number in inline asm string", escape_operand },
	{ "", ": error: redeclaration of '", rename_variable },
	{ "", ": error: redefinition of 'warpSize'", rename_variable },
	{ "", ": error: inline declaration of 'warpSize' follows non-inline definition", rename_variable },
	{ ": error: static declaration of '__", ": note: '__", rename_builtin },
	{ "", ": error: definition of builtin function '__", rename_builtin },
	{ " cannot overload __host__", ": error: __host__ ", aw_function_sides_join },
	{ " cannot overload __host__", ": error: __device__ ", aw_function_sides_join },
	{ " cannot overload __host__", ": note: previous declaration is here", aw_function_sides_join },
	{ " cannot overload __device__", ": error: __host__ ", aw_function_sides_join },
	{ " cannot overload __device__", ": note: previous declaration is here", aw_function_sides_join },
	{ "", ": note: because '", aw_constraint_share },
	{ "' in __host__ __device__ function", ": note: '~", aw_host_destructor_share },
	{ ": error: reference to __host__ function '~", ": note: '~", join_destructor },
	{ " does not match any declaration in namespace '", ": error: out-of-line definition of '", join_or_enclose },
	{ "", ": error: out-of-line definition of '", aw_function_sides_join },
	{ ": error: out-of-line definition of '", ": note: member declaration nearly matches", aw_function_sides_join },
	{ "", ": error: no function template matches function template specialization '", aw_function_sides_join },
	{ ": error: no function template matches function template specialization '",
	  ": note: candidate template ignored: target attributes do not match", aw_function_sides_join },
	{ " does not refer to a function template, ", ": error: explicit instantiation of '", aw_function_sides_instantiate },
	{ "", ": error: reference member '", bind_temporary },
	{ "]'", ": note: candidate constructor not viable: call to __device__ function from __host__ function", aw_function_sides_join },
	{ ": error: no matching constructor for initialization of '",
	  ": note: candidate constructor not viable: call to __device__ function from __host__ function", share_constructor },
	{ " which does not have a default constructor", ": note: '", aw_device_constructors_share_in },
	{ "", ": note: use of 'this' pointer is only allowed within the evaluation of a call to a 'constexpr' member function",
	  aw_this_constant_qualify },
	{ "", ": note: function parameter '", aw_object_constant_replace },
	{ ": error: no matching function for call to '",
	  ": note: candidate template ignored: invalid explicitly-specified argument for template parameter '", aw_object_constants_replace },
	{ "", ": note: initializer of '", aw_object_constant_replace },
	{ "", ": error: no matching constructor for initialization of '", wrap_or_defer },
	{ "", ": error: ", aw_device_body_defer },
	{ "", ": error: ", aw_device_body_hide },
	{ ": error: ", ": note: in instantiation of ", aw_device_body_hide },
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static bool is_known(const struct aw_refusals *refusals, const struct aw_refusal *place)
{
	for (size_t i = 0; i < refusals->count; i++) {
		const struct aw_refusal *known = &refusals->items[i];
		if (known->round == place->round && known->line == place->line && known->column == place->column &&
		    !strcmp(known->file, place->file))
			return true;
	}
	return false;
}

// A file, without text where it can't be read: the unit's source is, once for all messages.
struct source {
	const char *path;
	char *text;
	size_t size;
};

static void read_source(const char *path, struct source *source)
{
	*source = (struct source){ .path = path };
	if (aw_os_read_file(path, &source->text, &source->size) != AW_OK)
		source->text = NULL;
}

// NAME, or the source's path where it says that it is called so.
static const char *file_called(const struct source *source, const char *name)
{
	const char *head = aw_text("#line 1 \"%s\"\n", name);
	bool called = source->text && memmem(source->text, source->size, head, strlen(head));
	return called ? source->path : name;
}

// Reads "FILE:LINE:COLUMN", which ends at END, into PLACE; false where no such stands there.
static bool read_place(const struct source *source, const char *line, const char *end, struct aw_refusal *place)
{
	const char *column = end, *number;
	while (column > line && column[-1] != ':')
		column--;
	for (number = column - 1; number > line && number[-1] != ':';)
		number--;
	if (number <= line + 1 || sscanf(number, "%u:%u", &place->line, &place->column) != 2)
		return false;
	place->named = file_called(source, aw_text("%.*s", (int)(number - 1 - line), line));
	place->file = aw_text_real_path(place->named);
	return true;
}

// Adds PLACE with "FILE:LINE:COLUMN", which ends at END.
static void add_place(struct aw_refusals *refusals, const struct source *source, const char *line, const char *end,
                      struct aw_refusal place)
{
	if (read_place(source, line, end, &place) && !is_known(refusals, &place) && !aw_vec_push(refusals, place))
		aw_text_no_memory();
}

struct error {
	const char *line;
	bool alone;       // the host half's, and the device half has none
	bool device_call; // a function of the device calls one of the host, in the device half
	bool instance;    // in an instance of a template, as a note has told
	bool for_clang;   // in what is for clang alone
	bool value;       // in what was written for a kernel's value
	bool unchecked;   // of a function of the device that the host uses where nvcc doesn't look
	bool unevaluated; // in an operand that nobody evaluates
};

// What the place tells, in the file that clang has read, where ERROR of LINE begins: whether it is for clang alone or of a
// kernel's value, or nvcc doesn't look at a function of the device there.
static void look_at_place(const struct aw_refusals *refusals, const struct source *source, const char *line, struct error *error)
{
	struct aw_refusal place = { 0 };
	struct source text;
	const char *end = strstr(line, ": error: ");
	if (!read_place(source, line, end ? end : strstr(line, ": fatal error: "), &place))
		return;
	const char *copy = aw_map_get(&refusals->copies, place.file);
	read_source(copy ? copy : place.file, &text);
	if (!text.text)
		return;
	struct aw_scan scan = { text.text, text.size };
	size_t at = aw_device_bodies_place(&scan, place.line, place.column);
	error->for_clang = aw_clang_branch_is_at(&scan, at);
	error->value = aw_device_launch_is_value(&scan, at);
	error->unchecked = aw_call_checks_pass(&scan, at, line);
	error->unevaluated = aw_call_checks_unevaluated(&scan, at);
	free(text.text);
}

// Whether errors of KIND are mended where they tell nothing but what ERROR is.
static bool is_open(unsigned kind, const struct error *error)
{
	bool defers = kinds[kind].mend == aw_device_body_defer || kinds[kind].mend == wrap_or_defer;
	if (error->alone && kinds[kind].mend == aw_late_member_defer)
		return false; // a body to hide
	if (kinds[kind].mend == share && !error->unchecked && !error->instance)
		return false;
	if (kinds[kind].mend == share_host && !error->unevaluated)
		return false;
	if (kinds[kind].mend == aw_clang_branch_close && !error->for_clang)
		return false;
	if (kinds[kind].mend == aw_device_launch_restore && !error->value)
		return false;
	return (error->alone || kinds[kind].mend != aw_device_body_hide) && ((error->device_call && !error->unevaluated) || !defers);
}

// The kind that LINE, of ERROR, is of, and where its message begins; KINDS: of none.
static unsigned kind_of(const struct error *error, const char *line, const char **message)
{
	unsigned kind = 0;
	while (kind < KINDS && !(is_open(kind, error) && strstr(error->line, kinds[kind].error) && (*message = strstr(line, kinds[kind].message))))
		kind++;
	return kind;
}

// Whether LINE, of an error that ERROR begins, may be about constructors of the device that clang doesn't look at: one by default, or one
// that converts a value, of which nvcc doesn't look what side it is for.
static bool may_lack_constructor(const struct error *error, const char *line)
{
	static const struct {
		const char *error, *line; // the latter is the error itself, or a note of it
	} forms[] = {
		{ "", ": note: candidate constructor (the implicit default constructor) not viable: call to " },
		{ ": error: no matching function for call to '", " not viable: no known conversion from '" },
		{ ": error: no matching function for call to '", " not viable: cannot convert initializer list argument to '" },
		{ ": error: no viable overloaded '='", " not viable: no known conversion from '" },
		{ ": error: reference to type '", " could not bind to an rvalue of type '" },
		{ ": error: incompatible operand types ('", ": error: " },
	};
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (strstr(error->line, forms[i].error) && strstr(line, forms[i].line))
			return true;
	return false;
}

void aw_refusals_finish(struct aw_refusals *refusals)
{
	aw_vec_finish(refusals);
	aw_map_finish(&refusals->copies);
}

bool aw_refusals_read(struct aw_refusals *refusals, const char *messages, size_t host_messages, bool device_good)
{
	const char *text = messages;
	size_t before = refusals->count;
	bool constructors = false;
	unsigned kind = KINDS; // of the message that notes of macros belong to
	struct error error = { "" };
	struct source source;
	const char *line, *message;
	read_source(refusals->source, &source);
	while ((line = aw_diagnostics_next_line(&messages))) {
		bool is_note = (message = strstr(line, ": note: "));
		if (is_note && aw_starts_with(message, ": note: expanded from macro")) {
			if (kind < KINDS)
				add_place(refusals, &source, line, message,
				          (struct aw_refusal){ .kind = kind, .round = refusals->rounds, .in_macro = true });
			continue;
		}
		bool of_host = (size_t)(messages - text) > host_messages;
		if (strstr(line, ": error: ") || strstr(line, ": fatal error: ")) {
			error = (struct error){ line, .device_call = !of_host && aw_diagnostics_is_device_call(line, messages) };
			look_at_place(refusals, &source, line, &error);
		}
		error.instance |= is_note && aw_starts_with(message, ": note: in instantiation of ");
		constructors |= may_lack_constructor(&error, line);
		error.alone = of_host && device_good;
		unsigned next = kind_of(&error, line, &message);
		kind = next < KINDS || is_note || error.line == line ? next : kind;
		if (next == KINDS)
			continue;
		bool of_error = kinds[kind].mend == aw_object_constants_replace; // stands where it is used
		const char *place = of_error ? error.line : line, *end = of_error ? strstr(error.line, ": error: ") : message;
		add_place(refusals, &source, place, end, (struct aw_refusal){ .kind = kind, .round = refusals->rounds });
	}
	free(source.text);
	constructors &= !refusals->constructors;
	if (!constructors && refusals->count == before)
		return false;
	refusals->rounds++;
	if (constructors)
		refusals->constructors = refusals->rounds;
	return true;
}

bool aw_refusals_are_fewer(const struct aw_refusals *refusals)
{
	if (refusals->constructors == refusals->rounds)
		return true;
	for (size_t i = 0; i < refusals->count; i++)
		if (refusals->items[i].round + 1 == refusals->rounds && refusals->items[i].mended)
			return true;
	return false;
}

static int compare(const void *a, const void *b)
{
	const struct aw_refusal *first = a, *second = b;
	if (first->line != second->line)
		return first->line < second->line ? -1 : 1;
	return first->column < second->column ? -1 : first->column > second->column;
}

static bool mend_places(struct aw_refusals *refusals, unsigned round, const char *path, const struct aw_scan *scan, struct aw_str *out)
{
	const char *file = aw_text_real_path(path);
	size_t done = 0;
	qsort(refusals->items, refusals->count, sizeof(*refusals->items), compare);
	for (size_t i = 0; i < refusals->count; i++) {
		struct aw_refusal *place = &refusals->items[i];
		if (place->round == round && !strcmp(place->file, file))
			place->mended |= kinds[place->kind].mend(scan, aw_device_bodies_place(scan, place->line, place->column), place->in_macro, &done, out);
	}
	return aw_scan_rest(scan, done, out);
}

bool aw_refusals_mend(struct aw_refusals *refusals, unsigned round, const char *path, const char *text, size_t size, struct aw_str *out)
{
	struct aw_str places = { 0 };
	if (round + 1 != refusals->constructors)
		return mend_places(refusals, round, path, &(struct aw_scan){ text, size }, out);
	bool mended = mend_places(refusals, round, path, &(struct aw_scan){ text, size }, &places);
	if (!aw_device_constructors_lend(mended ? places.text : text, mended ? places.length : size, out) && mended)
		aw_str_add_bytes(out, places.text, places.length);
	aw_str_finish(&places);
	return out->length > 0;
}
