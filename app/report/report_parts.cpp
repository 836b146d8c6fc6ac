#include "app/report/report_parts.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/measure/sweep.h"
#include "app/report/html.h"
#include "app/telemetry/gpu_json.h"
#include "kernels/core/base/text.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

std::string cell(const std::string& text, const char* looks = "") {
  return fmt::format("<td class=\"{}\">{}</td>", looks, escaped(text));
}

std::string interval_text(const Summary& step) {
  return step.count > 1 && step.median > 0
             ? fmt::format("\u00b1 {:.1f} %", 100 * step.half_width / step.median)
             : "1 sample";
}

std::string check_words(const VariantResult& result) {
  if (result.failed()) return "failed";
  switch (result.check().verdict) {
  case Verdict::here: return "verified here";
  case Verdict::at_check_sizes: return "verified at check sizes";
  default: return "not verified";
  }
}

const char* check_looks(const VariantResult& result) {
  return result.failed() ? "bad" : result.verified() ? "ok" : "";
}

std::string result_row(const VariantResult& result, const VariantResult* best,
                       const Prefix& prefix) {
  const SelectedVariant& variant = result.variant;
  std::string row = &result == best ? "<tr class=\"best\">" : "<tr>";
  const std::string setting =
      launch_text(variant) + ", " + std::string(name_of(memory_of(variant)));
  row += "<td class=\"wrap\">" + escaped(variant.info->title) + "<br><span class=\"note\">" +
         escaped(setting) + "</span></td>";
  const bool has_time = timed(result);
  const auto figure = [&](auto&& text) { row += cell(has_time ? text() : missing, "n"); };
  figure([&] { return ui::time_text(result.measurement->step.median); });
  figure([&] { return interval_text(result.measurement->step); });
  row += cell(check_words(result), check_looks(result));
  const bool compared = result.check().ok() || result.check().verdict == Verdict::failed;
  row += cell(compared ? error_text(result.check().error) : missing, "n");
  figure([&] { return plain_number(result.measurement->rate() / prefix.factor, 4); });
  figure([&] {
    return result.of_ceiling ? fmt::format("{:.0f} % of {}", 100 * result.of_ceiling->share,
                                           result.of_ceiling->ceiling)
                             : std::string(missing);
  });
  figure([&] { return ui::time_text(result.measurement->step.p95); });
  return row + "</tr>\n";
}

/// The fastest first, then those without a time.
std::vector<const VariantResult*> in_order(const std::vector<VariantResult>& results) {
  std::vector<const VariantResult*> rows;
  for (const VariantResult& result : results)
    if (result.variant.skip.empty()) rows.push_back(&result);
  std::ranges::stable_sort(rows, {}, [](const VariantResult* row) {
    return timed(*row) ? row->measurement->step.median : std::numeric_limits<double>::infinity();
  });
  return rows;
}

std::string version_of(int cuda) {
  return cuda > 0 ? fmt::format("{}.{}", cuda / 1000, cuda % 1000 / 10) : "none";
}

std::string fact(const std::string& name, const std::string& value) {
  return "<tr><th scope=\"row\">" + escaped(name) + "</th><td class=\"wrap\">" + escaped(value) +
         "</td></tr>\n";
}

/// The state in which the GPU was over all results that tell it.
std::string clock_text(const ReportContent& content) {
  std::vector<std::string> texts;
  for (const VariantResult& result : content.results)
    if (timed(result))
      if (const std::string text = bench_state_text(content.workload->info(), *result.measurement);
          !text.empty())
        texts.push_back(result.variant.info->title + ": " + text);
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : "; ") + text;
  return all;
}

}  // namespace

std::string results_section(const ReportContent& content) {
  const VariantResult* const best = fastest_of(content.results);
  const Prefix prefix = prefix_for(best ? best->measurement->rate() : 0);
  const std::string unit =
      (prefix.name.empty() ? "" : prefix.name + " ") + content.workload->info().item_rate;
  std::string rows, skipped;
  for (const VariantResult* row : in_order(content.results)) rows += result_row(*row, best, prefix);
  for (const VariantResult& result : content.results) {
    if (!result.variant.skip.empty())
      skipped +=
          "<li>" + escaped(result.variant.info->title + ": " + result.variant.skip) + "</li>\n";
  }
  std::string html;
  if (!rows.empty())
    html =
        "<div class=\"scroll\"><table><thead><tr><th>Variant</th><th class=\"n\">Median</th>"
        "<th class=\"n\">95 % interval</th><th>Check</th><th class=\"n\">Error (RMS)</th>"
        "<th class=\"n\">" +
        escaped(unit) +
        "</th><th class=\"n\">Nearest ceiling</th><th class=\"n\">95th percentile</th></tr></thead>"
        "<tbody>\n" +
        rows + "</tbody></table></div>\n";
  if (!skipped.empty())
    html += "<details><summary>Not run here</summary><ul class=\"note\">\n" + skipped +
            "</ul></details>\n";
  return html;
}

std::string commands_list(const std::vector<ReportCommand>& commands) {
  std::string html = "<dl class=\"run\">\n";
  for (const ReportCommand& command : commands)
    html += "<dt>To " + escaped(command.what) + "</dt><dd><pre>" + escaped(command.line) +
            "</pre></dd>\n";
  return html + "</dl>\n";
}

std::string machine_section(const ReportContent& content) {
  const Machine& machine = *content.machine;
  std::string isas;
  for (const std::string& isa : machine.cpu.isas) isas += (isas.empty() ? "" : ", ") + isa;
  std::string html = "<div class=\"scroll\"><table><tbody>\n";
  html += fact("CPU", machine.cpu.name + ", " + std::to_string(machine.cpu.cores) + " cores" +
                          (isas.empty() ? "" : ", " + isas) + ", " +
                          memory_size(machine.cpu.memory_bytes));
  if (const GpuInfo* gpu = machine.gpu(content.device))
    html += fact("GPU", fmt::format("{}, compute capability {}.{}, {} multiprocessors, {}",
                                    gpu->name, gpu->major, gpu->minor, gpu->multiprocessors,
                                    memory_size(gpu->memory_bytes)));
  else
    html += fact("GPU", machine.gpu_reason.empty() ? "none" : machine.gpu_reason);
  html += fact("CUDA", "driver " + version_of(machine.driver_cuda) + ", runtime " +
                           version_of(machine.runtime_cuda));
  html += fact("Livewarp", content.version);
  html += fact("Date", content.date);
  if (const std::string clocks = clock_text(content); !clocks.empty())
    html += fact("Clocks and power", clocks);
  for (const Ceiling& ceiling : content.ceilings.all)
    html += fact("Ceiling: " + ceiling.label,
                 plain_number(in_unit(ceiling), 4) + " " + ceiling.unit +
                     (ceiling.backend == Backend::cpu
                          ? ", " + std::to_string(ceiling.threads) +
                                (ceiling.threads == 1 ? " CPU thread" : " CPU threads")
                          : ", the GPU") +
                     "; " + ceiling.method);
  return html + "</tbody></table></div>\n";
}

}  // namespace livewarp
