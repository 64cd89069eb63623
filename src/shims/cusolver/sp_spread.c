// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has no use of sparse factors here (cuSOLVER, "cusolverSp<t>csrlsqvqr", "cusolverSp<t>csreigs", "cusolverSp<t>csrzfd"): least squares
// of any rank, by Householder's QR with the largest column that is left next (Businger and Golub, Numerische Mathematik 7, 1965), and the
// number of eigenvalues in a rectangle, by the QR iteration with single shifts (Francis, The Computer Journal 4, 1961) behind a reduction
// to Hessenberg's form by rotations (Givens), both of a dense copy of complex doubles; and rows in an order that leaves no zero on the
// diagonal, by augmenting paths (Duff, ACM Transactions on Mathematical Software 7, 1981).
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sp.h"

typedef double _Complex number;

static number value_at(const double *values, int parts, int at)
{
	return parts == 2 ? CMPLX(values[2 * at], values[2 * at + 1]) : values[at];
}

// A by columns; NULL without memory.
static number *spread(const struct sp_rows *a, const double *values, int parts)
{
	number *dense = calloc((size_t)a->rows * (size_t)a->cols + 1, sizeof(*dense));
	for (int i = 0; dense && i < a->rows; i++)
		for (int at = a->offsets[i] - a->base; at < a->offsets[i + 1] - a->base; at++)
			dense[i + (size_t)(a->columns[at] - a->base) * (size_t)a->rows] += value_at(values, parts, at);
	return dense;
}

// --- least squares ---

static double norm_of(const number *x, int count)
{
	double largest = 0, sum = 0;
	for (int i = 0; i < count; i++)
		largest = fmax(largest, cabs(x[i]));
	for (int i = 0; largest > 0 && i < count; i++)
		sum += pow(cabs(x[i]) / largest, 2);
	return largest * sqrt(sum);
}

// Takes y to what the reflector in V, of so many elements, makes of it; scale: 2 / |v|^2.
static void reflect(const number *v, double scale, int count, number *y)
{
	number sum = 0;
	for (int i = 0; i < count; i++)
		sum += conj(v[i]) * y[i];
	for (int i = 0; i < count; i++)
		y[i] -= scale * sum * v[i];
}

// Column k becomes its diagonal element, and the columns behind it and b are reflected.
static void eliminate(number *q, int m, int n, int k, number *b)
{
	number *v = q + k + (size_t)k * (size_t)m;
	int count = m - k;
	double norm = norm_of(v, count);
	number diagonal = cabs(v[0]) > 0 ? -v[0] / cabs(v[0]) * norm : -norm;
	v[0] -= diagonal;
	double length = norm_of(v, count), scale = length > 0 ? 2 / (length * length) : 0;
	for (int j = k + 1; j < n; j++)
		reflect(v, scale, count, q + k + (size_t)j * (size_t)m);
	reflect(v, scale, count, b + k);
	v[0] = diagonal;
}

static void swap_columns(number *q, int m, int one, int other, int *p)
{
	int column = p[one];
	p[one] = p[other];
	p[other] = column;
	for (int i = 0; i < m; i++) {
		number x = q[i + (size_t)one * (size_t)m];
		q[i + (size_t)one * (size_t)m] = q[i + (size_t)other * (size_t)m];
		q[i + (size_t)other * (size_t)m] = x;
	}
}

// The rank; q becomes R, b Q* b, and p the order of the columns.
static int factor(number *q, int m, int n, double tolerance, number *b, int *p)
{
	for (int j = 0; j < n; j++)
		p[j] = j;
	for (int k = 0; k < n; k++) {
		int best = k;
		double most = -1;
		for (int j = k; j < n; j++) {
			double norm = norm_of(q + k + (size_t)j * (size_t)m, m - k);
			if (norm > most) {
				most = norm;
				best = j;
			}
		}
		if (most <= tolerance)
			return k;
		swap_columns(q, m, k, best, p);
		eliminate(q, m, n, k, b);
	}
	return n;
}

