// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole unit test framework, for C and C++ and CUDA: CHECK counts, unit_finish prints the line
// that scripts/run-tests reads and gives main its exit code.
//
//     int main(void)
//     {
//         CHECK(1 + 1 == 2);
//         CHECK_EQUAL(sizeof(int), 4);
//         return unit_finish();
//     }
#ifndef AW_TESTS_UNIT_H
#define AW_TESTS_UNIT_H

#include <stdio.h>

static int unit_passed, unit_failed;

// At most this many failures are printed; all are counted.
enum { UNIT_SHOWN = 20 };

static inline void unit_count(int good, const char *file, int line, const char *text)
{
	if (good) {
		unit_passed++;
		return;
	}
	if (unit_failed++ < UNIT_SHOWN)
		fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
}

static inline void unit_count_equal(long long left, long long right, const char *file, int line,
                                    const char *text)
{
	if (left != right && unit_failed < UNIT_SHOWN)
		fprintf(stderr, "%s:%d: %lld is not %lld\n", file, line, left, right);
	unit_count(left == right, file, line, text);
}

static inline int unit_finish(void)
{
	printf("%d passed, %d failed\n", unit_passed, unit_failed);
	return unit_failed != 0;
}

#define CHECK(condition) unit_count(!!(condition), __FILE__, __LINE__, #condition)
#define CHECK_EQUAL(left, right) \
	unit_count_equal((long long)(left), (long long)(right), __FILE__, __LINE__, #left " == " #right)

#endif
