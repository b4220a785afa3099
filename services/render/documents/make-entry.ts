import { setImmediate as nextTurn } from 'node:timers/promises'
import { isPicturePath } from '#shared/addresses/picture-address.ts'
import { isPortraitPath } from '#shared/addresses/portrait-address.ts'
import type { ContentClient } from '#shared/clients/content-client.ts'
import { type Link, NOT_FOUND_PATH, type Page } from '#shared/contracts/page.ts'
import { MAX_MODELS, type PageModels, type PortraitModel } from '#shared/contracts/page-model.ts'
import type { Instant, PagePath, Revision, Tag } from '#shared/contracts/primitives.ts'
import type { Shell } from '#shared/contracts/site.ts'
import { SHELL_TAG, TAGLINE_TAG } from '#shared/contracts/tags.ts'
import { SiteError } from '#shared/errors.ts'
import { type Encode, encodeBody } from '../store/encode-body.ts'
import { encodePlain } from '../store/later-forms.ts'
import {
  type CompressOptions,
  etagOf,
  PICTURE_BODY,
  PORTRAIT_BODY,
  type StoredBody,
  type StoredEntry,
} from '../store/stored-entry.ts'
import { MARKDOWN_BODY, MARKDOWN_TYPE, renderArticleMarkdown } from './article-markdown.ts'
import type { LoadedBundle } from './bundle/web-bundle.ts'
import { renderDocument } from './document.ts'
import { factsFileNamed, renderFactsFiles } from './facts-files.ts'
import { FEED_FORMS, type FeedForm, isFeedPath } from './feeds/feed-addresses.ts'
import { renderAtom } from './feeds/render-atom.ts'
import { renderJsonFeed } from './feeds/render-json-feed.ts'
import { renderRss } from './feeds/render-rss.ts'
import { isListOfFigures, renderListMarkdown } from './list-markdown.ts'
import { type Listing, listingOf } from './listing.ts'
import { renderPageData } from './page-data.ts'
import { SHELL_PATH, shellDocuments } from './shell-files.ts'
import { isSitemapPath, renderSitemap } from './sitemap-xml.ts'
import { ANSWER_BODY, isStaticQueryPath, staticQueriesOf } from './static-queries.ts'
import { renderTermMarkdown } from './term-markdown.ts'

export interface EntryMaker {
  content: Pick<
    ContentClient,
    'loadPageModels' | 'loadSitemap' | 'loadFeed' | 'loadPicture' | 'loadPortrait'
  >
  bundle: LoadedBundle
  siteUrl: string
  /** Compresses in this thread by default. */
  encode?: Encode
  /** Of which pages no compressed forms are made yet; of none by default. */
  staysPlain?: (path: PagePath) => boolean
  /**
   * Lets other work run after each of several pages, which took this many milliseconds; for one turn
   * of the event loop by default.
   */
  breathe?: (workedMs: number) => Promise<unknown>
}

/** The outcome for a path: an entry with the tags that were read, or content does not know it. */
export type MadeEntry =
  | { path: PagePath; outcome: 'made'; entry: StoredEntry; tags: Tag[]; listing?: Listing }
  | { path: PagePath; outcome: 'unknown'; revision?: Revision; nearest?: Link }
  /** The page itself cannot be rendered; others can. */
  | { path: PagePath; outcome: 'failed'; error: unknown }

/**
 * Makes everything that is stored for a path, from one model: the same model gives the same bytes.
 *
 * @throws {SiteError} `unavailable` when content does not answer; and whatever rendering throws
 */
export async function makeEntry(
  maker: EntryMaker,
  path: PagePath,
): Promise<Exclude<MadeEntry, { outcome: 'failed' }>> {
  const [made] = await makeEntries(maker, [path])
  if (!made) throw new Error(`No entry was made for ${path}`)
  if (made.outcome === 'failed') throw made.error
  return made
}

/**
 * Like `makeEntry`, for several paths. Pages are made in groups, each from one snapshot.
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
    const make = fileMaker(path)
    if (make) made.push(...(await make(maker, path)))
    else pages.push(path)
  }
  for (let at = 0; at < pages.length; at += MAX_MODELS) {
    made.push(...(await makePages(maker, pages.slice(at, at + MAX_MODELS))))
  }
  return made
}

type MakeFile = (maker: EntryMaker, path: PagePath) => Promise<MadeEntry[]>

/** How to make an entry that is not a page; `undefined` for a page. */
function fileMaker(path: PagePath): MakeFile | undefined {
  if (path === SHELL_PATH) return makeShell
  if (isStaticQueryPath(path)) return makeAnswer
  if (isPicturePath(path)) return makePicture
  if (isPortraitPath(path)) return makePortrait
  if (isSitemapPath(path)) return makeSitemap
  return isFeedPath(path) ? makeFeed : undefined
}

