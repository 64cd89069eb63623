/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Types of pointers to the functions of cudaVDPAU.h (cudaTypedefs.h). */
#ifndef CUDAVDPAUTYPEDEFS_H
#define CUDAVDPAUTYPEDEFS_H

#include <cudaVDPAU.h>

/* NAME since VERSION; PFN_NAME is the newest form. */
#define AW_PFN(name, version) \
	typedef __typeof__(&name) PFN_##name##_v##version; \
	typedef __typeof__(&name) PFN_##name;

AW_PFN(cuVDPAUGetDevice, 3010)
AW_PFN(cuVDPAUCtxCreate, 3020)
AW_PFN(cuGraphicsVDPAURegisterVideoSurface, 3010)
AW_PFN(cuGraphicsVDPAURegisterOutputSurface, 3010)

#undef AW_PFN

#endif
