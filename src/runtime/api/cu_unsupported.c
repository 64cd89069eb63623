// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the driver interface doesn't offer fails loudly, as in cudart_unsupported.c.
#include "../../base/log.h"
#include "../../base/status.h"

#define AW_UNSUPPORTED(name, subject) \
	__attribute__((visibility("default"))) int name(void); \
	int name(void) \
	{ \
		aw_error("driver", "%s: %s are not supported", #name, subject); \
		return AW_NOT_SUPPORTED; \
	}
#include "cu_unsupported.def"
#undef AW_UNSUPPORTED
