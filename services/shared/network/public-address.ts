import { BlockList, isIPv6 } from 'node:net'

/** Everything in IANA's registries of special addresses that lies among the global ones. */
const SPECIAL = new BlockList()
for (const [prefix, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL.addSubnet(prefix, bits, 'ipv4')
}
for (const [prefix, bits] of [
  // Protocol assignments, Teredo among them; documentation; 6to4, which may hide an IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL.addSubnet(prefix, bits, 'ipv6')
}
/** All IPv6 addresses that are given out for the internet. IPv4 in other clothes is not in it. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the internet: neither of this machine nor of a network of ours. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
  return !SPECIAL.check(address, 'ipv4')
}
