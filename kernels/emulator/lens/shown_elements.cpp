#include "kernels/emulator/lens/shown_elements.h"

namespace livewarp::emulator {

namespace {

constexpr std::size_t most_bytes_of_element = 64;

}  // namespace

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
    return {size->width, size->height, std::size_t(size->channels * size->bits / 8), {}};
  return {.reason = "its picture does not show the elements of its result one by one"};
}

}  // namespace livewarp::emulator
