// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bin2c [options] FILE: prints FILE as an array in C, as the CUDA toolkit's program of this name does, by which build scripts
// put device code into a program.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "../base/vec.h"
#include "tool.h"

static const char usage[] =
    "Usage  : bin2c [options] <inputfile>\n\n"
    "--alignment <bytes>    (-a)       the array's alignment\n"
    "--const                (-c)       a constant array\n"
    "--length               (-l)       a variable beside it with its length in bytes\n"
    "--name <name>          (-n)       the array's name instead of imageBytes\n"
    "--padd <byte>,...      (-p)       bytes behind those of the file\n"
    "--section <name>       (-s)       the section of the array\n"
    "--static               (-st)      a static array\n"
    "--stdint               (-stdint)  uint64_t instead of unsigned long long\n"
    "--type <type>          (-t)       char, short, int or longlong\n"
    "--help (-h), --version (-V)\n";

static const struct element {
	const char *name, *type, *suffix;
	size_t size, per_line;
} elements[] = {
	{ "char", "unsigned char", "", 1, 16 },
	{ "short", "unsigned short", "", 2, 12 },
	{ "int", "unsigned int", "", 4, 8 },
	{ "longlong", "unsigned long long", "ULL", 8, 4 },
};

struct settings {
	const char *file, *name, *section, *alignment;
	const struct element *element;
	bool is_constant, is_static, with_length, with_stdint;
	AW_VEC(unsigned char) padding;
};

static _Noreturn void fail(const char *format, const char *what)
{
	fputs("bin2c fatal   : ", stderr);
	fprintf(stderr, format, what);
	fputc('\n', stderr);
	exit(1);
}

static void set_type(struct settings *settings, const char *name)
{
	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (!strcmp(elements[i].name, name)) {
			settings->element = &elements[i];
			return;
		}
	fail("Value '%s' is not defined for option 'type'", name);
}

static void add_padding(struct settings *settings, const char *list)
{
	while (*list) {
		char *end;
		unsigned long byte = strtoul(list, &end, 0);
		if (end == list || byte > 0xff || (*end && *end != ','))
			fail("Value '%s' is not defined for option 'padd'", list);
		if (!aw_vec_push(&settings->padding, (unsigned char)byte))
			fail("%s", "out of memory");
		list = end + (*end == ',');
	}
}

static bool read_flag(struct settings *settings, const char *word)
{
	bool *flag = aw_tool_is_word(word, "--const", "-c")         ? &settings->is_constant
	             : aw_tool_is_word(word, "--static", "-st")     ? &settings->is_static
	             : aw_tool_is_word(word, "--length", "-l")      ? &settings->with_length
	             : aw_tool_is_word(word, "--stdint", "-stdint") ? &settings->with_stdint
	                                                    : NULL;
	if (flag)
		*flag = true;
	return flag != NULL;
}

// The value of option WORD: behind its =, or the next argument.
static const char *value_of(const char *word, size_t length, char ***arguments)
{
	if (word[length] == '=')
		return word + length + 1;
	if (!*++*arguments)
		fail("Argument expected after '%s'", word);
	return **arguments;
}

static bool read_value(struct settings *settings, char ***arguments)
{
	const char *word = **arguments;
	size_t length = strcspn(word, "=");
	char name[16] = "";
	if (length < sizeof name)
		memcpy(name, word, length);
	const char **place = aw_tool_is_word(name, "--name", "-n")        ? &settings->name
	                     : aw_tool_is_word(name, "--section", "-s")   ? &settings->section
	                     : aw_tool_is_word(name, "--alignment", "-a") ? &settings->alignment
	                                                          : NULL;
	if (place)
		*place = value_of(word, length, arguments);
	else if (aw_tool_is_word(name, "--type", "-t"))
		set_type(settings, value_of(word, length, arguments));
	else if (aw_tool_is_word(name, "--padd", "-p"))
		add_padding(settings, value_of(word, length, arguments));
	else
		return false;
	return true;
}

static void read_arguments(struct settings *settings, char **arguments)
{
	for (; *arguments; arguments++) {
		const char *word = *arguments;
		if (aw_tool_is_word(word, "--help", "-h") || aw_tool_is_word(word, "--version", "-V")) {
			fputs(strchr(word, 'h') ? usage : "bin2c: files as arrays in C\nCuda compilation tools, release 12.6, V12.6.85\n", stdout);
			exit(0);
		}
		if (read_flag(settings, word) || read_value(settings, &arguments))
			continue;
		if (*word == '-')
			fail("Unknown option '%s'", word);
		if (settings->file)
			fail("%s", "Only a single input file is allowed");
		settings->file = word;
	}
}

static void print_head(const struct settings *settings)
{
	bool is_uint64 = settings->with_stdint && settings->element->size == 8;
	puts("#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
	if (settings->with_stdint || settings->with_length)
		puts("#include <stdint.h>\n");
	printf("%s%s%s %s[]", settings->is_static ? "static " : "", settings->is_constant ? "const " : "",
	       is_uint64 ? "uint64_t" : settings->element->type, settings->name);
	if (settings->section)
		printf(" __attribute__((section(\"%s\")))", settings->section);
	if (settings->alignment)
		printf(" __attribute__((aligned(%s)))", settings->alignment);
	puts(" = {");
}

// COUNT bytes as numbers of the machine's byte order, the last one filled up with zeros.
static void print_elements(const struct element *element, const unsigned char *bytes, size_t count)
{
	for (size_t i = 0, on_line = 1; i < count; i += element->size, on_line++) {
		size_t size = count - i < element->size ? count - i : element->size;
		uint64_t value = 0;
		for (size_t byte = 0; byte < size; byte++)
			value |= (uint64_t)bytes[i + byte] << 8 * byte;
		bool is_last = i + element->size >= count;
		printf("0x%0*llx%s%s", (int)element->size * 2, (unsigned long long)value, element->suffix, is_last ? "\n" : ",");
		if (!is_last && on_line % element->per_line == 0)
			putchar('\n');
	}
}

// The file and the padding behind it, in new memory.
static unsigned char *read_bytes(const struct settings *settings, size_t *count)
{
	char *data = NULL;
	size_t size = 0, padding = settings->padding.count;
	if (aw_os_read_file(settings->file, &data, &size) != AW_OK)
		exit(1); // which has been told
	unsigned char *bytes = realloc(data, size + padding + 1);
	if (!bytes)
		fail("%s", "out of memory");
	if (padding)
		memcpy(bytes + size, settings->padding.items, padding);
	*count = size + padding;
	return bytes;
}

int main(int argc, char **argv)
{
	struct settings settings = { .name = "imageBytes", .element = &elements[0] };
	size_t count;
	(void)argc;
	read_arguments(&settings, argv + 1);
	if (!settings.file)
		return fputs(usage, stdout) < 0;
	unsigned char *bytes = read_bytes(&settings, &count);
	print_head(&settings);
	print_elements(settings.element, bytes, count);
	puts("};\n");
	if (settings.with_length)
		printf("uint32_t %sLength = %zu;\n\n", settings.name, count);
	puts("#ifdef __cplusplus\n}\n#endif\n");
	free(bytes);
	aw_vec_finish(&settings.padding);
	return fflush(stdout) != 0;
}
