#include "kernels/core/model/block_rule.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/param.h"

namespace livewarp {

namespace {

int dimensions_of(const Dim3& shape) { return shape.z > 1 ? 3 : shape.y > 1 ? 2 : 1; }

/// What no kernel can have. Sides first: their product might not fit into any number.
std::string refusal_of_cuda(const Dim3& shape) {
  if (shape.z > most_block_depth)
    return "CUDA allows a depth of " + grouped(most_block_depth) + " threads";
  if (std::max({shape.x, shape.y}) > most_block_threads || shape.count() > most_block_threads)
    return "CUDA allows " + grouped(most_block_threads) + " threads";
  return {};
}

const Option* preset_of(const Param& block, const Dim3& shape) {
  for (const Option& option : block.options)
    if (parse_dim(option.id) == shape) return &option;
  return nullptr;
}

}  // namespace

BlockRule BlockRule::row(const std::string& because) {
  return BlockRule(1).with("one dimension", because,
                           [](const Dim3& shape) { return dimensions_of(shape) == 1; });
}

BlockRule BlockRule::plane(const std::string& because) {
  return BlockRule(2).with("at most two dimensions", because,
                           [](const Dim3& shape) { return dimensions_of(shape) <= 2; });
}

BlockRule BlockRule::solid() { return BlockRule(3); }

BlockRule BlockRule::with(const std::string& asks, const std::string& because,
                          std::function<bool(const Dim3&)> holds) const {
  const std::string says = "needs " + asks + (because.empty() ? "" : ", since " + because);
  return also(asks, [says, holds = std::move(holds)](const Dim3& shape) {
    return holds(shape) ? std::string() : says;
  });
}

BlockRule BlockRule::also(const std::string& asks, Refusal refusal) const {
  BlockRule rule = *this;
  rule.conditions_.push_back({asks, std::move(refusal)});
  return rule;
}

BlockRule BlockRule::whole_warps(const std::string& because) const {
  return with("a multiple of 32 threads", because,
              [](const Dim3& shape) { return shape.count() % warp_threads == 0; });
}

BlockRule BlockRule::whole_warps_wide(const std::string& because) const {
  return with("a width that is a multiple of 32", because,
              [](const Dim3& shape) { return shape.x % warp_threads == 0; });
}

BlockRule BlockRule::one_warp_wide(const std::string& because) const {
  return with("a width of 32", because, [](const Dim3& shape) { return shape.x == warp_threads; });
}

BlockRule BlockRule::at_most(unsigned threads, const std::string& because) const {
  const std::string says = "takes at most " + grouped(threads) + " threads, since " + because;
  BlockRule rule = also({}, [says, threads](const Dim3& shape) {
    return shape.count() <= threads ? std::string() : says;
  });
  rule.most_threads_ = std::min(most_threads_, threads);
  return rule;
}

std::string BlockRule::refusal(const Dim3& shape) const {
  std::string reason = refusal_of_cuda(shape);
  for (const Condition& condition : conditions_)
    if (reason.empty()) reason = condition.refusal(shape);
  return reason;
}

std::string BlockRule::asks() const {
  std::vector<std::string> all;
  for (const Condition& condition : conditions_)
    if (!condition.asks.empty()) all.push_back(condition.asks);
  all.push_back("at most " + grouped(most_threads_) + " threads");
  return joined(all);
}

Dim3 parse_block(const std::string& text) {
  const std::string times = "\u00d7", x = "x";
  std::string plain = text;
  for (std::size_t at = plain.find(times); at != std::string::npos; at = plain.find(times))
    plain.replace(at, times.size(), x);
  std::ranges::replace_if(
      plain, [](char c) { return c == '*' || c == 'X'; }, 'x');
  std::erase(plain, ' ');
  try {
    return parse_dim(ungrouped(plain));
  } catch (const Error&) {
    parse_dim(text);  // says what was written
    throw;
  }
}

std::string block_text(const Param& block, const Dim3& shape) {
  if (const Option* const preset = preset_of(block, shape)) return preset->id;
  std::string text = to_text(shape);
  if (block.block && block.block->dimensions() > 1 && dimensions_of(shape) == 1) text += "x1";
  return text;
}

std::string block_refusal(const Param& block, const Dim3& shape) {
  if (const Option* const preset = preset_of(block, shape); preset && !preset->reason.empty())
    return preset->reason;
  return block.block ? block.block->refusal(shape) : std::string();
}

std::int64_t beyond_blocks(unsigned side, std::int64_t most) {
  const std::int64_t two = 2 * std::int64_t{side} + 1, one = std::int64_t{side} + 1;
  return two <= most ? two : std::max(one, most % side == 0 ? most - 1 : most);
}

Param block_axis(std::vector<std::string> presets, std::string default_shape,
                 const BlockRule& rule) {
  std::vector<Option> options;
  options.reserve(presets.size());
  for (std::string& shape : presets) options.push_back({shape, std::move(shape), {}});
  Param param = choice_param("block", "Block", std::move(options), std::move(default_shape),
                             "Threads of one block. They run on one multiprocessor and can share "
                             "memory; 32 of them form a warp. Beside these shapes any other may "
                             "be chosen that the kernel can take.");
  param.unit = "threads";
  param.group = ParamGroup::launch;
  param.block = std::make_shared<const BlockRule>(rule);
  return param;
}

}  // namespace livewarp
