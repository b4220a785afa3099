{{/*
Describes every long-running process; the workload template creates all objects of each. A map by component:
  process       name of a process of our image (otherwise: image, command, args)
  port          where the Service of the component sends requests; without a port, there is no Service
  chosen        true: nginx itself chooses a pod; a headless Service resolves to the addresses of all pods
  opsPort       port of health checks and metrics; 9090 in our processes
  settings      environment variables, kept in a ConfigMap
  secrets       by name of the variable: {secret, key}; mounted as files, whose paths are in NAME_FILE
  mounts        mount path by volume name; volumes: the source of each volume
  health        live and ready: the handlers of the probes; by default /livez and /readyz on the port `ops`
  unready       true: has no readiness probe, because nothing sends requests to it
  awaitsSchema  true: starts once the database has every migration of this version
  single        true: never more than one pod at a time
  sidecars      further containers of the pod, described in the same way
*/}}
{{- define "finlore.components" -}}
ingress:
  image: {{ include "finlore.image" .Values.ingress.image | quote }}
  port: 8080
  opsPort: 9091
  command: [sh, /etc/finlore/start-nginx.sh]
  settings:
    # All pods, so that nginx can try another one; full names, because nginx knows no search domains.
    RENDER_ADDRESS: {{ include "finlore.podsOf" (list . "render") }}:8083
    SEARCH_ADDRESS: {{ include "finlore.podsOf" (list . "search") }}:8082
    SITE_URL: {{ .Values.site.url | quote }}
    INDEXING: {{ ternary "on" "off" .Values.site.indexing | quote }}
    HSTS: {{ .Values.site.hsts }}
    CDN: {{ ternary "off" "on" (empty .Values.cdn.purge) | quote }}
    COPY_DIR: /var/lib/finlore/copy
    PORT: '8080'
    OPS_PORT: '9091'
    TRUSTED_PROXIES: {{ join " " .Values.ingress.trustedProxies | quote }}
    MAX_PER_ADDRESS: {{ int .Values.ingress.maxPerAddress | quote }}
    TMPDIR: /tmp
  mounts:
    copy: { mountPath: /var/lib/finlore/copy, readOnly: true }
    files: { mountPath: /etc/finlore, readOnly: true }
  volumes:
    copy: { emptyDir: { sizeLimit: {{ .Values.ingress.copySize }} } }
    files: { configMap: { name: {{ include "finlore.fullname" . }}-nginx } }
  checksum: {{ include "finlore.nginxFiles" . | sha256sum }}
  health:
    live: { httpGet: { path: /healthz, port: ops } }
    ready: { httpGet: { path: /healthz, port: ops } }
  sidecars:
    # Ready with the most read pages, or without any when the page store is away: render still answers then.
    - name: copy
      process: copy
      settings:
        {{- include "finlore.pageStoreSettings" . | nindent 8 }}
        COPY_DIR: /var/lib/finlore/copy
        COPY_BYTES: {{ include "finlore.copyBytes" .Values.ingress.copySize | quote }}
        SITE_LOCALE: {{ .Values.site.locale }}
        SITE_URL: {{ .Values.site.url | quote }}
        INDEXING: {{ ternary "on" "off" .Values.site.indexing | quote }}
        {{- with include "finlore.indexNowKey" . }}
        INDEXNOW_KEY: {{ . | quote }}
        {{- end }}
        SERVICE_WORKER: {{ .Values.render.serviceWorker | quote }}
        LOG_LEVEL: {{ .Values.logLevel }}
      secrets:
        {{- include "finlore.pageStoreSecrets" . | nindent 8 }}
      mounts:
        copy: /var/lib/finlore/copy
        {{- if eq .Values.pageStore.type "volume" }}
        pages: { mountPath: /var/lib/finlore/pages, readOnly: true }
        {{- end }}
      # The disk for the copy as well: a node without it would evict the pod again and again.
      resources: {{- merge (dict "requests" (dict "ephemeral-storage" .Values.ingress.copySize)) (deepCopy .Values.ingress.copyResources) | toYaml | nindent 8 }}
