// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight rays of a row side by side, each number of theirs an array along which compilers make vectors. A turn ends when none goes on.
#include <math.h>

#include "problem.h"

enum { SPHERES = 64, REFLECTIONS = 3, LANES = 8 };

struct sphere {
	float x, y, z, radius, red, green, blue, reflects;
};

struct rays {
	float x[LANES], y[LANES], z[LANES], dx[LANES], dy[LANES], dz[LANES]; // where they are and go to
	float far[LANES], weight[LANES], red[LANES], green[LANES], blue[LANES];
	int nearest[LANES];
};

static inline float dot(float ax, float ay, float az, float bx, float by, float bz) { return fmaf(ax, bx, fmaf(ay, by, az * bz)); }

static void start(struct rays *r, int column, int row, int width, int height)
{
#pragma omp simd
	for (int i = 0; i < LANES; i++) {
		float x = ((float)(column + i) - (float)width * 0.5f) / (float)width, y = ((float)height * 0.5f - (float)row) / (float)width;
		float factor = 1 / sqrtf(dot(x, y, 0.8f, x, y, 0.8f));
		r->x[i] = r->y[i] = r->z[i] = r->red[i] = r->green[i] = r->blue[i] = 0;
		r->dx[i] = x * factor;
		r->dy[i] = y * factor;
		r->dz[i] = 0.8f * factor;
		r->weight[i] = 1;
	}
}

static void find_nearest(struct rays *r, const struct sphere *spheres)
{
#pragma omp simd
	for (int i = 0; i < LANES; i++) {
		r->far[i] = 1e30f;
		r->nearest[i] = -1;
	}
	for (int k = 0; k < SPHERES; k++) {
		struct sphere it = spheres[k];
		float middle[LANES], square[LANES];
		int any = 0;
#pragma omp simd reduction(| : any)
		for (int i = 0; i < LANES; i++) {
			float x = it.x - r->x[i], y = it.y - r->y[i], z = it.z - r->z[i];
			middle[i] = dot(x, y, z, r->dx[i], r->dy[i], r->dz[i]);
			square[i] = fmaf(middle[i], middle[i], fmaf(it.radius, it.radius, -dot(x, y, z, x, y, z)));
			any |= square[i] > 0;
		}
		if (!any)
			continue;
#pragma omp simd
		for (int i = 0; i < LANES; i++) {
			float here = middle[i] - sqrtf(square[i] > 0 ? square[i] : 0);
			int nearer = (square[i] > 0) & (here > 1e-2f) & (here < r->far[i]);
			r->far[i] = nearer ? here : r->far[i];
			r->nearest[i] = nearer ? k : r->nearest[i];
		}
	}
}

// What the rays see where they are; whether any goes on.
static int shade(struct rays *r, const struct sphere *spheres)
{
	int any = 0;
#pragma omp simd reduction(| : any)
	for (int i = 0; i < LANES; i++) {
		int hit = r->nearest[i] >= 0;
		struct sphere it = spheres[hit ? r->nearest[i] : 0];
		float dx = r->dx[i], dy = r->dy[i], dz = r->dz[i], far = hit ? r->far[i] : 0, weight = r->weight[i];
		float x = fmaf(dx, far, r->x[i]), y = fmaf(dy, far, r->y[i]), z = fmaf(dz, far, r->z[i]), inverse = 1 / it.radius;
		float nx = (x - it.x) * inverse, ny = (y - it.y) * inverse, nz = (z - it.z) * inverse;
		float light = dot(nx, ny, nz, -0.6f, 0.64f, -0.48f), lit = fmaf(0.9f, light > 0 ? light : 0, 0.1f);
		float factor = weight * (hit ? (1 - it.reflects) * lit : fmaf(0.4f, dy, 0.6f)), turned = -2 * dot(dx, dy, dz, nx, ny, nz);
		r->red[i] = fmaf(hit ? it.red : 0.5f, factor, r->red[i]);
		r->green[i] = fmaf(hit ? it.green : 0.6f, factor, r->green[i]);
		r->blue[i] = fmaf(hit ? it.blue : 0.9f, factor, r->blue[i]);
		weight *= it.reflects;
		weight = (hit & (weight >= 0.02f)) ? weight : 0; // who is done adds nothing from here on
		r->weight[i] = weight;
		any |= weight > 0;
		r->x[i] = x;
		r->y[i] = y;
		r->z[i] = z;
		r->dx[i] = fmaf(nx, turned, dx);
		r->dy[i] = fmaf(ny, turned, dy);
		r->dz[i] = fmaf(nz, turned, dz);
	}
	return any;
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const struct sphere *spheres = data[0];
	int width = problem->size[0], height = problem->size[1];
#pragma omp parallel for schedule(dynamic, 4)
	for (int row = 0; row < height; row++)
		for (int column = 0; column < width; column += LANES) {
			float *image = (float *)data[1] + 4 * ((long)row * width + column);
			struct rays rays;
			start(&rays, column, row, width, height);
			for (int turn = 0, more = 1; turn <= REFLECTIONS && more; turn++) {
				find_nearest(&rays, spheres);
				more = shade(&rays, spheres);
			}
			for (int i = 0; i < LANES; i++) {
				image[4 * i] = rays.red[i];
				image[4 * i + 1] = rays.green[i];
				image[4 * i + 2] = rays.blue[i];
				image[4 * i + 3] = 1;
			}
		}
}
