import { isIP } from 'node:net'
import { Type } from 'typebox'
import { EnvironmentError } from '#shared/config.ts'
import type { IndexingSwitch } from '#shared/http/indexing.ts'
import { isPublicAddress } from '#shared/network/public-address.ts'

/** By which search engines know that who tells them of a site's addresses is the site: no secret. */
export const IndexNowKey = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{8,128}$' }))
/** Who is told, and tells all search engines that take part. */
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

/** The key where search engines are told of addresses: never of a site that they may not list. */
export const indexNowKey = ({ INDEXNOW_KEY, INDEXING }: IndexNowSettings): string | undefined =>
  INDEXING === 'on' ? INDEXNOW_KEY : undefined

/** @throws {EnvironmentError} where search engines could not come to see who tells them */
export function requireIndexNow<T extends IndexNowSettings>(config: T): T {
  if (indexNowKey(config) !== undefined && !isOnTheInternet(config.SITE_URL)) {
    throw new EnvironmentError([
      'INDEXNOW_KEY: search engines cannot come to SITE_URL; write its public https address there, or leave the key out',
    ])
  }
  return config
}

function isOnTheInternet(siteUrl: string | undefined): boolean {
  if (siteUrl === undefined || !URL.canParse(siteUrl)) return false
  const { protocol, hostname } = new URL(siteUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(host) ? isPublicAddress(host) : host.includes('.'))
}

/** Where search engines find the key. */
export const keyAddress = (key: string) => `/${key}.txt`
