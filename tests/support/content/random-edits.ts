import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import type { ArticleDraft } from '../../../services/content/drafts/article-draft.ts'
import { HOSTILE_ADS } from '../hostile/hostile-ads.ts'
import { articleDraft, type TestContent } from './content-service.ts'
import type { Dice } from './dice.ts'

interface AuthorEntry {
  name: string
  slug: string
  description: string
  meta_title: string
  meta_description: string
}

interface Branch {
  slug: string
  title: string
  description: string
}

interface CategoryEntry extends Branch {
  fallback: string
  dictionary?: boolean
  children: Branch[]
}

/** The parts of the content folder that edits change, as values. */
export interface Editors {
  content: TestContent
  dice: Dice
  /** Slugs of articles, by their state. */
  live: string[]
  gone: string[]
  authors: AuthorEntry[]
  categories: CategoryEntry[]
  pageSeo: Record<string, { title: string; description: string }>
  /** The ad data of the last such edit. */
  ads: { sapeLinks: Record<string, string[]>; sapeNewUrl: string }
}

const FOLDERS = {
  authors: 'authors/en_US.yaml',
  categories: 'categories/en_US.yaml',
  pageSeo: 'page-seo/en_US.yaml',
}

/** Reads the folder and finds its articles. */
export async function openEditors(content: TestContent, dice: Dice): Promise<Editors> {
  const read = async (file: string) =>
    parse(await readFile(path.join(content.folder.folder, file), 'utf8'))
  const articles = await content.db.selectFrom('article').select(['slug', 'status']).execute()
  const slugsOf = (status: string) =>
    articles.filter((article) => article.status === status).map(({ slug }) => slug)
  return {
    content,
    dice,
    live: slugsOf('published').sort(),
    gone: slugsOf('gone').sort(),
    authors: await read(FOLDERS.authors),
    categories: await read(FOLDERS.categories),
    pageSeo: await read(FOLDERS.pageSeo),
    ads: { sapeLinks: {}, sapeNewUrl: '' },
  }
}

/** A random edit: its description, and a function that does it. */
export interface RandomEdit {
  name: string
  run(): Promise<unknown>
}

type EditMaker = (editors: Editors) => RandomEdit | undefined

/** Some are one topic, written in several ways. */
const TOPICS = ['bond-etfs', 'Bond ETFs', 'rates', 'Rates & yields', 'Ставки']

/** Where an article may be filed, in any order. */
export function randomEntities({ dice, categories }: Editors) {
  return dice.someOf(categories, 2).map(({ slug, children }) => ({
    category: slug,
    subcategories: dice.someOf(children, 2).map((child) => ({
      subcategory: child.slug,
      subsubcategories: dice.below(2) === 0 ? [] : [dice.oneOf(TOPICS)],
    })),
  }))
}

const randomDate = ({ dice }: Editors) =>
  new Date(Date.UTC(2025, 0, 1) + dice.below(680) * 86_400_000).toISOString()

/** Words that stand under different letters, some of them under that of others. */
const randomTitle = (dice: Dice) =>
  `${dice.oneOf(['', 'a', 'B', 'É', '“e', '7 ', 'ж'])}${dice.words()}`

/** The terms that articles explain, and the texts that mention them. */
const TERMS = [
  'coupon',
  'par',
  'par value',
  'yield',
  'net yield',
  'net curve',
  'ETF',
  'spread',
].concat('duration', 'maturity', 'long maturity', 'tracker', 'floor', 'cap', 'rights issue')

/** Texts that may contain a term. */
const randomText = (dice: Dice) =>
  Array.from({ length: 1 + dice.below(40) }, () =>
    dice.below(3) === 0 ? `${dice.oneOf(TERMS)}${dice.oneOf(['', ',', 's'])}` : 'word',
  ).join(dice.oneOf([' ', '\n']))

const randomTerms = (dice: Dice) =>
  dice.someOf(TERMS, 3).map((term) => ({
    term: dice.oneOf([term, term.toUpperCase()]),
    ...(dice.below(2) === 0 && { also: [`${term}s`] }),
    ...(dice.below(4) > 0 && { definition: dice.words() }),
  }))

