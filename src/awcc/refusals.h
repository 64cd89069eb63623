// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nvcc takes and clang refuses, where only a compiler can tell: clang's messages say where it stands, the source is mended
// there and compiled once more.
#ifndef AW_AWCC_REFUSALS_H
#define AW_AWCC_REFUSALS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/map.h"
#include "text.h"

// Where clang refused something.
struct aw_refusal {
	const char *named, *file; // as clang calls it; its real path
	unsigned line, column;
	unsigned kind;
	unsigned round; // errors of how many compilations before had been mended then: the place is one in that text
	bool in_macro;  // in a macro's definition
	bool mended;
};

struct aw_refusals {
	const char *source; // the unit's
	struct aw_refusal *items;
	size_t count, capacity;
	struct aw_map copies; // that the last compilation read instead of files: their paths by the real paths of these
	unsigned rounds;
	unsigned constructors; // one more than the round from which on those of the device are the host's (device_constructors.h); 0: none
};

#define AW_REFUSALS(unit) { .source = (unit), .copies = AW_MAP_OF_STRINGS }
void aw_refusals_finish(struct aw_refusals *refusals);

// Adds what MESSAGES, clang's of one compilation, tell of, as one more round; whether there is anything.  From HOST_MESSAGES on they are
// those of the host half alone; SIZE_MAX: no such.  DEVICE_GOOD: the device half has no errors.
bool aw_refusals_read(struct aw_refusals *refusals, const char *messages, size_t host_messages, bool device_good);
// Whether one of the last round has been mended.
bool aw_refusals_are_fewer(const struct aw_refusals *refusals);

// Mends TEXT, of SIZE bytes, of the file PATH as ROUND wants it.  False, and nothing added to OUT, when nothing can be.
bool aw_refusals_mend(struct aw_refusals *refusals, unsigned round, const char *path, const char *text, size_t size, struct aw_str *out);

#endif
