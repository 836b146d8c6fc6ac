#include "app/lab/unified_table.h"

#include <algorithm>

#include "app/base/table.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

std::string time_cell(const Summary& ms) { return ms.count ? ui::time_text(ms.median) : missing; }

const PagingResult* timed_result(const UnifiedResults& results, PagingMethod method) {
  const auto found = std::ranges::find_if(results.rows, [&](const UnifiedRow& row) {
    return row.result.method == method && row.result.timed();
  });
  return found == results.rows.end() ? nullptr : &found->result;
}

std::string history_cell(PagingMethod method) {
  for (const PagingHistory& figure : unified_history())
    if (figure.method == method)
      return std::string(figure.first) +
             (*figure.steady ? std::string(", then ") + figure.steady : "");
  return {};
}

FindingsTable times_table(const UnifiedResults& results) {
  FindingsTable table{"First touch and steady state",
                      {{"pages", false},
                       {"prefetch"},
                       {"first pass"},
                       {"steady"},
                       {"steady GB/s"},
                       {"host reads"},
                       {"again"},
                       {"history: " + source_text(unified_history_source()), false}},
                      {}};
  for (const UnifiedRow& row : results.rows) {
    const PagingResult& one = row.result;
    if (!one.timed()) continue;
    table.rows.push_back({info_of(one.method).label, one.moved.count ? time_cell(one.moved) : "",
                          time_cell(one.first), time_cell(one.steady),
                          plain_number(one.steady_bytes_per_second() / 1e9, 3), time_cell(one.host),
                          time_cell(one.host_again), history_cell(one.method)});
  }
  return table;
}

FindingsTable faults_table(const UnifiedResults& results) {
  FindingsTable table{"What the driver tells of the first pass over " +
                          memory_size(results.fault_bytes) + ", in a round that is not timed",
                      {{"pages", false},
                       {"fault groups"},
                       {"faults in them"},
                       {"moved to the GPU"},
                       {"in pieces"},
                       {"moved to the host"}},
                      {}};
  for (const UnifiedRow& row : results.rows)
    if (row.faults && told_all(*row.faults, row.result.method, results.fault_bytes))
      table.rows.push_back({info_of(row.result.method).label, grouped(row.faults->groups),
                            grouped(row.faults->faults),
                            memory_size(std::size_t(row.faults->to_gpu_bytes)),
                            grouped(row.faults->to_gpu_pieces),
                            memory_size(std::size_t(row.faults->to_host_bytes))});
  return table;
}

std::string times_as_long(double a, double b) {
  return b > 0 ? plain_number(a / b, 2) + " times as long" : "";
}

void tell_first_touch(const UnifiedResults& results, std::vector<std::string>& verdict) {
  const PagingResult* const faults = timed_result(results, PagingMethod::host_first);
  const PagingResult* const prefetch = timed_result(results, PagingMethod::prefetch);
  if (faults)
    verdict.push_back("The GPU's first pass over pages that the host wrote takes " +
                      ui::time_text(faults->first.median) + ", every later one " +
                      ui::time_text(faults->steady.median) + ": the first is " +
                      times_as_long(faults->first.median, faults->steady.median) +
                      ", for it waits for each page to move.");
  if (faults && prefetch)
    verdict.push_back(
        "Asked for before, the pages move in " + ui::time_text(prefetch->moved.median) +
        " and the first pass takes " + ui::time_text(prefetch->first.median) + ": together " +
        plain_number(faults->first.median / (prefetch->moved.median + prefetch->first.median), 2) +
        " times as fast as by faults. The moving is not saved, the waiting is.");
}

