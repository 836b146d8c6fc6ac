#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "kernels/core/base/error.h"
#include "kernels/core/exec/cubin.h"
#include "kernels/core/exec/program_kernels.h"

namespace livewarp {
namespace {

/// Machine code for one kernel, made by hand from what the ELF standard says.
class HandMadeCubin {
 public:
  explicit HandMadeCubin(std::size_t shared_bytes) {
    const std::string kernel = "_ZN8livewarp16cuda_compilation5scaleILi4EEEvPKfPfi";
    add(".shstrtab", {});
    add(".strtab", std::string(1, 0) + kernel + std::string(1, 0));
    std::string symbols(24, 0);  // the first symbol is none
    symbols += number(std::uint32_t{1}) + std::string(20, 0);
    add(".symtab", symbols);
    add(".nv.info", attribute(0x2f, number(std::uint32_t{1}) + number(std::uint32_t{40})) +
                        attribute(0x12, number(std::uint32_t{1}) + number(std::uint32_t{16})));
    add(".nv.info." + kernel,
        std::string("\x01\x36\x00\x00", 4) +
            attribute(0x05, number(std::uint32_t{32}) + number(std::uint32_t{8}) +
                                number(std::uint32_t{1})));
    add(".text." + kernel, std::string(128, 0));
    add(".nv.shared." + kernel, std::string(shared_bytes, 0));
  }
  std::vector<std::byte> bytes() const {
    std::string names(1, 0);
    std::vector<std::uint32_t> name_at;
    for (const auto& [name, content] : sections_) {
      name_at.push_back(std::uint32_t(names.size()));
      names += name + std::string(1, 0);
    }
    std::string body, table(64, 0);  // the first section is none
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const std::string& content = i == 0 ? names : sections_[i].second;
      table += number(name_at[i]) + number(std::uint32_t{1}) + std::string(16, 0) +
               number(std::uint64_t{64 + body.size()}) + number(std::uint64_t{content.size()}) +
               std::string(24, 0);
      body += content;
    }
    std::string file = "\x7f"
                       "ELF";
    file.resize(64, 0);
    put(file, 18, std::uint16_t{190});
    put(file, 0x28, std::uint64_t{64 + body.size()});
    put(file, 0x3c, std::uint16_t(sections_.size() + 1));
    put(file, 0x3e, std::uint16_t{1});
    file += body + table;
    const auto* const first = reinterpret_cast<const std::byte*>(file.data());
    return {first, first + file.size()};
  }

 private:
  template <class T>
  static std::string number(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof(T)};
  }
  template <class T>
  static void put(std::string& file, std::size_t at, T value) {
    std::memcpy(file.data() + at, &value, sizeof(T));
  }
  static std::string attribute(char which, const std::string& value) {
    return std::string{4, which} + number(std::uint16_t(value.size())) + value;
  }
  void add(const std::string& name, const std::string& content) {
    sections_.emplace_back(name, content);
  }
  std::vector<std::pair<std::string, std::string>> sections_;
};

TEST(Cubin, TellsWhatAKernelNeeds) {
  const auto kernels = cubin_kernels(HandMadeCubin(400).bytes(), 86);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].resources.registers, 40);
  EXPECT_EQ(kernels[0].resources.local_bytes, 16u);
  EXPECT_EQ(kernels[0].resources.static_shared, 400u);
  EXPECT_EQ(kernels[0].resources.max_threads, 256);
  EXPECT_EQ(plain_kernel_name(kernels[0].symbol), "scale<4>");
}

// Since compute capability 9.0 the section holds what the system keeps of a block's shared memory:
// ptxas says "400 bytes smem" of a kernel whose section has 1,424.
TEST(Cubin, DoesNotCountWhatTheSystemKeeps) {
  const auto bytes = HandMadeCubin(1424).bytes();
  EXPECT_EQ(cubin_kernels(bytes, 90).front().resources.static_shared, 400u);
  EXPECT_EQ(cubin_kernels(bytes, 89).front().resources.static_shared, 1424u);
}

TEST(Cubin, RefusesWhatIsNone) {
  EXPECT_THROW(cubin_kernels({}, 90), Error);
  const std::vector<std::byte> zeros(256);
  EXPECT_THROW(cubin_kernels(zeros, 90), Error);
  // Cut anywhere, or with any byte another, it is read or refused, and nothing beyond it is.
  const std::vector<std::byte> sound = HandMadeCubin(400).bytes();
  int refused = 0;
  const auto look = [&](const std::vector<std::byte>& bytes) {
    try {
      cubin_kernels(bytes, 90);
    } catch (const Error&) {
      ++refused;
    }
  };
  for (std::size_t length = 0; length < sound.size(); ++length)
    look({sound.begin(), sound.begin() + std::ptrdiff_t(length)});
  EXPECT_EQ(refused, int(sound.size()));  // its table of sections stands at its end
  for (std::size_t at = 0; at < sound.size(); ++at)
    for (const std::byte change : {std::byte{0xff}, std::byte{0x80}, std::byte{0x01}}) {
      std::vector<std::byte> bent = sound;
      bent[at] ^= change;
      look(bent);
    }
}

TEST(Cubin, NamesOfAllCompilationsAgree) {
  EXPECT_EQ(plain_kernel_name("nbody_naive<float, NbodyFast, NbodyAsVec4<float> >"),
            "nbody_naive<float,NbodyFast,NbodyAsVec4<float>>");
  EXPECT_EQ(plain_kernel_name("_ZN8livewarp16cuda_compilation12nbody_sortedEPK6float4PKjPS1_ii"),
            "nbody_sorted");
  EXPECT_EQ(plain_kernel_name("_ZN8livewarp16cuda_compilation11nbody_naiveIfNS0_9NbodyFastENS0_"
                              "11NbodyAsVec4IfEEEEvT1_PNS0_10NbodyRealsIT_E4Vec4ES8_iiiS6_S6_"),
            "nbody_naive<float,NbodyFast,NbodyAsVec4<float>>");
}

TEST(ProgramKernels, SaysWhyThereAreNone) {
  EXPECT_EQ(ProgramKernels("/nowhere").reason(), "this program's own file cannot be read");
  EXPECT_EQ(ProgramKernels("/bin/true").reason(), "this program was built without CUDA");
  EXPECT_EQ(ProgramKernels("/bin/true").find("scale<4>", 90), nullptr);
  EXPECT_EQ(ProgramKernels("/bin/true").code_for(90), 0);
}

}  // namespace
}  // namespace livewarp
