// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of a program that matter where kernels launch kernels: those of kernels, of macros that launch, and of macros that say
// that a function is one of the device.
#ifndef AW_AWCC_LAUNCH_MACROS_H
#define AW_AWCC_LAUNCH_MACROS_H

#include <stdbool.h>
#include <stddef.h>

#include "../base/map.h"
#include "source_scan.h"
#include "text.h"

struct aw_launch_macro {
	const char *name, *text;  // kept in the driver's pool
	bool takes_arguments;
	bool marks;               // a function of the device, by one of CUDA's words
	bool launches, ends_open; // in the second case the launch's arguments stand behind the macro
};

struct aw_launch_macros {
	struct aw_map by_name; // struct aw_launch_macro *
	struct aw_map kernels; // names that are of kernels alone
	bool any;              // one marks or launches
	bool device_launch;    // device code may use one that launches
};

// Adds what the text defines and declares.
void aw_launch_macros_add(struct aw_launch_macros *macros, const struct aw_scan *scan);
// Takes names of kernels back that are those of variables, too, as TEXT tells: to be called with all texts behind the above.
void aw_launch_macros_drop_variables(struct aw_launch_macros *macros, const struct aw_scan *scan);
// Passes properties on to macros whose text names others, when all have been added.
void aw_launch_macros_settle(struct aw_launch_macros *macros);
void aw_launch_macros_finish(struct aw_launch_macros *macros);

// The macro whose name begins at AT, else NULL.
const struct aw_launch_macro *aw_launch_macros_at(const struct aw_launch_macros *macros, const struct aw_scan *scan, size_t at);

// Whether the name of a kernel begins at AT.
bool aw_launch_macros_is_kernel(const struct aw_launch_macros *macros, const struct aw_scan *scan, size_t at);

// A definition whose # stands at AT: where the macro's text begins, and the end of the directive; false when it is none.
bool aw_launch_macros_definition(const struct aw_scan *scan, size_t at, size_t *begin, size_t *end);

#endif
