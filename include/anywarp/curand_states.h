// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generators of the device keep (cuRAND Library Programming Guide, "Device API Overview"), laid out
// as NVIDIA's headers do, so that states in memory mean the same to objects compiled with either.
#ifndef AW_CURAND_STATES_H
#define AW_CURAND_STATES_H

#include "../curand.h"

// Constants by which programs turn words into numbers themselves.
#define CURAND_2POW32 4294967296.0f
#define CURAND_2POW32_DOUBLE 4294967296.0
#define CURAND_2POW32_INV 2.3283064e-10f
#define CURAND_2POW32_INV_DOUBLE 2.3283064365386963e-10
#define CURAND_2POW53_INV_DOUBLE 1.1102230246251565e-16
#define CURAND_2PI 6.2831855f
#define CURAND_2PI_DOUBLE 6.2831853071795860
#define CURAND_PI_DOUBLE 3.1415926535897932
#define CURAND_2POW32_INV_2PI (CURAND_2POW32_INV * CURAND_2PI)
#define CURAND_2POW53_INV_2PI_DOUBLE (CURAND_2POW53_INV_DOUBLE * CURAND_2PI_DOUBLE)
#define CURAND_SQRT2 (-1.4142135f)
#define CURAND_SQRT2_DOUBLE (-1.4142135623730951)

// A normal generator makes two numbers at a time and keeps the second: what kind it is, and the number.
#define EXTRA_FLAG_NORMAL 1
#define EXTRA_FLAG_LOG_NORMAL 2
#define AW_CURAND_EXTRA \
	int boxmuller_flag; \
	int boxmuller_flag_double; \
	float boxmuller_extra; \
	double boxmuller_extra_double;

struct curandStateTest {
	unsigned int v;
};

struct curandStateXORWOW {
	unsigned int d, v[5];
	AW_CURAND_EXTRA
};

struct curandStateMRG32k3a {
	unsigned int s1[3], s2[3];
	AW_CURAND_EXTRA
};

// STATE: which word of OUTPUT comes next.
struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned int STATE;
	AW_CURAND_EXTRA
};

// Number I of the sequence comes next and is X; C is what it is scrambled with.
#define AW_CURAND_SOBOL(name, word_, bits) \
	struct name { \
		word_ i, x, c; \
		word_ direction_vectors[bits]; \
	};
AW_CURAND_SOBOL(curandStateSobol32, unsigned int, 32)
AW_CURAND_SOBOL(curandStateScrambledSobol32, unsigned int, 32)
AW_CURAND_SOBOL(curandStateSobol64, unsigned long long, 64)
AW_CURAND_SOBOL(curandStateScrambledSobol64, unsigned long long, 64)
#undef AW_CURAND_SOBOL
#undef AW_CURAND_EXTRA

enum { MTGPDC_MEXP = 11213, MTGPDC_N = 351, MTGPDC_FLOOR_2P = 256, MTGPDC_CEIL_2P = 512 };
enum { MTGP32_STATE_SIZE = 1024, MTGP32_STATE_MASK = 1023, CURAND_NUM_MTGP32_PARAMS = 200, TBL_SIZE = 16 };

// One set of parameters as Saito's generator of them gives it, and the sets of many blocks by member.
struct mtgp32_params_fast {
	int mexp, pos, sh1, sh2;
	unsigned int tbl[16], tmp_tbl[16], flt_tmp_tbl[16];
	unsigned int mask;
	unsigned char poly_sha1[21];
};

struct mtgp32_kernel_params {
	unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
	unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
	unsigned int temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
	unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
	unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS];
	unsigned int sh2_tbl[CURAND_NUM_MTGP32_PARAMS];
	unsigned int mask[1];
};
typedef struct mtgp32_params_fast mtgp32_params_fast_t;
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

// The state of a whole block.
struct curandStateMtgp32 {
	unsigned int s[MTGP32_STATE_SIZE];
	int offset;
	int pIdx;
	mtgp32_kernel_params_t *k;
};

typedef struct curandStateTest curandStateTest_t;
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef struct curandStateMtgp32 curandStateMtgp32_t;

// Discrete distributions, which the host library makes: a histogram in M2's two tables, and the normal
// distribution that stands for large ones.  Members host_* are for the host.
struct curandDistributionShift_st {
	curandDistribution_t probability, host_probability;
	unsigned int shift, length, host_gen;
};
struct curandHistogramM2_st {
	curandHistogramM2V_t V, host_V;
	curandHistogramM2K_t K, host_K;
	unsigned int host_gen;
};
struct curandDistributionM2Shift_st {
	curandHistogramM2_t histogram, host_histogram;
	unsigned int shift, length, host_gen;
};
struct curandDiscreteDistribution_st {
	curandDiscreteDistribution_t self_host_ptr;
	curandDistributionM2Shift_t M2, host_M2;
	double stddev, mean;
	curandMethod_t method;
	unsigned int host_gen;
};

#endif
