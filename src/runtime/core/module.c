// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookup is on the way of every launch, so it takes no lock: host addresses are found in an open
// addressing table that is only ever added to.  When it grows, a larger copy is published and the old
// one is kept until the end, because a reader may still be in it.  Unregistering clears the value
// and keeps the key.
#include "module.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/str.h"
#include "../../base/vec.h"
#include "../../fatbin/nvfat.h"
#include "../jit.h"
#include "program.h"
#include "range.h"
#include "stream.h"

// How long dlclose and exit wait for kernels of the binary that goes.
#define UNREGISTER_PATIENCE 500000000u // nanoseconds

struct aw_binary {
	const struct aw_fatbin_header *fatbin;
	char *converted; // where that lies when the program's is of CUDA's format, or NULL
	char *compiled[AW_DEVICE_MAX]; // a fat binary made of its bitcode for a device, or NULL
	struct aw_binary *next;
	AW_VEC(struct aw_symbol *) symbols;
	struct aw_module *modules[AW_DEVICE_MAX]; // guarded by the context's lock
};

struct table_slot {
	_Atomic(const void *) host;
	_Atomic(struct aw_symbol *) symbol;
};

struct table {
	size_t mask;
	size_t used;
	struct table *older;
	struct table_slot slots[];
};

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER; // binaries and additions to the table
static struct aw_binary *binaries;
static _Atomic(struct table *) symbols;

// --- the table ---

static size_t home_of(const struct table *table, const void *host)
{
	return (size_t)(((uint64_t)(uintptr_t)host * 0x9e3779b97f4a7c15u) >> 32) & table->mask;
}

// The slot of HOST, or the free one where it would go.
static struct table_slot *slot_of(struct table *table, const void *host)
{
	size_t at = home_of(table, host);
	assert(host && table->used <= table->mask && "an empty slot ends the search");
	for (;; at = (at + 1) & table->mask) {
		const void *key = atomic_load_explicit(&table->slots[at].host, memory_order_acquire);
		if (key == host || !key)
			return &table->slots[at];
	}
}

struct aw_symbol *aw_core_module_symbol(const void *host)
{
	struct table *table = atomic_load_explicit(&symbols, memory_order_acquire);
	if (!table || !host)
		return NULL;
	return atomic_load_explicit(&slot_of(table, host)->symbol, memory_order_acquire);
}

const void *aw_core_module_stub(const struct CUfunc_st *kernel)
{
	struct table *table = atomic_load_explicit(&symbols, memory_order_acquire);
	for (size_t i = 0; table && i <= table->mask; i++) {
		const struct aw_symbol *symbol = table->slots[i].symbol;
		const struct aw_instance *known = symbol ? symbol->instances[kernel->context->ordinal] : NULL;
		if (known && symbol->is_kernel && &known->kernel == kernel)
			return symbol->host;
	}
	return NULL;
}

static bool grow_table(void)
{
	struct table *old = symbols;
	size_t capacity = old ? (old->mask + 1) * 2 : 256;
	struct table *larger = calloc(1, sizeof(*larger) + capacity * sizeof(struct table_slot));
	if (!larger)
		return false;
	larger->mask = capacity - 1;
	larger->older = old;
	for (size_t i = 0; old && i <= old->mask; i++) {
		struct aw_symbol *symbol = old->slots[i].symbol;
		if (!symbol)
			continue;
		struct table_slot *slot = slot_of(larger, old->slots[i].host);
		slot->symbol = symbol;
		slot->host = old->slots[i].host;
		larger->used++;
	}
	atomic_store_explicit(&symbols, larger, memory_order_release);
	return true;
}

// Has KEY lead to SYMBOL; returns what it led to.
static struct aw_symbol *put(const void *key, struct aw_symbol *symbol)
{
	struct table *table = symbols;
	struct table_slot *slot = slot_of(table, key);
	struct aw_symbol *before = slot->symbol;
	if (!slot->host)
		table->used++;
	atomic_store_explicit(&slot->symbol, symbol, memory_order_release);
	atomic_store_explicit(&slot->host, key, memory_order_release);
	return before;
}

