#include "kernels/core/counters/page_faults.h"

#include <array>
#include <cstdlib>
#include <mutex>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20, buffer_alignment = 64;
constexpr std::array counted{cupti::bytes_to_gpu, cupti::bytes_to_host, cupti::gpu_page_fault};

/// CUPTI calls back with nothing of its caller's, from threads of its own: what it told is a fact
/// of the process.
struct Told {
  std::mutex mutex;
  PageFaults all;
  Cupti::Activity::NextRecord* next = nullptr;
};
Told& told() {
  static Told only;
  return only;
}

void add(PageFaults& all, const cupti::PageRecord& record) {
  const auto value = std::int64_t(record.value);
  switch (record.counter) {
  case cupti::gpu_page_fault:
    ++all.groups;
    all.faults += value;
    break;
  case cupti::bytes_to_gpu:
    ++all.to_gpu_pieces;
    all.to_gpu_bytes += value;
    break;
  case cupti::bytes_to_host:
    ++all.to_host_pieces;
    all.to_host_bytes += value;
    break;
  default: break;
  }
}

void give_buffer(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(buffer_alignment, buffer_bytes));
  *bytes = *buffer ? buffer_bytes : 0;
  *most_records = 0;  // as many as fit
}

void take_buffer(void*, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  {
    const std::lock_guard lock(told().mutex);
    void* record = nullptr;
    while (told().next && told().next(buffer, valid, &record) == cupti::success) {
      const auto* const page = static_cast<const cupti::PageRecord*>(record);
      if (page->kind == cupti::unified_memory_counter) add(told().all, *page);
    }
  }
  std::free(buffer);
}

/// Enabled while it lives.
class PageCounting {
 public:
  explicit PageCounting(const Cupti& cupti) : cupti_(cupti), activity_(cupti.activity()) {
    {
      const std::lock_guard lock(told().mutex);
      told().all = {};
      told().next = activity_.next_record;
    }
    check(activity_.register_callbacks(give_buffer, take_buffer), "cuptiActivityRegisterCallbacks");
    configure(true);
    check(activity_.enable(cupti::unified_memory_counter), "cuptiActivityEnable");
  }
  PageCounting(const PageCounting&) = delete;
  PageCounting& operator=(const PageCounting&) = delete;
  ~PageCounting() {
    activity_.disable(cupti::unified_memory_counter);
    activity_.flush_all(cupti::flush_all_of_it);
  }

  PageFaults read() const {
    check(activity_.flush_all(cupti::flush_all_of_it), "cuptiActivityFlushAll");
    const std::lock_guard lock(told().mutex);
    return told().all;
  }

 private:
  void configure(bool on) const {
    std::array<cupti::PageCounter, counted.size()> counters{};
    for (std::size_t i = 0; i < counted.size(); ++i)
      counters[i] = {cupti::of_this_process, counted[i], 0, on ? 1u : 0u};
    check(activity_.configure(counters.data(), std::uint32_t(counters.size())),
          "cuptiActivityConfigureUnifiedMemoryCounter");
  }
  void check(int status, const char* call) const {
    if (status == cupti::success) return;
    throw Error("the system tells nothing of managed pages (" + std::string(call) + ": " +
                cupti_.name_of(status) + ")");
  }

  const Cupti& cupti_;
  const Cupti::Activity& activity_;
};

}  // namespace

PageFaults count_page_faults(const Cupti& cupti, const std::function<void()>& work) {
  if (!cupti.activity().complete())
    throw Error("this CUPTI tells nothing of managed pages (" + cupti.opened() + ")");
  const PageCounting counting(cupti);
  work();
  return counting.read();
}

}  // namespace livewarp
