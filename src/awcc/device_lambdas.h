// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas for the device that functions of the host call (anywarp/lent_lambda.h).
#ifndef AW_AWCC_DEVICE_LAMBDAS_H
#define AW_AWCC_DEVICE_LAMBDAS_H

#include "source_scan.h"

// Adds the text from *DONE on to OUT, with the lambda at AT put into a call that lends it to the host.  False, and nothing added, when
// there is none.
bool aw_device_lambda_lend(const struct aw_scan *scan, size_t at, bool in_macro, size_t *done, struct aw_str *out);

#endif
