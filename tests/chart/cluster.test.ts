import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPodsReady } from '../support/kube/keep-pods-ready.ts'
import {
  installCrds,
  type KubeCluster,
  type LiveObject,
  offerDisks,
  offerVolumes,
  openKubeCluster,
  restrictedNamespace,
} from '../support/kube/kube-cluster.ts'
import { componentOf } from '../support/kube/kube-objects.ts'
import { findHelms, type HelmProgram, NO_CLUSTER, NO_HELM } from '../support/kube/kube-tools.ts'
import { CHART, CI_VALUES, ciFile, parseObjects } from '../support/kube/render-chart.ts'

const helms = await findHelms()
const found = await openKubeCluster()
const canRun = found !== undefined && helms.length > 0
if (!canRun) {
  const why = helms.length === 0 ? NO_HELM : NO_CLUSTER
  process.stdout.write(`Left out: the chart in a cluster. ${why}\n`)
}

const WAIT_MS = 60_000
const LOOK_MS = 250
const TIMEOUT = '240s'

/** Those that are done with each Helm; the others take turns. */
const WITH_BOTH = ['minimal']
const RUNS = CI_VALUES.flatMap((ci, place) =>
  helms
    .filter((_, turn) => WITH_BOTH.includes(ci) || turn === place % helms.length)
    .map((helm) => ({ ci, major: helm.major, helm })),
)

interface ReleaseOptions {
  helm: HelmProgram
  namespace: string
  release?: string
  ci: string
  set?: readonly string[]
  timeout?: string
}

/** The commands of an operator, on one release. */
function operate(
  cluster: KubeCluster,
  { helm, namespace, release = 'site', ci, set = [], timeout = TIMEOUT }: ReleaseOptions,
) {
  const inNamespace = ['--namespace', namespace]
  const waiting = ['--wait', '--wait-for-jobs', '--timeout', timeout]
  const valuesOf = (more: readonly string[]) => [
    ...['--values', ciFile(ci)],
    ...[...set, ...more].flatMap((one) => ['--set', one]),
  ]
  return {
    install: () =>
      cluster.helm(helm, ['install', release, CHART, ...inNamespace, ...valuesOf([]), ...waiting]),
    upgrade: (...more: string[]) =>
      cluster.helm(helm, [
        'upgrade',
        release,
        CHART,
        ...inNamespace,
        ...valuesOf(more),
        ...waiting,
      ]),
    rollback: (revision: number) =>
      cluster.helm(helm, ['rollback', release, `${revision}`, ...inNamespace, ...waiting]),
    uninstall: () =>
      cluster.helm(helm, ['uninstall', release, ...inNamespace, '--wait', '--timeout', timeout]),
    hooks: () => cluster.helm(helm, ['get', 'hooks', release, ...inNamespace]),
  }
}

const names = (objects: readonly LiveObject[]) =>
  objects.map(({ metadata }) => metadata.name).sort()

/** Until every pod is ready and of the newest version. Helm 3 takes a rollout for done a little earlier. */
async function settled({ list }: KubeCluster, namespace: string): Promise<LiveObject[]> {
  let deployments: LiveObject[] = []
  await until('a rollout that is over', async () => {
    deployments = await list(namespace, 'deployments')
    return deployments.every(
      ({ spec: { replicas }, status: { updatedReplicas, readyReplicas, ...status } = {} }) =>
        [updatedReplicas, readyReplicas, status.replicas].every((count) => count === replicas),
    )
  })
  return deployments
}

