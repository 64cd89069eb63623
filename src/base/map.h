// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hash maps from a pointer or a string to a pointer: open addressing with linear probing, at most
// three quarters full, removal by shifting back, so there are no tombstones.  An empty map is { 0 }.
// A string key is not copied: it must live as long as its entry.
#ifndef AW_BASE_MAP_H
#define AW_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>

struct aw_map_slot {
	const void *key; // NULL: free
	void *value;
};

struct aw_map {
	struct aw_map_slot *slots;
	size_t count;
	size_t capacity; // a power of two, or 0
	bool strings;    // keys are NUL-ended strings
};

#define AW_MAP_OF_STRINGS { .strings = true }

// The value of KEY, or NULL.
void *aw_map_get(const struct aw_map *map, const void *key);

// Sets KEY (not NULL) to VALUE; false without memory, and then the map is as it was.
bool aw_map_put(struct aw_map *map, const void *key, void *value);

// Removes KEY and returns its value; NULL when it was not there.
void *aw_map_remove(struct aw_map *map, const void *key);

// Frees the slots; the map is empty again.
void aw_map_finish(struct aw_map *map);

// Walks all entries in no particular order:
//     for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(map, slot));)
struct aw_map_slot *aw_map_next(const struct aw_map *map, struct aw_map_slot *slot);

#endif
