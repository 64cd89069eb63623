// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factorisations of sparse matrices in one kind of numbers: included by sp_real.c and sp_complex.c, which define NUMBER, CONJUGATE,
// SIZE (the absolute value), PARTS (doubles of a number) and ENGINE (the table's name).
//
// LU: column by column; what a column needs of L is what its rows reach in L's graph, in that order (Gilbert and Peierls, "Sparse
// Partial Pivoting in Time Proportional to Arithmetic Operations", 1988).  Cholesky: row by row along the elimination tree.  QR:
// column by column with Householder's reflectors, whose rows come from a column's children in the tree of A*A (Davis, "Direct
// Methods for Sparse Linear Systems", chapters 4 to 6; the order of the work, none of the code).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sp.h"

// --- lists of elements that grow ---

static bool reserve(struct sp_matrix *m, int used, int more, int *room)
{
	if (used + more <= *room)
		return true;
	int wanted = 2 * (used + more) + 64;
	int *index = realloc(m->index, (size_t)wanted * sizeof(int));
	if (index)
		m->index = index;
	double *values = realloc(m->values, (size_t)wanted * sizeof(NUMBER));
	if (values)
		m->values = values;
	*room = index && values ? wanted : *room;
	return index && values;
}

static NUMBER *numbers(const struct sp_matrix *m)
{
	return (NUMBER *)m->values;
}

static void put(struct sp_matrix *m, int at, int index, NUMBER value)
{
	m->index[at] = index;
	numbers(m)[at] = value;
}

static bool start(struct sp_matrix *m, int rows, int cols)
{
	*m = (struct sp_matrix){ rows, cols, calloc((size_t)cols + 1, sizeof(int)), NULL, NULL };
	return m->first;
}

static void stop(struct sp_matrix *m)
{
	free(m->first);
	free(m->index);
	free(m->values);
}

// --- the matrix by columns, in its order ---

static int *inverse_of(const int *order, int n)
{
	int *inverse = malloc(((size_t)n + 1) * sizeof(int));
	for (int i = 0; inverse && i < n; i++)
		inverse[order ? order[i] : i] = i;
	return inverse;
}

// Rows keep their order where the matrix isn't square.
static bool by_columns(const struct sp_rows *a, const NUMBER *values, const int *order, struct sp_matrix *m)
{
	int nnz = a->offsets[a->rows] - a->base, room = 0, *place = inverse_of(order, a->cols);
	bool done = start(m, a->rows, a->cols) && place && reserve(m, 0, nnz, &room);
	for (int at = 0; done && at < nnz; at++)
		m->first[place[a->columns[at] - a->base] + 1]++;
	for (int j = 0; done && j < a->cols; j++)
		m->first[j + 1] += m->first[j];
	for (int i = 0; done && i < a->rows; i++) {
		int row = order && a->rows == a->cols ? order[i] : i;
		for (int at = a->offsets[row] - a->base; at < a->offsets[row + 1] - a->base; at++)
			put(m, m->first[place[a->columns[at] - a->base]]++, i, values[at]);
	}
	for (int j = a->cols; done && j > 0; j--)
		m->first[j] = m->first[j - 1];
	if (done)
		m->first[0] = 0;
	free(place);
	return done;
}

// --- LU ---

struct lu_work {
	const struct sp_matrix *a;
	struct sp_matrix *l, *u;
	int *pivot_of;       // of a row: its column, or -1
	int *rows_by_pivot, *reached, *stack, *next, *mark;
	NUMBER *x;
	int l_room, u_room, l_used, u_used;
};

// Rows that `row` reaches through columns of L, those it leads to last.  Adds them before `top`; the new top.
static int reach(struct lu_work *w, int row, int column, int top)
{
	int depth = 0;
	w->stack[0] = row;
	w->mark[row] = column;
	w->next[0] = w->pivot_of[row] < 0 ? 0 : w->l->first[w->pivot_of[row]];
	while (depth >= 0) {
		int at = w->stack[depth], pivot = w->pivot_of[at], deeper = -1;
		int end = pivot < 0 ? 0 : w->l->first[pivot + 1];
		while (w->next[depth] < end && deeper < 0) {
			int other = w->l->index[w->next[depth]++];
			if (w->mark[other] != column)
				deeper = other;
		}
		if (deeper < 0) {
			w->reached[--top] = at;
			depth--;
			continue;
		}
		w->mark[deeper] = column;
		w->stack[++depth] = deeper;
		w->next[depth] = w->pivot_of[deeper] < 0 ? 0 : w->l->first[w->pivot_of[deeper]];
	}
	return top;
}

