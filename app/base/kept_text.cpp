#include "app/base/kept_text.h"

#include <chrono>
#include <exception>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "app/base/output_file.h"

namespace livewarp {

KeptText::~KeptText() {
  if (writing_.valid()) writing_.wait();
  if (next_) write(path_, *next_);
}

std::string KeptText::text() const {
  try {
    std::ifstream stream(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  } catch (const std::exception&) {
    return {};  // a folder has that name, or a disk is broken
  }
}

/// Why it could not be written.
std::optional<Error> KeptText::write(const std::string& path, const std::string& text) noexcept {
  try {
    OutputFile(path).write(text);
    return {};
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& problem) {
    return Error("cannot write " + path + ": " + problem.what());
  }
}

void KeptText::keep(std::string text) {
  if (path_.empty()) return;
  next_ = std::move(text);
  if (!writing_.valid()) begin();
}

void KeptText::begin() {
  try {
    writing_ = std::async(std::launch::async, write, path_, *next_);
    next_.reset();
  } catch (const std::system_error&) {
    // No thread can be had: the next text, or the end, tries again.
  }
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
