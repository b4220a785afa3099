import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { docker, runDocker } from '../containers/docker.ts'
import {
  type Container,
  componentOf,
  type KubeObject,
  ofKind,
  type PodOf,
  podsOf,
  type Volume,
} from './kube-objects.ts'

/**
 * Runs pods of the chart as they are described, by Docker: images, commands, users, environment, files of settings and
 * secrets, volumes, what runs before and beside, names of Services. One pod of each Deployment. Of a kubelet it has no
 * probes, and of a network no policies.
 */
export interface RunningPods {
  /** Where a pod's ports are, by component. */
  addressOf(component: string): string
  /** Ends the first container of a component, as its node would with it. */
  kill(component: string): Promise<void>
  /** Ends it and starts it again, with what its volumes hold. */
  restart(component: string): Promise<void>
  /** Runs a pod that ends by itself. @returns what it printed @throws {Error} with that when it fails */
  finish(name: string): Promise<string>
  /** Until what decides about readers and callers says that they may come, everywhere. */
  untilReady(): Promise<void>
  /** Containers that have ended, with what they said last. */
  ended(): Promise<string[]>
  close(): Promise<void>
}

const READY_MS = 120_000
const LOOK_MS = 500

/** @param objects the chart's, rendered */
export async function runPods(objects: readonly KubeObject[]): Promise<RunningPods> {
  const id = `finlore-pods-${randomBytes(3).toString('hex')}`
  const folder = await mkdtemp(path.join(tmpdir(), `${id}-`))
  await docker('network', 'create', id)
  const volumes = new Set<string>()
  const containers: string[] = []
  const mains = new Map<string, string>()
  const addresses = new Map<string, string>()
  const pods = podsOf(objects)

  const close = async () => {
    if (containers.length > 0)
      await docker('rm', '--force', '--volumes', ...containers).catch(() => {})
    if (volumes.size > 0) await docker('volume', 'rm', '--force', ...volumes).catch(() => {})
    await docker('network', 'rm', id).catch(() => {})
    await rm(folder, { recursive: true, force: true })
  }

  /** A folder with what a ConfigMap or Secrets hold, for its readers only. */
  async function filesOf({ name, configMap, projected }: Volume, pod: PodOf): Promise<string> {
    const place = path.join(folder, pod.component, name)
    await mkdir(place, { recursive: true })
    const entries = configMap
      ? Object.entries(named('ConfigMap', configMap.name).data ?? {})
      : (projected?.sources ?? []).flatMap(({ secret }) =>
          secret.items.map(
            ({ key, path: file }) =>
              [file, named('Secret', secret.name).stringData?.[key] ?? ''] as const,
          ),
        )
    for (const [file, text] of entries) await writeFile(path.join(place, file), text)
    return place
  }

  function named(kind: string, name: string): KubeObject {
    const object = ofKind(objects, kind).find(({ metadata }) => metadata.name === name)
    if (!object) throw new Error(`There is no ${kind} ${name}`)
    return object
  }

  /** In memory, and of the pod's own user, as `fsGroup` would make it. */
  async function ownVolume(name: string, pod: PodOf, size = '256Mi'): Promise<string> {
    const volume = `${id}-${name}`
    if (volumes.has(volume)) return volume
    volumes.add(volume)
    const { runAsUser = 0 } = pod.template.spec.securityContext
    const how = `uid=${runAsUser},gid=${runAsUser},mode=0770,size=${size.replace('i', '').toLowerCase()}`
    const options = ['type=tmpfs', 'device=tmpfs', `o=${how}`].flatMap((one) => ['--opt', one])
    await docker('volume', 'create', ...options, volume)
    return volume
  }

  async function mountsOf({ volumeMounts }: Container, pod: PodOf): Promise<string[]> {
    const { volumes: all, securityContext } = pod.template.spec
    const mounts: string[] = []
    for (const { name, mountPath, readOnly } of volumeMounts) {
      const volume = all.find((one) => one.name === name)
      if (!volume) throw new Error(`There is no volume ${name}`)
      if (name === 'tmp') {
        mounts.push('--tmpfs', `${mountPath}:uid=${securityContext.runAsUser ?? 0},size=256m`)
        continue
      }
      const source = volume.persistentVolumeClaim
        ? await ownVolume(volume.persistentVolumeClaim.claimName, pod)
        : volume.emptyDir
          ? await ownVolume(`${pod.component}-${name}`, pod, volume.emptyDir.sizeLimit)
          : await filesOf(volume, pod)
      mounts.push('--volume', `${source}:${mountPath}${readOnly ? ':ro' : ''}`)
    }
    return mounts
  }

  const environmentOf = ({ env = [], envFrom = [] }: Container): string[] => [
    ...envFrom.flatMap(({ configMapRef }) =>
      Object.entries(named('ConfigMap', configMapRef.name).data ?? {}).flatMap(([name, value]) => [
        ...['--env', `${name}=${value}`],
      ]),
    ),
    ...env.flatMap(({ name, value }) => (value === undefined ? [] : ['--env', `${name}=${value}`])),
  ]

  async function create(container: Container, pod: PodOf, network: readonly string[]) {
    const [entry, ...command] = container.command ?? []
    const { runAsUser = 0 } = pod.template.spec.securityContext
    const name = await docker(
      ...['create', ...network, '--user', `${runAsUser}:${runAsUser}`],
      ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
      ...[...environmentOf(container), ...(await mountsOf(container, pod))],
      ...(entry ? ['--entrypoint', entry] : []),
      ...[container.image, ...command, ...(container.args ?? [])],
    )
    containers.push(name)
    return name
  }

  async function runToEnd(container: Container, pod: PodOf): Promise<string> {
    const name = await create(container, pod, ['--network', id])
    await docker('start', name)
    const code = await docker('wait', name)
    const said = await logsOf(name)
    if (code !== '0') throw new Error(`${pod.of}/${container.name} ended with ${code}:\n${said}`)
    return said
  }

  async function finish(name: string): Promise<string> {
    const pod = pods.find(({ of }) => of.endsWith(`/${name}`))
    const [main] = pod?.template.spec.containers ?? []
    if (!pod || !main) throw new Error(`There is no pod of ${name}`)
    for (const init of pod.template.spec.initContainers ?? []) await runToEnd(init, pod)
    return runToEnd(main, pod)
  }

  async function start(pod: PodOf): Promise<void> {
    for (const init of pod.template.spec.initContainers ?? []) await runToEnd(init, pod)
    const [main, ...beside] = pod.template.spec.containers
    if (!main) return
    const aliases = ofKind(objects, 'Service')
      .filter((service) => componentOf(service) === pod.component)
      .flatMap(({ metadata: { name, namespace } }) => [
        name,
        `${name}.${namespace}.svc.cluster.local`,
      ])
    const network = ['--network', id, ...aliases.flatMap((alias) => ['--network-alias', alias])]
    const first = await create(main, pod, network)
    await docker('start', first)
    mains.set(pod.component, first)
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
    addresses.set(pod.component, await docker('inspect', '--format', format, first))
    for (const container of beside) {
      await docker('start', await create(container, pod, ['--network', `container:${first}`]))
    }
  }

  const addressOf = (component: string) => addresses.get(component) ?? ''
  const staying = pods.filter(({ of }) => of.startsWith('Deployment/'))

  async function isReady({ component, template }: PodOf): Promise<boolean> {
    for (const { readinessProbe, ports = [] } of template.spec.containers) {
      const { httpGet } = readinessProbe ?? {}
      if (!httpGet) continue
      const port = ports.find(({ name }) => name === httpGet.port)?.containerPort
      const url = `http://${addressOf(component)}:${port}${httpGet.path}`
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
      if (!answer?.ok) return false
    }
    return true
  }

  async function logsOf(name: string): Promise<string> {
    const { stdout, stderr } = await runDocker(['logs', '--tail', '40', name])
    return stdout + stderr
  }

  async function ended(): Promise<string[]> {
    const said: string[] = []
    for (const [component, name] of mains) {
      const state = await docker('inspect', '--format', '{{.State.Running}}', name)
      if (state !== 'true') said.push(`${component}: ${await logsOf(name)}`)
    }
    return said
  }

  try {
    // Those that wait for the schema wait for Jobs, which have not run yet.
    const jobs = ofKind(objects, 'Job').map(({ metadata }) => finish(metadata.name))
    await Promise.all([...staying.map(start), ...jobs])
  } catch (error) {
    const said = await ended().catch(() => [])
    await close()
    throw new Error(`The pods do not start. Ended: ${said.join('\n')}`, { cause: error })
  }
  return {
    addressOf,
    finish,
    ended,
    close,
    kill: async (component) => {
      await docker('kill', mains.get(component) ?? '')
    },
    restart: async (component) => {
      await docker('restart', '--time', '30', mains.get(component) ?? '')
    },
    async untilReady() {
      const deadline = Date.now() + READY_MS
      for (;;) {
        const states = await Promise.all(staying.map(isReady))
        if (states.every(Boolean)) return
        const late = staying.filter((_, place) => !states[place]).map(({ component }) => component)
        if (Date.now() > deadline) {
          throw new Error(`Not ready: ${late.join(', ')}\n${(await ended()).join('\n')}`)
        }
        await sleep(LOOK_MS)
      }
    },
  }
}
