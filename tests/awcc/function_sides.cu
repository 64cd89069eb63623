// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function is for the sides that any of its declarations names: members defined outside of their class, functions, templates,
// operators, whatever they return.
#include "unit/unit.h"

class number {
	int value;

public:
	__host__ __device__ explicit number(int given);
	__host__ __device__ ~number();
	__host__ __device__ int get() const;
	__device__ int twice();
	__device__ static number made();
	int thrice() const;
	__device__ number &operator+=(int more);
	__host__ __device__ const int *address() const;
	template <class T> __device__ T as(T more);
	friend __host__ __device__ number operator-(number a, number b);
};

number::number(int given) : value(given) {}
number::~number() {}
int number::get() const { return value; }
int number::twice() { return 2 * value; }
number number::made() { return number(5); }
__host__ __device__ int number::thrice() const { return 3 * value; }
number &number::operator+=(int more)
{
	value += more;
	return *this;
}
const int *number::address() const { return &value; }
template <class T> T number::as(T more) { return value + more; }
number operator-(number a, number b) { return number(a.value - b.value); }

template <class T> struct box {
	T value;
	__host__ __device__ const T &get() const;
	__host__ __device__ static T *of(box *self);
};
template <class T> const T &box<T>::get() const { return value; }
template <class T> T *box<T>::of(box *self) { return &self->value; }

namespace space {
__host__ __device__ float3 moved(float3 from);
template <class T> __host__ __device__ T larger(T a, T b);
}
float3 space::moved(float3 from) { return make_float3(from.x + 1, from.y, from.z); }
template <class T> T space::larger(T a, T b) { return a > b ? a : b; }

// Specialisations have words of their own, or none.
template <class T> __host__ __device__ int kind_of(const T &) { return 0; }
template <> inline int kind_of<float>(const float &value) { return 1 + (int)value; }
template <> inline __device__ int kind_of<double>(const double &value) { return 2 + (int)value; }

// The host hands it to kernels by a constructor of the device.
struct mask {
	int *at;
	__host__ __device__ explicit mask(int *given) : at(given) {}
	__device__ mask(const mask &other) : at(other.at) {}
};
template <class T> struct holder {
	T value;
	__host__ holder(T given) : value(given) {}
	__device__ __forceinline__ holder(holder<T> const &other) : value(other.value) {}
	__device__ holder(const holder &other, int more) : value(other.value + more) {}
};
template <class T> __global__ void through(mask where, holder<T> what) { where.at[0] = holder<T>(what, 1).value; }
static void pass(const mask &where, const holder<int> &what) { through<<<1, 1>>>(where, what); }

// Nor does nvcc mind an array of the host's, whose elements the device's constructor makes.
template <class T> struct vector3 {
	T x, y, z;
	__device__ vector3() : x(1), y(2), z(3) {}
	__device__ vector3(const vector3 &other) : x(other.x), y(other.y), z(other.z) {}
};
static float made_of_arrays()
{
	vector3<float> one[1], more[2][3];
	static vector3<int> kept[2];
	return one[0].z + more[1][2].y + kept[1].x;
}

// Nor what side a function is for that nobody calls: decltype, sizeof and noexcept want its declaration alone.
template <class T> T *pointer_to(T const &);
template <class T> using pointer = decltype(pointer_to(*(T *)nullptr));
template <class T> __host__ T same(T value) noexcept { return value; }
int narrow(short);
__host__ long wide(long a) { return a + 1; }
struct reader {
	int read(int) const;
	long read(long) const;
};
__device__ int types(int *at)
{
	decltype(reader().read(3)) none = 0;
	pointer<int> first = at;
	decltype(same(2.0f)) half = 0.5f;
	decltype(wide(2)) size = sizeof(narrow(2)) + noexcept(same(1));
	return *first + (int)(4 * half) + (int)size + (int)sizeof(size) + none;
}

int later(int a);
__host__ __device__ int later(int a) { return a + 1; }

__host__ __device__ int sum()
{
	box<int> seven = {7};
	number one(1), two = number(3) - one;
	return one.get() + *two.address() + two.thrice() + seven.get() + *box<int>::of(&seven) + (int)space::moved(float3()).x +
	       space::larger(3, 4) + later(1);
}

__global__ void kernel(int *out)
{
	number value = number::made();
	value += 10;
	out[0] = sum();
	out[2] = types(out);
	out[1] = value.get() + value.twice() + value.as(100) + kind_of(1.0) + kind_of(1);
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 3 * sizeof(int));
	kernel<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(sum() == 30 && out[0] == 30);
	CHECK(out[1] == 15 + 30 + 115 + 3);
	CHECK(out[2] == 30 + 2 + 5 + 8);
	CHECK(made_of_arrays() == 6);
	CHECK(kind_of(2.0f) == 3 && kind_of('a') == 0);
	pass(mask(out), holder<int>(8));
	CHECK(cudaDeviceSynchronize() == cudaSuccess && out[0] == 9);
	cudaFree(out);
	return unit_finish();
}
