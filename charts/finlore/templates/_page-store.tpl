{{/* The settings of every process that uses the page store: its address, its keys and its volume. */}}
{{- define "finlore.pageStoreSettings" -}}
SITE_KEY: {{ .Values.site.key }}
{{- if eq .Values.pageStore.type "bucket" }}
PAGE_STORE: {{ include "finlore.bucketAddress" .Values.pageStore.bucket | quote }}
{{- else }}
PAGE_STORE: file:/var/lib/finlore/pages
{{- end }}
{{- end }}

{{- define "finlore.pageStoreSecrets" -}}
{{- if eq .Values.pageStore.type "bucket" }}
{{- include "finlore.bucketSecrets" .Values.pageStore.bucket }}
{{- end }}
{{- end }}

{{/* Call with the values of a bucket, as for all of these. */}}
{{- define "finlore.bucketAddress" -}}
{{- printf "s3://%s?region=%s%s%s" .name .region (.endpoint | empty | ternary "" (printf "&endpoint=%s" .endpoint)) (.prefix | empty | ternary "" (printf "&prefix=%s" .prefix)) }}
{{- end }}

{{- define "finlore.bucketSecrets" -}}
{{- with .existingSecret -}}
AWS_ACCESS_KEY_ID: { secret: {{ . }}, key: {{ $.accessKeyIdKey }} }
AWS_SECRET_ACCESS_KEY: { secret: {{ . }}, key: {{ $.secretAccessKeyKey }} }
{{- end }}
{{- end }}

{{- define "finlore.pageStoreMount" -}}
{{- if eq .Values.pageStore.type "volume" -}}
pages: /var/lib/finlore/pages
{{- end }}
{{- end }}

{{- define "finlore.pageStoreClaim" -}}
{{- .Values.pageStore.volume.existingClaim | default (printf "%s-pages" (include "finlore.fullname" .)) }}
{{- end }}
