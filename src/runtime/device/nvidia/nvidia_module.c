// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules are PTX text, which the driver compiles for the GPU (and keeps in its own cache on disk).  Of the
// PTX in a fat binary that for the highest architecture the GPU has is taken; without any that suits, or when the
// driver doesn't understand it, the core has the program's bitcode compiled for the GPU.
//
// A __managed__ variable is the host's own, as on the CPU: code reaches it through the pointer
// AW_PTX_MANAGED_PREFIX + name (src/compiler/lower/managed_pointers.c), and the pages it lies on are made visible
// to the GPU unless that sees all of the host's memory anyway.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../base/log.h"
#include "../../../base/str.h"
#include "nvidia_device.h"

struct nvidia_module {
	struct aw_module base;
	CUmodule module;
	struct aw_map functions; // by name
	struct nvidia_entries entries;
};

static struct nvidia_module *module_of(struct aw_module *module)
{
	return (struct nvidia_module *)module;
}

CUmodule aw_nvidia_module(const struct aw_module *module)
{
	return ((const struct nvidia_module *)module)->module;
}

struct nvidia_entries *aw_nvidia_entries(const struct aw_module *module)
{
	return &((struct nvidia_module *)(uintptr_t)module)->entries;
}

static CUfunction function_of(const struct aw_function *function)
{
	return ((const struct nvidia_function *)function)->function;
}

// --- loading ---

static aw_status target(struct aw_device *device, const char **name)
{
	*name = aw_nvidia_device(device)->target;
	return AW_OK;
}

// Whether what is made for NAME runs on CAPABILITY: "compute_80" from 8.0 on; "sm_80", which stands for machine
// code, on 8.x alone; "compute_90a" and "sm_90a" on 9.0 alone.
static bool suits(const char *name, int capability, int *number)
{
	bool virtual = aw_starts_with(name, "compute_");
	if (!virtual && !aw_starts_with(name, "sm_"))
		return false;
	char *end;
	*number = (int)strtol(strchr(name, '_') + 1, &end, 10);
	if (*end)
		return *number == capability;
	return *number <= capability && (virtual || *number / 10 == capability / 10);
}

static const struct aw_fatbin_entry *choose(const struct aw_fatbin_header *fatbin, int capability)
{
	const struct aw_fatbin_entry *best = NULL;
	int best_number = -1, number;
	for (uint32_t i = 0; i < fatbin->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(fatbin, i);
		if (entry->kind != AW_FATBIN_PTX || !suits(entry->target, capability, &number) || number <= best_number)
			continue;
		best = entry;
		best_number = number;
	}
	return best;
}

// Tells each line of the driver's log.
static void tell_log(enum aw_log_level level, char *text)
{
	char *rest = NULL;
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		if (*line)
			aw_log(level, "nvidia", "%s", line);
}

// What the driver's assembler says of a module.
struct assembler_log {
	char errors[8192], notes[65536];
};

static aw_status load_assembled(struct nvidia_module *module, const char *ptx, struct nvidia_jit *jit)
{
	aw_status status = aw_nvidia_enter(module->base.device);
	if (status != AW_OK)
		return status;
	if (aw_nvidia_launches(ptx))
		return aw_nvidia_load_linked(aw_nvidia_device(module->base.device), ptx, jit, &module->module);
	return NVIDIA(module_load, &module->module, ptx, jit->count, jit->options, jit->values);
}

// USAGE: the program was compiled with -Xptxas -v, so what each kernel uses is told as ptxas tells it.  MAY_COMPILE: there is
// bitcode to make other PTX of.
static aw_status load_text(struct nvidia_module *module, const char *ptx, bool usage, bool may_compile)
{
	struct assembler_log *log = calloc(1, sizeof(*log));
	if (!log)
		return AW_NO_MEMORY;
	bool wordy = usage || aw_log_enabled(AW_LOG_INFO);
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
		                   CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_LOG_VERBOSE };
	void *values[] = { log->errors, (void *)sizeof(log->errors), log->notes, (void *)sizeof(log->notes),
		           (void *)(uintptr_t)wordy };
	struct nvidia_jit jit = { sizeof(options) / sizeof(*options), options, values, wordy };
	aw_status status = load_assembled(module, ptx, &jit);
	if (status != AW_OK)
		tell_log(status == AW_INVALID_PTX && may_compile ? AW_LOG_INFO : AW_LOG_ERROR, log->errors);
	if (usage)
		fprintf(stderr, "%s", log->notes);
	else if (wordy)
		tell_log(AW_LOG_INFO, log->notes);
	free(log);
	return status;
}

