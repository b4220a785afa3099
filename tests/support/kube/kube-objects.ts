/** The parts of Kubernetes objects that tests of the chart use. */

export type Labels = Readonly<Record<string, string>>

export interface LabelSelector {
  matchLabels?: Labels
  matchExpressions?: unknown[]
}

export interface PodProbe {
  httpGet?: { path: string; port: string | number }
  tcpSocket?: { port: string | number }
  periodSeconds: number
  failureThreshold: number
}

export interface Container {
  name: string
  image: string
  command?: string[]
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: unknown }[]
  envFrom?: { configMapRef: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: PodProbe
  livenessProbe?: PodProbe
  readinessProbe?: PodProbe
  lifecycle?: { preStop?: { sleep?: { seconds: number } } }
  resources: { requests?: Labels; limits?: Labels }
  securityContext: {
    allowPrivilegeEscalation?: boolean
    readOnlyRootFilesystem?: boolean
    privileged?: boolean
    runAsUser?: number
    capabilities?: { drop?: string[]; add?: string[] }
  }
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[]
}

export interface Volume {
  name: string
  emptyDir?: { sizeLimit?: string }
  configMap?: { name: string }
  persistentVolumeClaim?: { claimName: string }
  projected?: {
    sources: { secret: { name: string; items: { key: string; path: string }[] } }[]
  }
}

export interface PodSpec {
  serviceAccountName?: string
  automountServiceAccountToken: boolean
  enableServiceLinks: boolean
  terminationGracePeriodSeconds?: number
  restartPolicy?: string
  hostNetwork?: boolean
  hostPID?: boolean
  hostIPC?: boolean
  securityContext: {
    runAsNonRoot?: boolean
    runAsUser?: number
    fsGroup?: number
    seccompProfile?: { type: string }
  }
  initContainers?: Container[]
  containers: Container[]
  volumes: Volume[]
  affinity?: unknown
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string }[]
}

export interface PodTemplate {
  metadata: { labels: Labels; annotations?: Labels }
  spec: PodSpec
}

export interface Peer {
  podSelector?: LabelSelector
  namespaceSelector?: LabelSelector
  ipBlock?: { cidr: string; except?: string[] }
}

export interface PolicyPort {
  protocol: string
  port: number
}

/** Every field that some kind has; which of them are there, the kind says. */
export interface Spec {
  replicas?: number
  minReplicas?: number
  maxReplicas?: number
  minReplicaCount?: number
  maxUnavailable?: number
  unhealthyPodEvictionPolicy?: string
  scaleTargetRef?: { name: string }
  strategy?: { type: string; rollingUpdate?: { maxUnavailable: number; maxSurge: number } }
  selector?: LabelSelector & Labels
  podSelector?: LabelSelector
  policyTypes?: string[]
  ingress?: { from?: Peer[]; ports?: PolicyPort[] }[]
  egress?: { to?: Peer[]; ports?: PolicyPort[] }[]
  template?: PodTemplate
  jobTemplate?: { spec: Spec }
  schedule?: string
  concurrencyPolicy?: string
  backoffLimit?: number
  activeDeadlineSeconds?: number
  ttlSecondsAfterFinished?: number
  type?: string
  clusterIP?: string
  ports?: { name: string; port: number; targetPort: string }[]
  rules?: unknown[]
  hostnames?: string[]
  groups?: { rules: { alert?: string; expr: string; annotations?: Labels }[] }[]
  triggers?: { type: string; metadata: Labels }[]
}

export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels: Labels; annotations?: Labels }
  spec: Spec
  data?: Readonly<Record<string, string>>
  stringData?: Readonly<Record<string, string>>
}

export const ofKind = (objects: readonly KubeObject[], kind: string): KubeObject[] =>
  objects.filter((object) => object.kind === kind)

/** @throws {Error} when there is not exactly one */
export function theOne(objects: readonly KubeObject[], kind: string, name: string): KubeObject {
  const found = ofKind(objects, kind).filter((object) => object.metadata.name === name)
  const [one] = found
  if (!one || found.length > 1) throw new Error(`${found.length} of ${kind} ${name}`)
  return one
}

export const componentOf = ({ metadata }: { metadata: { labels: Labels } }): string =>
  metadata.labels['app.kubernetes.io/component'] ?? ''

export interface PodOf {
  /** Such as `Deployment/site-finlore-render`. */
  of: string
  component: string
  template: PodTemplate
}

/** Every pod of the objects: of Deployments, Jobs and CronJobs, and pods themselves. */
export function podsOf(objects: readonly KubeObject[]): PodOf[] {
  return objects.flatMap((object) => {
    const template = templateOf(object)
    if (!template) return []
    const of = `${object.kind}/${object.metadata.name}`
    return [{ of, component: componentOf(template), template }]
  })
}

function templateOf({ kind, metadata, spec }: KubeObject): PodTemplate | undefined {
  switch (kind) {
    case 'Deployment':
    case 'Job':
      return spec.template
    case 'CronJob':
      return spec.jobTemplate?.spec.template
    case 'Pod':
      // A pod itself has the form of a pod template.
      return { metadata, spec: spec as unknown as PodSpec }
    default:
      return undefined
  }
}

export const podContainers = ({ template: { spec } }: PodOf): Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
]
