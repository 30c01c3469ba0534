#!/bin/sh
# Runs an image as deploy/compose.yml does, without rights and with nothing to write to, and registers somebody.
# deploy/try-image.sh IMAGE, with DATABASE_URL of an empty database that this machine reaches
set -eu
docker=${DOCKER:-docker}
port=${PORT:-3999}

id=$("$docker" run --detach --network host --read-only --tmpfs /tmp --cap-drop ALL \
  --security-opt no-new-privileges --env PORT="$port" --env DATABASE_URL="$DATABASE_URL" \
  --env SECRET_KEY="$("$docker" run --rm "$1" key)" "$1")
trap '"$docker" logs "$id" | tail -n 20; "$docker" rm --force --volumes "$id" >/dev/null' EXIT

curl --silent --fail --output /dev/null --retry 60 --retry-delay 1 --retry-connrefused \
  "http://127.0.0.1:$port/health/ready"
curl --silent --show-error --fail --output /dev/null "http://127.0.0.1:$port/auth/register" \
  --header 'Content-Type: application/json' \
  --data '{"email":"ada@example.com","password":"correct horse battery","passwordConfirmation":"correct horse battery"}'
"$docker" exec "$id" sallyport users show ada@example.com >/dev/null
test "$("$docker" exec "$id" id -u)" = 65532
if "$docker" exec "$id" touch /app/changed 2>/dev/null; then exit 1; fi
"$docker" stop "$id" >/dev/null
test "$("$docker" inspect --format '{{.State.ExitCode}}' "$id")" = 0
echo "$1 works"
