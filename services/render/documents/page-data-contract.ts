import { hash } from 'node:crypto'
import { ContentPage, ErrorPage } from '#shared/contracts/page.ts'
import { Shell } from '#shared/contracts/site.ts'
import { SLICES_MAP } from './page-data.ts'

/**
 * A hash of what page data, static queries and slices may hold: 20 hexadecimal characters. The scripts of
 * a build that has the same one can show the pages of this build.
 */
export const PAGE_DATA_CONTRACT = hash(
  'sha256',
  JSON.stringify([ContentPage, ErrorPage, Shell, SLICES_MAP]),
  'hex',
).slice(0, 20)