content:
  process: content
  port: 8081
  awaitsSchema: true
  settings:
    SITE_LOCALE: {{ .Values.site.locale }}
    WEBHOOKS_INSIDE: {{ ternary "on" "off" .Values.webhooks.inside | quote }}
    FETCH_FACTS: {{ ternary "on" "off" .Values.editor.fetchFacts | quote }}
    KEEP_CHANGES_DAYS: {{ .Values.editor.keepChangesDays | quote }}
    KEEP_EDITIONS_DAYS: {{ .Values.editor.keepEditionsDays | quote }}
  secrets:
    DATABASE_URL: {{- include "finlore.database" . | nindent 6 }}
    EDITOR_TOKEN: {{- include "finlore.secret" (list . .Values.editor.existingSecret .Values.editor.key) | nindent 6 }}
    {{- with .Values.ads.existingSecret }}
    SAPE_URL: { secret: {{ . }}, key: {{ $.Values.ads.key }} }
    {{- end }}
    {{- with .Values.webhooks.existingSecret }}
    WEBHOOKS: { secret: {{ . }}, key: {{ $.Values.webhooks.key }} }
    {{- end }}
search:
  process: search
  port: 8082
  chosen: true
  settings:
    SITE_LOCALE: {{ .Values.site.locale }}
    SITE_URL: {{ .Values.site.url | quote }}
    INDEXING: {{ ternary "on" "off" .Values.site.indexing | quote }}
    HSTS: {{ .Values.site.hsts }}
    CONTENT_URL: {{ include "finlore.contentUrl" . }}
    SEARCH_ENGINE: {{ .Values.search.engine }}
    SEARCH_RATE: {{ int .Values.search.rate | quote }}
    {{- with include "finlore.meiliUrl" . }}
    MEILI_URL: {{ . }}
    {{- end }}
  {{- if include "finlore.meiliUrl" . }}
  secrets:
    MEILI_KEY: {{- include "finlore.secret" (list . .Values.meilisearch.existingSecret .Values.meilisearch.searchKey) | nindent 6 }}
  {{- end }}
{{- if include "finlore.meiliUrl" . }}
indexer:
  process: indexer
  single: true
  unready: true
  settings:
    SITE_LOCALE: {{ .Values.site.locale }}
    CONTENT_URL: {{ include "finlore.contentUrl" . }}
    MEILI_URL: {{ include "finlore.meiliUrl" . }}
  secrets:
    MEILI_KEY: {{- include "finlore.secret" (list . .Values.meilisearch.existingSecret .Values.meilisearch.indexerKey) | nindent 6 }}
{{- end }}
render:
  process: render
  port: 8083
  chosen: true
  settings:
    SITE_LOCALE: {{ .Values.site.locale }}
    SITE_URL: {{ .Values.site.url | quote }}
    INDEXING: {{ ternary "on" "off" .Values.site.indexing | quote }}
    HSTS: {{ .Values.site.hsts }}
    {{- with include "finlore.indexNowKey" . }}
    INDEXNOW_KEY: {{ . | quote }}
    {{- end }}
    CONTENT_URL: {{ include "finlore.contentUrl" . }}
    SEARCH_URL: http://{{ include "finlore.fullname" . }}-search:8082
    MEMORY_BYTES: {{ int .Values.render.memoryBytes | quote }}
    SERVICE_WORKER: {{ .Values.render.serviceWorker | quote }}
    CLIENT_ERRORS: {{ .Values.render.clientErrors | quote }}
    {{- include "finlore.pageStoreSettings" . | nindent 4 }}
  secrets:
    DATABASE_URL: {{- include "finlore.database" . | nindent 6 }}
    {{- include "finlore.pageStoreSecrets" . | nindent 4 }}
  mounts:
    {{- include "finlore.pageStoreMount" . | nindent 4 }}
