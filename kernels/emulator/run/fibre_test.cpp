#include "kernels/emulator/run/fibre.h"

#include <cstddef>
#include <cstring>
#include <span>
#include <string>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace livewarp::emulator {
namespace {

TEST(EmulatorFibre, HandsOverAndComesBack) {
  StackPool pool(2);
  std::string order;
  Fibre home;
  Fibre second(pool.take(1), [&] {
    order += "b";
    return &home;
  });
  Fibre first(pool.take(0), [&] {
    order += "a";
    return &second;
  });
  Fibre::hand_over(home, first);
  EXPECT_EQ(order, "ab");
}

// Other libraries map memory without telling the sanitizer: what a stack left behind would be taken
// for a fault of theirs.
TEST(EmulatorFibre, TheSanitizerForgetsStacksThatHaveGone) {
#if !defined(LIVEWARP_SANITIZED)
  GTEST_SKIP() << "this build has no address sanitizer";
#endif
  std::byte* place = nullptr;
  std::size_t bytes = 0;
  {
    StackPool pool(1);
    const std::span<std::byte> stack = pool.take(0);
    place = stack.data();
    bytes = stack.size() / 4096 * 4096;
    Fibre home;
    Fibre fibre(stack, [&] { return &home; });
    Fibre::hand_over(home, fibre);
  }
  void* const again = mmap(place, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  ASSERT_EQ(again, place) << "the stack's addresses are not free";
  std::memset(again, 0, bytes);
  munmap(again, bytes);
}

}  // namespace
}  // namespace livewarp::emulator
