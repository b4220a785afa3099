import type { FastifyRequest } from 'fastify'
import { SiteError } from '#shared/errors.ts'
import { forwardedFor } from '#shared/http/forwarded-for.ts'
import type { LoadLadder } from '#shared/http/load-ladder.ts'
import type { Room } from '#shared/room.ts'
import type { Renderer, renderData, renderHtml } from '../../documents/make-entry.ts'
import { bodyOf, type StoredBody } from '../../store/stored-entry.ts'
import type { EntryLoader } from './load-entry.ts'
import type { ShellLoader } from './load-shell.ts'
import {
  fillSearchPage,
  parseSearchQuery,
  SEARCH_PATH,
  type SearchQuery,
  type SearchSources,
  typesetFound,
} from './search-page.ts'

export interface SearchAnswerOptions {
  loadEntry: EntryLoader
  loadShell: ShellLoader
  search: SearchSources
  maker: Renderer
  ladder: LoadLadder
  rooms: {
    /** For search results, which are rendered for each request. */
    searches: Room
  }
}

export const readSearch = (request: FastifyRequest): SearchQuery => ({
  ...parseSearchQuery(request.query),
  from: forwardedFor(request.raw),
})

/** Rendered for this request, and only in the form that was requested. */
export async function renderSearch(
  { loadEntry, loadShell, search, maker, ladder, rooms }: SearchAnswerOptions,
  query: SearchQuery,
  render: typeof renderHtml | typeof renderData,
): Promise<StoredBody> {
  ladder.refuse('lite')
  return rooms.searches.enter(async () => {
    const idle = await loadEntry(SEARCH_PATH)
    if (!idle) throw new SiteError('unavailable', `There is no page at ${SEARCH_PATH} yet`)
    const page = await fillSearchPage(search, bodyOf(idle, 'data'), query)
    const shell = await loadShell()
    return render(maker, typesetFound(page, shell.site.locale), shell)
  })
}
