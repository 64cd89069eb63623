// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../base/os.h"
#include "device_compiler.h"
#include "link.h"
#include "timing.h"
#include "unit.h"
#include "work.h"

static bool prints_commands(const struct aw_plan *plan)
{
	return aw_option_given(plan->source.options, AW_OPTION_VERBOSE);
}

static void print_command(const struct aw_words *command)
{
	fprintf(stderr, "#$ %s\n", aw_words_quoted(command));
}

static bool runs_program(const struct aw_plan *plan)
{
	bool asked = aw_option_given(plan->source.options, AW_OPTION_RUN);
	return plan->phase == AW_PHASE_RUN || (plan->phase == AW_PHASE_LINK && asked);
}

static bool has_last_command(const struct aw_plan *plan)
{
	return plan->phase == AW_PHASE_LINK || plan->phase == AW_PHASE_LIB;
}

// Whether the inputs are to be searched for relocatable device code.
static bool links_device(const struct aw_plan *plan)
{
	const struct aw_options *options = plan->source.options;
	if (plan->phase == AW_PHASE_DEVICE_LINK)
		return true;
	return plan->phase == AW_PHASE_LINK && !aw_option_given(options, AW_OPTION_NO_DEVICE_LINK) &&
	       !aw_option_given(options, AW_OPTION_RELOCATABLE_LINK);
}

static const char *device_object(const struct aw_plan *plan)
{
	return plan->phase == AW_PHASE_DEVICE_LINK ? plan->output : aw_text("%s.o", plan->link_file);
}

static void print_place(const char *name, const char *value)
{
	struct aw_words word = { 0 };
	aw_words_add(&word, value);
	fprintf(stderr, "#$ %s=%s\n", name, aw_words_quoted(&word));
	aw_words_finish(&word);
}

void aw_run_print_places(const struct aw_paths *paths)
{
	const char *path = getenv("PATH");
	print_place("_CUDART_", "cudart");
	print_place("_HERE_", aw_text("%s/bin", paths->root));
	print_place("_THERE_", aw_text("%s/bin", paths->root));
	print_place("TOP", paths->root);
	print_place("NVVMIR_LIBRARY_DIR", aw_text("%s/nvvm/libdevice", paths->root)); // its grandparent is the toolkit's
	print_place("PATH", aw_text("%s/bin:%s", paths->root, path ? path : ""));
	print_place("INCLUDES", aw_text("-I%s", paths->include));
	print_place("LIBRARIES", aw_text("-L%s", paths->lib));
}

// --- units ---

// Units are taken by threads from a shared counter; after a failure no new one begins.
struct crew {
	const struct aw_plan *plan;
	pthread_mutex_t lock;
	size_t next;
	int code;
};

static void *work_on_units(void *user)
{
	struct crew *crew = user;
	pthread_mutex_lock(&crew->lock);
	while (!crew->code && crew->next < crew->plan->units.count) {
		const struct aw_unit *unit = &crew->plan->units.items[crew->next++];
		if (prints_commands(crew->plan))
			aw_unit_print(crew->plan, unit);
		pthread_mutex_unlock(&crew->lock);
		int code = aw_unit_run(crew->plan, unit);
		pthread_mutex_lock(&crew->lock);
		if (code && !crew->code)
			crew->code = code;
	}
	pthread_mutex_unlock(&crew->lock);
	return NULL;
}

static size_t crew_size(const struct aw_plan *plan)
{
	int wanted = aw_option_number(plan->source.options, AW_OPTION_THREADS, 1);
	size_t size = wanted ? (size_t)wanted : aw_os_cpu_count();
	if (size > 64)
		size = 64;
	return size < plan->units.count ? size : plan->units.count;
}

static int run_units(const struct aw_plan *plan)
{
	struct crew crew = { .plan = plan };
	pthread_t helpers[64];
	size_t count = 0, wanted = crew_size(plan);
	pthread_mutex_init(&crew.lock, NULL);
	while (count + 1 < wanted && pthread_create(&helpers[count], NULL, work_on_units, &crew) == 0)
		count++;
	work_on_units(&crew);
	for (size_t i = 0; i < count; i++)
		pthread_join(helpers[i], NULL);
	pthread_mutex_destroy(&crew.lock);
	return crew.code;
}

// --- after the units ---

static int run_command(const struct aw_words *command)
{
	int child, code = 1;
	if (aw_work_spawn(command, NULL, &child) == AW_OK)
		aw_work_wait(child, &code);
	return code;
}

