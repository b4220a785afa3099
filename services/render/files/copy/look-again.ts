import type { FastifyBaseLogger } from 'fastify'
import { type Copier, copyStore, type Look } from './copy-store.ts'
import { sweepCopy } from './sweep-copy.ts'

const HOUR_MS = 60 * 60_000

export const LOOK_TIMES = {
  /** Between two passes that mark every item. */
  markMs: HOUR_MS,
  /** Items that the store has not had for this long are removed. */
  keepMs: 24 * HOUR_MS,
  /** The longest pause between two passes while the store notes no change: new pages need no note. */
  idleMs: 5 * 60_000,
}

/** What the copy has. */
export interface CopyState {
  /** When it was last brought up to date. */
  savedAt: Date | undefined
  pages: number
  /** How many items have no room. */
  refused: number
  /** Whether the most read pages are there, or the store cannot be read: render answers then. */
  isReady: boolean
}

/** @returns the state, and what brings the copy up to date, to be called again and again */
export function createLooks(
  copier: Copier & { log: Pick<FastifyBaseLogger, 'warn'> },
  times: typeof LOOK_TIMES,
) {
  const { folder, store, bundle, log } = copier
  const state: CopyState = { savedAt: undefined, pages: 0, refused: 0, isReady: false }
  let markedAt = 0
  let lookedAt = 0
  let former: (Look & { change: string | undefined }) | undefined

  function setReady(): void {
    state.isReady = true
  }

  /** Whether a pass over the store, which lists all of it, would find nothing to do. */
  function isUpToDate(now: number, change: string | undefined): boolean {
    if (!former?.isSettled || former.change !== change) return false
    const hasEnded = former.nextEnd !== undefined && now >= Date.parse(former.nextEnd)
    return !hasEnded && now - lookedAt < times.idleMs
  }

  async function lookAtAll(signal: AbortSignal): Promise<void> {
    const startedAt = Date.now()
    const marking = startedAt - markedAt >= times.markMs
    const change = await store.pages(bundle.build).lastChange()
    if (!marking && isUpToDate(startedAt, change)) {
      state.savedAt = new Date(startedAt)
      return
    }
    // Others may write to the same folder.
    if (marking) await folder.measure()
    lookedAt = startedAt
    const onMostRead = former ? undefined : setReady
    const found = await copyStore(copier, { marking, signal, onMostRead })
    former = Object.assign(found, { change })
    state.refused = found.refused
    // After a pass that did not mark, no item counts as old.
    const { spared, ...swept } = await sweepCopy(
      folder,
      new Date(marking ? startedAt - times.keepMs : 0),
    )
    if (spared > 0)
      log.warn({ spared }, 'the store has lost most of its pages; the copy keeps them')
    if (marking) markedAt = startedAt
    // While pages are still being made for the first time, each look finds more of them.
    if (found.refused > 0) await folder.markPartial()
    else if (swept.pages > 0 && swept.pages === state.pages) await folder.markWhole()
    state.pages = swept.pages
    state.savedAt = new Date(startedAt)
  }

  return {
    state: state as Readonly<CopyState>,
    async look(signal: AbortSignal): Promise<void> {
      try {
        await lookAtAll(signal)
      } finally {
        setReady()
      }
    },
  }
}
