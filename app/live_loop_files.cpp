// Files that a person names: typed, found in the desktop's dialog, or dropped on the window.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/live_loop.h"
#include "app/platform.h"
#include "kernels/core/error.h"

namespace livewarp {
namespace {

bool has_suffix(const FileType& type, const std::string& path) {
  std::string suffix = std::filesystem::path(path).extension().string();
  if (suffix.starts_with('.')) suffix.erase(0, 1);
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::ranges::find(type.suffixes, suffix) != type.suffixes.end();
}

/// Its parameter for such a file, or for any where `path` is empty; null without one.
const Param* file_param(const Workload& workload, const std::string& path) {
  for (const Param& param : workload.info().params)
    if (param.kind == ParamKind::file && (path.empty() || has_suffix(*param.file, path)))
      return &param;
  return nullptr;
}

/// Who opens a file that was dropped: by its name the running workload, or the first that can; of a name
/// that says nothing the same. Its reader then says what is wrong with it.
std::optional<NamedFile> opener_of(const Session& session, const std::string& path) {
  for (const std::string& name : {path, std::string()}) {
    if (const Param* param = file_param(session.workload(), name))
      return NamedFile{&session.workload(), param->id, path, true};
    for (const auto& workload : session.registry().workloads())
      if (const Param* param = file_param(*workload, name))
        return NamedFile{workload.get(), param->id, path, true};
  }
  return {};
}

/// Beside the control the folder is known.
std::string in_short(const Error& error, const std::string& path) {
  std::string text = error.what();
  const std::size_t at = text.find(path);
  if (at != std::string::npos)
    text.replace(at, path.size(), std::filesystem::path(path).filename().string());
  return error.advice().empty() ? text : text + ". " + error.advice();
}

}  // namespace

void LiveLoop::take_files(const ui::Result& result) {
  if (session_.job() || course_.running()) return;
  for (const ui::FileWish& wish : result.files) {
    refused_.reset();
    const NamedFile named{&session_.workload(), wish.param,
                          wish.path.empty() ? "" : absolute_path(wish.path)};
    if (wish.browse)
      look_for_file(named);
    else if (wish.path.empty())
      use_file(named);
    else
      opener_.open(named);
  }
  take_dropped();
  or_notice(session_.notices(), "the dialog cannot be opened", [&] {
    if (const auto chosen = dialog_.take(); chosen && !chosen->empty()) use_chosen(*chosen);
  });
  take_opened();
  take_saved();
}

void LiveLoop::use_chosen(const std::string& path) {
  if (dialog_saves_ != Saved::nothing) return save(dialog_saves_, path);
  dialog_for_.path = path;
  opener_.open(dialog_for_);
}

void LiveLoop::look_for_file(const NamedFile& named) {
  if (dialog_.is_open()) return;
  dialog_saves_ = Saved::nothing;
  dialog_for_ = named;
  const FileType& type = *find_param(named.workload->info().params, named.param)->file;
  dialog_.open("Open a " + type.name, named.path, type.suffixes, type.plural);
}

void LiveLoop::take_dropped() {
  const std::vector<std::string> dropped = screen_.take_dropped();
  if (dropped.empty()) return;
  if (std::optional<NamedFile> named = opener_of(session_, dropped.front()))
    opener_.open(std::move(*named));
  else
    session_.notices().add(ui::Severity::info, "no workload opens files");
}

void LiveLoop::take_opened() {
  auto opened = opener_.take();
  if (!opened) return;
  refused_.reset();
  if (!opened->refusal)
    use_file(opened->named);
  else if (opened->named.dropped)
    session_.notices().add(*opened->refusal);
  else
    refused_ = {opened->named, in_short(*opened->refusal, opened->named.path)};
}

/// An empty path: the parameter's default again.
void LiveLoop::use_file(const NamedFile& named) {
  const WorkloadInfo& info = named.workload->info();
  const Param* param = find_param(info.params, named.param);
  Choice choice = named.workload == &session_.workload()
                      ? session_.choice()
                      : first_choice(session_.registry(), session_.machine(), info.name);
  choice.problem[param->id] = named.path;
  if (!named.path.empty())
    for (const auto& [id, value] : param->selects) choice.problem[id] = value;
  if (choice != session_.choice())
    change(choice);
  else if (!named.path.empty())
    session_.reset();  // the same file again: it may have changed
}

std::map<std::string, ui::NamedFile> LiveLoop::files() const {
  std::map<std::string, ui::NamedFile> files;
  const auto here = [&](const NamedFile& named) { return named.workload == &session_.workload(); };
  if (refused_ && here(refused_->first))
    files[refused_->first.param] = {refused_->first.path, refused_->second};
  if (const NamedFile* reading = opener_.reading(); reading && here(*reading) && !reading->dropped)
    files[reading->param] = {reading->path, {}};
  return files;
}

}  // namespace livewarp
