#!/bin/sh
# Runs once, when PostgreSQL makes its database. Neither role is a superuser: one owns the service's database and migrates it, and
# the other serves, with the rights that migrating grants it. The superuser has no password afterwards, so that it connects from
# within this container only.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="$POSTGRES_PASSWORD" --set serve_password="$(cat "$SERVE_PASSWORD_FILE")" << 'SQL'
create role sallyport login nosuperuser nocreatedb nocreaterole password :'password';
create role sallyport_serve login nosuperuser nocreatedb nocreaterole password :'serve_password';
create database sallyport owner sallyport;
revoke all on database sallyport from public;
grant connect on database sallyport to sallyport_serve;
alter role current_user password null;
SQL
