import type { EmbeddedEngine } from '../../services/search/engines/embedded/embedded-engine.ts'
import type { MeiliAddress } from '../../services/search/engines/meili/connect.ts'
import { readTitleQuery } from '../../services/search/engines/title-query.ts'
import type { Say } from '../support/bench-report.ts'
import type { BenchQuery } from './bench-queries.ts'
import { expectSame } from './compare-finds.ts'
import type { Contender } from './contest.ts'
import type { BenchLocale } from './generated-titles.ts'
import { loadOurIndex, loadRawIndex, type MeiliPeer } from './meili-peers.ts'

export interface MeiliEntry {
  /** Meilisearch is left out without it. */
  meili: MeiliAddress | undefined
  size: number
  locale: BenchLocale
  queries: readonly BenchQuery[]
  engine: EmbeddedEngine
  say: Say
}

export interface EnteredMeili {
  contenders: Contender[]
  /** By name, seconds until all titles could be found. */
  builds: Record<string, number>
  notes: string[]
}

/** For longer lists only the totals are compared: fetching them would take longer than the bench. */
const MAX_COMPARED = 5_000

/** @throws {Error} when our way to use Meilisearch finds other titles than the engine */
export async function enterMeili(
  { meili, size, locale, queries, engine, say }: MeiliEntry,
  cleanUp: AsyncDisposableStack,
): Promise<EnteredMeili> {
  if (!meili) return { contenders: [], builds: {}, notes: [] }
  say('loading the titles into Meilisearch')
  const own = await loadOurIndex(meili, size, locale, cleanUp)
  say('loading them into Meilisearch as they are')
  const raw = await loadRawIndex(meili, size, locale, cleanUp)

  let differing = 0
  for (const { text } of queries) {
    const ours = await engine.search(
      readTitleQuery(text, locale),
      { limit: MAX_COMPARED, offset: 0 },
      new AbortController().signal,
    )
    const ids = ours.titles.map(({ id }) => id)
    const theirs = await own.find(text, MAX_COMPARED)
    if (theirs.total !== ours.total) {
      throw new Error(
        `This run is void: Meilisearch counts ${theirs.total} titles for "${text}", ours ${ours.total}`,
      )
    }
    expectSame(text, 'Meilisearch', ids, theirs.ids)

    const others = await raw.find(text, MAX_COMPARED)
    const isSame =
      others.total === ours.total &&
      (ours.total > MAX_COMPARED || new Set([...ids, ...others.ids]).size === ours.total)
    if (!isSame) differing += 1
  }
  return {
    contenders: [own, raw].map(toContender),
    builds: { [own.name]: own.loadSeconds, [raw.name]: raw.loadSeconds },
    notes: [
      `${size} ${locale}: Meilisearch over HTTP finds the same titles in the same order in our way, as far as ${MAX_COMPARED} were compared; \`CONTAINS\` on titles as they are finds others for ${differing} of ${queries.length} queries.`,
    ],
  }
}

const toContender = ({ name, find }: MeiliPeer): Contender => ({
  name,
  timesPerTurn: 1,
  find: (text) => find(text, 20),
})
