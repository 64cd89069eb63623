/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Host code with -fopenmp is clang's, which calls LLVM's OpenMP library, but may be linked by gcc, which links its own.  So that such a
 * link needs no word about it, each object has entries of its own for what code of either compiler calls of OpenMP: weak ones, jumps
 * through a table that the first call fills in from libomp.so.5.  A program has them once, and before those of a library that it is
 * linked with, so that code of both compilers has one runtime, whose threads all know.  Registers are kept, since arguments may be in any.
 *
 * awcc includes this in the host half of a file that is compiled with -Xcompiler -fopenmp; AW_OPENMP_LIBRARY is clang's library. */
#ifndef AW_OPENMP_LIBRARY_H
#define AW_OPENMP_LIBRARY_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define AW_OPENMP_NAMES(X) \
	X(GOMP_alloc) X(GOMP_atomic_end) X(GOMP_atomic_start) X(GOMP_barrier) X(GOMP_barrier_cancel) X(GOMP_cancel) \
	X(GOMP_cancellation_point) X(GOMP_critical_end) X(GOMP_critical_name_end) X(GOMP_critical_name_start) X(GOMP_critical_start) \
	X(GOMP_doacross_post) X(GOMP_doacross_ull_post) X(GOMP_doacross_ull_wait) X(GOMP_doacross_wait) X(GOMP_free) \
	X(GOMP_loop_doacross_dynamic_start) X(GOMP_loop_doacross_guided_start) X(GOMP_loop_doacross_runtime_start) \
	X(GOMP_loop_doacross_start) X(GOMP_loop_doacross_static_start) X(GOMP_loop_dynamic_next) X(GOMP_loop_dynamic_start) \
	X(GOMP_loop_end) X(GOMP_loop_end_cancel) X(GOMP_loop_end_nowait) X(GOMP_loop_guided_next) X(GOMP_loop_guided_start) \
	X(GOMP_loop_maybe_nonmonotonic_runtime_next) X(GOMP_loop_maybe_nonmonotonic_runtime_start) \
	X(GOMP_loop_nonmonotonic_dynamic_next) X(GOMP_loop_nonmonotonic_dynamic_start) X(GOMP_loop_nonmonotonic_guided_next) \
	X(GOMP_loop_nonmonotonic_guided_start) X(GOMP_loop_nonmonotonic_runtime_next) X(GOMP_loop_nonmonotonic_runtime_start) \
	X(GOMP_loop_ordered_dynamic_next) X(GOMP_loop_ordered_dynamic_start) X(GOMP_loop_ordered_guided_next) \
	X(GOMP_loop_ordered_guided_start) X(GOMP_loop_ordered_runtime_next) X(GOMP_loop_ordered_runtime_start) \
	X(GOMP_loop_ordered_start) X(GOMP_loop_ordered_static_next) X(GOMP_loop_ordered_static_start) X(GOMP_loop_runtime_next) \
	X(GOMP_loop_runtime_start) X(GOMP_loop_start) X(GOMP_loop_static_next) X(GOMP_loop_static_start) \
	X(GOMP_loop_ull_doacross_dynamic_start) X(GOMP_loop_ull_doacross_guided_start) X(GOMP_loop_ull_doacross_runtime_start) \
	X(GOMP_loop_ull_doacross_start) X(GOMP_loop_ull_doacross_static_start) X(GOMP_loop_ull_dynamic_next) \
	X(GOMP_loop_ull_dynamic_start) X(GOMP_loop_ull_guided_next) X(GOMP_loop_ull_guided_start) \
	X(GOMP_loop_ull_maybe_nonmonotonic_runtime_next) X(GOMP_loop_ull_maybe_nonmonotonic_runtime_start) \
	X(GOMP_loop_ull_nonmonotonic_dynamic_next) X(GOMP_loop_ull_nonmonotonic_dynamic_start) \
	X(GOMP_loop_ull_nonmonotonic_guided_next) X(GOMP_loop_ull_nonmonotonic_guided_start) X(GOMP_loop_ull_nonmonotonic_runtime_next) \
	X(GOMP_loop_ull_nonmonotonic_runtime_start) X(GOMP_loop_ull_ordered_dynamic_next) X(GOMP_loop_ull_ordered_dynamic_start) \
	X(GOMP_loop_ull_ordered_guided_next) X(GOMP_loop_ull_ordered_guided_start) X(GOMP_loop_ull_ordered_runtime_next) \
	X(GOMP_loop_ull_ordered_runtime_start) X(GOMP_loop_ull_ordered_start) X(GOMP_loop_ull_ordered_static_next) \
	X(GOMP_loop_ull_ordered_static_start) X(GOMP_loop_ull_runtime_next) X(GOMP_loop_ull_runtime_start) X(GOMP_loop_ull_start) \
	X(GOMP_loop_ull_static_next) X(GOMP_loop_ull_static_start) X(GOMP_ordered_end) X(GOMP_ordered_start) X(GOMP_parallel) \
	X(GOMP_parallel_end) X(GOMP_parallel_loop_dynamic) X(GOMP_parallel_loop_dynamic_start) X(GOMP_parallel_loop_guided) \
	X(GOMP_parallel_loop_guided_start) X(GOMP_parallel_loop_maybe_nonmonotonic_runtime) X(GOMP_parallel_loop_nonmonotonic_dynamic) \
	X(GOMP_parallel_loop_nonmonotonic_guided) X(GOMP_parallel_loop_nonmonotonic_runtime) X(GOMP_parallel_loop_runtime) \
	X(GOMP_parallel_loop_runtime_start) X(GOMP_parallel_loop_static) X(GOMP_parallel_loop_static_start) X(GOMP_parallel_reductions) \
	X(GOMP_parallel_sections) X(GOMP_parallel_sections_start) X(GOMP_parallel_start) X(GOMP_sections2_start) X(GOMP_sections_end) \
	X(GOMP_sections_end_cancel) X(GOMP_sections_end_nowait) X(GOMP_sections_next) X(GOMP_sections_start) X(GOMP_single_copy_end) \
	X(GOMP_single_copy_start) X(GOMP_single_start) X(GOMP_task) X(GOMP_task_reduction_remap) X(GOMP_taskgroup_end) \
	X(GOMP_taskgroup_reduction_register) X(GOMP_taskgroup_reduction_unregister) X(GOMP_taskgroup_start) X(GOMP_taskloop) \
	X(GOMP_taskloop_ull) X(GOMP_taskwait) X(GOMP_taskwait_depend) X(GOMP_taskyield) X(GOMP_workshare_task_reduction_unregister) \
	X(__kmpc_aligned_alloc) X(__kmpc_alloc) X(__kmpc_barrier) X(__kmpc_barrier_master) X(__kmpc_barrier_master_nowait) \
	X(__kmpc_begin) X(__kmpc_bound_num_threads) X(__kmpc_bound_thread_num) X(__kmpc_calc_original_ivs_rectang) X(__kmpc_calloc) \
	X(__kmpc_cancel) X(__kmpc_cancel_barrier) X(__kmpc_cancellationpoint) X(__kmpc_copyprivate) X(__kmpc_copyprivate_light) \
	X(__kmpc_critical) X(__kmpc_critical_with_hint) X(__kmpc_destroy_allocator) X(__kmpc_destroy_lock) X(__kmpc_destroy_nest_lock) \
	X(__kmpc_dispatch_deinit) X(__kmpc_dispatch_fini_4) X(__kmpc_dispatch_fini_4u) X(__kmpc_dispatch_fini_8) \
	X(__kmpc_dispatch_fini_8u) X(__kmpc_dispatch_init_4) X(__kmpc_dispatch_init_4u) X(__kmpc_dispatch_init_8) \
	X(__kmpc_dispatch_init_8u) X(__kmpc_dispatch_next_4) X(__kmpc_dispatch_next_4u) X(__kmpc_dispatch_next_8) \
	X(__kmpc_dispatch_next_8u) X(__kmpc_dist_dispatch_init_4) X(__kmpc_dist_dispatch_init_4u) X(__kmpc_dist_dispatch_init_8) \
	X(__kmpc_dist_dispatch_init_8u) X(__kmpc_dist_for_static_init_4) X(__kmpc_dist_for_static_init_4u) \
	X(__kmpc_dist_for_static_init_8) X(__kmpc_dist_for_static_init_8u) X(__kmpc_doacross_fini) X(__kmpc_doacross_init) \
	X(__kmpc_doacross_post) X(__kmpc_doacross_wait) X(__kmpc_end) X(__kmpc_end_barrier_master) X(__kmpc_end_critical) \
	X(__kmpc_end_masked) X(__kmpc_end_master) X(__kmpc_end_ordered) X(__kmpc_end_reduce) X(__kmpc_end_reduce_nowait) \
	X(__kmpc_end_scope) X(__kmpc_end_sections) X(__kmpc_end_serialized_parallel) X(__kmpc_end_single) X(__kmpc_end_taskgroup) \
	X(__kmpc_error) X(__kmpc_flush) X(__kmpc_for_collapsed_init) X(__kmpc_for_static_fini) X(__kmpc_for_static_init_4) \
	X(__kmpc_for_static_init_4u) X(__kmpc_for_static_init_8) X(__kmpc_for_static_init_8u) X(__kmpc_fork_call) \
	X(__kmpc_fork_call_if) X(__kmpc_fork_teams) X(__kmpc_free) X(__kmpc_get_default_allocator) X(__kmpc_get_parent_taskid) \
	X(__kmpc_get_target_offload) X(__kmpc_get_taskid) X(__kmpc_global_num_threads) X(__kmpc_global_thread_num) \
	X(__kmpc_in_parallel) X(__kmpc_init_allocator) X(__kmpc_init_lock) X(__kmpc_init_lock_with_hint) X(__kmpc_init_nest_lock) \
	X(__kmpc_init_nest_lock_with_hint) X(__kmpc_invoke_task_func) X(__kmpc_masked) X(__kmpc_master) X(__kmpc_next_section) \
	X(__kmpc_ok_to_fork) X(__kmpc_omp_get_target_async_handle_ptr) X(__kmpc_omp_has_task_team) X(__kmpc_omp_reg_task_with_affinity) \
	X(__kmpc_omp_target_task_alloc) X(__kmpc_omp_task) X(__kmpc_omp_task_alloc) X(__kmpc_omp_task_begin_if0) \
	X(__kmpc_omp_task_complete_if0) X(__kmpc_omp_task_parts) X(__kmpc_omp_task_with_deps) X(__kmpc_omp_taskwait) \
	X(__kmpc_omp_taskwait_deps_51) X(__kmpc_omp_taskyield) X(__kmpc_omp_wait_deps) X(__kmpc_ordered) X(__kmpc_pause_resource) \
	X(__kmpc_pop_num_threads) X(__kmpc_process_loop_nest_rectang) X(__kmpc_proxy_task_completed) X(__kmpc_proxy_task_completed_ooo) \
	X(__kmpc_push_num_teams) X(__kmpc_push_num_threads) X(__kmpc_push_num_threads_list) X(__kmpc_push_num_threads_list_strict) \
	X(__kmpc_push_num_threads_strict) X(__kmpc_push_proc_bind) X(__kmpc_realloc) X(__kmpc_reduce) X(__kmpc_reduce_nowait) \
	X(__kmpc_scope) X(__kmpc_sections_init) X(__kmpc_serialized_parallel) X(__kmpc_set_default_allocator) X(__kmpc_set_lock) \
	X(__kmpc_set_nest_lock) X(__kmpc_set_thread_limit) X(__kmpc_single) X(__kmpc_task_allow_completion_event) \
	X(__kmpc_task_get_depnode) X(__kmpc_task_get_successors) X(__kmpc_task_reduction_get_th_data) X(__kmpc_task_reduction_init) \
	X(__kmpc_task_reduction_modifier_fini) X(__kmpc_task_reduction_modifier_init) X(__kmpc_taskgroup) X(__kmpc_taskloop) \
	X(__kmpc_taskloop_5) X(__kmpc_taskred_init) X(__kmpc_taskred_modifier_init) X(__kmpc_team_static_init_4) \
	X(__kmpc_team_static_init_4u) X(__kmpc_team_static_init_8) X(__kmpc_team_static_init_8u) X(__kmpc_test_lock) \
	X(__kmpc_test_nest_lock) X(__kmpc_threadprivate) X(__kmpc_threadprivate_cached) X(__kmpc_threadprivate_register) \
	X(__kmpc_threadprivate_register_vec) X(__kmpc_unset_lock) X(__kmpc_unset_nest_lock) X(omp_aligned_alloc) X(omp_aligned_calloc) \
	X(omp_alloc) X(omp_calloc) X(omp_capture_affinity) X(omp_control_tool) X(omp_destroy_allocator) X(omp_destroy_lock) \
	X(omp_destroy_nest_lock) X(omp_display_affinity) X(omp_display_env) X(omp_free) X(omp_fulfill_event) X(omp_get_active_level) \
	X(omp_get_affinity_format) X(omp_get_ancestor_thread_num) X(omp_get_cancellation) X(omp_get_default_allocator) \
	X(omp_get_default_device) X(omp_get_device_num) X(omp_get_dynamic) X(omp_get_initial_device) X(omp_get_level) \
	X(omp_get_max_active_levels) X(omp_get_max_task_priority) X(omp_get_max_teams) X(omp_get_max_threads) X(omp_get_nested) \
	X(omp_get_num_devices) X(omp_get_num_places) X(omp_get_num_procs) X(omp_get_num_teams) X(omp_get_num_threads) \
	X(omp_get_partition_num_places) X(omp_get_partition_place_nums) X(omp_get_place_num) X(omp_get_place_num_procs) \
	X(omp_get_place_proc_ids) X(omp_get_proc_bind) X(omp_get_schedule) X(omp_get_supported_active_levels) X(omp_get_team_num) \
	X(omp_get_team_size) X(omp_get_teams_thread_limit) X(omp_get_thread_limit) X(omp_get_thread_num) X(omp_get_wtick) \
	X(omp_get_wtime) X(omp_in_explicit_task) X(omp_in_final) X(omp_in_parallel) X(omp_init_allocator) X(omp_init_lock) \
	X(omp_init_lock_with_hint) X(omp_init_nest_lock) X(omp_init_nest_lock_with_hint) X(omp_is_initial_device) X(omp_pause_resource) \
	X(omp_pause_resource_all) X(omp_realloc) X(omp_set_affinity_format) X(omp_set_default_allocator) X(omp_set_default_device) \
	X(omp_set_dynamic) X(omp_set_lock) X(omp_set_max_active_levels) X(omp_set_nest_lock) X(omp_set_nested) X(omp_set_num_teams) \
	X(omp_set_num_threads) X(omp_set_schedule) X(omp_set_teams_thread_limit) X(omp_test_lock) X(omp_test_nest_lock) \
	X(omp_unset_lock) X(omp_unset_nest_lock)

