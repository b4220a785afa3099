import { type Static, Type } from 'typebox'
import type { Locale } from '#shared/contracts/primitives.ts'
import type { Reason } from '#shared/errors.ts'
import { byPlace, type ContentProblem, describeProblem } from '../folder/content-problem.ts'
import { readTree } from '../folder/read-content.ts'
import { textsIn } from '../folder/read-text.ts'
import { readYaml } from '../folder/read-yaml.ts'

const closed = { additionalProperties: false }
const Text = Type.String({ minLength: 1, maxLength: 2_000 })
const between = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/** How many sites of each kind a prompt names: four in all. */
const SITES = { encyclopedia: 1, reference: 1, social: 2 } as const

/** The shape of `content/generation.yaml`. */
const GenerationFile = Type.Object(
  {
    references: Type.Array(
      Type.Object(
        {
          domain: Type.String({ pattern: '^(?:[a-z0-9-]+\\.)+[a-z0-9-]+$', maxLength: 253 }),
          kind: Type.Enum(['encyclopedia', 'reference', 'social']),
        },
        closed,
      ),
      { minItems: 4, maxItems: 4 },
    ),
    style: Type.Object({ variedSentences: Type.Boolean(), rareTypos: Type.Boolean() }, closed),
    words: Type.Object({ from: between(100, 10_000), to: between(100, 10_000) }, closed),
    sending: Type.Object(
      {
        concurrency: between(1, 16),
        perMinute: between(1, 1_000),
        attempts: between(1, 10),
        timeoutSeconds: between(1, 1_800),
        stream: Type.Boolean(),
      },
      closed,
    ),
  },
  closed,
)

/** The shape of `content/generation/<locale>.yaml`. */
const LanguageFile = Type.Object(
  {
    languageName: Text,
    responseLanguage: Text,
    sectionStyle: Text,
    forbiddenSuffixes: Type.Object(
      {
        /** With `{suffixes}` where they go. */
        instruction: Type.String({ pattern: '\\{suffixes\\}', maxLength: 2_000 }),
        list: Type.Array(Type.String({ pattern: '^-?\\p{L}+$', maxLength: 30 }), { maxItems: 100 }),
      },
      closed,
    ),
  },
  closed,
)

export type GenerationFile = Static<typeof GenerationFile>
export type LanguageFile = Static<typeof LanguageFile>

/** Everything that a prompt is made from, but for the article that is asked for. */
export type GenerationSettings = Awaited<ReturnType<typeof readSettings>>

/**
 * Reads what prompts need from a content folder. Mistakes in articles and pages are left to lint: they
 * do not keep anybody from writing the next article.
 *
 * @throws {Error} naming every problem with its file and line
 */
export async function readSettings(folder: string, locale: Locale) {
  const problems: ContentProblem[] = []
  const place = { texts: textsIn(folder), problems }
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
  return {
    folder,
    locale,
    siteTitle: texts.title,
    /** What there is already, as far as it can be read. */
    tree: read.tree,
    generation: generation.value,
    language: language.value,
    categories: categories.value,
    authors: authors.value,
  }
}

/** What no schema can say about `generation.yaml`. */
function reasonsAboutGeneration({ references, words }: GenerationFile): Reason[] {
  const reasons: Reason[] = []
  for (const [kind, wanted] of Object.entries(SITES)) {
    const found = references.filter((site) => site.kind === kind).length
    if (found === wanted) continue
    const message = `must name ${wanted} of the kind "${kind}", not ${found}`
    reasons.push({ field: '/references', message })
  }
  const seen = new Set<string>()
  references.forEach(({ domain }, index) => {
    if (seen.has(domain)) {
      reasons.push({ field: `/references/${index}/domain`, message: `"${domain}" is listed twice` })
    }
    seen.add(domain)
  })
  if (words.to < words.from) {
    reasons.push({ field: '/words/to', message: 'must not be smaller than words.from' })
  }
  return reasons
}
