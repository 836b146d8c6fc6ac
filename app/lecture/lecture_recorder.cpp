#include "app/lecture/lecture_recorder.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "app/base/dated_name.h"
#include "app/base/output_file.h"
#include "app/base/platform.h"
#include "app/lecture/lecture_file.h"
#include "app/measure/context.h"
#include "app/session/notices.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Whether it runs or is paused makes no other slide.
Choice running(Choice choice) {
  choice.paused = false;
  return choice;
}

double whole_seconds(std::chrono::steady_clock::duration time) {
  return std::max(1.0, std::round(std::chrono::duration<double>(time).count()));
}

}  // namespace

std::string LectureRecorder::title() const {
  const WorkloadInfo& info = session_.workload().info();
  std::string text = info.title + ": " + session_.variant().title;
  const auto& launch = session_.choice().launch;
  if (const auto block = launch.find("block"); block != launch.end())
    text += ", block " + to_text(block->second);
  if (const Param* size = info.size())
    text += ", " + size->label + " " +
            grouped(std::get<std::int64_t>(session_.choice().problem.at(size->id)));
  return text;
}

void LectureRecorder::begin(Time now) {
  path_ = absolute_path(dated_name("livewarp", "lecture", std::time(nullptr)));
  lecture_ = {path_, "Recorded " + date_of(std::time(nullptr)), {}, {}};
  since_ = slide_since_ = now;
}

void LectureRecorder::write() {
  const bool written = or_notice(session_.notices(), "the slides could not be written", [&] {
    OutputFile(path_).write(to_text(lecture_, workloads_of(session_.registry())));
  });
  if (!written) {
    path_.clear();
    by_itself_ = false;
  }
}

void LectureRecorder::add(Time now) {
  const bool first = path_.empty();
  if (first && !or_notice(session_.notices(), "the slides have no place", [&] { begin(now); }))
    return path_.clear();
  if (!lecture_.slides.empty()) lecture_.slides.back().seconds = whole_seconds(now - slide_since_);
  Slide slide;
  slide.title = title();
  slide.gpu.choice = slide.cpu.choice = running(session_.choice());
  lecture_.slides.push_back(std::move(slide));
  slide_since_ = now;
  write();
  if (path_.empty()) return;
  const std::string count = std::to_string(lecture_.slides.size());
  session_.notices().add(
      Severity::info, "slide " + count + " is in " + path_,
      first ? "It is a text file: a line hall \"\u2026\" says something to the hall." : "");
}

void LectureRecorder::toggle(Time now) {
  if (by_itself_) {
    by_itself_ = false;
    if (!lecture_.slides.empty())
      lecture_.slides.back().seconds = whole_seconds(now - slide_since_);
    write();
    if (!path_.empty())
      session_.notices().add(Severity::info, "the slides are in " + path_,
                             "livewarp --lecture FILE shows them");
    path_.clear();
    return;
  }
  add(now);
  by_itself_ = !path_.empty();
  standing_ = running(session_.choice());
}

void LectureRecorder::follow(Time now) {
  if (!by_itself_ || session_.job() || session_.preparing()) return;
  const Choice now_running = running(session_.choice());
  if (!standing_ || *standing_ != now_running) {
    standing_ = now_running;
    since_ = now;
    return;
  }
  const bool is_slide = now_running == *lecture_.slides.back().gpu.choice;
  if (!is_slide && now - since_ >= standing) add(now);
}

}  // namespace livewarp