// The row of the largest number among those without a pivot, or the diagonal's, if that is large enough; -1 if all are zero.
static int choose_pivot(const struct lu_work *w, int column, int top, double threshold)
{
	int best = -1;
	double most = 0;
	for (int i = top; i < w->a->rows; i++) {
		int row = w->reached[i];
		if (w->pivot_of[row] < 0 && SIZE(w->x[row]) > most) {
			most = SIZE(w->x[row]);
			best = row;
		}
	}
	bool has_diagonal = w->mark[column] == column && w->pivot_of[column] < 0 && w->x[column] != 0;
	return best >= 0 && has_diagonal && SIZE(w->x[column]) >= threshold * most ? column : best;
}

static bool lu_column(struct lu_work *w, int column, double threshold)
{
	int n = w->a->rows, top = n;
	const struct sp_matrix *a = w->a;
	for (int at = a->first[column]; at < a->first[column + 1]; at++)
		if (w->mark[a->index[at]] != column)
			top = reach(w, a->index[at], column, top);
	for (int i = top; i < n; i++)
		w->x[w->reached[i]] = 0;
	for (int at = a->first[column]; at < a->first[column + 1]; at++)
		w->x[a->index[at]] += numbers(a)[at];
	if (!reserve(w->u, w->u_used, n - top + 1, &w->u_room) || !reserve(w->l, w->l_used, n - top, &w->l_room))
		return false;
	for (int i = top; i < n; i++) {
		int row = w->reached[i], pivot = w->pivot_of[row];
		if (pivot < 0)
			continue;
		put(w->u, w->u_used++, pivot, w->x[row]);
		for (int at = w->l->first[pivot]; at < w->l->first[pivot + 1]; at++)
			w->x[w->l->index[at]] -= numbers(w->l)[at] * w->x[row];
	}
	int best = choose_pivot(w, column, top, threshold);
	NUMBER pivot = best < 0 ? 0 : w->x[best];
	for (int i = 0; best < 0 && i < n; i++) // any row will do
		best = w->pivot_of[i] < 0 ? i : -1;
	w->pivot_of[best] = column;
	w->rows_by_pivot[column] = best;
	put(w->u, w->u_used++, column, pivot);
	for (int i = top; i < n; i++)
		if (w->pivot_of[w->reached[i]] < 0 && pivot != 0 && w->x[w->reached[i]] != 0)
			put(w->l, w->l_used++, w->reached[i], w->x[w->reached[i]] / pivot);
	w->u->first[column + 1] = w->u_used;
	w->l->first[column + 1] = w->l_used;
	return true;
}

static bool factor_lu(struct sp_factor *f, const struct sp_matrix *a, double threshold)
{
	size_t n = (size_t)a->rows + 1;
	struct lu_work w = { a, &f->lower, &f->upper, malloc(n * sizeof(int)), f->rows_by_pivot, malloc(n * sizeof(int)),
		malloc(n * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(NUMBER)) };
	bool done = w.pivot_of && w.reached && w.stack && w.next && w.mark && w.x && start(w.l, a->rows, a->rows) &&
	            start(w.u, a->rows, a->rows);
	for (int i = 0; done && i < a->rows; i++)
		w.pivot_of[i] = w.mark[i] = -1;
	for (int j = 0; done && j < a->cols; j++)
		done = lu_column(&w, j, threshold);
	for (int at = 0; done && at < w.l_used; at++)
		f->lower.index[at] = w.pivot_of[f->lower.index[at]];
	free(w.pivot_of);
	free(w.reached);
	free(w.stack);
	free(w.next);
	free(w.mark);
	free(w.x);
	return done;
}

static void solve_lu(const struct sp_factor *f, NUMBER *x)
{
	for (int j = 0; j < f->cols; j++)
		for (int at = f->lower.first[j]; at < f->lower.first[j + 1]; at++)
			x[f->lower.index[at]] -= numbers(&f->lower)[at] * x[j];
	for (int j = f->cols - 1; j >= 0; j--) {
		int last = f->upper.first[j + 1] - 1;
		x[j] /= numbers(&f->upper)[last];
		for (int at = f->upper.first[j]; at < last; at++)
			x[f->upper.index[at]] -= numbers(&f->upper)[at] * x[j];
	}
}

