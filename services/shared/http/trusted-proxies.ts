import { BlockList, isIP } from 'node:net'
import { EnvironmentError } from '../config.ts'

/** Whether an address is that of a proxy whose `X-Forwarded-For` is trusted. */
export type TrustAddress = (address: string) => boolean

/** Addresses that our own proxies have on one machine, in a cluster or in a container network. */
export const OWN_MACHINE = '127.0.0.0/8, ::1'
export const PRIVATE_NETWORKS = `${OWN_MACHINE}, 10.0.0.0/8, 100.64.0.0/10, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, fc00::/7, fe80::/10`

/**
 * @param list addresses and networks, separated by blanks or commas, as in `TRUSTED_PROXIES`; empty
 *   to trust no proxy
 * @throws {EnvironmentError} saying what to write
 */
export function parseTrustedProxies(list: string): TrustAddress {
  const trusted = new BlockList()
  for (const item of list.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', given, ...more] = item.split('/')
    const family = familyOf(address)
    const most = family === 'ipv4' ? 32 : 128
    const bits = given ?? String(most)
    const isLength = /^\d{1,3}$/.test(bits) && Number(bits) <= most
    if (!family || !isLength || more.length > 0) {
      throw new EnvironmentError([
        `TRUSTED_PROXIES: ${JSON.stringify(item)} is neither an address nor a network; write a list such as 10.0.0.0/8 192.0.2.7`,
      ])
    }
    trusted.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== undefined && trusted.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}

/** Checks the list at the start. @throws {EnvironmentError} saying what to write */
export function requireProxies<T extends { TRUSTED_PROXIES: string }>(config: T): T {
  parseTrustedProxies(config.TRUSTED_PROXIES)
  return config
}