worker:
  process: worker
  unready: true
  awaitsSchema: true
  settings:
    SITE_URL: {{ .Values.site.url | quote }}
    INDEXING: {{ ternary "on" "off" .Values.site.indexing | quote }}
    {{- with include "finlore.indexNowKey" . }}
    INDEXNOW_KEY: {{ . | quote }}
    INDEXNOW_URL: {{ $.Values.site.indexNow.url | quote }}
    {{- end }}
    {{- with .Values.cdn.purge }}
    CDN_PURGE: {{ . }}
    CDN_PURGE_URL: {{ join " " $.Values.cdn.urls | quote }}
    {{- end }}
    CONTENT_URL: {{ include "finlore.contentUrl" . }}
    # Where it asks as readers do, to measure when they get what was edited.
    EDGE_URL: http://{{ include "finlore.fullname" . }}-ingress:8080
    {{- include "finlore.pageStoreSettings" . | nindent 4 }}
  secrets:
    DATABASE_URL: {{- include "finlore.database" . | nindent 6 }}
    {{- if or .Values.redis.existingSecret .Values.dev.datastores.enabled }}
    REDIS_URL: {{- include "finlore.secret" (list . .Values.redis.existingSecret .Values.redis.key) | nindent 6 }}
    {{- end }}
    {{- with .Values.jobsScreen.existingSecret }}
    JOBS_TOKEN: { secret: {{ . }}, key: {{ $.Values.jobsScreen.key }} }
    {{- end }}
    {{- if and .Values.cdn.purge .Values.cdn.existingSecret }}
    CDN_PURGE_TOKEN: { secret: {{ .Values.cdn.existingSecret }}, key: {{ .Values.cdn.key }} }
    {{- end }}
    {{- include "finlore.pageStoreSecrets" . | nindent 4 }}
  mounts:
    {{- include "finlore.pageStoreMount" . | nindent 4 }}
{{- include "finlore.devComponents" . }}
{{- end }}

{{/* What the copy may take, in bytes: less than the volume, which would be evicted with its pod. Call with: its size, in Mi or Gi */}}
{{- define "finlore.copyBytes" -}}
{{- $unit := hasSuffix "Gi" . | ternary 1073741824 1048576 }}
{{- div (mul (regexFind "^[0-9]+" . | int64) $unit 85) 100 }}
{{- end }}

{{/* The IndexNow key; empty if search engines are not told what changed */}}
{{- define "finlore.indexNowKey" -}}
{{- if .Values.site.indexing }}{{ .Values.site.indexNow.key }}{{ end }}
{{- end }}

{{/* {secret, key} of a setting, from the named Secret or that of the local datastores. Call with: list $ name key */}}
{{- define "finlore.secret" -}}
{{- $root := index . 0 -}}
secret: {{ index . 1 | default (printf "%s-dev" (include "finlore.fullname" $root)) }}
key: {{ index . 2 }}
{{- end }}

{{- define "finlore.database" -}}
{{ include "finlore.secret" (list . .Values.postgres.existingSecret .Values.postgres.key) }}
{{- end }}

{{- define "finlore.migrationsDatabase" -}}
{{- with .Values.postgres.migrations.existingSecret -}}
secret: {{ . }}
key: {{ $.Values.postgres.migrations.key }}
{{- else -}}
{{ include "finlore.database" . }}
{{- end }}
{{- end }}

{{/* Call with: list $ component */}}
{{- define "finlore.podsOf" -}}
{{- $root := index . 0 -}}
{{ include "finlore.fullname" $root }}-{{ index . 1 }}-pods.{{ $root.Release.Namespace }}.svc.{{ $root.Values.clusterDomain }}
{{- end }}

{{- define "finlore.contentUrl" -}}
http://{{ include "finlore.fullname" . }}-content:8081
{{- end }}

{{- define "finlore.meiliUrl" -}}
{{- if .Values.meilisearch.url }}{{ .Values.meilisearch.url }}
{{- else if .Values.dev.datastores.enabled }}http://{{ include "finlore.fullname" . }}-meilisearch:7700
{{- end }}
{{- end }}