/** Sends an edit of an article; without its terms where other articles explain them already. */
async function commitTerms(
  content: TestContent,
  method: 'PUT' | 'PATCH',
  slug: string,
  changes: object,
): Promise<void> {
  const answer = await content.edit(method, `/articles/${slug}`, changes)
  if (answer.statusCode < 300) return
  const reasons: { code?: string }[] = answer.json().reasons ?? []
  const areTaken = reasons.length > 0 && reasons.every(({ code }) => code === 'E-DUP-SLUG')
  if (!areTaken) throw new Error(`${method} /articles/${slug}: ${answer.body}`)
  await content.commit(method, `/articles/${slug}`, { ...changes, terms: [] })
}

export const putDraft = (
  content: TestContent,
  slug: string,
  draft: ReturnType<typeof randomDraft>,
): Promise<void> => commitTerms(content, 'PUT', slug, draft)

export const randomDraft = (editors: Editors) =>
  articleDraft({
    title: randomTitle(editors.dice),
    description: editors.dice.words(),
    author: editors.dice.oneOf(editors.authors).name,
    body: `${randomText(editors.dice)} ${'word '.repeat(editors.dice.below(600))}`,
    ...(editors.dice.below(5) === 0 && { terms: randomTerms(editors.dice) }),
    entities: randomEntities(editors),
    ...(editors.dice.below(3) > 0 && { publishedAt: randomDate(editors) }),
    ...(editors.dice.below(8) === 0 && { favorite: true }),
    ...(editors.dice.below(12) === 0 && { topNotchRank: 1 + editors.dice.below(9) }),
  })

/** A patch of one article; what it changes depends on the dice. */
const patch =
  (name: string, change: (editors: Editors) => object): EditMaker =>
  (editors) => {
    const slug = editors.dice.oneOf(editors.live)
    const body = change(editors)
    return {
      name: `${name} of ${slug}: ${JSON.stringify(body).slice(0, 300)}`,
      run: async () =>
        commitTerms(editors.content, 'PATCH', slug, await withKeys(editors, slug, body)),
    }
  }

/** New sources, with one for each that the text of the article leads to. */
async function withKeys({ content }: Editors, slug: string, changes: object): Promise<object> {
  const sources: unknown = Reflect.get(changes, 'sources')
  if (!Array.isArray(sources)) return changes
  const article = await content.db
    .selectFrom('article')
    .select('body_markdown')
    .where('slug', '=', slug)
    .executeTakeFirst()
  const links = article?.body_markdown.matchAll(/\]\(source:([a-z0-9-]+)\)/g) ?? []
  const keys = new Set(Array.from(links, ([, key]) => key))
  const led = [...keys].map((key) => ({ title: `Source ${key}`, url: 'https://a.example/', key }))
  return { ...changes, sources: [...led, ...sources] }
}

const put = (editors: Editors, slug: string, name: string): RandomEdit => {
  const draft = randomDraft(editors)
  return {
    name: `${name} ${slug}: ${JSON.stringify({ ...draft, body: draft.body.length })}`,
    async run() {
      await putDraft(editors.content, slug, draft)
    },
  }
}

/** A change of files of the folder, and their import. */
const inFolder = (
  { content, ...editors }: Editors,
  name: string,
  file: keyof typeof FOLDERS,
): RandomEdit => ({
  name,
  async run() {
    await content.folder.write(FOLDERS[file], JSON.stringify(editors[file], null, 2))
    await content.import()
  },
})

/**
 * For each field of an article, a change of it that an editor may send. The compiler keeps it complete,
 * so that {@link makeEdit} changes every field.
 */
