#!/usr/bin/env python3
"""Checks who may include whom, how large rooms are, and which words stay in which room.
Usage: architecture.py SOURCE_ROOT | --self-test"""
import collections
import pathlib
import re
import sys
import tempfile

# The rooms of a folder in their order: a file includes from its own room and from those before it. What lies in the
# folder itself comes last. Rooms called testing, and tests, may look at all of their folder.
ROOMS = {
    "kernels/core": ("base", "telemetry", "model", "color", "memory", "exec", "exec/cuda", "device", "decomposition", "workload", "measure", "blocks", "transfer",
                     "streams", "paging", "launches", "peers", "counters"),
    "kernels/emulator": ("run", "check", "lens"),
    "render": ("gl", "splat", "displays", "passes"),
    "ui": ("theme", "views", "model", "widgets", "charts", "frame", "lecture", "move", "explain", "warp", "edit", "faults", "analysis", "panels"),
    "app": ("base", "telemetry", "turns", "options", "measure", "code", "explain", "blocks", "warps", "edit/source", "edit", "edit/study", "exercise", "fault", "lab", "experiments", "tune", "reports", "pictures", "record", "run", "session", "live",
            "handover", "report", "lecture", "scene", "serve/http", "serve", "browser", "window", "commands", "commands/edit", "commands/live", "program"),
}
FOLDERS = ("kernels", "render", "ui", "app")
# What workloads may share, in its order.
SHARED = ("kernels/core", "kernels/emulator", "kernels/pictures", "kernels/grids")
MOST_FILES = 30  # of a room, beside tests

SUFFIXES = (".h", ".cuh", ".cpp", ".cu")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')
TEST = re.compile(r"(/|_)test(_[a-z_]+)?\.(h|cpp|cu|cuh)$|/testing/")
TEXT = re.compile(r'"(\\.|[^"\\])*"')

OPENGL = ("GL/", "EGL/", "GLFW/", "glad/", "KHR/", "cuda_gl_interop.h", "cuda_egl_interop.h")
IMGUI = ("imgui", "implot")
CUDA = ("cuda", "cub/", "cupti", "nvrtc", "nvml", "cooperative_groups")

TESTS = r".*(_test(_[a-z_]+)?\.(h|cpp|cu|cuh)|/testing/.*)"

# Words that have one room. Each: pattern, where it may stand, why.
WORDS = [
    (r"\bImDrawList\b|\bGet(Window|Foreground|Background)DrawList\b", r"ui/widgets/[a-z_]*\.(h|cpp)",
     "only the widgets draw shapes"),
    (r"\b(__asm__|asm)\b\s*(volatile|__volatile__)?\s*\(", r"kernels/core/device/(device|matrix_unit|matrix_loads|warpgroup|global_timer|published|unit_arithmetic)\.cuh|kernels/core/base/fault\.h",
     "PTX stands in device.cuh, matrix_unit.cuh, matrix_loads.cuh, warpgroup.cuh, global_timer.cuh, published.cuh and unit_arithmetic.cuh"),
    (r"\bnvtx[A-Z]\w*\(", r"kernels/core/exec/(tool_range\.cpp|testing/[a-z_]*\.c)",
     "ranges for profilers are made by ToolRange"),
    (r"<<<", r"kernels/core/.*", "variants launch through their executor"),
    (r"\bcheck_(cuda|allocation|interop|surface)\(cuda(?!Error|GetLastError)[A-Z]", TESTS,
     "a call that can fail is made through LIVEWARP_CUDA"),
    (r"\b(glCreate[A-Z]\w*|glTextureStorage\w*|glFenceSync|glMapNamed\w+|glNamedBuffer(Data|Storage)|egl(Create|Init)\w+)\(",
     TESTS, "a call that can fail is made through LIVEWARP_CALL"),
    (r"\bstd::ofstream\b|\bfopen\(", TESTS + r"|app/(base/(output|temporary)_file\.cpp|record/webm_file\.h|edit/host_compiler\.cpp|serve/http/upload_folder\.h|program/fault_plan\.h)",
     "files of the user's are written by OutputFile, which a kill leaves whole"),
]


