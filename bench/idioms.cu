// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs do again and again, a thread for each element, beside a loop on the host that calls the same function, which the host's
// compiler makes what it can of: one worker, processor time, the least of some turns about.  It looks for patterns that are far slower
// as gangs than they need be; the name of one as argument measures that alone.
#include <cuda_runtime.h>
#include <math.h>
#include <string.h>

#include "bench.h"

enum { N = 1 << 20, W = 1024, H = 1024 };
// How long each is measured: so many turns at least, and until so much has passed.
enum { ROUNDS = 12 };
static const double SECONDS = 0.05;

template <class F>
__global__ void each(int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		f(i);
}

template <class F>
__global__ void each_pixel(int w, int h, F f)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		f(x, y);
}

template <class F>
__attribute__((noinline)) static void loop(int n, F f)
{
	for (int i = 0; i < n; i++)
		f(i);
}

template <class F>
__attribute__((noinline)) static void pixel_loop(int w, int h, F f)
{
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			f(x, y);
}

static const char *only;

template <class F, class G>
static void compare(const char *name, F launch, G host)
{
	char full[80];
	double ours = 1e9, theirs = 1e9, begun = bench_cpu_now();
	if (only && strcmp(only, name))
		return;
	for (int i = 0; i < ROUNDS || bench_cpu_now() - begun < SECONDS; i++) {
		double start = bench_cpu_now();
		launch();
		cudaDeviceSynchronize();
		double middle = bench_cpu_now();
		host();
		double end = bench_cpu_now();
		ours = middle - start < ours ? middle - start : ours;
		theirs = end - middle < theirs ? end - middle : theirs;
	}
	snprintf(full, sizeof(full), "idioms/%s", name);
	bench_report(full, ours * 1e3, "ms", "");
	snprintf(full, sizeof(full), "idioms/%s/host", name);
	bench_report(full, theirs / ours, "ratio", "");
}

// NAME, a function of i, for COUNT of them; of x and y.
#define ONE(name, count, ...) \
	{ \
		auto f = [=] __host__ __device__(int i) __VA_ARGS__; \
		compare(name, [&] { each<<<((count) + 255) / 256, 256>>>(count, f); }, [&] { loop(count, f); }); \
	}
#define TWO(name, w, h, ...) \
	{ \
		auto f = [=] __host__ __device__(int x, int y) __VA_ARGS__; \
		auto launch = [&] { each_pixel<<<dim3(((w) + 15) / 16, ((h) + 15) / 16), dim3(16, 16)>>>(w, h, f); }; \
		compare(name, launch, [&] { pixel_loop(w, h, f); }); \
	}

// COUNT numbers below MOST.
template <class T>
static T *make(long count, double most)
{
	T *values;
	cudaMallocManaged(&values, count * sizeof(T));
	for (long i = 0; i < count; i++)
		values[i] = (T)(rand() / (RAND_MAX + 1.0) * most);
	return values;
}

struct body {
	float x, y, z, vx, vy, vz;
};

struct rgb {
	unsigned char r, g, b;
};

__host__ __device__ static inline int clamped(int v, int most) { return v < 0 ? 0 : v > most ? most : v; }

// --- images ---

