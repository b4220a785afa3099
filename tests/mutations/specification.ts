import { each, type GuardedPlaces } from './guarded-places.ts'

const RUNTIME = 'web/src/runtime'
const ISLANDS = 'web/src/islands'
const SITE = 'content/site.yaml'
const EN_US = 'web/src/strings/en-us.ts'
const LIMITS = 'services/shared/text/search-limits.ts'
const SPECIFIED = 'tests/integration/site/specified-site.test.ts'

/** Values of the specification. */
export const SPECIFIED_VALUES: readonly GuardedPlaces[] = [
  {
    holds: 'M-902',
    test: [`${ISLANDS}/search-box/follow-typing.test.ts`, 'is sent at once at the third character'],
    changes: each(LIMITS, 'THRESHOLD = 2', 'THRESHOLD = 1', 'THRESHOLD = 3'),
  },
  {
    holds: 'M-601',
    test: [
      'services/shared/text/title-match.test.ts',
      'opens at the third character: two are too few',
    ],
    changes: [
      ...each(LIMITS, 'THRESHOLD = 2', 'THRESHOLD = 1', 'THRESHOLD = 3'),
      ['services/shared/text/title-match.ts', 'length > SEARCH', 'length >= SEARCH'],
    ],
  },
  {
    holds: 'M-903',
    test: [`${ISLANDS}/copy-link.test.ts`, 'at 2999 ms it is, at 3000 ms it is not'],
    changes: each(`${ISLANDS}/copy-link.ts`, '3_000', '2_000', '2_999', '3_001'),
  },
  {
    holds: 'M-904',
    test: [`${RUNTIME}/prefetch-queue.test.ts`, 'wait three seconds, then four at a time'],
    changes: [
      ...each(`${RUNTIME}/prefetch-queue.ts`, '3_000', '500', '2_999', '3_001'),
      ...each(`${RUNTIME}/prefetch-queue.ts`, 'SIZE = 4', 'SIZE = 3', 'SIZE = 5'),
    ],
  },
  {
    holds: 'M-413',
    test: [`${RUNTIME}/prefetch-queue.test.ts`, 'are not fetched for'],
    changes: [
      [`${RUNTIME}/prefetch-gate.ts`, "includes('2g')", "includes('1g')"],
      [`${RUNTIME}/prefetch-gate.ts`, 'isHidden || connection?.saveData', 'isHidden'],
      [`${RUNTIME}/prefetch-gate.ts`, 'bot\\b|crawler', 'crawler'],
    ],
  },
  {
    holds: 'M-905',
    test: [`${RUNTIME}/navigate.test.ts`, 'is announced after one second, once'],
    changes: each(`${RUNTIME}/navigate.ts`, '1_000', '999', '1_001', '4_000'),
  },
  {
    holds: 'M-906',
    test: [`${RUNTIME}/load-page.test.ts`, 'four requests and no more'],
    changes: [
      ...each(`${RUNTIME}/retry.ts`, 'RETRIES = 3', 'RETRIES = 2', 'RETRIES = 4'),
      [`${RUNTIME}/load-page-data.ts`, '=== MAX_RETRIES', '> MAX_RETRIES'],
    ],
  },
  {
    holds: 'M-804',
    test: [`${RUNTIME}/load-page.test.ts`, 'four failed requests for it'],
    changes: [
      ...each(`${RUNTIME}/retry.ts`, 'RETRIES = 3', 'RETRIES = 2', 'RETRIES = 4'),
      [`${RUNTIME}/app-hash.ts`, '=== MAX_RETRIES', '> MAX_RETRIES'],
    ],
  },
  {
    holds: 'M-907',
    test: [SPECIFIED, 'shows 4 at the top, 4 favorites, 4 more and 2 of each category'],
    changes: [
      [SITE, 'topNotch: 4', 'topNotch: 5'],
      [SITE, 'favorites: 4', 'favorites: 3'],
      [SITE, 'more: 4', 'more: 5'],
      [SITE, 'perCategoryOnHome: 2', 'perCategoryOnHome: 3'],
    ],
  },
  {
    holds: 'M-907',
    test: ['tests/integration/content/pages/archives.test.ts', 'has twelve articles on each page'],
    changes: each(SITE, 'pageSize: 12', 'pageSize: 11', 'pageSize: 13'),
  },
  {
    holds: 'M-908',
    test: ['web/src/pages/Page.test.tsx', 'gives the logo its size and the name of the site'],
    changes: [
      ['web/src/components/Brand.tsx', 'width={72}', 'width={71}'],
      ['web/src/components/Brand.tsx', 'height={72}', 'height={73}'],
    ],
  },
  {
    holds: 'M-909',
    test: ['services/content/lint/search-texts.test.ts', 'authors is remarked on'],
    changes: [
      ...each(
        'services/content/lint/search-texts.ts',
        'AUTHORS = 40',
        'AUTHORS = 39',
        'AUTHORS = 41',
      ),
      ...each(
        'services/content/lint/search-texts.ts',
        'AUTHORS = 60',
        'AUTHORS = 59',
        'AUTHORS = 61',
      ),
    ],
  },
  {
    holds: 'M-910',
    test: [
      'services/render/config.test.ts',
      'has the locale en_US by default, or another supported one',
    ],
    changes: each(
      'services/shared/contracts/primitives.ts',
      "['en_US', 'ru_RU', 'tr_TR'] as",
      "['en_US', 'ru_RU'] as",
      "['en_US', 'tr_TR'] as",
      "['en_US', 'ru_RU', 'tr_TR', 'fr_FR'] as",
    ),
  },
  {
    holds: 'M-911',
    test: ['services/content/drafts/check-article.test.ts', ' was published at '],
    changes: each(
      'services/shared/contracts/primitives.ts',
      '2024-11-07T00:00:00.000Z',
      '2024-11-06T23:59:59.999Z',
      '2024-11-07T00:00:00.001Z',
    ),
  },
  {
    holds: 'M-911',
    test: [
      'tests/integration/content/database/database.test.ts',
      'refuses invalid rows by constraints',
    ],
    changes: each(
      'migrations/content/20261120T0900-create-content.ts',
      '2024-11-07T00:00:00Z',
      '2024-11-06T23:59:59Z',
    ),
  },
  {
    holds: 'M-911',
    test: [SPECIFIED, 'no article is older than the site'],
    changes: [
      [
        'services/render/documents/head/article-nodes.ts',
        'datePublished: article.publishedAt',
        "datePublished: '2024-11-06T23:59:59.999Z'",
      ],
    ],
  },
  {
    holds: 'M-912',
    test: ['services/shared/addresses/bucket-name.test.ts', 'is the site key and its purpose'],
    changes: each('services/shared/addresses/bucket-name.ts', '{siteKey}-$', '{siteKey}_$'),
  },
  {
    holds: 'M-912',
    test: ['services/shared/addresses/bucket-name.test.ts', 'up to the longest that fits'],
    changes: each(
      'services/shared/addresses/bucket-name.ts',
      'LONGEST = 63',
      'LONGEST = 62',
      'LONGEST = 64',
    ),
  },
  {
    holds: 'M-912',
    test: [
      'services/render/store/store-env.test.ts',
      'storeOptions names the site, for production or not',
    ],
    changes: each(
      'services/render/store/store-env.ts',
      "'prod' : 'dev'",
      "'dev' : 'dev'",
      "'prod' : 'prod'",
    ),
  },
  {
    holds: 'M-913',
    test: ['services/content/drafts/describe-article.test.ts', 'begins with one of four emojis'],
    changes: each(
      'services/content/drafts/describe-article.ts',
      "'💰', '📊']",
      "'💰']",
      "'💰', '🚀']",
      "'💰', '📊', '🚀']",
    ),
  },
  {
    holds: 'M-914',
    test: [
      'services/content/generation/read-settings.test.ts',
      'have what the specification requires',
    ],
    changes: [
      ['services/content/generation/read-settings.ts', 'social: 2', 'social: 1'],
      ['content/generation.yaml', 'domain: quora.com', 'domain: quora.example'],
    ],
  },
  {
    holds: 'M-213',
    test: [
      'tests/integration/content/edits/new-year.test.ts',
      'every page gets the new year at 00:00 UTC',
    ],
    changes: [
      ['services/content/edits/current-year.ts', 'stored === now', '2026 <= now'],
      [
        'services/content/edits/current-year.ts',
        '= clock.now()',
        '= new Date(clock.now().getTime() + 1)',
      ],
    ],
  },
  {
    holds: 'M-219',
    test: ['web/src/strings/strings-for.test.ts', 'en_US has the labels of the specification'],
    changes: [
      [EN_US, "order: 'Order'", "order: 'Menu'"],
      [EN_US, "'Have More wonderful Stuff'", "'Have more wonderful stuff'"],
      [EN_US, "'Top Notch'", "'Top'"],
      [EN_US, "'Favorite Articles'", "'Favorites'"],
      [EN_US, 'Copy to clipboard: ', 'Copy: '],
    ],
  },
  {
    holds: 'M-240',
    test: ['web/src/components/Sponsored.test.tsx', 'is one of four, chosen by the path alone'],
    changes: each(EN_US, "    'Partner Links',\n", '', "    'Partners',\n"),
  },
  {
    holds: 'M-512',
    test: ['web/src/pages/Page.test.tsx', 'has a search form'],
    changes: each(LIMITS, 'LENGTH = 200', 'LENGTH = 199', 'LENGTH = 201'),
  },
  {
    holds: 'M-510',
    test: [`${ISLANDS}/search-box/follow-typing.test.ts`, 'then waits for a pause of 120 ms'],
    changes: each(`${ISLANDS}/search-box/follow-typing.ts`, 'MS = 120', 'MS = 119', 'MS = 121'),
  },
  {
    holds: 'M-410',
    test: [`${RUNTIME}/build-check.test.ts`, 'reloads a tab once for a build'],
    changes: [
      [`${RUNTIME}/build-check.ts`, '=== appBuild) return false', '=== appBuild) return true'],
    ],
  },
  {
    holds: 'M-411',
    test: ['web/src/browser/chunk-failure.test.ts', 'reloads the page, once a session'],
    changes: [
      [
        'web/src/browser/chunk-failure.ts',
        'getItem(RELOADED_KEY) !== null',
        "getItem(RELOADED_KEY) === 'never'",
      ],
    ],
  },
  {
    holds: 'M-602',
    test: ['services/shared/text/strip-line-breaks.test.ts', 'removes every CR and LF'],
    changes: each('services/shared/text/strip-line-breaks.ts', "/g, '')", "/g, ' ')"),
  },
  {
    holds: 'M-808',
    test: [`${RUNTIME}/load-page.test.ts`, 'says what could not be loaded'],
    changes: each(`${RUNTIME}/load-shared.ts`, "We couldn't load", 'Not loaded:'),
  },
  {
    holds: 'M-809',
    test: [`${RUNTIME}/register-service-worker.test.ts`, 'on plain http nothing is registered'],
    changes: each(`${RUNTIME}/register-service-worker.ts`, 'used over HTTPS', 'used over TLS'),
  },
]
