// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX text by LLVM's NVPTX back end.
#ifndef AW_COMPILER_PTX_H
#define AW_COMPILER_PTX_H

#include "../pipeline.h"

// What goes before names that LLVM must not know what they mean, until the text is written.
#define AW_PTX_HIDDEN "aw.hidden."

// The machine for unit->architecture.
bool aw_ptx_begin(struct aw_unit *unit);

// Emits the module as PTX for unit->architecture, appended to TEXT.
aw_status aw_ptx_emit(struct aw_unit *unit, struct aw_str *text);

#endif
