/** Settings of the READMEs, and of compose and the chart, whose value nobody may read but who is given it. */
export const SECRET_SETTINGS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  // With a password in it.
  'DATABASE_URL',
  'EDITOR_TOKEN',
  'JOBS_TOKEN',
  'LLM_KEY',
  'MEILI_KEY',
  'MEILI_MASTER_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_URL',
  // Ad systems have their customers' keys in the path.
  'SAPE_URL',
] as const

/** Settings of the README that anybody may read. */
export const OPEN_SETTINGS = [
  'BACKUP_DIR',
  'BACKUP_KEEP',
  'CONTENT_DIR',
  'CONTENT_PORT',
  'CONTENT_URL',
  'COPY_DIR',
  'DATA_DIR',
  // They name files, and what is in them is the secret.
  'EDITOR_TOKEN_FILE',
  'FINLORE_IMAGE',
  'HOST',
  'INDEXING',
  // Its owner shows it to everybody: search engines ask for it at its own address.
  'INDEXNOW_KEY',
  'INDEXNOW_URL',
  'LLM_MODEL',
  'LLM_URL',
  'LOG_LEVEL',
  'MEILI_URL',
  'MEMORY_BYTES',
  'NODE_COMPILE_CACHE',
  'NODE_ENV',
  'OPS_PORT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'PAGE_STORE',
  'PORT',
  'SEARCH_ENGINE',
  'SEARCH_RATE',
  'SEARCH_URL',
  'SECRETS_DIR',
  'SERVICE_WORKER',
  'SITE_KEY',
  'SITE_LOCALE',
  'SITE_URL',
  'TRUSTED_PROXIES',
  'WORKER_PORT',
] as const
