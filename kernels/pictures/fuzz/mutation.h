#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace livewarp::fuzz {

using Bytes = std::vector<std::uint8_t>;

/// Makes new files of known ones. The same seed and the same calls give the same files on every
/// machine.
class Mutator {
 public:
  Mutator(std::vector<Bytes> known, std::uint64_t seed);

  /// A known file with one to eight changes.
  Bytes next();
  /// Adds a file that was read as a picture to what is changed next, in place of another one that
  /// was added when there are many.
  void keep(const Bytes& file);

 private:
  std::size_t below(std::size_t bound) { return bound ? std::size_t(random_() % bound) : 0; }
  const Bytes& some_known() { return known_[below(known_.size())]; }
  void change(Bytes& file);
  void flip_bit(Bytes& file);
  void put_number(Bytes& file);
  void put_text(Bytes& file);
  void remove_part(Bytes& file);
  void repeat_part(Bytes& file);
  void splice(Bytes& file);

  std::vector<Bytes> known_;
  std::size_t seeds_;
  std::mt19937_64 random_;
};

}  // namespace livewarp::fuzz