export const FIELD_CHANGES: {
  [Field in keyof Required<ArticleDraft>]: (editors: Editors) => Record<string, unknown>
} = {
  title: ({ dice }) => ({ title: randomTitle(dice) }),
  description: ({ dice }) => ({ description: dice.words() }),
  author: ({ dice, authors }) => ({ author: dice.oneOf(authors).name }),
  body: ({ dice }) => ({ body: `${dice.words()} ${'word '.repeat(dice.below(20))}` }),
  entities: (editors) => ({ entities: randomEntities(editors) }),
  publishedAt: (editors) => ({ publishedAt: randomDate(editors) }),
  // After whatever was published, and before the clock of the tests.
  updatedAt: (editors) => ({
    publishedAt: randomDate(editors),
    updatedAt: `2026-12-01T0${editors.dice.below(10)}:00:00Z`,
  }),
  answer: ({ dice }) => ({ answer: dice.oneOf([null, dice.words()]) }),
  expiresAt: ({ dice }) => ({ expiresAt: dice.oneOf([null, '2099-01-03']), expiresTo: null }),
  expiresTo: ({ dice }) => ({
    expiresAt: '2099-01-03',
    expiresTo: dice.oneOf([null, '/', '/expert-advice', '/authors']),
  }),
  checkedAt: ({ dice }) => ({ checkedAt: dice.oneOf([null, '2026-01-03']) }),
  validFor: ({ dice }) => ({ validFor: dice.oneOf([null, 2025, 2026]) }),
  changes: ({ dice }) => ({
    changes: dice.oneOf([[], [{ on: '2026-01-02', text: dice.words() }]]),
  }),
  corrections: ({ dice }) => ({
    corrections: dice.oneOf([[], [{ on: '2026-01-02', was: dice.words(), is: dice.words() }]]),
  }),
  takeaways: ({ dice }) => ({ takeaways: dice.oneOf([[], [dice.words()]]) }),
  sources: ({ dice }) => ({
    sources: dice.oneOf([[], [{ title: dice.words(), url: 'https://a.example/' }]]),
  }),
  terms: ({ dice }) => ({ terms: randomTerms(dice) }),
  provenance: ({ dice }) => ({ provenance: dice.oneOf([null, 'human', 'assisted']) }),
  answeredBy: ({ dice }) => ({ answeredBy: dice.oneOf([null, dice.words()]) }),
  reviewedBy: ({ dice }) => ({ reviewedBy: dice.words() }),
  reviewedAt: ({ dice }) =>
    dice.oneOf([
      { reviewedBy: null, reviewedAt: null },
      { reviewedBy: dice.words(), reviewedAt: dice.oneOf([null, '2026-01-02']) },
    ]),
  translationKey: ({ dice }) => ({ translationKey: dice.oneOf([null, 'index-etf', 'no-such']) }),
  topNotchRank: ({ dice }) => ({ topNotchRank: dice.oneOf([null, 1, 2, 3, 9]) }),
  favorite: ({ dice }) => ({ favorite: dice.below(2) === 0 }),
}