def folder(path):
    """The folder of a file: its top one, and within kernels the one below."""
    parts = path.split("/")
    if parts[0] != "kernels":
        return parts[0]
    return "kernels" if len(parts) == 2 else "/".join(parts[:2])


def room(path):
    """The room of a file within its folder, "" in the folder itself."""
    return str(pathlib.PurePosixPath(path).parent)[len(folder(path)) + 1:]


def allowed_folders(path):
    """The folders that a file may include from; None: all."""
    own, test = folder(path), TEST.search(path)
    if own == "app":
        return None
    if own in ("render", "ui"):
        # A test may play a whole workload into the picture.
        return {own, "kernels/core"} | ({"kernels", "kernels/pictures"} if test else set())
    if own == "kernels":
        return {"kernels", *SHARED}
    if own in SHARED:
        return {*SHARED, "kernels"} if test else set(SHARED[:SHARED.index(own) + 1])
    return {own, *SHARED} | ({"kernels"} if test else set())


def runs_back(path, target):
    """Whether a file includes from a room of its folder that comes after its own."""
    own = folder(path)
    if own != folder(target) or own not in ROOMS or TEST.search(path):
        return False
    order = {name: place for place, name in enumerate(ROOMS[own])}
    return order.get(room(target), len(order)) > order.get(room(path), len(order))


KERNEL_INCLUDES = "a kernel includes other .cuh files alone, of its folder and of what workloads share"


def check_include(path, quote, target):
    own, name = folder(path), target.split("/")[-1]
    kernel = path.endswith(".cuh") and path.startswith("kernels/") and own not in ("kernels/core", "kernels/emulator")
    if target.endswith(".inc"):  # generated
        return None
    if target.startswith(tuple(f + "/" for f in FOLDERS)):
        folders = allowed_folders(path)
        if folders is not None and folder(target) not in folders:
            return f"{own} may not include from {folder(target)}"
        if kernel and not (folder(target) in (own, *SHARED) and target.endswith(".cuh")):
            return KERNEL_INCLUDES
        if runs_back(path, target):
            return f"{room(path) or own} comes before {room(target) or own}"
        return None
    if target.startswith(OPENGL) and own not in ("render", "app"):
        return "OpenGL belongs into render and app"
    if target.startswith(IMGUI) and own not in ("ui", "app"):
        return "Dear ImGui belongs into ui and app"
    if target.startswith(CUDA) and own in ("ui", "app"):
        return "CUDA belongs into kernels and render"
    if kernel and not name.startswith(("cuda", "mma")):
        return KERNEL_INCLUDES
    if quote == '"' and "/" not in target:
        return "includes are written from the project's root"
    return None


# A function that is PTX, from its head to the next one.
DEVICE_FUNCTION = re.compile(r"__device__ __forceinline__ \w+ (\w+)\((.*?)(?=__device__ |\Z)", re.S)
DEVICE = "kernels/core/device"
INSTRUCTIONS = f"{DEVICE}/instructions_test.cuh"


def untried_instructions(root):
    """Functions that are PTX and that no test assembles for all architectures."""
    tried = root / INSTRUCTIONS
    if not tried.exists():
        return []
    text = tried.read_text()
    return [f"{DEVICE}/{name}: {function} is PTX, and {INSTRUCTIONS} does not call it"
            for name in ("device.cuh", "matrix_unit.cuh", "matrix_loads.cuh", "warpgroup.cuh", "global_timer.cuh", "published.cuh", "unit_arithmetic.cuh")
            for function, body in DEVICE_FUNCTION.findall((root / DEVICE / name).read_text())
            if re.search(r"\basm\b", body) and not re.search(rf"\b{function}\b", text)]


def check_file(path, text):
    found = []
    for number, line in enumerate(text.splitlines(), 1):
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


