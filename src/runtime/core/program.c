// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/os.h"
#include "../../fatbin/nvfat.h"
#include "../../fatbin/ptx_text.h"
#include "range.h"

struct CUkern_st {
	struct aw_handle handle;
	struct CUmod_st *program;
	struct CUfunc_st *function;
};

static struct aw_handle_class programs = AW_HANDLE_CLASS(struct CUmod_st);
static struct aw_handle_class kernels = AW_HANDLE_CLASS(struct CUkern_st);

// The size that an ELF file tells of itself: the table of sections comes last.
static size_t elf_size(const void *image)
{
	Elf64_Ehdr header;
	memcpy(&header, image, sizeof(header));
	return header.e_shoff + (size_t)header.e_shnum * header.e_shentsize;
}

static bool is_ptx(const char *text)
{
	text += strspn(text, " \t\r\n");
	return aw_starts_with(text, "//") || aw_starts_with(text, ".version");
}

// What awcc -ptx put behind TEXT goes into ATTACHED; second entries of its kernels are PART.  False without any.
static bool find_entries(const char *text, const char *target, struct aw_str *attached, struct aw_fatbin_part *part)
{
	const struct aw_fatbin_header *header;
	if (aw_ptx_text_module(text, attached) != AW_OK || aw_fatbin_open(attached->text, attached->length, &header) != AW_OK)
		return false;
	const struct aw_fatbin_entry *entry = aw_fatbin_find(header, AW_FATBIN_PTX_ENTRIES, NULL);
	if (entry)
		*part = (struct aw_fatbin_part){ AW_FATBIN_PTX_ENTRIES, 0, target, aw_fatbin_payload(header, entry), entry->size };
	return entry != NULL;
}

// PTX tells what it is for: ".target sm_90", with any blanks.
static aw_status wrap_ptx(const char *text, struct aw_str *fatbin)
{
	const char *at = strstr(text, ".target");
	at = at ? strstr(at, "sm_") : NULL;
	if (!at)
		return AW_INVALID_PTX;
	at += strlen("sm_");
	char *target = aw_format("compute_%.*s", (int)strspn(at, "0123456789af"), at);
	struct aw_str attached = { 0 };
	struct aw_fatbin_part parts[2] = { { AW_FATBIN_PTX, 0, target, text, strlen(text) + 1 } };
	bool more = target && find_entries(text, target, &attached, &parts[1]);
	aw_status status = !target ? AW_NO_MEMORY : strlen(target) > 16 ? AW_INVALID_PTX : aw_fatbin_write(parts, 1 + more, fatbin);
	aw_str_finish(&attached);
	free(target);
	return status;
}

// The module that awcc -ptx puts behind its text, from which the text came; other PTX is compiled itself.
static aw_status unwrap_ptx(const char *text, struct aw_str *fatbin)
{
	aw_status status = aw_ptx_text_module(text, fatbin);
	if (status != AW_FILE_NOT_FOUND && status != AW_INVALID_PTX)
		return status;
	if (status == AW_INVALID_PTX)
		aw_info("core", "a module is PTX text that was changed since awcc made it: the text counts");
	return wrap_ptx(text, fatbin);
}

// Copies IMAGE, whatever its form, into one fat binary: programs may free theirs after loading.
static aw_status make_fatbin(const void *image, size_t size, bool takes_ptx, struct aw_str *fatbin)
{
	const struct aw_fatbin_wrapper *wrapper = image;
	const struct aw_fatbin_header *header;
	if (size && size < sizeof(Elf64_Ehdr))
		return AW_INVALID_KERNEL_IMAGE;
	if (wrapper->magic == AW_FATBIN_WRAPPER_MAGIC)
		return make_fatbin(wrapper->data, 0, takes_ptx, fatbin);
	if (memcmp(image, ELFMAG, SELFMAG) == 0) {
		const char *target = aw_fatbin_elf_target(image, sizeof(Elf64_Ehdr));
		struct aw_fatbin_part part = { .kind = AW_FATBIN_CPU_IMAGE, .target = target ? target : "x86-64", // which is refused
			                       .data = image, .size = size ? size : elf_size(image) };
		return aw_fatbin_write(&part, 1, fatbin);
	}
	if (aw_nvfat_size(image, size))
		return aw_nvfat_convert(image, size, fatbin);
	if (aw_fatbin_open(image, size, &header) == AW_OK) {
		aw_str_add_bytes(fatbin, header, (size_t)header->total_size);
		return fatbin->failed ? AW_NO_MEMORY : AW_OK;
	}
	if (is_ptx(image) && takes_ptx)
		return wrap_ptx(image, fatbin);
	if (is_ptx(image))
		return unwrap_ptx(image, fatbin);
	aw_error("core", "a module is neither a fat binary nor an image that Anywarp made");
	return AW_INVALID_KERNEL_IMAGE;
}

