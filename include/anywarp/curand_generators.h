// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generators: curand_init(), curand(), and leaps (cuRAND Library Programming Guide, "Device API
// Overview").  Their sequences are cuRAND's, bit for bit.
#ifndef AW_CURAND_GENERATORS_H
#define AW_CURAND_GENERATORS_H

#include "curand_jumps.h"
#include "curand_states.h"

// Programs that want to draw numbers on the host, too, say so by NVIDIA's macro.
#ifdef QUALIFIERS
#define AW_CURAND QUALIFIERS
#else
#define AW_CURAND static __device__ inline
#endif

template <typename State_> AW_CURAND void aw_curand_no_extra(State_ *state) {
	state->boxmuller_flag = state->boxmuller_flag_double = 0;
	state->boxmuller_extra = 0.0f;
	state->boxmuller_extra_double = 0.0;
}

// --- a counter, for tests ---

AW_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateTest_t *state) {
	state->v = (unsigned int)(3 * seed + 31337 * subsequence + offset);
}
AW_CURAND void skipahead(unsigned long long n, curandStateTest_t *state) { state->v += (unsigned int)n; }
AW_CURAND unsigned int curand(curandStateTest_t *state) { return state->v++; }

// --- XORWOW (Marsaglia, "Xorshift RNGs", 2003): a xorshift of five words and a Weyl sequence ---

enum { AW_XORWOW_WEYL = 362437 };

AW_CURAND void aw_xorwow_step(unsigned int *v) {
	unsigned int t = v[0] ^ v[0] >> 2;
	v[0] = v[1];
	v[1] = v[2];
	v[2] = v[3];
	v[3] = v[4];
	v[4] ^= v[4] << 4 ^ t ^ t << 1;
}

// Puts the polynomial, which stands for a power of the step, in the place of the step: the sum of the
// states on the way that it names.
AW_CURAND void aw_xorwow_leap(unsigned int *v, const unsigned int *polynomial_) {
	unsigned int sum[5] = { 0, 0, 0, 0, 0 };
#pragma unroll 1
	for (int word_ = 0; word_ < 5; word_++) {
		unsigned int terms_ = polynomial_[word_];
#pragma unroll 4
		for (int bit_ = 0; bit_ < 32; bit_++, terms_ >>= 1) {
			for (int i = 0; i < 5; i++)
				sum[i] ^= v[i] & (0 - (terms_ & 1));
			aw_xorwow_step(v);
		}
	}
	for (int i = 0; i < 5; i++)
		v[i] = sum[i];
}

AW_CURAND void aw_xorwow_leaps(unsigned int *v, const unsigned int (*powers_)[5], unsigned long long n) {
	for (int k = 0; n != 0; k++, n >>= 1)
		if (n & 1)
			aw_xorwow_leap(v, powers_[k]);
}

AW_CURAND void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
	aw_xorwow_leaps(state->v, aw_xorwow_steps, n);
	state->d += AW_XORWOW_WEYL * (unsigned int)n;
}
// A sequence has 2^67 numbers, after which the Weyl sequence is where it was.
AW_CURAND void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) {
	aw_xorwow_leaps(state->v, aw_xorwow_sequences, n);
}

AW_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateXORWOW_t *state) {
	unsigned int low_ = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
	unsigned int high_ = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
	curandStateXORWOW_t made_;
	made_.d = 6615241u + high_ + low_;
	made_.v[0] = 123456789u + low_;
	made_.v[1] = 362436069u ^ low_;
	made_.v[2] = 521288629u + high_;
	made_.v[3] = 88675123u ^ high_;
	made_.v[4] = 5783321u + low_;
	skipahead_sequence(subsequence, &made_);
	skipahead(offset, &made_);
	aw_curand_no_extra(&made_);
	*state = made_;
}

AW_CURAND unsigned int curand(curandStateXORWOW_t *state) {
	aw_xorwow_step(state->v);
	state->d += AW_XORWOW_WEYL;
	return state->v[4] + state->d;
}

// --- MRG32k3a (L'Ecuyer, 1999): two linear recurrences modulo primes ---

#define AW_MRG_M1 4294967087u
#define AW_MRG_M2 4294944443u

