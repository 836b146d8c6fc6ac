"""Counts the kernels that a program was compiled with, each template argument one of its own: build time and size
grow with them. Usage: kernel_count.py PROGRAM NM MOST"""
import collections
import re
import subprocess
import sys

program, nm, most = sys.argv[1], sys.argv[2], int(sys.argv[3])
symbols = subprocess.run([nm, "--demangle", program], check=True, capture_output=True, text=True).stdout
stubs = set(re.findall(r"__device_stub__(\w+)\(", symbols))
if not stubs:
    print("SKIPPED: compiled without kernels, or stripped of its symbols")
    sys.exit(77)
# An Itanium-mangled name says its length before it; the last one before the arguments is the kernel's.
by_kernel = collections.Counter(
    stub[match.end() : match.end() + int(match[1])] if (match := re.search(r"cuda_reader(\d+)", stub)) else "of the core"
    for stub in stubs)
print(f"{len(stubs)} kernels, at most {most}:")
for name, count in by_kernel.most_common():
    print(f"{count:5}  {name}")
if len(stubs) > most:
    print("Let an argument of a kernel that is instantiated often be a run-time value, or say why it pays.")
    sys.exit(1)
