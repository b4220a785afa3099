import { bySingleKind } from '../../../services/content/addresses/single-pages.ts'
import { PAGE_KINDS as PAGE_FACTS } from '../../../services/shared/contracts/page.ts'

/** Made by `seedPageKinds`, since the real content has neither a long list nor a withdrawn article. */
export const SEEDED = {
  list: '/financial-comparisons',
  withdrawn: '/articles/quillwork-exercise-withdrawn',
} as const

const { 'not-found': _, ...singlePaths } = bySingleKind((kind): string => PAGE_FACTS[kind].path)

/** One address of every page kind that the site of the browser tests has. */
export const PAGE_KINDS = {
  ...singlePaths,
  category: '/expert-advice',
  subcategory: '/product-reviews/etfs',
  topic: '/investment-dictionaries/terms-and-definitions?topic=stocks',
  archive: `${SEEDED.list}/page/1`,
  letters: '/investment-dictionaries/letters',
  letter: '/investment-dictionaries/letters/c',
  'empty letter': '/investment-dictionaries/letters/x',
  article: '/articles/how-a-broad-index-etf-works',
  author: '/authors/eleanor-whitcombe',
  info: '/info/about-us',
  'search results': '/search?q=how',
  'search for too little': '/search?q=zz',
  'search in vain': '/search?q=zzzz',
  'not found': '/no-such-page',
  gone: SEEDED.withdrawn,
} as const

/** The article with the highest rank, at the top of the home page. */
export const LEAD = {
  path: '/articles/compound-growth-with-worked-numbers',
  title: /^Compound growth/,
} as const
