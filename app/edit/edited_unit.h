#pragma once

#include <string>
#include <string_view>
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

/// What a compiler of the unit says where the kernel's parameters are others.
inline constexpr std::string_view other_parameters =
    "the kernel has other parameters than the one that it stands in for";

/// The file of the project that a kernel of the workload is written in; empty if there is none, or
/// this build holds no sources.
std::string file_of_kernel(const Workload& workload, const std::string& kernel);

/// The line of the user's text in which the kernel begins; 0 where it is not in it. What is wrong
/// with the whole is told of it.
int line_of_kernel(const EditedKernel& edited);

/// The kernels of that name, with their template arguments, that steps at the check sizes and at
/// the lens's launch: "heat_naive<float>". What is edited is compiled for these alone.
std::vector<std::string> instantiations(const EditedKernel& edited);

/// A kernel of the project as the user's text has it, structures among its template arguments too
/// where the text defines them: "edited::transpose_tile<uchar4, edited::TransposePaddedTile>".
std::string in_edited(const std::string& kernel, std::string_view text);

/// The one unit of a library of kernels (see kernels/core/device/library_kernel.h): the user's
/// text, its lines by their own numbers and its kernels in a namespace of their own, so that it may
/// include the file that holds the original; then who asks for its instantiations. Throws `Error`
/// where the text cannot be it.
std::string unit_text(const EditedKernel& edited, const std::vector<std::string>& kernels);

/// The same for NVRTC: what is compiled are the kernels as `in_edited` names them.
std::string gpu_unit_text(const EditedKernel& edited, const std::vector<std::string>& kernels);

}  // namespace livewarp
