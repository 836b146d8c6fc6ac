#include "kernels/histogram/histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/pictures/testing/picture_variants_test.h"

namespace livewarp {

std::unique_ptr<Workload> make_histogram();

namespace {

using Counts = std::vector<std::uint32_t>;

class HistogramVariants : public testing::Test {
 protected:
  Choice choice_of(const VariantInfo& variant, std::int64_t width, std::int64_t height,
                   int channels) const {
    return variants_.choice_of(variant, width, height,
                               {{"pixels", std::string(channels == 1 ? "grey8" : "rgba8")}});
  }
  Counts counted(const Choice& choice, const Bytes& source) const {
    const Bytes bytes = variants_.made_of(choice, source);
    Counts counts(bytes.size() / sizeof(std::uint32_t));
    std::copy_n(bytes.begin(), bytes.size(), reinterpret_cast<std::uint8_t*>(counts.data()));
    return counts;
  }
  /// Calls f(choice) for every variant at every launch.
  template <class F>
  void for_launches(std::int64_t width, std::int64_t height, int channels, const F& f) const {
    for (const VariantInfo* variant : variants_.variants())
      for (Choice choice : choices_of(variants_.workload(), *variant)) {
        choice.problem = choice_of(*variant, width, height, channels).problem;
        f(choice);
      }
  }

