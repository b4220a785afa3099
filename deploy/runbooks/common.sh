# The common part of compose.sh and cluster.sh.

ask() { # PROCESS PATH: its private port answers /readyz, /livez and /metrics
  inside "$1" node -e '
    const signal = AbortSignal.timeout(10_000)
    fetch(`http://127.0.0.1:9090${process.argv[1]}`, { signal })
      .then((answer) => answer.text())
      .then(console.log)
      .catch((error) => { console.error(String(error.cause ?? error)); process.exitCode = 1 })' "$2"
}
metrics() { # PROCESS WORD: its metrics that have the word in their name
  # nginx has no program that asks its port; without its connections, the file says the same.
  if [ "$1" = ingress ]; then inside ingress cat /tmp/metrics; else ask "$1" /metrics; fi | grep "^[a-z_]*$2"
}
sql() { # STATEMENT: runs in the database of the site; its tables are content.… and render.…
  inside content node -e '
    const { DATABASE_URL, DATABASE_URL_FILE } = process.env
    const url = DATABASE_URL ?? require("fs").readFileSync(DATABASE_URL_FILE, "utf8").trim()
    const client = new (require("pg").Client)({ connectionString: url, statement_timeout: 10_000 })
    client.connect()
      .then(() => client.query(process.argv[1]))
      .then(({ rows }) => console.table(rows))
      .catch(({ message }) => { console.error(message); process.exitCode = 1 })
      .finally(() => client.end())' "$1"
}