// The PTX in ENTRY; NULL: it isn't ended by a NUL, or ENTRY is NULL.
static const char *text_of(const struct aw_fatbin_header *fatbin, const struct aw_fatbin_entry *entry)
{
	const char *text = entry ? aw_fatbin_payload(fatbin, entry) : NULL;
	return text && entry->size && !text[entry->size - 1] ? text : NULL;
}

static aw_status load(struct aw_device *device, const struct aw_fatbin_header *fatbin, struct aw_module **loaded)
{
	const struct aw_fatbin_entry *entry = choose(fatbin, aw_nvidia_device(device)->capability);
	if (!entry)
		return AW_NO_KERNEL_IMAGE;
	const char *text = text_of(fatbin, entry);
	if (!text)
		return AW_INVALID_KERNEL_IMAGE;
	struct nvidia_module *module = calloc(1, sizeof(*module));
	if (!module)
		return AW_NO_MEMORY;
	module->base.device = device;
	module->functions.strings = true;
	aw_info("nvidia", "loading PTX for %s", entry->target);
	bool may_compile = aw_fatbin_find(fatbin, AW_FATBIN_BITCODE, NULL);
	aw_status status = load_text(module, text, entry->flags & AW_FATBIN_ENTRY_USAGE, may_compile);
	if (status != AW_OK) {
		free(module);
		return status == AW_INVALID_PTX && may_compile ? AW_NO_KERNEL_IMAGE : status;
	}
	aw_nvidia_entries_init(&module->entries, text, text_of(fatbin, aw_fatbin_find(fatbin, AW_FATBIN_PTX_ENTRIES, entry->target)));
	*loaded = &module->base;
	return AW_OK;
}

static void unload(struct aw_module *base)
{
	struct nvidia_module *module = module_of(base);
	bool entered = aw_nvidia_enter(base->device) == AW_OK;
	aw_nvidia_entries_finish(base);
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&module->functions, slot));) {
		free((char *)slot->key);
		free(((struct nvidia_function *)slot->value)->divided);
		free(slot->value);
	}
	aw_map_finish(&module->functions);
	if (entered)
		NVIDIA(module_unload, module->module);
	free(module);
}

// --- functions ---

static aw_status find_function(struct aw_module *base, const char *name, struct aw_function **result)
{
	struct nvidia_module *module = module_of(base);
	struct nvidia_function *found = aw_map_get(&module->functions, name);
	if (found) {
		*result = &found->base;
		return AW_OK;
	}
	CUfunction function;
	aw_status status = aw_nvidia_enter(base->device);
	if (status == AW_OK)
		status = NVIDIA(module_function, &function, module->module, name);
	if (status != AW_OK)
		return status;
	found = malloc(sizeof(*found));
	char *key = strdup(name);
	if (!found || !key || !aw_map_put(&module->functions, key, found)) {
		free(found);
		free(key);
		return AW_NO_MEMORY;
	}
	*found = (struct nvidia_function){ .base.module = base, .function = function, .name = key };
	aw_nvidia_join_init(&found->joined);
	aw_nvidia_divide_init(found);
	*result = &found->base;
	return AW_OK;
}

unsigned aw_nvidia_function_attribute(CUfunction function, CUfunction_attribute attribute)
{
	int value = 0; // an older driver doesn't know the newest ones
	return aw_nvidia.function_get(&value, attribute, function) == CUDA_SUCCESS ? (unsigned)value : 0;
}

