#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# [widths=W] [LEVELS=L] [batch=PROGRAMS IN A FILE] [seconds=N] [turns=only] random_programs.sh [FIRST COUNT]
#
# Random kernels (support/tree.h) in several opinions: the fiber strategy, the simd strategy at each width,
# and C made from the same tree, run thread by thread.  All must print the same hashes.  Each difference is
# one line: the program's number, the launch, who says what.  support/reduce shrinks a program.
# COUNT is 200, whose batches take turns with the widths, so that there are some for each level at each width; with ANYWARP_TEST_SIZE=all
# or arguments each program runs at each width, and COUNT is 20,000.  With widths=one batches take turns with the widths in any case: to
# compile is what takes the time, and three programs at one width each see more than one at three.  Code for AArch64 is run by qemu's
# emulator where there is one.
# DEVICE=nvidia asks the first GPU alone, DEVICE=nvcc what NVIDIA's compiler (NVCC, or in PATH) makes for it.
# On GPUs lanes don't keep in step, so programs say where they must (generate -s).
# With turns=only all programs are of the kind that one in four is, loops over rows (support/grow_turns.c).
# With seconds=N no batch begins after N seconds; the last line says how many programs ran.

set -u
here=$(cd "$(dirname "$0")" && pwd)
export ROOT=${ROOT:-$(cd "$here/../.." && pwd)}
export BUILD=${BUILD:-$ROOT/build} TMP=${TMP:-$(mktemp -d)}
export AWCC=${AWCC:-$BUILD/bin/awcc} LD_LIBRARY_PATH=$BUILD/lib

# Each level of the machine's CPU takes its turn with the batches.
levels="x86-64-v2 x86-64-v3"
grep -qw avx512vl /proc/cpuinfo && levels="$levels x86-64-v4"
command -v aarch64-linux-gnu-g++ qemu-aarch64 >/dev/null && [ -e "$BUILD/targets/aarch64-linux/lib/libcudart_static.a" ] &&
	levels="$levels aarch64"
export levels=${LEVELS:-$levels} QEMU_LD_PREFIX=${QEMU_LD_PREFIX:-/usr/aarch64-linux-gnu}

# NAME:ENVIRONMENT OF THE COMPILER:ENVIRONMENT OF THE PROGRAM; ways with one compiler share a program.
ways() { # widths: the first has the fibers too
	[ "${DEVICE:-}" != nvcc ] || { echo "nvcc::"; return; }
	[ "${DEVICE:-}" != nvidia ] || { echo "gpu::ANYWARP_DEVICES=nvidia,ANYWARP_SECOND_ENTRIES=1"; return; }
	local width strategies="fiber simd" strategy
	for width in "$@"; do
		for strategy in $strategies; do
			echo "$strategy$width:ANYWARP_SIMD_WIDTH=$width:ANYWARP_STRATEGY=$strategy"
		done
		# A worker alone has so many blocks that it runs neighbours side by side; many workers share one block, and their
		# stores go past the caches.  One of the two loads lane by lane in place of gathers.
		echo "alone$width:ANYWARP_SIMD_WIDTH=$width:ANYWARP_STRATEGY=simd,ANYWARP_WORKERS=1,ANYWARP_GATHERS=0"
		echo "many$width:ANYWARP_SIMD_WIDTH=$width:ANYWARP_STRATEGY=simd,ANYWARP_WORKERS=7,ANYWARP_STREAM_SIZE=1,ANYWARP_GATHERS=1"
		strategies=simd
	done
}
export widths=${widths:-} until=${until:-} turns=${turns:-}

