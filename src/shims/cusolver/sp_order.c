// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orders that keep the factors of sparse matrices sparse.
//
// Reverse Cuthill-McKee: breadth first from a vertex far out, neighbours by degree, backwards (George and Liu, "Computer Solution of
// Large Sparse Positive Definite Systems", chapter 4).  Minimum degree: the quotient graph, in which an eliminated vertex becomes an
// element that stands for the clique of its neighbours, with degrees bounded from above as sums over elements (Amestoy, Davis, Duff,
// "An Approximate Minimum Degree Ordering Algorithm", 1996).  Nested dissection: the middle level of a breadth first search parts a
// graph, whose parts are ordered first.
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sp.h"

// Neighbours of vertices, of A and its transpose, without themselves.
struct graph {
	int n;
	int *first, *to;
};

static void free_graph(struct graph *g)
{
	free(g->first);
	free(g->to);
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

// Each edge once: sorts the neighbours and closes the gaps.
static void make_unique(struct graph *g)
{
	int place = 0, begin = 0;
	for (int i = 0; i < g->n; i++) {
		int end = g->first[i + 1];
		qsort(g->to + begin, (size_t)(end - begin), sizeof(int), compare);
		int own = place;
		for (int at = begin; at < end; at++)
			if (place == own || g->to[place - 1] != g->to[at])
				g->to[place++] = g->to[at];
		begin = end;
		g->first[i + 1] = place;
	}
}

// A neighbour TO of FROM: counts it, then gives it its place.
static void count_or_place(struct graph *g, int pass, int from, int to)
{
	if (pass == 0)
		g->first[from + 2]++;
	else
		g->to[g->first[from + 1]++] = to;
}

static bool make_graph(const struct sp_rows *a, struct graph *g)
{
	int n = a->rows, nnz = a->offsets[n] - a->base;
	g->n = n;
	g->first = calloc((size_t)n + 2, sizeof(int));
	g->to = malloc((2 * (size_t)nnz + 1) * sizeof(int));
	if (!g->first || !g->to) {
		free_graph(g);
		return false;
	}
	for (int pass = 0; pass < 2; pass++) { // counts, then places
		for (int i = 0; i < n; i++)
			for (int at = a->offsets[i] - a->base; at < a->offsets[i + 1] - a->base; at++) {
				int j = a->columns[at] - a->base;
				if (i == j || j >= n)
					continue;
				count_or_place(g, pass, i, j);
				count_or_place(g, pass, j, i);
			}
		for (int i = 2; pass == 0 && i <= n + 1; i++)
			g->first[i] += g->first[i - 1];
	}
	make_unique(g);
	return true;
}

// Each of the columns of ROW with each other one.
static void join_columns(const struct sp_rows *a, int row, int pass, struct graph *g)
{
	int begin = a->offsets[row] - a->base, end = a->offsets[row + 1] - a->base;
	for (int at = begin; at < end; at++)
		for (int other = begin; other < end; other++)
			if (a->columns[at] != a->columns[other])
				count_or_place(g, pass, a->columns[at] - a->base, a->columns[other] - a->base);
}

// Columns that have a row in common: the pattern of A* A.  Rows so full that they would join all columns are left out, as COLAMD does.
static bool make_column_graph(const struct sp_rows *a, struct graph *g)
{
	size_t n = (size_t)a->cols, edges = 0;
	double full = 16 + 10 * sqrt((double)n);
	g->n = a->cols;
	g->first = calloc(n + 2, sizeof(int));
	g->to = NULL;
	for (int pass = 0; g->first && pass < 2; pass++) {
		for (int i = 0; i < a->rows; i++)
			if (a->offsets[i + 1] - a->offsets[i] <= full)
				join_columns(a, i, pass, g);
		for (size_t i = 2; pass == 0 && i <= n + 1; i++) {
			edges += (size_t)g->first[i];
			g->first[i] = (int)edges;
		}
		if (pass == 0 && (edges > INT_MAX || !(g->to = malloc((edges + 1) * sizeof(int)))))
			break;
	}
	if (!g->to) {
		free_graph(g);
		return false;
	}
	make_unique(g);
	return true;
}

// --- breadth first ---

// The vertices of `part` from `start` on, by levels; queue holds them, *levels how many there are, level each one's.
static int search(const struct graph *g, int start, const int *part, int own, int *queue, int *level)
{
	int head = 0, tail = 0;
	queue[tail++] = start;
	level[start] = 0;
	while (head < tail) {
		int v = queue[head++];
		for (int at = g->first[v]; at < g->first[v + 1]; at++) {
			int w = g->to[at];
			if (part[w] == own && level[w] < 0) {
				level[w] = level[v] + 1;
				queue[tail++] = w;
			}
		}
	}
	return tail;
}

static void forget(const int *queue, int count, int *level)
{
	for (int i = 0; i < count; i++)
		level[queue[i]] = -1;
}

// A vertex from which the search goes deep: the last one of a search, as long as that goes deeper.  Leaves its search in queue.
static int far_search(const struct graph *g, int start, const int *part, int own, int *queue, int *level)
{
	int count = search(g, start, part, own, queue, level), depth = level[queue[count - 1]];
	for (;;) {
		int other = queue[count - 1];
		forget(queue, count, level);
		count = search(g, other, part, own, queue, level);
		if (level[queue[count - 1]] <= depth)
			return count;
		depth = level[queue[count - 1]];
	}
}

struct search_room {
	int *part, *queue, *level;
};

static bool make_room(int n, struct search_room *room)
{
	size_t bytes = ((size_t)n + 1) * sizeof(int);
	room->part = calloc((size_t)n + 1, sizeof(int));
	room->queue = malloc(bytes);
	room->level = malloc(bytes);
	if (room->level)
		memset(room->level, -1, bytes);
	return room->part && room->queue && room->level;
}

static void free_room(struct search_room *room)
{
	free(room->part);
	free(room->queue);
	free(room->level);
}

// --- reverse Cuthill-McKee ---

static int degree_of(const struct graph *g, int v)
{
	return g->first[v + 1] - g->first[v];
}

// Neighbours of v that have no place yet, by degree; the number of placed ones.
static int place_neighbours(const struct graph *g, int v, int *order, int placed, int *seen)
{
	int begin = placed;
	for (int at = g->first[v]; at < g->first[v + 1]; at++) {
		int w = g->to[at], to = placed;
		if (seen[w])
			continue;
		seen[w] = 1;
		for (; to > begin && degree_of(g, order[to - 1]) > degree_of(g, w); to--)
			order[to] = order[to - 1];
		order[to] = w;
		placed++;
	}
	return placed;
}

bool aw_sp_order_rcm(const struct sp_rows *a, int *order)
{
	struct graph g;
	struct search_room room;
	if (!make_graph(a, &g))
		return false;
	bool done = make_room(g.n, &room);
	int placed = 0;
	for (int start = 0; done && start < g.n; start++) {
		if (room.part[start])
			continue;
		far_search(&g, start, room.part, 0, room.queue, room.level);
		int head = placed;
		order[placed++] = room.queue[0];
		room.part[room.queue[0]] = 1;
		for (; head < placed; head++)
			placed = place_neighbours(&g, order[head], order, placed, room.part);
	}
	for (int i = 0; done && i < g.n / 2; i++) {
		int other = order[i];
		order[i] = order[g.n - 1 - i];
		order[g.n - 1 - i] = other;
	}
	free_room(&room);
	free_graph(&g);
	return done;
}

// --- minimum degree ---

// A growing list of ints.
struct list {
	int *at, count, room;
};

static bool append(struct list *list, int value)
{
	if (list->count == list->room) {
		int room = list->room ? 2 * list->room : 8, *more = realloc(list->at, (size_t)room * sizeof(int));
		if (!more)
			return false;
		list->at = more;
		list->room = room;
	}
	list->at[list->count++] = value;
	return true;
}

struct quotient {
	int n;
	struct list *vertices, *elements; // of each vertex; vertices[v] of an element v: those of its clique
	int *degree, *next, *before, *head, *mark, stamp;
	int *outside, *touched; // of an element: how many of its vertices the newest clique hasn't, as of when
	bool *gone;             // eliminated vertices
};

static void unlink_vertex(struct quotient *q, int v)
{
	if (q->before[v] >= 0)
		q->next[q->before[v]] = q->next[v];
	else
		q->head[q->degree[v]] = q->next[v];
	if (q->next[v] >= 0)
		q->before[q->next[v]] = q->before[v];
}

static void link_vertex(struct quotient *q, int v, int degree)
{
	q->degree[v] = degree < q->n ? degree : q->n - 1;
	q->next[v] = q->head[q->degree[v]];
	q->before[v] = -1;
	if (q->next[v] >= 0)
		q->before[q->next[v]] = v;
	q->head[q->degree[v]] = v;
}

// The clique of p: its neighbours and those of its elements, which it takes in.
static bool make_clique(struct quotient *q, int p, struct list *clique)
{
	int stamp = ++q->stamp;
	q->mark[p] = stamp;
	for (int i = -1; i < q->elements[p].count; i++) {
		int element = i < 0 ? -1 : q->elements[p].at[i];
		const struct list *from = i < 0 ? &q->vertices[p] : &q->vertices[element];
		for (int at = 0; at < from->count; at++) {
			int v = from->at[at];
			if (q->mark[v] == stamp || q->gone[v])
				continue;
			q->mark[v] = stamp;
			if (!append(clique, v))
				return false;
		}
		if (element >= 0)
			q->vertices[element].count = 0; // absorbed: nobody's any more
	}
	return true;
}

// How many vertices of each element that the clique meets lie outside of it.
static void count_outside(struct quotient *q, const struct list *clique)
{
	for (int i = 0; i < clique->count; i++) {
		const struct list *elements = &q->elements[clique->at[i]];
		for (int at = 0; at < elements->count; at++) {
			int element = elements->at[at];
			if (q->touched[element] != q->stamp) {
				q->touched[element] = q->stamp;
				q->outside[element] = q->vertices[element].count;
			}
			q->outside[element]--;
		}
	}
}

// v's lists without what the new element p stands for; its degree, at most.  An element within the clique is part of it.
static bool update_vertex(struct quotient *q, int v, int p, int clique_size)
{
	int kept = 0, degree = clique_size - 1;
	for (int at = 0; at < q->vertices[v].count; at++) {
		int w = q->vertices[v].at[at];
		if (!q->gone[w] && q->mark[w] != q->stamp)
			q->vertices[v].at[kept++] = w;
	}
	q->vertices[v].count = kept;
	degree += kept;
	kept = 0;
	for (int at = 0; at < q->elements[v].count; at++) {
		int element = q->elements[v].at[at];
		if (q->vertices[element].count == 0 || q->outside[element] <= 0)
			continue;
		q->elements[v].at[kept++] = element;
		degree += q->outside[element];
	}
	q->elements[v].count = kept;
	if (degree > q->degree[v] + clique_size - 1)
		degree = q->degree[v] + clique_size - 1;
	unlink_vertex(q, v);
	link_vertex(q, v, degree);
	return append(&q->elements[v], p);
}

static bool eliminate(struct quotient *q, int p)
{
	struct list clique = { 0 };
	unlink_vertex(q, p);
	q->gone[p] = true;
	bool done = make_clique(q, p, &clique);
	count_outside(q, &clique);
	for (int i = 0; done && i < clique.count; i++)
		done = update_vertex(q, clique.at[i], p, clique.count);
	free(q->vertices[p].at);
	free(q->elements[p].at);
	q->elements[p] = (struct list){ 0 };
	q->vertices[p] = clique;
	return done;
}

static bool make_quotient(const struct graph *g, struct quotient *q)
{
	size_t n = (size_t)g->n + 1;
	*q = (struct quotient){ g->n, calloc(n, sizeof(struct list)), calloc(n, sizeof(struct list)), malloc(n * sizeof(int)),
		malloc(n * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(int)), calloc(n, sizeof(int)), 0, malloc(n * sizeof(int)),
		calloc(n, sizeof(int)), calloc(n, sizeof(bool)) };
	if (!q->vertices || !q->elements || !q->degree || !q->next || !q->before || !q->head || !q->mark || !q->outside || !q->touched ||
	    !q->gone)
		return false;
	memset(q->head, -1, n * sizeof(int));
	for (int v = 0; v < g->n; v++) {
		for (int at = g->first[v]; at < g->first[v + 1]; at++)
			if (!append(&q->vertices[v], g->to[at]))
				return false;
		link_vertex(q, v, degree_of(g, v));
	}
	return true;
}

static void free_quotient(struct quotient *q)
{
	for (int v = 0; v < q->n; v++) {
		if (q->vertices)
			free(q->vertices[v].at);
		if (q->elements)
			free(q->elements[v].at);
	}
	free(q->vertices);
	free(q->elements);
	free(q->degree);
	free(q->next);
	free(q->before);
	free(q->head);
	free(q->mark);
	free(q->outside);
	free(q->touched);
	free(q->gone);
}

// Takes G.
static bool order_degree(struct graph *g, int *order)
{
	struct quotient q;
	bool done = make_quotient(g, &q);
	for (int i = 0; done && i < g->n; i++) {
		int least = 0;
		while (q.head[least] < 0)
			least++;
		order[i] = q.head[least];
		done = eliminate(&q, order[i]);
	}
	free_quotient(&q);
	free_graph(g);
	return done;
}

bool aw_sp_order_degree(const struct sp_rows *a, int *order)
{
	struct graph g;
	return make_graph(a, &g) && order_degree(&g, order);
}

bool aw_sp_order_columns(const struct sp_rows *a, int *order)
{
	struct graph g;
	return make_column_graph(a, &g) && order_degree(&g, order);
}

// --- nested dissection ---

// Orders the vertices of part `own`, which `start` belongs to, into the last places before `end`; where it begins.  Parts get new
// numbers from *parts on.
static int dissect(const struct graph *g, struct search_room *room, int start, int *parts, int *order, int end)
{
	enum { SMALL = 8 };
	int own = room->part[start];
	int count = far_search(g, start, room->part, own, room->queue, room->level), depth = room->level[room->queue[count - 1]];
	if (count <= SMALL || depth < 2) {
		for (int i = 0; i < count; i++) {
			room->part[room->queue[i]] = -1; // placed
			order[--end] = room->queue[i];
		}
		forget(room->queue, count, room->level);
		return end;
	}
	// The level that the middle vertex is in goes last, then both sides, each of which may fall into several pieces.
	int middle = room->level[room->queue[count / 2]], side = ++*parts, *vertices = malloc((size_t)count * sizeof(int)), others = 0;
	middle = middle == depth ? depth - 1 : middle == 0 ? 1 : middle;
	for (int i = 0; i < count; i++) {
		int v = room->queue[i];
		bool separates = room->level[v] == middle;
		room->part[v] = separates ? -1 : side;
		if (separates)
			order[--end] = v;
		else if (vertices)
			vertices[others++] = v;
	}
	forget(room->queue, count, room->level);
	for (int i = 0; i < others; i++)
		if (room->part[vertices[i]] == side)
			end = dissect(g, room, vertices[i], parts, order, end);
	free(vertices);
	return vertices ? end : -1;
}

bool aw_sp_order_dissection(const struct sp_rows *a, int *order)
{
	struct graph g;
	struct search_room room;
	if (!make_graph(a, &g))
		return false;
	bool done = make_room(g.n, &room);
	int parts = 0, end = g.n;
	for (int v = 0; done && end >= 0 && v < g.n; v++)
		if (room.part[v] == 0)
			end = dissect(&g, &room, v, &parts, order, end);
	free_room(&room);
	free_graph(&g);
	return done && end == 0;
}

bool aw_sp_order(const struct sp_rows *a, int reorder, int *order)
{
	switch (reorder) {
	case 1: return aw_sp_order_rcm(a, order);
	case 2: return aw_sp_order_degree(a, order);
	case 3: return aw_sp_order_dissection(a, order);
	default:
		for (int i = 0; i < a->rows; i++)
			order[i] = i;
		return true;
	}
}
