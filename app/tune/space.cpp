#include "app/tune/space.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/measure/sweep_sizes.h"
#include "app/tune/space_offers.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/workload/launch_limits.h"

namespace livewarp {

namespace {

/// Why a combination cannot be; empty if it can.
std::string refusal_of(const SelectedVariant& variant, const GpuInfo* gpu) {
  if (gpu && variant.executor == Executor::cuda)
    if (std::string limit = launch_refusal(*variant.workload, variant.choice, *gpu); !limit.empty())
      return limit;
  return variant.workload->refusal(variant.choice, variant.executor);
}

constexpr int no_value = -2;  ///< of a dimension: nothing has this one

/// Makes the cross product of one variant's offers.
class Product {
 public:
  Product(SettingSpace& space, const SelectedVariant& variant, const std::vector<Offers>& offers,
          const GpuInfo* gpu)
      : space_(space), offers_(offers), gpu_(gpu),
        begun_(variant.choice), setting_{variant, std::vector<int>(space.dimensions.size(), -1)} {
    // What "auto" stands for is tried by its name.
    if (const std::string isa = isa_of(variant); !isa.empty() && varies("isa"))
      begun_.launch["isa"] = isa;
  }

  void run(std::size_t depth = 0) {
    if (depth == offers_.size()) return add();
    for (const Offer& offer : offers_[depth].all) {
      if (!offer.refusal.empty()) {
        const std::vector<int> before = setting_.places;
        place(depth, offer.text);
        refuse(offer.refusal, settings_below(depth + 1));
        setting_.places = before;
        continue;
      }
      const Choice before = setting_.variant.choice;
      offer.apply(setting_.variant.choice);
      place(depth, offer.text);
      run(depth + 1);
      setting_.variant.choice = before;
      setting_.places[offers_[depth].dimension] = -1;
    }
  }

 private:
  bool varies(const std::string& id) const {
    return std::ranges::any_of(
        offers_, [&](const Offers& of) { return space_.dimensions[of.dimension].id == id; });
  }
  std::size_t settings_below(std::size_t depth) const {
    std::size_t count = 1;
    for (std::size_t i = depth; i < offers_.size(); ++i) count *= offers_[i].all.size();
    return count;
  }
  void place(std::size_t depth, const std::string& text) {
    const std::size_t at = offers_[depth].dimension;
    const auto& values = space_.dimensions[at].values;
    const auto found = std::ranges::find(values, text);
    setting_.places[at] = found == values.end() ? no_value : int(found - values.begin());
  }
  void refuse(const std::string& reason, std::size_t settings) {
    space_.refusals.push_back({reason, setting_.places, settings});
  }
  void add() {
    if (const std::string refusal = refusal_of(setting_.variant, gpu_); !refusal.empty()) {
      refuse(refusal, 1);
      return;
    }
    if (setting_.variant.choice == begun_) space_.first.push_back(space_.settings.size());
    space_.settings.push_back(setting_);
    if (space_.settings.size() > most_settings)
      throw Error("the space has more than " + grouped(std::int64_t(most_settings)) + " settings",
                  "vary fewer things, or fix some of them");
  }

