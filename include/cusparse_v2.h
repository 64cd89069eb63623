/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The older name of cusparse.h.
 */
#ifndef CUSPARSE_V2_H_
#define CUSPARSE_V2_H_

#include "cusparse.h"

#endif
