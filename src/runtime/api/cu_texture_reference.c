// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Texture Reference Management" and "Surface Reference Management" (deprecated).  In device code a
// reference is a variable that holds an object (lower_texture_references); here it is the description from which that is
// made.  CUDA reads a reference when a kernel is launched.  We make the object anew with each change to one that something
// is bound to, once the context's work is done, so a change that doesn't fit the others fails there.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../core/copy.h"
#include "../core/program.h"
#include "../core/texture.h"
#include "cu_texture.h"

// What both kinds are.
struct reference {
	struct reference *next;
	CUmodule module; // NULL: made by the program
	void *variable;  // in the module
	unsigned long long object;
};

struct CUtexref_st {
	struct reference base;
	CUarray_format format;
	int channels;
	CUDA_TEXTURE_DESC sampling;
	CUDA_RESOURCE_DESC resource;
	bool bound;
};

struct CUsurfref_st {
	struct reference base;
	CUarray array;
};

// Those of modules.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct reference *textures, *surfaces;

// Writes OBJECT to a reference's VARIABLE behind all work that reads it.
static aw_status write_object(void *variable, const unsigned long long *object)
{
	struct aw_context *context;
	aw_status status = aw_core_context_current(&context);
	if (status == AW_OK)
		status = aw_core_context_settle(context);
	return status == AW_OK ? aw_core_copy_linear(variable, object, sizeof(*object), cudaMemcpyHostToDevice, NULL, AW_SYNC)
	                       : status;
}

// The variable of a reference; those are as large as an object.
static aw_status find_variable(CUmodule module, const char *name, void **variable)
{
	size_t size = 0;
	aw_status status = aw_core_program_variable(module, name, variable, &size);
	return status == AW_OK && size != sizeof(((struct reference *)NULL)->object) ? AW_SYMBOL_NOT_FOUND : status;
}

// The reference NAME of MODULE in LIST, where MAKE makes it the first time.
static aw_status find(struct reference **list, struct reference *(*make)(void), CUmodule module, const char *name,
                      struct reference **found)
{
	void *variable;
	aw_status status = find_variable(module, name, &variable);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&lock);
	struct reference *reference = *list;
	while (reference && reference->variable != variable)
		reference = reference->next;
	if (!reference && (reference = make())) {
		reference->next = *list;
		reference->module = module;
		reference->variable = variable;
		*list = reference;
	}
	pthread_mutex_unlock(&lock);
	if (reference)
		*found = reference;
	return reference ? AW_OK : AW_NO_MEMORY;
}

static void drop(struct reference **list, CUmodule module, aw_status (*destroy_object)(unsigned long long))
{
	for (struct reference *gone; (gone = *list);) {
		if (gone->module != module) {
			list = &gone->next;
			continue;
		}
		*list = gone->next;
		if (gone->object)
			destroy_object(gone->object);
		free(gone);
	}
}

void aw_api_texture_references_drop(CUmodule module)
{
	pthread_mutex_lock(&lock);
	drop(&textures, module, aw_core_texture_destroy);
	drop(&surfaces, module, aw_core_surface_destroy);
	pthread_mutex_unlock(&lock);
}

// --- textures ---

static struct reference *make_texture(void)
{
	struct CUtexref_st *made = calloc(1, sizeof(*made));
	if (!made)
		return NULL;
	made->format = CU_AD_FORMAT_FLOAT;
	made->channels = 1;
	for (int i = 0; i < 3; i++)
		made->sampling.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
	return &made->base;
}

static aw_status get_texture(CUtexref *found, CUmodule module, const char *name)
{
	struct reference *reference;
	aw_status status = found && name ? find(&textures, make_texture, module, name, &reference) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*found = (CUtexref)reference;
	return status;
}

CUresult cuModuleGetTexRef(CUtexref *pTexRef, CUmodule hmod, const char *name)
{
	return AW_CU_CONTEXT_CALL(get_texture(pTexRef, hmod, name));
}

