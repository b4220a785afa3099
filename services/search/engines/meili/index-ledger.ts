import type { Meilisearch } from 'meilisearch'
import { askWholeIndex, IncompleteIndex } from './ask-index.ts'
import { settleTasks } from './finish-task.ts'
import type { IndexState } from './index-state.ts'

/** What the only writer of an index knows about it: which of its writes the index contains. */
export interface IndexLedger {
  /** Whether the index was read or written; before that, there is nothing to compare it with. */
  readonly isKnown: boolean
  /** Runs work when all earlier work has ended, even if that failed. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>
  /** Reads the index when its tasks have ended. @throws when Meilisearch does not answer */
  readState(): Promise<IndexState>
  /** The same. @throws {IncompleteIndex} when another process wrote to the index */
  readOwnState(): Promise<IndexState>
  /** A write begins. Until it is confirmed, the index may have its former state, or this one. */
  begin(next?: IndexState): void
  /** The index has this state, and none of its tasks is running. */
  confirm(state: IndexState): void
}

export function createIndexLedger(client: Meilisearch, index: string): IndexLedger {
  /** Stamps that the index may have: two after a task whose outcome is not known. */
  let stamps: string[] = []
  let isSettled = false
  let last: Promise<unknown> = Promise.resolve()

  async function readState(): Promise<IndexState> {
    if (!isSettled) await settleTasks(client, index)
    isSettled = true
    return (await askWholeIndex(client, index, [])).state
  }

  return {
    get isKnown() {
      return stamps.length > 0
    },
    oneAtATime(work) {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
    readState,
    async readOwnState() {
      const state = await readState()
      if (!stamps.includes(state.stamp)) {
        throw new IncompleteIndex('somebody else wrote to the index')
      }
      stamps = [state.stamp]
      return state
    },
    begin(next) {
      isSettled = false
      if (next) stamps.push(next.stamp)
    },
    confirm({ stamp }) {
      stamps = [stamp]
      isSettled = true
    },
  }
}
