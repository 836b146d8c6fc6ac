#include "app/measure/progress.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "app/base/table.h"

namespace livewarp {

void Progress::begin(const std::string& what) {
  what_ = chapter_.empty() ? what : chapter_ + ": " + what;
  paint(what_);
}

void Progress::at(double fraction) {
  const auto now = std::chrono::steady_clock::now();
  if (now - painted_ < std::chrono::milliseconds(100)) return;
  painted_ = now;
  paint(fmt::format("{} {:.0f} %", what_, 100 * std::clamp(fraction, 0.0, 1.0)));
}

void Progress::wipe() { paint({}); }

Job Progress::job() {
  return {context_->stop, [this](double fraction) { at(fraction); }};
}

void Progress::paint(const std::string& line) {
  if (!context_->progress) return;
  const std::size_t width = display_width(line);
  if (width == 0 && width_ == 0) return;
  *context_->err << '\r' << line << std::string(width_ > width ? width_ - width : 0, ' ');
  if (width == 0) *context_->err << '\r';
  context_->err->flush();
  width_ = width;
}

}  // namespace livewarp
