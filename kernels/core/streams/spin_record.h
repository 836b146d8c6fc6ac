#pragma once

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <cstddef>
  #include <cstdint>
  #include <string>
  #include <vector>

  #include "kernels/core/memory/buffer.h"
  #include "kernels/core/streams/spin_kernel.h"
  #include "kernels/core/transfer/transfer_pattern.h"

namespace livewarp {

/// A kernel that spins, and the memory in which it leaves its moments and its words.
class SpinRecord {
 public:
  /// Throws `Error` where memory is short.
  explicit SpinRecord(const SpinShape& shape)
      : shape_(shape), host_(moment_words + shape.blocks),
        buffer_(host_.size() * sizeof(std::uint64_t), MemoryMode::device) {}

  const SpinShape& shape() const { return shape_; }

  /// Forgets what was left, while nothing runs; what comes next has that seed.
  void clear(std::uint64_t seed) {
    seed_ = seed;
    std::ranges::fill(host_, 0);
    host_[0] = GpuMoments{}.begin;
    buffer_.write(host_.data(), buffer_.bytes());
  }
  void launch(cudaStream_t stream) {
    auto* const words = static_cast<std::uint64_t*>(buffer_.data());
    spin(shape_, seed_, static_cast<GpuMoments*>(buffer_.data()), words + moment_words, stream);
  }
  /// What it has left, once it has ended.
  void read() { buffer_.read(host_.data(), buffer_.bytes()); }
  GpuMoments moments() const { return {host_[0], host_[1]}; }
  std::string mismatch() const {
    if (moments().end <= moments().begin) return "it left no moments";
    return pattern_mismatch(host_.data() + moment_words, 0, shape_.blocks * sizeof(std::uint64_t),
                            seed_);
  }

 private:
  static constexpr std::size_t moment_words = sizeof(GpuMoments) / sizeof(std::uint64_t);

  SpinShape shape_;
  std::uint64_t seed_ = 0;
  std::vector<std::uint64_t> host_;
  Buffer buffer_;
};

}  // namespace livewarp

#endif