static void images(const unsigned char *u, unsigned char *v, const float *a, float *b, int *cells, int *next)
{
	ONE("gray_of_rgba", N, {
		uchar4 p = ((const uchar4 *)u)[i];
		v[i] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
	});
	ONE("gray_of_rgb", N, { v[i] = (unsigned char)(0.299f * u[3 * i] + 0.587f * u[3 * i + 1] + 0.114f * u[3 * i + 2]); });
	ONE("gray_of_struct", N, {
		const rgb &p = ((const rgb *)u)[i];
		v[i] = (p.r * 77 + p.g * 151 + p.b * 28) >> 8;
	});
	ONE("invert_rgba", N, {
		uchar4 p = ((const uchar4 *)u)[i];
		((uchar4 *)v)[i] = make_uchar4(255 - p.x, 255 - p.y, 255 - p.z, p.w);
	});
	ONE("brighten_channels", N, {
		for (int k = 0; k < 3; k++)
			v[3 * i + k] = u[3 * i + k] + 40 > 255 ? 255 : u[3 * i + k] + 40;
	});
	ONE("threshold", 4 * N, { v[i] = u[i] > 128 ? 255 : 0; });
	ONE("upper_case", 4 * N, { v[i] = u[i] >= 'a' && u[i] <= 'z' ? u[i] - 32 : u[i]; });
	ONE("clamp_to_bytes", N, { v[i] = (unsigned char)fminf(fmaxf(a[i] * 300 - 20, 0), 255); });
	TWO("sobel", W, H, {
		if (x > 0 && y > 0 && x < W - 1 && y < H - 1) {
			const unsigned char *p = u + y * W + x;
			int dx = p[1 - W] + 2 * p[1] + p[1 + W] - p[-1 - W] - 2 * p[-1] - p[-1 + W];
			int dy = p[W - 1] + 2 * p[W] + p[W + 1] - p[-W - 1] - 2 * p[-W] - p[-W + 1], size = (int)sqrtf((float)(dx * dx + dy * dy));
			v[y * W + x] = size > 255 ? 255 : size;
		}
	});
	TWO("blur_clamped", W, H, {
		int sum = 0;
		for (int j = -1; j <= 1; j++)
			for (int k = -1; k <= 1; k++)
				sum += u[clamped(y + j, H - 1) * W + clamped(x + k, W - 1)];
		v[y * W + x] = sum / 9;
	});
	TWO("gauss", W, H, {
		const float weights[] = { .06f, .24f, .4f, .24f, .06f };
		float sum = 0;
		if (x >= 2 && y >= 2 && x < W - 2 && y < H - 2) {
			for (int j = -2; j <= 2; j++)
				for (int k = -2; k <= 2; k++)
					sum += weights[j + 2] * weights[k + 2] * a[(y + j) * W + x + k];
			b[y * W + x] = sum;
		}
	});
	TWO("bilinear", W, H, {
		float fx = x * 0.7f, fy = y * 0.7f;
		int left = (int)fx, top = (int)fy;
		const float *p = a + top * W + left;
		float right = fx - left, low = fy - top;
		b[y * W + x] = (1 - low) * ((1 - right) * p[0] + right * p[1]) + low * ((1 - right) * p[W] + right * p[W + 1]);
	});
	TWO("nearest", W, H, { b[y * W + x] = a[y / 2 * W + x / 2]; });
	TWO("pool", W / 2, H / 2, {
		const float *p = a + 2 * y * W + 2 * x;
		b[y * (W / 2) + x] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[W], p[W + 1]));
	});
	TWO("transpose", W, H, { b[x * H + y] = a[y * W + x]; });
	TWO("life_wrapped", W, H, {
		int count = 0;
		for (int j = -1; j <= 1; j++)
			for (int k = -1; k <= 1; k++)
				count += (j || k) && (cells[(y + j + H) % H * W + (x + k + W) % W] & 1);
		next[y * W + x] = count == 3 || (count == 2 && (cells[y * W + x] & 1));
	});
	TWO("red_black", W, H, {
		if (x > 0 && y > 0 && x < W - 1 && y < H - 1 && (x + y) % 2 == 0)
			b[y * W + x] = 0.25f * (b[y * W + x - 1] + b[y * W + x + 1] + b[y * W + x - W] + b[y * W + x + W]);
	});
}

// --- tensors and lists ---

