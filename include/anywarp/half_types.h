/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The classes of one format of 16 bits: __half and __half2, or __nv_bfloat16 and __nv_bfloat162 (CUDA Math
 * API, "Half Precision Intrinsics", "Bfloat16 Precision Intrinsics").  Who includes it defines AW_NAME as for
 * half_operations.h and
 *
 *     AW_H, AW_H2, AW_H_RAW, AW_H2_RAW   the names of the classes and of the plain structs beside them
 *     AW_OTHER                           the class of the other format
 *     AW_CONVERSIONS                     1 for implicit conversions, 0 without
 *     AW_INTEGERS                        1 for those from and to integers
 */
#ifndef AW_HALF_LINKAGE /* else for the device library, which has bodies for programs that only declare them */
#define AW_HALF_LINKAGE static
#define AW_HALF_MEMBER
#endif
#define AW_HD AW_HALF_MEMBER __host__ __device__ __inline__

struct AW_OTHER;

/* A number; the bits are those of IEEE 754 binary16, or of the upper half of a float. */
struct __attribute__((aligned(2))) AW_H {
protected:
	unsigned short __x;

public:
	AW_H() = default;
	__host__ __device__ constexpr AW_H(const AW_H_RAW &raw_) : __x(raw_.x) {}
	AW_HD AW_H &operator=(const AW_H_RAW &raw_) { __x = raw_.x; return *this; }
	AW_HD volatile AW_H &operator=(const AW_H_RAW &raw_) volatile { __x = raw_.x; return *this; }
	AW_HD volatile AW_H &operator=(const volatile AW_H_RAW &raw_) volatile { __x = raw_.x; return *this; }
	AW_HD operator AW_H_RAW() const { AW_H_RAW raw_; raw_.x = __x; return raw_; }
	AW_HD operator AW_H_RAW() const volatile { AW_H_RAW raw_; raw_.x = __x; return raw_; }
#if AW_CONVERSIONS
	explicit AW_HD AW_H(const AW_OTHER other_);
	AW_HD AW_H(const float value) : __x(AW_NAME(__aw_from_float_rn)(value)) {}
	AW_HD AW_H(const double value) : __x(AW_NAME(__aw_from_double)(value)) {}
	AW_HD operator float() const { return AW_NAME(__aw_to_float)(__x); }
	AW_HD AW_H &operator=(const float value) { __x = AW_NAME(__aw_from_float_rn)(value); return *this; }
	AW_HD AW_H &operator=(const double value) { __x = AW_NAME(__aw_from_double)(value); return *this; }
#if AW_INTEGERS
	AW_HD AW_H(const short value) : __x(AW_NAME(__aw_from_float_rn)((float)value)) {}
	AW_HD AW_H(const unsigned short value) : __x(AW_NAME(__aw_from_float_rn)((float)value)) {}
	AW_HD AW_H(const int value) : __x(AW_NAME(__aw_from_ll_rn)(value)) {}
	AW_HD AW_H(const unsigned int value) : __x(AW_NAME(__aw_from_ull_rn)(value)) {}
	AW_HD AW_H(const long value) : __x(AW_NAME(__aw_from_ll_rn)(value)) {}
	AW_HD AW_H(const unsigned long value) : __x(AW_NAME(__aw_from_ull_rn)(value)) {}
	AW_HD AW_H(const long long value) : __x(AW_NAME(__aw_from_ll_rn)(value)) {}
	AW_HD AW_H(const unsigned long long value) : __x(AW_NAME(__aw_from_ull_rn)(value)) {}
	AW_HD operator signed char() const { return __aw_float_to_char(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator unsigned char() const { return __aw_float_to_uchar(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator char() const { return (char)__aw_float_to_char(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator short() const { return __aw_float_to_short(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator unsigned short() const { return __aw_float_to_ushort(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator int() const { return __aw_float_to_int(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator unsigned int() const { return __aw_float_to_uint(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator long() const { return (long)__aw_float_to_ll(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator unsigned long() const { return (unsigned long)__aw_float_to_ull(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator long long() const { return __aw_float_to_ll(AW_NAME(__aw_to_float)(__x)); }
	AW_HD operator unsigned long long() const { return __aw_float_to_ull(AW_NAME(__aw_to_float)(__x)); }
	AW_HD AW_H &operator=(const short value) { return *this = AW_H(value); }
	AW_HD AW_H &operator=(const unsigned short value) { return *this = AW_H(value); }
	AW_HD AW_H &operator=(const int value) { return *this = AW_H(value); }
	AW_HD AW_H &operator=(const unsigned int value) { return *this = AW_H(value); }
	AW_HD AW_H &operator=(const long long value) { return *this = AW_H(value); }
	AW_HD AW_H &operator=(const unsigned long long value) { return *this = AW_H(value); }
	__host__ __device__ constexpr operator bool() const { return (__x & 0x7fff) != 0; }
#endif
#endif
};

/* Two numbers. */
struct __attribute__((aligned(4))) AW_H2 {
	AW_H x;
	AW_H y;

	AW_H2() = default;
	__host__ __device__ constexpr AW_H2(const AW_H &low_, const AW_H &high_) : x(low_), y(high_) {}
	AW_HD AW_H2(const AW_H2_RAW &raw_) { __builtin_memcpy(this, &raw_, sizeof(raw_)); }
	/* A template, which comes after the copy for `x = {}`. */
	template <int = 0> AW_HD AW_H2 &operator=(const AW_H2_RAW &raw_) { __builtin_memcpy(this, &raw_, sizeof(raw_)); return *this; }
	AW_HD operator AW_H2_RAW() const { AW_H2_RAW raw_; __builtin_memcpy(&raw_, this, sizeof(raw_)); return raw_; }
};

#undef AW_HD
