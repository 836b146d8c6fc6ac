#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "app/base/suggest.h"
#include "app/measure/sweep_sizes.h"
#include "app/tune/space.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Variants that a selection asks for.
std::vector<const VariantInfo*> asked_for(const VariantSelection& selection) {
  std::vector<const VariantInfo*> variants;
  for (const VariantInfo* info : selection.workload->variants()) {
    if (selection.backend && info->backend != *selection.backend) continue;
    if (selection.variants.empty() || std::ranges::count(selection.variants, info->name) > 0)
      variants.push_back(info);
  }
  return variants;
}

std::vector<std::string> axes_of(const std::vector<const VariantInfo*>& variants) {
  std::vector<std::string> ids;
  for (const VariantInfo* info : variants)
    for (const Param& axis : info->axes)
      if (std::ranges::count(ids, axis.id) == 0) ids.push_back(axis.id);
  return ids;
}

/// Whether a search varies it without being asked to.
bool is_aside(const std::vector<const VariantInfo*>& variants, const std::string& id) {
  return std::ranges::any_of(variants, [&](const VariantInfo* info) {
    const Param* const axis = find_param(info->axes, id);
    return axis && axis->aside;
  });
}

/// All that anything of the workload lets one vary.
std::vector<std::string> names_of(const Workload& workload) {
  std::vector<std::string> names{"variant"};
  if (!swept_sides(workload).empty()) names.emplace_back("size");
  const auto is_cuda = [](const VariantInfo* info) { return info->backend == Backend::cuda; };
  if (std::ranges::any_of(workload.variants(), is_cuda)) names.emplace_back("memory");
  for (const std::string& axis : axes_of({workload.variants().begin(), workload.variants().end()}))
    names.push_back(axis);
  return names;
}

void require_known(const Workload& workload, const std::string& id) {
  const std::vector<std::string> names = names_of(workload);
  if (std::ranges::count(names, id) > 0) return;
  const std::string advice = "--over takes " + joined(names);
  if (std::ranges::count(swept_sides(workload), id, &Param::id) > 0)
    throw Error("--over " + id + ": the size is called size here", advice);
  if (find_param(workload.info().params, id))
    throw Error("--over " + id + ": is no axis of a variant, nothing varies it", advice);
  throw Error("--over " + id + ": no variant of " + workload.info().name +
                  " has an axis of this name",
              advice);
}

std::string names_text(const std::vector<const VariantInfo*>& variants) {
  std::vector<std::string> names;
  names.reserve(variants.size());
  for (const VariantInfo* info : variants) names.push_back(info->name);
  return names.size() > 3 ? "none of the variants that are asked for" : joined(names);
}

/// One of the variants that are asked for must have it.
void require_had(const VariantSelection& selection, const std::string& id) {
  if (id == "variant" || id == "size") return;
  const std::vector<const VariantInfo*> variants = asked_for(selection);
  const bool one = variants.size() <= 3;
  if (id == "memory") {
    if (std::ranges::none_of(variants,
                             [](const auto* info) { return info->backend == Backend::cuda; }))
      throw Error("--over memory: only CUDA variants have memory modes, and none is asked for",
                  "--backend cuda asks for them");
    return;
  }
  std::vector<std::string> owners;
  for (const VariantInfo* info : selection.workload->variants())
    if (find_param(info->axes, id)) owners.push_back(info->name);
  for (const VariantInfo* info : variants)
    if (find_param(info->axes, id)) return;
  throw Error("--over " + id + ": " + names_text(variants) +
                  (one ? " has no axis " : " has an axis ") + id,
              "it belongs to " + joined(owners) + "; name one with --variant");
}

/// What is given does not vary.
void require_free(const Workload& workload, const std::string& id, const ParsedOptions& given) {
  const auto refuse = [](const std::string& option, const std::string& what) {
    throw Error(option + ": this is what is varied", "leave it out" + what);
  };
  if (id == "size") {
    for (const Param* side : swept_sides(workload))
      if (given.contains(side->id))
        refuse(option_name(side->id), "; --from and --to limit the size");
    return;
  }
  const auto text = given.find(id);
  if (text == given.end()) return;
  // Some of the variants may be named, and then vary.
  if (id == "variant" && text->second.find(',') != std::string::npos) return;
  refuse(option_name(id), "");
}

}  // namespace

bool SpaceOver::has(const std::string& id) const { return std::ranges::count(ids, id) > 0; }

std::vector<std::string> read_over(const std::string& text) {
  std::vector<std::string> ids;
  std::istringstream stream(text);
  for (std::string id; std::getline(stream, id, ',');) {
    if (id.empty()) continue;
    id = over_id(id);
    if (std::ranges::count(ids, id) > 0)
      throw Error(fmt::format("--over {}: names {} twice", text, id));
    ids.push_back(id);
  }
  if (ids.empty()) throw Error("--over names nothing", "for example --over block,memory");
  return ids;
}

std::vector<std::string> usual_over(const Workload& workload, const VariantSelection& selection) {
  VariantSelection asked = selection;
  asked.workload = &workload;
  std::vector<std::string> ids{"variant"};
  const std::vector<const VariantInfo*> variants = asked_for(asked);
  for (const std::string& axis : axes_of(variants))
    if (axis != "precision" && !is_aside(variants, axis) && !selection.axes.contains(axis))
      ids.push_back(axis);
  return ids;
}

VariantSelection selection_over(VariantSelection selection, const SpaceOver& over,
                                const ParsedOptions& given, Backend usual) {
  const Workload& workload = *selection.workload;
  for (const std::string& id : over.ids) {
    require_known(workload, id);
    require_free(workload, id, given);
  }
  if (over.has("size") && swept_sides(workload).empty())
    throw Error(workload.info().name + " has no size to vary",
                "--over names an axis of its variants");
  if ((over.from || over.to || over.points > 0) && !over.has("size"))
    throw Error("--from, --to and --points are of the size, which is not varied",
                "let --over name size too");
  if (over.from && over.to && *over.from > *over.to)
    throw Error("from " + grouped(*over.from) + " is larger than to " + grouped(*over.to));
  if (!selection.backend && selection.variants.empty()) selection.backend = usual;
  if (!over.has("variant") && selection.variants.empty())
    selection.variants = {*selection.backend == Backend::cuda ? workload.info().default_cuda
                                                              : workload.info().default_cpu};
  if (!over.has("variant") && selection.variants.size() > 1)
    throw Error("--variant names " + std::to_string(selection.variants.size()) +
                    " variants, and variants are not varied",
                "name one, or let --over name variant too");
  for (const std::string& id : over.ids) require_had(selection, id);
  return selection;
}

}  // namespace livewarp
