import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../support/source/list-files.ts'
import { isTest, readImports, resolveInside } from '../support/source/read-imports.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * Which zone may import which, besides itself. The first zone whose folder a file lies in is its zone.
 * Changing the architecture means changing this table, in a commit that says why.
 */
const ZONES: Readonly<
  Record<string, { mayImport: readonly string[]; typesOnly?: readonly string[] }>
> = {
  'services/shared/contracts': { mayImport: [] },
  'services/shared/text': { mayImport: [], typesOnly: ['services/shared/contracts'] },
  'services/shared/addresses': {
    mayImport: ['services/shared/text'],
    typesOnly: ['services/shared/contracts'],
  },
  'services/shared/formulas': { mayImport: [], typesOnly: ['services/shared/contracts'] },
  'services/shared/charts': {
    mayImport: ['services/shared/text', 'services/shared/formulas'],
    typesOnly: ['services/shared/contracts'],
  },
  'services/shared': {
    mayImport: ['services/shared/contracts', 'services/shared/text', 'services/shared/addresses'],
  },
  'services/content': { mayImport: SHARED() },
  'services/search': { mayImport: SHARED() },
  'services/render': { mayImport: SHARED() },
  // What reaches the browser: pure code, and of the contracts only their types.
  web: {
    mayImport: [
      'services/shared/text',
      'services/shared/addresses',
      'services/shared/formulas',
      'services/shared/charts',
    ],
    typesOnly: ['services/shared/contracts'],
  },
  migrations: { mayImport: [] },
  // Runs every service in one process, and so knows them all.
  deploy: {
    mayImport: ['services', 'services/content', 'services/search', 'services/render', ...SHARED()],
  },
}

