import { findCrds } from './kube-crds.ts'
import type { KubeObject, Labels } from './kube-objects.ts'
import {
  clusterConfig,
  findKubeTool,
  type HelmProgram,
  runTool,
  type ToolOutcome,
} from './kube-tools.ts'

/** A cluster of tests, by its command line programs. Every call ends by itself. */
export interface KubeCluster {
  kubeconfig: string
  /** @throws {Error} with what it says when it refuses */
  kubectl(args: readonly string[], input?: string): Promise<string>
  tryKubectl(args: readonly string[], input?: string): Promise<ToolOutcome>
  /** @throws {Error} with what it says when it refuses */
  helm(program: HelmProgram, args: readonly string[], input?: string): Promise<string>
  list(namespace: string, kinds: string): Promise<LiveObject[]>
  /** Files that define what is not Kubernetes' own. */
  crds: readonly string[]
}

export interface LiveObject extends KubeObject {
  metadata: KubeObject['metadata'] & {
    creationTimestamp: string
    uid: string
    deletionTimestamp?: string
  }
  status?: {
    replicas?: number
    updatedReplicas?: number
    readyReplicas?: number
    succeeded?: number
    completionTime?: string
    phase?: string
    conditions?: { type: string; status: string; message?: string }[]
    containerStatuses?: { ready: boolean }[]
  }
  reason?: string
  message?: string
  endpoints?: { targetRef?: { name: string }; conditions?: { ready?: boolean } }[]
}

/** The cluster that the environment names, or `undefined`. */
export async function openKubeCluster(): Promise<KubeCluster | undefined> {
  const kubeconfig = clusterConfig()
  const file = await findKubeTool('kubectl')
  if (!kubeconfig || !file) return undefined
  const crds = await findCrds()
  if (!crds) return undefined

  const tryKubectl = (args: readonly string[], input?: string) =>
    runTool(file, ['--kubeconfig', kubeconfig, ...args], input === undefined ? {} : { input })
  const kubectl = async (args: readonly string[], input?: string) =>
    outputOf(`kubectl ${args.join(' ')}`, await tryKubectl(args, input))
  return {
    kubeconfig,
    crds,
    tryKubectl,
    kubectl,
    async helm({ file: program }, args, input) {
      const all = [...args, '--kubeconfig', kubeconfig]
      return outputOf(
        `helm ${args.join(' ')}`,
        await runTool(program, all, input === undefined ? {} : { input }),
      )
    },
    async list(namespace, kinds) {
      const text = await kubectl(['get', kinds, '--namespace', namespace, '--output', 'json'])
      return (JSON.parse(text) as { items: LiveObject[] }).items
    },
  }
}

function outputOf(what: string, { code, stdout, stderr }: ToolOutcome): string {
  if (code !== 0) throw new Error(`${what}: ${stderr}${stdout}`)
  return stdout
}

/** What the chart may make objects of beside Kubernetes' own: the Gateway API, the Prometheus operator, KEDA. */
export async function installCrds({ kubectl, crds }: KubeCluster): Promise<void> {
  const files = crds.flatMap((file) => ['--filename', file])
  await kubectl(['apply', '--server-side', '--force-conflicts', ...files])
  await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=30s'])
}

/** Gives simulated nodes a disk for what pods write, as a kubelet reports it: not all of them have one. */
export async function offerDisks({ kubectl }: KubeCluster): Promise<void> {
  const nodes: { items: { metadata: { name: string }; status: { allocatable?: Labels } }[] } =
    JSON.parse(await kubectl(['get', 'nodes', '--output', 'json']))
  const disk = { 'ephemeral-storage': '100Gi' }
  const patch = JSON.stringify({ status: { capacity: disk, allocatable: disk } })
  for (const { metadata, status } of nodes.items) {
    if (status.allocatable?.['ephemeral-storage'] !== undefined) continue
    await kubectl(['patch', 'node', metadata.name, '--subresource', 'status', '--patch', patch])
  }
}

/** A namespace that takes pods of the level "restricted" only. An older one of that name is gone first. */
export async function restrictedNamespace({ kubectl }: KubeCluster, name: string): Promise<void> {
  await kubectl(['delete', 'namespace', name, '--ignore-not-found', '--timeout=60s'])
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }
  await kubectl(['create', '--filename', '-'], JSON.stringify(namespace))
}

/**
 * There is no provisioner: these volumes are there to be claimed.
 *
 * @param storageClass makes one of this name, whose volumes wait for the first pod
 */
export async function offerVolumes(
  { kubectl }: KubeCluster,
  name: string,
  count: number,
  storageClass?: string,
): Promise<void> {
  if (storageClass !== undefined) {
    const waiting = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: storageClass },
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode: 'WaitForFirstConsumer',
    }
    await kubectl(['apply', '--filename', '-'], JSON.stringify(waiting))
  }
  const volumes = Array.from({ length: count }, (_, number) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `${name}-${number}` },
    spec: {
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteOnce', 'ReadWriteMany'],
      claimRef: undefined,
      storageClassName: storageClass,
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: `/nowhere/${name}-${number}` },
    },
  }))
  await kubectl([
    'delete',
    'persistentvolume',
    '--ignore-not-found',
    '--wait=false',
    ...volumes.map(({ metadata }) => metadata.name),
  ])
  const list = { apiVersion: 'v1', kind: 'List', items: volumes }
  await kubectl(['apply', '--filename', '-'], JSON.stringify(list))
}
