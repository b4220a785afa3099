import type { PagePath } from '#shared/contracts/primitives.ts'

/** Keeps `/a` (a file) apart from `/a/b` (a folder). */
const SUFFIX = '.entry'
const HOME = '_root'
/** Names that every file system takes; one that ends like an entry could stand in another's way. */
const NAME = /^[a-z0-9-]{1,200}(?:\.(?!entry$)[a-z]{1,20})?$/

/**
 * Where the entry of a page is: page paths are made of lower-case words, digits, hyphens, dots and
 * slashes.
 *
 * @throws {Error} for anything else
 */
export function entryKey(path: PagePath): string {
  if (path === '/') return `${HOME}${SUFFIX}`
  const [root, ...names] = path.split('/')
  if (root !== '' || !names.every((name) => NAME.test(name))) {
    throw new Error(`${JSON.stringify(path)} cannot be the name of a stored page`)
  }
  return `${names.join('/')}${SUFFIX}`
}

/** @returns `undefined` for a key that no page has */
export function pathOfEntryKey(key: string): PagePath | undefined {
  if (!key.endsWith(SUFFIX)) return undefined
  const name = key.slice(0, -SUFFIX.length)
  if (name === HOME) return '/'
  return name.split('/').every((part) => NAME.test(part)) ? `/${name}` : undefined
}
