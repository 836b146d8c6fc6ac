#include "app/report/report_style.h"

#include <fmt/format.h>

#include "ui/theme/tokens.h"

namespace livewarp {

namespace {

std::string css(const ui::Color& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.r, color.g, color.b);
}

std::string colors(const ui::Tokens& tokens) {
  std::string text = fmt::format(
      "--ground:{};--card:{};--field:{};--text:{};--muted:{};--accent:{};--ok:{};--warn:{};"
      "--error:{};--line:{};--edge:{};",
      css(tokens.panel), css(tokens.raised), css(tokens.field), css(tokens.text), css(tokens.muted),
      css(tokens.accent), css(tokens.ok), css(tokens.warn), css(tokens.error), css(tokens.divider),
      css(tokens.edge));
  for (std::size_t i = 0; i < 6; ++i) text += fmt::format("--s{}:{};", i, css(tokens.series[i]));
  return text;
}

constexpr const char* rules = R"(
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--text);
  font:16px/1.55 Inter,system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
main{max-width:1040px;margin:0 auto;padding:40px 24px 64px}
h1{font-size:2.1rem;line-height:1.15;margin:0 0 6px;letter-spacing:-.01em}
h2{font-size:1.3rem;line-height:1.3;margin:48px 0 12px}
h3{font-size:1.12rem;line-height:1.3;margin:0}
p{margin:0 0 12px;max-width:70ch}
.sub,.cap,.note{color:var(--muted)}
.sub{font-size:1.02rem;margin:0}
.cap,.note{font-size:.875rem}
.lead{display:grid;grid-template-columns:1fr 1fr;gap:16px;margin:28px 0 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:20px 22px}
.lead .big{font-size:2.2rem;line-height:1.15;font-weight:650;font-variant-numeric:tabular-nums;margin:2px 0 4px}
.lead p{margin:0}
.eyebrow{font-size:.8125rem;color:var(--muted);margin:0}
figure{margin:0 0 24px}
figure img{display:block;width:100%;height:auto;border-radius:8px;border:1px solid var(--line)}
figcaption{margin-top:8px}
.scroll{overflow-x:auto;-webkit-overflow-scrolling:touch;margin:0 0 12px}
table{border-collapse:collapse;width:100%;font-size:.9375rem}
th{font-weight:550;color:var(--muted);text-align:left;font-size:.8125rem;white-space:nowrap}
th,td{padding:7px 14px 7px 0;border-bottom:1px solid var(--line);vertical-align:baseline}
td{white-space:nowrap}
td.wrap{white-space:normal;min-width:11em}
.n{text-align:right;font-variant-numeric:tabular-nums}
tr.best td{font-weight:600}
td .note{font-weight:400;font-size:.8125rem}
.ok{color:var(--ok)}.bad{color:var(--error)}.warn{color:var(--warn)}
code,pre,.src{font-family:"JetBrains Mono",ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.8125rem}
pre{margin:2px 0 10px;padding:10px 12px;background:var(--field);border-radius:6px;white-space:pre-wrap;
  overflow-wrap:anywhere;line-height:1.5}
dl.run{margin:12px 0 0}
dl.run dt{font-size:.8125rem;color:var(--muted)}
dl.run dd{margin:0}
.variant{margin:0 0 16px}
.variant header{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline;margin-bottom:8px}
.variant header .time{margin-left:auto;font-weight:600;font-variant-numeric:tabular-nums}
.variant p{margin-bottom:10px}
details{margin-top:8px}
summary{cursor:pointer;color:var(--accent);padding:4px 0}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
.src{border-spacing:0;width:auto;min-width:100%;line-height:1.5}
.src td,.src th{border:0;padding:0 12px 0 0;white-space:pre}
.src td.k{color:var(--muted);text-align:right;user-select:none}
.src tr.hit td{background:var(--field)}
.src .a{display:block;color:var(--muted);padding-left:2ch}
.src .a.costly{color:var(--warn);font-weight:600}
.file{margin:14px 0 6px}
svg{display:block;max-width:100%;height:auto;font:13px Inter,system-ui,"DejaVu Sans",sans-serif}
svg.narrow{display:none}
svg text{fill:var(--text)}
svg .tick{fill:var(--muted);font-size:12px}
svg .end{text-anchor:end}svg .middle{text-anchor:middle}
svg .number{font-weight:600;font-variant-numeric:tabular-nums}
svg .grid{stroke:var(--line);stroke-width:1}
svg .rail{stroke:var(--line);stroke-width:1;stroke-dasharray:1 4}
svg .spread{stroke:var(--s0);stroke-width:4;opacity:.45;stroke-linecap:round}
svg .dot{fill:var(--card);stroke:var(--s0);stroke-width:2.5}
svg .dot.best{fill:var(--s0)}
svg .curve{fill:none;stroke-width:2.2;stroke-linejoin:round}
svg .curve.dotted{stroke-dasharray:2 5;stroke-width:1.6}
svg .mark{stroke:none}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin:6px 0 0;padding:0;list-style:none;font-size:.875rem}
.legend i{display:inline-block;width:18px;height:0;border-top:3px solid;margin-right:7px;vertical-align:middle}
.legend i.dotted{border-top-style:dotted}
@media (max-width:640px){
  main{padding:24px 16px 48px}
  h1{font-size:1.65rem}
  h2{margin-top:36px}
  .lead{grid-template-columns:1fr}
  .lead .big{font-size:1.8rem}
  .card{padding:16px}
  svg.wide{display:none}svg.narrow{display:block}
  .variant header .time{margin-left:0;width:100%}
}
@media print{
  main{max-width:none;padding:0}
  .card,figure,svg{break-inside:avoid}
}
)";

}  // namespace

std::string report_style() {
  std::string text = ":root{color-scheme:light dark;" + colors(ui::light_tokens) + "}\n";
  text += "@media screen and (prefers-color-scheme:dark){:root{" + colors(ui::dark_tokens) + "}}\n";
  for (int i = 0; i < 6; ++i)
    text += fmt::format("svg .curve.s{0}{{stroke:var(--s{0})}}svg .mark.s{0}{{fill:var(--s{0})}}"
                        ".legend i.s{0}{{border-color:var(--s{0})}}\n",
                        i);
  return text + rules;
}

}  // namespace livewarp
