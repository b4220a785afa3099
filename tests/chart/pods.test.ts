import { describe, expect, test } from 'vitest'
import { type Container, type PodOf, podContainers, podsOf } from '../support/kube/kube-objects.ts'
import { renderEveryCi } from '../support/kube/rendered-values.ts'

const rendered = await renderEveryCi('pods of the chart')
const everyPod = [...rendered].flatMap(([ci, objects]) =>
  podsOf(objects).map((pod) => [`${ci}: ${pod.of}`, pod] as const),
)
const everyContainer = everyPod.flatMap(([name, pod]) =>
  podContainers(pod).map((container) => [`${name}/${container.name}`, container, pod] as const),
)

/** What is wrong, by the name of what it is wrong with. */
function faults<T>(
  things: readonly (readonly [string, T, ...unknown[]])[],
  isRight: (thing: T) => unknown,
): string[] {
  expect(things.length).toBeGreaterThan(50)
  return things.filter(([, thing]) => !isRight(thing)).map(([name]) => name)
}
const isServing = ({ of }: PodOf) => of.startsWith('Deployment/')
const serving = everyPod.filter(([, pod]) => isServing(pod))

describe.skipIf(rendered.size === 0)('every pod', () => {
  test('meets the Pod Security level "restricted", with a read-only root [T18]', () => {
    const isRestricted = ({ securityContext: { capabilities, ...context } }: Container) =>
      context.allowPrivilegeEscalation === false &&
      context.readOnlyRootFilesystem === true &&
      context.privileged !== true &&
      context.runAsUser === undefined &&
      capabilities?.drop?.join() === 'ALL' &&
      capabilities.add === undefined
    expect(faults(everyContainer, isRestricted)).toEqual([])

    const isUnprivileged = ({ template: { spec } }: PodOf) =>
      spec.securityContext.runAsNonRoot === true &&
      spec.securityContext.seccompProfile?.type === 'RuntimeDefault' &&
      !spec.hostNetwork &&
      !spec.hostPID &&
      !spec.hostIPC
    expect(faults(everyPod, isUnprivileged)).toEqual([])
  })

  test('runs as the user of the image, except Postgres, which needs its own', () => {
    const ours = everyPod.filter(([, { component }]) => component !== 'postgres')
    const isCloud = ([name]: readonly [string, ...unknown[]]) => name.startsWith('cloud:')
    const userIs =
      (user: number | undefined) =>
      ({ template: { spec } }: PodOf) =>
        spec.securityContext.runAsUser === user && spec.securityContext.fsGroup === user
    expect(
      faults(
        ours.filter((pod) => !isCloud(pod)),
        userIs(10001),
      ),
    ).toEqual([])
    // There the namespace decides, as on OpenShift.
    const elsewhere = ours.filter(isCloud)
    expect(elsewhere.length).toBeGreaterThan(8)
    expect(elsewhere.filter(([, pod]) => !userIs(undefined)(pod)).map(([name]) => name)).toEqual([])
  })

  test('has no two ports of one name', () => {
    const isUnique = ({ template: { spec } }: PodOf) => {
      const names = spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name))
      return new Set(names).size === names.length
    }
    expect(faults(everyPod, isUnique)).toEqual([])
  })

  test('has no API token and no Service environment variables', () => {
    const isQuiet = ({ template: { spec } }: PodOf) =>
      spec.automountServiceAccountToken === false && spec.enableServiceLinks === false
    expect(faults(everyPod, isQuiet)).toEqual([])
  })

  test('has an image with a version, and a digest where one is set', () => {
    const isPinned = ({ image }: Container) =>
      /:[\w.-]+(?:@sha256:[0-9a-f]{64})?$/.test(image) && !/:latest(?:@|$)/.test(image)
    expect(faults(everyContainer, isPinned)).toEqual([])

    const full = everyContainer.filter(([name]) => name.startsWith('full:'))
    const ours = full.filter(([, { image }]) => image.startsWith('finlore:'))
    expect(ours.length).toBeGreaterThan(8)
    expect(ours.filter(([, { image }]) => !image.includes('@sha256:'))).toEqual([])
  })

  test('has the settings that all pods get', () => {
    const full = everyContainer.filter(([name]) => name.startsWith('full:'))
    expect(full.map(([, { name }]) => name)).toEqual(
      expect.arrayContaining(['render', 'copy', 'wait-for-schema', 'checkout']),
    )
    const bare = full.filter(
      ([, { env = [] }]) => !env.some(({ name }) => name === 'NODE_NO_WARNINGS'),
    )
    expect(bare.map(([name]) => name)).toEqual([])
  })

  test('has requests; a memory limit of at most twice the request, and no CPU limit', () => {
    // nginx alone takes more by how slowly readers take their answers.
    const most = ({ name }: Container) => (name === 'ingress' ? 4 : 2)
    const isMeasured = (container: Container) => {
      const { requests, limits } = container.resources
      return (
        requests?.cpu !== undefined &&
        limits?.cpu === undefined &&
        mebibytes(requests.memory) > 0 &&
        mebibytes(limits?.memory) >= mebibytes(requests.memory) &&
        mebibytes(limits?.memory) <= most(container) * mebibytes(requests.memory)
      )
    }
    expect(faults(everyContainer, isMeasured)).toEqual([])
  })

  test('writes to volumes of a bounded size only', () => {
    const isBounded = ({ template: { spec } }: PodOf) =>
      spec.volumes.every(({ emptyDir }) => !emptyDir || emptyDir.sizeLimit !== undefined)
    expect(faults(everyPod, isBounded)).toEqual([])
  })

  test('mounts existing volumes at distinct paths', () => {
    const isSound = (pod: PodOf) => {
      const volumes = pod.template.spec.volumes.map(({ name }) => name)
      return (
        new Set(volumes).size === volumes.length &&
        podContainers(pod).every(({ volumeMounts }) => {
          const places = volumeMounts.map(({ mountPath }) => mountPath)
          return (
            new Set(places).size === places.length &&
            volumeMounts.every(({ name }) => volumes.includes(name))
          )
        })
      )
    }
    expect(faults(everyPod, isSound)).toEqual([])
  })

  test('reads secrets from files of its own, never from its environment [T15]', () => {
    const SECRET =
      /^(?:DATABASE_URL|EDITOR_TOKEN|REDIS_URL|MEILI_KEY|JOBS_TOKEN|SAPE_URL|WEBHOOKS|AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY)$/
    const hidden = everyContainer.filter(([, { env = [] }]) =>
      env.some(({ name }) => SECRET.test(name)),
    )
    expect(hidden.map(([name]) => name)).toEqual([])

    const astray = everyContainer.flatMap(([name, container, pod]) => {
      const volume = `secrets-${container.name}`
      const mounted = container.volumeMounts
        .map((mount) => mount.name)
        .filter((mount) => mount.startsWith('secrets-'))
      const offered = (
        pod.template.spec.volumes.find((one) => one.name === volume)?.projected?.sources ?? []
      ).flatMap(({ secret }) => secret.items.map((item) => item.path))
      const asked = (container.env ?? [])
        .filter((one) => one.name.endsWith('_FILE'))
        .map((one) => one.value?.replace('/run/secrets/finlore/', ''))
      const own = mounted.every((mount) => mount === volume)
      return own && offered.toSorted().join() === asked.toSorted().join() ? [] : [name]
    })
    expect(astray).toEqual([])
  })
})

