import type { Static, TSchema } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { buildVocabulary, type Vocabulary } from '../articles/vocabulary.ts'
import { reasonsAboutCharacters } from '../editing/reasons-about-characters.ts'
import type { AuthorsFile, CategoriesFile } from '../import/content-files.ts'
import { byPlace, type ContentProblem, describeProblem } from '../import/content-problem.ts'
import { type PartialTree, readTree } from '../import/read-content.ts'
import { readText } from '../import/read-text.ts'
import { parseYamlFile } from '../import/source-text.ts'
import { GenerationFile, LanguageFile } from './generation-files.ts'
import { reasonsAboutGeneration } from './reasons-about-generation.ts'

/** Everything that a prompt is made from, but for the article that is asked for. */
export interface GenerationSettings {
  folder: string
  locale: Locale
  siteTitle: string
  /** What there is already, as far as it can be read. */
  tree: PartialTree
  generation: GenerationFile
  language: LanguageFile
  categories: Static<typeof CategoriesFile>
  authors: Static<typeof AuthorsFile>
  vocabulary: Vocabulary
}

/**
 * Reads what prompts need of a content folder. A mistake in an article or a page is no reason not to
 * write the next: that is for lint to say.
 *
 * @throws {Error} naming every problem with its file and line
 */
export async function readSettings(folder: string, locale: Locale): Promise<GenerationSettings> {
  const problems: ContentProblem[] = []
  const place = { folder, problems }
  const [generation, language, read] = await Promise.all([
    readYaml({ ...place, file: 'generation.yaml' }, GenerationFile, reasonsAboutGeneration),
    readYaml({ ...place, file: `generation/${locale}.yaml` }, LanguageFile),
    readTree(folder, locale),
  ])
  const { site, categories, authors } = read.tree
  const texts = site?.value.locales[locale]
  if (!generation || !language || !texts || !categories || !authors) {
    const named = new Set(['site.yaml', `categories/${locale}.yaml`, `authors/${locale}.yaml`])
    problems.push(...read.problems.filter(({ file }) => named.has(file)))
    const lines = problems.toSorted(byPlace).map((problem) => `  ${describeProblem(problem)}`)
    throw new Error(`The settings in ${folder} cannot be used:\n${lines.join('\n')}`)
  }
  const vocabulary = buildVocabulary(authors.value, categories.value, texts.tagline)
  return {
    folder,
    locale,
    siteTitle: texts.title,
    tree: read.tree,
    generation,
    language,
    categories: categories.value,
    authors: authors.value,
    vocabulary,
  }
}

interface Place {
  folder: string
  file: string
  problems: ContentProblem[]
}

async function readYaml<T extends TSchema>(
  { folder, file, problems }: Place,
  schema: T,
  check: (value: Static<T>) => Reason[] = () => [],
): Promise<Static<T> | undefined> {
  const read = await readText(folder, file, problems)
  if (read === undefined) return undefined
  const { value, problems: misread, locate } = parseYamlFile(file, read.text)
  if (misread.length > 0) {
    problems.push(...misread)
    return undefined
  }
  const reasons = [...reasonsAgainst(schema, value), ...reasonsAboutCharacters(value)]
  if (hasShape(schema, value)) reasons.push(...check(value))
  problems.push(...locate(reasons))
  return hasShape(schema, value) && reasons.length === 0 ? value : undefined
}
