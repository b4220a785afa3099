{{/*
Rules over several values, which a schema cannot express. Each problem is a sentence that says what to change; all problems are
reported together.
*/}}
{{- define "finlore.validate" -}}
{{- $problems := include "finlore.problems" . | fromYamlArray }}
{{- if $problems }}
{{- fail (printf "\n\nThese values cannot work:\n  - %s\n" (join "\n  - " $problems)) }}
{{- end }}
{{- end }}

{{- define "finlore.problems" -}}
{{- $problems := concat (include "finlore.gone" . | fromYamlArray) (include "finlore.problemsOfSite" . | fromYamlArray) (include "finlore.problemsOfStores" . | fromYamlArray) (include "finlore.problemsOfScale" . | fromYamlArray) }}
{{- toYaml $problems }}
{{- end }}

{{/* Values that other charts have and this one does not, each with what to write instead. */}}
{{- define "finlore.gone" -}}
{{- $advice := dict
  "postgresql" "this chart brings no database; name the Secret that has its address in postgres.existingSecret (on a local cluster: dev.datastores.enabled=true)"
  "replicaCount" "each component has its own number: ingress.replicas, content.replicas, search.replicas, render.replicas, worker.replicas"
  "env" "write pods.extraEnv for all processes, or extraEnv below one of them; what is secret goes into a Secret that existingSecret names"
  "secrets" "this chart writes no secrets; make them yourself and name them in existingSecret"
  "service" "only nginx meets readers; write ingress.serviceType"
  "gateway" "write route.gateway"
  "autoscaling" "each component scales by itself: write it below ingress, content, search or render; worker.keda for the worker"
}}
{{- $problems := list }}
{{- range $key, $sentence := $advice }}
{{- if hasKey $.Values $key }}{{ $problems = append $problems (printf "%s: %s" $key $sentence) }}{{ end }}
{{- end }}
{{- range list "enabled" "className" "hosts" "tls" }}
{{- if hasKey $.Values.ingress . }}{{ $problems = append $problems (printf "ingress.%s: `ingress` is nginx of this chart; the Kubernetes Ingress is at route.ingress" .) }}{{ end }}
{{- end }}
{{- toYaml $problems }}
{{- end }}

{{- define "finlore.problemsOfSite" -}}
{{- $problems := list }}
{{- if not (regexMatch "^[a-z][a-z0-9-]*$" (include "finlore.fullname" .)) }}
{{- $problems = append $problems (printf "the name of the release, %s: Services cannot have it, whose names begin with a letter and have small letters, digits and dashes only; choose another, or write one in fullnameOverride" .Release.Name) }}
{{- end }}
{{- if not (regexMatch "^https?://[^/]+$" .Values.site.url) }}
{{- $problems = append $problems "site.url: write the public address of the site without a slash at its end, such as https://finlore.example" }}
{{- end }}
{{- if and .Values.site.indexing (regexMatch "://(localhost|[^/]*\\.(localhost|example|invalid|test)|([^/]*\\.)?example\\.(com|net|org))(:[0-9]+)?$" .Values.site.url) }}
{{- $problems = append $problems "site.url: nobody on the internet reaches this address, but site.indexing is on: write the public address of the site, or switch indexing off" }}
{{- end }}
{{- if and (include "finlore.indexNowKey" .) (not (hasPrefix "https://" .Values.site.url)) }}
{{- $problems = append $problems "site.indexNow.key: search engines are told of https addresses only; write one in site.url, or leave the key empty" }}
{{- end }}
{{- with .Values.cdn }}
{{- if and .purge (not .urls) }}
{{- $problems = append $problems "cdn.urls: write the address of each cache that is purged, or leave cdn.purge empty" }}
{{- end }}
{{- if and (has .purge (list "fastly" "cloudflare")) (not .existingSecret) }}
{{- $problems = append $problems (printf "cdn.existingSecret: %s purges for those who have a token; name the Secret with it" .purge) }}
{{- end }}
{{- end }}
{{- with .Values.route }}
{{- if and .gateway.enabled .ingress.enabled }}
{{- $problems = append $problems "route: both route.gateway and route.ingress are on; switch one of them off, readers need exactly one way in" }}
{{- else if not (or .gateway.enabled .ingress.enabled) }}
{{- $problems = append $problems "route: switch on route.gateway.enabled (Gateway API) or route.ingress.enabled (Ingress), or no reader gets in" }}
{{- end }}
{{- if and .gateway.enabled (not .gateway.parentRefs) }}
{{- $problems = append $problems "route.gateway.parentRefs: name the Gateway that leads here, such as [{name: public, namespace: gateways}]" }}
{{- end }}
{{- end }}
{{- with .Values.import }}
{{- if and .enabled (eq .source "git") (not .git.repository) }}
{{- $problems = append $problems "import.git.repository: write the address of the repository with the content, or set import.source=image" }}
{{- end }}
{{- end }}
{{- $secret := list "DATABASE_URL" "EDITOR_TOKEN" "REDIS_URL" "MEILI_KEY" "MEILI_MASTER_KEY" "JOBS_TOKEN" "SAPE_URL" "WEBHOOKS" "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" }}
{{- range $where := list "pods" "ingress" "content" "search" "indexer" "render" "worker" "batch" }}
{{- range $name, $_ := (index $.Values $where).extraEnv | default dict }}
{{- if has $name $secret }}
{{- $problems = append $problems (printf "%s.extraEnv.%s: this is a secret; put it into a Secret and name that in existingSecret" $where $name) }}
{{- end }}
{{- end }}
{{- end }}
{{- toYaml $problems }}
{{- end }}