// Makes the object of what is bound, and gives it to the variable.
static aw_status apply(CUtexref reference)
{
	unsigned long long made = 0, old = reference->base.object;
	CUDA_RESOURCE_DESC *resource = &reference->resource;
	if (!reference->bound || !reference->base.variable)
		return AW_OK;
	if (resource->resType == CU_RESOURCE_TYPE_LINEAR) {
		resource->res.linear.format = reference->format;
		resource->res.linear.numChannels = (unsigned)reference->channels;
	}
	aw_status status = aw_api_texture_create(&made, resource, &reference->sampling, NULL);
	aw_status written = write_object(reference->base.variable, &made);
	if (written != AW_OK)
		return written;
	reference->base.object = made;
	if (old)
		aw_core_texture_destroy(old);
	return status;
}

static aw_status create(CUtexref *made)
{
	if (!made)
		return AW_INVALID_VALUE;
	*made = (CUtexref)make_texture();
	return *made ? AW_OK : AW_NO_MEMORY;
}

CUresult cuTexRefCreate(CUtexref *pTexRef)
{
	return AW_CU_CONTEXT_CALL(create(pTexRef));
}

// One of a module lives as long as that.
static aw_status destroy(CUtexref reference)
{
	if (reference && !reference->base.module)
		free(reference);
	return reference ? AW_OK : AW_INVALID_HANDLE;
}

CUresult cuTexRefDestroy(CUtexref hTexRef)
{
	return AW_CU_CONTEXT_CALL(destroy(hTexRef));
}

// --- what is bound ---

static aw_status set_array(CUtexref reference, CUarray array, unsigned flags)
{
	CUDA_ARRAY3D_DESCRIPTOR shape;
	if (!reference || !array)
		return AW_INVALID_HANDLE;
	if (flags & ~(unsigned)CU_TRSA_OVERRIDE_FORMAT)
		return AW_INVALID_VALUE;
	aw_status status = aw_api_array_describe(&shape, array);
	if (status != AW_OK)
		return status;
	reference->format = shape.Format;
	reference->channels = (int)shape.NumChannels;
	reference->resource = (CUDA_RESOURCE_DESC){ .resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array };
	reference->bound = true;
	return apply(reference);
}

CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(set_array(hTexRef, hArray, Flags));
}

static aw_status set_mipmapped(CUtexref reference, CUmipmappedArray array, unsigned flags)
{
	if (!reference || !array)
		return AW_INVALID_HANDLE;
	if (flags & ~(unsigned)CU_TRSA_OVERRIDE_FORMAT)
		return AW_INVALID_VALUE;
	reference->resource = (CUDA_RESOURCE_DESC){ .resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
		                                    .res.mipmap.hMipmappedArray = array };
	reference->bound = true;
	return apply(reference);
}

CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(set_mipmapped(hTexRef, hMipmappedArray, Flags));
}

// A GPU's textures begin at multiples of a size; memory that doesn't is bound with what lies before it.
static aw_status set_address(size_t *offset, CUtexref reference, CUdeviceptr address, size_t bytes)
{
	struct aw_context *context;
	if (!reference)
		return AW_INVALID_HANDLE;
	if (!address) { // unbinds
		reference->bound = false;
		return AW_OK;
	}
	aw_status status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	size_t alignment = context->driver->own_memory ? context->properties.textureAlignment : 1;
	size_t before = address % alignment;
	if (before && !offset)
		return AW_INVALID_VALUE;
	reference->resource = (CUDA_RESOURCE_DESC){ .resType = CU_RESOURCE_TYPE_LINEAR };
	reference->resource.res.linear.devPtr = address - before;
	reference->resource.res.linear.sizeInBytes = bytes + before;
	reference->bound = true;
	status = apply(reference);
	if (status == AW_OK && offset)
		*offset = before;
	return status;
}

CUresult cuTexRefSetAddress(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes)
{
	return AW_CU_CONTEXT_CALL(set_address(ByteOffset, hTexRef, dptr, bytes));
}

static aw_status set_address_2d(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *shape, CUdeviceptr address, size_t pitch)
{
	struct cudaChannelFormatDesc texel;
	if (!reference || !shape || !address)
		return reference ? AW_INVALID_VALUE : AW_INVALID_HANDLE;
	aw_status status = aw_api_channels(shape->Format, shape->NumChannels, &texel);
	size_t bytes = status == AW_OK ? aw_array_element_bytes(&texel) : 0;
	if (status != AW_OK || pitch < shape->Width * bytes)
		return status == AW_OK ? AW_INVALID_VALUE : status;
	reference->format = shape->Format;
	reference->channels = (int)shape->NumChannels;
	reference->resource = (CUDA_RESOURCE_DESC){
		.resType = CU_RESOURCE_TYPE_PITCH2D,
		.res.pitch2D = { .devPtr = address, .format = shape->Format, .numChannels = shape->NumChannels,
		                 .width = shape->Width, .height = shape->Height, .pitchInBytes = pitch },
	};
	reference->bound = true;
	return apply(reference);
}

CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch)
{
	return AW_CU_CONTEXT_CALL(set_address_2d(hTexRef, desc, dptr, Pitch));
}

// --- how it is read ---

// Sets FIELD of the reference where it and the value are GOOD.
#define SET(reference, good, field, value) \
	AW_CU_CONTEXT_CALL(!(reference) ? AW_INVALID_HANDLE \
	                   : (good)     ? ((reference)->field = (value), apply(reference)) \
	                                : AW_INVALID_VALUE)
#define GET(reference, good, result, value) \
	AW_CU_CONTEXT_CALL(!(reference)          ? AW_INVALID_HANDLE \
	                   : (good) && (result) ? (*(result) = (value), AW_OK) \
	                                        : AW_INVALID_VALUE)

static aw_status set_format(CUtexref reference, CUarray_format format, int channels)
{
	if (!reference)
		return AW_INVALID_HANDLE;
	if (channels != 1 && channels != 2 && channels != 4)
		return AW_INVALID_VALUE;
	reference->format = format;
	reference->channels = channels;
	return reference->resource.resType == CU_RESOURCE_TYPE_LINEAR ? apply(reference) : AW_OK;
}

CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents)
{
	return AW_CU_CONTEXT_CALL(set_format(hTexRef, fmt, NumPackedComponents));
}

CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am)
{
	return SET(hTexRef, dim >= 0 && dim < 3 && (unsigned)am <= CU_TR_ADDRESS_MODE_BORDER, sampling.addressMode[dim], am);
}

CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm)
{
	return SET(hTexRef, (unsigned)fm <= CU_TR_FILTER_MODE_LINEAR, sampling.filterMode, fm);
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm)
{
	return SET(hTexRef, (unsigned)fm <= CU_TR_FILTER_MODE_LINEAR, sampling.mipmapFilterMode, fm);
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias)
{
	return SET(hTexRef, true, sampling.mipmapLevelBias, bias);
}

static aw_status set_clamp(CUtexref reference, float least, float most)
{
	if (!reference)
		return AW_INVALID_HANDLE;
	reference->sampling.minMipmapLevelClamp = least;
	reference->sampling.maxMipmapLevelClamp = most;
	return apply(reference);
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp)
{
	return AW_CU_CONTEXT_CALL(set_clamp(hTexRef, minMipmapLevelClamp, maxMipmapLevelClamp));
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso)
{
	return SET(hTexRef, true, sampling.maxAnisotropy, maxAniso);
}

static aw_status set_border(CUtexref reference, const float *color)
{
	if (!reference || !color)
		return reference ? AW_INVALID_VALUE : AW_INVALID_HANDLE;
	memcpy(reference->sampling.borderColor, color, sizeof(reference->sampling.borderColor));
	return apply(reference);
}

CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float *pBorderColor)
{
	return AW_CU_CONTEXT_CALL(set_border(hTexRef, pBorderColor));
}

CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags)
{
	const unsigned known = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
	                       CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;
	return SET(hTexRef, !(Flags & ~known), sampling.flags, Flags);
}

// --- questions ---

