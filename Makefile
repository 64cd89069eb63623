# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   make                 builds everything into build/
#   make demo            installs what is missing, builds, compiles and runs the samples
#   make check           the same for the tests; ends with "N passed, M failed"
#   make check-gpu       the kernel and api tests on an NVIDIA GPU; exit 77 where there is none
#   make aarch64         builds the runtime for programs that awcc makes for AArch64
#   make install PREFIX=/opt/anywarp
#   make BUILD=dir MODE=debug   another build directory; assertions and pass verification on

BUILD ?= build
PREFIX ?= /usr/local
MODE ?= release

LLVM := /usr/lib/llvm-19
CLANG := $(LLVM)/bin/clang

CC := gcc
CXX := g++
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wno-missing-field-initializers
FLAGS_release := -O2 -g1
FLAGS_debug := -O1 -g -DAW_DEBUG=1
CFLAGS := -std=c11 -D_GNU_SOURCE -fPIC -pthread -fvisibility=hidden $(FLAGS_$(MODE)) $(WARNINGS)
CXXFLAGS = -std=c++17 -fPIC -fno-rtti -fno-exceptions -fvisibility=hidden $(FLAGS_$(MODE)) -Wall -I$(LLVM)/include
DEPFLAGS = -MMD -MP

objects = $(patsubst %,$(BUILD)/obj/%.o,$(1))
sources = $(sort $(wildcard $(addsuffix /*.c,$(1)) $(addsuffix /*.S,$(1))))

BASE := $(call objects,$(call sources,src/base))
FATBIN := $(call objects,$(call sources,src/fatbin))
COMPILER := $(call objects,$(call sources,$(addprefix src/compiler,/. /analysis /nvvm /ptx /lower /simd /fiber /target)) \
              $(wildcard src/compiler/*.cpp))
AWCC := $(call objects,$(call sources,src/awcc))
TOOLS := $(patsubst %,$(BUILD)/bin/%,bin2c compute-sanitizer cu++filt cuobjdump fatbinary nvlink nvprof nvprune ptxas)
RUNTIME := $(call objects,$(call sources,$(addprefix src/runtime,/. /core /api /hook /device /device/cpu /device/null /device/nvidia)))

# Variables of threads by descriptors: as fast as those of the first libraries where there is room among them, and a process
# may open any number of modules with the static runtime.
ifneq ($(filter x86_64%,$(shell $(CC) -dumpmachine)),)
$(RUNTIME): CFLAGS += -mtls-dialect=gnu2
endif

# The host libraries: a folder NAME of src/shims is libNAME.so.  Its NAME.mk says the major version of NVIDIA's library of
# that name and what it is linked with, objects of other folders too; libraries that do its work are opened when it first needs them.
include $(wildcard src/shims/*/*.mk)
SHIMS := $(filter-out common,$(notdir $(patsubst %/,%,$(wildcard src/shims/*/))))
SHIM_LIBRARIES := $(SHIMS:%=$(BUILD)/lib/lib%.so)
# NVRTC's finds awcc by its own place, so it has no archive.
SHIM_ARCHIVES := $(patsubst %,$(BUILD)/lib/lib%_static.a,$(filter-out nvrtc nvvm nvJitLink nvidia-ml,$(SHIMS)))
SHIM_COMMON := $(call objects,$(call sources,src/shims/common))

# One short line a command; make V=1 shows the commands.
say = $(if $(V),,@printf '  %-6s %s\n' '$(1)' '$(patsubst $(BUILD)/%,%,$@)';)

# The machines that kernels are compiled for.
MACHINES := x86_64 aarch64
CPULIBS := $(MACHINES:%=$(BUILD)/lib/anywarp/cpu-%.bc)

.PHONY: all
all: $(BUILD)/bin/awcc $(BUILD)/bin/nvcc $(TOOLS) $(BUILD)/lib/libcudart.so $(BUILD)/lib/libcudart_static.a \
     $(BUILD)/lib/libcuda.so $(BUILD)/lib/libcuda.so.1 \
     $(BUILD)/lib/libanywarp-compiler.so $(BUILD)/lib/anywarp/devlib.bc $(CPULIBS) \
     $(BUILD)/lib/anywarp/ptx.bc $(BUILD)/obj/devlib-host.o $(BUILD)/include $(SHIM_LIBRARIES) \
     $(SHIM_ARCHIVES) $(BUILD)/version.json

$(BUILD)/obj/%.c.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CFLAGS) $(CFLAGS_$(firstword $(subst /, ,$(subst src/,,$*)))) $(DEPFLAGS) -c $< -o $@

$(BUILD)/obj/%.S.o: %.S
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(CFLAGS) $(DEPFLAGS) -c $< -o $@

$(BUILD)/obj/%.cpp.o: %.cpp
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(CXXFLAGS) $(DEPFLAGS) -c $< -o $@

CFLAGS_compiler := -I$(LLVM)/include
# Functions of other libraries are bound at load: the first launch of a process is timed by many programs.
CFLAGS_runtime := -fno-plt
CFLAGS_base := -fno-plt
CFLAGS_fatbin := -fno-plt

$(BUILD)/lib/libanywarp-compiler.so: $(COMPILER) $(BASE) $(FATBIN)
	@mkdir -p $(@D)
	$(call say,LINK)$(CXX) -shared -Wl,-Bsymbolic -Wl,--no-undefined $^ -L$(LLVM)/lib -lLLVM-19 -ldl -o $@

$(BUILD)/bin/awcc: $(AWCC) $(BASE) $(FATBIN)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $^ -pthread -ldl -o $@

$(BUILD)/bin/compute-sanitizer: $(call objects,src/tools/compute_sanitizer.c)
$(BUILD)/bin/nvprof: $(call objects,src/tools/nvprof.c)
$(BUILD)/bin/bin2c: $(call objects,src/tools/bin2c.c)
$(BUILD)/bin/cu++filt: $(call objects,src/tools/cu_filt.c)
$(BUILD)/bin/cuobjdump: $(call objects,src/tools/cuobjdump.c) $(FATBIN)
$(BUILD)/bin/fatbinary: $(call objects,src/tools/fatbinary.c src/tools/tool_line.c) $(FATBIN)
$(BUILD)/bin/ptxas: $(call objects,$(addprefix src/tools/,ptxas.c tool_compiler.c tool_line.c)) $(FATBIN)
$(BUILD)/bin/nvlink: $(call objects,$(addprefix src/tools/,nvlink.c tool_compiler.c tool_line.c)) $(FATBIN)
$(BUILD)/bin/nvprune: $(call objects,src/tools/nvprune.c src/tools/tool_line.c) $(FATBIN)
$(TOOLS): $(call objects,src/tools/tool.c) $(BASE)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $^ -pthread -ldl -o $@

$(BUILD)/bin/nvcc: $(BUILD)/bin/awcc
	$(call say,LN)ln -sf awcc $@

# One object: its functions are jumps through a table, so that all copies of the runtime in a process share the state of the
# first one (src/runtime/join.c).
RUNTIME_OBJECT := $(BUILD)/obj/cudart.o
$(RUNTIME_OBJECT): scripts/gen-runtime-table $(RUNTIME) $(BASE) $(FATBIN)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) -r -nostdlib $(filter %.o,$^) -o $@.own && $(LLVM)/bin/llvm-objcopy --localize-hidden $@.own && \
	  $(LLVM)/bin/llvm-nm -g --defined-only --format=just-symbols $@.own >$@.names && scripts/gen-runtime-table <$@.names >$@.S && \
	  sed 's/.*/& __anywarp_own_&/' $@.names >$@.renamed && $(LLVM)/bin/llvm-objcopy --redefine-syms=$@.renamed $@.own && \
	  echo anywarp_runtime_table >>$@.names && $(CC) -c $@.S -o $@.table && $(CC) -r -nostdlib $@.own $@.table -o $@ && \
	  $(LLVM)/bin/llvm-objcopy --keep-global-symbols=$@.names $@

$(BUILD)/lib/libcudart.so.12: $(RUNTIME_OBJECT)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) -shared -Wl,-soname,libcudart.so.12 -Wl,-Bsymbolic -Wl,--no-undefined $^ -pthread -ldl -lm -o $@

# One library has both interfaces, so that they share their state whatever a program links or opens.
$(BUILD)/lib/libcudart.so $(BUILD)/lib/libcuda.so: $(BUILD)/lib/libcudart.so.12
	$(call say,LN)ln -sf libcudart.so.12 $@

# What a program gets that opens libcuda.so.1 by name with our folder in its search path: a filter without code, whose
# functions are the driver's where the machine has one and otherwise those of the library it needs.  NVIDIA's libraries
# open that name before any constructor of the program runs, and want what only the driver has.
DRIVER_FOLDERS := /usr/lib/x86_64-linux-gnu /usr/lib64 /usr/lib/aarch64-linux-gnu /usr/lib \
  /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/wsl/lib
FILTER := libcudart_driver.so.12

$(BUILD)/lib/$(FILTER): $(BUILD)/lib/libcudart.so.12
	$(call say,LINK)$(CC) -shared -nostdlib -Wl,-soname,$(FILTER) -Wl,-rpath,'$$ORIGIN' -Wl,--no-as-needed $< \
	  $(DRIVER_FOLDERS:%=-Wl,-f,%/libcuda.so.1) -o $@

$(BUILD)/lib/libcuda.so.1: $(BUILD)/lib/$(FILTER)
	$(call say,LN)ln -sf $(FILTER) $@

# Its functions are weak, for programs that give pointers into libcuda.so.1 their names.
$(BUILD)/lib/libcudart_static.a: $(RUNTIME_OBJECT)
	@mkdir -p $(@D)
	$(call say,AR)rm -f $@ && $(LLVM)/bin/llvm-objcopy --weaken $< $(BUILD)/obj/cudart_static.o && \
	  $(AR) rcs $@ $(BUILD)/obj/cudart_static.o

# The soname has no version, so that none of NVIDIA's libraries in the same process takes it for what it needs; the names of
# its functions have NVIDIA's version, so that programs that were linked with NVIDIA's find them.
$(BUILD)/obj/src/shims/common.a: $(SHIM_COMMON)
	$(call say,AR)rm -f $@ && $(AR) rcs $@ $^

# Their kernels are for the cpu device.
$(BUILD)/obj/src/shims/%.cu.o: src/shims/%.cu $(wildcard src/shims/*/*.h) $(BUILD)/bin/awcc $(CPULIBS) \
    $(BUILD)/lib/libanywarp-compiler.so $(BUILD)/lib/anywarp/devlib.bc | $(BUILD)/include
	@mkdir -p $(@D)
	$(call say,AWCC)$(BUILD)/bin/awcc -c -O2 -Xcompiler -fPIC,-fvisibility=hidden -Xanywarp --no-ptx $< -o $@

define SHIM_RULE
$(BUILD)/lib/lib$(1).so: $(call objects,$(call sources,src/shims/$(1)) $(wildcard src/shims/$(1)/*.cu)) \
    $$(SHIM_OBJECTS_$(1)) $(BUILD)/obj/src/shims/common.a $(BUILD)/lib/libcudart.so.12
	@printf 'lib$(subst -,_,$(1)).so.$(SHIM_VERSION_$(1)) { global: *; };\n' >$(BUILD)/obj/src/shims/$(1).map
	$$(call say,LINK)$(CC) -shared -Wl,-soname,lib$(1).so -Wl,--version-script=$(BUILD)/obj/src/shims/$(1).map -Wl,-Bsymbolic \
	  -Wl,--no-undefined -Wl,-rpath,'$$$$ORIGIN' $$^ $(SHIM_LIBS_$(1)) -pthread -ldl -o $$@
	@ln -sf lib$(1).so $$@.$(SHIM_VERSION_$(1))

$(BUILD)/lib/lib$(1)_static.a: $(call objects,$(call sources,src/shims/$(1)) $(wildcard src/shims/$(1)/*.cu)) \
    $$(SHIM_OBJECTS_$(1)) $(SHIM_COMMON)
	@mkdir -p $$(@D)
	$$(call say,AR)rm -f $$@ && $(AR) rcs $$@ $$^
endef
$(foreach name,$(SHIMS),$(eval $(call SHIM_RULE,$(name))))

# The device library: nvptx bitcode that serves every target, without debug information.  No contraction:
# its results have the same bits everywhere.
DEVLIB := $(patsubst %,$(BUILD)/obj/%.bc,$(sort $(wildcard src/devlib/math/*.cu src/devlib/texture/*.cu)))
WARPLIB := $(patsubst %,$(BUILD)/obj/%.bc,$(sort $(wildcard src/devlib/warp/*.cu)))
PTXLIB := $(patsubst %,$(BUILD)/obj/%.bc,$(sort $(wildcard src/devlib/ptx/*.cu)))
DEVICE_FLAGS := -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx85 --cuda-path=/nonexistent \
  -Xclang -target-sdk-version=12.5 -Wno-unknown-cuda-version -nocudainc -nocudalib -emit-llvm

$(BUILD)/obj/%.cu.bc: %.cu
	@mkdir -p $(@D)
	$(call say,CLANG)$(CLANG) $(DEVICE_FLAGS) -O2 -fno-strict-aliasing -ffp-contract=off -fomit-frame-pointer \
	  -Wall -Wextra $(DEPFLAGS) -c $< -o $@

# Functions of headers, all of which are kept here but not by who links them.
HALFLIB := $(patsubst %,$(BUILD)/obj/%.bc,$(sort $(wildcard src/devlib/half/*.cu)))
$(HALFLIB): $(BUILD)/obj/%.cu.bc: %.cu
	@mkdir -p $(@D)
	$(call say,CLANG)$(CLANG) $(DEVICE_FLAGS) -O2 -fno-strict-aliasing -ffp-contract=off -fomit-frame-pointer -std=c++17 \
	  -D__CUDACC__ -isystem include -isystem include/anywarp/device_std -Xclang -fcuda-allow-variadic-functions \
	  -MD -MP -MF $@.d -MT $@ -S $< -o - | sed '/^@llvm\..*used = /d; s/^define linkonce_odr /define weak_odr /' | \
	  $(LLVM)/bin/llvm-as -o $@

$(BUILD)/lib/anywarp/devlib.bc: $(DEVLIB) $(WARPLIB) $(HALFLIB)
	@mkdir -p $(@D)
	$(call say,LINK)$(LLVM)/bin/llvm-link $^ -o $@

# What takes the place of its functions where PTX has an instruction.  It is optimised with the program, which alone knows
# which arguments are constants.
$(BUILD)/obj/src/devlib/ptx/native.cu.bc: DEVICE_FLAGS += -Xclang -disable-llvm-passes
$(BUILD)/lib/anywarp/ptx.bc: $(PTXLIB)
	@mkdir -p $(@D)
	$(call say,LINK)$(LLVM)/bin/llvm-link $^ -o $@

# The support library of CPU images, for each machine: bitcode without a level, which takes that of the image it goes into.
# It includes nothing but the compiler's own headers.  Its arguments may be undefined, as those of lanes that nobody asks for
# are: they promise nothing.
CPULIB := $(sort $(wildcard src/devlib/cpu/*.c))
SUPPORT_FLAGS := -std=c11 -O2 -fPIC -fno-math-errno -fno-trapping-math -ffp-contract=off -fomit-frame-pointer \
  -nostdlibinc -Xclang -no-enable-noundef-analysis -Wall -Wextra

define SUPPORT_RULES
$(BUILD)/obj/$(1)/%.c.bc: %.c
	@mkdir -p $$(@D)
	$$(call say,CLANG)$(CLANG) --target=$(1)-linux-gnu $(SUPPORT_FLAGS) $(DEPFLAGS) -emit-llvm -c $$< -o $$@

$(BUILD)/lib/anywarp/cpu-$(1).bc: $(CPULIB:%=$(BUILD)/obj/$(1)/%.bc)
	@mkdir -p $$(@D)
	$$(call say,LINK)$(LLVM)/bin/llvm-link $$^ -o $$@
endef
$(foreach machine,$(MACHINES),$(eval $(call SUPPORT_RULES,$(machine))))

# The device library's mathematics translated for this machine, for the tests of its results.  It has no textures there.
$(BUILD)/obj/devlib-host.o: $(DEVLIB)
	$(call say,CLANG)$(LLVM)/bin/llvm-link -S $^ -o - | \
	  sed -E '/^target /d; s/"target-(cpu|features)"="[^"]*"//g; s/^declare (.*@__aw_texture_block)/declare extern_weak \1/' | \
	  $(CLANG) -x ir - -Wno-override-module -O2 -march=x86-64-v3 -ffp-contract=off -fPIC -c -o $@

$(BUILD)/include:
	@mkdir -p $(BUILD)
	$(call say,LN)ln -sfn $(abspath include) $@

$(BUILD)/version.json: scripts/lay-out src/awcc/version.h $(SHIM_LIBRARIES)
	@mkdir -p $(@D)
	$(call say,LAYOUT)scripts/lay-out $(BUILD)

# --- for another machine ---
#
# `make aarch64` builds the runtime that programs for AArch64 are linked with, as CUDA's toolkits have it, in targets/.

RUNTIME_FILES := libcudart.so libcudart_static.a libcuda.so libcuda.so.1

.PHONY: runtime aarch64
runtime: $(RUNTIME_FILES:%=$(BUILD)/lib/%)
aarch64:
	@$(MAKE) --no-print-directory runtime BUILD=$(BUILD)/targets/aarch64-linux CC=aarch64-linux-gnu-gcc \
	  AR=aarch64-linux-gnu-ar
	@ln -sfn aarch64-linux $(BUILD)/targets/sbsa-linux

# --- what a user runs ---

# "aarch64" where it can be built; a word of the shell, because scripts/deps may just have installed the compiler.
HAVE_CROSS := $$(command -v aarch64-linux-gnu-gcc >/dev/null && echo aarch64)

.PHONY: demo check check-all check-gpu
demo:
	@scripts/deps build
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) scripts/demo

check:
	@scripts/deps check
	@$(MAKE) --no-print-directory all $(HAVE_CROSS)
	@BUILD=$(BUILD) scripts/run-tests

# The same with the long sizes: every float of the math functions, all random programs.
check-all:
	@scripts/deps check
	@$(MAKE) --no-print-directory all $(HAVE_CROSS)
	@BUILD=$(BUILD) ANYWARP_TEST_SIZE=all WAYS=all LIMIT=36000 scripts/run-tests

# The tests on a GPU.  77 is the exit code of tests that can't run.
check-gpu: all
	@BUILD=$(BUILD) AWCC=$(abspath $(BUILD))/bin/awcc scripts/gpu-tests check

# --- installing ---
#
# The installed tree has the layout of build/; nothing in it knows its own place, so it can be moved.

INSTALLED := $(DESTDIR)$(PREFIX)

.PHONY: install
install: all
	install -d $(INSTALLED)/bin $(INSTALLED)/include $(INSTALLED)/lib/anywarp
	install -m 755 $(BUILD)/bin/awcc $(TOOLS) $(INSTALLED)/bin
	$(call say,LN)ln -sf awcc $(INSTALLED)/bin/nvcc
	cp -rL include/. $(INSTALLED)/include
	install -m 755 $(BUILD)/lib/libcudart.so.12 $(BUILD)/lib/$(FILTER) $(BUILD)/lib/libanywarp-compiler.so $(INSTALLED)/lib
	install -m 644 $(BUILD)/lib/libcudart_static.a $(INSTALLED)/lib
	install -m 644 $(BUILD)/lib/anywarp/*.bc $(INSTALLED)/lib/anywarp
	for name in libcudart.so libcuda.so; do ln -sf libcudart.so.12 $(INSTALLED)/lib/$$name; done
	ln -sf $(FILTER) $(INSTALLED)/lib/libcuda.so.1
	for library in $(SHIM_LIBRARIES); do cp -d $$library* $(INSTALLED)/lib; done
	install -m 644 $(SHIM_ARCHIVES) $(INSTALLED)/lib
	[ ! -e $(BUILD)/targets/aarch64-linux/lib ] || { install -d $(INSTALLED)/targets/aarch64-linux && \
	  cp -a $(BUILD)/targets/aarch64-linux/lib $(INSTALLED)/targets/aarch64-linux && \
	  ln -sfn aarch64-linux $(INSTALLED)/targets/sbsa-linux; }
	scripts/lay-out $(INSTALLED)

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
