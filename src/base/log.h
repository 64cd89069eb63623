// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages for the person at the terminal.  ANYWARP_LOG=error|warn|info|debug chooses how much is
// printed (default: error); every line goes to stderr as "anywarp: LEVEL: LAYER: text" in one write.
#ifndef AW_BASE_LOG_H
#define AW_BASE_LOG_H

enum aw_log_level { AW_LOG_ERROR, AW_LOG_WARN, AW_LOG_INFO, AW_LOG_DEBUG };

// Whether messages of LEVEL are printed; a guard for messages that are dear to make.
int aw_log_enabled(enum aw_log_level level);

// Prints one line.  LAYER is a short word such as "cpu" or "fatbin".
void aw_log(enum aw_log_level level, const char *layer, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#define aw_error(layer, ...) aw_log(AW_LOG_ERROR, layer, __VA_ARGS__)
#define aw_warn(layer, ...) aw_log(AW_LOG_WARN, layer, __VA_ARGS__)
#define aw_info(layer, ...) aw_log(AW_LOG_INFO, layer, __VA_ARGS__)
#define aw_debug(layer, ...) aw_log(AW_LOG_DEBUG, layer, __VA_ARGS__)

#endif
