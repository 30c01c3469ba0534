#!/bin/sh
# Builds Citus for a PostgreSQL 15 to 17 of yours, with its headers, and installs it there:
#   PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config test/support/build-citus.sh FOLDER
# FOLDER is for the source, and may hold it already. Debian needs, beside postgresql-server-dev-15:
#   autoconf flex bison libssl-dev libkrb5-dev liblz4-dev libzstd-dev
set -eu
folder=${1:?the folder for the source}
pg_config=${PG_CONFIG:-pg_config}
[ -e "$folder/configure" ] ||
  git clone --depth 1 --branch "${CITUS_VERSION:-v13.2.2}" https://github.com/citusdata/citus "$folder"
cd "$folder"
# minor releases of PostgreSQL 15 and later have a function of this name, too
grep -rl '\bhave_createdb_privilege\b' src --include='*.[ch]' |
  xargs -r sed -i 's/\bhave_createdb_privilege\b/citus_have_createdb_privilege/g'
[ -e Makefile.global ] || ./configure PG_CONFIG="$pg_config" --without-libcurl CFLAGS='-O2 -w'
make -j"$(nproc)" with_llvm=no extension
make with_llvm=no install-extension
