// Files of others, before anything is made of what they hold.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace livewarp {

/// The size of an ordinary file. `what` is how errors call what it ought to hold: "picture". Throws
/// `Error` where there is none, or it is larger than `most`.
std::uintmax_t size_of_file(const std::string& path, const std::string& what, std::uintmax_t most);

/// The first `count` bytes, or fewer if the file has no more. Throws `Error`.
std::vector<std::uint8_t> bytes_of_file(const std::string& path, std::uintmax_t count);

}  // namespace livewarp
