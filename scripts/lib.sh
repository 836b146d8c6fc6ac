# Shared by the scripts; not run by itself.

# Says where one is: say 2/4 building
say() { printf '[%s] %s\n' "$1" "$2"; }

# Runs a command quietly; shows its last lines only if it fails.
quiet() {
  local log
  log=$(mktemp)
  "$@" >"$log" 2>&1 || { tail -n "${QUIET_LINES:-15}" "$log" >&2; rm -f "$log"; return 1; }
  rm -f "$log"
}

# configure PRESET [CMAKE ARGUMENTS]: only when there is no build tree or the arguments changed; Ninja sees to the rest.
configure() {
  local dir=build/$1 arguments="$*"
  if [ -f "$dir/build.ninja" ] && [ "$(cat "$dir/.configured" 2>/dev/null)" = "$arguments" ]; then return; fi
  QUIET_LINES=30 quiet cmake --preset "$@" || return 1
  echo "$arguments" >"$dir/.configured"
}

# build DIR [TARGET...]: Ninja's own line on a terminal; elsewhere a line for each tenth, and what compilers have to say.
build() {
  local dir=$1 targets=()
  shift
  [ $# -eq 0 ] || targets=(--target "$@")
  if [ -t 1 ]; then
    cmake --build "$dir" "${targets[@]}"
  else
    cmake --build "$dir" "${targets[@]}" | awk '
      /^\[[0-9]+\/[0-9]+\] / {
        split(substr($1, 2), n, /[\/\]]/)
        tenth = int(10 * n[1] / n[2])
        if (tenth != last || n[1] == n[2]) { print; fflush() }
        last = tenth; next
      }
      /^ninja: no work to do/ { next }
      { print; fflush() }'
  fi
}
