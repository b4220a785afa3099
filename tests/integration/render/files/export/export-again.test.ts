import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect } from 'vitest'
import {
  type LoadedBundle,
  loadWebBundle,
} from '../../../../../services/render/documents/bundle/web-bundle.ts'
import {
  type ExportOptions,
  exportSite,
} from '../../../../../services/render/files/export/export-site.ts'
import { buildWebOnce } from '../../../../support/browser/build-web-once.ts'
import { contentTest, type TestContent } from '../../../../support/content/content-service.ts'
import { createDice } from '../../../../support/content/dice.ts'
import { makeEdit, openEditors } from '../../../../support/content/random-edits.ts'
import { SITE_URL } from '../../../../support/site/wire-site.ts'
import { listFiles } from '../../../../support/source/list-files.ts'

const seed = Number(process.env.SEED ?? 20261123)
const ROUNDS = Number(process.env.ROUNDS ?? 5)

const EDITED = '/articles/choosing-an-insurance-deductible'
const UNTOUCHED = '/articles/how-to-read-inflation-figures'

interface Exporter {
  /** The folder of the exports that follow one another. */
  out: string
  run(options?: Partial<ExportOptions>): ReturnType<typeof exportSite>
  /** Exports into a new folder, compares all files with those of `out`, and removes it. */
  expectSameAsAnew(what: string): Promise<void>
}

const test = contentTest.extend<{ exporter: Exporter }>({
  exporter: async ({ content }, use) => {
    await buildWebOnce()
    const home = await mkdtemp(path.join(tmpdir(), 'finlore-export-again-'))
    await use(await openExporter(content, home, await loadWebBundle()))
    await rm(home, { recursive: true, force: true })
  },
})

async function openExporter(
  { app }: TestContent,
  home: string,
  bundle: LoadedBundle,
): Promise<Exporter> {
  const contentUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  const out = path.join(home, 'site')
  const run: Exporter['run'] = (options) =>
    exportSite({
      contentUrl,
      bundle,
      siteUrl: SITE_URL,
      out,
      serveFrom: out,
      pictures: 'none',
      ...options,
    })
  return {
    out,
    run,
    async expectSameAsAnew(what) {
      const anew = path.join(home, 'anew')
      await run({ out: anew })
      const files = await listFiles(anew)
      expect(await listFiles(out), what).toEqual(files)
      for (const file of files) {
        const [one, other] = [path.join(out, file), path.join(anew, file)]
        expect((await readFile(one)).equals(await readFile(other)), `${what}: ${file}`).toBe(true)
      }
      await rm(anew, { recursive: true })
    },
  }
}

/** Of each file, what is another one for another file. */
async function identitiesIn(folder: string): Promise<Map<string, string>> {
  const identities = new Map<string, string>()
  for (const file of await listFiles(folder)) {
    const { ino, mtimeMs } = await stat(path.join(folder, file))
    identities.set(file, `${ino} ${mtimeMs}`)
  }
  return identities
}

const documentOf = (page: string) => `public${page}/index.html`

describe('an export in place of an older one', () => {
  test('renders pages that an edit has changed, and keeps the other files', async ({
    content,
    exporter,
  }) => {
    await exporter.run()
    const before = await identitiesIn(exporter.out)
    await content.commit('PATCH', EDITED, { title: 'Which deductible is yours' })
    const { isUnchanged } = await exporter.run()
    const after = await identitiesIn(exporter.out)

    expect(isUnchanged).toBe(false)
    expect(await readFile(path.join(exporter.out, documentOf(EDITED)), 'utf8')).toContain(
      '<h1>Which deductible is yours</h1>',
    )
    const kept = [...before].filter(([file, identity]) => after.get(file) === identity)
    expect(kept.map(([file]) => file)).toContain(documentOf(UNTOUCHED))
    expect(kept.length).toBeGreaterThan(before.size / 2)
    await exporter.expectSameAsAnew('an edit')
    expect((await exporter.run()).isUnchanged).toBe(true)
  })

  test('equals a new export, whatever was edited', async ({ content, exporter }) => {
    await exporter.run()
    const dice = createDice(seed)
    let keptFiles = 0
    for (let round = 1; round <= ROUNDS; round++) {
      const before = await identitiesIn(exporter.out)
      const done: string[] = []
      for (let edits = 1 + dice.below(3); edits > 0; edits--) {
        content.clock.now = new Date(content.clock.now.getTime() + 60_000)
        const edit = makeEdit(await openEditors(content, dice))
        await edit.run()
        done.push(edit.name)
      }
      await exporter.run()
      await exporter.expectSameAsAnew(`SEED=${seed}, round ${round}: ${done.join('; ')}`)
      const after = await identitiesIn(exporter.out)
      for (const [file, identity] of before) if (after.get(file) === identity) keptFiles += 1
    }
    expect(keptFiles).toBeGreaterThan(0)
  })

  test('replaces files that were touched, damaged or removed', async ({ content, exporter }) => {
    await exporter.run()
    const fileOf = (page: string) => path.join(exporter.out, documentOf(page))
    await appendFile(fileOf(UNTOUCHED), 'touched')
    await rm(fileOf('/authors'))
    await content.commit('PATCH', EDITED, { title: 'Which deductible is yours' })
    await exporter.run()
    await exporter.expectSameAsAnew('touched files')
  })

  test.for([
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['damaged', (text: string) => `{${text}`],
    ['leading elsewhere', (text: string) => text.replaceAll('"public/', '"public/../../')],
    ['empty', () => ''],
  ] as const)(
    'is complete although the list of its pages is %s',
    async ([, damage], { content, exporter }) => {
      await exporter.run()
      const list = path.join(exporter.out, 'finlore-pages.jsonl')
      await writeFile(list, damage(await readFile(list, 'utf8')))
      await content.commit('PATCH', EDITED, { title: 'Which deductible is yours' })
      await exporter.run()
      await exporter.expectSameAsAnew('a damaged list')
    },
  )

  test('keeps pictures too, but no page for another address or other settings', async ({
    content,
    exporter,
  }) => {
    await exporter.run({ pictures: 'all' })
    const before = await identitiesIn(exporter.out)
    await content.commit('PATCH', EDITED, { title: 'Which deductible is yours' })
    await exporter.run({ pictures: 'all' })
    const after = await identitiesIn(exporter.out)
    const pictures = [...after].filter(([file]) => file.startsWith('public/og/'))
    const kept = pictures.filter(([file, identity]) => before.get(file) === identity)
    // Those of pages that show the changed title are written again.
    expect(kept.length).toBeGreaterThan(pictures.length / 2)

    await exporter.run({ siteUrl: 'https://elsewhere.example' })
    const page = await readFile(path.join(exporter.out, documentOf(UNTOUCHED)), 'utf8')
    expect(page).toContain('https://elsewhere.example/')
    expect(page).not.toContain(SITE_URL)
    await exporter.run()
    await exporter.expectSameAsAnew('another address')
  })
})
