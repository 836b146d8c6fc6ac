#include "kernels/nbody/nbody_galaxies.h"

#include <algorithm>

namespace livewarp {

namespace {

using GalaxyPart = GalaxyModel::Part;

double mass_of(GalaxyPart part) {
  return GalaxyModel::mass * GalaxyModel::mass_share[std::size_t(part)];
}

struct Sphere {
  double scale, edge, mass;
  /// Share of an endless sphere within r.
  double share(double r) const { return r * r / ((r + scale) * (r + scale)); }
  double enclosed(double r) const { return mass * share(std::min(r, edge)) / share(edge); }
  double density(double r) const {
    if (r >= edge) return 0;
    const double s = r + scale;
    return mass / share(edge) * scale / (2 * std::numbers::pi * r * s * s * s);
  }
};

Sphere sphere_of(GalaxyPart part) {
  const bool bulge = part == GalaxyPart::bulge;
  return {bulge ? GalaxyModel::bulge_scale : GalaxyModel::halo_scale,
          bulge ? GalaxyModel::bulge_edge : GalaxyModel::halo_edge, mass_of(part)};
}

/// Mass of the disc within r.
double disc_enclosed(double r) {
  const double s = r / GalaxyModel::disc_scale;
  return mass_of(GalaxyPart::disc) * (1 - (1 + s) * std::exp(-s));
}

/// Mass per area of the disc.
double disc_density(double r) {
  constexpr double h = GalaxyModel::disc_scale;
  return mass_of(GalaxyPart::disc) / (2 * std::numbers::pi * h * h) * std::exp(-r / h);
}

/// Square of the circular speed in a thin exponential disc (Freeman 1970, ApJ 160, 811).
double disc_speed2(double r) {
  const double y = r / (2 * GalaxyModel::disc_scale);
  if (y > 20) return mass_of(GalaxyPart::disc) / r;
  const double bessel = std::cyl_bessel_i(0.0, y) * std::cyl_bessel_k(0.0, y) -
                        std::cyl_bessel_i(1.0, y) * std::cyl_bessel_k(1.0, y);
  return 2 * mass_of(GalaxyPart::disc) / GalaxyModel::disc_scale * y * y * bessel;
}

/// Bound bodies are slower than this, in squares of the escape speed.
constexpr double bound2 = 0.9;

/// The dispersion, squared, of normal velocities of which those above `most2` are drawn again, so
/// that what is left has the dispersion that is wanted.
double before_cut(double wanted2, double most2) {
  double dispersion2 = wanted2;
  for (int k = 0; k < 30 && wanted2 > 0; ++k) {
    const double x = std::sqrt(most2 / dispersion2);
    const double tail = std::sqrt(2 / std::numbers::pi) * x * std::exp(-x * x / 2);
    const double mean2 = 3 - x * x * tail / (std::erf(x / std::numbers::sqrt2) - tail);
    dispersion2 = std::min(3 * wanted2 / mean2, 2 * wanted2);
  }
  return dispersion2;
}

/// Of all parts, the disc as if it were round.
double all_enclosed(double r) {
  return disc_enclosed(r) + sphere_of(GalaxyPart::bulge).enclosed(r) +
         sphere_of(GalaxyPart::halo).enclosed(r);
}

}  // namespace

double GalaxyModel::Table::radius(int k) {
  return least * std::pow(most / least, double(k) / (size - 1));
}

double GalaxyModel::Table::place(double r) {
  static const double steps = (size - 1) / std::log(most / least);
  return std::clamp(std::log(r / least) * steps, 0.0, double(size - 1));
}

double GalaxyModel::Table::at(double place) const {
  const auto k = std::min(std::size_t(place), std::size_t(size) - 2);
  return values[k] + (place - double(k)) * (values[k + 1] - values[k]);
}

GalaxyModel::GalaxyModel() {
  // The potential from outside inwards: -M(r)/r^2 is its slope.
  double depth = all_enclosed(Table::most) / Table::most;
  for (int k = Table::size - 1; k >= 0; --k) {
    const double r = Table::radius(k);
    if (k < Table::size - 1) {
      const double beyond = Table::radius(k + 1);
      depth += 0.5 * (beyond - r) *
               (all_enclosed(r) / (r * r) + all_enclosed(beyond) / (beyond * beyond));
    }
    escape2_.values[std::size_t(k)] = 2 * depth;
    circular2_.values[std::size_t(k)] =
        disc_speed2(r) +
        (sphere_of(GalaxyPart::bulge).enclosed(r) + sphere_of(GalaxyPart::halo).enclosed(r)) / r;
  }
  // kappa^2 = 2 v^2/r^2 + (1/r) dv^2/dr.
  for (int k = 0; k < Table::size; ++k) {
    const double r = Table::radius(k), omega2 = circular2_.values[std::size_t(k)] / (r * r);
    const int before = std::max(k - 1, 0), after = std::min(k + 1, Table::size - 1);
    const double rise =
        circular2_.values[std::size_t(after)] - circular2_.values[std::size_t(before)];
    const double slope = rise / (Table::radius(after) - Table::radius(before));
    epicyclic2_.values[std::size_t(k)] = std::clamp(2 * omega2 + slope / r, omega2, 4 * omega2);
  }
  find_dispersion(GalaxyPart::bulge);
  find_dispersion(GalaxyPart::halo);
}

// Jeans' equation: density times the square of the dispersion is the weight of what lies above.
void GalaxyModel::find_dispersion(Part part) {
  const Sphere sphere = sphere_of(part);
  const auto weight = [&](double r) { return sphere.density(r) * all_enclosed(r) / (r * r); };
  double pressure = 0;
  for (int k = Table::size - 2; k >= 0; --k) {
    const double r = Table::radius(k), beyond = Table::radius(k + 1);
    pressure += 0.5 * (beyond - r) * (weight(r) + weight(beyond));
    const double density = sphere.density(r);
    dispersion2_[std::size_t(part)].values[std::size_t(k)] =
        density > 0 ? before_cut(pressure / density, bound2 * escape2_.values[std::size_t(k)]) : 0;
  }
}

double GalaxyModel::circular_speed(double r) const {
  return std::sqrt(circular2_.at(Table::place(r)));
}

Body GalaxyModel::body(BodyRandom& random, Part part) const {
  return part == GalaxyPart::disc ? disc_body(random) : sphere_body(random, part);
}

Body GalaxyModel::sphere_body(BodyRandom& random, Part part) const {
  const Sphere sphere = sphere_of(part);
  const double root = std::sqrt(random.uniform() * sphere.share(sphere.edge));
  const double r = sphere.scale * root / (1 - root);
  const Double3 x = random.direction(r);
  const double place = Table::place(r);
  const double dispersion = std::sqrt(dispersion2_[std::size_t(part)].at(place));
  const double most2 = bound2 * escape2_.at(place);
  Double3 v;
  do {
    const double vx = random.normal(), vy = random.normal(), vz = random.normal();
    v = dispersion * Double3{vx, vy, vz};
  } while (dot(v, v) > most2);
  return {x, v, 0};
}

Body GalaxyModel::disc_body(BodyRandom& random) const {
  // R exp(-R/h) is the density of a sum of two exponential variables.
  double r = disc_edge;
  while (r >= disc_edge) r = -disc_scale * std::log(random.uniform() * random.uniform());
  const double place = Table::place(r), speed2 = circular2_.at(place), omega2 = speed2 / (r * r);
  const double kappa2 = epicyclic2_.at(place), density = disc_density(r);
  const double wanted = stability * 3.36 * density;
  const double radial2 = std::min(wanted * wanted / kappa2, 0.1 * speed2);
  const double around2 = radial2 * kappa2 / (4 * omega2);
  // Random motion carries a part of the weight: the mean is slower than a circle.
  const double mean2 = speed2 + radial2 * (1 - kappa2 / (4 * omega2) - 2 * r / disc_scale);
  const double up2 = std::numbers::pi * density * disc_height;
  const double height = disc_height * std::atanh(random.uniform(-1, 1));
  const double angle = random.uniform(0, 2 * std::numbers::pi);
  const double c = std::cos(angle), s = std::sin(angle);
  const double radial = std::sqrt(radial2) * random.normal();
  const double around = std::sqrt(std::max(mean2, 0.0)) + std::sqrt(around2) * random.normal();
  return {{r * c, r * s, height},
          {radial * c - around * s, radial * s + around * c, std::sqrt(up2) * random.normal()},
          0};
}

GalaxyModel::Part HaloGalaxies::part_of(std::int64_t i) {
  const std::int64_t place = i / 2 * 7 % 20;  // parts evenly among one another
  return place < 9 ? GalaxyPart::disc : place < 10 ? GalaxyPart::bulge : GalaxyPart::halo;
}

namespace {

/// Mass of a body of a part, before all of them are made to have mass 1.
double halo_galaxy_weight(GalaxyPart part) {
  constexpr std::array<double, GalaxyModel::parts> number_share = {0.45, 0.05, 0.5};
  return GalaxyModel::mass_share[std::size_t(part)] / number_share[std::size_t(part)];
}

/// Of the first n bodies.
double halo_galaxies_weight(std::int64_t n) {
  constexpr std::int64_t round = 40;  // of parts and galaxies
  static const std::array<double, round + 1> first = [] {
    std::array<double, round + 1> sums{};
    for (std::int64_t i = 0; i < round; ++i)
      sums[std::size_t(i) + 1] =
          sums[std::size_t(i)] + halo_galaxy_weight(HaloGalaxies::part_of(i));
    return sums;
  }();
  return double(n / round) * first.back() + first[std::size_t(n % round)];
}

/// How a galaxy of the encounter stands and moves.
struct Setting {
  Double3 x_axis, y_axis, z_axis;  ///< of the disc
  Double3 place, speed;
  Double3 turned(const Double3& a) const { return a.x * x_axis + a.y * y_axis + a.z * z_axis; }
};

Setting setting_of(bool first) {
  constexpr double distance = HaloGalaxies::distance, closest = HaloGalaxies::closest;
  const double inclination = first ? 0.35 : -1.0, node = first ? 0 : 0.7, side = first ? -1 : 1;
  const double speed2 = 2 / distance, across = std::sqrt(2 * closest) / distance;
  const double towards = std::sqrt(speed2 - across * across);
  // The plane of the encounter leans towards where a picture is usually taken from.
  const auto leaning = [](const Double3& a) { return tilted(a, 0.85, 2.17); };
  const auto axis = [&](const Double3& a) { return leaning(tilted(a, inclination, node)); };
  return {axis({1, 0, 0}), axis({0, 1, 0}), axis({0, 0, 1}), leaning({side * distance / 2, 0, 0}),
          leaning({-side * towards / 2, side * across / 2, 0})};
}

}  // namespace

Body HaloGalaxies::body(BodyRandom& random, std::int64_t i, std::int64_t n) {
  static const GalaxyModel model;
  static const std::array<Setting, 2> settings = {setting_of(true), setting_of(false)};
  const Setting& setting = settings[std::size_t(i % 2)];
  const GalaxyPart part = part_of(i);
  const Body body = model.body(random, part);
  return {setting.turned(body.x) + setting.place, setting.turned(body.v) + setting.speed,
          halo_galaxy_weight(part) / halo_galaxies_weight(n)};
}

}  // namespace livewarp
