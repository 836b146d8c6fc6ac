#!/usr/bin/env python3
"""Checks that a header, or what it includes of ours, includes the standard headers of the names it uses.
Headers are compiled alone behind a precompiled header of the standard library, in three fifths of
the time, which would hide that. HIDDEN are the headers that it holds: each has names below. Names
that are not there are not looked at.
Usage: standard_headers.py SOURCE_ROOT [HIDDEN...] | --self-test"""
import functools
import pathlib
import re
import sys
import tempfile

NAMES = {
    "algorithm": "any_of all_of none_of sort stable_sort find find_if clamp lower_bound upper_bound",
    "any": "any any_cast",
    "array": "array to_array",
    "atomic": "atomic atomic_flag",
    "bit": "bit_cast bit_ceil bit_width has_single_bit popcount",
    "chrono": "chrono",
    "cmath": "sqrt exp pow isfinite isnan floor ceil lround",
    "complex": "complex",
    "condition_variable": "condition_variable condition_variable_any",
    "cstddef": "byte",
    "cstdint": "uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t",
    "deque": "deque",
    "exception": "exception exception_ptr current_exception",
    "filesystem": "filesystem",
    "fstream": "ifstream ofstream fstream",
    "functional": "function",
    "future": "future promise async",
    "initializer_list": "initializer_list",
    "iosfwd": "ostream istream",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared enable_shared_from_this",
    "mutex": "mutex lock_guard unique_lock scoped_lock call_once once_flag",
    "numbers": "numbers",
    "optional": "optional nullopt make_optional",
    "ranges": "views",
    "set": "set multiset",
    "source_location": "source_location",
    "span": "span",
    "sstream": "ostringstream istringstream stringstream",
    "stdexcept": "runtime_error logic_error invalid_argument out_of_range",
    "stop_token": "stop_token stop_source stop_callback",
    "string": "string to_string stoi stod getline",
    "string_view": "string_view",
    "thread": "thread jthread this_thread",
    "tuple": "tuple make_tuple tie apply",
    "typeindex": "type_index",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "variant": "variant visit monostate get_if holds_alternative",
    "vector": "vector",
}
HEADER_OF = {name: header for header, names in NAMES.items() for name in names.split()}
# What the standard says that one brings with it, or what nobody could do without.
BRINGS = {
    "filesystem": {"string"},
    "format": {"string", "string_view"},
    "fstream": {"iosfwd"},
    "iostream": {"iosfwd"},
    "istream": {"iosfwd"},
    "ostream": {"iosfwd"},
    "sstream": {"iosfwd", "string"},
    "string": {"string_view"},
    "thread": {"stop_token"},
}
FOLDERS = ("kernels", "render", "ui", "app")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|"(\\.|[^"\\\n])*"')


def missing(root):
    """Pairs of a header and what it lacks, in order."""

    @functools.lru_cache(None)
    def reaches(path):
        """The standard headers that a file of ours includes, directly or by others of ours."""
        if not (root / path).is_file():
            return frozenset()
        found = set()
        for quote, name in INCLUDE.findall((root / path).read_text()):
            found |= {name} | BRINGS.get(name, set()) if quote == "<" else set(reaches(name))
        return frozenset(found)

    for top in FOLDERS:
        for header in sorted((root / top).rglob("*.h")):
            code = NOT_CODE.sub("", header.read_text())
            used = set(re.findall(r"\bstd::(\w+)", code)) & HEADER_OF.keys()
            path = header.relative_to(root).as_posix()
            for name in sorted(used):
                if HEADER_OF[name] not in reaches(path):
                    yield path, f"std::{name} needs <{HEADER_OF[name]}>"


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "ui").mkdir()
        (root / "ui/a.h").write_text("#include <string>\nstd::string a();\n")
        (root / "ui/b.h").write_text('#include "ui/a.h"\nstd::string b(std::string_view);  // std::map\n')
        (root / "ui/c.h").write_text('#include "ui/a.h"\nstd::vector<std::string> c();\n')
        found = list(missing(root))
        assert found == [("ui/c.h", "std::vector needs <vector>")], found


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(self_test())
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    lacking = [(header, "is precompiled, and no name of it is looked for")
               for header in sys.argv[2:] if header not in NAMES]
    lacking += missing(pathlib.Path(sys.argv[1]))
    for where, what in lacking:
        print(f"{where}: {what}")
    sys.exit(1 if lacking else 0)
