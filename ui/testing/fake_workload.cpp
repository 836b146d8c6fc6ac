#include "ui/testing/fake_model.h"

#include "kernels/core/base/error.h"
#include "kernels/core/model/block_rule.h"
#include "kernels/core/workload/shared_reserve.h"
#include "kernels/pictures/image_file.h"

namespace livewarp::ui {

namespace {

const char* no_device = "the driver says: no CUDA-capable device is detected";

Param bodies_param() {
  Param n = integer_param("n", "N", "bodies", 1, 1 << 20, 16384, "Number of bodies.");
  n.log_scale = true;
  return n;
}

WorkloadInfo nbody_info() {
  WorkloadInfo info{.name = "nbody",
                    .title = "N-body",
                    .summary = "Gravity, all pairs.",
                    .item = "interaction",
                    .item_rate = "interactions/s",
                    .topic = "L1"};
  Param softening =
      real_param("softening", "Softening", "", 0, 1, 0.01, "Smooths close encounters.");
  softening.log_scale = true;
  Param step = real_param("dt", "Time step", "", 1e-5, 1e-1, 1e-3, "Leapfrog step.");
  step.log_scale = true;
  Param seed = integer_param("seed", "Seed", "", 0, 999, 1, "Of the random start.");
  seed.group = ParamGroup::start;
  Param shape = choice_param("start", "Bodies",
                             {{"plummer", "Plummer sphere", {}}, {"discs", "Two discs", {}}},
                             "plummer", "Where bodies begin.");
  shape.group = ParamGroup::start;
  Param size = real_param("size", "Point size", "", 0.1, 10, 1, "Of a body in the picture.");
  size.group = ParamGroup::view;
  info.params = {bodies_param(), step, softening, shape, seed, size};
  info.default_cuda = "shared";
  info.default_cpu = "threads";
  info.reference = "reference";
  info.size_params = {"n"};
  return info;
}

VariantInfo variant(const char* name, const char* title, Backend backend, const char* lesson) {
  VariantInfo info{.name = name,
                   .title = title,
                   .lesson = lesson,
                   .file = "kernels/nbody/cuda/nbody.cuh",
                   .topic = "L1.2",
                   .source = "own",
                   .backend = backend};
  info.tolerance = {5e-6, 1e-4, ""};
  if (backend == Backend::cuda) {
    info.axes = {block_axis({"32", "64", "128", "256", "512", "1024"}, "128",
                            BlockRule::row("bodies stand in a row"))};
    info.axes.push_back(reserve_axis(info));
    info.memory_modes = cuda_memory_modes();
  } else {
    info.memory_modes = {MemoryMode::host};
  }
  return info;
}

std::vector<VariantInfo> nbody_variants() {
  std::vector<VariantInfo> variants{
      variant(
          "naive", "Naive", Backend::cuda,
          "Every thread owns one body and reads all the others from global memory. The caches save "
          "it from ruin: neighbours of a warp read the same body at the same time. Count the bytes "
          "that it asks for beside the bytes that it needs."),
      variant(
          "shared", "Shared tile", Backend::cuda,
          "A block loads a tile of bodies into shared memory once, and all its threads read them "
          "from there. Each body crosses the bus once a block instead of once a thread. Larger "
          "blocks share more, until too few of them are left to fill the machine."),
      variant("register", "Register tiling", Backend::cuda,
              "Each thread keeps several bodies in registers, so that one load from shared memory "
              "serves all of them. Arithmetic becomes the limit, which is where one wants to be."),
      variant("reference", "Reference fp64", Backend::cpu,
              "The plain double loop in double precision. Slow on purpose: every other variant is "
              "compared with it."),
      variant("scalar", "Scalar", Backend::cpu,
              "The plain loop in single precision, one pair at a time."),
      variant(
          "vector", "Vectorized", Backend::cpu,
          "Eight or sixteen bodies per instruction, an approximate reciprocal root and one Newton "
          "step. The same work on one core, in a tenth of the time."),
      variant(
          "threads", "Threads", Backend::cpu,
          "The vectorised loop on every core. Bodies are dealt out in slices of a fixed grain, so "
          "that a slow core does not hold up the others; the sums do not depend on the number of "
          "threads.")};
  variants[2].axes.push_back(
      integer_axis("items", "Bodies per thread", "", {1, 2, 4, 8}, 4, "Kept in registers."));
  for (std::size_t i : {5, 6})
    variants[i].axes.push_back(choice_param("isa", "Instruction set",
                                            {{"avx2", "AVX2", {}}, {"avx512", "AVX-512", {}}},
                                            "avx2", "Width of a vector."));
  variants[6].axes.push_back(integer_param("threads", "Threads", "", 1, 16, 2, "Cores at work."));
  variants[6].axes.back().group = ParamGroup::launch;
  return variants;
}

WorkloadInfo all_kinds_info() {
  WorkloadInfo info{.name = "kinds",
                    .title = "Kinds",
                    .summary = "Every kind of parameter.",
                    .item = "cell",
                    .item_rate = "cells/s",
                    .topic = "L0",
                    .method = "choice"};
  Param whole = integer_param("whole", "Whole", "cells", 1, 100, 10, "A whole number.");
  Param power = integer_param("power", "Power", "", 1, 4096, 64, "A power of two.");
  power.log_scale = true;
  Param real = real_param("real", "Real", "m", 0, 2, 0.5, "A real number.");
  Param choice =
      choice_param("choice", "Choice", {{"a", "One", {}}, {"b", "Two", {}}}, "a", "One of two.");
  Param long_choice =
      choice_param("long", "Long choice",
                   {{"a", "A rather long label", {}},
                    {"b", "Another rather long label", {}},
                    {"c", "A third one, not possible", "needs 4 GiB, this machine has 2"}},
                   "a", "One of several with long names.");
  long_choice.group = ParamGroup::start;
  Param toggle{.id = "toggle",
               .label = "Toggle",
               .kind = ParamKind::toggle,
               .default_value = false,
               .group = ParamGroup::view,
               .help = "On or off."};
  Param greyed = real_param("greyed", "Greyed", "", 0, 1, 0.25, "Elsewhere.");
  greyed.reason = "not on this machine";
  Param image = image_file_param("image", "Image", {{"long", std::string("b")}}, "Bright is hot.");
  image.group = ParamGroup::start;
  info.params = {whole, power, real, choice, greyed, long_choice, image, toggle};
  info.default_cpu = "plain";
  info.reference = "plain";
  info.size_params = {"power"};
  return info;
}

WorkloadInfo field_info() {
  WorkloadInfo info{.name = "field",
                    .title = "Field",
                    .summary = "Cells of a plate.",
                    .item = "cell",
                    .item_rate = "cells/s",
                    .topic = "L3"};
  Param side = integer_param("side", "Side", "cells", 1, 4096, 1024, "Cells of a row.");
  side.log_scale = true;
  Param tool = choice_param("tool", "Tool",
                            {{"pan", "Pan", {}},
                             {"source", "Source", {}},
                             {"wall", "Insulator", {}},
                             {"warm", "Heat", {}},
                             {"erase", "Erase", {}}},
                            "source", "What the left button does.");
  tool.group = ParamGroup::view;
  info.params = {side, tool};
  info.default_cpu = "plain";
  info.reference = "plain";
  info.size_params = {"side"};
  return info;
}

}  // namespace

FakeWorkload::FakeWorkload(WorkloadInfo info, std::vector<VariantInfo> variants)
    : info_(std::move(info)), variants_(std::move(variants)) {
  for (const VariantInfo& variant : variants_) pointers_.push_back(&variant);
}

std::unique_ptr<Simulation> FakeWorkload::simulate(const Choice&, Executor,
                                                   const HostState*) const {
  throw Error("a fake workload computes nothing");
}

std::vector<Discrepancy> FakeWorkload::compare(const Values&, const HostState&, const HostState&,
                                               const CompareScope&, const Job&) const {
  return {};
}

std::vector<Readout> FakeWorkload::diagnose(const Values&, const HostState&, const Job&) const {
  return {};
}

FakeWorld::FakeWorld() {
  cpu_only.cpu = {"AMD EPYC 9554", 2, {"sse4", "avx2", "avx512"}, std::size_t(24) << 30};
  cpu_only.gpu_reason = no_device;
  with_gpu = cpu_only;
  with_gpu.gpu_reason.clear();
  with_gpu.runtime_cuda = with_gpu.driver_cuda = 13000;
  GpuInfo gpu;
  gpu.name = "NVIDIA H200";
  gpu.major = 9;
  gpu.max_threads_per_block = 1024;
  with_gpu.gpus.push_back(gpu);
  nbody = std::make_unique<FakeWorkload>(nbody_info(), nbody_variants());
  VariantInfo plain = variant("plain", "Plain", Backend::cpu, "A loop.");
  all_kinds = std::make_unique<FakeWorkload>(all_kinds_info(), std::vector{plain});
  field = std::make_unique<FakeWorkload>(
      field_info(), std::vector{plain, variant("other", "Other", Backend::cpu, "Another loop.")});
}

}  // namespace livewarp::ui