static aw_status get_address(CUdeviceptr *address, CUtexref reference)
{
	if (!reference)
		return AW_INVALID_HANDLE;
	if (!address || !reference->bound)
		return AW_INVALID_VALUE;
	switch (reference->resource.resType) {
	case CU_RESOURCE_TYPE_LINEAR: *address = reference->resource.res.linear.devPtr; return AW_OK;
	case CU_RESOURCE_TYPE_PITCH2D: *address = reference->resource.res.pitch2D.devPtr; return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

CUresult cuTexRefGetAddress(CUdeviceptr *pdptr, CUtexref hTexRef)
{
	return AW_CU_CONTEXT_CALL(get_address(pdptr, hTexRef));
}

static bool has(CUtexref reference, CUresourcetype type)
{
	return reference->bound && reference->resource.resType == type;
}

CUresult cuTexRefGetArray(CUarray *phArray, CUtexref hTexRef)
{
	return GET(hTexRef, has(hTexRef, CU_RESOURCE_TYPE_ARRAY), phArray, hTexRef->resource.res.array.hArray);
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef)
{
	return GET(hTexRef, has(hTexRef, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY), phMipmappedArray,
	           hTexRef->resource.res.mipmap.hMipmappedArray);
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *pam, CUtexref hTexRef, int dim)
{
	return GET(hTexRef, dim >= 0 && dim < 3, pam, hTexRef->sampling.addressMode[dim]);
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *pfm, CUtexref hTexRef)
{
	return GET(hTexRef, true, pfm, hTexRef->sampling.filterMode);
}

CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *pfm, CUtexref hTexRef)
{
	return GET(hTexRef, true, pfm, hTexRef->sampling.mipmapFilterMode);
}

CUresult cuTexRefGetMipmapLevelBias(float *pbias, CUtexref hTexRef)
{
	return GET(hTexRef, true, pbias, hTexRef->sampling.mipmapLevelBias);
}

CUresult cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp, CUtexref hTexRef)
{
	return GET(hTexRef, pminMipmapLevelClamp, pmaxMipmapLevelClamp,
	           (*pminMipmapLevelClamp = hTexRef->sampling.minMipmapLevelClamp, hTexRef->sampling.maxMipmapLevelClamp));
}

CUresult cuTexRefGetMaxAnisotropy(int *pmaxAniso, CUtexref hTexRef)
{
	return GET(hTexRef, true, pmaxAniso, (int)hTexRef->sampling.maxAnisotropy);
}

static aw_status get_border(float *color, CUtexref reference)
{
	if (!reference || !color)
		return reference ? AW_INVALID_VALUE : AW_INVALID_HANDLE;
	memcpy(color, reference->sampling.borderColor, sizeof(reference->sampling.borderColor));
	return AW_OK;
}

CUresult cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef)
{
	return AW_CU_CONTEXT_CALL(get_border(pBorderColor, hTexRef));
}

CUresult cuTexRefGetFlags(unsigned int *pFlags, CUtexref hTexRef)
{
	return GET(hTexRef, true, pFlags, hTexRef->sampling.flags);
}

CUresult cuTexRefGetFormat(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef)
{
	return GET(hTexRef, pNumChannels, pFormat, (*pNumChannels = hTexRef->channels, hTexRef->format));
}

// A module's kernels see all its references; nothing is left to be said.
CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef)
{
	bool known = hfunc && hTexRef;
	return AW_CU_CONTEXT_CALL(!known ? AW_INVALID_HANDLE : texunit == CU_PARAM_TR_DEFAULT ? AW_OK : AW_INVALID_VALUE);
}

// --- surfaces ---

static struct reference *make_surface(void)
{
	struct CUsurfref_st *made = calloc(1, sizeof(*made));
	return made ? &made->base : NULL;
}

static aw_status get_surface(CUsurfref *found, CUmodule module, const char *name)
{
	struct reference *reference;
	aw_status status = found && name ? find(&surfaces, make_surface, module, name, &reference) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*found = (CUsurfref)reference;
	return status;
}

CUresult cuModuleGetSurfRef(CUsurfref *pSurfRef, CUmodule hmod, const char *name)
{
	return AW_CU_CONTEXT_CALL(get_surface(pSurfRef, hmod, name));
}

static aw_status set_surface(CUsurfref reference, CUarray array, unsigned flags)
{
	struct cudaResourceDesc resource = { .resType = cudaResourceTypeArray, .res.array.array = (cudaArray_t)array };
	unsigned long long made, old;
	if (!reference || !array || flags)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_surface_check(resource.res.array.array);
	if (status == AW_OK)
		status = aw_core_surface_create(&resource, &made);
	if (status == AW_OK)
		status = write_object(reference->base.variable, &made);
	if (status != AW_OK)
		return status;
	old = reference->base.object;
	reference->base.object = made;
	reference->array = array;
	return old ? aw_core_surface_destroy(old) : AW_OK;
}

CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags)
{
	return AW_CU_CONTEXT_CALL(set_surface(hSurfRef, hArray, Flags));
}

CUresult cuSurfRefGetArray(CUarray *phArray, CUsurfref hSurfRef)
{
	return GET(hSurfRef, hSurfRef->array, phArray, hSurfRef->array);
}
