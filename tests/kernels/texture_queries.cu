// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX: what textures and surfaces are (txq, suq), what is done to a surface's words (sured), texels by integer coordinates.
#include "kernels/kernel_test.h"

#define ASK(i, query) asm volatile(query ".b32 %0, [%1];" : "=r"(out[i]) : "l"(object))
#define ASK_LEVEL(i, query) asm volatile("txq.level." query ".b32 %0, [%1], %2;" : "=r"(out[i]) : "l"(object), "r"((int)threadIdx.x))

__global__ void ask_texture(unsigned long long object, int *out)
{
	ASK(0, "txq.width");
	ASK(1, "txq.height");
	ASK(2, "txq.depth");
	ASK(3, "txq.channel_data_type");
	ASK(4, "txq.channel_order");
	ASK(5, "txq.normalized_coords");
	ASK(6, "txq.array_size");
	ASK(7, "txq.num_mipmap_levels");
	ASK(8, "txq.filter_mode");
	ASK(9, "txq.addr_mode_0");
	ASK(10, "txq.addr_mode_1");
	ASK(11, "txq.addr_mode_2");
	ASK(12, "txq.num_samples");
}

__global__ void ask_levels(unsigned long long object, int *out)
{
	out += 3 * threadIdx.x;
	ASK_LEVEL(0, "width");
	ASK_LEVEL(1, "height");
	ASK_LEVEL(2, "depth");
}

__global__ void ask_surface(unsigned long long object, int *out)
{
	ASK(0, "suq.width");
	ASK(1, "suq.height");
	ASK(2, "suq.depth");
	ASK(3, "suq.channel_data_type");
	ASK(4, "suq.channel_order");
	ASK(5, "suq.array_size");
	ASK(6, "suq.memory_layout");
}

static void expect(const int *device, int count, const int *wanted, int line)
{
	int found[16];
	CALL(cudaDeviceSynchronize());
	CALL(cudaMemcpy(found, device, count * sizeof(int), cudaMemcpyDeviceToHost));
	for (int i = 0; i < count; i++)
		if (found[i] != wanted[i]) {
			fprintf(stderr, "line %d: answer %d is %#x\n", line, i, found[i]);
			unit_failed++;
		}
}
#define EXPECT(...) \
	do { \
		static const int wanted[] = { __VA_ARGS__ }; \
		expect(out.device, (int)(sizeof(wanted) / sizeof(*wanted)), wanted, __LINE__); \
	} while (0)

struct Image {
	cudaArray_t array;
	cudaTextureObject_t texture;
	cudaSurfaceObject_t surface;

	Image(cudaChannelFormatDesc format, cudaExtent extent, unsigned flags, cudaTextureDesc sampling)
	{
		cudaResourceDesc resource = {};
		CALL(cudaMalloc3DArray(&array, &format, extent, flags | cudaArraySurfaceLoadStore));
		resource.resType = cudaResourceTypeArray;
		resource.res.array.array = array;
		CALL(cudaCreateTextureObject(&texture, &resource, &sampling, NULL));
		CALL(cudaCreateSurfaceObject(&surface, &resource));
	}
	~Image()
	{
		CALL(cudaDestroyTextureObject(texture));
		CALL(cudaDestroySurfaceObject(surface));
		CALL(cudaFreeArray(array));
	}
};

static void questions()
{
	Buffer<int> out(16);
	cudaTextureDesc plain = {}, mixed = {};
	plain.addressMode[0] = plain.addressMode[1] = plain.addressMode[2] = cudaAddressModeClamp;
	mixed.normalizedCoords = 1;
	mixed.filterMode = cudaFilterModeLinear;
	mixed.readMode = cudaReadModeNormalizedFloat;
	mixed.addressMode[1] = cudaAddressModeMirror;
	mixed.addressMode[2] = cudaAddressModeBorder;
	{
		Image image(cudaCreateChannelDesc<uchar4>(), make_cudaExtent(40, 30, 0), 0, mixed);
		ask_texture<<<1, 1>>>(image.texture, out.device);
		EXPECT(40, 30, 1, 0x10d2, 0x10b5, 1, 0, 0, 1, 0, 1, 4, 0);
		ask_surface<<<1, 1>>>(image.surface, out.device);
		EXPECT(40, 30, 1, 0x10da, 0x10b5, 0, 0);
	}
	{
		Image image(cudaCreateChannelDesc<short2>(), make_cudaExtent(40, 30, 20), 0, plain);
		ask_texture<<<1, 1>>>(image.texture, out.device);
		EXPECT(40, 30, 20, 0x10d8, 0x10b2, 0, 0, 0, 0, 3, 3, 3, 0);
		ask_surface<<<1, 1>>>(image.surface, out.device);
		EXPECT(40, 30, 20, 0x10d8, 0x10b2, 0, 0);
	}
	{
		Image image(cudaCreateChannelDesc<float>(), make_cudaExtent(40, 30, 7), cudaArrayLayered, plain);
		ask_texture<<<1, 1>>>(image.texture, out.device);
		EXPECT(40, 30, 1, 0x10de, 0x10b0, 0, 7, 0, 0, 3, 3, 3, 0);
		ask_surface<<<1, 1>>>(image.surface, out.device);
		EXPECT(40, 30, 1, 0x10de, 0x10b0, 7, 0);
	}
	{
		Image image(cudaCreateChannelDescHalf(), make_cudaExtent(16, 16, 12), cudaArrayCubemap | cudaArrayLayered, plain);
		ask_texture<<<1, 1>>>(image.texture, out.device);
		EXPECT(16, 16, 1, 0x10dd, 0x10b0, 0, 2, 0, 0, 3, 3, 3, 0);
	}
	{
		Image image(cudaCreateChannelDesc<int>(), make_cudaExtent(16, 16, 6), cudaArrayCubemap, plain);
		ask_texture<<<1, 1>>>(image.texture, out.device);
		EXPECT(16, 16, 1, 0x10d9, 0x10b0, 0, 0, 0, 0, 3, 3, 3, 0);
	}
}

