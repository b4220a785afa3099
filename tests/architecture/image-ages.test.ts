import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { OLDEST_POSTGRES } from '../../services/shared/database/require-postgres.ts'
import { readCompose } from '../support/kube/compose-files.ts'

/**
 * Until when the branches of images get security fixes, as their makers say. A branch that is not
 * here is one that has not been looked up.
 */
const SUPPORTED_UNTIL: Readonly<Record<string, string>> = {
  'nginx:1.30': '2027-04-30',
  'node:24': '2028-04-30',
  'postgres:15': '2027-11-11',
  'postgres:16': '2028-11-09',
  'postgres:17': '2029-11-08',
  'postgres:18': '2030-11-14',
}
const DATED = /^(nginx|node|postgres):(\d+(?:\.\d+)?)/

const values = parse(await readFile(path.resolve('charts/finlore/values.yaml'), 'utf8'))
const dockerfile = await readFile(path.resolve('deploy/Dockerfile'), 'utf8')
const [nodeImage = ''] = /node:[\w.-]+/.exec(dockerfile) ?? []
const images = [
  ...Object.values(await readCompose()).flatMap(({ image }) => image ?? []),
  `nginx:${values.ingress.image.tag}`,
  values.dev.datastores.postgres.image,
  nodeImage,
  `postgres:${OLDEST_POSTGRES}`,
]

test('no named image or server is past its end of support', () => {
  const dated = [...new Set(images.flatMap((image) => DATED.exec(image)?.[0] ?? []))]
  expect(dated.map((image) => image.split(':')[0]).sort()).toEqual(
    expect.arrayContaining(['nginx', 'node', 'postgres']),
  )
  const today = new Date().toISOString().slice(0, 10)
  const old = dated.filter((image) => (SUPPORTED_UNTIL[image] ?? '') < today)
  expect(old, 'name a newer branch, and the end of its support above').toEqual([])
})