def rooms_not_drawn(root):
    """Rooms that the drawing of them lacks."""
    drawing = root / "docs/modules.svg"
    if not drawing.exists():
        return []
    text = drawing.read_text()
    return [f"docs/modules.svg lacks {top}/{name}: scripts/modules draws it anew"
            for top, rooms in ROOMS.items() if top != "kernels/emulator" for name in rooms if f">{name}</text>" not in text]


def complaints(root):
    found = untried_instructions(root) + rooms_not_drawn(root)
    sizes = collections.Counter()
    for top in FOLDERS:
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in SUFFIXES:
                continue
            path = file.relative_to(root).as_posix()
            found += check_file(path, file.read_text())
            rooms = ROOMS.get(folder(path))
            if TEST.search(path):
                continue
            sizes[str(pathlib.PurePosixPath(path).parent)] += 1
            if rooms and room(path) and room(path) not in rooms:
                found.append(f"{path}: {room(path)} is no room of {folder(path)}: {', '.join(rooms)}")
    found += [f"{place}: {count} files, at most {MOST_FILES} make a room" for place, count in sizes.items()
              if count > MOST_FILES]
    return found


# Planted lines: what must be found, and beside it what must not.
FORBIDDEN = [
    ("kernels/core/base/a.h", '#include "kernels/emulator/run/b.h"'),
    ("kernels/core/base/a.h", '#include "kernels/nbody/nbody.h"'),
    ("kernels/core/base/a.cpp", "#include <GL/gl.h>"),
    ("kernels/core/base/a.h", '#include "kernels/core/model/param.h"'),
    ("kernels/core/memory/a.cpp", '#include "kernels/core/exec/cuda/cuda_check.h"'),
    ("kernels/core/exec/a.cpp", '#include "kernels/core/exec/cuda/cuda_check.h"'),
    ("kernels/core/exec/cuda/a.cpp", '#include "kernels/core/measure/measurement.h"'),
    ("kernels/core/cellar/a.h", "int a;"),
    ("kernels/emulator/run/a.h", '#include "kernels/nbody/nbody.h"'),
    ("kernels/emulator/run/a.h", '#include "kernels/emulator/lens/lens.h"'),
    ("kernels/pictures/a.h", '#include "kernels/grids/grid.h"'),
    ("kernels/nbody/nbody.h", '#include "kernels/basics/basics.h"'),
    ("kernels/nbody/nbody.h", '#include "render/passes/camera.h"'),
    ("kernels/nbody/cuda/nbody.cuh", '#include "kernels/nbody/nbody.h"'),
    ("kernels/nbody/cuda/nbody.cuh", "#include <cmath>"),
    ("kernels/nbody/cuda/nbody.cuh", 'asm volatile("ex2.approx.f32");'),
    ("kernels/nbody/cuda/nbody_variants.h", "k<<<1, 2>>>(p);"),
    ("kernels/registry.cpp", '#include "app/session/session.h"'),
    ("render/gl/a.cpp", '#include "ui/panels/panels.h"'),
    ("render/gl/a.cpp", "#include <imgui.h>"),
    ("render/gl/a.cpp", '  #  include "kernels/nbody/nbody.h"'),
    ("render/gl/a.cpp", '#include "render/passes/scene.h"'),
    ("ui/panels/a.cpp", '#include "render/passes/camera.h"'),
    ("ui/panels/a.cpp", '#include "kernels/registry.h"'),
    ("ui/panels/a.cpp", "#include <glad/gl.h>"),
    ("ui/panels/panels.cpp", "ImDrawList* list = ImGui::GetWindowDrawList();"),
    ("ui/panels/a.cpp", '#include "panels.h"'),
    ("ui/model/a.h", '#include "ui/widgets/widgets.h"'),
    ("ui/model/a.h", '#include "ui/ui.h"'),
    ("app/base/a.cpp", "#include <cuda_runtime.h>"),
    ("kernels/core/exec/cuda/a.cpp", 'check_cuda(cudaMalloc(&memory, 64), "memory");'),
    ("render/gl/a.cpp", "glCreateBuffers(1, &name);"),
    ("app/lecture/a.cpp", "std::ofstream file(path);"),
    ("app/run/a.cpp", 'nvtxRangePushA("step");'),
    ("app/session/session.h", '#include "app/window/live_loop.h"'),
    ("app/options/a.h", '#include "app/commands/commands.h"'),
    ("app/window/a.h", '#include "app/commands/commands.h"'),
]
ALLOWED = [
    ("kernels/core/base/a.h", '#include "kernels/core/base/b.h"'),
    ("kernels/core/measure/a.h", '#include "kernels/core/base/b.h"'),
    ("kernels/core/exec/cuda/a.cpp", '#include "kernels/core/exec/exec.h"'),
    ("kernels/core/base/a_test.cpp", '#include "kernels/core/testing/test_workload.h"'),
    ("kernels/core/testing/a.h", '#include "kernels/core/measure/b.h"'),
    ("kernels/core/device/device.cuh", 'asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));'),
    ("kernels/grids/grid.h", '#include "kernels/pictures/pixels.h"'),
    ("kernels/nbody/cuda/nbody_variants.h", '#include "kernels/nbody/cuda/nbody.cuh"'),
    ("kernels/nbody/cuda/nbody.cuh", '#include "kernels/core/device/device.cuh"'),
    ("kernels/nbody/nbody_test.cpp", '#include "kernels/registry.h"'),
    ("kernels/nbody/nbody_test_support.h", '#include "kernels/registry.h"'),
    ("kernels/registry.cpp", '#include "kernels/emulator/run/emulator_exec.h"'),
    ("render/gl/a.cpp", "#include <glad/gl.h>"),
    ("render/displays/a.cpp", "#include <cuda_gl_interop.h>"),
    ("ui/widgets/widgets.cpp", "ImDrawList* list = ImGui::GetWindowDrawList();"),
    ("ui/panels/a.cpp", "// never an ImDrawList here"),
    ("ui/panels/a.cpp", 'say("ImDrawList");'),
    ("ui/ui.cpp", '#include "ui/panels/panels.h"'),
    ("kernels/core/exec/cuda/a.cpp", 'check_cuda(LIVEWARP_CUDA(cudaMalloc, &memory, 64), "memory");'),
    ("kernels/core/exec/cuda/a.cpp", 'check_cuda(cudaGetLastError(), "a kernel");'),
    ("render/gl/a.cpp", "LIVEWARP_CALL(glCreateBuffers, 1, &name);"),
    ("render/gl/a_test.cpp", "glCreateBuffers(1, &name);"),
    ("kernels/core/exec/tool_range.cpp", "nvtxDomainRangePop(domain());"),
    ("app/window/a.cpp", '#include "render/passes/camera.h"'),
    ("app/commands/a.h", '#include "app/commands.inc"'),
    ("app/main.cpp", '#include "app/program/run_program.h"'),
]


def self_test():
    def found(files):
        with tempfile.TemporaryDirectory() as root:
            for path, line in files:
                file = pathlib.Path(root, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(line + "\n")
            return complaints(pathlib.Path(root))

    wrong = [f"not found: {p}: {line}" for p, line in FORBIDDEN if not found([(p, line)])]
    wrong += [f"wrongly found: {c}" for p, line in ALLOWED for c in found([(p, line)])]
    crowd = [(f"ui/panels/a{i}.cpp", "int a;") for i in range(MOST_FILES + 1)]
    wrong += [] if found(crowd) else ["not found: a crowded room"]
    wrong += [] if found([("docs/modules.svg", "<text>base</text>")]) else ["not found: rooms that are not drawn"]
    wrong += [f"wrongly found: {c}" for c in found(crowd[1:] + [("ui/panels/a_test.cpp", "int a;")])]
    return wrong


def main():
    arguments = sys.argv[1:]
    if len(arguments) != 1:
        sys.exit(__doc__)
    found = self_test() if arguments[0] == "--self-test" else complaints(pathlib.Path(arguments[0]))
    print("\n".join(found) if found else "nothing to complain about")
    sys.exit(1 if found else 0)


main()
