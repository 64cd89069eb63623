// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "texture_reference.h"

#include <stdlib.h>

#include "../../base/map.h"
#include "range.h"

// A reference as programs see it, and what is bound to it on each device.
struct reference {
	bool is_surface;
	enum cudaTextureReadMode read_mode;
	struct binding {
		uint64_t object; // 0: nothing
		size_t offset;
	} bindings[AW_DEVICE_MAX];
};

static struct {
	pthread_mutex_t lock; // of binding, too
	struct aw_map references; // host address -> struct reference
} table = { .lock = PTHREAD_MUTEX_INITIALIZER };

aw_status aw_core_texture_reference_register(struct aw_binary *binary, const void *host, const char *name, bool is_surface,
                                             enum cudaTextureReadMode read_mode)
{
	struct reference *reference = calloc(1, sizeof(*reference));
	if (!reference)
		return AW_NO_MEMORY;
	reference->is_surface = is_surface;
	reference->read_mode = read_mode;
	pthread_mutex_lock(&table.lock);
	free(aw_map_remove(&table.references, host)); // of a library that was unloaded
	bool kept = aw_map_put(&table.references, host, reference);
	pthread_mutex_unlock(&table.lock);
	if (!kept) {
		free(reference);
		return AW_NO_MEMORY;
	}
	return aw_core_module_add_symbol(binary, host, name, false, sizeof(uint64_t));
}

static struct reference *find(const void *host, bool is_surface)
{
	struct reference *reference = host ? aw_map_get(&table.references, host) : NULL;
	return reference && reference->is_surface == is_surface ? reference : NULL;
}

bool aw_core_texture_reference_known(const void *host, bool is_surface)
{
	pthread_mutex_lock(&table.lock);
	bool known = find(host, is_surface);
	pthread_mutex_unlock(&table.lock);
	return known;
}

// --- binding ---

static aw_status destroy(const struct reference *reference, uint64_t object)
{
	return reference->is_surface ? aw_core_surface_destroy(object) : aw_core_texture_destroy(object);
}

// Kernels that were launched before see the old object: they are waited for.
static aw_status replace(struct reference *reference, const void *host, uint64_t object, size_t offset)
{
	struct aw_context *context;
	struct aw_variable variable;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		status = aw_core_module_variable(host, &variable);
	if (status == AW_OK)
		status = aw_core_context_settle(context);
	if (status == AW_OK)
		status = aw_core_copy_linear(variable.address, &object, sizeof(object), cudaMemcpyHostToDevice, NULL, AW_SYNC);
	if (status != AW_OK)
		return status;
	struct binding *binding = &reference->bindings[context->ordinal];
	uint64_t old = binding->object;
	*binding = (struct binding){ object, offset };
	return old ? destroy(reference, old) : AW_OK;
}

// Gives the new OBJECT to REFERENCE, or destroys it.
static aw_status install(const void *host, bool is_surface, uint64_t object, size_t offset)
{
	pthread_mutex_lock(&table.lock);
	struct reference *reference = find(host, is_surface);
	aw_status status = reference ? replace(reference, host, object, offset) : AW_INVALID_TEXTURE;
	pthread_mutex_unlock(&table.lock);
	if (status != AW_OK && object)
		is_surface ? aw_core_surface_destroy(object) : aw_core_texture_destroy(object);
	return status;
}

static struct cudaTextureDesc sampling_of(const struct textureReference *from, enum cudaTextureReadMode read_mode)
{
	return (struct cudaTextureDesc){
		.addressMode = { from->addressMode[0], from->addressMode[1], from->addressMode[2] },
		.filterMode = from->filterMode,
		.readMode = read_mode,
		.sRGB = from->sRGB,
		.normalizedCoords = from->normalized,
		.maxAnisotropy = from->maxAnisotropy,
		.mipmapFilterMode = from->mipmapFilterMode,
		.mipmapLevelBias = from->mipmapLevelBias,
		.minMipmapLevelClamp = from->minMipmapLevelClamp,
		.maxMipmapLevelClamp = from->maxMipmapLevelClamp,
		.disableTrilinearOptimization = from->disableTrilinearOptimization,
	};
}

