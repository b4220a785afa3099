{{/*
One container. Call with: dict "root" $ "container" its description "serves" true for a long-running process "beside" true for one
that is not the first of its pod: names of ports are unique in a pod.
*/}}
{{- define "finlore.container" -}}
{{- $root := .root }}
{{- with .container -}}
name: {{ .name }}
image: {{ include "finlore.registry" $root }}{{ .image | default (include "finlore.ownImage" $root) }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
{{- with .command }}
command: {{ toJson . }}
{{- end }}
{{- with .args | default (and .process (list .process)) }}
args: {{ toJson . }}
{{- end }}
{{- if .configMap }}
envFrom:
  - configMapRef: { name: {{ .configMap }} }
{{- end }}
{{- $settings := ternary dict (.settings | default dict) (not (empty .configMap)) }}
{{- $settings = merge (dict) (.extraEnv | default $root.Values.pods.extraEnv) $settings }}
{{- if or $settings .secrets (and .process $root.Values.tracing.endpoint) (and .process $root.Values.caCertificates.existingConfigMap) }}
env:
  {{- range $name, $value := $settings }}
  - { name: {{ $name }}, value: {{ $value | toString | quote }} }
  {{- end }}
  {{- range $name, $_ := .secrets }}
  - { name: {{ $name }}_FILE, value: /run/secrets/finlore/{{ $name }} }
  {{- end }}
  {{- if .process }}
  {{- with $root.Values.caCertificates }}
  {{- if .existingConfigMap }}
  - { name: NODE_EXTRA_CA_CERTS, value: /run/authorities/{{ .key }} }
  {{- end }}
  {{- end }}
  {{- if $root.Values.tracing.endpoint }}
  - name: POD_NAME
    valueFrom: { fieldRef: { fieldPath: metadata.name } }
  - name: OTEL_RESOURCE_ATTRIBUTES
    value: k8s.namespace.name={{ $root.Release.Namespace }},k8s.pod.name=$(POD_NAME),service.version={{ $root.Chart.AppVersion }}
  {{- end }}
  {{- end }}
{{- end }}
{{- $ops := .opsPort | default (.process | empty | ternary 0 9090) }}
{{- $opsName := empty $.beside | ternary "ops" (printf "%s-ops" .name) }}
{{- if and $.serves (or .port $ops) }}
ports:
  {{- with .port }}
  - { name: http, containerPort: {{ . }} }
  {{- end }}
  {{- with $ops }}
  - { name: {{ $opsName }}, containerPort: {{ . }} }
  {{- end }}
{{- end }}
{{- if $.serves }}
{{- include "finlore.probes" (merge (dict "opsName" $opsName) .) }}
lifecycle:
  preStop: { sleep: { seconds: {{ $root.Values.shutdown.preStopSeconds }} } }
{{- end }}
resources: {{- toYaml .resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- range $volume, $mount := .mounts }}
  - {{ kindIs "string" $mount | ternary (dict "mountPath" $mount) $mount | merge (dict "name" $volume) | toYaml | indent 4 | trim }}
  {{- end }}
  {{- if .secrets }}
  - { name: secrets-{{ .name }}, mountPath: /run/secrets/finlore, readOnly: true }
  {{- end }}
  {{- if and .process $root.Values.caCertificates.existingConfigMap }}
  - { name: authorities, mountPath: /run/authorities, readOnly: true }
  {{- end }}
{{- end }}
{{- end }}

{{/*
A process has two minutes to start, is restarted if its event loop is blocked for a minute, and gets no requests while it is not
ready. No readiness check of ours requires a datastore for serving readers (decision 0032).
*/}}
{{- define "finlore.probes" }}
{{- $health := .health | default dict }}
{{- $live := $health.live | default (dict "httpGet" (dict "path" "/livez" "port" .opsName)) }}
startupProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 60
livenessProbe:
  {{- toYaml $live | nindent 2 }}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- if not .unready }}
readinessProbe:
  {{- toYaml ($health.ready | default (dict "httpGet" (dict "path" "/readyz" "port" .opsName))) | nindent 2 }}
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}
{{- end }}

{{/* Holds a pod until the database has every migration of this version. */}}
{{- define "finlore.waitForSchema" -}}
name: wait-for-schema
process: wait-for-schema
settings:
  WAIT_SECONDS: {{ .Values.migrations.waitSeconds | quote }}
secrets:
  DATABASE_URL: {{- include "finlore.database" . | nindent 4 }}
resources: {{- toYaml .Values.batch.resources | nindent 2 }}
{{- end }}
