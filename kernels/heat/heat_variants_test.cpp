// What the CUDA variants do beyond the sizes of every variant's check: strips of the streaming
// variant, vectors of four cells, the brush, the picture. All by executing the kernels' source on
// the host.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

class HeatCudaVariants : public HeatVariants {
 protected:
  const VariantInfo& variant(const std::string& name) const { return *workload_.find(name); }

  Choice choice(const std::string& name, std::int64_t nx, std::int64_t ny,
                const std::string& boundary, const Values& launch = {}) const {
    Choice made = choice_of(variant(name), nx, ny, boundary);
    for (const auto& [id, value] : launch) made.launch[id] = value;
    return made;
  }

  /// Steps from the random or, with marks, the marked start agree with fp64.
  void expect_right(const Choice& choice, int steps = 1) const {
    const VariantInfo& info = variant(choice.variant);
    ASSERT_FALSE(refused(choice, info)) << text_of(choice);
    const HostState in = workload_.simulate(choice, home_of(info))->snapshot();
    expect_same_as_reference(choice, in, stepped(choice, info, steps, &in));
  }

  std::vector<float> picture_of(const Choice& choice, const HostState& state,
                                const Viewport& viewport, PictureSpec& spec) const {
    const auto simulation = workload_.simulate(choice, home_of(variant(choice.variant)), &state);
    simulation->look(viewport);
    spec = simulation->picture();
    std::vector<float> pixels(spec.bytes() / sizeof(float), -1.0f);
    simulation->publish(pixels.data(), *exec_for(home_of(variant(choice.variant))));
    return pixels;
  }
};

Values stream_launch(std::int64_t depth, std::int64_t chunk, const std::string& precision = "fp32",
                     std::int64_t cells = 4) {
  return {{"depth", depth}, {"chunk", chunk}, {"precision", precision}, {"cells", cells}};
}

// Three strips, the last one cut off by the edge; three chunks, the last one begun early.
TEST_F(HeatCudaVariants, StreamAgreesWithFp64InEveryKernel) {
  for (const std::int64_t depth : {4, 8, 12})
    for (const char* precision : {"fp32", "fp64", "fp16"})
      for (const std::int64_t cells : {4, 8}) {
        const std::int64_t nx = cells == 4 ? 300 : 568;
        Choice some =
            choice("stream", nx, 90, "periodic", stream_launch(depth, 32, precision, cells));
        if (refused(some, variant("stream"))) continue;
        expect_right(some);
        if (cells == 8) continue;
        some.problem["start"] = std::string("marked");
        expect_right(some);
        some.problem["nx"] = nx + 1;  // rows begin anywhere
        expect_right(some);
      }
}

// One and several strips and chunks, cut off anywhere, or none at all: the border is computed by
// the strips, or apart where rows are not aligned, marks are there, or a plate that goes round has
// 57 rows.
TEST_F(HeatCudaVariants, StreamKeepsEveryBorder) {
  for (const char* boundary : {"fixed", "insulated", "periodic"})
    for (const char* start : {"random", "marked"})
      for (const auto& [nx, ny] :
           {std::pair{128, 57}, {132, 44}, {136, 56}, {243, 57}, {260, 91}, {127, 60}, {300, 1}})
        for (const std::int64_t depth : {4, 8, 12}) {
          Choice some = choice("stream", nx, ny, boundary, stream_launch(depth, 16));
          some.problem["start"] = std::string(start);
          expect_right(some, 3);
        }
}

TEST_F(HeatCudaVariants, StreamKeepsTheBorderInEveryKernel) {
  for (const char* boundary : {"fixed", "insulated", "periodic"})
    for (const std::int64_t depth : {4, 8, 12})
      for (const char* precision : {"fp32", "fp64", "fp16"})
        for (const std::int64_t cells : {4, 8})
          for (const std::int64_t chunk : {0, 32}) {
            const Choice some = choice("stream", cells == 4 ? 236 : 568, 76, boundary,
                                       stream_launch(depth, chunk, precision, cells));
            if (!refused(some, variant("stream"))) expect_right(some, 2);
          }
}

