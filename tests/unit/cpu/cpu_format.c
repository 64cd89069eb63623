// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device printf's formats with packed arguments, compared with the host's printf.
// LINK: runtime
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/device/cpu/cpu_block.h"
#include "unit/unit.h"

// Packs arguments as clang does for vprintf: each at its natural alignment.
struct packer {
	_Alignas(16) char bytes[256];
	size_t size;
	int count;
};

static void pack(struct packer *packer, const void *value, size_t size)
{
	packer->size = (packer->size + size - 1) / size * size;
	memcpy(packer->bytes + packer->size, value, size);
	packer->size += size;
	packer->count++;
}
#define PACK(type, value) pack(&arguments, &(type){ value }, sizeof(type))

static void expect(const char *format, const struct packer *arguments, const char *wanted)
{
	struct aw_str text = { 0 };
	CHECK_EQUAL(aw_cpu_format(&text, format, arguments->bytes), arguments->count);
	if (strcmp(text.text ? text.text : "", wanted))
		fprintf(stderr, "%s: got \"%s\", wanted \"%s\"\n", format, text.text, wanted);
	CHECK(strcmp(text.text ? text.text : "", wanted) == 0);
	aw_str_finish(&text);
}

#define ONE(type, format, value) \
	do { \
		struct packer arguments = { 0 }; \
		char wanted[256]; \
		PACK(type, value); \
		snprintf(wanted, sizeof(wanted), format, (type)(value)); \
		expect(format, &arguments, wanted); \
	} while (0)

static void integers(void)
{
	ONE(int, "%d", -5);
	ONE(int, "[%8d|", -5);
	ONE(int, "[%-8d|", 5);
	ONE(int, "%+i", 7);
	ONE(int, "% d", 7);
	ONE(int, "%08.3d", 42);
	ONE(unsigned, "%u", 4000000000u);
	ONE(unsigned, "%#x", 255);
	ONE(unsigned, "%X", 0xabcdef);
	ONE(unsigned, "%#o", 8);
	ONE(int, "%hd", 70000);
	ONE(int, "%hhu", 300);
	ONE(long long, "%lld", -1234567890123ll);
	ONE(long, "%ld", -1234567890123l);
	ONE(size_t, "%zu", (size_t)1 << 40);
	ONE(long long, "%llx", 0x123456789abcll);
	ONE(int, "%c", 'x');
	ONE(int, "%5c|", 'x');
}

static void others(void)
{
	ONE(double, "%f", 1.5);
	ONE(double, "%10.3f|", -2.71828);
	ONE(double, "%-12e|", 12345.678);
	ONE(double, "%G", 1e-10);
	ONE(double, "%a", 0.1);
	ONE(double, "%.0f", 0.5);
	ONE(double, "%f", 1.0 / 0.0);
	ONE(const char *, "%s", "text");
	ONE(const char *, "[%10s|", "text");
	ONE(const char *, "[%-10.2s|", "text");
	ONE(void *, "%p", (void *)0x1234);
	struct packer none = { 0 };
	expect("100%% plain\n", &none, "100% plain\n");
	expect("%", &none, "%");
	expect("%k", &none, "%k");
	expect("", &none, "");
}

static void several(void)
{
	struct packer arguments = { 0 };
	PACK(int, 1);
	PACK(double, 2.5);
	PACK(int, 3);
	PACK(const char *, "four");
	PACK(int, 6);
	PACK(int, 2);
	PACK(double, 3.14159);
	expect("%d %g %d %s %*.*f", &arguments, "1 2.5 3 four   3.14");
	struct packer negative = { 0 };
	int width = -6, precision = -1;
	pack(&negative, &width, 4);
	pack(&negative, &precision, 4);
	pack(&negative, &(int){ 9 }, 4);
	expect("%*.*d|", &negative, "9     |");
}

int main(void)
{
	integers();
	others();
	several();
	return unit_finish();
}
