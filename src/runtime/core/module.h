// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fat binaries that programs register at start, the kernels and variables in them, and their
// loading on each device at first use.
#ifndef AW_RUNTIME_CORE_MODULE_H
#define AW_RUNTIME_CORE_MODULE_H

#include "context.h"

struct aw_binary;

// A kernel as one device has it.
struct CUfunc_st {
	struct aw_context *context;
	struct aw_function *function; // the back end's
	const char *name;             // mangled
	struct aw_function_attributes attributes;
	uint32_t architecture; // __CUDA_ARCH__ of its source; 0: not known
	int carveout; // cudaFuncAttributePreferredSharedMemoryCarveout
	int large_clusters; // cudaFuncAttributeNonPortableClusterSizeAllowed
	int cluster_policy; // cudaFuncAttributeClusterSchedulingPolicyPreference
};

// A symbol as one device has it: one of the two.
struct aw_instance {
	struct CUfunc_st kernel;
	struct aw_variable variable;
};

// A kernel or a variable as the host names it.
struct aw_symbol {
	const void *host;  // address of the stub or of the shadow variable
	const char *name;  // mangled, as in the image
	struct aw_binary *binary;
	bool is_kernel;
	bool bound;        // a managed variable that has its first value
	size_t size;       // variables: as registered
	struct aw_symbol *shadowed; // an older one with the same host address
	_Atomic(struct aw_instance *) instances[AW_DEVICE_MAX];
};

// --- registration ---

aw_status aw_core_module_register(const void *fatbin, struct aw_binary **binary);
aw_status aw_core_module_add_symbol(struct aw_binary *binary, const void *host, const char *name,
                                    bool is_kernel, size_t size);
// All of BINARY's symbols that one file has are known: loads it now if it has managed variables.
void aw_core_module_complete(struct aw_binary *binary);
void aw_core_module_unregister(struct aw_binary *binary);

// --- lookup ---

// The symbol whose host address is HOST; NULL when there is none.
struct aw_symbol *aw_core_module_symbol(const void *host);

// The host's address of the stub of KERNEL; NULL for a kernel of a module that a program loaded.
const void *aw_core_module_stub(const struct CUfunc_st *kernel);

// SYMBOL on CONTEXT, loaded when it isn't yet.
aw_status aw_core_module_instance_slow(struct aw_symbol *symbol, struct aw_context *context,
                                       struct aw_instance **instance);

static inline aw_status aw_core_module_instance(struct aw_symbol *symbol, struct aw_context *context,
                                                struct aw_instance **instance)
{
	*instance = atomic_load_explicit(&symbol->instances[context->ordinal], memory_order_acquire);
	return *instance ? AW_OK : aw_core_module_instance_slow(symbol, context, instance);
}

// The kernel behind a stub's address, on the current device; AW_INVALID_DEVICE_FUNCTION.
aw_status aw_core_module_kernel(const void *host, struct CUfunc_st **kernel);

// Finds kernel NAME of MODULE, which CONTEXT has loaded, with its attributes.
aw_status aw_core_module_find_kernel(struct aw_context *context, struct aw_module *module, const char *name,
                                     struct CUfunc_st *kernel);

// Loads FATBIN on CONTEXT, whose lock is held, or what the compiler makes of its bitcode when no image
// suits the device.  *COMPILED keeps that: NULL at first, to be freed after the module.
aw_status aw_core_module_load_image(struct aw_context *context, const struct aw_fatbin_header *fatbin,
                                    char **compiled, struct aw_module **module);

// The variable that HOST, the address of its shadow or its name, means on the current device;
// AW_INVALID_SYMBOL.
aw_status aw_core_module_variable(const void *host, struct aw_variable *variable);

// --- for the context ---

// Forgets what CONTEXT has loaded and unloads it.
void aw_core_module_drop_all(struct aw_context *context);
// Frees what registration made; the process ends.
void aw_core_module_finish(void);

#endif
