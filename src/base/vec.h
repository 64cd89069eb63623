// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A growable array of any type:
//
//     AW_VEC(int) numbers = { 0 };
//     if (!aw_vec_push(&numbers, 7))
//         return AW_NO_MEMORY;
//     for (size_t i = 0; i < numbers.count; i++) use(numbers.items[i]);
//     aw_vec_finish(&numbers);
//
// A named type is made by `typedef AW_VEC(struct job) job_vec;` or in a struct's member.
#ifndef AW_BASE_VEC_H
#define AW_BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define AW_VEC(type) \
	struct { \
		type *items; \
		size_t count; \
		size_t capacity; \
	}

// Adds VALUE at the end; false without memory, and then the vector is as it was.
#define aw_vec_push(vec, ...) \
	(aw_vec_reserve_bytes((void **)&(vec)->items, &(vec)->capacity, (vec)->count + 1, \
	                      sizeof(*(vec)->items)) && \
	 ((vec)->items[(vec)->count++] = (__VA_ARGS__), true))

// Makes room for COUNT items in all; false without memory.
#define aw_vec_reserve(vec, wanted) \
	aw_vec_reserve_bytes((void **)&(vec)->items, &(vec)->capacity, wanted, sizeof(*(vec)->items))

// Frees the items; the vector is empty again.
#define aw_vec_finish(vec) (free((vec)->items), (vec)->items = NULL, (vec)->count = (vec)->capacity = 0)

bool aw_vec_reserve_bytes(void **items, size_t *capacity, size_t wanted, size_t item_size);

#endif
