// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUDA file takes three steps: the front end for the device half, the device compiler, and clang
// for the host half, which embeds what the device compiler made.  clang opens that file only when it
// has parsed the whole source, so the file is a named pipe and the host half runs beside the two
// other steps; its opening the pipe also tells that all its messages about the source are out.
// With --keep the file is a real one and the steps run one after the other.
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../base/os.h"
#include "../base/vec.h"
#include "device_bodies.h"
#include "device_compiler.h"
#include "diagnostics.h"
#include "first_header.h"
#include "function_sides.h"
#include "host_destructors.h"
#include "link.h"
#include "shared_warnings.h"
#include "source_lines.h"
#include "source_overlay.h"
#include "timing.h"
#include "work.h"

struct run {
	const struct aw_plan *plan;
	const struct aw_unit *unit;
	struct aw_diagnostics diagnostics;
	struct aw_str messages; // to be shown when the unit is done
	struct aw_str reports;  // of the device compiler that found no error: lines without a place are no part of a message before them
	size_t host_messages;   // where those begin that the host half alone has; SIZE_MAX: nowhere
	bool device_good;       // the device half had no errors
	const char *device_errors, *host_errors;
	int host; // its child; 0: none
	struct aw_first_header device_first, host_first;
	bool used_headers; // the last attempt had one of these
	bool compiler_alone; // its device compiler failed, and neither front end
	bool device_alone; // its device half failed, and the host half is not known to have any of those errors
	bool late_templates; // the device half reads templates' bodies where they are instantiated
	struct aw_refusals refusals; // that were mended for this run
	bool host_functions; // the bitcode has the host's functions, too
	bool calls_host;     // it has a function whose body was deferred (device_bodies.h)
};

static void print_command(const struct aw_words *command)
{
	if (command->count)
		fprintf(stderr, "#$ %s\n", aw_words_quoted(command));
}

void aw_unit_print(const struct aw_plan *plan, const struct aw_unit *unit)
{
	print_command(&unit->device);
	if (unit->device_file) {
		struct aw_words inputs = { 0 }, command = { 0 };
		aw_words_add(&inputs, unit->bitcode);
		aw_plan_device_command(plan, &inputs, unit->device_output, unit->device_file, &command);
		print_command(&command);
		aw_words_finish(&inputs);
		aw_words_finish(&command);
	}
	print_command(&unit->host);
}

// --- steps ---

static void add_messages_of(struct run *run, const char *file)
{
	char *text;
	size_t size;
	if (aw_os_is_file(file) && aw_os_read_file(file, &text, &size) == AW_OK) {
		aw_diagnostics_add(&run->diagnostics, text, &run->messages);
		free(text);
	}
}

static void add_host_messages(struct run *run, int device_code)
{
	run->host_messages = run->messages.length;
	run->device_good = !device_code;
	add_messages_of(run, run->host_errors);
}

static int run_device(struct run *run, const struct aw_words *command)
{
	int code = 1, child;
	uint64_t start = aw_os_now();
	if (aw_work_spawn(command, run->device_errors, &child) == AW_OK)
		aw_work_wait(child, &code);
	aw_timing_add(run->unit->input, "device front end", start);
	return code;
}

// Runs the device half's front end on the host's functions, too (src/compiler/host_functions.h).  Modules for a device link would all
// have them, so there the device's are marked.
static int run_with_host(struct run *run)
{
	struct aw_words command = { 0 };
	struct aw_first_header first = { .original = &command };
	aw_words_add_all(&command, &run->unit->device);
	aw_words_add_list(&command, "-Xclang", "--hipstdpar", NULL);
	if (run->plan->source.rdc)
		aw_words_add(&command, "-D__ANYWARP_MARK_DEVICE=\"" AW_DEVICE_MARK "\"");
	if (run->device_first.command.count)
		aw_first_header_begin(&first, &command, run->unit->input, run->plan->source.paths->include,
		                      aw_text("%s.with_host", run->device_errors));
	int code = run_device(run, aw_first_header_command(&first));
	aw_first_header_end(&first);
	aw_words_finish(&command);
	return code;
}

