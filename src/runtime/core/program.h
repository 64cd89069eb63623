// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules that a program loads itself, by the driver interface.
#ifndef AW_RUNTIME_CORE_PROGRAM_H
#define AW_RUNTIME_CORE_PROGRAM_H

#include "../jit.h"
#include "context.h"
#include "handle.h"
#include "module.h"

struct CUmod_st {
	struct aw_handle handle;
	struct aw_context *context;
	struct aw_module *module;
	char *fatbin;   // the program's image, as a fat binary of our own
	char *compiled; // what the compiler made of its bitcode, or NULL
	pthread_mutex_t lock;
	AW_VEC(struct CUfunc_st *) functions; // those that were asked for
	AW_VEC(void *) variables;             // addresses in the table of ranges
};

// Loads IMAGE on the current device: a fat binary, bare or in the wrapper of an object file, or a CPU
// image (what awcc -cubin makes).  SIZE 0: as large as it says itself.
// Errors: AW_INVALID_KERNEL_IMAGE, AW_NO_KERNEL_IMAGE (PTX text needs an NVIDIA GPU).
aw_status aw_core_program_load(const void *image, size_t size, struct CUmod_st **program);
aw_status aw_core_program_load_file(const char *path, struct CUmod_st **program);
aw_status aw_core_program_unload(struct CUmod_st *program);

// Links INPUTS to one image that can be loaded, added to LINKED.  Errors: what the linker says (aw_jit_link()).
aw_status aw_core_program_link(const struct aw_jit_input *inputs, size_t count, struct aw_str *linked);

// A kernel or variable by mangled name; AW_SYMBOL_NOT_FOUND, AW_INVALID_HANDLE.
aw_status aw_core_program_function(struct CUmod_st *program, const char *name, struct CUfunc_st **function);
aw_status aw_core_program_variable(struct CUmod_st *program, const char *name, void **address, size_t *size);

// How many kernels there are, and the name of kernel INDEX.  AW_INVALID_HANDLE.
aw_status aw_core_program_count(struct CUmod_st *program, unsigned *count);
aw_status aw_core_program_kernel_name(struct CUmod_st *program, unsigned index, const char **name);

// A kernel by a handle of its own, which a launch takes in a function's place (CUDA Driver API, "Library Management").
aw_status aw_core_program_kernel(struct CUmod_st *program, const char *name, struct CUkern_st **kernel);
// The function of KERNEL when it is such a handle, else NULL; and its program.
struct CUfunc_st *aw_core_program_kernel_function(const void *kernel);
struct CUmod_st *aw_core_program_kernel_owner(const struct CUkern_st *kernel);

// The program that FUNCTION came from; NULL for a kernel of the executable.
struct CUmod_st *aw_core_program_of(const struct CUfunc_st *function);

// Unloads all programs of CONTEXT.
void aw_core_program_drop_all(struct aw_context *context);

#endif