// M is a constant after inlining, and the division a multiplication.
AW_CURAND unsigned int aw_mrg_product(unsigned int a, unsigned int b, unsigned int m) {
	return (unsigned int)((unsigned long long)a * b % m);
}
AW_CURAND unsigned int aw_mrg_sum(unsigned int a, unsigned int b, unsigned int m) {
	return (unsigned int)(((unsigned long long)a + b) % m);
}
AW_CURAND unsigned int aw_mrg_row(const unsigned int *row_, unsigned int x, unsigned int y, unsigned int z, unsigned int m) {
	unsigned int sum = aw_mrg_sum(aw_mrg_product(row_[0], x, m), aw_mrg_product(row_[1], y, m), m);
	return aw_mrg_sum(sum, aw_mrg_product(row_[2], z, m), m);
}

// S becomes MATRIX to the power N times S.
AW_CURAND void aw_mrg_leap(unsigned int *s, const unsigned int (*matrix)[3], unsigned long long n, unsigned int m) {
	unsigned int power_[3][3], square_[3][3];
	__builtin_memcpy(power_, matrix, sizeof(power_));
	for (; n != 0; n >>= 1) {
		if (n & 1) {
			unsigned int x = s[0], y = s[1], z = s[2];
			for (int i = 0; i < 3; i++)
				s[i] = aw_mrg_row(power_[i], x, y, z, m);
		}
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				square_[i][j] = aw_mrg_row(power_[i], power_[0][j], power_[1][j], power_[2][j], m);
		__builtin_memcpy(power_, square_, sizeof(power_));
	}
}

// Leaps of N numbers, of N subsequences of 2^76 and N sequences of 2^127.
AW_CURAND void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) {
	aw_mrg_leap(state->s1, aw_mrg_step_1, n, AW_MRG_M1);
	aw_mrg_leap(state->s2, aw_mrg_step_2, n, AW_MRG_M2);
}
AW_CURAND void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) {
	aw_mrg_leap(state->s1, aw_mrg_subsequence_1, n, AW_MRG_M1);
	aw_mrg_leap(state->s2, aw_mrg_subsequence_2, n, AW_MRG_M2);
}
AW_CURAND void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) {
	aw_mrg_leap(state->s1, aw_mrg_sequence_1, n, AW_MRG_M1);
	aw_mrg_leap(state->s2, aw_mrg_sequence_2, n, AW_MRG_M2);
}

AW_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateMRG32k3a_t *state) {
	unsigned int low_ = (unsigned int)seed ^ 0x55555555u, high_ = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
	curandStateMRG32k3a_t made_;
	for (int i = 0; i < 3; i++) {
		unsigned int even_ = i % 2 ? high_ : low_, odd_ = i % 2 ? low_ : high_;
		made_.s1[i] = seed ? aw_mrg_product(even_, 12345, AW_MRG_M1) : 12345;
		made_.s2[i] = seed ? aw_mrg_product(odd_, 12345, AW_MRG_M2) : 12345;
	}
	skipahead_subsequence(subsequence, &made_);
	skipahead(offset, &made_);
	aw_curand_no_extra(&made_);
	*state = made_;
}

// The generator's own number, from 1 to the first modulus.
AW_CURAND double curand_MRG32k3a(curandStateMRG32k3a_t *state) {
	unsigned long long first_ = 1403580ull * state->s1[1] + 810728ull * (AW_MRG_M1 - state->s1[0]);
	unsigned long long second_ = 527612ull * state->s2[2] + 1370589ull * (AW_MRG_M2 - state->s2[0]);
	unsigned int a = (unsigned int)(first_ % AW_MRG_M1), b = (unsigned int)(second_ % AW_MRG_M2);
	state->s1[0] = state->s1[1];
	state->s1[1] = state->s1[2];
	state->s1[2] = a;
	state->s2[0] = state->s2[1];
	state->s2[1] = state->s2[2];
	state->s2[2] = b;
	return (double)(a > b ? a - b : a - b + AW_MRG_M1);
}
// Stretched to 32 bits.
AW_CURAND unsigned int curand(curandStateMRG32k3a_t *state) {
	return (unsigned int)(curand_MRG32k3a(state) * 1.000000048662);
}

