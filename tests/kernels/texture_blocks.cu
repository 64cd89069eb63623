// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compressed blocks in textures: all that random blocks of each format decode to, in every mode of BC6H and BC7 and in the reserved ones,
// has the hash that this test printed on an H200; what the formats' descriptions say of endpoints; views, levels, layers, the
// border, filtering.
#include "kernels/kernel_test.h"

enum { COLUMNS = 64, ROWS = 32, BLOCKS = COLUMNS * ROWS, WIDTH = 4 * COLUMNS, HEIGHT = 4 * ROWS, POINTS = 2048 };

static const struct format {
	const char *name;
	cudaChannelFormatDesc channels;
	cudaResourceViewFormat view;
	int bytes;
	bool is_float;
	unsigned long long texels, filtered; // hashes
} formats[] = {
#define FORMAT(kind, view, bytes, is_float, texels, filtered) \
	{ #kind, cudaCreateChannelDesc<cudaChannelFormatKind##kind>(), cudaResViewFormat##view, bytes, is_float, texels, filtered }
	FORMAT(UnsignedBlockCompressed1, UnsignedBlockCompressed1, 8, false, 0xee513aea087f6fb8u, 0x6e35891e8ceba4b7u),
	FORMAT(UnsignedBlockCompressed1SRGB, UnsignedBlockCompressed1, 8, false, 0xec44a9f6f19c2325u, 0x0991a1ea11bffb71u),
	FORMAT(UnsignedBlockCompressed2, UnsignedBlockCompressed2, 16, false, 0xf2ee2247fb38b1e6u, 0x7b7ec7f860eb29c7u),
	FORMAT(UnsignedBlockCompressed2SRGB, UnsignedBlockCompressed2, 16, false, 0xadca37bd208b5b2eu, 0xa30283f9aebde142u),
	FORMAT(UnsignedBlockCompressed3, UnsignedBlockCompressed3, 16, false, 0x77ad47b51df4ddedu, 0xd39353752b3cd2c4u),
	FORMAT(UnsignedBlockCompressed3SRGB, UnsignedBlockCompressed3, 16, false, 0xd27974f934c15e41u, 0x08aeb74ea4cc08f5u),
	FORMAT(UnsignedBlockCompressed4, UnsignedBlockCompressed4, 8, false, 0xf40d15a4bdf798dfu, 0xf38a0068d63ab9d6u),
	FORMAT(SignedBlockCompressed4, SignedBlockCompressed4, 8, false, 0x3abbcf0f0cc23260u, 0xdc10d65fddb60410u),
	FORMAT(UnsignedBlockCompressed5, UnsignedBlockCompressed5, 16, false, 0x08cc4c1f9480b3b6u, 0x410552a8a7f251beu),
	FORMAT(SignedBlockCompressed5, SignedBlockCompressed5, 16, false, 0x2539d52a191330a3u, 0x0b5b89cc7d4f3cb3u),
	FORMAT(UnsignedBlockCompressed6H, UnsignedBlockCompressed6H, 16, true, 0x2ed81c9001634325u, 0xc02487d5749a8325u),
	FORMAT(SignedBlockCompressed6H, SignedBlockCompressed6H, 16, true, 0xa92dd1812b9c4325u, 0x890ca19849c92325u),
	FORMAT(UnsignedBlockCompressed7, UnsignedBlockCompressed7, 16, false, 0x168af513afce219fu, 0xc48c0c2bcedc8b90u),
	FORMAT(UnsignedBlockCompressed7SRGB, UnsignedBlockCompressed7, 16, false, 0x36ba5117d89999c8u, 0x3c3784725572d463u),
};

__global__ void sample(cudaTextureObject_t texture, float4 *out, int width, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = tex2D<float4>(texture, i % width + 0.5f, i / width + 0.5f);
}

// Points all over the image and beside it, in 256ths of a texel.
__global__ void sample_between(cudaTextureObject_t texture, float4 *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned n = i * 2654435761u;
	if (i < count)
		out[i] = tex2D<float4>(texture, (int)(n >> 15) % (WIDTH * 256) / 256.0f, (int)(n >> 2 & 0x7fff) / 256.0f);
}

__global__ void sample_level(cudaTextureObject_t texture, float4 *out, float level, int count)
{
	int i = threadIdx.x;
	if (i < count)
		out[i] = tex2DLod<float4>(texture, (i % 4 + 0.5f) / 4, (i / 4 + 0.5f) / 4, level);
}

__global__ void sample_layer(cudaTextureObject_t texture, float4 *out, int layer)
{
	out[threadIdx.x] = tex2DLayered<float4>(texture, threadIdx.x % 4 + 0.5f, threadIdx.x / 4 + 0.5f, layer);
}

// The same bytes for every format; the lowest bits of BC7's first byte say the mode by their zeros.
static unsigned char *make_blocks(const format &f)
{
	unsigned char *bytes = (unsigned char *)malloc(BLOCKS * f.bytes);
	unsigned state = 12345;
	for (int i = 0; i < BLOCKS * f.bytes; i++) {
		state = state * 1664525u + 1013904223u;
		bytes[i] = state >> 24;
	}
	if (f.view == cudaResViewFormatUnsignedBlockCompressed7)
		for (int i = 0; i < BLOCKS; i++)
			bytes[16 * i] = (bytes[16 * i] & ~((2 << i % 9) - 1)) | 1 << i % 9;
	return bytes;
}

static unsigned long long hash_of(const float4 *texels, int count)
{
	unsigned long long hash = 14695981039346656037ull;
	for (int i = 0; i < 4 * count; i++) {
		unsigned bits;
		memcpy(&bits, (const float *)texels + i, 4);
		hash = (hash ^ bits) * 1099511628211ull;
	}
	return hash;
}

static cudaTextureObject_t make(cudaResourceDesc resource, bool is_float, bool linear, bool srgb,
                                const cudaResourceViewDesc *view = NULL)
{
	cudaTextureDesc sampling = {};
	for (int i = 0; i < 3; i++)
		sampling.addressMode[i] = cudaAddressModeClamp;
	sampling.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
	sampling.readMode = is_float ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
	sampling.sRGB = srgb;
	sampling.normalizedCoords = resource.resType == cudaResourceTypeMipmappedArray;
	sampling.maxMipmapLevelClamp = 10;
	cudaTextureObject_t texture = 0;
	CALL(cudaCreateTextureObject(&texture, &resource, &sampling, view));
	return texture;
}

static void expect_hash(const format &f, const char *what, Buffer<float4> &out, unsigned long long wanted)
{
	float4 *texels = out.download();
	unsigned long long hash = hash_of(texels, out.count);
	if (hash != wanted)
		fprintf(stderr, "%s %s: 0x%016llx\n", f.name, what, hash);
	CHECK(hash == wanted);
	free(texels);
}

// An array of the format, and one of words that is seen as such, have the same texels but for the alpha of formats without one.
static void test_view(const format &f, const unsigned char *bytes, const float4 *texels)
{
	int words = f.bytes / 4, components = f.channels.w ? 4 : f.channels.z ? 3 : f.channels.y ? 2 : 1;
	cudaChannelFormatDesc channels = { 32, 32, words > 2 ? 32 : 0, words > 2 ? 32 : 0, cudaChannelFormatKindUnsigned };
	cudaResourceDesc resource = {};
	CALL(cudaMallocArray(&resource.res.array.array, &channels, COLUMNS, ROWS));
	CALL(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, bytes, COLUMNS * f.bytes, COLUMNS * f.bytes, ROWS,
	                         cudaMemcpyHostToDevice));
	cudaResourceViewDesc view = {};
	view.format = f.view;
	view.width = WIDTH;
	view.height = HEIGHT;
	bool srgb = strstr(f.name, "SRGB");
	cudaTextureObject_t texture = make(resource, true, false, srgb, &view);
	Buffer<float4> out(WIDTH * HEIGHT);
	sample<<<WIDTH * HEIGHT / 128, 128>>>(texture, out.device, WIDTH, WIDTH * HEIGHT);
	out.expect([&](int i) {
		float4 texel = texels[i];
		texel.w = components == 4 ? texel.w : 0;
		return texel;
	});
	CALL(cudaDestroyTextureObject(texture));
	CALL(cudaFreeArray(resource.res.array.array));
}