// --- Cholesky ---

// The lower triangle of A by rows, in its order; what lies above the caller's diagonal is left out.
static bool lower_rows(const struct sp_rows *a, const NUMBER *values, const int *order, struct sp_matrix *m)
{
	int n = a->rows, nnz = a->offsets[n] - a->base, room = 0, *place = inverse_of(order, n);
	bool done = start(m, n, n) && place && reserve(m, 0, nnz, &room);
	for (int pass = 0; done && pass < 2; pass++) {
		for (int i = 0; i < n; i++)
			for (int at = a->offsets[i] - a->base; at < a->offsets[i + 1] - a->base; at++) {
				int j = a->columns[at] - a->base, p = place[i], q = place[j];
				if (j > i)
					continue;
				if (pass == 0)
					m->first[(p > q ? p : q) + 1]++;
				else
					put(m, m->first[p > q ? p : q]++, p > q ? q : p, p > q ? values[at] : CONJUGATE(values[at]));
			}
		for (int i = 0; pass == 0 && i < n; i++)
			m->first[i + 1] += m->first[i];
	}
	for (int i = n; done && i > 0; i--)
		m->first[i] = m->first[i - 1];
	if (done)
		m->first[0] = 0;
	free(place);
	return done;
}

// The elimination tree, with shortcuts to the root of what was seen.
static bool tree_of(const struct sp_matrix *lower, int *parent)
{
	int *ancestor = malloc(((size_t)lower->rows + 1) * sizeof(int));
	for (int k = 0; ancestor && k < lower->rows; k++) {
		parent[k] = ancestor[k] = -1;
		for (int at = lower->first[k]; at < lower->first[k + 1]; at++)
			for (int i = lower->index[at], up; i != -1 && i < k; i = up) {
				up = ancestor[i];
				ancestor[i] = k;
				if (up == -1)
					parent[i] = k;
			}
	}
	free(ancestor);
	return ancestor;
}

// The columns of row k of L, in an order in which they can be worked off; they end at n.
static int row_of(const struct sp_matrix *lower, const int *parent, int k, int *mark, int *columns)
{
	int top = lower->rows;
	mark[k] = k;
	for (int at = lower->first[k]; at < lower->first[k + 1]; at++) {
		int length = 0;
		for (int i = lower->index[at]; mark[i] != k; i = parent[i]) {
			columns[length++] = i;
			mark[i] = k;
		}
		while (length > 0)
			columns[--top] = columns[--length];
	}
	return top;
}

struct cholesky_work {
	int *parent, *mark, *columns, *next;
	NUMBER *x;
};

static bool count_columns(const struct sp_matrix *lower, struct cholesky_work *w, struct sp_matrix *l)
{
	int n = lower->rows, room = 0;
	for (int k = 0; k < n; k++)
		w->mark[k] = -1;
	for (int k = 0; k < n; k++) {
		l->first[k + 1]++;
		for (int i = row_of(lower, w->parent, k, w->mark, w->columns); i < n; i++)
			l->first[w->columns[i] + 1]++;
	}
	for (int k = 0; k < n; k++) {
		l->first[k + 1] += l->first[k];
		w->next[k] = l->first[k];
		w->mark[k] = -1;
		w->x[k] = 0;
	}
	return reserve(l, 0, l->first[n], &room);
}

// Row k of L; false where the pivot isn't positive.
static bool cholesky_row(const struct sp_matrix *lower, struct cholesky_work *w, struct sp_matrix *l, int k)
{
	double pivot = 0;
	int n = lower->rows, top = row_of(lower, w->parent, k, w->mark, w->columns);
	for (int at = lower->first[k]; at < lower->first[k + 1]; at++)
		if (lower->index[at] == k)
			pivot += REAL(numbers(lower)[at]);
		else
			w->x[lower->index[at]] += CONJUGATE(numbers(lower)[at]);
	for (int i = top; i < n; i++) {
		int j = w->columns[i];
		NUMBER y = w->x[j] / numbers(l)[l->first[j]];
		w->x[j] = 0;
		for (int at = l->first[j] + 1; at < w->next[j]; at++)
			w->x[l->index[at]] -= numbers(l)[at] * y;
		pivot -= SIZE(y) * SIZE(y);
		put(l, w->next[j]++, k, CONJUGATE(y));
	}
	w->x[k] = 0;
	put(l, w->next[k]++, k, pivot > 0 ? sqrt(pivot) : 0);
	return pivot > 0;
}

