// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nvcc takes and clang doesn't, mended in copies of the source and of its own headers.
#ifndef AW_AWCC_SOURCE_OVERLAY_H
#define AW_AWCC_SOURCE_OVERLAY_H

#include <stdbool.h>

#include "../base/status.h"
#include "options.h"
#include "refusals.h"

// Whether SOURCE, or a file that it includes, holds something to be mended.  Says nothing of files that can't be read.
bool aw_source_overlay_needed(const struct aw_options *options, const char *source);

// Writes mended copies of those files beside OVERLAY, and OVERLAY, which makes clang (-ivfsoverlay)
// read the copies under the names of the originals, so that messages name those.  REFUSALS are mended, too, in any file.
aw_status aw_source_overlay_write(const struct aw_options *options, const char *source, struct aw_refusals *refusals,
                                  const char *overlay);

#endif
