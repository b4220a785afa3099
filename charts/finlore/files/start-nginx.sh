#!/bin/sh
# Fills in nginx.conf.template, which lies beside this file, and runs nginx. Its settings are
# environment variables; the head of the template lists them. More arguments are nginx's.
set -eu

fail() {
  printf 'ingress: %s\n' "$1" >&2
  exit 1
}

# What nginx would read as more than one word, or sed as more than text, is refused.
# check NAME VALUE PATTERN HELP
check() {
  printf '%s\n' "$2" | grep -Eqx "$3" || fail "$1 is not understood: write $4"
}

# nginx needs brackets around addresses of IPv6.
dns_servers() {
  sed -nE 's/^nameserver[[:space:]]+([^[:space:]%]+).*/\1/p' /etc/resolv.conf |
    sed -E 's/^(.*:.*)$/[\1]/' | tr '\n' ' '
}

TMPDIR=${TMPDIR:-/tmp}
RENDER_ADDRESS=${RENDER_ADDRESS:-render:8083}
SEARCH_ADDRESS=${SEARCH_ADDRESS:-search:8082}
SITE_URL=${SITE_URL:-http://localhost:8080}
INDEXING=${INDEXING:-off}
HSTS=${HSTS:-host}
CDN=${CDN:-off}
COPY_DIR=${COPY_DIR:-/var/lib/finlore/copy}
PORT=${PORT:-8080}
OPS_PORT=${OPS_PORT:-9091}
TRUSTED_PROXIES=$(printf '%s' "${TRUSTED_PROXIES:-}" | tr ',\n' '  ')
MAX_PER_ADDRESS=${MAX_PER_ADDRESS:-100}
WORKERS=${WORKERS:-2}
RESOLVER=${RESOLVER:-$(dns_servers)}
RESOLVER=${RESOLVER:-127.0.0.1}

address='([A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):[0-9]+'
folder='/[A-Za-z0-9._/-]+'
check RENDER_ADDRESS "$RENDER_ADDRESS" "$address" 'HOST:PORT'
check SEARCH_ADDRESS "$SEARCH_ADDRESS" "$address" 'HOST:PORT'
check SITE_URL "$SITE_URL" 'https?://[^/|&\\"$;{} ]+' 'https://HOST'
check INDEXING "$INDEXING" 'on|off' 'on or off'
check HSTS "$HSTS" 'host|subdomains|preload' 'host, subdomains or preload'
check CDN "$CDN" 'on|off' 'on or off'
check COPY_DIR "$COPY_DIR" "$folder" 'the whole path of a folder'
check TMPDIR "$TMPDIR" "$folder" 'the whole path of a folder'
for name in PORT OPS_PORT MAX_PER_ADDRESS WORKERS; do
  eval "value=\$$name"
  check "$name" "$value" '[1-9][0-9]*' 'a number'
done
check RESOLVER "$RESOLVER" ' *(([0-9.]+|\[[0-9A-Fa-f:]+\])(:[0-9]+)? *)+' 'IP addresses, apart by blanks'
check TRUSTED_PROXIES "$TRUSTED_PROXIES" ' *([0-9A-Fa-f.:]+(/[0-9]+)? *)*' \
  'IP addresses and networks such as 10.0.0.0/8, apart by blanks or commas'

# Links in the copy are compared with where it really is.
if [ -d "$COPY_DIR" ]; then COPY_DIR=$(cd "$COPY_DIR" && pwd -P); fi

trusted=
for network in $TRUSTED_PROXIES; do trusted="$trusted set_real_ip_from $network;"; done

listen_ipv6=
ops_listen_ipv6=
# Its size says nothing: files there have none.
if grep -q . /proc/net/if_inet6 2>/dev/null; then
  listen_ipv6="listen [::]:$PORT default_server backlog=4096;"
  ops_listen_ipv6="listen [::]:$OPS_PORT default_server;"
fi

robots=noindex
if [ "$INDEXING" = on ]; then robots=; fi
kept=kept
saved_caching=no-store
if [ "$CDN" = on ]; then
  kept=off
  saved_caching='public, max-age=0, must-revalidate, s-maxage=2'
fi
strict_transport=
upgrade=
case $SITE_URL in
https:*)
  case $HSTS in
  host) strict_transport='max-age=63072000' ;;
  subdomains) strict_transport='max-age=63072000; includeSubDomains' ;;
  preload) strict_transport='max-age=63072000; includeSubDomains; preload' ;;
  esac
  upgrade='; upgrade-insecure-requests'
  ;;
esac

sed -e "s|\${RENDER_ADDRESS}|$RENDER_ADDRESS|g" \
  -e "s|\${SEARCH_ADDRESS}|$SEARCH_ADDRESS|g" \
  -e "s|\${STRICT_TRANSPORT}|$strict_transport|g" \
  -e "s|\${UPGRADE}|$upgrade|g" \
  -e "s|\${ROBOTS}|$robots|g" \
  -e "s|\${KEPT}|$kept|g" \
  -e "s|\${SAVED_CACHING}|$saved_caching|g" \
  -e "s|\${COPY_DIR}|$COPY_DIR|g" \
  -e "s|\${TMPDIR}|$TMPDIR|g" \
  -e "s|\${PORT}|$PORT|g" \
  -e "s|\${OPS_PORT}|$OPS_PORT|g" \
  -e "s|\${LISTEN_IPV6}|$listen_ipv6|g" \
  -e "s|\${OPS_LISTEN_IPV6}|$ops_listen_ipv6|g" \
  -e "s|\${TRUSTED}|$trusted|g" \
  -e "s|\${MAX_PER_ADDRESS}|$MAX_PER_ADDRESS|g" \
  -e "s|\${RESOLVER}|$RESOLVER|g" \
  -e "s|\${WORKERS}|$WORKERS|g" \
  "$(dirname "$0")/nginx.conf.template" >"$TMPDIR/nginx.conf"

# One that was killed leaves its sockets, which nginx would not open again, and the file of its id.
rm -f "$TMPDIR"/search-pages.sock "$TMPDIR"/search-answers.sock "$TMPDIR"/unknown-pages.sock "$TMPDIR/nginx.pid"
nginx -c "$TMPDIR/nginx.conf" "$@" &
nginx=$!
sh "$(dirname "$0")/count-answers.sh" "$nginx" "$TMPDIR" &
counting=$!
# By SIGTERM nginx would cut off every answer under way; by SIGQUIT it ends when they are sent.
trap 'kill -QUIT "$nginx"' TERM INT QUIT
# A signal ends the first wait, and nginx itself the last.
while wait "$nginx" && code=0 || code=$?; kill -0 "$nginx" 2>/dev/null; do :; done
kill "$counting" 2>/dev/null || :
exit "$code"
