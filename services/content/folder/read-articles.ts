import { Type } from 'typebox'
import { hasShape } from '#shared/check-shape.ts'
import { Slug } from '#shared/contracts/primitives.ts'
import { inOrder, inParts } from '#shared/in-order.ts'
import { slugify } from '#shared/text/slugify.ts'
import { articlePath } from '../addresses/article-path.ts'
import { termPath } from '../addresses/term-path.ts'
import { TermDraft } from '../drafts/article-draft.ts'
import type { CodedReason } from '../drafts/rules.ts'
import { factsNamedIn, mayShowFacts } from '../facts/fact-reference.ts'
import type { ContentProblem } from './content-problem.ts'
import { textKey } from './find-repeats.ts'
import { linkTarget } from './link-target.ts'
import { type FileText, listMarkdown, READ_AT_ONCE, readText, readTexts } from './read-text.ts'
import {
  locateInFrontMatter,
  parseMarkdownFile,
  type SourceText,
  splitMarkdownFile,
} from './source-text.ts'

const Terms = Type.Array(TermDraft)

/** An article's file without its text, because all texts together may not fit into memory. */
export interface ArticleFile {
  file: string
  /** SHA-256 of the file's text. */
  hash: string
  slug: Slug
  /** As it is written: a day or an instant. `undefined` if missing or invalid, which the check reports. */
  publishedAt: string | undefined
  /** Hashes of the title and of a written description: equal for equal texts. */
  titleKey: string | undefined
  descriptionKey: string | undefined
  /** Links the article with its translations on other sites. */
  translationKey: string | undefined
  /** Where its text seems to link within the site, each as `/path#fragment`. */
  targets: readonly string[]
  /** The facts that its text seems to show, by name; absent if there are none. */
  facts?: readonly string[]
  /** The terms that it explains, as they are written; absent if there are none, or not valid. */
  terms?: readonly TermDraft[]
  /** The year for which its figures are right; absent if it names none. */
  validFor?: number
  /** Where readers are led once it has expired; absent if they are not. */
  expiresTo?: string
  /** The edition of its article that it was compared with and takes the place of, if it names one. */
  edition?: number
  /** What is imported in place of the file's text: the same, with edits that were made elsewhere. */
  text?: string
  /** The file's own text, if another one is imported. */
  written?: string
  /** What its front matter says; absent if all of them would take too much memory. */
  fields?: Readonly<Record<string, unknown>>
}

export interface ListedArticles {
  /** Articles with a valid slug of their own. */
  articles: ArticleFile[]
  /** Articles without one. Their texts can be checked all the same. */
  strays: ArticleFile[]
  /** Names of files that cannot be read. */
  unread: string[]
}

/** The content of an article's file, to be checked against authors and categories. */
export interface ArticleSource<File = ArticleFile> {
  file: File
  /** In the form of the body of `PUT /articles/{slug}`. */
  draft: Record<string, unknown>
  place: SourcePlace
  locate: SourceText['locate']
}

/** Says where fields stand in an article's file: plain data, which a thread can hand over. */
export interface SourcePlace {
  /** The front matter. */
  yaml: string
  /** Empty lines between it and the text. */
  linesAbove: number
}

export const locateInArticle = (
  file: string,
  { yaml, linesAbove }: SourcePlace,
  reasons: readonly CodedReason[],
): ContentProblem[] =>
  locateInFrontMatter(
    file,
    yaml,
    reasons.map((reason) =>
      reason.line === undefined ? reason : { ...reason, line: reason.line + linesAbove },
    ),
  )

/** What most files say nothing of. */
type Optional = 'terms' | 'facts' | 'validFor' | 'expiresTo' | 'edition'

/** What a file says of its article before it is compared with others. */
export interface ArticleSummary {
  /** `undefined` if the file cannot be read. */
  listed?: Required<Omit<ArticleFile, Optional | 'text' | 'written'>> & Pick<ArticleFile, Optional>
  /** Characters of its front matter. */
  yamlLength?: number
  /** Why the file cannot be read, or has no valid slug. */
  problems: ContentProblem[]
}