// Where all that is wrong are calls of host functions from functions for both sides, they become warnings, as nvcc has it.
static int run_front_end(struct run *run)
{
	char *text = NULL, *softer = NULL;
	size_t size;
	int code = run_device(run, aw_first_header_command(&run->device_first));
	bool relaxed = aw_option_given(run->plan->source.options, AW_OPTION_RELAXED_CONSTEXPR);
	bool readable = code && aw_os_read_file(run->device_errors, &text, &size) == AW_OK;
	if (readable && aw_diagnostics_are_host_calls(text, relaxed) && (softer = aw_diagnostics_soften(text))) {
		if (!aw_option_given(run->plan->source.options, AW_OPTION_NO_WARNINGS))
			aw_diagnostics_add(&run->diagnostics, softer, &run->messages);
		code = run_with_host(run);
		run->host_functions = true;
	}
	free(text);
	free(softer);
	add_messages_of(run, run->device_errors);
	return code;
}

// Whether MODULE names what stands for a body that calls the host: the table of names is in bitcode as it is.
static bool has_deferred(const struct aw_compiler_input *module)
{
	return memmem(module->data, module->size, AW_DEVICE_BODY_DEFERRED, strlen(AW_DEVICE_BODY_DEFERRED)) != NULL;
}

// A unit's module and what is linked with it: files that -Xanywarp names, of which those of objects and archives are in OBJECTS.
struct modules {
	AW_VEC(struct aw_compiler_input) inputs;
	AW_VEC(char *) contents;
	struct aw_link objects;
};

static void add_module(struct modules *modules, struct aw_compiler_input input)
{
	if (!aw_vec_push(&modules->inputs, input))
		aw_text_no_memory();
}

// Adds the file INPUT is named after; false where it can't be read.
static bool read_module(struct modules *modules, const char *file, struct aw_compiler_input input)
{
	char *data;
	if (aw_os_read_file(file, &data, &input.size) != AW_OK)
		return false;
	if (!aw_vec_push(&modules->contents, data))
		aw_text_no_memory();
	input.data = data;
	input.size += aw_plan_kind_of(file) == AW_INPUT_PTX; // text with its end
	add_module(modules, input);
	return true;
}

static bool is_object(const char *file, bool archive)
{
	enum aw_input_kind kind = aw_plan_kind_of(file);
	return kind == AW_INPUT_ARCHIVE || (!archive && kind == AW_INPUT_OBJECT);
}

// The members of archives are taken where they are needed, and so come last.
static void add_objects(struct run *run, struct modules *modules)
{
	const struct aw_words *linked = &run->plan->linked;
	for (int archives = 0; archives <= 1; archives++) {
		size_t first = modules->objects.modules.count;
		for (size_t i = 0; i < linked->count; i++)
			if (is_object(linked->items[i], true) == archives)
				aw_link_probe(&modules->objects, linked->items[i]);
		for (size_t i = first; i < modules->objects.modules.count; i++) {
			modules->objects.modules.items[i].lazy = archives;
			add_module(modules, modules->objects.modules.items[i]);
		}
	}
}

// False when a file can't be read, and told, or the unit's module calls the host.
static bool read_modules(struct run *run, struct modules *modules)
{
	const struct aw_words *linked = &run->plan->linked;
	struct aw_compiler_input own = { .name = run->unit->input, .host_functions = run->host_functions };
	own.marked = run->host_functions && run->plan->source.rdc;
	if (!read_module(modules, run->unit->bitcode, own))
		return false;
	for (size_t i = 0; i < linked->count; i++) {
		struct aw_compiler_input input = { .name = linked->items[i], .lazy = i >= run->plan->linked_whole };
		if (is_object(input.name, false) ? aw_os_is_file(input.name) : read_module(modules, input.name, input))
			continue;
		aw_fatal("Could not open input file '%s'", input.name);
		return false;
	}
	add_objects(run, modules);
	run->calls_host = has_deferred(&modules->inputs.items[0]);
	return !run->calls_host;
}

