import type { CodedReason } from '../drafts/rules.ts'
import type { ContentProblem } from '../folder/content-problem.ts'
import { noteUse, textKey } from '../folder/find-repeats.ts'
import type { PartialTree } from '../folder/read-content.ts'
import type { SiteFiles } from '../folder/read-site-files.ts'

const LONGEST_TITLE = 65
const SHORTEST_DESCRIPTION = 70
const LONGEST_DESCRIPTION = 160

/** A title or description that search engines show. */
export interface SearchText {
  kind: 'title' | 'description'
  /** As a JSON pointer. */
  field: string
  text: string
}

/** What has texts of this kind, besides articles. */
type TextFiles = Pick<SiteFiles, 'authors' | 'pageSeo' | 'categories'>

/** The file that used each title, description or key first; other files come before articles. */
export type KnownTexts = Record<'title' | 'description' | 'translationKey', Map<string, string>>

/** Empty, to be filled while articles are checked. */
export const noKnownTexts = (): KnownTexts => ({
  title: new Map(),
  description: new Map(),
  translationKey: new Map(),
})

export function knownTextsOf(
  tree: SiteFiles & Pick<PartialTree, 'articles' | 'strays'>,
): KnownTexts {
  const known = noKnownTexts()
  for (const { file, texts } of textsOfTree(tree)) {
    for (const text of texts) noteUse(known[text.kind], textKey(text.text), textPlace(file, text))
  }
  for (const article of [...tree.articles, ...tree.strays]) {
    noteUse(known.title, article.titleKey, article.file)
    noteUse(known.description, article.descriptionKey, article.file)
    noteUse(known.translationKey, article.translationKey, article.file)
  }
  return known
}

/**
 * Remarks on the length of a text, and on its being used before.
 *
 * @param file where it is, for messages about others that are equal
 */
export function remarksOnSearchText(
  { kind, field, text }: SearchText,
  file: string,
  known: KnownTexts,
): CodedReason[] {
  if (text === '') return []
  const { length } = text
  const remarks: CodedReason[] = []
  if (kind === 'title' && length > LONGEST_TITLE) {
    const message = `has ${length} characters: search engines cut it off after ${LONGEST_TITLE}`
    remarks.push({ field, code: 'W-TITLE-LEN', message })
  }
  if (kind === 'description' && (length < SHORTEST_DESCRIPTION || length > LONGEST_DESCRIPTION)) {
    const message = `has ${length} characters: write ${SHORTEST_DESCRIPTION} to ${LONGEST_DESCRIPTION}`
    remarks.push({ field, code: 'W-DESC-LEN', message })
  }
  const other = noteUse(known[kind], textKey(text), file)
  if (other !== undefined) {
    const code = kind === 'title' ? 'W-DUP-TITLE' : 'W-DUP-DESC'
    remarks.push({ field, code, message: `is also used by ${other}: say what is different here` })
  }
  return remarks
}

const MIN_AUTHORS = 40
const MAX_AUTHORS = 60

/** What should be improved in files other than articles and ads. */
export function remarksOnTree(tree: TextFiles, known: KnownTexts): ContentProblem[] {
  const remarks = textsOfTree(tree).flatMap(({ file, locate, texts }) =>
    locate(texts.flatMap((text) => remarksOnSearchText(text, textPlace(file, text), known))),
  )
  const { file = '', value: { length: count } = [] } = tree.authors ?? {}
  if (count > 0 && (count < MIN_AUTHORS || count > MAX_AUTHORS)) {
    const message = `has ${count} authors: ${MIN_AUTHORS} to ${MAX_AUTHORS} are recommended`
    remarks.push({ file, line: 1, code: 'W-ROSTER', message })
  }
  return remarks
}

/** How a text is named in messages when its file has many. */
const textPlace = (file: string, { field }: SearchText) =>
  `${file} (${field.slice(1).replaceAll('/', '.')})`

/** The search texts of all other files. Titles of categories are not titles of pages. */
function textsOfTree({ authors, pageSeo, categories }: TextFiles) {
  const title = (field: string, text: string): SearchText => ({ kind: 'title', field, text })
  const description = (field: string, text: string): SearchText => {
    return { kind: 'description', field, text }
  }
  const ofPages = Object.entries(pageSeo?.value ?? {}).flatMap(([name, page]) => [
    title(`/${name}/title`, page.title),
    description(`/${name}/description`, page.description),
  ])
  const ofCategories = categories?.value.flatMap((category, index) => [
    description(`/${index}/description`, category.description),
    ...category.children.map((child, place) =>
      description(`/${index}/children/${place}/description`, child.description),
    ),
  ])
  const ofAuthors = authors?.value.flatMap(({ meta_title, meta_description }, index) => [
    title(`/${index}/meta_title`, meta_title),
    description(`/${index}/meta_description`, meta_description),
  ])
  return [
    ...(pageSeo ? [{ ...pageSeo, texts: ofPages }] : []),
    ...(categories ? [{ ...categories, texts: ofCategories ?? [] }] : []),
    ...(authors ? [{ ...authors, texts: ofAuthors ?? [] }] : []),
  ]
}
