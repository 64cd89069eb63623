// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uniform, normal and log-normal numbers from any generator (cuRAND Library Programming Guide, "Device
// API Overview").  Each takes as many words of its generator, and in the same order, as with cuRAND.
//
// Pseudorandom generators make normal numbers by pairs (Box and Muller, 1958); quasirandom ones and MTGP32,
// one word a number, by the inverse of the distribution function.  Sums of products are rounded once, as
// in cuRAND's own code for GPUs.
#ifndef AW_CURAND_DISTRIBUTIONS_H
#define AW_CURAND_DISTRIBUTIONS_H

#include "curand_generators.h"

// --- uniform: from 0, which is left out, to 1 ---

AW_CURAND float _curand_uniform(unsigned int x) { return (float)x * 0x1p-32f + 0x1p-33f; }
AW_CURAND float _curand_uniform(unsigned long long x) { return _curand_uniform((unsigned int)(x >> 32)); }
AW_CURAND double _curand_uniform_double(unsigned int x) { return x * 0x1p-32 + 0x1p-32; }
AW_CURAND double _curand_uniform_double(unsigned long long x) { return (double)(x >> 11) * 0x1p-53 + 0x1p-54; }
// 53 bits of two words.
AW_CURAND double _curand_uniform_double_hq(unsigned int x, unsigned int y) {
	return (double)(x ^ (unsigned long long)y << 21) * 0x1p-53 + 0x1p-54;
}
AW_CURAND float4 _curand_uniform4(uint4 x) {
	return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z), _curand_uniform(x.w));
}

template <typename State_> AW_CURAND float curand_uniform(State_ *state) { return _curand_uniform(curand(state)); }
template <typename State_> AW_CURAND double curand_uniform_double(State_ *state) {
	return _curand_uniform_double(curand(state));
}
AW_CURAND double curand_uniform_double(curandStateXORWOW_t *state) {
	unsigned int x = curand(state), y = curand(state);
	return _curand_uniform_double_hq(x, y);
}
#define AW_MRG_NORM 2.3283065498378288e-10
AW_CURAND double curand_uniform_double(curandStateMRG32k3a_t *state) { return curand_MRG32k3a(state) * AW_MRG_NORM; }
AW_CURAND float curand_uniform(curandStateMRG32k3a_t *state) { return (float)curand_uniform_double(state); }
#undef AW_MRG_NORM
AW_CURAND float4 curand_uniform4(curandStatePhilox4_32_10_t *state) { return _curand_uniform4(curand4(state)); }
AW_CURAND double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
	uint4 x = curand4(state);
	return make_double2(_curand_uniform_double_hq(x.x, x.y), _curand_uniform_double_hq(x.z, x.w));
}
AW_CURAND double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
	double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
	return make_double4(a.x, a.y, b.x, b.y);
}

// --- normal, by pairs ---

AW_CURAND float2 aw_box_muller(float u, float angle_) {
	float length = sqrtf(-2.0f * logf(u)), sine_, cosine_;
#ifdef __CUDA_ARCH__
	__sincosf(angle_, &sine_, &cosine_);
#else
	sine_ = sinf(angle_);
	cosine_ = cosf(angle_);
#endif
	return make_float2(sine_ * length, cosine_ * length);
}
// ANGLE in half turns.
AW_CURAND double2 aw_box_muller_double(double u, double angle_) {
	double length = sqrt(-2.0 * log(u)), sine_, cosine_;
#ifdef __CUDA_ARCH__
	sincospi(angle_, &sine_, &cosine_);
#else
	sine_ = sin(3.14159265358979323846 * angle_);
	cosine_ = cos(3.14159265358979323846 * angle_);
#endif
	return make_double2(sine_ * length, cosine_ * length);
}

AW_CURAND float2 _curand_box_muller(unsigned int x, unsigned int y) {
	const float turn_ = 0x1p-32f * 6.2831855f;
	return aw_box_muller(_curand_uniform(x), fmaf((float)y, turn_, turn_ / 2));
}
AW_CURAND double2 _curand_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
	return aw_box_muller_double(_curand_uniform_double_hq(x0, x1), 2.0 * _curand_uniform_double_hq(y0, y1));
}

template <typename State_> AW_CURAND float2 curand_box_muller(State_ *state) {
	unsigned int x = curand(state), y = curand(state);
	return _curand_box_muller(x, y);
}
AW_CURAND float2 curand_box_muller(curandStateMRG32k3a_t *state) {
	float x = curand_uniform(state), y = curand_uniform(state);
	return aw_box_muller(x, y * 6.2831855f);
}
template <typename State_> AW_CURAND double2 curand_box_muller_double(State_ *state) {
	unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
	return _curand_box_muller_double(x0, x1, y0, y1);
}
AW_CURAND double2 curand_box_muller_double(curandStatePhilox4_32_10_t *state) {
	uint4 x = curand4(state);
	return _curand_box_muller_double(x.x, x.y, x.z, x.w);
}
AW_CURAND double2 curand_box_muller_double(curandStateMRG32k3a_t *state) {
	double x = curand_uniform_double(state), y = curand_uniform_double(state);
	return aw_box_muller_double(x, y * 2.0);
}

#ifdef __CUDACC__
// --- normal, by the inverse distribution function: the smaller half has more digits ---

