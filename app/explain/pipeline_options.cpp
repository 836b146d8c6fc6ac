#include "app/explain/pipeline_options.h"

#include <algorithm>
#include <string>

#include "app/explain/pipeline_report.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

std::string schedule_list() {
  std::vector<std::string> names;
  for (const PipelineScheduleInfo& info : pipeline_schedules()) names.emplace_back(info.id);
  return joined(names);
}

}  // namespace

std::vector<std::string> PipelineOptions::ids() {
  return {"pipeline", "chunks", "streams", "pictures", "picture", "work", "memory"};
}

void PipelineOptions::declare(OptionGroup& group) {
  constexpr int most_pictures = 4096;
  group.value(
      "pipeline", "all|NAME,NAME",
      [this](const std::string& text) { schedules = parse_pipeline_schedules(text); },
      "Measure a pipeline instead, by these schedules: " + schedule_list() + ".");
  group.value(
      "chunks", "COUNT,COUNT",
      [this](const std::string& text) {
        chunks = parse_counts(text, "chunks", most_pipeline_chunks);
      },
      "Chunks in which the pictures go, at most 32. Default 8.");
  group.value(
      "streams", "COUNT,COUNT",
      [this](const std::string& text) {
        streams = parse_counts(text, "streams", most_pipeline_streams);
      },
      "Streams over which chunks are spread, at most 8. Default 4.");
  group.integer("pictures", "COUNT", 1, most_pictures, request.pictures,
                "How many pictures. Default 32.");
  group.size("picture", request.width, request.height, "Their size. Default 1920x1080.");
  group.integer("work", "COUNT", 0, 1'000'000, request.work,
                "Rounds of arithmetic for each pixel. Default: so many that the kernel takes as "
                "long as a copy.");
  group.value(
      "memory", "pinned|pageable",
      [this](const std::string& text) {
        if (text != "pinned" && text != "pageable")
          throw Error("--memory " + printable(text) + ": must be pinned or pageable");
        request.pinned = text == "pinned";
      },
      "Where the pictures lie on the host. Default pinned.");
}

void PipelineOptions::check() const {
  const int most = *std::ranges::max_element(chunks);
  if (wanted() && most > request.pictures)
    throw Error("--chunks " + grouped(most) + ": there are " + grouped(request.pictures) +
                " pictures, and a chunk has one at least");
}

}  // namespace livewarp
