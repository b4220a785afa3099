import ipaddr from 'ipaddr.js'

/** All IPv6 addresses allocated for the internet; IPv4 addresses in IPv6 notation are outside. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is public: not of this machine, a private network, or any other block of
 * IANA's registries of special addresses.
 *
 * @throws {Error} when it is not an IP address
 */
export function isPublicAddress(address: string): boolean {
  const ip = ipaddr.parse(address)
  if (ip.range() !== 'unicast') return false
  return ip instanceof ipaddr.IPv4 || ip.match(GLOBAL)
}
