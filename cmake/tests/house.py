#!/usr/bin/env python3
"""Checks who may include whom, and which words stay in which room. Usage: house.py SOURCE_ROOT | --self-test"""
import pathlib
import re
import sys
import tempfile

FOLDERS = ("kernels", "render", "ui", "app")
SUFFIXES = (".h", ".cuh", ".cpp", ".cu")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')

TEST = re.compile(r"(/|_)test(_[a-z_]+)?\.(h|cpp|cu|cuh)$")
TEXT = re.compile(r'"(\\.|[^"\\])*"')

OPENGL = ("GL/", "EGL/", "GLFW/", "glad/", "KHR/", "cuda_gl_interop.h", "cuda_egl_interop.h")
IMGUI = ("imgui", "implot")
CUDA = ("cuda", "cub/", "nvrtc", "nvml", "cooperative_groups")

TESTS = r".*_test(_[a-z_]+)?\.(h|cpp|cu|cuh)"

# Words that have one room. Each: pattern, where it may stand, why.
WORDS = [
    (r"\bImDrawList\b|\bGet(Window|Foreground|Background)DrawList\b", r"ui/widgets/widgets[a-z_]*\.(h|cpp)",
     "only the widgets draw shapes"),
    (r"\b(__asm__|asm)\b\s*(volatile|__volatile__)?\s*\(", r"kernels/core/(device|matrix_unit)\.cuh",
     "PTX stands in device.cuh and matrix_unit.cuh"),
    (r"<<<", r"kernels/core/.*", "rows launch through their executor"),
    (r"\bcheck_(cuda|allocation|interop|surface)\(cuda(?!Error|GetLastError|StreamEndCapture)[A-Z]", TESTS,
     "a call that can fail is made through LIVEWARP_CUDA"),
    (r"\b(glCreate[A-Z]\w*|glTextureStorage\w*|glFenceSync|glMapNamed\w+|glNamedBufferData|egl(Create|Init)\w+)\(",
     TESTS, "a call that can fail is made through LIVEWARP_CALL"),
]


def room(path):
    """The room of a file: its top folder, and within kernels the folder below."""
    parts = path.split("/")
    if parts[0] != "kernels":
        return parts[0]
    return "kernels" if len(parts) == 2 else "/".join(parts[:2])


def allowed_rooms(path):
    """The rooms that a file may include from."""
    own = room(path)
    test = TEST.search(path)
    core, simt, grids = "kernels/core", "kernels/emulator", "kernels/grids"
    if own == "app":
        return None  # everything
    if own in ("render", "ui"):
        # A test may play a whole workload into the picture.
        return {own, core} | ({"kernels"} if test else set())
    if own == "kernels":
        return {"kernels", core, simt}
    if own == core:
        return {core, simt, "kernels"} if test else {core}
    if own == simt:
        return {core, simt}
    if own == grids:
        return {grids, core}
    return {own, core, simt, grids} | ({"kernels"} if test else set())


KERNEL_INCLUDES = "a kernel includes other .cuh files alone, of its folder and of kernels/core"


def check_include(path, quote, target):
    own, name = room(path), target.split("/")[-1]
    if target.startswith(tuple(f + "/" for f in FOLDERS)):
        rooms = allowed_rooms(path)
        if rooms is not None and room(target) not in rooms:
            return f"{own} may not include from {room(target)}"
        if path.endswith(".cuh") and own not in ("kernels/core", "kernels/emulator"):
            if not (room(target) in ("kernels/core", own) and target.endswith(".cuh")):
                return KERNEL_INCLUDES
        return None
    if target.startswith(OPENGL) and own not in ("render", "app"):
        return "OpenGL belongs into render and app"
    if target.startswith(IMGUI) and own not in ("ui", "app"):
        return "Dear ImGui belongs into ui and app"
    if target.startswith(CUDA) and own in ("ui", "app"):
        return "CUDA belongs into kernels and render"
    if path.endswith(".cuh") and own not in ("kernels/core", "kernels/emulator") and not name.startswith(("cuda", "mma")):
        return KERNEL_INCLUDES
    if quote == '"' and "/" not in target:
        return "includes are written from the project's root"
    return None


# A function that is PTX, from its head to the next one.
DEVICE_FUNCTION = re.compile(r"__device__ __forceinline__ \w+ (\w+)\((.*?)(?=__device__ |\Z)", re.S)
INSTRUCTIONS = "kernels/core/device/instructions_test.cuh"


def untried_instructions(root):
    """Functions that are PTX and that no test assembles for all architectures."""
    tried = root / INSTRUCTIONS
    if not tried.exists():
        return []
    text = tried.read_text()
    return [f"kernels/core/{name}: {function} is PTX, and {INSTRUCTIONS} does not call it"
            for name in ("device.cuh", "matrix_unit.cuh")
            for function, body in DEVICE_FUNCTION.findall((root / "kernels/core" / name).read_text())
            if re.search(r"\basm\b", body) and not re.search(rf"\b{function}\b", text)]


