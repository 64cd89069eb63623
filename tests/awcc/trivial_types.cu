// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What g++ calls trivial is trivial: also classes with templates of constructors.
#include <type_traits>

#include "unit/unit.h"

template <class T, int N> struct vec {
	T values[N];
	constexpr vec() = default;
	template <class... V, typename std::enable_if<sizeof...(V) == N, int>::type = 0>
	__host__ __device__ explicit constexpr vec(V &&...given) noexcept : values{given...}
	{
	}
};
struct made {
	int value;
	made() : value(1) {}
};
struct copied {
	int value;
	copied() = default;
	copied(const copied &other) : value(other.value) {}
};
class hidden {
	hidden() = default;
	int value;
};

static_assert(std::is_trivial<vec<float, 3>>::value && std::is_trivial<vec<vec<int, 3>, 3>>::value, "templates of constructors");
static_assert(std::is_trivial<int>::value && std::is_trivial<int[]>::value && std::is_trivial<hidden>::value, "plain types");
static_assert(!std::is_trivial<made>::value && !std::is_trivial<copied>::value && !std::is_trivial<vec<made, 3>>::value, "others");

__global__ void kernel(vec<int, 3> given, int *out)
{
	__shared__ vec<int, 3> kept;
	kept = given;
	*out = kept.values[1];
}

int main()
{
	int *out;
	cudaMallocManaged(&out, sizeof(*out));
	kernel<<<1, 1>>>(vec<int, 3>(1, 2, 3), out);
	CHECK(!cudaDeviceSynchronize());
	CHECK_EQUAL(*out, 2);
	return unit_finish();
}
