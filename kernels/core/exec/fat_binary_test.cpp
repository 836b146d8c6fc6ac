// What is read of a fat binary whose machine code nvcc has compressed.
#include "kernels/core/exec/fat_binary.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

template <class T>
std::string number(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

/// A fat binary with one entry of machine code for 9.0, compressed by zstd.
std::string fat_binary(const std::string& packed, std::size_t full_bytes) {
  constexpr std::uint64_t zstd = 0x8000;
  const std::string content = packed + std::string((8 - packed.size() % 8) % 8, 0);
  const std::string entry = number(std::uint16_t{2}) + number(std::uint16_t{0x101}) +
                            number(std::uint32_t{64}) + number(std::uint64_t{content.size()}) +
                            number(std::uint32_t(packed.size())) + std::string(8, 0) +
                            number(std::uint32_t{90}) + std::string(8, 0) + number(zstd) +
                            std::string(8, 0) + number(std::uint64_t{full_bytes}) + content;
  return number(std::uint32_t{0xBA55ED50}) + number(std::uint16_t{1}) + number(std::uint16_t{16}) +
         number(std::uint64_t{entry.size()}) + entry;
}

/// Codes of all entries.
std::vector<std::string> codes_of(const std::string& fat) {
  std::vector<std::string> codes;
  for_fat_entries(std::as_bytes(std::span(fat)), [&](const FatEntry& entry) {
    EXPECT_EQ(entry.architecture, 90);
    EXPECT_FALSE(entry.ptx);
    codes.push_back(code_of(entry));
  });
  return codes;
}

class CompressedCode : public testing::Test {
 protected:
  void SetUp() override {
    if (!library_) GTEST_SKIP() << "there is no libzstd.so.1 here";
  }
  std::string packed(const std::string& text) const {
    using Compress = std::size_t (*)(void*, std::size_t, const void*, std::size_t, int);
    const auto compress = reinterpret_cast<Compress>(dlsym(library_.get(), "ZSTD_compress"));
    std::string to(text.size() + 1024, 0);
    to.resize(compress(to.data(), to.size(), text.data(), text.size(), 3));
    return to;
  }

 private:
  static void close(void* handle) { dlclose(handle); }
  std::unique_ptr<void, void (*)(void*)> library_{dlopen("libzstd.so.1", RTLD_LAZY), &close};
};

TEST_F(CompressedCode, IsReadAsItWas) {
  std::string code;
  for (int i = 0; i < 5000; ++i) code += number(i * i);
  const std::vector<std::string> read = codes_of(fat_binary(packed(code), code.size()));
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0], code);
}

TEST_F(CompressedCode, IsRefusedWhereItIsDamaged) {
  const std::string code(3000, 'x');
  std::string bent = packed(code);
  bent[0] ^= 1;
  EXPECT_THROW(codes_of(fat_binary(bent, code.size())), Error);
  EXPECT_THROW(codes_of(fat_binary(packed(code), code.size() + 1)), Error);
}

}  // namespace
}  // namespace livewarp
