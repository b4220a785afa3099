import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { hasShape, reasonsAgainst } from '#shared/check-shape.ts'
import { parseYamlFile } from '../folder/source-text.ts'
import { type ArticleRequest, type ArticleWish, resolveRequest } from './article-request.ts'
import type { GenerationSettings } from './read-settings.ts'

/** A file may have so many titles: each is paid for. */
const MAX_TITLES = 500

const Text = Type.String({ minLength: 1 })
const Own = Type.Partial(
  Type.Object({ slug: Text, category: Text, subcategory: Text, author: Text }),
)
const Wish = Type.Object({ title: Text, ...Own.properties }, { additionalProperties: false })
/** Titles in YAML, each alone or with the options that are its own. */
const TitlesFile = Type.Array(Type.Union([Text, Wish]), { minItems: 1, maxItems: MAX_TITLES })

/** What a file asks for, and where. */
interface PlacedWish {
  /** 1-based. */
  line: number
  wish: ArticleWish
}

/**
 * Reads a file of titles: one on each line, where blank lines and those that begin with `#` do not
 * count; or, when its name ends in `.yaml` or `.yml`, a list.
 *
 * @param common options of every title that has none of its own
 * @throws {Error} naming everything that is wrong, each with its line
 */
export async function readExistingTitles(
  file: string,
  common: ArticleWish,
  settings: GenerationSettings,
): Promise<ArticleRequest[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Error(`${file} cannot be read: ${error.message}`)
  })
  const wishes = /\.ya?ml$/.test(file) ? wishesInYaml(file, text) : wishesInLines(file, text)
  const problems: string[] = []
  const requests: ArticleRequest[] = []
  const lineBySlug = new Map<string, number>()
  for (const { line, wish } of wishes) {
    const place = `${file}:${line}: `
    const request = resolveRequest({ ...common, ...wish }, settings, place, problems)
    if (!request) continue
    const { slug } = request
    const other = lineBySlug.get(slug)
    if (other === undefined) requests.push(request)
    else problems.push(`${place}has the slug of line ${other}, "${slug}"`)
    lineBySlug.set(slug, other ?? line)
  }
  refuse(problems)
  return requests
}

function wishesInLines(file: string, text: string): PlacedWish[] {
  const placed = text.split(/\r?\n/).flatMap((content, index) => {
    const title = content.replace(/^\ufeff/, '').trim()
    return title === '' || title.startsWith('#') ? [] : [{ line: index + 1, wish: { title } }]
  })
  if (placed.length === 0) throw new Error(`${file}: has no titles`)
  if (placed.length > MAX_TITLES) {
    throw new Error(`${file}: has more than ${MAX_TITLES} titles. Ask for them in parts.`)
  }
  return placed
}

function wishesInYaml(file: string, text: string): PlacedWish[] {
  const { value, problems, locate } = parseYamlFile(file, text)
  const reasons = problems.length > 0 ? [] : reasonsAgainst(TitlesFile, value)
  refuse(
    [...problems, ...locate(reasons)].map(({ line, message }) => `${file}:${line}: ${message}`),
  )
  if (!hasShape(TitlesFile, value)) return []
  return value.map((entry, index) => {
    const [place] = locate([{ field: `/${index}`, message: '' }])
    return { line: place?.line ?? 1, wish: typeof entry === 'string' ? { title: entry } : entry }
  })
}

/** @throws {Error} with these problems, if there are any */
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(`Nothing was generated:\n  ${problems.join('\n  ')}`)
}