/** Which zones may use an outside package. One that is not listed may not be used. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  typebox: ['services', 'deploy'],
  fastify: ['services', 'deploy'],
  'prom-client': ['services'],
  '@fastify/http-proxy': ['deploy'],
  kysely: ['services/content', 'services/render', 'services/shared/database', 'migrations'],
  pg: ['services/shared/database', 'services/shared/queues', 'deploy/local'],
  bullmq: ['services/shared/queues'],
  ioredis: ['services/shared/queues'],
  '@opentelemetry/api': ['services/shared/tracing'],
  '@opentelemetry/core': ['services/shared/tracing'],
  '@opentelemetry/exporter-trace-otlp-http': ['services/shared/tracing'],
  '@opentelemetry/resources': ['services/shared/tracing'],
  '@opentelemetry/sdk-trace': ['services/shared/tracing'],
  '@bull-board/api': ['services/shared/queues'],
  '@bull-board/fastify': ['services/shared/queues'],
  'd3-array': ['services/shared/charts'],
  'd3-time': ['services/shared/charts'],
  'csv-parse': ['services/content/facts/fetching'],
  jsep: ['services/content/formulas'],
  'ipaddr.js': ['services/shared/network'],
  'fastest-levenshtein': ['services/content/drafts'],
  'lru-cache': ['services/search/engines/embedded', 'services/render'],
  'p-limit': [
    'services/shared/bucket',
    'services/shared/threads',
    'services/content/lint',
    'services/render',
  ],
  piscina: ['services/shared/threads'],
  sharp: ['services/content/rasters', '*.test'],
  'robots-parser': ['services/content/lint'],
  '@fastify/static': ['services/render/files/export'],
  '@fastify/swagger': ['services/content/editor-api'],
  '@fastify/swagger-ui': ['services/content/editor-api'],
  '@fastify/rate-limit': ['services/search', 'services/shared/http'],
  '@orama/stemmers': ['services/search/words'],
  meilisearch: ['services/search/engines/meili'],
  cockatiel: ['services/search/engines'],
  '@aws-sdk/client-s3': ['services/shared/bucket'],
  'age-encryption': ['services/content/backup'],
  '@resvg/resvg-wasm': ['services/render/server/pictures'],
  harfbuzzjs: ['services/render/server/pictures'],
  'markdown-it': ['services/content/markdown', '*.test'],
  yaml: [
    'deploy/local',
    'services/content/folder',
    'services/content/generation',
    'services/content/merging',
  ],
  'node-diff3': ['services/content/editions'],
  openai: ['services/content/generation'],
  react: ['web'],
  'react-dom': ['web'],
  vite: ['web', 'deploy'],
  '@vitejs/plugin-react': ['web'],
  playwright: ['deploy/pictures'],
  '@sparticuz/chromium': ['deploy/pictures'],
  vitest: ['*.test'],
  'fast-check': ['*.test'],
  '@seriousme/openapi-schema-validator': ['*.test'],
  parse5: ['services/content/ads', 'services/content/folder', '*.test'],
}

function SHARED() {
  return ['', '/contracts', '/text', '/addresses', '/formulas', '/charts'].map(
    (zone) => `services/shared${zone}`,
  )
}

const { files, imports } = await readImports()

const zoneOf = (file: string) =>
  Object.keys(ZONES)
    .filter((zone) => file.startsWith(`${zone}/`))
    .sort((a, b) => b.length - a.length)[0]

const packageOf = (target: string) => target.split('/', target.startsWith('@') ? 2 : 1).join('/')

describe('the source', () => {
  test('is read completely', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
  })

  test('has no import between zones that the table does not allow', () => {
    const broken = imports.flatMap((entry) => {
      const inside = resolveInside(entry)
      const from = zoneOf(entry.file)
      const to = inside && zoneOf(inside)
      if (!inside || from === to || isTest(entry.file)) return []
      const rule = ZONES[from ?? '']
      const allowed =
        to !== undefined &&
        (rule?.mayImport.includes(to) || (entry.typeOnly && rule?.typesOnly?.includes(to)))
      return allowed ? [] : [`${entry.file} → ${entry.target}`]
    })
    expect(broken).toEqual([])
  })

  test('uses each outside package only where its owner is', () => {
    const broken = imports.flatMap(({ file, target }) => {
      if (target.startsWith('.') || target.startsWith('#') || target.startsWith('node:')) return []
      const owners = PACKAGES[packageOf(target)] ?? []
      const allowed = owners.some(
        (owner) => (owner === '*.test' && isTest(file)) || file.startsWith(`${owner}/`),
      )
      return allowed ? [] : [`${file} → ${target}`]
    })
    expect(broken).toEqual([])
  })

  test('has one pool of threads; only the title index keeps threads with state', () => {
    const pools = ['piscina', 'node:worker_threads', 'worker_threads']
    const own = imports.filter(({ file, target }) => pools.includes(target) && !isTest(file))
    expect(own.map(({ file }) => file).sort()).toEqual([
      'services/search/engines/embedded/build-beside.ts',
      'services/search/engines/embedded/build-thread.ts',
      'services/shared/threads/create-threads.ts',
      'services/shared/threads/create-threads.ts',
    ])
  })

  test('needs no bench: neither the product nor its tests import one', async () => {
    const needing: string[] = []
    for (const name of await listFiles(path.join(ROOT, 'tests'))) {
      const source =
        name.endsWith('.ts') && (await readFile(path.join(ROOT, 'tests', name), 'utf8'))
      if (source && /from '(?:\.\.\/)+bench\//.test(source)) needing.push(name)
    }
    expect(needing).toEqual([])
    expect(imports.filter(({ target }) => /^(?:\.\.\/)+bench\//.test(target))).toEqual([])
  })

  test('gives every relative import its extension', () => {
    const bare = imports.filter(
      ({ target }) => /^(?:\.|#)/.test(target) && !/\.(?:tsx?|mjs|css|svg)$/.test(target),
    )
    expect(bare).toEqual([])
  })
})

describe('names', () => {
  const VAGUE = /^(?:index|utils?|helpers?|common|misc|types)\.tsx?$/

  test('are not vague', () => {
    expect(files.filter((file) => VAGUE.test(path.posix.basename(file)))).toEqual([])
  })

  test('of unit tests are those of the files that they test', async () => {
    // It gives texts of one kind to every part of content that reads them.
    const tests = files.filter(
      (file) => isTest(file) && file !== 'services/content/linear-time.test.ts',
    )
    const stem = (file: string) => path.posix.basename(file).replace(/\..*/, '')
    const unmatched: string[] = []
    for (const file of tests) {
      const names = await readdir(path.join(ROOT, path.posix.dirname(file)))
      if (!names.some((name) => !isTest(name) && stem(name) === stem(file))) unmatched.push(file)
    }
    expect(tests.length).toBeGreaterThan(200)
    expect(unmatched).toEqual([])
  })

  test('are kebab-case for what Node runs and PascalCase for components', () => {
    const odd = files.filter((file) => {
      const name = path.posix.basename(file).replace(/(?:\.[a-z-]+)?\.test(?=\.)/, '')
      if (!name.endsWith('.tsx'))
        return !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.config)?\.(?:ts|mjs)$/i.test(name)
      return !/^(?:[A-Z][A-Za-z]+(?:\.island)?|entry-[a-z]+)\.tsx$/.test(name)
    })
    const timestamped = (file: string) => file.startsWith('migrations/')
    expect(odd.filter((file) => !timestamped(file))).toEqual([])
  })

  test('are exported one by one, never as a default', async () => {
    const defaults: string[] = []
    for (const file of files.filter((name) => !name.endsWith('vite.config.ts'))) {
      const source = await readFile(path.join(ROOT, file), 'utf8')
      if (/^export default\b/m.test(source)) defaults.push(file)
    }
    expect(defaults).toEqual([])
  })
})

describe('the repository', () => {
  test('has a lockfile without download addresses, and every package has its checksum [T16]', async () => {
    const lockfile = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'))
    const packages: [string, Record<string, unknown>][] = Object.entries(lockfile.packages)
    const outside = packages.filter(([name]) => name !== '')
    expect(outside.length).toBeGreaterThan(50)
    expect(outside.filter(([, entry]) => 'resolved' in entry)).toEqual([])
    expect(outside.filter(([, entry]) => !('integrity' in entry))).toEqual([])
  })
})
