#!/bin/bash
# Install, upgrade, take back or remove Hakem on Raspberry Pi OS or Debian, Bookworm or Trixie.
#
#   sudo deploy/install.sh               install this copy, or upgrade to it; matches are kept
#   sudo deploy/install.sh --dry-run     say what would be done, change nothing
#   sudo deploy/install.sh --rollback    back to the release before this one; matches are kept
#   sudo deploy/install.sh --uninstall   remove the program; matches and settings stay
#   sudo deploy/install.sh --uninstall --purge    ... and remove these too
#
# More: --name NAME (the house name NAME.local), --wheels DIR (Python packages from a folder, no
# internet), --no-apt, --no-network (no network of its own where none is found). Running it twice
# changes nothing the second time.
set -euo pipefail

HERE=$(cd "$(dirname "$0")/.." && pwd)
BASE=/opt/hakem
STATE=/var/lib/hakem
CONFIG=/etc/hakem/hakem.toml
UNITS=/etc/systemd/system
PACKAGES=(python3 python3-venv libgl1 libglib2.0-0 avahi-daemon)
PI_PACKAGES=(python3-picamera2 python3-lgpio)
SHIPPED=(pyproject.toml README.md LICENSE rules vision device web models deploy)
KEEP=3

dry=no action=install purge=no apt=yes network=yes name="" wheels=""

say() { echo "hakem: $*"; }
die() { echo "hakem: $*" >&2; exit 1; }

# Everything that changes the machine goes through here.
run() {
    if [ "$dry" = yes ]; then echo "  would: $*"; else "$@"; fi
}

usage() { sed -n '2,12p' "$0" | sed 's/^# \{0,1\}//'; }

while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry=yes ;;
        --uninstall) action=uninstall ;;
        --rollback) action=rollback ;;
        --purge) purge=yes ;;
        --no-apt) apt=no ;;
        --no-network) network=no ;;
        --name) name=${2:?--name NAME}; shift ;;
        --wheels) wheels=$(cd "${2:?--wheels DIR}" && pwd); shift ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; die "unknown: $1" ;;
    esac
    shift
done

on_a_pi() { grep -qs "Raspberry Pi" /proc/device-tree/model; }
systemd_runs() { [ -d /run/systemd/system ]; }
has_package() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }
codename() { (. /etc/os-release && echo "${VERSION_CODENAME:-unknown}"); }
as_hakem() { runuser -u hakem -- "$@"; }

check_machine() {
    [ "$(id -u)" = 0 ] || [ "$dry" = yes ] || die "type: sudo $0"
    case $(codename) in
        bookworm | trixie) ;;
        *) die "this is $(codename): Hakem needs Bookworm (Debian 12) or Trixie (Debian 13)" ;;
    esac
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) die "this system has 32 bits ($(dpkg --print-architecture)): take Raspberry Pi OS 64-bit" ;;
    esac
    [ -z "$name" ] || [[ $name =~ ^[a-z][a-z0-9-]{0,30}$ ]] || die "--name: small letters, digits, -"
}

# --- what the system brings ----------------------------------------------------------------------

