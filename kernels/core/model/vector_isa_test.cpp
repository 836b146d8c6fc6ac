#include "kernels/core/model/vector_isa.h"

#include <algorithm>
#include <chrono>

#include <gtest/gtest.h>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

TEST(VectorIsa, IsOfferedWhereTheProcessorHasIt) {
  const std::vector<std::string> here = detect_cpu().isas;
  for (const Option& option : vector_isas()) {
    const bool has = option.id == "auto" || std::ranges::find(here, option.id) != here.end();
    EXPECT_EQ(option.reason.empty(), has) << option.id;
    if (has)
      EXPECT_NO_THROW(vector_target(option.id)) << option.id;
    else
      EXPECT_THROW(vector_target(option.id), Error) << option.id;
  }
  EXPECT_THROW(vector_target("mmx"), Error);
}

// Every variant with vectors asks for it in every step, some once for each part of one.
TEST(VectorIsaTiming, IsFoundInLessThanAMicrosecond) {
  constexpr int calls = 10'000;
  vector_target("auto");
  const auto start = std::chrono::steady_clock::now();
  std::size_t sum = 0;
  for (int i = 0; i < calls; ++i) sum += vector_target("auto");
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(sum, calls * vector_target("auto"));
  EXPECT_LT(took.count() / calls, 1);
}

}  // namespace
}  // namespace livewarp
