import fc from 'fast-check'
import { articleDraft } from '../../content/content-service.ts'
import { almost, hostileText } from './hostile-text.ts'
import type { WireRequest } from './send-request.ts'

/** Long enough to notice work that takes quadratic time. */
const LONGEST = 100_000

const NO_DRAFT = '00000000-0000-4000-8000-000000000000'
const SLUGS = ['fuzz-a', 'fuzz-b', 'what-a-bond-is-and-why-its-price-moves']
const DRAFT = articleDraft({
  publishedAt: '2025-03-04',
  updatedAt: '2025-03-05T08:00:00Z',
  takeaways: ['One'],
  sources: [{ title: 'A source', url: 'https://a.example/' }],
  terms: [{ term: 'quillwork', also: ['quillworks'], definition: 'A test.' }],
  provenance: 'human',
  reviewedBy: 'Somebody',
  reviewedAt: '2025-03-04',
  translationKey: 'a-key',
  topNotchRank: 3,
  validFor: 2026,
  favorite: true,
})
const READING = [
  ...['/default-entities', '/names', '/changes?after=0', '/changes?after=5&waitMs=0'],
  ...['/page-models?paths=/', '/page-models?paths=/expert-advice', '/page-models?paths=["/"]'],
  ...['/titles', '/titles?limit=5', '/paths?limit=5', '/sitemap-model?path=/sitemap.xml'],
  ...[
    '/feed-model?path=/feed',
    '/portrait-model?path=/portraits/a',
    '/picture-model?path=/a',
    '/articles/fuzz-a',
  ],
  ...['/articles', '/articles?author=a&limit=5', '/articles?state=withdrawn&after=a', '/editions'],
  ...[
    '/articles/fuzz-a/editions',
    '/articles/fuzz-a/inbound?limit=5',
    '/articles/fuzz-a/editions/1',
    '/articles/fuzz-a/diff?from=1',
  ],
  ...['/editions?after=2026-01-01_00000000-0000-4000-8000-000000000000', '/drafts?by=a'],
  ...['/openapi', '/openapi.json', '/openapi/json', '/openapi/yaml', '/openapi/static/index.css'],
  ...['/webhooks/failed', '/webhooks/failed?after=5&limit=5'],
  ...['/edits-for-files', '/edits-for-files?after=made:a', `/drafts/${NO_DRAFT}`],
]

const text = hostileText(LONGEST)
const anyJson = fc.oneof(text, fc.jsonValue({ maxDepth: 4 }), fc.constant(null))
const changed = (whole: object) =>
  fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(DRAFT)), fc.string()), anyJson), {
      maxLength: 3,
    })
    .map((changes) => JSON.stringify({ ...whole, ...Object.fromEntries(changes) }))

const sapeLinks = fc.dictionary(
  fc.oneof(fc.constantFrom('/', '/expert-advice'), text),
  fc.oneof(fc.array(fc.oneof(text, fc.constant('<a href="https://a.example/">a</a> b'))), anyJson),
  { maxKeys: 4 },
)
const ads = fc
  .tuple(sapeLinks, fc.oneof(text, fc.constant(undefined)))
  .map(([links, sapeNewUrl]) => JSON.stringify({ sapeData: { sapeLinks: links, sapeNewUrl } }))

/** Invalid JSON, and JSON at the limits of parsers. */
const oddBody = fc.oneof(
  text,
  changed(DRAFT).chain((json) => almost(json.slice(0, 2_000))),
  fc.constantFrom('{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'),
  fc
    .tuple(fc.constantFrom('[', '{"a":', '{"entities":['), fc.integer({ min: 1, max: 20_000 }))
    .map(([open, depth]) => open.repeat(depth)),
  fc
    .integer({ min: 1, max: 40_000 })
    .map((depth) => `{"body":${'['.repeat(depth)}${']'.repeat(depth)}}`),
)

const target = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...SLUGS) },
      { weight: 1, arbitrary: fc.constantFrom(...SLUGS).chain(almost) },
    ),
    fc.constantFrom('', '', '?dryRun=true', '?defaultEntities=true', '?dryRun=x', '?__proto__=1'),
  )
  .map(([slug, query]) => `/articles/${slug}${query}`)

const edit = fc.oneof(
  fc.tuple(
    fc.constantFrom('PUT', 'PATCH'),
    target,
    fc.oneof(changed(DRAFT), changed({}), changed({ slug: 'fuzz-b' }), oddBody),
  ),
  fc.tuple(fc.constantFrom('DELETE'), target, fc.constant(undefined)),
  fc.tuple(
    fc.constantFrom('POST'),
    fc.constantFrom(
      '/drafts',
      '/drafts',
      `/drafts/${NO_DRAFT}/publish`,
      `/drafts/${NO_DRAFT}/merge`,
      `/drafts/${NO_DRAFT}/propose`,
      `/drafts/${NO_DRAFT}/send-back`,
      `/drafts/${NO_DRAFT}/preview-model`,
      `/drafts/${NO_DRAFT}/dry-run`,
      `/articles/${SLUGS[2]}/editions/1/preview-model?form=card`,
      `/webhooks/failed/${NO_DRAFT}/retry`,
    ),
    fc.oneof(
      changed(DRAFT).map((fields) => `{"slug":"fuzz-a","fields":${fields}}`),
      changed({ article: SLUGS[2] }),
      oddBody,
    ),
  ),
  fc.tuple(
    fc.constantFrom('PUT'),
    fc.constantFrom('/ads', '/ads?dryRun=true'),
    fc.oneof(ads, oddBody),
  ),
  fc.tuple(
    fc.constantFrom('GET'),
    fc.oneof(fc.constantFrom(...READING), fc.constantFrom(...READING).chain(almost)),
    fc.constant(undefined),
  ),
)

const contentType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/xml', '', 'a/b;charset=x') },
)
const oddHeader = fc.oneof(
  { weight: 9, arbitrary: fc.constant([] as [string, string][]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('if-match', 'content-encoding', 'x-request-id'), hostileText(500))
      .map((header) => [header]),
  },
)

const condition = fc.constantFrom<[string, string][]>(
  [],
  [['if-match', '*']],
  [['if-match', '*']],
  [['if-none-match', '*']],
)

/** What editors may send to the content service, and what services ask it. */
export const editorRequest = (token: string): fc.Arbitrary<WireRequest> =>
  fc
    .tuple(edit, contentType, condition, oddHeader, fc.integer({ min: 0, max: 30 }))
    .map(([[method, target, body], type, wanted, odd, who]) => ({
      method,
      target,
      body,
      headers: [
        ['authorization', who === 0 ? 'Bearer nobody' : `Bearer ${token}`],
        ...(body === undefined ? [] : [['content-type', type] as [string, string]]),
        ...wanted,
        ...odd,
      ],
    }))
