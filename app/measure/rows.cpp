#include "app/measure/rows.h"

#include <algorithm>
#include <sstream>

#include "app/options/choice_options.h"
#include "app/base/platform.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

/// Every given axis must mean something to at least one of the rows that are asked for.
void check_axes(const RowRequest& request, const std::vector<const VariantInfo*>& rows) {
  for (const auto& [id, text] : request.axes) {
    bool owned = false, accepted = false;
    std::optional<Error> refusal;
    for (const VariantInfo* row : rows) {
      const Param* axis = find_param(row->axes, id);
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

std::vector<const VariantInfo*> wanted_rows(const Workload& workload, const RowRequest& request) {
  std::vector<const VariantInfo*> rows;
  for (const VariantInfo* info : workload.variants()) {
    if (request.backend && info->backend != *request.backend) continue;
    if (request.executor == Executor::cpu && info->backend != Backend::cpu) continue;
    if (!request.variants.empty() &&
        std::ranges::find(request.variants, info->name) == request.variants.end())
      continue;
    rows.push_back(info);
  }
  return rows;
}

Executor executor_for(const Context& context, const Workload& workload, const VariantInfo& info,
                      const RowRequest& request, Purpose purpose) {
  if (info.backend == Backend::cpu) return Executor::cpu;
  if (request.executor && *request.executor != Executor::cpu) return *request.executor;
  const bool gpu = context.machine->has_gpu() && workload.compiled_for(Executor::cuda);
  return purpose == Purpose::time || gpu ? Executor::cuda : Executor::simt;
}

/// What is asked for makes no sense on any machine.
[[noreturn]] void refuse(const Row& row, const std::string& refusal) {
  throw Error(row.workload->info().name + " " + row.info->name + ": " + refusal,
              "livewarp list " + row.workload->info().name + " shows all variants");
}

/// A row that was named must be able to compute the problem; others are skipped then, which is no failure.
void set_skip(const Context& context, const RowRequest& request, Row& row) {
  const std::string refusal = row.workload->refusal(row.choice, row.executor);
  if (!refusal.empty() && !request.variants.empty()) refuse(row, refusal);
  row.skip = unavailable_here(context, row);
  if (!row.skip.empty() || refusal.empty()) return;
  row.skip = refusal;
  row.requested = false;
}

/// Of one workload: nothing can be run if all its rows refuse.
void require_some_row(const std::vector<Row>& rows) {
  const auto refused = [](const Row& row) {
    return row.workload->refusal(row.choice, row.executor);
  };
  if (rows.empty() ||
      std::ranges::any_of(rows, [&](const Row& row) { return refused(row).empty(); }))
    return;
  refuse(rows.front(), refused(rows.front()));
}

/// Puts the given axes and memory mode into the row's choice; what it does not offer makes it skip.
void set_launch(Row& row, const RowRequest& request, std::optional<MemoryMode> memory, bool alone) {
  try {
    for (const auto& [id, text] : request.axes) {
      const Param* axis = find_param(row.info->axes, id);
      if (!axis && alone) throw Error("variant " + row.info->name + " has no axis " + id);
      if (axis) row.choice.launch[id] = read_value(*axis, text);
    }
    if (memory) row.choice.memory = *memory;
    row.choice = checked_choice(*row.workload, row.choice);
  } catch (const Error& error) {
    if (alone) throw;
    row.skip = error.what();
  }
}

/// A row that no host can execute is not asked for by asking for `simt`, nor by asking for all CUDA rows one
/// whose library is not here.
bool is_requested(const Row& row, const RowRequest& request) {
  if (!request.variants.empty()) return true;
  if (row.executor == Executor::simt && row.info->gpu_only) return false;
  if (row.executor == Executor::cuda && row.info->missing && !row.info->missing().empty())
    return false;
  const bool by_executor = request.executor && row.info->backend == Backend::cuda;
  return request.backend || by_executor || !request.memories.empty();
}

/// Who asks for a memory mode, and for nothing else, asks for the rows that have modes.
bool is_left_out(const VariantInfo& info, const RowRequest& request) {
  return info.backend == Backend::cpu && !request.memories.empty() &&
         !std::ranges::count(request.memories, MemoryMode::host) && request.variants.empty() &&
         !request.backend;
}

/// A mode that the row itself refuses is missed only where the row was named. Where all modes are asked for,
/// none is missed that row or GPU cannot have.
bool may_lack(const VariantInfo& info, MemoryMode memory, const RowRequest& request,
              const GpuInfo* gpu) {
  if (request.every_memory) return !memory_reason(info, memory, gpu).empty();
  return request.variants.empty() && !memory_reason(info, memory, nullptr).empty();
}

void check_memory_mode(const RowRequest& request, const std::vector<const VariantInfo*>& rows) {
  const auto of_gpu = [](MemoryMode mode) { return mode != MemoryMode::host; };
  const auto mode = std::ranges::find_if(request.memories, of_gpu);
  if (mode == request.memories.end()) return;
  if (std::ranges::any_of(rows, [](const auto* row) { return row->backend == Backend::cuda; }))
    return;
  throw Error("memory " + std::string(name_of(*mode)) +
              ": only CUDA variants have memory modes, and none is asked for");
}

/// "all", or modes separated by commas.
void read_memories(const std::string& text, RowRequest& request) {
  request.every_memory = text == "all";
  if (request.every_memory)
    request.memories = cuda_memory_modes();
  else
    for (const std::string& name : split_list(text)) request.memories.push_back(parse_memory(name));
  if (request.memories.empty()) parse_memory(text);  // throws
}

}  // namespace

RowRequest row_request(const Workload* workload, const Given& asked) {
  const Given given = workload ? with_selected(*workload, asked) : asked;
  RowRequest request;
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

  const std::vector<const VariantInfo*> rows = wanted_rows(*workload, request);
  if (rows.empty())
    throw Error("no variant of " + workload->info().name + " fits these options",
                "livewarp list " + workload->info().name + " shows all variants");
  check_axes(request, rows);
  check_memory_mode(request, rows);
  return request;
}

std::vector<Row> select_rows(const Context& context, const RowRequest& request, Purpose purpose) {
  std::vector<Row> rows;
  const GpuInfo* const gpu = context.machine->gpu(context.device);
  for (const Workload* workload : context.workloads) {
    if (request.workload && request.workload != workload) continue;
    const std::vector<const VariantInfo*> wanted = wanted_rows(*workload, request);
    const bool alone = wanted.size() == 1 && request.memories.size() < 2;
    const auto add = [&](const VariantInfo& info, std::optional<MemoryMode> memory) {
      Row row{workload,
              &info,
              executor_for(context, *workload, info, request, purpose),
              default_choice(*workload, info.name, info.backend),
              {},
              false};
      for (const auto& [id, value] : request.problem) row.choice.problem[id] = value;
      row.requested =
          is_requested(row, request) && !(memory && may_lack(info, *memory, request, gpu));
      set_launch(row, request, memory, alone);
      if (row.skip.empty()) set_skip(context, request, row);
      rows.push_back(std::move(row));
    };
    for (const VariantInfo* info : wanted) {
      if (is_left_out(*info, request)) continue;
      if (info->backend == Backend::cpu || request.memories.empty())
        add(*info, {});
      else
        for (const MemoryMode memory : request.memories) add(*info, memory);
    }
  }
  if (request.workload) require_some_row(rows);
  return rows;
}

MemoryMode memory_of(const Row& row) {
  return row.executor == Executor::cuda ? row.choice.memory : MemoryMode::host;
}

std::string isa_of(const Row& row) {
  const Param* axis = find_param(row.info->axes, "isa");
  const auto value = row.choice.launch.find("isa");
  if (!axis || value == row.choice.launch.end()) return {};
  std::string isa = to_text(value->second);
  if (isa != "auto") return isa;
  // The sets stand in the order of their width, and "auto" is the last that this processor has.
  for (const Option& option : axis->options)
    if (option.id != "auto" && option.reason.empty()) isa = option.id;
  return isa;
}

std::string launch_text(const Row& row) {
  std::vector<std::string> parts;
  for (const auto& [id, value] : row.choice.launch) {
    std::string part = id + " " + to_text(value);
    if (id == "isa" && isa_of(row) != to_text(value)) part += " (" + isa_of(row) + ")";
    parts.push_back(std::move(part));
  }
  return joined(parts);
}

std::string unavailable_here(const Context& context, const Row& row) {
  std::string reason = unavailable_reason(*row.info, row.executor, *context.machine);
  if (!reason.empty()) return reason;
  if (row.executor == Executor::cuda)
    if (std::string lacking =
            memory_reason(*row.info, row.choice.memory, context.machine->gpu(context.device));
        !lacking.empty())
      return "memory " + std::string(name_of(row.choice.memory)) + ": " + lacking;
  if (row.workload->compiled_for(row.executor)) return {};
  return "this build has no " + std::string(name_of(row.executor)) + " code for it";
}

Row row_of(const Context& context, const Choice& choice) {
  Row row;
  row.workload = context.find(choice.workload);
  row.info = row.workload->find(choice.variant);
  row.executor = row.info->backend == Backend::cuda ? Executor::cuda : Executor::cpu;
  row.choice = choice;
  row.requested = true;
  if (const std::string refusal = row.workload->refusal(choice, row.executor); !refusal.empty())
    refuse(row, refusal);
  row.skip = unavailable_here(context, row);
  return row;
}

std::string cannot_run_text(const Row& row, const std::string& reason) {
  return row.workload->info().name + " " + row.info->name + " cannot run here: " + reason;
}

std::string device_text(const Row& row, const Context& context) {
  if (row.executor != Executor::cuda) return context.machine->cpu.name;
  const GpuInfo* gpu = context.machine->gpu(context.device);
  return gpu ? gpu->name : "no GPU";
}

void require_memory(const Workload& workload, const Choice& choice, Executor executor) {
  const std::size_t state = workload.state_bytes(choice);
  const bool on_gpu = executor == Executor::cuda && choice.memory != MemoryMode::mapped;
  const std::size_t gpu_free = on_gpu ? cuda_free_bytes() : 0;
  // On the host a run holds the state twice over besides: snapshots before and after a step.
  const bool also_on_host = !on_gpu || is_round_trip(choice.memory);
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
