import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compose, hasContainers } from '../support/containers/container-site.ts'

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
}

interface ComposeFile {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
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

  test('mounts only files that are in the repository', () => {
    const mounted = Object.values(file.services).flatMap(({ volumes = [] }) =>
      volumes.filter(({ type }) => type === 'bind').map(({ source = '' }) => source),
    )
    expect(mounted.length).toBeGreaterThan(5)
    expect(mounted.filter((source) => !existsSync(source))).toEqual([])
  })
})
