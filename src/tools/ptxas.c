// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptxas [options] FILE...: checks PTX and compiles it, by the options of the CUDA toolkit's program of this name.  awcc does the work;
// what is written for a cubin is a fat binary of CUDA's format with PTX and code for CPUs, with -c one with bitcode, for nvlink.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/os.h"
#include "tool_compiler.h"

enum {
#define AW_TOOL_ROW(id, ...) id,
#include "ptxas.def"
#undef AW_TOOL_ROW
	ROW_COUNT
};

static const struct aw_tool_row rows[] = {
#define AW_TOOL_ROW(id, name, letter, kind, ...) { name, letter, AW_TOOL_##kind, __VA_ARGS__ },
#include "ptxas.def"
#undef AW_TOOL_ROW
};

static const struct aw_tool_syntax syntax = { "ptxas", "[options] <ptx file>,...", "assembles PTX", rows, ROW_COUNT, 255 };

#define fail(...) aw_tool_line_fail(&syntax, __VA_ARGS__)

static const struct {
	int major, minor;
} versions[] = {
#define AW_PTX_VERSION(major, minor) { major, minor },
#include "../fatbin/ptx_versions.def"
#undef AW_PTX_VERSION
};
enum { VERSION_COUNT = sizeof(versions) / sizeof(*versions), CURRENT = VERSION_COUNT - 1 };

// --- the target ---

struct target {
	const char *name;
	int number;
	bool virtual; // checking alone
};

static struct target read_target(const struct aw_tool_line *line)
{
	const char *name = aw_tool_line_value(line, GPU_NAME);
	struct target target = { .name = name ? name : "sm_52" };
	target.virtual = aw_starts_with(target.name, "compute_");
	target.number = aw_tool_compiler_arch(target.name);
	if (!target.number)
		fail("Value '%s' is not defined for option 'gpu-name'", target.name);
	return target;
}

// --- what the head of a module says ---

static _Noreturn void abort_assembly(void)
{
	fail("Ptx assembly aborted due to errors");
}

// Past white space and comments; counts lines.
static const char *skip_blanks(const char *at, unsigned *line)
{
	for (;;) {
		const char *end = at;
		if (isspace((unsigned char)*at))
			end = at + 1;
		else if (aw_starts_with(at, "//"))
			end = at + strcspn(at, "\n");
		else if (aw_starts_with(at, "/*"))
			end = strstr(at + 2, "*/") ? strstr(at + 2, "*/") + 2 : at + strlen(at);
		for (const char *c = at; c < end; c++)
			*line += *c == '\n';
		if (end == at)
			return at;
		at = end;
	}
}

static void check_version(const char *name, const char *at, unsigned line)
{
	int major = 0, minor = 0;
	bool found = aw_starts_with(at, ".version") && sscanf(at + strlen(".version"), "%d.%d", &major, &minor) == 2;
	if (!found)
		fprintf(stderr, "ptxas %s, line %u; fatal   : Missing .version directive at start of file '%s'\n", name, line, name);
	bool known = false;
	for (int i = 0; i < VERSION_COUNT; i++)
		known |= versions[i].major == major && versions[i].minor == minor;
	if (found && !known)
		fprintf(stderr, "ptxas %s, line %u; fatal   : Unsupported .version %d.%d; current version is '%d.%d'\n", name, line, major, minor,
		        versions[CURRENT].major, versions[CURRENT].minor);
	if (!known)
		abort_assembly();
}

static void check_head(const char *name, const char *text, const struct target *target)
{
	unsigned line = 1;
	const char *at = skip_blanks(text, &line);
	check_version(name, at, line);
	const char *word = strstr(at, ".target"), *sm = word ? strstr(word, "sm_") : NULL;
	if (sm && atoi(sm + strlen("sm_")) > target->number)
		fail("SM version specified by .target is higher than default SM version assumed");
}

// --- messages ---

// "PTX line 7, add.u32: …" or "PTX line 7: …", as the translation of bodies has it: the line, and what follows; 0 for other texts.
static unsigned line_of(const char **text)
{
	char *end;
	if (!aw_starts_with(*text, "PTX line "))
		return 0;
	unsigned long line = strtoul(*text + strlen("PTX line "), &end, 10);
	if (aw_starts_with(end, ", ") || aw_starts_with(end, ": "))
		*text = end + 2;
	return (unsigned)line;
}

// What isn't there is told in ptxas's words: of "add.u32: %q9 is no register known here" and "label L7 is not defined" the name.
static void print_text(const char *text)
{
	const char *colon = strstr(text, ": "), *name = colon ? colon + 2 : text;
	bool is_register = aw_ends_with(text, " is no register known here");
	bool is_label = aw_starts_with(text, "label ") && aw_ends_with(text, " is not defined");
	name += is_label ? strlen("label ") : 0;
	if (is_register || is_label)
		fprintf(stderr, "Unknown symbol '%.*s'\n", (int)strcspn(name, " "), name);
	else
		fprintf(stderr, "%s\n", text);
}

// One of awcc's lines, "file:7: error: text" or "error: text", in ptxas's form.
static void tell(const char *name, char *message, bool *failed)
{
	static const struct {
		const char *mark, *word;
		bool fails;
	} kinds[] = { { "error: ", "error   ", true }, { "warning: ", "warning ", false } };
	size_t length = strlen(name);
	char *at = message;
	unsigned line = 0;
	if (!strncmp(message, name, length) && message[length] == ':') {
		line = (unsigned)strtoul(message + length + 1, &at, 10);
		at += strspn(at, ": ");
	}
	for (int i = 0; i < 2; i++) {
		if (!aw_starts_with(at, kinds[i].mark))
			continue;
		const char *text = at + strlen(kinds[i].mark);
		unsigned inner = line_of(&text);
		line = inner ? inner : line;
		if (line)
			fprintf(stderr, "ptxas %s, line %u; %s: ", name, line, kinds[i].word);
		else
			fprintf(stderr, "ptxas %s: ", kinds[i].word);
		print_text(text);
		*failed |= kinds[i].fails;
		return;
	}
	fprintf(stderr, "%s\n", message);
}