#if defined(__x86_64__)
/* The number of the entry goes to the resolver in a register that no argument is in. */
#define __AW_OPENMP_ENTRY \
	"	mov aw_openmp_table+8*aw_openmp_number(%rip), %r11\n" \
	"	test %r11, %r11\n" \
	"	jz 1f\n" \
	"	jmp *%r11\n" \
	"1:	mov $aw_openmp_number, %r10d\n" \
	"	jmp aw_openmp_resolve\n"
#define __AW_OPENMP_RESOLVE \
	"	push %rdi\n	push %rsi\n	push %rdx\n	push %rcx\n	push %r8\n	push %r9\n	push %rax\n	push %r10\n" \
	"	sub $136, %rsp\n" \
	"	movups %xmm0, (%rsp)\n	movups %xmm1, 16(%rsp)\n	movups %xmm2, 32(%rsp)\n	movups %xmm3, 48(%rsp)\n" \
	"	movups %xmm4, 64(%rsp)\n	movups %xmm5, 80(%rsp)\n	movups %xmm6, 96(%rsp)\n	movups %xmm7, 112(%rsp)\n" \
	"	call aw_openmp_load\n" \
	"	movups (%rsp), %xmm0\n	movups 16(%rsp), %xmm1\n	movups 32(%rsp), %xmm2\n	movups 48(%rsp), %xmm3\n" \
	"	movups 64(%rsp), %xmm4\n	movups 80(%rsp), %xmm5\n	movups 96(%rsp), %xmm6\n	movups 112(%rsp), %xmm7\n" \
	"	add $136, %rsp\n" \
	"	pop %r10\n	pop %rax\n	pop %r9\n	pop %r8\n	pop %rcx\n	pop %rdx\n	pop %rsi\n	pop %rdi\n" \
	"	lea aw_openmp_table(%rip), %r11\n" \
	"	jmp *(%r11,%r10,8)\n"
