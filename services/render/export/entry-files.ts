import { NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { isPortraitPath } from '#shared/text/portrait-address.ts'
import { canonicalPath, pageDataPath } from '../pages/page-path.ts'
import type { ServedBody } from '../pages/served-body.ts'
import { MARKDOWN_BODY, markdownPath } from '../public-files/article-markdown.ts'
import { FEED_BODIES, feedAddress, isFeedPath } from '../public-files/feeds/feed-addresses.ts'
import { SHELL_PATH, shellAddress } from '../public-files/shell-files.ts'
import { ANSWER_BODY, isStaticQueryPath } from '../public-files/static-queries.ts'
import { PORTRAIT_BODY, type StoredEntry } from '../store/stored-entry.ts'
import { renderMovedPage } from './moved-page.ts'
import { filesOf, type NewFile } from './write-files.ts'

/** The document root. */
export const PUBLIC = 'public'
/** Pages of withdrawn articles: beside the root, because no server may take them for found. */
export const GONE = 'gone'

/** An entry whose bodies need not be there in every encoding. */
export interface EntryToWrite extends Pick<StoredEntry, 'path' | 'status' | 'location'> {
  bodies: Readonly<Record<string, ServedBody>>
}

/** The files of an entry. */
export function entryFiles({ path, status, location, bodies }: EntryToWrite): NewFile[] {
  const files = (name: string, body: ServedBody | undefined) => {
    if (!body) throw new Error(`What was made of ${path} lacks ${name}`)
    return filesOf(name, body)
  }

  if (path === SHELL_PATH) {
    return Object.entries(bodies).flatMap(([name, body]) => {
      const served = shellAddress(name)
      return served ? filesOf(`${PUBLIC}${served.address}`, body) : []
    })
  }
  if (isFeedPath(path)) {
    return FEED_BODIES.flatMap((name) =>
      files(`${PUBLIC}${feedAddress(path, name).address}`, bodies[name]),
    )
  }
  if (isStaticQueryPath(path)) return files(`${PUBLIC}${path}`, bodies[ANSWER_BODY])
  if (isPortraitPath(path)) return files(`${PUBLIC}${path}`, bodies[PORTRAIT_BODY])
  if (bodies.xml) return files(`${PUBLIC}${path}`, bodies.xml)
  if (location !== undefined) {
    return [{ name: `${PUBLIC}${fileName(path)}`, bytes: Buffer.from(renderMovedPage(location)) }]
  }
  if (status === 410) return files(`${GONE}${fileName(path)}`, bodies.html)
  if (path === NOT_FOUND_PATH) return errorPageFiles(path, '404', bodies)
  return [
    ...files(`${PUBLIC}${fileName(path)}`, bodies.html),
    ...files(`${PUBLIC}${pageDataPath(path)}`, bodies.data),
    ...(bodies[MARKDOWN_BODY]
      ? filesOf(`${PUBLIC}${markdownPath(path)}`, bodies[MARKDOWN_BODY])
      : []),
  ]
}

/**
 * A page that stands for a status. Its data has two names, as in Gatsby.
 *
 * @param path such as `/404.html`
 */
export function errorPageFiles(
  path: PagePath,
  status: string,
  { html, data }: EntryToWrite['bodies'],
): NewFile[] {
  if (!html || !data) throw new Error(`What was made of ${path} is not whole`)
  return [
    ...filesOf(`${PUBLIC}${path}`, html),
    ...filesOf(`${PUBLIC}${pageDataPath(path)}`, data),
    ...filesOf(`${PUBLIC}${pageDataPath(`/${status}`)}`, data),
  ]
}

/**
 * Where the document of a page lies in its folder.
 *
 * @throws {Error} for a path that no page of ours can have
 */
export function fileName(path: PagePath): string {
  if (canonicalPath(path) !== path) {
    throw new Error(`${JSON.stringify(path)} cannot be the name of a file`)
  }
  return path === '/' ? '/index.html' : `${path}/index.html`
}
