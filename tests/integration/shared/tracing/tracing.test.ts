import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ensureWebBuild } from '../../../../deploy/local/ensure-web-build.ts'
import { receiveTraces, type SentSpan } from '../../../support/servers/trace-receiver.ts'
import { freePort, runSite } from '../../../support/site/run-site.ts'

/** The whole site has to start, and to stop. */
const TIMEOUT_MS = 90_000
const SOON = { timeout: 20_000, interval: 50 }
const ROOT = path.resolve(import.meta.dirname, '../../../..')
const ARTICLE = 'how-a-broad-index-etf-works'
const SECRET = 'A title that belongs in no trace'

beforeAll(() => ensureWebBuild(() => {}))

async function runTracedSite(env: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'finlore-traced-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const site = await runSite({
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
    WORKER_PORT: String(await freePort()),
    ...env,
  })
  onTestFinished(() => void site.process.kill('SIGKILL'))
  return { ...site, pageFolder: path.join(folder, 'data/pages') }
}

/** A trace that somebody before us has begun. */
function beginTrace(number: number, flags = '01') {
  const traceId = number.toString(16).padStart(32, 'a')
  const spanId = 'b'.repeat(16)
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } }
}

describe('a traced site', { timeout: TIMEOUT_MS }, () => {
  test('has the spans of a request, from render to its statements, and of an edit', async () => {
    const { url, spans } = await receiveTraces()
    const site = await runTracedSite({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      LOG_LEVEL: 'debug',
    })
    const believed = beginTrace(1)
    const edited = beginTrace(2)
    const unsampled = beginTrace(3, '00')
    // What a reader says of traces counts for nothing; by the id of a request its trace is found.
    const asReader = (requestId: string) => ({
      headers: { ...unsampled.headers, 'x-request-id': requestId },
    })
    await fetch(`${site.url}/no-such-page`, asReader('a-read-page'))
    await fetch(`${site.url}/search?q=secret+words`, asReader('a-search'))
    // From memory, past all routes.
    for (const _round of [1, 2]) await fetch(`${site.url}/robots.txt`, asReader('from-memory'))
    const told = await fetch(`${site.url}/other-page`)
    // Within the site it is believed.
    const inside = (trace: typeof believed) =>
      fetch(`${site.contentUrl}/articles/no-such-article`, {
        headers: { ...trace.headers, authorization: `Bearer ${site.token}` },
      })
    await inside(believed)
    await inside(unsampled)
    // An edit rebuilds what is stored.
    await fetch(`${site.url}/articles/${ARTICLE}`)
    await vi.waitFor(async () => {
      const files = await readdir(site.pageFolder, { recursive: true })
      expect(files.some((file) => file.endsWith(`${ARTICLE}.entry`))).toBe(true)
      // More than were read here, so the worker has made some.
      expect(files.length).toBeGreaterThan(40)
    }, SOON)
    // A page that is not stored is made for its reader.
    const about = await vi.waitFor(async () => {
      const files = await readdir(site.pageFolder, { recursive: true })
      const file = files.find((name) => name.endsWith('info/about-us.entry'))
      expect(file).toBeDefined()
      return String(file)
    }, SOON)
    await rm(path.join(site.pageFolder, about))
    await fetch(`${site.url}/info/about-us`, asReader('a-made-page'))
    const edit = await fetch(`${site.contentUrl}/articles/${ARTICLE}`, {
      method: 'PATCH',
      headers: {
        ...edited.headers,
        authorization: `Bearer ${site.token}`,
        'content-type': 'application/json',
        'if-match': '*',
      },
      body: JSON.stringify({ title: SECRET }),
    })
    const { revision } = JSON.parse(await edit.text())
    await vi.waitFor(
      async () =>
        expect(await (await fetch(`${site.url}/articles/${ARTICLE}`)).text()).toContain(SECRET),
      SOON,
    )
    await site.stop()

    const of = (trace: { traceId: string } | undefined) =>
      spans.filter(({ traceId }) => traceId === trace?.traceId)
    /** All spans of the trace that a request began. */
    const ofRequest = (requestId: string | null) =>
      of(spans.find(({ facts }) => facts['finlore.request_id'] === requestId))
    const servicesOf = (requestId: string | null) =>
      spans
        .filter(({ facts }) => facts['finlore.request_id'] === requestId)
        .map(({ service }) => service)
        .sort()
    const read = ofRequest('a-read-page')
    expect(lineOf(read, 'select')).toEqual([
      'render GET /*',
      'render GET /address-lookups',
      'content GET /address-lookups',
      'content select',
    ])
    expect(ofRequest('a-made-page').map(nameOf)).toContain('content GET /page-models')
    expect(servicesOf('a-read-page')).toEqual(['render'])
    expect(servicesOf(told.headers.get('x-request-id'))).toEqual(['render'])
    expect(ofRequest('from-memory').map(nameOf)).toContain('render GET /robots.txt')
    expect(lineOf(ofRequest('a-search'), 'GET /api/search', 'search')).toEqual([
      'render GET /*',
      'render GET /api/search',
      'search GET /api/search',
    ])
    expect(of(believed).map(nameOf)).toContain('content GET /articles/:slug')
    const asked = of(believed).find(({ name }) => name === 'GET /articles/:slug')
    expect(asked?.parentSpanId).toBe(believed.spanId)
    expect(of(unsampled)).toEqual([])

    expect(lineOf(of(edited), 'commit')).toEqual([
      'content PATCH /articles/:slug',
      'content commit',
    ])
    const patch = of(edited).find(({ name }) => name === 'PATCH /articles/:slug')
    expect(patch?.facts).toMatchObject({
      'http.route': '/articles/:slug',
      'http.response.status_code': 200,
      'finlore.revision': revision,
    })
    const followed = spans.find(
      ({ name, facts }) => name === 'follow changes' && facts['finlore.revision'] === revision,
    )
    expect(followed?.service).toBe('worker')
    const made = spans.find(({ name }) => name === 'rebuild edits')
    expect(made?.facts).toMatchObject({
      'finlore.path': `/articles/${ARTICLE}`,
      'finlore.revision': revision,
    })
    const requests = spans.filter(
      ({ name, service }) => name === 'GET /page-models' && service === 'worker',
    )
    // The model of an edited page is asked for while pages are marked, all others later.
    expect(requests.map(({ parentSpanId }) => parentSpanId)).toContain(followed?.spanId)
    const asking = requests.find(({ parentSpanId }) => parentSpanId !== followed?.spanId)
    expect(lineOf(of(asking), 'GET /page-models', 'content').slice(-3)).toEqual([
      expect.stringMatching(/^worker rebuild (?:bulk|knock-ons|edits)$/),
      'worker GET /page-models',
      'content GET /page-models',
    ])

    const everything = JSON.stringify(spans.map(({ duration: _, ...span }) => span))
    for (const text of [SECRET, 'secret+words', 'secret words', site.token])
      expect(everything).not.toContain(text)
    expect(spans.every(({ duration }) => duration >= 0n)).toBe(true)
    for (const traceId of [read[0]?.traceId, edited.traceId])
      expect(site.output()).toContain(`"trace_id":"${traceId}"`)
  })

  test('runs and stops as before when the collector is down', async () => {
    const site = await runTracedSite({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_TRACES_SAMPLER: 'always_on',
    })
    await vi.waitFor(() => expect(site.output()).toContain('traces cannot be sent'), {
      timeout: 60_000,
    })
    expect((await fetch(site.url)).status).toBe(200)
    expect(await site.stop()).toBe(0)
    // Each of its two processes says so once at most.
    const said = site.output().match(/traces cannot be sent/g) ?? []
    expect([1, 2]).toContain(said.length)
  })
})

