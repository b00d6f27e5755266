# Named, timed steps for scripts that run many things and report on all of them.
#
#   stage NAME COMMAND...   runs COMMAND; a failure is remembered, the script goes on
#   finish_stages           prints a line for each stage; fails if one failed
#
# A stage that exits 77 can't be run on this machine; it says why, and the
# summary that it was left out.
#
# COMMAND must be a program: a shell function would run without `set -e` here.

stage_lines=()
stages_failed=0
stages_left_out=0

stage() {
  local name=$1 started=$EPOCHREALTIME status=0 verdict seconds
  shift
  printf '\n==> %s\n' "$name"
  "$@" || status=$?
  seconds=$((${EPOCHREALTIME/[.,]/} - ${started/[.,]/}))
  if ((status == 0)); then
    verdict=ok
  elif ((status == 77)); then
    verdict="LEFT OUT, not tested here"
    stages_left_out=$((stages_left_out + 1))
  else
    verdict="FAILED (exit $status)"
    stages_failed=$((stages_failed + 1))
  fi
  stage_lines+=("$(printf '%4d.%d s  %-28s %s' \
    $((seconds / 1000000)) $((seconds / 100000 % 10)) "$name" "$verdict")")
}

finish_stages() {
  printf '\n%s:\n' "${0##*/}"
  printf '  %s\n' "${stage_lines[@]}"
  if ((stages_failed > 0)); then
    echo "  $stages_failed of ${#stage_lines[@]} stages failed."
    return 1
  fi
  if ((stages_left_out > 0)); then
    echo "  $stages_left_out of ${#stage_lines[@]} stages were left out; the others passed."
  else
    echo "  All ${#stage_lines[@]} stages passed."
  fi
}
