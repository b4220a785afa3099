# Commands of the runbooks for docker compose. From the root of the repository: . deploy/runbooks/compose.sh

inside() { # PROCESS COMMAND…: runs it where the process runs
  if [ -n "${ONE:-}" ]; then shift && docker exec "$ONE" "$@"; else docker compose exec -T "$@"; fi
}
logs() { # PROCESS: what it said in the last quarter of an hour
  if [ -n "${ONE:-}" ]; then
    docker logs --since 15m "$ONE"
  else
    # Some versions of compose begin each line with an order to a screen.
    docker compose logs --no-log-prefix --since 15m "$1" | sed "s/^$(printf '\033')\[2K//"
  fi
}
state() { # what runs, for how long, what its health check says, and its addresses
  docker compose ps --all
  docker compose ps --quiet | xargs docker inspect \
    --format '{{ slice .Name 1 }}: {{ range .NetworkSettings.Networks }}{{ .IPAddress }} {{ end }}'
}
restart() { # PROCESS
  if [ -n "${ONE:-}" ]; then docker restart "$ONE"; else docker compose restart "$1"; fi
}
replicas() { # PROCESS COUNT
  docker compose up --detach --no-deps --no-recreate --scale "$1=$2" "$1"
}
back_up() {
  docker compose run --rm --no-deps backup backup
}

. deploy/runbooks/common.sh