/** Reads files, in the order of their names. */
export type Summariser = (folder: string, names: readonly string[]) => Promise<ArticleSummary[]>

/** Files that are read by one call of a summariser, and calls that are under way. */
const SUMMARISED_AT_ONCE = 256
const SUMMARISED_AHEAD = 4
/**
 * Front matter that is kept parsed, because parsing takes most of the time of reading a file: that of
 * about ten thousand articles.
 */
const MAX_PARSED_CHARACTERS = 16_000_000

/**
 * Lists all articles of the folder. Each must have a slug of its own.
 *
 * @param summarise `summariseArticles`, or the same in threads
 */
export async function listArticles(
  folder: string,
  subfolder: string,
  problems: ContentProblem[],
  summarise: Summariser = summariseArticles,
): Promise<ListedArticles> {
  const articles: ArticleFile[] = []
  const strays: ArticleFile[] = []
  const unread: string[] = []
  const fileBySlug = new Map<string, string>()
  const fileByTerm = new Map<string, string>()
  const oneOfEach: OneOfEach = { targets: new Map(), lists: new Map() }
  let parsedCharacters = 0
  const names = await listMarkdown(folder, subfolder, problems)
  const summaries = inOrder(inParts(names, SUMMARISED_AT_ONCE), SUMMARISED_AHEAD, async (part) => {
    const summarised = await summarise(folder, part)
    return summarised.map((summary, at) => ({ ...summary, name: part[at] ?? '' }))
  })
  for await (const group of summaries) {
    for (const { name, listed, yamlLength = 0, problems: found } of group) {
      problems.push(...found)
      if (!listed) {
        unread.push(name)
        continue
      }
      parsedCharacters += yamlLength
      const { fields } = listed
      const kept: ArticleFile = {
        ...compact(listed, name, oneOfEach),
        ...(parsedCharacters <= MAX_PARSED_CHARACTERS && { fields }),
      }
      const { slug } = kept
      const other = fileBySlug.get(slug)
      if (other !== undefined) problems.push(...(await sameSlug(folder, kept, other)))
      else problems.push(...(await sameTerms(folder, kept, fileByTerm)))
      if (found.length > 0 || other !== undefined) {
        strays.push(kept)
      } else {
        fileBySlug.set(slug, name)
        articles.push(kept)
      }
    }
  }
  return { articles, strays, unread }
}

/** Equal values, each kept in memory once. */
interface OneOfEach {
  targets: Map<string, string>
  /** Lists of a single target. */
  lists: Map<string, readonly string[]>
}

/** The same in less memory, because there may be a million. */
function compact(
  { slug, targets, ...listed }: ArticleFile,
  file: string,
  oneOfEach: OneOfEach,
): ArticleFile {
  const begins = file.length - slug.length - '.md'.length
  return {
    file,
    hash: listed.hash,
    // A part of another string takes no memory for its letters.
    slug: file.endsWith(`/${slug}.md`) ? file.slice(begins, begins + slug.length) : slug,
    publishedAt: listed.publishedAt,
    titleKey: listed.titleKey,
    descriptionKey: listed.descriptionKey,
    translationKey: listed.translationKey,
    targets: oneList(targets, oneOfEach),
    ...(listed.terms && { terms: listed.terms }),
    ...(listed.facts && { facts: listed.facts }),
    ...(listed.validFor !== undefined && { validFor: listed.validFor }),
    ...(listed.expiresTo !== undefined && { expiresTo: listed.expiresTo }),
    ...(listed.edition !== undefined && { edition: listed.edition }),
  }
}

function oneList(written: readonly string[], { targets, lists }: OneOfEach): readonly string[] {
  if (written.length === 0) return NO_TARGETS
  const known = written.length === 1 ? lists.get(written[0] ?? '') : undefined
  if (known) return known
  const list = written.map((target) => {
    const kept = targets.get(target) ?? target
    targets.set(kept, kept)
    return kept
  })
  if (list.length === 1) lists.set(list[0] ?? '', list)
  return list
}

