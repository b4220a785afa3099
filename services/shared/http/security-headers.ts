import { type Static, Type } from 'typebox'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The only Trusted Types policy that our scripts create.
  'trusted-types app#1',
]

/** Browser features that pages may not use. Copying and sharing are allowed: pages offer both. */
const DENIED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/**
 * Whose addresses a browser that was here by https asks by https only: this host's, or also those of
 * the hosts below it. `preload` adds consent to being in a list that browsers ship, which takes
 * months to leave. The site knows nothing of other hosts of its domain, so that is for operators.
 */
export const HstsScope = Type.Enum(['host', 'subdomains', 'preload'], { default: 'host' })
export type HstsScope = Static<typeof HstsScope>

/** Two years, in seconds: what lists of browsers ask for at least is one. */
const HSTS_AGE = 'max-age=63072000'
const HSTS: Readonly<Record<HstsScope, string>> = {
  host: HSTS_AGE,
  subdomains: `${HSTS_AGE}; includeSubDomains`,
  preload: `${HSTS_AGE}; includeSubDomains; preload`,
}

/** By lower-case name. */
export type Headers = Readonly<Record<string, string>>

export const RESOURCE_POLICY = 'cross-origin-resource-policy'

const HEADERS: Headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': DENIED.map((feature) => `${feature}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
  [RESOURCE_POLICY]: 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
}

/** Path of the preview pictures that other sites show with a link to one of our pages. */
export const PICTURES_FOR_OTHERS = '/og/'

/**
 * The same on every public answer of any service, whatever its status and type.
 *
 * @param siteUrl the public address of the site
 */
export function securityHeaders(siteUrl: string, hsts: HstsScope = 'host'): Headers {
  // On plain http these two would only break a site on a developer's machine.
  const secure = siteUrl.startsWith('https:')
  const policy = [...POLICY, ...(secure ? ['upgrade-insecure-requests'] : [])]
  return {
    ...HEADERS,
    'content-security-policy': policy.join('; '),
    ...(secure && { 'strict-transport-security': HSTS[hsts] }),
  }
}

/** Headers by address. */
export type HeadersAt = (address: string) => Headers