// A kernel's symbol is its handle (cudaGetKernel), too, which may stand wherever its stub does.
static bool add_to_table(struct aw_symbol *symbol)
{
	struct table *table = symbols;
	if ((!table || (table->used + 2) * 4 > (table->mask + 1) * 3) && !grow_table())
		return false;
	symbol->shadowed = put(symbol->host, symbol); // templates are registered by every file that uses them
	if (symbol->is_kernel)
		put(symbol, symbol);
	return true;
}

static void remove_from_table(struct aw_symbol *symbol)
{
	struct table_slot *slot = slot_of(symbols, symbol->host);
	struct aw_symbol *top = slot->symbol;
	if (symbol->is_kernel)
		put(symbol, NULL);
	if (top == symbol) {
		atomic_store_explicit(&slot->symbol, symbol->shadowed, memory_order_release);
		return;
	}
	while (top && top->shadowed != symbol)
		top = top->shadowed;
	if (top)
		top->shadowed = symbol->shadowed;
}

// --- registration ---

// The fat binary at DATA in our own format; *CONVERTED is where it lies when it was of CUDA's.
static aw_status open_fatbin(const void *data, char **converted, const struct aw_fatbin_header **fatbin)
{
	struct aw_str text = { 0 };
	if (!aw_nvfat_size(data, 0))
		return aw_fatbin_open(data, 0, fatbin);
	aw_status status = aw_nvfat_convert(data, 0, &text);
	if (status != AW_OK)
		aw_str_finish(&text);
	else if (!(*converted = aw_str_take(&text)))
		status = AW_NO_MEMORY;
	return status == AW_OK ? aw_fatbin_open(*converted, 0, fatbin) : status;
}

aw_status aw_core_module_register(const void *data, struct aw_binary **result)
{
	const struct aw_fatbin_header *fatbin;
	char *converted = NULL;
	aw_status status = open_fatbin(data, &converted, &fatbin);
	if (status != AW_OK) {
		aw_error("core", "a program part holds a device binary that Anywarp didn't make and that has no PTX; "
		                 "compile it with awcc");
		return status;
	}
	struct aw_binary *binary = calloc(1, sizeof(*binary));
	if (!binary) {
		free(converted);
		return AW_NO_MEMORY;
	}
	binary->fatbin = fatbin;
	binary->converted = converted;
	pthread_mutex_lock(&registry);
	binary->next = binaries;
	binaries = binary;
	pthread_mutex_unlock(&registry);
	*result = binary;
	return AW_OK;
}

aw_status aw_core_module_add_symbol(struct aw_binary *binary, const void *host, const char *name,
                                    bool is_kernel, size_t size)
{
	struct aw_symbol *symbol = calloc(1, sizeof(*symbol));
	if (!symbol)
		return AW_NO_MEMORY;
	symbol->host = host;
	symbol->name = name;
	symbol->binary = binary;
	symbol->is_kernel = is_kernel;
	symbol->size = size;
	pthread_mutex_lock(&registry);
	bool added = aw_vec_push(&binary->symbols, symbol);
	if (added && !add_to_table(symbol)) {
		binary->symbols.count--;
		added = false;
	}
	pthread_mutex_unlock(&registry);
	if (!added)
		free(symbol);
	return added ? AW_OK : AW_NO_MEMORY;
}

// --- loading ---

aw_status aw_core_module_load_image(struct aw_context *context, const struct aw_fatbin_header *fatbin,
                                    char **compiled, struct aw_module **module)
{
	const struct aw_module_ops *ops = context->driver->module;
	const struct aw_fatbin_header *made;
	const char *target;
	aw_status status = ops->load(context->device, fatbin, module);
	if (status != AW_NO_KERNEL_IMAGE || (status = ops->target(context->device, &target)) != AW_OK)
		return status;
	status = *compiled ? AW_OK : aw_jit_compile(fatbin, target, compiled);
	if (status == AW_OK)
		status = aw_fatbin_open(*compiled, 0, &made);
	return status == AW_OK ? ops->load(context->device, made, module) : status;
}

