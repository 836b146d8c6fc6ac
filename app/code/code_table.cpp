#include "app/code/code_table.h"

#include "app/base/table.h"
#include "kernels/core/base/text.h"
#include "kernels/core/exec/waves.h"

namespace livewarp {

namespace {

/// "nbody_naive<float>: 40 registers, no spills, 212 instructions".
std::string head_of(const ui::CodeKernel& kernel) {
  std::string text = kernel.name + ": ";
  if (const auto& needs = kernel.resources)
    text += grouped(needs->registers) + " registers, " +
            (needs->local_bytes > 0
                 ? grouped(std::int64_t(needs->local_bytes)) + " B of local memory a thread, "
                 : "no spills, ");
  return text + grouped(kernel.instructions) + " instructions\n";
}

std::string source_table(const ui::CodeSource& source) {
  TextTable table({{"line", ColumnAlign::right}, {"instructions", ColumnAlign::right}, {"source"}});
  for (const ui::CodeSourceLine& line : source.lines)
    if (line.instructions > 0)
      table.add({std::to_string(line.number), grouped(line.instructions), line.text});
  return source.path + "\n" + table.text();
}

std::string stream_table(const ui::CodeKernel& kernel) {
  TextTable table({{"line", ColumnAlign::right}, {"instruction"}});
  for (const ui::CodeLine& line : kernel.code)
    table.add(
        {line.line > 0 ? std::to_string(line.line) : "", (line.label ? "" : "  ") + line.text});
  return table.text();
}

}  // namespace

std::string code_text(const ui::CodeView& view) {
  std::string text = view.made + "\n";
  for (const ui::CodeKernel& kernel : view.kernels) {
    text += "\n" + head_of(kernel);
    for (const ui::CodeSource& source : kernel.sources) text += "\n" + source_table(source);
    text += "\n" + stream_table(kernel);
  }
  return text;
}

Json to_json(const ui::CodeView& view) {
  Json report{{"variant", view.request.choice.variant},
              {"code", view.request.kind == ui::CodeKind::sass ? "sass" : "ptx"},
              {"arch", compute_text(view.compute)},
              {"made", view.made},
              {"kernels", Json::array()}};
  for (const ui::CodeKernel& kernel : view.kernels) {
    Json each{{"kernel", kernel.name}, {"instructions", Json::array()}};
    if (kernel.resources) {
      each["registers"] = kernel.resources->registers;
      each["local_bytes"] = kernel.resources->local_bytes;
    }
    for (const ui::CodeLine& line : kernel.code) {
      if (line.label) continue;
      Json instruction{{"text", line.text}};
      if (line.line > 0) {
        instruction["file"] = line.path;
        instruction["line"] = line.line;
      }
      each["instructions"].push_back(std::move(instruction));
    }
    report["kernels"].push_back(std::move(each));
  }
  return report;
}

}  // namespace livewarp