struct squares {
	cudaDataType type;
	struct sp_rows a;
	int nnz;
	const void *values, *b;
	double tolerance;
	int *rank, *p;
	void *x;
	double rest;
};

// Columns beyond the rank have no share in x.
static void solve_triangle(const number *q, int m, int rank, number *b)
{
	for (int i = rank - 1; i >= 0; i--) {
		for (int j = i + 1; j < rank; j++)
			b[i] -= q[i + (size_t)j * (size_t)m] * b[j];
		b[i] /= q[i + (size_t)i * (size_t)m];
	}
}

static cusolverStatus_t solve_squares(struct squares *s)
{
	int m = s->a.rows, n = s->a.cols, parts = aw_sp_parts(s->type);
	size_t size = aw_shim_type_size(s->type);
	double *values = aw_sp_load(s->type, s->values, s->nnz), *right = aw_sp_load(s->type, s->b, m);
	number *q = values ? spread(&s->a, values, parts) : NULL, *b = calloc((size_t)m + 1, sizeof(*b));
	cusolverStatus_t status = q && right && b ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
	if (status == CUSOLVER_STATUS_SUCCESS) {
		for (int i = 0; i < m; i++)
			b[i] = value_at(right, parts, i);
		int rank = *s->rank = factor(q, m, n, fmax(s->tolerance, 0), b, s->p);
		s->rest = norm_of(b + rank, m - rank);
		solve_triangle(q, m, rank, b);
		for (int j = 0; j < n; j++) {
			double x[2] = { j < rank ? creal(b[j]) : 0, j < rank ? cimag(b[j]) : 0 };
			aw_shim_store_f64(s->type, (char *)s->x + (size_t)s->p[j] * size, x, 1);
		}
	}
	free(values);
	free(right);
	free(q);
	free(b);
	return status;
}

#define BEGIN(rows, cols) \
	if (!aw_sp_is_matrix(rows, cols, nnz, description, offsets, columns) || (nnz && !values)) \
		return CUSOLVER_STATUS_INVALID_VALUE; \
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL) \
		return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED; \
	if (!aw_sp_wait(handle)) \
		return CUSOLVER_STATUS_EXECUTION_FAILED;

#define SQUARES(name, T, R, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, const T *b, R tolerance, int *rank, T *x, int *p, R *rest) \
	{ \
		SP_BEGIN(name, m, n, nnz, description, values, offsets, columns, b, tolerance, rank, x, p, rest) \
		if (m < n || !rank || !rest || (m && !b) || (n && (!x || !p))) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		BEGIN(m, n) \
		struct squares s = { format, { m, n, description->base, offsets, columns }, nnz, values, b, (double)tolerance, rank, p, x, 0 }; \
		cusolverStatus_t status = solve_squares(&s); \
		if (status == CUSOLVER_STATUS_SUCCESS) \
			*rest = (R)s.rest; \
		return status; \
	}
SP_ALL(SQUARES, cusolverSp, csrlsqvqrHost)

// --- eigenvalues ---

// The rotation [c s; -s* c] that takes (x, y) to (r, 0).
static void rotation(number x, number y, double *c, number *s)
{
	double norm = hypot(cabs(x), cabs(y));
	*c = norm > 0 ? cabs(x) / norm : 1;
	*s = norm > 0 ? (cabs(x) > 0 ? x / cabs(x) : 1) * conj(y) / norm : 0;
}

static void rotate_rows(number *h, int n, int i, int j, int from, int to, double c, number s)
{
	for (int k = from; k < to; k++) {
		number x = h[i + (size_t)k * (size_t)n], y = h[j + (size_t)k * (size_t)n];
		h[i + (size_t)k * (size_t)n] = c * x + s * y;
		h[j + (size_t)k * (size_t)n] = c * y - conj(s) * x;
	}
}

// The adjoint of that rotation from the right.
static void rotate_columns(number *h, int n, int i, int j, int from, int to, double c, number s)
{
	for (int k = from; k < to; k++) {
		number x = h[k + (size_t)i * (size_t)n], y = h[k + (size_t)j * (size_t)n];
		h[k + (size_t)i * (size_t)n] = c * x + conj(s) * y;
		h[k + (size_t)j * (size_t)n] = c * y - s * x;
	}
}

