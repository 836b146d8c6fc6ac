#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/core/memory/host_texture.h"
#include "kernels/heat/heat.h"
#include "kernels/heat/heat_test_support.h"

namespace livewarp {
namespace {

class HeatPicture : public HeatVariants {
 protected:
  /// With a brush of so many cells on a plate of that width.
  Values view_of(const std::string& tool, double brush, std::int64_t nx) const {
    Values view = default_choice(workload_, "", Backend::cpu).view;
    view["tool"] = tool;
    view["brush"] = 100 * brush / double(nx);
    view["brush_temperature"] = 75.0;
    return view;
  }

  /// One variant of each executor.
  std::vector<const VariantInfo*> both() const {
    return {workload_.find("scalar"), workload_.find("naive")};
  }

  HostState painted(const VariantInfo& variant, Choice choice, const HostState& state,
                    const Stroke& stroke) const {
    const auto exec = exec_for(home_of(variant));
    choice.variant = variant.name;
    choice.launch = defaults(variant.axes);
    const auto simulation = workload_.simulate(choice, home_of(variant), &state);
    simulation->paint(stroke, *exec);
    return simulation->snapshot();
  }

  std::vector<float> published(const VariantInfo& variant, Choice choice, const HostState& state,
                               const Viewport& viewport) const {
    const auto exec = exec_for(home_of(variant));
    choice.variant = variant.name;
    choice.launch = defaults(variant.axes);
    const auto simulation = workload_.simulate(choice, home_of(variant), &state);
    simulation->look(viewport);
    std::vector<float> pixels(simulation->picture().bytes() / sizeof(float), -1.0f);
    simulation->publish(pixels.data(), *exec);
    return pixels;
  }
};

TEST_F(HeatPicture, IsTheSameFromHostAndKernel) {
  for (const std::int64_t nx : {150, 152}) {  // rows that begin at words, and others
    Choice choice = choice_of(*workload_.find("scalar"), nx, 90, "fixed");
    choice.problem["start"] = std::string("marked");
    HostState state = workload_.initial_state(choice.problem);
    for (std::size_t i = 0; i < state.fields[1].size(); i += 37)
      state.fields[1][i] = std::byte(i % 2 ? CellMark::held : CellMark::insulator);
    for (const Viewport& viewport : {Viewport{},
                                     {{0, 0, 150, 90}, 40, 24},
                                     {{0, 0, 150, 90}, 7, 5},
                                     {{20.5, 30.25, 17, 11}, 170, 110},
                                     {{-10, 60, 100, 60}, 50, 30}}) {
      const auto host = published(*both()[0], choice, state, viewport);
      EXPECT_EQ(host, published(*both()[1], choice, state, viewport)) << nx;
      for (const float value : host) EXPECT_GE(value, 0);
    }
  }
}

// The surface is larger than the picture, as that of an OpenGL texture may be.
TEST_F(HeatPicture, IsTheSameInMemoryAndOnASurface) {
  const VariantInfo& variant = *workload_.find("naive");
  for (const std::string precision : {"fp32", "fp64", "fp16"})
    for (const Viewport& viewport :
         {Viewport{}, {{20.5, 30.25, 17, 11}, 170, 110}, {{0, 0, 150, 90}, 1, 1}}) {
      Choice choice = choice_of(variant, 150, 90, "fixed");
      choice.problem["start"] = std::string("marked");
      choice.launch["precision"] = precision;
      const auto simulation = workload_.simulate(choice, Executor::emulator);
      simulation->look(viewport);
      const PictureSpec spec = simulation->picture();
      const auto exec = exec_for(Executor::emulator);
      std::vector<float> plain(spec.bytes() / sizeof(float), -1.0f);
      simulation->publish(plain.data(), *exec);

      const std::size_t row_floats = 2 * std::size_t(spec.width + 3);
      std::vector<float> pixels(row_floats * std::size_t(spec.height + 2), -1.0f),
          expected = pixels;
      for (std::size_t y = 0; y < std::size_t(spec.height); ++y)
        std::copy_n(plain.begin() + std::ptrdiff_t(y * 2 * std::size_t(spec.width)), 2 * spec.width,
                    expected.begin() + std::ptrdiff_t(y * row_floats));
      const HostSurface surface(pixels.data(), std::int64_t(row_floats * sizeof(float)),
                                spec.height + 2);
      simulation->publish(PicturePlace::on_surface(std::bit_cast<std::uintptr_t>(&surface)), *exec);
      EXPECT_EQ(pixels, expected) << precision << ", " << spec.width << " x " << spec.height;
    }
}

TEST_F(HeatPicture, ShowsACellAPixelAndMeansOfMore) {
  const Choice choice = choice_of(*workload_.find("scalar"), 4, 2, "fixed");
  const HostState state =
      state_of({0, 1, 0.25f, 0.5f, 1, 0, 0.75f, 0.5f}, {0, 2, 0, 0, 0, 0, 0, 1});
  const VariantInfo& variant = *both()[0];
  const auto all = published(variant, choice, state, {});
  EXPECT_EQ(all,
            (std::vector<float>{0, 0, 1, 2, 0.25f, 0, 0.5f, 0, 1, 0, 0, 0, 0.75f, 0, 0.5f, 1}));
  const auto half = published(variant, choice, state, {{0, 0, 4, 2}, 2, 1});
  EXPECT_EQ(half, (std::vector<float>{0.5f, 2, 0.5f, 1}));
}

TEST_F(HeatPicture, IsPaintedAlikeByHostAndKernel) {
  const Choice plain = choice_of(*workload_.find("scalar"), 60, 50, "fixed");
  const HostState start = workload_.initial_state(plain.problem);
  const Stroke stroke{-4, 10.5, 30.25, 41};
  for (const std::string tool : {"pan", "source", "insulator", "heat", "erase"}) {
    Choice choice = plain;
    choice.view = view_of(tool, 3, 60);
    const HostState host = painted(*both()[0], choice, start, stroke);
    const HostState kernel = painted(*both()[1], choice, start, stroke);
    EXPECT_EQ(host.fields, kernel.fields) << tool;
    EXPECT_EQ(host.fields == start.fields, tool == "pan" || tool == "erase") << tool;
  }
}

TEST_F(HeatPicture, BrushMarksWhatItSaysWithinItsRadius) {
  Choice choice = choice_of(*workload_.find("scalar"), 40, 30, "fixed");
  choice.view = view_of("source", 5, 40);
  const HostState start = workload_.initial_state(choice.problem);
  const VariantInfo& variant = *both()[0];
  const HostState source = painted(variant, choice, start, {10, 15, 30, 15});
  for (int y = 0; y < 30; ++y)
    for (int x = 0; x < 40; ++x) {
      const double dx = std::max({10 - (x + 0.5), x + 0.5 - 30, 0.0}), dy = y + 0.5 - 15;
      const bool inside = dx * dx + dy * dy <= 25;
      const std::size_t cell = std::size_t(y) * 40 + std::size_t(x);
      EXPECT_EQ(source.fields[1][cell] == std::byte(CellMark::held), inside) << x << "," << y;
      EXPECT_EQ(temperatures(source)[cell], inside ? 0.75 : temperatures(start)[cell]);
    }
  choice.view = view_of("erase", 8, 40);
  const HostState erased = painted(variant, choice, source, {10, 15, 30, 15});
  EXPECT_EQ(erased.fields[1], start.fields[1]);
  choice.view = view_of("insulator", 2, 40);
  const HostState wall = painted(variant, choice, start, {20, 0, 20, 30});
  EXPECT_EQ(wall.fields[1][20], std::byte(CellMark::insulator));
  EXPECT_EQ(temperatures(wall)[20], 0);
}

// However small the share, the cell under the pointer is painted.
TEST_F(HeatPicture, BrushMeetsACellAtLeast) {
  Choice choice = choice_of(*workload_.find("scalar"), 16, 12, "fixed");
  choice.view = view_of("source", 0.016, 16);
  const HostState start = workload_.initial_state(choice.problem);
  for (const double at : {5.01, 5.5, 5.99}) {
    const HostState out = painted(*both()[0], choice, start, {at, at, at, at});
    EXPECT_EQ(out.fields[1][5 * 16 + 5], std::byte(CellMark::held)) << at;
  }
}

// Two spots, the second over the end of the first: each cell has the value of the last one that
// covers its centre, but where it is marked.
TEST_F(HeatPicture, SpotsGiveUnmarkedCellsTheirValue) {
  constexpr std::int64_t nx = 44, ny = 30;
  const Stroke stroke{.spots = {{5, 12, 30, 12, 4, 0.9}, {30, 12, 30, 12, 6, 0.1}}};
  for (const bool marked : {false, true}) {
    std::vector<std::uint8_t> marks(std::size_t(nx * ny));
    if (marked)
      for (std::int64_t x = 0; x < nx; ++x) marks[std::size_t(11 * nx + x)] = x % 2 ? 2 : 1;
    const HostState start = state_of(std::vector<float>(std::size_t(nx * ny), 0.5f), marks);
    Choice choice = choice_of(*workload_.find("scalar"), nx, ny, "fixed");
    choice.view = view_of("source", 9, nx);  // what the hand would paint does not matter
    const HostState host = painted(*both()[0], choice, start, stroke);
    EXPECT_EQ(host.fields, painted(*both()[1], choice, start, stroke).fields);
    EXPECT_EQ(host.fields[1], start.fields[1]) << "marks are as they were";
    for (std::int64_t y = 0; y < ny; ++y)
      for (std::int64_t x = 0; x < nx; ++x) {
        const double cx = double(x) + 0.5, cy = double(y) + 0.5;
        const double along = std::clamp(cx, 5.0, 30.0);
        double expected = std::hypot(cx - along, cy - 12) <= 4 ? 0.9 : 0.5;
        if (std::hypot(cx - 30, cy - 12) <= 6) expected = 0.1;
        if (marks[std::size_t(y * nx + x)]) expected = 0.5;
        EXPECT_EQ(temperatures(host)[std::size_t(y * nx + x)], double(float(expected)))
            << x << "," << y;
      }
  }
}

// What is painted is there in the next step: a source keeps its temperature, a wall stays cold.
TEST_F(HeatPicture, PaintedCellsCountInTheNextStep) {
  for (const VariantInfo* variant : variants()) {
    Choice choice = choice_of(*variant, 70, 40, "insulated");
    choice.view = view_of("source", 4, 70);
    const HostState start = workload_.initial_state(choice.problem);
    const auto exec = exec_for(home_of(*variant));
    const auto simulation = workload_.simulate(choice, home_of(*variant), &start);
    simulation->paint({20, 20, 40, 20}, *exec);
    const HostState before = simulation->snapshot();
    simulation->step(*exec);
    simulation->commit();
    const HostState after = simulation->snapshot();
    EXPECT_EQ(temperatures(after)[20 * 70 + 30], 0.75) << variant->name;
    expect_same_as_reference(choice, before, after);
  }
}

TEST_F(HeatPicture, ViewFollowsItsParameters) {
  const VariantInfo& variant = *workload_.find("naive");
  Choice choice = choice_of(variant, 64, 64, "fixed");
  const auto simulation = workload_.simulate(choice, Executor::emulator);
  const View plain = simulation->view();
  EXPECT_EQ(plain.kind, PictureKind::field);
  EXPECT_EQ(plain.map, ColorMap::inferno);
  EXPECT_TRUE(plain.paints);
  EXPECT_DOUBLE_EQ(plain.brush, 1.28) << "2 % of 64 cells";
  EXPECT_EQ(plain.tile_width, 0);
  Values view = choice.view;
  view["map"] = std::string("coolwarm");
  view["tool"] = std::string("pan");
  view["tiles"] = true;
  view["contours"] = std::int64_t{7};
  view["range_low"] = 20.0;
  EXPECT_TRUE(simulation->adjust(choice.problem, view));
  const View changed = simulation->view();
  EXPECT_EQ(changed.map, ColorMap::coolwarm);
  EXPECT_FALSE(changed.paints);
  EXPECT_EQ(changed.contours, 7);
  EXPECT_EQ(changed.legend_min, 20);
  EXPECT_GT(changed.tile_width, 0);
  EXPECT_GT(changed.tile_height, 0);
}

}  // namespace
}  // namespace livewarp