#elif defined(__aarch64__)
#define __AW_OPENMP_ENTRY \
	"	adrp x16, aw_openmp_table\n" \
	"	add x16, x16, :lo12:aw_openmp_table\n" \
	"	mov x17, #aw_openmp_number\n" \
	"	ldr x16, [x16, x17, lsl #3]\n" \
	"	cbz x16, 1f\n" \
	"	br x16\n" \
	"1:	b aw_openmp_resolve\n"
#define __AW_OPENMP_RESOLVE \
	"	stp x29, x30, [sp, #-224]!\n	mov x29, sp\n" \
	"	stp x0, x1, [sp, #16]\n	stp x2, x3, [sp, #32]\n	stp x4, x5, [sp, #48]\n	stp x6, x7, [sp, #64]\n	stp x8, x17, [sp, #80]\n" \
	"	stp q0, q1, [sp, #96]\n	stp q2, q3, [sp, #128]\n	stp q4, q5, [sp, #160]\n	stp q6, q7, [sp, #192]\n" \
	"	bl aw_openmp_load\n" \
	"	ldp x0, x1, [sp, #16]\n	ldp x2, x3, [sp, #32]\n	ldp x4, x5, [sp, #48]\n	ldp x6, x7, [sp, #64]\n	ldp x8, x17, [sp, #80]\n" \
	"	ldp q0, q1, [sp, #96]\n	ldp q2, q3, [sp, #128]\n	ldp q4, q5, [sp, #160]\n	ldp q6, q7, [sp, #192]\n" \
	"	ldp x29, x30, [sp], #224\n" \
	"	adrp x16, aw_openmp_table\n	add x16, x16, :lo12:aw_openmp_table\n" \
	"	ldr x16, [x16, x17, lsl #3]\n	br x16\n"
