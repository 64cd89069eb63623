// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules: the best image of a fat binary for this processor, written to a memory file and opened by
// dlopen.  The file stays open and is named by /proc/PID/fd/N, so that debuggers find it; a device that
// loads the same fat binary makes its own file, so each device has its own copy of the variables.
//
// A profiler wants to find the file again when the program has ended: with ANYWARP_IMAGE_DIR it is an ordinary one in that folder,
// and stays there.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../../base/log.h"
#include "../../../base/os.h"
#include "../check.h"
#include "cpu_device.h"
#include "cpu_watch.h"

// The levels this processor can run, best first; ended by NULL.
static const char *const *runnable_levels(void)
{
#if defined(__x86_64__)
	static const char *const all[] = { "x86-64-v4", "x86-64-v3", "x86-64-v2", "x86-64", NULL };
	__builtin_cpu_init();
	if (__builtin_cpu_supports("x86-64-v4"))
		return all;
	if (__builtin_cpu_supports("x86-64-v3"))
		return all + 1;
	return __builtin_cpu_supports("x86-64-v2") ? all + 2 : all + 3;
#elif defined(__aarch64__)
	static const char *const all[] = { "aarch64", NULL };
	return all;
#endif
}

// Those that may be used: ANYWARP_CPU_ARCH names the highest.  None, and told of, when the processor can't run it.
static const char *const *usable_levels(void)
{
	const char *const *levels = runnable_levels();
	const char *highest = getenv("ANYWARP_CPU_ARCH");
	if (!highest || !*highest)
		return levels;
	const char *best = *levels;
	while (*levels && strcmp(*levels, highest) != 0)
		levels++;
	if (!*levels)
		aw_error("cpu", "ANYWARP_CPU_ARCH=%s is no CPU level that this processor runs; its best is %s", highest, best);
	return levels;
}

// Whether images must be watched, and can be made of what FATBIN has.
static bool is_watched(const struct aw_fatbin_header *fatbin)
{
	if (!(aw_check_tools() & AW_CHECK_KERNELS))
		return false;
	for (uint32_t i = 0; i < fatbin->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(fatbin, i);
		if (entry->kind == AW_FATBIN_BITCODE || strstr(entry->target, AW_CPU_WATCHED))
			return true;
	}
	aw_warn("cpu", "device code without bitcode can't be watched");
	return false;
}

static const struct aw_fatbin_entry *choose(const struct aw_fatbin_header *fatbin)
{
	bool watched = is_watched(fatbin);
	for (const char *const *level = usable_levels(); *level; level++) {
		char name[sizeof(((struct aw_fatbin_entry *)NULL)->target)];
		snprintf(name, sizeof(name), "%s%s", *level, watched ? AW_CPU_WATCHED : "");
		const struct aw_fatbin_entry *entry = aw_fatbin_find(fatbin, AW_FATBIN_CPU_IMAGE, name);
		if (entry) {
			aw_debug("cpu", "code for %s, %zu bytes", name, (size_t)entry->size);
			return entry;
		}
	}
	return NULL;
}

static aw_status target(struct aw_device *device, const char **name)
{
	(void)device;
	const char *const *levels = usable_levels();
	if (!*levels)
		return AW_NO_KERNEL_IMAGE;
	static __thread char watched[32];
	snprintf(watched, sizeof(watched), "%s" AW_CPU_WATCHED, *levels);
	*name = aw_check_tools() & AW_CHECK_KERNELS ? watched : *levels;
	return AW_OK;
}

static aw_status write_all(int file, const char *data, size_t size)
{
	while (size > 0) {
		ssize_t written = write(file, data, size);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0) {
			aw_error("cpu", "cannot write an image to memory: %s", strerror(errno));
			return AW_NO_MEMORY;
		}
		data += written;
		size -= (size_t)written;
	}
	return AW_OK;
}

enum { PATH_SIZE = 4096 };

// What the paths of this process's images begin with goes to PATH, and its length is given; *KEPT: they stay in a folder.
static size_t begin_path(char *path, bool *kept)
{
	const char *folder = getenv("ANYWARP_IMAGE_DIR");
	*kept = folder && *folder;
	if (*kept)
		snprintf(path, PATH_SIZE, "%s/anywarp-%d-", folder, (int)getpid());
	else
		snprintf(path, PATH_SIZE, "/proc/%d/fd/", (int)getpid());
	return strlen(path);
}

// The file for an image and the PATH that it is opened by.
static int make_file(char *path)
{
	static atomic_uint count;
	bool kept;
	size_t length = begin_path(path, &kept);
	if (!kept) {
		int file = memfd_create("anywarp-image", MFD_CLOEXEC);
		snprintf(path + length, PATH_SIZE - length, "%d", file);
		return file;
	}
	snprintf(path + length, PATH_SIZE - length, "%u.so", atomic_fetch_add(&count, 1));
	unlink(path); // of an earlier process with this number
	return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

bool aw_cpu_module_is_image(const char *path)
{
	char own[PATH_SIZE];
	bool kept;
	return !strncmp(path, own, begin_path(own, &kept));
}

static aw_status open_image(struct cpu_module *module, const void *data, size_t size)
{
	char path[PATH_SIZE];
	module->file = make_file(path);
	if (module->file < 0) {
		aw_error("cpu", "cannot make the file %s for an image: %s", path, strerror(errno));
		return AW_OPERATING_SYSTEM;
	}
	aw_status status = write_all(module->file, data, size);
	if (status != AW_OK)
		return status;
	module->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!module->library) {
		aw_error("cpu", "cannot load an image: %s", dlerror());
		return AW_INVALID_KERNEL_IMAGE;
	}
	return AW_OK;
}

