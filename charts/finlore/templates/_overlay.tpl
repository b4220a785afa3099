{{/*
Lays a patch over a value, as a strategic merge patch of Kubernetes does: maps key by key; lists of named things thing by thing;
everything else is replaced. `$patch: replace` in a map takes it as it is, `$patch: delete` in a named thing removes it.
Call with: dict "base" … "patch" … "field" the field that holds them. Answers YAML with the result below `value`, because a
template can answer text only.
*/}}
{{- define "finlore.overlay" -}}
{{- $key := get (include "finlore.mergeKeys" . | fromYaml) .field }}
{{- if and (kindIs "map" .base) (kindIs "map" .patch) }}
{{- $value := eq (get .patch "$patch") "replace" | ternary dict (deepCopy .base) }}
{{- range $field, $patch := omit .patch "$patch" }}
{{- $laid := include "finlore.overlay" (dict "base" (get $value $field) "patch" $patch "field" $field) | fromYaml }}
{{- $_ := set $value $field $laid.value }}
{{- end }}
{{- dict "value" $value | toYaml }}
{{- else if and $key (kindIs "slice" .base) (kindIs "slice" .patch) }}
{{- $field := .field }}
{{- $patches := dict }}
{{- range .patch }}{{ $_ := set $patches (index . $key | toString) . }}{{ end }}
{{- $value := list }}
{{- range .base }}
{{- $name := index . $key | toString }}
{{- $patch := get $patches $name }}
{{- if not $patch }}
{{- $value = append $value . }}
{{- else if ne (get $patch "$patch") "delete" }}
{{- $laid := include "finlore.overlay" (dict "base" . "patch" $patch "field" "") | fromYaml }}
{{- $value = append $value $laid.value }}
{{- end }}
{{- $patches = omit $patches $name }}
{{- end }}
{{- range .patch }}
{{- if and (hasKey $patches (index . $key | toString)) (ne (get . "$patch") "delete") }}{{ $value = append $value . }}{{ end }}
{{- end }}
{{- dict "value" $value | toYaml }}
{{- else if kindIs "map" .patch }}
{{- dict "value" (omit .patch "$patch") | toYaml }}
{{- else }}
{{- dict "value" .patch | toYaml }}
{{- end }}
{{- end }}

{{/* By which field the things of a list are told apart, as the API of Kubernetes says; other lists are replaced. */}}
{{- define "finlore.mergeKeys" -}}
containers: name
initContainers: name
volumes: name
env: name
imagePullSecrets: name
ports: containerPort
volumeMounts: mountPath
volumeDevices: devicePath
hostAliases: ip
topologySpreadConstraints: topologyKey
{{- end }}
