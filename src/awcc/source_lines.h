// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang's messages show lines of the text that it read, which differs from the file's where something was mended
// (source_overlay.h).  Here they show the files' own lines.
#ifndef AW_AWCC_SOURCE_LINES_H
#define AW_AWCC_SOURCE_LINES_H

// TEXT, what clang wrote to stderr, with the lines of the files, the marks below them and the columns of messages moved to where what they
// point at stands there; to be freed, NULL without memory.
char *aw_source_lines_restore(const char *text);

#endif
