#!/usr/bin/env python3
"""Tests scripts/guard with programs that only say what they would have measured.
Usage: guard_test.py SOURCE_ROOT"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()

# Answers `list` and `bench` from plan.json beside it. A variant: its median in ms, and factors on
# that, one a run, over and over; or the reason why it has no time. `log` counts a variant's runs.
FAKE = """#!{python} -SE
import json, pathlib, sys
here = pathlib.Path(__file__).parent
plan, log = json.loads((here / "plan.json").read_text()), here / "log.json"
runs = json.loads(log.read_text()) if log.exists() else {{}}
words = sys.argv[1:]
value = lambda option: words[words.index(option) + 1] if option in words else None
if words[0] == "list":
    answer = {{"workloads": [{{"name": name, "variants": [
        {{"name": v, "backend": plan["backends"].get(v, "cuda")}} for v in variants]}}
        for name, variants in plan["workloads"].items()]}}
else:
    name = words[1]
    key = " ".join([name] + (["--filter", value("--filter")] if "--filter" in words else []))
    chosen = value("--variant").split(",") if "--variant" in words else plan["workloads"][name]
    if value("--filter") in plan["unknown"]:
        sys.exit("no such filter")
    answer = {{"version": plan["version"], "machine": {{"gpus": [{{"name": "a GPU"}}]}},
              "results": [], "skipped": []}}
    for variant in chosen:
        entry = plan["workloads"][name].get(variant)
        if entry is None:
            print("no variant", variant, file=sys.stderr)
            sys.exit(2)
        if "only" in entry and entry["only"] != key:
            entry = {{"skipped": "not for this filter"}}
        if "skipped" in entry:
            answer["skipped"].append({{"variant": variant, "reason": entry["skipped"]}})
            continue
        count = runs[key + "/" + variant] = runs.get(key + "/" + variant, 0) + 1
        factors = entry.get("factors", [1])
        wrong = entry.get("wrong")
        answer["results"].append({{
            "variant": variant, "verified": not wrong, "no_time": wrong, "launch": {{}},
            "median_ms": None if wrong else entry["ms"] * factors[(count - 1) % len(factors)],
            "half_width_ms": entry["ms"] * entry.get("half_width", 0.0005),
            "problem": {{"n": entry.get("n", 1024), "start": "random"}}}})
    log.write_text(json.dumps(runs))
    with open(here.parent.parent / "order", "a") as order:
        order.write(plan["version"] + " ")
