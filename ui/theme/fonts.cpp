#include "ui/theme/fonts.h"

#include <imgui.h>

#include <cstdlib>
#include <filesystem>

#include "ui/theme/system_fonts.h"

namespace livewarp::ui {

namespace {

// Cap heights: 0.61 of the line height in Inter, 0.56 in JetBrains Mono.
constexpr float mono_scale = 1.09f;

struct Face {
  FontFiles::File FontFiles::*file;
  const char* stem;  ///< of the file's name
  const char* family;
  FontWeight weight;
};

constexpr Face faces[] = {
    {&FontFiles::text, "Inter-Regular", "Inter", FontWeight::regular},
    {&FontFiles::strong, "Inter-SemiBold", "Inter", FontWeight::semibold},
    {&FontFiles::mono, "JetBrainsMono-Regular", "JetBrains Mono", FontWeight::regular},
    {&FontFiles::mono_medium, "JetBrainsMono-Medium", "JetBrains Mono", FontWeight::medium},
    {&FontFiles::fallback, "DejaVuSans", "DejaVu Sans", FontWeight::regular},
    {&FontFiles::mono_fallback, "DejaVuSansMono", "DejaVu Sans Mono", FontWeight::regular},
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
    if ((files.*face.file).path.empty() && ask_system)
      files.*face.file = system.find(face.family, face.weight);
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
