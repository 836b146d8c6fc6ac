// Linux.
#include "kernels/core/transfer/fresh_pages.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "kernels/core/base/huge_pages.h"
#include "kernels/core/base/text.h"

namespace livewarp {

FreshPages::FreshPages(std::size_t bytes, Size size)
    : mapped_(bytes + huge_page_bytes), bytes_(bytes) {
  // A call that fails by its own value, which is not 0.
  mapping_ = LIVEWARP_FAULT_AT("mmap") ? (errno = ENOMEM, MAP_FAILED)
                                       : mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping_ == MAP_FAILED)
    throw Error("fresh memory: " + memory_size(bytes) + " could not be had (" +
                std::strerror(errno) + ")");
  madvise(mapping_, mapped_, size == Size::huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
  const std::uintptr_t beyond = address % huge_page_bytes;
  data_ = static_cast<std::byte*>(mapping_) + (beyond ? huge_page_bytes - beyond : 0);
}

FreshPages::~FreshPages() { munmap(mapping_, mapped_); }

std::size_t small_page_bytes() { return std::size_t(sysconf(_SC_PAGESIZE)); }

bool has_huge_pages() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return text.find("[always]") != std::string::npos || text.find("[madvise]") != std::string::npos;
}

std::optional<std::int64_t> page_faults() {
  rusage usage{};
  if (getrusage(RUSAGE_THREAD, &usage) != 0 || usage.ru_minflt == 0) return {};
  return usage.ru_minflt;
}

}  // namespace livewarp
