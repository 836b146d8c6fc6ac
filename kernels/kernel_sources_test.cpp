#include "kernels/kernel_sources.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "kernels/registry.h"
#include "livewarp/source_dir.h"

namespace livewarp {
namespace {

TEST(KernelSources, HoldTheFileOfEveryCudaVariant) {
  const Registry registry;
  int files = 0;
  for (const auto& workload : registry.workloads())
    for (const VariantInfo* const variant : workload->variants()) {
      if (variant->backend != Backend::cuda || !variant->file.ends_with(".cuh")) continue;
      std::ifstream stream(std::string(LIVEWARP_SOURCE_DIR) + "/" + variant->file);
      std::ostringstream text;
      text << stream.rdbuf();
      EXPECT_EQ(kernel_source(variant->file), text.str()) << variant->file;
      ++files;
    }
  EXPECT_GT(files, 40);
  EXPECT_EQ(kernel_source("kernels/none.cuh"), "");
}

}  // namespace
}  // namespace livewarp
