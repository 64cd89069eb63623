// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_pool.h"

#include <stdio.h>

#include "../../base/os.h"

enum { MOST_NODES = 64, PLACES = 1 + MOST_NODES };

static struct {
	pthread_mutex_t lock;
	struct place {
		cudaMemPool_t first, chosen;
	} places[PLACES]; // the host's, then its nodes'
} host = { .lock = PTHREAD_MUTEX_INITIALIZER };

// A machine whose system tells of no nodes is one.
static bool has_node(int node)
{
	char path[64];
	snprintf(path, sizeof(path), "/sys/devices/system/node/node%d", node);
	return !node || (node > 0 && node < MOST_NODES && aw_os_is_dir(path));
}

static struct place *find(const struct cudaMemLocation *location)
{
	switch (location->type) {
	case cudaMemLocationTypeHost: return &host.places[0];
	case cudaMemLocationTypeHostNuma: return has_node(location->id) ? &host.places[1 + location->id] : NULL;
	default: return NULL;
	}
}

aw_status aw_core_host_pool_create(const struct cudaMemLocation *location, cudaMemPool_t *pool)
{
	struct aw_context *context;
	aw_status status = find(location) ? aw_core_context_current(&context) : AW_INVALID_VALUE;
	return status == AW_OK ? aw_core_pool_create_host(context, location, false, pool) : status;
}

aw_status aw_core_host_pool_at(const struct cudaMemLocation *location, bool default_pool, cudaMemPool_t *pool)
{
	struct place *place = find(location);
	struct aw_context *context;
	aw_status status = pool && place ? aw_core_context_current(&context) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&host.lock);
	if (!place->first)
		status = aw_core_pool_create_host(context, location, true, &place->first);
	if (status == AW_OK)
		*pool = default_pool || !place->chosen ? place->first : place->chosen;
	pthread_mutex_unlock(&host.lock);
	return status;
}

aw_status aw_core_host_pool_select(const struct cudaMemLocation *location, cudaMemPool_t pool)
{
	struct place *place = find(location);
	const struct cudaMemLocation *own = aw_core_pool_host(pool);
	if (!place || !own || find(own) != place)
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&host.lock);
	place->chosen = pool;
	pthread_mutex_unlock(&host.lock);
	return AW_OK;
}

void aw_core_host_pool_forget(cudaMemPool_t pool)
{
	pthread_mutex_lock(&host.lock);
	for (int i = 0; i < PLACES; i++) {
		if (host.places[i].first == pool)
			host.places[i].first = NULL;
		if (host.places[i].chosen == pool)
			host.places[i].chosen = NULL;
	}
	pthread_mutex_unlock(&host.lock);
}