static int compile_device(struct run *run, struct aw_str *result)
{
	const struct aw_unit *unit = run->unit;
	struct modules modules = { 0 };
	struct aw_str messages = { 0 };
	uint64_t start = aw_os_now();
	bool good = read_modules(run, &modules) && aw_device_compile(run->plan, modules.inputs.items, modules.inputs.count,
	                                                             unit->device_output, result, &messages) == AW_OK;
	for (size_t i = 0; i < modules.contents.count; i++)
		free(modules.contents.items[i]);
	aw_vec_finish(&modules.contents);
	aw_vec_finish(&modules.inputs);
	aw_link_finish(&modules.objects);
	aw_timing_add(unit->input, "device compiler", start);
	if (messages.text)
		aw_diagnostics_add(&run->diagnostics, messages.text, good ? &run->reports : &run->messages);
	aw_str_finish(&messages);
	run->compiler_alone = !good;
	return good ? 0 : 1;
}

static int write_result(const char *file, const struct aw_str *result)
{
	if (!strcmp(file, "-"))
		return fwrite(result->text, 1, result->length, stdout) == result->length && !fflush(stdout) ? 0 : 1;
	if (aw_os_write_file(file, result->text, result->length) == AW_OK)
		return 0;
	aw_fatal("Could not open output file '%s'", file);
	return 1;
}

