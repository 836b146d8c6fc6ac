#include "ui/charts/graph_sheet.h"

#include <algorithm>

#include "ui/charts/ladder_chart.h"
#include "ui/charts/roofline_chart.h"
#include "ui/widgets/offscreen_frame.h"
#include "ui/widgets/widgets_graph.h"
#include "ui/widgets/widgets_heat.h"

namespace livewarp::ui {

namespace {

constexpr double margin = 1, footer_height = 1.4, between = 2, head_height = 1.8;  // em

/// The box of what is drawn; the footer is below it.
Box put_footer(const Look& look, const Box& all, const std::string& footer) {
  Box sheet = all.inset(look.length(margin), look.length(margin));
  Box foot = sheet;
  sheet.y1 = foot.y0 = foot.y1 - look.length(footer_height);
  put(look, Type::caption, look.tokens.muted, foot, footer);
  return sheet;
}

}  // namespace

struct GraphSheet::Impl {
  OffscreenFrame frame;
  std::vector<GraphView> views;
};

GraphSheet::GraphSheet(const std::vector<std::string>& font_folders, int width, int height,
                       double lines)
    : impl_(new Impl{{font_folders, width, height, lines}, {}}) {}

GraphSheet::~GraphSheet() = default;

void GraphSheet::frame(const std::vector<Graph>& graphs, const std::string& footer) {
  impl_->views.resize(graphs.size());
  impl_->frame.draw([&](const Look& look, const Box& all) {
    const Box sheet = put_footer(look, all, footer);
    const float gap = look.length(between);
    const auto count = float(std::max<std::size_t>(graphs.size(), 1));
    const float width = (sheet.width() - gap * (count - 1)) / count;
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const float x = sheet.x0 + float(i) * (width + gap);
      put_graph(look, ("##graph" + std::to_string(i)).c_str(), graphs[i], impl_->views[i],
                {x, sheet.y0, x + width, sheet.y1});
    }
  });
}

void GraphSheet::frame(const HeatMap& map, const std::string& footer) {
  impl_->frame.draw([&](const Look& look, const Box& all) {
    put_heat_map(look, "##cells", map, put_footer(look, all, footer));
  });
}

void GraphSheet::frame(const Ladder& ladder, const std::string& footer) {
  impl_->frame.draw([&](const Look& look, const Box& all) {
    put_ladder(look, "##rungs", ladder, put_footer(look, all, footer));
  });
}

void GraphSheet::frame(const Roofline& roofline, const std::string& title,
                       const std::string& footer) {
  impl_->frame.draw([&](const Look& look, const Box& all) {
    Box sheet = put_footer(look, all, footer);
    Box head = sheet;
    sheet.y0 = head.y1 = head.y0 + look.length(head_height);
    put(look, Type::heading, look.tokens.text, head, title);
    put_roof_plot(look, nullptr, roof_plot(roofline, BytesOf::compulsory), sheet);
  });
}

}  // namespace livewarp::ui
