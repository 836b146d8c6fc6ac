#include "app/base/file_dialog.h"

#include <portable_file_dialogs.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

/// Programs that Portable File Dialogs knows. It asks a shell for each of them, too long for a
/// frame.
std::string why_none() {
  constexpr std::array programs{"zenity", "kdialog", "matedialog", "qarma"};
  if (std::ranges::any_of(programs, has_program)) return {};
  return "no dialog program on this machine: install zenity or kdialog, type the path, or drop the "
         "file on the window";
}

std::vector<std::string> filters_for(const std::vector<std::string>& suffixes,
                                     const std::string& files) {
  std::string patterns;
  for (const std::string& suffix : suffixes) patterns += (patterns.empty() ? "*." : " *.") + suffix;
  return {files, patterns, "All files", "*"};
}

std::string first_of(const std::vector<std::string>& chosen) {
  return chosen.empty() ? std::string() : chosen.front();
}
std::string first_of(const std::string& chosen) { return chosen; }

/// Of pfd::open_file or pfd::save_file.
template <class Dialog>
std::string wait_for_choice(const std::stop_token& stop, const std::string& title,
                            const std::string& present, const std::vector<std::string>& filters) {
  constexpr int look_every_ms = 30;
  if (!pfd::settings::available())
    throw Error("the desktop's dialog cannot be opened", "Type the path, or drop the file.");
  Dialog dialog(title, present, filters);
  while (!dialog.ready(look_every_ms))
    if (stop.stop_requested()) {
      dialog.kill();
      return {};
    }
  return first_of(dialog.result());
}

}  // namespace

FileDialog::FileDialog() : no_program_(why_none()), in_use_("the dialog is open") {}

const std::string& FileDialog::unavailable() const { return is_open() ? in_use_ : no_program_; }

void FileDialog::open(const std::string& title, const std::string& present,
                      const std::vector<std::string>& suffixes, const std::string& files) {
  begin(wait_for_choice<pfd::open_file>, title, present, filters_for(suffixes, files));
}

void FileDialog::save(const std::string& title, const std::string& present,
                      const std::vector<std::string>& suffixes, const std::string& files) {
  begin(wait_for_choice<pfd::save_file>, title, present, filters_for(suffixes, files));
}

void FileDialog::begin(Wait wait, const std::string& title, const std::string& present,
                       std::vector<std::string> filters) {
  if (!unavailable().empty()) return;
  std::promise<std::string> promise;
  chosen_ = promise.get_future();
  waiting_ = std::jthread([wait, title, present, filters = std::move(filters),
                           promise = std::move(promise)](std::stop_token stop) mutable {
    try {
      promise.set_value(wait(stop, title, present, filters));
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
}

bool FileDialog::is_done() const {
  return chosen_.valid() && chosen_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

std::optional<std::string> FileDialog::take() {
  if (!is_done()) return {};
  return chosen_.get();
}

}  // namespace livewarp
