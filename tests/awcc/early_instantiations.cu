// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Explicit instantiations in front of the definitions of members: there is code for all of them, which others may call by its name.
#include "unit/unit.h"

namespace parts {
template <class T> struct adder {
	T base;
	__host__ __device__ adder(T x, T y);
	__host__ __device__ T add(T x) const;
	static T twice(T x);
};
template <class T, int n> class row {
	T items[n];

public:
	T sum() const;
};
template struct adder<int>; // two in a line, and one in two
template class row<int, (3 > 2 ? 2 : 1)>; template class
	row<float, 2>;
#if 1
template struct adder<long>;
#endif
extern template struct adder<short>;

template <class T> __host__ __device__ adder<T>::adder(T x, T y) : base{ x }
{
	base += y; /* adder<T>:: } */
}
template <class T>
__host__ __device__ T adder<T>::add(T x) const { return base + x; }
#ifdef NEVER
template <class T> T adder<T>::never() { return 0; }
#endif
template <class T> T adder<T>::twice(T x) { return 2 * x; }
template <class T, int n> T row<T, n>::sum() const
{
	T sum = 0;
	for (int i = 0; i < n; i++)
		sum += items[i];
	return sum;
}
static const int line_behind = __LINE__;
} // namespace parts

// The members as another file would find them.
extern "C" int _ZNK5parts5adderIiE3addEi(const void *adder, int x);
extern "C" int _ZN5parts5adderIiE5twiceEi(int x);
extern "C" void _ZN5parts5adderIiEC1Eii(void *adder, int x, int y);
extern "C" int _ZNK5parts3rowIiLi2EE3sumEv(const void *row);
extern "C" float _ZNK5parts3rowIfLi2EE3sumEv(const void *row);

__global__ void add(int *out) { *out = parts::adder<int>(1, 2).add(4); }

int main()
{
	int memory = 0, *out, items[] = { 5, 6 };
	float numbers[] = { 1.5f, 2.5f };
	_ZN5parts5adderIiEC1Eii(&memory, 3, 4);
	CHECK_EQUAL(memory, 7);
	CHECK_EQUAL(_ZNK5parts5adderIiE3addEi(&memory, 5), 12);
	CHECK_EQUAL(_ZN5parts5adderIiE5twiceEi(21), 42);
	CHECK_EQUAL(_ZNK5parts3rowIiLi2EE3sumEv(items), 11);
	CHECK(_ZNK5parts3rowIfLi2EE3sumEv(numbers) == 4.0f);
	CHECK_EQUAL(parts::line_behind, 44);
	CHECK(cudaMallocManaged(&out, sizeof(int)) == cudaSuccess);
	add<<<1, 1>>>(out);
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK_EQUAL(*out, 7);
	return unit_finish();
}
