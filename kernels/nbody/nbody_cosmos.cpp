#include "kernels/nbody/nbody_cosmos.h"

#include <algorithm>

#include <tbb/parallel_for.h>

namespace livewarp {

namespace {

/// Sums f(k) exp(2 pi i k j / n) over k in place, n a power of two, by halves (Cooley and Tukey
/// 1965).
class FourierRow {
 public:
  explicit FourierRow(int n) : n_(n) {
    for (int k = 0; k < n / 2; ++k)
      roots_.push_back(std::polar(1.0f, float(2 * std::numbers::pi * k / n)));
  }
  void transform(std::complex<float>* row) const {
    for (int i = 1, j = 0; i < n_; ++i) {
      int bit = n_ / 2;
      for (; j & bit; bit /= 2) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(row[i], row[j]);
    }
    for (int size = 2; size <= n_; size *= 2)
      for (int first = 0; first < n_; first += size)
        for (int k = 0; k < size / 2; ++k) {
          const auto odd = row[first + k + size / 2] * roots_[std::size_t(k * (n_ / size))];
          row[first + k + size / 2] = row[first + k] - odd;
          row[first + k] += odd;
        }
  }

 private:
  int n_;
  std::vector<std::complex<float>> roots_;
};

/// Along all three sides of a cube.
void transform_cube(std::vector<std::complex<float>>& cube, int n) {
  const FourierRow fourier(n);
  const std::size_t side = std::size_t(n);
  for (const std::size_t stride : {std::size_t{1}, side, side * side}) {
    const std::size_t across = stride == 1 ? side : 1;
    const std::size_t outer = stride == side * side ? side : side * side;
    tbb::parallel_for(0, n, [&](int plane) {
      std::vector<std::complex<float>> row(side);
      for (std::size_t line = 0; line < side; ++line) {
        auto* const first = cube.data() + std::size_t(plane) * outer + line * across;
        for (std::size_t k = 0; k < side; ++k) row[k] = first[k * stride];
        fourier.transform(row.data());
        for (std::size_t k = 0; k < side; ++k) first[k * stride] = row[k];
      }
    });
  }
}

/// Waves a side of a place in a transform's row.
int waves_at(int place, int cells) { return place <= cells / 2 ? place : place - cells; }

/// Two standard normal numbers that belong to a wave and, conjugated, to the one that runs against
/// it.
std::complex<double> chance_of_wave(std::uint64_t seed, int x, int y, int z) {
  const bool against = z < 0 || (z == 0 && (y < 0 || (y == 0 && x < 0)));
  if (against) return std::conj(chance_of_wave(seed, -x, -y, -z));
  const auto part = [](int k) { return std::uint64_t(k + 1024); };
  BodyRandom random(seed ^ 0x5EEDu, (part(z) << 22) | (part(y) << 11) | part(x));
  const double real = random.normal();
  return {real, random.normal()};
}

constexpr int finest_field = 128;

int field_cells(std::int64_t bodies) {
  return bodies < 32'768 ? 32 : bodies < 524'288 ? 64 : finest_field;
}

/// Power of cold dark matter at so many waves a side, in any unit.
double cold_power(double waves) {
  const double k = 2 * std::numbers::pi * waves / RippleField::box;  // h/Mpc
  const double q = k / 0.2;                                          // 0.2: Omega h
  const double transfer =
      std::log(1 + 2.34 * q) / (2.34 * q) *
      std::pow(1 + 3.89 * q + std::pow(16.1 * q, 2) + std::pow(5.46 * q, 3) + std::pow(6.71 * q, 4),
               -0.25);
  return k * transfer * transfer;
}

/// Waves of few cells fade: between cells the field is linear.
double fade(double waves, int cells) { return std::exp(-std::pow(waves / (0.2 * cells), 2)); }

/// Sum of power over the square of the wave number, over all waves of the finest field.
double finest_sum() {
  constexpr int most = finest_field / 2 - 1;
  std::vector<double> shells(std::size_t(3 * most * most) + 1);
  for (std::size_t k = 1; k < shells.size(); ++k) {
    const double waves = std::sqrt(double(k));
    shells[k] = cold_power(waves) * fade(waves, finest_field) / double(k);
  }
  double sum = 0;
  for (int z = -most; z <= most; ++z)
    for (int y = -most; y <= most; ++y)
      for (int x = -most; x <= most; ++x) sum += shells[std::size_t(x * x + y * y + z * z)];
  return sum;
}

}  // namespace

RippleField::RippleField(std::uint64_t seed, int cells) : cells_(cells) {
  // Scaled by the finest field's waves, so that larger ones are the same in all.
  static const double finest = finest_sum();
  scale_ = std::pow(rms * 2 * std::numbers::pi, 2) / finest;
  root_.resize(std::size_t(3 * cells / 2 * cells / 2) + 1);
  for (std::size_t k = 1; k < root_.size(); ++k)
    root_[k] = std::sqrt(power(std::sqrt(double(k))) / 2);
  const auto take = [](const std::vector<Complex>& fields, std::vector<float>& real,
                       std::vector<float>& imaginary) {
    real.reserve(fields.size());
    imaginary.reserve(fields.size());
    for (const Complex& both : fields) {
      real.push_back(both.real());
      imaginary.push_back(both.imag());
    }
  };
  for (const bool second : {false, true}) {
    std::vector<Complex> cube = waves_of(seed, second ? 2 : 0, second ? 3 : 1);
    transform_cube(cube, cells_);
    take(cube, displacement_[second ? 2 : 0], second ? contrast_ : displacement_[1]);
  }
}

double RippleField::power(double waves) const {
  return scale_ * cold_power(waves) * fade(waves, cells_);
}

// Field 0, 1, 2: displacement along an axis, i k / k^2 times the contrast, which is field 3.
std::vector<RippleField::Complex> RippleField::waves_of(std::uint64_t seed, int first,
                                                        int second) const {
  std::vector<Complex> cube(std::size_t(cells_) * std::size_t(cells_) * std::size_t(cells_));
  tbb::parallel_for(0, cells_, [&](int plane) {
    for (int row = 0; row < cells_; ++row)
      for (int place = 0; place < cells_; ++place) {
        const int wave[3] = {waves_at(place, cells_), waves_at(row, cells_),
                             waves_at(plane, cells_)};
        const int waves2 = wave[0] * wave[0] + wave[1] * wave[1] + wave[2] * wave[2];
        // A wave of two cells has no other that runs against it.
        const bool lone = std::ranges::any_of(wave, [&](int k) { return 2 * k == cells_; });
        if (waves2 == 0 || lone) continue;
        const std::complex<double> contrast =
            root_[std::size_t(waves2)] * chance_of_wave(seed, wave[0], wave[1], wave[2]);
        const auto field = [&](int k) {
          if (k == 3) return contrast;
          return contrast *
                 std::complex<double>(0, wave[k] / (2 * std::numbers::pi * double(waves2)));
        };
        const std::complex<double> both = field(first) + std::complex<double>(0, 1) * field(second);
        cube[index(place, row, plane)] = {float(both.real()), float(both.imag())};
      }
  });
  return cube;
}

std::size_t RippleField::index(int x, int y, int z) const {
  return (std::size_t(z) * std::size_t(cells_) + std::size_t(y)) * std::size_t(cells_) +
         std::size_t(x);
}

Double3 RippleField::at(const Double3& place) const {
  int below[3], above[3];
  double share[3];
  const double places[3] = {place.x, place.y, place.z};
  for (int axis = 0; axis < 3; ++axis) {
    const double cell = places[axis] * cells_;
    const double whole = std::floor(cell);
    share[axis] = cell - whole;
    below[axis] = int(whole) & (cells_ - 1);  // a power of two
    above[axis] = (below[axis] + 1) & (cells_ - 1);
  }
  double sum[3] = {};
  for (int corner = 0; corner < 8; ++corner) {
    double weight = 1;
    int at[3];
    for (int axis = 0; axis < 3; ++axis) {
      const bool far = (corner >> axis) & 1;
      weight *= far ? share[axis] : 1 - share[axis];
      at[axis] = far ? above[axis] : below[axis];
    }
    const std::size_t cell = index(at[0], at[1], at[2]);
    for (std::size_t axis = 0; axis < 3; ++axis)
      sum[axis] += weight * double{displacement_[axis][cell]};
  }
  return {sum[0], sum[1], sum[2]};
}

CosmicCube::CosmicCube(std::uint64_t seed, std::int64_t n)
    : n_(n), row_(std::max<std::int64_t>(1, std::int64_t(std::ceil(std::cbrt(double(n)) - 1e-9)))),
      field_(seed, field_cells(n)) {}

double CosmicCube::expansion() {
  constexpr double density = 1 / (side * side * side);
  return std::sqrt(expansion2 * 8 * std::numbers::pi / 3 * density);
}

Body CosmicCube::body(BodyRandom& random, std::int64_t i) const {
  const std::int64_t cells = row_ * row_ * row_;
  const auto cell = std::int64_t(double(i) * (double(cells) / double(n_)));
  const auto within = [&](std::int64_t k) { return (double(k) + random.uniform()) / double(row_); };
  const double x = within(cell % row_), y = within(cell / row_ % row_);
  const Double3 place{x, y, within(cell / row_ / row_)};
  const Double3 moved = side * field_.at(place);
  const Double3 at = side * (place + Double3{-0.5, -0.5, -0.5}) + moved;
  return {at, expansion() * (at + growth() * moved), 1 / double(n_)};
}

}  // namespace livewarp
