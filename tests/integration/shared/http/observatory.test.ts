import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareObservatory } from '../../../support/hostile/observatory.ts'
import { createTlsFront, type TlsFront } from '../../../support/servers/tls-front.ts'
import { type WiredSite, wireSite } from '../../../support/site/wire-site.ts'

// MDN's own scanner, on a site behind TLS as readers meet it. No test can put a site into the
// browsers' preload list before it is there: that alone is missing (5 points).

const observatory = await prepareObservatory()

/** The best that each of its tests can say of a site that sets no cookie; and what it adds. */
const BEST = {
  'content-security-policy': ['csp-implemented-with-no-unsafe-default-src-none', 10],
  cookies: ['cookies-not-found', 0],
  'cross-origin-resource-policy': ['corp-implemented-with-same-origin', 10],
  'cross-origin-resource-sharing': ['cross-origin-resource-sharing-not-implemented', 0],
  redirection: ['redirection-to-https', 0],
  'referrer-policy': ['referrer-policy-private', 5],
  'strict-transport-security': ['hsts-implemented-max-age-at-least-six-months', 0],
  'subresource-integrity': ['sri-implemented-and-all-scripts-loaded-securely', 5],
  'x-content-type-options': ['x-content-type-options-nosniff', 0],
  'x-frame-options': ['x-frame-options-implemented-via-csp', 5],
}
/** What its newer rules (1.6.3, not on npm) look at as well: 10 points each. */
const NEWER = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
}

describe.skipIf('missing' in observatory)('MDN’s Observatory gives the best grade [T12]', () => {
  let site: WiredSite
  let front: TlsFront
  beforeAll(async () => {
    site = await wireSite({ without: ['worker'] })
    front = await createTlsFront(site.url)
  })
  afterAll(async () => {
    await front?.close()
    await site?.close()
  })

  test.each([
    ['the home page', '/'],
    ['an article', '/articles/what-owning-a-share-gives-you'],
    ['the search', '/search?q=bond'],
  ])('to %s: 135 points, and 155 by its newer rules', async (_name, page) => {
    if ('missing' in observatory) return
    const { scan, tests } = await observatory.scan(front.address + page, front.authority)

    const said = Object.entries(tests).map(([name, { result, scoreModifier }]) => [
      name,
      [result, scoreModifier],
    ])
    expect(Object.fromEntries(said)).toEqual(BEST)
    expect(Object.values(tests).filter(({ pass }) => !pass)).toEqual([])
    expect(scan).toMatchObject({ grade: 'A+', score: 135, responseHeaders: NEWER })
  })
})
