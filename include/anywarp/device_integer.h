// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer intrinsics (CUDA Math API, "Integer Intrinsics") and the hints to the compiler (CUDA C++
// Programming Guide, 10.26 to 10.29).  Plain C++ that LLVM turns into single instructions.
#ifndef AW_DEVICE_INTEGER_H
#define AW_DEVICE_INTEGER_H

#define AW_DEVICE __device__ static inline

// --- bits ---

AW_DEVICE int __popc(unsigned int a) { return __builtin_popcount(a); }
AW_DEVICE int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
AW_DEVICE int __clz(int a) { return a ? __builtin_clz((unsigned int)a) : 32; }
AW_DEVICE int __clzll(long long a) { return a ? __builtin_clzll((unsigned long long)a) : 64; }
// 1 + the position of the lowest bit that is set, 0 for none.
AW_DEVICE int __ffs(int a) { return a ? 1 + __builtin_ctz((unsigned int)a) : 0; }
AW_DEVICE int __ffsll(long long a) { return a ? 1 + __builtin_ctzll((unsigned long long)a) : 0; }
AW_DEVICE unsigned int __brev(unsigned int a) { return __builtin_bitreverse32(a); }
AW_DEVICE unsigned long long __brevll(unsigned long long a) { return __builtin_bitreverse64(a); }

// Four of the eight bytes of B:A; the low three bits of each nibble of SELECTOR name one.
AW_DEVICE unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selector) {
	return (unsigned int)__nv_byte_perm((int)a, (int)b, (int)selector);
}

// The upper (l) or lower (r) half of HIGH:LOW shifted by SHIFT modulo 32, or at most 32 (lc, rc).
extern "C" __device__ unsigned int __aw_funnelshift_l(unsigned int low, unsigned int high, unsigned int shift);
extern "C" __device__ unsigned int __aw_funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift);
extern "C" __device__ unsigned int __aw_funnelshift_r(unsigned int low, unsigned int high, unsigned int shift);
extern "C" __device__ unsigned int __aw_funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift);
#define AW_FUNNEL(name) \
	AW_DEVICE unsigned int __##name(unsigned int low, unsigned int high, unsigned int shift) { return __aw_##name(low, high, shift); }
AW_FUNNEL(funnelshift_l)
AW_FUNNEL(funnelshift_lc)
AW_FUNNEL(funnelshift_r)
AW_FUNNEL(funnelshift_rc)
#undef AW_FUNNEL

// Position of the OFFSET-th bit that is set in MASK, counted upwards from BASE (downwards when
// negative; 0: BASE itself must be set).  All ones when there is none.
AW_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
	int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
	if (offset == 0)
		return base < 32 && (mask >> base & 1) ? base : 0xffffffffu;
	for (int at = (int)base; at >= 0 && at < 32; at += step)
		if ((mask >> at & 1) && --left == 0)
			return (unsigned int)at;
	return 0xffffffffu;
}

// --- products, averages, differences ---

AW_DEVICE int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
AW_DEVICE unsigned int __umulhi(unsigned int a, unsigned int b) {
	return (unsigned int)((unsigned long long)a * b >> 32);
}
AW_DEVICE long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
AW_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
	return (unsigned long long)((unsigned __int128)a * b >> 64);
}
AW_DEVICE int mulhi(int a, int b) { return __mulhi(a, b); }
AW_DEVICE unsigned int mulhi(unsigned int a, unsigned int b) { return __umulhi(a, b); }
AW_DEVICE long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
AW_DEVICE unsigned long long mul64hi(unsigned long long a, unsigned long long b) { return __umul64hi(a, b); }

// The low 32 bits of the product of the low 24 bits.
AW_DEVICE int __mul24(int a, int b) {
	return (int)((unsigned int)((int)((unsigned int)a << 8) >> 8) * (unsigned int)((int)((unsigned int)b << 8) >> 8));
}
AW_DEVICE unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffff) * (b & 0xffffff); }
AW_DEVICE int mul24(int a, int b) { return __mul24(a, b); }
AW_DEVICE unsigned int umul24(unsigned int a, unsigned int b) { return __umul24(a, b); }

// Averages, rounded down and up, without overflow.
AW_DEVICE int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
AW_DEVICE int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
AW_DEVICE unsigned int __uhadd(unsigned int a, unsigned int b) { return (a & b) + ((a ^ b) >> 1); }
AW_DEVICE unsigned int __urhadd(unsigned int a, unsigned int b) { return (a | b) - ((a ^ b) >> 1); }

// |A - B| + C
AW_DEVICE unsigned int __sad(int a, int b, unsigned int c) {
	return (a > b ? (unsigned int)a - (unsigned int)b : (unsigned int)b - (unsigned int)a) + c;
}
AW_DEVICE unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }

// --- dot products of bytes, and of 16-bit by 8-bit components (_lo: the low bytes of B, _hi) ---

#define AW_DOT4(type, byte, vector) \
	AW_DEVICE type __dp4a(type a, type b, type c) { \
		unsigned int sum = (unsigned int)c; \
		for (int i = 0; i < 32; i += 8) \
			sum += (unsigned int)((byte)(a >> i) * (byte)(b >> i)); \
		return (type)sum; \
	} \
	AW_DEVICE type __dp4a(vector##4 a, vector##4 b, type c) { \
		return __dp4a(__builtin_bit_cast(type, a), __builtin_bit_cast(type, b), c); \
	}
#define AW_DOT2(half, shift, type, byte, word, wide, narrow) \
	AW_DEVICE type __dp2a_##half(type a, type b, type c) { \
		unsigned int sum = (unsigned int)c + (unsigned int)((word)a * (byte)(b >> shift)); \
		return (type)(sum + (unsigned int)((word)(a >> 16) * (byte)(b >> (shift + 8)))); \
	} \
	AW_DEVICE type __dp2a_##half(wide##2 a, narrow##4 b, type c) { \
		return __dp2a_##half(__builtin_bit_cast(type, a), __builtin_bit_cast(type, b), c); \
	}
AW_DOT4(int, signed char, char)
AW_DOT4(unsigned int, unsigned char, uchar)
AW_DOT2(lo, 0, int, signed char, short, short, char)
AW_DOT2(lo, 0, unsigned int, unsigned char, unsigned short, ushort, uchar)
AW_DOT2(hi, 16, int, signed char, short, short, char)
AW_DOT2(hi, 16, unsigned int, unsigned char, unsigned short, ushort, uchar)
#undef AW_DOT2
#undef AW_DOT4

// --- old names of arithmetic and conversions ---

#define AW_OLD_NAME(result, name, type, usual) \
	AW_DEVICE result name(type a, enum cudaRoundMode mode = usual) { \
		return mode == cudaRoundNearest  ? __##name##_rn(a) \
		       : mode == cudaRoundPosInf ? __##name##_ru(a) \
		       : mode == cudaRoundMinInf ? __##name##_rd(a) \
		                                 : __##name##_rz(a); \
	}
AW_OLD_NAME(int, double2int, double, cudaRoundZero)
AW_OLD_NAME(unsigned int, double2uint, double, cudaRoundZero)
AW_OLD_NAME(long long, double2ll, double, cudaRoundZero)
AW_OLD_NAME(unsigned long long, double2ull, double, cudaRoundZero)
AW_OLD_NAME(int, float2int, float, cudaRoundZero)
AW_OLD_NAME(float, int2float, int, cudaRoundNearest)
AW_OLD_NAME(double, ll2double, long long, cudaRoundNearest)
AW_OLD_NAME(double, ull2double, unsigned long long, cudaRoundNearest)
#undef AW_OLD_NAME
// These are exact.
AW_DEVICE double int2double(int a, enum cudaRoundMode = cudaRoundNearest) { return a; }
AW_DEVICE double uint2double(unsigned int a, enum cudaRoundMode = cudaRoundNearest) { return a; }
AW_DEVICE double float2double(float a, enum cudaRoundMode = cudaRoundNearest) { return a; }

#define AW_OLD_NAME(name) \
	AW_DEVICE double name(double a, double b, enum cudaRoundMode mode = cudaRoundNearest) { \
		return mode == cudaRoundNearest  ? __##name##_rn(a, b) \
		       : mode == cudaRoundPosInf ? __##name##_ru(a, b) \
		       : mode == cudaRoundMinInf ? __##name##_rd(a, b) \
		                                 : __##name##_rz(a, b); \
	}
AW_OLD_NAME(dadd)
AW_OLD_NAME(dsub)
AW_OLD_NAME(dmul)
#undef AW_OLD_NAME
AW_DEVICE double fma(double a, double b, double c, enum cudaRoundMode mode) {
	return mode == cudaRoundNearest  ? __fma_rn(a, b, c)
	       : mode == cudaRoundPosInf ? __fma_ru(a, b, c)
	       : mode == cudaRoundMinInf ? __fma_rd(a, b, c)
	                                 : __fma_rz(a, b, c);
}
AW_DEVICE int float_as_int(float a) { return __float_as_int(a); }
AW_DEVICE float int_as_float(int a) { return __int_as_float(a); }
AW_DEVICE float saturate(float a) { return __saturatef(a); }

#undef AW_DEVICE

#endif
