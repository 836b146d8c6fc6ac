#include "app/reports/saved_report.h"
#include "app/testing/fuzz/text_fuzz.h"

namespace livewarp::fuzz {

bool read(ImageBytes file) {
  return read_text(file, [](std::string_view text) {
    const SavedReport report = parse_report(text, "fuzz");
    expect(report.times() <= report.results.size(), "more times than results");
    expect(!report.short_name().empty() || report.results.empty(), "a machine without a name");
    return true;
  });
}

std::vector<test::Sample> seeds() {
  return {sample_of("bench", R"json({"machine": {"cpu": {"name": "a CPU", "cores": 2}, "gpus": [
 {"name": "a GPU", "driver": "580.1"}]}, "version": "0.1.0 (abc)", "results": [
 {"workload": "heat", "variant": "shared", "backend": "cuda", "executor": "cuda",
  "launch": {"block": "32x8", "precision": "fp32"}, "memory": "device",
  "problem": {"nx": 8192, "ny": 8192}, "conditions": "bench", "verified": true, "error": 1e-7,
  "worst": 2e-6, "median_ms": 0.11, "min_ms": 0.1, "p95_ms": 0.12, "count": 200,
  "rate": 6.1e11, "rate_unit": "cells/s", "ceiling": 4e12, "of_ceiling": 0.93}]})json"),
          sample_of("empty", R"({"machine": {}, "results": []})")};
}

}  // namespace livewarp::fuzz