static bool factor_cholesky(struct sp_factor *f, const struct sp_rows *a, const NUMBER *values)
{
	struct sp_matrix lower = { 0 };
	size_t n = (size_t)a->rows + 1;
	struct cholesky_work w = { malloc(n * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(int)),
		malloc(n * sizeof(NUMBER)) };
	bool done = w.parent && w.mark && w.columns && w.next && w.x && lower_rows(a, values, f->order, &lower) &&
	            start(&f->lower, a->rows, a->rows) && tree_of(&lower, w.parent) && count_columns(&lower, &w, &f->lower);
	for (int k = 0; done && k < a->rows && f->zero < 0; k++)
		if (!cholesky_row(&lower, &w, &f->lower, k))
			f->zero = k;
	stop(&lower);
	free(w.parent);
	free(w.mark);
	free(w.columns);
	free(w.next);
	free(w.x);
	return done;
}

static void solve_cholesky(const struct sp_factor *f, NUMBER *x)
{
	const struct sp_matrix *l = &f->lower;
	for (int j = 0; j < f->cols; j++) {
		x[j] /= numbers(l)[l->first[j]];
		for (int at = l->first[j] + 1; at < l->first[j + 1]; at++)
			x[l->index[at]] -= numbers(l)[at] * x[j];
	}
	for (int j = f->cols - 1; j >= 0; j--) {
		for (int at = l->first[j] + 1; at < l->first[j + 1]; at++)
			x[j] -= CONJUGATE(numbers(l)[at]) * x[l->index[at]];
		x[j] /= numbers(l)[l->first[j]];
	}
}

// --- QR ---

struct qr_work {
	const struct sp_matrix *a;
	struct sp_matrix *v, *r;
	int *parent, *child, *sibling; // of columns; child: the last one
	int *leftmost, *rows_first, *rows; // of rows; rows by their leftmost column
	int *mark, *columns, *in_v;
	NUMBER *x;
	int v_room, r_room, v_used, r_used;
};

static bool qr_tree(struct qr_work *w)
{
	const struct sp_matrix *a = w->a;
	int *ancestor = malloc(((size_t)a->cols + 1) * sizeof(int)), *last = malloc(((size_t)a->rows + 1) * sizeof(int));
	for (int i = 0; ancestor && last && i < a->rows; i++)
		last[i] = w->leftmost[i] = -1;
	for (int k = 0; ancestor && last && k < a->cols; k++) {
		w->parent[k] = ancestor[k] = w->child[k] = -1;
		for (int at = a->first[k]; at < a->first[k + 1]; at++) {
			int row = a->index[at];
			for (int i = last[row], up; i != -1 && i < k; i = up) {
				up = ancestor[i];
				ancestor[i] = k;
				if (up == -1)
					w->parent[i] = k;
			}
			last[row] = k;
			w->leftmost[row] = w->leftmost[row] < 0 ? k : w->leftmost[row];
		}
	}
	for (int k = 0; ancestor && last && k < a->cols; k++)
		if (w->parent[k] >= 0) {
			w->sibling[k] = w->child[w->parent[k]];
			w->child[w->parent[k]] = k;
		}
	bool done = ancestor && last;
	free(ancestor);
	free(last);
	return done;
}

static void sort_rows(struct qr_work *w)
{
	memset(w->rows_first, 0, ((size_t)w->a->cols + 2) * sizeof(int));
	for (int i = 0; i < w->a->rows; i++)
		if (w->leftmost[i] >= 0)
			w->rows_first[w->leftmost[i] + 2]++;
	for (int k = 2; k <= w->a->cols + 1; k++)
		w->rows_first[k] += w->rows_first[k - 1];
	for (int i = 0; i < w->a->rows; i++)
		if (w->leftmost[i] >= 0)
			w->rows[w->rows_first[w->leftmost[i] + 1]++] = i;
}

// x -= scale v v* x of reflector j.
static void reflect(const struct sp_matrix *v, double scale, int j, NUMBER *x)
{
	NUMBER sum = 0;
	for (int at = v->first[j]; at < v->first[j + 1]; at++)
		sum += CONJUGATE(numbers(v)[at]) * x[v->index[at]];
	sum *= scale;
	for (int at = v->first[j]; at < v->first[j + 1]; at++)
		x[v->index[at]] -= numbers(v)[at] * sum;
}

