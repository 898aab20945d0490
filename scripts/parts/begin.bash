# Read by every script: strict mode, the root of the repository as the current folder, and words for stopping.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Says what is wrong and what to do next, and ends the script.
stop() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Ends the script unless the tool is installed.
needs() {
    command -v "$1" >/dev/null 2>&1 || stop "'$1' is not on the PATH. Install it ($2) and run this script again."
}

# Prints the Swift files below the folders that exist, in a fixed order.
swift_files() {
    local folder
    for folder in "$@"; do
        if [ -d "$folder" ]; then find "$folder" -name '*.swift' -not -path '*/.build/*' | LC_ALL=C sort; fi
    done
}