test('OpenTelemetry is not loaded without a collector', async () => {
  const loaded = async (env: Record<string, string>) => {
    const script = `
      import { registerHooks } from 'node:module'
      const found = new Set()
      registerHooks({
        resolve(specifier, context, next) {
          const resolved = next(specifier, context)
          const [name] = /@opentelemetry\\/[^/]+/.exec(resolved.url) ?? []
          // prom-client brings this one for itself.
          if (name && name !== '@opentelemetry/api') found.add(name)
          return resolved
        },
      })
      for (const app of ['content/app.ts', 'search/app.ts', 'render/server/app.ts'])
        await import(${JSON.stringify(`file://${ROOT}/services/`)} + app)
      const { startTracing } = await import(${JSON.stringify(`file://${ROOT}/services/shared/tracing/tracing.ts`)})
      await startTracing(process.env)
      process.stdout.write(String(found.size))
      process.exit()`
    const { PATH } = process.env
    const args = ['--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH, ...env } })
    return Number(stdout)
  }

  expect(await loaded({})).toBe(0)
  expect(await loaded({ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a' })).toBe(
    0,
  )
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toBeGreaterThan(2)
})

const nameOf = ({ service, name }: SentSpan) => `${service} ${name}`

/** A span of this name and those above it, the first one first. */
function lineOf(spans: readonly SentSpan[], name: string, service?: string): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const above = (span: SentSpan | undefined): string[] =>
    span ? [...above(byId.get(span.parentSpanId ?? '')), nameOf(span)] : []
  const last = spans.find((span) => span.name === name && (!service || span.service === service))
  return above(last)
}
