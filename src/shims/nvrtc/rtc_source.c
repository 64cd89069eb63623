// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text that awcc compiles for a program, and the names that it gave.
//
// Names are found as by other users of a compiler: behind the source stands an array of the addresses of what the expressions
// name, which makes kernels of templates, and whose initialiser in PTX has their names.
//
// NVRTC has no types of <stdint.h>, so programs declare them.  Those of 8 and 64 bits may be other types than the system's, which our
// headers know: such a program's own get names of their own.  What of libcu++ it has without an #include stands before the source.
//
// NVRTC has no standard library either, but for what the compiler itself provides, so programs define std::enable_if and its like.
// The system's headers, which ours need, are read before all files of such a program, and its std then is another namespace.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rtc.h"

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

// Whether the word at AT, of LENGTH letters, is what a typedef or a using declares.
static bool is_declared_at(const char *text, const char *at, size_t length)
{
	const char *behind = at + length + strspn(at + length, " \t"), *start = at;
	if ((at > text && is_word(at[-1])) || is_word(at[length]))
		return false;
	while (start > text && !strchr(";{}\n", start[-1]))
		start--;
	start += strspn(start, " \t");
	return (*behind == ';' && strncmp(start, "typedef", 7) == 0) || (*behind == '=' && strncmp(start, "using", 5) == 0);
}

static bool declares(const char *text, const char *name)
{
	for (const char *at = text; (at = strstr(at, name)); at++)
		if (is_declared_at(text, at, strlen(name)))
			return true;
	return false;
}

// Whether the program has no <stdint.h>, so that it declares what it uses of that, perhaps in a folder's headers.
static bool stands_in_for_types(nvrtcProgram program)
{
	for (int i = 0; i < program->stand_ins.count; i++)
		if (strcmp(program->stand_ins.word[i], "cstdint") == 0 || strcmp(program->stand_ins.word[i], "stdint.h") == 0)
			return true;
	return false;
}

static bool rename_types(nvrtcProgram program, aw_shim_text *text)
{
	static const char *const names[] = { "int8_t", "int64_t", "uint64_t" };
	bool good = true;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		bool own = program->own_std && stands_in_for_types(program);
		own |= declares(program->source, names[i]);
		for (int k = 0; k < program->header_count; k++)
			own |= !aw_rtc_is_standard(program->headers[k].name) && declares(program->headers[k].text, names[i]);
		if (own)
			good &= aw_shim_text_print(text, "#define %s aw_rtc_%s\n", names[i], names[i]);
	}
	return good;
}

bool aw_rtc_own_std_print(nvrtcProgram program, aw_shim_text *text)
{
	static const char *const headers[] = { // that ours or, in vain, the program's may include behind this
		"cassert", "cfloat", "climits", "cmath", "cstddef", "cstdint", "cstdlib", "cstring", "initializer_list", "limits", "new",
		"tuple", "type_traits", "utility",
	};
	bool good = true;
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		good &= aw_shim_text_print(text, "#include <%s>\n", headers[i]);
	for (int i = 0; i < program->stand_ins.count; i++)
		good &= aw_shim_text_print(text, "#include <%s>\n", program->stand_ins.word[i]);
	return good && aw_shim_text_print(text, "namespace " AW_RTC_STD " { using std::forward; using std::initializer_list; using std::move; }\n"
	                                        "#define std " AW_RTC_STD "\n");
}

bool aw_rtc_source_print(nvrtcProgram program, aw_shim_text *text)
{
	bool good = aw_shim_text_print(text, "#include <nv/target>\n");
	if (program->all_device && !program->own_std) // whose functions would be of both sides, but not those that they override
		good &= aw_shim_text_print(text, "#include <any>\n#include <functional>\n#include <memory>\n#include <optional>\n"
		                                 "#include <stdexcept>\n#include <system_error>\n#include <variant>\n");
	if (program->all_device)
		good &= aw_shim_text_print(text, "#pragma clang force_cuda_host_device begin\n");
	good &= rename_types(program, text);
	good &= aw_shim_text_print(text, "#line 1 \"%s\"\n%s\n", program->name, program->source);
	if (program->all_device)
		good &= aw_shim_text_print(text, "#pragma clang force_cuda_host_device end\n");
	if (program->expression_count == 0)
		return good;
	good &= aw_shim_text_print(text, "extern \"C\" __device__ const void *" AW_RTC_NAMES "[] = {\n");
	for (int i = 0; i < program->expression_count; i++) {
		const char *expression = program->expressions[i].name + strspn(program->expressions[i].name, " ");
		good &= aw_shim_text_print(text, "#line 1 \"name expression %d\"\n(const void *)%s(%s),\n", i + 1,
		                          *expression == '&' ? "" : "&", expression);
	}
	return good && aw_shim_text_print(text, "};\n");
}

// An element of the array's initialiser: a name, perhaps as generic(name).
static const char *take_name(const char *at, char **name)
{
	at += strspn(at, " ,{");
	if (strncmp(at, "generic(", 8) == 0)
		at += 8;
	size_t length = strcspn(at, "),}+ ");
	free(*name);
	*name = strndup(at, length);
	at += length;
	return at + strspn(at, ")+0123456789");
}

nvrtcResult aw_rtc_names_find(nvrtcProgram program)
{
	const char *at = strstr(program->ptx.bytes, " " AW_RTC_NAMES "[");
	at = at ? strstr(at, "= {") : NULL;
	if (!at)
		return NVRTC_ERROR_INTERNAL_ERROR;
	at += 3;
	for (int i = 0; i < program->expression_count; i++)
		at = take_name(at, &program->expressions[i].text);
	return NVRTC_SUCCESS;
}
