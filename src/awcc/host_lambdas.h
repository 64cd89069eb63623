// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where lambdas without words for the device stand, for programs that ask whether one is for both sides: clang makes these so, too
// (anywarp/lambda_traits.h).
#ifndef AW_AWCC_HOST_LAMBDAS_H
#define AW_AWCC_HOST_LAMBDAS_H

#include "source_scan.h"

// Whether TEXT, of SIZE bytes, asks.
bool aw_host_lambdas_are_asked_for(const char *text, size_t size);
// Adds the places in TEXT, of the file PATH, to PLACES.
void aw_host_lambdas_find(const char *path, const char *text, size_t size, struct aw_str *places);
// Rewrites TEXT, a unit's source, with PLACES in front.
void aw_host_lambdas_tell(const char *text, size_t size, const struct aw_str *places, struct aw_str *out);

#endif