// Puts VARIABLE into the table of ranges, so that copies know it.
static bool add_range(const struct aw_symbol *symbol, struct aw_context *context,
                      const struct aw_variable *variable)
{
	struct aw_range range = {
		.base = (uintptr_t)(variable->managed ? symbol->host : variable->address),
		.size = variable->size,
		.kind = variable->managed ? AW_RANGE_MANAGED_VARIABLE : AW_RANGE_VARIABLE,
		.context = variable->managed ? NULL : context,
		.preferred = cudaInvalidDeviceId,
		.prefetched = cudaInvalidDeviceId,
	};
	return !range.size || aw_core_range_overlap((void *)range.base, range.size, &range) ||
	       aw_core_range_add(&range);
}

static aw_status find_variable(struct aw_symbol *symbol, struct aw_context *context,
                               struct aw_module *module, struct aw_instance *instance)
{
	const struct aw_module_ops *ops = context->driver->module;
	aw_status status = ops->variable(module, symbol->name, &instance->variable);
	if (status != AW_OK || !instance->variable.managed)
		return status;
	status = ops->bind_managed(module, symbol->name, (void *)symbol->host, !symbol->bound);
	symbol->bound |= status == AW_OK;
	instance->variable.address = (void *)symbol->host;
	return status;
}

aw_status aw_core_module_find_kernel(struct aw_context *context, struct aw_module *module, const char *name,
                                     struct CUfunc_st *kernel)
{
	const struct aw_module_ops *ops = context->driver->module;
	assert(module);
	*kernel = (struct CUfunc_st){ .context = context, .name = name, .carveout = cudaSharedmemCarveoutDefault };
	aw_status status = ops->function(module, name, &kernel->function);
	return status == AW_OK ? ops->function_attributes(kernel->function, &kernel->attributes) : status;
}

static aw_status make_instance(struct aw_symbol *symbol, struct aw_context *context, struct aw_module *module)
{
	struct aw_instance *instance = calloc(1, sizeof(*instance));
	if (!instance)
		return AW_NO_MEMORY;
	aw_status status = symbol->is_kernel ? aw_core_module_find_kernel(context, module, symbol->name,
	                                                                  &instance->kernel)
	                                     : find_variable(symbol, context, module, instance);
	instance->kernel.architecture = symbol->is_kernel ? symbol->binary->fatbin->architecture : 0;
	if (status == AW_OK && !symbol->is_kernel && !add_range(symbol, context, &instance->variable))
		status = AW_NO_MEMORY;
	if (status != AW_OK) {
		free(instance);
		return status;
	}
	assert(!symbol->instances[context->ordinal]);
	atomic_store_explicit(&symbol->instances[context->ordinal], instance, memory_order_release);
	return AW_OK;
}

// Makes the variables of BINARY, of which CONTEXT has the module, that have been registered since the last time.
static aw_status make_variables(struct aw_binary *binary, struct aw_context *context)
{
	for (size_t i = 0; i < binary->symbols.count; i++) {
		struct aw_symbol *symbol = binary->symbols.items[i];
		if (symbol->is_kernel || symbol->instances[context->ordinal])
			continue;
		aw_status status = make_instance(symbol, context, binary->modules[context->ordinal]);
		if (status != AW_OK && status != AW_SYMBOL_NOT_FOUND) // unused ones may be gone
			return status;
	}
	return AW_OK;
}

// Loads BINARY on CONTEXT, whose lock is held, with all its variables; kernels follow when used.
static aw_status load_locked(struct aw_binary *binary, struct aw_context *context)
{
	struct aw_module **module = &binary->modules[context->ordinal];
	if (*module)
		return AW_OK;
	aw_status status = aw_core_module_load_image(context, binary->fatbin, &binary->compiled[context->ordinal], module);
	if (status != AW_OK) {
		*module = NULL;
		return status;
	}
	return make_variables(binary, context);
}

