#!/usr/bin/env python3
"""Tests what packages are made of: the script that starts the program in them, on systems of all kinds, and scripts/wheel.
The program is one that only says how it was started.
Usage: package_test.py SOURCE_ROOT"""
import base64
import csv
import hashlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tree = self.folder / "a tree"
        (self.tree / "bin").mkdir(parents=True)
        launcher = (ROOT / "packaging/launcher").read_text().replace("@GLIBC@", "2.34")
        self.write(self.tree / "livewarp", launcher)
        self.write(self.tree / "bin/livewarp", '#!/bin/sh\necho "started: $*"\n')
        (self.tree / "share").mkdir()
        (self.tree / "share/note").write_text("a note\n")

    def write(self, path, text):
        path.write_text(text)
        path.chmod(0o755)

    def system(self, name, text):
        """A program of the system that says something else."""
        (self.folder / "system").mkdir(exist_ok=True)
        self.write(self.folder / "system" / name, f"#!/bin/sh\n{text}\n")

    def start(self, *words, program=None):
        path = f"{self.folder / 'system'}:{os.environ['PATH']}"
        done = subprocess.run([program or self.tree / "livewarp", *words], capture_output=True, text=True,
                              env={**os.environ, "PATH": path})
        self.said = done.stdout + done.stderr
        return done.returncode

    def stops(self, why):
        self.assertEqual(self.start(), 2)
        first, advice, *more = self.said.splitlines()
        self.assertTrue(first.startswith("livewarp: "), first)
        self.assertIn(why, first)
        self.assertTrue(advice)
        self.assertEqual(more, [])


class Launcher(Tree):
    def test_it_starts_the_program_with_its_arguments(self):
        self.assertEqual(self.start("list", "a b"), 0)
        self.assertEqual(self.said, "started: list a b\n")

    def test_it_starts_by_a_link_from_elsewhere(self):
        link = self.folder / "livewarp"
        link.symlink_to(self.tree / "livewarp")
        self.assertEqual(self.start("list", program=link), 0)
        self.assertEqual(self.said, "started: list\n")

    def test_an_older_c_library_is_told(self):
        self.system("getconf", "echo glibc 2.31")
        self.stops("GNU C library is 2.31, and 2.34 is needed")

    def test_without_getconf_ldd_tells(self):
        self.system("getconf", "exit 1")
        self.system("ldd", 'echo "ldd (Debian GLIBC 2.28-10) 2.28"')
        self.stops("is 2.28, and 2.34 is needed")

    def test_a_newer_c_library_is_welcome_and_an_unknown_one_is_tried(self):
        for said in ("glibc 2.34", "glibc 2.41.9000", "something"):
            self.system("getconf", f"echo {said}")
            self.assertEqual(self.start(), 0, said + self.said)

    def test_another_processor_is_told(self):
        self.system("uname", "echo Linux aarch64")
        self.stops("for Linux on x86-64, and here is Linux aarch64")

    def test_a_library_that_lacks_is_told(self):
        program = pathlib.Path("/bin/true").read_bytes().replace(b"libc.so.6\0", b"libQ.so.6\0")
        (self.tree / "bin/livewarp").write_bytes(program)
        self.stops("libQ.so.6 was not found")

    def test_a_tree_that_was_taken_apart_is_told(self):
        (self.tree / "bin/livewarp").unlink()
        self.stops("bin/livewarp is missing")

    def test_a_program_that_must_not_be_executed_is_told(self):
        (self.tree / "bin/livewarp").chmod(0o644)
        self.stops("must not be executed")


class Wheel(Tree):
    def make(self):
        self.made = subprocess.run([sys.executable, ROOT / "scripts/wheel", self.tree, "--version", "1.2.3",
                                    "--glibc", "2.34", "--cuda", "13.0", "--out", self.folder / "out"],
                                   capture_output=True, text=True)
        return pathlib.Path(self.made.stdout.strip())

    def test_the_record_names_every_file_with_its_digest_and_size(self):
        wheel = self.make()
        self.assertEqual(wheel.name, "livewarp-1.2.3-py3-none-manylinux_2_34_x86_64.whl")
        with zipfile.ZipFile(wheel) as archive:
            record = list(csv.reader(io.StringIO(archive.read("livewarp-1.2.3.dist-info/RECORD").decode())))
            self.assertEqual(sorted(row[0] for row in record), sorted(archive.namelist()))
            for name, digest, size in record[:-1]:
                data = archive.read(name)
                right = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                self.assertEqual((digest, int(size)), (f"sha256={right}", len(data)), name)

    def test_installed_it_starts_the_program(self):
        wheel, place = self.make(), self.folder / "place"
        with zipfile.ZipFile(wheel) as archive:
            for entry in archive.infolist():
                archive.extract(entry, place)
                (place / entry.filename).chmod(entry.external_attr >> 16)
        done = subprocess.run([sys.executable, "-m", "livewarp", "list", "a b"], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(place)})
        self.assertEqual((done.stdout, done.stderr), ("started: list a b\n", ""))

    def test_a_tree_without_a_program_is_refused(self):
        (self.tree / "livewarp").unlink()
        self.make()
        self.assertNotEqual(self.made.returncode, 0)
        self.assertIn("has no program to start", self.made.stderr)

    def test_where_nothing_can_be_written_that_is_told(self):
        (self.folder / "out").write_text("")
        self.make()
        self.assertEqual(self.made.returncode, 1)
        self.assertRegex(self.made.stderr, r"^scripts/wheel: cannot write into .*: .*\n$")


if __name__ == "__main__":
    unittest.main()
