import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { ContentError } from '../../../../services/content/folder/content-problem.ts'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { loadEditsForFiles } from '../../../../services/content/merging/edits-for-files.ts'
import { planSitePull, writePull } from '../../../../services/content/merging/pull-edits.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { createDice, type Dice } from '../../../support/content/dice.ts'
import { makeFolder } from '../../../support/content/mistaken-content.ts'
import { readContent } from '../../../support/content/read-content.ts'
import { putSiteFile, readSiteFile } from '../../../support/content/site-files.ts'

/** By hand as many as one has time for. */
const STEPS = Number(process.env.STEPS ?? 150)
const SEED = Number(process.env.SEED ?? 20261127)

const FILE = 'page-seo/en_US.yaml'
const NAME = 'page-seo'
const PAGES = ['home', 'facts', 'tools', 'sitemap'] as const
type Page = (typeof PAGES)[number]
/** The title of each page; no words are ever used twice. */
type Titles = Record<Page, string>

interface Model {
  file: Titles
  live: Titles
  agreed: Titles
  /** What was published, in order, and whether by files. */
  published: Titles[]
  byFiles: boolean[]
  /** The edition that the file names. */
  named: number | undefined
}

const titlesIn = (text: string) =>
  Object.fromEntries(
    PAGES.map((page) => [page, new RegExp(`^${page}:\n  title: (.*)$`, 'm').exec(text)?.[1] ?? '']),
  ) as Titles

const withTitles = (text: string, titles: Partial<Titles>) =>
  Object.entries(titles).reduce(
    (so, [page, title]) =>
      so.replace(new RegExp(`^(${page}:\n  title: ).*$`, 'm'), (_, begin) => `${begin}${title}`),
    text,
  )

const newTitles = (dice: Dice): Partial<Titles> =>
  Object.fromEntries(dice.someOf(PAGES, 2).map((page) => [page, `About ${dice.words()} and more`]))

const differing = (one: Titles, other: Titles) => PAGES.filter((page) => one[page] !== other[page])

/** What was published since file and site agreed, the newest first: a pull may have written one of these. */
function laterOf({ agreed, published, byFiles }: Model): Titles[] {
  const newest = published.slice(-10).toReversed()
  const ofFiles = byFiles.slice(-10).toReversed().indexOf(true)
  const recent = newest.slice(0, ofFiles === -1 ? undefined : ofFiles + 1)
  const since = recent.findLastIndex((titles) => differing(titles, agreed).length === 0)
  return since === -1 ? recent : recent.slice(0, since)
}

/** What the file came from: the version of which it has all changes, and most of them. */
function baseOf(model: Model): Titles {
  let [base, most] = [model.agreed, 0]
  for (const version of laterOf(model)) {
    const changed = differing(version, model.agreed)
    const hasAll = changed.every((page) => model.file[page] === version[page])
    if (hasAll && changed.length > most) [base, most] = [version, changed.length]
  }
  return base
}

function conflictsOf(model: Model) {
  const { file, live } = model
  const base = baseOf(model)
  return differing(file, base).filter(
    (page) => live[page] !== base[page] && file[page] !== live[page],
  )
}

const merged = (model: Model): Titles => {
  const own = differing(model.file, baseOf(model)).map((page) => [page, model.file[page]])
  return { ...model.live, ...Object.fromEntries(own) }
}

function becomes(model: Model, titles: Titles, { isOther, byFiles = false }: Change) {
  model.live = titles
  if (!isOther) return
  model.published.push(titles)
  model.byFiles.push(byFiles)
}

interface Change {
  isOther: boolean
  byFiles?: boolean
}

async function editByApi(content: TestContent, model: Model, titles: Partial<Titles>) {
  const { text, etag } = await readSiteFile(content, NAME)
  const answer = await putSiteFile(content, NAME, { text: withTitles(text, titles), seen: etag })
  expect(answer.status, JSON.stringify(answer)).toBe(200)
  becomes(model, { ...model.live, ...titles }, { isOther: true })
}

