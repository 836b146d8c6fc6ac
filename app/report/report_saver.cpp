#include "app/report/report_saver.h"

#include <chrono>
#include <utility>

#include "app/base/output_file.h"
#include "app/base/platform.h"
#include "app/measure/lens_view.h"
#include "app/report/report_page.h"
#include "kernels/emulator/lens/lens.h"

namespace livewarp {

std::vector<ui::LensView> lenses_of(const ReportContent& content, const std::stop_token& stop) {
  std::vector<ui::LensView> views;
  for (const VariantResult& result : content.results) {
    const SelectedVariant& variant = result.variant;
    if (variant.info->backend != Backend::cuda) continue;
    if (!variant.skip.empty() && !variant.requested) continue;
    Choice small = variant.choice;
    small.problem = emulator::lens_problem(*variant.workload, variant.choice);
    emulator::LensScope scope;
    scope.stop = stop;
    emulator::Lens lens;
    try {
      lens = emulator::look(*variant.workload, small, scope);
    } catch (const Error& error) {
      lens.refusal = error.what();  // of one variant: the others have theirs
    }
    views.push_back(lens_view(*variant.workload, small, lens));
  }
  return views;
}

void ReportSaver::save(ReportContent content, const std::string& path) {
  if (writing_.valid()) throw Error("cannot write " + path + ": another report is being written");
  const auto write = [](ReportContent all, OutputFile page, OutputFile json) -> Saved {
    lower_thread_priority();
    const std::string name = page.path();
    try {
      all.lenses = lenses_of(all);
      page.write(report_page(all));
      json.write(report_json(all));
      return {name, {}};
    } catch (const Error& error) {
      return {name, error};
    } catch (const std::exception& error) {
      return {name, Error("cannot write " + name + ": " + error.what())};
    }
  };
  writing_ = std::async(std::launch::async, write, std::move(content), OutputFile(path + ".html"),
                        OutputFile(path + ".json"));
}

bool ReportSaver::is_done() const {
  return writing_.valid() &&
         writing_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::optional<ReportSaver::Saved> ReportSaver::take() {
  if (!is_done()) return {};
  return writing_.get();
}

}  // namespace livewarp
