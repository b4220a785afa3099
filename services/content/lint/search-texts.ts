import type { CodedReason } from '../drafts/rules.ts'
import { createRepeats, type Repeats, textKey } from '../folder/find-repeats.ts'
import type { PartialTree } from '../folder/read-content.ts'
import type { SourceText } from '../folder/source-text.ts'

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

export function remarksOnLength({ kind, field, text }: SearchText): CodedReason[] {
  const { length } = text
  if (kind === 'title') {
    if (length <= LONGEST_TITLE) return []
    const message = `has ${length} characters: search engines cut it off after ${LONGEST_TITLE}`
    return [{ field, code: 'W-TITLE-LEN', message }]
  }
  if (length >= SHORTEST_DESCRIPTION && length <= LONGEST_DESCRIPTION) return []
  const message = `has ${length} characters: write ${SHORTEST_DESCRIPTION} to ${LONGEST_DESCRIPTION}`
  return [{ field, code: 'W-DESC-LEN', message }]
}

export function remarkOnRepeat(
  { kind, field, text }: SearchText,
  file: string,
  { titles, descriptions }: KnownTexts,
): CodedReason[] {
  const known = kind === 'title' ? titles : descriptions
  const key = textKey(text)
  known.note(key, file)
  const other = known.before(key, file)
  if (other === undefined) return []
  const code = kind === 'title' ? 'W-DUP-TITLE' : 'W-DUP-DESC'
  return [{ field, code, message: `is also used by ${other}: say what is different here` }]
}

/** Where each title, description or key was used first; other files come before articles. */
export interface KnownTexts {
  titles: Repeats
  descriptions: Repeats
  translationKeys: Repeats
}

/** Empty, to be filled while articles are checked. */
export const noKnownTexts = (): KnownTexts => ({
  titles: createRepeats(),
  descriptions: createRepeats(),
  translationKeys: createRepeats(),
})

export function knownTextsOf(tree: PartialTree): KnownTexts {
  const known = noKnownTexts()
  for (const { file, texts } of textsOfTree(tree)) {
    for (const text of texts) {
      const repeats = text.kind === 'title' ? known.titles : known.descriptions
      repeats.note(textKey(text.text), textPlace(file, text))
    }
  }
  for (const article of [...tree.articles, ...tree.strays]) {
    known.titles.note(article.titleKey, article.file)
    known.descriptions.note(article.descriptionKey, article.file)
    known.translationKeys.note(article.translationKey, article.file)
  }
  return known
}

/** How a text is named in messages when its file has many. */
export const textPlace = (file: string, { field }: SearchText) =>
  `${file} (${field.slice(1).replaceAll('/', '.')})`

interface TextsOfFile {
  file: string
  locate: SourceText['locate']
  texts: SearchText[]
}

/** The search texts of all other files. Titles of categories are not titles of pages. */
export function textsOfTree({ authors, pageSeo, categories }: PartialTree): TextsOfFile[] {
  const title = (field: string, text: string): SearchText => ({ kind: 'title', field, text })
  const described = (at: string, { description: text }: { description: string }): SearchText => {
    return { kind: 'description', field: `${at}/description`, text }
  }
  const ofPages = Object.entries(pageSeo?.value ?? {}).flatMap(([name, page]) => [
    title(`/${name}/title`, page.title),
    described(`/${name}`, page),
  ])
  const ofCategories = categories?.value.flatMap((category, index) => [
    described(`/${index}`, category),
    ...category.children.map((child, place) => described(`/${index}/children/${place}`, child)),
  ])
  const ofAuthors = authors?.value.flatMap(({ meta_title, meta_description: text }, index) => [
    title(`/${index}/meta_title`, meta_title),
    { kind: 'description' as const, field: `/${index}/meta_description`, text },
  ])
  return [
    ...(pageSeo ? [{ ...pageSeo, texts: ofPages }] : []),
    ...(categories ? [{ ...categories, texts: ofCategories ?? [] }] : []),
    ...(authors ? [{ ...authors, texts: ofAuthors ?? [] }] : []),
  ]
}