AW_CURAND float _curand_normal_icdf(unsigned int x) {
	bool upper_ = x > 0x80000000u;
	float p = _curand_uniform(upper_ ? ~x : x);
	return (upper_ ? 1.4142135f : -1.4142135f) * erfcinvf(2.0f * p);
}
AW_CURAND float _curand_normal_icdf(unsigned long long x) { return _curand_normal_icdf((unsigned int)(x >> 32)); }
AW_CURAND double _curand_normal_icdf_double(unsigned int x) {
	bool upper_ = x > 0x80000000u;
	double p = (upper_ ? ~x : x) * 0x1p-32 + 0x1p-33;
	return (upper_ ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2.0 * p);
}
AW_CURAND double _curand_normal_icdf_double(unsigned long long x) {
	const unsigned long long half_ = 1ull << 52;
	x >>= 11;
	bool upper_ = x > half_;
	double p = (double)(upper_ ? 2 * half_ - 1 - x : x) * 0x1p-53 + 0x1p-54;
	return (upper_ ? 1.4142135623730951 : -1.4142135623730951) * erfcinv(2.0 * p);
}

#endif

// --- which generator does what ---

#define AW_CURAND_PAIRS(state_type) \
	AW_CURAND float2 curand_normal2(state_type *state) { return curand_box_muller(state); } \
	AW_CURAND double2 curand_normal2_double(state_type *state) { return curand_box_muller_double(state); } \
	AW_CURAND float2 curand_log_normal2(state_type *state, float mean, float deviation_) { \
		float2 pair_ = curand_box_muller(state); \
		return make_float2(expf(fmaf(deviation_, pair_.x, mean)), expf(fmaf(deviation_, pair_.y, mean))); \
	} \
	AW_CURAND double2 curand_log_normal2_double(state_type *state, double mean, double deviation_) { \
		double2 pair_ = curand_box_muller_double(state); \
		return make_double2(exp(fma(deviation_, pair_.x, mean)), exp(fma(deviation_, pair_.y, mean))); \
	} \
	AW_CURAND_KEPT(state_type, float, curand_normal, (state_type *state), EXTRA_FLAG_NORMAL, , curand_normal2(state)) \
	AW_CURAND_KEPT(state_type, double, curand_normal_double, (state_type *state), EXTRA_FLAG_NORMAL, _double, \
	               curand_normal2_double(state)) \
	AW_CURAND_KEPT(state_type, float, curand_log_normal, (state_type *state, float mean, float deviation_), \
	               EXTRA_FLAG_LOG_NORMAL, , curand_log_normal2(state, mean, deviation_)) \
	AW_CURAND_KEPT(state_type, double, curand_log_normal_double, (state_type *state, double mean, double deviation_), \
	               EXTRA_FLAG_LOG_NORMAL, _double, curand_log_normal2_double(state, mean, deviation_))

// The first number of a pair, or the second of the one before.
#define AW_CURAND_KEPT(state_type, type, name, parameters, kind, suffix, make) \
	AW_CURAND type name parameters { \
		if (state->boxmuller_flag##suffix == kind) { \
			state->boxmuller_flag##suffix = 0; \
			return state->boxmuller_extra##suffix; \
		} \
		type##2 pair_ = make; \
		state->boxmuller_extra##suffix = pair_.y; \
		state->boxmuller_flag##suffix = kind; \
		return pair_.x; \
	}
AW_CURAND_PAIRS(curandStateXORWOW_t)
AW_CURAND_PAIRS(curandStatePhilox4_32_10_t)
AW_CURAND_PAIRS(curandStateMRG32k3a_t)
#undef AW_CURAND_KEPT
#undef AW_CURAND_PAIRS

#ifdef __CUDACC__
#define AW_CURAND_INVERSE(state_type) \
	AW_CURAND float curand_normal(state_type *state) { return _curand_normal_icdf(curand(state)); } \
	AW_CURAND double curand_normal_double(state_type *state) { return _curand_normal_icdf_double(curand(state)); } \
	AW_CURAND float curand_log_normal(state_type *state, float mean, float deviation_) { \
		return expf(fmaf(deviation_, curand_normal(state), mean)); \
	} \
	AW_CURAND double curand_log_normal_double(state_type *state, double mean, double deviation_) { \
		return exp(fma(deviation_, curand_normal_double(state), mean)); \
	}
AW_CURAND_INVERSE(curandStateMtgp32_t)
AW_CURAND_INVERSE(curandStateSobol32_t)
AW_CURAND_INVERSE(curandStateScrambledSobol32_t)
AW_CURAND_INVERSE(curandStateSobol64_t)
AW_CURAND_INVERSE(curandStateScrambledSobol64_t)
#undef AW_CURAND_INVERSE
#endif

// Four at a time.
AW_CURAND float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
	uint4 x = curand4(state);
	float2 a = _curand_box_muller(x.x, x.y), b = _curand_box_muller(x.z, x.w);
	return make_float4(a.x, a.y, b.x, b.y);
}
AW_CURAND double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
	double2 a = curand_box_muller_double(state), b = curand_box_muller_double(state);
	return make_double4(a.x, a.y, b.x, b.y);
}
AW_CURAND float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float deviation_) {
	float4 x = curand_normal4(state);
	return make_float4(expf(fmaf(deviation_, x.x, mean)), expf(fmaf(deviation_, x.y, mean)),
	                   expf(fmaf(deviation_, x.z, mean)), expf(fmaf(deviation_, x.w, mean)));
}
AW_CURAND double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean, double deviation_) {
	double2 a = curand_log_normal2_double(state, mean, deviation_), b = curand_log_normal2_double(state, mean, deviation_);
	return make_double4(a.x, a.y, b.x, b.y);
}

#endif
