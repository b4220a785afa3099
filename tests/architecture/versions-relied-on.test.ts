import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8')

interface Reliance {
  /** Checked with the files below. A literal: raising it says that somebody has looked again. */
  version: string
  /** What relies on more than the package documents: a file, or all files of a folder. */
  where: string
  /** To be run with another version, after `npm test --`. */
  tests: readonly string[]
}

/** Everything else uses packages as they are documented. */
const RELIED_ON: Readonly<Record<string, readonly Reliance[]>> = {
  node: [
    {
      version: '24',
      where: 'services/shared/http/node',
      tests: [
        '--project unit shared/http',
        '--project integration stop-under-load stop-through-ingress start-site desync floods',
        '--project faults slow-sockets',
      ],
    },
  ],
  pg: [
    {
      version: '8.23.1',
      where: 'services/shared/database/pg',
      tests: [
        '--project unit shared/database',
        '--project integration in-transaction records/database troubled-postgres edit-cut-off',
        '--project faults rebuild-faults',
      ],
    },
  ],
  'pg-pool': [
    {
      version: '3.14.0',
      where: 'services/shared/database/pg/lend-in-time.ts',
      tests: ['--project integration troubled-postgres edit-cut-off'],
    },
  ],
  kysely: [
    {
      version: '0.29.9',
      where: 'services/shared/database/pg',
      tests: ['--project integration in-transaction records/database database/database'],
    },
  ],
  'prom-client': [
    {
      version: '15.1.3',
      where: 'services/shared/http/request-durations.ts',
      tests: ['--project unit request-durations', '--project integration metric-table'],
    },
  ],
  'markdown-it': [
    {
      version: '15.0.3',
      where: 'services/content/markdown/bound-parts.ts',
      tests: [
        '--project unit bound-parts linear-time',
        '--project integration costly-texts hostile-pages',
      ],
    },
  ],
  vite: [
    {
      version: '8.3.8',
      where: 'web/vite.config.ts',
      tests: ['--project unit chunk-failure', '--project e2e navigation'],
    },
  ],
}

const all = Object.entries(RELIED_ON).flatMap(([name, places]) =>
  places.map((place) => ({ name, ...place })),
)
const { packages } = JSON.parse(await read('package-lock.json'))

async function filesAt(where: string): Promise<string[]> {
  if (where.endsWith('.ts')) return [where]
  const names = await readdir(path.join(ROOT, where))
  return names
    .filter((name) => !name.includes('.test.'))
    .map((name) => path.posix.join(where, name))
}

test.each(all)('$name is of the version that $where was checked with', (relied) => {
  const { name, version, where, tests } = relied
  const locked: string = packages[`node_modules/${name}`]?.version ?? 'missing'
  const commands = tests.map((one) => `  npm test -- ${one}`).join('\n')
  expect(
    `${locked}.`.startsWith(`${version}.`),
    `${name} is ${locked} and was ${version}. Read what ${where} relies on, at the head of each file, ` +
      `and look whether it still holds and is still needed; then run\n${commands}\n` +
      'and write the new version into this test.',
  ).toBe(true)
})

test('these tests run on the version of Node that they check', () => {
  const [major] = process.versions.node.split('.')
  expect(RELIED_ON.node?.map(({ version }) => version)).toEqual([major])
})

describe.each([...new Set(all.map(({ where }) => where))])('%s', (where) => {
  test('names the promise that needs it, an upstream link, and what it relies on', async () => {
    const files = await filesAt(where)
    expect(files).not.toEqual([])
    for (const file of files) {
      const head = /\/\*\n \* Promise: [\s\S]+?\*\//.exec(await read(file))?.[0] ?? ''
      expect(head, file).toMatch(/\n \* Upstream: [\s\S]*?https:\/\//)
      expect(head, file).toMatch(/\n \* Relies on: /)
      // What it names is there.
      for (const [named] of head.matchAll(/\b(?:services|tests|web)\/[\w./-]+\.\w+/g)) {
        expect(await read(named), named).toBeTruthy()
      }
    }
  })

  test('has tests for another version', async () => {
    const names = ['services', 'web/src', 'tests/integration', 'tests/faults', 'tests/e2e']
    const files = (
      await Promise.all(
        names.map(async (folder) =>
          (
            await readdir(path.join(ROOT, folder), { recursive: true })
          ).map((name) => path.posix.join(folder, name)),
        ),
      )
    ).flat()
    const tests = files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
    const words = all
      .filter((relied) => relied.where === where)
      .flatMap((relied) => relied.tests)
      .flatMap((command) => command.split(' ').slice(2))
    expect(words.filter((word) => !tests.some((file) => file.includes(word)))).toEqual([])
  })
})
