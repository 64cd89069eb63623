// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products that are added are written as fmaf, so that rays hit the same spheres with all peers.
#include "peer_cuda.h"

static const int sphere_count = 64, reflections = 3;

struct sphere {
	float3 centre;
	float radius;
	float3 colour;
	float reflects;
};

__device__ float dot(float3 a, float3 b) { return fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z)); }
__device__ float3 minus(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ float3 times(float3 a, float by) { return make_float3(a.x * by, a.y * by, a.z * by); }
__device__ float3 along(float3 from, float3 direction, float far)
{
	return make_float3(fmaf(direction.x, far, from.x), fmaf(direction.y, far, from.y), fmaf(direction.z, far, from.z));
}

// The nearest sphere in DIRECTION, or -1, and how far it is.
__device__ int nearest_sphere(const sphere *spheres, float3 from, float3 direction, float &far)
{
	int nearest = -1;
	far = 1e30f;
	for (int i = 0; i < sphere_count; i++) {
		float3 away = minus(spheres[i].centre, from);
		float middle = dot(away, direction);
		float square = fmaf(middle, middle, fmaf(spheres[i].radius, spheres[i].radius, -dot(away, away)));
		if (square > 0) {
			float here = middle - sqrtf(square);
			if (here > 1e-2f && here < far) {
				far = here;
				nearest = i;
			}
		}
	}
	return nearest;
}

__global__ void render(const sphere *scene, float4 *image, int width, int height)
{
	__shared__ sphere spheres[sphere_count];
	for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < sphere_count; i += blockDim.x * blockDim.y)
		spheres[i] = scene[i];
	__syncthreads();
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float3 light = make_float3(-0.6f, 0.64f, -0.48f), from = make_float3(0, 0, 0), colour = from;
	float3 direction = make_float3((x - width * 0.5f) / width, (height * 0.5f - y) / width, 0.8f);
	direction = times(direction, 1 / sqrtf(dot(direction, direction)));
	float weight = 1;
	for (int turn = 0; turn <= reflections; turn++) {
		float far;
		int hit = nearest_sphere(spheres, from, direction, far);
		if (hit < 0) {
			colour = along(colour, make_float3(0.5f, 0.6f, 0.9f), weight * fmaf(0.4f, direction.y, 0.6f));
			break;
		}
		sphere it = spheres[hit];
		from = along(from, direction, far);
		float3 normal = times(minus(from, it.centre), 1 / it.radius);
		float shade = fmaf(0.9f, fmaxf(dot(normal, light), 0), 0.1f);
		colour = along(colour, it.colour, weight * (1 - it.reflects) * shade);
		weight *= it.reflects;
		if (weight < 0.02f)
			break;
		direction = along(direction, normal, -2 * dot(direction, normal));
	}
	image[y * width + x] = make_float4(colour.x, colour.y, colour.z, 1);
}

extern "C" void bench_run(const bench_problem *problem, void *const *data)
{
	int width = problem->size[0], height = problem->size[1];
	render<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>((const sphere *)data[0], (float4 *)data[1], width, height);
	bench_finish();
}
