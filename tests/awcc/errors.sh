#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What is wrong with a command line is told in nvcc's words, with exit code 1 (compared with nvcc 13.0).
. "$ROOT/tests/awcc/support/check.sh"
touch a.cu b.cu x.foo

fatal() { local text=$1; shift; refuses "nvcc fatal   : $text" "$AWCC" "$@"; }

fatal "No input files specified; use option --help for more information"
fatal "No input files specified; use option --help for more information" -c
fatal "Unknown option '-foo'" -foo a.cu
fatal "Unknown option '--foo'" --foo a.cu
fatal "Unknown option '-Wall'" -Wall -c a.cu
fatal "Unknown option '--arch=sm_80'" --arch=sm_80 a.cu
fatal "Unknown option '-gpu-architecture=sm_80'" -gpu-architecture=sm_80 a.cu
fatal "Unknown option '-oout'" -oout a.cu
fatal "Unknown option '--I'" --I dir a.cu
fatal "argument expected after '-o'" a.cu -o
fatal "argument expected after '-Xcompiler'" a.cu -Xcompiler
fatal "no argument expected after '-c'" -c=3 a.cu
fatal "no argument expected after '--version'" --version=3
fatal "A single input file is required for a non-link phase when an outputfile is specified" -c a.cu b.cu -o x.o
fatal "Don't know what to do with 'x.foo'" x.foo
fatal "Could not open input file 'missing.cu'" missing.cu
fatal "Could not open input file 'missing.o'" missing.o
fatal "Unsupported gpu architecture 'foo'" -arch=foo -c a.cu
fatal "Unsupported gpu architecture 'sm_71'" -arch=sm_71 -c a.cu
fatal "Value 'c++99' is not defined for option 'std'" -std=c++99 -c a.cu
fatal "Value 'foo' is not defined for option 'cudart'" --cudart=foo a.cu
fatal "Value 'foo' is not defined for option 'x'" -x foo a.cu
fatal "'maybe': expected true or false" --ftz=maybe -c a.cu
fatal "'s': expected a number" -Os -c a.cu
fatal "'many': expected a number" --threads many a.cu
fatal "'a.cu' is not in 'keyword=value' format" -gencode a.cu
fatal "Option '--generate-code arch=compute_75', missing code" -gencode arch=compute_75 -c a.cu
fatal "-arch option not specified" -code=sm_80 -c a.cu
fatal "'-MD'/'-MMD' is not supported when '-E' is also specified" -MD -E a.cu
fatal "Option '--dependency-file' requires one of '-M', '-MM', '-MD' or '-MMD' to be specified" -MF x.d -c a.cu
fatal "Unknown option '--bar' for -Xanywarp" -Xanywarp --bar a.cu
finish