run_all() { # command output environment: begins again behind a program that crashes
	local from=0 turn last
	for turn in $(seq 1000); do
		(ulimit -c 0; timeout 100 env ${3//,/ } $1 "$from") >>"$2" 2>>log && return
		[ -z "$(tail -c 1 "$2")" ] || echo "crash" >>"$2"
		last=$(tail -n 1 "$2" | cut -d ' ' -f 1)
		[ -n "$last" ] || return
		from=$((last + 1))
	done
}

compare() { # prints a line for each launch on which not all agree
	awk 'FNR == 1 { names[++count] = FILENAME }
	     { said[$1 " " $2, count] = $3; if (!seen[$1 " " $2]++) keys[++total] = $1 " " $2 }
	     END {
		for (i = 1; i <= total; i++) {
			bad = 0
			line = ""
			for (k = 1; k <= count; k++) {
				value = (keys[i], k) in said ? said[keys[i], k] : "nothing"
				bad += value != said[keys[i], 1]
				line = line " " names[k] "=" value
			}
			split(keys[i], key, " ")
			if (bad) print "MISMATCH program " key[1] " launch " key[2] ":" line
		}
	     }' "$@"
}

compile() { # name of the way, machine, level, output
	local options="-w -arch=sm_90 -fmad=false -I$ROOT/tests t.cu -o $4" ptx=,--no-ptx
	[ "${DEVICE:-}" = nvidia ] && ptx=
	if [ "$1" = nvcc ]; then
		"${NVCC:-nvcc}" -O3 $options
	else
		"$AWCC" $2 -Xanywarp "--cpu-arch=$3$ptx" $options
	fi
}

run_batch() { # first count number of the batch
	local folder=$TMP/batch.$1 way name compiler program binary outputs=host taken=$widths machine= emulator=
	mkdir -p "$folder" && cd "$folder" || exit 2
	[ -n "$widths" ] || taken=$((8 << $3 / $(wc -w <<<"$levels") % 3))
	set -- "$1" "$2" "$(echo $levels | cut -d ' ' -f $(($3 % $(wc -w <<<"$levels") + 1)))"
	[ "$3" = aarch64 ] && machine="-ccbin aarch64-linux-gnu-g++" emulator=qemu-aarch64
	"$TMP/generate" ${DEVICE:+-s} ${turns:+-t} "$1" "$2" t || { echo "MISMATCH program $1: no program"; return; }
	# Without the rounding modes in mind gcc 12 makes b - a of -(a - b), which has the other zero.
	gcc -std=gnu11 -O0 -w -frounding-math -fwrapv -fno-strict-aliasing -ffp-contract=off -I"$ROOT/tests" t.c -o t.host -lm &&
		./t.host >host || { echo "MISMATCH programs $1 to $(($1 + $2 - 1)): the C program failed"; return; }
	for way in $(ways $taken); do
		IFS=: read -r name compiler program <<<"$way"
		binary=t.${compiler//=/.}
		if [ ! -e "$binary" ]; then
			(export $compiler; compile "$name" "$machine" "$3" "$binary") >log 2>&1 ||
				{ echo "MISMATCH programs $1 to $(($1 + $2 - 1)): the compiler failed: $(tail -n 1 log)"; return; }
		fi
		run_all "$emulator ./$binary" "$name" "$program"
		outputs="$outputs $name"
	done
	compare $outputs
	echo "$2" >>"$TMP/ran"
	cd "$TMP" && rm -rf "$folder"
}

if [ "${1:-}" = --batch ]; then
	[ -n "$until" ] && [ "$(date +%s)" -ge "$until" ] || run_batch "$2" "$3" "$4"
	exit 0
fi

first=${1:-1}
[ -z "${seconds:-}" ] || until=$(($(date +%s) + seconds))
count=${2:-200}
[ $# -lt 2 ] && [ "${ANYWARP_TEST_SIZE:-}" = all ] && count=20000
if [ "$widths" = one ]; then
	widths=
elif [ -z "$widths" ] && [ $# -gt 0 -o "$count" -gt 200 ]; then
	widths="8 16 32"
fi
batch=${batch:-$((count > 200 ? 20 : 16))}
gcc -std=c11 -D_GNU_SOURCE -O1 -Wall -Wextra "$here"/support/*.c -o "$TMP/generate" || exit 1
: >"$TMP/ran"
for ((i = 0; i * batch < count; i++)); do
	rest=$((count - i * batch))
	echo "$((first + i * batch)) $((rest < batch ? rest : batch)) $i"
done | xargs -P "$(nproc)" -n 3 "$0" --batch | tee "$TMP/mismatches"
echo "$(awk '{ sum += $1 } END { print sum + 0 }' "$TMP/ran") random programs, $(grep -c . "$TMP/mismatches") mismatches"
[ ! -s "$TMP/mismatches" ]
