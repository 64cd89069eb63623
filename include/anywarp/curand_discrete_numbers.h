// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole numbers of Poisson's and of given distributions (cuRAND Library Programming Guide, "Device API
// Overview").  Each takes as many words of its generator as with cuRAND.
//
// Poisson, from a pseudorandom generator: by products of uniform numbers for small means (Knuth, The Art of
// Computer Programming 2, 3.4.1), by the normal distribution for large ones, and by rejection between: a
// number is proposed by an easy inverse of the distribution function and kept with the probability that
// corrects it.  From one word: by adding probabilities until the word is reached (Fishman, Discrete-Event
// Simulation, 2001), or by the inverse of the normal distribution.
#ifndef AW_CURAND_DISCRETE_NUMBERS_H
#define AW_CURAND_DISCRETE_NUMBERS_H

#include "curand_distributions.h"

AW_CURAND unsigned int aw_poisson_from_normal(double normal_, double mean) {
	return (unsigned int)(fma(sqrt(mean), normal_, mean) + 0.5);
}

template <typename State_> AW_CURAND unsigned int aw_poisson_small(State_ *state, float mean) {
	float product = expf(mean);
	unsigned int factors_ = 0;
	do {
		factors_++;
		product *= curand_uniform(state);
	} while (product > 1.0f);
	return factors_ - 1;
}

// --- rejection ---

// A logistic curve, squared, that is near to the distribution function of the number X with mean A:
// 1 / (1 + exp(steepness (a - x) - shift))^2.
struct aw_poisson_curve {
	float mean, steepness_, shift;
};

AW_CURAND float aw_poisson_exp(float x) { return exp2f((float)(x * 1.4426950408889634074)); }
AW_CURAND float aw_poisson_log(float x) { return (float)(__log2f(x) * 0.69314718055994530942); }

AW_CURAND aw_poisson_curve aw_poisson_curve_of(float mean) {
	return { mean, fmaf(1.43248035075540910f, rsqrtf(mean - 0.12400979329415655f), 0.00025361074907033f),
		     fmaf(0.21096734870196546f, rsqrtf(mean - 1.97381164089999420f), 0.94201734077887530f) };
}
AW_CURAND float aw_poisson_curve_at(aw_poisson_curve curve_, float x) {
	float t = 1.0f + aw_poisson_exp(fmaf(curve_.steepness_, curve_.mean - x, -curve_.shift));
	return __frcp_rn(t * t);
}
AW_CURAND float aw_poisson_curve_inverse(aw_poisson_curve curve_, float y) {
	float t = curve_.shift + aw_poisson_log(rsqrtf(y) - 1.0f);
	return fmaf(-t, __frcp_rn(curve_.steepness_), curve_.mean);
}

// log((n - 1)!) by Stirling's series with coefficients fitted for n > 8 (Hart and others, Computer
// Approximations, 1968, number 5404).
AW_CURAND double aw_poisson_log_factorial(int n) {
	const double small_[] = { 0.0, 0.0, 6.931471805599453094e-1, 1.791759469228055001, 3.178053830347945620,
		                     4.787491742782045994, 6.579251212010100995, 8.525161361065414300 };
	if (n <= 8)
		return n < 1 ? 0.0 : small_[n - 1];
	double x = n, inverse_ = 1.0 / x, square_ = inverse_ * inverse_, sum = -0.1633436431e-2;
	sum = fma(sum, square_, 0.83645878922e-3);
	sum = fma(sum, square_, -0.5951896861197e-3);
	sum = fma(sum, square_, 0.793650576493454e-3);
	sum = fma(sum, square_, -0.277777777735865004e-2);
	sum = fma(sum, square_, 0.833333333333331018375e-1);
	sum = fma(sum, inverse_, 0.918938533204672);
	double half_ = 0.5 * log(x), part_ = half_ * (x - 0.5);
	return part_ + (part_ - x + sum);
}

template <typename State_> AW_CURAND unsigned int aw_poisson_rejection(State_ *state, float mean) {
	const aw_poisson_curve curve_ = aw_poisson_curve_of(mean);
	const float log_mean = aw_poisson_log(mean);
	for (;;) {
		float x = floorf(aw_poisson_curve_inverse(curve_, curand_uniform(state)));
		float chance_ = curand_uniform(state);
		float proposed_ = (aw_poisson_curve_at(curve_, x + 1.0f) - aw_poisson_curve_at(curve_, x)) * 1.3f;
		float power_ = fmaf(x, log_mean, -mean) - (float)aw_poisson_log_factorial((int)(1.0f + x));
		if (chance_ * proposed_ < aw_poisson_exp(power_) && proposed_ >= 1e-20)
			return (unsigned int)x;
	}
}

