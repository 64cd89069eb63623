// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cublasLt's descriptions and their attributes (cuBLAS, 3.4).  An object made while a GPU is current is NVIDIA's.
#include <stdlib.h>
#include <string.h>

#include "lt.h"

_Static_assert(sizeof(struct lt_layout) <= sizeof(cublasLtMatrixLayoutOpaque_t), "objects lie in the program's memory");
_Static_assert(sizeof(struct lt_product) <= sizeof(cublasLtMatmulDescOpaque_t), "objects lie in the program's memory");
_Static_assert(sizeof(struct lt_transform) <= sizeof(cublasLtMatrixTransformDescOpaque_t), "objects lie in the program's memory");
_Static_assert(sizeof(struct lt_emulation) <= sizeof(cublasLtEmulationDescOpaque_t), "objects lie in the program's memory");
_Static_assert(sizeof(struct lt_preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t), "objects lie in the program's memory");

// An attribute: which member of its object holds it, and how many bytes of it are kept.
struct attribute {
	int name;
	size_t offset, size, kept;
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first bytes of a number are its low ones");
#define MEMBER(type, name, member) \
	{ name, offsetof(struct type, member), sizeof(((struct type *)0)->member), sizeof(((struct type *)0)->member) },
#define LONG_MEMBER(type, name, member) { name, offsetof(struct type, member), sizeof(int64_t), sizeof(((struct type *)0)->member) },
#define LT_LAYOUT_ATTRIBUTE(name, member)
#define LT_PRODUCT_ATTRIBUTE(name, member)
#define LT_TRANSFORM_ATTRIBUTE(name, member)
#define LT_PREFERENCE_ATTRIBUTE(name, member)
#define LT_PREFERENCE_LONG_ATTRIBUTE(name, member)
#define LT_EMULATION_ATTRIBUTE(name, member)
static const struct attribute layout_attributes[] = {
#undef LT_LAYOUT_ATTRIBUTE
#define LT_LAYOUT_ATTRIBUTE(name, member) MEMBER(lt_layout, name, member)
#include "lt_attributes.def"
#undef LT_LAYOUT_ATTRIBUTE
#define LT_LAYOUT_ATTRIBUTE(name, member)
};
static const struct attribute product_attributes[] = {
#undef LT_PRODUCT_ATTRIBUTE
#define LT_PRODUCT_ATTRIBUTE(name, member) MEMBER(lt_product, name, member)
#include "lt_attributes.def"
#undef LT_PRODUCT_ATTRIBUTE
#define LT_PRODUCT_ATTRIBUTE(name, member)
};
static const struct attribute transform_attributes[] = {
#undef LT_TRANSFORM_ATTRIBUTE
#define LT_TRANSFORM_ATTRIBUTE(name, member) MEMBER(lt_transform, name, member)
#include "lt_attributes.def"
#undef LT_TRANSFORM_ATTRIBUTE
#define LT_TRANSFORM_ATTRIBUTE(name, member)
};
static const struct attribute preference_attributes[] = {
#undef LT_PREFERENCE_ATTRIBUTE
#undef LT_PREFERENCE_LONG_ATTRIBUTE
#define LT_PREFERENCE_ATTRIBUTE(name, member) MEMBER(lt_preference, name, member)
#define LT_PREFERENCE_LONG_ATTRIBUTE(name, member) LONG_MEMBER(lt_preference, name, member)
#include "lt_attributes.def"
#undef LT_PREFERENCE_ATTRIBUTE
#undef LT_PREFERENCE_LONG_ATTRIBUTE
#define LT_PREFERENCE_ATTRIBUTE(name, member)
#define LT_PREFERENCE_LONG_ATTRIBUTE(name, member)
};
static const struct attribute emulation_attributes[] = {
#undef LT_EMULATION_ATTRIBUTE
#define LT_EMULATION_ATTRIBUTE(name, member) MEMBER(lt_emulation, name, member)
#include "lt_attributes.def"
};

static const struct attribute *find(const struct attribute *list, size_t count, int name)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].name == name)
			return &list[i];
	return NULL;
}

static cublasStatus_t set(const struct attribute *attribute, void *object, const void *value, size_t size)
{
	if (!attribute)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (!value || size != attribute->size)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy((char *)object + attribute->offset, value, attribute->kept);
	return CUBLAS_STATUS_SUCCESS;
}

// A size of 0 asks how many bytes there are.
static cublasStatus_t get(const struct attribute *attribute, const void *object, void *value, size_t size, size_t *written)
{
	if (!attribute)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if ((size == 0 && !written) || (size != 0 && (!value || size != attribute->size)))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (size != 0) {
		memset(value, 0, size);
		memcpy(value, (const char *)object + attribute->offset, attribute->kept);
	}
	if (written)
		*written = attribute->size;
	return CUBLAS_STATUS_SUCCESS;
}

static void init_layout(struct lt_layout *layout, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld)
{
	*layout = (struct lt_layout){ .magic = LT_LAYOUT, .type = type, .rows = rows, .cols = cols, .ld = ld, .batch = 1 };
}

static void init_product(struct lt_product *product, cublasComputeType_t compute, cudaDataType scale)
{
	*product = (struct lt_product){ .magic = LT_PRODUCT, .compute = compute, .scale_type = scale,
		.fill = CUBLAS_FILL_MODE_FULL, .epilogue = CUBLASLT_EPILOGUE_DEFAULT, .aux_type = -1, .bias_type = -1 };
}

static void init_transform(struct lt_transform *transform, cudaDataType scale)
{
	*transform = (struct lt_transform){ .magic = LT_TRANSFORM, .scale_type = scale };
}

