// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of a module's machine code: one, or of a large module several that were made side by side.
#ifndef AW_COMPILER_CODE_PARTS_H
#define AW_COMPILER_CODE_PARTS_H

#include "../pipeline.h"

enum { AW_MOST_CODE_PARTS = 8 };

struct aw_code {
	LLVMMemoryBufferRef objects[AW_MOST_CODE_PARTS];
	unsigned count;
};

// Makes machine code of UNIT's module, whose functions may be called from other objects of the same image from then on.  MAKE_MACHINE makes
// a machine for a thread.  False, and told, where that fails.
bool aw_code_make(struct aw_unit *unit, LLVMTargetMachineRef (*make_machine)(const struct aw_unit *unit), struct aw_code *code);
void aw_code_finish(struct aw_code *code);

#endif
