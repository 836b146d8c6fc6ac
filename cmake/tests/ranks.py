#!/usr/bin/env python3
"""Runs a program by mpirun, or looks at what becomes of a run of which a rank is killed.
Usage: ranks.py COUNT PROGRAM [ARGUMENT ...]
       ranks.py --kill LIVEWARP
Ends with 77, which ctest calls skipped, where there is no mpirun that works."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

RUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n"]
if os.geteuid() == 0:
    RUN.insert(1, "--allow-run-as-root")
MOST_SECONDS = 10  # from a rank's death to the end of all


def ranks_of(program):
    """The process of each rank, by its number."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if not entry.name.isdigit() or os.readlink(entry / "exe") != program:
                continue
            for variable in (entry / "environ").read_bytes().split(b"\0"):
                if variable.startswith(b"OMPI_COMM_WORLD_RANK="):
                    found[int(variable.split(b"=")[1])] = int(entry.name)
        except OSError:
            pass  # it has ended, or is another user's
    return found


def wait_until(holds, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def require_mpirun():
    """Where it cannot start even programs that do nothing, ours are not to blame."""
    if not shutil.which("mpirun"):
        print("skipped: there is no mpirun here (scripts/setup --mpi)")
        sys.exit(77)
    try:
        tried = subprocess.run([*RUN, "2", "true"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
        code, said = tried.returncode, tried.stdout
    except subprocess.TimeoutExpired:
        code, said = 1, "it did not come to its end"
    if code != 0:
        print(f"skipped: mpirun starts nothing here: {said}")
        sys.exit(77)


def killed_rank(program):
    """One of three ranks dies in the middle of a measurement: the others end, and say why."""
    program = os.path.realpath(program)
    command = [*RUN, "3", program, "bench", "heat", "--variant", "scalar", "--nx", "8192", "--ny", "8192", "--time", "60",
               "--no-wait"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
        if not wait_until(lambda: len(ranks_of(program)) == 3, 30):
            run.kill()
            sys.exit(f"three ranks did not start: {run.communicate()[0]}")
        time.sleep(2)
        os.kill(ranks_of(program)[2], signal.SIGKILL)
        begun = time.monotonic()
        try:
            said = run.communicate(timeout=MOST_SECONDS)[0]
        except subprocess.TimeoutExpired:
            run.kill()
            sys.exit(f"the others go on {MOST_SECONDS} s after a rank was killed")
    print(said)
    if not wait_until(lambda: not ranks_of(program), 2):
        sys.exit(f"processes are left: {ranks_of(program)}")
    if run.returncode == 0:
        sys.exit("a run of which a rank died ended with 0")
    if "livewarp: " not in said:
        sys.exit("rank 0 did not say why it ended")
    print(f"all ended within {time.monotonic() - begun:.1f} s")


def main():
    require_mpirun()
    if sys.argv[1:2] == ["--kill"] and len(sys.argv) == 3:
        return killed_rank(sys.argv[2])
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(subprocess.call([*RUN, *sys.argv[1:]]))


main()
