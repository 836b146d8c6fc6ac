// NVIDIA's library as workloads find it: what is said where it is missing, or another. Where its
// headers are installed, they are asked whether the structs are theirs.
#include "kernels/pictures/npp.h"

#include <gtest/gtest.h>

#include <cstddef>

#include "kernels/core/base/fault.h"

#if LIVEWARP_HAS_CUDA && __has_include(<nppdefs.h>)
  #include <nppdefs.h>
  #define LIVEWARP_HAS_NPP_HEADERS 1
#else
  #define LIVEWARP_HAS_NPP_HEADERS 0
#endif

namespace livewarp {
namespace {

using Names = std::vector<std::string>;

bool says(const NppLibrary& library, const std::string& part) {
  return library.missing().find(part) != std::string::npos;
}

TEST(Npp, TheNewestIsLookedForFirst) {
  EXPECT_EQ(npp_names("nppif"), (Names{"libnppif.so.13", "libnppif.so.12", "libnppif.so"}));
}

TEST(Npp, AMissingLibraryIsNamedWithWhatToDo) {
  NppLibrary none({"libno-such-npp.so.13", "libno-such-npp.so"});
  EXPECT_EQ(none.missing(),
            "libno-such-npp.so.13 was not found: install NVIDIA's NPP, or pip install nvidia-npp "
            "(nvidia-npp-cu12 for CUDA 12) and set LD_LIBRARY_PATH");
  EXPECT_EQ(none.find("nppiSome"), nullptr);
  EXPECT_FALSE(says(none, "has no")) << "it lacks nothing: it is not there";
  EXPECT_THROW(none.require(), Error);
  const NppFunction<int> some(none, "nppiSome");
  EXPECT_THROW(some(1, nullptr), Error);
}

TEST(Npp, AFunctionThatIsNotThereIsMissing) {
  NppLibrary other({"libno-such-npp.so.13", "libm.so.6"});
  EXPECT_EQ(other.missing(), "") << "the second of the names was found";
  EXPECT_NE(other.find("cos"), nullptr);
  EXPECT_EQ(other.missing(), "");
  const NppFunction<int> first(other, "nppiFirst"), second(other, "nppiSecond");
  EXPECT_EQ(other.missing(), "the NPP that was found has no nppiFirst: install NPP 12 or 13");
  EXPECT_THROW(second(1, nullptr), Error);
}

TEST(Npp, AFunctionThatTheLoaderDoesNotFindIsMissing) {
  NppLibrary other({"libm.so.6"});
  const Fault fault("dlsym");
  EXPECT_EQ(other.find("cos"), nullptr);
  EXPECT_EQ(fault.failures(), 1);
  EXPECT_TRUE(says(other, "has no cos")) << other.missing();
}

TEST(Npp, ALibraryThatCannotBeLoadedLeavesTheNextOne) {
  const Fault fault("dlopen");
  const NppLibrary other({"libc.so.6", "libm.so.6"});
  EXPECT_EQ(fault.calls(), 2);
  EXPECT_EQ(other.missing(), "");
}

// What it is told comes from CUDA: the call stands or falls with it.
TEST(Npp, WhatItIsToldMustBeThere) {
  NppLibrary other({"libc.so.6"});
  const NppFunction<int> absolute(other, "abs");
  EXPECT_EQ(other.missing(), "");
  for (const char* const call : {"cudaGetDevice", "cudaDeviceGetAttribute", "cudaStreamGetFlags"}) {
    const Fault fault(call);
    EXPECT_THROW(absolute(0, nullptr), Error) << call;
  }
}

#if LIVEWARP_HAS_CUDA
// Where CUDA answers nothing, a function of the C library stands for one of NPP's.
TEST(Npp, AStatusIsThrown) {
  NppLibrary other({"libc.so.6"});
  const NppFunction<int> absolute(other, "abs");
  const Fault device("cudaGetDevice", 0, 0, 2), flags("cudaStreamGetFlags", 0, 0, 2),
      attributes("cudaDeviceGetAttribute", 0, 0, 12);
  EXPECT_NO_THROW(absolute(0, nullptr));
  try {
    absolute(-33, nullptr);
    ADD_FAILURE() << "status 33 went unnoticed";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "abs: status 33");
  }
}
#endif

TEST(Npp, TellsWhatAStatusMeans) {
  EXPECT_EQ(npp_status_text("nppiSome", -6), "nppiSome: status -6");
  EXPECT_NE(npp_status_text("nppiSome", -23).find("interpolation"), std::string::npos);
  EXPECT_NE(npp_status_text("nppiSome", -24).find("scale"), std::string::npos);
  EXPECT_NE(npp_status_text("nppiSome", -1000).find("launched"), std::string::npos);
}

#if LIVEWARP_HAS_NPP_HEADERS
static_assert(sizeof(NppSize) == sizeof(NppiSize) && sizeof(NppPoint) == sizeof(NppiPoint) &&
              sizeof(NppRect) == sizeof(NppiRect));
static_assert(sizeof(NppStreamContext) == sizeof(::NppStreamContext));
static_assert(offsetof(NppStreamContext, device) == offsetof(::NppStreamContext, nCudaDeviceId));
static_assert(offsetof(NppStreamContext, shared_per_block) ==
              offsetof(::NppStreamContext, nSharedMemPerBlock));
static_assert(offsetof(NppStreamContext, minor) ==
              offsetof(::NppStreamContext, nCudaDevAttrComputeCapabilityMinor));
static_assert(offsetof(NppStreamContext, stream_flags) ==
              offsetof(::NppStreamContext, nStreamFlags));
#endif

}  // namespace
}  // namespace livewarp
