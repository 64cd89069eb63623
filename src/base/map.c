// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "map.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fnv.h"

static size_t hash_of(const struct aw_map *map, const void *key)
{
	uint64_t hash = map->strings ? aw_fnv_add(AW_FNV_START, key, strlen(key)) : (uint64_t)(uintptr_t)key;
	hash ^= hash >> 32; // Fibonacci hashing spreads what is left
	return (size_t)((hash * 0x9e3779b97f4a7c15u) >> 20);
}

static bool same_key(const struct aw_map *map, const void *left, const void *right)
{
	return left == right || (map->strings && strcmp(left, right) == 0);
}

// The slot that holds KEY, or the free one where it would go.
static struct aw_map_slot *find(const struct aw_map *map, const void *key)
{
	size_t mask = map->capacity - 1;
	size_t at = hash_of(map, key) & mask;
	while (map->slots[at].key && !same_key(map, map->slots[at].key, key))
		at = (at + 1) & mask;
	return &map->slots[at];
}

void *aw_map_get(const struct aw_map *map, const void *key)
{
	return map->count ? find(map, key)->value : NULL;
}

static bool grow(struct aw_map *map)
{
	struct aw_map larger = { .strings = map->strings };
	larger.capacity = map->capacity ? map->capacity * 2 : 16;
	larger.slots = calloc(larger.capacity, sizeof(*larger.slots));
	if (!larger.slots)
		return false;
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(map, slot));)
		*find(&larger, slot->key) = *slot;
	larger.count = map->count;
	free(map->slots);
	*map = larger;
	return true;
}

bool aw_map_put(struct aw_map *map, const void *key, void *value)
{
	assert(key);
	if ((map->count + 1) * 4 > map->capacity * 3 && !grow(map))
		return false;
	struct aw_map_slot *slot = find(map, key);
	if (!slot->key)
		map->count++;
	*slot = (struct aw_map_slot){ key, value };
	return true;
}

void *aw_map_remove(struct aw_map *map, const void *key)
{
	if (!map->count)
		return NULL;
	struct aw_map_slot *slot = find(map, key);
	if (!slot->key)
		return NULL;
	void *value = slot->value;
	size_t mask = map->capacity - 1;
	size_t hole = (size_t)(slot - map->slots);
	for (size_t at = (hole + 1) & mask; map->slots[at].key; at = (at + 1) & mask) {
		size_t home = hash_of(map, map->slots[at].key) & mask;
		if (((at - home) & mask) < ((at - hole) & mask))
			continue; // it would land before its home
		map->slots[hole] = map->slots[at];
		hole = at;
	}
	map->slots[hole] = (struct aw_map_slot){ 0 };
	map->count--;
	return value;
}

void aw_map_finish(struct aw_map *map)
{
	free(map->slots);
	*map = (struct aw_map){ .strings = map->strings };
}

struct aw_map_slot *aw_map_next(const struct aw_map *map, struct aw_map_slot *slot)
{
	size_t at = slot ? (size_t)(slot - map->slots) + 1 : 0;
	for (; at < map->capacity; at++)
		if (map->slots[at].key)
			return &map->slots[at];
	return NULL;
}
