#!/usr/bin/env bash
# The promise behind "one folder and one line": copies kernels/basics under a new name, with every occurrence renamed,
# builds it beside the original alone, without CUDA, and runs the tests of every workload on it. What the list does not
# name is left out, so that a workload goes as it comes: with its line.
# Usage: copied_workload.sh SOURCE_ROOT WORK_DIR [CMAKE ARGUMENTS]     arguments name the dependencies
set -euo pipefail
source=$1 work=$2
shift 2

# Copies keep their times, so that a second run builds nothing again.
rm -rf "$work/tree"
mkdir -p "$work/tree"
cp -rp "$source"/{CMakeLists.txt,cmake,kernels,LICENSE,LICENSES.md} "$work/tree/"
cd "$work/tree"

mkdir kernels/copied
for file in "$source"/kernels/basics/*; do
  copy=kernels/copied/$(basename "$file" | sed 's/basics/copied/g')
  sed 's/basics/copied/g; s/Basics/Copied/g; s/BASICS/COPIED/g' "$file" >"$copy"
  touch -r "$file" "$copy"
done
printf '%s\n' basics copied >kernels/workloads.txt

if ! [ -f ../build/build.ninja ]; then
  # It is run briefly: what takes least to compile will do.
  cmake -S . -B ../build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O0 \
    "-DLIVEWARP_UNITY=libraries;tests" -DLIVEWARP_CUDA=OFF -DLIVEWARP_WINDOW_TESTS=OFF -DLIVEWARP_ARCHITECTURE_TESTS=OFF "$@" >../configure.log || { cat ../configure.log; exit 1; }
fi
cmake --build ../build --target livewarp_kernels_test >../build.log ||
  { tail -n 40 ../build.log; exit 1; }
../build/tests/livewarp_kernels_test --gtest_filter='copied/*:-*Gpu*' | tee ../every_variant.log | tail -n 3
grep -q 'OK .* copied/EveryVariant.AgreesWithFp64AtEveryLaunch/blocks ' ../every_variant.log