unsigned aw_nvidia_count_parameters(CUfunction function)
{
	size_t offset, size;
	unsigned count = 0;
	while (aw_nvidia.function_parameter && aw_nvidia.function_parameter(function, count, &offset, &size) == CUDA_SUCCESS)
		count++;
	return count;
}

static unsigned attribute_of(const struct aw_function *function, CUfunction_attribute attribute)
{
	return aw_nvidia_function_attribute(function_of(function), attribute);
}

static aw_status function_attributes(struct aw_function *function, struct aw_function_attributes *attributes)
{
	aw_status status = aw_nvidia_enter(function->module->device);
	if (status != AW_OK)
		return status;
	*attributes = (struct aw_function_attributes){
		.static_shared_size = attribute_of(function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
		.constant_size = attribute_of(function, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES),
		.local_size = attribute_of(function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES),
		.max_threads = attribute_of(function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
		.registers = attribute_of(function, CU_FUNC_ATTRIBUTE_NUM_REGS),
		.max_dynamic_shared_size = attribute_of(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES),
		.parameter_count = aw_nvidia_count_parameters(function_of(function)),
		.cluster = { attribute_of(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH),
		             attribute_of(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT),
		             attribute_of(function, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH) },
		.cluster_in_source = attribute_of(function, CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET),
	};
	return AW_OK;
}

// The numbers of these attributes are the same in both interfaces.
static aw_status set_function_attribute(struct aw_function *function, enum cudaFuncAttribute attribute, int value)
{
	aw_status status = aw_nvidia_enter(function->module->device);
	if (status == AW_OK)
		status = NVIDIA(function_set, function_of(function), (CUfunction_attribute)attribute, value);
	if (status == AW_OK)
		aw_nvidia_divide_set((const struct nvidia_function *)function, (CUfunction_attribute)attribute, value);
	return status;
}

static aw_status occupancy(struct aw_function *function, unsigned block_size, size_t dynamic_shared, unsigned *blocks)
{
	int count;
	aw_status status = aw_nvidia_enter(function->module->device);
	if (status == AW_OK)
		status = NVIDIA(occupancy, &count, function_of(function), (int)block_size, dynamic_shared);
	if (status == AW_OK)
		*blocks = (unsigned)count;
	return status;
}

static aw_status clusters(const struct aw_launch *launch, unsigned *active, unsigned *largest)
{
	CUlaunchAttribute attributes[2];
	CUlaunchConfig configuration = aw_nvidia_configuration(launch, attributes);
	int count = 0;
	if (!aw_nvidia.active_clusters || !aw_nvidia.largest_cluster)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	aw_status status = aw_nvidia_enter(launch->function->module->device);
	if (status == AW_OK && active) {
		status = NVIDIA(active_clusters, &count, function_of(launch->function), &configuration);
		*active = (unsigned)count;
	}
	if (status == AW_OK && largest) {
		status = NVIDIA(largest_cluster, &count, function_of(launch->function), &configuration);
		*largest = (unsigned)count;
	}
	return status;
}

static aw_status parameter(struct aw_function *function, unsigned index, size_t *offset, size_t *size)
{
	if (!aw_nvidia.function_parameter)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	aw_status status = aw_nvidia_enter(function->module->device);
	return status == AW_OK ? NVIDIA(function_parameter, function_of(function), index, offset, size) : status;
}

// Second entries of kernels that share variables with them lie in the program's module, but are no kernels of the program.
static aw_status kernel_name(struct aw_module *base, unsigned index, const char **name)
{
	CUmodule module = module_of(base)->module;
	unsigned count;
	if (!aw_nvidia.module_functions || !aw_nvidia.module_function_count || !aw_nvidia.function_name)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	aw_status status = aw_nvidia_enter(base->device);
	if (status == AW_OK)
		status = NVIDIA(module_function_count, &count, module);
	CUfunction *functions = status == AW_OK ? calloc(count + 1, sizeof(*functions)) : NULL;
	if (!functions)
		return status == AW_OK ? AW_NO_MEMORY : status;
	status = NVIDIA(module_functions, functions, count, module);
	const char *found = NULL;
	for (unsigned i = 0, seen = 0; status == AW_OK && i < count && seen <= index; i++) {
		status = NVIDIA(function_name, &found, functions[i]);
		seen += status == AW_OK && !aw_nvidia_is_second(found);
		found = seen > index ? found : NULL;
	}
	free(functions);
	if (status == AW_OK && found)
		*name = found;
	return status == AW_OK && !found ? AW_INVALID_VALUE : status;
}

// --- variables ---

// The pointer through which the module reaches managed variable NAME; false when it is none.
static bool managed_pointer(struct nvidia_module *module, const char *name, CUdeviceptr *pointer)
{
	size_t size;
	char *managed = aw_format(AW_PTX_MANAGED_PREFIX "%s", name);
	bool found = managed && aw_nvidia.module_global(pointer, &size, module->module, managed) == CUDA_SUCCESS;
	free(managed);
	return found;
}

static aw_status find_variable(struct aw_module *base, const char *name, struct aw_variable *variable)
{
	struct nvidia_module *module = module_of(base);
	CUdeviceptr address, pointer;
	size_t size;
	aw_status status = aw_nvidia_enter(base->device);
	if (status == AW_OK)
		status = NVIDIA(module_global, &address, &size, module->module, name);
	if (status != AW_OK)
		return status;
	*variable = (struct aw_variable){ .address = (void *)(uintptr_t)address, .size = size,
		                          .managed = managed_pointer(module, name, &pointer) };
	return AW_OK;
}

// Page by page: variables share pages, and each page can be registered but once.
static aw_status show_pages(const struct nvidia_device *device, void *host, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uintptr_t at = (uintptr_t)host / page * page, end = (uintptr_t)host + size;
	for (; !device->sees_host && at < end; at += page) {
		CUresult result = aw_nvidia.host_register((void *)at, page, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP);
		if (result != CUDA_SUCCESS && result != CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
			return aw_nvidia_failure("cuMemHostRegister of a __managed__ variable", result);
	}
	return AW_OK;
}

// By way of memory of its own: the driver copies to no range of which a part is registered, as the neighbours' pages may be.
static aw_status copy_first_value(const struct aw_variable *variable, void *host, CUstream stream)
{
	void *room = malloc(variable->size);
	if (!room)
		return AW_NO_MEMORY;
	aw_status status = NVIDIA(copy, aw_nvidia_address(room), aw_nvidia_address(variable->address), variable->size, stream);
	if (status == AW_OK)
		status = NVIDIA(stream_synchronize, stream);
	if (status == AW_OK)
		memcpy(host, room, variable->size);
	free(room);
	return status;
}

static aw_status bind_managed(struct aw_module *base, const char *name, void *host, bool first)
{
	struct nvidia_module *module = module_of(base);
	struct aw_variable variable;
	CUdeviceptr pointer;
	CUstream stream;
	aw_status status = find_variable(base, name, &variable);
	if (status == AW_OK && !managed_pointer(module, name, &pointer))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		status = NVIDIA(stream_create, &stream, CU_STREAM_NON_BLOCKING, 0);
	if (status != AW_OK)
		return status;
	if (first)
		status = copy_first_value(&variable, host, stream);
	if (status == AW_OK)
		status = show_pages(aw_nvidia_device(base->device), host, variable.size);
	if (status == AW_OK)
		status = NVIDIA(copy, pointer, aw_nvidia_address(&host), sizeof(host), stream);
	if (status == AW_OK)
		status = NVIDIA(stream_synchronize, stream);
	NVIDIA(stream_destroy, stream);
	return status;
}

const struct aw_module_ops aw_nvidia_module_ops = {
	.target = target,
	.load = load,
	.unload = unload,
	.function = find_function,
	.variable = find_variable,
	.bind_managed = bind_managed,
	.function_attributes = function_attributes,
	.set_function_attribute = set_function_attribute,
	.occupancy = occupancy,
	.clusters = clusters,
	.parameter = parameter,
	.kernel_name = kernel_name,
};
