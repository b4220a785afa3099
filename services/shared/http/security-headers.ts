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
  // The one policy that our own scripts may create.
  'trusted-types app#1',
]

/** What pages may not ask for. Copying and sharing are not here: pages offer both. */
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

/** Where pictures lie that other sites show beside a link to one of our pages. */
export const PICTURES_FOR_OTHERS = '/og/'

/**
 * The same on every public answer, whatever its status and type, and whoever gives it.
 *
 * @param siteUrl the public address of the site
 */
export function securityHeaders(siteUrl: string): Headers {
  // On plain http these two would only break the site on somebody's own machine.
  const secure = siteUrl.startsWith('https:')
  const policy = [...POLICY, ...(secure ? ['upgrade-insecure-requests'] : [])]
  return {
    ...HEADERS,
    'content-security-policy': policy.join('; '),
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  }
}

/** What the answer at an address says: pictures for others may be shown by others, nothing else. */
export type HeadersAt = (address: string) => Headers

export function securityHeadersAt(siteUrl: string): HeadersAt {
  const own = securityHeaders(siteUrl)
  const shared = { ...own, [RESOURCE_POLICY]: 'cross-origin' }
  return (address) => (address.startsWith(PICTURES_FOR_OTHERS) ? shared : own)
}