aw_status aw_core_module_instance_slow(struct aw_symbol *symbol, struct aw_context *context,
                                       struct aw_instance **instance)
{
	pthread_mutex_lock(&context->lock);
	_Atomic(struct aw_instance *) *place = &symbol->instances[context->ordinal];
	aw_status status = context->device ? load_locked(symbol->binary, context) : AW_CONTEXT_IS_DESTROYED;
	if (status == AW_OK && !*place)
		status = make_instance(symbol, context, symbol->binary->modules[context->ordinal]);
	if (status == AW_OK)
		*instance = *place;
	pthread_mutex_unlock(&context->lock);
	return status;
}

static bool has_managed(const struct aw_fatbin_header *fatbin)
{
	for (uint32_t i = 0; i < fatbin->entry_count; i++)
		if (aw_fatbin_entry_at(fatbin, i)->flags & AW_FATBIN_ENTRY_MANAGED)
			return true;
	return false;
}

// Linked device code is one binary, with which each file registers what is its own.
void aw_core_module_complete(struct aw_binary *binary)
{
	struct aw_context *context;
	if (!has_managed(binary->fatbin) || aw_core_context_current(&context) != AW_OK)
		return;
	pthread_mutex_lock(&context->lock);
	aw_status status = load_locked(binary, context);
	if (status == AW_OK)
		status = make_variables(binary, context);
	pthread_mutex_unlock(&context->lock);
	if (status != AW_OK)
		aw_error("core", "__managed__ variables have no first values: %s", aw_status_text(status));
}

// --- lookup ---

aw_status aw_core_module_kernel(const void *host, struct CUfunc_st **kernel)
{
	struct aw_context *context;
	struct aw_instance *instance;
	aw_status status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	struct aw_symbol *symbol = aw_core_module_symbol(host);
	struct CUfunc_st *of_program = symbol ? NULL : aw_core_program_kernel_function(host);
	if (of_program) {
		*kernel = of_program;
		return AW_OK;
	}
	if (!symbol || !symbol->is_kernel)
		return AW_INVALID_DEVICE_FUNCTION;
	status = aw_core_module_instance(symbol, context, &instance);
	if (status == AW_OK)
		*kernel = &instance->kernel;
	return status == AW_SYMBOL_NOT_FOUND ? AW_INVALID_DEVICE_FUNCTION : status;
}

// Whether TEXT, as written in a program, names the variable mangled as NAME: the name itself, or
// that of a static variable (_ZL<length><name>).
static bool names_variable(const char *text, const char *name)
{
	if (strcmp(text, name) == 0)
		return true;
	if (!aw_starts_with(name, "_ZL"))
		return false;
	char *rest;
	unsigned long length = strtoul(name + 3, &rest, 10);
	return strlen(rest) == length && strcmp(rest, text) == 0;
}

// Before CUDA 5 programs named symbols by strings.
static struct aw_symbol *variable_by_name(const char *text)
{
	struct aw_symbol *found = NULL;
	pthread_mutex_lock(&registry);
	for (struct aw_binary *binary = binaries; binary && !found; binary = binary->next)
		for (size_t i = 0; i < binary->symbols.count && !found; i++)
			if (!binary->symbols.items[i]->is_kernel &&
			    names_variable(text, binary->symbols.items[i]->name))
				found = binary->symbols.items[i];
	pthread_mutex_unlock(&registry);
	return found;
}

aw_status aw_core_module_variable(const void *host, struct aw_variable *variable)
{
	struct aw_context *context;
	struct aw_instance *instance;
	aw_status status = host ? aw_core_context_current(&context) : AW_INVALID_SYMBOL;
	if (status != AW_OK)
		return status;
	struct aw_symbol *symbol = aw_core_module_symbol(host);
	if (!symbol)
		symbol = variable_by_name(host);
	if (!symbol || symbol->is_kernel)
		return AW_INVALID_SYMBOL;
	status = aw_core_module_instance(symbol, context, &instance);
	if (status == AW_OK)
		*variable = instance->variable;
	return status == AW_SYMBOL_NOT_FOUND ? AW_INVALID_SYMBOL : status;
}

