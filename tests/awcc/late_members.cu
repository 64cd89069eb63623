// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Templates that are never instantiated and name what their own class doesn't have: a member's misspelled name, a member of what a call
// or an index gives; and that assign to a constant member.
// EXPECT: ^5 6$
#include <cstdio>

template <class T>
struct number {
	__host__ __device__ number(T start) : value_(start) {}
	__host__ __device__ number(const number &other);
	__host__ __device__ number &self() { return *this; }
	__host__ __device__ T sum(number *next, number all[])
	{
		return next->value + all[0].self().value + this->rest + (*this).rest + all[next->value_].self().next()->rest(1);
	}
	template <class U>
	__host__ __device__ void convert(number to)
	{
		to . value = next ( to ) . value;
	}
	__host__ __device__ number &next(number &of) { return of; }
	T value_;
};

template <class T>
__host__ __device__ number<T>::number(const number &other) : value_{other.value}
{
}

template <class T>
struct fixed {
	const T *const place;
	const int size;
	fixed(const T *place, int size) : place(place), size(size) {}
	fixed &operator=(const fixed &other)
	{
		place = other.place; size = other.size;
		return *this;
	}
	__host__ __device__ void clear()
	{
		this->size = 0, (*this).place = nullptr;
	}
	template <class U> void take(U from, fixed &to);
};
template <class T> template <class U> void fixed<T>::take(U from, fixed &to)
{
	size = from.size;
	to.size = size;
}
fixed<int> none(nullptr, 0);

__global__ void add(int *out)
{
	number<int> six(6);
	*out = six.self().value_;
}

int main()
{
	int *out;
	number<float> five(5);
	cudaMallocManaged(&out, sizeof(int));
	add<<<1, 1>>>(out);
	cudaDeviceSynchronize();
	printf("%g %d\n", five.value_, *out);
}