static aw_status bind(const struct textureReference *host, const struct cudaResourceDesc *resource, size_t offset)
{
	cudaTextureObject_t object;
	pthread_mutex_lock(&table.lock);
	const struct reference *reference = find(host, false);
	enum cudaTextureReadMode mode = reference ? reference->read_mode : cudaReadModeElementType;
	pthread_mutex_unlock(&table.lock);
	if (!reference)
		return AW_INVALID_TEXTURE;
	struct cudaTextureDesc sampling = sampling_of(host, mode);
	aw_status status = aw_core_texture_create(resource, &sampling, NULL, false, &object);
	return status == AW_OK ? install(host, false, object, offset) : status;
}

aw_status aw_core_texture_reference_bind(const struct textureReference *host, const struct cudaResourceDesc *resource)
{
	return bind(host, resource, 0);
}

aw_status aw_core_texture_reference_unbind(const struct textureReference *host)
{
	return install(host, false, 0, 0);
}

// The bytes from ADDRESS to the end of the allocation, or of the largest texture, if SIZE says more: UINT_MAX is usual.
static size_t clip(const void *address, const struct cudaChannelFormatDesc *format, size_t size, size_t most)
{
	struct aw_range range;
	size_t texel = aw_array_element_bytes(format);
	if (aw_core_range_find(address, &range)) {
		size_t left = range.size - ((uintptr_t)address - range.base);
		size = size < left ? size : left;
	}
	return size / texel < most ? size / texel * texel : most * texel;
}

aw_status aw_core_texture_reference_bind_linear(size_t *offset, const struct textureReference *host, const void *address,
                                                const struct cudaChannelFormatDesc *format, size_t size)
{
	struct aw_context *context;
	aw_status status = format && address ? aw_core_array_check_format(format) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	// A GPU's textures begin at multiples of a size; memory that doesn't is bound with what lies before it.
	size_t alignment = context->driver->own_memory ? context->properties.textureAlignment : aw_array_element_bytes(format);
	size_t before = alignment ? (uintptr_t)address % alignment : 0;
	if (before && !offset)
		return AW_INVALID_VALUE;
	struct cudaResourceDesc resource = { .resType = cudaResourceTypeLinear };
	resource.res.linear.devPtr = (char *)(uintptr_t)address - before;
	resource.res.linear.desc = *format;
	resource.res.linear.sizeInBytes = clip(resource.res.linear.devPtr, format, size > SIZE_MAX - before ? size : size + before,
	                                       (size_t)context->properties.maxTexture1DLinear);
	status = bind(host, &resource, before);
	if (status == AW_OK && offset)
		*offset = before;
	return status;
}

aw_status aw_core_texture_reference_offset(size_t *offset, const struct textureReference *host)
{
	struct aw_context *context;
	if (!offset)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&table.lock);
	const struct reference *reference = find(host, false);
	if (!reference)
		status = AW_INVALID_TEXTURE;
	else if (!reference->bindings[context->ordinal].object)
		status = AW_INVALID_TEXTURE_BINDING;
	else
		*offset = reference->bindings[context->ordinal].offset;
	pthread_mutex_unlock(&table.lock);
	return status;
}

aw_status aw_core_surface_reference_bind(const struct surfaceReference *host, cudaArray_const_t array)
{
	cudaSurfaceObject_t object;
	struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
	resource.res.array.array = (cudaArray_t)(uintptr_t)array;
	if (!aw_core_texture_reference_known(host, true))
		return AW_INVALID_SURFACE;
	aw_status status = aw_core_surface_check(array);
	if (status == AW_OK)
		status = aw_core_surface_create(&resource, &object);
	return status == AW_OK ? install(host, true, object, 0) : status;
}

void aw_core_texture_reference_drop_all(const struct aw_context *context)
{
	pthread_mutex_lock(&table.lock);
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&table.references, slot));)
		((struct reference *)slot->value)->bindings[context->ordinal] = (struct binding){ 0, 0 };
	pthread_mutex_unlock(&table.lock);
}