/** What files say of their articles, in the order of the names. */
export const summariseArticles: Summariser = async (folder, names) => {
  const summaries: ArticleSummary[] = []
  for (const part of inParts(names, READ_AT_ONCE)) {
    const each = part.map(async (name) => {
      const problems: ContentProblem[] = []
      const read = await readText(folder, name, problems)
      return read ? summaryOf(read) : { problems }
    })
    summaries.push(...(await Promise.all(each)))
  }
  return summaries
}

export function summaryOf({ file, text, hash }: FileText): ArticleSummary {
  const { value, body, yaml, problems, locate } = parseMarkdownFile(file, text)
  if (problems.length > 0) return { problems }
  // Parsed values may be parts of the text, so they are copied as `copyOf` copies one.
  const { slug, edition, pulled, ...fields } = structuredClone(asRecord(value))
  const { title, description, publishedAt, translationKey, terms, validFor, expiresTo } = fields
  const reasons = [
    ...reasonsAgainstSlug(slug),
    ...reasonsAgainstEdition(edition),
    ...reasonsAgainstMark(pulled),
  ]
  const kept = typeof slug === 'string' ? slug : ''
  const leads = typeof expiresTo === 'string' ? [`${expiresTo}#`] : []
  const listed = {
    file,
    hash,
    slug: kept,
    publishedAt: dateOf(publishedAt),
    titleKey: keyOf(title),
    descriptionKey: keyOf(description),
    translationKey: typeof translationKey === 'string' ? translationKey : undefined,
    targets: [...targetsIn(body, articlePath(kept)), ...leads],
    ...factsIn(body),
    ...(typeof validFor === 'number' && { validFor }),
    ...(typeof expiresTo === 'string' && { expiresTo }),
    ...(typeof edition === 'number' && { edition }),
    ...(hasShape(Terms, terms) && terms.length > 0 && { terms }),
    fields,
  }
  return { listed, yamlLength: yaml.length, problems: locate(reasons) }
}

const sameSlug = (folder: string, { file, slug }: ArticleFile, other: string) =>
  usedTwice(folder, file, '/slug', `"${slug}" is also the slug of ${other}`)

/** A term has a page of its own, so no two articles explain terms with one address. */
async function sameTerms(
  folder: string,
  { file, terms = [] }: ArticleFile,
  fileByTerm: Map<string, string>,
): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = []
  for (const [at, { term, definition }] of terms.entries()) {
    const path = termPath(slugify(term))
    const other = definition === undefined ? undefined : (fileByTerm.get(path) ?? file)
    if (other === undefined) continue
    if (other === file) {
      fileByTerm.set(path, file)
      continue
    }
    const message = `"${term}" has the address ${path}, as has a term of ${other}`
    problems.push(...(await usedTwice(folder, file, `/terms/${at}/term`, message)))
  }
  return problems
}

/** The file may have been changed since, and then has no line to name. */
async function usedTwice(folder: string, file: string, field: string, message: string) {
  const reason: CodedReason = { field, code: 'E-DUP-SLUG', message }
  const read = await readText(folder, file, [])
  const located = read ? parseMarkdownFile(file, read.text).locate([reason]) : []
  return located.length > 0
    ? located
    : [{ file, line: 1, code: 'E-DUP-SLUG' as const, message: `${field.slice(1)} ${message}` }]
}

type ReadFile = Pick<ArticleFile, 'file' | 'hash' | 'fields' | 'text'>

/**
 * Reads articles again, this time with their texts.
 *
 * @param problems receives the files that have changed since they were listed
 */
