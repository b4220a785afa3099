import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel'
import {
  type AskedPart,
  type FeedPosition,
  type FoundTitles,
  type TitleEngine,
  type TitleQuery,
  WrongAnswer,
} from './engine.ts'

/** Why an engine's answer was not used. */
export type EngineFailure = 'failed' | 'circuit-open' | 'wrong'

export interface GuardOptions {
  engine: TitleEngine
  /** Another engine, to compare answers with. */
  reference: TitleEngine
  onFailure: (failure: EngineFailure, error: unknown) => void
  onAnswer?: () => void
  /** Whether this answer is compared with the reference's; one in a hundred by default. */
  isCompared?: (() => boolean) | undefined
}

export interface GuardedEngine {
  /** Whether the engine is asked at the moment. */
  readonly isAsked: boolean
  /** @returns undefined when it did not answer; then another engine must */
  search(query: TitleQuery, part: AskedPart): Promise<FoundTitles | undefined>
}

/** Consecutive failures after which the engine is not asked for a while. */
const MAX_FAILURES = 5
/** After this pause, one search tries whether the engine is back. */
const PAUSE_MS = 5_000
/** After a wrong answer, the engine is not asked for this long. */
const SUSPECT_MS = 60_000
/** Longer than any timeout of the engine itself. */
const PATIENCE_MS = 1_000

/** Asks an engine that may be down, slow or wrong, and only as often as is good for readers. */
export function guardEngine(options: GuardOptions): GuardedEngine {
  const {
    engine,
    reference,
    onFailure,
    onAnswer,
    isCompared = () => Math.random() < 0.01,
  } = options
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: PAUSE_MS,
    breaker: new ConsecutiveBreaker(MAX_FAILURES),
  })
  let suspectUntilMs = 0

  async function compare(query: TitleQuery, part: AskedPart, found: FoundTitles): Promise<void> {
    if (!isSame(reference.position, found.position)) return
    const right = await reference.search(query, part, AbortSignal.timeout(PATIENCE_MS))
    // An edit happened in between; a later comparison will do.
    if (!isSame(right.position, found.position)) return
    if (right.total !== found.total || idsOf(right) !== idsOf(found)) {
      throw new WrongAnswer(`${engine.name} and ${reference.name} differ in what they found`)
    }
  }

  return {
    get isAsked() {
      return breaker.state === CircuitState.Closed && performance.now() >= suspectUntilMs
    },

    async search(query, part) {
      if (performance.now() < suspectUntilMs) {
        onFailure('circuit-open', undefined)
        return undefined
      }
      try {
        const answer = await breaker.execute(async ({ signal }) => {
          const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
          const found = await engine.search(query, part, limit)
          if (isCompared()) await compare(query, part, found)
          return found
        })
        onAnswer?.()
        return answer
      } catch (error) {
        if (error instanceof WrongAnswer) suspectUntilMs = performance.now() + SUSPECT_MS
        onFailure(kindOf(error), error)
        return undefined
      }
    },
  }
}

function kindOf(error: unknown): EngineFailure {
  if (error instanceof WrongAnswer) return 'wrong'
  return error instanceof BrokenCircuitError ? 'circuit-open' : 'failed'
}

const isSame = (one: FeedPosition | undefined, other: FeedPosition) =>
  one?.feed === other.feed && one.revision === other.revision

const idsOf = ({ titles }: FoundTitles) => titles.map(({ id }) => id).join()
