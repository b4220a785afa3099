import type { ChangeFeed, TitleEntry } from '#shared/contracts/change.ts'
import type { TitleSource } from '../../services/search/titles/follow-titles.ts'
import { FEED } from './search-titles.ts'

/** The content service as search sees it, in memory. */
export class MemoryContent implements TitleSource {
  feed = FEED
  revision = 0
  /** While set, every call fails with it. */
  failure: Error | undefined
  #titles = new Map<string, TitleEntry>()
  #changes: ChangeFeed['changes'] = []
  #commit = Promise.withResolvers<void>()

  constructor(entries: readonly TitleEntry[] = []) {
    if (entries.length > 0) this.publish(...entries)
  }

  /** In the order of ids. */
  get titles(): TitleEntry[] {
    return [...this.#titles.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  publish(...entries: readonly TitleEntry[]): void {
    for (const entry of entries) this.#titles.set(entry.id, entry)
    this.#record(entries.map((entry) => entry.id))
  }

  withdraw(...ids: readonly string[]): void {
    for (const id of ids) this.#titles.delete(id)
    this.#record(ids)
  }

  /** A restored or a new database: other content, counted from the beginning. */
  beginAgain(feed: string, entries: readonly TitleEntry[]): void {
    this.feed = feed
    this.revision = 0
    this.#changes = []
    this.#titles.clear()
    this.publish(...entries)
  }

  async listTitles(after: string | undefined, limit: number) {
    this.#failIfAsked()
    const rest = this.titles.filter(({ id }) => after === undefined || id > after)
    return { feed: this.feed, revision: this.revision, titles: rest.slice(0, limit) }
  }

  async findTitles(ids: readonly string[]) {
    this.#failIfAsked()
    const titles = ids.flatMap((id) => this.#titles.get(id) ?? [])
    return { feed: this.feed, revision: this.revision, titles }
  }

  async readChanges(after: number, _waitMs: number, signal?: AbortSignal) {
    this.#failIfAsked()
    if (after === this.revision) {
      const aborted = Promise.withResolvers<void>()
      signal?.addEventListener('abort', () => aborted.reject(signal.reason))
      await Promise.race([this.#commit.promise, aborted.promise])
      this.#failIfAsked()
    }
    const changes = this.#changes.filter((change) => change.revision > after).slice(0, 50)
    return { feed: this.feed, revision: this.revision, changes }
  }

  async listNames() {
    const { feed, revision } = this
    return { feed, revision, authors: [], categories: [], terms: [] }
  }

  #record(ids: readonly string[]): void {
    this.revision += 1
    const tags = ids.map((id) => `title:${id}`)
    this.#changes.push({ revision: this.revision, at: '2025-01-01T00:00:00.000Z', tags })
    this.#commit.resolve()
    this.#commit = Promise.withResolvers()
  }

  #failIfAsked(): void {
    if (this.failure) throw this.failure
  }
}
