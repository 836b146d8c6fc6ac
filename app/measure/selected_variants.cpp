#include "app/measure/selected_variants.h"

#include <algorithm>
#include <sstream>

#include "app/base/platform.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/workload/launch_limits.h"

namespace livewarp {

namespace {

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

/// Every given axis must mean something to at least one of the variants that are asked for.
void check_axes(const VariantSelection& request, const std::vector<const VariantInfo*>& variants) {
  for (const auto& [id, text] : request.axes) {
    bool owned = false, accepted = false;
    std::optional<Error> refusal;
    for (const VariantInfo* variant : variants) {
      const Param* axis = find_param(variant->axes, id);
      if (!axis) continue;
      owned = true;
      try {
        read_value(*axis, text);
        accepted = true;
      } catch (const Error& error) {
        if (!refusal) refusal = error;
      }
    }
    if (!owned) throw Error("none of the selected variants has an axis " + id);
    if (!accepted) throw Error(*refusal);
  }
}

std::vector<const VariantInfo*> wanted_variants(const Workload& workload,
                                                const VariantSelection& request) {
  std::vector<const VariantInfo*> variants;
  for (const VariantInfo* info : workload.variants()) {
    if (request.backend && info->backend != *request.backend) continue;
    if (request.executor == Executor::cpu && info->backend != Backend::cpu) continue;
    if (!request.variants.empty() &&
        std::ranges::find(request.variants, info->name) == request.variants.end())
      continue;
    variants.push_back(info);
  }
  return variants;
}

Executor executor_for(const Context& context, const Workload& workload, const VariantInfo& info,
                      const VariantSelection& request, Purpose purpose) {
  if (info.backend == Backend::cpu) return Executor::cpu;
  if (request.executor && *request.executor != Executor::cpu) return *request.executor;
  const bool gpu = context.machine->has_gpu() && workload.compiled_for(Executor::cuda);
  return purpose == Purpose::time || gpu ? Executor::cuda : Executor::emulator;
}

/// What is asked for makes no sense on any machine.
[[noreturn]] void refuse(const SelectedVariant& variant, const std::string& refusal) {
  throw Error(variant.workload->info().name + " " + variant.info->name + ": " + refusal,
              "livewarp list " + variant.workload->info().name + " shows all variants");
}

/// A variant that was named must be able to compute the problem; others are skipped then, which is
/// no failure.
void set_skip(const Context& context, const VariantSelection& request, SelectedVariant& variant) {
  const std::string refusal = variant.workload->refusal(variant.choice, variant.executor);
  if (!refusal.empty() && !request.variants.empty()) refuse(variant, refusal);
  variant.skip = unavailable_here(context, variant);
  if (!variant.skip.empty() || refusal.empty()) return;
  variant.skip = refusal;
  variant.requested = false;
}

/// Of one workload: nothing can be run if all its variants refuse.
void require_some_variant(const std::vector<SelectedVariant>& variants) {
  const auto refused = [](const SelectedVariant& variant) {
    return variant.workload->refusal(variant.choice, variant.executor);
  };
  if (variants.empty() || std::ranges::any_of(variants, [&](const SelectedVariant& variant) {
        return refused(variant).empty();
      }))
    return;
  refuse(variants.front(), refused(variants.front()));
}

/// Puts the given axes and memory mode into the variant's choice; what it does not offer makes it
/// skip.
void set_launch(SelectedVariant& variant, const VariantSelection& request,
                std::optional<MemoryMode> memory, bool alone) {
  try {
    for (const auto& [id, text] : request.axes) {
      const Param* axis = find_param(variant.info->axes, id);
      if (!axis && alone) throw Error("variant " + variant.info->name + " has no axis " + id);
      if (axis) variant.choice.launch[id] = read_value(*axis, text);
    }
    if (memory) variant.choice.memory = *memory;
    variant.choice = checked_choice(*variant.workload, variant.choice);
  } catch (const Error& error) {
    if (alone) throw;
    variant.skip = error.what();
  }
}

/// A variant that no host can execute is not asked for by asking for the emulator, nor by asking
/// for all CUDA variants one whose library is not here.
bool is_requested(const SelectedVariant& variant, const VariantSelection& request) {
  if (!request.variants.empty()) return true;
  if (variant.executor == Executor::emulator && variant.info->gpu_only) return false;
  if (variant.executor == Executor::cuda && variant.info->missing &&
      !variant.info->missing().empty())
    return false;
  const bool by_executor = request.executor && variant.info->backend == Backend::cuda;
  return request.backend || by_executor || !request.memories.empty();
}

/// Who asks for a memory mode, and for nothing else, asks for the variants that have modes.
bool is_left_out(const VariantInfo& info, const VariantSelection& request) {
  return info.backend == Backend::cpu && !request.memories.empty() &&
         !std::ranges::count(request.memories, MemoryMode::host) && request.variants.empty() &&
         !request.backend;
}

/// A mode that the variant itself refuses is missed only where the variant was named. Where all
/// modes are asked for, none is missed that variant or GPU cannot have.
bool may_lack(const VariantInfo& info, MemoryMode memory, const VariantSelection& request,
              const GpuInfo* gpu) {
  if (request.every_memory) return !memory_reason(info, memory, gpu).empty();
  return request.variants.empty() && !memory_reason(info, memory, nullptr).empty();
}

void check_memory_mode(const VariantSelection& request,
                       const std::vector<const VariantInfo*>& variants) {
  const auto of_gpu = [](MemoryMode mode) { return mode != MemoryMode::host; };
  const auto mode = std::ranges::find_if(request.memories, of_gpu);
  if (mode == request.memories.end()) return;
  if (std::ranges::any_of(variants,
                          [](const auto* variant) { return variant->backend == Backend::cuda; }))
    return;
  throw Error("memory " + std::string(name_of(*mode)) +
              ": only CUDA variants have memory modes, and none is asked for");
}

/// "all", or modes separated by commas.
void read_memories(const std::string& text, VariantSelection& request) {
  request.every_memory = text == "all";
  if (request.every_memory)
    request.memories = cuda_memory_modes();
  else
    for (const std::string& name : split_list(text)) request.memories.push_back(parse_memory(name));
  if (request.memories.empty()) parse_memory(text);  // throws
}

}  // namespace

VariantSelection variant_selection(const Workload* workload, const ParsedOptions& asked) {
  const ParsedOptions given = workload ? with_selected(*workload, asked) : asked;
  VariantSelection request;
  request.workload = workload;
  if (const auto text = given.find("backend"); text != given.end())
    request.backend = parse_backend(text->second);
  if (const auto text = given.find("executor"); text != given.end())
    request.executor = parse_executor(text->second);
  if (const auto text = given.find("memory"); text != given.end())
    read_memories(text->second, request);
  if (!workload) return request;
  if (const auto text = given.find("variant"); text != given.end())
    request.variants = split_list(text->second);
  for (const std::string& name : request.variants) named_variant(*workload, name);
  request.problem = given_params(*workload, given, false);
  for (const VariantInfo* info : workload->variants())
    for (const Param& axis : info->axes)
      if (const auto text = given.find(axis.id); text != given.end())
        request.axes[axis.id] = text->second;

  const std::vector<const VariantInfo*> variants = wanted_variants(*workload, request);
  if (variants.empty())
    throw Error("no variant of " + workload->info().name + " fits these options",
                "livewarp list " + workload->info().name + " shows all variants");
  check_axes(request, variants);
  check_memory_mode(request, variants);
  return request;
}

std::vector<SelectedVariant> select_variants(const Context& context,
                                             const VariantSelection& request, Purpose purpose) {
  std::vector<SelectedVariant> variants;
  const GpuInfo* const gpu = context.machine->gpu(context.device);
  for (const Workload* workload : context.workloads) {
    if (request.workload && request.workload != workload) continue;
    const std::vector<const VariantInfo*> wanted = wanted_variants(*workload, request);
    const bool alone = wanted.size() == 1 && request.memories.size() < 2;
    const auto add = [&](const VariantInfo& info, std::optional<MemoryMode> memory) {
      SelectedVariant variant{workload,
                              &info,
                              executor_for(context, *workload, info, request, purpose),
                              default_choice(*workload, info.name, info.backend),
                              {},
                              false};
      // What is timed side by side computes the same, unless it was named.
      const Param* const method = find_param(workload->info().params, workload->info().method);
      if (method && request.variants.empty() && purpose == Purpose::time)
        variant.choice.problem[method->id] = method->default_value;
      for (const auto& [id, value] : request.problem) variant.choice.problem[id] = value;
      variant.requested =
          is_requested(variant, request) && !(memory && may_lack(info, *memory, request, gpu));
      set_launch(variant, request, memory, alone);
      if (gpu && variant.executor == Executor::cuda && !request.axes.contains("block"))
        variant.choice = with_block_that_fits(*workload, variant.choice, *gpu);
      if (variant.skip.empty()) set_skip(context, request, variant);
      variants.push_back(std::move(variant));
    };
    for (const VariantInfo* info : wanted) {
      if (is_left_out(*info, request)) continue;
      if (info->backend == Backend::cpu || request.memories.empty())
        add(*info, {});
      else
        for (const MemoryMode memory : request.memories) add(*info, memory);
    }
  }
  if (request.workload) require_some_variant(variants);
  return variants;
}

std::set<Executor> executors_of(const std::vector<SelectedVariant>& variants) {
  std::set<Executor> executors;
  for (const SelectedVariant& variant : variants)
    if (variant.skip.empty()) executors.insert(variant.executor);
  return executors;
}

std::set<Executor> executors_here(const Context& context, std::optional<Backend> backend) {
  std::set<Executor> executors;
  if (backend.value_or(Backend::cpu) == Backend::cpu) executors.insert(Executor::cpu);
  if (backend.value_or(Backend::cuda) == Backend::cuda && context.machine->has_gpu())
    executors.insert(Executor::cuda);
  return executors;
}

MemoryMode memory_of(const SelectedVariant& variant) {
  return variant.executor == Executor::cuda ? variant.choice.memory : MemoryMode::host;
}

std::string isa_of(const SelectedVariant& variant) {
  const Param* axis = find_param(variant.info->axes, "isa");
  const auto value = variant.choice.launch.find("isa");
  if (!axis || value == variant.choice.launch.end()) return {};
  std::string isa = to_text(value->second);
  if (isa != "auto") return isa;
  // The sets stand in the order of their width, and "auto" is the last that this processor has.
  for (const Option& option : axis->options)
    if (option.id != "auto" && option.reason.empty()) isa = option.id;
  return isa;
}

std::string launch_text(const SelectedVariant& variant) {
  std::vector<std::string> parts;
  for (const auto& [id, value] : variant.choice.launch) {
    if (const Param* const axis = find_param(variant.info->axes, id);
        axis && goes_without_saying(*axis, value))
      continue;
    std::string part = id + " " + to_text(value);
    if (id == "isa" && isa_of(variant) != to_text(value)) part += " (" + isa_of(variant) + ")";
    parts.push_back(std::move(part));
  }
  return joined(parts);
}

std::string unavailable_here(const Context& context, const SelectedVariant& variant) {
  std::string reason = unavailable_reason(*variant.info, variant.executor, *context.machine);
  if (!reason.empty()) return reason;
  if (variant.executor == Executor::cuda)
    if (std::string lacking = memory_reason(*variant.info, variant.choice.memory,
                                            context.machine->gpu(context.device));
        !lacking.empty())
      return "memory " + std::string(name_of(variant.choice.memory)) + ": " + lacking;
  if (variant.workload->compiled_for(variant.executor)) return {};
  return "this build has no " + std::string(name_of(variant.executor)) + " code for it";
}

SelectedVariant selected_variant(const Context& context, const Choice& choice) {
  SelectedVariant variant;
  variant.workload = context.find(choice.workload);
  variant.info = variant.workload->find(choice.variant);
  variant.executor = variant.info->backend == Backend::cuda ? Executor::cuda : Executor::cpu;
  variant.choice = choice;
  variant.requested = true;
  if (const std::string refusal = variant.workload->refusal(choice, variant.executor);
      !refusal.empty())
    refuse(variant, refusal);
  variant.skip = unavailable_here(context, variant);
  return variant;
}

std::string cannot_run_text(const SelectedVariant& variant, const std::string& reason) {
  return variant.workload->info().name + " " + variant.info->name + " cannot run here: " + reason;
}

std::string device_text(const SelectedVariant& variant, const Context& context) {
  if (variant.executor != Executor::cuda) return context.machine->cpu.name;
  const GpuInfo* gpu = context.machine->gpu(context.device);
  return gpu ? gpu->name : "no GPU";
}

void require_memory(const Workload& workload, const Choice& choice, Executor executor) {
  const std::size_t state = workload.state_bytes(choice);
  const bool on_gpu = executor == Executor::cuda && choice.memory != MemoryMode::mapped;
  const std::size_t gpu_free = on_gpu ? cuda_free_bytes() : 0;
  // On the host a run holds the state twice over besides: snapshots before and after a step.
  const bool also_on_host =
      !on_gpu || is_round_trip(choice.memory) || choice.memory == MemoryMode::accessed_by;
  const std::size_t host_need = also_on_host ? 2 * state : state;
  const std::size_t host_free = host_free_bytes();
  const auto refuse = [&](const char* where, std::size_t need, std::size_t free) {
    std::string what, smaller;
    for (const std::string& id : workload.info().size_params) {
      what += (what.empty() ? "" : ", ") + id + " " + grouped(get_integer(choice.problem, id));
      smaller += (smaller.empty() ? "" : " or ") + option_name(id);
    }
    throw Error((what.empty() ? "this problem" : what) + ": needs " + memory_size(need) + " of " +
                    where + " memory, " + memory_size(free) + " are free",
                smaller.empty() ? "" : "choose a smaller " + smaller);
  };
  if (on_gpu && gpu_free && state > gpu_free) refuse("GPU", state, gpu_free);
  if (host_free && host_need > host_free) refuse("main", host_need, host_free);
}

}  // namespace livewarp
