import { createHash } from 'node:crypto'
import type { Tag } from './primitives.ts'

/** The `maxLength` of the tag contract. */
const MAX_LENGTH = 200

/**
 * Touched when header, footer or menu change, or the scripts of other sites. Every page reads it, so code that follows changes
 * must not look up its readers one by one.
 */
export const SHELL_TAG = 'shell'

/** Touched when the line under the site's title changes, which is in no header and no footer. */
export const TAGLINE_TAG = 'site-tagline'

/** Touched when the names change that readers may search for. No page reads it. */
export const NAMES_TAG = 'names'

/**
 * A tag of this kind for what has these names: `card:<id>`, or `list:<list>:<page>`. If it would be
 * too long, it has a hash in place of its names.
 */
export function writeTag(kind: string, ...names: readonly (string | number)[]): Tag {
  const tag = [kind, ...names].join(':')
  return tag.length > MAX_LENGTH ? `${kind}:${createHash('sha256').update(tag).digest('hex')}` : tag
}

export interface TagParts {
  /** `archive` for one page of a list's archive, which stands for something else than the list. */
  kind: string
  /** Everything after the kind, such as an id, a list or a path, or its hash; may be empty. */
  name: string
}

/** The opposite of {@link writeTag}. The name of an archive is that of its list. */
export function parseTag(tag: Tag): TagParts {
  const [, list] = /^list:(.+):\d+$/.exec(tag) ?? []
  if (list !== undefined) return { kind: 'archive', name: list }
  const [kind = ''] = tag.split(':', 1)
  return { kind, name: tag.slice(kind.length + 1) }
}
