#include "kernels/emulator/run/source_lines.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace livewarp::emulator {
namespace {

// Kernels are in the program: of other libraries nothing is read, though their lines be installed.
TEST(SourceLines, AreOfKernelsAlone) {
  void* const function = dlsym(RTLD_DEFAULT, "qsort");
  ASSERT_NE(function, nullptr);
  const auto code = reinterpret_cast<std::uintptr_t>(function) + 1;
  EXPECT_EQ(SourceLines().of(code).line, 0) << SourceLines().of(code).file;
}

}  // namespace
}  // namespace livewarp::emulator
