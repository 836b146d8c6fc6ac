#include "app/browser/viewer_page.h"

#include <array>
#include <utility>

namespace livewarp {

namespace {

using PageFile = std::pair<std::string_view, std::string_view>;
constexpr auto page_files = std::to_array<PageFile>({
#include "app/browser/pages.inc"
});

}  // namespace

std::string_view viewer_page() { return page_files.front().second; }

}  // namespace livewarp