void tell_advice(const UnifiedResults& results, std::vector<std::string>& verdict) {
  const PagingResult* const faults = timed_result(results, PagingMethod::host_first);
  const PagingResult* const copies = timed_result(results, PagingMethod::read_mostly);
  const PagingResult* const far = timed_result(results, PagingMethod::accessed_by);
  if (faults && copies)
    verdict.push_back("Advised as read-mostly, the host then reads its pages in " +
                      ui::time_text(copies->host.median) + ", without advice in " +
                      ui::time_text(faults->host.median) +
                      (results.request.touch == PagingTouch::read
                           ? ": it has kept its own copy of what the GPU only reads."
                           : ": what the GPU writes has one copy, advice or not."));
  if (faults && far)
    verdict.push_back("Left on the host and mapped (accessed-by), nothing moves and nothing is "
                      "waited for, but every pass goes over the bus: " +
                      ui::time_text(far->steady.median) + ", " +
                      times_as_long(far->steady.median, faults->steady.median) +
                      " as one over pages on the GPU.");
}

void tell_first_writes(const UnifiedResults& results, std::vector<std::string>& verdict) {
  const PagingResult* const elements = timed_result(results, PagingMethod::elements);
  const PagingResult* const warps = timed_result(results, PagingMethod::warp_64k);
  const PagingResult* const faults = timed_result(results, PagingMethod::host_first);
  if (elements && warps)
    verdict.push_back(
        "Pages that nobody has touched are written by the GPU, an element a thread, in " +
        ui::time_text(elements->first.median) + ", a warp a page of 64 KiB in " +
        ui::time_text(warps->first.median) + " (" +
        plain_number(elements->first.median / warps->first.median, 2) +
        " times as fast). Once they are there it is " + ui::time_text(elements->steady.median) +
        " against " + ui::time_text(warps->steady.median) + ".");
  if (elements && faults)
    verdict.push_back("Who writes first decides: written by the GPU, pages need not come from the "
                      "host: " +
                      ui::time_text(elements->first.median) + " rather than " +
                      ui::time_text(faults->first.median) + ".");
}

}  // namespace

std::vector<PagingHistory> unified_history() {
  return {{PagingMethod::host_first, "2.62 ms", ""},
          {PagingMethod::prefetch, "740 \u00b5s + 17.7 \u00b5s", ""},
          {PagingMethod::elements, "1.11 ms", "18.8 \u00b5s"},
          {PagingMethod::warp_64k, "0.56 ms", ""}};
}
TextSource unified_history_source() { return {"Han & Sharma 2019, ch. 2"}; }

bool told_all(const PageFaults& faults, PagingMethod method, std::size_t bytes) {
  const PagingMethodInfo& info = info_of(method);
  const bool moves = info.host_writes && info.mode != MemoryMode::accessed_by;
  return !moves || faults.to_gpu_bytes == std::int64_t(bytes);
}

Findings unified_findings(const UnifiedResults& results) {
  Findings findings;
  findings.setting = memory_size(results.request.bytes) + " of managed memory, the GPU " +
                     (results.request.touch == PagingTouch::read ? "reads" : "reads and writes") +
                     " what the host wrote";
  if (FindingsTable times = times_table(results); !times.rows.empty())
    findings.tables.push_back(std::move(times));
  if (FindingsTable faults = faults_table(results); !faults.rows.empty())
    findings.tables.push_back(std::move(faults));
  tell_first_touch(results, findings.verdict);
  tell_first_writes(results, findings.verdict);
  tell_advice(results, findings.verdict);
  for (const UnifiedRow& row : results.rows) {
    const PagingResult& one = row.result;
    if (one.why_not.empty()) continue;
    findings.left_out.push_back((one.wrong ? "Wrong: " : "Left out: ") +
                                std::string(info_of(one.method).label) + ": " + one.why_not);
    findings.wrong = findings.wrong || one.wrong;
  }
  for (const UnifiedRow& row : results.rows)
    if (row.faults && !told_all(*row.faults, row.result.method, results.fault_bytes))
      findings.left_out.push_back(
          std::string("Left out: fault groups of: ") + info_of(row.result.method).label +
          ": the driver has told of " + memory_size(std::size_t(row.faults->to_gpu_bytes)) +
          " that moved, and " + memory_size(results.fault_bytes) + " had to.");
  if (!results.no_faults.empty()) findings.left_out.push_back(results.no_faults);
  return findings;
}

}  // namespace livewarp
