"""Counts the kernels that a program was compiled with, each template argument one of its own: build time and size
grow with them. Usage: kernel_count.py PROGRAM NM MOST"""
import collections
import re
import subprocess
import sys

program, nm, most = sys.argv[1], sys.argv[2], int(sys.argv[3])
symbols = subprocess.run([nm, "--demangle", program], check=True, capture_output=True, text=True).stdout
# What nvcc makes for the host to launch a kernel by, named after it.
launchers = set(re.findall(r"__device_stub__(\w+)\(", symbols))
# CUDA's device runtime, which kernels that launch kernels are linked with, brings copies and fills of its own.
launchers = {name for name in launchers if not re.match(r"Z16mem(cpy|set)_3d_device", name)}
if not launchers:
    print("SKIPPED: compiled without kernels, or stripped of its symbols")
    sys.exit(77)


def kernel_of(launcher):
    """The kernel's plain name: an Itanium-mangled name says its length before it."""
    found = re.search(r"cuda_compilation(\d+)", launcher)
    return launcher[found.end() : found.end() + int(found[1])] if found else "of the core"


print(f"{len(launchers)} kernels, at most {most}:")
for name, count in collections.Counter(map(kernel_of, launchers)).most_common():
    print(f"{count:5}  {name}")
if len(launchers) > most:
    print("Let an argument of a kernel that is instantiated often be a run-time value, or say why it pays.")
    sys.exit(1)
