# Commands of the runbooks for docker compose. From the root of the repository: . deploy/runbooks/compose.sh

inside() { # PROCESS COMMAND…: runs the command in the container of the process
  if [ -n "${ONE:-}" ]; then shift && docker exec "$ONE" "$@"; else docker compose exec -T "$@"; fi
}
logs() { # PROCESS: its log of the last 15 minutes
  if [ -n "${ONE:-}" ]; then
    docker logs --since 15m "$ONE"
  else
    # Some versions of compose begin each line with a terminal escape sequence.
    docker compose logs --no-log-prefix --since 15m "$1" | sed "s/^$(printf '\033')\[2K//"
  fi
}
state() { # what runs, for how long, what the health checks say, and the addresses
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
