#include "app/lecture/presets.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/base/output_file.h"
#include "app/lecture/lecture_file.h"
#include "app/lecture/lecture_shelf.h"
#include "app/measure/context.h"
#include "app/session/notices.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr std::size_t longest_name = 60;  // bytes

}  // namespace

Presets::Presets(Session& session, std::filesystem::path own_file)
    : session_(session), own_file_(std::move(own_file)) {
  own_ = {own_file_.string(), "Presets", {}, {}};
  if (!shipped_presets().empty())
    shipped_ =
        parse_lecture(shipped_presets(), "presets.lecture", workloads_of(session.registry()));
  or_notice(session_.notices(), "the presets could not be read", [&] { read_own(); });
  list();
}

void Presets::read_own() {
  std::error_code failure;
  if (own_file_.empty() || !std::filesystem::exists(own_file_, failure)) return;
  own_ = read_lecture(own_file_.string(), workloads_of(session_.registry()));
  if (own_.faults.empty()) return;
  session_.notices().add(Severity::warning, own_.said(own_.faults.front()),
                         "the other presets are there");
}

void Presets::list() {
  entries_.clear();
  const bool has_gpu = session_.machine().has_gpu();
  for (const Lecture* lecture : {&shipped_, &own_})
    for (const Slide& slide : lecture->slides) {
      const auto& choice = slide.on(has_gpu).choice;
      if (!choice) continue;
      const Workload& workload = *session_.registry().find(choice->workload);
      entries_.push_back({slide.title, *choice,
                          session_.unavailable(*workload.find(choice->variant)), lecture == &own_});
    }
}

void Presets::save(const std::string& name) {
  or_notice(session_.notices(), "the preset could not be saved", [&] {
    if (!own_.faults.empty())
      throw Error("the preset is not saved, since lines of the file would be lost: " +
                      own_.said(own_.faults.front()),
                  "mend that line, or remove the file");
    Slide slide;
    slide.title = printable(name, longest_name);
    std::ranges::replace(slide.title, '"', '\'');
    slide.gpu.choice = session_.choice();
    slide.gpu.choice->paused = false;
    slide.cpu = slide.gpu;
    Lecture fresh = own_;
    const auto same = std::ranges::find(fresh.slides, slide.title, &Slide::title);
    if (same != fresh.slides.end())
      *same = std::move(slide);
    else
      fresh.slides.push_back(std::move(slide));
    if (!own_file_.empty())
      OutputFile(own_file_.string()).write(to_text(fresh, workloads_of(session_.registry())));
    own_ = std::move(fresh);
    list();
    session_.notices().add(Severity::info,
                           "preset \"" + printable(name, longest_name) + "\" is in " +
                               (own_file_.empty() ? "this window" : own_file_.string()));
  });
}

}  // namespace livewarp
