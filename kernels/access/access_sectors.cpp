#include "kernels/access/access_sectors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "kernels/core/base/dim.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr std::int64_t sector = 32, warp = 32, element = 4;
constexpr std::int64_t elements_of_sector = sector / element;

using Problem = Access::Problem;

/// Every element loaded, or stored, by the thread of its number.
AccessCounts in_order(const Problem& problem) { return element_counts(0, problem.n); }

AccessModel copied(const AccessCounts& each_way) { return {each_way, each_way}; }

AccessModel of_copy(const Problem& problem, const Launch&) { return copied(in_order(problem)); }

/// `apart` runs, each of every apart-th element.
AccessCounts interleaved(std::int64_t n, std::int64_t apart) {
  AccessCounts sum;
  for (std::int64_t first = 0; first < std::min(apart, n); ++first)
    sum += run_counts({element * first, ceil_div(n - first, apart), element * apart});
  return sum;
}

AccessModel of_stride(const Problem& problem, const Launch& launch) {
  return copied(interleaved(problem.n, launch.integer("stride")));
}

AccessModel of_structures_of_fields(const Problem& problem, const Launch& launch) {
  return copied(interleaved(problem.n, launch.integer("fields")));
}

// The first warp with anything to do has lanes in front of the array; those after it are full.
AccessModel of_offset(const Problem& problem, const Launch& launch) {
  const std::int64_t idle = launch.integer("offset") % warp;
  const std::int64_t head = idle == 0 ? 0 : std::min(warp - idle, problem.n);
  return copied(element_counts(0, head) + element_counts(head, problem.n - head));
}

AccessModel of_width(const Problem& problem, const Launch& launch) {
  const std::int64_t bytes = launch.integer("bytes");
  return copied(run_counts({0, ceil_div(element * problem.n, bytes), bytes, bytes}));
}

AccessModel of_arrays(const Problem& problem, const Launch& launch) {
  const std::int64_t pitch = access_pitch(problem.n, launch.integer("arrays"));
  AccessCounts sum;
  for (std::int64_t first = 0; first < problem.n; first += pitch)
    sum += element_counts(first, std::min(pitch, problem.n - first));
  return copied(sum);
}

// Three loads, one behind the other in the structure.
AccessModel of_structures(const Problem& problem, const Launch& launch) {
  const std::int64_t size = launch.integer("structure"), bytes = size / 3;
  AccessCounts sum;
  for (const std::int64_t member : {0, 1, 2})
    sum += run_counts({member * bytes, ceil_div(element * problem.n, size), size, bytes});
  return copied(sum);
}

/// A warp that is `wide` texels wide, on whole rows and a last one that may be short. Rows begin at
/// sectors.
AccessCounts in_rectangles(const Problem& problem, std::int64_t wide) {
  const std::int64_t row = problem.row(), high = warp / wide;
  const std::int64_t rows = problem.n / row, rest = problem.n % row, across = row / wide;
  const auto of_piece = [](std::int64_t texels) {
    return double(ceil_div(texels, elements_of_sector));
  };
  AccessCounts counts;
  counts.sectors = double(rows * across) * of_piece(wide) + double(rest / wide) * of_piece(wide) +
                   of_piece(rest % wide);
  // A last row of warps of which none is full is as wide as the short row.
  counts.requests = double(ceil_div(rows, high) * across);
  if (rows % high == 0) counts.requests += double(ceil_div(rest, wide));
  return counts;
}

AccessModel of_plane(const Problem& problem, const Launch& launch) {
  return copied(in_rectangles(problem, launch.integer("warp_width")));
}

AccessModel of_texture(const Problem& problem, const Launch& launch) {
  return {{}, in_rectangles(problem, launch.integer("texels"))};
}

