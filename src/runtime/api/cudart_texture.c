// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Texture Object Management", "Surface Object Management".
#include "../core/texture.h"

#include "api.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
	return (struct cudaChannelFormatDesc){ x, y, z, w, f };
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *pTexObject, const struct cudaResourceDesc *pResDesc,
                                    const struct cudaTextureDesc *pTexDesc, const struct cudaResourceViewDesc *pResViewDesc)
{
	return AW_CALL(aw_core_texture_create(pResDesc, pTexDesc, pResViewDesc, false, pTexObject));
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject)
{
	return AW_CALL(aw_core_texture_destroy(texObject));
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaTextureObject_t texObject)
{
	return AW_CALL(pResDesc ? aw_core_texture_describe(texObject, pResDesc, NULL, NULL) : AW_INVALID_VALUE);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc, cudaTextureObject_t texObject)
{
	return AW_CALL(pTexDesc ? aw_core_texture_describe(texObject, NULL, pTexDesc, NULL) : AW_INVALID_VALUE);
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *pResViewDesc, cudaTextureObject_t texObject)
{
	return AW_CALL(pResViewDesc ? aw_core_texture_describe(texObject, NULL, NULL, pResViewDesc) : AW_INVALID_VALUE);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *pSurfObject, const struct cudaResourceDesc *pResDesc)
{
	return AW_CALL(aw_core_surface_create(pResDesc, pSurfObject));
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject)
{
	return AW_CALL(aw_core_surface_destroy(surfObject));
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *pResDesc, cudaSurfaceObject_t surfObject)
{
	return AW_CALL(aw_core_surface_describe(surfObject, pResDesc));
}
