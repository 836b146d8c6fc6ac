#include "ui/widgets/verdict.h"

#include "kernels/core/measure/verification.h"
#include "ui/model/format.h"

namespace livewarp::ui {

namespace {

std::string what_was_compared(const CheckResult& check) {
  std::string text = "Compared with the fp64 reference";
  if (!check.quantity.empty()) text += ": " + check.quantity;
  if (!check.scope.empty()) text += ", " + check.scope;
  return text + ". RMS error " + error_figure(check.error) + " \u2264 " +
         limit(check.tolerance.rms) + ", worst element " + error_figure(check.worst) + " \u2264 " +
         limit(check.tolerance.worst) + ".";
}

}  // namespace

std::string failure_text(const CheckResult& check) {
  const std::string prefix = "wrong result: ";
  return check.failure.starts_with(prefix) ? check.failure.substr(prefix.size()) : check.failure;
}

std::string error_words(const CheckResult& check) {
  return check.error == 0 ? "within rounding error" : "error " + error_figure(check.error);
}

Mark mark_of(const Look& look, const CheckResult& check, double progress) {
  const Tokens& tokens = look.tokens;
  const std::string error =
      error_words(check) + (check.error == 0 ? "" : " \u2264 " + limit(check.tolerance.rms));
  switch (check.verdict) {
  case Verdict::unchecked: break;
  case Verdict::checking:
    return {Icon::arc,
            tokens.accent,
            "checking " + percent(progress, 1),
            "",
            "The result is compared with the fp64 reference; its time is shown then.",
            true};
  case Verdict::failed:
    return {Icon::cross, tokens.error, "wrong result", "no time is shown", check.failure};
  case Verdict::here: return {Icon::tick, tokens.ok, "verified", error, what_was_compared(check)};
  case Verdict::at_check_sizes:
    return {Icon::tick, tokens.ok, "verified at check sizes", error, what_was_compared(check)};
  }
  return {Icon::ring, tokens.muted, "not checked yet", "", ""};
}

}  // namespace livewarp::ui
