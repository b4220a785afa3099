import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeCluster, LiveObject } from './kube-cluster.ts'

const LOOK_MS = 3_000
const READY = JSON.stringify({ status: { conditions: [{ type: 'Ready', status: 'True' }] } })

/**
 * Reports pods as ready again whose node was considered lost, as a kubelet does when it is back.
 * Simulated nodes are late on a busy machine, and never report it by themselves.
 *
 * @returns when the signal aborts
 */
export async function keepPodsReady(cluster: KubeCluster, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const { metadata } of (await allPods(cluster)).filter(isForgotten)) {
      await cluster.tryKubectl([
        ...['patch', 'pod', metadata.name, '--namespace', metadata.namespace ?? ''],
        ...['--subresource', 'status', '--patch', READY],
      ])
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function allPods({ tryKubectl }: KubeCluster): Promise<LiveObject[]> {
  const { code, stdout } = await tryKubectl(['get', 'pods', '--all-namespaces', '--output', 'json'])
  return code === 0 ? JSON.parse(stdout).items : []
}

/** All of its containers are ready, and it is said not to be. */
const isForgotten = ({ metadata, status }: LiveObject) =>
  !metadata.deletionTimestamp &&
  status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'False') &&
  status.containerStatuses?.every(({ ready }) => ready)
