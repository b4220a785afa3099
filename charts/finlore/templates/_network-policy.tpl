{{/*
Which component may connect to which. The NetworkPolicies allow each connection on both sides and deny all others. Names that
are not those of components stand for services outside the release; .Values.networkPolicy.NAME says where they are.
*/}}
{{- define "finlore.calls" -}}
{{- $store := eq .Values.pageStore.type "bucket" | ternary "bucket" "" }}
{{- $jobs := and (empty .Values.redis.existingSecret) (not .Values.dev.datastores.enabled) | ternary "" "redis" }}
{{- $meili := include "finlore.meiliUrl" . | empty | ternary "" "meilisearch" }}
{{- $tracing := .Values.tracing.endpoint | empty | ternary "" "tracing" }}
{{- $ads := .Values.ads.existingSecret | empty | ternary "" "internet" }}
{{- $facts := .Values.editor.fetchFacts | ternary "internet" "" }}
{{- $webhooks := .Values.webhooks.existingSecret | empty | ternary "" "internet" }}
{{- $indexNow := include "finlore.indexNowKey" . | empty | ternary "" "internet" }}
{{- $cdn := eq .Values.cdn.purge "http" | ternary "cdn" "" }}
{{- $network := has .Values.cdn.purge (list "fastly" "cloudflare") | ternary "internet" "" }}
{{- dict
  "ingress" (list "render" "search" $store)
  "content" (list "postgres" (coalesce $ads $facts $webhooks) $tracing)
  "search" (list "content" $meili $tracing)
  "indexer" (list "content" $meili $tracing)
  "render" (list "content" "search" "postgres" $store "internet" $tracing)
  "worker" (list "ingress" "content" "postgres" $jobs $store (coalesce $indexNow $network) $cdn $tracing)
  "migrate" (list "postgres")
  "import" (list "postgres" (eq .Values.import.source "git" | ternary "git" ""))
  "backup" (list "postgres" (eq .Values.backup.type "bucket" | ternary "backupBucket" ""))
  "test" (list "ingress")
  "postgres" list
  "redis" list
  "meilisearch" list
| toYaml }}
{{- end }}

{{/* Call with: dict "root" $ "name" the component */}}
{{- define "finlore.networkPolicy" -}}
{{- $ingress := include "finlore.allowedIn" . }}
{{- $egress := include "finlore.allowedOut" . }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "finlore.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels: {{- include "finlore.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress: {{- $ingress | trim | default "[]" | nindent 4 }}
  egress: {{- $egress | trim | default "[]" | nindent 4 }}
{{- end }}

{{- define "finlore.allowedIn" -}}
{{- $name := .name }}
{{- $root := .root }}
{{- $ours := index (include "finlore.components" $root | fromYaml) $name | default dict }}
{{- $policy := $root.Values.networkPolicy }}
{{- $callers := list }}
{{- range $caller, $targets := include "finlore.calls" $root | fromYaml }}
{{- if has $name $targets }}{{ $callers = append $callers (dict "root" $root "name" $caller) }}{{ end }}
{{- end }}
{{- if and $ours.port $callers }}
- from:
    {{- range $callers }}
    - podSelector:
        matchLabels: {{- include "finlore.selector" . | nindent 10 }}
    {{- end }}
  ports: [{ protocol: TCP, port: {{ $ours.port }} }]
{{- end }}
{{- if eq $name "ingress" }}
- ports: [{ protocol: TCP, port: {{ $ours.port }} }]
  {{- with $policy.readers }}
  from: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- if and (eq $name "content") $policy.editors }}
- from: {{- toYaml $policy.editors | nindent 4 }}
  ports: [{ protocol: TCP, port: {{ $ours.port }} }]
{{- end }}
{{- if and (or $ours.process $ours.sidecars) $policy.monitoring }}
- from: {{- toYaml $policy.monitoring | nindent 4 }}
  ports:
    - { protocol: TCP, port: 9090 }
    {{- with $ours.opsPort }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}
{{- end }}

{{- define "finlore.allowedOut" -}}
{{- $root := .root }}
{{- $components := include "finlore.components" $root | fromYaml }}
{{- $policy := $root.Values.networkPolicy }}
{{- with compact (index (include "finlore.calls" $root | fromYaml) .name) }}
- to: {{- toYaml $policy.dns.peers | nindent 4 }}
  ports:
    {{- range $policy.dns.ports }}
    - { protocol: UDP, port: {{ . }} }
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- range . }}
{{- if hasKey $components . }}
- to:
    - podSelector:
        matchLabels: {{- include "finlore.selector" (dict "root" $root "name" .) | nindent 10 }}
  ports: [{ protocol: TCP, port: {{ (index $components .).port }} }]
{{- else }}
{{- $outside := index $policy . }}
- ports:
    {{- range $outside.ports | default (include "finlore.portsOf" (list $root .) | fromYamlArray) }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with $outside.peers }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The port in the address of a service outside the release, or the default of its scheme. Call with: list $ name */}}
{{- define "finlore.portsOf" -}}
{{- $values := (index . 0).Values -}}
{{- $address := index (dict "bucket" $values.pageStore.bucket.endpoint "backupBucket" $values.backup.bucket.endpoint "meilisearch" $values.meilisearch.url "tracing" $values.tracing.endpoint "cdn" (first $values.cdn.urls)) (index . 1) | default "https://any" -}}
{{- $url := urlParse $address -}}
{{- $port := regexFind ":[0-9]+$" $url.host | trimPrefix ":" -}}
- {{ $port | default (eq $url.scheme "https" | ternary "443" "80") }}
{{- end }}
