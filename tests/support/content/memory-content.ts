import type { ChangeFeed, NameList, TitleEntry } from '#shared/contracts/change.ts'
import { NAMES_TAG } from '#shared/contracts/tags.ts'
import type { TitleSource } from '../../../services/search/titles/follow-titles.ts'
import { FEED } from '../site/search-titles.ts'

/** The content service as search sees it, in memory. */
export class MemoryContent implements TitleSource {
  feed = FEED
  revision = 0
  /** All calls, in order. */
  calls: string[] = []
  /** While set, every call fails with it. */
  failure: Error | undefined
  /** Called after a page of all titles was read. */
  onPage: (after: string | undefined) => void = () => {}
  changesPerAnswer = 50
  #names: Omit<NameList, 'feed' | 'revision'> = { authors: [], categories: [], terms: [] }
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
    this.#record(entries.map((entry) => `title:${entry.id}`))
  }

  withdraw(...ids: readonly string[]): void {
    for (const id of ids) this.#titles.delete(id)
    this.#record(ids.map((id) => `title:${id}`))
  }

  /** A restored or a new database: other content, counted from the beginning. */
  beginAgain(feed: string, entries: readonly TitleEntry[]): void {
    this.feed = feed
    this.revision = 0
    this.#changes = []
    this.#titles.clear()
    this.publish(...entries)
  }

  /** Other names from now on. */
  name(names: Partial<Omit<NameList, 'feed' | 'revision'>>): void {
    this.#names = { ...this.#names, ...names }
    this.#record([NAMES_TAG])
  }

  forgetChanges(): void {
    this.#changes = []
  }

  async listTitles(after: string | undefined, limit: number) {
    this.#called(`list after ${after ?? 'nothing'}`)
    const rest = this.titles.filter(({ id }) => after === undefined || id > after)
    const answer = { feed: this.feed, revision: this.revision, titles: rest.slice(0, limit) }
    this.onPage(after)
    return answer
  }

  async findTitles(ids: readonly string[]) {
    this.#called(`find ${ids.length}`)
    const titles = ids.flatMap((id) => this.#titles.get(id) ?? [])
    return { feed: this.feed, revision: this.revision, titles }
  }

  async readChanges(after: number, _waitMs: number, signal?: AbortSignal) {
    this.#called(`changes after ${after}`)
    if (after === this.revision) {
      const aborted = Promise.withResolvers<void>()
      signal?.addEventListener('abort', () => aborted.reject(signal.reason))
      await Promise.race([this.#commit.promise, aborted.promise])
      this.#called('changes came')
    }
    const changes = this.#changes
      .filter((change) => change.revision > after)
      .slice(0, this.changesPerAnswer)
    return { feed: this.feed, revision: this.revision, changes }
  }

  async listNames() {
    this.#called('names')
    const { feed, revision } = this
    return { feed, revision, ...this.#names }
  }

  /** Ends a waiting long poll, as a proxy that goes away would. */
  wake(): void {
    this.#commit.resolve()
    this.#commit = Promise.withResolvers()
  }

  #record(tags: readonly string[]): void {
    this.revision += 1
    const at = '2025-01-01T00:00:00.000Z'
    this.#changes.push({ revision: this.revision, at, tags: ['sitemap', ...tags] })
    this.wake()
  }

  #called(call: string): void {
    this.calls.push(call)
    if (this.failure) throw this.failure
  }
}
