import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { ContentError } from '../../../../services/content/folder/content-problem.ts'
import { importContent } from '../../../../services/content/import/import-content.ts'
import { loadEditsForFiles } from '../../../../services/content/merging/edits-for-files.ts'
import { planPull, writePull } from '../../../../services/content/merging/pull-edits.ts'
import { runReleases } from '../../../../services/content/releases/run-releases.ts'
import { type TestContent, contentTest as test } from '../../../support/content/content-service.ts'
import { createDice, type Dice } from '../../../support/content/dice.ts'
import { makeFolder } from '../../../support/content/mistaken-content.ts'
import { readContent } from '../../../support/content/read-content.ts'
import { sendEdit } from '../../../support/content/send-edit.ts'

/** By hand as many as one has time for. */
const STEPS = Number(process.env.STEPS ?? 250)
const SEED = Number(process.env.SEED ?? 20261127)

const ARTICLE = '/articles/subject'
const FILE = 'articles/en_US/subject.md'
const FIELDS = ['title', 'description', 'answer'] as const
const PARTS = [...FIELDS, 'first', 'second', 'third', 'fourth'] as const
type Part = (typeof PARTS)[number]
/** What each part of the article says; no words are ever used twice. */
type Says = Record<Part, string>

const bodyOf = ({ first, second, third, fourth }: Says) =>
  [first, second, third, fourth].join('\n\n')

const fileOf = (says: Says) => `---
# A comment that stays.
slug: subject
author: "Author 1"  # in quotes
${FIELDS.map((field) => `${field}: ${says[field]}`).join('\n')}
entities:
  - category: expert-advice
---

${bodyOf(says)}
`

/** The article as its file has it, as readers see it, and as the file was when it was imported last. */
interface Model {
  file: Says
  live: Says
  agreed: Says
  /** All of the file then. */
  imported: string
  /** What readers saw since then, in order: a pull may have written one of these into the file. */
  since: Says[]
  /** What a pull has written into the file last, if it was not imported with another text since. */
  pulled: Says | undefined
  /** What was published, in order. */
  published: string[]
  isWithdrawn: boolean
  /** Whether the API has withdrawn it since, and brought it back. */
  isBack: boolean
  /** The edition that the file names. */
  named: number | undefined
  /** What is to be published at a time, and the text that it began from. */
  scheduled: { release: string; says: Says; etag: string } | undefined
}

const partsThatDiffer = (one: Says, other: Says) =>
  PARTS.filter((part) => one[part] !== other[part])

/** A paragraph counts as two: the former is gone, and another is there. */
const placesOf = (parts: readonly Part[]) =>
  parts.length + parts.filter((part) => !FIELDS.some((field) => field === part)).length

/** What the file came from: what a pull has written or, without one, the version of which it has all changes, and most of them. */
function baseOf({ file, agreed, since, pulled }: Model): Says {
  if (pulled) return pulled
  let [base, most] = [agreed, 0]
  for (const version of since.slice(-30).toReversed()) {
    const changed = partsThatDiffer(version, agreed)
    const hasAll = changed.every((part) => file[part] === version[part])
    if (hasAll && placesOf(changed) > most) [base, most] = [version, placesOf(changed)]
  }
  return base
}

/** The file has changed it, and did not have what is live before that. */
function conflictsOf(model: Model) {
  const { file, live } = model
  const base = baseOf(model)
  return partsThatDiffer(file, base).filter(
    (part) => live[part] !== base[part] && file[part] !== live[part],
  )
}

const merged = (model: Model): Says => {
  const { file, live } = model
  const own = partsThatDiffer(file, baseOf(model)).map((part) => [part, file[part]])
  return { ...live, ...Object.fromEntries(own) }
}

const newWords = (dice: Dice, parts: readonly Part[]) =>
  Object.fromEntries(parts.map((part) => [part, `Says ${dice.words()} of it.`]))

async function currentEdition(content: TestContent): Promise<{ number: number; etag: string }> {
  const { editions } = (await content.edit('GET', `${ARTICLE}/editions?limit=1`)).json()
  return editions[0]
}

async function editByApi(content: TestContent, model: Model, says: Says) {
  const { etag } = await currentEdition(content)
  const fields = Object.fromEntries(FIELDS.map((field) => [field, says[field]]))
  const answer = await content.edit(
    'PATCH',
    ARTICLE,
    { ...fields, body: bodyOf(says) },
    { 'if-match': etag },
  )
  expect(answer.statusCode, answer.body).toBe(200)
  becomesLive(model, says)
}

function becomesLive(model: Model, says: Says) {
  model.live = says
  model.since.push(says)
  model.published.push(bodyOf(says))
}

async function editFile(folder: string, model: Model, changed: Partial<Says>) {
  const name = path.join(folder, FILE)
  let text = await readFile(name, 'utf8')
  for (const part of PARTS) {
    const words = changed[part]
    if (words !== undefined) text = text.replace(model.file[part], words)
  }
  await writeFile(name, text)
  model.file = { ...model.file, ...changed }
}

