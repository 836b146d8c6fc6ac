#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernels/core/base/dim.h"

namespace livewarp {

struct Param;

/// Threads of a warp, and those that a block may have at most on any GPU (CUDA C++ Programming
/// Guide, Technical Specifications).
inline constexpr unsigned warp_threads = 32, most_block_threads = 1024, most_block_depth = 64;

/// The shapes that a kernel's block may have. A variant states them beside its presets, as
/// conditions that each give their reason, a half sentence behind "since": whoever asks for
/// another shape reads it. What holds for every kernel (1,024 threads) needs no condition.
///
///   BlockRule::row("bodies stand in a row").whole_warps("lanes pass sources on by shuffles")
class BlockRule {
 public:
  /// Why a shape is not allowed; empty if it is.
  using Refusal = std::function<std::string(const Dim3& shape)>;

  static BlockRule row(const std::string& because);    ///< of one dimension
  static BlockRule plane(const std::string& because);  ///< of one or two
  static BlockRule solid();                            ///< of up to three

  // The same with one condition more.
  BlockRule whole_warps(const std::string& because) const;  ///< a multiple of 32 threads
  BlockRule whole_warps_wide(const std::string& because) const;
  BlockRule one_warp_wide(const std::string& because) const;
  BlockRule at_most(unsigned threads, const std::string& because) const;
  /// Any other. `asks`: what a shape must be, "a power of two"; empty where that is not said in
  /// general.
  BlockRule also(const std::string& asks, Refusal refusal) const;

  /// The first reason why a block cannot have this shape, a sentence about the kernel: "needs a
  /// multiple of 32 threads, since ..."; empty if it can.
  std::string refusal(const Dim3& shape) const;
  /// All that is asked of a shape: "one dimension, a multiple of 32 threads, at most 1,024".
  std::string asks() const;
  int dimensions() const { return dimensions_; }

 private:
  struct Condition {
    std::string asks;
    Refusal refusal;
  };
  explicit BlockRule(int dimensions) : dimensions_(dimensions) {}
  BlockRule with(const std::string& asks, const std::string& because,
                 std::function<bool(const Dim3&)> holds) const;

  int dimensions_;
  unsigned most_threads_ = most_block_threads;
  std::vector<Condition> conditions_;
};

/// Reads "128", "32x8", "32 x 8", "1,024", or with a sign of multiplication. Throws `Error` on
/// anything else.
Dim3 parse_block(const std::string& text);

/// A shape as values of a block parameter write it: as its preset does, else with two numbers where
/// blocks are planes or solids, so that equal shapes are equal texts.
std::string block_text(const Param& block, const Dim3& shape);
/// Why the parameter cannot have this shape; empty if it can.
std::string block_refusal(const Param& block, const Dim3& shape);

/// A little more than two blocks of that side, or than one where two are more than `most`, and
/// never a whole number of blocks: a size of a problem at which a forgotten rest would show.
std::int64_t beyond_blocks(unsigned side, std::int64_t most);

}  // namespace livewarp
