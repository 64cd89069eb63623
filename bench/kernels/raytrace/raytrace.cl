// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define SPHERES 64
#define REFLECTIONS 3

struct sphere {
	float centre[3], radius, colour[3], reflects;
};

float product(float3 a, float3 b) { return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z)); }
float3 vector(__local const float *v) { return (float3)(v[0], v[1], v[2]); }

int nearest_sphere(__local const struct sphere *spheres, float3 from, float3 direction, float *far)
{
	int nearest = -1;
	*far = 1e30f;
	for (int i = 0; i < SPHERES; i++) {
		float3 away = vector(spheres[i].centre) - from;
		float middle = product(away, direction);
		float square = fma(middle, middle, fma(spheres[i].radius, spheres[i].radius, -product(away, away)));
		if (square > 0) {
			float here = middle - sqrt(square);
			if (here > 1e-2f && here < *far) {
				*far = here;
				nearest = i;
			}
		}
	}
	return nearest;
}

__kernel void render(__global const float *scene, __global float4 *image, int width, int height)
{
	__local struct sphere spheres[SPHERES];
	for (int i = get_local_id(1) * get_local_size(0) + get_local_id(0); i < SPHERES * 8; i += get_local_size(0) * get_local_size(1))
		((__local float *)spheres)[i] = scene[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	int x = get_global_id(0), y = get_global_id(1);
	if (x >= width || y >= height)
		return;
	float3 light = (float3)(-0.6f, 0.64f, -0.48f), from = (float3)(0), colour = (float3)(0);
	float3 direction = (float3)((x - width * 0.5f) / width, (height * 0.5f - y) / width, 0.8f);
	direction *= 1 / sqrt(product(direction, direction));
	float weight = 1;
	for (int turn = 0; turn <= REFLECTIONS; turn++) {
		float far;
		int hit = nearest_sphere(spheres, from, direction, &far);
		if (hit < 0) {
			colour = fma((float3)(0.5f, 0.6f, 0.9f), (float3)(weight * fma(0.4f, direction.y, 0.6f)), colour);
			break;
		}
		__local const struct sphere *it = &spheres[hit];
		from = fma(direction, (float3)(far), from);
		float3 normal = (from - vector(it->centre)) * (1 / it->radius);
		float shade = fma(0.9f, fmax(product(normal, light), 0.0f), 0.1f);
		colour = fma(vector(it->colour), (float3)(weight * (1 - it->reflects) * shade), colour);
		weight *= it->reflects;
		if (weight < 0.02f)
			break;
		direction = fma(normal, (float3)(-2 * product(direction, normal)), direction);
	}
	image[y * width + x] = (float4)(colour, 1);
}
