// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A treap ordered by base address: the heap order is a hash of the address, which makes the expected
// depth logarithmic whatever order programs allocate in (Seidel and Aragon, "Randomized search
// trees", 1996).  Readers share a lock and get a copy, so a record never changes under them.
#include "range.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "../../base/debug.h"

struct node {
	struct aw_range range;
	uint64_t priority;
	struct node *left, *right;
};

static struct node *root;
static uint64_t last_id; // the lock is of it, too
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static uint64_t mix(uint64_t value)
{
	value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u; // the finaliser of splitmix64
	value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
	return value ^ (value >> 31);
}

// Splits TREE into what lies below BASE and what does not.
static void split(struct node *tree, uintptr_t base, struct node **below, struct node **above)
{
	while (tree) {
		if (tree->range.base < base) {
			*below = tree;
			below = &tree->right;
			tree = tree->right;
		} else {
			*above = tree;
			above = &tree->left;
			tree = tree->left;
		}
	}
	*below = *above = NULL;
}

// Joins two trees of which the first lies below the second.
static struct node *join(struct node *below, struct node *above)
{
	struct node *tree, **end = &tree;
	while (below && above) {
		assert(below->range.base < above->range.base);
		if (below->priority > above->priority) {
			*end = below;
			end = &below->right;
			below = below->right;
		} else {
			*end = above;
			end = &above->left;
			above = above->left;
		}
	}
	*end = below ? below : above;
	return tree;
}

// The node with the greatest base that is not above ADDRESS.
static struct node *at_or_below(uintptr_t address)
{
	struct node *best = NULL;
	for (struct node *node = root; node;) {
		if (node->range.base <= address) {
			best = node;
			node = node->right;
		} else {
			node = node->left;
		}
	}
	return best;
}

// Whether RANGE overlaps another.  Memory that a program registered and freed all the same may lie anywhere.
static bool is_in_the_way(const struct aw_range *range)
{
	const struct node *below = at_or_below(range->base + range->size - 1);
	return below && below->range.kind != AW_RANGE_REGISTERED && below->range.base + below->range.size > range->base;
}

bool aw_core_range_add(const struct aw_range *range)
{
	assert(range->size);
	struct node *node = malloc(sizeof(*node));
	if (!node)
		return false;
	*node = (struct node){ .range = *range, .priority = mix(range->base) };
	pthread_rwlock_wrlock(&lock);
	struct node **link = &root;
	node->range.id = ++last_id;
	assert(!AW_DEBUG || !is_in_the_way(range));
	while (*link && (*link)->priority >= node->priority)
		link = (*link)->range.base < range->base ? &(*link)->right : &(*link)->left;
	split(*link, range->base, &node->left, &node->right);
	*link = node;
	pthread_rwlock_unlock(&lock);
	return true;
}

bool aw_core_range_find(const void *address, struct aw_range *range)
{
	pthread_rwlock_rdlock(&lock);
	const struct node *node = at_or_below((uintptr_t)address);
	bool found = node && (uintptr_t)address - node->range.base < node->range.size;
	if (found)
		*range = node->range;
	pthread_rwlock_unlock(&lock);
	return found;
}

bool aw_core_range_overlap(const void *address, size_t size, struct aw_range *range)
{
	pthread_rwlock_rdlock(&lock);
	uintptr_t first = (uintptr_t)address;
	assert(size && first + size - 1 >= first);
	const struct node *node = at_or_below(first + size - 1);
	bool found = node && (node->range.base >= first || first - node->range.base < node->range.size);
	if (found)
		*range = node->range;
	pthread_rwlock_unlock(&lock);
	return found;
}

// The link to the node that begins at BASE; it holds NULL when there is none.
static struct node **link_of(uintptr_t base)
{
	struct node **link = &root;
	while (*link && (*link)->range.base != base)
		link = (*link)->range.base < base ? &(*link)->right : &(*link)->left;
	return link;
}

// Takes the node behind LINK out, frees it and returns its record.
static struct aw_range unlink_node(struct node **link)
{
	struct node *node = *link;
	assert(node && (!node->left || node->left->priority <= node->priority) && (!node->right || node->right->priority <= node->priority));
	struct aw_range range = node->range;
	*link = join(node->left, node->right);
	free(node);
	return range;
}

bool aw_core_range_remove(const void *base, struct aw_range *range)
{
	pthread_rwlock_wrlock(&lock);
	struct node **link = link_of((uintptr_t)base);
	bool found = *link != NULL;
	if (found)
		*range = unlink_node(link);
	pthread_rwlock_unlock(&lock);
	return found;
}

void aw_core_range_update(const struct aw_range *range)
{
	pthread_rwlock_wrlock(&lock);
	struct node *node = *link_of(range->base);
	if (node)
		node->range = *range;
	pthread_rwlock_unlock(&lock);
}

// Any node of CONTEXT, or of POOL where CONTEXT is NULL.
static struct node *any_of(struct node *tree, const struct aw_context *context,
                           const struct CUmemPoolHandle_st *pool)
{
	if (!tree || (context ? tree->range.context == context : tree->range.pool == pool))
		return tree;
	struct node *found = any_of(tree->left, context, pool);
	return found ? found : any_of(tree->right, context, pool);
}

bool aw_core_range_take(const struct aw_context *context, struct aw_range *range)
{
	pthread_rwlock_wrlock(&lock);
	const struct node *node = any_of(root, context, NULL);
	if (node)
		*range = unlink_node(link_of(node->range.base));
	pthread_rwlock_unlock(&lock);
	return node != NULL;
}

bool aw_core_range_find_pool(const struct CUmemPoolHandle_st *pool, struct aw_range *range)
{
	pthread_rwlock_rdlock(&lock);
	const struct node *node = any_of(root, NULL, pool);
	if (node)
		*range = node->range;
	pthread_rwlock_unlock(&lock);
	return node != NULL;
}