  SettingSpace& space_;
  const std::vector<Offers>& offers_;
  const GpuInfo* gpu_;
  Choice begun_;
  SpaceSetting setting_;
};

/// A value by which texts of numbers and of blocks are sorted; words stay where they are.
std::optional<std::pair<double, double>> rank_of(const std::string& id, const std::string& text) {
  double number = 0;
  if (id == "block") {
    const Dim3 block = parse_dim(text);
    return std::pair(double(block.count()), double(block.x));
  }
  if (read_real(ungrouped(text), number)) return std::pair(number, 0.0);
  return {};
}

bool is_ordered(const Dimension& dimension) {
  return dimension.id != "variant" && dimension.id != "memory" &&
         std::ranges::all_of(dimension.values, [&](const std::string& text) {
           return rank_of(dimension.id, text).has_value();
         });
}

std::string label_of(const std::string& id, const std::vector<SelectedVariant>& variants) {
  if (id == "variant") return "Variant";
  if (id == "memory") return "Memory mode";
  if (id == "size") return size_label(*variants.front().workload);
  for (const SelectedVariant& variant : variants)
    if (const Param* axis = find_param(variant.info->axes, id))
      return id == "block" ? axis->label + ", threads" : axis->label;
  return id;
}

/// The dimensions with all values that any variant offers.
std::vector<Dimension> dimensions_of(const std::vector<SelectedVariant>& variants,
                                     const std::vector<std::vector<Offers>>& offers,
                                     const SpaceOver& over) {
  std::vector<Dimension> dimensions;
  for (const std::string& id : over.ids) dimensions.push_back({id, label_of(id, variants), {}});
  for (const auto& of_variant : offers)
    for (const Offers& some : of_variant)
      for (const Offer& offer : some.all) {
        auto& values = dimensions[some.dimension].values;
        if (offer.refusal.empty() && std::ranges::count(values, offer.text) == 0)
          values.push_back(offer.text);
      }
  for (Dimension& dimension : dimensions)
    if (is_ordered(dimension))
      std::ranges::sort(dimension.values, {}, [&](const std::string& text) {
        return rank_of(dimension.id, text).value();
      });
  return dimensions;
}

[[noreturn]] void refuse_empty(const SettingSpace& space,
                               const std::vector<SelectedVariant>& variants) {
  std::string why = "no variant has these values";
  for (const SelectedVariant& variant : variants)
    if (!variant.skip.empty()) why = variant.info->name + ": " + variant.skip;
  if (!space.refusals.empty()) why = space.refusals.front().reason;
  throw Error("nothing can be tried: the space is empty (" + why + ")",
              "livewarp list " + variants.front().workload->info().name +
                  " shows all variants and their axes");
}

double log_of(double number) { return std::log2(std::max(number, 0.5)); }

/// Whether that value leaves the axis to the program: what it then takes is no neighbour of 1.
bool is_automatic(const SelectedVariant& variant, const std::string& id, const std::string& text) {
  const Param* const axis = find_param(variant.info->axes, id);
  return axis && !axis->options.empty() && axis->options.front().label == "auto" &&
         axis->options.front().id == text;
}

}  // namespace

std::size_t SettingSpace::refused_count() const {
  std::size_t count = 0;
  for (const Refusal& refusal : refusals) count += refusal.settings;
  return count;
}

std::map<std::string, std::size_t> SettingSpace::refused() const {
  std::map<std::string, std::size_t> reasons;
  for (const Refusal& refusal : refusals) reasons[refusal.reason] += refusal.settings;
  return reasons;
}

bool SettingSpace::varies(const std::string& id) const {
  return std::ranges::count(dimensions, id, &Dimension::id) > 0;
}

std::size_t SettingSpace::dimension(const std::string& id) const {
  const auto found = std::ranges::find(dimensions, id, &Dimension::id);
  if (found == dimensions.end()) throw Error(id + " is not varied");
  return std::size_t(found - dimensions.begin());
}

Terrain SettingSpace::terrain() const {
  Terrain terrain;
  terrain.points.resize(settings.size());
  const auto add = [&](bool ordered, const auto& coordinate, std::size_t dimension) {
    terrain.ordered.push_back(ordered);
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const int place = settings[i].places[dimension];
      const bool named =
          place >= 0 &&
          !(ordered && is_automatic(settings[i].variant, dimensions[dimension].id,
                                    dimensions[dimension].values[std::size_t(place)]));
      terrain.points[i].push_back(named ? coordinate(place) : Terrain::none());
    }
  };
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    const Dimension& dimension = dimensions[d];
    const auto text = [&](int place) { return dimension.values[std::size_t(place)]; };
    if (dimension.id == "block") {
      // What counts are its sides and its threads.
      add(
          true, [&](int at) { return log_of(parse_dim(text(at)).x); }, d);
      add(
          true, [&](int at) { return log_of(parse_dim(text(at)).y); }, d);
      add(
          true, [&](int at) { return log_of(parse_dim(text(at)).z); }, d);
      add(
          true, [&](int at) { return log_of(double(parse_dim(text(at)).count())); }, d);
    } else if (is_ordered(dimension)) {
      add(
          true, [&](int at) { return log_of(rank_of(dimension.id, text(at))->first); }, d);
    } else {
      add(
          false, [](int at) { return double(at); }, d);
    }
  }
  return terrain;
}

std::vector<Dimension> dimensions_offered(const std::vector<SelectedVariant>& variants,
                                          const SpaceOver& over, const GpuInfo* gpu) {
  return dimensions_of(variants, all_offers(variants, over, gpu), over);
}

SettingSpace make_space(const std::vector<SelectedVariant>& variants, const SpaceOver& over,
                        const GpuInfo* gpu) {
  SettingSpace space;
  const std::vector<std::vector<Offers>> offers = all_offers(variants, over, gpu);
  space.dimensions = dimensions_of(variants, offers, over);
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (variants[i].skip.empty()) Product(space, variants[i], offers[i], gpu).run();
  if (space.settings.empty()) refuse_empty(space, variants);
  return space;
}

std::string setting_text(const SettingSpace& space, const SpaceSetting& setting) {
  std::vector<std::string> parts;
  for (std::size_t d = 0; d < space.dimensions.size(); ++d) {
    if (setting.places[d] < 0) continue;
    const Dimension& dimension = space.dimensions[d];
    const std::string& value = dimension.values[std::size_t(setting.places[d])];
    const bool bare = dimension.id == "variant" || dimension.id == "memory";
    parts.push_back(bare ? value : dimension.id + " " + value);
  }
  return joined(parts);
}

}  // namespace livewarp