// Links device code when there is some; *OBJECT is then the file that holds it.
static int link_device(const struct aw_plan *plan, const char **object)
{
	struct aw_link link = { 0 };
	const char *file = device_object(plan);
	int code = aw_link_collect(&link, plan) ? 0 : 1;
	if (!code && (link.modules.count || plan->phase == AW_PHASE_DEVICE_LINK)) {
		if (!link.modules.count && !link.prelinked.count)
			aw_warning("No relocatable device code in the inputs of the device link");
		if (prints_commands(plan))
			aw_link_print(&link, plan, file);
		code = aw_link_run(&link, plan, file);
		*object = file;
	}
	aw_link_finish(&link);
	return code;
}

static int run_last_command(const struct aw_plan *plan, const char *object)
{
	struct aw_words command = { 0 };
	uint64_t start = aw_os_now();
	aw_plan_last_command(plan, object, &command);
	if (plan->phase == AW_PHASE_LIB)
		unlink(plan->output); // ar would add to an older one
	if (prints_commands(plan))
		print_command(&command);
	int code = run_command(&command);
	aw_timing_add(plan->output, plan->phase == AW_PHASE_LIB ? "archive" : "link", start);
	aw_words_finish(&command);
	return code;
}

static int run_program(const struct aw_plan *plan)
{
	struct aw_words command = { 0 };
	const char *before = getenv("LD_LIBRARY_PATH");
	const char *lib = plan->source.lib;
	setenv("LD_LIBRARY_PATH", before && *before ? aw_text("%s:%s", lib, before) : lib, 1);
	aw_plan_run_command(plan, &command);
	if (prints_commands(plan))
		print_command(&command);
	int code = run_command(&command);
	aw_words_finish(&command);
	return code;
}

// What the host compiler alone reads it also misses: `nvcc .c -Xcompiler --version` asks for its version.
static bool is_host_source(const char *input)
{
	enum aw_input_kind kind = aw_plan_kind_of(input);
	return kind == AW_INPUT_C || kind == AW_INPUT_CXX;
}

static bool check_inputs(const struct aw_plan *plan)
{
	const struct aw_words *inputs = &plan->source.options->inputs;
	for (size_t i = 0; i < inputs->count; i++)
		if (!is_host_source(inputs->items[i]) && !aw_os_is_file(inputs->items[i])) {
			aw_fatal("Could not open input file '%s'", inputs->items[i]);
			return false;
		}
	return true;
}

static void prepare_compiler(const struct aw_plan *plan)
{
	bool needed = false;
	for (size_t i = 0; i < plan->units.count; i++)
		needed |= plan->units.items[i].device_file != NULL;
	if (needed)
		aw_device_prepare(plan->source.paths);
}

int aw_run_plan(const struct aw_plan *plan)
{
	const char *object = NULL;
	if (plan->phase != AW_PHASE_RUN && !check_inputs(plan))
		return 1;
	prepare_compiler(plan);
	int code = run_units(plan);
	if (!code && links_device(plan))
		code = link_device(plan, &object);
	if (!code && has_last_command(plan))
		code = run_last_command(plan, object);
	if (!code && runs_program(plan))
		code = run_program(plan);
	aw_device_finish();
	const char *time = aw_option_value(plan->source.options, AW_OPTION_TIME, NULL);
	if (time)
		aw_timing_write(time);
	return code;
}

// The device link is printed when something says there will be one: -rdc=true, or inputs that hold
// relocatable code.
int aw_run_print(const struct aw_plan *plan)
{
	struct aw_link link = { 0 };
	struct aw_words command = { 0 };
	for (size_t i = 0; i < plan->units.count; i++) {
		aw_unit_print(plan, &plan->units.items[i]);
		if (plan->source.rdc && plan->units.items[i].device_file)
			aw_words_add(&link.files, plan->units.items[i].output);
	}
	const struct aw_words *inputs = &plan->source.options->inputs;
	for (size_t i = 0; i < inputs->count; i++)
		aw_link_probe(&link, inputs->items[i]);
	bool linked = links_device(plan) && (link.files.count || plan->phase == AW_PHASE_DEVICE_LINK);
	if (linked)
		aw_link_print(&link, plan, device_object(plan));
	if (has_last_command(plan)) {
		aw_plan_last_command(plan, linked ? device_object(plan) : NULL, &command);
		print_command(&command);
	}
	aw_words_finish(&command);
	if (runs_program(plan)) {
		aw_plan_run_command(plan, &command);
		print_command(&command);
		aw_words_finish(&command);
	}
	aw_link_finish(&link);
	return 0;
}