async function nameEdition(folder: string, model: Model, number: number) {
  const name = path.join(folder, FILE)
  const text = (await readFile(name, 'utf8')).replace(/^edition: \d+\n/m, '')
  await writeFile(name, text.replace(/^slug:/m, `edition: ${number}\nslug:`))
  model.named = number
}

async function importFolder(content: TestContent, folder: string, model: Model, dice: Dice) {
  const text = await readFile(path.join(folder, FILE), 'utf8')
  // A pull leaves its mark also in a file whose writer has taken back what it wrote.
  const isTouched = text !== model.imported
  const run = () => importContent(content.db, { folder, locale: 'en_US', now: content.clock.now })
  const { number } = await currentEdition(content)
  const isNamed = model.named === number
  const conflicts = isTouched ? conflictsOf(model) : []
  if (!isNamed && model.isWithdrawn && isTouched) {
    const refused = await run().catch((error: unknown) => error)
    expect(refused).toMatchObject({ problems: [{ code: 'E-WITHDRAWN', file: FILE }] })
    return
  }
  if (!isNamed && conflicts.length > 0) {
    const refused = await run().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ContentError)
    const codes = (refused as ContentError).problems.map(({ code }) => code)
    expect(codes).toEqual(conflicts.map(() => 'E-CONFLICT'))
    for (const part of conflicts) expect(String(refused)).toContain(model.live[part])
    if (dice.below(2) === 0) return
    await nameEdition(folder, model, number)
    await importFolder(content, folder, model, dice)
    return
  }
  const before = model.live
  await run()
  if (!isTouched) return
  model.imported = text
  model.live = merged(model)
  model.agreed = model.file
  model.pulled = undefined
  model.since = partsThatDiffer(model.live, model.file).length > 0 ? [model.live] : []
  model.isBack = false
  if (model.isWithdrawn || partsThatDiffer(before, model.live).length > 0) {
    model.published.push(bodyOf(model.live))
  }
  model.isWithdrawn = false
}

const nothingKnown = () => ({
  claimed: new Set<string>(),
  reserved: new Set<string>(),
  isNew: async () => false,
})

async function pullEdits(content: TestContent, folder: string, model: Model) {
  const tree = await readContent(folder, 'en_US')
  const { edits } = await loadEditsForFiles(content.read)
  const problems: ContentError['problems'][number][] = []
  for (const edit of edits) {
    const plan = await planPull(tree, edit, problems, nothingKnown())
    // A withdrawn file would leave the folder.
    if (plan && problems.length === 0 && plan.how === 'changed') await writePull(folder, plan)
  }
  const { number } = await currentEdition(content)
  const isNamed = model.named === number
  if (model.isWithdrawn && !isNamed) {
    const isChanged = (await readFile(path.join(folder, FILE), 'utf8')) !== model.imported
    const isPulled = [model.live, ...model.since].some(
      (version) => partsThatDiffer(model.file, version).length === 0,
    )
    expect(problems.map(({ code }) => code)).toEqual(isChanged && !isPulled ? ['E-WITHDRAWN'] : [])
    return
  }
  const conflicts = isNamed ? [] : conflictsOf(model)
  expect(problems).toHaveLength(conflicts.length)
  const whole = merged(model)
  if (conflicts.length > 0 || partsThatDiffer(whole, model.file).length === 0) return
  model.file = whole
  model.pulled = model.live
}

/** Takes the file away, and puts it back. */
async function removeFile(content: TestContent, folder: string, model: Model) {
  const name = path.join(folder, FILE)
  const text = await readFile(name, 'utf8')
  await rm(name)
  const run = (withdraw?: number) =>
    importContent(content.db, { folder, locale: 'en_US', now: content.clock.now, withdraw })
  const unseen = partsThatDiffer(model.live, model.agreed)
  if (unseen.length > 0 || model.isBack) {
    const refused = await run(1).catch((error: unknown) => error)
    expect(refused).toMatchObject({ problems: [{ code: 'E-CONFLICT', file: FILE }] })
    const tree = await readContent(folder, 'en_US')
    const { edits } = await loadEditsForFiles(content.read)
    const plans = await Promise.all(edits.map((edit) => planPull(tree, edit, [], nothingKnown())))
    expect(plans).toMatchObject([{ file: FILE, how: 'back' }])
    for (const part of PARTS) expect(plans[0]?.text).toContain(model.live[part])
    await writeFile(name, text)
    return
  }
  await run(1)
  expect((await content.edit('GET', ARTICLE)).statusCode).toBe(404)
  await writeFile(name, text)
  await run()
  model.live = model.file
  model.agreed = model.file
  model.imported = text
  model.pulled = undefined
  model.since = []
  model.published.push(bodyOf(model.file))
}

