#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace livewarp {

/// Memory that is fresh from the system: no page of it is there before it is touched. Owner.
class FreshPages {
 public:
  enum class Size { small, huge };

  /// Pages of that size are asked for, and got where the system has them. Throws `Error`.
  FreshPages(std::size_t bytes, Size size);
  ~FreshPages();
  FreshPages(const FreshPages&) = delete;
  FreshPages& operator=(const FreshPages&) = delete;

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void* mapping_ = nullptr;
  std::size_t mapped_ = 0, bytes_ = 0;
  std::byte* data_ = nullptr;  ///< at a multiple of a huge page
};

/// Bytes of a small page.
std::size_t small_page_bytes();
/// Whether the system gives huge pages to those that ask for them.
bool has_huge_pages();
/// Pages that the calling thread has made the system bring so far; nothing where it counts none.
std::optional<std::int64_t> page_faults();

}  // namespace livewarp
