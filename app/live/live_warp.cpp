#include "app/live/live_warp.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "app/live/tint_hues.h"

namespace livewarp {

namespace {

/// Hues of a tint: of what is not lit, of what is read and of what is written.
enum LitHue { at_rest, read_hue, written_hue };
/// "Blocks" of a tint by time: what has not begun is dark, what runs is bright.
constexpr std::int64_t dark_block = 0, bright_block = 1;
constexpr double lit_now = 0.5;

/// Elements of the picture that lanes touch, each once.
std::vector<std::int64_t> elements_of(const ui::WarpView& view, const ui::WarpAccess& access) {
  std::vector<std::int64_t> all;
  if (access.array < 0) return all;
  const ui::WarpArray& array = view.arrays[std::size_t(access.array)];
  if (array.element == 0) return all;
  for (unsigned lanes = access.pattern.active; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t from =
        access.pattern.address[std::size_t(std::countr_zero(lanes))] - array.first;
    const std::uint64_t last = std::min(from + access.pattern.bytes, array.bytes) - 1;
    for (std::uint64_t element = from / array.element; element <= last / array.element; ++element)
      all.push_back(std::int64_t(element));
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

void LiveWarp::want(const Session& session, const ui::Result& result, bool quiet) {
  tint_request_ = result.warp_tint;
  const Workload& workload = session.workload();
  const bool asks = result.warp && !quiet && result.warp->choice.workload == workload.info().name;
  asked_ = result.warp.has_value();
  const bool known = asks && shown_ && shown_->request == *result.warp;
  worker_.want(&workload, asks && !known ? result.warp : std::nullopt);
  light(session.view().kind);
}

void LiveWarp::light(PictureKind kind) {
  if (!tint_request_ || !shown_ || tint_request_->access >= shown_->accesses.size())
    return lit_.reset();
  const Lit wanted{shown_, *tint_request_};
  if (lit_ == wanted) return;
  const ui::WarpAccess& access = shown_->accesses[tint_request_->access];
  const ui::WarpArray array =
      access.array < 0 ? ui::WarpArray() : shown_->arrays[std::size_t(access.array)];
  if (!lit_ || lit_->view != shown_ || elements_.width != array.width ||
      elements_.height != array.height || elements_.part != array.part) {
    elements_ = {
        .generation = ++made_, .width = array.width, .height = array.height, .part = array.part};
    // Of thousands of lights over one another a few are seen where the rest is dark.
    if (kind == PictureKind::points) elements_.others = tint_code(dark_block, at_rest);
    elements_.times = {1, 1, 0, 1};
  }
  lit_ = wanted;
  elements_.lit.clear();
  for (const std::int64_t element : elements_of(*shown_, access))
    elements_.lit.push_back(
        {element, tint_code(bright_block, access.writes ? written_hue : read_hue)});
  elements_.lit_generation = ++made_;
}

SceneTint LiveWarp::tint() const {
  if (!lit_ || elements_.lit.empty()) return {};
  SceneTint tint{.elements = &elements_, .now = lit_now};
  put_hue(tint, read_hue, lit_->tint.read);
  put_hue(tint, written_hue, lit_->tint.write);
  return tint;
}

/// Why an access that the picture could show is not lit on it; empty: it is, or there is none.
std::string LiveWarp::tint_reason(const PictureSpec& picture) const {
  if (!lit_ || elements_.lit.empty()) return {};
  return is_of(elements_, picture) ? "" : "the picture is not of these elements alone";
}

void LiveWarp::describe(const PictureSpec& picture, ui::Model& model) {
  if (const WarpOf seen = worker_.seen_shared()) shown_ = seen;
  model.warp = shown_.get();
  model.warp_tint_reason = tint_reason(picture);
}

}  // namespace livewarp
