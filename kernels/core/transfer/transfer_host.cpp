// What the host does alone: copies, and touches pages that are fresh from the system.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>

#include "kernels/core/base/error.h"
#include "kernels/core/memory/buffer.h"
#include "kernels/core/transfer/fresh_pages.h"
#include "kernels/core/transfer/transfer_movers.h"
#include "kernels/core/transfer/transfer_pattern.h"

namespace livewarp {

namespace {

constexpr std::uint64_t host_seed = 0x686F7374;

class Stopwatch {
 public:
  double ms() const {
    return std::chrono::duration<double, std::milli>(Steady::now() - begin_).count();
  }

 private:
  using Steady = std::chrono::steady_clock;
  Steady::time_point begin_ = Steady::now();
};

class CopyOnHost final : public Mover {
 public:
  CopyOnHost(std::size_t bytes, int pieces)
      : from_(bytes, MemoryMode::host), to_(bytes, MemoryMode::host), pieces_(pieces) {}

  void prepare(TransferWay) override {
    write_pattern(from_.data(), 0, from_.bytes(), host_seed);
    to_.fill(0);
  }
  double sample(TransferWay, int in_a_row) override {
    const Stopwatch watch;
    for (int i = 0; i < in_a_row; ++i)
      for (int piece = 0; piece < pieces_; ++piece) {
        const std::size_t first = piece_begin(from_.bytes(), pieces_, piece);
        copy(static_cast<char*>(to_.data()) + first, static_cast<const char*>(from_.data()) + first,
             piece_begin(from_.bytes(), pieces_, piece + 1) - first);
      }
    return watch.ms() / in_a_row;
  }
  /// About a MiB: the clock has some ten nanoseconds.
  int in_a_row(TransferWay) const override {
    return int(std::clamp<std::size_t>((std::size_t{1} << 20) / from_.bytes(), 1, 1024));
  }
  std::string mismatch(TransferWay) override {
    return pattern_mismatch(to_.data(), 0, to_.bytes(), host_seed);
  }

 private:
  /// Of this call the compiler knows nothing: copies in a row that do the same are all made.
  static void copy(char* to, const char* from, std::size_t bytes) {
    void* (*const volatile call)(void*, const void*, std::size_t) = std::memcpy;
    call(to, from, bytes);
  }
  Buffer from_, to_;
  int pieces_;
};

class FirstTouch final : public Mover {
 public:
  FirstTouch(std::size_t bytes, FreshPages::Size size)
      : bytes_(bytes), size_(size), page_(small_page_bytes()) {}

  void prepare(TransferWay) override {
    wrong_.clear();
    faults_.reset();
  }
  double sample(TransferWay, int in_a_row) override {
    double sum = 0;
    for (int i = 0; i < in_a_row; ++i) sum += touch_once();
    return sum / in_a_row;
  }
  int in_a_row(TransferWay) const override { return 1; }
  std::string mismatch(TransferWay) override {
    if (!wrong_.empty()) return wrong_;
    // With huge pages it takes a fault for each, or more where they are short.
    if (size_ == FreshPages::Size::huge && faults_ && *faults_ > std::int64_t(bytes_ / page_ / 2))
      throw Error("the system gave small pages where huge ones were asked for");
    return {};
  }
  void tell(TransferPoint& point) const override { point.page_faults = faults_; }

 private:
  double touch_once() {
    const FreshPages fresh(bytes_, size_);
    const auto word = [&](std::size_t i) {
      return reinterpret_cast<volatile std::uint64_t*>(fresh.data() + i * page_);
    };
    const std::size_t pages = (bytes_ + page_ - 1) / page_;
    const auto before = page_faults();
    const Stopwatch watch;
    for (std::size_t i = 0; i < pages; ++i) *word(i) = pattern_word(i, host_seed);
    const double ms = watch.ms();
    const auto after = page_faults();
    if (before && after) faults_ = *after - *before;
    for (std::size_t i = 0; i < pages && wrong_.empty(); ++i)
      if (*word(i) != pattern_word(i, host_seed) || word(i)[1] != 0)
        wrong_ = "page " + grouped(std::int64_t(i)) + " is not what was written";
    return ms;
  }

  std::size_t bytes_;
  FreshPages::Size size_;
  std::size_t page_;
  std::optional<std::int64_t> faults_;
  std::string wrong_;
};

}  // namespace

std::unique_ptr<Mover> make_host_mover(TransferKind kind, std::size_t bytes, int pieces) {
  if (kind == TransferKind::copy) return std::make_unique<CopyOnHost>(bytes, pieces);
  return std::make_unique<FirstTouch>(
      bytes, kind == TransferKind::touch_huge ? FreshPages::Size::huge : FreshPages::Size::small);
}

std::string host_refusal(TransferKind kind) {
  if (kind == TransferKind::touch_huge && !has_huge_pages())
    return "this system gives no huge pages (/sys/kernel/mm/transparent_hugepage/enabled)";
  return {};
}

}  // namespace livewarp