static bool add_row(struct qr_work *w, int k, int row)
{
	if (w->in_v[row] == k)
		return true;
	if (!reserve(w->v, w->v_used, 1, &w->v_room))
		return false;
	w->in_v[row] = k;
	put(w->v, w->v_used++, row, 0);
	return true;
}

// The rows of reflector k: those that begin in column k, and its children's without their first, which became rows of R.
static bool gather_rows(struct qr_work *w, int k)
{
	bool done = true;
	for (int at = w->rows_first[k]; done && at < w->rows_first[k + 1]; at++)
		done = add_row(w, k, w->rows[at]);
	for (int c = w->child[k]; done && c >= 0; c = w->sibling[c])
		for (int at = w->v->first[c] + 1; done && at < w->v->first[c + 1]; at++)
			done = add_row(w, k, w->v->index[at]);
	return done;
}

// The reflector that leaves one number of x's rows of v; that number.
static NUMBER make_reflector(const struct sp_matrix *v, int begin, int end, const NUMBER *x, double *scale)
{
	double sum = 0, norm;
	for (int at = begin; at < end; at++) {
		numbers(v)[at] = x[v->index[at]];
		sum += SIZE(numbers(v)[at]) * SIZE(numbers(v)[at]);
	}
	norm = sqrt(sum);
	*scale = 0;
	if (norm == 0)
		return 0;
	NUMBER first = numbers(v)[begin], left = first == 0 ? -norm : -first / SIZE(first) * norm;
	numbers(v)[begin] = first - left;
	sum += SIZE(first - left) * SIZE(first - left) - SIZE(first) * SIZE(first);
	*scale = 2 / sum;
	return left;
}

static int ascending(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static bool qr_column(struct qr_work *w, double *scales, int k)
{
	const struct sp_matrix *a = w->a;
	int count = 0;
	for (int at = a->first[k]; at < a->first[k + 1]; at++) {
		w->x[a->index[at]] += numbers(a)[at];
		for (int i = w->leftmost[a->index[at]]; i >= 0 && i < k && w->mark[i] != k; i = w->parent[i]) {
			w->mark[i] = k;
			w->columns[count++] = i;
		}
	}
	qsort(w->columns, (size_t)count, sizeof(int), ascending);
	if (!reserve(w->r, w->r_used, count + 1, &w->r_room))
		return false;
	for (int i = 0; i < count; i++) {
		int j = w->columns[i];
		if (w->v->first[j] == w->v->first[j + 1])
			continue;
		int row = w->v->index[w->v->first[j]];
		reflect(w->v, scales[j], j, w->x);
		put(w->r, w->r_used++, j, w->x[row]);
		w->x[row] = 0;
	}
	if (!gather_rows(w, k))
		return false;
	int begin = w->v->first[k];
	w->v->first[k + 1] = w->v_used;
	scales[k] = 0;
	NUMBER left = begin == w->v_used ? 0 : make_reflector(w->v, begin, w->v_used, w->x, &scales[k]);
	for (int at = begin; at < w->v_used; at++)
		w->x[w->v->index[at]] = 0;
	put(w->r, w->r_used++, k, left);
	w->r->first[k + 1] = w->r_used;
	return true;
}

static bool factor_qr(struct sp_factor *f, const struct sp_matrix *a)
{
	size_t m = (size_t)a->rows + 2, n = (size_t)a->cols + 2;
	struct qr_work w = { a, &f->lower, &f->upper, malloc(n * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(int)),
		malloc(m * sizeof(int)), malloc(n * sizeof(int)), malloc(m * sizeof(int)), malloc(n * sizeof(int)), malloc(n * sizeof(int)),
		malloc(m * sizeof(int)), calloc(m, sizeof(NUMBER)) };
	f->scales = malloc(n * sizeof(double));
	bool done = w.parent && w.child && w.sibling && w.leftmost && w.rows_first && w.rows && w.mark && w.columns && w.in_v && w.x &&
	            f->scales && start(w.v, a->rows, a->cols) && start(w.r, a->cols, a->cols) && qr_tree(&w);
	if (done) {
		memset(w.mark, -1, n * sizeof(int));
		memset(w.in_v, -1, m * sizeof(int));
		sort_rows(&w);
	}
	for (int k = 0; done && k < a->cols; k++)
		done = qr_column(&w, f->scales, k);
	int *const blocks[] = { w.parent, w.child, w.sibling, w.leftmost, w.rows_first, w.rows, w.mark, w.columns, w.in_v };
	for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++)
		free(blocks[i]);
	free(w.x);
	return done;
}

