#include <gtest/gtest.h>
#include <imgui.h>

#include <map>
#include <string>
#include <vector>

#include "app/lecture/key_script.h"
#include "kernels/registry.h"
#include "livewarp/source_dir.h"

namespace livewarp {
namespace {

std::vector<std::string> names_of(const Workload& workload, Backend backend) {
  std::vector<std::string> names;
  for (const VariantInfo* variant : workload.variants())
    if (variant->backend == backend) names.push_back(variant->name);
  return names;
}

/// The variant that a number stands for, empty for other keys.
std::string variant_of(const script::Press& press, const std::vector<std::string>& variants) {
  const int number = press.stroke.key - ImGuiKey_1;
  if (press.stroke.ctrl || number < 0 || number > 8 || std::size_t(number) >= variants.size())
    return {};
  return variants[std::size_t(number)];
}

// Lines for a GPU are not played on a machine without one, and the other way round: where their
// numbers lead is seen from the variants alone.
TEST(ByKeys, NumbersLeadToTheVariantsThatItNames) {
  const Registry registry;
  const Workload* workload = registry.workloads().front().get();
  std::map<Backend, std::string> chosen;
  std::map<Backend, int> seen;
  const KeyScript played = read_key_script(LIVEWARP_SOURCE_DIR "/app/testing/by_keys.keys");
  for (const script::Line& line : played.lines) {
    const auto* expected = std::get_if<script::Expect>(&line.what);
    if (expected && expected->what == "workload") workload = registry.find(expected->value);
    ASSERT_NE(workload, nullptr) << "line " << line.number;
    for (const Backend backend : {Backend::cuda, Backend::cpu}) {
      const auto other = backend == Backend::cuda ? Where::cpu : Where::gpu;
      if (line.where == other) continue;
      const std::vector<std::string> variants = names_of(*workload, backend);
      if (const auto* press = std::get_if<script::Press>(&line.what))
        chosen[backend] = variant_of(*press, variants);
      if (!expected || expected->what != "variant" || chosen[backend].empty()) continue;
      EXPECT_EQ(expected->value, chosen[backend]) << "line " << line.number;
      ++seen[backend];
    }
  }
  EXPECT_GE(seen[Backend::cuda], 5);
  EXPECT_GE(seen[Backend::cpu], 5);
}

}  // namespace
}  // namespace livewarp
