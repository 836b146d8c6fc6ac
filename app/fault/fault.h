#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/exercise/kernel_file.h"

namespace livewarp {

/// Whole lines of a kernel, and what stands there instead once a fault is planted.
struct Replacement {
  std::string from, to;
  int line = 0;  ///< of the file that says so
};

/// A fault that kernels have, planted into one of the project's: what one sees of it, what finds
/// it, and how it is mended, which is to take the planted lines back.
struct KernelFault : KernelSetting {
  std::string name;   ///< of its file, without what it ends with
  std::string title;  ///< a few words
  std::string after;  ///< the texts that warn of it
  std::vector<Replacement> planted;
  std::string seen;       ///< what one notices, where one notices anything
  std::string found;      ///< part of what the checks say of it; a test asks that they do
  std::string sanitizer;  ///< the tool of compute-sanitizer that is asked; empty: none is for it
  std::string sanitizer_says;
  std::string mended;    ///< how
  std::string gpu;       ///< why it does not run on a GPU beside other work; empty: it may
  std::string reported;  ///< the error by which a GPU's runtime tells of it later; empty: none
  std::string text;      ///< the whole file
  bool runs_on_gpu() const { return gpu.empty(); }
};

/// Reads a fault: lines of words, what is quoted is one word, what follows # is for readers.
///
///     fault "A barrier is missing"
///     after "Han & Sharma, ch. 7"
///     about nbody --variant shared
///     kernel nbody_shared
///     seen "A sentence."
///     found "shared memory that"
///     sanitizer racecheck "A sentence: what it says, or why it is silent."
///     mended "A sentence."
///     gpu no "it writes beyond its arrays"
///     reported cudaErrorAssert
///     replace
///         __syncthreads();
///     by
///     end
///
/// Between `replace`, `by` and `end` stand whole lines of the kernel and those that are planted in
/// their place, as they are; there may be several such parts. `sanitizer` is memcheck, racecheck,
/// initcheck, synccheck or none; `gpu` is yes or no. `after` and `reported` may be left out. Throws
/// `Error` that names `file` and line.
KernelFault parse_fault(std::string_view text, const std::string& file);

}  // namespace livewarp
