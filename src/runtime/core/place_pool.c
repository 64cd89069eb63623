// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place_pool.h"

#include <stdio.h>

#include "../../base/os.h"

enum { MOST_NODES = 64, MOST_DEVICES = 64, HOST_PLACES = 1 + MOST_NODES };

// The host's memory: of the host, and of its nodes.  Managed memory: the same, then no place and devices.
static struct {
	pthread_mutex_t lock;
	struct place {
		cudaMemPool_t first, chosen;
	} host[HOST_PLACES], managed[HOST_PLACES + 1 + MOST_DEVICES];
} pools = { .lock = PTHREAD_MUTEX_INITIALIZER };

// A machine whose system tells of no nodes is one.
static bool has_node(int node)
{
	char path[64];
	snprintf(path, sizeof(path), "/sys/devices/system/node/node%d", node);
	return !node || (node > 0 && node < MOST_NODES && aw_os_is_dir(path));
}

static bool has_device(int ordinal)
{
	struct aw_context *context;
	return ordinal < MOST_DEVICES && aw_core_context_find(ordinal, &context) == AW_OK;
}

static struct place *find(enum aw_memory_kind kind, const struct cudaMemLocation *location)
{
	bool managed = kind == AW_MEMORY_MANAGED;
	struct place *places = managed ? pools.managed : pools.host;
	switch (location->type) {
	case cudaMemLocationTypeHost: return places;
	case cudaMemLocationTypeHostNuma: return has_node(location->id) ? &places[1 + location->id] : NULL;
	case cudaMemLocationTypeNone: return managed ? &places[HOST_PLACES] : NULL;
	case cudaMemLocationTypeDevice: return managed && has_device(location->id) ? &places[HOST_PLACES + 1 + location->id] : NULL;
	default: return NULL;
	}
}

aw_status aw_core_place_pool_create(enum aw_memory_kind kind, const struct cudaMemLocation *location, cudaMemPool_t *pool)
{
	struct aw_context *context;
	aw_status status = find(kind, location) ? aw_core_context_current(&context) : AW_INVALID_VALUE;
	return status == AW_OK ? aw_core_pool_create_placed(context, kind, location, false, pool) : status;
}

aw_status aw_core_place_pool_at(enum aw_memory_kind kind, const struct cudaMemLocation *location, bool default_pool, cudaMemPool_t *pool)
{
	struct place *place = find(kind, location);
	struct aw_context *context;
	aw_status status = pool && place ? aw_core_context_current(&context) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&pools.lock);
	if (!place->first)
		status = aw_core_pool_create_placed(context, kind, location, true, &place->first);
	if (status == AW_OK)
		*pool = default_pool || !place->chosen ? place->first : place->chosen;
	pthread_mutex_unlock(&pools.lock);
	return status;
}

aw_status aw_core_place_pool_select(enum aw_memory_kind kind, const struct cudaMemLocation *location, cudaMemPool_t pool)
{
	struct place *place = find(kind, location);
	const struct cudaMemLocation *own = aw_core_pool_place(pool, kind);
	if (!place || !own || find(kind, own) != place)
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&pools.lock);
	place->chosen = pool;
	pthread_mutex_unlock(&pools.lock);
	return AW_OK;
}

static void forget(struct place *places, size_t count, cudaMemPool_t pool)
{
	for (size_t i = 0; i < count; i++) {
		if (places[i].first == pool)
			places[i].first = NULL;
		if (places[i].chosen == pool)
			places[i].chosen = NULL;
	}
}

void aw_core_place_pool_forget(cudaMemPool_t pool)
{
	pthread_mutex_lock(&pools.lock);
	forget(pools.host, HOST_PLACES, pool);
	forget(pools.managed, HOST_PLACES + 1 + MOST_DEVICES, pool);
	pthread_mutex_unlock(&pools.lock);
}
