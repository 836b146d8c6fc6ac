// In the place of cuFFT in tests: its functions for transforms of memory of the host, by the sums
// that define them, in fp64. It keeps to the manual: a plan needs a work area, which a transform
// overwrites.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstring>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "kernels/pictures/cufft.h"

namespace livewarp {

class CufftDouble {
 public:
  static constexpr std::size_t work_bytes = 1000;

  /// One at a time.
  CufftDouble() { present() = this; }
  ~CufftDouble() { present() = nullptr; }
  CufftDouble(const CufftDouble&) = delete;
  CufftDouble& operator=(const CufftDouble&) = delete;

  static CufftFunctions functions() {
    return {create, set_auto_allocation, make_plan_many, set_work_area, set_stream, exec_c2c,
            destroy};
  }

  std::string fails;       ///< the function that answers status 5, "cufftCreate"
  int made = 0, gone = 0;  ///< plans
  int transforms = 0;
  void* stream = nullptr;  ///< of the last transform

 private:
  using Complex = std::complex<double>;
  struct Plan {
    int width = 0, height = 0, count = 0;
    bool allocates = true;
    void *work = nullptr, *stream = nullptr;
  };
  enum Status { success = 0, invalid_plan = 1, invalid_value = 4, failed = 5, no_work_area = 13 };

  static CufftDouble*& present() {
    static CufftDouble* one = nullptr;
    return one;
  }
  /// Calls f with a plan unless the function is to fail.
  template <class F>
  static int with(const char* function, int plan, const F& f) {
    CufftDouble& self = *present();
    if (self.fails == function) return failed;
    const auto found = self.plans_.find(plan);
    return found == self.plans_.end() ? int(invalid_plan) : int(f(self, found->second));
  }

  static int create(int* plan) {
    CufftDouble& self = *present();
    if (self.fails == "cufftCreate") return failed;
    *plan = ++self.made;
    self.plans_[*plan] = {};
    return success;
  }
  static int set_auto_allocation(int plan, int allocate) {
    return with("cufftSetAutoAllocation", plan, [&](CufftDouble&, Plan& made) {
      made.allocates = allocate != 0;
      return success;
    });
  }
  static int make_plan_many(int plan, int rank, int* lengths, int* in_embed, int, int,
                            int* out_embed, int, int, int type, int count, std::size_t* bytes) {
    return with("cufftMakePlanMany", plan, [&](CufftDouble&, Plan& made) {
      if (rank != 2 || in_embed || out_embed || type != 0x29 || made.allocates)
        return invalid_value;
      made.height = lengths[0];
      made.width = lengths[1];
      made.count = count;
      *bytes = work_bytes;
      return success;
    });
  }
  static int set_work_area(int plan, void* work) {
    return with("cufftSetWorkArea", plan, [&](CufftDouble&, Plan& made) {
      made.work = work;
      return success;
    });
  }
  static int set_stream(int plan, void* stream) {
    return with("cufftSetStream", plan, [&](CufftDouble&, Plan& made) {
      made.stream = stream;
      return success;
    });
  }
  static int exec_c2c(int plan, void* in, void* out, int direction) {
    return with("cufftExecC2C", plan, [&](CufftDouble& self, Plan& made) {
      if (!made.work) return no_work_area;
      if (in != out || std::abs(direction) != 1) return invalid_value;
      std::memset(made.work, 0xA5, work_bytes);
      self.stream = made.stream;
      ++self.transforms;
      auto* plane = static_cast<std::complex<float>*>(in);
      for (int i = 0; i < made.count; ++i, plane += made.width * made.height)
        transform(plane, made, direction);
      return success;
    });
  }
  static int destroy(int plan) {
    return with("cufftDestroy", plan, [&](CufftDouble& self, Plan&) {
      ++self.gone;
      self.plans_.erase(plan);
      return success;
    });
  }

  /// Rows, then columns, which lie `width` numbers apart.
  static void transform(std::complex<float>* plane, const Plan& plan, int direction) {
    std::vector<Complex> numbers(plane, plane + plan.width * plan.height);
    for (int y = 0; y < plan.height; ++y)
      transform_line(numbers.data() + y * plan.width, 1, plan.width, direction);
    for (int x = 0; x < plan.width; ++x)
      transform_line(numbers.data() + x, plan.width, plan.height, direction);
    for (const Complex& number : numbers) *plane++ = std::complex<float>(number);
  }
  static void transform_line(Complex* line, int stride, int length, int direction) {
    std::vector<Complex> turns, sums;
    for (int k = 0; k < length; ++k)
      turns.push_back(std::polar(1.0, direction * 2 * std::numbers::pi * k / length));
    for (int k = 0; k < length; ++k) {
      Complex sum;
      for (int i = 0, turn = 0; i < length; ++i, turn = (turn + k) % length)
        sum += line[i * stride] * turns[std::size_t(turn)];
      sums.push_back(sum);
    }
    for (int k = 0; k < length; ++k) line[k * stride] = sums[std::size_t(k)];
  }

  std::map<int, Plan> plans_;
};

}  // namespace livewarp