static void tensors(const float *a, float *b, const float *c, int *n, const int *places)
{
	ONE("batch_norm", N, {
		int channel = i / 4096 % 16;
		b[i] = (a[i] - c[channel]) * c[channel + 16] + c[channel + 32];
	});
	ONE("bias", N, { b[i] = a[i] + c[i % 768]; });
	ONE("channels_last", N, { b[i] = a[(i / (16 * 4096) * 16 + i % 16) * 4096 + i / 16 % 4096]; });
	ONE("channels_first", N, { b[i] = a[(i / (16 * 4096) * 4096 + i % 4096) * 16 + i / 4096 % 16]; });
	ONE("embedding", N, { b[i] = c[(places[i / 64] & 255) * 64 + i % 64]; });
	ONE("gather", N, { b[i] = a[places[i]]; });
	ONE("scatter", N, { b[places[i]] = a[i]; });
	ONE("gelu", N, { b[i] = 0.5f * a[i] * (1 + tanhf(0.79788456f * (a[i] + 0.044715f * a[i] * a[i] * a[i]))); });
	ONE("sigmoid", N, { b[i] = 1 / (1 + expf(-a[i])); });
	ONE("quantize", N, { ((signed char *)n)[i] = (signed char)(int)rintf(fminf(fmaxf(a[i] * 127, -127), 127)); });
	ONE("softmax_of_row", W, {
		float most = -1e30f, sum = 0;
		for (int k = 0; k < W; k++)
			most = fmaxf(most, a[i * W + k]);
		for (int k = 0; k < W; k++)
			sum += expf(a[i * W + k] - most);
		for (int k = 0; k < W; k++)
			b[i * W + k] = expf(a[i * W + k] - most) / sum;
	});
	ONE("largest_of_row", W, {
		int best = 0;
		for (int k = 1; k < W; k++)
			best = a[i * W + k] > a[i * W + best] ? k : best;
		n[i] = best;
	});
	ONE("rows_by_vector", W, {
		float sum = 0;
		for (int k = 0; k < W; k++)
			sum += a[i * W + k] * c[k];
		b[i] = sum;
	});
	ONE("lower_bound", N, {
		int low = 0, high = W;
		while (low < high) {
			int middle = (low + high) / 2;
			if (places[middle] < places[i])
				low = middle + 1;
			else
				high = middle;
		}
		n[i] = low;
	});
	ONE("bitonic_step", N, {
		int other = i ^ 64;
		if (other > i && ((i & 256) == 0 ? n[i] > n[other] : n[i] < n[other])) {
			int kept = n[i];
			n[i] = n[other];
			n[other] = kept;
		}
	});
	ONE("differences", N - 1, { b[i] = a[i + 1] - a[i]; });
	ONE("backwards", N, { b[i] = a[N - 1 - i]; });
	ONE("pairs", N / 2, { b[i] = a[2 * i] + a[2 * i + 1]; });
	ONE("dealt_to_pairs", N / 2, {
		b[2 * i] = a[i];
		b[2 * i + 1] = c[i];
	});
}

// --- structs ---

static void structs(body *bodies, const float *a, float *b, const float *c)
{
	ONE("bodies_moved", N / 4, {
		body p = bodies[i];
		p.x += p.vx * 0.01f;
		p.y += p.vy * 0.01f;
		p.z += p.vz * 0.01f;
		bodies[i] = p;
	});
	ONE("float4_normal", N / 4, {
		float4 p = ((const float4 *)a)[i];
		float r = rsqrtf(p.x * p.x + p.y * p.y + p.z * p.z + 1e-9f);
		((float4 *)b)[i] = make_float4(p.x * r, p.y * r, p.z * r, p.w);
	});
	ONE("float3_length", N / 4, {
		float3 p = ((const float3 *)a)[i];
		b[i] = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z);
	});
	ONE("complex_product", N / 2, {
		float2 p = ((const float2 *)a)[i], q = ((const float2 *)c)[i];
		((float2 *)b)[i] = make_float2(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);
	});
	ONE("vectors_in_place", N / 4, {
		for (int k = 0; k < 3; k++)
			b[3 * i + k] += a[3 * i + k] * 0.01f;
	});
}

