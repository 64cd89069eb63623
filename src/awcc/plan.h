// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a command line comes down to: for each source file up to two passes of the front end and a run
// of the device compiler, then perhaps a device link, and a last command.  A plan is made without
// writing a file, so that --dryrun can print it.
#ifndef AW_AWCC_PLAN_H
#define AW_AWCC_PLAN_H

#include <stdbool.h>

#include "../compiler/compiler.h"
#include "flags.h"

enum aw_input_kind {
	AW_INPUT_CUDA,
	AW_INPUT_C,
	AW_INPUT_CXX,
	AW_INPUT_OTHER,   // preprocessed or assembler source: the host compiler knows by the suffix
	AW_INPUT_BITCODE, // device modules, these three
	AW_INPUT_FATBIN,
	AW_INPUT_PTX,
	AW_INPUT_OBJECT,
	AW_INPUT_ARCHIVE,
	AW_INPUT_SHARED,
	AW_INPUT_UNKNOWN,
};

enum aw_phase {
	AW_PHASE_LINK,
	AW_PHASE_RUN, // nothing is made: --run with a program for its only input
	AW_PHASE_DEPENDENCIES,
	AW_PHASE_PREPROCESS,
	AW_PHASE_PTX,
	AW_PHASE_CUBIN,
	AW_PHASE_FATBIN,
	AW_PHASE_LTOIR,
	AW_PHASE_SYNTAX,
	AW_PHASE_DEVICE_LINK,
	AW_PHASE_COMPILE,
	AW_PHASE_CUDA, // .cu.cpp.ii
	AW_PHASE_LIB,
};

// One source file.  Steps that do not take part are empty or NULL.
struct aw_unit {
	const char *input;
	const char *overlay;    // for sources that clang doesn't read as they are (source_overlay.h), or NULL
	struct aw_words device; // front end of the device half, making `bitcode`
	const char *bitcode;
	const char *device_file; // what the device compiler makes of the bitcode
	enum aw_compiler_output device_output;
	struct aw_words host; // host half, or the only pass; it reads device_file when both halves are made
	const char *assembly; // of -cuda: what the host half writes, to be wrapped into OUTPUT; else NULL
	const char *output;   // what is left in the end; NULL: standard output
};

struct aw_plan {
	enum aw_phase phase;
	struct aw_flags_source source;
	struct aw_arch arch;
	AW_VEC(struct aw_unit) units;
	struct aw_words objects; // what the last command takes: inputs and outputs of units, in order
	bool makes_relocatable;  // some unit does
	const char *output;      // of the last command, or the program to run
	const char *link_file;   // path of the device link's fat binary, without its suffix
	const char *work;        // directory of intermediate files
	struct aw_words cpu_targets; // of -Xanywarp --cpu-arch
	struct aw_words linked;      // of -Xanywarp --link and --link-needed: modules that device modules are linked with
	size_t linked_whole;         // so many of these are taken whole, of the others what is needed
	bool report, without_ptx;
};

// Makes the plan.  WORK is the directory for intermediate files.  False when the command line asks
// for something that can't be; the user has been told.
bool aw_plan_make(struct aw_plan *plan, const struct aw_options *options, const struct aw_paths *paths,
                  const char *work);
void aw_plan_finish(struct aw_plan *plan);

// The last command of a plan: link or archive.  DEVICE_OBJECT is the device link's, or NULL.
void aw_plan_last_command(const struct aw_plan *plan, const char *device_object, struct aw_words *command);
// Compiles the C file that registers a device link.
void aw_plan_register_command(const struct aw_plan *plan, const char *source_file, const char *object,
                              struct aw_words *command);
// The program that --run starts, and its arguments.
void aw_plan_run_command(const struct aw_plan *plan, struct aw_words *command);
// The in-process run of the device compiler as a command line of this program that does the same.
void aw_plan_device_command(const struct aw_plan *plan, const struct aw_words *inputs,
                            enum aw_compiler_output output, const char *file, struct aw_words *command);

enum aw_input_kind aw_plan_kind_of(const char *path);

#endif
