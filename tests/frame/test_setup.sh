#!/usr/bin/env bash
# tools/setup, on systems that are played by fake commands.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
all="gcc libc6-dev make libgmp-dev libjansson-dev libedit-dev libnauty2-dev libexpat1-dev libcadical-dev g++ libcmocka-dev clang clang-format libbdd-dev rumur z3 cvc5"
bin=$scratch/bin
calls=$scratch/calls

fake() { # name, body: a command that writes down its call and then does as told
    printf '#!/bin/bash\necho "%s $*" >>"%s"\n%s\n' "$1" "$calls" "$2" >"$bin/$1"
    chmod +x "$bin/$1"
}

# new_system USER-ID INSTALLED-PACKAGES: a PATH with nothing but the fakes and the few tools that a script needs
new_system() {
    rm -rf "$bin" "$calls"
    mkdir -p "$bin"
    : >"$calls"
    local tool
    for tool in bash env sed tr; do
        ln -s "$(command -v $tool)" "$bin/$tool"
    done
    fake id "echo $1"
    fake apt-get '[[ $DEBIAN_FRONTEND == noninteractive ]]'
    # As the real one: a line for each package that it knows, an error if there is another.
    fake dpkg-query 'status=0
        for package in "$@"; do
            case $package in -*|*\$*) continue ;; esac
            if [[ " '"$2"' " == *" $package "* ]]; then echo "installed $package"
            elif [[ $package == libcmocka-dev ]]; then echo "config-files $package"
            else echo "no packages found matching $package" >&2; status=1; fi
        done
        exit $status'
}

run_setup() {
    output=$(PATH=$bin "$bin/bash" "$root/tools/setup" "$@" 2>&1)
    status=$?
    apt_calls=$(grep -o '^apt-get.*' "$calls" | grep -oE '(update|install).*' | tr '\n' ';')
}

new_system 0 "$all"
run_setup
check "nothing is missing: it succeeds" equal 0 $status
check "... says nothing" equal "" "$output"
check "... and calls nothing but dpkg-query, once" equal dpkg-query "$(cut -d ' ' -f 1 "$calls")"

new_system 0 "gcc libc6-dev make libgmp-dev libjansson-dev libedit-dev libnauty2-dev libexpat1-dev"
run_setup
check "packages are missing, for root: it succeeds" equal 0 $status
check "... and updates, then installs just those" equal \
    "update;install --no-install-recommends libcadical-dev g++ libcmocka-dev clang clang-format libbdd-dev rumur z3 cvc5;" "$apt_calls"
check "... and says so" contains "$output" "installing libcadical-dev g++ libcmocka-dev clang clang-format libbdd-dev rumur z3 cvc5"

new_system 0 "$all"
sed -i 's/echo "installed \$package"/echo "config-files $package"/' "$bin/dpkg-query"
run_setup
check "removed packages with settings left are missing" equal "update;install --no-install-recommends $all;" "$apt_calls"

new_system 1000 "${all/make /}"
fake sudo 'shift; [[ $1 == true ]] || "$@"'
sed -i 's/^shift/[[ $1 == -n ]] || exit 1; shift/' "$bin/sudo"
ln -s "$(command -v true)" "$bin/true"
run_setup
check "for others, sudo does it" equal 0 $status
check "... the same" equal "update;install --no-install-recommends make;" "$apt_calls"
check "... never asking for a password" equal "" "$(grep '^sudo' "$calls" | grep -v '^sudo -n ')"

new_system 1000 "${all/make /}"
fake sudo 'exit 1'
run_setup
check "a sudo that wants a password: it fails" equal 1 $status
check "... and says what to install" contains "$output" "apt-get install make"
check "... and installs nothing" equal "" "$apt_calls"

new_system 1000 "gcc"
run_setup
check "no root, no sudo: it fails" equal 1 $status
check "... and says what to install" contains "$output" "apt-get install ${all#gcc }"
check "... and how to go on without" contains "$output" "SETUP=true"

new_system 0 "gcc"
fake apt-get '[[ $* != *install* ]]'
run_setup
check "an installation that fails is a failure" equal 1 $status
check "... that is explained" contains "$output" "could not install"

new_system 0 "${all/make /}"
fake apt-get '[[ $* != *update* ]]'
run_setup
check "an update that fails is not the end" equal 0 $status

new_system 0 "$all"
rm "$bin/dpkg-query"
run_setup
check "no Debian: it fails" equal 1 $status
check "... and says what is needed" contains "$output" "$all"
check "... and installs nothing" equal "" "$apt_calls"

new_system 0 "$all"
run_setup rumur time
check "a package that is named is installed, too" equal "0 update;install --no-install-recommends time;" "$status $apt_calls"
new_system 0 gcc
run_setup --help
check "--help helps, and installs nothing" equal "0 usage: tools/setup [PACKAGE...] " "$status ${output%%$'\n'*} $apt_calls"
for option in --hlep -y ''; do
    run_setup time "$option"
    check "the option \"$option\" is unknown, and nothing is installed" equal \
        "2 tools/setup: unknown option \"$option\" (see: tools/setup --help) " "$status $output $apt_calls"
done

timed "$root/tools/setup"
check "here, it is quick" test "$took" -lt 500
finish
