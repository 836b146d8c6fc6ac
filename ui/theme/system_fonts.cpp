#include "ui/theme/system_fonts.h"

#include <fontconfig/fontconfig.h>

namespace livewarp::ui {

namespace {

struct Destroy {
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
  void operator()(FcConfig* config) const { FcConfigDestroy(config); }
};
using Pattern = std::unique_ptr<FcPattern, Destroy>;

int fontconfig_weight(FontWeight weight) {
  switch (weight) {
  case FontWeight::medium: return FC_WEIGHT_MEDIUM;
  case FontWeight::semibold: return FC_WEIGHT_DEMIBOLD;
  case FontWeight::regular: break;
  }
  return FC_WEIGHT_REGULAR;
}

// fontconfig always finds something; only the family that was asked for counts.
FontFiles::File file_of(FcPattern* match, const std::string& family) {
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

}  // namespace

struct SystemFonts::Configuration {
  std::unique_ptr<FcConfig, Destroy> config{FcInitLoadConfigAndFonts()};
};

SystemFonts::SystemFonts() = default;
SystemFonts::~SystemFonts() = default;

FontFiles::File SystemFonts::find(const std::string& family, FontWeight weight) {
  if (!configuration_) configuration_ = std::make_unique<Configuration>();
  FcConfig* const config = configuration_->config.get();
  if (!config) return {};
  const Pattern wanted(FcPatternCreate());
  FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
  FcPatternAddInteger(wanted.get(), FC_WEIGHT, fontconfig_weight(weight));
  FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
  FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
  FcDefaultSubstitute(wanted.get());
  FcResult result = FcResultNoMatch;
  const Pattern match(FcFontMatch(config, wanted.get(), &result));
  return match ? file_of(match.get(), family) : FontFiles::File{};
}

}  // namespace livewarp::ui
