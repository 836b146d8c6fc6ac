#pragma once

#include <string>
#include <vector>

#include "kernels/core/model/choice.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// A kernel of a user's that stands in for one of a variant.
struct EditedKernel {
  const Workload* workload = nullptr;
  Choice choice;       ///< of the variant, with the launch that is checked
  std::string kernel;  ///< "heat_naive"
  std::string file;    ///< as the user named it
  std::string text;    ///< what stands in it
};

/// How messages name what is written around the user's text.
inline constexpr const char* unit_name = "/livewarp-unit";

/// The file of the project that a kernel of the workload is written in; empty if there is none, or
/// this build holds no sources.
std::string file_of_kernel(const Workload& workload, const std::string& kernel);

/// The kernels of that name, with their template arguments, that steps at the check sizes and at
/// the lens's launch: "heat_naive<float>". What is edited is compiled for these alone.
std::vector<std::string> instantiations(const EditedKernel& edited);

/// The one unit of a library of kernels (see kernels/core/device/library_kernel.h): the user's
/// text, its lines by their own numbers and its kernels in a namespace of their own, so that it may
/// include the file that holds the original; then who asks for its instantiations. Throws `Error`
/// where the text cannot be it.
std::string unit_text(const EditedKernel& edited, const std::vector<std::string>& kernels);

}  // namespace livewarp