static aw_status check_image(struct cpu_module *module)
{
	const struct aw_cpu_image *image = dlsym(module->library, AW_CPU_IMAGE_SYMBOL);
	if (!image) {
		aw_error("cpu", "an image without the symbol " AW_CPU_IMAGE_SYMBOL);
		return AW_INVALID_KERNEL_IMAGE;
	}
	if (image->abi_version != AW_CPU_ABI_VERSION || image->size < sizeof(*image)) {
		aw_error("cpu", "an image for version %u of the interface, this runtime has %u; compile the program again",
		         image->abi_version, AW_CPU_ABI_VERSION);
		return AW_INVALID_KERNEL_IMAGE;
	}
	const char *const *levels = usable_levels();
	const char *best = *levels ? *levels : "none";
	while (*levels && strcmp(*levels, image->target) != 0)
		levels++;
	if (!*levels) { // possible for one that was loaded without a fat binary
		aw_error("cpu", "an image for the CPU level %s; the best that can be used here is %s", image->target, best);
		return AW_INVALID_KERNEL_IMAGE;
	}
	if (image->slow)
		*image->slow = aw_cpu_is_slow(image->target);
	module->image = image;
	return AW_OK;
}

static aw_status index_names(struct cpu_module *module)
{
	const struct aw_cpu_image *image = module->image;
	module->functions = calloc(image->kernel_count + 1u, sizeof(*module->functions));
	if (!module->functions)
		return AW_NO_MEMORY;
	for (uint32_t i = 0; i < image->kernel_count; i++) {
		struct cpu_function *function = &module->functions[i];
		*function = (struct cpu_function){ .base.module = &module->base, .kernel = &image->kernels[i] };
		size_t used = image->kernels[i].static_shared_size;
		function->max_dynamic_shared = used < CPU_BLOCK_SHARED ? CPU_BLOCK_SHARED - used : 0;
		if (!aw_map_put(&module->names, image->kernels[i].name, function))
			return AW_NO_MEMORY;
	}
	for (uint32_t i = 0; i < image->variable_count; i++)
		if (!aw_map_put(&module->variables, image->variables[i].name, (void *)&image->variables[i]))
			return AW_NO_MEMORY;
	return AW_OK;
}

static void unload(struct aw_module *base)
{
	struct cpu_module *module = (struct cpu_module *)base;
	aw_map_finish(&module->names);
	aw_map_finish(&module->variables);
	free(module->functions);
	if (module->library)
		dlclose(module->library);
	aw_cpu_watch_freed();
	if (module->file >= 0)
		close(module->file);
	free(module);
}

static aw_status load(struct aw_device *device, const struct aw_fatbin_header *fatbin, struct aw_module **loaded)
{
	const struct aw_fatbin_entry *entry = choose(fatbin);
	if (!entry)
		return AW_NO_KERNEL_IMAGE;
	struct cpu_module *module = calloc(1, sizeof(*module));
	if (!module)
		return AW_NO_MEMORY;
	module->base.device = device;
	module->file = -1;
	module->names.strings = module->variables.strings = true;
	aw_status status = open_image(module, aw_fatbin_payload(fatbin, entry), entry->size);
	if (status == AW_OK)
		status = check_image(module);
	if (status == AW_OK)
		status = index_names(module);
	if (status != AW_OK) {
		unload(&module->base);
		return status;
	}
	*loaded = &module->base;
	return AW_OK;
}

static aw_status find_function(struct aw_module *base, const char *name, struct aw_function **function)
{
	struct cpu_function *found = aw_map_get(&((struct cpu_module *)base)->names, name);
	if (!found)
		return AW_SYMBOL_NOT_FOUND;
	*function = &found->base;
	return AW_OK;
}

static aw_status find_variable(struct aw_module *base, const char *name, struct aw_variable *variable)
{
	const struct aw_cpu_variable *found = aw_map_get(&((struct cpu_module *)base)->variables, name);
	if (!found)
		return AW_SYMBOL_NOT_FOUND;
	*variable = (struct aw_variable){
		.address = found->indirection ? *found->indirection : found->address,
		.size = found->size,
		.managed = found->flags & AW_CPU_VARIABLE_MANAGED,
	};
	return AW_OK;
}

static aw_status bind_managed(struct aw_module *base, const char *name, void *host, bool first)
{
	const struct aw_cpu_variable *found = aw_map_get(&((struct cpu_module *)base)->variables, name);
	if (!found)
		return AW_SYMBOL_NOT_FOUND;
	if (!found->indirection)
		return AW_INVALID_VALUE;
	if (first)
		memcpy(host, found->address, found->size);
	*found->indirection = host;
	return AW_OK;
}

