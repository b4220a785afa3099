import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locale } from '#shared/contracts/primitives.ts'
import { mergeEdits } from '../editions/merge-edits.ts'
import { editionNamedIn } from '../editions/site-files.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { isThere, readText } from '../folder/read-text.ts'
import { zoneOf } from '../lint/check-alone.ts'
import { sideOf } from './article-side.ts'
import type { EditForFile, SiteEditForFile } from './edits-for-files.ts'
import { locateIn, nameByAuthor, reasonsOfConflicts, vocabularyOf } from './file-context.ts'
import { fileOf, mergeIntoFile } from './merge-into-file.ts'
import { mergeSiteFile } from './reconcile-site-files.ts'

/** What a pull does with one file. */
export interface PulledFile {
  file: string
  how: 'changed' | 'new' | 'withdrawn'
  /** Where a withdrawn file goes to. */
  to?: string
  /** The new text, unless it goes elsewhere. */
  text?: string
}

/** Withdrawn texts are kept, but where no import reads them. */
const withdrawnName = (file: string, locale: Locale) =>
  `withdrawn/${locale}/${path.posix.basename(file)}`

/**
 * Finds out what of an edit is to be written into the content folder. Nothing is written yet.
 *
 * @param problems receives what cannot be merged
 * @returns `undefined` if the file says it all
 */
export async function planPull(
  tree: ContentTree,
  edit: EditForFile,
  problems: ContentProblem[],
): Promise<PulledFile | undefined> {
  const { file, isWithdrawn, base, stored, agreed, number } = edit
  const vocabulary = vocabularyOf(tree)
  const nameOf = nameByAuthor(tree)
  const { folder, locale } = tree
  if (file === null || base === null) {
    const made = `articles/${locale}/${stored.slug}.md`
    if (!(await isThere(folder, made)))
      return { file: made, how: 'new', text: fileOf(stored, nameOf) }
    // A file that is there already is merged by the import, or refused with its line.
    return undefined
  }
  // Somebody has taken the file away: the next import withdraws the article, and keeps its text.
  if (!(await isThere(folder, file))) return undefined
  if (isWithdrawn) return { file, how: 'withdrawn', to: withdrawnName(file, locale) }
  const read = await readText(folder, file, problems)
  const ours = read && sideOf(file, read.text)
  if (!read || !ours) {
    if (read)
      problems.push({ file, line: 1, code: 'E-SCHEMA', message: 'cannot be read: see lint' })
    return undefined
  }
  if (ours.fields.edition === number) return undefined
  const imported = agreed === null ? undefined : sideOf(file, agreed)
  const merge = mergeEdits({ file: ours, agreed: imported ?? base, stored }, vocabulary)
  const reasons = reasonsOfConflicts(merge.conflicts, edit, vocabulary)
  problems.push(...locateIn(file, read.text, reasons))
  const text = mergeIntoFile(read.text, merge, ours.body, nameOf)
  return text === read.text ? undefined : { file, how: 'changed', text }
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
  const isHere = await isThere(folder, file)
  // A file that is new on both sides is merged by the import, or refused with its line.
  if (isHere && agreed === null) return undefined
  // Somebody has taken the file away: the next import takes its page with it. Ads stay without one.
  if (!isHere && agreed !== null && !file.startsWith('ads/')) return undefined
  if (!isHere) return { file, how: 'new', text: edited }
  const read = await readText(folder, file, problems)
  if (!read || editionNamedIn(file, read.text) === number) return undefined
  const merged = mergeSiteFile({
    file,
    text: read.text,
    head: { number, made_by: by, made_at: at },
    agreed,
    edited,
    zone: zoneOf(tree),
  })
  problems.push(...merged.problems)
  return merged.text === read.text ? undefined : { file, how: 'changed', text: merged.text }
}

/** Writes what was planned. A file is replaced in one step, so that a kill leaves the old or the new one. */
export async function writePull(folder: string, { file, to, text }: PulledFile): Promise<void> {
  const target = path.join(folder, to ?? file)
  await mkdir(path.dirname(target), { recursive: true })
  if (text === undefined) return rename(path.join(folder, file), target)
  const beside = `${target}.new`
  await writeFile(beside, text)
  await rename(beside, target)
}