def complaints(root):
    found = untried_instructions(root)
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in SUFFIXES:
                continue
            path = file.relative_to(root).as_posix()
            for number, line in enumerate(file.read_text().splitlines(), 1):
                include = INCLUDE.match(line)
                if include:
                    reason = check_include(path, *include.groups())
                    if reason:
                        found.append(f"{path}:{number}: {line.strip()}: {reason}")
                    continue
                code = TEXT.sub('""', line).split("//")[0]
                for pattern, where, why in WORDS:
                    if re.search(pattern, code) and not re.fullmatch(where, path):
                        found.append(f"{path}:{number}: {line.strip()}: {why}")
    return found


# Planted lines: what must be found, and beside it what must not.
FORBIDDEN = [
    ("kernels/core/a.h", '#include "kernels/emulator/b.h"'),
    ("kernels/core/a.h", '#include "kernels/nbody/nbody.h"'),
    ("kernels/core/a.cpp", "#include <GL/gl.h>"),
    ("kernels/emulator/a.h", '#include "kernels/nbody/nbody.h"'),
    ("kernels/nbody/nbody.h", '#include "kernels/basics/basics.h"'),
    ("kernels/grids/a.h", '#include "kernels/heat/heat.h"'),
    ("kernels/nbody/nbody.h", '#include "render/passes/camera.h"'),
    ("kernels/nbody/cuda/nbody.cuh", '#include "kernels/nbody/nbody.h"'),
    ("kernels/nbody/cuda/nbody.cuh", "#include <cmath>"),
    ("kernels/nbody/cuda/nbody.cuh", 'asm volatile("ex2.approx.f32");'),
    ("kernels/nbody/nbody_cuda.cu", "k<<<1, 2>>>(p);"),
    ("kernels/registry.cpp", '#include "app/session/session.h"'),
    ("render/a.cpp", '#include "ui/panels.h"'),
    ("render/a.cpp", "#include <imgui.h>"),
    ("render/a.cpp", '  #  include "kernels/nbody/nbody.h"'),
    ("ui/a.cpp", '#include "render/passes/camera.h"'),
    ("ui/a.cpp", '#include "kernels/registry.h"'),
    ("ui/a.cpp", "#include <glad/gl.h>"),
    ("ui/panels.cpp", "ImDrawList* list = ImGui::GetWindowDrawList();"),
    ("ui/a.cpp", '#include "panels.h"'),
    ("app/a.cpp", "#include <cuda_runtime.h>"),
    ("kernels/core/a.cpp", 'check_cuda(cudaMalloc(&memory, 64), "memory");'),
    ("render/a.cpp", "glCreateBuffers(1, &name);"),
]
ALLOWED = [
    ("kernels/core/a.h", '#include "kernels/core/b.h"'),
    ("kernels/core/device/device.cuh", 'asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));'),
    ("kernels/nbody/cuda/nbody_rows.h", '#include "kernels/nbody/cuda/nbody.cuh"'),
    ("kernels/nbody/cuda/nbody.cuh", '#include "kernels/core/device/device.cuh"'),
    ("kernels/heat/heat.h", '#include "kernels/grids/temperatures.h"'),
    ("kernels/nbody/nbody_test.cpp", '#include "kernels/registry.h"'),
    ("kernels/nbody/nbody_test_support.h", '#include "kernels/registry.h"'),
    ("kernels/registry.cpp", '#include "kernels/emulator/run/simt_exec.h"'),
    ("render/a.cpp", "#include <glad/gl.h>"),
    ("render/a.cpp", "#include <cuda_gl_interop.h>"),
    ("ui/widgets.cpp", "ImDrawList* list = ImGui::GetWindowDrawList();"),
    ("ui/a.cpp", "// never an ImDrawList here"),
    ("ui/a.cpp", 'say("ImDrawList");'),
    ("app/a.cpp", '#include "render/passes/camera.h"'),
    ("kernels/core/a.cpp", 'check_cuda(LIVEWARP_CUDA(cudaMalloc, &memory, 64), "memory");'),
    ("kernels/core/a.cpp", 'check_cuda(cudaGetLastError(), "a kernel");'),
    ("render/a.cpp", "LIVEWARP_CALL(glCreateBuffers, 1, &name);"),
    ("render/a_test.cpp", "glCreateBuffers(1, &name);"),
]


def self_test():
    def found(path, line):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, path)
            file.parent.mkdir(parents=True)
            file.write_text(line + "\n")
            return complaints(pathlib.Path(folder))

    wrong = [f"not found: {p}: {line}" for p, line in FORBIDDEN if not found(p, line)]
    wrong += [f"wrongly found: {c}" for p, line in ALLOWED for c in found(p, line)]
    return wrong


def main():
    arguments = sys.argv[1:]
    if len(arguments) != 1:
        sys.exit(__doc__)
    found = self_test() if arguments[0] == "--self-test" else complaints(pathlib.Path(arguments[0]))
    print("\n".join(found) if found else "nothing to complain about")
    sys.exit(1 if found else 0)


main()
