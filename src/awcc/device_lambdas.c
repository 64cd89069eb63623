// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//     [=] __device__ (int i) { a[i] = 0; }         ->  ::anywarp::lent([=] __device__ (int i) { a[i] = 0; })
//     [=] __device__ (int i) -> int { return i; }  ->  ::anywarp::lent_with_type([=] __device__ (int i) -> int { return i; })
#include "device_lambdas.h"

#include <string.h>

// The place behind the lambda at AT, or AT when there is none; whether it says what it returns.
static size_t behind_lambda(const struct aw_scan *scan, size_t at, bool *has_type)
{
	*has_type = false;
	if (at >= scan->size || scan->text[at] != '[')
		return at;
	for (size_t place = aw_scan_behind_brackets(scan, at); place < scan->size && !strchr(";})]", scan->text[place]);) {
		*has_type |= aw_scan_is_at(scan, place, "->");
		if (scan->text[place] == '{')
			return aw_scan_behind_brackets(scan, place);
		place = aw_scan_step(scan, place, "([");
	}
	return at;
}

bool aw_device_lambda_lend(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out)
{
	static const char plain[] = "::anywarp::lent(", typed[] = "::anywarp::lent_with_type(";
	bool has_type;
	size_t end = behind_lambda(scan, at, &has_type);
	(void)in_macro;
	if (at < *done || end == at || aw_scan_is_behind(scan, at, plain) || aw_scan_is_behind(scan, at, typed))
		return false;
	aw_scan_enclose(scan, at, end, has_type ? typed : plain, ")", done, out);
	return true;
}