describe.skipIf(rendered.size === 0)('every pod of a Deployment', () => {
  const ready = serving.flatMap(([name, pod]) =>
    pod.template.spec.containers.map(
      (container) => [`${name}/${container.name}`, container] as const,
    ),
  )

  test('has two minutes to start, and a minute before it is restarted', () => {
    const isPatient = ({ startupProbe: start, livenessProbe: live }: Container) =>
      start !== undefined &&
      live !== undefined &&
      start.periodSeconds * start.failureThreshold >= 120 &&
      live.periodSeconds * live.failureThreshold >= 60
    expect(faults(ready, isPatient)).toEqual([])
  })

  test('is restarted only when it does not answer, independently of its dependencies', () => {
    const asksNobody = ({ livenessProbe: live }: Container) =>
      live?.tcpSocket !== undefined || /^\/(?:livez|healthz)$/.test(live?.httpGet?.path ?? '')
    expect(faults(ready, asksNobody)).toEqual([])
  })

  test('has a readiness probe if readers or services call it, and only then', () => {
    const asked = ready
      .filter(([, { readinessProbe }]) => readinessProbe)
      .map(([name]) => name.split('/').at(-1))
    expect([...new Set(asked)].sort()).toEqual([
      ...['content', 'copy', 'ingress', 'meilisearch', 'postgres', 'redis', 'render', 'search'],
    ])
  })

  test('has probes on an existing port', () => {
    const isHome = ({ ports = [], ...container }: Container) =>
      [container.startupProbe, container.livenessProbe, container.readinessProbe].every((probe) => {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port
        return port === undefined || ports.some(({ name }) => name === port)
      })
    expect(faults(ready, isHome)).toEqual([])
  })

  test('serves until it is out of the endpoints, and has time to finish what is in flight', () => {
    const CLOSE_SECONDS = 12
    const isGraceful = ({ template: { spec } }: PodOf) =>
      spec.containers.every(({ lifecycle }) => {
        const pause = lifecycle?.preStop?.sleep?.seconds ?? 0
        const drain = 6
        return (
          pause >= 5 && (spec.terminationGracePeriodSeconds ?? 0) >= pause + drain + CLOSE_SECONDS
        )
      })
    expect(faults(serving, isGraceful)).toEqual([])
  })

  test('spreads over zones and nodes', () => {
    const isSpread = ({ template: { spec } }: PodOf) =>
      spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey).join() ===
      'topology.kubernetes.io/zone,kubernetes.io/hostname'
    expect(faults(serving, isSpread)).toEqual([])
  })

  test('waits for the schema unless it serves readers, who need it with Postgres down', () => {
    const waiting = everyPod
      .filter(([, { template }]) =>
        template.spec.initContainers?.some(({ name }) => name === 'wait-for-schema'),
      )
      .map(([, { component }]) => component)
    expect([...new Set(waiting)].sort()).toEqual(['backup', 'content', 'import', 'worker'])
  })
})

function mebibytes(quantity: string | undefined): number {
  const [, amount = '0', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity ?? '') ?? []
  return Number(amount) * (unit === 'Gi' ? 1024 : 1)
}
