import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { currentReadme, expectedReadme } from '../support/kube/chart-readme.ts'
import { CHART } from '../support/kube/render-chart.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = async (...names: string[]) => readFile(path.join(...names), 'utf8')

interface Schema {
  type?: string | string[]
  description?: string
  $ref?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  definitions?: Record<string, Schema>
}

const schema: Schema = JSON.parse(await read(CHART, 'values.schema.json'))
const values: unknown = parse(await read(CHART, 'values.yaml'))

const resolve = (one: Schema | undefined): Schema => {
  const name = one?.$ref?.split('/').at(-1)
  return name ? resolve(schema.definitions?.[name]) : (one ?? {})
}
/** Of a free map any name is right; of what was there once, or belongs to other charts, none. */
const isFree = ({ properties, type }: Schema) => !properties || type === undefined
const GONE = /^Not a value of this chart/
/** What a chart around this one sets. */
const OF_PARENTS = ['enabled', 'global']

function unknownTo(one: Schema, value: unknown, place: string): string[] {
  const { properties, ...rest } = resolve(one)
  if (isFree({ properties, ...rest } as Schema) || !isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    properties?.[key] ? unknownTo(properties[key], inner, `${place}.${key}`) : [`${place}.${key}`],
  )
}

function missingFrom(one: Schema, value: unknown, place: string): string[] {
  const { properties } = resolve(one)
  if (!properties || !isRecord(value)) return []
  return Object.entries(properties).flatMap(([key, inner]) => {
    if (GONE.test(inner.description ?? '') || (place === '' && OF_PARENTS.includes(key))) return []
    if (place.endsWith('.podSpec')) return []
    // What all pods have in common stands once, at `pods`.
    if (place !== '.pods' && key in (resolve(schema.properties?.pods).properties ?? {})) return []
    return key in value ? missingFrom(inner, value[key], `${place}.${key}`) : [`${place}.${key}`]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value instanceof Object && !Array.isArray(value)

function everyObject(one: Schema, place: string): [string, Schema][] {
  const inner = [
    ...Object.entries(one.properties ?? {}),
    ...Object.entries(one.definitions ?? {}),
    ...(one.items ? [['[]', one.items] as const] : []),
  ].flatMap(([key, child]) => everyObject(child, `${place}.${key}`))
  return one.properties ? [[place, one], ...inner] : inner
}

describe('the chart’s schema', () => {
  test('has every value, and none without effect', () => {
    expect(unknownTo(schema, values, '')).toEqual([])
    const optional = /\.resources\.|\.copyResources\.|^\.indexer|^\.batch/
    expect(missingFrom(schema, values, '').filter((place) => !optional.test(place))).toEqual([])
  })

  test('refuses unknown values, at every level', () => {
    const objects = everyObject(schema, '')
    expect(objects.length).toBeGreaterThan(30)
    expect(
      objects
        .filter(([, { additionalProperties }]) => additionalProperties !== false)
        .map(([place]) => place),
    ).toEqual(['.global'])
  })

  test('has only values that templates use', async () => {
    const folder = path.join(CHART, 'templates')
    const names = (await readdir(folder, { recursive: true })).filter((name) =>
      /\.(?:ya?ml|tpl|txt)$/.test(name),
    )
    const templates = (await Promise.all(names.map((name) => read(folder, name)))).join('\n')
    const leaves = (value: unknown, key: string): string[] =>
      isRecord(value)
        ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, name))
        : [key]
    const unused = leaves(values, '').filter((key) => !new RegExp(`\\b${key}\\b`).test(templates))
    // Shown whole: maps that the API server reads.
    expect(unused.filter((key) => !['cpu', 'memory', 'grafana_dashboard'].includes(key))).toEqual(
      [],
    )
  })
})

describe('the chart', () => {
  test('has a README whose table of values is up to date', async () => {
    expect(await currentReadme(), 'run: node tests/chart/write-readme.ts').toBe(
      await expectedReadme(),
    )
  })

  test('has the version of the code', async () => {
    const chart = parse(await read(CHART, 'Chart.yaml'))
    const { version } = JSON.parse(await read(ROOT, 'package.json'))
    expect(chart.appVersion).toBe(version)
    expect(chart.annotations['artifacthub.io/images']).toContain(`image: finlore:${version}`)
  })

  test('links to existing files', async () => {
    const links = [...(await currentReadme()).matchAll(/\]\(([^)#:]+)\)/g)].map(
      ([, link = '']) => link,
    )
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) await read(CHART, link)
  })
})
