#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A signal ends awcc as it would end any program, and its children and files with it.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
# A source that takes long to parse.
cat >slow.cu <<'END'
template <int N> struct sum { static constexpr long value = sum<N - 1>::value + sum<N - 2>::value % 7; };
template <> struct sum<0> { static constexpr long value = 1; };
template <> struct sum<1> { static constexpr long value = 1; };
constexpr long spin(long n) { long s = 0; for (long i = 0; i < n; i++) s = (s * 31 + i) % 1000003; return s; }
static_assert(spin(1000000000) != 1, "");
END
for signal in INT TERM HUP; do
	env --default-signal=INT "$AWCC" -c slow.cu -Xcompiler -fconstexpr-steps=2000000000 -o slow.o 2>log.txt &
	for try in $(seq 100); do
		[ -n "$(ls -A "$TMPDIR"/*/*.fatbin 2>/dev/null)" ] && break
		sleep 0.05
	done
	sleep 0.2
	kill -s "$signal" $! || wrong "it ended before the signal"
	wait $! 2>/dev/null
	code=$?
	[ "$code" -gt 128 ] || wrong "exit code $code after SIG$signal"
	left_nothing
	pgrep -P $! >children.txt && wrong "children: $(cat children.txt)"
done
[ -e slow.o ] && wrong "left an object file"
finish
