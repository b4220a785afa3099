import { SiteError } from '#shared/errors.ts'
import type { EmbeddedEngine } from '../engines/embedded/embedded-engine.ts'
import type { AskedPart, EngineName, TitleQuery } from '../engines/engine.ts'
import type { GuardedEngine } from '../engines/guarded-engine.ts'
import type { EngineAnswer } from './answer-search.ts'

/** `auto`: the faster one for this number of titles. */
export type EngineChoice = 'auto' | 'embedded' | 'meili'

export interface ChooserOptions {
  choice: EngineChoice
  embedded: EmbeddedEngine
  meili: GuardedEngine | undefined
}

export interface EngineChooser {
  /** The engine that is asked first at the moment. */
  readonly preferred: EngineName
  /** @throws {SiteError} `unavailable` while no engine can answer */
  find(query: TitleQuery, part: AskedPart): Promise<EngineAnswer>
}

/** With more titles, Meilisearch on a machine of its own is quicker than one thread of ours. */
const MOST_EMBEDDED = 2_000_000
/** The embedded engine answers at once, or throws. */
const NO_SIGNAL = new AbortController().signal

/** Asks one engine, and the other one if that does not answer: both find the same. */
export function createChooser({ choice, embedded, meili }: ChooserOptions): EngineChooser {
  const isMeiliFirst = () =>
    choice === 'meili' || (choice === 'auto' && embedded.size > MOST_EMBEDDED)
  const preferred = (): EngineName => (meili && isMeiliFirst() ? 'meili' : 'embedded')

  return {
    get preferred() {
      return preferred()
    },

    async find(query, part) {
      if (meili && preferred() === 'meili') {
        const found = await meili.search(query, part)
        if (found) return { ...found, engine: 'meili' }
      }
      if (!embedded.position) {
        throw new SiteError('unavailable', 'The titles are still being loaded')
      }
      const found = await embedded.search(query, part, NO_SIGNAL)
      return { ...found, engine: 'embedded' }
    },
  }
}
