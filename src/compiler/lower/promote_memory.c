// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's SROA: local variables become values, so that the passes after it see which accesses are of
// memory that other threads share.
#include "../pipeline.h"

bool aw_pass_promote_memory(struct aw_unit *unit)
{
	if (unit->request->debug)
		return false; // a debugger shows variables where they are stored
	if (!aw_llvm_run_passes(unit->module, "function(sroa)", NULL))
		unit->status = AW_UNKNOWN;
	return true;
}
