import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { reasonsAgainst } from '../parts/licences.ts'
import { listParts } from '../parts/list-parts.ts'
import { type Part, readParts } from '../parts/read-parts.ts'

const WEB = path.resolve(import.meta.dirname, '../../web/src')

const parts = await readParts()
const named = (name: string) => parts.find(({ folder }) => folder === `node_modules/${name}`)
const part = (more: Partial<Part>): Part => ({
  folder: 'node_modules/some',
  name: 'some',
  version: '1.0.0',
  sha512: 'ab'.repeat(64),
  licence: 'MIT',
  isNamed: true,
  isShipped: true,
  needs: [],
  ...more,
})

test('what is shipped is distinguished from what only builds and tests', () => {
  const shipped = ['fastify', 'find-my-way', 'react', 'scheduler'].map(
    (name) => named(name)?.isShipped,
  )
  const tools = ['vitest', 'vite', '@sparticuz/chromium'].map((name) => named(name)?.isShipped)
  expect([...shipped, ...tools]).toEqual([true, true, true, true, false, false, false])
})

test('the packages in the web bundle are no development dependencies', async () => {
  const files = (await readdir(WEB, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\./.test(name),
  )
  const imported = new Set<string>()
  for (const file of files) {
    const source = await readFile(path.join(WEB, file), 'utf8')
    for (const [, target = ''] of source.matchAll(/(?:from|import)\s+'([^'.#][^']*)'/g)) {
      imported.add(target.split('/', target.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  expect([...imported].sort()).toEqual(['react', 'react-dom'])
  expect([...imported].filter((name) => !named(name)?.isShipped)).toEqual([])
})

test('a licence that asks for more than its notice is refused in what is shipped', () => {
  expect(reasonsAgainst([part({ licence: 'GPL-3.0-only' })])).toEqual([
    'some 1.0.0 is shipped, and its licence is GPL-3.0-only',
  ])
  expect(reasonsAgainst([part({ licence: 'Unlicense' })])).toHaveLength(1)
  expect(reasonsAgainst([part({ licence: 'Unlicense', isShipped: false })])).toEqual([])
  expect(reasonsAgainst([part({ licence: 'AGPL-3.0-only', isShipped: false })])).toEqual([
    'some 1.0.0 is a tool, and its licence is AGPL-3.0-only',
  ])
})

test('of several licences one is enough with OR, and all are required with AND', () => {
  expect(reasonsAgainst([part({ licence: 'MIT OR GPL-3.0-only' })])).toEqual([])
  expect(reasonsAgainst([part({ licence: 'MIT AND GPL-3.0-only' })])).toHaveLength(1)
})

test('a part without a readable licence is refused until it was looked up', () => {
  for (const licence of [undefined, 'SEE LICENSE IN LICENSE.txt', 'UNLICENSED', 'LicenseRef-own']) {
    expect(reasonsAgainst([part({ licence })]), String(licence)).toHaveLength(1)
  }
})

test('the list has every part with its checksum and licence, and is reproducible [T16]', () => {
  const list = listParts(parts, '1.2.3')
  expect(listParts([...parts].reverse(), '1.2.3')).toBe(list)

  const { bomFormat, specVersion, metadata, components, dependencies } = JSON.parse(list)
  expect([bomFormat, specVersion, metadata.component.version]).toEqual([
    'CycloneDX',
    '1.6',
    '1.2.3',
  ])
  expect(components).toHaveLength(parts.length)
  for (const { hashes, licenses, purl } of components) {
    expect(hashes, purl).toEqual([
      { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
    ])
    expect(licenses, purl).toHaveLength(1)
  }
  const needs = (ref: string) =>
    dependencies.find((entry: { ref: string }) => entry.ref === ref)?.dependsOn
  expect(needs('finlore')).toContain('node_modules/fastify')
  expect(needs('node_modules/fastify')).toContain('node_modules/find-my-way')
  expect(components).toContainEqual(
    expect.objectContaining({
      group: '@fastify',
      name: 'rate-limit',
      purl: expect.stringMatching(/^pkg:npm\/%40fastify\/rate-limit@\d/),
      scope: 'required',
    }),
  )
})
