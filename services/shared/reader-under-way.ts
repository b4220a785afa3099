import { AsyncLocalStorage } from 'node:async_hooks'

const currentReader = new AsyncLocalStorage<string>()

/**
 * The client of the current work: an IPv4 address, or a network of IPv6 of 64 bits, which one
 * customer has. `undefined` for work of our own.
 */
export const readerUnderWay = (): string | undefined => currentReader.getStore()

export const onBehalfOf = <T>(reader: string, work: () => T): T => currentReader.run(reader, work)