{{- define "finlore.problemsOfStores" -}}
{{- $problems := list }}
{{- $dev := .Values.dev.datastores.enabled }}
{{- if $dev }}
{{- range list "postgres" "redis" "meilisearch" "editor" }}
{{- if (index $.Values .).existingSecret }}
{{- $problems = append $problems (printf "%s.existingSecret: leave it empty while dev.datastores.enabled is on, which brings its own; or switch dev.datastores off" .) }}
{{- end }}
{{- end }}
{{- if .Values.migrations.useHelmHooks }}
{{- $problems = append $problems "migrations.useHelmHooks: switch it off with dev.datastores.enabled, because a hook runs before the database that it changes is there" }}
{{- end }}
{{- else }}
{{- if not .Values.postgres.existingSecret }}
{{- $problems = append $problems (printf "postgres.existingSecret: name the Secret that has the address of Postgres under the key %s" .Values.postgres.key) }}
{{- end }}
{{- if not .Values.editor.existingSecret }}
{{- $problems = append $problems (printf "editor.existingSecret: name the Secret that has the editors' tokens under the key %s" .Values.editor.key) }}
{{- end }}
{{- if and .Values.meilisearch.url (not .Values.meilisearch.existingSecret) }}
{{- $problems = append $problems (printf "meilisearch.existingSecret: name the Secret with the keys %s and %s, which the process create-keys prints" .Values.meilisearch.searchKey .Values.meilisearch.indexerKey) }}
{{- end }}
{{- if and .Values.meilisearch.existingSecret (not .Values.meilisearch.url) }}
{{- $problems = append $problems "meilisearch.url: write the address of Meilisearch, or leave meilisearch.existingSecret empty" }}
{{- end }}
{{- if and (eq .Values.search.engine "meili") (not .Values.meilisearch.url) }}
{{- $problems = append $problems "search.engine: meili needs meilisearch.url; write that, or choose auto or embedded" }}
{{- end }}
{{- end }}
{{- if and .Values.backup.enabled (eq .Values.backup.type "bucket") }}
{{- with .Values.backup.bucket }}
{{- if not .name }}
{{- $problems = append $problems "backup.bucket.name: name the bucket for backups, or set backup.type=volume" }}
{{- end }}
{{- if not (or .existingSecret .workloadIdentity) }}
{{- $problems = append $problems "backup.bucket.existingSecret: name the Secret with the keys of the bucket, or set backup.bucket.workloadIdentity=true where pods have a role" }}
{{- end }}
{{- if and .existingSecret .workloadIdentity }}
{{- $problems = append $problems "backup.bucket.workloadIdentity: the keys in existingSecret would be used; leave that empty, or switch this off" }}
{{- end }}
{{- end }}
{{- end }}
{{- if eq .Values.pageStore.type "bucket" }}
{{- with .Values.pageStore.bucket }}
{{- if not (or .existingSecret .workloadIdentity) }}
{{- $problems = append $problems "pageStore.bucket.existingSecret: name the Secret with the keys of the bucket, or set pageStore.bucket.workloadIdentity=true where pods have a role, or pageStore.type=volume" }}
{{- end }}
{{- if and .existingSecret .workloadIdentity }}
{{- $problems = append $problems "pageStore.bucket.workloadIdentity: the keys in existingSecret would be used; leave that empty, or switch this off" }}
{{- end }}
{{- end }}
{{- end }}
{{- toYaml $problems }}
{{- end }}

{{- define "finlore.problemsOfScale" -}}
{{- $problems := list }}
{{- $oneNode := and (eq .Values.pageStore.type "volume") (eq .Values.pageStore.volume.accessMode "ReadWriteOnce") }}
{{- range $name := list "ingress" "content" "search" "render" }}
{{- with (index $.Values $name).autoscaling }}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}
{{- $problems = append $problems (printf "%s.autoscaling: minReplicas is more than maxReplicas; swap them" $name) }}
{{- end }}
{{- if and .enabled $oneNode (eq $name "render") }}
{{- $problems = append $problems "render.autoscaling: several render pods need a page store that all nodes reach; set pageStore.type=bucket or pageStore.volume.accessMode=ReadWriteMany" }}
{{- end }}
{{- end }}
{{- end }}
{{- range $name := list "render" "worker" }}
{{- if and $oneNode (gt (int (index $.Values $name).replicas) 1) }}
{{- $problems = append $problems (printf "%s.replicas: several %s pods need a page store that all nodes reach; set pageStore.type=bucket or pageStore.volume.accessMode=ReadWriteMany, or %s.replicas=1" $name $name $name) }}
{{- end }}
{{- end }}
{{- with .Values.worker.keda }}
{{- if .enabled }}
{{- if and (eq .trigger "prometheus") (not .prometheusUrl) }}
{{- $problems = append $problems "worker.keda.prometheusUrl: write the address of Prometheus, or set worker.keda.trigger=postgres" }}
{{- end }}
{{- if gt (int .minReplicas) (int .maxReplicas) }}
{{- $problems = append $problems "worker.keda: minReplicas is more than maxReplicas; swap them" }}
{{- end }}
{{- if $oneNode }}
{{- $problems = append $problems "worker.keda: several worker pods need a page store that all nodes reach; set pageStore.type=bucket or pageStore.volume.accessMode=ReadWriteMany" }}
{{- end }}
{{- end }}
{{- end }}
{{- toYaml $problems }}
{{- end }}
