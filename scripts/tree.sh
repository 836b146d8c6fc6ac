# shellcheck shell=bash
# Shared by the scripts that make something to be carried to other machines; not run by itself. Needs lib.sh and `fail`.

# configure_tree BUILD ARCHITECTURES LENS [CMAKE ARGUMENTS]: of a program that finds its libraries beside itself.
configure_tree() {
  local build=$1 architectures=$2 lens=$3
  shift 3
  QUIET_LINES=30 quiet cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLIVEWARP_CUDA=ON \
    "-DCMAKE_CUDA_ARCHITECTURES=$architectures" -DLIVEWARP_BUNDLE=ON "-DLIVEWARP_BUNDLE_LENS=$lens" \
    -DLIVEWARP_WINDOW_TESTS=OFF -DLIVEWARP_ARCHITECTURE_TESTS=OFF "$@"
}

# gather_tree BUILD DIR: what BUILD installs, into the new folder DIR, with all that it needs on another machine.
gather_tree() {
  local build=$1 new=$2
  rm -rf "$new"
  quiet cmake --install "$build" --prefix "$new"
  gather_libraries "$new"
  gather_fonts "$new/share/livewarp/fonts" "$new"
  sed "s/@GLIBC@/$(glibc_of "$new")/" packaging/launcher >"$new/livewarp"
  chmod +x "$new/livewarp"
}

# licence_of FILE DIR: into DIR the licence of FILE, as Debian tells it, by the name of the source package.
licence_of() {
  local package source
  # The loader says /lib where packages say /usr/lib, or the other way round.
  package=$(dpkg-query -S "$1" "/usr$1" "${1#/usr}" 2>/dev/null | sed -n '1s/[:,].*//p' || true)
  [ -n "$package" ] || fail "no package owns $1: under which licence is it?"
  source=$(dpkg-query -W -f '${source:Package}\n' "$package" | sed -n 1p)
  mkdir -p "$2/share/doc/livewarp/licences"
  cp -L "/usr/share/doc/$package/copyright" "$2/share/doc/livewarp/licences/$source"
}

# What every desktop has is only a fallback, so that the machine's own drivers meet the machine's own libraries.
gather_libraries() {
  local new=$1 known windows libraries library name path to
  mkdir -p "$new/lib/x11" "$new/lib/gcc"
  windows=(libX11.so.6 libXrandr.so.2 libXi.so.6 libXcursor.so.1 libXinerama.so.1 libXxf86vm.so.1 libXext.so.6
    libXrender.so.1 libXfixes.so.3 libX11-xcb.so.1)  # GLFW opens them at run time
  known=$(ldconfig -p)  # not read by pipes that end early: that would be a failure of ldconfig's
  closure() { ldd "$@" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u; }
  mapfile -t libraries < <(
    closure "$new"/bin/*
    for name in "${windows[@]}"; do
      path=$(awk -v name="$name" '$1 == name && /x86-64/ { print $NF; exit }' <<<"$known")
      [ -z "$path" ] || { echo "$path"; closure "$path"; }
    done)
  for library in "${libraries[@]}"; do
    case $(basename "$library") in
      libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | ld-linux* | libresolv.so.*) continue ;;
      libGL.so.* | libGLX.so.* | libGLdispatch.so.* | libEGL.so.* | libOpenGL.so.* | libcuda.so.* | libnv*)
        fail "$(basename "$library") belongs to the driver and must be opened at run time, not linked" ;;
      libX* | libxcb* | libbsd.so.* | libmd.so.*) to=lib/x11 ;;
      libstdc++.so.* | libgcc_s.so.*) to=lib/gcc ;;
      *) to=lib ;;
    esac
    [ ! -e "$new/$to/$(basename "$library")" ] || continue
    cp -L "$library" "$new/$to/"
    licence_of "$library" "$new"
  done
}

gather_fonts() {
  local fonts=$1 face file
  mkdir -p "$fonts"
  for face in Inter-Regular Inter-SemiBold JetBrainsMono-Regular JetBrainsMono-Medium DejaVuSans DejaVuSansMono; do
    file=$(fc-list --format '%{file}\n' | grep -E "/$face\.(otf|ttf)$" | head -n 1 || true)
    [ -n "$file" ] || fail "the font $face was not found"
    # What can occur, from Latin to Cyrillic, signs, arrows and shapes; what else a font has is never looked at.
    quiet .deps/venv/bin/pyftsubset "$file" --unicodes=U+0020-052F,U+2000-2BFF,U+FFFD \
      --no-hinting --layout-features= --output-file="$fonts/$(basename "$file")"
    licence_of "$file" "$2"
  done
}

# glibc_of DIR: the oldest GNU C library that has all symbols which programs and libraries in DIR ask for: 2.34
glibc_of() {
  find "$1/bin" "$1/lib" -type f -exec objdump -p {} + 2>/dev/null |
    sed -n 's/.* GLIBC_\(2\.[0-9]*\)$/\1/p; s/.* GLIBC_\(2\.[0-9]*\)\.[0-9]*$/\1/p' | sort -V | tail -n 1
}

# check_lens DIR: that the program gathered there tells lines of its kernels.
check_lens() {
  "$1/livewarp" lens heat --variant shared --trace --most-steps 1 | grep 'kernels/heat/cuda/[a-z_]*\.cuh:[1-9]' >/dev/null ||
    fail "its lens tells no lines: is the debug information of the instrumented kernels still in bin/livewarp?"
}

# kib_of PATH, mib KIB: "12.3 MiB"; what travels are the files' bytes, not the blocks of a disk.
kib_of() { find "$1" -type f -printf '%s\n' | awk '{ bytes += $1 } END { print int(bytes / 1024) }'; }
mib() { printf '%d.%d MiB' $(($1 / 1024)) $(($1 % 1024 * 10 / 1024)); }

# The version: project() in CMakeLists.txt says it, and nothing else does.
project_version() { sed -n 's/^project(.* VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt; }
