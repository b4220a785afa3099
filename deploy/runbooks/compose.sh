# Commands of the runbooks for docker compose. From the root of the repository: . deploy/runbooks/compose.sh

inside() { # PROCESS COMMAND…: runs it where the process runs
  docker compose exec -T "$@"
}
logs() { # PROCESS: what it said in the last quarter of an hour
  docker compose logs --no-log-prefix --since 15m "$1"
}
state() { # what runs, for how long, and what its health check says
  docker compose ps --all
}
restart() { # PROCESS
  docker compose restart "$1"
}
replicas() { # PROCESS COUNT
  docker compose up --detach --no-deps --no-recreate --scale "$1=$2" "$1"
}
back_up() {
  docker compose run --rm --no-deps backup backup
}

. deploy/runbooks/common.sh