#endif

/* All in one group, of which a link keeps one. */
#define __AW_OPENMP_SECTION(name, flags, type) "	.section " name ".aw_openmp,\"" flags "G\"," type ",aw_openmp,comdat\n"
#define __AW_OPENMP_HIDDEN(name, type) "	.weak " name "\n	.hidden " name "\n	.type " name ", " type "\n" name ":\n"
#define __AW_OPENMP_EACH_ENTRY(name) "	aw_openmp_entry " #name "\n"
#define __AW_OPENMP_EACH_NAME(name) "	.asciz \"" #name "\"\n"

__asm__(
	"	.macro aw_openmp_entry name\n"
	"	.weak \\name\n	.type \\name, %function\n"
	"\\name:\n"
	__AW_OPENMP_ENTRY
	"	.set aw_openmp_number, aw_openmp_number + 1\n"
	"	.endm\n"
	"	.set aw_openmp_number, 0\n"
	"	.pushsection .text\n"
	__AW_OPENMP_SECTION(".text", "ax", "%progbits")
	"	.balign 16\n"
	AW_OPENMP_NAMES(__AW_OPENMP_EACH_ENTRY)
	__AW_OPENMP_HIDDEN("aw_openmp_resolve", "%function")
	__AW_OPENMP_RESOLVE
	__AW_OPENMP_SECTION(".bss", "aw", "%nobits")
	"	.balign 8\n"
	__AW_OPENMP_HIDDEN("aw_openmp_table", "%object")
	"	.skip 8 * aw_openmp_number\n"
	__AW_OPENMP_SECTION(".rodata", "a", "%progbits")
	__AW_OPENMP_HIDDEN("aw_openmp_names", "%object")
	AW_OPENMP_NAMES(__AW_OPENMP_EACH_NAME)
	"	.byte 0\n"
	"	.popsection\n");