static void test_format(const format &f)
{
	unsigned char *bytes = make_blocks(f), *back = (unsigned char *)malloc(BLOCKS * f.bytes);
	cudaResourceDesc resource = {};
	bool srgb = strstr(f.name, "SRGB");
	CALL(cudaMallocArray(&resource.res.array.array, &f.channels, WIDTH, HEIGHT));
	CALL(cudaMemcpy2DToArray(resource.res.array.array, 0, 0, bytes, COLUMNS * f.bytes, COLUMNS * f.bytes, ROWS,
	                         cudaMemcpyHostToDevice));
	CALL(cudaMemcpy2DFromArray(back, COLUMNS * f.bytes, resource.res.array.array, 0, 0, COLUMNS * f.bytes, ROWS,
	                           cudaMemcpyDeviceToHost));
	CHECK(!memcmp(bytes, back, BLOCKS * f.bytes));
	Buffer<float4> out(WIDTH * HEIGHT), between(POINTS);
	cudaTextureObject_t texture = make(resource, f.is_float, false, srgb);
	sample<<<WIDTH * HEIGHT / 128, 128>>>(texture, out.device, WIDTH, WIDTH * HEIGHT);
	expect_hash(f, "texels", out, f.texels);
	CALL(cudaDestroyTextureObject(texture));
	texture = make(resource, f.is_float, true, srgb);
	sample_between<<<POINTS / 128, 128>>>(texture, between.device, POINTS);
	expect_hash(f, "filtered", between, f.filtered);
	CALL(cudaDestroyTextureObject(texture));
	float4 *texels = out.download();
	test_view(f, bytes, texels);
	CALL(cudaFreeArray(resource.res.array.array));
	free(texels);
	free(back);
	free(bytes);
}

