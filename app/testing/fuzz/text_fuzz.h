// Fuzzing a reader of texts: whatever a file holds, it is read or refused with an `Error` of one
// line; see kernels/pictures/fuzz/image_fuzz.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/base/error.h"
#include "kernels/pictures/fuzz/image_fuzz.h"

namespace livewarp::fuzz {

inline std::string_view text_of(ImageBytes file) {
  return {reinterpret_cast<const char*>(file.data()), file.size()};
}

inline test::Sample sample_of(std::string_view name, std::string_view text) {
  return {std::string(name), test::file_of(std::string(text))};
}

/// True if `parse` reads the file; `parse` throws `std::logic_error` if what it read contradicts
/// itself.
template <class Parse>
bool read_text(ImageBytes file, const Parse& parse) {
  try {
    return parse(text_of(file));
  } catch (const Error& error) {
    expect_one_line(error.what());
    return false;
  }
}

}  // namespace livewarp::fuzz
