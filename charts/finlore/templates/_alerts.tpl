{{/*
The rules of deploy/observability. Two texts in them stand for what each deployment has of its own: the name of the site, and
where runbooks lie.
*/}}
{{- define "finlore.alerts" -}}
{{- $rules := .Files.Get "files/alerts.yaml" | replace "site=\"finlore\"" (printf "site=%q" (include "finlore.fullname" .)) }}
{{- with .Values.metrics.rules.runbooks }}
{{- $rules = replace "https://runbooks.example/finlore" (trimSuffix "/" .) $rules }}
{{- end }}
{{- toYaml (fromYaml $rules) }}
{{- end }}
