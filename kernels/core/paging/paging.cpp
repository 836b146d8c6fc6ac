#include "kernels/core/paging/paging.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::size_t kib = std::size_t{1} << 10, mib = std::size_t{1} << 20;
constexpr std::array methods_of_paging{
    PagingMethodInfo{PagingMethod::host_first, "host-first", "host writes, GPU touches"},
    PagingMethodInfo{PagingMethod::prefetch, "prefetch", "host writes, prefetch, GPU touches"},
    PagingMethodInfo{PagingMethod::read_mostly, "read-mostly", "host writes, read-mostly",
                     MemoryMode::read_mostly},
    PagingMethodInfo{PagingMethod::preferred_gpu, "preferred-gpu",
                     "host writes, preferred location GPU", MemoryMode::preferred_gpu},
    PagingMethodInfo{PagingMethod::accessed_by, "accessed-by",
                     "host writes, stays there, accessed-by", MemoryMode::accessed_by},
    PagingMethodInfo{PagingMethod::elements, "elements", "GPU writes, an element a thread",
                     MemoryMode::managed, false},
    PagingMethodInfo{PagingMethod::warp_64k, "warp-64k", "GPU writes, a warp a page of 64 KiB",
                     MemoryMode::managed, false, 64 * kib},
    PagingMethodInfo{PagingMethod::warp_2m, "warp-2m", "GPU writes, a warp for 2 MiB",
                     MemoryMode::managed, false, 2 * mib},
};
constexpr int least_rounds = 3, most_rounds = 10, steady_passes = 5;

/// Rounds of one method.
class PagingRounds {
 public:
  PagingRounds(PagingRunner& runner, PagingMethod method, const std::stop_token& stop)
      : runner_(runner), method_(method), stop_(stop) {}

  /// Returns what was wrong; empty if nothing was.
  std::string round() {
    go_on();
    runner_.begin(method_);
    if (method_ == PagingMethod::prefetch) moved_.push_back(runner_.prefetch_ms());
    for (int pass = 0; pass <= steady_passes; ++pass) {
      go_on();
      (pass == 0 ? first_ : steady_).push_back(runner_.pass_ms());
      if (std::string wrong = runner_.found_by_gpu(); !wrong.empty()) return "the GPU: " + wrong;
    }
    for (std::vector<double>* const times : {&host_, &host_again_}) {
      go_on();
      std::string wrong;
      times->push_back(runner_.host_ms(wrong));
      if (!wrong.empty()) return "the host: " + wrong;
    }
    return {};
  }

  void summarize_into(PagingResult& result) const {
    result.moved = summarize(moved_);
    result.first = summarize(first_);
    result.steady = summarize(steady_);
    result.host = summarize(host_);
    result.host_again = summarize(host_again_);
    result.bytes = runner_.pass_bytes();
  }

 private:
  void go_on() const {
    if (stop_.stop_requested()) throw Cancelled();
  }

  PagingRunner& runner_;
  PagingMethod method_;
  const std::stop_token& stop_;
  std::vector<double> moved_, first_, steady_, host_, host_again_;
};

PagingResult measured(PagingRunner& runner, PagingMethod method, double seconds,
                      const std::stop_token& stop) {
  using Steady = std::chrono::steady_clock;
  PagingResult result;
  result.method = method;
  PagingRounds rounds(runner, method, stop);
  const auto begin = Steady::now();
  const auto spent = [&] { return std::chrono::duration<double>(Steady::now() - begin).count(); };
  for (int i = 0; i < least_rounds || (i < most_rounds && spent() < seconds); ++i) {
    result.why_not = rounds.round();
    result.wrong = !result.why_not.empty();
    if (result.wrong) return result;
  }
  rounds.summarize_into(result);
  return result;
}

}  // namespace

std::span<const PagingMethodInfo> paging_methods() { return methods_of_paging; }
const PagingMethodInfo& info_of(PagingMethod method) {
  return *std::ranges::find(methods_of_paging, method, &PagingMethodInfo::method);
}

PagingTouch parse_paging_touch(std::string_view id) {
  if (id == "read") return PagingTouch::read;
  if (id == "update") return PagingTouch::update;
  throw Error("touch " + std::string(id) + ": known are read, update");
}

void measure_paging(PagingRunner& runner, std::span<const PagingMethod> methods, double seconds,
                    const std::stop_token& stop,
                    const std::function<void(const PagingMethodInfo&)>& begins,
                    const std::function<void(const PagingResult&)>& done) {
  for (const PagingMethod method : methods) {
    begins(info_of(method));
    PagingResult result;
    try {
      result = measured(runner, method, seconds, stop);
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      result.method = method;
      result.why_not = error.what();
    }
    done(result);
  }
}

#if !LIVEWARP_HAS_CUDA
std::unique_ptr<PagingRunner> make_paging_runner(const PagingRequest&) {
  throw Error("unified memory: this build has no CUDA",
              "build with a CUDA toolkit and -DLIVEWARP_CUDA=ON");
}
#endif

}  // namespace livewarp
