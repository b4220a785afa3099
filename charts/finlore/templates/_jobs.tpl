{{/*
The spec of a Job. Call with: dict "root" $ "name" the component "description" as in _components.tpl "inits" "deadline" "backoff"
"account" of the pod
*/}}
{{- define "finlore.job" -}}
backoffLimit: {{ .backoff | default 6 }}
activeDeadlineSeconds: {{ .deadline }}
ttlSecondsAfterFinished: {{ .root.Values.batch.ttlSeconds }}
template:
  metadata:
    labels:
      {{- include "finlore.selector" . | nindent 6 }}
      app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
      {{- with merge (dict) .root.Values.pods.labels .root.Values.commonLabels }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    {{- with .root.Values.pods.annotations }}
    annotations: {{- toYaml . | nindent 6 }}
    {{- end }}
  spec:
    {{- $values := mergeOverwrite (deepCopy .root.Values.pods) .root.Values.batch }}
    {{- include "finlore.pod" (merge (dict "restart" "Never" "values" $values) .) | trim | nindent 4 }}
{{- end }}

{{/* The ServiceAccount and the NetworkPolicy of a Job. Call with: dict "root" $ "name" the component "annotations" of the account */}}
{{- define "finlore.jobCompany" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "finlore.metadata" . | nindent 2 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- if .root.Values.networkPolicy.enabled }}
---
{{ include "finlore.networkPolicy" . }}
{{- end }}
{{- end }}
