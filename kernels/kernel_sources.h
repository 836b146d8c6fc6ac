#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace livewarp {

/// The text of a file that kernels, or variants of the host, are written in, named from the
/// project's root: "kernels/heat/cuda/heat.cuh". Empty where this build does not have it.
std::string_view kernel_source(std::string_view path);
/// The same, line by line.
std::vector<std::string_view> kernel_lines(std::string_view path);
/// The headers that those files include where the host's compiler reads them, with their texts;
/// none in a bundle.
std::vector<std::pair<std::string_view, std::string_view>> host_headers();
/// The files of kernels that there are; none in a bundle. They include nothing else of the project,
/// but for the host.
std::vector<std::string_view> kernel_files();

}  // namespace livewarp