// --- unloading ---

static void drop_instance(struct aw_symbol *symbol, unsigned ordinal)
{
	struct aw_range range;
	struct aw_instance *instance = symbol->instances[ordinal];
	if (!instance)
		return;
	atomic_store_explicit(&symbol->instances[ordinal], NULL, memory_order_release);
	if (!symbol->is_kernel && !instance->variable.managed)
		aw_core_range_remove(instance->variable.address, &range);
	free(instance);
}

// Unloads BINARY from CONTEXT, whose lock is held.
static void unload(struct aw_binary *binary, struct aw_context *context)
{
	struct aw_module *module = binary->modules[context->ordinal];
	for (size_t i = 0; i < binary->symbols.count; i++)
		drop_instance(binary->symbols.items[i], context->ordinal);
	binary->modules[context->ordinal] = NULL;
	if (module)
		context->driver->module->unload(module);
}

void aw_core_module_drop_all(struct aw_context *context)
{
	pthread_mutex_lock(&registry);
	for (struct aw_binary *binary = binaries; binary; binary = binary->next) {
		unload(binary, context);
		for (size_t i = 0; i < binary->symbols.count; i++)
			binary->symbols.items[i]->bound = false; // a reset gives managed variables their first values again
	}
	pthread_mutex_unlock(&registry);
}

static void free_binary(struct aw_binary *binary)
{
	for (size_t i = 0; i < binary->symbols.count; i++)
		free(binary->symbols.items[i]);
	aw_vec_finish(&binary->symbols);
	for (size_t i = 0; i < AW_DEVICE_MAX; i++)
		free(binary->compiled[i]);
	free(binary->converted);
	free(binary);
}

// Unloads BINARY from every device that is idle; false when a busy one keeps it.
static bool unload_everywhere(struct aw_binary *binary)
{
	bool all = true;
	for (int i = 0; i < AW_DEVICE_MAX; i++) {
		struct aw_context *context;
		if (!binary->modules[i] || aw_core_context_find(i, &context) != AW_OK)
			continue;
		if (!aw_core_context_idle(context, UNREGISTER_PATIENCE)) {
			all = false;
			continue;
		}
		aw_core_context_settle(context); // prints what printf left: its formats are in the image
		pthread_mutex_lock(&context->lock);
		unload(binary, context);
		pthread_mutex_unlock(&context->lock);
	}
	return all;
}

// The managed variables lie in the program part that goes.
static void forget_managed(struct aw_binary *binary)
{
	struct aw_range range;
	for (size_t i = 0; i < binary->symbols.count; i++)
		if (!binary->symbols.items[i]->is_kernel &&
		    aw_core_range_find(binary->symbols.items[i]->host, &range) &&
		    range.kind == AW_RANGE_MANAGED_VARIABLE)
			aw_core_range_remove(binary->symbols.items[i]->host, &range);
}

void aw_core_module_unregister(struct aw_binary *binary)
{
	if (aw_core_context_ended())
		return; // the end has freed it
	bool unloaded = unload_everywhere(binary);
	forget_managed(binary);
	pthread_mutex_lock(&registry);
	for (size_t i = 0; i < binary->symbols.count; i++)
		remove_from_table(binary->symbols.items[i]);
	struct aw_binary **link = &binaries;
	while (*link != binary) {
		assert(*link && "a binary that was registered");
		link = &(*link)->next;
	}
	if (unloaded)
		*link = binary->next;
	pthread_mutex_unlock(&registry);
	if (unloaded)
		free_binary(binary);
}

void aw_core_module_finish(void)
{
	while (binaries) {
		struct aw_binary *binary = binaries;
		binaries = binary->next;
		free_binary(binary);
	}
	struct table *table = atomic_exchange(&symbols, NULL);
	while (table) {
		struct table *older = table->older;
		free(table);
		table = older;
	}
}
