import { isPicturePath } from '#shared/addresses/picture-address.ts'
import { isPortraitPath } from '#shared/addresses/portrait-address.ts'
import { NOT_FOUND_PATH } from '#shared/contracts/page.ts'
import type { PagePath } from '#shared/contracts/primitives.ts'
import { MARKDOWN_BODY, markdownPath } from '../documents/article-markdown.ts'
import { FACTS_FILES } from '../documents/facts-files.ts'
import { FEED_BODIES, feedAddress, isFeedPath } from '../documents/feeds/feed-addresses.ts'
import { canonicalPath, pageDataPath } from '../documents/page-path.ts'
import { SHELL_PATH, shellAddress } from '../documents/shell-files.ts'
import { ANSWER_BODY, isStaticQueryPath } from '../documents/static-queries.ts'
import type { ServedBody } from '../server/answers/bodies/served-body.ts'
import { PICTURE_BODY, PORTRAIT_BODY, type StoredEntry } from '../store/stored-entry.ts'
import { renderMovedPage } from './moved-page.ts'
import { filesOf, type NewFile } from './write-files.ts'

/** The document root. */
export const PUBLIC = 'public'
/** Pages of withdrawn articles: outside the document root, since they are not served with 200. */
export const GONE = 'gone'

/** An entry whose bodies need not exist in every encoding. */
export interface EntryToWrite extends Pick<StoredEntry, 'path' | 'status' | 'location'> {
  bodies: Readonly<Record<string, ServedBody>>
}

/** The files of an entry. */
export function entryFiles({ path, status, location, bodies }: EntryToWrite): NewFile[] {
  const files = (name: string, body: ServedBody | undefined) => {
    if (!body) throw new Error(`The entry made for ${path} has no ${name}`)
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
  if (isPicturePath(path)) return files(`${PUBLIC}${path}`, bodies[PICTURE_BODY])
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
    ...FACTS_FILES.flatMap(({ body: name, address }) => {
      const body = bodies[name]
      return body ? filesOf(`${PUBLIC}${address}`, body) : []
    }),
  ]
}

/** The files of the page for an error status. Its data has two names, as in Gatsby. */
export function errorPageFiles(
  path: PagePath,
  status: string,
  { html, data }: EntryToWrite['bodies'],
): NewFile[] {
  if (!html || !data) throw new Error(`The entry made for ${path} has no HTML or no page data`)
  return [
    ...filesOf(`${PUBLIC}${path}`, html),
    ...filesOf(`${PUBLIC}${pageDataPath(path)}`, data),
    ...filesOf(`${PUBLIC}${pageDataPath(`/${status}`)}`, data),
  ]
}

/**
 * The file name of a page's document.
 *
 * @throws {Error} for a path that no page can have
 */
export function fileName(path: PagePath): string {
  if (canonicalPath(path) !== path) {
    throw new Error(`${JSON.stringify(path)} cannot be the name of a file`)
  }
  return path === '/' ? '/index.html' : `${path}/index.html`
}