static aw_status function_attributes(struct aw_function *base, struct aw_function_attributes *attributes)
{
	const struct cpu_function *function = (const struct cpu_function *)base;
	const struct aw_cpu_kernel *kernel = function->kernel;
	*attributes = (struct aw_function_attributes){
		.static_shared_size = kernel->static_shared_size,
		.local_size = kernel->local_size,
		.max_threads = kernel->max_threads ? kernel->max_threads : CPU_MAX_THREADS,
		.registers = kernel->registers,
		.min_blocks = kernel->min_blocks,
		.max_dynamic_shared_size = function->max_dynamic_shared,
		.parameter_count = kernel->parameter_count,
		.cluster = { kernel->cluster[0], kernel->cluster[1], kernel->cluster[2] },
		.cluster_in_source = kernel->cluster[0],
		.max_cluster = kernel->max_cluster,
		.launches_graphs = kernel->flags & AW_CPU_KERNEL_GRAPHS,
	};
	const struct aw_cpu_image *image = ((const struct cpu_module *)base->module)->image;
	for (uint32_t i = 0; i < image->variable_count; i++)
		if (image->variables[i].flags & AW_CPU_VARIABLE_CONSTANT)
			attributes->constant_size += image->variables[i].size;
	return AW_OK;
}

static aw_status set_function_attribute(struct aw_function *base, enum cudaFuncAttribute attribute, int value)
{
	struct cpu_function *function = (struct cpu_function *)base;
	if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
		return AW_OK; // a preference about caches, which the processor manages itself
	if (value < 0 || (size_t)value + function->kernel->static_shared_size > CPU_BLOCK_SHARED_OPTIN)
		return AW_INVALID_VALUE;
	function->max_dynamic_shared = (size_t)value;
	return AW_OK;
}

unsigned aw_cpu_module_occupancy(const struct cpu_function *function, unsigned block_size, size_t dynamic_shared)
{
	size_t shared = function->kernel->static_shared_size + dynamic_shared;
	unsigned threads = (block_size + 31) / 32 * 32;
	if (threads == 0 || threads > CPU_MAX_THREADS || shared > CPU_BLOCK_SHARED_OPTIN ||
	    (function->kernel->max_threads && block_size > function->kernel->max_threads))
		return 0;
	unsigned blocks = CPU_SM_THREADS / threads;
	if (blocks > CPU_SM_BLOCKS)
		blocks = CPU_SM_BLOCKS;
	size_t by_shared = CPU_SM_SHARED / (shared + CPU_SHARED_RESERVED);
	return by_shared < blocks ? (unsigned)by_shared : blocks;
}

static aw_status occupancy(struct aw_function *function, unsigned block_size, size_t dynamic_shared, unsigned *blocks)
{
	*blocks = aw_cpu_module_occupancy((const struct cpu_function *)function, block_size, dynamic_shared);
	return AW_OK;
}

// The blocks of a cluster are resident on one multiprocessor, where there is room for the largest (cpu_grid.c).
static aw_status clusters(const struct aw_launch *launch, unsigned *active, unsigned *largest)
{
	const struct cpu_function *function = (const struct cpu_function *)launch->function;
	unsigned threads = launch->block[0] * launch->block[1] * launch->block[2];
	unsigned blocks = aw_cpu_module_occupancy(function, threads, launch->dynamic_shared);
	unsigned resident = blocks * ((const struct cpu_device *)function->base.module->device)->sm_count;
	if (active)
		*active = resident / (launch->cluster[0] * launch->cluster[1] * launch->cluster[2]);
	if (largest)
		*largest = blocks ? CPU_CLUSTER_BLOCKS : 0;
	return AW_OK;
}

static aw_status kernel_name(struct aw_module *module, unsigned index, const char **name)
{
	const struct aw_cpu_image *image = ((const struct cpu_module *)module)->image;
	if (index >= image->kernel_count)
		return AW_INVALID_VALUE;
	*name = image->kernels[index].name;
	return AW_OK;
}

static aw_status parameter(struct aw_function *function, unsigned index, size_t *offset, size_t *size)
{
	const struct aw_cpu_kernel *kernel = ((const struct cpu_function *)function)->kernel;
	if (index >= kernel->parameter_count)
		return AW_INVALID_VALUE;
	*offset = kernel->parameters[index].offset;
	*size = kernel->parameters[index].size;
	return AW_OK;
}

bool aw_cpu_module_is_constant(const struct cpu_function *function, const void *address)
{
	const struct aw_cpu_image *image = ((const struct cpu_module *)function->base.module)->image;
	const char *place = address;
	for (uint32_t i = 0; i < image->variable_count; i++) {
		const struct aw_cpu_variable *variable = &image->variables[i];
		const char *base = variable->address;
		if ((variable->flags & AW_CPU_VARIABLE_CONSTANT) && place >= base && place < base + variable->size)
			return true;
	}
	return false;
}

const struct aw_module_ops aw_cpu_module_ops = {
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
