{{/*
The rules of deploy/observability. Two texts in them stand for what each deployment has of its own: the name of the site, and
where runbooks lie. Nobody is woken for want of a backup that somebody else takes.
*/}}
{{- define "finlore.alerts" -}}
{{- $rules := .Files.Get "files/alerts.yaml" | replace "site=\"finlore\"" (printf "site=%q" (include "finlore.fullname" .)) }}
{{- with .Values.metrics.rules.runbooks }}
{{- $rules = replace "https://runbooks.example/finlore" (trimSuffix "/" .) $rules }}
{{- end }}
{{- $spec := fromYaml $rules }}
{{- if not .Values.backup.enabled }}
{{- range $group := $spec.groups }}
{{- $kept := list }}
{{- range $group.rules }}
{{- if ne (.alert | default "") "BackupTooOld" }}{{ $kept = append $kept . }}{{ end }}
{{- end }}
{{- $_ := set $group "rules" $kept }}
{{- end }}
{{- end }}
{{- toYaml $spec }}
{{- end }}
