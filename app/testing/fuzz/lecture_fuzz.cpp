#include "app/lecture/lecture_file.h"
#include "app/lecture/lecture_shelf.h"
#include "app/measure/context.h"
#include "app/testing/fuzz/text_fuzz.h"
#include "kernels/registry.h"

namespace livewarp::fuzz {

namespace {
const std::vector<const Workload*>& all_workloads() {
  static const Registry registry;
  static const std::vector<const Workload*> workloads = workloads_of(registry);
  return workloads;
}
}  // namespace

/// What is read without a fault is written and read back to the same text.
bool read(ImageBytes file) {
  return read_text(file, [](std::string_view text) {
    const Lecture lecture = parse_lecture(text, "fuzz", all_workloads());
    expect(!lecture.slides.empty(), "a lecture without slides was read");
    for (const LectureFault& fault : lecture.faults) expect_one_line(lecture.said(fault));
    if (!lecture.faults.empty()) return false;
    const std::string written = to_text(lecture, all_workloads());
    const Lecture again = parse_lecture(written, "fuzz", all_workloads());
    expect(again.faults.empty() && to_text(again, all_workloads()) == written,
           "what was written reads back as something else");
    return true;
  });
}

std::vector<test::Sample> seeds() {
  std::vector<test::Sample> all{sample_of("presets", shipped_presets())};
  for (const ShippedLecture& lecture : shipped_lectures())
    all.push_back(sample_of(lecture.name, lecture.text));
  return all;
}

}  // namespace livewarp::fuzz
