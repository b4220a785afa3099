import { describe, expect, test } from 'vitest'
import {
  compose,
  containersOf,
  evaluate,
  hasContainers,
} from '../support/containers/container-site.ts'
import { docker } from '../support/containers/docker.ts'

/** Of `docker inspect`, what says what a container may do. */
interface Inspected {
  Name: string
  Config: { User: string; Labels: Record<string, string> }
  HostConfig: {
    ReadonlyRootfs: boolean
    Privileged: boolean
    CapAdd: string[] | null
    CapDrop: string[] | null
    SecurityOpt: string[] | null
    Memory: number
    PidsLimit: number | null
    PortBindings: Record<string, { HostIp: string }[]> | null
  }
  Mounts: { Type: string; Name?: string; Destination: string; RW: boolean }[]
}

const OURS = ['content', 'search', 'render', 'worker', 'copy']
const WITH_SHELL = ['ingress', 'postgres', 'redis']
/** The exit code of `docker exec` for a program that is not there. */
const NO_PROGRAM = 126
/** What the kernel and the engine mount into every container. */
const OF_THE_SYSTEM =
  /^\/(?:proc|sys|dev|etc\/(?:hosts|hostname|resolv\.conf)|sbin\/docker-init)(?:\/|$)/

describe.skipIf(!hasContainers)('every container', () => {
  test('has no capabilities, limits of memory and processes, and a read-only root [T18]', async () => {
    const containers = await inspectAll()
    expect(containers.length).toBeGreaterThan(10)
    for (const { Name, Config, HostConfig } of containers) {
      expect(Config.User, Name).toMatch(/^(?:10001:10001|postgres|redis)$/)
      expect(HostConfig, Name).toMatchObject({
        ReadonlyRootfs: true,
        Privileged: false,
        CapAdd: null,
        CapDrop: ['ALL'],
        SecurityOpt: expect.arrayContaining(['no-new-privileges:true']),
        Memory: expect.toSatisfy((bytes) => bytes > 0),
        PidsLimit: expect.toSatisfy((count) => count > 0),
      })
    }
  })

  test('has no volume without a name, which would stay behind at each `down`', async () => {
    const volumes = (await inspectAll()).flatMap(({ Mounts }) =>
      Mounts.filter(({ Type }) => Type === 'volume').map(({ Name = '' }) => Name),
    )
    expect(volumes.length).toBeGreaterThan(10)
    expect(volumes.filter((name) => !name.startsWith('finlore'))).toEqual([])
  })

  test('runs no process as root', async () => {
    for (const id of await containersOf()) {
      const [, ...lines] = (await docker('top', id, '-eo', 'pid,uid,comm')).split('\n')
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.filter((line) => /^\s*\d+\s+0\s/.test(line))).toEqual([])
    }
  })

  test('is reachable from outside only if it is the ingress, and from this machine only [T14]', async () => {
    const published = (await inspectAll()).flatMap(({ Config, HostConfig }) =>
      Object.values(HostConfig.PortBindings ?? {})
        .flat()
        .map(({ HostIp }) => `${Config.Labels['com.docker.compose.service']} ${HostIp}`),
    )
    expect(published).toEqual(['ingress 127.0.0.1'])
  })

  test.for(OURS)('cannot write outside its volumes: %s', async (service) => {
    for (const id of await containersOf(service)) {
      const tried = await evaluate(id, TRY_TO_WRITE)
      const written: string[] = JSON.parse(tried)
      const volumes = (await inspect(id)).Mounts.filter(({ RW }) => RW)
      const allowed = ['/tmp', ...volumes.map(({ Destination }) => Destination)]
      expect(written.filter((folder) => !OF_THE_SYSTEM.test(folder)).sort()).toEqual(allowed.sort())
    }
  })

  test.for(WITH_SHELL)('cannot write outside its volumes: %s', async (service) => {
    for (const folder of ['/', '/etc', '/usr/local', '/var']) {
      const writing = compose('exec', '-T', service, 'sh', '-c', `: >${folder}/written`)
      await expect(writing, folder).rejects.toThrow(/Read-only file system|Permission denied/)
    }
  })

  test('of the site’s image has no executable but Node', async () => {
    const [id = ''] = await containersOf('content')
    for (const program of ['sh', 'bash', 'npm', 'apt-get', 'perl']) {
      await expect(docker('exec', id, program), program).rejects.toMatchObject({ code: NO_PROGRAM })
    }
    expect(await evaluate(id, 'console.log(fs.existsSync("node_modules/vite"))')).toBe('false')
  })
})

/** The roots of all that is mounted, and folders of the image itself. */
const TRY_TO_WRITE = `
  const mounts = fs.readFileSync('/proc/mounts', 'utf8').split('\\n').map((line) => line.split(' ')[1])
  const folders = new Set([...mounts.filter(Boolean), '/app', '/etc', '/usr', '/var', '/run', '/var/cache/finlore'])
  const written = [...folders].filter((folder) => {
    try {
      const file = folder + '/written-by-a-test'
      fs.writeFileSync(file, '')
      fs.rmSync(file)
      return true
    } catch {
      return false
    }
  })
  console.log(JSON.stringify(written))
`

async function inspect(id: string): Promise<Inspected> {
  const [inspected] = JSON.parse(await docker('inspect', id))
  return inspected
}

const inspectAll = async (): Promise<Inspected[]> =>
  JSON.parse(await docker('inspect', ...(await containersOf(undefined, true))))