// Waits until the host half has opened the pipe (true) or has ended (false, with its exit code).
static bool wait_for_reader(struct run *run, int *pipe, int *code)
{
	const struct timespec pause = { .tv_nsec = 500000 };
	for (;;) {
		*pipe = open(run->unit->device_file, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
		if (*pipe >= 0)
			return true;
		if (aw_work_poll(run->host, code))
			return false;
		nanosleep(&pause, NULL); // there is no event for a pipe being opened
	}
}

static void write_pipe(int pipe, const struct aw_str *result)
{
	fcntl(pipe, F_SETFL, fcntl(pipe, F_GETFL) & ~O_NONBLOCK);
	for (size_t done = 0; done < result->length;) {
		ssize_t put = write(pipe, result->text + done, result->length - done);
		if (put < 0 && errno != EINTR)
			break; // the reader has ended and will be asked why
		done += put > 0 ? (size_t)put : 0;
	}
	close(pipe);
}

// Whether the host half has an error of the device half's, or stopped before it could have.
static bool halves_share_errors(const struct run *run)
{
	char *device = NULL, *host = NULL;
	size_t size;
	bool share = aw_os_read_file(run->device_errors, &device, &size) != AW_OK || aw_os_read_file(run->host_errors, &host, &size) != AW_OK ||
	             strstr(host, ": fatal error: ") || strstr(host, "fatal error: too many errors emitted");
	const char *rest = device;
	for (const char *line; !share && (line = aw_diagnostics_next_line(&rest));)
		share = strstr(line, ": error: ") && strstr(host, line);
	free(device);
	free(host);
	return share;
}

// Gives the host half its file and waits for its end, or stops it once its messages are out when
// there is none to give.
static int finish_host(struct run *run, int device_code, const struct aw_str *result)
{
	int pipe, code = 0;
	bool reading = wait_for_reader(run, &pipe, &code);
	run->compiler_alone &= reading || !code; // it reads nothing where it has no kernels
	if (reading && device_code) {
		aw_work_stop(run->host);
		close(pipe);
		code = device_code;
	} else if (reading) {
		write_pipe(pipe, result);
		aw_work_wait(run->host, &code);
	}
	run->device_alone = device_code && (reading || !halves_share_errors(run));
	add_host_messages(run, device_code);
	return device_code ? device_code : code;
}

static int run_host_alone(struct run *run)
{
	int code = 1;
	uint64_t start = aw_os_now();
	if (aw_work_spawn(aw_first_header_command(&run->host_first), run->host_errors, &run->host) == AW_OK)
		aw_work_wait(run->host, &code);
	aw_timing_add(run->unit->input, "host compiler", start);
	add_host_messages(run, run->late_templates); // these may have been the device half's, too
	return code;
}

// The host half's assembly as a C++ file that any compiler makes the same object of: one statement.
static int wrap_assembly(const struct aw_unit *unit)
{
	struct aw_str file = { 0 };
	char *text;
	size_t size;
	if (aw_os_read_file(unit->assembly, &text, &size) != AW_OK)
		return 1;
	aw_str_format(&file, "# 1 \"%s\"\n__asm__(R\"AwAsm(\n", unit->input);
	aw_str_add_bytes(&file, text, size);
	aw_str_add(&file, ")AwAsm\");\n");
	free(text);
	int code = file.failed ? 1 : write_result(unit->output, &file);
	aw_str_finish(&file);
	return code;
}

// --- ways through the steps ---

static int run_side_by_side(struct run *run)
{
	struct aw_str result = { 0 };
	uint64_t start = aw_os_now();
	unlink(run->unit->device_file); // of an earlier attempt
	if (mkfifo(run->unit->device_file, 0600)) {
		aw_fatal("Could not open output file '%s': %s", run->unit->device_file, strerror(errno));
		return 1;
	}
	if (aw_work_spawn(aw_first_header_command(&run->host_first), run->host_errors, &run->host) != AW_OK)
		return 1;
	int host_code = 0, code = run_front_end(run);
	bool ended = !code && aw_work_poll(run->host, &host_code); // it has refused the source, or has no kernels to register
	if (!code && !host_code) // else all the rest would be for nothing
		code = compile_device(run, &result);
	if (ended)
		add_host_messages(run, code);
	else
		code = finish_host(run, code, &result);
	code = code ? code : host_code;
	aw_timing_add(run->unit->input, "host compiler", start);
	aw_str_finish(&result);
	return code;
}

static int run_in_order(struct run *run)
{
	const struct aw_unit *unit = run->unit;
	struct aw_str result = { 0 };
	int code = unit->device.count ? run_front_end(run) : 0;
	run->device_alone = code;
	if (!code && unit->device_file)
		code = compile_device(run, &result);
	if (!code && unit->device_file)
		code = write_result(unit->device_file, &result);
	if (!code && unit->host.count)
		code = run_host_alone(run);
	aw_str_finish(&result);
	return code;
}

static bool keeps_files(const struct aw_plan *plan)
{
	const struct aw_options *options = plan->source.options;
	return aw_option_given(options, AW_OPTION_KEEP) || aw_option_given(options, AW_OPTION_KEEP_DIR) ||
	       aw_option_given(options, AW_OPTION_SAVE_TEMPS);
}

// A file of UNIT's alone, also where others keep their files in the same folder.
static const char *file_of(const struct aw_plan *plan, const struct aw_unit *unit, const char *what)
{
	return aw_text("%s/%s.%zu.%s", plan->work, aw_text_stem(unit->input), (size_t)(unit - plan->units.items), what);
}

// The headers that both halves begin with are made side by side where they aren't ready.  Kept files and the commands shown with
// them do without.
static void begin_headers(struct run *run, bool use)
{
	static const struct aw_words none = { 0 };
	const struct aw_words *commands[] = { &run->unit->device, &run->unit->host };
	struct aw_first_header *headers[] = { &run->device_first, &run->host_first };
	static const char *const names[] = { "device", "host" };
	for (size_t i = 0; i < sizeof(headers) / sizeof(*headers); i++) {
		const struct aw_words *command = use && !keeps_files(run->plan) ? commands[i] : &none;
		aw_first_header_begin(headers[i], command, run->unit->input, run->plan->source.paths->include,
		                      aw_text("%s.%s", run->device_errors, names[i]));
		headers[i]->original = commands[i];
	}
}

static void end_headers(struct run *run)
{
	run->used_headers = run->device_first.command.count || run->host_first.command.count;
	aw_first_header_end(&run->device_first);
	aw_first_header_end(&run->host_first);
}

static void forget_messages(struct run *run)
{
	aw_str_finish(&run->messages);
	aw_str_finish(&run->reports);
	aw_map_finish(&run->diagnostics.seen);
	run->messages = run->reports = (struct aw_str){ 0 };
	run->host_messages = SIZE_MAX;
	run->diagnostics = (struct aw_diagnostics)AW_DIAGNOSTICS;
}

static int run_steps(struct run *run)
{
	const struct aw_unit *unit = run->unit;
	bool keeps = keeps_files(run->plan), both = unit->device_file && unit->host.count;
	if (!unit->device.count && unit->host.count)
		return run_host_alone(run);
	return both && !keeps ? run_side_by_side(run) : run_in_order(run);
}

// HEADERS: with headers made beforehand, where they can be.
static int attempt(struct run *run, bool headers)
{
	const struct aw_unit *unit = run->unit;
	if (unit->overlay && aw_source_overlay_write(run->plan->source.options, unit->input, &run->refusals, unit->overlay) != AW_OK) {
		aw_fatal("Could not open output file '%s'", unit->overlay);
		return 1;
	}
	begin_headers(run, headers);
	run->compiler_alone = run->device_alone = false;
	int code = run_steps(run);
	end_headers(run);
	return code;
}

// Makes AGAIN, UNIT but for commands that read the mended sources and tell of all that is wrong with them.
static void plan_again(const struct run *run, const struct aw_unit *unit, struct aw_unit *again)
{
	*again = *unit;
	if (!unit->overlay)
		again->overlay = file_of(run->plan, unit, "overlay");
	const struct aw_words *commands[] = { &unit->device, &unit->host };
	struct aw_words *copies[] = { &again->device, &again->host };
	static const char *const host_too[] = { "__attribute__((host))", "" }, *const host_body[] = { "(void)[&] __attribute__((host))", "" };
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		*copies[i] = (struct aw_words){ 0 };
		aw_words_add_all(copies[i], commands[i]);
		if (!commands[i]->count)
			continue;
		aw_words_add_list(copies[i], "-include", "anywarp/run_time_arrays.h", "-include", "anywarp/this_class.h",
		                  "-include", "anywarp/bound_temporary.h", "-include", "anywarp/lent_lambda.h",
		                  "-include", "anywarp/host_calls.h", "-ferror-limit=0", "-Wno-error=user-defined-warnings", NULL);
		aw_words_addf(copies[i], "-D%s=%s", AW_FUNCTION_SIDES_HOST_TOO, host_too[i]);
		aw_words_addf(copies[i], "-D%s=%s", AW_HOST_DESTRUCTOR_BODY, host_body[i]);
		if (!unit->overlay)
			aw_words_add_list(copies[i], "-ivfsoverlay", again->overlay, NULL);
	}
}

