import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { compose, hasContainers } from '../support/container-site.ts'

interface Service {
  depends_on?: Record<string, unknown>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  pids_limit?: number
  networks?: Record<string, unknown>
  logging?: { options?: Record<string, string> }
  volumes?: { type: string; source?: string }[]
}

interface ComposeFile {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
}

/** Also of what no test starts, because its image is nobody's here: the profiles. */
describe.skipIf(!hasContainers)('docker-compose.yml', () => {
  let file: ComposeFile
  beforeAll(async () => {
    const { stdout } = await compose('--profile', '*', 'config', '--format', 'json')
    file = JSON.parse(stdout)
    expect(Object.keys(file.services)).toEqual(
      expect.arrayContaining(['ingress', 'bucket', 'prometheus', 'grafana']),
    )
  })

  test('lets readers wait for nothing that keeps data', () => {
    for (const name of ['render', 'search', 'content', 'copy']) {
      expect(Object.keys(file.services[name]?.depends_on ?? {}), name).toEqual(['prepare'])
    }
    expect(file.services.ingress).not.toHaveProperty('depends_on')
  })

  test('gives every service no rights, and limits to what it takes', () => {
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

  test('keeps datastores where nothing reaches outside', () => {
    expect(file.networks.data).toMatchObject({ internal: true })
    for (const name of ['postgres', 'redis', 'meilisearch', 'bucket']) {
      expect(Object.keys(file.services[name]?.networks ?? {}), name).toEqual(['data'])
    }
    expect(Object.keys(file.services.ingress?.networks ?? {})).toEqual(['edge'])
  })

  test('mounts only files that are in the repository', () => {
    const mounted = Object.values(file.services).flatMap(({ volumes = [] }) =>
      volumes.filter(({ type }) => type === 'bind').map(({ source = '' }) => source),
    )
    expect(mounted.length).toBeGreaterThan(5)
    expect(mounted.filter((source) => !existsSync(source))).toEqual([])
  })
})
