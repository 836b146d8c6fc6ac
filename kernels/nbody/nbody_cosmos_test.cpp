// The cosmic cube against its power, wave by wave, and against linear theory.
#include "kernels/nbody/nbody_cosmos.h"

#include <algorithm>

#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

class CosmosTest : public NbodyVariants {
 protected:
  HostState state_of(std::int64_t n, std::int64_t seed = 1) const {
    return started("cosmos", n, seed);
  }
};

struct Waves {
  int x, y, z;
  double number() const { return std::sqrt(double(x * x + y * y + z * z)); }
};

/// The amplitude of a wave in a field of cells, summed as the definition says.
template <class Field>
std::complex<double> amplitude(const Field& field, int cells, const Waves& k) {
  std::complex<double> sum;
  for (int z = 0; z < cells; ++z)
    for (int y = 0; y < cells; ++y)
      for (int x = 0; x < cells; ++x) {
        const double phase = -2 * std::numbers::pi * (k.x * x + k.y * y + k.z * z) / cells;
        sum += field(x, y, z) * std::polar(1.0, phase);
      }
  return sum / std::pow(double(cells), 3);
}

double contrast_at(const RippleField& field, int x, int y, int z) {
  const auto side = std::size_t(field.cells());
  return double{field.contrast()[(std::size_t(z) * side + std::size_t(y)) * side + std::size_t(x)]};
}

// A shell of waves has as much power as is asked for, within the spread of its number.
TEST(RippleField, HasThePowerOfItsSpectrum) {
  constexpr int cells = 32;
  for (const auto& [low, high] : {std::pair{1.0, 2.0}, {2.0, 3.0}, {4.0, 5.0}}) {
    std::vector<Waves> shell;
    for (int z = 0; z <= 5; ++z)
      for (int y = -5; y <= 5; ++y)
        for (int x = -5; x <= 5; ++x) {
          const Waves k{x, y, z};
          const bool half = z > 0 || y > 0 || (y == 0 && x > 0);
          if (half && k.number() >= low && k.number() < high) shell.push_back(k);
        }
    double share = 0;
    int count = 0;
    for (const std::uint64_t seed : {1, 2, 3}) {
      const RippleField field(seed, cells);
      const auto at = [&](int x, int y, int z) { return contrast_at(field, x, y, z); };
      for (std::size_t k = 0; k < shell.size(); k += shell.size() / 12 + 1) {
        share += std::norm(amplitude(at, cells, shell[k])) / field.power(shell[k].number());
        ++count;
      }
    }
    ASSERT_GE(count, 20);
    EXPECT_NEAR(share / count, 1, 4 / std::sqrt(double(count))) << low;
    EXPECT_GT(share / count, 0.3) << low;
  }
}

// Power falls from large waves to small ones as theory says, by much.
TEST(RippleField, PowerTurnsOverWhereMatterAndRadiationWereEqual) {
  const RippleField field(1, 128);
  EXPECT_GT(field.power(2), 5 * field.power(10));
  EXPECT_GT(field.power(10), 5 * field.power(25));
  // To larger scales it grows with the wave number (Harrison and Zel'dovich).
  EXPECT_NEAR(field.power(0.002) / field.power(0.001), 2, 0.1);
}

TEST(RippleField, MeanIsZeroAndSizeAsPromised) {
  double square = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const RippleField field(seed, 64);
    Double3 sum;
    double of_seed = 0;
    for (int z = 0; z < 64; ++z)
      for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
          const Double3 s = field.at({x / 64.0, y / 64.0, z / 64.0});
          sum = sum + s;
          of_seed += dot(s, s) / (64.0 * 64 * 64);
        }
    for (const double mean : {sum.x, sum.y, sum.z}) EXPECT_NEAR(mean / (64.0 * 64 * 64), 0, 1e-7);
    square += of_seed / 4;
  }
  EXPECT_NEAR(std::sqrt(square), RippleField::rms, 0.2 * RippleField::rms);
}

// Matter that is displaced is denser where displacements run together: contrast = -divergence.
TEST(RippleField, ContrastIsMinusTheDivergence) {
  constexpr int cells = 32;
  const RippleField field(5, cells);
  for (const Waves& k : {Waves{1, 0, 0}, Waves{0, 2, 1}, Waves{-1, 1, 3}}) {
    std::complex<double> divergence;
    for (int axis = 0; axis < 3; ++axis) {
      const auto along = [&](int x, int y, int z) {
        const Double3 s = field.at({double(x) / cells, double(y) / cells, double(z) / cells});
        return axis == 0 ? s.x : axis == 1 ? s.y : s.z;
      };
      const int waves = axis == 0 ? k.x : axis == 1 ? k.y : k.z;
      divergence +=
          std::complex<double>(0, 2 * std::numbers::pi * waves) * amplitude(along, cells, k);
    }
    const auto contrast =
        amplitude([&](int x, int y, int z) { return contrast_at(field, x, y, z); }, cells, k);
    EXPECT_GT(std::abs(contrast), 1e-4);
    EXPECT_LT(std::abs(contrast + divergence), 1e-3 * std::abs(contrast));
  }
}

