/** Top-level names that RFC 2606 and RFC 6761 keep for examples and tests: no host has them. */
const TOP_LEVEL = new Set(['example', 'invalid', 'test'])
const DOMAIN = /(?:^|\.)example\.(?:com|net|org)$/

/** @returns each such host name in a text once, in lower case, in the order of the text */
export function exampleHostsIn(text: string): string[] {
  const names = text.toLowerCase().match(/[\p{L}\p{N}.-]+/gu) ?? []
  return [...new Set(names.map((name) => name.replace(/\.+$/, '')).filter(isExampleHost))]
}

const isExampleHost = (name: string) =>
  DOMAIN.test(name) || (name.includes('.') && TOP_LEVEL.has(name.slice(name.lastIndexOf('.') + 1)))