// --- Philox4x32-10 (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011) ---

AW_CURAND uint4 curand_Philox4x32_10(uint4 counter_, uint2 key) {
	for (int round = 0; round < 10; round++) {
		unsigned long long a = 0xd2511f53ull * counter_.x, b = 0xcd9e8d57ull * counter_.z;
		counter_ = make_uint4((unsigned int)(b >> 32) ^ counter_.y ^ key.x, (unsigned int)b,
		                     (unsigned int)(a >> 32) ^ counter_.w ^ key.y, (unsigned int)a);
		key.x += 0x9e3779b9u;
		key.y += 0xbb67ae85u;
	}
	return counter_;
}

// The counter counts groups of four numbers in its first two words, sequences in the others.
AW_CURAND void Philox_State_Incr_hi(curandStatePhilox4_32_10_t *state, unsigned long long n) {
	unsigned long long sequence_ = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
	state->ctr.z = (unsigned int)sequence_;
	state->ctr.w = (unsigned int)(sequence_ >> 32);
}
AW_CURAND void Philox_State_Incr(curandStatePhilox4_32_10_t *state, unsigned long long n = 1) {
	unsigned long long group_ = ((unsigned long long)state->ctr.y << 32 | state->ctr.x) + n;
	state->ctr.x = (unsigned int)group_;
	state->ctr.y = (unsigned int)(group_ >> 32);
	if (group_ < n)
		Philox_State_Incr_hi(state, 1);
}

AW_CURAND void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
	state->STATE += (unsigned int)(n & 3);
	Philox_State_Incr(state, n / 4 + state->STATE / 4);
	state->STATE &= 3;
	state->output = curand_Philox4x32_10(state->ctr, state->key);
}
AW_CURAND void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
	Philox_State_Incr_hi(state, n);
	state->output = curand_Philox4x32_10(state->ctr, state->key);
}

AW_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStatePhilox4_32_10_t *state) {
	curandStatePhilox4_32_10_t made_;
	made_.ctr = make_uint4(0, 0, (unsigned int)subsequence, (unsigned int)(subsequence >> 32));
	made_.key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
	made_.STATE = 0;
	skipahead(offset, &made_);
	aw_curand_no_extra(&made_);
	*state = made_;
}

AW_CURAND unsigned int curand(curandStatePhilox4_32_10_t *state) {
	uint4 words_ = state->output;
	unsigned int at_ = state->STATE++;
	if (state->STATE == 4) {
		Philox_State_Incr(state);
		state->output = curand_Philox4x32_10(state->ctr, state->key);
		state->STATE = 0;
	}
	return at_ == 0 ? words_.x : at_ == 1 ? words_.y : at_ == 2 ? words_.z : words_.w;
}
// Four numbers, from the next one on.
AW_CURAND uint4 curand4(curandStatePhilox4_32_10_t *state) {
	uint4 a = state->output, b;
	Philox_State_Incr(state);
	b = state->output = curand_Philox4x32_10(state->ctr, state->key);
	switch (state->STATE) {
	case 1: return make_uint4(a.y, a.z, a.w, b.x);
	case 2: return make_uint4(a.z, a.w, b.x, b.y);
	case 3: return make_uint4(a.w, b.x, b.y, b.z);
	default: return a;
	}
}

// --- Sobol's quasirandom sequences in the order of Gray codes (Antonov and Saleev, 1979) ---

#define AW_CURAND_SOBOL_COMMON(type, word_, bits, find) \
	AW_CURAND void skipahead(word_ n, type *state) { \
		state->i += n; \
		state->x = state->c; \
		for (int k = 0; k < bits; k++) \
			if ((state->i ^ state->i >> 1) >> k & 1) \
				state->x ^= state->direction_vectors[k]; \
	} \
	AW_CURAND void aw_sobol_init(const word_ *vectors, word_ scramble_, word_ offset, type *state) { \
		state->i = 0; \
		state->c = scramble_; \
		for (int k = 0; k < bits; k++) \
			state->direction_vectors[k] = vectors[k]; \
		skipahead(offset, state); \
	} \
	AW_CURAND word_ curand(type *state) { \
		word_ number_ = state->x; \
		int zero_ = find(~state->i); \
		state->x ^= state->direction_vectors[zero_ ? zero_ - 1 : bits - 1]; \
		state->i++; \
		return number_; \
	}
