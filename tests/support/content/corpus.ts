import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import type { CheckedArticle } from '../../../services/content/drafts/check-article.ts'
import { checkArticles } from '../../../services/content/lint/check-content.ts'
import { slugify } from '../../../services/shared/text/slugify.ts'
import { corpusTitle } from './corpus-titles.ts'
import { createDice, type Dice, mixSeeds } from './dice.ts'
import { readContent } from './read-content.ts'
import { standAlone, withoutSources } from './stand-alone.ts'

const CONTENT = path.resolve(import.meta.dirname, '../../../content')
const LOCALE = 'en_US'
/** The first day of the site, and the last one that articles are dated to. */
const FIRST_MS = Date.parse('2024-11-07T00:00:00Z')
const LAST_MS = Date.parse('2026-08-31T00:00:00Z')
/** Articles that editors picked for the home page, the first ones of the corpus. */
const RANKED = 4
const FAVORITES = 8
/** Three of four articles have as many sections as the site's own, the others one more or less. */
const LIKE_THE_SITES_OWN: readonly number[] = [4, 5, 5, 5, 5, 5, 5, 6]
/** Files that are written at once. */
const CONCURRENCY = 32

export interface CorpusPlacement {
  category: string
  subcategory: string
}

/** An article as an editor would send it, with the address it is sent to. */
export interface CorpusArticle {
  slug: string
  title: string
  description: string
  /** By name. */
  author: string
  publishedAt: string
  provenance: 'generated'
  topNotchRank?: number
  favorite?: true
  placements: CorpusPlacement[]
  takeaways: string[]
  sources: { title: string; url: string }[]
  /** Markdown. */
  body: string
}

/**
 * As many articles as anybody wants, like the site's own in length, shape and words. The same seed
 * gives the same ones, each independent of how many others there are.
 */
export interface Corpus {
  /** @param index a whole number from 0 */
  article(index: number): CorpusArticle
}

interface Parts {
  authors: string[]
  places: CorpusPlacement[]
  openings: string[]
  /** Each begins with its heading. */
  sections: string[]
  descriptions: string[]
  takeaways: string[]
  sources: { title: string; url: string }[]
}

/** @param sectionCounts numbers of sections, one of which each article gets */
export async function openCorpus({
  seed = 1,
  sectionCounts = LIKE_THE_SITES_OWN,
} = {}): Promise<Corpus> {
  const parts = await readParts()
  return {
    article(index) {
      const dice = createDice(mixSeeds(seed, index))
      return makeArticle(parts, index, dice, dice.oneOf(sectionCounts))
    },
  }
}

/** Writes a content folder of the site's own tree and authors with this many articles in it. */
export async function writeCorpus(corpus: Corpus, folder: string, articles: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of [
    'site.yaml',
    'categories',
    'authors',
    'page-seo',
    'info',
    'facts',
    'pictures',
  ]) {
    await cp(path.join(CONTENT, name), path.join(folder, name), { recursive: true })
  }
  await mkdir(path.join(folder, 'articles', LOCALE), { recursive: true })
  await writeEach(articles, async (index) => {
    const article = corpus.article(index)
    await writeFile(path.join(folder, articleFile(article)), contentFile(article))
  })
}

/** Where an article's file is in its content folder. */
export const articleFile = ({ slug }: CorpusArticle) => `articles/${LOCALE}/${slug}.md`

/** Runs `write` for every index below `count`, a few at once. */
export async function writeEach(
  count: number,
  write: (index: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < count; start += CONCURRENCY) {
    const length = Math.min(CONCURRENCY, count - start)
    await Promise.all(Array.from({ length }, (_, step) => write(start + step)))
  }
}

/** What `PUT /articles/{slug}` takes. */
export function articleDraft({ slug: _, placements, ...article }: CorpusArticle) {
  return { ...article, entities: entitiesOf(placements) }
}

function contentFile({ body, placements, ...fields }: CorpusArticle): string {
  const frontMatter = stringify(
    { ...fields, entities: entitiesOf(placements) },
    { lineWidth: 0, aliasDuplicateObjects: false },
  )
  return `---\n${frontMatter}---\n\n${body}\n`
}

const entitiesOf = (placements: readonly CorpusPlacement[]) =>
  placements.map(({ category, subcategory }) => ({
    category,
    subcategories: [{ subcategory, subsubcategories: [] }],
  }))

function makeArticle(parts: Parts, index: number, dice: Dice, sections: number): CorpusArticle {
  const title = corpusTitle(index)
  const publishedAt = new Date(FIRST_MS + Math.floor(dice.next() * (LAST_MS - FIRST_MS)))
  return {
    slug: slugify(title),
    title,
    description: dice.oneOf(parts.descriptions),
    author: dice.oneOf(parts.authors),
    publishedAt: publishedAt.toISOString(),
    provenance: 'generated',
    ...(index < RANKED && { topNotchRank: index + 1 }),
    ...(index >= RANKED && index < RANKED + FAVORITES && { favorite: true }),
    placements: dice.sample(parts.places, dice.oneOf([1, 1, 1, 1, 1, 1, 1, 2, 2, 3])),
    takeaways: dice.sample(parts.takeaways, 4),
    sources: dice.sample(parts.sources, 3),
    body: [dice.oneOf(parts.openings), ...dice.sample(parts.sections, sections)]
      .join('\n\n')
      // Links lead to articles that are there in a corpus of any size.
      .replaceAll(
        /\(\/articles\/[^)]*\)/g,
        () => `(/articles/${slugify(corpusTitle(dice.below(100)))})`,
      ),
  }
}

const PICTURE = /^!\[([^\]]*)\]\(.*$/gm

/** A text without the pictures that another one has: two parts of one article would repeat them. */
const withoutPictures = (body: string, seen: Set<string>): string =>
  body.replaceAll(PICTURE, (picture, words: string) => {
    if (seen.has(words)) return ''
    seen.add(words)
    return picture
  })

/** What the site's own content is made of. */
async function readParts(): Promise<Parts> {
  const tree = await readContent(CONTENT, LOCALE)
  const articles: CheckedArticle[] = []
  for await (const chunk of checkArticles(tree, tree.articles, new Date())) {
    articles.push(...chunk.articles.map(({ article }) => article))
  }
  const seen = new Set<string>()
  const bodies = articles.map(({ body }) => withoutPictures(body, seen).split(/\n\n(?=## )/))
  return {
    authors: tree.authors.value.map(({ name }) => name),
    places: tree.categories.value.flatMap(({ slug, children }) =>
      children.map((child) => ({ category: slug, subcategory: child.slug })),
    ),
    openings: bodies.flatMap((parts) => parts.slice(0, 1)).map(withoutSources),
    sections: bodies.flatMap((parts) => parts.slice(1)).map(standAlone),
    descriptions: articles.map(({ description }) => description),
    takeaways: articles.flatMap(({ takeaways }) => takeaways),
    // Without their keys: two articles may have different sources of the same name.
    sources: articles.flatMap(({ sources }) => sources.map(({ title, url }) => ({ title, url }))),
  }
}
