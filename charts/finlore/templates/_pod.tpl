{{/*
The spec of a pod. Call with: dict
  root         $
  name         the component
  description  as in _components.tpl
  values       the component's, on top of .Values.pods
  configMap    with the settings of the first container; without one, they are set in the pod
  inits        descriptions of the init containers
  account      ServiceAccount of the pod; by default the namespace's
  restart      restartPolicy of a Job's pod
*/}}
{{- define "finlore.pod" -}}
{{- $own := empty .restart | ternary (index .root.Values .name) .root.Values.batch | default dict }}
{{- $spec := include "finlore.plainPod" . }}
{{- range list .root.Values.pods.podSpec $own.podSpec }}
{{- with . }}
{{- $laid := include "finlore.overlay" (dict "base" ($spec | fromYaml) "patch" . "field" "") | fromYaml }}
{{- $spec = toYaml $laid.value }}
{{- end }}
{{- end }}
{{- $spec }}
{{- end }}

{{/* The same before the values `podSpec` are laid over it. */}}
{{- define "finlore.plainPod" -}}
{{- $root := .root }}
{{- $description := .description }}
{{- $inits := .inits | default list }}
{{- if $description.awaitsSchema }}
{{- $inits = append $inits (include "finlore.waitForSchema" $root | fromYaml) }}
{{- end }}
{{- $containers := concat (list (merge (dict "name" .name "configMap" .configMap "resources" .values.resources "extraEnv" .values.extraEnv) $description)) ($description.sidecars | default list) }}
{{- $volumes := dict "tmp" (dict "emptyDir" (dict "sizeLimit" "256Mi")) }}
{{- range concat $containers $inits }}
{{- if hasKey (.mounts | default dict) "pages" }}
{{- $_ := set $volumes "pages" (dict "persistentVolumeClaim" (dict "claimName" (include "finlore.pageStoreClaim" $root))) }}
{{- end }}
{{- end }}
{{- $volumes = merge $volumes ($description.volumes | default dict) }}
{{- with .account }}
serviceAccountName: {{ . }}
{{- end }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .restart }}
restartPolicy: {{ . }}
{{- end }}
{{- if not .restart }}
# Requests in progress can finish: a process takes at most 12 s to close.
terminationGracePeriodSeconds: {{ add $root.Values.shutdown.preStopSeconds $root.Values.shutdown.drainSeconds 19 }}
{{- end }}
{{- $id := $description.user | default 10001 }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ $id }}
  runAsGroup: {{ $id }}
  fsGroup: {{ $id }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $inits }}
initContainers:
  {{- range . }}
  - {{ include "finlore.container" (dict "root" $root "container" .) | indent 4 | trim }}
  {{- end }}
{{- end }}
containers:
  {{- $serves := not .restart }}
  {{- range $at, $container := $containers }}
  - {{ include "finlore.container" (dict "root" $root "container" $container "serves" $serves "beside" (gt $at 0)) | indent 4 | trim }}
  {{- end }}
volumes:
  {{- range $name, $source := $volumes }}
  - name: {{ $name }}
    {{- toYaml $source | nindent 4 }}
  {{- end }}
  {{- range concat $containers $inits }}
  {{- if .secrets }}
  - name: secrets-{{ .name }}
    projected:
      defaultMode: 0440
      sources:
        {{- range $setting, $from := .secrets }}
        - secret:
            name: {{ $from.secret }}
            items: [{ key: {{ $from.key | quote }}, path: {{ $setting }} }]
        {{- end }}
  {{- end }}
  {{- end }}
  {{- with $root.Values.caCertificates.existingConfigMap }}
  - name: authorities
    configMap: { name: {{ . }} }
  {{- end }}
{{- include "finlore.placement" . }}
{{- end }}

{{/* Where a pod may lie. */}}
{{- define "finlore.placement" }}
{{- with .values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- $affinity := .values.affinity | default dict }}
{{- if and (not $affinity) (eq (include "finlore.sharesOneNode" (dict "root" .root "name" .name)) "true") }}
{{- $affinity = include "finlore.besidePages" .root | fromYaml }}
{{- end }}
{{- with $affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- if not .restart }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: {{ .values.topologySpread.zones }}
    labelSelector:
      matchLabels: {{- include "finlore.selector" (dict "root" .root "name" .name) | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: {{ .values.topologySpread.nodes }}
    labelSelector:
      matchLabels: {{- include "finlore.selector" (dict "root" .root "name" .name) | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}

{{/* Whether the component uses a volume that only one node can mount, so that all its users run on that node. */}}
{{- define "finlore.sharesOneNode" -}}
{{- $store := .root.Values.pageStore }}
{{- and (eq $store.type "volume") (eq $store.volume.accessMode "ReadWriteOnce") (has .name (list "ingress" "render" "worker")) }}
{{- end }}

{{- define "finlore.besidePages" -}}
podAffinity:
  requiredDuringSchedulingIgnoredDuringExecution:
    - topologyKey: kubernetes.io/hostname
      labelSelector:
        matchLabels:
          app.kubernetes.io/name: {{ include "finlore.name" . }}
          app.kubernetes.io/instance: {{ .Release.Name }}
        matchExpressions:
          - { key: app.kubernetes.io/component, operator: In, values: [ingress, render, worker] }
{{- end }}
