# Programs of Debian's packages for scripts that need the real ones. `begin.bash` comes first.

# Prints where the program is: on the PATH, or unpacked from Debian's package below .work, where nothing of the package
# starts by itself.
unpacked() {
    local package=$1 path=$2 folder=$PWD/.work/packages/$1
    command -v "$(basename "$path")" && return
    if [ ! -x "$folder/$path" ]; then
        rm -rf "$folder"
        mkdir -p "$folder"
        (
            cd "$folder"
            apt-get --quiet=2 download "$package" ||
                { apt-get --quiet=2 update && apt-get --quiet=2 download "$package"; }
            dpkg-deb --extract "$package"_*.deb .
        ) >&2 || stop "Debian's package $package could not be fetched; see above. Install it and run this script again."
    fi
    printf '%s\n' "$folder/$path"
}

# Installs the package, where that is allowed, unless its program is there.
installed() {
    local package=$1 program=$2
    command -v "$program" >/dev/null 2>&1 && return
    [ "$(id -u)" -eq 0 ] || stop "there is no $program. Install it (Debian's package is $package) and run this script again."
    { apt-get --quiet=2 install --yes --no-install-recommends "$package" ||
        { apt-get --quiet=2 update && apt-get --quiet=2 install --yes --no-install-recommends "$package"; }; } >&2 ||
        stop "Debian's package $package could not be installed; see above."
}
