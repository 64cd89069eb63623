// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// awcc, also installed as nvcc: reads the command line (options.c), makes a plan of it (plan.c), and
// prints or runs the plan (run.c).
#include <stdio.h>
#include <unistd.h>

#include "options.h"
#include "plan.h"
#include "run.h"
#include "work.h"

static const char *keep_directory(const struct aw_options *options)
{
	bool keep = aw_option_given(options, AW_OPTION_KEEP) || aw_option_given(options, AW_OPTION_SAVE_TEMPS);
	return aw_option_value(options, AW_OPTION_KEEP_DIR, keep ? "." : NULL);
}

// --help and the like: true when one was asked for and answered.
static bool answer(const struct aw_options *options)
{
	bool codes = aw_option_given(options, AW_OPTION_LIST_CODE);
	bool arches = aw_option_given(options, AW_OPTION_LIST_ARCH);
	if (aw_option_given(options, AW_OPTION_HELP))
		aw_help_print();
	else if (aw_option_given(options, AW_OPTION_VERSION))
		aw_version_print();
	else if (codes || arches)
		aw_arch_print_list(codes, arches);
	else
		return false;
	return true;
}

// --clean-targets: removes what the same command line without it makes.
static int clean(const struct aw_plan *plan)
{
	for (size_t i = 0; i < plan->units.count; i++)
		if (plan->units.items[i].output)
			unlink(plan->units.items[i].output);
	if (plan->output && plan->phase != AW_PHASE_RUN)
		unlink(plan->output);
	return 0;
}

static int carry_out(const struct aw_options *options)
{
	struct aw_paths paths;
	struct aw_plan plan = { 0 };
	const char *keep = keep_directory(options);
	bool dry = aw_option_given(options, AW_OPTION_DRYRUN), cleans = aw_option_given(options, AW_OPTION_CLEAN);
	int code = 1;
	if (!aw_paths_find(&paths, !dry && !cleans))
		return 1;
	if (dry || aw_option_given(options, AW_OPTION_VERBOSE))
		aw_run_print_places(&paths);
	// The plan is tried first, so that a wrong command line leaves no trace.
	if (!aw_plan_make(&plan, options, &paths, aw_work_directory_name(keep)))
		goto finish_plan;
	if (dry || cleans) {
		code = dry ? aw_run_print(&plan) : clean(&plan);
		goto finish_plan;
	}
	aw_plan_finish(&plan);
	aw_work_start();
	const char *work = aw_work_directory(keep);
	if (work && aw_plan_make(&plan, options, &paths, work))
		code = aw_run_plan(&plan);
	aw_work_finish();
finish_plan:
	aw_plan_finish(&plan);
	return code;
}

int main(int count, char *words[])
{
	static struct aw_options options;
	int code = 1;
	if (aw_options_parse(&options, count - 1, words + 1))
		code = answer(&options) ? 0 : carry_out(&options);
	aw_options_finish(&options);
	if (fflush(stdout))
		code = code ? code : 1;
	aw_text_finish();
	return code;
}
