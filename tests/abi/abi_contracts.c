// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and offsets of what generated code, fat binaries on disk and the runtime share.  A change here
// needs a new version number (AW_CPU_ABI_VERSION, AW_FATBIN_VERSION).
#include <stddef.h>

#include "fatbin/cpu_abi.h"
#include "fatbin/fatbin.h"
#include "unit/unit.h"

#define SIZE(type, bytes) CHECK_EQUAL(sizeof(type), bytes)
#define AT(type, member, offset) CHECK_EQUAL(offsetof(type, member), offset)

static void fat_binary(void)
{
	CHECK_EQUAL(AW_FATBIN_VERSION, 1);
	SIZE(struct aw_fatbin_wrapper, 24);
	AT(struct aw_fatbin_wrapper, data, 8);
	SIZE(struct aw_fatbin_header, 32);
	AT(struct aw_fatbin_header, entry_count, 8);
	AT(struct aw_fatbin_header, total_size, 16);
	AT(struct aw_fatbin_header, identity, 24);
	SIZE(struct aw_fatbin_entry, 48);
	AT(struct aw_fatbin_entry, target, 8);
	AT(struct aw_fatbin_entry, offset, 32);
	AT(struct aw_fatbin_entry, size, 40);
	CHECK_EQUAL(AW_FATBIN_ENTRY_DEBUG, 1);
	CHECK_EQUAL(AW_FATBIN_ENTRY_MANAGED, 2);
}

static void threads_and_blocks(void)
{
	AT(struct aw_cpu_site, function, 8);
	AT(struct aw_cpu_site, line, 16);
	AT(struct aw_cpu_site, order, 20);
	AT(struct aw_cpu_site, guard_count, 24);
	AT(struct aw_cpu_site, guards, 32);
	SIZE(struct aw_cpu_site, 40);
	AT(struct aw_cpu_block, block_size, 12);
	AT(struct aw_cpu_block, grid_size, 24);
	AT(struct aw_cpu_block, thread_count, 36);
	AT(struct aw_cpu_block, grid_id, 48);
	AT(struct aw_cpu_block, shared, 56);
	AT(struct aw_cpu_block, dynamic_shared, 64);
	AT(struct aw_cpu_block, services, 80);
	AT(struct aw_cpu_block, span_first, 88);
	AT(struct aw_cpu_block, span_shared, 96);
	AT(struct aw_cpu_block, span_end, 104);
	AT(struct aw_cpu_block, past_from, 108);
	AT(struct aw_cpu_block, span_height, 112);
	AT(struct aw_cpu_block, cluster_size, 116);
	AT(struct aw_cpu_block, cluster_stride, 144);
	AT(struct aw_cpu_block, later, 152);
	AT(struct aw_cpu_later_row, sums, 64);
	SIZE(struct aw_cpu_later_row, 192);
	AT(struct aw_cpu_later, open, 12288);
	AT(struct aw_cpu_thread, thread_index, 8);
	AT(struct aw_cpu_thread, linear, 20);
	AT(struct aw_cpu_thread, patience, 24);
	AT(struct aw_cpu_thread, epoch, 28);
	AT(struct aw_cpu_thread, bypassed, 32);
	AT(struct aw_cpu_thread, turn_count, 40);
	AT(struct aw_cpu_thread, turns, 48);
	AT(struct aw_cpu_warp_call, value, 8);
	AT(struct aw_cpu_warp_call, result, 24);
	AT(struct aw_cpu_warp_call, predicate, 32);
}

static void images(void)
{
	SIZE(struct aw_cpu_variant, 48);
	AT(struct aw_cpu_variant, ones, 28);
	AT(struct aw_cpu_variant, written, 36);
	AT(struct aw_cpu_variant, entry, 40);
	SIZE(struct aw_cpu_parameter, 8);
	AT(struct aw_cpu_kernel, variants, 8);
	AT(struct aw_cpu_kernel, parameters, 16);
	AT(struct aw_cpu_kernel, variant_count, 24);
	AT(struct aw_cpu_kernel, parameter_size, 32);
	AT(struct aw_cpu_kernel, static_shared_size, 36);
	AT(struct aw_cpu_kernel, max_threads, 44);
	AT(struct aw_cpu_kernel, flags, 56);
	AT(struct aw_cpu_kernel, cluster, 60);
	AT(struct aw_cpu_kernel, max_cluster, 72);
	AT(struct aw_cpu_kernel, used_shared_size, 76);
	SIZE(struct aw_cpu_kernel, 80);
	AT(struct aw_cpu_variable, size, 16);
	AT(struct aw_cpu_variable, flags, 24);
	AT(struct aw_cpu_variable, indirection, 32);
	SIZE(struct aw_cpu_variable, 40);
	AT(struct aw_cpu_image, target, 8);
	AT(struct aw_cpu_image, kernels, 16);
	AT(struct aw_cpu_image, variables, 24);
	AT(struct aw_cpu_image, kernel_count, 32);
	AT(struct aw_cpu_image, slow, 40);
	SIZE(struct aw_cpu_image, 48);
}

// New services come last: older images find theirs where they were.
static void services(void)
{
	AT(struct aw_cpu_services, barrier, 8);
	AT(struct aw_cpu_services, grid_sync, 24);
	AT(struct aw_cpu_services, warp_sync, 32);
	AT(struct aw_cpu_services, active_mask, 72);
	AT(struct aw_cpu_services, step, 80);
	AT(struct aw_cpu_services, yield, 88);
	AT(struct aw_cpu_services, print, 96);
	AT(struct aw_cpu_services, trap, 112);
	AT(struct aw_cpu_services, allocate, 128);
	AT(struct aw_cpu_services, clock, 144);
	AT(struct aw_cpu_services, address_space, 160);
	AT(struct aw_cpu_services, cluster_wait, 192);
	AT(struct aw_cpu_services, query, 200);
	AT(struct aw_cpu_services, exit, 208);
	AT(struct aw_cpu_services, watch, 216);
	AT(struct aw_cpu_services, illegal, 224);
	AT(struct aw_cpu_services, stuck, 232);
	AT(struct aw_cpu_services, await, 240);
}

int main(void)
{
	fat_binary();
	threads_and_blocks();
	images();
	services();
	return unit_finish();
}
