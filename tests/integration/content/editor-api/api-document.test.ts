import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../../../services/content/config.ts'
import { openContent } from '../../../../services/content/start-content.ts'
import type { ApiDocument } from '../../../support/content/described-answers.ts'

const MANUAL = path.resolve(import.meta.dirname, '../../../../docs/editing.md')
const NO_ID = '00000000-0000-4000-8000-000000000000'

const content = openContent(
  loadConfig({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    EDITOR_TOKEN: 'a-token-for-tests',
    LOG_LEVEL: 'silent',
  }),
)
const { app } = content.service
const routes = collectRoutes(app)
let document: ApiDocument
let text: string

beforeAll(async () => {
  const answer = await app.inject('/openapi.json')
  expect(answer.statusCode, answer.body).toBe(200)
  text = answer.body
  document = answer.json()
})
afterAll(() => content.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([address, item]) =>
    Object.entries(item).map(([verb, operation]) => ({
      name: `${verb.toUpperCase()} ${address}`,
      ...operation,
    })),
  )

describe('the description of the editor API', () => {
  test('is a valid document of OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(text))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('has every route that asks for the token of an editor, and no other', async () => {
    const editors: string[] = []
    for (const { method, url } of routes()) {
      // Editors ask render for previews, which asks with their token.
      if (url.endsWith('/preview-model')) continue
      const address = url.replaceAll(':id', NO_ID).replaceAll(/:\w+/g, '1')
      const { statusCode } = await app.inject({ method, url: address })
      if (statusCode === 401) editors.push(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    }
    expect(editors.length).toBeGreaterThan(15)
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(editors.sort())
  })

  test('says of each what it does, what it needs, and how it may be answered', () => {
    const missing = operations().flatMap(({ name, summary, tags, parameters = [], responses }) => {
      const say = `${name}: add ...describes({ summary, section, answers, refusals }) to the schema of its route`
      if (!summary || tags?.length !== 1) return [say]
      const mute = parameters.filter(({ description }) => !description)
      const succeeds = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      const isAnswered = succeeds.every(([, { content: body }]) => body?.['application/json'])
      return [
        ...mute.map((one) => `${name}: give ${one.in} ${one.name} a description`),
        ...(succeeds.length > 0 && isAnswered ? [] : [`${name}: say in answers what it answers`]),
        ...['400', '401', '503'].filter((status) => !responses[status]),
      ]
    })
    expect(missing).toEqual([])
  })

  test('names the conditions, dry runs, bodies and refusals of edits', () => {
    const put = document.paths['/articles/{slug}']?.put
    expect(put?.parameters?.map((one) => `${one.in} ${one.name}`)).toEqual(
      expect.arrayContaining([
        'path slug',
        'query dryRun',
        'header if-match',
        'header if-none-match',
      ]),
    )
    expect(Object.keys(put?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '201', '400', '401', '412', '413', '415', '428', '429']),
    )
    expect(JSON.stringify(put?.requestBody)).toContain('"takeaways"')
    const bodies = operations().filter(({ name }) => /^(?:PUT|PATCH)/.test(name))
    expect(bodies.filter(({ requestBody }) => !requestBody)).toEqual([])
    expect(text).toContain('"securitySchemes":{"editor":{"type":"http","scheme":"bearer"')
  })

  test('has the routes that the manual names, and no other', async () => {
    const manual = await readFile(MANUAL, 'utf8')
    const rows = manual.matchAll(/^\| (`[A-Z]+[^|]*) \|/gm)
    const named = [...rows].flatMap(([, cell = '']) => routesIn(cell))
    expect(named.sort()).toEqual(
      operations()
        .map(({ name }) => name)
        .sort(),
    )
  })

  test('says what receivers of webhooks are told, and so does the manual', async () => {
    const manual = await readFile(MANUAL, 'utf8')
    const named = [
      ...manual.matchAll(/^\| `((?:article|articles|release|site)\.[a-z]+)` \|/gm),
    ].map(([, kind]) => kind)
    const { webhooks } = JSON.parse(text)
    expect(Object.keys(webhooks)).toContain('article.published')
    expect(named).toEqual(Object.keys(webhooks))
  })

  test('can be read as a page, without a token, whose files are all on this port', async () => {
    const page = await app.inject('/openapi')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'",
    )
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      expect(file).toMatch(/^\/openapi\//)
      expect((await app.inject(file)).statusCode, file).toBe(200)
    }
  })

  test('is not told to a page of another site', async () => {
    for (const url of ['/openapi.json', '/openapi', '/openapi/json']) {
      const answer = await app.inject({ url, headers: { host: 'elsewhere.example.com' } })
      expect(answer.statusCode, url).toBe(421)
    }
  })
})

/** A verb without an address has the one that follows: `GET`, `PATCH /drafts/{id}`. */
function routesIn(cell: string): string[] {
  const verbs: string[] = []
  return [...cell.matchAll(/`([A-Z]+)(?: (\/[^`?]*)[^`]*)?`/g)].flatMap(
    ([, verb = '', address]) => {
      verbs.push(verb)
      return address === undefined ? [] : verbs.splice(0).map((one) => `${one} ${address}`)
    },
  )
}

type Collected = { method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'; url: string }

/** Every route that is registered from now on, but those of HEAD, which Fastify makes itself. */
function collectRoutes(of: FastifyInstance): () => Collected[] {
  const found: Collected[] = []
  of.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const verb of [method].flat()) {
      if (verb === 'HEAD' || verb === 'OPTIONS') continue
      found.push({ method: verb as Collected['method'], url })
    }
  })
  return () => found
}
