// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What isn't offered fails loudly: every function of unsupported.def names itself and its subject.
// They are defined without parameters: under the calling conventions of x86-64 and aarch64 Linux a
// caller may pass arguments that the callee never looks at.
#include "../../base/log.h"
#include "api_result.h"

static aw_status refuse(const char *function, const char *subject)
{
	aw_error("runtime", "%s: %s are not supported", function, subject);
	return AW_NOT_SUPPORTED;
}

#define AW_UNSUPPORTED(name, subject) \
	__attribute__((visibility("default"))) int name(void); \
	int name(void) { return AW_CALL(refuse(#name, subject)); }
#include "unsupported.def"
#undef AW_UNSUPPORTED
