{{/* The settings of every process that uses the page store: its address, its keys and its volume. */}}
{{- define "finlore.pageStoreSettings" -}}
SITE_KEY: {{ .Values.site.key }}
{{- if eq .Values.pageStore.type "bucket" }}
{{- with .Values.pageStore.bucket }}
PAGE_STORE: {{ printf "s3://%s?region=%s%s%s" .name .region (.endpoint | empty | ternary "" (printf "&endpoint=%s" .endpoint)) (.prefix | empty | ternary "" (printf "&prefix=%s" .prefix)) | quote }}
{{- end }}
{{- else }}
PAGE_STORE: file:/var/lib/finlore/pages
{{- end }}
{{- end }}

{{- define "finlore.pageStoreSecrets" -}}
{{- if and (eq .Values.pageStore.type "bucket") .Values.pageStore.bucket.existingSecret }}
{{- with .Values.pageStore.bucket -}}
AWS_ACCESS_KEY_ID: { secret: {{ .existingSecret }}, key: {{ .accessKeyIdKey }} }
AWS_SECRET_ACCESS_KEY: { secret: {{ .existingSecret }}, key: {{ .secretAccessKeyKey }} }
{{- end }}
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