static void make_hessenberg(number *h, int n)
{
	for (int k = 0; k < n - 2; k++)
		for (int i = k + 2; i < n; i++) {
			double c;
			number s, *y = &h[i + (size_t)k * (size_t)n];
			if (*y == 0)
				continue;
			rotation(h[k + 1 + (size_t)k * (size_t)n], *y, &c, &s);
			rotate_rows(h, n, k + 1, i, k, n, c, s);
			*y = 0;
			rotate_columns(h, n, k + 1, i, 0, n, c, s);
		}
}

// The eigenvalue of the last 2 x 2 block next to its last element (Wilkinson's shift).
static number shift_of(const number *h, int n, int last)
{
	number a = h[last - 1 + (size_t)(last - 1) * (size_t)n], b = h[last - 1 + (size_t)last * (size_t)n];
	number c = h[last + (size_t)(last - 1) * (size_t)n], d = h[last + (size_t)last * (size_t)n];
	number half = (a - d) / 2, root = csqrt(half * half + b * c);
	number large = cabs(half + root) > cabs(half - root) ? half + root : half - root;
	return large == 0 ? d : d - b * c / large;
}

// One step with the shift on rows and columns first to last; c and s have room for the rotations.
static void step(number *h, int n, int first, int last, number shift, double *c, number *s)
{
	for (int k = first; k <= last; k++)
		h[k + (size_t)k * (size_t)n] -= shift;
	for (int k = first; k < last; k++) {
		rotation(h[k + (size_t)k * (size_t)n], h[k + 1 + (size_t)k * (size_t)n], &c[k], &s[k]);
		rotate_rows(h, n, k, k + 1, k, last + 1, c[k], s[k]);
	}
	for (int k = first; k < last; k++)
		rotate_columns(h, n, k, k + 1, first, k + 2 <= last + 1 ? k + 2 : last + 1, c[k], s[k]);
	for (int k = first; k <= last; k++)
		h[k + (size_t)k * (size_t)n] += shift;
}

// The eigenvalues become the diagonal; false where one doesn't come.
static bool iterate(number *h, int n, double *c, number *s)
{
	enum { MOST = 100 };
	for (int last = n - 1, turns = 0; last > 0;) {
		int first = last;
		for (; first > 0; first--) {
			double beside = cabs(h[first + (size_t)first * (size_t)n]) + cabs(h[first - 1 + (size_t)(first - 1) * (size_t)n]);
			if (cabs(h[first + (size_t)(first - 1) * (size_t)n]) <= DBL_EPSILON * beside)
				break;
		}
		if (first == last) {
			last--;
			turns = 0;
			continue;
		}
		if (turns++ == MOST)
			return false;
		number shift = shift_of(h, n, last);
		if (turns % 10 == 0) // leaves a circle
			shift += cabs(h[last + (size_t)(last - 1) * (size_t)n]);
		step(h, n, first, last, shift, c, s);
	}
	return true;
}

static cusolverStatus_t count_inside(cudaDataType type, const struct sp_rows *a, int nnz, const void *from, const double corners[4],
	int *count)
{
	int n = a->rows;
	double *values = aw_sp_load(type, from, nnz), *c = malloc(((size_t)n + 1) * sizeof(*c));
	number *h = values ? spread(a, values, aw_sp_parts(type)) : NULL, *s = malloc(((size_t)n + 1) * sizeof(*s));
	cusolverStatus_t status = h && c && s ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
	if (status == CUSOLVER_STATUS_SUCCESS) {
		make_hessenberg(h, n);
		status = iterate(h, n, c, s) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INTERNAL_ERROR;
	}
	for (int i = *count = 0; status == CUSOLVER_STATUS_SUCCESS && i < n; i++) {
		number z = h[i + (size_t)i * (size_t)n];
		*count += creal(z) > corners[0] && cimag(z) > corners[1] && creal(z) < corners[2] && cimag(z) < corners[3];
	}
	free(values);
	free(c);
	free(h);
	free(s);
	return status;
}

