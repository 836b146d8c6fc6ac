#include <iostream>

#include "app/program/run_program.h"

#if LIVEWARP_HOLDS_TESTS  // in a bundle
  #include <gtest/gtest.h>

  #include <string_view>
#endif

int main(int argc, char** argv) {
#if LIVEWARP_HOLDS_TESTS
  if (std::string_view(argv[0]).ends_with("livewarp_gpu_test")) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
  }
#endif
  return livewarp::run_program({argv + 1, argv + argc}, std::cout, std::cerr);
}