#define AW_CURAND_SOBOL(type, word_, bits, find) \
	AW_CURAND_SOBOL_COMMON(type, word_, bits, find) \
	AW_CURAND void curand_init(curandDirectionVectors##bits##_t vectors, word_ offset, type *state) { \
		aw_sobol_init(vectors, 0, offset, state); \
	}
#define AW_CURAND_SCRAMBLED(type, word_, bits, find) \
	AW_CURAND_SOBOL_COMMON(type, word_, bits, find) \
	AW_CURAND void curand_init(curandDirectionVectors##bits##_t vectors, word_ scramble_, word_ offset, type *state) { \
		aw_sobol_init(vectors, scramble_, offset, state); \
	}
AW_CURAND_SOBOL(curandStateSobol32_t, unsigned int, 32, __builtin_ffs)
AW_CURAND_SCRAMBLED(curandStateScrambledSobol32_t, unsigned int, 32, __builtin_ffs)
AW_CURAND_SOBOL(curandStateSobol64_t, unsigned long long, 64, __builtin_ffsll)
AW_CURAND_SCRAMBLED(curandStateScrambledSobol64_t, unsigned long long, 64, __builtin_ffsll)
#undef AW_CURAND_SCRAMBLED
#undef AW_CURAND_SOBOL
#undef AW_CURAND_SOBOL_COMMON

#ifdef __CUDACC__
// --- MTGP32 (Saito and Matsumoto, "Variants of Mersenne Twister suitable for graphic processors", 2013) ---

// The number that thread AT of COUNT gets; all of the block come here together.
AW_CURAND unsigned int aw_mtgp32_next(curandStateMtgp32_t *state, unsigned int at_, unsigned int count_, bool single_) {
	const mtgp32_kernel_params_t *all_ = state->k;
	unsigned int set = (unsigned int)state->pIdx, from_ = at_ + (unsigned int)state->offset, pick_ = all_->pos_tbl[set];
#define AW_MTGP32(index) state->s[(index) & MTGP32_STATE_MASK]
	unsigned int x = (AW_MTGP32(from_) & all_->mask[0]) ^ AW_MTGP32(from_ + 1);
	x ^= x << all_->sh1_tbl[set];
	x ^= AW_MTGP32(from_ + pick_) >> all_->sh2_tbl[set];
	x ^= all_->param_tbl[set][x & 15];
	unsigned int t = AW_MTGP32(from_ + pick_ - 1);
	AW_MTGP32(from_ + MTGPDC_N) = x;
#undef AW_MTGP32
	t ^= t >> 16;
	t ^= t >> 8;
	x = single_ ? x >> 9 ^ all_->single_temper_tbl[set][t & 15] : x ^ all_->temper_tbl[set][t & 15];
	__syncthreads();
	if (at_ == 0)
		state->offset = (int)(((unsigned int)state->offset + count_) & MTGP32_STATE_MASK);
	__syncthreads();
	return x;
}

AW_CURAND unsigned int curand(curandStateMtgp32_t *state) {
	unsigned int at_ = threadIdx.x + blockDim.x * threadIdx.y + blockDim.z * blockDim.y * threadIdx.z;
	return aw_mtgp32_next(state, at_, blockDim.x * blockDim.y * blockDim.z, false);
}
AW_CURAND unsigned int curand_mtgp32_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n) {
	return aw_mtgp32_next(state, index, n, false);
}
// From 1 to 2.
AW_CURAND float curand_mtgp32_single(curandStateMtgp32_t *state) {
	return __uint_as_float(aw_mtgp32_next(state, threadIdx.x, blockDim.x * blockDim.y * blockDim.z, true));
}
AW_CURAND float curand_mtgp32_single_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n) {
	return __uint_as_float(aw_mtgp32_next(state, index, n, true));
}

#endif

#endif
