#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# nvprof: what it counts, in which form, and its command line.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
nvprof=${AWCC%/*}/nvprof
cat >work.cu <<'EOF'
#include <cstdio>
#include <cuda_profiler_api.h>
template <class T> __global__ void add(int n, const T *x, T *y)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		y[i] += x[i];
}
__global__ void set(int *p) { *p = 1; }
int main()
{
	enum { N = 1024, TURNS = 5000 }; // more than are kept unread
	float host[N] = { 0 }, *x, *y;
	int *p;
	cudaMalloc(&x, sizeof(host));
	cudaMalloc(&y, sizeof(host));
	cudaMalloc(&p, sizeof(*p));
	cudaMemset(x, 0, sizeof(host));
	cudaMemcpy(y, host, sizeof(host), cudaMemcpyHostToDevice);
	for (int i = 0; i < 3; i++)
		add<<<1, 128>>>(N, x, y);
	cudaProfilerStart();
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	for (int i = 0; i < TURNS; i++)
		set<<<dim3(1), dim3(2, 3), 16, stream>>>(p);
	cudaStreamSynchronize(stream);
	cudaMemcpy(host, y, sizeof(host), cudaMemcpyDeviceToHost);
	cudaGraph_t graph;
	cudaGraphExec_t executable;
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	set<<<1, 1, 0, stream>>>(p);
	set<<<1, 1, 0, stream>>>(p);
	cudaStreamEndCapture(stream, &graph);
	cudaGraphInstantiate(&executable, graph, 0);
	cudaGraphLaunch(executable, stream);
	cudaStreamSynchronize(stream);
	cudaProfilerStop();
	add<<<1, 128>>>(N, x, y);
	cudaDeviceSynchronize();
	puts("done");
}
EOF
"$AWCC" -O2 work.cu -o work && "$AWCC" -O2 -cudart shared work.cu -o work_shared || exit 1
export LD_LIBRARY_PATH=${AWCC%/bin/*}/lib

has() { # FILE LINE: a line with the regular expression
	grep -qE -- "$2" "$1" || wrong "$1: no line has '$2': $(cat "$1")"
}
# The calls of work, between the calls of cudaProfilerStart and Stop where the option says so.
time='[0-9.]+(ns|us|ms|s)'
for program in ./work ./work_shared; do
	"$nvprof" "$program" >output 2>tables || wrong "exit code of $program"
	[ "$(cat output)" = done ] || wrong "output beside the tables: $(cat output)"
	has tables "^==[0-9]+== NVPROF is profiling process [0-9]+, command: $program\$"
	has tables "^==[0-9]+== Profiling application: $program\$"
	has tables '^ +Type +Time\(%\) +Time +Calls +Avg +Min +Max  Name$'
	has tables "^( GPU activities:)? +[0-9.]+% +$time +5002 +$time +$time +$time  set\(int\*\)\$"
	has tables " 3 +$time +$time +$time  void add<float>\(int, float const\*, float\*\)\$"
	has tables " 1 .*  \[CUDA memcpy HtoD\]\$"
	has tables " 1 .*  \[CUDA memcpy DtoH\]\$"
	has tables " 1 .*  \[CUDA memset\]\$"
	has tables " 5005 .*  cudaLaunchKernel\$"
	has tables " 3 .*  cudaMalloc\$"
	grep -q 'PushCall' tables && wrong "calls between the compiler and the runtime are told of"
done

"$nvprof" --profile-from-start off --csv --log-file '%q{LOG}.csv' ./work >output 2>tables || wrong "exit code with --log-file"
[ -s tables ] && wrong "tables beside --log-file: $(cat tables)"
has .csv '^"Type","Time\(%\)","Time","Calls","Avg","Min","Max","Name"$'
has .csv '^"GPU activities",[0-9.]+,[0-9.]+,5002,[0-9.]+,[0-9.]+,[0-9.]+,"set\(int\*\)"$'
grep -q 'add<float>' .csv && wrong "work before cudaProfilerStart is told of"
has .csv '^"API calls",.*"cudaStreamCreate"$'
grep -q '"cudaMalloc"' .csv && wrong "calls before cudaProfilerStart are told of"

"$nvprof" --print-gpu-trace ./work 2>trace >output || wrong "exit code with --print-gpu-trace"
[ "$(grep -c 'set(int\*)$' trace)" = 5002 ] || wrong "kernels of the trace: $(grep -c 'set(int\*)$' trace)"
has trace "$time +$time +\(1 1 1\) +\(2 3 1\) +16B +- +- +.* \(0\) +8  set\(int\*\)\$"
has trace "$time +$time +- +- +- +4\.0000KB +[0-9.]+[KMG]?B/s +.* \(0\) +7  \[CUDA memcpy HtoD\]\$"
grep -q 'API calls' trace && wrong "--print-gpu-trace prints summaries"
"$nvprof" --print-gpu-trace --csv ./work 2>trace >output
has trace '^[0-9.]+,[0-9.]+,1,1,1,2,3,1,16,,".* \(0\)",8,"set\(int\*\)"$'
"$nvprof" --print-api-summary ./work 2>tables >output
grep -q 'GPU activities' tables && wrong "--print-api-summary prints what devices did"
echo 'int main() { return 3; }' >nothing.cu && "$AWCC" nothing.cu -o nothing || exit 1
"$nvprof" --print-gpu-summary ./nothing 2>tables
[ $? = 3 ] || wrong "the program's exit code"
ANYWARP_PROFILE=summary,nonsense ./work 2>tables >output
has tables "there is no 'nonsense'"

# Kernels launched by kernels, also behind them, and by those.
cat >children.cu <<'EOF'
__global__ void leaf() {}
__global__ void middle() { leaf<<<2, 3>>>(); }
__global__ void root()
{
	middle<<<1, 2>>>();
	leaf<<<1, 1, 0, cudaStreamTailLaunch>>>();
}
int main()
{
	root<<<1, 1>>>();
	return cudaDeviceSynchronize();
}
EOF
"$AWCC" -rdc=true children.cu -o children || exit 1
ANYWARP_DEVICES=cpu "$nvprof" --print-gpu-trace ./children 2>trace || wrong "exit code with children"
[ "$(grep -c ' leaf()$' trace)" = 3 ] || wrong "kernels of kernels: $(cat trace)"
[ "$(grep -c ' middle()$' trace)$(grep -c ' root()$' trace)" = 11 ] || wrong "kernels that launch: $(cat trace)"
has trace "$time +$time +\(2 1 1\) +\(3 1 1\) .* leaf\(\)\$"

says() { # LINE COMMAND...
	local line=$1 output
	shift
	output=$("$@" 2>&1) && wrong "exit code of: $*"
	grep -q -- "$line" <<<"$output" || wrong "$* says: $output"
}
says "unknown option '--metrics'" "$nvprof" --metrics ipc ./work
says "there is no 'maybe' for option '--profile-from-start'; there are on off" "$nvprof" --profile-from-start maybe ./work
says "no program is named" "$nvprof" --csv
says "can't be started" "$nvprof" ./nowhere
finish