#if defined(__cplusplus)
extern "C" {
#endif
extern __attribute__((visibility("hidden"))) void *aw_openmp_table[];
extern __attribute__((visibility("hidden"))) const char aw_openmp_names[];

__attribute__((visibility("hidden"), weak)) void aw_openmp_missing(void)
{
	fprintf(stderr, "anywarp: error: this version of libomp.so.5 lacks a function of OpenMP that the program calls\n");
	abort();
}

/* Several threads may come here at once, and write the same. */
__attribute__((visibility("hidden"), weak, used)) void aw_openmp_load(void)
{
	void *library = dlopen("libomp.so.5", RTLD_LAZY | RTLD_GLOBAL);
	const char *name = aw_openmp_names;
	size_t number;
#if defined(AW_OPENMP_LIBRARY)
	if (!library)
		library = dlopen(AW_OPENMP_LIBRARY, RTLD_LAZY | RTLD_GLOBAL);
#endif
	if (!library) {
		fprintf(stderr, "anywarp: error: OpenMP needs libomp.so.5 (on Debian: apt-get install libomp5-19)\n");
		abort();
	}
	for (number = 0; *name; number++) {
		void *found = dlsym(library, name);
		aw_openmp_table[number] = found ? found : (void *)aw_openmp_missing;
		while (*name++)
			;
	}
}
#if defined(__cplusplus)
}
#endif

#undef __AW_OPENMP_ENTRY
#undef __AW_OPENMP_RESOLVE
#undef __AW_OPENMP_SECTION
#undef __AW_OPENMP_HIDDEN
#undef __AW_OPENMP_EACH_ENTRY
#undef __AW_OPENMP_EACH_NAME

#endif
