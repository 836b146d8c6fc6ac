#include "kernels/emulator/lens/shown_elements.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/base/text.h"

namespace livewarp::emulator {

namespace {

constexpr std::size_t most_bytes_of_element = 64;

/// A field by the name of memory that holds it: "result" of "result after".
std::string_view field_of(std::string_view memory) {
  for (const std::string_view end : {name_before, name_after})
    if (memory.ends_with(end)) return memory.substr(0, memory.size() - end.size());
  return memory;
}

/// Parts that are shares of the whole picture, in its elements.
std::vector<ShownArray> parts_of(const View& view, const PictureSpec& picture) {
  const std::int64_t width = picture.full_width > 0 ? picture.full_width : picture.width;
  const std::int64_t height = picture.full_height > 0 ? picture.full_height : picture.height;
  const auto share = [](double of_side, std::int64_t side) {
    return std::int64_t(std::llround(of_side * double(side)));
  };
  std::vector<ShownArray> parts;
  for (const ImagePart& part : view.parts)
    parts.push_back({lowered(part.name),
                     share(part.width, width),
                     share(part.height, height),
                     {share(part.x, width), share(part.y, height), width, height}});
  return parts;
}

}  // namespace

std::optional<ShownArray> ShownElements::array(std::string_view name) const {
  if (parts.empty()) return ShownArray{{}, width, height, {}};
  const auto found = std::ranges::find(parts, field_of(name), &ShownArray::name);
  return found == parts.end() ? std::nullopt : std::optional(*found);
}

std::size_t ShownElements::element_bytes(const NamedMemory& memory) const {
  if (count() == 0 || memory.bytes % count() != 0) return 0;
  const std::size_t element = memory.bytes / count();
  if (element > most_bytes_of_element || (bytes != 0 && element != bytes)) return 0;
  return element;
}

ShownElements shown_elements(const Workload& workload, const Choice& choice,
                             const Simulation& simulation) {
  const PictureSpec picture = simulation.picture();
  switch (picture.kind) {
  case PictureKind::points: return {picture.count, 1, 0, {}};
  case PictureKind::field: return {picture.full_width, picture.full_height, 0, {}};
  case PictureKind::volume: return {.reason = "its picture looks through a volume"};
  case PictureKind::image: break;
  }
  if (const auto size = workload.result_size(choice.problem))
    return {size->width,
            size->height,
            std::size_t(size->channels * size->bits / 8),
            {},
            parts_of(simulation.view(), picture)};
  return {.reason = "its picture does not show the elements of its result one by one"};
}

}  // namespace livewarp::emulator
