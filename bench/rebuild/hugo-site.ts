import { cp, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { type Corpus, type CorpusPlacement, writeEach } from '../../tests/support/content/corpus.ts'
import { readContent } from '../../tests/support/content/read-content.ts'
import { type FinishedRun, runMeasured, type Usage } from '../../tests/support/machine/processes.ts'

const TEMPLATES = path.join(import.meta.dirname, 'fixtures/hugo')
const CONTENT = path.resolve(import.meta.dirname, '../../content')
const VERSION_MS = 10_000
const BUILD_MS = 15 * 60_000

export interface HugoBuild {
  seconds: number
  usage: Usage
  pages: number
  /** Of HTML and data together. */
  bytes: number
}

/** @returns such as `0.111.3`, or `undefined` when Hugo is not installed */
export async function findHugo(signal: AbortSignal): Promise<string | undefined> {
  const run = runMeasured('hugo', ['version'], { timeoutMs: VERSION_MS, signal })
  const output = await run.then(
    (finished) => finished.output,
    () => '',
  )
  signal.throwIfAborted()
  return /hugo v(\d+\.\d+\.\d+)/.exec(output)?.[1]
}

/**
 * Writes the corpus as Hugo wants it, with a layout of the same pages and the same blocks as ours.
 * Header and footer are made once for all pages, as Hugo's own advice has it.
 */
export async function writeHugoSite(
  corpus: Corpus,
  folder: string,
  articles: number,
): Promise<void> {
  await cp(TEMPLATES, folder, { recursive: true })
  const write = await fileWriter(folder)
  const tree = await readContent(CONTENT, 'en_US')
  const categories = tree.categories.value
  const authors = tree.authors.value
  const slugByName = new Map(authors.map(({ name, slug }) => [name, slug]))
  const { email, ...profiles } = tree.site.value.contacts
  const places = categories.flatMap((category) =>
    category.children.map((child) => ({ category, child })),
  )

  await write('data/site.json', {
    ...tree.site.value.locales.en_US,
    email,
    profiles: Object.entries(profiles).map(([title, url]) => ({ title, url })),
    categories,
    authors: Object.fromEntries(authors.map((author) => [author.slug, author])),
    places: Object.fromEntries(
      places.map(({ category, child }) => [
        placeName({ category: category.slug, subcategory: child.slug }),
        {
          title: child.title,
          path: `/${category.slug}/${child.slug}`,
          category: { title: category.title, path: `/${category.slug}` },
        },
      ]),
    ),
  })
  for (const { slug, title, description } of categories) {
    await write(`content/categories/${slug}/_index.md`, {
      title,
      description,
      slug,
      url: `/${slug}/`,
    })
  }
  for (const { category, child } of places) {
    const name = placeName({ category: category.slug, subcategory: child.slug })
    await write(`content/subcategories/${name}/_index.md`, {
      title: child.title,
      description: child.description,
      category: category.slug,
      above: { title: category.title, path: `/${category.slug}` },
      url: `/${category.slug}/${child.slug}/`,
    })
  }
  for (const { slug, name, description, meta_description } of authors) {
    await write(`content/authors/${slug}/_index.md`, {
      title: name,
      description: meta_description,
      about: description,
      letter: name.charAt(0),
    })
  }
  for (const { value } of tree.info) {
    const { title, path: address, updatedAt, body } = value
    await write(
      `content/info/${value.slug}.md`,
      { title, url: `${address}/`, date: updatedAt },
      body,
    )
  }
  const { authors: authorsSeo, sitemap } = tree.pageSeo.value
  await write('content/authors/_index.md', authorsSeo)
  await write('content/sitemap/_index.md', sitemap)
  for (const hidden of ['articles', 'info', 'categories', 'subcategories']) {
    await write(`content/${hidden}/_index.md`, { _build: { render: 'never' } })
  }

  await writeEach(articles, async (index) => {
    const { slug, title, description, author, publishedAt, placements, body, ...more } =
      corpus.article(index)
    const names = placements.map(placeName)
    await write(
      `content/articles/${slug}.md`,
      {
        title,
        description,
        date: publishedAt,
        authors: [slugByName.get(author)],
        categories: [...new Set(placements.map(({ category }) => category))],
        subcategories: names,
        home: names[0],
        toprank: more.topNotchRank ?? 0,
        favorite: more.favorite ?? false,
        provenance: more.provenance,
        takeaways: more.takeaways,
        sources: more.sources,
      },
      body,
    )
  })
}

/**
 * A cold build into a new folder, HTML only or with what a page shows as JSON beside it. The folder
 * stays: ext4 makes files up to ten times slower for minutes after many were removed.
 */
export async function buildWithHugo(
  folder: string,
  { pageData, signal }: { pageData: boolean; signal: AbortSignal },
): Promise<HugoBuild> {
  const target = await mkdtemp(path.join(folder, 'public-'))
  const { seconds, usage } = await runHugo(folder, { target, pageData, signal })
  const output = await measureOutput(target)
  return { seconds, usage, ...output }
}

/** @param target the output folder; files of an earlier build in it stay, as Hugo leaves them */
export function runHugo(
  folder: string,
  { target, pageData, signal }: { target: string; pageData: boolean; signal: AbortSignal },
): Promise<FinishedRun> {
  const config = ['config.toml', ...(pageData ? ['page-data.toml'] : [])].join(',')
  return runMeasured('hugo', ['--quiet', '--config', config, '--destination', target], {
    cwd: folder,
    timeoutMs: BUILD_MS,
    signal,
  })
}

/** Pages below a folder, and the bytes of their HTML and data. */
async function measureOutput(folder: string): Promise<{ pages: number; bytes: number }> {
  let pages = 0
  let bytes = 0
  for (const name of await readdir(folder, { recursive: true })) {
    // The first page of a list is at the list's own address; this one only redirects to it.
    if (!/\.(?:html|json)$/.test(name) || name.endsWith('/page/1/index.html')) continue
    if (name.endsWith('.html')) pages += 1
    bytes += (await stat(path.join(folder, name))).size
  }
  return { pages, bytes }
}

/** One word for a subcategory, because two categories may have one of the same name. */
const placeName = ({ category, subcategory }: CorpusPlacement) => `${category}--${subcategory}`

async function fileWriter(folder: string) {
  const made = new Set<string>()
  return async (name: string, fields: object, body?: string) => {
    const file = path.join(folder, name)
    const parent = path.dirname(file)
    if (!made.has(parent)) await mkdir(parent, { recursive: true })
    made.add(parent)
    const text = name.endsWith('.json')
      ? JSON.stringify(fields)
      : `---\n${stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false })}---\n\n${body ?? ''}\n`
    await writeFile(file, text)
  }
}
