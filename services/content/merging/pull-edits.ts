import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locale } from '#shared/contracts/primitives.ts'
import { mergeEdits } from '../editions/merge-edits.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { isThere, readText } from '../folder/read-text.ts'
import { zoneOf } from '../lint/check-alone.ts'
import { saysTheSame, sideOf } from './article-side.ts'
import type { EditForFile, SiteEditForFile } from './edits-for-files.ts'
import {
  locateIn,
  nameByAuthor,
  reasonOfTakenAddress,
  reasonOfWithdrawal,
  reasonsOfConflicts,
  vocabularyOf,
} from './file-context.ts'
import { fileOf, mergeIntoFile } from './merge-into-file.ts'
import { mergeSiteFile } from './reconcile-site-files.ts'

/** What a pull does with one file. */
export interface PulledFile {
  file: string
  how: 'changed' | 'new' | 'back' | 'withdrawn'
  /** Where a withdrawn file goes to. */
  to?: string
  /** The new text, unless it goes elsewhere. */
  text?: string
  /** The text that was read; absent where there was no file. */
  was?: string
}

/** Withdrawn texts are kept, but where no import reads them, and none takes the place of a former one. */
async function withdrawnName(folder: string, file: string, locale: Locale): Promise<string> {
  const name = `withdrawn/${locale}/${path.posix.basename(file, '.md')}`
  for (let number = 1; ; number++) {
    const free = `${name}${number === 1 ? '' : `-${number}`}.md`
    if (!(await isThere(folder, free))) return free
  }
}

/**
 * Finds out what of an edit is to be written into the content folder. Nothing is written yet.
 *
 * @param problems receives what cannot be merged, as an import would refuse it
 * @returns `undefined` if the file says it all
 */
export async function planPull(
  tree: ContentTree,
  edit: EditForFile,
  problems: ContentProblem[],
): Promise<PulledFile | undefined> {
  const { base, stored, isWithdrawn } = edit
  const file = await fileToday(tree, edit)
  if (base === null) return planNewFile(tree, { file, stored, number: edit.number }, problems)
  // The file is gone as well as its article.
  if (file === undefined) return isWithdrawn ? undefined : fileBack(tree, { ...edit, base })
  return planChange(tree, { ...edit, base, file }, problems)
}

/** Where an article's text is in the folder; `undefined` where no file has it. */
async function fileToday(
  { folder, articles }: ContentTree,
  { file, base, stored }: EditForFile,
): Promise<string | undefined> {
  if (file !== null && (await isThere(folder, file))) return file
  // A file may have another name.
  const slugs = [stored.slug, base?.slug]
  return articles.find(({ slug }) => slugs.includes(slug))?.file
}

/** Of an article that was made through the API. */
async function planNewFile(
  tree: ContentTree,
  { file, stored, number }: { file: string | undefined } & Pick<EditForFile, 'stored' | 'number'>,
  problems: ContentProblem[],
): Promise<PulledFile | undefined> {
  const vocabulary = vocabularyOf(tree)
  const made = `articles/${tree.locale}/${stored.slug}.md`
  const taken = file ?? ((await isThere(tree.folder, made)) ? made : undefined)
  if (taken === undefined)
    return { file: made, how: 'new', text: fileOf(stored, nameByAuthor(tree)) }
  const read = await readSide(tree, taken, problems)
  if (!read || read.side.fields.edition === number) return undefined
  if (saysTheSame(read.side, stored, vocabulary)) return undefined
  problems.push(...locateIn(taken, read.text, [reasonOfTakenAddress({ number })]))
  return undefined
}

type EditOfFile = EditForFile & { base: NonNullable<EditForFile['base']> }

