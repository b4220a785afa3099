import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { FILES_LABEL, hashFiles, mountedFiles, readCompose } from '../support/kube/compose-files.ts'

const services = await readCompose()
const mounting = Object.entries(services).filter(([, service]) => mountedFiles(service).length > 0)

describe('a service of compose that mounts files of deploy/', () => {
  test.each(mounting)('%s is recreated when one of them changes', async (_, service) => {
    const files = await hashFiles(mountedFiles(service))
    expect(service.labels?.[FILES_LABEL], 'run: node tests/chart/write-files.ts').toBe(files)
  })

  test('is the ingress, Prometheus or Grafana', () => {
    expect(mounting.map(([name]) => name)).toEqual(['ingress', 'prometheus', 'grafana'])
  })
})

describe('a setting of compose that has few values', () => {
  const ALLOWED = {
    LOG_LEVEL: ['debug', 'error', 'info', 'silent', 'warn'],
    INDEXING: ['off', 'on'],
    SITE_LOCALE: ['en_US', 'ru_RU', 'tr_TR'],
    SEARCH_ENGINE: ['auto', 'embedded', 'meili'],
  }

  test.each(Object.entries(ALLOWED))('%s has a file for each of them', async (name, values) => {
    const files = await readdir(path.resolve('deploy/compose/allowed', name))
    expect(files.sort()).toEqual(values.map((value) => `${value}.env`))
  })

  test('is checked by a service of every start, before compose changes a container', () => {
    const looked = services.migrate?.env_file ?? []
    for (const name of Object.keys(ALLOWED)) {
      const file = new RegExp(`^deploy/compose/allowed/${name}/\\$\\{${name}:-\\w+\\}\\.env$`)
      expect(looked.filter((one) => file.test(one))).toHaveLength(1)
    }
  })
})