// Each round mends all that the one before told of, so few are needed; what is mended without end is a mistake of ours.
enum { MOST_ROUNDS = 16 };

// Adds what was told last to TOLD, where it may have to be said again: that device code calls the host (device_bodies.h).
static void keep_told(const struct run *run, struct aw_str *told, unsigned *errors)
{
	bool calls = false;
	const char *rest = run->messages.text;
	for (const char *line; !calls && (line = aw_diagnostics_next_line(&rest));)
		calls = aw_diagnostics_is_device_call(line, rest);
	if (calls) {
		aw_str_add(told, run->messages.text);
		*errors += run->diagnostics.errors;
	}
}

// Whether templates' bodies may be what is wrong: those that are for device code alone (#ifdef __CUDA_ARCH__) and that nothing
// instantiates may name what isn't declared, as nvcc's device half doesn't read them.  Then AGAIN doesn't, either.
static bool read_templates_late(struct run *run, struct aw_unit *again)
{
	if (!run->device_alone || run->compiler_alone || run->late_templates)
		return false;
	if (run->unit != again)
		plan_again(run, run->unit, again);
	aw_words_add_list(&again->device, "-Xclang", "-fdelayed-template-parsing", NULL);
	run->unit = again;
	return run->late_templates = true;
}

// The exit code when the warnings of shared variables, of which REFUSED were told at first, are as the user wants them.
static int tell_shared(struct run *run, const char *refused, int code)
{
	unsigned errors = aw_shared_warnings_tell(run->plan->source.options, refused, &run->messages);
	run->diagnostics.errors += errors;
	if (errors && !code && run->unit->output && strcmp(run->unit->output, "-") != 0)
		unlink(run->unit->output);
	return errors ? 1 : code;
}

