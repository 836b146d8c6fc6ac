#pragma once

#include <string>

#include "kernels/core/model/param.h"

namespace livewarp {

/// Where figures of the course texts are from.
struct TextSource {
  std::string text;      ///< "Han & Sharma 2019, ch. 7"
  std::string gpu = {};  ///< "V100"; empty: not known
  bool operator==(const TextSource&) const = default;
};

/// "Han & Sharma 2019, ch. 2, V100": how every table, chart and file names a source.
inline std::string source_text(const TextSource& source) {
  return source.text + (source.gpu.empty() ? "" : ", " + source.gpu);
}

/// A time that a text gives for what a variant does, on its own GPU and at its own size: history,
/// which stands beside what is measured here and never among it.
struct TextFigure {
  TextSource source;
  double ms = 0;
  Values launch = {};  ///< axes of the variant and the values that it belongs to; empty: any
};

}  // namespace livewarp
