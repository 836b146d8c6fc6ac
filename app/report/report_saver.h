#pragma once

#include <future>
#include <optional>
#include <string>

#include "app/report/report_content.h"
#include "kernels/core/base/error.h"

namespace livewarp {

/// The lenses of the CUDA variants of a report, each counted in less than a second. Stops where it
/// is asked to.
std::vector<ui::LensView> lenses_of(const ReportContent& content, const std::stop_token& stop = {});

/// Writes a report beside the frames. What was begun is finished before its owner goes.
class ReportSaver {
 public:
  /// `path` without an ending: the page gets ".html", the same as JSON ".json". Throws `Error`
  /// where there is no such place, or while another report is being written.
  void save(ReportContent content, const std::string& path);

  bool is_done() const;  ///< something can be taken
  struct Saved {
    std::string path;  ///< of the page
    std::optional<Error> failure;
  };
  /// What was saved, once it has been.
  std::optional<Saved> take();

 private:
  std::future<Saved> writing_;
};

}  // namespace livewarp