static aw_status load_locked(struct CUmod_st *program)
{
	const struct aw_fatbin_header *header;
	aw_status status = aw_fatbin_open(program->fatbin, 0, &header);
	if (status == AW_OK && !program->context->device)
		status = AW_CONTEXT_IS_DESTROYED;
	if (status != AW_OK)
		return status;
	return aw_core_module_load_image(program->context, header, &program->compiled, &program->module);
}

static void destroy(struct CUmod_st *program)
{
	for (struct CUkern_st *kernel = NULL; (kernel = aw_core_handle_next(&kernels, kernel));)
		if (kernel->program == program)
			aw_core_handle_destroy(&kernels, kernel);
	struct aw_range range;
	for (size_t i = 0; i < program->functions.count; i++) {
		free((char *)program->functions.items[i]->name);
		free(program->functions.items[i]);
	}
	for (size_t i = 0; i < program->variables.count; i++)
		aw_core_range_remove(program->variables.items[i], &range);
	aw_vec_finish(&program->functions);
	aw_vec_finish(&program->variables);
	if (program->module)
		program->context->driver->module->unload(program->module);
	free(program->compiled);
	free(program->fatbin);
	pthread_mutex_destroy(&program->lock);
	aw_core_handle_destroy(&programs, program);
}

aw_status aw_core_program_load(const void *image, size_t size, struct CUmod_st **result)
{
	struct aw_context *context;
	struct aw_str fatbin = { 0 };
	if (!image || !result)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		status = make_fatbin(image, size, context->driver->takes_ptx, &fatbin);
	struct CUmod_st *program = status == AW_OK ? aw_core_handle_create(&programs) : NULL;
	if (!program) {
		aw_str_finish(&fatbin);
		return status == AW_OK ? AW_NO_MEMORY : status;
	}
	program->context = context;
	program->fatbin = aw_str_take(&fatbin);
	pthread_mutex_init(&program->lock, NULL);
	pthread_mutex_lock(&context->lock);
	status = load_locked(program);
	pthread_mutex_unlock(&context->lock);
	if (status == AW_OK)
		*result = program;
	else
		destroy(program);
	return status;
}

aw_status aw_core_program_link(const struct aw_jit_input *inputs, size_t count, struct aw_str *linked)
{
	return aw_jit_link(inputs, count, linked);
}

aw_status aw_core_program_load_file(const char *path, struct CUmod_st **program)
{
	char *data;
	size_t size;
	if (!path || !program)
		return AW_INVALID_VALUE;
	if (!aw_os_is_file(path)) // which programs ask for their caches, and isn't worth a message
		return AW_FILE_NOT_FOUND;
	aw_status status = aw_os_read_file(path, &data, &size);
	if (status != AW_OK)
		return status;
	status = size ? aw_core_program_load(data, size, program) : AW_INVALID_KERNEL_IMAGE;
	free(data);
	return status;
}

aw_status aw_core_program_unload(struct CUmod_st *program)
{
	if (!aw_core_handle_valid(&programs, program))
		return AW_INVALID_HANDLE;
	aw_status status = aw_core_context_settle(program->context);
	destroy(program);
	return status;
}

static struct CUfunc_st *known_function(const struct CUmod_st *program, const char *name)
{
	for (size_t i = 0; i < program->functions.count; i++)
		if (strcmp(program->functions.items[i]->name, name) == 0)
			return program->functions.items[i];
	return NULL;
}

static aw_status add_function(struct CUmod_st *program, const char *name, struct CUfunc_st **result)
{
	struct CUfunc_st found;
	aw_status status = aw_core_module_find_kernel(program->context, program->module, name, &found);
	if (status != AW_OK)
		return status;
	struct CUfunc_st *function = malloc(sizeof(*function));
	char *own_name = strdup(name);
	if (!function || !own_name || !aw_vec_push(&program->functions, function)) {
		free(function);
		free(own_name);
		return AW_NO_MEMORY;
	}
	*function = found;
	function->name = own_name;
	function->architecture = ((const struct aw_fatbin_header *)program->fatbin)->architecture;
	*result = function;
	return AW_OK;
}