/** Prepares a change, and leaves it to its time. */
async function schedule(content: TestContent, model: Model, says: Says) {
  const { etag } = await currentEdition(content)
  const post = async (url: string, body: object) => {
    const answer = await sendEdit(content, 'POST', url, { body })
    expect(answer.status, JSON.stringify(answer)).toBeLessThan(300)
    return answer
  }
  const fields = Object.fromEntries(FIELDS.map((field) => [field, says[field]]))
  const { id } = await post('/drafts', {
    article: 'subject',
    fields: { ...fields, body: bodyOf(says) },
  })
  const at = new Date(content.clock.now.getTime() + 60_000).toISOString()
  const { id: release } = await post(`/drafts/${id}/publish`, { at: at.replace(/\.\d+/, '') })
  model.scheduled = { release, says, etag }
}

/** The time of what is scheduled has come. */
async function comeDue(content: TestContent, model: Model) {
  const { release = '', says = model.live, etag = '' } = model.scheduled ?? {}
  const { db } = content
  const isSeen = (await currentEdition(content)).etag === etag && !model.isWithdrawn
  const at = sql<string>`date_trunc('ms', now())`
  await db.updateTable('release').set({ publish_at: at }).where('id', '=', release).execute()
  const running = runReleases({
    db,
    locale: 'en_US',
    onPublished() {},
    onExpired() {},
    onHeld() {},
    onFailure: (error) => expect.unreachable(String(error)),
  })
  const state = async () =>
    (await db.selectFrom('release').select('state').where('id', '=', release).execute())[0]?.state
  await expect.poll(state, { timeout: 10_000, interval: 10 }).not.toBe('scheduled')
  await running.stop()
  expect(await state()).toBe(isSeen ? 'published' : 'held')
  model.scheduled = undefined
  if (!isSeen) return
  becomesLive(model, says)
}

async function expectAsModelled(content: TestContent, folder: string, model: Model, step: string) {
  const text = await readFile(path.join(folder, FILE), 'utf8')
  for (const part of PARTS) expect(text, step).toContain(model.file[part])
  expect(text.replaceAll(/^(?:edition: \d+|pulled: "?[0-9a-f-]+"?)\n/gm, ''), step).toBe(
    fileOf(model.file),
  )
  const live = await content.edit('GET', ARTICLE)
  expect(live.statusCode, step).toBe(model.isWithdrawn ? 404 : 200)
  if (model.isWithdrawn) return
  const { title, description, answer, body } = live.json()
  expect({ title, description, answer, body }, step).toEqual({
    title: model.live.title,
    description: model.live.description,
    answer: model.live.answer,
    body: bodyOf(model.live),
  })
}

test('in random orders of edits by API, at a time and in files, imports and pulls, no text is lost and none is replaced unseen [F60]', async ({
  empty: content,
}) => {
  const dice = createDice(SEED)
  const says = newWords(dice, PARTS) as Says
  const { folder, dispose } = await makeFolder({ [FILE]: fileOf(says) })
  const model: Model = {
    file: says,
    live: says,
    agreed: says,
    imported: fileOf(says),
    since: [],
    pulled: undefined,
    published: [bodyOf(says)],
    isWithdrawn: false,
    isBack: false,
    named: undefined,
    scheduled: undefined,
  }
  await importContent(content.db, { folder, locale: 'en_US', now: content.clock.now })
  for (let step = 1; step <= STEPS; step++) {
    const kind = dice.oneOf([
      ...['api', 'api', 'file', 'file', 'import', 'import', 'pull', 'withdraw'],
      ...['schedule', 'due', 'due', 'remove', 'take back'],
    ])
    const parts = dice.someOf(PARTS, 2)
    const name = `SEED=${SEED}, step ${step}: ${kind} ${parts.join(', ')}`
    if (kind === 'file') await editFile(folder, model, newWords(dice, parts))
    if (kind === 'take back') {
      const former = Object.fromEntries(parts.map((part) => [part, model.agreed[part]]))
      await editFile(folder, model, former)
    }
    if (kind === 'import') await importFolder(content, folder, model, dice)
    if (kind === 'remove' && !model.isWithdrawn && !model.scheduled) {
      await removeFile(content, folder, model)
    }
    if (kind === 'pull') await pullEdits(content, folder, model)
    if (kind === 'api' && !model.isWithdrawn) {
      await editByApi(content, model, { ...model.live, ...newWords(dice, parts) })
    }
    if (kind === 'schedule' && !model.isWithdrawn && !model.scheduled) {
      await schedule(content, model, { ...model.live, ...newWords(dice, parts) })
    }
    if (kind === 'due' && model.scheduled) await comeDue(content, model)
    if (kind === 'withdraw') {
      const { etag } = await currentEdition(content)
      const condition = { 'if-match': etag }
      const answer = model.isWithdrawn
        ? await content.edit('PATCH', ARTICLE, { withdrawn: false }, condition)
        : await content.edit('DELETE', ARTICLE, undefined, condition)
      expect(answer.statusCode, answer.body).toBe(200)
      if (model.isWithdrawn) {
        becomesLive(model, model.live)
        model.isBack = true
      }
      model.isWithdrawn = !model.isWithdrawn
    }
    await expectAsModelled(content, folder, model, name)
  }
  const kept = await content.db.selectFrom('edition').select('body').orderBy('number').execute()
  expect(kept.map(({ body }) => body)).toEqual(model.published)
  await dispose()
}, 600_000)
