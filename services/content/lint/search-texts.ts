import type { PartialTree } from '../import/read-content.ts'
import type { SourceText } from '../import/source-text.ts'
import { createRepeats, type Repeats, textKey } from './find-repeats.ts'
import type { CodedReason } from './rules.ts'

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
  return [{ field, code, message: `is that of ${other} too: say what is different here` }]
}

/** Who said which title, description or key first; places of other files than articles come first. */
export interface KnownTexts {
  titles: Repeats
  descriptions: Repeats
  translationKeys: Repeats
}

/** To be filled by what is looked at. */
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

/** How a text is named that is one of many in its file. */
export const textPlace = (file: string, { field }: SearchText) =>
  `${file} (${field.slice(1).replaceAll('/', '.')})`

interface TextsOfFile {
  file: string
  locate: SourceText['locate']
  texts: SearchText[]
}

/** Of every file that is no article. Titles of categories are no titles of pages by themselves. */
export function textsOfTree({ authors, pageSeo, categories }: PartialTree): TextsOfFile[] {
  const files: TextsOfFile[] = []
  if (pageSeo) {
    const texts = Object.entries(pageSeo.value).flatMap(([name, page]): SearchText[] => [
      { kind: 'title', field: `/${name}/title`, text: page.title },
      { kind: 'description', field: `/${name}/description`, text: page.description },
    ])
    files.push({ ...pageSeo, texts })
  }
  if (categories) {
    const texts = categories.value.flatMap(({ description, children }, index): SearchText[] => [
      { kind: 'description', field: `/${index}/description`, text: description },
      ...children.map(
        (child, place): SearchText => ({
          kind: 'description',
          field: `/${index}/children/${place}/description`,
          text: child.description,
        }),
      ),
    ])
    files.push({ ...categories, texts })
  }
  if (authors) {
    const texts = authors.value.flatMap((author, index): SearchText[] => [
      { kind: 'title', field: `/${index}/meta_title`, text: author.meta_title },
      { kind: 'description', field: `/${index}/meta_description`, text: author.meta_description },
    ])
    files.push({ ...authors, texts })
  }
  return files
}
