#include "app/base/kept_text.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <utility>

#include "app/base/output_file.h"

namespace livewarp {

KeptText::~KeptText() {
  if (writing_.valid()) writing_.wait();
  if (next_) begin();
}

std::string KeptText::text() const {
  std::ifstream stream(path_, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void KeptText::keep(std::string text) {
  if (path_.empty()) return;
  next_ = std::move(text);
  if (!writing_.valid()) begin();
}

void KeptText::begin() {
  const auto write = [](const std::string& path, const std::string& text) -> std::optional<Error> {
    try {
      OutputFile(path).write(text);
      return {};
    } catch (const Error& error) {
      return error;
    }
  };
  writing_ = std::async(std::launch::async, write, path_, *std::exchange(next_, {}));
}

std::optional<Error> KeptText::failure() {
  if (!writing_.valid() || writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    return {};
  std::optional<Error> why = writing_.get();
  if (next_) begin();
  const bool known = std::exchange(failed_, why.has_value());
  if (known) why.reset();
  return why;
}

}  // namespace livewarp