const ARTICLE_EDITS: EditMaker[] = [
  ...Object.entries(FIELD_CHANGES).map(([field, change]) => patch(field, change)),
  patch('length', ({ dice }) => ({ body: 'word '.repeat(1 + dice.below(900)) })),
  patch('text', ({ dice }) => ({ body: randomText(dice) })),
  patch('terms', ({ dice }) => ({ terms: dice.oneOf([[], randomTerms(dice)]) })),
  // Definitions only, or forms only, of an article that explains some.
  (editors) => ({
    name: 'what a term is called or means',
    async run() {
      const { content, dice } = editors
      const owner = await content.db
        .selectFrom('term')
        .innerJoin('article', 'article.id', 'term.article')
        .select(['article.slug', 'term.term'])
        .where('article.status', '=', 'published')
        .orderBy('article.slug')
        .orderBy('term.position')
        .execute()
      if (owner.length === 0) return
      const { slug, term } = dice.oneOf(owner)
      const also = dice.oneOf([[], [dice.oneOf(TERMS)]]).filter((form) => form !== term)
      const terms = [{ term, also, definition: dice.words() }]
      await content.edit('PATCH', `/articles/${slug}`, { terms })
    },
  }),
  patch('places', (editors) => ({ entities: randomEntities(editors) })),
  patch('slug', ({ dice }) => ({ slug: dice.words().replaceAll(' ', '-') })),
  patch('much', ({ dice, ...editors }) => ({
    title: randomTitle(dice),
    entities: randomEntities({ dice, ...editors }),
    author: dice.oneOf(editors.authors).name,
    publishedAt: randomDate({ dice, ...editors }),
    slug: dice.words().replaceAll(' ', '-'),
    favorite: true,
  })),
  // A former slug, if it is free.
  (editors) => {
    const slug = editors.dice.oneOf(editors.live)
    return {
      name: `a former address of ${slug} given to another article`,
      async run() {
        const { content, dice } = editors
        const former = dice.words().replaceAll(' ', '-')
        await content.commit('PATCH', `/articles/${slug}`, { slug: former })
        await putDraft(content, slug, randomDraft(editors))
      },
    }
  },
  (editors) => put(editors, editors.dice.words().replaceAll(' ', '-'), 'new'),
  (editors) => put(editors, editors.dice.words().replaceAll(' ', '-'), 'new'),
  (editors) => put(editors, editors.dice.oneOf(editors.live), 'replaced'),
  (editors) =>
    editors.gone.length > 0
      ? put(editors, editors.dice.oneOf(editors.gone), 'back again')
      : undefined,
  (editors) => {
    const slug = editors.dice.oneOf(editors.live)
    return {
      name: `withdrawn: ${slug}`,
      run: () => editors.content.commit('DELETE', `/articles/${slug}`),
    }
  },
  ({ content, dice, live }) => {
    const url = `/articles/${dice.oneOf(live)}`
    return {
      name: `nothing of ${url}`,
      run: async () => content.commit('PUT', url, (await content.edit('GET', url)).json()),
    }
  },
  (editors) => {
    const { dice, ads } = editors
    const paths = dice.someOf(pathsWithAds(editors), 6)
    for (const path of paths) ads.sapeLinks[path] = randomAds(dice)
    for (const path of Object.keys(ads.sapeLinks)) {
      if (dice.below(4) === 0 && !paths.includes(path)) delete ads.sapeLinks[path]
    }
    return putAds(editors, `ads of ${paths.join(' ')}`)
  },
  (editors) => {
    const { dice, ads } = editors
    const comment = `<!-- ${dice.words()} -->`
    ads.sapeNewUrl = dice.oneOf(['', comment, `${comment}${adLink(dice)}`, adLink(dice), 'words'])
    return putAds(editors, `ads of new paths: ${ads.sapeNewUrl}`)
  },
]

const adLink = (dice: Dice) =>
  `${dice.words()} <a href="https://a.example/${dice.below(1_000_000)}">${dice.words()}</a>`

/** Strings of one path: good ones, hostile ones, or none that can be shown. */
const randomAds = (dice: Dice): string[] =>
  dice.oneOf([
    [adLink(dice)],
    [adLink(dice), dice.oneOf(HOSTILE_ADS), adLink(dice)],
    [dice.oneOf(HOSTILE_ADS)],
    ['no link'],
    [],
  ])

/** Some address of every kind that shows ads, and of some that do not. */
const pathsWithAds = ({ dice, live, authors, categories }: Editors): string[] => {
  const { slug, children } = dice.oneOf(categories)
  return [
    ...['/', '/terms', '/info/about-us', '/authors', '/sitemap', '/no-such-page'],
    ...[`/${slug}`, `/${slug}/page/1`, `/${slug}/${dice.oneOf(children).slug}`],
    `/authors/${dice.oneOf(authors).slug}`,
    `/articles/${dice.oneOf(live)}`,
    `/articles/${dice.oneOf(live)}`,
  ]
}

const putAds = ({ content, ads }: Editors, name: string): RandomEdit => ({
  name,
  run: () => content.commit('PUT', '/ads', { sapeData: ads }),
})