// --- kernels of their own: strides that are parameters ---

__global__ void axpy(int n, float a, const float *x, int step_x, float *y, int step_y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i * step_y] += a * x[i * step_x];
}

__attribute__((noinline)) static void host_axpy(int n, float a, const float *x, int step_x, float *y, int step_y)
{
	for (int i = 0; i < n; i++)
		y[i * step_y] += a * x[i * step_x];
}

struct windows {
	int channels, side, size, margin, step;
};

__host__ __device__ static inline float window_element(const float *in, int c, int side, int h, int w)
{
	return h >= 0 && w >= 0 && h < side && w < side ? in[(c * side + h) * side + w] : 0;
}

__global__ void unfold(int n, const float *in, int side, int size, int margin, int step, float *out)
{
	for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
		int x = index % side, y = index / side % side, c = index / side / side;
		float *to = out + (c * size * size * side + y) * side + x;
		for (int i = 0; i < size; i++)
			for (int j = 0; j < size; j++, to += side * side)
				*to = window_element(in, c, side, y * step - margin + i, x * step - margin + j);
	}
}

__attribute__((noinline)) static void host_unfold(windows of, const float *in, float *out)
{
	for (int c = 0; c < of.channels; c++)
		for (int i = 0; i < of.size; i++)
			for (int j = 0; j < of.size; j++)
				for (int y = 0; y < of.side; y++)
					for (int x = 0; x < of.side; x++)
						*out++ = window_element(in, c, of.side, y * of.step - of.margin + i, x * of.step - of.margin + j);
}

static void strides(const float *a, float *b)
{
	int count = N / 4;
	compare("axpy", [&] { axpy<<<count / 256, 256>>>(count, 2, a, 1, b, 1); }, [&] { host_axpy(count, 2, a, 1, b, 1); });
	windows of = { 32, 56, 3, 1, 1 };
	int n = of.channels * of.side * of.side;
	auto launch = [&] { unfold<<<(n + 511) / 512, 512>>>(n, a, of.side, of.size, of.margin, of.step, b); };
	compare("unfold", launch, [&] { host_unfold(of, a, b); });
}

// --- behind a guard, in the caches ---

enum { S = 256 };

static void guarded(const unsigned char *u, unsigned char *v, const float *a, float *b, const float *c, int *n, const int *m)
{
	int width = S, height = S;
	TWO("product", S, S, {
		float sum = 0;
		for (int k = 0; k < S; k++)
			sum += a[y * S + k] * c[k * S + x];
		b[y * S + x] = sum;
	});
	TWO("convolution_checked", S, S, {
		float sum = 0;
		for (int i = -2; i <= 2; i++)
			for (int j = -2; j <= 2; j++)
				if (y + i >= 0 && y + i < height && x + j >= 0 && x + j < width)
					sum += a[(y + i) * width + x + j] * c[(i + 2) * 5 + j + 2];
		b[y * width + x] = sum;
	});
	TWO("blur_counted", S, S, {
		int sum = 0, count = 0;
		for (int i = -3; i <= 3; i++)
			for (int j = -3; j <= 3; j++)
				if (y + i >= 0 && y + i < S && x + j >= 0 && x + j < S) {
					sum += u[(y + i) * S + x + j];
					count++;
				}
		v[y * S + x] = sum / count;
	});
	TWO("upsampled", S, S, { b[y * S + x] = a[y / 2 * (S / 2) + x / 2]; });
	ONE("chosen_arrays", S * S, { b[i] = m[i] % 2 ? a[i] : c[i]; });
	ONE("random_points", S * S / 8, {
		unsigned state = i * 747796405u + 1, inside = 0;
		for (int k = 0; k < 64; k++) {
			float x = (state = state * 1664525u + 1013904223u) * 0x1p-32f, y = (state = state * 1664525u + 1013904223u) * 0x1p-32f;
			inside += x * x + y * y < 1;
		}
		n[i] = inside;
	});
	ONE("nearest_of_few", S * S / 4, {
		float least = 1e30f;
		int best = 0;
		for (int k = 0; k < 16; k++) {
			float dx = a[3 * i] - c[3 * k], dy = a[3 * i + 1] - c[3 * k + 1], dz = a[3 * i + 2] - c[3 * k + 2];
			float square = dx * dx + dy * dy + dz * dz;
			best = square < least ? k : best;
			least = square < least ? square : least;
		}
		n[i] = best;
	});
	ONE("scaled", S * S, { b[i] = 2 * a[i] + b[i]; });
	ONE("hash", S * S, {
		unsigned h = m[i];
		h = (h ^ h >> 16) * 0x85ebca6bu;
		h = (h ^ h >> 13) * 0xc2b2ae35u;
		n[i] = h ^ h >> 16;
	});
}