export async function* readArticles<File extends ReadFile>(
  folder: string,
  files: readonly File[],
  problems: ContentProblem[],
): AsyncGenerator<ArticleSource<File>> {
  const byName = new Map(files.map((file) => [file.file, file]))
  for await (const { file: name, text: onDisk, hash } of readTexts(
    folder,
    [...byName.keys()],
    problems,
  )) {
    const file = byName.get(name)
    if (file?.hash !== hash) {
      const message = 'was changed while it was read'
      problems.push({ file: name, line: 1, code: 'E-SCHEMA', message })
      continue
    }
    const text = file.text ?? onDisk
    const { body, place } = placeIn(text)
    const fields = file.fields ?? fieldsOf(parseMarkdownFile(name, text))
    yield {
      file,
      draft: { ...fields, body },
      place,
      locate: (reasons) => locateInArticle(name, place, reasons),
    }
  }
}

/** The text of an article's file without the empty lines around it, and where its fields stand. */
export function placeIn(text: string): { body: string; place: SourcePlace } {
  const { body = '', yaml = '' } = splitMarkdownFile(text) ?? {}
  const begins = body.trimStart()
  const linesAbove = body.slice(0, body.length - begins.length).split('\n').length - 1
  return { body: begins.trimEnd(), place: { yaml, linesAbove } }
}

function reasonsAgainstEdition(edition: unknown): CodedReason[] {
  if (edition === undefined || (Number.isInteger(edition) && Number(edition) > 0)) return []
  const message = 'must be the number of an edition, such as 4'
  return [{ field: '/edition', code: 'E-SCHEMA', message }]
}

/** Says which edition a pull has written: nothing that a person would type. */
function reasonsAgainstMark(pulled: unknown): CodedReason[] {
  if (pulled === undefined || (typeof pulled === 'string' && MARK.test(pulled))) return []
  const message = 'is written by a pull only: write it as it was, or take the line out'
  return [{ field: '/pulled', code: 'E-SCHEMA', message }]
}

const MARK = /^[0-9a-f]{8}-[0-9a-f]{4}$/

function reasonsAgainstSlug(slug: unknown): CodedReason[] {
  const field = '/slug'
  if (slug === undefined) return [{ field, code: 'E-SLUG', message: 'is missing' }]
  if (hasShape(Slug, slug)) return []
  const hint = typeof slug === 'string' && slug !== '' ? `, such as "${slugify(slug)}"` : ''
  const message = `must be lower-case words joined by hyphens, at most 120 characters${hint}`
  return [{ field, code: 'E-SLUG', message }]
}

const keyOf = (text: unknown) =>
  typeof text === 'string' && text.trim() !== '' ? textKey(text) : undefined

const NO_TARGETS: readonly string[] = []
/** Looks like a link or a reference definition; only the Markdown parser knows for certain. */
const LINK = /\]\(\s*<?([^\s<>()]+)|^ {0,3}\[[^\]\n]+\]:\s*<?([^\s<>]+)/gm

function targetsIn(body: string, page: string): readonly string[] {
  const found = new Set<string>()
  for (const [, inline, reference = ''] of body.matchAll(LINK)) {
    const target = linkTarget(inline ?? reference, page)
    if (!target || target.path === page) continue
    found.add(copyOf(`${target.path}#${target.fragment}`))
  }
  return found.size === 0 ? NO_TARGETS : [...found]
}

function factsIn(body: string): Pick<ArticleFile, 'facts'> {
  if (!mayShowFacts(body)) return {}
  return { facts: factsNamedIn(body).map(copyOf) }
}

/** V8 keeps a whole text in memory as long as a part of it is in use, so the part is copied. */
const copyOf = (part: string) => Buffer.from(part).toString()

/** `undefined` for an invalid date, which the check of the article reports. */
const dateOf = (written: unknown) =>
  typeof written === 'string' && !Number.isNaN(Date.parse(written)) ? written : undefined

/** What the front matter says, apart from the address. */
function fieldsOf({ value }: SourceText): Record<string, unknown> {
  const { slug: _, edition: _edition, pulled: _pulled, ...fields } = asRecord(value)
  return fields
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