const FOLDER_EDITS: EditMaker[] = [
  (editors) => {
    const author = editors.dice.oneOf(editors.authors)
    const field = editors.dice.oneOf(['description', 'meta_title', 'meta_description'] as const)
    author[field] = editors.dice.words()
    return inFolder(editors, `${field} of author ${author.slug}`, 'authors')
  },
  (editors) => {
    const author = editors.dice.oneOf(editors.authors)
    const [before, after] = [author.name, editors.dice.words()]
    author.name = after
    const write = inFolder(editors, `name of author ${author.slug}`, 'authors')
    return {
      ...write,
      async run() {
        await renameInArticles(editors.content, before, after)
        await write.run()
      },
    }
  },
  (editors) => {
    const slug = editors.dice.words().replaceAll(' ', '-')
    const text = editors.dice.words()
    const texts = { description: text, meta_title: text, meta_description: text }
    editors.authors.push({ slug, name: text, ...texts })
    return inFolder(editors, `a new author ${slug}`, 'authors')
  },
  (editors) => {
    const branch = editors.dice.oneOf(
      editors.categories.flatMap((category) => [category, ...category.children]),
    )
    const field = editors.dice.oneOf(['title', 'description'] as const)
    branch[field] = editors.dice.words()
    return inFolder(editors, `${field} of ${branch.slug}`, 'categories')
  },
  (editors) => {
    const category = editors.dice.oneOf(editors.categories)
    category.dictionary = !category.dictionary
    return inFolder(editors, `whether ${category.slug} is a dictionary`, 'categories')
  },
  (editors) => {
    const { children } = editors.dice.oneOf(editors.categories)
    const slug = editors.dice.words().replaceAll(' ', '-')
    children.unshift({ slug, title: slug, description: slug })
    return inFolder(editors, `a new subcategory ${slug}`, 'categories')
  },
  (editors) => {
    editors.categories.push(...editors.categories.splice(0, 1 + editors.dice.below(2)))
    return inFolder(editors, 'the order of the categories', 'categories')
  },
  (editors) => {
    const name = editors.dice.oneOf(Object.keys(editors.pageSeo))
    const field = editors.dice.oneOf(['title', 'description'] as const)
    const texts = editors.pageSeo[name]
    if (!texts) return undefined
    texts[field] = editors.dice.words()
    return inFolder(editors, `${field} of page ${name}`, 'pageSeo')
  },
  ({ content, dice }) => {
    const [what, pattern, text] = dice.oneOf([
      ['text', /\n---\n/, `\n---\n\n${dice.words()}\n`],
      ['title', /^title: .*$/m, `title: ${dice.words()}`],
      ['address', /^path: .*$/m, `path: /rules-${dice.below(1_000_000)}`],
    ] as const)
    return {
      name: `${what} of an info page`,
      async run() {
        const file = path.join(content.folder.folder, 'info/en_US/terms.md')
        const before = await readFile(file, 'utf8')
        await content.folder.write('info/en_US/terms.md', before.replace(pattern, text))
        await content.import()
      },
    }
  },
  ({ content, dice }) => ({
    name: 'the tagline of the site',
    async run() {
      const before = await readFile(path.join(content.folder.folder, 'site.yaml'), 'utf8')
      const after = before.replace(/tagline: .*/, `tagline: ${dice.words()}`)
      await content.folder.write('site.yaml', after)
      await content.import()
    },
  }),
]

/** An edit of a random kind; one in five changes files. */
export const makeEdit = (editors: Editors): RandomEdit =>
  makeOneOf(editors.dice.below(5) === 0 ? FOLDER_EDITS : ARTICLE_EDITS, editors)

/** An edit that changes no file, and so can be sent while others are under way. */
export const makeArticleEdit = (editors: Editors): RandomEdit => makeOneOf(ARTICLE_EDITS, editors)

function makeOneOf(makers: readonly EditMaker[], editors: Editors): RandomEdit {
  for (;;) {
    const edit = editors.dice.oneOf(makers)(editors)
    if (edit) return edit
  }
}

/** Files name their authors. What editors changed since then is changed back. */
async function renameInArticles({ folder }: TestContent, before: string, after: string) {
  for (const name of await readdir(path.join(folder.folder, 'articles/en_US'))) {
    const file = `articles/en_US/${name}`
    const text = await readFile(path.join(folder.folder, file), 'utf8')
    const renamed = text.replace(`\nauthor: ${before}\n`, `\nauthor: ${after}\n`)
    if (renamed !== text) await folder.write(file, renamed)
  }
}
