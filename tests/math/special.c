// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: devlib
//
// Special values of the device math library: each row of special.def, compared bit by bit, except
// that every NaN is like any other.
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "math/support/adapters.h"

static bool same(double a, double b)
{
	return (isnan(a) && isnan(b)) || !memcmp(&a, &b, sizeof a);
}

int main(void)
{
	int passed = 0, failed = 0;
#define SPECIAL(call, wanted) \
	if (same(call, wanted)) { \
		passed++; \
	} else { \
		failed++; \
		fprintf(stderr, "%s is %a, not %a\n", #call, (double)(call), (double)(wanted)); \
	}
#define BOTH(name, arguments, wanted) \
	SPECIAL(__nv_##name##f arguments, (float)(wanted)) SPECIAL(__nv_##name arguments, wanted)
#define EXACT(call, wanted) \
	if ((call) == (wanted)) { \
		passed++; \
	} else { \
		failed++; \
		fprintf(stderr, "%s is %lld, not %lld\n", #call, (long long)(call), (long long)(wanted)); \
	}
#include "math/special.def"
	printf("%d passed, %d failed\n", passed, failed);
	return failed || !passed;
}
