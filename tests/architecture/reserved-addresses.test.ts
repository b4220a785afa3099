import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { RESERVED, ROUTED } from '../../services/content/addresses/reserved-addresses.ts'
import { ROUTES } from '../../services/render/documents/routes.ts'
import { OTHER_INDEX_PATH, SITEMAP_PATH } from '../../services/render/documents/sitemap-xml.ts'
import { SERVICE_WORKER_PATH } from '../../services/render/server/answers/files/service-worker-file.ts'
import { SEARCH_PATH } from '../../services/render/server/answers/search-page.ts'
import { ERROR_PATH, NOT_FOUND_PATH } from '../../services/shared/contracts/page.ts'

/** What has an address of its own without being one of the templates. */
const OTHERS = [
  ...[SITEMAP_PATH, OTHER_INDEX_PATH, SERVICE_WORKER_PATH, '/robots.txt', '/api/search'],
  ...[SEARCH_PATH, NOT_FOUND_PATH, ERROR_PATH],
]

const firstSegment = (address: string) => address.split('/')[1] ?? ''
const isName = (segment: string) => !/[:*]/.test(segment)

test('no category and no info page can have a routed address [M-115]', async () => {
  const files = await readdir(path.resolve(import.meta.dirname, '../../web/public'))
  const routed = [...Object.values(ROUTES), ...OTHERS].map(firstSegment).filter(isName)
  const taken = [...routed, ...files]
  expect(taken).toEqual(expect.arrayContaining(['og', 'sitemaps', '__third-party-proxy', 'icons']))
  // An info page may be at the first segment of terms, and none below it.
  expect(taken.filter((segment) => !ROUTED.has(segment))).toEqual(['terms'])
  expect(taken.filter((segment) => !RESERVED.has(segment))).toEqual([])
})