pathlib.Path(value("--json")).write_text(json.dumps(answer))
sys.exit(1 if answer.get("skipped") else 0)
"""


def one(ms, **more):
    return {"ms": ms, **more}


class Guard(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, name, workloads, backends=None, unknown=()):
        home = self.folder / name / "bin"
        home.mkdir(parents=True)
        plan = {"workloads": workloads, "version": name, "backends": backends or {},
                "unknown": list(unknown)}
        (home / "plan.json").write_text(json.dumps(plan))
        (home / "livewarp").write_text(FAKE.format(python=sys.executable))
        (home / "livewarp").chmod(0o755)

    def runs(self, name):
        return json.loads((self.folder / name / "bin" / "log.json").read_text())

    def guard(self, *options):
        out = self.folder / "guard.json"
        command = [sys.executable, str(ROOT / "scripts/guard"), str(self.folder / "old"),
                   str(self.folder / "new"), "--json", str(out), *options]
        done = subprocess.run(command, capture_output=True, text=True)
        self.said = done.stdout + done.stderr
        self.report = json.loads(out.read_text()) if out.exists() else None
        return done.returncode

    def both(self, old, new, *options):
        self.program("old", {"nbody": old})
        self.program("new", {"nbody": new})
        return self.guard(*options)

    def verdicts(self):
        return {each["variant"]: each["verdict"] for each in self.report["results"]}

    def test_equal_programs_pass_after_two_pairs(self):
        self.assertEqual(self.both({"naive": one(2)}, {"naive": one(2)}), 0, self.said)
        self.assertEqual(self.runs("old"), {"nbody/naive": 2})
        self.assertEqual(self.report["results"][0]["ratio"], 1)
        self.assertEqual((self.report["old"], self.report["gpu"]), ("old", "a GPU"))

    def test_half_a_percent_passes_and_three_percent_fail(self):
        old = {"naive": one(2), "tiled": one(0.5)}
        self.assertEqual(self.both(old, {"naive": one(2.01), "tiled": one(0.515)}), 1, self.said)
        self.assertEqual(self.verdicts(), {"naive": "", "tiled": "slower"})
        self.assertAlmostEqual(self.report["results"][1]["ratio"], 1.03)
        self.assertIn("nbody/tiled", self.said)
        self.assertEqual(self.runs("new"), {"nbody/naive": 2, "nbody/tiled": 7})

    def test_one_percent_alone_is_exit_code_0(self):
        self.assertEqual(self.both({"naive": one(2)}, {"naive": one(2.02)}), 0, self.said)

    def test_the_limit_can_be_set(self):
        self.assertEqual(self.both({"naive": one(2)}, {"naive": one(2.02)}, "--limit", "0.5"), 1)

    def test_three_percent_are_found_among_small_noise(self):
        noise = [1, 1.004, 0.997, 1.002, 0.999, 1.003, 0.998]
        late = noise[3:] + noise[:3]
        self.assertEqual(self.both({"a": one(1, factors=noise)}, {"a": one(1.03, factors=late)}), 1)

    def test_noise_alone_does_not_fail(self):
        wild = [1, 1.06, 0.95, 1.04, 1.01, 0.94, 1.05]
        for shift in (0, 1, 4):
            with self.subTest(shift=shift):
                self.setUp()
                new = wild[shift:] + wild[:shift]
                self.assertEqual(self.both({"a": one(1, factors=wild)}, {"a": one(1, factors=new)}),
                                 0, self.said)

    def test_three_percent_within_a_wide_spread_are_unclear(self):
        wild = [0.95, 1.06, 1, 1.05, 0.94]
        self.assertEqual(self.both({"a": one(1)}, {"a": one(1.03, factors=wild)}), 0, self.said)
        self.assertEqual(self.verdicts(), {"a": "unclear"})
        self.assertEqual(self.runs("new"), {"nbody/a": 7})

    def test_ten_percent_are_found_in_a_wide_spread(self):
        wild = [0.97, 1.03, 1, 1.02, 0.98]
        self.assertEqual(self.both({"a": one(1)}, {"a": one(1.1, factors=wild)}), 1, self.said)

    def test_one_hiccup_is_no_slowdown(self):
        once = [1, 1.2, 1, 1, 1, 1, 1]
        self.assertEqual(self.both({"a": one(1)}, {"a": one(1, factors=once)}), 0, self.said)

    def test_a_bench_that_knows_its_median_badly_is_no_slowdown(self):
        vague = one(1.03, half_width=0.03)
        self.assertEqual(self.both({"a": one(1, half_width=0.03)}, {"a": vague}), 0, self.said)
        self.assertEqual(self.verdicts(), {"a": "unclear"})

    def test_faster_passes(self):
        self.assertEqual(self.both({"a": one(1)}, {"a": one(0.9)}), 0)
        self.assertEqual(self.verdicts(), {"a": "faster"})

    def test_a_missing_variant_fails_until_said_what_became_of_it(self):
        old, new = {"a": one(1), "march": one(2)}, {"a": one(1), "blocked": one(2)}
        self.assertEqual(self.both(old, new), 1)
        self.assertEqual([each["name"] for each in self.report["lost"]], ["nbody/march"])
        self.assertIn({"name": "nbody/blocked", "reason": "new"}, self.report["skipped"])
        self.assertEqual(self.guard("--rename", "nbody/march="), 0, self.said)
        self.assertEqual(self.guard("--rename", "nbody/march=nbody/blocked"), 0, self.said)
        self.assertEqual(self.report["results"][1]["new_name"], "nbody/blocked")

    def test_a_renamed_variant_that_is_slower_is_found(self):
        self.assertEqual(self.both({"march": one(1)}, {"blocked": one(1.05)},
                                   "--rename", "nbody/march=nbody/blocked"), 1, self.said)
        self.assertEqual(self.verdicts(), {"march": "slower"})

    def test_a_renamed_workload(self):
        self.program("old", {"heat3d": {"a": one(1)}, "basics": {"b": one(1)}})
        self.program("new", {"heat-3d": {"a": one(1.2)}, "basics": {"b": one(1)}})
        self.assertEqual(self.guard(), 1)
        self.assertEqual([each["name"] for each in self.report["lost"]], ["heat3d/a"])
        self.assertEqual(self.guard("--rename", "heat3d=heat-3d"), 1)
        self.assertEqual(self.verdicts(), {"a": "slower", "b": ""})
        self.assertEqual(self.guard("--rename", "heat3d="), 0, self.said)

    def test_what_has_no_time_in_the_old_is_listed_with_its_reason(self):
        npp = {"skipped": "needs libnppig"}
        self.assertEqual(self.both({"a": one(1), "npp": npp}, {"a": one(1), "npp": npp}), 0)
        self.assertEqual(self.report["skipped"],
                         [{"name": "nbody/npp", "reason": "needs libnppig"}])

    def test_what_lost_its_time_fails_with_its_reason(self):
        new = {"a": one(1), "b": one(1, wrong="failure: RMS 1"), "c": {"skipped": "too old a GPU"}}
        self.assertEqual(self.both({"a": one(1), "b": one(1), "c": one(1)}, new), 1)
        self.assertEqual(self.report["lost"], [{"name": "nbody/b", "reason": "failure: RMS 1"},
                                               {"name": "nbody/c", "reason": "too old a GPU"}])

    def test_another_problem_is_not_compared(self):
        larger = one(2, n=2048)
        self.assertEqual(self.both({"a": one(1), "b": one(1)}, {"a": one(1), "b": larger}), 1)
        why = "not the same problem: n 1024 became 2048"
        self.assertEqual(self.report["lost"], [{"name": "nbody/b", "reason": why}])

    def test_cpu_variants_are_left_out(self):
        for name in ("old", "new"):
            self.program(name, {"nbody": {"a": one(1)}, "basics": {"scalar": {"skipped": ""}}},
                         backends={"scalar": "cpu"})
        self.assertEqual(self.guard(), 0, self.said)
        self.assertEqual(self.report["skipped"], [])

    def test_more_benches_reach_what_a_default_leaves_out(self):
        taps = "scaling --filter catmull-rom"
        self.program("old", {"scaling": {"direct": one(1), "taps": one(1, only=taps)}})
        self.program("new", {"scaling": {"direct": one(1), "taps": one(1.05, only=taps)}})
        self.assertEqual(self.guard(), 1, self.said)
        slower = [each["name"] for each in self.report["results"] if each["verdict"] == "slower"]
        self.assertEqual(slower, ["scaling/taps --filter catmull-rom"])
        self.assertEqual(self.report["skipped"], [])

    def test_a_bench_that_fails_fails(self):
        for name in ("old", "new"):
            self.program(name, {"scaling": {"direct": one(1)}},
                         unknown=["trilinear"] if name == "new" else [])
        self.assertEqual(self.guard(), 1)
        self.assertIn("no such filter", self.said)

    def test_chosen_workloads(self):
        for name in ("old", "new"):
            self.program(name, {"nbody": {"a": one(1)}, "basics": {"b": one(1)}})
        self.assertEqual(self.guard("--workload", "basics"), 0)
        self.assertEqual(self.verdicts(), {"b": ""})
        self.assertEqual(self.guard("--workload", "heat"), 2)

    def test_programs_take_turns_and_change_their_order(self):
        self.both({"a": one(1)}, {"a": one(1.1)}, "--most", "3")
        self.assertEqual((self.folder / "order").read_text().split(),
                         ["old", "new", "new", "old", "old", "new"])

    def test_what_cannot_be_told_is_exit_code_2(self):
        self.assertEqual(self.guard(), 2)
        self.assertIn("scripts/bundle", self.said)
        nothing = {"a": {"skipped": "no GPU"}}
        self.assertEqual(self.both(nothing, nothing), 2)
        self.assertEqual(self.guard("--rename", "nbody/b=nbody/c"), 2)
        self.assertEqual(self.guard("--rename", "nbody/a"), 2)


unittest.main(verbosity=0)
