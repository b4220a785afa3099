import type { Static } from 'typebox'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { AuthorsFile, CategoriesFile } from '../folder/content-files.ts'
import { byPlace, type ContentProblem, describeProblem } from '../folder/content-problem.ts'
import { type PartialTree, readTree } from '../folder/read-content.ts'
import { readYaml } from '../folder/read-yaml.ts'
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
}

/**
 * Reads what prompts need from a content folder. Mistakes in articles and pages are left to lint: they
 * do not keep anybody from writing the next article.
 *
 * @throws {Error} naming every problem with its file and line
 */
export async function readSettings(folder: string, locale: Locale): Promise<GenerationSettings> {
  const problems: ContentProblem[] = []
  const place = { folder, problems }
  const [generation, language, read] = await Promise.all([
    readYaml({ ...place, file: 'generation.yaml' }, GenerationFile, {
      check: reasonsAboutGeneration,
    }),
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
  return {
    folder,
    locale,
    siteTitle: texts.title,
    tree: read.tree,
    generation: generation.value,
    language: language.value,
    categories: categories.value,
    authors: authors.value,
  }
}
