// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two 16-bit or four 8-bit numbers in a 32-bit word (CUDA Math API, "SIMD Intrinsics"), and the DPX
// functions (CUDA C++ Programming Guide, 10.25).  Lane by lane in plain C++: LLVM sees through the
// shifts.
#ifndef AW_DEVICE_SIMD_H
#define AW_DEVICE_SIMD_H

#define AW_DEVICE __device__ static inline

// --- two operands ---

// RESULT is an expression of the lanes A and B; LEAST and MOST bound the lane's type.
#define AW_LANES(name, count, lane, result) \
	AW_DEVICE unsigned int name##count(unsigned int x, unsigned int y) { \
		const int bits = 32 / count, least = (lane)-1 < 0 ? -(1 << (bits - 1)) : 0; \
		const int most = least + (int)((1u << bits) - 1); \
		unsigned int word = 0; \
		(void)most; \
		for (int at = 0; at < 32; at += bits) { \
			int a = (lane)(x >> at), b = (lane)(y >> at); \
			word |= ((unsigned int)(result) & ((1u << bits) - 1)) << at; \
		} \
		return word; \
	}
#define AW_SIGNED(name, result) \
	AW_LANES(name, 2, short, result) \
	AW_LANES(name, 4, signed char, result)
#define AW_UNSIGNED(name, result) \
	AW_LANES(name, 2, unsigned short, result) \
	AW_LANES(name, 4, unsigned char, result)
#define AW_SATURATED(value) ((value) < least ? least : (value) > most ? most : (value))

AW_UNSIGNED(__vadd, a + b)
AW_SIGNED(__vaddss, AW_SATURATED(a + b))
AW_UNSIGNED(__vaddus, AW_SATURATED(a + b))
AW_UNSIGNED(__vsub, a - b)
AW_SIGNED(__vsubss, AW_SATURATED(a - b))
AW_UNSIGNED(__vsubus, AW_SATURATED(a - b))
AW_SIGNED(__vabsdiffs, a > b ? a - b : b - a)
AW_UNSIGNED(__vabsdiffu, a > b ? a - b : b - a)
// Averages: rounded, halves away from zero; __vhaddu rounds down.
AW_SIGNED(__vavgs, (a + b + (a + b >= 0)) >> 1)
AW_UNSIGNED(__vavgu, (a + b + 1) >> 1)
AW_UNSIGNED(__vhaddu, (a + b) >> 1)
AW_SIGNED(__vmaxs, a > b ? a : b)
AW_UNSIGNED(__vmaxu, a > b ? a : b)
AW_SIGNED(__vmins, a < b ? a : b)
AW_UNSIGNED(__vminu, a < b ? a : b)

// Comparisons: __vcmp... fills a lane with ones, __vset... gives 1.
#define AW_COMPARE(CLASS, name, relation) \
	CLASS(__vcmp##name, -(a relation b)) \
	CLASS(__vset##name, a relation b)
AW_COMPARE(AW_UNSIGNED, eq, ==)
AW_COMPARE(AW_UNSIGNED, ne, !=)
AW_COMPARE(AW_SIGNED, ges, >=)
AW_COMPARE(AW_UNSIGNED, geu, >=)
AW_COMPARE(AW_SIGNED, gts, >)
AW_COMPARE(AW_UNSIGNED, gtu, >)
AW_COMPARE(AW_SIGNED, les, <=)
AW_COMPARE(AW_UNSIGNED, leu, <=)
AW_COMPARE(AW_SIGNED, lts, <)
AW_COMPARE(AW_UNSIGNED, ltu, <)
#undef AW_COMPARE

// --- one operand, as two with the other zero ---

AW_DEVICE unsigned int __vneg2(unsigned int a) { return __vsub2(0, a); }
AW_DEVICE unsigned int __vneg4(unsigned int a) { return __vsub4(0, a); }
AW_DEVICE unsigned int __vnegss2(unsigned int a) { return __vsub2(0, __vmaxs2(a, 0x80018001)); }
AW_DEVICE unsigned int __vnegss4(unsigned int a) { return __vsub4(0, __vmaxs4(a, 0x81818181)); }
AW_DEVICE unsigned int __vabs2(unsigned int a) { return __vabsdiffs2(a, 0); }
AW_DEVICE unsigned int __vabs4(unsigned int a) { return __vabsdiffs4(a, 0); }
AW_DEVICE unsigned int __vabsss2(unsigned int a) { return __vminu2(__vabs2(a), 0x7fff7fff); }
AW_DEVICE unsigned int __vabsss4(unsigned int a) { return __vminu4(__vabs4(a), 0x7f7f7f7f); }

// --- sums of absolute differences ---

AW_DEVICE unsigned int __aw_sum2(unsigned int a) { return (a & 0xffff) + (a >> 16); }
AW_DEVICE unsigned int __aw_sum4(unsigned int a) { return (a & 0xff) + (a >> 8 & 0xff) + (a >> 16 & 0xff) + (a >> 24); }
AW_DEVICE unsigned int __vsads2(unsigned int a, unsigned int b) { return __aw_sum2(__vabsdiffs2(a, b)); }
AW_DEVICE unsigned int __vsads4(unsigned int a, unsigned int b) { return __aw_sum4(__vabsdiffs4(a, b)); }
AW_DEVICE unsigned int __vsadu2(unsigned int a, unsigned int b) { return __aw_sum2(__vabsdiffu2(a, b)); }
AW_DEVICE unsigned int __vsadu4(unsigned int a, unsigned int b) { return __aw_sum4(__vabsdiffu4(a, b)); }

#undef AW_SATURATED
#undef AW_UNSIGNED
#undef AW_SIGNED
#undef AW_LANES

// --- DPX: extrema of three, of a sum and a number, with a floor of zero (relu), with the choice ---

AW_DEVICE int __vimax_s32_relu(int a, int b) { int m = a > b ? a : b; return m > 0 ? m : 0; }
AW_DEVICE int __vimin_s32_relu(int a, int b) { int m = a < b ? a : b; return m > 0 ? m : 0; }
AW_DEVICE unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) { return __vmaxs2(__vmaxs2(a, b), 0); }
AW_DEVICE unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) { return __vmaxs2(__vmins2(a, b), 0); }

