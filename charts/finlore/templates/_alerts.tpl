{{/*
The rules of deploy/observability, with the name of this site and the address of its runbooks in place of the defaults. Without
backups by this chart, the alerts about them are left out.
*/}}
{{- define "finlore.alerts" -}}
{{- $rules := include "finlore.file" (list . "files/alerts.yaml") | replace "site=\"finlore\"" (printf "site=%q" (include "finlore.fullname" .)) }}
{{- with .Values.metrics.rules.runbooks }}
{{- $rules = replace "https://runbooks.example/finlore" (trimSuffix "/" .) $rules }}
{{- end }}
{{- $spec := fromYaml $rules }}
{{- if not .Values.backup.enabled }}
{{- range $group := $spec.groups }}
{{- $kept := list }}
{{- range $group.rules }}
{{- if not (hasPrefix "Backup" (.alert | default "")) }}{{ $kept = append $kept . }}{{ end }}
{{- end }}
{{- $_ := set $group "rules" $kept }}
{{- end }}
{{- end }}
{{- toYaml $spec }}
{{- end }}
