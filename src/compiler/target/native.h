// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code for a CPU level: an object in memory, and the shared object made of it.
#ifndef AW_COMPILER_NATIVE_H
#define AW_COMPILER_NATIVE_H

#include "../pipeline.h"
#include "elf_link.h"

// The machine that TARGET is a level of, and its name in file names.
enum aw_machine aw_native_machine(const char *target);
const char *aw_native_machine_name(const char *target);
// What LLVM calls the processor of level TARGET.
const char *aw_native_processor(const char *target);
// How many vector registers level TARGET has, and their size.
unsigned aw_native_registers(const char *target);
unsigned aw_native_register_bytes(const char *target);
// How many of them BYTES of a vector take.
unsigned aw_native_registers_of(const char *target, uint64_t bytes);
// Whether TARGET, a level or a GPU, multiplies and adds with one rounding.
bool aw_native_has_fma(const char *target);

// The machine for unit->target, and with it the triple and data layout of the module.
bool aw_native_begin(struct aw_unit *unit);

// Gives a function the attributes of the target and takes those of other targets.
void aw_retarget_function(struct aw_unit *unit, LLVMValueRef function);

// The support library as a module of its own; NULL with an error told.  *DATA, to be freed, must live as long as
// it when LAZY: its functions are read when they are used.
LLVMModuleRef aw_read_support(struct aw_unit *unit, bool lazy, char **data);

// Whether NAME is a function that keep_libcalls declares.
bool aw_is_libcall(const char *name);

// Emits the module as an object and links it to an image, appended to IMAGE.
aw_status aw_native_emit(struct aw_unit *unit, struct aw_str *image);

#endif