#define AW_DPX(extremum, relation) \
	AW_DEVICE int __vi##extremum##3_s32(int a, int b, int c) { \
		int m = a relation b ? a : b; \
		return m relation c ? m : c; \
	} \
	AW_DEVICE unsigned int __vi##extremum##3_u32(unsigned int a, unsigned int b, unsigned int c) { \
		unsigned int m = a relation b ? a : b; \
		return m relation c ? m : c; \
	} \
	AW_DEVICE unsigned int __vi##extremum##3_s16x2(unsigned int a, unsigned int b, unsigned int c) { \
		return __v##extremum##s2(__v##extremum##s2(a, b), c); \
	} \
	AW_DEVICE unsigned int __vi##extremum##3_u16x2(unsigned int a, unsigned int b, unsigned int c) { \
		return __v##extremum##u2(__v##extremum##u2(a, b), c); \
	} \
	AW_DEVICE int __vi##extremum##3_s32_relu(int a, int b, int c) { \
		int m = __vi##extremum##3_s32(a, b, c); \
		return m > 0 ? m : 0; \
	} \
	AW_DEVICE unsigned int __vi##extremum##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { \
		return __vmaxs2(__vi##extremum##3_s16x2(a, b, c), 0); \
	} \
	AW_DEVICE int __viadd##extremum##_s32(int a, int b, int c) { \
		int sum = (int)((unsigned int)a + (unsigned int)b); \
		return sum relation c ? sum : c; \
	} \
	AW_DEVICE unsigned int __viadd##extremum##_u32(unsigned int a, unsigned int b, unsigned int c) { \
		return a + b relation c ? a + b : c; \
	} \
	AW_DEVICE unsigned int __viadd##extremum##_s16x2(unsigned int a, unsigned int b, unsigned int c) { \
		return __v##extremum##s2(__vadd2(a, b), c); \
	} \
	AW_DEVICE unsigned int __viadd##extremum##_u16x2(unsigned int a, unsigned int b, unsigned int c) { \
		return __v##extremum##u2(__vadd2(a, b), c); \
	} \
	AW_DEVICE int __viadd##extremum##_s32_relu(int a, int b, int c) { \
		int m = __viadd##extremum##_s32(a, b, c); \
		return m > 0 ? m : 0; \
	} \
	AW_DEVICE unsigned int __viadd##extremum##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) { \
		return __vmaxs2(__viadd##extremum##_s16x2(a, b, c), 0); \
	} \
	AW_DEVICE int __vib##extremum##_s32(int a, int b, bool *first) { return (*first = a relation##= b) ? a : b; } \
	AW_DEVICE unsigned int __vib##extremum##_u32(unsigned int a, unsigned int b, bool *first) { \
		return (*first = a relation##= b) ? a : b; \
	} \
	AW_DEVICE unsigned int __vib##extremum##_s16x2(unsigned int a, unsigned int b, bool *high, bool *low) { \
		*high = (short)(a >> 16) relation##= (short)(b >> 16); \
		*low = (short)a relation##= (short)b; \
		return __v##extremum##s2(a, b); \
	} \
	AW_DEVICE unsigned int __vib##extremum##_u16x2(unsigned int a, unsigned int b, bool *high, bool *low) { \
		*high = (unsigned short)(a >> 16) relation##= (unsigned short)(b >> 16); \
		*low = (unsigned short)a relation##= (unsigned short)b; \
		return __v##extremum##u2(a, b); \
	}
AW_DPX(max, >)
AW_DPX(min, <)
#undef AW_DPX

#undef AW_DEVICE

#endif
