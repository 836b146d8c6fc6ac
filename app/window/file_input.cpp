#include "app/window/file_input.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

std::string suffix_of(const std::string& path) {
  std::string suffix = std::filesystem::path(path).extension().string();
  if (suffix.starts_with('.')) suffix.erase(0, 1);
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return std::tolower(c); });
  return suffix;
}

bool has_suffix(const FileType& type, const std::string& path) {
  return std::ranges::find(type.suffixes, suffix_of(path)) != type.suffixes.end();
}

/// Its parameter for such a file, or for any where `path` is empty; null without one.
const Param* file_param(const Workload& workload, const std::string& path) {
  for (const Param& param : workload.info().params)
    if (param.kind == ParamKind::file && (path.empty() || has_suffix(*param.file, path)))
      return &param;
  return nullptr;
}

/// Who opens a file that was dropped: by its name the running workload, or the first that can; of a
/// name that says nothing the same. Its reader then says what is wrong with it.
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

void FileInput::take(const ui::Result& result, const Change& change) {
  window_.width = result.scene_width;
  window_.height = result.scene_height;
  for (const ui::FileRequest& request : result.files) take_request(request, change);
  take_dropped();
  take_chosen();
  take_opened(change);
}

bool FileInput::has_news() const {
  return opener_.is_done() || (looking_for_ && dialog_.is_done());
}

void FileInput::take_request(const ui::FileRequest& request, const Change& change) {
  refused_.reset();
  const NamedFile named{&session_.workload(), request.param,
                        request.path.empty() ? "" : absolute_path(request.path)};
  if (request.browse)
    look_for(named);
  else if (request.path.empty())
    use(named, change);
  else
    opener_.open(named);
}

void FileInput::look_for(const NamedFile& named) {
  if (!dialog_.unavailable().empty()) return;
  const FileType& type = *find_param(named.workload->info().params, named.param)->file;
  dialog_.open("Open a " + type.name, named.path, type.suffixes, type.plural);
  looking_for_ = named;
}

void FileInput::take_chosen() {
  if (!looking_for_ || !dialog_.is_done()) return;
  NamedFile named = *std::exchange(looking_for_, std::nullopt);
  or_notice(session_.notices(), "the dialog cannot be opened", [&] {
    named.path = dialog_.take().value_or("");
    if (!named.path.empty()) opener_.open(std::move(named));
  });
}

void FileInput::take_dropped() {
  std::vector<std::string> dropped = screen_.take_dropped();
  std::erase_if(dropped, [&](const std::string& path) {
    const std::string suffix = suffix_of(path);
    if (suffix == "json") reports_.push_back(path);
    if (suffix == "lecture") lectures_.push_back(path);
    const bool kernel = suffix == "cuh" || suffix == "cu";
    if (kernel) kernels_.push_back(path);
    if (suffix == "exercise") exercises_.push_back(path);
    return kernel || suffix == "json" || suffix == "lecture" || suffix == "exercise";
  });
  if (dropped.empty()) return;
  if (std::optional<NamedFile> named = opener_of(session_, dropped.front()))
    opener_.open(std::move(*named));
  else
    session_.notices().add(Severity::info, "no workload opens files");
}

void FileInput::take_opened(const Change& change) {
  auto opened = opener_.take();
  if (!opened) return;
  refused_.reset();
  if (!opened->refusal)
    use(opened->named, change);
  else if (opened->named.dropped)
    session_.notices().add(*opened->refusal);
  else
    refused_ = {opened->named, in_short(*opened->refusal, opened->named.path)};
}

/// An empty path: the parameter's default again.
void FileInput::use(const NamedFile& named, const Change& change) {
  const WorkloadInfo& info = named.workload->info();
  const Param* param = find_param(info.params, named.param);
  Choice choice = named.workload == &session_.workload()
                      ? session_.choice()
                      : first_choice(session_.registry(), session_.machine(), info.name);
  choice.problem[param->id] = named.path;
  if (!named.path.empty())
    for (const auto& [id, value] : param->selects) choice.problem[id] = value;
  if (choice != session_.choice())
    change(named.path.empty() ? choice : seen_well(*named.workload, choice));
  else if (!named.path.empty())
    session_.reset();  // the same file again: it may have changed
}

/// The choice with what the workload prefers to show a file with, as far as the variant can.
Choice FileInput::seen_well(const Workload& workload, Choice choice) const {
  try {
    const Executor executor = session_.executor_of(*workload.find(choice.variant));
    const Showing now{workload.completed(choice.problem), choice.view};
    for (const Showing& showing : workload.opened(now, window_)) {
      Choice wanted = choice;
      wanted.problem = showing.problem;
      wanted.view = showing.view;
      if (workload.refusal(wanted, executor).empty()) return wanted;
    }
  } catch (const Error&) {
    // The file is gone again, or too large: whoever makes the choice says so.
  }
  return choice;
}

void FileInput::describe(ui::Model& model) const {
  const auto here = [&](const NamedFile& named) { return named.workload == &session_.workload(); };
  if (refused_ && here(refused_->first))
    model.files[refused_->first.param] = {refused_->first.path, refused_->second};
  if (const NamedFile* reading = opener_.reading(); reading && here(*reading) && !reading->dropped)
    model.files[reading->param] = {reading->path, {}};
  model.browse_reason = dialog_.unavailable();
  model.has_dialogs = model.browse_reason.empty() || dialog_.is_open();
}

}  // namespace livewarp