#define COUNT(name, T, C, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, C left_bottom, C right_upper, int *count) \
	{ \
		SP_BEGIN(name, n, nnz, description, values, offsets, columns, left_bottom, right_upper, count) \
		if (!count) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		BEGIN(n, n) \
		struct sp_rows a = { n, n, description->base, offsets, columns }; \
		double corners[] = { (double)left_bottom.x, (double)left_bottom.y, (double)right_upper.x, (double)right_upper.y }; \
		return count_inside(format, &a, nnz, values, corners, count); \
	}
COUNT(cusolverSpScsreigsHost, float, cuComplex, CUDA_R_32F)
COUNT(cusolverSpDcsreigsHost, double, cuDoubleComplex, CUDA_R_64F)
COUNT(cusolverSpCcsreigsHost, cuComplex, cuComplex, CUDA_C_32F)
COUNT(cusolverSpZcsreigsHost, cuDoubleComplex, cuDoubleComplex, CUDA_C_64F)

// --- a diagonal without zeros ---

// What the search needs: the row that each column has, or -1; the path of rows and its columns; where each row's search is; and the row
// from which a column was last tried.
struct matching {
	const struct sp_rows *a;
	const double *values;
	int parts;
	int *owner, *path, *through, *next, *tried;
};

// Gives row START a column, perhaps by taking others' from them.
static bool augment(struct matching *m, int start)
{
	int depth = 0;
	m->path[0] = start;
	m->next[start] = m->a->offsets[start] - m->a->base;
	while (depth >= 0) {
		int row = m->path[depth];
		if (m->next[row] >= m->a->offsets[row + 1] - m->a->base) {
			depth--;
			continue;
		}
		int at = m->next[row]++, column = m->a->columns[at] - m->a->base;
		if (m->tried[column] == start || value_at(m->values, m->parts, at) == 0)
			continue;
		m->tried[column] = start;
		m->through[depth] = column;
		if (m->owner[column] < 0) {
			for (; depth >= 0; depth--)
				m->owner[m->through[depth]] = m->path[depth];
			return true;
		}
		m->path[++depth] = m->owner[column];
		m->next[m->path[depth]] = m->a->offsets[m->path[depth]] - m->a->base;
	}
	return false;
}

static cusolverStatus_t find_diagonal(cudaDataType type, const struct sp_rows *a, int nnz, const void *from, int *p, int *count)
{
	int n = a->rows, left = 0;
	double *values = aw_sp_load(type, from, nnz);
	int *room = malloc((6 * (size_t)n + 1) * sizeof(int));
	cusolverStatus_t status = values && room ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
	if (status == CUSOLVER_STATUS_SUCCESS) {
		struct matching m = { a, values, aw_sp_parts(type), room, room + n, room + 2 * n, room + 3 * n, room + 4 * n };
		int *free_rows = room + 5 * n;
		for (int i = 0; i < n; i++)
			m.owner[i] = m.tried[i] = -1;
		for (int i = 0; i < n; i++)
			if (!augment(&m, i))
				free_rows[left++] = i;
		*count = n - left;
		for (int j = 0, used = 0; j < n; j++)
			p[j] = m.owner[j] >= 0 ? m.owner[j] : free_rows[used++];
	}
	free(values);
	free(room);
	return status;
}

#define DIAGONAL(name, T, R, format) \
	cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, int *p, int *count) \
	{ \
		SP_BEGIN(name, n, nnz, description, values, offsets, columns, p, count) \
		if (!count || (n && !p)) \
			return CUSOLVER_STATUS_INVALID_VALUE; \
		BEGIN(n, n) \
		struct sp_rows a = { n, n, description->base, offsets, columns }; \
		return find_diagonal(format, &a, nnz, values, p, count); \
	}
SP_ALL(DIAGONAL, cusolverSp, csrzfdHost)
