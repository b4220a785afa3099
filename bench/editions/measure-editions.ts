import path from 'node:path'
import type { CleanUp } from '../../deploy/local/clean-up.ts'
import { type Corpus, writeCorpus } from '../../tests/support/content/corpus.ts'
import { createDice } from '../../tests/support/content/dice.ts'
import { askAsEditor } from '../editors/editing.ts'
import { type BenchSite, startBenchSite } from '../rebuild/bench-site.ts'
import { changeOf } from '../rebuild/edit-latency.ts'
import type { BenchOptions } from '../support/bench-report.ts'
import { repeatArticles } from './repeat-articles.ts'

interface EditionsBench extends BenchOptions {
  corpus: Corpus
  articles: number
  /** Gets everything that is written. */
  folder: string
}

export interface EditionFigures {
  /** Bytes. */
  tables: Record<string, number>
  /** Milliseconds of each. */
  requests: Record<string, number[]>
}

/** Each of them is edited, then repeated. */
const EDITED = 200
export const EDITIONS = 5
const REQUESTS = 500

/** @param cleanUp gets everything that is started, also when a later step fails */
export async function measureEditions(
  { corpus, articles, folder, say, signal }: EditionsBench,
  cleanUp: CleanUp,
): Promise<EditionFigures> {
  const contentFolder = path.join(folder, 'content')
  await writeCorpus(corpus, contentFolder, EDITED)
  const site = await startBenchSite({ folder, contentFolder, articles: EDITED, signal }, cleanUp)
  const slugs = Array.from({ length: EDITED }, (_, at) => corpus.article(at).slug)
  const editor = { token: site.editorToken }
  say(`${EDITED} articles of ${EDITIONS} editions`)
  for (const [at, slug] of slugs.entries()) {
    // The first edition is what was imported.
    for (let edition = 2; edition <= EDITIONS; edition++) {
      signal.throwIfAborted()
      const { body } = changeOf(corpus.article(at), edition, `edition ${edition}`)
      await askAsEditor(site.content.url, editor, `/articles/${slug}`, 'PATCH', body)
    }
  }
  say(`their rows for ${articles.toLocaleString('en-US')} articles`)
  const copies = Math.ceil(articles / EDITED)
  const tables = await repeatArticles(site.databaseUrl, copies, signal)
  say('reading')
  return { tables, requests: await timeRequests(site, { slugs, copies, signal }) }
}

/** Of articles across the site, none of them twice in a row. */
async function timeRequests(
  site: BenchSite,
  { slugs, copies, signal }: { slugs: readonly string[]; copies: number; signal: AbortSignal },
): Promise<EditionFigures['requests']> {
  const dice = createDice(copies)
  const someSlug = () => {
    const copy = dice.below(copies)
    return dice.oneOf(slugs) + (copy === 0 ? '' : `-${copy}`)
  }
  const addresses: Record<string, () => string> = {
    'history of an article': () => `/articles/${someSlug()}/editions`,
    'an edition': () => `/articles/${someSlug()}/editions/${1 + dice.below(EDITIONS)}`,
    'diff of two editions': () => `/articles/${someSlug()}/diff?from=1&to=${EDITIONS}`,
    'list of the last editions': () => `/editions?limit=${1 + dice.below(100)}`,
    'list of an editor': () => `/editions?limit=100&by=editor-${dice.below(20)}`,
    'list of withdrawn articles': () => `/articles?state=withdrawn&after=${someSlug()}`,
  }
  const requests: EditionFigures['requests'] = {}
  for (const [name, address] of Object.entries(addresses)) {
    const times: number[] = []
    while (times.length < REQUESTS) {
      signal.throwIfAborted()
      const begun = performance.now()
      await askAsEditor(site.content.url, { token: site.editorToken }, address(), 'GET')
      times.push(performance.now() - begun)
    }
    requests[name] = times
  }
  return requests
}
