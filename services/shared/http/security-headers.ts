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
export function securityHeaders(siteUrl: string): Headers {
  // On plain http these two would only break a site on a developer's machine.
  const secure = siteUrl.startsWith('https:')
  const policy = [...POLICY, ...(secure ? ['upgrade-insecure-requests'] : [])]
  return {
    ...HEADERS,
    'content-security-policy': policy.join('; '),
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  }
}

/** Headers by address. */
export type HeadersAt = (address: string) => Headers
