import { SiteError } from '#shared/errors.ts'
import type { EngineAnswer } from '../titles/answer-search.ts'
import type { EmbeddedEngine } from './embedded/embedded-engine.ts'
import type { AskedPart, EngineName, TitleQuery } from './engine.ts'
import type { GuardedEngine } from './guarded-engine.ts'

/** `auto`: the embedded engine, as long as the titles fit into its memory. */
export type EngineChoice = 'auto' | 'embedded' | 'meili'

export interface ChooserOptions {
  choice: EngineChoice
  embedded: EmbeddedEngine
  meili: GuardedEngine | undefined
}

export interface EngineChooser {
  /** Who is asked first now. */
  readonly preferred: EngineName
  /** @throws {SiteError} `unavailable` while no engine can answer */
  find(query: TitleQuery, part: AskedPart): Promise<EngineAnswer>
}

/** 200 MB of the embedded engine. */
const MOST_EMBEDDED = 2_000_000
const EMBEDDED_MS = 5_000

/** Asks one engine, and the other one where that does not answer: both find the same. */
export function createChooser({ choice, embedded, meili }: ChooserOptions): EngineChooser {
  const isMeiliFirst = () =>
    choice === 'meili' || (choice === 'auto' && embedded.size > MOST_EMBEDDED)
  const preferred = (): EngineName => (meili && isMeiliFirst() ? 'meili' : 'embedded')

  return {
    get preferred() {
      return preferred()
    },

    async find(query, part) {
      // Until the titles are loaded, Meilisearch may have them already.
      if (meili && (preferred() === 'meili' || !embedded.position)) {
        const found = await meili.search(query, part)
        if (found) return { ...found, engine: 'meili' }
      }
      if (!embedded.position) {
        throw new SiteError('unavailable', 'The titles are still being loaded')
      }
      const found = await embedded.search(query, part, AbortSignal.timeout(EMBEDDED_MS))
      return { ...found, engine: 'embedded' }
    },
  }
}