async function refusals({ list }: KubeCluster, namespace: string): Promise<string[]> {
  const events = await list(namespace, 'events')
  return events.filter(({ reason }) => reason === 'FailedCreate').map(({ message = '' }) => message)
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${WAIT_MS} ms`)
    await sleep(LOOK_MS)
  }
}

const jobsOf = async ({ list }: KubeCluster, namespace: string, component: string) =>
  (await list(namespace, 'jobs')).filter((job) => componentOf(job) === component)

describe.skipIf(!canRun)('a release', () => {
  let cluster: KubeCluster
  const ending = new AbortController()
  let readiness: Promise<void> | undefined

  beforeAll(async () => {
    if (!found) return
    cluster = found
    await installCrds(cluster)
    await offerDisks(cluster)
    readiness = keepPodsReady(cluster, ending.signal)
  })
  afterAll(() => {
    ending.abort()
    return readiness
  })

  test.concurrent.each(RUNS)(
    'of $ci values is installed, upgraded, rolled back and uninstalled by Helm $major without a refusal',
    async ({ ci, helm }) => {
      const namespace = `chart-${ci}-${helm.major}`
      const site = operate(cluster, { helm, namespace, ci })
      await offerVolumes(cluster, namespace, 2)
      await restrictedNamespace(cluster, namespace)

      const notes = await site.install()
      expect(notes).toMatch(/helm -n \S+ test site --logs/)
      expect(notes.includes('DEV DATASTORES ARE ON')).toBe(ci === 'dev-datastores')
      await settled(cluster, namespace)
      expect(names(await jobsOf(cluster, namespace, 'migrate'))).toEqual(['site-finlore-migrate-1'])
      const hooks = parseObjects(await site.hooks()).filter(({ kind }) => kind === 'Pod')
      expect(hooks).toHaveLength(1)
      await cluster.kubectl(
        ['create', '--dry-run=server', '--namespace', namespace, '--filename', '-'],
        JSON.stringify(hooks[0]),
      )

      if (ci === 'full') {
        const inNamespace = ['--namespace', namespace]
        await cluster.kubectl([
          'create',
          'job',
          'backup-now',
          '--from=cronjob/site-finlore-backup',
          ...inNamespace,
        ])
        await cluster.kubectl([
          'wait',
          '--for=condition=Complete',
          'job/backup-now',
          '--timeout=60s',
          ...inNamespace,
        ])
      }

      await site.upgrade('render.memoryBytes=33554432')
      await settled(cluster, namespace)
      expect(names(await jobsOf(cluster, namespace, 'migrate'))).toContain('site-finlore-migrate-2')
      const settings = async () => {
        const maps = await cluster.list(namespace, 'configmaps')
        return maps.find(({ metadata }) => metadata.name === 'site-finlore-render')?.data
          ?.MEMORY_BYTES
      }
      expect(await settings()).toBe('33554432')

      await site.rollback(1)
      await settled(cluster, namespace)
      expect(await settings()).toBe('67108864')
      expect(await refusals(cluster, namespace)).toEqual([])

      await site.uninstall()
      const kinds =
        'deployments,services,configmaps,networkpolicies,poddisruptionbudgets,serviceaccounts,cronjobs,persistentvolumeclaims'
      const left = (await cluster.list(namespace, kinds)).filter(
        ({ metadata }) =>
          metadata.labels?.['app.kubernetes.io/instance'] === 'site' && !metadata.deletionTimestamp,
      )
      // What was stored is never deleted.
      expect(left.filter(({ kind }) => kind !== 'PersistentVolumeClaim')).toEqual([])
      const claims = ['ingress', 'one-node', 'dev-datastores'].includes(ci)
        ? ['site-finlore-pages']
        : []
      expect(names(left)).toEqual(ci === 'full' ? ['site-finlore-backups'] : claims)
    },
    360_000,
  )

  test.concurrent.each(helms.map((helm) => ({ helm, major: helm.major })))(
    'with hooks migrates before anything else starts, under Helm $major',
    async ({ helm }) => {
      const namespace = `chart-order-${helm.major}`
      await restrictedNamespace(cluster, namespace)
      const stuck = operate(cluster, {
        helm,
        namespace,
        ci: 'hooks',
        timeout: '10s',
        set: ['batch.nodeSelector.nowhere=here'],
      })

      await expect(stuck.install()).rejects.toThrow(/pre-install/)
      expect(await cluster.list(namespace, 'deployments,services,configmaps')).toEqual(
        expect.not.arrayContaining([expect.objectContaining({ kind: 'Deployment' })]),
      )
      expect(names(await cluster.list(namespace, 'jobs'))).toEqual(['site-finlore-migrate-1'])
    },
    120_000,
  )

  test.concurrent('without hooks migrates in a Job of each revision, also in a rollback', async () => {
    const [helm] = helms
    if (!helm) return
    const namespace = 'chart-jobs'
    const site = operate(cluster, { helm, namespace, ci: 'no-hooks' })
    const migrated = async () =>
      (await jobsOf(cluster, namespace, 'migrate')).map(
        ({ metadata, status }) => `${metadata.name}: ${status?.succeeded ?? 0}`,
      )
    await restrictedNamespace(cluster, namespace)

    await site.install()
    expect(await migrated()).toEqual(['site-finlore-migrate-1: 1'])
    await site.upgrade('logLevel=warn')
    expect(await migrated()).toEqual(['site-finlore-migrate-2: 1'])
    await site.rollback(1)
    expect(await migrated()).toEqual(['site-finlore-migrate-1: 1'])
  }, 360_000)

  test.concurrent.each(helms.map((helm) => ({ helm, major: helm.major })))(
    'keeps the number of pods that an autoscaler chose when Helm $major upgrades it',
    async ({ helm }) => {
      const namespace = `chart-scaled-${helm.major}`
      const site = operate(cluster, { helm, namespace, ci: 'full' })
      await restrictedNamespace(cluster, namespace)
      await offerVolumes(cluster, namespace, 1)
      await site.install()
      const replicas = async () => {
        const deployments = await cluster.list(namespace, 'deployments')
        return deployments.find((one) => componentOf(one) === 'render')?.spec.replicas
      }
      await until('the least number of pods', async () => (await replicas()) === 3)

      await cluster.kubectl([
        'scale',
        'deployment/site-finlore-render',
        '--replicas=5',
        '--namespace',
        namespace,
      ])
      await site.upgrade('search.rate=50')

      expect(await replicas()).toBe(5)
    },
    360_000,
  )

  test.concurrent.each(helms.map((helm) => ({ helm, major: helm.major })))(
    'leaves the number of pods to kubectl where it has none, when Helm $major upgrades and rolls back',
    async ({ helm }) => {
      const namespace = `chart-left-${helm.major}`
      const site = operate(cluster, {
        helm,
        namespace,
        ci: 'minimal',
        set: ['render.replicas=null'],
      })
      await restrictedNamespace(cluster, namespace)
      await site.install()
      const scale = (to: number) =>
        cluster.kubectl([
          ...['scale', 'deployment/site-finlore-render', `--replicas=${to}`],
          ...['--namespace', namespace],
        ])
      const replicas = async () =>
        (await cluster.list(namespace, 'deployments')).find((one) => componentOf(one) === 'render')
          ?.spec.replicas

      await scale(5)
      await site.upgrade('search.rate=50')
      expect(await replicas()).toBe(5)
      await scale(4)
      await site.rollback(1)
      expect(await replicas()).toBe(4)
    },
    360_000,
  )

  test.concurrent('takes a backup at once, into a volume that waits for its first pod', async () => {
    const helm = helms.at(-1)
    if (!helm) return
    const namespace = 'chart-waiting-volume'
    // In this order: a volume that is still claimed would be gone with the namespace of before.
    await restrictedNamespace(cluster, namespace)
    await offerVolumes(cluster, namespace, 1, namespace)
    const set = ['backup.enabled=true', `backup.volume.storageClass=${namespace}`]
    const site = operate(cluster, { helm, namespace, ci: 'minimal', set })

    await site.install()
    const [claim] = await cluster.list(namespace, 'persistentvolumeclaims')
    expect([claim?.metadata.name, claim?.status?.phase]).toEqual(['site-finlore-backups', 'Bound'])
    const backups = async () => names(await jobsOf(cluster, namespace, 'backup'))
    expect(await backups()).toEqual(['site-finlore-backup-1'])
    await site.upgrade('logLevel=warn')
    expect(await backups()).toEqual(['site-finlore-backup-2'])
  }, 360_000)

  test.concurrent('shares a namespace with one in another language, without conflicts', async () => {
    const helm = helms.at(-1)
    if (!helm) return
    const namespace = 'chart-languages'
    await restrictedNamespace(cluster, namespace)
    const english = operate(cluster, { helm, namespace, release: 'en', ci: 'minimal' })
    const russian = operate(cluster, { helm, namespace, release: 'ru', ci: 'replicas' })
    await Promise.all([english.install(), russian.install()])

    const slices = await cluster.list(namespace, 'endpointslices')
    const strays = slices.flatMap(({ metadata, endpoints = [] }) => {
      const service = metadata.labels['kubernetes.io/service-name']?.replace(/-pods$/, '')
      return endpoints
        .map(({ targetRef }) => targetRef?.name ?? '')
        .filter((pod) => !pod.startsWith(`${service}-`))
    })
    expect(slices.length).toBeGreaterThan(7)
    expect(strays).toEqual([])
    const budgets = await cluster.list(namespace, 'poddisruptionbudgets')
    const expectedPods = Object.fromEntries(
      budgets.map(({ metadata, status }) => [
        metadata.name,
        Reflect.get(status ?? {}, 'expectedPods'),
      ]),
    )
    expect(expectedPods).toMatchObject({ 'en-finlore-render': 2, 'ru-finlore-render': 4 })

    await english.uninstall()
    const left = await cluster.list(namespace, 'deployments')
    expect(names(left).every((name) => name.startsWith('ru-finlore-'))).toBe(true)
    expect(left).toHaveLength(5)
    await settled(cluster, namespace)
  }, 360_000)

  test.concurrent('loses one pod of a component at a time to a drain, and is complete on another node after it', async () => {
    const [helm] = helms
    if (!helm) return
    const namespace = 'chart-drain'
    const nodes = ['node-a1', 'node-b1']
    await restrictedNamespace(cluster, namespace)
    await cluster.kubectl(['label', 'node', ...nodes, 'tests.finlore/drain=yes', '--overwrite'])
    const site = operate(cluster, {
      helm,
      namespace,
      ci: 'no-hooks',
      set: ['pods.nodeSelector.tests\\.finlore/drain=yes'],
    })
    await site.install()
    const pods = async () =>
      (await cluster.list(namespace, 'pods')).filter(
        (pod) => componentOf(pod) === 'render' && !pod.metadata.deletionTimestamp,
      )
    const evict = (name: string) =>
      cluster.tryKubectl(
        [
          'create',
          '--raw',
          `/api/v1/namespaces/${namespace}/pods/${name}/eviction`,
          '--filename',
          '-',
        ],
        JSON.stringify({
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name, namespace },
        }),
      )
    try {
      // Nowhere to go: the second must wait for the first one's replacement.
      await cluster.kubectl(['cordon', ...nodes])
      const [one, two] = names(await pods())
      expect(await evict(one ?? '')).toMatchObject({ code: 0 })
      const refused = await evict(two ?? '')
      expect(refused.code).not.toBe(0)
      expect(refused.stderr).toMatch(/disruption budget/)

      await cluster.kubectl(['uncordon', 'node-b1'])
      const drain = [
        'drain',
        'node-a1',
        '--delete-emptydir-data',
        '--ignore-daemonsets',
        '--timeout=90s',
      ]
      await cluster.kubectl([...drain, `--pod-selector=app.kubernetes.io/instance=site`])
      await settled(cluster, namespace)
      const places = await cluster.kubectl([
        'get',
        'pods',
        '--namespace',
        namespace,
        '--selector',
        'app.kubernetes.io/component=render',
        '--output',
        'jsonpath={.items[*].spec.nodeName}',
      ])
      expect(new Set(places.split(' '))).toEqual(new Set(['node-b1']))
    } finally {
      await cluster.kubectl(['uncordon', ...nodes])
    }
  }, 360_000)
})
