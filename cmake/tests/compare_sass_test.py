#!/usr/bin/env python3
"""Tests scripts/compare-sass with a cuobjdump that prints what the "program" holds as text.
Usage: compare_sass_test.py SOURCE_ROOT"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()

HEAD = """
Fatbin elf code:
================
arch = sm_90

\tcode for sm_90
\t.target\tsm_90
"""
ADD = ("IADD3 R2, R2, R3, RZ", "0000000302027210", "000fe40007ffe0ff")
MUL = ("IMAD R2, R2, R3, RZ", "0000000302027224", "000fe200078e02ff")
EXIT = ("EXIT", "000000000000794d", "000fea0003800000")
LOAD = ("LDC R26, c[0x3][R18+0x4]", "00c00100121a7b82", "000e220000000800")
FARTHER = ("LDC R26, c[0x3][R18+0x44]", "00c01100121a7b82", "000e220000000800")
SAVE, RUN = "_ZN8livewarp11cuda_reader4saveIfEEvPT_", "_ZN8livewarp11cuda_reader3runEPfi"


def kernel(name, *instructions):
    lines = [f"\t\tFunction : {name}", "\t.headerflags\t@\"EF_CUDA_SM90\""]
    for number, (text, low, high) in enumerate(instructions):
        lines.append(f"        /*{16 * number:04x}*/                   {text} ;    /* 0x{low} */")
        lines.append(f"                                                    /* 0x{high} */")
    return "\n".join(lines) + "\n\t\t..........\n\n"


class CompareSass(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        tool = self.folder / "tools" / "cuobjdump"
        tool.parent.mkdir()
        tool.write_text('#!/bin/sh\nexec cat "$2"\n')
        tool.chmod(0o755)

    def compare(self, old, new, *options, head=HEAD):
        for name, text in (("old", old), ("new", new)):
            (self.folder / name).write_text(head + text)
        path = os.pathsep.join([str(self.folder / "tools"), os.environ["PATH"]])
        done = subprocess.run([sys.executable, str(ROOT / "scripts/compare-sass"),
                               str(self.folder / "old"), str(self.folder / "new"), *options],
                              env={**os.environ, "PATH": path}, capture_output=True, text=True)
        self.said = done.stdout + done.stderr
        return done.returncode

    def expect(self, equal=0, moved=0, renamed=0, changed=0, dropped=0, new=0):
        self.assertIn(f"{equal} equal, {moved} equal but for addresses, {renamed} equal under "
                      f"another name, {changed} changed, {dropped} dropped, {new} new", self.said)

    def test_a_program_equals_itself(self):
        both = kernel(SAVE, ADD, EXIT) + kernel(RUN, MUL, EXIT)
        self.assertEqual(self.compare(both, both), 0, self.said)
        self.expect(equal=2)

    def test_another_instruction_is_a_change_and_is_shown(self):
        self.assertEqual(self.compare(kernel(RUN, ADD, EXIT), kernel(RUN, MUL, EXIT)), 1)
        self.expect(changed=1)
        self.assertIn("changed: sm_90 run(float*, int)", self.said)
        self.assertIn("instruction 0: IADD3 R2, R2, R3, RZ  ->  IMAD", self.said)

    def test_another_schedule_is_a_change(self):
        later = (*ADD[:2], "000fe80007ffe0ff")
        self.assertEqual(self.compare(kernel(RUN, ADD, EXIT), kernel(RUN, later, EXIT)), 1)
        self.assertIn("(its encoding)", self.said)

    def test_more_instructions_are_a_change(self):
        self.assertEqual(self.compare(kernel(RUN, ADD, EXIT), kernel(RUN, ADD, EXIT, EXIT)), 1)
        self.assertIn("2 instructions  ->  3", self.said)

    def test_constants_may_lie_elsewhere(self):
        self.assertEqual(self.compare(kernel(RUN, LOAD, EXIT), kernel(RUN, FARTHER, EXIT)), 0)
        self.expect(moved=1)

    def test_a_constant_into_another_register_is_a_change(self):
        other = ("LDC R27, c[0x3][R18+0x44]", "00c01100121b7b82", "000e220000000800")
        self.assertEqual(self.compare(kernel(RUN, LOAD, EXIT), kernel(RUN, other, EXIT)), 1)

    def test_the_namespace_of_the_compiler_does_not_count(self):
        other = "_ZN8livewarp16cuda_compilation3runEPfi"
        self.assertEqual(self.compare(kernel(RUN, ADD), kernel(other, ADD)), 0)
        self.expect(equal=1)
        self.assertEqual(self.compare(kernel(RUN, ADD), kernel(other, MUL)), 1)

    def test_a_renamed_kernel_is_matched_by_its_code_or_by_what_is_said(self):
        other = "_ZN8livewarp11cuda_reader4walkEPfi"
        self.assertEqual(self.compare(kernel(RUN, ADD, EXIT), kernel(other, ADD, EXIT)), 0)
        self.expect(renamed=1)
        said = ["--rename", "run=walk"]
        self.assertEqual(self.compare(kernel(RUN, ADD), kernel(other, ADD), *said), 0)
        self.expect(equal=1)
        self.assertEqual(self.compare(kernel(RUN, ADD), kernel(other, MUL), *said), 1)

    def test_dropped_and_new_ones_are_listed(self):
        old, new = kernel(SAVE, ADD) + kernel(RUN, MUL), kernel(RUN, MUL) + kernel("fresh", EXIT)
        self.assertEqual(self.compare(old, new), 0)
        self.expect(equal=1, dropped=1, new=1)
        self.assertIn("dropped: sm_90 save<float>(float*)", self.said)
        self.assertIn("new: sm_90 fresh", self.said)

    def test_a_kernel_may_be_in_several_files(self):
        self.assertEqual(self.compare(kernel(RUN, ADD), kernel(RUN, ADD) + kernel(RUN, ADD)), 0)
        self.expect(equal=1)
        self.assertEqual(self.compare(kernel(RUN, ADD), kernel(RUN, ADD) + kernel(RUN, MUL)), 1)

    def test_architectures_are_apart(self):
        newer = HEAD.replace("sm_90", "sm_120")
        both = kernel(RUN, ADD) + newer + kernel(RUN, MUL)
        self.assertEqual(self.compare(both, kernel(RUN, ADD) + newer + kernel(RUN, MUL)), 0)
        self.expect(equal=2)
        self.assertEqual(self.compare(both, kernel(RUN, ADD)), 0)
        self.expect(equal=1, dropped=1)

    def test_one_can_look_at_some_alone(self):
        old, new = kernel(SAVE, ADD) + kernel(RUN, ADD), kernel(SAVE, MUL) + kernel(RUN, ADD)
        self.assertEqual(self.compare(old, new, "--only", "^run"), 0)
        self.expect(equal=1)

    def test_what_holds_no_kernels_cannot_be_told(self):
        self.assertEqual(self.compare("", "", head=""), 2)
        self.assertIn("holds no kernels", self.said)
        self.assertEqual(self.compare(kernel(RUN, ADD), kernel(RUN, ADD), "--rename", "run"), 2)


unittest.main(verbosity=0)