/** Whether the entry of a path is a page. */
export const isPagePath = (path: PagePath) => fileMaker(path) === undefined

async function makePages(maker: EntryMaker, paths: readonly PagePath[]): Promise<MadeEntry[]> {
  return makeFromModels(maker, paths, await maker.content.loadPageModels(paths))
}

/** Makes pages from models that are at hand, in the order of the paths. */
export async function makeFromModels(
  maker: Renderer,
  paths: readonly PagePath[],
  { revision, shell, models }: PageModels,
): Promise<MadeEntry[]> {
  const making: Promise<MadeEntry>[] = []
  const { breathe = () => nextTurn() } = maker
  for (const [at, path] of paths.entries()) {
    const startedAt = performance.now()
    const model = models[at]
    if (!model) throw new SiteError('unavailable', `Content did not answer ${path}`)
    making.push(
      makePage(maker, path, revision, shell, model).catch((error) => ({
        path,
        outcome: 'failed',
        error,
      })),
    )
    if (paths.length > 1) await breathe(performance.now() - startedAt)
  }
  return Promise.all(making)
}

async function makePage(
  maker: Renderer,
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
      const renderer = maker.staysPlain?.(path) ? { ...maker, encode: encodePlain } : maker
      const [pageBodies, markdownBody, factsBodies] = await Promise.all([
        renderBodies(renderer, asPublished(renderer, model.page, shell), shell),
        renderMarkdownBody(renderer, model, shell),
        renderFactsBodies(renderer, model),
      ])
      const bodies = until(model.expiresAt, { ...pageBodies, ...markdownBody, ...factsBodies })
      const entry: StoredEntry = { path, status: status === 'gone' ? 410 : 200, revision, bodies }
      return { path, outcome: 'made', tags, entry, listing: listingOf(path, model) }
    }
    default:
      return model satisfies never
  }
}

/** An article with what its readers need to share it, to name it as a source and to write about it. */
export function asPublished(
  { bundle, siteUrl }: Pick<Renderer, 'bundle' | 'siteUrl'>,
  page: Page,
  shell: Shell,
): Page {
  return page.kind === 'article'
    ? { ...page, endHtml: bundle.renderArticleEnd(page, shell, siteUrl) }
    : page
}

function until(expiresAt: Instant | undefined, bodies: StoredEntry['bodies']) {
  if (expiresAt === undefined) return bodies
  const named = Object.entries(bodies).map(([name, body]) => [name, { ...body, expiresAt }])
  return Object.fromEntries(named)
}

export type Renderer = Pick<EntryMaker, 'bundle' | 'siteUrl' | 'encode' | 'staysPlain' | 'breathe'>

/** HTML and page data of a page, ready to be sent. */
export async function renderBodies(renderer: Renderer, page: Page, shell: Shell) {
  const [html, data] = await Promise.all([
    renderHtml(renderer, page, shell),
    renderData(renderer, page, shell),
  ])
  return { html, data }
}

export function renderHtml(
  { bundle, siteUrl, encode = encodeBody }: Renderer,
  page: Page,
  shell: Shell,
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
  return encode(document, 'text/html; charset=utf-8', OF_PAGES)
}

/** @param shell see `renderPageData` */
export const renderData = ({ encode = encodeBody }: Renderer, page: Page, shell?: Shell) =>
  encode(renderPageData(page, shell), JSON_TYPE, OF_PAGES)

/** Nearly every client takes brotli; for others, servers make the gzip form. */
const OF_PAGES: CompressOptions = { gzip: false }

type FoundModel = Extract<PageModels['models'][number], { page: unknown }>

/** The Markdown body of an article, a term or a list of figures; nothing for other pages. */
async function renderMarkdownBody(
  { siteUrl, encode = encodeBody }: Renderer,
  { page, markdown }: FoundModel,
  shell: Shell,
) {
  const text = markdownOf(page, markdown, shell, siteUrl)
  if (!text) return {}
  const contentType = `${MARKDOWN_TYPE}; charset=utf-8`
  return { [MARKDOWN_BODY]: await encode(text, contentType, { brotli: false, gzip: false }) }
}