  const PictureVariants variants_{make_histogram()};
};

TEST_F(HistogramVariants, CountTheirWork) { variants_.expect_work("L2.11"); }

TEST_F(HistogramVariants, CountEveryTexelOnce) {
  for (const int channels : {1, 4})
    for_launches(53, 37, channels, [&](const Choice& choice) {
      const Counts counts =
          counted(choice, noise_bytes(std::size_t{53 * 37} * std::size_t(channels)));
      ASSERT_EQ(counts.size(), std::size_t(256 * channels));
      for (int c = 0; c < channels; ++c)
        EXPECT_EQ(std::accumulate(counts.begin() + 256 * c, counts.begin() + 256 * (c + 1), 0u),
                  53u * 37u)
            << text_of(choice, {});
    });
}

TEST_F(HistogramVariants, OfAFlatPictureHaveOneLevelAChannel) {
  for_launches(41, 19, 4, [&](const Choice& choice) {
    Bytes source;
    Counts wanted(1024);
    for (int i = 0; i < 41 * 19 * 4; ++i) source.push_back(std::uint8_t(10 + 80 * (i % 4)));
    for (std::size_t c = 0; c < 4; ++c) wanted[256 * c + 10 + 80 * c] = 41 * 19;
    EXPECT_EQ(counted(choice, source), wanted) << text_of(choice, {});
  });
}

// Each level as often as it is large: the counts are the levels. 255 * 256 / 2 texels, in any
// order.
TEST_F(HistogramVariants, FindCountsThatWerePutIn) {
  Bytes source;
  for (int level = 0; level < 256; ++level)
    source.insert(source.end(), std::size_t(level), std::uint8_t(level));
  Counts wanted(256);
  std::iota(wanted.begin(), wanted.end(), 0u);
  Bytes mixed(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) mixed[i * 7919 % source.size()] = source[i];
  for_launches(255, 128, 1, [&](const Choice& choice) {
    EXPECT_EQ(counted(choice, source), wanted) << text_of(choice, {});
    EXPECT_EQ(counted(choice, mixed), wanted) << text_of(choice, {});
  });
}

/// The picture of a variant with that plot.
Bytes picture_of(const PictureVariants& variants, Choice choice, const std::string& plot) {
  choice.view["plot"] = plot;
  return variants.picture_of(choice);
}

TEST_F(HistogramVariants, AreDrawnTheSameOnBothSides) {
  const Workload& workload = variants_.workload();
  for (const int channels : {1, 4})
    for (const std::string plot : {"linear", "log", "none"})
      EXPECT_EQ(picture_of(variants_, choice_of(*workload.find("threads"), 70, 50, channels), plot),
                picture_of(variants_, choice_of(*workload.find("global"), 70, 50, channels), plot));
}

// A checkerboard has black and white alone: their bars, at the edges, reach to the top, and between
// them the ground is dark. Above the plot the picture is as it was.
TEST_F(HistogramVariants, DrawBarsOverThePicture) {
  Choice choice = choice_of(*variants_.workload().find("threads"), 512, 100, 1);
  choice.problem["chart"] = std::string("checker");
  const Bytes plain = picture_of(variants_, choice, "none");
  for (const std::string plot : {"linear", "log"}) {
    const Bytes drawn = picture_of(variants_, choice, plot);
    EXPECT_TRUE(std::equal(drawn.begin(), drawn.begin() + 4 * 512 * 60, plain.begin()));
    const auto level = [&](std::size_t x, std::size_t y) { return int(drawn[4 * (y * 512 + x)]); };
    for (const std::size_t y : {70, 85, 99}) {
      EXPECT_GT(level(0, y), 160) << plot;
      EXPECT_GT(level(511, y), 160) << plot;
      EXPECT_LT(level(100, y), 90) << plot;
    }
  }
}

// Of 1280 x 720 pixels evenly spread levels would have 3,600 each.
TEST_F(HistogramVariants, TheAxisSaysWhereBarsAreCut) {
  Choice choice = choice_of(*variants_.workload().find("threads"), 1280, 720, 4);
  const auto notes = [&](const char* plot) {
    choice.view["plot"] = std::string(plot);
    return variants_.workload().simulate(choice, Executor::cpu)->view().notes;
  };
  ASSERT_EQ(notes("linear").size(), 6u);
  EXPECT_EQ(notes("linear").front(), (ImageNote{"cut at 14,400 pixels", 0, 0.6, 0, true}));
  EXPECT_EQ(notes("linear")[1], (ImageNote{"level 0", 0, 1}));
  EXPECT_EQ(notes("linear").back(), (ImageNote{"255", 1, 1, 1}));
  EXPECT_EQ(notes("log").front().text, "921,600 pixels, logarithmic");
  EXPECT_TRUE(notes("none").empty());
}

// Half the texels are black: that bar is cut and has a gap below its end. The other half are spread
// over 128 levels, 1 / 256 of all in each: a quarter of the plot.
TEST_F(HistogramVariants, BarsThatAreCutHaveAGap) {
  Choice choice = choice_of(*variants_.workload().find("threads"), 512, 500, 1);
  choice.view["plot"] = std::string("linear");
  HostState state = variants_.workload().initial_state(choice.problem);
  for (std::size_t i = 0; i < state.fields[0].size(); ++i)
    state.fields[0][i] = std::byte(i % 2 ? 0 : 128 + i / 2 % 128);
  const Bytes picture = picture_of(variants_.workload(), choice, variants_.stepped(choice, &state));
  const auto level = [&](std::size_t x, double up) {
    const auto y = std::size_t(500 - up * 200);
    return int(picture[4 * (y * 512 + x)]);
  };
  for (const double up : {0.1, 0.5, 0.9, 0.98}) EXPECT_GT(level(0, up), 160) << up;
  EXPECT_LT(level(0, 0.945), 90) << "the gap";
  EXPECT_GT(level(300, 0.2), 160);
  EXPECT_LT(level(300, 0.3), 90);
}

double readout(const std::vector<Readout>& all, const std::string& id) {
  for (const Readout& readout : all)
    if (readout.id == id) return readout.value;
  return std::nan("");
}

TEST_F(HistogramVariants, ReadoutsTellEntropyAndMode) {
  const Choice choice = choice_of(*variants_.workload().find("reference"), 32, 8, 4);
  HostState state = variants_.workload().initial_state(choice.problem);
  for (std::size_t i = 0; i < 256; ++i) {
    state.fields[0][4 * i] = std::byte(i);                     // red: all levels
    state.fields[0][4 * i + 1] = std::byte(i % 2 ? 40 : 200);  // green: two
    state.fields[0][4 * i + 2] = std::byte(77);                // blue: one
    state.fields[0][4 * i + 3] = std::byte(255);
  }
  const auto found =
      variants_.workload().diagnose(choice.problem, variants_.stepped(choice, &state), Job{});
  EXPECT_DOUBLE_EQ(readout(found, "entropy_red"), 8);
  EXPECT_DOUBLE_EQ(readout(found, "entropy_green"), 1);
  EXPECT_DOUBLE_EQ(readout(found, "entropy_blue"), 0);
  EXPECT_EQ(readout(found, "mode"), 77);
  EXPECT_EQ(readout(found, "peak"), 100);
}

}  // namespace
}  // namespace livewarp
