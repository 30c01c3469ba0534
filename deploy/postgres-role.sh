#!/bin/sh
# Runs once, when PostgreSQL makes its database. The service is no superuser: it owns its own database, and nothing else.
# The superuser has no password afterwards, so that it connects from within this container only.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="$POSTGRES_PASSWORD" << 'SQL'
create role sallyport login nosuperuser nocreatedb nocreaterole password :'password';
create database sallyport owner sallyport;
revoke all on database sallyport from public;
alter role current_user password null;
SQL
