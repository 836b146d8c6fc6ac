#include "kernels/pictures/cufft.h"

#include <algorithm>
#include <array>

#include "kernels/core/base/detect.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr int complex_to_complex = 0x29;  // cufftType in cufft.h

struct CufftStatusWords {
  int status;
  const char* words;
};
// cufftResult in cufft.h.
constexpr CufftStatusWords cufft_statuses[] = {
    {2, "there is not enough memory on the GPU"},
    {5, "it or the driver failed, as where the driver is older than the library"},
    {6, "its kernels could not be launched"},
    {7, "it could not be initialized: is the driver older than the library?"},
    {8, "it does not take transforms of this size"},
    {13, "a plan has no work area"},
};

void check_cufft(int status, const char* function) {
  if (status != 0) throw Error(cufft_status_text(function, status));
}

}  // namespace

std::string cufft_status_text(const char* function, int status) {
  std::string text = std::string(function) + ": status " + std::to_string(status);
  for (const CufftStatusWords& known : cufft_statuses)
    if (known.status == status) text += std::string(", ") + known.words;
  return text;
}

CufftPlan::CufftPlan(const CufftFunctions& functions, const CufftShape& shape)
    : functions_(functions) {
  check_cufft(functions_.create(&plan_), "cufftCreate");
  try {
    make(shape);
  } catch (...) {
    functions_.destroy(plan_);
    throw;
  }
}

CufftPlan::~CufftPlan() { functions_.destroy(plan_); }

void CufftPlan::make(const CufftShape& shape) {
  check_cufft(functions_.set_auto_allocation(plan_, 0), "cufftSetAutoAllocation");
  std::array lengths{shape.height, shape.width};  // the one along which memory runs comes last
  const int distance = shape.width * shape.height;
  check_cufft(functions_.make_plan_many(plan_, int(lengths.size()), lengths.data(), nullptr, 1,
                                        distance, nullptr, 1, distance, complex_to_complex,
                                        shape.planes, &work_bytes_),
              "cufftMakePlanMany");
}

void CufftPlan::transform(void* planes, void* work, CufftDirection direction, void* stream) const {
  const std::scoped_lock alone(in_use_);
  check_cufft(functions_.set_stream(plan_, stream), "cufftSetStream");
  check_cufft(functions_.set_work_area(plan_, work), "cufftSetWorkArea");
  check_cufft(functions_.exec_c2c(plan_, planes, planes, int(direction)), "cufftExecC2C");
}

Cufft::Cufft(const std::vector<std::string>& names) {
  library_.emplace(names, LibraryAdvice{.title = "cuFFT",
                                        .how = "install NVIDIA's cuFFT, or pip install "
                                               "nvidia-cufft (nvidia-cufft-cu12 for CUDA 12) and "
                                               "set LD_LIBRARY_PATH",
                                        .versions = "cuFFT 11 or 12"});
  const auto take = [&]<class Function>(Function& function, const char* name) {
    function = reinterpret_cast<Function>(library_->find(name));
  };
  take(functions_.create, "cufftCreate");
  take(functions_.set_auto_allocation, "cufftSetAutoAllocation");
  take(functions_.make_plan_many, "cufftMakePlanMany");
  take(functions_.set_work_area, "cufftSetWorkArea");
  take(functions_.set_stream, "cufftSetStream");
  take(functions_.exec_c2c, "cufftExecC2C");
  take(functions_.destroy, "cufftDestroy");
}

std::shared_ptr<const CufftPlan> Cufft::plan(const CufftShape& shape) const {
  if (library_) library_->require();
  const std::scoped_lock alone(asking_);
  const Key key{present_gpu_limits().index, shape};
  const auto found = std::ranges::find(plans_, key, [](const auto& kept) { return kept.first; });
  if (found != plans_.end()) {
    plans_.splice(plans_.begin(), plans_, found);
  } else {
    plans_.emplace_front(key, std::make_shared<const CufftPlan>(functions_, shape));
    if (plans_.size() > most_plans) plans_.pop_back();  // who still uses it keeps it
  }
  return plans_.front().second;
}

std::vector<std::string> cufft_names() {
  return {"libcufft.so.12", "libcufft.so.11", "libcufft.so"};
}

const Cufft& cufft() {
  static const Cufft library(cufft_names());
  return library;
}

}  // namespace livewarp