// Random: of S sectors a lane misses a given one with 1 - 1/S. Sorted: from one index to the next
// it is one element on average, by an exponential distribution, so that the next lies in another
// sector with (1 - exp(-8)) / 8.
AccessModel of_gather(const Problem& problem, const Launch&) {
  const double all = std::ceil(double(problem.n) / elements_of_sector);
  const auto expected = [&](double lanes) {
    if (lanes == 0) return 0.0;
    if (problem.order == AccessOrder::random) return all * (1 - std::pow(1 - 1 / all, lanes));
    return 1 + (lanes - 1) * (1 - std::exp(-double(elements_of_sector))) / elements_of_sector;
  };
  const AccessCounts rows = in_order(problem);
  const AccessCounts found{rows.requests, double(problem.n / warp) * expected(warp) +
                                              expected(double(problem.n % warp))};
  return {rows + found, rows};
}

// Warps store from the end to the front; the last, which may be short, at the front.
AccessModel of_reverse(const Problem& problem, const Launch&) {
  const std::int64_t rest = problem.n % warp;
  return {in_order(problem), element_counts(problem.n % elements_of_sector, problem.n - rest) +
                                 element_counts(0, rest)};
}

// The same of blocks, and within a block in order.
AccessModel of_reverse_shared(const Problem& problem, const Launch&) {
  const std::int64_t rest = problem.n % Access::block;
  return {in_order(problem), element_counts(problem.n % elements_of_sector, problem.n - rest) +
                                 element_counts(0, rest)};
}

/// Sectors of elements first ... last, each moved into the array where it lies outside.
std::int64_t clamped_sectors(std::int64_t first, std::int64_t last, std::int64_t n) {
  const auto inside = [&](std::int64_t i) { return std::clamp<std::int64_t>(i, 0, n - 1); };
  return inside(last) / elements_of_sector - inside(first) / elements_of_sector + 1;
}

// One neighbour after another. The first warp and the last two may reach beyond the array, all
// others lie over their sectors alike.
AccessModel of_stencil(const Problem& problem, const Launch&) {
  const std::int64_t n = problem.n, warps = ceil_div(n, warp);
  AccessCounts loads;
  for (std::int64_t k = -problem.radius; k <= problem.radius; ++k) {
    const auto of_warp = [&](std::int64_t w) {
      return clamped_sectors(warp * w + k, std::min(warp * w + warp, n) - 1 + k, n);
    };
    std::int64_t sectors = of_warp(0);
    const std::int64_t last = std::max<std::int64_t>(warps - 2, 1);  // the first of the last two
    for (std::int64_t w = last; w < warps; ++w) sectors += of_warp(w);
    if (last > 1) sectors += (last - 1) * of_warp(1);
    loads += {double(warps), double(sectors)};
  }
  return {loads, in_order(problem)};
}

// Of the last block all threads load too, beyond the array its last element.
AccessModel of_stencil_shared(const Problem& problem, const Launch&) {
  const std::int64_t block = Access::block, warps = block / warp, n = problem.n;
  const std::int64_t blocks = ceil_div(n, block), last = (blocks - 1) * block;
  AccessCounts loads = element_counts(0, last);
  for (std::int64_t w = 0; w < warps; ++w) {
    const std::int64_t first = last + w * warp;
    loads += {1, double(clamped_sectors(first, first + warp - 1, n))};
  }
  // A halo is a request of at most 8 lanes on either side, which lie in one sector.
  loads += {2 * double(blocks), 2 * double(blocks)};
  return {loads, in_order(problem)};
}

/// Of a table of 32 words, of which `lanes` lanes begin at `places` different ones.
AccessCounts of_table(std::int64_t lanes, std::int64_t places) {
  AccessCounts counts;
  if (lanes == 0) return counts;
  for (std::int64_t j = 0; j < Access::table_size; ++j) {
    unsigned touched = 0;  // a bit a sector
    for (std::int64_t lane = 0; lane < std::min(lanes, places); ++lane)
      touched |= 1u << (lane + j) % Access::table_size / elements_of_sector;
    counts += {1, double(std::popcount(touched))};
  }
  return counts;
}

/// Different words that a warp wants at a time, mean; the last warp may be short.
double of_constants(const Problem& problem, const Launch& launch) {
  const std::int64_t places = launch.integer("addresses"), rest = problem.n % warp;
  const double full = double(problem.n / warp), all = double(std::min(warp, places));
  if (rest == 0) return all;
  return (full * all + double(std::min(rest, places))) / (full + 1);
}

