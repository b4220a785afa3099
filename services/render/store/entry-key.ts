import type { PagePath } from '#shared/contracts/primitives.ts'

/** Distinguishes `/a` (a file) from `/a/b` (a folder). */
const SUFFIX = '.entry'
const HOME = '_root'
/** Names that every file system accepts. With the ending of an entry, one could hide another. */
const NAME = /^[a-z0-9-]{1,200}(?:\.(?!entry$)[a-z]{1,20})?$/

/**
 * The key of a page's entry. Page paths are made of lower-case words, digits, hyphens, dots and
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

/** @returns `undefined` for a key that no page can have */
export function pathOfEntryKey(key: string): PagePath | undefined {
  if (!key.endsWith(SUFFIX)) return undefined
  const name = key.slice(0, -SUFFIX.length)
  if (name === HOME) return '/'
  return name.split('/').every((part) => NAME.test(part)) ? `/${name}` : undefined
}
