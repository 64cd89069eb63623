// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Texture Object Management": descriptions of channels.
#include "api.h"

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
	return (struct cudaChannelFormatDesc){ x, y, z, w, f };
}
