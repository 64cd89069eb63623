// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.h"

#include "../device/check.h"

void aw_hook_call_failed(const char *function, aw_status status, enum aw_hook_interface interface)
{
	FILE *out = aw_check_tools() & AW_CHECK_CALLS ? aw_check_begin_error() : NULL;
	if (!out)
		return;
	const struct aw_status_row *row = aw_status_find((int)status);
	const char *name = !row ? "?" : interface == AW_HOOK_DRIVER ? row->driver_name : row->runtime_name;
	fprintf(out, "========= Program hit %s (error %d) due to \"%s\" on CUDA API call to %s.\n", name, (int)status,
	        aw_status_text((int)status), function);
	if (aw_check_tools() & AW_CHECK_FRAMES) {
		struct aw_frames frames;
		aw_frames_take(&frames);
		aw_check_print_frames(out, &frames, "error");
	}
	aw_check_end(out);
}