// b's rows become x's columns: what reflector k leaves of b is in the first of its rows.
static void solve_qr(const struct sp_factor *f, NUMBER *b, NUMBER *x)
{
	const struct sp_matrix *v = &f->lower, *r = &f->upper;
	for (int k = 0; k < f->cols; k++) {
		bool empty = v->first[k] == v->first[k + 1];
		if (!empty)
			reflect(v, f->scales[k], k, b);
		x[k] = empty ? 0 : b[v->index[v->first[k]]];
	}
	for (int k = f->cols - 1; k >= 0; k--) {
		int last = r->first[k + 1] - 1;
		x[k] /= numbers(r)[last];
		for (int at = r->first[k]; at < last; at++)
			x[r->index[at]] -= numbers(r)[at] * x[k];
	}
}

// --- all ---

static bool make(struct sp_factor *f, const struct sp_rows *a, const NUMBER *values, double threshold)
{
	struct sp_matrix m = { 0 };
	if (f->kind == SP_CHOLESKY)
		return factor_cholesky(f, a, values);
	bool done = by_columns(a, values, f->order, &m) && (f->kind == SP_LU ? factor_lu(f, &m, threshold) : factor_qr(f, &m));
	stop(&m);
	return done;
}

static struct sp_factor *factor(enum sp_kind kind, const struct sp_rows *a, const double *values, const int *order, double threshold)
{
	struct sp_factor *f = calloc(1, sizeof(*f));
	if (!f)
		return NULL;
	f->kind = kind;
	f->rows = a->rows;
	f->cols = a->cols;
	f->parts = PARTS;
	f->zero = -1;
	f->rows_by_pivot = calloc((size_t)a->rows + 1, sizeof(int));
	f->order = order ? malloc(((size_t)a->cols + 1) * sizeof(int)) : NULL;
	if (f->order)
		memcpy(f->order, order, (size_t)a->cols * sizeof(int));
	if (!f->rows_by_pivot || (order && !f->order) || !make(f, a, (const NUMBER *)values, threshold)) {
		aw_sp_factor_free(f);
		return NULL;
	}
	return f;
}

static bool solve(const struct sp_factor *f, const double *right, double *result)
{
	const NUMBER *b = (const NUMBER *)right;
	NUMBER *x = (NUMBER *)result, *y = malloc(((size_t)f->rows + 1) * sizeof(NUMBER)), *z = malloc(((size_t)f->cols + 1) * sizeof(NUMBER));
	bool done = y && z, ordered = f->order && f->rows == f->cols;
	for (int i = 0; done && i < f->rows; i++) {
		int row = f->kind == SP_LU ? f->rows_by_pivot[i] : i;
		y[i] = b[ordered ? f->order[row] : row];
	}
	if (done && f->kind == SP_LU)
		solve_lu(f, y);
	if (done && f->kind == SP_CHOLESKY)
		solve_cholesky(f, y);
	if (done && f->kind == SP_QR)
		solve_qr(f, y, z);
	for (int i = 0; done && i < f->cols; i++)
		x[f->order ? f->order[i] : i] = f->kind == SP_QR ? z[i] : y[i];
	free(y);
	free(z);
	return done;
}

static int zero_pivot(const struct sp_factor *f, double tolerance)
{
	for (int k = 0; k < f->cols; k++) {
		bool fails = f->kind == SP_CHOLESKY ?
			f->zero == k || SIZE(numbers(&f->lower)[f->lower.first[k]]) <= tolerance :
			SIZE(numbers(&f->upper)[f->upper.first[k + 1] - 1]) <= tolerance;
		if (fails)
			return f->order ? f->order[k] : k;
	}
	return -1;
}

static void diagonal(const struct sp_factor *f, double *values)
{
	for (int k = 0; k < f->cols; k++)
		values[k] = REAL(numbers(&f->lower)[f->lower.first[k]]);
}

const struct sp_engine ENGINE = { factor, solve, zero_pivot, diagonal };