// --- one word ---

AW_CURAND double aw_poisson_place(unsigned int x) { return x * 0x1p-32 + 0x1p-33; }
AW_CURAND double aw_poisson_place(unsigned long long x) { return (double)(x >> 11) * 0x1p-53 + 0x1p-55; }

// exp(-mean) comes in factors that are no denormals.
AW_CURAND unsigned int aw_poisson_search(double place_, double mean) {
	const int most_ = 500;
	double chance_ = 1.0, sum = 1.0;
	unsigned int number_ = 0;
	int done_ = 0;
	do {
		double factor_ = mean > done_ + most_ ? exp(-(double)most_) : exp(done_ - mean);
		chance_ *= factor_;
		sum *= factor_;
		for (done_ += most_; place_ > sum; sum += chance_)
			chance_ *= mean / ++number_;
	} while (done_ < mean);
	return number_;
}

template <typename Word_> AW_CURAND unsigned int _curand_poisson(Word_ x, double mean) {
	return mean < 1000 ? aw_poisson_search(aw_poisson_place(x), mean)
	                   : aw_poisson_from_normal(_curand_normal_icdf_double(x), mean);
}

// --- which generator does what ---

template <typename State_> AW_CURAND unsigned int curand_poisson(State_ *state, double mean) {
	return _curand_poisson(curand(state), mean);
}
template <typename State_> AW_CURAND unsigned int aw_poisson(State_ *state, double mean) {
	if (mean < 64)
		return aw_poisson_small(state, (float)mean);
	if (mean > 4000)
		return aw_poisson_from_normal(curand_normal_double(state), mean);
	return aw_poisson_rejection(state, (float)mean);
}
AW_CURAND unsigned int curand_poisson(curandStateXORWOW_t *state, double mean) { return aw_poisson(state, mean); }
AW_CURAND unsigned int curand_poisson(curandStateMRG32k3a_t *state, double mean) { return aw_poisson(state, mean); }
AW_CURAND unsigned int curand_poisson(curandStatePhilox4_32_10_t *state, double mean) { return aw_poisson(state, mean); }

AW_CURAND uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double mean) {
	if (mean > 4000) {
		double4 normal_ = curand_normal4_double(state);
		return make_uint4(aw_poisson_from_normal(normal_.x, mean), aw_poisson_from_normal(normal_.y, mean),
		                  aw_poisson_from_normal(normal_.z, mean), aw_poisson_from_normal(normal_.w, mean));
	}
	unsigned int a = aw_poisson(state, mean), b = aw_poisson(state, mean), c = aw_poisson(state, mean);
	return make_uint4(a, b, c, aw_poisson(state, mean));
}

// --- given distributions: one comparison in a table (Marsaglia, Tsang and Wang, "Fast generation of
// discrete random variables", 2004), or the normal distribution where that was too large ---

template <typename Word_> AW_CURAND unsigned int aw_discrete_histogram(Word_ x, curandDistributionM2Shift_t table_) {
	double u = _curand_uniform_double(x);
	int at_ = (int)floor(table_->length * u);
	return table_->shift + (u < table_->histogram->V[at_] ? (unsigned int)at_ : table_->histogram->K[at_]);
}
AW_CURAND unsigned int aw_discrete_from_normal(double normal_, curandDiscreteDistribution_t distribution) {
	return (unsigned int)(fma(distribution->stddev, normal_, distribution->mean) + 0.5);
}
template <typename State_>
AW_CURAND unsigned int curand_discrete(State_ *state, curandDiscreteDistribution_t distribution) {
	if (distribution->method == CURAND_M2)
		return aw_discrete_histogram(curand(state), distribution->M2);
	return aw_discrete_from_normal(curand_normal_double(state), distribution);
}
AW_CURAND uint4 curand_discrete4(curandStatePhilox4_32_10_t *state, curandDiscreteDistribution_t distribution) {
	if (distribution->method == CURAND_M2) {
		uint4 x = curand4(state);
		curandDistributionM2Shift_t table_ = distribution->M2;
		return make_uint4(aw_discrete_histogram(x.x, table_), aw_discrete_histogram(x.y, table_),
		                  aw_discrete_histogram(x.z, table_), aw_discrete_histogram(x.w, table_));
	}
	double4 normal_ = curand_normal4_double(state);
	return make_uint4(aw_discrete_from_normal(normal_.x, distribution), aw_discrete_from_normal(normal_.y, distribution),
	                  aw_discrete_from_normal(normal_.z, distribution), aw_discrete_from_normal(normal_.w, distribution));
}

#endif