/** Puts back what some edition said. */
async function restore(content: TestContent, model: Model, dice: Dice) {
  const number = dice.below(model.published.length) + 1
  const { text } = await readSiteFile(content, NAME, `/editions/${number}`)
  const { text: now, etag } = await readSiteFile(content, NAME)
  expect((await putSiteFile(content, NAME, { text, seen: etag })).status).toBe(200)
  becomes(model, titlesIn(text), { isOther: text !== now })
}

async function importFolder(content: TestContent, folder: string, model: Model, dice: Dice) {
  const run = () => importContent(content.db, { folder, locale: 'en_US', now: content.clock.now })
  const conflicts = conflictsOf(model)
  const number = model.published.length
  const isNamed = model.named === number
  if (conflicts.length > 0 && !isNamed) {
    const refused = await run().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ContentError)
    const { problems } = refused as ContentError
    expect(problems.map(({ code, file }) => [code, file])).toEqual(
      conflicts.map(() => ['E-CONFLICT', FILE]),
    )
    for (const page of conflicts) expect(String(refused)).toContain(model.live[page])
    if (dice.below(2) === 0) return
    const name = path.join(folder, FILE)
    const text = (await readFile(name, 'utf8')).replace(/^# edition: \d+\n/, '')
    await writeFile(name, `# edition: ${number}\n${text}`)
    model.named = number
    return importFolder(content, folder, model, dice)
  }
  const before = (await readSiteFile(content, NAME)).text
  await run()
  const { text } = await readSiteFile(content, NAME)
  becomes(model, merged(model), { isOther: text !== before, byFiles: true })
  model.agreed = model.file
}

async function pullEdits(content: TestContent, folder: string, model: Model) {
  const tree = await readContent(folder, 'en_US')
  const problems: ContentError['problems'][number][] = []
  for (const edit of (await loadEditsForFiles(content.read)).siteFiles ?? []) {
    const plan = await planSitePull(tree, edit, problems)
    if (plan && problems.length === 0) await writePull(folder, plan)
  }
  const isNamed = model.named === model.published.length
  const conflicts = isNamed ? [] : conflictsOf(model)
  expect(problems).toHaveLength(conflicts.length)
  if (conflicts.length === 0) model.file = merged(model)
}

test('in random orders of edits by API and in files, imports, pulls and restorations, no text of the site is lost and none is replaced unseen [F60]', async ({
  empty: content,
}) => {
  const dice = createDice(SEED)
  const { folder, dispose } = await makeFolder()
  await importContent(content.db, { folder, locale: 'en_US', now: content.clock.now })
  const name = path.join(folder, FILE)
  const says = titlesIn(await readFile(name, 'utf8'))
  const model: Model = {
    file: says,
    live: says,
    agreed: says,
    published: [says],
    byFiles: [true],
    named: undefined,
  }
  for (let step = 1; step <= STEPS; step++) {
    const kind = dice.oneOf(['api', 'api', 'file', 'file', 'import', 'import', 'pull', 'restore'])
    if (kind === 'api') await editByApi(content, model, newTitles(dice))
    if (kind === 'restore') await restore(content, model, dice)
    if (kind === 'import') await importFolder(content, folder, model, dice)
    if (kind === 'pull') await pullEdits(content, folder, model)
    if (kind === 'file') {
      const titles = newTitles(dice)
      await writeFile(name, withTitles(await readFile(name, 'utf8'), titles))
      model.file = { ...model.file, ...titles }
    }
    const at = `SEED=${SEED}, step ${step}: ${kind}`
    expect(titlesIn(await readFile(name, 'utf8')), at).toEqual(model.file)
    expect(titlesIn((await readSiteFile(content, NAME)).text), at).toEqual(model.live)
    const { title } = await content.db
      .selectFrom('page_seo')
      .select('title')
      .where('name', '=', 'home')
      .executeTakeFirstOrThrow()
    expect(title, at).toBe(model.live.home)
  }
  const kept = await content.db
    .selectFrom('site_edition')
    .select('text')
    .where('file', '=', FILE)
    .orderBy('number')
    .execute()
  expect(kept.map(({ text }) => titlesIn(text))).toEqual(model.published)
  await dispose()
}, 600_000)