// --- what first programs do ---

__host__ __device__ static inline void add_to_element(const float *a, const float *b, float *c, int n, int x, int y)
{
	c[y * n + x] = 0;
	for (int k = 0; k < n; k++)
		c[y * n + x] += a[y * n + k] * b[k * n + x];
}

__global__ void product_kept(const float *a, const float *b, float *c, int n)
{
	add_to_element(a, b, c, n, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
}

__host__ __device__ static inline void add_arrays(int n, const float *a, float *b)
{
	for (int i = 0; i < n; i++)
		b[i] = a[i] + b[i];
}

__global__ void add_alone(int n, const float *a, float *b) { add_arrays(n, a, b); }

__attribute__((noinline)) static void host_add_alone(int n, const float *a, float *b) { add_arrays(n, a, b); }

// A 3 x 3 window around each pixel of three bytes, whose rim is seen again.
__host__ __device__ static inline void blur_pixel(const unsigned char *u, unsigned char *v, int w, int h, int x, int y)
{
	int red = 0, green = 0, blue = 0;
	for (int i = -1; i <= 1; i++)
		for (int j = -1; j <= 1; j++) {
			const unsigned char *p = u + 3 * (clamped(y + i, h - 1) * w + clamped(x + j, w - 1));
			red += p[0];
			green += p[1];
			blue += p[2];
		}
	v[3 * (y * w + x)] = (unsigned char)(red / 9);
	v[3 * (y * w + x) + 1] = (unsigned char)(green / 9);
	v[3 * (y * w + x) + 2] = (unsigned char)(blue / 9);
}

// The four bytes of keys counted as a radix sort begins: in tables of the block's own, of which neighbouring lanes have each their part.
enum { BYTES = 4, VALUES = 256, PARTS = 8, KEYS = 8 };

__global__ void count_bytes(const int *keys, int *counts)
{
	__shared__ int tables[BYTES][VALUES][PARTS];
	for (int i = threadIdx.x; i < BYTES * VALUES * PARTS; i += blockDim.x)
		(&tables[0][0][0])[i] = 0;
	__syncthreads();
	for (int k = 0; k < KEYS; k++)
		for (int byte = 0; byte < BYTES; byte++) {
			unsigned key = keys[(blockIdx.x * KEYS + k) * blockDim.x + threadIdx.x];
			atomicAdd(&tables[byte][key >> 8 * byte & (VALUES - 1)][threadIdx.x % PARTS], 1);
		}
	__syncthreads();
	for (int i = threadIdx.x; i < BYTES * VALUES; i += blockDim.x) {
		int sum = 0;
		for (int part = 0; part < PARTS; part++)
			sum += tables[i / VALUES][i % VALUES][part];
		atomicAdd(&counts[i], sum);
	}
}

__attribute__((noinline)) static void host_count_bytes(int n, const int *keys, int *counts)
{
	for (int i = 0; i < n; i++)
		for (int byte = 0; byte < BYTES; byte++)
			counts[byte * VALUES + ((unsigned)keys[i] >> 8 * byte & (VALUES - 1))]++;
}

// The sum of an array, of which a thread takes eight neighbours in a turn.
enum { EIGHT = 8 };

__global__ void sum_eights(int n, const int *in, int *sum)
{
	int mine = 0;
	for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * EIGHT; i < n; i += blockDim.x * gridDim.x * EIGHT)
		for (int j = 0; j < EIGHT; j++)
			mine += in[i + j];
	atomicAdd(sum, mine);
}

