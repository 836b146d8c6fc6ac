#!/usr/bin/env python3
"""Asks whether all that names the version names the same: CMakeLists.txt, CHANGELOG.md, and the program itself.
Usage: version_test.py SOURCE_ROOT PROGRAM"""
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
PROGRAM = sys.argv.pop(1)


class Version(unittest.TestCase):
    def setUp(self):
        project = re.search(r"^project\(livewarp VERSION ([0-9.]+) ", (ROOT / "CMakeLists.txt").read_text(), re.M)
        self.version = project and project[1]

    def test_the_project_has_one_of_three_numbers(self):
        self.assertRegex(self.version or "none", r"^\d+\.\d+\.\d+$")

    def test_the_changelog_begins_with_it_below_what_is_unreleased(self):
        heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
        numbered = [head for head in heads if head != "Unreleased"]
        self.assertEqual(numbered[0].split()[0], self.version)
        self.assertNotIn("Unreleased", heads[1:])

    def test_the_program_says_it_with_its_commit(self):
        said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(said, rf"^livewarp {re.escape(self.version)} \(([0-9a-f]{{10}}(-dirty)?|unknown)\)\n$")

    def test_scripts_read_it(self):
        read = subprocess.run(["bash", "-c", ". scripts/tree.sh; project_version"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(read.stdout.strip(), self.version)


if __name__ == "__main__":
    unittest.main()
