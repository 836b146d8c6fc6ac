#pragma once

#include <string>
#include <string_view>

namespace livewarp {

/// 128 random bits of the system, as 32 hexadecimal digits. Throws `Error` where it has none.
std::string random_token();

/// Takes the same time wherever they differ, so that no stranger finds a token digit by digit.
bool same_token(std::string_view a, std::string_view b);

}  // namespace livewarp