AccessModel of_lookup(const Problem& problem, const Launch& launch) {
  const std::int64_t places = launch.integer("words");
  return {in_order(problem) + double(problem.n / warp) * of_table(warp, places) +
              of_table(problem.n % warp, places),
          in_order(problem)};
}

}  // namespace

std::int64_t warp_sectors(const AccessRun& run) {
  if (run.lanes == 0) return 0;
  if (run.stride >= sector) return run.lanes;
  const std::int64_t last = run.first + (run.lanes - 1) * run.stride + run.bytes - 1;
  return last / sector - run.first / sector + 1;
}

AccessCounts run_counts(const AccessRun& run) {
  AccessRun full = run, rest = run;
  full.lanes = warp;
  rest.lanes = run.lanes % warp;
  rest.first += (run.lanes - rest.lanes) * run.stride;
  const auto warps = double(run.lanes / warp);
  return warps * AccessCounts{1, double(warp_sectors(full))} +
         AccessCounts{rest.lanes > 0 ? 1.0 : 0.0, double(warp_sectors(rest))};
}

AccessCounts element_counts(std::int64_t first, std::int64_t count) {
  return run_counts({element * first, count});
}

std::string model_text(const AccessModel& model) {
  const auto each = [](const AccessCounts& counts) {
    return fmt::format("{:.4g}", counts.sectors / counts.requests);
  };
  const auto all = [](const AccessCounts& counts) {
    return grouped(std::llround(counts.requests));
  };
  const std::string stores = all(model.stores) + " stores of " + each(model.stores);
  if (model.loads.requests == 0) return "model: " + stores + " sectors";
  return "model: " + all(model.loads) + " loads of " + each(model.loads) + " sectors, " + stores;
}

ClosedForm access_closed_form(const std::string& variant, const Problem& problem,
                              const Launch& launch) {
  ClosedForm form;
  const bool expected = problem.task == AccessTask::gather;
  const auto add = [&](Quantity quantity, const AccessCounts& counts) {
    if (counts.requests > 0)
      form.predictions.push_back({quantity, counts.sectors / counts.requests, expected});
  };
  const AccessModel model = access_model(variant, problem, launch);
  add(Quantity::load_sectors, model.loads);
  add(Quantity::store_sectors, model.stores);
  form.moved_bytes = double(sector) * (model.loads.sectors + model.stores.sectors);
  if (variant == "constant")
    form.predictions.push_back({Quantity::constant_addresses, of_constants(problem, launch)});
  return form;
}

ClosedForm cache_line_form(const Problem& problem, std::int64_t apart) {
  constexpr std::int64_t line = 64, numbers = 32;
  const std::int64_t lines = std::min(numbers, ceil_div(numbers * apart * element, line));
  const double of_all = double(lines) * double(problem.n) / double(numbers);
  return {.predictions = {{Quantity::cache_lines, double(lines)}},
          .moved_bytes = 2 * double(line) * of_all};
}

std::int64_t access_pitch(std::int64_t n, std::int64_t arrays) {
  constexpr std::int64_t aligned = 256 / element;
  return ceil_div(ceil_div(n, arrays), aligned) * aligned;
}

AccessModel access_model(const std::string& variant, const Problem& problem, const Launch& launch) {
  using Model = AccessModel (*)(const Problem&, const Launch&);
  static const std::map<std::string, Model> models{{"copy", of_copy},
                                                   {"stride", of_stride},
                                                   {"offset", of_offset},
                                                   {"width", of_width},
                                                   {"aos", of_structures_of_fields},
                                                   {"soa", of_arrays},
                                                   {"structures", of_structures},
                                                   {"cached", of_structures_of_fields},
                                                   {"plane", of_plane},
                                                   {"texture", of_texture},
                                                   {"gather", of_gather},
                                                   {"reverse", of_reverse},
                                                   {"reverse-shared", of_reverse_shared},
                                                   {"stencil", of_stencil},
                                                   {"stencil-shared", of_stencil_shared},
                                                   {"constant", of_copy},
                                                   {"lookup", of_lookup}};
  return models.at(variant)(problem, launch);
}

}  // namespace livewarp
