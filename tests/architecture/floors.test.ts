import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, isTest, readImports, resolveInside } from '../support/source/read-imports.ts'

/**
 * The floors of each service, the lowest first. A file stands on the floor of the folder it lies in, and
 * `.` is the service's own folder. It may import files of its own floor and of the floors below it; a
 * unit test may import whatever its service has.
 */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'services/shared': [
    ...[
      'contracts',
      'text',
      'addresses',
      'formulas',
      'charts',
      '.',
      'bucket',
      'network',
      'threads',
      'processes',
      'metrics',
      'tracing',
    ],
    ...['database/pg', 'database', 'http/node', 'http', 'clients', 'queues'],
  ],
  'services/content': [
    ...[
      'database',
      'addresses',
      'formulas',
      'markdown',
      'glossary',
      'drafts',
      'numbers',
      'facts',
      'ads',
      'parsing',
      'site',
      'rasters',
    ],
    ...['changes', 'library', 'editions', 'webhooks', 'edits', 'pages', 'folder', 'lint'],
    ...['merging', 'import', 'publishing', 'facts/fetching', 'releases', 'editor-api'],
    ...['generation', 'explain', 'backup', 'commands', '.'],
  ],
  'services/search': [
    ...['words', 'engines', 'titles', 'engines/embedded', 'engines/meili', 'similar', 'answers'],
    '.',
  ],
  'services/render': [
    ...['store', 'documents/bundle', 'documents'],
    ...['worker/records', 'worker/index-now', 'worker/cdn', 'worker/rebuild', 'server/pictures'],
    ...['server/answers/bodies', 'server/answers/files', 'server/answers/memory'],
    ...['server/answers', 'server/third-party-proxy', 'server'],
    ...['preview', 'files', 'files/export', 'files/copy', '.'],
  ],
  'web/src': [
    ...['styles', 'browser', 'strings', 'components', 'pages', 'runtime'],
    ...[
      'islands/search-box',
      'islands/terms',
      'islands/examples',
      'islands/charts',
      'islands/saved',
      'islands',
      'service-worker',
      '.',
    ],
  ],
}

const { files, imports } = await readImports()
const tests = await listTests()

async function listTests(): Promise<string[]> {
  const folder = path.resolve(import.meta.dirname, '../integration')
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.posix.join('tests/integration', name))
}

/** @returns how high a file stands in its service, or -1 where its folder is missing in the table */
function heightOf(service: string, file: string): number {
  const folder = path.posix.relative(service, path.posix.dirname(file)) || '.'
  const floors = FLOORS[service] ?? []
  const known = floors.filter((floor) => `${folder}/`.startsWith(`${floor}/`))
  return floors.indexOf(known.sort((a, b) => b.length - a.length)[0] ?? '')
}

const serviceOf = (file: string) =>
  Object.keys(FLOORS).find((service) => file.startsWith(`${service}/`))

/** Every import of a file that stands higher than the file that imports it. */
const climbsIn = (some: readonly Import[]): string[] =>
  some.flatMap((entry) => {
    const service = serviceOf(entry.file)
    const target = resolveInside(entry)
    if (!service || !target || serviceOf(target) !== service || isTest(entry.file)) return []
    const climbs = heightOf(service, target) > heightOf(service, entry.file)
    return climbs ? [`${entry.file} → ${target}`] : []
  })

/** Circles of files that import one another, each as the way around it. */
function circlesIn(some: readonly Import[]): string[] {
  const targets = Map.groupBy(some, ({ file }) => file)
  const circles: string[] = []
  const finished = new Set<string>()
  function follow(file: string, way: readonly string[]) {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (way.includes(file) || finished.has(file)) return
    for (const entry of targets.get(file) ?? []) {
      const target = resolveInside(entry)
      if (target) follow(target, [...way, file])
    }
    finished.add(file)
  }
  for (const file of targets.keys()) follow(file, [])
  return circles
}

describe('the floors of a service', () => {
  test('contain every file', () => {
    const homeless = files.filter((file) => {
      const service = serviceOf(file)
      return service && heightOf(service, file) === -1
    })
    expect(homeless).toEqual([])
  })

  test('are imported downwards only', () => {
    expect(climbsIn(imports)).toEqual([])
  })

  test('report an import upwards, even of a type', () => {
    const climb = { file: 'services/content/changes/a.ts', target: '../pages/b.ts', typeOnly: true }
    const descent = { file: 'services/content/pages/b.ts', target: '../site/c.ts', typeOnly: false }
    expect(climbsIn([climb, descent])).toEqual([
      'services/content/changes/a.ts → services/content/pages/b.ts',
    ])
  })
})

describe('the tests of a floor', () => {
  /** Folders of integration tests that are of no floor: several services, or what starts them. */
  const BESIDE = new Set(['site', 'deploy', 'deploy/ingress', 'deploy/local'])
  const FOLDER = /^tests\/integration\/(.+)\/[^/]+$/
  const folders = new Set(tests.flatMap((file) => FOLDER.exec(file)?.[1] ?? []))

  /** Only what Vite built is read there: every test of a page reads it. */
  const READ_BY_ALL = 'services/render/documents/bundle'

  test('are beside the code, or in the folder of integration tests with its name', () => {
    const homeless = Object.entries(FLOORS).flatMap(([service, floors]) =>
      floors.flatMap((floor) => {
        const folder = path.posix.join(service, floor)
        const unit = files.some((file) => isTest(file) && path.posix.dirname(file) === folder)
        const below = files.some((file) => isTest(file) && file.startsWith(`${folder}/`))
        const name = path.posix.join(path.posix.basename(service), floor)
        return unit || below || folders.has(name) ? [] : folder
      }),
    )
    expect(homeless).toEqual([READ_BY_ALL])
  })

  test('are in folders that are named after floors', () => {
    const named = Object.entries(FLOORS).flatMap(([service, floors]) =>
      floors.map((floor) => path.posix.join(path.posix.basename(service), floor)),
    )
    const known = new Set([...named, ...BESIDE])
    expect([...folders].filter((folder) => !known.has(folder))).toEqual([])
    expect(tests.filter((file) => /^tests\/integration\/[^/]+$/.test(file))).toEqual([])
  })
})

describe('imports', () => {
  test('have no circles', () => {
    expect(circlesIn(imports)).toEqual([])
  })

  test('report a circle of three files', () => {
    const edge = (from: string, to: string) => ({
      file: `web/src/${from}.ts`,
      target: `./${to}.ts`,
      typeOnly: false,
    })
    const circle = [edge('a', 'b'), edge('b', 'c'), edge('c', 'b'), edge('c', 'd')]
    expect(circlesIn(circle)).toEqual(['web/src/b.ts → web/src/c.ts → web/src/b.ts'])
  })
})

test('the documented folders of each service are its floors, in order', async () => {
  const map = await readFile(path.resolve(import.meta.dirname, '../../services/README.md'), 'utf8')
  for (const [service, floors] of Object.entries(FLOORS)) {
    const [, rows = ''] = map.split(`\n### \`${service}\`\n`)
    const named = [...(rows.split('\n#')[0] ?? '').matchAll(/^\| `([^`]+)` \|/gm)]
    expect(
      named.map(([, floor]) => floor),
      service,
    ).toEqual(floors)
  }
})
