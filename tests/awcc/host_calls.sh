# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions for host and device that call one of the host: nvcc warns, so does awcc, and a kernel that gets there fails.  The host's
# own code doesn't come along, and calls of the host from the device's functions are errors where code is made of these
# (tests/kernels/host_calls_deferred.cu has others).
set -e
cat >calls.cu <<'END'
#include <cstdio>
#include <string>
__host__ int only_host(int x) { return x * 3; }
int plain_host(int x);
template <class T> T commented(T x) // the comment would be an error in PTX
{
	asm volatile("#begin" ::: "memory");
	return x + 7;
}
template <class T> __host__ __device__ T choose(T x, int way)
{
	if (sizeof(T) > 8)
		return (T)std::stoi(std::to_string(x));
	if (way == 3)
		return commented(x);
	return way == 1 ? only_host(x) : way == 2 ? plain_host(x) : x + 1;
}
__device__ int scale = 10;
__global__ void choose_all(int *out, int way) { out[threadIdx.x] = choose(out[threadIdx.x], way) * scale; }

std::string name("a variable of the host");
int plain_host(int x)
{
#ifdef __x86_64__
	asm("addl $5, %0" : "+r"(x));
#endif
	return x + (int)name.size();
}

int main(int argc, char **)
{
	int *values, factor = 100;
	cudaMallocManaged(&values, 8 * sizeof(int));
	for (int i = 0; i < 8; i++)
		values[i] = i;
	cudaMemcpyToSymbol(scale, &factor, sizeof factor);
	choose_all<<<1, 8>>>(values, argc - 1);
	cudaError_t status = cudaDeviceSynchronize();
	printf("%s %d %d %d %d\n", cudaGetErrorName(status), argc == 1 ? values[3] : 0, choose(4, 1), choose(4, 2), choose(4, 3));
	return 0;
}
END
"$AWCC" calls.cu -o calls 2>messages
grep -q "^calls.cu:16:20: warning: reference to __host__ function 'only_host' in __host__ __device__ function" messages
! grep -q "error" messages
for strategy in simd fiber; do
	[ "$(ANYWARP_STRATEGY=$strategy ./calls)" = "cudaSuccess 400 12 31 11" ]
	ANYWARP_STRATEGY=$strategy ./calls there 2>/dev/null | grep -q "^cudaErrorLaunchFailure 0 12 31 11$"
	ANYWARP_STRATEGY=$strategy ./calls past it there 2>/dev/null | grep -q "^cudaErrorLaunchFailure 0 12 31 11$"
done
"$AWCC" -ptx calls.cu -o calls.ptx 2>/dev/null
[ "$(grep -c -E '^\.visible|\.func' calls.ptx)" = 2 ] # the kernel and scale
grep -q "trap;" calls.ptx

"$AWCC" -w calls.cu -o calls 2>messages
[ ! -s messages ]

echo '__device__ int wrong(int x) { return only_host(x); }' >>calls.cu
if "$AWCC" -c calls.cu 2>messages; then exit 1; fi
grep -q "^calls.cu:[0-9]*:[0-9]*: error: " messages

# LINE calls the host in device code, where the message MESSAGE says so: in all ways, or with WAY.
refused() # LINE MESSAGE [WAY]
{
	printf '%s\n' 'int host(int);' 'struct Copied {' '	int v; __host__ __device__ Copied(int v) : v(v) {}' '	Copied(const Copied &o) : v(host(o.v)) {}' '};' \
		'inline __device__ int calls(int x) { return host(x); }' 'template <class T> __device__ T same(T x) { return x; }' "$1" >refused.cu
	for way in ${3:-"" -rdc=true}; do
		if "$AWCC" $way -c refused.cu -o refused.o 2>messages; then exit 1; fi
		grep -q "^refused.cu:$2" messages
	done
}
refused '__device__ int f(int x) { return calls(x); }' "6:45: error: no matching function for call to 'host'"
refused '__global__ void k(int *x) { *x = calls(*x); }' "6:45: error: no matching function for call to 'host'" -ptx
refused 'template <class T> __device__ T f(T x) { return host(x); } template __device__ int f<int>(int);' "8:49: error: no matching function" -ptx
refused '__global__ void k(Copied c, int *x) { Copied d = c; *x = d.v; }' "8:46: error: no matching constructor for initialization of 'Copied'"
refused '__device__ int f(Copied c) { return c.v; } __global__ void k(Copied c, int *x) { *x = f(c); }' "8:89: error: no matching constructor" -ptx
refused '__device__ int f(const Copied &c) { return [=] { return c.v; }() + same(c).v; }' "8:[0-9]*: error: no matching constructor" -ptx
# Arguments of kernels are copied by the host.
echo '__global__ void k(Copied c, int *x) { *x = c.v; } void l(Copied c, int *x) { k<<<1, 1>>>(c, x); }' >last
sed '$d' refused.cu | cat - last >launched.cu
"$AWCC" -c launched.cu

# Device code of several modules: each drops its host's, and has what the other's device functions and variables are.
cat >a.cu <<'EOF'
#include <cstdio>
#include <cstdlib>
#include <string>
extern __device__ int offset;
__device__ int other(int);
__host__ __device__ int shared_both(int);
std::string name("a variable of the host");
int of_host(int x) { return x + (int)name.size(); }
template <class T> __host__ __device__ T choose(T x, int way) { return way == 1 ? of_host(x) : x + 1; }
constexpr int checked(int x)
{
	if (x < 0) {
		std::fprintf(stderr, "below\n");
		std::abort();
	}
	return x;
}
__global__ void kernel(int *out, int way)
{
	if (way == 9)
		printf("nine\n");
	out[0] = choose(out[0], way) + offset + other(way) + shared_both(way) + checked(way);
}
int main(int argc, char **)
{
	int *out;
	cudaMallocManaged(&out, sizeof(int));
	out[0] = 100;
	kernel<<<1, 1>>>(out, argc == 3 ? -1 : argc - 1);
	cudaError_t status = cudaDeviceSynchronize();
	printf("%s %d %d\n", cudaGetErrorName(status), status ? 0 : *out, choose(4, 1));
	return 0;
}
EOF
cat >b.cu <<'EOF'
#include <string>
__device__ int offset = 1000;
static int of_host(int x) { return x - (int)std::to_string(x).size(); }
int only_here(int x) { return of_host(x); }
__host__ __device__ int shared_both(int x) { return x == 77 ? only_here(x) : 20000; }
__device__ int other(int x) { return x == 78 ? shared_both(77) : 300000; }
EOF
"$AWCC" -rdc=true --expt-relaxed-constexpr a.cu b.cu -o several 2>messages
grep -q "warning: reference to __host__ function 'of_host' in __host__ __device__ function" messages
! grep -q "error" messages
for strategy in simd fiber; do
	[ "$(ANYWARP_STRATEGY=$strategy ./several)" = "cudaSuccess 321101 26" ]
	ANYWARP_STRATEGY=$strategy ./several 1 2>/dev/null | grep -q "^cudaErrorIllegalAddress 0 26$"
	ANYWARP_STRATEGY=$strategy ./several 1 2 2>/dev/null | grep -q "^cudaErrorLaunchFailure 0 26$"
done
! "$AWCC" -rdc=true a.cu b.cu -o several 2>messages # constexpr functions are the host's
grep -q "error: reference to __host__ " messages
