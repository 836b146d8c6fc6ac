#include "app/window/other_results.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/base/platform.h"
#include "app/base/version.h"
#include "app/measure/sweep_sizes.h"
#include "app/reports/recorded.h"
#include "app/reports/saved_curve.h"
#include "app/reports/saved_time.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

/// More at once are no help to anybody.
constexpr std::size_t most_files = 6;

/// "2026-11-23, Livewarp 0.1.0 (0fde0f33cb), here 0.1.0 (1a2b3c4d5e)".
std::string when_and_by_what(const SavedResult& result) {
  std::string text = result.date.empty() ? "date unknown" : result.date;
  text += ", Livewarp " + result.version;
  if (result.version != version_text()) text += ", here " + version_text();
  return text;
}

std::string machine_line(const SavedReport& report, const SavedResult& result) {
  if (result.executor != "cuda" || report.gpus.empty()) return report.machine();
  std::string text = report.gpus.front();
  if (!report.driver_cuda.empty()) text += ", driver for CUDA " + report.driver_cuda;
  if (!report.runtime_cuda.empty()) text += ", CUDA " + report.runtime_cuda;
  return text;
}

/// What was measured there, whether or not it can be compared.
std::string figures(const Workload& workload, const SavedResult& result) {
  const std::string size = size_text(workload, result.problem);
  std::string text = "bench " + ui::time_text(result.median_ms) + " a step";
  if (!size.empty()) text += " at " + size;
  if (const auto block = result.launch.find("block"); block != result.launch.end())
    text += ", block " + to_text(block->second);
  text += ", " + result.memory;
  if (result.rate > 0) {
    const ui::Quantity rate = ui::rate(result.rate, result.rate_unit);
    text += ui::middle_dot + rate.number + " " + rate.unit;
  }
  if (result.error >= 0)
    text += ui::middle_dot + std::string("verified, error ") + ui::error_figure(result.error);
  if (result.sm_clock_mhz > 0)
    text += ui::middle_dot + std::string("SM clock ") + grouped(std::int64_t(result.sm_clock_mhz)) +
            " MHz";
  return text;
}

ui::OtherTime other_time(const SavedReport& report, const Workload& workload, const SavedTime& time,
                         const Choice& choice) {
  ui::OtherTime other{.median_ms = time.median_ms,
                      .rate = time.rate,
                      .items = workload.cost(choice).of_one_time_step().items,
                      .reason = time.reason};
  if (!time.result) {
    other.about = report.machine() + ": " + time.reason;
    return other;
  }
  other.at = size_text(workload, time.result->problem);
  other.about = machine_line(report, *time.result) + "\n" + when_and_by_what(*time.result) + "\n" +
                figures(workload, *time.result);
  if (!time.differences.empty())
    other.about +=
        (time.has_rate() ? "\nOnly the rate compares: " : "\nNot compared, other work: ") +
        joined(time.differences);
  return other;
}

}  // namespace

OtherResults::OtherResults(Session& session, FileDialog& dialog, std::vector<SavedReport> loaded)
    : session_(session), dialog_(dialog), loaded_(std::move(loaded)) {
  if (!session.machine().has_gpu()) recorded_ = recorded_reports();
}

void OtherResults::look_for_file() {
  if (dialog_.unavailable().empty()) {
    dialog_.open("Load results", "", {"json"}, "Results");
    looking_for_ = true;
    return;
  }
  session_.notices().add(Severity::info, dialog_.unavailable(),
                         "drop the file on the window, or start with --results FILE");
}

void OtherResults::load(const std::string& path) {
  if (reading_.valid()) {
    next_.push_back(path);
    return;
  }
  reading_ = std::async(std::launch::async, [path = absolute_path(path)]() -> Read {
    lower_thread_priority();
    try {
      return {read_times(path), {}};
    } catch (const Error& error) {
      return {{}, error};
    } catch (const std::exception& error) {
      return {{}, Error("cannot read " + path + ": " + error.what())};
    }
  });
}

void OtherResults::unload() {
  loaded_.clear();
  seen_.clear();
}