TEST(RippleField, FinerGridsKeepTheLargeWaves) {
  const RippleField coarse(3, 32), fine(3, 128);
  double difference = 0, size = 0;
  for (int k = 0; k < 1000; ++k) {
    const Double3 at{(k % 10 + 0.3) / 10, (k / 10 % 10 + 0.7) / 10, (k / 100 + 0.1) / 10};
    const Double3 a = coarse.at(at), b = fine.at(at);
    const Double3 off = a + (-1) * b;
    difference += dot(off, off);
    size += dot(b, b);
  }
  EXPECT_LT(std::sqrt(difference / size), 0.35);
  EXPECT_GT(size, 0);
}

TEST_F(CosmosTest, HasMassOneAndRestsInTheOrigin) {
  for (const std::int64_t n : {1, 2, 7, 8, 9, 1000, 30'011}) {
    const HostState state = state_of(n);
    double mass = 0;
    Double3 at, momentum;
    for (std::int64_t i = 0; i < n; ++i) {
      const Double4 x = body_of(state, 0, i), v = body_of(state, 1, i);
      mass += x.w;
      at = at + x.w * Double3{x.x, x.y, x.z};
      momentum = momentum + x.w * Double3{v.x, v.y, v.z};
    }
    EXPECT_NEAR(mass, 1, 1e-5) << n;
    EXPECT_LT(std::sqrt(dot(at, at)), 3e-6) << n;
    EXPECT_LT(std::sqrt(dot(momentum, momentum)), 3e-6) << n;
  }
}

TEST_F(CosmosTest, ExpandsAtAShareOfTheSpeedOfEscape) {
  constexpr std::int64_t n = 64'000;
  const HostState state = state_of(n);
  double xv = 0, xx = 0, peculiar = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const Double4 x = body_of(state, 0, i), v = body_of(state, 1, i);
    xv += x.x * v.x + x.y * v.y + x.z * v.z;
    xx += x.x * x.x + x.y * x.y + x.z * x.z;
  }
  // A sphere of the cube's density at the critical expansion has as much kinetic as potential
  // energy: v^2 / 2 = M / r for M = 4 pi / 3 r^3 / 8, M = 1 in the whole cube.
  const double critical = std::sqrt(2 * 4 * std::numbers::pi / 3 / 8);
  EXPECT_NEAR(xv / xx, critical * std::sqrt(CosmicCube::expansion2), 0.06 * critical);
  for (std::int64_t i = 0; i < n; ++i) {
    const Double4 x = body_of(state, 0, i), v = body_of(state, 1, i);
    const Double3 own =
        Double3{v.x, v.y, v.z} + (-CosmicCube::expansion()) * Double3{x.x, x.y, x.z};
    peculiar += dot(own, own) / n;
  }
  // Displacements grow at that rate, each of them rms long in units of the side.
  const double expected =
      CosmicCube::expansion() * CosmicCube::growth() * CosmicCube::side * RippleField::rms;
  EXPECT_NEAR(std::sqrt(peculiar), expected, 0.3 * expected);
}

TEST_F(CosmosTest, IsClumpierThanChance) {
  constexpr std::int64_t n = 64'000;
  const auto spread = [&](const HostState& state) {
    std::vector<double> cells(16 * 16 * 16);
    for (std::int64_t i = 0; i < n; ++i) {
      const Double4 x = body_of(state, 0, i);
      const auto cell = [](double at) { return std::clamp(int((at + 1) * 8), 0, 15); };
      if (std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}) < 0.75)
        ++cells[std::size_t((cell(x.z) * 16 + cell(x.y)) * 16 + cell(x.x))];
    }
    double sum = 0, square = 0;
    int count = 0;
    for (const double bodies : cells)
      if (bodies > 0) {
        sum += bodies;
        square += bodies * bodies;
        ++count;
      }
    const double mean = sum / count;
    return (square / count - mean * mean) / mean;  // 1 by chance
  };
  EXPECT_GT(spread(state_of(n)), 3);
  EXPECT_FALSE(state_of(n).fields == state_of(n, 2).fields);
  EXPECT_TRUE(state_of(n).fields == state_of(n).fields);
}

}  // namespace
}  // namespace livewarp
