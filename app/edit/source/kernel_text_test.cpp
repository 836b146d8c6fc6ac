#include "app/edit/source/kernel_text.h"

#include <gtest/gtest.h>

namespace livewarp {
namespace {

const std::string source = R"(#include "a.cuh"
LIVEWARP_KERNELS_BEGIN
// Lesson one: a } in words.
//
// And "more.
template <class Real>
__global__ void __launch_bounds__(256)
    one(const Real* in, int n) {
  const char brace = '}';
  if (n > 1'000) { one_more("}"); }
}

// The pad.
struct Pad {
  static constexpr int row = 33;
};
__global__ void two(float* out) { out[0] = 1; }
LIVEWARP_KERNELS_END
)";

std::string text_of(const std::optional<TextPart>& part) {
  return part ? std::string(part->of(source)) : "nothing";
}

TEST(KernelText, ADefinitionReachesFromItsCommentToItsLastBrace) {
  const std::string one = text_of(kernel_definition(source, "one"));
  EXPECT_TRUE(one.starts_with("// Lesson one")) << one;
  EXPECT_TRUE(one.ends_with("one_more(\"}\"); }\n}\n")) << one;
  EXPECT_EQ(text_of(kernel_definition(source, "two")),
            "__global__ void two(float* out) { out[0] = 1; }\n");
  EXPECT_EQ(text_of(structure_definition(source, "Pad")),
            "// The pad.\nstruct Pad {\n  static constexpr int row = 33;\n};\n");
}

TEST(KernelText, WhatIsNotThereIsNotFound) {
  EXPECT_FALSE(kernel_definition(source, "on"));
  EXPECT_FALSE(kernel_definition(source, "one_more"));
  EXPECT_FALSE(structure_definition(source, "Real"));
  EXPECT_FALSE(kernel_definition("__global__ void k() { if (1) {", "k"));
  EXPECT_FALSE(kernels_part("LIVEWARP_KERNELS_END LIVEWARP_KERNELS_BEGIN"));
}

}  // namespace
}  // namespace livewarp