bool OtherResults::has_news() const {
  return (looking_for_ && dialog_.is_done()) ||
         (reading_.valid() &&
          reading_.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
}

void OtherResults::poll() {
  if (looking_for_ && dialog_.is_done()) {
    looking_for_ = false;
    or_notice(session_.notices(), "the dialog cannot be opened", [&] {
      if (const std::string path = dialog_.take().value_or(""); !path.empty()) load(path);
    });
  }
  if (!reading_.valid() || reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    return;
  Read read = reading_.get();
  if (read.refusal) session_.notices().add(*read.refusal);
  if (read.report) add(std::move(*read.report));
  if (next_.empty()) return;
  const std::string path = next_.front();
  next_.erase(next_.begin());
  load(path);
}

/// A file that is loaded already takes the place of what it was.
void OtherResults::add(SavedReport report) {
  const std::size_t count = report.times();
  const std::string name = report.machine();
  const std::string times =
      grouped(std::int64_t(count)) + (count == 1 ? " verified time" : " verified times");
  const auto same = std::ranges::find(loaded_, report.path, &SavedReport::path);
  if (same != loaded_.end()) {
    *same = std::move(report);
  } else if (loaded_.size() == most_files) {
    session_.notices().add(Severity::error,
                           std::to_string(most_files) + " files of results are loaded, no more fit",
                           "unload them first");
    return;
  } else {
    loaded_.push_back(std::move(report));
  }
  seen_.clear();
  session_.notices().add(Severity::info, "results of " + name + " loaded: " + times);
}

std::optional<ui::OtherTime> OtherResults::recorded(const VariantInfo& variant,
                                                    const Choice& choice) const {
  if (variant.backend != Backend::cuda) return {};
  const Workload& workload = session_.workload();
  for (const SavedReport& report : recorded_) {
    const SavedTime time = saved_time(report, workload, variant, choice);
    if (!time.result) continue;
    ui::OtherTime other = other_time(report, workload, time, choice);
    // It is compared with nothing: what differs is said.
    if (time.distant_rate > 0) other.rate = time.distant_rate;
    return other;
  }
  return {};
}

const OtherResults::Beside& OtherResults::beside(const VariantInfo& variant, const Choice& choice) {
  const auto [at, fresh] = seen_.try_emplace(variant.name);
  Beside& kept = at->second;
  if (!fresh && kept.choice == choice) return kept;
  kept = {.choice = choice, .recorded = recorded(variant, choice)};
  for (const SavedReport& report : loaded_)
    kept.others.push_back(other_time(report, session_.workload(),
                                     saved_time(report, session_.workload(), variant, choice),
                                     choice));
  return kept;
}

void OtherResults::describe(const LiveSweep& sweep, ui::Model& model) {
  for (const SavedReport& report : loaded_)
    model.others.push_back({report.short_name(), report.machine() + "\n" + report.path});
  if (!recorded_.empty())
    model.recorded_on =
        recorded_.front().gpus.empty() ? recorded_.front().path : recorded_.front().gpus.front();
  for (ui::VariantEntry& entry : model.variants) {
    const Beside& here = beside(*entry.info, entry.choice);
    entry.others = here.others;
    if (!entry.reason.empty()) entry.recorded = here.recorded;
  }
  add_curves(sweep, model);
}

/// In the window's graph alone: what is saved of a sweep was measured here.
void OtherResults::add_curves(const LiveSweep& sweep, ui::Model& model) const {
  const std::optional<LiveSweep::Measured> measured = sweep.measured();
  if (!measured) return;
  for (std::size_t i = 0; i < std::min(model.graphs.size(), measured->over.size()); ++i) {
    Graph& graph = model.graphs[i];
    if (graph.empty()) continue;
    for (const SavedReport& report : loaded_) {
      Curve curve = saved_curve(report, *measured->workload, *measured->variant, measured->choice,
                                measured->over[i], graph);
      if (curve.points.empty()) continue;
      curve.series = int(graph.curves.size());
      graph.curves.push_back(std::move(curve));
    }
  }
}

}  // namespace livewarp
