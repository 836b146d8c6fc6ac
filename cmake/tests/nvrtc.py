#!/usr/bin/env python3
"""Compiles one kernel source with NVRTC for the oldest and the newest architecture of the design; needs no GPU.
A file of tests is assembled for both as well; one of an architecture's own instructions (x_sm90a.cuh) for that alone.
Usage: nvrtc.py SOURCE_ROOT FILE [DIRECTORY WITH LIBNVRTC...]     exit code 77: no NVRTC here"""
import ctypes
import glob
import os
import sys

ARCHITECTURES = ("compute_75", "compute_90")
ASSEMBLED = ("sm_75", "sm_90")


def load(folders):
    for folder in [*folders, "/usr/local/cuda/lib64", ""]:
        names = sorted(glob.glob(os.path.join(folder, "libnvrtc.so*"))) if folder else ["libnvrtc.so.13", "libnvrtc.so"]
        for name in names:
            try:
                # It asks for its built-ins by their bare name: they must be there already where no loader path is set.
                for builtins in glob.glob(os.path.join(folder, "libnvrtc-builtins.so*")) if folder else []:
                    ctypes.CDLL(builtins, mode=ctypes.RTLD_GLOBAL)
                return ctypes.CDLL(name)
            except OSError:
                continue
    print("skipped: no libnvrtc found (looked into " + ", ".join([*folders, "the loader's path"]) + ")")
    sys.exit(77)


def log_of(nvrtc, program):
    size = ctypes.c_size_t()
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, text)
    return text.value.decode().strip()


def compile_for(nvrtc, root, path, architecture):
    program = ctypes.c_void_p()
    source = f'#include "{path}"\n'.encode()
    if nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"kernel.cu", 0, None, None):
        sys.exit("nvrtcCreateProgram failed")
    options = ["-std=c++20", "--gpu-architecture=" + architecture, "--include-path=" + root]
    # Beside libnvrtc lie the toolkit's own headers, for the kernels that need one of them.
    library = os.path.realpath(nvrtc._name)
    include = os.path.join(os.path.dirname(os.path.dirname(library)), "include")
    if os.path.isdir(include):
        options.append("--include-path=" + include)
    array = (ctypes.c_char_p * len(options))(*[o.encode() for o in options])
    failed = nvrtc.nvrtcCompileProgram(program, len(options), array)
    log = log_of(nvrtc, program)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    print(f"{path} for {architecture}: {'failed' if failed else 'compiled'}")
    if log:
        print(log)
    return not failed and "warning" not in log


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    root, path, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    nvrtc = load(folders)
    architectures = ASSEMBLED if path.endswith("_test.cuh") else ARCHITECTURES
    if path.endswith("_sm90a.cuh"):
        architectures = ("sm_90a", *ARCHITECTURES)  # elsewhere nothing is left of it, but the program's occupancy reads it
    results = [compile_for(nvrtc, root, path, architecture) for architecture in architectures
               if not path.endswith("_gpu.cuh") or architecture != "compute_75"]
    sys.exit(0 if all(results) else 1)


main()