function markdownOf(page: Page, markdown: string | undefined, shell: Shell, siteUrl: string) {
  if (page.kind === 'article') {
    return markdown !== undefined && renderArticleMarkdown({ page, markdown, shell, siteUrl })
  }
  if (page.kind === 'term') return renderTermMarkdown(page, shell, siteUrl)
  return isListOfFigures(page) && renderListMarkdown(page, shell, siteUrl)
}

/** The page of facts in its other formats; nothing for other pages. */
async function renderFactsBodies(
  { siteUrl, encode = encodeBody }: Renderer,
  { page }: FoundModel,
): Promise<StoredEntry['bodies']> {
  if (page.kind !== 'facts') return {}
  const bodies = renderFactsFiles(page, siteUrl).map(async ([name, text]) => {
    const type = `${factsFileNamed(name)?.type}; charset=utf-8`
    return [name, await encode(text, type, OF_PAGES)] as const
  })
  return Object.fromEntries(await Promise.all(bodies))
}

const JSON_TYPE = 'application/json; charset=utf-8'
const XML_TYPE = 'application/xml; charset=utf-8'

const makeSitemap: MakeFile = ({ content, siteUrl }, path) =>
  makeFile(path, content.loadSitemap(path), async ({ entries }) => ({
    xml: await encodeBody(renderSitemap(path, entries, siteUrl), XML_TYPE),
  }))

const makeFeed: MakeFile = ({ content, siteUrl }, path) =>
  makeFile(path, content.loadFeed(path), async (feed) => {
    const encoded = (form: FeedForm) =>
      encodeBody(FEED_WRITERS[form](feed, path, siteUrl), `${FEED_FORMS[form].type}; charset=utf-8`)
    return { atom: await encoded('atom'), rss: await encoded('rss'), feed: await encoded('feed') }
  })

const FEED_WRITERS = { atom: renderAtom, rss: renderRss, feed: renderJsonFeed } satisfies Record<
  FeedForm,
  unknown
>

const makePicture: MakeFile = ({ content }, path) =>
  makeFile(path, content.loadPicture(path), async (model) => ({
    [PICTURE_BODY]:
      'svg' in model ? await encodeBody(model.svg, 'image/svg+xml') : rasterBody(model),
  }))

const makePortrait: MakeFile = ({ content }, path) =>
  makeFile(path, content.loadPortrait(path), async (model) => ({
    [PORTRAIT_BODY]: rasterBody(model),
  }))

/** It is not compressed: its format already is. */
function rasterBody({ contentType, bytes }: PortraitModel): StoredBody {
  const identity = Buffer.from(bytes, 'base64')
  return { contentType, etag: etagOf(identity), bytes: { identity } }
}

/** The entry of a file, unless content answers that there is no such thing. */
async function makeFile<Model extends { revision: Revision; tags: Tag[] }>(
  path: PagePath,
  answer: Promise<Model>,
  render: (model: Model) => Promise<StoredEntry['bodies']>,
): Promise<MadeEntry[]> {
  try {
    const model = await answer
    const { revision, tags } = model
    const bodies = await render(model)
    return [{ path, outcome: 'made', tags, entry: { path, status: 200, revision, bodies } }]
  } catch (error) {
    if (error instanceof SiteError && error.code === 'not-found') {
      return [{ path, outcome: 'unknown' }]
    }
    throw error
  }
}

/** Also makes the answers that pages with this shell name, before they are requested. */
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
      tags: [SHELL_TAG, TAGLINE_TAG],
      entry: { path: SHELL_PATH, status: 200, revision, bodies: Object.fromEntries(bodies) },
    },
    ...(await Promise.all(answers)),
  ]
}

/** Makes an answer that pages name now. Earlier ones can only be kept, not made again. */
async function makeAnswer({ content }: EntryMaker, path: PagePath): Promise<MadeEntry[]> {
  const { revision, shell } = await loadShell(content)
  const text = staticQueriesOf(shell).answers.get(path)
  if (text === undefined) return [{ path, outcome: 'unknown' }]
  return [await answerEntry(path, text, revision)]
}

async function answerEntry(path: PagePath, text: string, revision: Revision): Promise<MadeEntry> {
  const bodies = { [ANSWER_BODY]: await encodeBody(text, JSON_TYPE) }
  // No tags: its address is a hash of its text, so no change can make it stale.
  return { path, outcome: 'made', tags: [], entry: { path, status: 200, revision, bodies } }
}

/** Every answer of content contains the shell, and this page always exists. */
const loadShell = ({ loadPageModels }: EntryMaker['content']) => loadPageModels([NOT_FOUND_PATH])