static void levels()
{
	Buffer<int> out(16);
	cudaMipmappedArray_t array;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	cudaResourceDesc resource = {};
	cudaTextureDesc sampling = {};
	cudaTextureObject_t texture;
	CALL(cudaMallocMipmappedArray(&array, &format, make_cudaExtent(64, 16, 0), 4, 0));
	resource.resType = cudaResourceTypeMipmappedArray;
	resource.res.mipmap.mipmap = array;
	sampling.normalizedCoords = 1;
	sampling.maxMipmapLevelClamp = 3;
	CALL(cudaCreateTextureObject(&texture, &resource, &sampling, NULL));
	ask_texture<<<1, 1>>>(texture, out.device);
	EXPECT(64, 16, 1, 0x10de, 0x10b0, 1, 0, 4);
	ask_levels<<<1, 4>>>(texture, out.device);
	EXPECT(64, 16, 1, 32, 8, 1, 16, 4, 1, 8, 2, 1);
	CALL(cudaDestroyTextureObject(texture));
	CALL(cudaFreeMipmappedArray(array));
}

#define REDUCE(operation, rule, value) \
	asm volatile("sured.b." operation "." rule " [%0, {%1, %2}], %3;" ::"l"(surface), "r"(x * 4), "r"(y), "r"(value) : "memory")

// Row Y has the operation Y of all threads.
__global__ void reduce(cudaSurfaceObject_t surface, int width)
{
	int rank = thread_rank(), x = rank % width, y = 0;
	REDUCE("add.2d.u32", "trap", rank + 1);
	y = 1;
	REDUCE("min.2d.s32", "trap", -rank);
	y = 2;
	REDUCE("max.2d.u32", "trap", -rank - 1);
	y = 3;
	REDUCE("or.2d.b32", "trap", 1 << rank / width % 32);
	y = 4;
	REDUCE("and.2d.b32", "trap", ~(1 << rank / width % 32));
	y = 5;
	asm volatile("sured.p.max.2d.b32.trap [%0, {%1, %2}], %3;" ::"l"(surface), "r"(x), "r"(y), "r"(rank - 50) : "memory");
	y = 6;
	REDUCE("add.2d.s32", "zero", -1);
	x += 1000; // outside
	REDUCE("add.2d.u32", "zero", 1);
	x = 1000;
	y = 7;
	REDUCE("add.2d.u32", "clamp", 1);
}

__global__ void reduce_wide(cudaSurfaceObject_t surface)
{
	int rank = thread_rank();
	asm volatile("sured.b.add.1d.u64.trap [%0, {%1}], %2;" ::"l"(surface), "r"(rank % 4 * 8), "l"((1ull << 40) + rank) : "memory");
	asm volatile("sured.b.min.1d.s64.trap [%0, {%1}], %2;" ::"l"(surface), "r"(32), "l"(-(1ll << 40) - rank) : "memory");
}

