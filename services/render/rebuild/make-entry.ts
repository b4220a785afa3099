import type { ContentClient } from '#shared/clients/content-client.ts'
import { NOT_FOUND_PATH, type Page } from '#shared/contracts/page.ts'
import type { PageModel } from '#shared/contracts/page-model.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import type { LoadedBundle } from '../bundle/web-bundle.ts'
import { renderDocument } from '../pages/document.ts'
import { renderPageData } from '../pages/page-data.ts'
import { SHELL_PATH, shellDocuments } from '../public-files/shell-files.ts'
import { renderSitemap, SITEMAP_PATH } from '../public-files/sitemap-xml.ts'
import { encodeBody } from '../store/encode-body.ts'
import type { StoredEntry } from '../store/stored-entry.ts'

export interface EntryMaker {
  content: ContentClient
  bundle: LoadedBundle
  siteUrl: string
}

/** An entry with what its making read, or the word that content knows nothing of the path. */
export type MadeEntry =
  | { known: true; entry: StoredEntry; tags: Tag[] }
  | { known: false; revision: Revision }

/**
 * Makes everything that is kept for a path, from one model: the same model gives the same bytes.
 *
 * @throws {SiteError} `unavailable` when content does not answer
 */
export async function makeEntry(maker: EntryMaker, path: PagePath): Promise<MadeEntry> {
  if (path === SITEMAP_PATH) return makeSitemap(maker)
  if (path === SHELL_PATH) return makeShell(maker)

  const model = await maker.content.loadPageModel(path)
  const { status, revision, tags } = model
  switch (status) {
    case 'unknown':
      return { known: false, revision }
    case 'moved': {
      const { location } = model
      return {
        known: true,
        tags,
        entry: { path, status: 301, location, revision, bodies: {} },
      }
    }
    case 'found':
    case 'gone': {
      const { page, shell } = model
      return {
        known: true,
        tags,
        entry: {
          path,
          status: status === 'gone' ? 410 : 200,
          revision,
          bodies: await renderBodies(maker, page, shell),
        },
      }
    }
    default:
      return model satisfies never
  }
}

type Renderer = Pick<EntryMaker, 'bundle' | 'siteUrl'>

/** HTML and page-data of a page, as both are sent. */
export async function renderBodies(renderer: Renderer, page: Page, shell: Shell) {
  return { html: await renderHtml(renderer, page, shell), data: await renderData(page) }
}

export function renderHtml({ bundle, siteUrl }: Renderer, page: Page, shell: Shell) {
  const { html, hydration } = bundle.renderPage(page, shell)
  const document = renderDocument({
    page,
    locale: shell.site.locale,
    html,
    hydration,
    assets: bundle.assets,
    build: bundle.build,
    siteUrl,
  })
  return encodeBody(document, 'text/html; charset=utf-8')
}

export const renderData = (page: Page) => encodeBody(renderPageData(page), JSON_TYPE)

const JSON_TYPE = 'application/json; charset=utf-8'

async function makeSitemap({ content, siteUrl }: EntryMaker): Promise<MadeEntry> {
  const { revision, tags, entries } = await content.loadSitemap()
  const xml = await encodeBody(renderSitemap(entries, siteUrl), 'application/xml; charset=utf-8')
  return {
    known: true,
    tags,
    entry: { path: SITEMAP_PATH, status: 200, revision, bodies: { xml } },
  }
}

async function makeShell({ content }: EntryMaker): Promise<MadeEntry> {
  // Any page's model has the shell; this page is always there.
  const model: PageModel = await content.loadPageModel(NOT_FOUND_PATH)
  if (model.status !== 'found') return { known: false, revision: model.revision }
  const { revision, tags, shell } = model
  const bodies = await Promise.all(
    Object.entries(shellDocuments(shell)).map(
      async ([name, json]) => [name, await encodeBody(json, JSON_TYPE)] as const,
    ),
  )
  return {
    known: true,
    tags,
    entry: {
      path: SHELL_PATH,
      status: 200,
      revision,
      bodies: Object.fromEntries(bodies),
    },
  }
}
