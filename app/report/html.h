#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// What a page of one file is made of.
namespace livewarp {

/// Text as HTML shows it, between tags and in quoted attributes: what is no UTF-8, and what no page
/// may hold, becomes U+FFFD.
std::string escaped(std::string_view text);

std::string base64(std::span<const std::uint8_t> bytes);

/// A picture of 8 bits a channel, RGBA, as a "data:" address that holds it as PNG. Throws `Error`.
std::string png_address(int width, int height, const std::uint8_t* rgba);

}  // namespace livewarp
