import { type Static, Type } from 'typebox'
import { EnvironmentError } from '#shared/config.ts'

/** How a cache is told to forget pages. */
export const PURGE_FORMS = ['http', 'fastly', 'cloudflare'] as const
export type PurgeForm = (typeof PURGE_FORMS)[number]

/** Settings of the caches that are purged; without them, nothing is kept for long. */
export const cdnEnv = {
  CDN_PURGE: Type.Optional(Type.Enum([...PURGE_FORMS])),
  /** The addresses of one or more caches, separated by blanks or commas. */
  CDN_PURGE_URL: Type.Optional(Type.String({ minLength: 1, maxLength: 4_000 })),
  CDN_PURGE_TOKEN: Type.Optional(Type.String({ pattern: '^[\\x21-\\x7e]{8,500}$' })),
}
const CdnEnv = Type.Object(cdnEnv)
type CdnSettings = Static<typeof CdnEnv>

/** Caches that are purged in one form. */
export interface Cdn {
  form: PurgeForm
  /** Without slashes at their ends. */
  addresses: readonly string[]
  token?: string | undefined
}

/** No cache needs to be told by more than a few addresses. */
const MAX_ADDRESSES = 20

const addressesIn = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((address) => address.replace(/\/+$/, ''))

/** The caches of the settings; `undefined` where there are none. */
export const cdnOf = (settings: CdnSettings): Cdn | undefined =>
  settings.CDN_PURGE && {
    form: settings.CDN_PURGE,
    addresses: addressesIn(settings.CDN_PURGE_URL ?? ''),
    token: settings.CDN_PURGE_TOKEN,
  }

/** @throws {EnvironmentError} when the settings do not fit together */
export function requireCdn<T extends CdnSettings>(config: T): T {
  const problems = problemsOf(config)
  if (problems.length > 0) throw new EnvironmentError(problems)
  return config
}

function problemsOf(config: CdnSettings): string[] {
  const cdn = cdnOf(config)
  if (!cdn) {
    return config.CDN_PURGE_URL === undefined
      ? []
      : [`CDN_PURGE: is missing: say how CDN_PURGE_URL is purged: ${PURGE_FORMS.join(', ')}`]
  }
  const { form, addresses, token } = cdn
  if (addresses.length === 0) return [`CDN_PURGE_URL: is missing: ${EXPECTED[form]}`]
  if (addresses.length > MAX_ADDRESSES) {
    return [`CDN_PURGE_URL: has more than ${MAX_ADDRESSES} addresses`]
  }
  const problems = addresses.every((address) => isAddress(address, form))
    ? []
    : [`CDN_PURGE_URL: ${EXPECTED[form]}`]
  if (form !== 'http' && token === undefined) {
    problems.push(`CDN_PURGE_TOKEN: is missing: ${form} purges for those who have a token`)
  }
  return problems
}

const EXPECTED: Readonly<Record<PurgeForm, string>> = {
  http: 'write the address of each cache, such as http://varnish:6081',
  fastly: 'write https://api.fastly.com/service/ID, with the ID of the service',
  cloudflare: 'write https://api.cloudflare.com/client/v4/zones/ID, with the ID of the zone',
}

const PATHS: Readonly<Record<PurgeForm, RegExp>> = {
  http: /^$/,
  fastly: /^\/service\/[A-Za-z0-9]+$/,
  cloudflare: /^\/client\/v4\/zones\/[a-f0-9]{32}$/,
}

function isAddress(address: string, form: PurgeForm): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username || url.password || url.search || url.hash) return false
  // A token is not sent in the clear, but to this machine.
  const isHere = url.hostname === '127.0.0.1' || url.hostname === 'localhost'
  const schemes = form === 'http' || isHere ? ['http:', 'https:'] : ['https:']
  return schemes.includes(url.protocol) && PATHS[form].test(url.pathname.replace(/\/$/, ''))
}
