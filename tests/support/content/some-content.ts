import { cpSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse, stringify } from 'yaml'
import { REAL_CONTENT, TEXTS } from './content-folder.ts'

const ARTICLES = 'articles/en_US'
const GUIDES = 'guides/en_US.yaml'
const SLUG = /^slug: (\S+)$/m
const ARTICLE_LINK = /\[([^\]]+)\]\(\/articles\/([a-z0-9-]+)[^)]*\)/g

interface GuideEntry {
  steps: { article: string }[]
}

/**
 * Those that tests name, and a few more, so that each subcategory has three. Tests of what all texts must
 * keep read the real folder.
 */
const SOME_ARTICLES: readonly string[] = [
  '50-30-20-budget-rule-tested',
  'accounts-for-a-childs-money-rated',
  'annual-fee-card-break-even-spending',
  'app-features-that-push-you-to-trade',
  'apr-apy-nominal-and-effective-rates',
  'backdoor-roth-ira-pro-rata-rule',
  'balance-transfer-or-personal-loan',
  'bond-etfs-and-individual-bonds',
  'bond-funds-and-rising-rates',
  'capital-gains-tax-and-loss-harvesting',
  'cd-ladder-or-savings-account',
  'check-a-broker-or-adviser-in-brokercheck-and-iapd',
  'choosing-an-insurance-deductible',
  'closing-costs-of-a-house-and-escrow',
  'compound-growth-with-worked-numbers',
  'credit-freeze-after-identity-theft-checklist',
  'credit-union-or-bank-for-depositors',
  'debt-payoff-methods-ranked',
  'defi-and-nft-explained',
  'diversification-in-numbers',
  'dividend-stocks-yield-payout-cut',
  'dollar-cost-averaging-versus-lump-sum',
  'easy-access-notice-and-fixed-term-savings',
  'financial-credentials-ranked-by-requirements',
  'fixed-or-adjustable-15-or-30-years',
  'gross-net-pretax-aftertax-nominal-real',
  'how-a-broad-index-etf-works',
  'how-big-should-an-emergency-fund-be',
  'how-to-judge-an-investing-app',
  'how-to-rank-investment-platforms',
  'how-to-read-a-fund-fact-sheet',
  'how-to-read-a-pay-stub-and-401k-match',
  'how-to-read-inflation-figures',
  'how-to-read-the-monthly-jobs-report',
  'hsa-or-fsa',
  'inside-sector-and-thematic-etfs',
  'monthly-app-fee-on-a-small-balance',
  'mutual-fund-share-classes',
  'percent-percentage-point-basis-point',
  'places-for-emergency-cash-rated',
  'platforms-ranked-by-total-cost-three-investors',
  'present-value-of-a-future-sum',
  'ranking-brokers-cash-sweep-order-execution',
  'ranking-financial-advisers-by-fee-model',
  'reading-a-preferred-share',
  'real-estate-investment-trusts',
  'renting-or-buying-the-numbers',
  'required-minimum-distribution-table',
  'robo-hybrid-or-human-adviser-scorecard',
  'roth-or-traditional-tax-now-or-later',
  'secured-card-credit-builder-loan-or-authorized-user',
  'series-i-savings-bonds',
  'treasury-bills-and-money-market-funds',
  'what-a-bond-is-and-why-its-price-moves',
  'what-a-dividend-is-and-its-four-dates',
  'what-an-active-mutual-fund-costs',
  'what-an-inverted-yield-curve-says',
  'what-owning-a-share-gives-you',
  'when-refinancing-a-mortgage-pays',
  'windfall-first-ninety-days',
]

/**
 * Makes a folder of the site's own content with some of its articles, and without links to others: a
 * test takes as long however many texts the site has.
 *
 * @throws {Error} when the site does not have one of them any more
 */
export async function makeSomeContent(folder: string): Promise<void> {
  cpSync(REAL_CONTENT, folder, { recursive: true })
  const at = (file: string) => path.join(folder, file)
  const missing = new Set(SOME_ARTICLES)
  for (const name of await readdir(at(ARTICLES))) {
    const file = at(`${ARTICLES}/${name}`)
    const slug = SLUG.exec(await readFile(file, 'utf8'))?.[1] ?? ''
    if (!missing.delete(slug)) await rm(file)
  }
  if (missing.size > 0) throw new Error(`There are no articles ${[...missing].join(', ')}`)

  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((name) => TEXTS.test(name))) {
    const text = await readFile(at(name), 'utf8')
    const linked = text.replaceAll(ARTICLE_LINK, (link, words, slug) =>
      SOME_ARTICLES.includes(slug) ? link : words,
    )
    if (linked !== text) await writeFile(at(name), linked)
  }
  const guides: GuideEntry[] = parse(await readFile(at(GUIDES), 'utf8'))
  for (const guide of guides) {
    guide.steps = guide.steps.filter(({ article }) => SOME_ARTICLES.includes(article))
  }
  await writeFile(at(GUIDES), stringify(guides.filter(({ steps }) => steps.length > 1)))
}
