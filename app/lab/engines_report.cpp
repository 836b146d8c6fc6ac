// What a GPU does at once, and what kernels that reach into host memory do in place of copies.
#include <algorithm>

#include "app/base/table.h"
#include "app/lab/streams_report.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

/// Its own time alone, ms; 0 where that is not known.
double alone_ms(const EngineResults& results, EngineTask task) {
  for (const EngineResult& result : results.sets)
    if (result.timed() && result.set == EngineSet{}.with(task))
      return result.ms[std::size_t(task)].median;
  return 0;
}

/// "1.23 (1.05 x)"
std::string task_cell(const EngineResults& results, const EngineResult& result, EngineTask task) {
  if (!result.set.has(task)) return missing;
  const double ms = result.ms[std::size_t(task)].median, alone = alone_ms(results, task);
  if (result.set.size() == 1 || alone <= 0) return plain_number(ms, 3);
  return plain_number(ms, 3) + " (" + plain_number(ms / alone, 3) + " x)";
}

/// Of all that is copied, over the time of everything.
double copied_gbs(const EngineResults& results, const EngineResult& result) {
  const int copies = result.set.has(EngineTask::copy_in) + result.set.has(EngineTask::copy_out);
  return double(results.bytes) * copies / (result.total_ms.median * 1e6);
}

std::string engines_in_words(int count) {
  if (count <= 0) return "This GPU has no engine that copies while a kernel runs.";
  if (count == 1) return "This GPU has one copy engine: it copies in or out while a kernel runs.";
  return "This GPU has " + std::to_string(count) +
         " copy engines: it can copy in and out while a kernel runs.";
}

FindingsTable engine_table(const EngineResults& results) {
  FindingsTable table{"At once, each on a stream of its own (beside it: over its time alone)",
                      {{"what", false},
                       {"kernel ms"},
                       {"copy in ms"},
                       {"copy out ms"},
                       {"total ms"},
                       {"one after another ms"},
                       {"copied GB/s"}},
                      {}};
  for (const EngineResult& result : results.sets) {
    if (!result.timed()) continue;
    double serial = 0;
    bool known = true;
    for (const EngineTask task : all_engine_tasks)
      if (result.set.has(task)) {
        serial += alone_ms(results, task);
        known &= alone_ms(results, task) > 0;
      }
    const double gbs = copied_gbs(results, result);
    std::vector<std::string> row{result.set.label()};
    for (const EngineTask task : all_engine_tasks) row.push_back(task_cell(results, result, task));
    row.push_back(plain_number(result.total_ms.median, 3));
    row.push_back(known ? plain_number(serial, 3) : missing);
    row.push_back(gbs > 0 ? plain_number(gbs, 3) : missing);
    table.rows.push_back(std::move(row));
  }
  return table;
}

const HostAccessResult* find_access(const EngineResults& results, HostAccess access) {
  for (const HostAccessResult& result : results.accesses)
    if (result.access == access && result.timed()) return &result;
  return nullptr;
}

FindingsTable access_table(const EngineResults& results) {
  FindingsTable table{"Kernels that reach into memory of the host, and copies",
                      {{"who", false}, {"ms"}, {"GB/s"}, {"over cudaMemcpyAsync"}},
                      {}};
  for (const HostAccessResult& result : results.accesses) {
    if (!result.timed()) continue;
    const HostAccessInfo& info = info_of(result.access);
    const HostAccessResult* const copy = find_access(results, info.instead);
    table.rows.push_back(
        {info.label, plain_number(result.ms.median, 3),
         plain_number(result.gigabytes_per_second(), 3),
         info.by_kernel && copy
             ? plain_number(result.gigabytes_per_second() / copy->gigabytes_per_second(), 3)
             : missing});
  }
  return table;
}

/// What all three at once cost over the longest of them alone, and over one after another.
void tell_all_three(const EngineResults& results, std::vector<std::string>& verdict) {
  const auto all = std::ranges::find(results.sets, std::size_t{3},
                                     [](const EngineResult& result) { return result.set.size(); });
  if (all == results.sets.end() || !all->timed()) return;
  double longest = 0, serial = 0;
  for (const EngineTask task : all_engine_tasks) {
    const double alone = alone_ms(results, task);
    if (alone <= 0) return;
    longest = std::max(longest, alone);
    serial += alone;
  }
  const double total = all->total_ms.median;
  verdict.push_back(
      "Kernel, copy in and copy out at once take " + plain_number(total, 3) +
      " ms; one after another they take " + plain_number(serial, 3) +
      " ms, and the longest alone " + plain_number(longest, 3) + " ms" +
      (total < 0.75 * serial ? ": they run side by side." : ": little of it runs side by side."));
}

void tell_accesses(const EngineResults& results, std::vector<std::string>& verdict) {
  std::string text;
  for (const HostAccessResult& result : results.accesses) {
    const HostAccessInfo& info = info_of(result.access);
    const HostAccessResult* const copy = find_access(results, info.instead);
    if (!info.by_kernel || !result.timed() || !copy) continue;
    text += (text.empty() ? "Against memory of the host a " : ", a ") + std::string(info.label) +
            " " + plain_number(result.gigabytes_per_second(), 3) + " GB/s (" +
            info_of(info.instead).label + ": " + plain_number(copy->gigabytes_per_second(), 3) +
            ")";
  }
  if (!text.empty()) verdict.push_back(text + ".");
}

}  // namespace

Findings engine_findings(const EngineResults& results) {
  Findings findings;
  findings.setting = memory_size(results.bytes) + " each way";
  for (const EngineResult& result : results.sets)
    if (!result.timed()) tell_untimed(findings, result.set.label(), result.why_not, result.wrong);
  for (const HostAccessResult& result : results.accesses)
    if (!result.timed())
      tell_untimed(findings, info_of(result.access).label, result.why_not, result.wrong);
  for (FindingsTable table : {engine_table(results), access_table(results)})
    if (!table.rows.empty()) findings.tables.push_back(std::move(table));
  tell_all_three(results, findings.verdict);
  tell_accesses(results, findings.verdict);
  findings.verdict.push_back(engines_in_words(results.copy_engines));
  return findings;
}

Json to_json(const EngineResults& results) {
  Json json{{"bytes", results.bytes},
            {"copy_engines", results.copy_engines},
            {"sets", Json::array()},
            {"accesses", Json::array()}};
  for (const EngineResult& result : results.sets) {
    Json one{{"set", result.set.label()}, {"why_not", result.why_not}, {"wrong", result.wrong}};
    one["total_ms"] = result.timed() ? Json(result.total_ms.median) : Json();
    one["count"] = result.total_ms.count;
    for (const EngineTask task : all_engine_tasks)
      if (result.timed() && result.set.has(task))
        one["ms"][label_of(task)] = result.ms[std::size_t(task)].median;
    json["sets"].push_back(std::move(one));
  }
  for (const HostAccessResult& result : results.accesses) {
    Json one{{"id", info_of(result.access).id}, {"bytes", result.bytes}};
    one["why_not"] = result.why_not;
    one["wrong"] = result.wrong;
    one["median_ms"] = result.timed() ? Json(result.ms.median) : Json();
    one["count"] = result.ms.count;
    json["accesses"].push_back(std::move(one));
  }
  return json;
}

}  // namespace livewarp
