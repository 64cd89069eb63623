// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isfinite and its like without a namespace, on the host and on devices, in a file that includes no header of the C library.
template <class T>
__host__ __device__ bool plain(T x)
{
	return isfinite(x) && !isnan(x) && !isinf(x) && !signbit(x);
}

__global__ void kernel(int *out, float x) { *out = plain(x) + 2 * plain((double)x); }

int main()
{
	int *out;
	if (cudaMallocManaged(&out, sizeof(int)))
		return 1;
	kernel<<<1, 1>>>(out, 1.0f);
	return cudaDeviceSynchronize() || *out != 3 || !plain(1.0f) || !plain(1.0) || plain(-1.0);
}
