// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Seamless cubemaps: at the edges of the cube linear filtering mixes texels of two faces, at its corners of three.
// Texels are a linear function of where their middles lie on the cube, so what is between them is told by that.
// FLAGS: -arch=sm_70
#include <math.h>

#include "kernels/kernel_test.h"

enum { SIDE = 4, FACES = 6 };

struct point {
	float x, y, z;
};

static float value_at(point p) { return 4 * p.x + 8 * p.y + 16 * p.z; }

// Where the middle of a texel lies on a cube from -1 to 1.
static point middle_of(int face, int i, int j)
{
	float s = (2 * i + 1.0f) / SIDE - 1, t = (2 * j + 1.0f) / SIDE - 1;
	switch (face) {
	case 0: return { 1, -t, -s };
	case 1: return { -1, -t, s };
	case 2: return { s, 1, t };
	case 3: return { s, -1, -t };
	case 4: return { s, -t, 1 };
	default: return { -s, -t, -1 };
	}
}

__global__ void sample(cudaTextureObject_t texture, const point *directions, float *out)
{
	point p = directions[threadIdx.x];
	out[threadIdx.x] = texCubemap<float>(texture, p.x, p.y, p.z);
}

static cudaTextureObject_t make_texture(cudaArray_t *array, bool seamless)
{
	float texels[FACES][SIDE][SIDE];
	for (int f = 0; f < FACES; f++)
		for (int j = 0; j < SIDE; j++)
			for (int i = 0; i < SIDE; i++)
				texels[f][j][i] = value_at(middle_of(f, i, j));
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	CALL(cudaMalloc3DArray(array, &format, make_cudaExtent(SIDE, SIDE, FACES), cudaArrayCubemap));
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(texels, SIDE * sizeof(float), SIDE, SIDE);
	copy.dstArray = *array;
	copy.extent = make_cudaExtent(SIDE, SIDE, FACES);
	copy.kind = cudaMemcpyHostToDevice;
	CALL(cudaMemcpy3D(&copy));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = *array;
	cudaTextureDesc how = {};
	how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
	how.filterMode = cudaFilterModeLinear;
	how.normalizedCoords = 1;
	how.seamlessCubemap = seamless;
	cudaTextureObject_t texture = 0;
	CALL(cudaCreateTextureObject(&texture, &resource, &how, NULL));
	return texture;
}

// Directions to the edges, at a middle between two texels and at a texel's, and to the corners.
static int find_directions(point *directions, float *wanted)
{
	const float near = 1 - 0.5f / SIDE;
	int count = 0;
	for (int axis = 0; axis < 3; axis++)
		for (int signs = 0; signs < 4; signs++)
			for (int along = 0; along < 2; along++) {
				float u = signs & 1 ? 1 : -1, v = signs & 2 ? 1 : -1, w = along ? 0.25f : -0.5f;
				float at[3], mean[3];
				at[axis] = mean[axis] = w;
				at[(axis + 1) % 3] = u, mean[(axis + 1) % 3] = u * near;
				at[(axis + 2) % 3] = v, mean[(axis + 2) % 3] = v * near;
				directions[count] = { at[0], at[1], at[2] };
				wanted[count++] = value_at({ mean[0], mean[1], mean[2] });
			}
	for (int corner = 0; corner < 8; corner++) {
		point p = { corner & 1 ? 1.0f : -1, corner & 2 ? 1.0f : -1, corner & 4 ? 1.0f : -1 };
		float mean = (1 + 2 * (1 - 1.0f / SIDE)) / 3;
		directions[count] = p;
		wanted[count++] = value_at({ p.x * mean, p.y * mean, p.z * mean });
	}
	return count;
}

int main()
{
	point directions[40];
	float wanted[40], found[40];
	int count = find_directions(directions, wanted);
	for (int seamless = 0; seamless < 2; seamless++) {
		cudaArray_t array;
		cudaTextureObject_t texture = make_texture(&array, seamless);
		Buffer<point> at(count);
		Buffer<float> out(count, 0);
		at.fill([&](int i) { return directions[i]; });
		sample<<<1, count>>>(texture, at.device, out.device);
		CALL(cudaMemcpy(found, out.device, count * sizeof(float), cudaMemcpyDeviceToHost));
		int far = 0;
		for (int i = 0; i < count; i++)
			far += !(fabsf(found[i] - wanted[i]) < 0.1f);
		CHECK_EQUAL(far, seamless ? 0 : count); // a face alone is half a texel off
		CALL(cudaDestroyTextureObject(texture));
		CALL(cudaFreeArray(array));
	}
	return unit_finish();
}
