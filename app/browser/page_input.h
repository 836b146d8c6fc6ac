#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/serve/viewer_input.h"

namespace livewarp {

/// Hands what is done in a browser to the user interface that is current.
class PageInput {
 public:
  PageInput();
  ~PageInput();
  PageInput(const PageInput&) = delete;
  PageInput& operator=(const PageInput&) = delete;

  void take(const ViewerInput& input);
  bool escape_held() const { return escape_held_; }
  /// The page's size, if it has changed since the last call.
  std::optional<PageSize> take_size();
  std::vector<std::string> take_dropped();
  /// What was copied since the last call, for the clipboard there.
  std::optional<std::string> take_copied();

 private:
  void press(const KeyPress& key);
  void paste(const std::string& text);

  bool escape_held_ = false, ctrl_held_ = false;
  std::optional<PageSize> size_;
  std::vector<std::string> dropped_;
  std::string clipboard_;
  bool copied_ = false;
};

}  // namespace livewarp