install_packages() {
    local wanted=("${PACKAGES[@]}") missing=() each
    if on_a_pi; then wanted+=("${PI_PACKAGES[@]}"); fi
    for each in "${wanted[@]}"; do
        has_package "$each" || has_package "${each}t64" || missing+=("$each")
    done
    [ ${#missing[@]} -gt 0 ] || { say "system packages: all there"; return; }
    [ "$apt" = yes ] || die "these are missing: ${missing[*]}"
    say "system packages: ${missing[*]}"
    run apt-get update -qq
    run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

make_user() {
    local group
    getent passwd hakem >/dev/null ||
        run useradd --system --user-group --home-dir $STATE --no-create-home \
            --shell /usr/sbin/nologin hakem
    for group in video gpio render; do # camera, pins, buffers: those this system knows
        getent group "$group" >/dev/null || continue
        id -nG hakem 2>/dev/null | grep -qw "$group" || run usermod -aG "$group" hakem
    done
}

set_name() {
    local now wanted=$name
    now=$(cat /etc/hostname 2>/dev/null || echo localhost)
    # A bare Raspberry Pi OS is called raspberrypi; any other name was somebody's choice.
    [ -n "$wanted" ] || { [ "$now" != raspberrypi ] || wanted=hakem; }
    if [ -z "$wanted" ] || [ "$wanted" = "$now" ]; then return; fi
    say "name: $wanted.local"
    if systemd_runs; then run hostnamectl set-hostname "$wanted"
    else run sh -c "echo $wanted > /etc/hostname"; fi
    run sed -i "s/\\b$now\\b/$wanted/" /etc/hosts
}

# --- the release -----------------------------------------------------------------------------------

# The same files make the same name, so a second run finds its release ready.
release_name() {
    local version
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$HERE/pyproject.toml")
    echo "$version-$(cd "$HERE" && find "${SHIPPED[@]}" -type f -not -name '*.pyc' \
        -not -path '*/checkpoints/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-10)"
}

constraints() {
    on_a_pi || return 0
    case $(codename) in
        bookworm) echo "-c $HERE/deploy/constraints-bookworm-pi.txt" ;;
        trixie) echo "-c $HERE/deploy/constraints-trixie-pi.txt" ;;
    esac
}

build_release() {
    local folder=$BASE/releases/$1 system="" offline=""
    if [ -e "$folder/complete" ]; then say "release $1: ready"; return; fi
    say "release $1: building (a few minutes)"
    run rm -rf "$folder"
    run mkdir -p "$folder/source"
    run sh -c "cd '$HERE' && tar -c --exclude='*.pyc' --exclude=__pycache__ --exclude=checkpoints \
        ${SHIPPED[*]} | tar -x --no-same-owner -C '$folder/source'"
    if on_a_pi; then system=--system-site-packages; fi
    run /usr/bin/python3 -m venv $system "$folder/venv"
    if [ -n "$wheels" ]; then offline="--no-index --find-links $wheels"; fi
    # shellcheck disable=SC2046,SC2086 # options, to be split
    run "$folder/venv/bin/pip" install --quiet --no-input --disable-pip-version-check \
        $offline $(constraints) "$folder/source"
    run "$folder/venv/bin/python" -c "import cv2, onnxruntime, device.app, web.app"
    run mv "$folder/source/deploy" "$folder/deploy"
    run cp "$folder/source/README.md" "$folder/source/LICENSE" "$folder/"
    run rm -rf "$folder/source"
    run touch "$folder/complete" # last: half a release is never taken for a whole one
}

# One rename: at any moment `current` is the old release or the new one.
switch_to() {
    run ln -sfn "releases/$1" $BASE/current.new
    run mv -T $BASE/current.new $BASE/current
}

current() { basename "$(readlink $BASE/current 2>/dev/null || true)"; }
previous() { cat $BASE/previous 2>/dev/null || true; }

save_matches() {
    [ -e $STATE/hakem.db ] || return 0
    say "matches: a copy in $STATE/backup"
    run as_hakem mkdir -p $STATE/backup
    run as_hakem /usr/bin/python3 "$HERE/deploy/backup.py" $STATE/hakem.db "$STATE/backup/$1.db"
}

drop_old_releases() {
    local kept each
    kept=$(ls -1t $BASE/releases 2>/dev/null | head -n $KEEP || true)
    for each in $(ls -1 $BASE/releases 2>/dev/null || true); do
        if [ "$each" = "$(current)" ] || [ "$each" = "$(previous)" ]; then continue; fi
        grep -qx "$each" <<<"$kept" || run rm -rf "${BASE:?}/releases/$each"
    done
}

install_config() {
    run install -d -m 0755 /etc/hakem
    run install -m 0644 "$HERE/deploy/config.example.toml" /etc/hakem/hakem.toml.example
    [ -e $CONFIG ] || run install -m 0644 "$HERE/deploy/config.example.toml" $CONFIG
}

install_units() {
    local unit
    for unit in hakem.service hakem.socket; do
        cmp -s "$1/deploy/$unit" $UNITS/$unit || run install -m 0644 "$1/deploy/$unit" $UNITS/$unit
    done
    if systemd_runs; then run systemctl daemon-reload; fi
    run systemctl --quiet enable hakem.socket hakem.service
}

# Only where NetworkManager rules the Wi-Fi, as on Raspberry Pi OS.
install_network() {
    local unit
    [ "$network" = yes ] || return 0
    if ! command -v nmcli >/dev/null || ! systemd_runs; then
        say "no network of its own: NetworkManager does not run here"
        return 0
    fi
    run install -m 0755 "$HERE/deploy/hakem-network" /usr/local/sbin/hakem-network
    for unit in hakem-network.service hakem-network.timer; do
        cmp -s "$HERE/deploy/$unit" $UNITS/$unit || run install -m 0644 "$HERE/deploy/$unit" $UNITS/$unit
    done
    run /usr/local/sbin/hakem-network setup || { say "NetworkManager refused a network of its own"; return 0; }
    run systemctl daemon-reload
    run systemctl --quiet enable --now hakem-network.timer
}

remove_network() {
    [ -e /usr/local/sbin/hakem-network ] || return 0
    if systemd_runs; then run systemctl --quiet disable --now hakem-network.timer || true; fi
    run /usr/local/sbin/hakem-network remove || true
    run rm -f $UNITS/hakem-network.service $UNITS/hakem-network.timer /usr/local/sbin/hakem-network
}

start_service() {
    systemd_runs || { say "systemd does not run here: Hakem starts with the machine"; return 0; }
    run systemctl restart hakem.socket hakem.service || return 1
    [ "$dry" = no ] || return 0
    systemctl is-active --quiet hakem.service
}

install_hakem() {
    local new old
    check_machine
    new=$(release_name)
    old=$(current)
    install_packages
    make_user
    set_name
    run install -d -m 0755 $BASE/releases
    run install -d -m 0700 -o hakem -g hakem $STATE
    install_config
    build_release "$new"
    run install -m 0755 "$HERE/deploy/hakem-pin" /usr/local/sbin/hakem-pin
    run ln -sfn $BASE/current/venv/bin/hakem /usr/local/bin/hakem
    install_network
    if [ "$old" = "$new" ]; then
        install_units $BASE/current
        say "this release runs already: $new"
        return
    fi
    [ -z "$old" ] || save_matches "$old"
    [ -z "$old" ] || run sh -c "echo '$old' > $BASE/previous"
    switch_to "$new"
    if [ "$dry" = yes ]; then install_units "$HERE"; else install_units $BASE/current; fi
    if ! start_service; then
        say "the new release does not start: journalctl -u hakem"
        [ -z "$old" ] || { switch_to "$old"; start_service || true; say "back to $old"; }
        exit 1
    fi
    drop_old_releases
    say "installed: $new"
    if systemd_runs; then say "open http://$(cat /etc/hostname).local, the PIN: sudo hakem-pin"; fi
}

# --- back, and away --------------------------------------------------------------------------------

rollback() {
    local old now
    check_machine
    old=$(previous)
    now=$(current)
    [ -n "$old" ] && [ -e "$BASE/releases/$old/complete" ] || die "there is no release to go back to"
    if systemd_runs; then run systemctl stop hakem.service; fi
    save_matches "$now"
    # An older Hakem refuses a log that a newer one rewrote: then the copy made before takes its
    # place, and the newer log stays beside it.
    if [ -e $STATE/hakem.db ] && ! as_hakem "$BASE/releases/$old/venv/bin/python" \
        "$HERE/deploy/backup.py" --readable $STATE/hakem.db; then
        [ -e "$STATE/backup/$old.db" ] || die "the matches are too new for $old, and no copy is there"
        say "matches: those of $old; the newer ones stay in $STATE/backup/$now.db"
        run as_hakem /usr/bin/python3 "$HERE/deploy/backup.py" "$STATE/backup/$old.db" $STATE/hakem.db
    fi
    run sh -c "echo '$now' > $BASE/previous"
    switch_to "$old"
    if [ "$dry" = no ]; then install_units $BASE/current; fi
    start_service || die "it does not start: journalctl -u hakem"
    say "back to $old"
}

uninstall() {
    [ "$(id -u)" = 0 ] || [ "$dry" = yes ] || die "type: sudo $0 --uninstall"
    if systemd_runs; then run systemctl --quiet stop hakem.service hakem.socket || true; fi
    remove_network
    [ ! -e $UNITS/hakem.service ] || run systemctl --quiet disable hakem.service hakem.socket
    run rm -f $UNITS/hakem.service $UNITS/hakem.socket /usr/local/bin/hakem /usr/local/sbin/hakem-pin
    if systemd_runs; then run systemctl daemon-reload; fi
    run rm -rf $BASE
    if [ "$purge" = yes ]; then
        run rm -rf $STATE /etc/hakem
        ! getent passwd hakem >/dev/null || run userdel hakem
        say "removed, with all matches"
    else
        say "removed; matches stay in $STATE, settings in /etc/hakem (--purge removes them)"
    fi
}

case $action in
    install) install_hakem ;;
    rollback) rollback ;;
    uninstall) uninstall ;;
esac
