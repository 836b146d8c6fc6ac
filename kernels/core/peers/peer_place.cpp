#include "kernels/core/peers/peer_place.h"

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <vector>

  #include "kernels/core/transfer/transfer_pattern.h"

namespace livewarp {

namespace {

Buffer sent_pattern(std::size_t bytes, std::uint64_t seed) {
  std::vector<std::byte> pattern(bytes);
  write_pattern(pattern.data(), 0, bytes, seed);
  Buffer buffer(bytes, MemoryMode::device);
  buffer.write(pattern.data(), bytes);
  return buffer;
}

Buffer ring_of_places() {
  std::vector<std::uint32_t> numbers(ring_bytes / sizeof(std::uint32_t));
  for (unsigned place = 0; place < ring_places; ++place)
    numbers[std::size_t(place) * ring_line] = (place + ring_step) % ring_places;
  Buffer buffer(ring_bytes, MemoryMode::device);
  buffer.write(numbers.data(), ring_bytes);
  return buffer;
}

}  // namespace

PeerPlace::PeerPlace(int on, std::size_t bytes, std::size_t piece_bytes, std::uint64_t own_seed)
    : device(on), piece(piece_bytes), seed(own_seed), source(sent_pattern(bytes, own_seed)),
      target(bytes, MemoryMode::device), ring(ring_of_places()),
      ring_end(sizeof(std::uint32_t), MemoryMode::device),
      host(slots * piece_bytes, MemoryMode::mapped) {
  load_peer_kernels();
}

}  // namespace livewarp

#endif
