import { Type } from 'typebox'
import { EnvironmentError } from '#shared/config.ts'
import type { IndexingSwitch } from '#shared/http/indexing.ts'

/** Proves to search engines that a notification comes from the site itself. Not a secret. */
export const IndexNowKey = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{8,128}$' }))
/** The endpoint, which passes notifications on to all search engines that take part. */
export const IndexNowUrl = Type.String({
  pattern: '^https?://[^/?#@\\s]+(?:[/?]\\S*)?$',
  maxLength: 2_000,
  default: 'https://api.indexnow.org/indexnow',
})

interface IndexNowSettings {
  INDEXNOW_KEY?: string | undefined
  INDEXING: IndexingSwitch
  SITE_URL?: string | undefined
}

/** The key if search engines are notified: never for a site that they may not index. */
export const indexNowKey = ({ INDEXNOW_KEY, INDEXING }: IndexNowSettings): string | undefined =>
  INDEXING === 'on' ? INDEXNOW_KEY : undefined

/** @throws {EnvironmentError} when search engines would not fetch the key from the site */
export function requireIndexNow<T extends IndexNowSettings>(config: T): T {
  if (indexNowKey(config) !== undefined && !config.SITE_URL?.startsWith('https:')) {
    throw new EnvironmentError([
      'INDEXNOW_KEY: search engines are told of https addresses only; set SITE_URL to the public https address, or leave INDEXNOW_KEY unset',
    ])
  }
  return config
}

/** The address at which search engines fetch the key. */
export const keyAddress = (key: string) => `/${key}.txt`
