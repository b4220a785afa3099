{{/*
All objects of one long-running process. Call with: dict "root" $ "name" the component "description" as in _components.tpl
"values" the component's, on top of .Values.pods
*/}}
{{- define "finlore.workload" -}}
{{- $root := .root }}
{{- $name := .name }}
{{- $values := .values }}
{{- $fullname := printf "%s-%s" (include "finlore.fullname" $root) $name }}
{{- $this := dict "root" $root "name" $name }}
{{- $settings := include "finlore.settings" . }}
{{- $scaling := $values.autoscaling | default dict }}
{{- $keda := $values.keda | default dict }}
{{- $scaled := or $scaling.enabled $keda.enabled }}
{{- /* Without a number (`replicas: null`) it is left to what scales the Deployment. Helm would take it back at each upgrade. */}}
{{- $left := and (has $name (list "ingress" "content" "search" "render" "worker")) (kindIs "invalid" $values.replicas) }}
{{- $replicas := $values.replicas | default 1 | int }}
{{- $least := $left | ternary 2 $replicas }}
{{- if $keda.enabled }}{{ $least = int $keda.minReplicas }}{{ end }}
{{- if $scaling.enabled }}{{ $least = int $scaling.minReplicas }}{{ end }}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "finlore.metadata" $this | nindent 2 }}
  {{- with $values.serviceAccountAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
---
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "finlore.metadata" $this | nindent 2 }}
data:
  {{- $settings | nindent 2 }}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "finlore.metadata" $this | nindent 2 }}
spec:
  {{- if not (or $scaled $left) }}
  replicas: {{ $replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  {{- if .description.single }}
  strategy: { type: Recreate }
  {{- else }}
  minReadySeconds: 10
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  {{- end }}
  selector:
    matchLabels: {{- include "finlore.selector" $this | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "finlore.selector" $this | nindent 8 }}
        app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
        {{- with merge (dict) $values.labels $root.Values.commonLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        kubectl.kubernetes.io/default-container: {{ $name }}
        checksum/settings: {{ $settings | sha256sum }}
        {{- with .description.checksum }}
        checksum/files: {{ . }}
        {{- end }}
        {{- with $values.annotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "finlore.pod" (merge (dict "account" $fullname "configMap" $fullname) .) | trim | nindent 6 }}
{{- with .description.port }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "finlore.metadata" $this | nindent 2 }}
  {{- with $values.serviceAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ $values.serviceType | default "ClusterIP" }}
  {{- if ne ($values.serviceType | default "ClusterIP") "ClusterIP" }}
  # nginx sees the addresses of the readers.
  externalTrafficPolicy: Local
  {{- end }}
  selector: {{- include "finlore.selector" $this | nindent 4 }}
  ports:
    - { name: http, port: {{ . }}, targetPort: http, protocol: TCP }
{{- if $.description.chosen }}
---
# Resolves to the address of every pod.
apiVersion: v1
kind: Service
metadata:
  {{- include "finlore.metadata" (merge (dict "object" (printf "%s-pods" $fullname)) $this) | nindent 2 }}
spec:
  type: ClusterIP
  clusterIP: None
  selector: {{- include "finlore.selector" $this | nindent 4 }}
  ports:
    - { name: http, port: {{ . }}, targetPort: http, protocol: TCP }
{{- end }}
{{- end }}
{{- if gt $least 1 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "finlore.metadata" $this | nindent 2 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "finlore.selector" $this | nindent 6 }}
{{- end }}
{{- if $scaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "finlore.metadata" $this | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $fullname }} }
  minReplicas: {{ $scaling.minReplicas }}
  maxReplicas: {{ $scaling.maxReplicas }}
  metrics:
    - type: ContainerResource
      containerResource:
        container: {{ $name }}
        name: cpu
        target: { type: Utilization, averageUtilization: {{ $scaling.cpuPercent }} }
  behavior:
    scaleUp: { stabilizationWindowSeconds: 0 }
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}
{{- if $root.Values.networkPolicy.enabled }}
---
{{ include "finlore.networkPolicy" (dict "root" $root "name" $name) }}
{{- end }}
{{- end }}

{{/* The environment of a component's first container, without secrets. */}}
{{- define "finlore.settings" -}}
{{- $settings := deepCopy (.description.settings | default dict) }}
{{- if .description.process }}
{{- $_ := set $settings "LOG_LEVEL" .root.Values.logLevel }}
{{- $_ := set $settings "DRAIN_MS" (mul .root.Values.shutdown.drainSeconds 1000 | toString) }}
{{- with .description.port }}{{ $_ := set $settings "PORT" (toString .) }}{{ end }}
{{- with .root.Values.tracing.endpoint }}
{{- $_ := set $settings "OTEL_EXPORTER_OTLP_ENDPOINT" . }}
{{- $_ := set $settings "OTEL_TRACES_SAMPLER_ARG" ($.root.Values.tracing.ratio | toString) }}
{{- end }}
{{- end }}
{{- if $settings }}{{ toYaml $settings }}{{ else }}{}{{ end }}
{{- end }}
