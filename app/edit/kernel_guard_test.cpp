// What a process that runs a user's kernel may take of the machine.
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>

#include <gtest/gtest.h>

#include "app/edit/kernel_guard.h"

namespace livewarp {
namespace {

constexpr std::size_t gib = std::size_t{1} << 30;

bool may_reserve(std::size_t bytes) {
  return mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) !=
         MAP_FAILED;
}

// A driver of a GPU reserves far more addresses than a kernel may ask for: they do not count.
TEST(LimitOfMemory, CountsWhatIsAskedForFromNowOn) {
#if defined(LIVEWARP_SANITIZED)
  GTEST_SKIP() << "AddressSanitizer takes terabytes of addresses: there is no such limit";
#endif
  const auto limited = [] {
    if (!may_reserve(16 * gib)) std::exit(1);
    limit_process(0, gib);
    if (!may_reserve(gib / 2)) std::exit(2);
    if (may_reserve(gib)) std::exit(3);
    std::exit(0);
  };
  EXPECT_EXIT(limited(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace livewarp
