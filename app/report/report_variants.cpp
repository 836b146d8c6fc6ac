// The cards of a report's variants.
#include <algorithm>

#include <fmt/format.h>

#include "app/base/table.h"
#include "app/explain/traffic.h"
#include "app/explain/traffic_words.h"
#include "app/measure/sweep.h"
#include "app/report/html.h"
#include "app/report/report_parts.h"
#include "app/telemetry/gpu_json.h"
#include "kernels/core/base/detect.h"
#include "kernels/core/base/text.h"
#include "kernels/kernel_sources.h"
#include "ui/model/format.h"

namespace livewarp {

namespace {

/// "3.98 of 4 sectors a request": means over the requests of a line's accesses of one kind.
std::string access_text(const ui::LensAccess& access) {
  std::string text = access.what;
  if (access.space == ui::LensSpace::global)
    text +=
        fmt::format(": {} sectors (ideal {})", rounded(access.cost, 3), rounded(access.ideal, 3));
  else if (access.space == ui::LensSpace::shared)
    text += fmt::format(": {} wavefronts (ideal {})", rounded(access.cost, 3),
                        rounded(access.ideal, 3));
  if (access.space == ui::LensSpace::constant)
    text += fmt::format(": {} addresses (ideal 1)", rounded(access.cost, 3));
  text += fmt::format(", {} lanes", rounded(access.lanes, 3));
  for (const ui::LensFinding& finding : access.findings)
    if (!finding.good) text += "; " + finding.words;
  return text;
}

bool costly(const ui::LensAccess& access) {
  return access.ideal > 0 && access.cost > 1.25 * access.ideal;
}

std::string line_row(const ui::LensLine& line) {
  if (line.number == 0) return "<tr><td class=\"k\">\u22ee</td><td></td></tr>\n";
  std::string accesses;
  for (const ui::LensAccess& access : line.accesses)
    accesses += fmt::format("<span class=\"a{}\">{}</span>", costly(access) ? " costly" : "",
                            escaped(access_text(access)));
  return fmt::format("<tr class=\"{}\"><td class=\"k\">{}</td><td>{}{}</td></tr>\n",
                     line.accesses.empty() ? "" : "hit", line.number, escaped(line.text), accesses);
}

std::string lens_source(const ui::LensKernel& kernel) {
  std::string html = "<p class=\"file\"><code>" + escaped(kernel.name) + "</code><br>" +
                     "<span class=\"note\">" + escaped(kernel.launch) +
                     fmt::format(", {} of 32 lanes active", rounded(kernel.active, 3)) +
                     "</span></p>\n";
  for (const ui::LensFile& file : kernel.files) {
    html += "<p class=\"note file\">" + escaped(file.path) +
            "</p><div class=\"scroll\"><table class=\"src\">\n";
    for (const ui::LensLine& line : file.lines) html += line_row(line);
    html += "</table></div>\n";
  }
  return html;
}

/// A variant of the host: from its lesson to the end of the function below it.
std::string host_source(const VariantInfo& info) {
  const std::vector<std::string_view> lines = kernel_lines(info.file);
  const std::string lesson = "Lesson " + info.name + ":";
  const auto first = std::ranges::find_if(
      lines, [&](std::string_view line) { return line.find(lesson) != std::string_view::npos; });
  if (first == lines.end()) return {};
  const auto last =
      std::find_if(first, lines.end(), [](std::string_view line) { return line.starts_with('}'); });
  std::string html = "<details><summary>Source</summary><p class=\"note file\">" +
                     escaped(info.file) + "</p><div class=\"scroll\"><table class=\"src\">\n";
  for (auto line = first; line != lines.end(); ++line) {
    html += line_row({int(line - lines.begin()) + 1, std::string(*line), {}});
    if (line == last) break;
  }
  return html + "</table></div></details>\n";
}

std::string source_part(const ReportContent& content, const VariantResult& result) {
  if (result.variant.info->backend == Backend::cpu) return host_source(*result.variant.info);
  const auto lens = std::ranges::find(content.lenses, result.variant.info->name,
                                      [](const ui::LensView& view) { return view.choice.variant; });
  if (lens == content.lenses.end()) return {};
  if (!lens->refusal.empty())
    return "<p class=\"note\">No lens: " + escaped(lens->refusal) + "</p>\n";
  if (lens->kernels.empty()) return {};
  std::string html =
      "<details><summary>Source, and what warps do with memory</summary>\n"
      "<p class=\"note\">Counted on the host at " +
      escaped(lens->problem) +
      ", in the block in the middle of the grid; means over the requests of a warp.</p>\n";
  for (const ui::LensKernel& kernel : lens->kernels) html += lens_source(kernel);
  return html + "</details>\n";
}

std::string check_sentence(const VariantResult& result) {
  const CheckResult& check = result.check();
  if (!result.broken.empty()) return "It broke: " + result.broken;
  if (check.verdict == Verdict::failed) return check.failure;
  if (!check.ok()) return "Its result was not compared here.";
  std::string text = "Its result was compared with the fp64 reference: ";
  if (!check.scope.empty()) text += check.scope + ", ";
  return text + fmt::format("error {} of at most {} (RMS).", error_text(check.error),
                            error_text(check.tolerance.rms));
}

std::string kernel_sentence(const VariantResult& result) {
  if (!result.kernel) return {};
  const KernelFigures& kernel = *result.kernel;
  return fmt::format(" Its main kernel takes {} registers a thread{}, {} of shared memory a block; "
                     "occupancy {:.0f} %, limited by {}.",
                     kernel.resources.registers,
                     kernel.resources.local_bytes > 0 ? fmt::format(" and {} bytes of local memory",
                                                                    kernel.resources.local_bytes)
                                                      : "",
                     memory_size(kernel.resources.static_shared + kernel.shared_bytes),
                     100 * kernel.occupancy.share, kernel.occupancy.limiter);
}

/// What it moves by each who counts it, beside its time, and where the largest gap is.
std::string traffic_part(const ReportContent& content, const VariantResult& result) {
  const VariantInfo& info = *result.variant.info;
  const GpuInfo* const gpu = content.machine->gpu(content.device);
  const bool cuda = info.backend == Backend::cuda;
  const RooflineParts parts{*content.workload, info.backend, content.ceilings,
                            !cuda ? host_cache_bytes()
                            : gpu ? gpu->l2_bytes
                                  : 0,
                            !cuda ? content.machine->cpu.name
                            : gpu ? gpu->name
                                  : ""};
  TrafficFacts facts;
  facts.choice = result.variant.choice;
  facts.counters = result.counters.value_or(no_counter_reading(info.backend));
  facts.why_uncounted = why_uncounted(info.backend, "");
  for (const ui::LensView& lens : content.lenses) {
    if (lens.choice.variant != info.name) continue;
    facts.counted = lens.traffic;
    facts.why_uncounted = why_uncounted(info.backend, lens.refusal);
  }
  if (timed(result)) facts.median_ms = result.measurement->step.median;
  const ui::TrafficView view = traffic_of(parts, facts);
  return "<p class=\"note\">Traffic of a step: " + escaped(traffic_line(view)) + ".<br>" +
         escaped(view.sentence) + "</p>\n";
}

std::string card(const ReportContent& content, const VariantResult& result) {
  const VariantInfo& info = *result.variant.info;
  std::string html = "<article class=\"card variant\" id=\"v-" + escaped(info.name) + "\"><header>";
  html += "<h3>" + escaped(info.title) + "</h3><span class=\"note\"><code>" + escaped(info.name) +
          "</code></span>";
  if (timed(result))
    html += "<span class=\"time\">" + escaped(ui::time_text(result.measurement->step.median)) +
            "</span>";
  html += "</header>\n<p>" + escaped(info.lesson) + "</p>\n";
  const bool ran = result.variant.skip.empty();
  html += "<p class=\"note\">" +
          escaped(ran ? check_sentence(result) + kernel_sentence(result)
                      : "Not run here: " + result.variant.skip) +
          "</p>\n";
  if (timed(result))
    if (const std::string disturbed = disturbance_text(*result.measurement); !disturbed.empty())
      html += "<p class=\"note warn\">" + escaped(disturbed) + "</p>\n";
  html += traffic_part(content, result);
  html += source_part(content, result);
  return html + "<details><summary>Commands</summary>" + commands_list(commands_of(result)) +
         "</details></article>\n";
}

}  // namespace

std::string variants_section(const ReportContent& content) {
  std::string html;
  for (const VariantResult& result : content.results)
    if (result.variant.skip.empty() || result.variant.requested) html += card(content, result);
  return html;
}

}  // namespace livewarp