TEST_F(HeatCudaVariants, AFixedBorderKeepsItsLastBit) {
  constexpr std::size_t nx = 300, ny = 91;
  for (const std::string name : {"naive", "shared", "float4", "tile-temporal", "stream"})
    for (const double number : {0.2, 0.21}) {
      Choice some = choice(name, nx, ny, "fixed");
      some.problem["number"] = number;
      const HostState in = workload_.simulate(some, Executor::emulator)->snapshot();
      const std::vector<double> before = temperatures(in);
      const std::vector<double> after = temperatures(stepped(some, variant(name), 5, &in));
      for (std::size_t i = 0; i < before.size(); ++i) {
        const std::size_t x = i % nx, y = i / nx;
        const bool border = x == 0 || x == nx - 1 || y == 0 || y == ny - 1;
        ASSERT_EQ(before[i] == after[i], border) << name << " at " << x << ", " << y;
      }
    }
}

TEST_F(HeatCudaVariants, StreamTakesAnyDiffusionNumber) {
  for (const double number : {0.001, 0.004, 0.0625, 0.1, 0.21, 0.25})
    for (const std::int64_t depth : {8, 12}) {
      Choice some = choice("stream", 260, 60, "insulated", stream_launch(depth, 0));
      some.problem["number"] = number;
      expect_right(some, 12);
    }
}

// A single mark in each place of a strip in turn: one chunk goes the slow way, the others do not.
TEST_F(HeatCudaVariants, StreamSeesEveryMark) {
  constexpr std::int64_t nx = 264, ny = 84;
  const Choice some = choice("stream", nx, ny, "insulated", stream_launch(4, 16));
  std::vector<float> t(nx * ny);
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = float(i * 2654435761u % 1000u) / 1000;
  for (const std::int64_t place : {0, 3, 4, 5, 123, 124, 127, 128, 131, 258, 263})
    for (const std::int64_t y : {0, 1, 3, 4, 17, 18, 20, 21, 38, 39, 75, 76, 83}) {
      std::vector<float> values = t;
      std::vector<std::uint8_t> marks(t.size());
      const std::size_t cell = std::size_t(y * nx + place);
      const bool held = (place + y) % 2 == 0;
      marks[cell] = std::uint8_t(held ? CellMark::held : CellMark::insulator);
      if (!held) values[cell] = 0;
      const HostState in = state_of(values, marks);
      expect_same_as_reference(some, in, stepped(some, variant("stream"), 1, &in));
    }
}

TEST_F(HeatCudaVariants, HeldCellsKeepTheirLastBit) {
  for (const std::string name :
       {"naive", "texture", "shared", "float4", "tile-temporal", "stream"}) {
    const Choice some = choice(name, 260, 70, "periodic");
    std::vector<float> t(260 * 70, 0.25f);
    std::vector<std::uint8_t> marks(t.size());
    for (std::size_t i = 0; i < t.size(); i += 37) {
      t[i] = float(std::sin(double(i)) * 0.5 + 0.5);
      marks[i] = std::uint8_t(CellMark::held);
    }
    const HostState in = state_of(t, marks);
    const std::vector<double> out = temperatures(stepped(some, variant(name), 5, &in));
    for (std::size_t i = 0; i < t.size(); i += 37) ASSERT_EQ(out[i], double(t[i])) << name;
  }
}

TEST_F(HeatCudaVariants, AnEvenPlateStaysEven) {
  for (const std::string name : {"naive", "texture", "shared", "float4", "tile-temporal", "stream"})
    for (const double number : {0.07, 0.2}) {
      Choice some = choice(name, 260, 60, "insulated");
      some.problem["number"] = number;
      const HostState in = state_of(std::vector<float>(260 * 60, 0.7f));
      const int launches = 200 / workload_.time_steps(some);
      for (const double value : temperatures(stepped(some, variant(name), launches, &in)))
        ASSERT_NEAR(value, double(0.7f), 3e-7) << name << ", number " << number;
    }
}

// Widths with and without the load of four cells, a single vector, rows that no thread has.
TEST_F(HeatCudaVariants, VectorsOfFourCellsAgreeWithFp64) {
  for (const char* boundary : {"fixed", "insulated", "periodic"})
    for (const std::int64_t nx : {4, 8, 128, 132, 260, 1, 3, 130, 255})
      for (const char* precision : {"fp32", "fp64", "fp16"}) {
        Choice some = choice("float4", nx, 11, boundary, {{"precision", std::string(precision)}});
        expect_right(some);
        some.problem["start"] = std::string("marked");
        expect_right(some);
      }
}

