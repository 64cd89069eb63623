// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hearing what log.h prints.
#ifndef AW_BASE_LOG_LISTEN_H
#define AW_BASE_LOG_LISTEN_H

#include "log.h"

// LISTENER is told of each error and warning from now on, printed or not; the text has no newline and ends with 0.
void aw_log_listen(void (*listener)(enum aw_log_level level, const char *layer, const char *text));

#endif
