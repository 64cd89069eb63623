// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs here check: results beside those of the standard library on the host.
#ifndef AW_TESTS_THRUST_CHECK_H
#define AW_TESTS_THRUST_CHECK_H

#include <algorithm>
#include <numeric>
#include <stdio.h>
#include <vector>

static int passed, failed;

#define EXPECT(condition) \
	((condition) ? (void)passed++ : (failed++, (void)printf("%s:%d: %s\n", __FILE__, __LINE__, #condition)))

static inline int finish()
{
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0;
}

// N numbers below MODULUS.
static inline std::vector<int> numbers(size_t n, unsigned modulus, unsigned seed = 1)
{
	std::vector<int> v(n);
	unsigned x = seed * 2654435761u + 12345;
	for (int &e : v) {
		x = x * 1664525u + 1013904223u;
		e = (int)((x >> 8) % modulus);
	}
	return v;
}

#endif