static void reductions(dim3 block)
{
	enum { WIDTH = 8, HEIGHT = 8 };
	const int count = size_of(block);
	int rows[HEIGHT][WIDTH], wanted[HEIGHT][WIDTH];
	cudaTextureDesc plain = {};
	Image image(cudaCreateChannelDesc<int>(), make_cudaExtent(WIDTH, HEIGHT, 0), 0, plain);
	for (int x = 0; x < WIDTH; x++)
		for (int y = 0; y < HEIGHT; y++)
			rows[y][x] = wanted[y][x] = y == 4 ? -1 : y == 5 ? -100 : 0;
	for (int rank = 0; rank < count; rank++) {
		int x = rank % WIDTH;
		wanted[0][x] += rank + 1;
		wanted[1][x] = -rank;
		wanted[2][x] = wanted[2][x] ? wanted[2][x] : -rank - 1;
		wanted[3][x] |= 1 << rank / WIDTH % 32;
		wanted[4][x] &= ~(1 << rank / WIDTH % 32);
		wanted[5][x] = rank - 50;
		wanted[6][x] -= 1;
		wanted[7][WIDTH - 1] += 1;
	}
	CALL(cudaMemcpy2DToArray(image.array, 0, 0, rows, sizeof(rows[0]), sizeof(rows[0]), HEIGHT, cudaMemcpyHostToDevice));
	reduce<<<1, block>>>(image.surface, WIDTH);
	CALL(cudaDeviceSynchronize());
	CALL(cudaMemcpy2DFromArray(rows, sizeof(rows[0]), image.array, 0, 0, sizeof(rows[0]), HEIGHT, cudaMemcpyDeviceToHost));
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			CHECK_EQUAL(rows[y][x], wanted[y][x]);

	long long wide[5] = { 0 }, sums[5] = { 0 };
	Image row(cudaCreateChannelDesc<int2>(), make_cudaExtent(5, 0, 0), 0, plain);
	for (int rank = 0; rank < count; rank++)
		sums[rank % 4] += (1ll << 40) + rank;
	sums[4] = -(1ll << 40) - (count - 1);
	CALL(cudaMemcpy2DToArray(row.array, 0, 0, wide, sizeof(wide), sizeof(wide), 1, cudaMemcpyHostToDevice));
	reduce_wide<<<1, block>>>(row.surface);
	CALL(cudaDeviceSynchronize());
	CALL(cudaMemcpy2DFromArray(wide, sizeof(wide), row.array, 0, 0, sizeof(wide), 1, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 5; i++)
		CHECK_EQUAL(wide[i], sums[i]);
}

// Texel X + 100 * Y + 10000 * Z of images is that number.
__global__ void texels(cudaTextureObject_t plane, cudaTextureObject_t box, cudaTextureObject_t layers, float *out)
{
	int rank = thread_rank(), x = rank % 6, y = rank / 6 % 5, z = rank / 30 % 4;
	float b, c, d; // not asked for
	asm volatile("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
	             : "=f"(out[3 * rank]), "=f"(b), "=f"(c), "=f"(d)
	             : "l"(plane), "r"(x), "r"(y - 1));
	asm volatile("tex.3d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
	             : "=f"(out[3 * rank + 1]), "=f"(b), "=f"(c), "=f"(d)
	             : "l"(box), "r"(x), "r"(y), "r"(z));
	asm volatile("tex.a2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
	             : "=f"(out[3 * rank + 2]), "=f"(b), "=f"(c), "=f"(d)
	             : "l"(layers), "r"(z), "r"(x + 1), "r"(y));
}

static void fill(cudaArray_t array, int depth)
{
	static float numbers[4][5][6];
	for (int i = 0; i < 120; i++)
		(&numbers[0][0][0])[i] = (float)(i % 6 + i / 6 % 5 * 100 + i / 30 * 10000);
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(numbers, sizeof(numbers[0][0]), 6, 5);
	copy.dstArray = array;
	copy.extent = make_cudaExtent(6, 5, depth);
	copy.kind = cudaMemcpyHostToDevice;
	CALL(cudaMemcpy3D(&copy));
}

static void by_integers(dim3 block, cudaTextureFilterMode filter)
{
	cudaTextureDesc sampling = {};
	sampling.filterMode = filter;
	sampling.addressMode[0] = sampling.addressMode[1] = sampling.addressMode[2] = cudaAddressModeClamp;
	Image plane(cudaCreateChannelDesc<float>(), make_cudaExtent(6, 5, 0), 0, sampling);
	Image box(cudaCreateChannelDesc<float>(), make_cudaExtent(6, 5, 4), 0, sampling);
	Image layers(cudaCreateChannelDesc<float>(), make_cudaExtent(6, 5, 4), cudaArrayLayered, sampling);
	fill(plane.array, 1);
	fill(box.array, 4);
	fill(layers.array, 4);
	Buffer<float> out(3 * size_of(block));
	texels<<<1, block>>>(plane.texture, box.texture, layers.texture, out.device);
	out.expect([](int i) {
		int x = i / 3 % 6, y = i / 18 % 5, z = i / 90 % 4;
		return (float)(i % 3 == 0 ? x + (y ? y - 1 : 0) * 100 : i % 3 == 1 ? x + y * 100 + z * 10000 : (x < 5 ? x + 1 : 5) + y * 100 + z * 10000);
	});
}

int main()
{
	if (on_cpu()) { // the manual says what OpenCL's textures answer on a GPU
		questions();
		levels();
	}
	for (dim3 block : shapes)
		reductions(block), by_integers(block, cudaFilterModePoint), by_integers(block, cudaFilterModeLinear);
	return unit_finish();
}
