// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device compiler: nvptx64 bitcode in, fat binary or PTX out.  It is one shared library,
// libanywarp-compiler.so, which awcc and the runtime's jit.c open when they first need it; nothing
// else of the project links LLVM.
#ifndef AW_COMPILER_COMPILER_H
#define AW_COMPILER_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/status.h"
#include "../base/str.h"

// The annotation that functions of the device have, declared ones, too, where they must be known from the host's (__device__ in
// crt/host_defines.h).
#define AW_DEVICE_MARK "anywarp.device"

// One device module as clang emits it (before optimisation), or a fat binary that holds one.
struct aw_compiler_input {
	const char *name; // for messages
	const void *data;
	size_t size;
	bool host_functions; // bitcode that has functions and variables of the host as well: host_functions.h
	bool marked;         // and marks the device's functions, which other modules may share with it
	bool lazy;           // a library: only what the inputs before it lack is taken
};

enum aw_compiler_output {
	AW_COMPILER_FATBIN,      // executable fat binary: images, PTX, bitcode for the targets asked for
	AW_COMPILER_RELOCATABLE, // fat binary with bitcode only, for a later device link
	AW_COMPILER_PTX,         // PTX text for ptx_targets[0]
	AW_COMPILER_CPU_IMAGE,   // the ELF image for cpu_targets[0] alone
	AW_COMPILER_LLVM_TEXT,   // the module as LLVM assembly after the passes of the first target
};

// A message for the user.  SEVERITY 0 note, 1 warning, 2 error.  FILE and LINE may be NULL and 0.
typedef void (*aw_compiler_message)(void *user, int severity, const char *file, unsigned line,
                                    const char *text);

struct aw_compiler_request {
	const struct aw_compiler_input *inputs;
	size_t input_count; // more than one: device link
	enum aw_compiler_output output;
	const char *const *cpu_targets; // "x86-64-v3", "x86-64-v3+watch" (AW_CPU_WATCHED), …; NULL-ended; NULL: the default list
	// "sm_80", "compute_90", …; NULL-ended; NULL: none.  PTX that can't be made for a fat binary with other
	// contents is left out, with a warning.
	const char *const *ptx_targets;
	unsigned architecture;          // __CUDA_ARCH__ of the inputs that are no fat binaries; 0: not known
	const char *library_path;       // directory of devlib bitcode; NULL: beside the compiler library
	const char *libdevice;          // NVIDIA's libdevice.10.bc, whose math functions PTX gets; NULL: our own
	int opt_level;                  // 0..3
	unsigned max_registers;         // -maxrregcount: of a thread on a GPU, where no bounds are given; 0: the driver decides
	bool debug;                     // -G: keep all debug information, fiber strategy only
	bool line_info;                 // -lineinfo or -g: keep line tables in the image
	bool breakpoints;               // -g: a debugger's breakpoint in a loop hits in every turn: no copies of loops
	bool fast_math;                 // --use_fast_math
	bool contract;                  // -fmad=true, also for NVVM IR
	bool flush_denormals;           // -ftz=true, for NVVM IR, which doesn't say it itself as clang's modules do
	bool named_statics;             // programs find static variables by their names in the source: there is no host half
	bool relocatable;               // of PTX: other modules may define what this one lacks and use what it defines
	bool keep_bitcode;              // put the bitcode into the fat binary too
	bool report;                    // -Xanywarp --report: a message per kernel and strategy
	bool resource_usage;            // --resource-usage, -Xptxas -v: ptxas-like lines
	const char *keep_prefix;        // --keep: intermediate files are kept under this path prefix; NULL: not
	aw_compiler_message message;
	void *message_user;
};

// Compiles REQUEST and appends the result to OUTPUT.
// Errors: AW_INVALID_SOURCE when the program can't be compiled (told by messages),
// AW_INVALID_PTX when an input is damaged, AW_NO_MEMORY, AW_FILE_NOT_FOUND when a part of the
// installation is missing.  OUTPUT is as it was on error.
aw_status aw_compiler_run(const struct aw_compiler_request *request, struct aw_str *output);

// "Anywarp 0.1 (LLVM 19.1.7)".
const char *aw_compiler_version(void);

// The CPU level of this machine that images can be chosen for: "x86-64-v4", "x86-64-v3",
// "x86-64-v2", "aarch64".
const char *aw_compiler_host_target(void);

#define AW_COMPILER_LIBRARY "libanywarp-compiler.so"

#endif