// 48 is a width that every storage takes. Insulated at radius 1 the hardware's clamp is the border.
TEST_F(HeatCudaVariants, TexturesOfEveryStorageAgreeWithFp64) {
  for (const char* storage : {"linear", "pitched", "array"})
    for (const char* precision : {"fp32", "fp16"})
      for (const char* boundary : {"fixed", "insulated", "periodic"})
        for (const char* start : {"random", "marked"})
          for (const std::int64_t radius : {1, 3}) {
            Choice some =
                choice("texture", 48, 21, boundary,
                       {{"storage", std::string(storage)}, {"precision", std::string(precision)}});
            some.problem["start"] = std::string(start);
            some.problem["radius"] = radius;
            some.problem["number"] = 0.1;
            expect_right(some, 3);
          }
}

TEST_F(HeatCudaVariants, TexturesRefuseWhatTheyCannotHold) {
  const auto refusal = [&](std::int64_t nx, std::int64_t ny, const char* storage,
                           const char* precision = "fp32") {
    return workload_.refusal(
        choice("texture", nx, ny, "fixed",
               {{"storage", std::string(storage)}, {"precision", std::string(precision)}}),
        Executor::emulator);
  };
  EXPECT_EQ(refusal(1000, 1000, "pitched"), "");
  EXPECT_NE(refusal(1000, 1000, "pitched", "fp16").find("multiple of 32; linear and array"),
            std::string::npos);  // 2,000 bytes
  EXPECT_NE(refusal(1001, 1000, "pitched"), "");
  EXPECT_EQ(refusal(1001, 1000, "linear"), "");
  EXPECT_EQ(refusal(1001, 1000, "array"), "");
  EXPECT_EQ(refusal(16'384, 8192, "linear"), "");
  EXPECT_NE(refusal(16'384, 8193, "linear").find("at most 134,217,728"), std::string::npos);
  EXPECT_EQ(refusal(32'768, 32'768, "array"), "");
  EXPECT_THROW(parse_value(*find_param(variant("texture").axes, "precision"), "fp64"), Error);
  // The array is memory too.
  const Choice plain = choice("texture", 100, 80, "fixed");
  const Choice array = choice("texture", 100, 80, "fixed", {{"storage", std::string("array")}});
  EXPECT_EQ(workload_.state_bytes(array), workload_.state_bytes(plain) + 100 * 80 * sizeof(float));
  EXPECT_EQ(workload_.simulate(array, Executor::emulator)->state_bytes(),
            workload_.state_bytes(array));
}

TEST_F(HeatCudaVariants, MutantsAreSeenInsideOfStrips) {
  for (const std::string name : {"stream", "tile-temporal", "float4"})
    expect_mutants_seen(workload_, choice(name, 264, 90, "fixed"), 5);
}

// Marks are looked for once and kept from step to step, until something is painted.
TEST_F(HeatCudaVariants, StreamFindsWhatIsPaintedBetweenSteps) {
  Choice some = choice("stream", 300, 150, "insulated", {{"depth", std::int64_t{8}}});
  some.problem["start"] = std::string("marked");
  some.view["brush"] = 5 / 3.0;  // 5 cells of 300
  const auto exec = make_emulator_exec();
  const auto simulation = workload_.simulate(some, Executor::emulator);
  for (const std::string tool : {"insulator", "source", "erase"}) {
    for (int i = 0; i < 2; ++i) {
      simulation->step(*exec);
      simulation->commit();
    }
    some.view["tool"] = tool;
    simulation->restyle(some.view);
    simulation->paint({30, 20, 270, 130}, *exec);
    for (int i = 0; i < 2; ++i) {
      const HostState in = simulation->snapshot();
      simulation->step(*exec);
      simulation->commit();
      expect_same_as_reference(some, in, simulation->snapshot());
    }
  }
}

// Spots change temperatures alone: the marks that were looked for are still the plate's.
TEST_F(HeatCudaVariants, SpotsBetweenStepsAreCountedToo) {
  for (const std::string start : {"figure", "random"}) {
    Choice some = choice("stream", 300, 150, "fixed", {{"depth", std::int64_t{8}}});
    some.problem["start"] = start;
    const auto exec = make_emulator_exec();
    const auto simulation = workload_.simulate(some, Executor::emulator);
    for (int i = 0; i < 3; ++i) {
      const HostState before = simulation->snapshot();
      simulation->paint({.spots = {{40.0 + 60 * i, 20, 100.0 + 60 * i, 20, 6, 1}}}, *exec);
      const HostState in = simulation->snapshot();
      EXPECT_NE(in.fields[0], before.fields[0]);
      EXPECT_EQ(in.fields[1], before.fields[1]);
      simulation->step(*exec);
      simulation->commit();
      expect_same_as_reference(some, in, simulation->snapshot());
    }
  }
}

TEST_F(HeatCudaVariants, BrushPaintsWhatTheToolSays) {
  constexpr std::int64_t nx = 40, ny = 30;
  struct Case {
    const char* tool;
    std::uint8_t mark;
    double temperature;
  };
  for (const Case& c :
       {Case{"source", 2, 0.8}, {"insulator", 1, 0}, {"heat", 0, 0.8}, {"erase", 0, 0.5}})
    for (const char* precision : {"fp32", "fp64", "fp16"}) {
      Choice some = choice("naive", nx, ny, "fixed", {{"precision", std::string(precision)}});
      some.view["tool"] = std::string(c.tool);
      some.view["brush"] = 10.0;  // 4 cells of 40
      some.view["brush_temperature"] = 80.0;
      const HostState in = state_of(std::vector<float>(nx * ny, 0.5f),
                                    std::vector<std::uint8_t>(nx * ny, std::uint8_t{2}));
      const auto simulation = workload_.simulate(some, Executor::emulator, &in);
      simulation->paint({-3, 5, 20.5, 28}, *make_emulator_exec());
      const HostState out = simulation->snapshot();
      const std::vector<double> t = temperatures(out);
      int painted = 0;
      for (std::int64_t y = 0; y < ny; ++y)
        for (std::int64_t x = 0; x < nx; ++x) {
          // The nearest of many points of the stroke.
          double nearest = 1e9;
          for (int i = 0; i <= 4000; ++i)
            nearest = std::min(nearest, std::hypot(double(x) + 0.5 - (-3 + 23.5 * i / 4000),
                                                   double(y) + 0.5 - (5 + 23.0 * i / 4000)));
          if (std::abs(nearest - 4) < 0.01) continue;
          const auto cell = std::size_t(y * nx + x);
          const bool inside = nearest < 4;
          painted += inside;
          EXPECT_EQ(int(out.fields[1][cell]), inside ? c.mark : 2) << c.tool << x << "," << y;
          EXPECT_NEAR(t[cell], inside ? c.temperature : 0.5, 5e-4) << c.tool << x << "," << y;
        }
      EXPECT_GT(painted, 100);
    }
}

TEST_F(HeatCudaVariants, PictureShowsCellsMeansAndMarks) {
  constexpr std::int64_t nx = 64, ny = 48;
  std::vector<float> t(nx * ny);
  for (std::int64_t i = 0; i < nx * ny; ++i) t[std::size_t(i)] = float(i % nx) / nx;
  std::vector<std::uint8_t> marks(t.size());
  marks[5 * nx + 9] = 1;
  marks[7 * nx + 9] = 2;
  const HostState state = state_of(t, marks);
  const Choice some = choice("naive", nx, ny, "fixed");
  PictureSpec spec;
  const std::vector<float> whole = picture_of(some, state, {}, spec);
  ASSERT_EQ(spec.width * spec.height, nx * ny);
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_EQ(whole[2 * i], t[i]);
    EXPECT_EQ(whole[2 * i + 1], float(marks[i]));
  }
  // Of 4 x 4 cells a pixel shows the mean of all of them, and any mark; a source before an
  // insulator.
  const std::vector<float> quarter =
      picture_of(some, state, {{0, 0, double(nx), double(ny)}, 16, 12}, spec);
  ASSERT_EQ(spec.width, 16);
  for (int px = 0; px < 16; ++px)
    EXPECT_NEAR(quarter[std::size_t(2 * (3 * 16 + px))], (4 * px + 1.5) / nx, 1e-6);
  EXPECT_EQ(quarter[2 * (1 * 16 + 2) + 1], 2.0f);
  EXPECT_EQ(quarter[2 * (2 * 16 + 2) + 1], 0.0f);
  // A region of one pixel a cell.
  const std::vector<float> part = picture_of(some, state, {{8, 4, 8, 4}, 8, 4}, spec);
  EXPECT_EQ(part[0], t[4 * nx + 8]);
  EXPECT_EQ(part[2 * (1 * 8 + 1) + 1], 1.0f);
}

}  // namespace
}  // namespace livewarp