static bool read_refusals(struct run *run)
{
	return run->messages.text && aw_refusals_read(&run->refusals, run->messages.text, run->host_messages, run->device_good);
}

static bool headers_name(const void *user, const char *name)
{
	const struct run *run = user;
	return aw_first_header_names(&run->device_first, name) || aw_first_header_names(&run->host_first, name);
}

// Whether clang may have said something else, had it not read headers made beforehand: with these it guesses at misspelled names in
// another way.  What it finds wrong with lines of the source alone, where it looks for no names, or for one that no header has and is like
// no other, is wrong without them, too.
static bool headers_may_matter(const struct run *run)
{
	return run->used_headers && !run->compiler_alone && !aw_diagnostics_are_of(run->unit->input, run->messages.text, headers_name, run);
}

// Compiles once more as long as errors are of what could be mended (refusals.h), and returns the last exit code.  What fails and isn't
// mended is tried without headers made beforehand, where these may matter.
static int run_mended(struct run *run)
{
	const struct aw_unit *unit = run->unit;
	struct aw_unit again = { 0 };
	struct aw_str told = { 0 }, refused = { 0 };
	unsigned errors = 0;
	int code = attempt(run, true);
	while (code && unit->device.count && run->refusals.rounds < MOST_ROUNDS) {
		bool mended = read_refusals(run);
		if (!mended && !read_templates_late(run, &again) && !headers_may_matter(run))
			break;
		if (mended) {
			if (run->unit == unit)
				plan_again(run, unit, &again);
			run->unit = &again;
			keep_told(run, &told, &errors);
			aw_shared_warnings_keep(run->messages.text, &refused);
		}
		forget_messages(run);
		code = attempt(run, mended);
		if (!mended || aw_refusals_are_fewer(&run->refusals))
			continue;
		if (code && headers_may_matter(run)) {
			forget_messages(run);
			code = attempt(run, false);
		}
		break;
	}
	if (run->calls_host) {
		aw_str_finish(&run->messages);
		run->messages = told;
		told = (struct aw_str){ 0 };
		run->diagnostics.errors = errors;
	}
	if (refused.text)
		code = tell_shared(run, refused.text, code);
	aw_str_finish(&told);
	aw_str_finish(&refused);
	aw_words_finish(&again.device);
	aw_words_finish(&again.host);
	aw_refusals_finish(&run->refusals);
	run->unit = unit;
	return code;
}

static void show(const struct aw_str *messages)
{
	if (!messages->length)
		return;
	char *restored = aw_source_lines_restore(messages->text);
	fflush(stdout);
	fputs(restored ? restored : messages->text, stderr);
	free(restored);
}

int aw_unit_run(const struct aw_plan *plan, const struct aw_unit *unit)
{
	struct run run = {
		.refusals = AW_REFUSALS(unit->input),
		.plan = plan, .unit = unit, .host_messages = SIZE_MAX, .diagnostics = AW_DIAGNOSTICS,
		.device_errors = file_of(plan, unit, "device.err"),
		.host_errors = file_of(plan, unit, "host.err"),
	};
	int code = run_mended(&run);
	if (!code && unit->assembly)
		code = wrap_assembly(unit);
	if (run.reports.text)
		aw_str_add(&run.messages, run.reports.text);
	if (unit->device.count)
		aw_diagnostics_finish(&run.diagnostics, unit->input, &run.messages);
	show(&run.messages);
	unlink(run.device_errors);
	unlink(run.host_errors);
	aw_str_finish(&run.messages);
	aw_str_finish(&run.reports);
	return code;
}
