{{- define "finlore.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/*
The prefix of every object's name, short enough for "-wait-for-schema" and a revision to follow. Of a longer one the end is its
hash, because releases whose names begin alike would share their objects.
*/}}
{{- define "finlore.fullname" -}}
{{- $name := include "finlore.name" . }}
{{- $whole := .Values.fullnameOverride | default (contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name)) }}
{{- if gt (len $whole) 40 }}
{{- printf "%s-%s" ($whole | trunc 31 | trimSuffix "-") ($whole | sha256sum | trunc 8) }}
{{- else }}
{{- $whole }}
{{- end }}
{{- end }}

{{/* The labels that select the pods of a component. A Deployment's selector is immutable, so these must never change. */}}
{{- define "finlore.selector" -}}
app.kubernetes.io/name: {{ include "finlore.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* Labels of an object. Call with: dict "root" $ "name" the component */}}
{{- define "finlore.labels" -}}
{{ include "finlore.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name (.root.Chart.Version | replace "+" "_") }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Name, namespace and labels. Call with: dict "root" $ "name" the component "object" the object's name, if it is another */}}
{{- define "finlore.metadata" -}}
name: {{ .object | default (printf "%s-%s" (include "finlore.fullname" .root) .name) }}
namespace: {{ .root.Release.Namespace }}
labels: {{- include "finlore.labels" . | nindent 2 }}
{{- end }}

{{/* The registry in front of every image, with a slash; empty if each is where its name says */}}
{{- define "finlore.registry" -}}
{{- with .Values.global.imageRegistry }}{{ trimSuffix "/" . }}/{{ end }}
{{- end }}

{{/* repository:tag@digest of an image */}}
{{- define "finlore.image" -}}
{{- .repository }}:{{ .tag }}{{ with .digest }}@{{ . }}{{ end }}
{{- end }}

{{- define "finlore.ownImage" -}}
{{- include "finlore.image" (dict "repository" .Values.image.repository "tag" (.Values.image.tag | default .Chart.AppVersion) "digest" .Values.image.digest) }}
{{- end }}

{{- define "finlore.siteHost" -}}
{{- (urlParse .Values.site.url).host | splitList ":" | first }}
{{- end }}
