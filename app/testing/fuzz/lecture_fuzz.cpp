#include "app/lecture/lecture_file.h"
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

/// Short ones: what takes long is to make choices of command lines.
std::vector<test::Sample> seeds() {
  return {sample_of("nbody", R"(lecture "Bodies"
slide "Tiles" 3 min  # for readers
  gpu show nbody --variant shared --n 65536
  cpu show nbody --variant vector --n 8192
  hall "A block loads a tile once."
  note "For the lecturer."
slide "Faster" 90 s
  show nbody --variant scalar
  question "How much?"
  guess faster
  highlight variants
)"),
          sample_of("heat", R"(lecture "Plates"
slide "Whose"
  show heat --variant threads --nx 100 --boundary periodic
  guess variant scalar threads
  open lens shared
)"),
          sample_of("bare", "slide \"One\"\nslide \"Two\"\n")};
}

}  // namespace livewarp::fuzz
