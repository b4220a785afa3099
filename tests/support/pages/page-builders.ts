import type { ArticleCard, Page, PageOf } from '#shared/contracts/page.ts'
import type { Shell } from '#shared/contracts/site.ts'

// Made-up pages for tests: each test says only what it cares about.

const categories = [{ title: 'Expert Advice', path: '/expert-advice' }]
const seo = { title: 'Title', description: 'Description' }

export function buildShell(): Shell {
  return {
    site: {
      title: 'Finlore',
      tagline: 'Money in plain words',
      locale: 'en_US',
      email: 'hello@finlore.example',
      youtube: 'https://www.youtube.com/@finlore-example',
      facebook: null,
      instagram: null,
      disclaimer: 'It explains; it does not advise.',
    },
    menu: [
      {
        label: 'Product Reviews',
        key: '/product-reviews',
        children: [{ label: 'ETFs', key: '/product-reviews/etfs' }],
      },
      { label: 'Expert Advice', key: '/expert-advice' },
    ],
    glossary: { title: 'A–Z of terms', path: '/product-reviews/letters' },
    year: 2025,
  }
}

export function buildCard(number = 1): ArticleCard {
  return {
    path: `/articles/article-${number}`,
    title: `Article ${number}`,
    description: `About ${number}`,
    publishedAt: '2025-03-04T23:30:00.000Z',
    readingMinutes: 4,
    author: { title: 'Eleanor Whitcombe', path: '/authors/eleanor-whitcombe' },
    section: { title: 'ETFs', path: '/product-reviews/etfs' },
  }
}

export function buildArticle(
  article: Partial<PageOf<'article'>['article']> = {},
): PageOf<'article'> {
  return {
    kind: 'article',
    path: '/articles/article-1',
    seo,
    article: {
      id: '6f1c2a0e-5a53-5d7c-9d0a-0c2b7f6f3a11',
      slug: 'article-1',
      title: 'Article 1',
      description: 'About 1',
      bodyHtml: '<p>The body.</p>',
      headings: [],
      publishedAt: '2025-03-04T08:00:00.000Z',
      updatedAt: '2025-03-04T08:00:00.000Z',
      readingMinutes: 4,
      takeaways: [],
      sources: [],
      provenance: 'human',
      ...article,
    },
    author: {
      title: 'Eleanor Whitcombe',
      path: '/authors/eleanor-whitcombe',
      description: 'Writes about bonds.',
    },
    breadcrumb: [{ title: 'Product Reviews', path: '/product-reviews' }],
    related: [buildCard(2)],
  }
}

export function buildSearch(search: Partial<PageOf<'search'>> = {}): PageOf<'search'> {
  return {
    kind: 'search',
    path: '/search',
    seo,
    categories,
    query: '',
    outcome: 'idle',
    total: 0,
    hits: [],
    suggestions: [],
    nearTerms: [],
    number: 1,
    pages: 0,
    ...search,
  }
}

/** What search shows where few titles match: one hit without its page, and what else there is. */
export function buildFewHits(): PageOf<'search'> {
  const { description, publishedAt, section } = buildCard()
  return buildSearch({
    query: 'fund',
    outcome: 'results',
    total: 2,
    hits: [
      {
        title: 'How index funds work',
        path: '/articles/index-funds',
        marks: [[10, 14]],
        card: { description, publishedAt, section },
      },
      { title: 'A fund of funds', path: '/articles/fund-of-funds', marks: [[2, 6]] },
    ],
    suggestions: [
      { kind: 'article', title: 'Bonds found', path: '/articles/bonds', marks: [[6, 11]] },
      { kind: 'article', title: 'ETFs', path: '/articles/etfs', marks: [], explains: 'trackers' },
      { kind: 'article', title: 'Fees', path: '/articles/fees', marks: [], without: ['§', '2'] },
      { kind: 'author', title: 'Amir Fundi', path: '/authors/amir-fundi', marks: [[5, 10]] },
      { kind: 'category', title: 'Funding', path: '/funding', marks: [[0, 7]] },
    ],
    terms: [
      { title: 'fund', path: '/terms/fund', definition: 'Money of many.', isTyped: true },
      { title: 'index fund', path: '/terms/index-fund', definition: 'It follows an index.' },
    ],
    pages: 1,
  })
}

