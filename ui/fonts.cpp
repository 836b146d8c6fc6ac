#include "ui/fonts.h"

#include <fontconfig/fontconfig.h>
#include <imgui.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

namespace livewarp::ui {

namespace {

// Cap heights: 0.61 of the line height in Inter, 0.56 in JetBrains Mono.
constexpr float mono_scale = 1.09f;

struct Face {
  FontFiles::File FontFiles::*file;
  const char* stem;    ///< of the file's name
  const char* family;  ///< as fontconfig knows it
  int weight;
};

constexpr Face faces[] = {
    {&FontFiles::text, "Inter-Regular", "Inter", FC_WEIGHT_REGULAR},
    {&FontFiles::strong, "Inter-SemiBold", "Inter", FC_WEIGHT_DEMIBOLD},
    {&FontFiles::mono, "JetBrainsMono-Regular", "JetBrains Mono", FC_WEIGHT_REGULAR},
    {&FontFiles::mono_medium, "JetBrainsMono-Medium", "JetBrains Mono", FC_WEIGHT_MEDIUM},
    {&FontFiles::fallback, "DejaVuSans", "DejaVu Sans", FC_WEIGHT_REGULAR},
    {&FontFiles::mono_fallback, "DejaVuSansMono", "DejaVu Sans Mono", FC_WEIGHT_REGULAR},
};

FontFiles::File find_in(const std::vector<std::string>& folders, const std::string& stem) {
  for (const std::string& folder : folders)
    for (const char* extension : {".otf", ".ttf"}) {
      const std::filesystem::path path = std::filesystem::path(folder) / (stem + extension);
      std::error_code ignored;
      if (std::filesystem::is_regular_file(path, ignored)) return {path.string(), 0};
    }
  return {};
}

/// The system's fonts; reads its configuration only when first asked.
class SystemFonts {
 public:
  FontFiles::File find(const Face& face) {
    if (!config_) config_.reset(FcInitLoadConfigAndFonts());
    if (!config_) return {};
    const Pattern wanted(FcPatternCreate());
    FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(face.family));
    FcPatternAddInteger(wanted.get(), FC_WEIGHT, face.weight);
    FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcConfigSubstitute(config_.get(), wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    const Pattern match(FcFontMatch(config_.get(), wanted.get(), &result));
    return match ? file_of(match.get(), face.family) : FontFiles::File{};
  }

 private:
  struct Destroy {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
    void operator()(FcConfig* config) const { FcConfigDestroy(config); }
  };
  using Pattern = std::unique_ptr<FcPattern, Destroy>;

  // fontconfig always finds something; only the family that was asked for counts.
  static FontFiles::File file_of(FcPattern* match, const std::string& family) {
    FcChar8* name = nullptr;
    for (int i = 0; FcPatternGetString(match, FC_FAMILY, i, &name) == FcResultMatch; ++i) {
      if (family != reinterpret_cast<const char*>(name)) continue;
      FcChar8* path = nullptr;
      int index = 0;
      if (FcPatternGetString(match, FC_FILE, 0, &path) != FcResultMatch) return {};
      FcPatternGetInteger(match, FC_INDEX, 0, &index);
      return {reinterpret_cast<const char*>(path), unsigned(index) & 0xFFFFu};
    }
    return {};
  }

  std::unique_ptr<FcConfig, Destroy> config_;
};

ImFont* add(ImFontAtlas& atlas, const FontFiles::File& file, float extra_scale, bool merge) {
  if (file.path.empty()) return nullptr;
  ImFontConfig config;
  config.FontNo = file.face;
  config.ExtraSizeScale = extra_scale;
  config.MergeMode = merge;
  return atlas.AddFontFromFileTTF(file.path.c_str(), 0, &config);
}

/// One typeface of the interface, or what stands in for it.
ImFont* load(ImFontAtlas& atlas, const FontFiles::File& wanted, const FontFiles::File& fallback,
             float extra_scale, bool& replaced) {
  if (ImFont* font = add(atlas, wanted, extra_scale, false)) {
    add(atlas, fallback, extra_scale, true);
    return font;
  }
  replaced = true;
  if (ImFont* font = add(atlas, fallback, 1, false)) return font;
  return atlas.AddFontDefaultVector();
}

std::string notice_for(const FontFiles& files, bool text_replaced, bool mono_replaced) {
  if (!text_replaced && !mono_replaced) return {};
  const std::string wanted = text_replaced && mono_replaced ? "Inter and JetBrains Mono"
                             : text_replaced                ? "Inter"
                                                            : "JetBrains Mono";
  const bool built_in = (text_replaced && files.fallback.path.empty()) ||
                        (mono_replaced && files.mono_fallback.path.empty());
  return "Typeface " + wanted +
         " not found: " + (built_in ? "the built-in font stands in" : "DejaVu stands in");
}

}  // namespace

FontFiles find_fonts(const std::vector<std::string>& folders, bool ask_system) {
  std::vector<std::string> all;
  if (const char* set = std::getenv("LIVEWARP_FONT_DIR")) all.emplace_back(set);
  all.insert(all.end(), folders.begin(), folders.end());
  FontFiles files;
  SystemFonts system;
  for (const Face& face : faces) {
    files.*face.file = find_in(all, face.stem);
    if ((files.*face.file).path.empty() && ask_system) files.*face.file = system.find(face);
  }
  return files;
}

Fonts load_fonts(ImFontAtlas& atlas, const FontFiles& files) {
  Fonts fonts;
  bool text_replaced = false, mono_replaced = false;
  fonts.text = load(atlas, files.text, files.fallback, 1, text_replaced);
  fonts.strong = load(atlas, files.strong, files.fallback, 1, text_replaced);
  fonts.mono = load(atlas, files.mono, files.mono_fallback, mono_scale, mono_replaced);
  fonts.mono_medium =
      load(atlas, files.mono_medium, files.mono_fallback, mono_scale, mono_replaced);
  fonts.notice = notice_for(files, text_replaced, mono_replaced);
  return fonts;
}

}  // namespace livewarp::ui
