{{/*
A file of the chart as it is. A chart that has lost one, as archives without symbolic links once did, must not install anything.
Call with: list $ "files/the-name"
*/}}
{{- define "finlore.file" -}}
{{- $file := index . 1 }}
{{- $text := (index . 0).Files.Get $file }}
{{- if not (trim $text) }}
{{- fail (printf "%s is missing or empty: this copy of the chart is not whole; take it from the repository again" $file) }}
{{- end }}
{{- $text }}
{{- end }}