/** A search that found nothing at all, but has a place in the dictionary. */
export const buildSearchInVain = (): PageOf<'search'> =>
  buildSearch({
    query: 'annuall',
    outcome: 'results',
    nearTerms: [
      { title: 'Amortization', path: '/articles/amortization' },
      { title: 'Annuity', path: '/articles/annuity' },
    ],
  })

/** One page of every kind; the compiler keeps it complete. */
export function buildPages(): { [K in Page['kind']]: PageOf<K> } {
  const archive = { base: '/product-reviews/etfs', pages: 3 }
  const articles = [buildCard(1), buildCard(2)]
  const category = { title: 'Product Reviews', path: '/product-reviews' }
  const etfs = { title: 'ETFs', description: 'Funds like shares', slug: 'etfs', children: null }
  return {
    home: {
      kind: 'home',
      path: '/',
      seo,
      tagline: 'Money in plain words',
      topNotch: articles,
      strips: [{ ...category, description: 'What they cost', articles: [] }],
      favorites: articles,
    },
    category: {
      kind: 'category',
      path: '/product-reviews',
      seo,
      category: {
        title: category.title,
        description: 'What they cost',
        slug: 'product-reviews',
        children: [etfs],
      },
      articles,
      archive,
      favorites: articles,
      others: [{ title: 'Expert Advice', path: '/expert-advice' }],
      letters: [
        { letter: 'E', path: '/product-reviews/letters/e' },
        { letter: 'F', path: '/product-reviews/letters/f', isEmpty: true },
      ],
      index: { title: 'A–Z of terms', path: '/product-reviews/letters' },
    },
    subcategory: {
      kind: 'subcategory',
      path: '/product-reviews/etfs',
      seo,
      category,
      subcategory: etfs,
      siblings: [{ title: 'Stocks', path: '/product-reviews/stocks' }],
      articles,
      archive,
      favorites: articles,
    },
    archive: {
      kind: 'archive',
      path: '/product-reviews/etfs/page/2',
      seo,
      breadcrumb: [category],
      list: { title: 'ETFs', path: '/product-reviews/etfs' },
      number: 2,
      archive,
      articles,
    },
    letters: {
      kind: 'letters',
      path: '/product-reviews/letters',
      seo,
      title: 'A–Z of terms',
      category,
      letters: [
        {
          letter: 'E',
          path: '/product-reviews/letters/e',
          terms: [{ term: 'expense ratio', place: 'expense-ratio', path: '/terms/expense-ratio' }],
        },
        { letter: 'F', path: '/product-reviews/letters/f', isEmpty: true, terms: [] },
      ],
    },
    letter: {
      kind: 'letter',
      path: '/product-reviews/letters/e',
      seo,
      category,
      letter: 'E',
      index: { title: 'A–Z of terms', path: '/product-reviews/letters' },
      letters: [
        { letter: 'E', path: '/product-reviews/letters/e' },
        { letter: 'F', path: '/product-reviews/letters/f' },
      ],
      terms: [
        {
          term: 'expense ratio',
          definition: 'What a fund costs in a year.',
          article: { title: 'How an ETF works', path: '/articles/how-an-etf-works' },
          place: 'expense-ratio',
          path: '/terms/expense-ratio',
        },
      ],
      someTermsOnly: false,
      entries: [{ title: 'ETF', path: '/articles/etf', description: 'A fund like a share.' }],
      newestOnly: true,
    },
    term: {
      kind: 'term',
      path: '/terms/expense-ratio',
      seo,
      title: 'Expense ratio',
      definition: 'What a fund costs in a year.',
      also: ['expense ratios', 'TER'],
      article: { title: 'How an ETF works', path: '/articles/how-an-etf-works' },
      answer: 'A fund takes its costs from what you own.',
      example: { title: 'Your costs', path: '/articles/how-an-etf-works#your-costs' },
      users: [{ title: 'Index funds', path: '/articles/index-funds' }],
      previous: { title: 'ETF', path: '/terms/etf' },
      next: { title: 'Exchange', path: '/terms/exchange' },
      dictionary: {
        category,
        index: { title: 'A–Z of terms', path: '/product-reviews/letters' },
        letter: { title: 'E', path: '/product-reviews/letters/e' },
      },
    },
    article: buildArticle(),
    authors: {
      kind: 'authors',
      path: '/authors',
      seo,
      authors: [
        {
          title: 'Amir Haddad',
          path: '/authors/amir-haddad',
          letter: 'A',
          description: 'One',
          articles: 1,
        },
      ],
    },
    author: {
      kind: 'author',
      path: '/authors/amir-haddad',
      seo,
      author: { name: 'Amir Haddad', description: 'One', articles: 1 },
      articles,
      archive,
    },
    info: {
      kind: 'info',
      path: '/terms',
      seo,
      title: 'Terms',
      bodyHtml: '<p>The body.</p>',
      headings: [],
      updatedAt: '2025-03-04T08:00:00.000Z',
    },
    facts: {
      kind: 'facts',
      path: '/facts',
      seo,
      groups: [
        {
          subject: { id: 'subject_retirement-accounts', title: 'Retirement accounts' },
          facts: [
            {
              name: '401k-limit',
              title: 'What an employee may put into a 401(k) in a year',
              value: { from: '2026-01-01', is: '$24,500', until: '2026-12-31' },
              source: { title: 'A notice', url: 'https://www.example.org/limits' },
              values: [
                { from: '2026-01-01', is: '$24,500', until: '2026-12-31' },
                { from: '2025-01-01', is: '$23,500' },
              ],
              articles: [{ title: 'ETF', path: '/articles/etf' }],
            },
          ],
        },
      ],
    },
    tools: {
      kind: 'tools',
      path: '/tools',
      seo,
      sections: [
        {
          ...category,
          tools: [
            {
              caption: 'The payment of a loan',
              inputs: ['Price'],
              results: ['Payment a month'],
              path: '/articles/etf#payment',
              article: { title: 'ETF', path: '/articles/etf' },
            },
          ],
        },
      ],
    },
    guides: {
      kind: 'guides',
      path: '/guides',
      seo,
      guides: [
        {
          slug: 'first-job',
          title: 'First job',
          description: 'From the first pay to the first savings.',
          steps: [{ title: 'ETF', path: '/articles/etf', why: 'It is where many begin.' }],
        },
      ],
    },
    saved: { kind: 'saved', path: '/saved', seo },
    corrections: {
      kind: 'corrections',
      path: '/corrections',
      seo,
      corrections: [
        {
          on: '2026-01-02',
          was: 'in 2023',
          is: 'in 2024',
          article: { title: 'ETF', path: '/articles/etf' },
        },
      ],
    },
    sitemap: {
      kind: 'sitemap',
      path: '/sitemap',
      seo,
      categories: [{ ...category, subcategories: [{ ...category, articles: [] }] }],
      authors: [{ title: 'Amir Haddad', path: '/authors/amir-haddad' }],
      info: [{ title: 'Terms', path: '/terms' }],
      archive,
    },
    'sitemap-archive': {
      kind: 'sitemap-archive',
      path: '/sitemap/page/1',
      seo,
      number: 1,
      archive,
      articles: [{ title: 'Article 1', path: '/articles/article-1' }],
    },
    search: buildSearch(),
    'not-found': { kind: 'not-found', path: '/nowhere', seo, categories, more: articles },
    gone: { kind: 'gone', path: '/articles/gone', seo, categories },
    error: { kind: 'error', path: '/articles/article-1', seo, categories },
  }
}
