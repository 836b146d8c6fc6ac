#!/usr/bin/env python3
"""Tests scripts/spills with an nvcc and a ptxas that only say what they would.
Usage: spills_test.py SOURCE_ROOT"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()

# The "PTX" is the source, with its architecture; a line `says: NAME ARCH STORES LOADS` of it is
# what ptxas has to say of a kernel.
NVCC = """#!/bin/sh
for word; do case $word in -arch=*) arch=$word ;; *.cu) in=$word ;; esac; out=$word; done
{ echo "made for $arch"; cat "$in"; } >"$out"
"""
PTXAS = """#!/bin/sh
ptx=$3
arch=${2#-arch=sm_}
echo "$arch $(head -n 1 "$ptx")" >>"$(dirname "$0")/log"
sed -n "s/^says: //p" "$ptx" | while read -r name of stores loads; do
  [ "$of" = "$arch" ] || [ "$of" = all ] || continue
  echo "ptxas info    : Compiling entry function '$name' for 'sm_$arch'"
  echo "ptxas info    : Function properties for $name"
  echo "    16 bytes stack frame, $stores bytes spill stores, $loads bytes spill loads"
  echo "ptxas info    : Used 40 registers, used 1 barriers, 4096 bytes smem, 400 bytes cmem[0]"
done
"""
PLAIN = """// Lesson: one thread a cell.
template <class Real,
          int Depth>
__global__ void __launch_bounds__(256, (warps<Real, Depth>(1) > 2 ? 4 : 2))
    step(const Real* in, Real* out) {
"""
MANGLED = "_ZN8livewarp6reader4stepIfLi3EEEvPKT_PS2_"  # step<float, 3>(float const*, float*)


class Spills(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, text in (("nvcc", NVCC), ("ptxas", PTXAS)):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)
        (self.folder / "kernels").mkdir()

    def spills(self, kernel, *says, options=()):
        (self.folder / "kernels/step.cuh").write_text(kernel)
        (self.folder / "step.cu").write_text("".join(f"says: {line}\n" for line in says))
        entries = [{"file": str(self.folder / name), "directory": str(self.folder),
                    "command": f"{self.folder}/nvcc -DX=1 -O3 -c {self.folder / name} -o a.o"}
                   for name in ("step.cu", "other_test.cu")]
        (self.folder / "compile_commands.json").write_text(json.dumps(entries))
        done = subprocess.run([sys.executable, str(ROOT / "scripts/spills"), "--tree",
                               str(self.folder), "--root", str(self.folder), *options],
                              capture_output=True, text=True)
        self.said = done.stdout + done.stderr
        return done.returncode

    def test_nothing_spilled(self):
        self.assertEqual(self.spills(PLAIN, f"{MANGLED} all 0 0"), 0, self.said)
        self.assertIn("1 kernels, 0 spill", self.said)

    def test_a_spill_nobody_speaks_of(self):
        self.assertEqual(self.spills(PLAIN, f"{MANGLED} all 0 0", f"{MANGLED} 120 8 16"), 1)
        self.assertIn("step<float, 3>", self.said)
        self.assertIn("sm_120: 40 registers, 16 B of stack, 8 B spilled, 16 B read back", self.said)

    def test_a_lesson_about_spills(self):
        lesson = PLAIN.replace("a cell.", "a cell.\n// What finds no register is\n// spilled.")
        self.assertEqual(self.spills(lesson, f"{MANGLED} all 800 800"), 0, self.said)

    def test_a_bound_beside_the_launch_bounds(self):
        bound = PLAIN.replace(": 2))", ": 2))  // spills up to 32 bytes")
        self.assertEqual(self.spills(bound, f"{MANGLED} all 32 32"), 0, self.said)
        self.assertEqual(self.spills(bound, f"{MANGLED} all 32 36"), 1)
        self.assertEqual(self.spills(bound, f"{MANGLED} 75 36 8"), 1)

    def test_the_comment_of_another_kernel_does_not_count(self):
        other = "// It spills.\n__global__ void other(int* p) {\n}\n\n"
        self.assertEqual(self.spills(other + PLAIN, f"{MANGLED} all 8 8"), 1)

    def test_what_the_sources_tell_apart_is_compiled_once(self):
        self.spills(PLAIN, f"{MANGLED} all 0 0")
        self.assertEqual(sorted((self.folder / "log").read_text().splitlines()),
                         ["120 made for -arch=compute_86", "75 made for -arch=compute_75",
                          "86 made for -arch=compute_86", "89 made for -arch=compute_86"])

    def test_all_and_one_architecture(self):
        options = ["--all", "--arch", "90"]
        self.assertEqual(self.spills(PLAIN, f"{MANGLED} all 0 0", options=options), 0)
        self.assertIn("sm_90: 40 registers", self.said)
        self.assertNotIn("sm_75", self.said)

    def test_a_tree_without_such_a_source(self):
        self.assertEqual(self.spills(PLAIN, options=["nothing.cu"]), 2)


unittest.main(verbosity=0)
