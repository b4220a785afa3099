import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContentClient } from '#shared/clients/content-client.ts'
import { SCRIPTS_TAG, SHELL_TAG, TAGLINE_TAG } from '#shared/contracts/change.ts'
import { type Link, NOT_FOUND_PATH, type Page } from '#shared/contracts/page.ts'
import { MAX_MODELS, type PageModels } from '#shared/contracts/page-model.ts'
import type { PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { SiteError } from '#shared/errors.ts'
import { isPortraitPath } from '#shared/text/portrait-address.ts'
import type { LoadedBundle } from '../bundle/web-bundle.ts'
import { type Listing, listingOf } from '../index-now/listing.ts'
import { renderDocument } from '../pages/document.ts'
import { renderPageData } from '../pages/page-data.ts'
import {
  MARKDOWN_BODY,
  MARKDOWN_TYPE,
  renderArticleMarkdown,
} from '../public-files/article-markdown.ts'
import { encodeFeed } from '../public-files/feeds/encode-feed.ts'
import { isFeedPath } from '../public-files/feeds/feed-addresses.ts'
import { SHELL_PATH, shellDocuments } from '../public-files/shell-files.ts'
import { isSitemapPath, renderSitemap } from '../public-files/sitemap-xml.ts'
import { ANSWER_BODY, isStaticQueryPath, staticQueriesOf } from '../public-files/static-queries.ts'
import { type Encode, encodeBody } from '../store/encode-body.ts'
import { etagOf, PORTRAIT_BODY, type StoredEntry } from '../store/stored-entry.ts'

export interface EntryMaker {
  content: Pick<ContentClient, 'loadPageModels' | 'loadSitemap' | 'loadFeed' | 'loadPortrait'>
  bundle: LoadedBundle
  siteUrl: string
  /** In this thread unless told otherwise. */
  encode?: Encode
}

/** What became of a path: an entry with what its making read, or content knows nothing of it. */
export type MadeEntry =
  | { path: PagePath; outcome: 'made'; entry: StoredEntry; tags: Tag[]; listing?: Listing }
  | { path: PagePath; outcome: 'unknown'; revision?: Revision; nearest?: Link }
  /** The page itself cannot be rendered; others can. */
  | { path: PagePath; outcome: 'failed'; error: unknown }

/**
 * Makes everything that is kept for a path, from one model: the same model gives the same bytes.
 *
 * @throws {SiteError} `unavailable` when content does not answer; and whatever rendering throws
 */
export async function makeEntry(
  maker: EntryMaker,
  path: PagePath,
): Promise<Exclude<MadeEntry, { outcome: 'failed' }>> {
  const [made] = await makeEntries(maker, [path])
  if (!made) throw new Error(`Nothing was made of ${path}`)
  if (made.outcome === 'failed') throw made.error
  return made
}

/**
 * The same for several paths at once, each group of models from one snapshot.
 *
 * @throws {SiteError} `unavailable` when content does not answer
 */
export async function makeEntries(
  maker: EntryMaker,
  paths: readonly PagePath[],
): Promise<MadeEntry[]> {
  const pages: PagePath[] = []
  const made: MadeEntry[] = []
  for (const path of paths) {
    const makeFile = fileMaker(path)
    if (makeFile) made.push(...(await makeFile(maker, path)))
    else pages.push(path)
  }
  for (let at = 0; at < pages.length; at += MAX_MODELS) {
    made.push(...(await makePages(maker, pages.slice(at, at + MAX_MODELS))))
  }
  return made
}

type MakeFile = (maker: EntryMaker, path: PagePath) => Promise<MadeEntry[]>

/** How what is stored though it is no page is made. */
function fileMaker(path: PagePath): MakeFile | undefined {
  if (path === SHELL_PATH) return makeShell
  if (isStaticQueryPath(path)) return makeAnswer
  if (isPortraitPath(path)) return makePortrait
  if (isSitemapPath(path)) return makeSitemap
  return isFeedPath(path) ? makeFeed : undefined
}

/** Whether what is kept for a path is a page, and not one of those files. */
export const isPagePath = (path: PagePath) => fileMaker(path) === undefined

async function makePages(maker: EntryMaker, paths: readonly PagePath[]): Promise<MadeEntry[]> {
  const { revision, shell, models } = await maker.content.loadPageModels(paths)
  const making: Promise<MadeEntry>[] = []
  for (const [at, path] of paths.entries()) {
    const model = models[at]
    if (!model) throw new SiteError('unavailable', `Content left out ${path}`)
    making.push(
      makePage(maker, path, revision, shell, model).catch((error) => ({
        path,
        outcome: 'failed',
        error,
      })),
    )
    // Rendering takes the thread: whoever makes many pages lets others in after each.
    if (paths.length > 1) await nextTurn()
  }
  return Promise.all(making)
}

async function makePage(
  maker: EntryMaker,
  path: PagePath,
  revision: Revision,
  shell: Shell,
  model: PageModels['models'][number],
): Promise<MadeEntry> {
  const { status, tags } = model
  switch (status) {
    case 'unknown': {
      const { nearest } = model
      return { path, outcome: 'unknown', revision, ...(nearest && { nearest }) }
    }
    case 'moved': {
      const { location, redirect } = model
      return {
        path,
        outcome: 'made',
        tags,
        listing: listingOf(path, model),
        entry: { path, status: redirect, location, revision, bodies: {} },
      }
    }
    case 'found':
    case 'gone': {
      const [pageBodies, twin] = await Promise.all([
        renderBodies(maker, model.page, shell, maker.encode),
        renderTwin(maker, model, shell),
      ])
      const bodies = { ...pageBodies, ...twin }
      const entry: StoredEntry = { path, status: status === 'gone' ? 410 : 200, revision, bodies }
      return { path, outcome: 'made', tags, entry, listing: listingOf(path, model) }
    }
    default:
      return model satisfies never
  }
}

type Renderer = Pick<EntryMaker, 'bundle' | 'siteUrl'>

/** HTML and page-data of a page, as both are sent. */
export async function renderBodies(
  renderer: Renderer,
  page: Page,
  shell: Shell,
  encode = encodeBody,
) {
  const [html, data] = await Promise.all([
    renderHtml(renderer, page, shell, encode),
    renderData(page, shell, encode),
  ])
  return { html, data }
}

export function renderHtml(
  { bundle, siteUrl }: Renderer,
  page: Page,
  shell: Shell,
  encode = encodeBody,
) {
  const { html, hydration } = bundle.renderPage(page, shell)
  const document = renderDocument({
    page,
    shell,
    html,
    hydration,
    assets: bundle.assets,
    build: bundle.build,
    siteUrl,
  })
  return encode(document, 'text/html; charset=utf-8')
}

/** @param shell see `renderPageData` */
export const renderData = (page: Page, shell?: Shell, encode: Encode = encodeBody) =>
  encode(renderPageData(page, shell), JSON_TYPE)

type FoundModel = Extract<PageModels['models'][number], { page: unknown }>

/** The same in Markdown, of an article that is there. */
async function renderTwin(
  { siteUrl, encode = encodeBody }: EntryMaker,
  { page, markdown }: FoundModel,
  shell: Shell,
) {
  if (page.kind !== 'article' || markdown === undefined) return {}
  const text = renderArticleMarkdown({ page, markdown, shell, siteUrl })
  return { [MARKDOWN_BODY]: await encode(text, `${MARKDOWN_TYPE}; charset=utf-8`) }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const XML_TYPE = 'application/xml; charset=utf-8'

async function makeSitemap({ content, siteUrl }: EntryMaker, path: PagePath): Promise<MadeEntry[]> {
  const model = await unlessMissing(content.loadSitemap(path))
  if (!model) return [{ path, outcome: 'unknown' }]
  const { revision, tags, entries } = model
  const xml = await encodeBody(renderSitemap(path, entries, siteUrl), XML_TYPE)
  return [{ path, outcome: 'made', tags, entry: { path, status: 200, revision, bodies: { xml } } }]
}

async function makeFeed({ content, siteUrl }: EntryMaker, path: PagePath): Promise<MadeEntry[]> {
  const model = await unlessMissing(content.loadFeed(path))
  if (!model) return [{ path, outcome: 'unknown' }]
  const { revision, tags } = model
  const bodies = await encodeFeed(model, path, siteUrl)
  return [{ path, outcome: 'made', tags, entry: { path, status: 200, revision, bodies } }]
}

/** Its bytes are small already. */
async function makePortrait({ content }: EntryMaker, path: PagePath): Promise<MadeEntry[]> {
  const model = await unlessMissing(content.loadPortrait(path))
  if (!model) return [{ path, outcome: 'unknown' }]
  const { revision, tags, contentType } = model
  const identity = Buffer.from(model.bytes, 'base64')
  const bodies = { [PORTRAIT_BODY]: { contentType, etag: etagOf(identity), bytes: { identity } } }
  return [{ path, outcome: 'made', tags, entry: { path, status: 200, revision, bodies } }]
}

/** `undefined` where content says that there is no such thing. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof SiteError && error.code === 'not-found') return undefined
    throw error
  })
}

/** With the answers that pages with this shell name: they are to be there before they are asked for. */
async function makeShell({ content, siteUrl }: EntryMaker): Promise<MadeEntry[]> {
  const { revision, shell } = await loadShell(content)
  const bodies = await Promise.all(
    Object.entries(shellDocuments(shell, siteUrl)).map(
      async ([name, { text, contentType }]) => [name, await encodeBody(text, contentType)] as const,
    ),
  )
  const answers = [...staticQueriesOf(shell).answers].map(([path, text]) =>
    answerEntry(path, text, revision),
  )
  return [
    {
      path: SHELL_PATH,
      outcome: 'made',
      tags: [SHELL_TAG, TAGLINE_TAG, SCRIPTS_TAG],
      entry: { path: SHELL_PATH, status: 200, revision, bodies: Object.fromEntries(bodies) },
    },
    ...(await Promise.all(answers)),
  ]
}

/** One that pages name now. Those of before can only be kept, not made again. */
async function makeAnswer({ content }: EntryMaker, path: PagePath): Promise<MadeEntry[]> {
  const { revision, shell } = await loadShell(content)
  const text = staticQueriesOf(shell).answers.get(path)
  if (text === undefined) return [{ path, outcome: 'unknown' }]
  return [await answerEntry(path, text, revision)]
}

async function answerEntry(path: PagePath, text: string, revision: Revision): Promise<MadeEntry> {
  const bodies = { [ANSWER_BODY]: await encodeBody(text, JSON_TYPE) }
  // No tags: no change makes it another one.
  return { path, outcome: 'made', tags: [], entry: { path, status: 200, revision, bodies } }
}

/** Every answer of content has the shell, whichever page is asked for; this page is always there. */
const loadShell = ({ loadPageModels }: EntryMaker['content']) => loadPageModels([NOT_FOUND_PATH])