// The input that MESSAGE begins with, or the first.
static const char *named_in(const struct aw_tool_compiler *compiler, const char *message)
{
	for (size_t i = 0; i < compiler->inputs.count; i++)
		if (aw_starts_with(message, compiler->inputs.items[i].name))
			return compiler->inputs.items[i].name;
	return compiler->inputs.items[0].name;
}

// True when there were warnings or errors among them that fail the command.
static bool tell_all(const struct aw_tool_compiler *compiler, char *messages, bool warnings_fail)
{
	bool failed = false;
	char *rest = NULL;
	for (char *message = messages ? strtok_r(messages, "\n", &rest) : NULL; message; message = strtok_r(NULL, "\n", &rest)) {
		failed |= warnings_fail && strstr(message, "warning: ");
		tell(named_in(compiler, message), message, &failed);
	}
	return failed;
}

// --- the command ---

static void add_options(struct aw_tool_compiler *compiler, const struct aw_tool_line *line, const struct target *target)
{
	const char *registers = aw_tool_line_value(line, MAXRREGCOUNT), *level = aw_tool_line_value(line, OPT_LEVEL);
	// A GPU of the family runs what is made for it; code for link-time optimisation is bitcode.
	aw_tool_compiler_add(compiler, "-arch=sm%s", strchr(target->name, '_'));
	aw_tool_compiler_add(compiler, "-fatbin");
	aw_tool_compiler_add(compiler, "-fmad=%s", aw_tool_line_bool(line, FMAD, true) ? "true" : "false");
	if (aw_tool_line_has(line, COMPILE_ONLY) || aw_starts_with(target->name, "lto_"))
		aw_tool_compiler_add(compiler, "-rdc=true");
	if (aw_tool_line_has(line, DEVICE_DEBUG))
		aw_tool_compiler_add(compiler, "-G");
	if (aw_tool_line_has(line, LINE_INFO))
		aw_tool_compiler_add(compiler, "-lineinfo");
	if (aw_tool_line_has(line, NO_WARNINGS))
		aw_tool_compiler_add(compiler, "-w");
	if (aw_tool_line_has(line, VERBOSE))
		aw_tool_compiler_add(compiler, "-Xptxas=-v");
	if (level)
		aw_tool_compiler_add(compiler, "-Xptxas=-O%s", level);
	if (registers)
		aw_tool_compiler_add(compiler, "-maxrregcount=%s", registers);
}

static void add_text(struct aw_tool_compiler *compiler, const char *name, const char *text, const struct target *target)
{
	check_head(name, text, target);
	const char *path = aw_tool_compiler_input(compiler, name, text, strlen(text), ".ptx");
	if (compiler->inputs.count > 1)
		aw_tool_compiler_add(compiler, "-Xanywarp=--link=%s", path);
	else
		aw_tool_compiler_add(compiler, "%s", path);
}

static void add_inputs(struct aw_tool_compiler *compiler, const struct aw_tool_line *line, const struct target *target)
{
	for (size_t i = 0; i < line->inputs.count; i++) {
		const char *name = line->inputs.items[i];
		char *text;
		size_t size;
		if (!aw_os_is_file(name) || aw_os_read_file(name, &text, &size) != AW_OK) {
			fprintf(stderr, "ptxas fatal   : Input file '%s' could not be opened\n", name);
			abort_assembly();
		}
		add_text(compiler, name, text, target);
		free(text);
	}
	for (size_t i = 0; i < line->given.count; i++)
		if (line->given.items[i].row == AS_STRING)
			add_text(compiler, "<ptx string>", line->given.items[i].value, target);
	if (!compiler->inputs.count)
		fail("No input files specified; use option --help for more information");
}

int main(int count, char **words)
{
	struct aw_tool_line line;
	struct aw_tool_compiler compiler;
	struct aw_str messages = { 0 };
	(void)count;
	aw_tool_line_read(&line, &syntax, words + 1);
	if (aw_tool_line_has(&line, LIST_VERSION)) {
		for (int i = 0; i < VERSION_COUNT; i++)
			printf("%d.%d\n", versions[i].major, versions[i].minor);
		return 0;
	}
	struct target target = read_target(&line);
	aw_tool_compiler_start(&compiler, &syntax);
	char *made = aw_tool_line_need(&syntax, aw_format("%s/made", compiler.folder));
	add_options(&compiler, &line, &target);
	aw_tool_compiler_add(&compiler, "-o");
	aw_tool_compiler_add(&compiler, "%s", made);
	add_inputs(&compiler, &line, &target);
	bool good = aw_tool_compiler_run(&compiler, &messages);
	bool told = tell_all(&compiler, messages.text, aw_tool_line_has(&line, WARNINGS_FAIL));
	if (!good || told)
		abort_assembly();
	const char *output = aw_tool_line_value(&line, OUTPUT);
	output = output ? output : "elf.o";
	if (!target.virtual && !aw_tool_compiler_write(&compiler, made, target.name, output))
		fail("Output file '%s' could not be opened", output);
	aw_str_finish(&messages);
	free(made);
	return 0;
}