// A block of BC1 with one colour, of 5, 6 and 5 bits; its other endpoint is black.
struct bc1 {
	unsigned short colour, black;
	unsigned indices;
};

static float4 colour_of(unsigned short colour)
{
	int red = colour >> 11, green = colour >> 5 & 63, blue = colour & 31;
	return make_float4((red << 3 | red >> 2) / 255.0f, (green << 2 | green >> 4) / 255.0f, (blue << 3 | blue >> 2) / 255.0f, 1);
}

// Each level and layer has a colour; extents needn't be multiples of four, and blocks are whole.
static void test_levels()
{
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<cudaChannelFormatKindUnsignedBlockCompressed1>();
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeMipmappedArray;
	CALL(cudaMallocMipmappedArray(&resource.res.mipmap.mipmap, &channels, make_cudaExtent(12, 10, 0), 4));
	for (int level = 0; level < 4; level++) {
		cudaArray_t array;
		bc1 blocks[9];
		for (int i = 0; i < 9; i++)
			blocks[i] = { (unsigned short)(0x1234 * (level + 3)), 0, 0 };
		int columns = ((12 >> level) + 3) / 4, rows = ((10 >> level) + 3) / 4;
		CALL(cudaGetMipmappedArrayLevel(&array, resource.res.mipmap.mipmap, level));
		CALL(cudaMemcpy2DToArray(array, 0, 0, blocks, columns * 8, columns * 8, rows, cudaMemcpyHostToDevice));
	}
	cudaTextureObject_t texture = make(resource, false, false, false);
	for (int level = 0; level < 4; level++) {
		Buffer<float4> out(16);
		sample_level<<<1, 32>>>(texture, out.device, (float)level, 16);
		out.expect([&](int) { return colour_of((unsigned short)(0x1234 * (level + 3))); });
	}
	CALL(cudaDestroyTextureObject(texture));
	CALL(cudaFreeMipmappedArray(resource.res.mipmap.mipmap));
}

static void test_layers()
{
	enum { LAYERS = 3 };
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<cudaChannelFormatKindUnsignedBlockCompressed1>();
	cudaResourceDesc resource = {};
	bc1 blocks[LAYERS];
	for (int i = 0; i < LAYERS; i++)
		blocks[i] = { (unsigned short)(0x3217 * (i + 1)), 0, 0x55555555u * (i == 2) };
	CALL(cudaMalloc3DArray(&resource.res.array.array, &channels, make_cudaExtent(4, 4, LAYERS), cudaArrayLayered));
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(blocks, sizeof(bc1), 1, 1);
	copy.dstArray = resource.res.array.array;
	copy.extent = make_cudaExtent(4, 4, LAYERS); // texels
	copy.kind = cudaMemcpyHostToDevice;
	CALL(cudaMemcpy3D(&copy));
	cudaTextureObject_t texture = make(resource, false, false, false);
	for (int i = 0; i < LAYERS; i++) {
		Buffer<float4> out(16);
		sample_layer<<<1, 16>>>(texture, out.device, i);
		out.expect([&](int) { return i == 2 ? make_float4(0, 0, 0, 1) : colour_of(blocks[i].colour); });
	}
	CALL(cudaDestroyTextureObject(texture));
	CALL(cudaFreeArray(resource.res.array.array));
}

int main(void)
{
	for (const format &f : formats)
		test_format(f);
	test_levels();
	test_layers();
	return unit_finish();
}
