{{/* Datastores for a local cluster: from the same template as everything else, with volumes that are lost with their pods. */}}
{{- define "finlore.devComponents" }}
{{- with .Values.dev.datastores }}
{{- if .enabled }}
postgres:
  image: {{ .postgres.image }}
  port: 5432
  user: {{ .postgres.user }}
  single: true
  settings: { PGDATA: /var/lib/postgresql/data/pgdata, POSTGRES_DB: finlore }
  secrets:
    POSTGRES_PASSWORD: { secret: {{ include "finlore.fullname" $ }}-dev, key: POSTGRES_PASSWORD }
  mounts: { data: /var/lib/postgresql/data, run: /var/run/postgresql }
  volumes: { data: { emptyDir: { sizeLimit: 2Gi } }, run: { emptyDir: { sizeLimit: 1Mi } } }
  {{- include "finlore.devCommon" . | nindent 2 }}
redis:
  image: {{ .redis.image }}
  args: [redis-server, --appendonly, 'yes', --maxmemory-policy, noeviction]
  port: 6379
  single: true
  mounts: { data: /data }
  volumes: { data: { emptyDir: { sizeLimit: 256Mi } } }
  {{- include "finlore.devCommon" . | nindent 2 }}
meilisearch:
  image: {{ .meilisearch.image }}
  port: 7700
  single: true
  settings:
    MEILI_EXPERIMENTAL_CONTAINS_FILTER: 'true'
    MEILI_MAX_INDEXING_MEMORY: 256MiB
    MEILI_NO_ANALYTICS: 'true'
    MEILI_DB_PATH: /meili_data/data.ms
    # Meilisearch cannot read its key from a file, and this key is not secret.
    MEILI_MASTER_KEY: {{ include "finlore.devPassword" $ }}
  mounts: { data: /meili_data }
  volumes: { data: { emptyDir: { sizeLimit: 1Gi } } }
  {{- include "finlore.devCommon" . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "finlore.devCommon" -}}
health:
  live: { tcpSocket: { port: http } }
  ready: { tcpSocket: { port: http } }
resources:
  requests: { cpu: 50m, memory: 256Mi }
  limits: { memory: 512Mi }
{{- end }}

{{/* A public password, which says so itself. */}}
{{- define "finlore.devPassword" -}}
only-for-a-local-cluster
{{- end }}