__attribute__((noinline)) static void host_sum(int n, const int *in, int *sum)
{
	for (int i = 0; i < n; i++)
		*sum += in[i];
}

static void first_programs(const unsigned char *u, unsigned char *v, float *a, float *b, float *c, int *n)
{
	enum { S = 256, LETTERS = 64, DIGITS = 8, EDGE = 8 };
	auto host_product = [=](int x, int y) { add_to_element(a, b, c, S, x, y); };
	compare("product_kept_in_memory", [&] { product_kept<<<dim3(S / 16, S / 16), dim3(16, 16)>>>(a, b, c, S); },
	        [&] { pixel_loop(S, S, host_product); });
	TWO("linear_layer", S, S, {
		float sum = 0;
		for (int k = 0; k < S; k++)
			sum += a[y * S + k] * b[x * S + k];
		c[y * S + x] = sum;
	});
	compare("one_thread", [&] { add_alone<<<1, 1>>>(S * S, a, b); }, [&] { host_add_alone(S * S, a, b); });
	ONE("columns", W, {
		float sum = 0;
		for (int k = 0; k < H; k++)
			sum += a[k * W + i];
		b[i] = sum;
	});
	ONE("letters", N / LETTERS, {
		int count = 0;
		for (int k = 0; k < LETTERS; k++)
			count += u[i * LETTERS + k] == 'e';
		n[i] = count;
	});
	ONE("digits", N / DIGITS, {
		int number = 0;
		for (int k = 0; k < DIGITS; k++)
			number = number * 10 + (u[i * DIGITS + k] & 7);
		n[i] = number;
	});
	compare("bytes_of_keys", [&] { count_bytes<<<N / KEYS / 1024, 1024>>>(n, (int *)c); }, [&] { host_count_bytes(N, n, (int *)c); });
	compare("sum_of_eights", [&] { sum_eights<<<16, 256>>>(N, n, (int *)c); }, [&] { host_sum(N, n, (int *)c); });
	TWO("blur_of_rgb", S, S, { blur_pixel(u, v, S, S, x, y); });
	ONE("decomposed_matrices", N / (EDGE * EDGE), {
		float *m = b + i * EDGE * EDGE;
		for (int k = 0; k < EDGE * EDGE; k++)
			m[k] = a[i * EDGE * EDGE + k] + (k % (EDGE + 1) == 0 ? EDGE : 0);
		for (int k = 0; k < EDGE; k++)
			for (int row = k + 1; row < EDGE; row++) {
				float factor = m[row * EDGE + k] /= m[k * EDGE + k];
				for (int column = k + 1; column < EDGE; column++)
					m[row * EDGE + column] -= factor * m[k * EDGE + column];
			}
	});
}

int main(int count, char **arguments)
{
	only = count > 1 ? arguments[1] : NULL;
	unsigned char *u = make<unsigned char>(4 * N, 256), *v = make<unsigned char>(4 * N, 256);
	float *a = make<float>(N, 1), *b = make<float>(N, 1), *c = make<float>(N, 1);
	int *n = make<int>(N, 1000), *m = make<int>(N, 1000), *places = make<int>(N, N);
	body *bodies = (body *)make<float>(N / 4 * 6, 1);
	images(u, v, a, b, n, m);
	tensors(a, b, c, n, places);
	structs(bodies, a, b, c);
	guarded(u, v, a, b, c, n, m);
	strides(a, b);
	first_programs(u, v, a, b, c, n);
	return cudaDeviceSynchronize() != cudaSuccess;
}
