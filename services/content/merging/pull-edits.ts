import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CodedReason } from '../drafts/rules.ts'
import { mergeEdits, type Side } from '../editions/merge-edits.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import type { ContentTree } from '../folder/read-content.ts'
import { isThere, readText } from '../folder/read-text.ts'
import { zoneOf } from '../lint/check-alone.ts'
import { importedSide, saysTheSame, sideOf } from './article-side.ts'
import { baseOfFile, editionOfFile, isLike } from './base-of-file.ts'
import { type EditForFile, type SiteEditForFile, versionsOfEdit } from './edits-for-files.ts'
import {
  locateIn,
  nameByAuthor,
  reasonOfTakenAddress,
  reasonOfWithdrawal,
  reasonsOfConflicts,
  vocabularyOf,
} from './file-context.ts'
import { type FindLike, indexTexts } from './like-texts.ts'
import { asPulled, fileOf, mergeIntoFile } from './merge-into-file.ts'
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
const withdrawnName = ({ folder, locale }: ContentTree, file: string): Promise<string> =>
  freeName(`withdrawn/${locale}/${path.posix.basename(file, '.md')}`, (one) => isThere(folder, one))

/** @param name without its ending */
async function freeName(
  name: string,
  isTaken: (file: string) => Promise<boolean>,
): Promise<string> {
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? '' : `-${number}`}.md`
    if (!(await isTaken(file))) return file
  }
}

/** What one pull knows of the folder beside the edit that it looks at. */
export interface PullContext {
  /** Receives the files that are known to be about an article. */
  claimed: Set<string>
  /** Receives names that no new file may have: another article's was or will be there. */
  reserved: Set<string>
  /** Whether there is no article at the address of a file, so that it may be of one that was elsewhere. */
  isNew(slug: string): Promise<boolean>
  /** All files by their texts, once they were read. */
  findLike?: FindLike
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
  context: PullContext,
): Promise<PulledFile | undefined> {
  const { claimed, reserved } = context
  if (edit.file !== null) reserved.add(edit.file)
  const file = await fileToday(tree, edit, context)
  const { base, isWithdrawn } = edit
  if (file !== undefined) {
    claimed.add(file)
    return planChange(tree, { ...edit, file }, problems)
  }
  // The file is gone as well as its article.
  if (isWithdrawn) return undefined
  const planned =
    base === null
      ? await newFile(tree, edit, reserved)
      : await fileBack(tree, { ...edit, base }, reserved)
  if (planned) reserved.add(planned.file)
  return planned
}

/** Where an article's text is in the folder, as an import would find it; `undefined` where no file has it. */
async function fileToday(
  tree: ContentTree,
  edit: EditForFile,
  context: PullContext,
): Promise<string | undefined> {
  const { folder, articles } = tree
  const { file, stored, agreed } = edit
  const versions = versionsOfEdit(edit)
  const known = articles.find((article) => article.file === file)
  const imported = file === null || agreed === null ? undefined : sideOf(file, agreed)
  const addresses = new Set([...versions, ...(imported ? [imported] : [])].map(({ slug }) => slug))
  // A file that has got the address of another article is about that one now.
  const isOwn = !known || addresses.has(known.slug) || (await context.isNew(known.slug))
  if (file !== null && isOwn && (await isThere(folder, file))) return file
  const free = articles.filter((article) => !context.claimed.has(article.file))
  const found = versions.flatMap(({ slug }) => free.find((article) => article.slug === slug) ?? [])
  for (const { file: name, slug } of found) {
    // The file at an article's address is about it; at one of before may be another text.
    if (slug === stored.slug) return name
    const read = await readText(folder, name, [])
    const side = read && sideOf(name, read.text)
    if (side && versions.some((version) => isLike(side, version))) return name
  }
  return file === null || known ? undefined : renamedFile(tree, versions, context)
}

/** A file with another name and another address, which has the text of the article. */
async function renamedFile(
  { folder, articles }: ContentTree,
  versions: readonly Side[],
  context: PullContext,
): Promise<string | undefined> {
  context.findLike ??= await indexTexts(folder, articles)
  const file = context.findLike(versions, (one) => !context.claimed.has(one))
  const slug = articles.find((article) => article.file === file)?.slug
  return slug !== undefined && (await context.isNew(slug)) ? file : undefined
}

/** The file of an article that was made through the API. Its name may be that of another text. */
async function newFile(
  tree: ContentTree,
  { stored, id }: Pick<EditForFile, 'stored' | 'id'>,
  reserved: ReadonlySet<string>,
): Promise<PulledFile> {
  const file = await ownName(tree, stored, reserved)
  return { file, how: 'new', text: asPulled(fileOf(stored, nameByAuthor(tree)), id) }
}

const ownName = (
  { folder, locale }: ContentTree,
  { slug }: Side,
  reserved: ReadonlySet<string>,
): Promise<string> =>
  freeName(
    `articles/${locale}/${slug}`,
    async (file) => reserved.has(file) || isThere(folder, file),
  )

type EditOfFile = EditForFile & { base: NonNullable<EditForFile['base']> }

/**
 * A file that was taken away or is about another article now, with what its writer has not seen; without an
 * edit it stays away.
 */
async function fileBack(
  tree: ContentTree,
  { file, base, stored, agreed, isBack, id }: EditOfFile,
  reserved: ReadonlySet<string>,
): Promise<PulledFile | undefined> {
  const isFree = file !== null && !(await isThere(tree.folder, file))
  const name = isFree ? file : await ownName(tree, stored, reserved)
  const text = agreed ?? (await textAside(tree, name, base)) ?? fileOf(base, nameByAuthor(tree))
  const side = sideOf(name, text) ?? base
  const merge = mergeEdits({ file: side, agreed: side, stored }, vocabularyOf(tree))
  const merged = mergeIntoFile(text, merge, side.body, nameByAuthor(tree))
  if (merged === text) return isBack ? { file: name, how: 'back', text } : undefined
  return { file: name, how: 'back', text: asPulled(merged, id) }
}

/** The text that a pull has put aside when its article was withdrawn, with its comments. */
async function textAside(tree: ContentTree, file: string, base: Side): Promise<string | undefined> {
  const aside = `withdrawn/${tree.locale}/${path.posix.basename(file)}`
  const read = await readText(tree.folder, aside, [])
  const side = read && sideOf(aside, read.text)
  return side && saysTheSame(side, base, vocabularyOf(tree)) ? read.text : undefined
}

async function planChange(
  tree: ContentTree,
  { file, base, later, stored, agreed, number, ...edit }: EditForFile & { file: string },
  problems: ContentProblem[],
): Promise<PulledFile | undefined> {
  const read = await readSide(tree, file, problems)
  if (!read) return undefined
  const { side } = read
  const vocabulary = vocabularyOf(tree)
  const refuse = (...reasons: CodedReason[]) => {
    problems.push(...locateIn(file, read.text, reasons))
    return undefined
  }
  const { edition: named } = side.fields
  const edition = { ...edit, slug: stored.slug, number, named }
  const isSeen = named === number
  if (edit.isWithdrawn && !isSeen) {
    const versions = [...later, stored]
    const isPulled = versions.some((version) => saysTheSame(side, version, vocabulary))
    if (read.hash !== edit.hash && !isPulled) return refuse(reasonOfWithdrawal(edition, vocabulary))
    const to = await withdrawnName(tree, file)
    return { file, how: 'withdrawn', to, was: read.text }
  }
  const imported = base && importedSide(file, { base, text: agreed, file: side }, vocabulary)
  const from = imported
    ? baseOfFile(side, { imported, later }, vocabulary)
    : editionOfFile(side, later)
  if (!from) {
    if (isSeen || saysTheSame(side, stored, vocabulary)) return undefined
    return refuse(reasonOfTakenAddress({ number }))
  }
  const merge = mergeEdits({ file: side, agreed: from, stored }, vocabulary)
  const edited = { ...edition, base: from.number }
  if (!isSeen) refuse(...reasonsOfConflicts(merge.conflicts, edited, vocabulary))
  const text = mergeIntoFile(read.text, merge, side.body, nameByAuthor(tree))
  if (text === read.text) return undefined
  return { file, how: 'changed', text: asPulled(text, edit.id), was: read.text }
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
  { file, number, by, at, text: edited, later, agreed }: SiteEditForFile,
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
    later,
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
