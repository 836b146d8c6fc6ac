// What the tests of the matrix product share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/testing/variants_test.h"
#include "kernels/matmul/matmul_operands.h"

namespace livewarp {

std::unique_ptr<Workload> make_matmul();

namespace matmul_test {

struct Sides {
  std::int64_t m, n, k;
};

class MatmulTest : public testing::Test {
 protected:
  Choice choice_of(const std::string& variant, const Sides& sides,
                   const std::string& left = "random", const std::string& right = "random") const {
    Choice choice = default_choice(workload(), variant, Backend::cpu);
    choice.problem =
        changed(choice.problem,
                {{"m", sides.m}, {"n", sides.n}, {"k", sides.k}, {"left", left}, {"right", right}});
    return choice;
  }
  const Workload& workload() const { return *workload_; }

  /// Calls f for every variant at every launch that it offers but those of int8, which cut off what
  /// is larger than this workload makes numbers: they have tests of their own.
  template <class F>
  void for_launches(const Sides& sides, const F& f) const {
    for (const VariantInfo* variant : variants_of(workload()))
      for (Choice choice : choices_of(workload(), *variant)) {
        choice.problem = choice_of(variant->name, sides).problem;
        if (matmul_numbers(choice.launch) == MatmulNumbers::int8) continue;
        if (!refused(workload(), choice)) f(choice);
      }
  }

  /// Small whole numbers, which are exact in every arithmetic, as are their sums.
  HostState whole_numbers(const Choice& choice) const {
    HostState state = workload().initial_state(choice.problem);
    std::uint32_t random = 2463534242u;
    for (std::size_t field = 0; field < 2; ++field)
      for (std::size_t i = 0; i < state.fields[field].size() / sizeof(float); ++i) {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        field_as<float>(state, field)[i] = float(int(random % 9) - 4);
      }
    return state;
  }
  std::vector<float> product_of(const HostState& state) const {
    const float* const c = field_as<float>(state, 2);
    return {c, c + state.fields[2].size() / sizeof(float)};
  }
  std::vector<float> multiplied(const Choice& choice, const HostState& state) const {
    return product_of(stepped(workload(), choice, 1, &state));
  }

 private:
  const std::unique_ptr<Workload> workload_ = make_matmul();
};

/// The sum as it is written, in integers.
inline std::vector<float> by_integers(const HostState& state, const Sides& sides) {
  const float *const a = field_as<float>(state, 0), *const b = field_as<float>(state, 1);
  std::vector<float> c;
  for (std::int64_t i = 0; i < sides.m; ++i)
    for (std::int64_t j = 0; j < sides.n; ++j) {
      std::int64_t sum = 0;
      for (std::int64_t p = 0; p < sides.k; ++p)
        sum += std::int64_t(a[i * sides.k + p]) * std::int64_t(b[p * sides.n + j]);
      c.push_back(float(sum));
    }
  return c;
}

}  // namespace matmul_test
}  // namespace livewarp