/** A file that was taken away, with what its writer has not seen; without an edit it stays away. */
function fileBack(
  tree: ContentTree,
  { file, base, stored, agreed }: EditOfFile,
): PulledFile | undefined {
  const name = file ?? `articles/${tree.locale}/${stored.slug}.md`
  const text = agreed ?? fileOf(base, nameByAuthor(tree))
  const side = sideOf(name, text) ?? base
  const merge = mergeEdits({ file: side, agreed: side, stored }, vocabularyOf(tree))
  const merged = mergeIntoFile(text, merge, side.body, nameByAuthor(tree))
  return merged === text ? undefined : { file: name, how: 'back', text: merged }
}

async function planChange(
  tree: ContentTree,
  { file, base, stored, agreed, number, ...edit }: EditOfFile & { file: string },
  problems: ContentProblem[],
): Promise<PulledFile | undefined> {
  const read = await readSide(tree, file, problems)
  if (!read) return undefined
  const vocabulary = vocabularyOf(tree)
  const isSeen = read.side.fields.edition === number
  const edition = { ...edit, slug: stored.slug, number }
  if (edit.isWithdrawn && !isSeen) {
    if (read.hash === edit.hash) {
      const to = await withdrawnName(tree.folder, file, tree.locale)
      return { file, how: 'withdrawn', to, was: read.text }
    }
    problems.push(...locateIn(file, read.text, [reasonOfWithdrawal(edition, vocabulary)]))
    return undefined
  }
  const imported = agreed === null ? undefined : sideOf(file, agreed)
  const merge = mergeEdits({ file: read.side, agreed: imported ?? base, stored }, vocabulary)
  if (!isSeen) {
    const reasons = reasonsOfConflicts(
      merge.conflicts,
      { ...edition, base: base.number },
      vocabulary,
    )
    problems.push(...locateIn(file, read.text, reasons))
  }
  const text = mergeIntoFile(read.text, merge, read.side.body, nameByAuthor(tree))
  return text === read.text ? undefined : { file, how: 'changed', text, was: read.text }
}

async function readSide({ folder }: ContentTree, file: string, problems: ContentProblem[]) {
  const read = await readText(folder, file, problems)
  const side = read && sideOf(file, read.text)
  if (read && !side)
    problems.push({ file, line: 1, code: 'E-SCHEMA', message: 'cannot be read: see lint' })
  return read && side && { ...read, side }
}

/**
 * The same of a file of the site, which is written to the byte as it is stored.
 *
 * @param problems receives what cannot be merged
 */
export async function planSitePull(
  { folder, ...tree }: ContentTree,
  { file, number, by, at, text: edited, agreed }: SiteEditForFile,
  problems: ContentProblem[],
): Promise<PulledFile | undefined> {
  // A file that was taken away comes back, with what its writer has not seen.
  const how = agreed === null ? 'new' : 'back'
  if (!(await isThere(folder, file))) return { file, how, text: edited }
  const read = await readText(folder, file, problems)
  if (!read) return undefined
  const merged = mergeSiteFile({
    file,
    text: read.text,
    head: { number, made_by: by, made_at: at },
    agreed,
    edited,
    zone: zoneOf(tree),
  })
  problems.push(...merged.problems)
  if (merged.text === read.text) return undefined
  return { file, how: 'changed', text: merged.text, was: read.text }
}

/**
 * Writes what was planned. A file is replaced in one step, so that a kill leaves the old or the new one.
 *
 * @throws {Error} for a file that was changed since it was read; it stays as it is
 */
export async function writePull(
  folder: string,
  { file, to, text, was }: PulledFile,
): Promise<void> {
  const now = (await isThere(folder, file)) ? await readText(folder, file, []) : { text: undefined }
  if (now === undefined || now.text !== was)
    throw new Error(`${file} was changed meanwhile, and stays so: pull again`)
  const target = path.join(folder, to ?? file)
  await mkdir(path.dirname(target), { recursive: true })
  if (text === undefined) return rename(path.join(folder, file), target)
  const beside = `${target}.new`
  await writeFile(beside, text)
  await rename(beside, target)
}
