import { access, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The README is read before anything else: what does not fit belongs in `docs`. */
const README_LINES = 60

const markdownIn = async (folder: string) =>
  (await readdir(path.join(ROOT, folder)))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name))

const MANUALS = [
  ...(await markdownIn('.')),
  ...(await markdownIn('docs')),
  ...(await markdownIn('services/decisions')),
  ...['content/README.md', 'services/README.md', 'charts/finlore/README.md'],
  ...['deploy/ingress/README.md', 'deploy/observability/README.md', 'deploy/runbooks/README.md'],
]

const read = (file: string) => readFile(path.join(ROOT, file), 'utf8')

/** Whatever may describe the settings of a process. Read before the tests, whose time it would take. */
const SOURCES = await Promise.all(
  (await Promise.all(['services', 'deploy'].map(typeScriptIn))).flat().map(read),
)

async function typeScriptIn(folder: string): Promise<string[]> {
  const names = await readdir(path.join(ROOT, folder), { recursive: true })
  return names
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => path.posix.join(folder, name))
}

const isThere = (file: string) =>
  access(path.join(ROOT, file)).then(
    () => true,
    () => false,
  )

/** The fragments under which GitHub shows the headings of a document. */
const fragmentsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

describe.each(MANUALS)('%s', (manual) => {
  test('links to existing files and headings', async () => {
    // What stands in code is an example, but the words of a link may be code.
    const text = (await read(manual)).replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
    for (const link of links) {
      const [file, fragment] = link.split('#')
      const target = file ? path.posix.join(path.posix.dirname(manual), file) : manual
      expect(await isThere(target), link).toBe(true)
      if (fragment) expect(fragmentsOf(await read(target)), link).toContain(fragment)
    }
  })
})

test('the manuals name existing files', async () => {
  const missing: string[] = []
  let named = 0
  for (const manual of MANUALS.filter((name) =>
    /^(?:docs\/|services\/decisions\/|[A-Z])/.test(name),
  )) {
    const paths = (await read(manual)).matchAll(
      /`((?:charts|content|deploy|migrations|services|tests|web)\/[\w./-]+)`/g,
    )
    for (const [, file = ''] of paths) {
      named += 1
      // What a recipe makes, and what git keeps out.
      if (/quotes|artifacts|drafts\//.test(file) || (await isThere(file))) continue
      // Decisions name folders that have moved, and say so.
      if (manual.startsWith('services/decisions/') && path.extname(file) === '') continue
      missing.push(`${manual}: ${file}`)
    }
  }
  expect(missing).toEqual([])
  expect(named).toBeGreaterThan(50)
})

test('the README is short', async () => {
  expect((await read('README.md')).trimEnd().split('\n').length).toBeLessThanOrEqual(README_LINES)
})

test('docs/settings.md names every setting that a process reads', async () => {
  const text = await read('docs/settings.md')
  const named = SOURCES.flatMap((source) => [
    ...source.matchAll(/^ +([A-Z]+(?:_[A-Z]+)+): (?:Type\.|[A-Z]\w+,$|[a-z]+Env\.)/gm),
  ])
  const settings = new Set(named.map(([, name = '']) => name))
  expect(settings.size).toBeGreaterThan(40)
  expect([...settings].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
