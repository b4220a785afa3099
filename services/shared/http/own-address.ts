/**
 * The path of an address that is written with scheme and host, as clients write it to a proxy;
 * any other address as it came. An address of another host is left as it is: it is no path of ours.
 */
export function withoutOwnOrigin(url: string, host: string | undefined): string {
  if (url.startsWith('/')) return url
  const [origin = '', authority = ''] = /^https?:\/\/([^/?#]+)/i.exec(url) ?? []
  if (authority === '' || authority.toLowerCase() !== host?.toLowerCase()) return url
  const address = url.slice(origin.length)
  return address.startsWith('/') ? address : `/${address}`
}