aw_status aw_core_program_function(struct CUmod_st *program, const char *name, struct CUfunc_st **function)
{
	if (!name || !function)
		return AW_INVALID_VALUE;
	if (!aw_core_handle_valid(&programs, program))
		return AW_INVALID_HANDLE;
	pthread_mutex_lock(&program->lock);
	struct CUfunc_st *found = known_function(program, name);
	aw_status status = found ? AW_OK : add_function(program, name, &found);
	pthread_mutex_unlock(&program->lock);
	if (status == AW_OK)
		*function = found;
	return status;
}

aw_status aw_core_program_count(struct CUmod_st *program, unsigned *count)
{
	const char *name;
	unsigned seen = 0;
	aw_status status = AW_OK;
	while ((status = aw_core_program_kernel_name(program, seen, &name)) == AW_OK)
		seen++;
	if (status != AW_INVALID_VALUE)
		return status;
	*count = seen;
	return AW_OK;
}

aw_status aw_core_program_kernel_name(struct CUmod_st *program, unsigned index, const char **name)
{
	if (!aw_core_handle_valid(&programs, program))
		return AW_INVALID_HANDLE;
	return program->context->driver->module->kernel_name(program->module, index, name);
}

aw_status aw_core_program_kernel(struct CUmod_st *program, const char *name, struct CUkern_st **kernel)
{
	struct CUfunc_st *function;
	aw_status status = kernel ? aw_core_program_function(program, name, &function) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	for (struct CUkern_st *known = NULL; (known = aw_core_handle_next(&kernels, known));)
		if (known->function == function) {
			*kernel = known;
			return AW_OK;
		}
	struct CUkern_st *made = aw_core_handle_create(&kernels);
	if (!made)
		return AW_NO_MEMORY;
	made->program = program;
	made->function = function;
	*kernel = made;
	return AW_OK;
}

struct CUfunc_st *aw_core_program_kernel_function(const void *kernel)
{
	return aw_core_handle_valid(&kernels, kernel) ? ((const struct CUkern_st *)kernel)->function : NULL;
}

struct CUmod_st *aw_core_program_kernel_owner(const struct CUkern_st *kernel)
{
	return aw_core_handle_valid(&kernels, kernel) ? kernel->program : NULL;
}

// Makes the variable known to copies, once.
static aw_status add_variable(struct CUmod_st *program, const struct aw_variable *variable)
{
	struct aw_range range;
	if (!variable->size || aw_core_range_find(variable->address, &range))
		return AW_OK;
	range = (struct aw_range){ .base = (uintptr_t)variable->address, .size = variable->size,
		                   .kind = variable->managed ? AW_RANGE_MANAGED_VARIABLE : AW_RANGE_VARIABLE,
		                   .context = program->context };
	if (!aw_vec_push(&program->variables, variable->address))
		return AW_NO_MEMORY;
	return aw_core_range_add(&range) ? AW_OK : AW_NO_MEMORY;
}

aw_status aw_core_program_variable(struct CUmod_st *program, const char *name, void **address, size_t *size)
{
	struct aw_variable variable;
	if (!name)
		return AW_INVALID_VALUE;
	if (!aw_core_handle_valid(&programs, program))
		return AW_INVALID_HANDLE;
	pthread_mutex_lock(&program->lock);
	aw_status status = program->context->driver->module->variable(program->module, name, &variable);
	if (status == AW_OK)
		status = add_variable(program, &variable);
	pthread_mutex_unlock(&program->lock);
	if (status == AW_OK && address)
		*address = variable.address;
	if (status == AW_OK && size)
		*size = variable.size;
	return status;
}

struct CUmod_st *aw_core_program_of(const struct CUfunc_st *function)
{
	for (struct CUmod_st *program = NULL; (program = aw_core_handle_next(&programs, program));)
		for (size_t i = 0; i < program->functions.count; i++)
			if (program->functions.items[i] == function)
				return program;
	return NULL;
}

void aw_core_program_drop_all(struct aw_context *context)
{
	for (struct CUmod_st *program = NULL; (program = aw_core_handle_next(&programs, program));)
		if (program->context == context)
			destroy(program);
}
