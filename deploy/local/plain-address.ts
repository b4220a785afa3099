/** The path of an address that is written with scheme and host, as for a proxy; else as it came. */
export function withoutOwnOrigin(url: string, host: string | undefined): string {
  const [origin = '', authority = ''] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  if (authority === '' || authority.toLowerCase() !== host?.toLowerCase()) return url
  const address = url.slice(origin.length)
  return address.startsWith('/') ? address : `/${address}`
}

/** Whether an address is a normalized path of this site that no proxy can read as another one. */
export function isPlain(url: string): boolean {
  const [path = ''] = url.split('?', 1)
  try {
    const base = new URL('http://site')
    const { origin, pathname } = new URL(path, base)
    return origin === base.origin && pathname === path && !decodeURIComponent(path).includes('..')
  } catch {
    return false
  }
}