static void init_preference(struct lt_preference *preference)
{
	*preference = (struct lt_preference){ .magic = LT_PREFERENCE, .implementations = ~0ull,
		.reductions = CUBLASLT_REDUCTION_SCHEME_MASK, .align_a = 256, .align_b = 256, .align_c = 256, .align_d = 256 };
}

static void init_emulation(struct lt_emulation *emulation)
{
	*emulation = (struct lt_emulation){ .magic = LT_EMULATION, .special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT };
}

// The functions of a kind: parameters and arguments of its making begin with a comma.
#define UNPACK(...) __VA_ARGS__
#define OBJECT(Kind, type, MAGIC, Attributes, list, init, parameters, arguments) \
	cublasStatus_t cublasLt##Kind##Init_internal(cublasLt##Kind##_t object, size_t size UNPACK parameters) \
	{ \
		if (aw_lt_is_native()) \
			LT_FORWARD(cublasLt##Kind##Init_internal, object, size UNPACK arguments); \
		if (!object || size < sizeof(struct type)) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		memset(object, 0, size); \
		init((struct type *)object UNPACK arguments); \
		return CUBLAS_STATUS_SUCCESS; \
	} \
	cublasStatus_t cublasLt##Kind##Create(cublasLt##Kind##_t *object UNPACK parameters) \
	{ \
		if (aw_lt_is_native()) \
			LT_FORWARD(cublasLt##Kind##Create, object UNPACK arguments); \
		if (!object) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		cublasLt##Kind##_t made = calloc(1, sizeof(*made)); \
		if (!made) \
			return CUBLAS_STATUS_ALLOC_FAILED; \
		init((struct type *)made UNPACK arguments); \
		*object = made; \
		return CUBLAS_STATUS_SUCCESS; \
	} \
	cublasStatus_t cublasLt##Kind##Destroy(cublasLt##Kind##_t object) \
	{ \
		if (object && ((struct type *)object)->magic != MAGIC) \
			LT_FORWARD(cublasLt##Kind##Destroy, object); \
		free(object); \
		return CUBLAS_STATUS_SUCCESS; \
	} \
	cublasStatus_t cublasLt##Kind##SetAttribute(cublasLt##Kind##_t object, Attributes name, const void *value, size_t size) \
	{ \
		if (!object) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		if (((struct type *)object)->magic != MAGIC) \
			LT_FORWARD(cublasLt##Kind##SetAttribute, object, name, value, size); \
		return set(find(list, sizeof(list) / sizeof(list[0]), name), object, value, size); \
	} \
	cublasStatus_t cublasLt##Kind##GetAttribute(cublasLt##Kind##_t object, Attributes name, void *value, size_t size, \
		size_t *written) \
	{ \
		if (!object) \
			return CUBLAS_STATUS_INVALID_VALUE; \
		if (((struct type *)object)->magic != MAGIC) \
			LT_FORWARD(cublasLt##Kind##GetAttribute, object, name, value, size, written); \
		return get(find(list, sizeof(list) / sizeof(list[0]), name), object, value, size, written); \
	}
OBJECT(MatrixLayout, lt_layout, LT_LAYOUT, cublasLtMatrixLayoutAttribute_t, layout_attributes, init_layout,
	(, cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld), (, type, rows, cols, ld))
OBJECT(MatmulDesc, lt_product, LT_PRODUCT, cublasLtMatmulDescAttributes_t, product_attributes, init_product,
	(, cublasComputeType_t compute, cudaDataType scale), (, compute, scale))
OBJECT(MatrixTransformDesc, lt_transform, LT_TRANSFORM, cublasLtMatrixTransformDescAttributes_t, transform_attributes,
	init_transform, (, cudaDataType scale), (, scale))
OBJECT(MatmulPreference, lt_preference, LT_PREFERENCE, cublasLtMatmulPreferenceAttributes_t, preference_attributes,
	init_preference, (), ())
OBJECT(EmulationDesc, lt_emulation, LT_EMULATION, cublasLtEmulationDescAttributes_t, emulation_attributes, init_emulation, (), ())

// --- groups ---

static void init_groups(struct lt_layout *layout, cudaDataType type, int count, const void *rows, const void *cols, const void *ld)
{
	*layout = (struct lt_layout){ .magic = LT_LAYOUT, .mode = CUBLASLT_BATCH_MODE_GROUPED, .type = type, .rows_array = rows,
		.cols_array = cols, .ld_array = ld, .batch = count };
}

cublasStatus_t cublasLtGroupedMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t size, cudaDataType type, int count,
	const void *rows, const void *cols, const void *ld)
{
	if (aw_lt_is_native())
		LT_FORWARD(cublasLtGroupedMatrixLayoutInit_internal, layout, size, type, count, rows, cols, ld);
	if (!layout || size < sizeof(struct lt_layout) || count < 1)
		return CUBLAS_STATUS_INVALID_VALUE;
	memset(layout, 0, size);
	init_groups((struct lt_layout *)layout, type, count, rows, cols, ld);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtGroupedMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type, int count, const void *rows,
	const void *cols, const void *ld)
{
	if (aw_lt_is_native())
		LT_FORWARD(cublasLtGroupedMatrixLayoutCreate, layout, type, count, rows, cols, ld);
	if (!layout || count < 1)
		return CUBLAS_STATUS_INVALID_VALUE;
	cublasLtMatrixLayout_t made = calloc(1, sizeof(*made));
	if (!made)
		return CUBLAS_STATUS_ALLOC_FAILED;
	init_groups((struct lt_layout *)made, type, count, rows, cols, ld);
	*layout = made;
	return CUBLAS_STATUS_SUCCESS;
}
