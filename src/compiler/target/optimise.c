// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hands the module to LLVM's own optimiser.  Line tables are dropped first unless asked for: sites
// already hold what messages need, and without them everything is faster.  PTX never has more than them.
#include "../pipeline.h"

bool aw_pass_optimise(struct aw_unit *unit)
{
	static const char *const pipelines[] = {
		"always-inline,globaldce", "default<O1>", "default<O2>", "default<O2>",
	};
	if (!unit->request->debug && !unit->request->line_info)
		LLVMStripModuleDebugInfo(unit->module);
	else if (unit->architecture[0] && !aw_llvm_run_passes(unit->module, "strip-nonlinetable-debuginfo", NULL))
		unit->status = AW_UNKNOWN;
	bool unroll = !unit->request->breakpoints;
	if (!aw_llvm_run_pipeline(unit->module, pipelines[aw_unit_opt_level(unit)], unit->machine, unroll))
		unit->status = AW_UNKNOWN;
	return true;
}
