import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compose, hasContainers } from '../support/containers/container-site.ts'
import { runDocker } from '../support/containers/docker.ts'

interface Service {
  depends_on?: Record<string, unknown>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  restart?: string
  pids_limit?: number
  networks?: Record<string, unknown>
  logging?: { options?: Record<string, string> }
  volumes?: { type: string; source?: string }[]
  environment?: Record<string, string | null>
  ports?: { published: string }[]
}

interface ComposeFile {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, { name: string }>
}

interface ScrapeConfig {
  dns_sd_configs?: { names: string[] }[]
}

/** Also of what no test starts, because its image is not here: the profiles. */
describe.skipIf(!hasContainers)('docker-compose.yml', () => {
  let file: ComposeFile
  beforeAll(async () => {
    const { stdout } = await compose('--profile', '*', 'config', '--format', 'json')
    file = JSON.parse(stdout)
    expect(Object.keys(file.services)).toEqual(
      expect.arrayContaining(['ingress', 'bucket', 'prometheus', 'grafana']),
    )
  })

  test('starts the services of readers without waiting for datastores', () => {
    for (const name of ['render', 'search', 'content', 'copy']) {
      expect(Object.keys(file.services[name]?.depends_on ?? {}), name).toEqual(['prepare'])
    }
    expect(file.services.ingress).not.toHaveProperty('depends_on')
  })

  test('gives every service no capabilities, and resource limits', () => {
    for (const [name, service] of Object.entries(file.services)) {
      expect(service, name).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+$/),
        pids_limit: expect.any(Number),
        logging: { options: { 'max-size': '10m', 'max-file': '3' } },
      })
    }
  })

  test('keeps datastores in networks without internet access', () => {
    expect(file.networks.data).toMatchObject({ internal: true })
    for (const name of ['postgres', 'redis', 'meilisearch', 'bucket']) {
      expect(Object.keys(file.services[name]?.networks ?? {}), name).toEqual(['data'])
    }
    expect(Object.keys(file.services.ingress?.networks ?? {})).toEqual(['edge'])
  })

  test('lets Prometheus reach all its targets', async () => {
    const asked = parse(await readFile('deploy/observability/prometheus.yaml', 'utf8'))
      .scrape_configs.flatMap((job: ScrapeConfig) => job.dns_sd_configs ?? [])
      .flatMap(({ names }: { names: string[] }) => names)
    expect(asked).toEqual(expect.arrayContaining(['render', 'ingress']))
    const networksOf = (name: string) => Object.keys(file.services[name]?.networks ?? {})
    const near = networksOf('prometheus')
    const away = asked.filter((name: string) => !networksOf(name).some((one) => near.includes(one)))
    expect(away).toEqual([])
  })

  test('retries one-off tasks a limited number of times', () => {
    for (const name of ['prepare', 'migrate', 'import', 'create-keys']) {
      expect(file.services[name]?.restart, name).toBe('on-failure:5')
    }
  })

  describe('with deploy/compose/only-postgres.yml', () => {
    let without: ComposeFile
    beforeAll(async () => {
      const files = ['docker-compose.yml', 'deploy/compose/only-postgres.yml']
      const { stdout } = await compose(
        ...files.flatMap((name) => ['--file', name]),
        ...['config', '--format', 'json'],
      )
      without = JSON.parse(stdout)
    })

    test('has neither Redis nor Meilisearch, nor what only they need', () => {
      const ofProfiles = ['bucket', 'check-settings', 'grafana', 'prometheus']
      const left = [...Object.keys(without.services), ...ofProfiles].sort()
      const gone = Object.keys(file.services).filter((name) => !left.includes(name))
      expect(gone.sort()).toEqual(['create-keys', 'indexer', 'meilisearch', 'redis'])
      const waiting = Object.values(without.services).flatMap(({ depends_on = {} }) =>
        Object.keys(depends_on),
      )
      expect(waiting.filter((name) => gone.includes(name))).toEqual([])
    })

    test('mounts everything else, and no volume of theirs', () => {
      const ofThem = /^(?:redis|meilisearch|secrets-(?:redis|meilisearch|search|indexer))$/
      const named = ({ volumes = [] }: Service) =>
        volumes.flatMap(({ type, source = '' }) => (type === 'volume' ? source : []))
      for (const [name, service] of Object.entries(without.services)) {
        const before = named(file.services[name] ?? {})
        expect(named(service).sort(), name).toEqual(
          before.filter((source) => !ofThem.test(source)).sort(),
        )
      }
      expect(Object.keys(without.volumes).filter((name) => ofThem.test(name))).toEqual([])
    })

    test('names neither of them in a setting', () => {
      for (const [name, { environment = {} }] of Object.entries(without.services)) {
        const said = Object.entries(environment).filter(
          ([variable, value]) => variable !== 'LEAVE_OUT' && /redis|meili/i.test(String(value)),
        )
        expect(said, name).toEqual([])
      }
    })
  })

  test('runs three sites beside each other, which share nothing but the image', async () => {
    const sites = await Promise.all(
      ['en', 'ru', 'tr'].map(async (name) => {
        const file = `deploy/compose/sites/${name}.env`
        const args = ['--env-file', file, '--profile', '*', 'config', '--format', 'json']
        const editors = ['--file', 'docker-compose.yml', '--file', 'deploy/compose/editors.yml']
        const { stdout } = await runDocker(['compose', ...editors, ...args])
        return JSON.parse(stdout) as ComposeFile & { name: string }
      }),
    )
    expect(sites.map(({ name }) => name)).toEqual(['finlore', 'finlore-ru', 'finlore-tr'])
    const locales = sites.map(({ services }) => services.content?.environment?.SITE_LOCALE)
    expect(locales).toEqual(['en_US', 'ru_RU', 'tr_TR'])
    const urls = sites.map(({ services }) => services.render?.environment?.SITE_URL)
    expect(urls).toEqual([8080, 8180, 8280].map((port) => `http://localhost:${port}`))
    const published = sites.flatMap(({ services }) =>
      Object.values(services).flatMap(({ ports = [] }) => ports.map((port) => port.published)),
    )
    expect(published).toHaveLength(12)
    expect(new Set(published).size).toBe(published.length)
    const volumes = sites.flatMap(({ volumes: all }) => Object.values(all).map(({ name }) => name))
    expect(new Set(volumes).size).toBe(volumes.length)
  })

  test('runs Postgres 18 in a folder of its own', async () => {
    const files = ['docker-compose.yml', 'deploy/compose/postgres-18.yml']
    const { stdout } = await compose(
      ...files.flatMap((name) => ['--file', name]),
      ...['config', '--format', 'json'],
    )
    const { postgres } = JSON.parse(stdout).services
    expect(postgres).toMatchObject({
      image: 'postgres:18',
      environment: { PGDATA: '/var/lib/postgresql/18/docker/' },
    })
    expect(file.services.postgres?.environment?.PGDATA).toBe('/var/lib/postgresql/17/docker')
  })

  test('mounts only files that are in the repository', () => {
    const mounted = Object.values(file.services).flatMap(({ volumes = [] }) =>
      volumes.filter(({ type }) => type === 'bind').map(({ source = '' }) => source),
    )
    expect(mounted.length).toBeGreaterThan(5)
    expect(mounted.filter((source) => !existsSync(source))).toEqual([])
  })
})
